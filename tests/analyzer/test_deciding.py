"""Runs that stop on what they find out, tables of all pairs, and searches for the best, carried out."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import analyzer
from analyzer import sequences
from analyzer.experiment import Comparison, Experiment, Until
from analyzer.runner import Run, run_experiment
from kernels.policies import BUILTIN
from kernels.rules import Rules
from tests.analyzer.samples import BLOCK, DOUBLES, PARTNERS, THREE, experiment, variant

NAMES = ("random", "heaviest", "doubles-first", "lightest")
DECIDED = Until(deals=None, decided=("win",), max_deals=200_000)


def pairs(*names: str, against: str = "random") -> tuple[Comparison, ...]:
    return tuple(Comparison(a, b, against, "pair") for a, b in itertools.combinations(names or NAMES, 2))


def table_of(*rules: Rules, **changes: object) -> Experiment:
    return experiment(*rules, **{"comparisons": pairs(), "until": Until(deals=20_000)} | changes)


def search(*rules: Rules, **changes: object) -> Experiment:
    return table_of(*rules, **{"best": NAMES, "until": Until(deals=60_000), "measures": ("points", "win")} | changes)


def run(what: Experiment, jobs: int = 1, chunk: int = 5000) -> Run:
    return run_experiment(what, jobs=jobs, save=False, chunk=chunk)


# --- all pairs -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [DOUBLES, THREE, PARTNERS])
def test_a_table_of_all_pairs_equals_a_recomputation_with_pandas(rules: Rules) -> None:
    game, deals = variant(rules), 3000
    what = table_of(rules, until=Until(deals=deals), measures=("win",))
    rows = run(what).table
    values = {}
    for name in NAMES:
        sides = []
        for side in range(rules.sides):
            seats = [name if seat % rules.sides == side else "random" for seat in range(rules.players)]
            rounds = analyzer.simulate(game, policies=seats, deals=deals, seed=what.seed)
            sides.append((rounds.team == side).astype(float))
        values[name] = pd.concat(sides, axis=1).mean(axis=1)
    arms_ = rows[rows.kind == "arm"].set_index("policy")
    assert list(arms_.index) == list(NAMES)
    for name in NAMES:
        assert arms_.estimate[name] == pytest.approx(values[name].mean(), rel=1e-12)
        if values[name].std() > 0:  # two players at random share every round
            assert arms_.high[name] - arms_.low[name] == pytest.approx(2 * 1.9608 * values[name].sem(), rel=1e-3)
    table = rows[rows.kind == "pair"]
    assert list(zip(table.policy, table.baseline, strict=True)) == list(itertools.combinations(NAMES, 2))
    widths = []
    for row in table.itertuples():
        difference = values[row.policy] - values[row.baseline]
        assert row.estimate == pytest.approx(difference.mean(), abs=1e-12)
        assert (row.value, row.baseline_value) == pytest.approx(
            (values[row.policy].mean(), values[row.baseline].mean())
        )
        widths.append((row.high - row.low) / 2 / difference.sem())
        assert row.variance_reduction > 1
    assert widths == pytest.approx([widths[0]] * 6, rel=1e-6)  # the same number of standard errors for all
    assert 1.96 < widths[0] < 2.64  # one interval; Bonferroni for six


def test_a_pair_is_the_comparison_of_the_same_two_only_wider() -> None:
    table = run(table_of()).table
    one = run(experiment(comparisons=(Comparison("heaviest", "lightest", "random"),), until=Until(deals=20_000))).table
    pair = table[(table.policy == "heaviest") & (table.baseline == "lightest")]
    same = ["value", "baseline_value", "estimate", "variance_reduction", "deals", "games", "against", "measure"]
    assert pair[same].to_numpy().tolist() == one[same].to_numpy().tolist()
    assert (pair.low.to_numpy() < one.low.to_numpy()).all()
    assert (pair.method == "t on deals, simultaneous for all pairs (max-t)").all()


def test_the_best_is_named_only_if_it_is_established() -> None:
    clear = run(table_of(until=Until(deals=60_000)))
    assert any("Best by win in game 0: heaviest, established" in note for note in clear.manifest["notes"])
    assert clear.manifest["best"] == {"game 0": ["heaviest"]}
    unclear = run(table_of(until=Until(deals=500)))
    assert any("No policy is established as the best by win" in note for note in unclear.manifest["notes"])
    assert len(unclear.manifest["best"]["game 0"]) > 1
    assert "best" not in run(experiment(until=Until(deals=500))).manifest


def test_equal_policies_and_rare_differences_have_their_place_in_a_table() -> None:
    policies = {**BUILTIN, "also random": replace(BUILTIN["random"], sentence="The same.")}
    what = table_of(BLOCK, comparisons=pairs("random", "also random", "heaviest"), policies=policies)
    rows = run(replace(what, until=Until(deals=300), measures=("win", "tied"))).table
    same = rows[(rows.kind == "pair") & (rows.baseline == "also random")]
    assert (same[["estimate", "low", "high"]] == 0).all(axis=None)
    rare = rows[(rows.kind == "pair") & (rows.baseline == "heaviest") & (rows.measure == "tied")]
    assert rare.method.str.contains("too rare").all()
    assert rare.method.str.endswith("(Bonferroni)").all()


def test_a_table_may_stop_on_its_width() -> None:
    rows = run(table_of(until=Until(deals=None, half_width={"win": 0.008}, max_deals=200_000))).table
    table = rows[(rows.kind == "pair") & (rows.measure == "win")]
    assert ((table.high - table.low) / 2 <= 0.008).all()
    assert 10_000 < table.deals.iloc[0] < 200_000


# --- until decided -------------------------------------------------------------------------------------------------


def test_a_run_stops_when_all_is_decided_and_says_what_its_intervals_are() -> None:
    done = run(table_of(until=DECIDED))
    assert done.manifest["stopped"].startswith("every difference decided, by win, after ")
    assert sequences.FIRST_LOOK <= done.manifest["deals"] < 200_000
    table = done.table[(done.table.kind == "pair") & (done.table.measure == "win")]
    assert set(table.verdict) <= {"better", "worse"}
    assert ((table.low > 0) | (table.high < 0)).all()
    assert set(done.table.method) == {sequences.SEQUENCE, sequences.RARE_SEQUENCE}  # random against itself: ties only
    notes = " ".join(done.manifest["notes"])
    assert "confidence sequence" in notes
    assert "The 6 differences by win share the error (union bound)" in notes
    assert "So do, by themselves, the 6 differences by other measures." in notes
    fixed = run(table_of(until=Until(deals=done.manifest["deals"]))).table
    assert (done.table.estimate == fixed.estimate).all()
    assert (done.table.high - done.table.low > fixed.high - fixed.low).all()


def test_the_interval_of_a_decided_run_is_the_sequence_at_its_share_of_the_level() -> None:
    one = experiment(comparisons=pairs(), measures=("win",), until=DECIDED)
    done = run(one)
    row = done.table[done.table.kind == "pair"].iloc[0]
    fixed = run(
        experiment(comparisons=(Comparison(row.policy, row.baseline, "random"),), measures=("win",)), chunk=5000
    )
    error = (fixed.table.high - fixed.table.low).iloc[0] / 2 / 1.9602 * np.sqrt(10_007)  # of one deal
    wanted = sequences.radius(row.deals, error, 0.05 / 6, sequences.intended_deals(10_000, 200_000))
    assert (row.high - row.low) / 2 == pytest.approx(wanted, rel=0.02)


def test_a_run_that_cannot_decide_says_so() -> None:
    equal = {"random": BUILTIN["random"], "like random": BUILTIN["heaviest"].with_noise(1.0)}
    what = experiment(comparisons=(Comparison("like random", "random", "random"),), policies=equal, measures=("win",))
    cap = replace(DECIDED, max_deals=20_000)
    done = run(replace(what, until=cap))
    assert done.manifest["stopped"] == "max_deals: 20,000 deals played, not every difference decided, by win"
    assert done.table.verdict.tolist() == ["undecided"]
    assert not done.partial
    same = run(replace(what, until=cap, same_within={"win": 0.05}))
    assert same.table.verdict.tolist() == ["practically the same"]
    assert same.manifest["deals"] < 20_000


def test_rule_changes_are_decided_too_even_where_deals_cannot_be_shared() -> None:
    variants = (variant(DOUBLES, "a"), variant(replace(DOUBLES, hand_size=7), "b", reference="a"))
    what = replace(
        experiment(comparisons=(), seats=("random",), measures=("plays", "blocked")),
        variants=variants,
        until=replace(DECIDED, decided=("plays",)),
    )
    rows = run(what).table
    change = rows[rows.kind == "rule change"]
    assert change.verdict.iloc[0] in ("higher", "lower")
    assert change.method.iloc[0] == sequences.SEQUENCE


# --- the search for the best ---------------------------------------------------------------------------------------


def test_a_search_drops_what_is_worse_and_goes_on_with_the_rest() -> None:
    done = run(search())
    assert done.manifest["stopped"].startswith("one policy left, by points, after ")
    assert done.manifest["best"] == {"game 0": ["heaviest"]}
    rows = done.table[done.table.measure == "points"].set_index(["kind", "policy", "baseline"])
    most = done.manifest["deals"]
    first = rows.loc[("arm", "doubles-first", "")]
    assert first.deals < most
    assert first.stopped == f"doubles-first dropped after {first.deals:,} deals: worse than random (points)"
    assert rows.loc[("arm", "heaviest", "")].deals == most
    assert rows.loc[("arm", "heaviest", "")].stopped == done.manifest["stopped"]
    assert set(rows.deals) >= {first.deals, most}
    full = run(search(until=Until(deals=int(first.deals)))).table
    again = full[full.measure == "points"].set_index(["kind", "policy", "baseline"])
    assert again.loc[("arm", "doubles-first", "")].estimate == first.estimate


def test_a_search_is_the_same_for_any_number_of_workers() -> None:
    what = search(DOUBLES, THREE)
    one, three = run(what), run(what, jobs=3)
    pd.testing.assert_frame_equal(one.table, three.table)
    assert one.manifest["deals"] == three.manifest["deals"]


def test_dropped_policies_are_not_played_any_more() -> None:
    done = run(search())
    everything = 7 * done.manifest["deals"]  # four policies in two seats, random against itself once
    assert done.manifest["games_played"] < everything


def test_a_search_among_candidates_goes_on_until_what_is_left_is_decided() -> None:
    against = tuple(Comparison(name, "random", "random") for name in NAMES[1:])
    what = experiment(
        comparisons=(*against, *pairs(*NAMES[1:])), best=NAMES[1:], measures=("win",), until=DECIDED, same_within=None
    )
    done = run(what)
    assert set(done.table.kind) == {"comparison", "pair"}
    assert done.manifest["stopped"].startswith("every difference decided, by win, after ")
    assert done.manifest["best"] == {"game 0": ["heaviest"]}
    best = done.table[(done.table.kind == "comparison") & (done.table.policy == "heaviest")]
    assert best.verdict.tolist() == ["better"]
    assert best.deals.tolist() == [done.manifest["deals"]]
