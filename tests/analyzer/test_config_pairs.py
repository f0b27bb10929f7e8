"""All pairs, searches for the best and `until: decided` in a configuration."""

from __future__ import annotations

from pathlib import Path

import pytest

from analyzer.config import load_experiments
from analyzer.experiment import DEFAULT_MAX_DEALS, Comparison, Until
from tests.analyzer.configs import GAME, faults, load

PAIRS = GAME + "compare: {all_pairs: [random, heaviest, lightest], against: random}\n"
AGAINST = GAME + "compare: {baseline: random, candidates: [heaviest, lightest]}\n"


def test_all_pairs_are_every_two_in_the_order_written(tmp_path: Path) -> None:
    one = load(tmp_path, PAIRS)
    assert one.comparisons == (
        Comparison("random", "heaviest", "random", "pair"),
        Comparison("random", "lightest", "random", "pair"),
        Comparison("heaviest", "lightest", "random", "pair"),
    )
    assert one.best == ()
    assert one.measures == ("win", "points")


def test_a_search_compares_candidates_with_each_other_too(tmp_path: Path) -> None:
    one = load(tmp_path, AGAINST.replace("]}", "], best: on}"))
    assert one.best == ("heaviest", "lightest")
    assert [each.kind for each in one.comparisons] == ["comparison", "comparison", "pair"]
    assert load(tmp_path, PAIRS.replace("}", ", best: on}")).best == ("random", "heaviest", "lightest")


@pytest.mark.parametrize(
    "text",
    [
        PAIRS,
        PAIRS.replace("}", ", best: yes}") + "until: {decided: [points, win], max_deals: 1e5}\n",
        AGAINST.replace("]}", "], best: on}") + "until: decided\n",
        AGAINST + "until: {decided: points, confidence: 99%}\nsame_within: 0.5%\n",
    ],
)
def test_the_resolved_configuration_is_the_same_experiment(text: str, tmp_path: Path) -> None:
    one = load(tmp_path, text)
    (again,) = load_experiments(one.config)
    assert (again.comparisons, again.best, again.until, again.config) == (
        one.comparisons,
        one.best,
        one.until,
        one.config,
    )


def test_decided_goes_by_the_first_measure_or_those_named(tmp_path: Path) -> None:
    limit = {"deals": None, "max_deals": DEFAULT_MAX_DEALS}
    assert load(tmp_path, AGAINST + "until: decided").until == Until(decided=("win",), **limit)  # type: ignore[arg-type]
    assert load(tmp_path, AGAINST + "until: {decided: [points, win, points]}").until.decided == ("points", "win")
    assert load(tmp_path, AGAINST + "until: {decided: points, max_deals: 7}").until.max_deals == 7
    assert load(tmp_path, AGAINST + "until: {decided: off}").until == Until()
    rules = GAME + "vary: {draw: [one, until]}\nuntil: {decided: [blocked]}\n"
    assert load(tmp_path, rules).until.decided == ("blocked",)


def test_an_override_replaces_the_stop_rule(tmp_path: Path) -> None:
    assert load(tmp_path, AGAINST + "until: decided", "until.deals=500").until == Until(deals=500, max_deals=500)
    assert load(tmp_path, AGAINST + "until: 1%", "until.decided=on").until.decided == ("win",)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (AGAINST + "until: {decided: on, deals: 100}", "until.decided: write deals or decided, not both"),
        (AGAINST + "until: {decided: on, half_width: 1%}", "until.decided: write half_width or decided, not both"),
        (AGAINST + "until: {decided: draws}", "until.decided: draws is not measured here; measured are win, points"),
        (AGAINST + "until: {decided: []}", "until.decided: is an empty list"),
        (AGAINST + "until: {decided: soon}", "until.decided: expects on, or the measures that must be decided"),
        (AGAINST + "until: {decided: [wn]}", "did you mean win"),
        (AGAINST + "until: {max_deals: 5}", "goes with half_width or decided"),
        (GAME + "until: decided", "until.decided: needs differences to decide"),
        (GAME + "compare: {all_pairs: [random], against: random}", "compare.all_pairs: names 1 policy; pairs need"),
        (GAME + "compare: {all_pairs: random, against: random}", "compare.all_pairs: names 1 policy; pairs need"),
        (GAME + "compare: {all_pairs: [], against: random}", "compare.all_pairs: names 0 policies; pairs need"),
        (
            GAME + "compare: {all_pairs: [random, heaviest]}",
            "compare.against: is missing; name the policy of the other",
        ),
        (
            GAME + "compare: {all_pairs: [random, heaviest], candidates: [random], against: random}",
            "compare.candidates: write all_pairs, or baseline and candidates, not both",
        ),
        (
            GAME + "compare: {all_pairs: [random, heaviest], baseline: random, against: random}",
            "compare.baseline: write all_pairs, or baseline and candidates, not both",
        ),
        (GAME + "compare: {all_pairs: [random, lightest, random], against: random}", "[2]: random is named twice"),
        (GAME + "compare: {all_pairs: [random, havy], against: lightst}", "havy is not defined under policies"),
        (GAME + "compare: {all_pairs: [random, havy], against: lightst}", "lightst is not defined under policies"),
        (
            AGAINST.replace(", lightest]}", "], best: on}"),
            "compare.best: chooses among 2 to 30 candidates; here is one",
        ),
        (AGAINST.replace("]}", "], best: often}"), "compare.best: expects on or off, got often"),
        (
            PAIRS.replace("}", ", best: on}") + "measure: [blocked, win]",
            "compare.best: goes by the first measure, and of blocked neither more nor less is better",
        ),
    ],
)
def test_what_makes_no_sense_is_said(text: str, said: str, tmp_path: Path) -> None:
    (line, *more) = [line for line in faults(tmp_path, text) if said in line]
    assert line.startswith("x.yaml:")
    assert not more


def test_too_many_policies_for_a_table(tmp_path: Path) -> None:
    names = [f"p{number}" for number in range(31)]
    text = f"{GAME}policies: {{{', '.join(f'{name}: random' for name in names)}}}\n"
    (line,) = faults(tmp_path, f"{text}compare: {{all_pairs: [{', '.join(names)}], against: random}}\n")
    assert "names 31 policies; at most 30 fit" in line
