"""`dominolab compare`: what a file may leave open, and what is said of a file that cannot be compared."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import analyzer
from analyzer.comparing import load_compares
from analyzer.config import ConfigError, load_experiments
from analyzer.experiment import Experiment, Luck

pytestmark = pytest.mark.exact

CONFIGS = Path(__file__).parents[2] / "configs"


def filled(**config: Any) -> Experiment:
    """Return the experiment of a configuration that leaves things open."""
    (found,) = load_compares({"game": "doubles", "vary": {"draw": ["one", "until"]}} | config)
    if isinstance(found, ConfigError):
        raise found
    return found


def compared(what: Experiment) -> list[str]:
    return [one.candidate for one in what.comparisons if one.kind == "comparison"]


def test_a_game_and_a_rule_are_enough() -> None:
    what = filled()
    assert what.title == "What do these house rules change in Doubles?"
    assert [one.label for one in what.variants] == ["doubles", "doubles (draw: until)"]
    assert what.seats == ("random",)
    assert compared(what) == ["heaviest", "most-accompanied", "doubles-first", "doubles-last"]
    assert len(what.comparisons) == 4 + 10
    assert what.measures == ("opener_wins", "blocked", "winner_points", "plays", "draws", "passes", "win")
    assert {one.measures for one in what.comparisons} == {("win",)}
    assert what.luck == Luck()
    assert what.until.deals == 100_000
    assert set(what.same_within or ()) == {*what.measures, "luck_win", "luck_points"}
    assert what.question["name"] == "compare"


def test_what_is_written_is_kept() -> None:
    what = filled(
        title="Ours?",
        policies={"me": {"prefer": ["heaviest"], "noise": "5%"}, "you": "lightest", "they": "random"},
        seats=["you"],
        measure=["blocked", "points", "turns"],
        same_within={"blocked": 0.02},
        until={"deals": 300},
        luck={"plays": 3},
        seed=9,
    )
    assert (what.title, what.seed, what.until.deals, what.seats) == ("Ours?", 9, 300, ("you",))
    assert compared(what) == ["me", "they"]
    assert {(one.baseline, one.against, one.measures) for one in what.comparisons if one.kind == "comparison"} == {
        ("you", "you", ("points",))
    }
    assert what.measures == ("blocked", "turns", "points")
    assert what.luck == Luck(plays=3, noise=(0.0,))
    assert what.same_within is not None
    assert (what.same_within["blocked"], what.same_within["points"]) == (0.02, 0.2)


def test_a_single_margin_and_noise_of_the_baseline() -> None:
    what = filled(same_within="2%", policies={"me": {"prefer": ["heaviest"], "noise": "5%"}, "you": "random"})
    assert what.same_within is not None
    assert (what.same_within["opener_wins"], what.same_within["blocked"]) == (0.02, 0.005)
    assert what.luck == Luck(noise=(0.05,))
    assert filled(luck="off").luck is None
    assert filled(luck=False).luck is None


def test_one_policy_has_nobody_to_be_compared_with() -> None:
    what = filled(policies={"me": "heaviest"})
    assert (what.comparisons, what.seats) == ((), ("me",))
    assert "win" not in what.measures


def test_a_comparison_of_ones_own() -> None:
    what = filled(
        compare={"baseline": "heaviest", "candidates": ["lightest"], "against": "random", "measure": "points"}
    )
    assert compared(what) == ["lightest"]
    assert {one.against for one in what.comparisons} == {"random"}
    assert what.seats == ("heaviest",)


def test_measures_and_policies_follow_the_game() -> None:
    fives = filled(game="straight", vary={"spinner": ["first_tile", "none"]})
    assert "points-greedy" in compared(fives)
    assert "round_points" in fives.measures
    block = filled(game="block", vary={"spinner": ["none", "first_double"]})
    assert "draws" not in block.measures
    assert "draws" in filled(game="block").measures
    matches = filled(play="matches")
    assert matches.measures == ("rounds", "match_win")
    assert matches.judged_by == "match_win"


def test_the_own_rules_are_added_to_a_grid_without_them() -> None:
    what = filled(vary={"reserve": [0, 1]})
    assert [one.reference for one in what.variants] == [None, "doubles", "doubles"]


def test_the_configuration_written_out_is_the_same_experiment() -> None:
    what = filled()
    (again,) = load_experiments(what.config)
    assert (again.variants, again.comparisons, again.luck) == (what.variants, what.comparisons, what.luck)
    (compared_again,) = load_compares(what.config)
    assert isinstance(compared_again, Experiment)
    assert compared_again.config == what.config


@pytest.mark.parametrize("path", sorted(CONFIGS.glob("*.yaml")), ids=lambda path: path.stem)
def test_every_shipped_configuration_is_compared_or_refused_with_a_reason(path: Path) -> None:
    for one in load_compares(path):
        if isinstance(one, ConfigError):
            assert not load_experiments(path)[0].config.get("vary")
            assert str(one).startswith(f"{path}:")
        else:
            assert one.config["vary"]
            assert one.name == f"compare-{path.stem}"


@pytest.mark.parametrize(
    ("config", "says"),
    [
        ({"game": "doubles"}, "vary: is missing: say which house rules to compare, each with the values to try"),
        ({"game": "doubles", "vary": {"draw": "one"}}, "vary: gives nothing but the game's own rules"),
        ({"game": "doubles", "vary": {"draw": "untl"}}, "vary.draw: 'untl' is not known"),
        ({"games": ["doubles", "draw"], "vary": {"draw": "one"}}, "games: names 2; compare takes one game at a time"),
        ({"game": "doubles", "players": [2, 3], "vary": {"draw": "until"}}, "players: names 2; compare takes one"),
        ({"game": "doubles", "vary": {"draw": "until"}, "split": "seat"}, "split: does not go with compare"),
        ({"game": "doubles", "vary": {"draw": "until"}, "sweep": {"policy": "random"}}, "sweep: does not go with"),
        (
            {"game": "doubles", "vary": {"draw": "until"}, "compare": {"baseline": "random", "best": True}},
            "compare.best: does not go with compare, which tells the best policy anyway",
        ),
        ({"game": "dobules", "vary": {"draw": "until"}}, "game: dobules is no ready game"),
        ({"vary": {"draw": "until"}}, "game: is missing"),
        ({"game": "doubles", "vary": {"draw": "until"}, "measure": ["wims"]}, "measure[0]: 'wims' is not known"),
        ({"game": "doubles", "vary": {"draw": "until"}, "policies": {"a": "heavest"}}, "policies.a"),
        ({"game": "doubles", "vary": {"draw": "until"}, "seats": ["nobody"]}, "seats[0]: nobody is not defined"),
    ],
)
def test_what_cannot_be_compared_is_refused_once(config: dict[str, Any], says: str) -> None:
    (found,) = load_compares(config)
    assert isinstance(found, ConfigError)
    assert len(found.faults) == 1, found
    assert str(found).startswith(says)


def test_the_python_face_refuses_in_the_same_words() -> None:
    with pytest.raises(ConfigError, match="vary: is missing"):
        analyzer.compare({"game": "doubles"})
