"""split, sweep and luck in a configuration: what is read, what is refused, and the nearest right word."""

from __future__ import annotations

from pathlib import Path

import pytest

from analyzer.config import load_experiments
from analyzer.experiment import Comparison, Luck
from analyzer.groups import SPLITS
from kernels.policies import BUILTIN, weigh
from tests.analyzer.configs import GAME, faults, load

COMPARE = "compare: {baseline: random, candidates: [heaviest]}\n"
CAREFUL = "policies: {careful: {weights: {pips: 0.1}, noise: 5%}}\n"


# --- split -----------------------------------------------------------------------------------------------------------


def test_splits_are_read_one_or_several(tmp_path: Path) -> None:
    assert load(tmp_path, GAME + COMPARE).split == ()
    assert load(tmp_path, GAME + COMPARE + "split: seat").split == ("seat",)
    every = load(tmp_path, GAME + COMPARE + f"split: [{', '.join(SPLITS)}, seat]")
    assert every.split == tuple(SPLITS)
    assert load(tmp_path, GAME + COMPARE + "split: doubles-dealt").split == ("doubles_dealt",)
    assert load(tmp_path, GAME + "split: [opener, lead]").split == ("opener", "lead")
    matches = load(tmp_path, GAME + COMPARE + "play: matches\nsplit: [seat, opener]")
    assert matches.split == ("seat", "opener")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (COMPARE + "split: [opener, dubbles_dealt]", "split[1]: dubbles_dealt is not known"),
        (COMPARE + "split: [opener, dubbles_dealt]", "did you mean doubles_dealt?"),
        (COMPARE + "split: []", "split: is an empty list; groups go by doubles_dealt"),
        (COMPARE + "split: {seat: 1}", "split: expects a list"),
        ("split: seat", "split: seat is the candidate's; add compare, or measure win_seat_0"),
        (COMPARE + "play: matches\nsplit: [seat, lead]", "split[1]: lead is known of a round, not of a match"),
        ("compare: {all_pairs: [random, heaviest], against: random}\nsplit: seat", "split: does not go with all_pairs"),
        (
            "compare: {baseline: random, candidates: [heaviest, lightest], best: on}\nsplit: seat",
            "split: does not go with best: on",
        ),
        (COMPARE + "splits: seat", "did you mean split?"),
    ],
)
def test_wrong_splits_are_refused(tmp_path: Path, text: str, fault: str) -> None:
    (said,) = faults(tmp_path, GAME + text)
    assert fault in said
    assert said.startswith("x.yaml:")


def test_a_lead_that_is_chosen_is_no_group_of_deals(tmp_path: Path) -> None:
    (said,) = faults(tmp_path, "games: [doubles, muggins]\n" + COMPARE + "split: lead")
    assert "lead is a choice of the leader's in muggins" in said
    assert load(tmp_path, "game: muggins\nsplit: lead").split == ("lead",)


# --- sweep -----------------------------------------------------------------------------------------------------------


def test_a_sweep_is_a_comparison_for_every_value(tmp_path: Path) -> None:
    text = GAME + CAREFUL + "sweep: {policy: careful, weight: doubles, from: -3, to: 3, steps: 5}"
    what = load(tmp_path, text)
    values = (-3.0, -1.5, 0.0, 1.5, 3.0)
    labels = [f"careful[doubles={x:g}]" for x in values]
    assert what.comparisons == tuple(
        Comparison(label, "careful", "careful", parameter=x) for label, x in zip(labels, values, strict=True)
    )
    assert list(what.policies) == ["careful", *labels]
    assert what.policies[labels[1]] == weigh({"pips": 0.1, "doubles": -1.5}, 0.05)
    assert what.measures == ("win", "points")


def test_a_sweep_uses_the_baseline_and_the_candidates_that_are_named(tmp_path: Path) -> None:
    compare = "compare: {baseline: heaviest, candidates: lightest, against: random}\n"
    what = load(tmp_path, GAME + CAREFUL + compare + "sweep: {policy: careful, noise: on, values: [0, 10%, 1]}")
    assert [one.parameter for one in what.comparisons] == [None, 0.0, 0.1, 1.0]
    assert {(one.baseline, one.against) for one in what.comparisons} == {("heaviest", "random")}
    assert what.policies["careful[noise=0.1]"] == weigh({"pips": 0.1}, 0.1)
    none = load(tmp_path, GAME + "compare: {baseline: heaviest}\nsweep: {policy: random, weight: doubles}")
    assert len(none.comparisons) == 13


def test_a_weight_of_nothing_on_random_is_random_itself(tmp_path: Path) -> None:
    what = load(tmp_path, GAME + "sweep: {policy: random, weight: doubles, values: [-1, 0, 1]}")
    assert what.policies["random[doubles=0]"] == BUILTIN["random"]


def test_the_resolved_configuration_gives_the_same_experiment(tmp_path: Path) -> None:
    for text in (
        CAREFUL + "sweep: {policy: careful, weight: doubles}\nsplit: [seat, lead]\nluck: {plays: 3, noise: [0, 1]}",
        CAREFUL + COMPARE + "sweep: {policy: careful, noise: on}\nluck: on",
        "compare: {baseline: heaviest}\nsweep: {policy: random, weight: doubles, values: [0, 1]}",
    ):
        one = load(tmp_path, GAME + text, name="same.yaml")
        (other,) = load_experiments(one.config)
        for field in ("comparisons", "policies", "policy_specs", "split", "luck", "measures", "config"):
            assert getattr(one, field) == getattr(other, field), field


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("{weight: doubles}", "sweep.policy: is missing"),
        ("{policy: carefull, weight: doubles}", "did you mean careful?"),
        ("{policy: careful, weight: dubbles}", "sweep.weight: dubbles is no feature"),
        ("{policy: careful, weight: dubbles}", "did you mean doubles?"),
        ("{policy: careful}", "sweep: expects exactly one of weight (a feature) and noise: on"),
        ("{policy: careful, weight: pips, noise: on}", "sweep: expects exactly one of weight"),
        ("{policy: heaviest, weight: doubles}", "sweep.policy: heaviest has no weights to vary"),
        ("{policy: careful, weight: pips, steps: 1}", "sweep.steps: 1 is too small"),
        ("{policy: careful, weight: pips, from: 2, to: 2}", "sweep: gives a value twice"),
        ("{policy: careful, weight: pips, values: [1], steps: 3}", "sweep.values: write values, or from, to and steps"),
        ("{policy: careful, weight: pips, values: 1}", "sweep.values: needs two values at least"),
        ("{policy: careful, noise: on, values: [0, 2]}", "sweep.values: noise is a share from 0 to 1"),
        ("{policy: careful, weight: pips, form: 1}", "did you mean from?"),
        ("doubles", "sweep: expects a mapping"),
    ],
)
def test_wrong_sweeps_are_refused(tmp_path: Path, text: str, fault: str) -> None:
    (said,) = faults(tmp_path, GAME + CAREFUL + f"sweep: {text}")
    assert fault in said


def test_a_sweep_needs_one_baseline(tmp_path: Path) -> None:
    pairs = "compare: {all_pairs: [random, heaviest], against: random}\n"
    (said,) = faults(tmp_path, GAME + pairs + "sweep: {policy: random, weight: doubles}")
    assert "not with all_pairs and not with best" in said


# --- luck ------------------------------------------------------------------------------------------------------------


def test_luck_is_on_or_says_how(tmp_path: Path) -> None:
    assert load(tmp_path, GAME).luck is None
    assert load(tmp_path, GAME + "luck: off").luck is None
    assert load(tmp_path, GAME + "luck: on").luck == Luck()
    assert load(tmp_path, GAME + "luck: {plays: 8}").luck == Luck(plays=8)
    assert load(tmp_path, GAME + "luck: {noise: [0, 30%, 1]}").luck == Luck(noise=(0.0, 0.3, 1.0))
    assert load(tmp_path, GAME + "luck: {noise: 0.5}").luck == Luck(noise=(0.5,))
    assert load(tmp_path, GAME, "luck.plays=3").luck == Luck(plays=3)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("{play: 3}", "luck.play: unknown key; allowed here: plays, noise; did you mean plays?"),
        ("{plays: 1}", "luck.plays: 1 is too small; it expects a whole number from 2 to 100"),
        ("{noise: [0, 2]}", "luck.noise[1]: 2 is outside"),
        ("{noise: []}", "luck.noise: is an empty list"),
        ("{noise: [0, 0%]}", "luck.noise: names a value twice"),
        ("often", "luck: expects on, off or a mapping"),
    ],
)
def test_wrong_luck_is_refused(tmp_path: Path, text: str, fault: str) -> None:
    (said,) = faults(tmp_path, GAME + f"luck: {text}")
    assert fault in said
