"""The settings drawn at random: every word, choice and flag comes up, and numbers other than those nobody changed."""

import dataclasses
import random
from collections import Counter

import pytest

from kernels.rules import Rules
from tests.reference.house_rules import random_rules, rules_with_draws_by_choice

pytestmark = pytest.mark.reference

STILL = {"tile_points"}


@pytest.fixture(scope="module")
def drawn():
    draw = random.Random(3)
    return [random_rules(draw) for _ in range(3000)]


def test_every_setting_is_drawn(drawn):
    for field in dataclasses.fields(Rules):
        seen = Counter(getattr(rules, field.name) for rules in drawn)
        named = field.metadata.get("words") or field.metadata.get("choices") or ()
        assert [value for value in named if seen[value] < 20] == [], field.name
        if field.name not in STILL:
            assert seen[field.default] < 2900, field.name


def test_what_goes_together_is_drawn_together(drawn):
    together = {
        "sums on one end": [rules.match == "sum" and rules.ends == 1 for rules in drawn],
        "sums that score": [rules.match == "sum" and rules.play_score != "none" for rules in drawn],
        "crosses that score": [rules.arm_doubles and rules.play_score != "none" for rules in drawn],
        "wild crosses": [rules.arm_doubles and rules.wild_blank != "none" for rules in drawn],
        "locked crosses": [rules.fill_first > 0 and rules.unlock == "suit" for rules in drawn],
        "points at once": [rules.check == "immediate" and rules.all_pass_points > 0 for rules in drawn],
        "missed shutouts": [rules.shutout_below > 0 and rules.match_by == "wins" for rules in drawn],
    }
    assert {what: sum(cases) for what, cases in together.items() if sum(cases) < 30} == {}


def test_draws_by_choice():
    draw = random.Random(4)
    assert all(rules_with_draws_by_choice(draw).voluntary_draw for _ in range(50))
