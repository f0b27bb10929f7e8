"""Named sets of house rules, the game as written beside a grid, and comparisons that count measures of their own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from analyzer.config import load_experiments
from analyzer.experiment import Comparison
from tests.analyzer.configs import GAME, faults, load

pytestmark = pytest.mark.exact

NAMED = f"{GAME}variants: {{keep none: {{reserve: 0}}, until: {{draw: until, reserve: 0}}}}\n"
COMPARE = "compare: {baseline: random, candidates: [heaviest, lightest], pairs: on, measure: win}\n"


def test_named_variants_are_compared_with_the_game_as_written(tmp_path: Path) -> None:
    own = "game: {preset: doubles, draw: until}\n"
    variants = load(tmp_path, f"{own}variants: {{keep none: {{reserve: 0}}, one: {{draw: one}}}}").variants
    assert [(one.label, one.name, one.reference, one.changes) for one in variants] == [
        ("doubles (draw: until)", "", None, {}),
        ("doubles (reserve: 0, draw: until)", "keep none", "doubles (draw: until)", {"reserve": 0}),
        ("doubles", "one", "doubles (draw: until)", {"draw": "one"}),
    ]
    assert [one.changes for one in load(tmp_path, NAMED).variants] == [
        {},
        {"reserve": 0},
        {"reserve": 0, "draw": "until"},
    ]


def test_a_list_of_variants_is_the_same_as_a_mapping(tmp_path: Path) -> None:
    listed = f"{GAME}variants:\n- keep none: {{reserve: 0}}\n- until: {{draw: until, reserve: 0}}\n"
    assert load(tmp_path, listed).variants == load(tmp_path, NAMED).variants


def test_several_numbers_of_players_have_references_of_their_own(tmp_path: Path) -> None:
    variants = load(tmp_path, f"{NAMED}players: [2, 3]\n").variants
    assert {(one.players, one.reference) for one in variants} == {
        *((players, None) for players in (2, 3)),
        *((players, f"doubles, {players} players") for players in (2, 3)),
    }


@pytest.mark.parametrize(
    ("variants", "says"),
    [
        ("{a: {reserve: 2}}", "x.yaml:2:12: variants.a: changes nothing: these are the rules of doubles as it is"),
        (
            "{a: {reserve: 0}, b: {reserve: 0}}",
            "x.yaml:2:29: variants: gives the same game twice: a and b are both doubles (reserve: 0)",
        ),
        ("{a: {reserv: 0}}", "variants.a.reserv: unknown key; `dominolab games NAME` lists the house rules; did you"),
        ("{a: {reserve: 40}}", "x.yaml:2:25: variants.a.reserve: reserve 40 is larger than the boneyard"),
        ("{a: {}}", "variants.a: changes no house rule; write one, such as {reserve: 2}"),
        ("{a: 3}", "variants.a: expects a mapping"),
        ("{}", "variants: is empty; name one, such as keep two back: {reserve: 2}"),
        ("[a, b]", "variants: expects a mapping (key: value), got a list"),
        ("[a: {reserve: 0}, a: {reserve: 1}]", "variants: expects a mapping (key: value), got a list"),
        ("{a: {reserve: 0}}\nvary: {draw: until}", "variants: write vary (every combination) or variants"),
        ("{a: {reserve: 0}}\nown_rules: on", "own_rules: goes with vary"),
    ],
)
def test_faulty_variants_are_refused(tmp_path: Path, variants: str, says: str) -> None:
    found = faults(tmp_path, f"{GAME}variants: {variants}\n")
    assert any(says in fault for fault in found), found


def test_the_game_as_written_may_stand_beside_a_grid_without_it(tmp_path: Path) -> None:
    text = f"{GAME}vary: {{reserve: [0, 1]}}\n"
    assert [one.reference for one in load(tmp_path, text).variants] == [None, "doubles (reserve: 0)"]
    variants = load(tmp_path, f"{text}own_rules: on\n").variants
    assert [(one.label, one.reference) for one in variants] == [
        ("doubles", None),
        ("doubles (reserve: 0)", "doubles"),
        ("doubles (reserve: 1)", "doubles"),
    ]
    grid = f"{GAME}vary: {{reserve: [0, 2]}}\n"
    assert load(tmp_path, f"{grid}own_rules: on\n").variants == load(tmp_path, grid).variants


def test_policies_are_compared_by_measures_of_their_own_and_in_pairs(tmp_path: Path) -> None:
    what = load(tmp_path, f"{GAME}{COMPARE}measure: [blocked, win]\nseats: random\n")
    assert what.measures == ("blocked", "win")
    assert what.judged_by == "win"
    pairs = [("random", "heaviest"), ("random", "lightest"), ("heaviest", "lightest")]
    assert what.comparisons == (
        *(Comparison(name, "random", "random", measures=("win",)) for name in ("heaviest", "lightest")),
        *(Comparison(one, other, "random", "pair", measures=("win",)) for one, other in pairs),
    )


@pytest.mark.parametrize(
    ("compare", "says"),
    [
        ("{baseline: random, candidates: heaviest, measure: draws}", "compare.measure: draws is not measured here"),
        ("{baseline: random, candidates: heaviest, measure: []}", "compare.measure: is an empty list"),
        ("{all_pairs: [random, heaviest], against: random, pairs: on}", "compare.pairs: goes with baseline and"),
        (
            "{baseline: random, candidates: [heaviest, lightest], best: on, measure: points}",
            "compare.measure: begins with the first of measure",
        ),
    ],
)
def test_faulty_measures_and_pairs_are_refused(tmp_path: Path, compare: str, says: str) -> None:
    found = faults(tmp_path, f"{GAME}compare: {compare}\nmeasure: [win, points]\n")
    assert any(says in fault for fault in found), found


def test_shares_of_luck_have_margins_where_luck_is_measured(tmp_path: Path) -> None:
    text = f"{GAME}measure: blocked\nsame_within: {{blocked: 1%, luck_win: 2%}}\n"
    assert load(tmp_path, f"{text}luck: on\n").same_within == {"blocked": 0.01, "luck_win": 0.02}
    for luck in ("", "luck: off\n"):
        assert "luck_win is not measured here" in faults(tmp_path, text + luck)[0]
    assert "luck_won is no measure" in faults(tmp_path, f"{GAME}same_within: {{luck_won: 1%}}\n")[0]


@pytest.mark.parametrize(
    "text",
    [
        f"{NAMED}luck: on\nmeasure: [blocked]\nsame_within: {{luck_points: 1%}}\n",
        f"{GAME}variants: {{small: {{hand_size: {{2: 7, 3: 5}}}}}}\nplayers: [2, 3]\n",
        f"{GAME}vary: {{reserve: [0, 1]}}\nown_rules: on\n",
        f"{NAMED}{COMPARE}measure: [blocked, win]\nseats: [random]\n",
    ],
)
def test_the_resolved_configuration_reads_back_the_same(tmp_path: Path, text: str) -> None:
    experiment = load(tmp_path, text)
    for plain in (experiment.config, json.loads(json.dumps(experiment.config))):
        (again,) = load_experiments(plain)
        assert again.config == experiment.config
        assert (again.variants, again.comparisons, again.same_within) == (
            experiment.variants,
            experiment.comparisons,
            experiment.same_within,
        )
