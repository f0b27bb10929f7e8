"""Groups of deals, differences of differences, sweeps and luck: every number against plain pandas."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import analyzer
from analyzer import bands, clusters
from analyzer.experiment import Comparison, Experiment, Luck, Until
from analyzer.runner import run_experiment
from analyzer.tables import match_table, round_table
from kernels.engine import play_matches, play_rounds
from kernels.policies import BUILTIN, weigh
from kernels.rules import Rules
from tests.analyzer.samples import BLOCK, DOUBLES, PARTNERS, THREE, experiment, variant
from tests.kernels import plugged

DEALS = 3000
ALL = ("doubles_dealt", "pips_dealt", "seat", "opener", "lead")
PAIR = (Comparison("heaviest", "lightest", "random"),)


def table(what: Experiment, jobs: int = 1, **options: object) -> pd.DataFrame:
    return run_experiment(what, jobs=jobs, save=False, **options).table  # type: ignore[arg-type]


def games(what: Experiment, rules: Rules, policy: str, against: str = "random") -> pd.DataFrame:
    """Return one row a deal and seating: what was measured, and the groups it falls into, from `analyzer.simulate`."""
    parts = []
    for side in range(rules.sides):
        seats = [what.policies[policy if seat % rules.sides == side else against] for seat in range(rules.players)]
        rounds = analyzer.simulate(variant(rules), policies=seats, deals=DEALS, seed=what.seed)
        mine = range(side, rules.players, rules.sides)
        others = [rounds[f"points_{one}"] for one in range(rules.sides) if one != side]
        pips = sum(rounds[f"pips_dealt_{seat}"] for seat in mine)
        parts.append(
            pd.DataFrame(
                {
                    "deal": rounds.deal,
                    "side": side,
                    "win": (rounds.team == side).astype(int),
                    "points": rounds[f"points_{side}"],
                    "margin": rounds[f"points_{side}"] - sum(others) / len(others),
                    "blocked": (rounds.reason == "blocked").astype(int),
                    "doubles dealt": sum(rounds[f"doubles_dealt_{seat}"] for seat in mine).astype(str),
                    "pips dealt": ((pips - 1) // 7).map(lambda band: f"{band * 7 + 1}-{band * 7 + 7}"),
                    "seat": str(side),
                    "seats": " and ".join(map(str, mine)),
                    "opener": np.where(rounds.opener % rules.sides == side, "candidate", "another"),
                    "lead": rounds.lead,
                }
            )
        )
    return pd.concat(parts, ignore_index=True)


def clustered(of_group: pd.DataFrame) -> tuple[float, float, int]:
    """Return mean, its standard error and the number of deals of a group's differences."""
    deals = of_group.groupby("deal").difference.agg(["sum", "size"])
    mean = deals["sum"].sum() / deals["size"].sum()
    left = deals["sum"] - mean * deals["size"]
    m = len(deals)
    return float(mean), math.sqrt(m / (m - 1) * float((left**2).sum())) / float(deals["size"].sum()), m


# --- groups ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [DOUBLES, THREE, PARTNERS])
def test_every_group_equals_a_recomputation_with_pandas(rules: Rules) -> None:
    rules = replace(rules, first_lead="highest_double", lead_tile="forced", no_double="redeal")
    names = ("win", "points", "margin", "blocked")
    what = experiment(rules, comparisons=PAIR, measures=names, split=ALL, until=Until(deals=DEALS))
    rows = table(what)
    parts = rows[rows.split != ""]
    assert (parts.kind == "comparison").all()
    first, second = games(what, rules, "heaviest"), games(what, rules, "lightest")
    groups = ["doubles dealt", "pips dealt", "seat" if rules.players == rules.sides else "seats", "opener", "lead"]
    assert (first[groups] == second[groups]).all(axis=None), "a group must be known before anybody plays"
    checked = 0
    for row in parts.itertuples():
        axis, _, group = str(row.split).partition(": ")
        assert axis in groups
        chosen = first[axis] == (group.split()[0] if axis == "opener" else group)
        one, other = first[chosen], second[chosen]
        of_group = one.assign(difference=one[row.measure] - other[row.measure])
        assert row.deals == of_group.deal.nunique()
        assert row.games == 2 * len(of_group)
        if row.deals < clusters.MIN_DEALS:
            assert row.verdict == "too few deals"
            assert all(math.isnan(x) for x in (row.value, row.baseline_value, row.estimate, row.low, row.high))
            continue
        mean, error, m = clustered(of_group)
        assert row.estimate == pytest.approx(mean, rel=1e-9, abs=1e-12)
        assert row.value == pytest.approx(one[row.measure].mean())
        assert row.baseline_value == pytest.approx(other[row.measure].mean())
        half = stats.t.ppf(0.975, m - 1) * error
        if "rare" in row.method:
            assert (row.high - row.low) / 2 > half
        else:
            assert (row.high - row.low) / 2 == pytest.approx(half, rel=1e-9)
            assert row.verdict in ("better", "worse", "higher", "lower", "undecided")
        if row.measure != "blocked":
            apart = (one[row.measure].var() + other[row.measure].var()) / len(one)
            assert row.variance_reduction == pytest.approx(apart / error**2, rel=1e-9)
        checked += 1
    assert checked > 40
    for axis in groups:
        of_axis = parts[(parts.measure == "win") & parts.split.str.startswith(f"{axis}: ")]
        assert of_axis.games.sum() == 2 * len(first)


def test_arms_are_split_by_what_the_whole_table_was_dealt() -> None:
    names = ("blocked", "round_points", "win_seat_1")
    what = experiment(
        BLOCK, comparisons=(), seats=("random",), measures=names, split=ALL, until=Until(deals=DEALS), seed=4
    )
    rows = table(what)
    rounds = analyzer.simulate(variant(BLOCK), policies=["random"], deals=DEALS, seed=4)
    rounds["blocked"] = (rounds.reason == "blocked").astype(int)
    rounds["round_points"] = rounds.points_0 + rounds.points_1
    rounds["win_seat_1"] = (rounds.team == 1).astype(int)
    parts = rows[rows.split != ""]
    assert not parts.split.str.startswith("seat").any()
    for name in names:
        own = name == "win_seat_1"
        doubles = rounds.doubles_dealt_1 if own else rounds.doubles_dealt_0 + rounds.doubles_dealt_1
        pips = rounds.pips_dealt_1 if own else rounds.pips_dealt_0 + rounds.pips_dealt_1
        whose = "" if own else " to all"
        band = ((pips - 1) // 7).map(lambda band: f"{band * 7 + 1}-{band * 7 + 7}")
        labels = [
            f"doubles dealt{whose}: " + doubles.astype(str),
            f"pips dealt{whose}: " + band,
            "opener: seat " + rounds.opener.astype(str),
            "lead: " + rounds.lead,
        ]
        expected = pd.concat([rounds.groupby(label)[name].agg(["mean", "size", "sem"]) for label in labels])
        found = parts[parts.measure == name].set_index("split")
        assert set(found.index) == set(expected.index)
        for label, row in found.iterrows():
            mean, size, sem = expected.loc[label]
            assert row.deals == size
            if size < clusters.MIN_DEALS:
                assert row.verdict == "too few deals"
                assert math.isnan(row.estimate)
            else:
                assert row.value == row.estimate == pytest.approx(mean)
                assert row.verdict == ""
                if row.method == "t on deals":
                    assert (row.high - row.low) / 2 == pytest.approx(stats.t.ppf(0.975, size - 1) * sem)


def test_a_policy_against_itself_is_the_same_in_every_group() -> None:
    same = (Comparison("random", "random", "random"),)
    rows = table(experiment(comparisons=same, split=("seat",), until=Until(deals=500)))
    parts = rows[rows.split != ""]
    assert len(parts) == 4
    assert set(parts.verdict) == {"practically the same"}
    assert (parts[["estimate", "low", "high"]] == 0).all(axis=None)


# --- differences of differences --------------------------------------------------------------------------------------


def differences(what: Experiment, rules: Rules, name: str) -> pd.Series[Any]:
    """Return the difference of each deal, averaged over the seatings."""
    first, second = games(what, rules, "heaviest"), games(what, rules, "lightest")
    return (first[name] - second[name]).groupby(first.deal).mean()


@pytest.mark.parametrize(
    "others",
    [replace(DOUBLES, draw="until"), replace(DOUBLES, hand_size=6), THREE],
    ids=["same hands", "other hands", "other players"],
)
def test_an_interaction_equals_a_recomputation_with_pandas(others: Rules) -> None:
    names = ("win", "points", "margin")
    what = experiment(DOUBLES, others, comparisons=PAIR, measures=names, until=Until(deals=DEALS))
    rows = table(what)
    found = rows[rows.kind == "interaction"].set_index("measure")
    assert list(found.index) == list(names)
    effects = rows[rows.kind == "comparison"].set_index(["players", "measure"])
    for name, row in found.iterrows():
        here, there = differences(what, others, str(name)), differences(what, DOUBLES, str(name))
        change = here - there
        assert row.estimate == pytest.approx(change.mean(), rel=1e-9, abs=1e-12)
        assert (row.value, row.baseline_value) == (pytest.approx(here.mean()), pytest.approx(there.mean()))
        half = stats.t.ppf(0.975, DEALS - 1) * change.sem()
        assert (row.high - row.low) / 2 == pytest.approx(half, rel=1e-9)
        assert row.reference == "game 0"
        assert row.verdict in ("larger", "smaller", "undecided")
        assert (row.policy, row.baseline, row.against) == ("heaviest", "lightest", "random")
        assert row.deals == DEALS
    if others is THREE:
        apart = sum(  # what unpaired games would have: both comparisons' own factors, undone
            effects.loc[(p, "win")].variance_reduction * differences(what, r, "win").var()
            for p, r in ((2, DOUBLES), (3, THREE))
        )
        change = differences(what, THREE, "win") - differences(what, DOUBLES, "win")
        assert found.loc["win"].variance_reduction == pytest.approx(apart / change.var())


def test_interactions_go_by_the_reference_of_each_variant_and_the_first_of_all() -> None:
    rules = (DOUBLES, replace(DOUBLES, draw="until"), BLOCK, replace(BLOCK, hand_size=6))
    variants = (
        variant(rules[0], "a"),
        variant(rules[1], "a until", "a"),
        variant(rules[2], "b"),
        variant(rules[3], "b six", "b"),
    )
    what = replace(experiment(until=Until(deals=500), measures=("win",)), variants=variants)
    rows = table(what)
    found = rows[rows.kind == "interaction"]
    assert found.reference.tolist() == ["a", "a", "b"]
    late = replace(what, variants=(variants[1], variants[0], variants[3], variants[2]))
    found = table(late).query("kind == 'interaction'")
    assert found.reference.tolist() == ["a", "b", "a"]
    assert not (table(experiment(until=Until(deals=500))).kind == "interaction").any()


def test_asking_for_more_changes_no_row_of_what_was_there() -> None:
    base = experiment(DOUBLES, THREE, until=Until(deals=2000), measures=("win", "margin"))
    more = replace(base, split=ALL, luck=Luck(plays=2))
    before, after = table(base), table(more)
    pd.testing.assert_frame_equal(before, after.head(len(before)))


@pytest.mark.statistical
def test_equal_policies_have_equal_effects() -> None:
    """300 runs of 200 deals with an exact null in both games; 0.02 to 0.08 is 2.4 standard errors or more each way."""
    policies = {**BUILTIN, "other": plugged.policy(plugged.also_uniform)}
    pair, alarms = (Comparison("other", "random", "random"),), 0
    for seed in range(300):
        what = experiment(
            DOUBLES,
            replace(DOUBLES, draw="until"),
            comparisons=pair,
            policies=policies,
            measures=("points",),
            seed=seed,
            until=Until(deals=200),
        )
        (row,) = (row for row in table(what).itertuples() if row.kind == "interaction")
        alarms += row.verdict != "undecided"
    assert 0.02 <= alarms / 300 <= 0.08


# --- sweeps ----------------------------------------------------------------------------------------------------------


def swept(*values: float) -> Experiment:
    policies = {**BUILTIN, **{f"p[doubles={x:g}]": weigh({"doubles": x, "pips": 0.1}) for x in values}}
    comparisons = tuple(Comparison(f"p[doubles={x:g}]", "heaviest", "random", parameter=x) for x in values)
    return experiment(policies=policies, comparisons=comparisons, until=Until(deals=DEALS))


def test_a_sweep_equals_a_recomputation_with_pandas() -> None:
    values = (-2.0, -0.3, 0.3, 2.0)
    what = swept(*values)
    rows = table(what)
    assert rows.parameter.tolist() == [x for x in values for _ in what.measures]
    for name in what.measures:
        baseline = games(what, DOUBLES, "heaviest")
        deals = {}
        for x in values:
            candidate = games(what, DOUBLES, f"p[doubles={x:g}]")
            deals[x] = (candidate[name] - baseline[name]).groupby(candidate.deal).mean()
        curve = pd.DataFrame(deals)
        value = bands.critical_value(curve.corr().to_numpy(), DEALS - 1, 0.95)
        assert 1.97 < value < stats.norm.ppf(1 - 0.025 / 4)
        for x, row in rows[rows.measure == name].set_index("parameter").iterrows():
            assert row.estimate == pytest.approx(curve[x].mean())
            assert (row.high - row.low) / 2 == pytest.approx(value * curve[x].sem(), rel=1e-4)
            assert "simultaneous for 4 values (max-t)" in row.method


def test_a_width_is_reached_by_the_whole_band() -> None:
    what = replace(swept(-2.0, 2.0), until=Until(deals=None, half_width={"win": 0.008}, max_deals=100_000))
    rows = table(what, chunk=1000)
    widths = (rows.high - rows.low)[rows.measure == "win"] / 2
    assert widths.max() <= 0.008
    assert rows.deals[0] < 100_000


# --- luck ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("play", ["rounds", "matches"])
def test_luck_equals_a_recomputation_with_pandas(play: str) -> None:
    deals = DEALS if play == "rounds" else 200
    names = ("win",) if play == "rounds" else ("match_win",)
    pair = (Comparison("heaviest", "lightest", "random"),)
    what = experiment(
        comparisons=pair,
        measures=names,
        play=play,
        luck=Luck(plays=3, noise=(0.0, 0.5)),
        until=Until(deals=deals),
    )
    run = run_experiment(what, jobs=1, save=False)
    rows = run.table[run.table.kind == "luck"]
    assert rows.parameter.unique().tolist() == [0.0, 0.5]
    assert rows.measure.unique().tolist() == (["luck_win", "luck_points"] if play == "rounds" else ["luck_win"])
    assert set(rows.policy) == {"lightest"}
    assert set(rows.unit) == {"share"}
    assert run.manifest["games_played"] == 4 * deals + 2 * 3 * deals
    for row in rows.itertuples():
        seats = [BUILTIN["lightest"].with_noise(row.parameter)] * 2
        outcome = {}
        for replicate in range(3):
            if play == "rounds":
                records = play_rounds(DOUBLES, seats, what.seed, 0, deals, replicate=replicate)
                rounds = round_table(records, DOUBLES, 0)
                outcome[replicate] = (
                    (rounds.team == 0).astype(int) if row.measure == "luck_win" else rounds.points_0 - rounds.points_1
                )
            else:
                records = play_matches(DOUBLES, seats, what.seed, 0, deals, replicate=replicate)
                outcome[replicate] = (match_table(records, DOUBLES, 0).winner == 0).astype(int)
        wide = pd.DataFrame(outcome)
        between, within = 3 * wide.mean(axis=1).var(), wide.var(axis=1).mean()
        share = (between - within) / (between + 2 * within)
        assert row.estimate == row.value == pytest.approx(share)
        assert row.low < share < row.high
        assert (row.deals, row.games) == (deals, 3 * deals)


def test_what_the_seats_play_has_luck_too_and_random_players_one_value_only() -> None:
    arm = experiment(comparisons=(), seats=("random", "heaviest"), measures=("opener_wins",), luck=Luck(plays=2))
    rows = table(replace(arm, until=Until(deals=300)))
    luck = rows[rows.kind == "luck"]
    assert luck.parameter.unique().tolist() == [0, 0.1, 0.3, 1]
    assert set(luck.policy) == {"random, heaviest"}
    assert luck[luck.measure == "luck_win"].estimate.is_monotonic_decreasing
    alone = table(experiment(luck=Luck(plays=2), until=Until(deals=300)))
    assert alone[alone.kind == "luck"].parameter.tolist() == [1, 1]


# --- all of it -------------------------------------------------------------------------------------------------------


def test_results_do_not_depend_on_jobs_and_chunks() -> None:
    what = experiment(DOUBLES, THREE, split=ALL, luck=Luck(plays=2), until=Until(deals=2001))
    sweep = swept(-1.0, 1.0)
    what = replace(what, comparisons=(*what.comparisons, *sweep.comparisons), policies=sweep.policies)
    one = table(what)
    for jobs, chunk in ((1, 97), (2, 500), (3, 333)):
        pd.testing.assert_frame_equal(one, table(what, jobs, chunk=chunk))


def test_matches_are_split_by_seat_and_first_opener() -> None:
    deals = 400
    what = experiment(
        DOUBLES,
        replace(DOUBLES, draw="until"),
        play="matches",
        measures=("match_win", "rounds"),
        split=("seat", "opener"),
        until=Until(deals=deals),
    )
    rows = table(what)
    assert (rows.kind == "interaction").sum() == 2
    parts = rows[(rows.split != "") & (rows.measure == "match_win")].head(4).set_index("split")
    assert list(parts.index) == ["seat: 0", "seat: 1", "opener: another seat", "opener: candidate"]
    last, random = "doubles-last", "random"
    outcome = []
    for side in (0, 1):
        seats = [last if seat == side else random for seat in (0, 1)]
        matches = analyzer.simulate_matches(variant(DOUBLES), policies=seats, matches=deals, seed=what.seed)
        base = analyzer.simulate_matches(variant(DOUBLES), policies=[random], matches=deals, seed=what.seed)
        difference = (matches.winner == side).astype(int) - (base.winner == side).astype(int)
        opens = np.where(base.opener == side, "candidate", "another")
        outcome.append(pd.DataFrame({"deal": base.match, "opens": opens, "difference": difference}))
        assert parts.loc[f"seat: {side}"].estimate == pytest.approx(difference.mean())
    for who, of_group in pd.concat(outcome).groupby("opens"):
        (label,) = (label for label in parts.index if str(who) in str(label))
        assert parts.loc[label].estimate == pytest.approx(clustered(of_group)[0])
        assert parts.loc[label].deals == deals


def test_after_a_stop_on_what_was_seen_groups_and_interactions_are_confidence_sequences() -> None:
    what = experiment(DOUBLES, replace(DOUBLES, draw="until"), measures=("win",), split=("seat", "doubles_dealt"))
    early = replace(what, until=Until(deals=None, decided=("win",), max_deals=200_000))
    rows = table(early, chunk=5000)
    assert rows.deals.max() < 200_000
    fixed = table(replace(what, until=Until(deals=int(rows.deals.max()))))
    extra = (rows.split != "") | (rows.kind == "interaction")
    extra &= rows.verdict != "too few deals"
    assert rows.method[extra].str.contains("confidence sequence").all()
    assert (rows.estimate[extra] == fixed.estimate[extra]).all()
    wider = ((rows.high - rows.low) / (fixed.high - fixed.low))[extra]
    assert wider.between(1.2, 2.5).all()


def test_a_search_for_the_best_policy_keeps_to_itself() -> None:
    names = ("random", "heaviest", "doubles-last")
    pairs = tuple(Comparison(a, b, "random", "pair") for a, b in (names[:2], names[1:], names[::2]))
    what = experiment(DOUBLES, THREE, comparisons=pairs, best=names, measures=("win",), until=Until(deals=2000))
    assert not table(what).kind.isin(["interaction", "luck"]).any()
