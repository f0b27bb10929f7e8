"""Experiments carried out: the same numbers whoever plays, in the right seats, partial only when said so."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import joblib
import numpy as np
import pandas as pd
import pytest
import scipy.stats
from joblib.parallel import ThreadingBackend

import analyzer
from analyzer import analysis, arms, chunks, parallel, provenance, runner
from analyzer.chunks import Tally
from analyzer.experiment import Comparison, Experiment, Until
from analyzer.files import OutputError
from analyzer.progress import SilentProgress
from analyzer.results import read_manifest, read_results
from analyzer.runner import Run, run_experiment
from kernels.engine import play_rounds
from kernels.policies import BUILTIN
from kernels.rules import Rules
from tests.analyzer.samples import BLOCK, DOUBLES, PARTNERS, THREE, experiment, variant
from tests.kernels import plugged


def table(what: Experiment, jobs: int = 1, **options: object) -> pd.DataFrame:
    return run_experiment(what, jobs=jobs, save=False, **options).table  # type: ignore[arg-type]


def tally(what: Experiment, deals: int, size: int) -> Tally:
    plan = arms.make_plan(what)
    with parallel.Stop() as stop:
        parts = list(parallel.tallies(plan, deals, 1, stop, size))
    return sum(parts[1:], parts[0])


# --- the same numbers, whoever plays -------------------------------------------------------------------------------


def test_results_do_not_depend_on_jobs_and_chunks(tmp_path: Path) -> None:
    what = experiment(DOUBLES, THREE, measures=("win", "margin", "blocked"))
    written = set()
    for jobs, chunk in ((1, 10_007), (1, 997), (2, 1000), (3, 333), (4, 5000)):
        run = run_experiment(what, tmp_path / f"{jobs}-{chunk}", jobs, chunk=chunk)
        assert run.folder is not None
        written.add((run.folder / "results.json").read_bytes())
    assert len(written) == 1


def test_single_deals_add_up_to_the_same_sums() -> None:
    what = experiment()
    assert tally(what, 211, 1) == tally(what, 211, 7) == tally(what, 211, 1000)


def test_a_longer_run_starts_with_the_shorter_one() -> None:
    plan = arms.make_plan(experiment())
    seating = plan.seatings()[0]
    long, short = chunks.play(plan, seating, 0, 10_007), chunks.play(plan, seating, 0, 5000)
    assert (long[:5000] == short).all()
    other = replace(plan, seed=plan.seed + 1)
    assert not (chunks.play(other, seating, 0, 5000) == short).all()


def test_the_order_of_comparisons_changes_no_row() -> None:
    pair = Comparison("heaviest", "random", "random"), Comparison("doubles-last", "random", "random")
    one, other = table(experiment(comparisons=pair)), table(experiment(comparisons=pair[::-1]))
    pd.testing.assert_frame_equal(
        one.sort_values(["policy", "measure"], ignore_index=True),
        other.sort_values(["policy", "measure"], ignore_index=True),
    )


class Waves(ThreadingBackend):  # type: ignore[misc]
    """A backend that cannot hand over results one by one, as joblib's "multiprocessing", but without a fork."""

    supports_return_generator = False


def test_other_backends_give_the_same(tmp_path: Path) -> None:
    what = experiment(until=Until(deals=4000))
    here = table(what, chunk=1000)
    with joblib.parallel_config("loky", n_jobs=2):
        there = run_experiment(what, jobs=2, save=False, chunk=1000).table
    pd.testing.assert_frame_equal(here, there)
    joblib.register_parallel_backend("waves", Waves)
    with joblib.parallel_config("waves", n_jobs=2):
        waves = run_experiment(what, jobs=2, save=False, chunk=1000).table
    pd.testing.assert_frame_equal(here, waves)


def test_global_random_numbers_are_left_alone() -> None:
    np.random.seed(5)
    before = np.random.get_state()[1].copy()  # type: ignore[index,union-attr]
    table(experiment(until=Until(deals=500)))
    assert (np.random.get_state()[1] == before).all()  # type: ignore[index]


# --- who sits where ------------------------------------------------------------------------------------------------


def test_the_candidate_takes_every_seat_and_equal_seatings_are_played_once() -> None:
    plan = arms.make_plan(experiment(THREE))
    last, random = BUILTIN["doubles-last"], BUILTIN["random"]
    assert {s.policies for s in plan.seatings()} == {
        (last, random, random),
        (random, last, random),
        (random, random, last),
        (random, random, random),
    }
    assert tally(experiment(THREE), 100, 100).games == 400


def test_partners_switch_together() -> None:
    plan = arms.make_plan(experiment(PARTNERS, comparisons=(Comparison("heaviest", "lightest", "random"),)))
    heavy, light, random = BUILTIN["heaviest"], BUILTIN["lightest"], BUILTIN["random"]
    assert [s.policies for s in plan.seatings()] == [
        (heavy, random, heavy, random),
        (light, random, light, random),
        (random, heavy, random, heavy),
        (random, light, random, light),
    ]


def test_labels_without_a_policy_and_seats_without_measures_are_refused() -> None:
    with pytest.raises(ValueError, match="'nobody'"):
        arms.make_plan(experiment(comparisons=(Comparison("nobody", "random", "random"),)))
    with pytest.raises(ValueError, match="nothing to measure"):
        arms.make_plan(experiment(comparisons=(), seats=("random",), measures=("win",)))


@pytest.mark.parametrize("rules", [DOUBLES, THREE, PARTNERS])
def test_a_row_equals_a_recomputation_with_pandas(rules: object) -> None:
    game = variant(rules)  # type: ignore[arg-type]
    what = experiment(rules, comparisons=(Comparison("heaviest", "lightest", "random"),), until=Until(deals=2000))  # type: ignore[arg-type]
    rows = table(replace(what, measures=("win", "points", "margin", "pips_left", "blocked"))).set_index("measure")
    sides = game.rules.sides

    def per_deal(policy: str, measure: Callable[[pd.DataFrame, int], pd.Series]) -> pd.DataFrame:
        values = {}
        for side in range(sides):
            seats = [policy if seat % sides == side else "random" for seat in range(game.players)]
            rounds = analyzer.simulate(game, policies=seats, deals=2000, seed=what.seed)
            values[side] = measure(rounds, side)
        return pd.DataFrame(values)

    def margin(rounds: pd.DataFrame, side: int) -> pd.Series:
        others = [rounds[f"points_{one}"] for one in range(sides) if one != side]
        return rounds[f"points_{side}"] - sum(others) / len(others)

    measures: dict[str, Callable[[pd.DataFrame, int], pd.Series]] = {
        "win": lambda rounds, side: (rounds.team == side).astype(float),
        "points": lambda rounds, side: rounds[f"points_{side}"].astype(float),
        "margin": margin,
        "pips_left": lambda rounds, side: sum(rounds[f"pips_left_{s}"] for s in range(side, game.players, sides)),
        "blocked": lambda rounds, side: (rounds.reason == "blocked").astype(float),
    }
    for name, measure in measures.items():
        first, second = per_deal("heaviest", measure), per_deal("lightest", measure)
        difference = first.mean(axis=1) - second.mean(axis=1)
        row = rows.loc[name]
        assert row.value == pytest.approx(first.mean().mean(), rel=1e-12)
        assert row.baseline_value == pytest.approx(second.mean().mean(), rel=1e-12)
        assert row.estimate == pytest.approx(difference.mean(), rel=1e-9, abs=1e-12)
        half_width = (row.high - row.low) / 2
        if row.method == "t on deals":
            assert half_width == pytest.approx(1.9611 * difference.sem(), rel=1e-3)
        else:  # blocked rounds are rare
            assert half_width > 1.9611 * difference.sem()
        unpaired = (first.var().mean() + second.var().mean()) / sides
        assert row.variance_reduction == pytest.approx(unpaired / difference.var(), rel=1e-9)


def test_a_policy_against_itself_is_certainly_the_same() -> None:
    rows = table(experiment(comparisons=(Comparison("random", "random", "random"),)))
    assert (rows[["estimate", "low", "high"]] == 0).all(axis=None)
    assert set(rows.verdict) == {"practically the same"}
    assert set(rows.games) == {10_007}


def test_a_policy_may_compare_with_another_that_plays_no_seat_of_its_own() -> None:
    (row,) = table(
        experiment(comparisons=(Comparison("heaviest", "lightest", "random"),), measures=("win",))
    ).itertuples()
    assert (row.policy, row.baseline, row.against) == ("heaviest", "lightest", "random")
    assert row.games == 4 * 10_007


# --- arms and rule changes -----------------------------------------------------------------------------------------


def test_counts_of_a_round_add_up() -> None:
    names = ("win_seat_0", "win_seat_1", "tied", "opener_wins", "blocked", "plays", "turns", "passes")
    what = experiment(BLOCK, comparisons=(), seats=("random",), measures=names)
    for jobs in (1, 2, 3):
        rows = table(what, jobs, chunk=500).set_index("measure")
        assert (rows.kind == "arm").all()
        total = rows.estimate * rows.deals
        assert round(total.win_seat_0 + total.win_seat_1 + total.tied) == 10_007
        assert round(total.plays + total.passes) == round(total.turns)
        assert (rows.low < rows.high).all()
    assert rows.policy.tolist() == ["random"] * len(names)
    assert rows.method.blocked == "Wilson"


def test_never_seen_is_not_never() -> None:
    (row,) = table(
        experiment(DOUBLES, comparisons=(), seats=("random",), measures=("tied",), until=Until(deals=5), seed=1)
    ).itertuples()
    assert row.estimate == row.low == 0
    assert row.high > 0.4


def test_the_last_policy_fills_the_seats() -> None:
    what = experiment(THREE, comparisons=(), seats=("heaviest", "random"), measures=("win_seat_0", "win_seat_3"))
    rows = table(what)
    assert rows.policy.tolist() == ["heaviest, random, random"]
    assert rows.measure.tolist() == ["win_seat_0"]


def changed(*rules: object, **options: object) -> Experiment:
    variants = tuple(
        variant(one, f"game {i}", reference="game 0" if i else None)  # type: ignore[arg-type]
        for i, one in enumerate(rules)
    )
    return replace(
        experiment(comparisons=(), seats=("random",), measures=("blocked", "plays")),
        variants=variants,
        **options,  # type: ignore[arg-type]
    )


def test_a_rule_change_is_paired_on_the_same_deals() -> None:
    rows = table(changed(DOUBLES, replace(DOUBLES, draw="until")))
    arms_, change = rows[rows.kind == "arm"], rows[rows.kind == "rule change"]
    assert len(arms_) == 4
    assert change.reference.tolist() == ["game 0"] * 2
    first, second = arms_.estimate[2:].to_numpy(), arms_.estimate[:2].to_numpy()
    assert change.estimate.to_numpy() == pytest.approx(first - second)
    assert change.variance_reduction.notna().all()
    assert (change.verdict != "").all()


def test_a_rule_change_of_other_hands_is_paired_by_the_number_of_the_deal() -> None:
    """Hands of different sizes are cut from one shuffle, so an interval that takes them for independent is wrong."""
    smaller = replace(DOUBLES, hand_size=7)
    what = changed(DOUBLES, smaller, until=Until(deals=2000))
    rows = table(what)
    change = rows[(rows.kind == "rule change") & (rows.measure == "plays")].iloc[0]
    plays = [
        play_rounds(rules, [BUILTIN["random"]] * 2, what.seed, 0, 2000)["plays"].astype(int)
        for rules in (smaller, DOUBLES)
    ]
    theirs = scipy.stats.ttest_rel(*plays).confidence_interval(0.95)
    assert (change.low, change.high) == pytest.approx((theirs.low, theirs.high))
    assert change.variance_reduction > 1.5


def test_several_comparisons_are_judged_together_and_it_is_said() -> None:
    many = tuple(Comparison(name, "random", "random") for name in BUILTIN if name != "random")
    run = run_experiment(experiment(comparisons=many), jobs=1, save=False)
    assert any(f"all {2 * len(many)} comparisons" in note for note in run.manifest["notes"])


def test_small_differences_are_practically_the_same_if_the_user_says_so() -> None:
    what = experiment(until=Until(deals=2000), measures=("win",))
    (row,) = table(replace(what, same_within={"win": 0.9})).itertuples()
    assert row.verdict == "practically the same"


# --- stopping ------------------------------------------------------------------------------------------------------


def test_a_run_stops_on_the_width_at_the_same_deal_for_all() -> None:
    what = experiment(until=Until(deals=None, half_width={"win": 0.008}, max_deals=100_000))
    one, two = (run_experiment(what, jobs=jobs, save=False, chunk=1000) for jobs in (1, 2))
    pd.testing.assert_frame_equal(one.table, two.table)
    assert one.manifest["deals"] % 1000 == 0
    assert runner.FIRST_LOOK <= one.manifest["deals"] < 100_000
    win = one.table.iloc[0]
    assert win.high - win.low <= 2 * 0.008
    assert "narrow enough" in one.manifest["stopped"]


def test_a_run_does_not_look_too_early_and_not_go_on_for_ever() -> None:
    wide = experiment(until=Until(deals=None, half_width={"win": 0.9}, max_deals=100_000))
    assert run_experiment(wide, jobs=1, save=False, chunk=1000).manifest["deals"] == runner.FIRST_LOOK
    tight = experiment(until=Until(deals=None, half_width={"win": 1e-9}, max_deals=3500))
    manifest = run_experiment(tight, jobs=2, save=False, chunk=1000).manifest
    assert manifest["deals"] == 3500
    assert manifest["stopped"].startswith("max_deals")
    assert not manifest["partial"]


class Signals(SilentProgress):
    """Sends signals when some chunks are done."""

    def __init__(self, *numbers: int, after: int = 2) -> None:
        self.numbers, self.after, self.seen = numbers, after, 0

    def update(self, done_deals: int, rounds_played: int, text: str = "") -> None:
        self.seen += 1
        if self.seen == self.after:
            for number in self.numbers:
                os.kill(os.getpid(), number)


def interrupted(number: int, jobs: int, out: Path) -> Run:
    what = experiment(until=Until(deals=200_000))
    return run_experiment(what, out, jobs, Signals(number), chunk=1000)


@pytest.mark.skipif(os.name != "posix", reason="signals of a Unix system")
@pytest.mark.parametrize(("number", "jobs"), [(signal.SIGINT, 1), (signal.SIGINT, 2), (signal.SIGTERM, 2)])
def test_an_interrupted_run_keeps_what_was_finished(number: int, jobs: int, tmp_path: Path) -> None:
    before = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)
    run = interrupted(number, jobs, tmp_path)
    assert (signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)) == before
    assert run.partial
    deals = run.manifest["deals"]
    assert deals % 1000 == 0
    assert 2000 <= deals < 200_000
    assert run.folder is not None
    assert read_manifest(run.folder)["stopped"] == f"interrupted: partial, {deals:,} of 200,000 deals"
    back = read_results(run.folder)
    assert set(back.deals) == {deals}
    complete = table(experiment(until=Until(deals=deals)))
    assert back.estimate.tolist() == complete.estimate.tolist()


@pytest.mark.skipif(os.name != "posix", reason="signals of a Unix system")
def test_a_second_interruption_stops_at_once(tmp_path: Path) -> None:
    what = experiment(until=Until(deals=200_000))
    with pytest.raises(KeyboardInterrupt):
        run_experiment(what, tmp_path, 2, Signals(signal.SIGINT, signal.SIGINT), chunk=1000)
    assert list(tmp_path.iterdir()) == []
    assert not parallel.STOPS


@pytest.mark.skipif(os.name != "posix", reason="signals of a Unix system")
def test_an_interruption_before_the_first_chunk_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def compiling() -> None:
        os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(chunks.engine, "warm_up", compiling)
    with pytest.raises(KeyboardInterrupt):
        run_experiment(experiment(), tmp_path, 1)
    assert list(tmp_path.iterdir()) == []


def test_an_error_while_playing_is_not_swallowed(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*arguments: object) -> None:
        raise RuntimeError("seat 1 of deal 7")

    monkeypatch.setattr(chunks.engine, "play_rounds", broken)
    for jobs in (1, 2):
        with pytest.raises(RuntimeError, match="deal 7"):
            run_experiment(experiment(), jobs=jobs, save=False, chunk=1000)
    assert not parallel.STOPS


# --- whether intervals cover the truth ------------------------------------------------------------------------------

TINY = Rules(set_max=2, hand_size=3, first_lead="seat0", lead_tile="any")


@pytest.mark.statistical
def test_intervals_cover_the_exact_values_of_a_tiny_game() -> None:
    """400 runs of 250 deals, random play of a double-two set, two hands of three; the exact values are fractions.

    Standard error of a coverage 0.011; 0.91 to 0.985 is more than three of them each way.
    """
    truths = {"win_seat_0": 541 / 720, "points_seat_0": 1921 / 1080, "plays": 569 / 120, "blocked": 13 / 72}
    covered = dict.fromkeys(truths, 0)
    for seed in range(400):
        what = experiment(TINY, comparisons=(), seats=("random",), measures=tuple(truths), seed=seed)
        for one in analysis.findings(arms.make_plan(what), tally(what, 250, 250), 0.95):
            covered[one.measure] += one.interval.low <= truths[one.measure] <= one.interval.high
    assert all(0.91 < count / 400 < 0.985 for count in covered.values()), covered


@pytest.mark.statistical
def test_equal_policies_are_rarely_told_apart() -> None:
    """400 runs of 250 deals: `random` against the same chances from other random numbers."""
    policies = {**BUILTIN, "other": plugged.policy(plugged.also_uniform)}
    alarms = 0
    for seed in range(400):
        pair = (Comparison("other", "random", "random"),)
        what = experiment(DOUBLES, comparisons=pair, policies=policies, measures=("win",), seed=seed)
        (one,) = analysis.findings(arms.make_plan(what), tally(what, 250, 250), 0.95)
        assert one.interval.low < one.interval.high
        alarms += not one.interval.low <= 0 <= one.interval.high
    assert 0.015 < alarms / 400 < 0.09


# --- what is written -----------------------------------------------------------------------------------------------


def test_the_manifest_tells_where_the_numbers_come_from(tmp_path: Path) -> None:
    run = run_experiment(experiment(), tmp_path, 1, command="dominolab run a.yaml")
    assert run.folder == tmp_path / f"a-test-{run.manifest['key']}"
    manifest = json.loads((run.folder / "manifest.json").read_text(encoding="utf-8"))
    assert manifest == json.loads(json.dumps(run.manifest))
    promised = "title name description key seed config deals confidence stopped command versions started finished"
    promised += " seconds rounds_played partial policies games"
    assert set(promised.split()) <= set(manifest)
    assert manifest["rounds_played"] == 3 * 10_007
    assert manifest["deals"] == 10_007
    assert manifest["partial"] is False
    assert {"dominolab", "engine", "numba", "numpy", "python"} <= set(manifest["versions"])


def test_a_place_that_cannot_be_written_to_is_found_before_playing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(chunks.engine, "play_rounds", lambda *arguments: pytest.fail("played"))
    with pytest.raises(OutputError):
        run_experiment(experiment(), tmp_path / "file", 1)


def test_the_key_stands_for_what_can_change_a_game() -> None:
    def key(what: Experiment) -> str:
        return provenance.run_key(arms.make_plan(what))

    base = key(experiment())
    assert base == key(experiment(title="other", name="other", measures=("points",), until=Until(deals=5)))
    pair = Comparison("heaviest", "random", "random"), Comparison("doubles-last", "random", "random")
    assert key(experiment(comparisons=pair)) == key(experiment(comparisons=pair[::-1]))
    others = [
        key(experiment(seed=2)),
        key(experiment(play="matches", measures=("match_win",))),
        key(experiment(THREE)),
        key(experiment(replace(DOUBLES, reserve=0))),
        key(experiment(comparisons=pair)),
        key(experiment(policies={**BUILTIN, "doubles-last": BUILTIN["doubles-last"].with_noise(0.1)})),
    ]
    assert len({base, *others}) == 1 + len(others)
    assert len(base) == 8


def test_matches_are_compared_too() -> None:
    what = experiment(play="matches", measures=("match_win", "rounds"), until=Until(deals=300))
    run = run_experiment(what, jobs=2, save=False, chunk=100)
    rows = run.table.set_index("measure")
    assert rows.baseline_value.match_win == 0.5
    assert rows.value.rounds > 1
    assert run.manifest["rounds_played"] > run.manifest["games_played"] == 900


@pytest.mark.parametrize("jobs", [0, -1, 1.5, True])
def test_jobs_are_a_whole_number(jobs: object) -> None:
    with pytest.raises(ValueError, match="jobs is a whole number"):
        run_experiment(experiment(), jobs=jobs, save=False)  # type: ignore[arg-type]
