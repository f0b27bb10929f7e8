"""Every number of a run of house rules side by side, against plain pandas on the rounds themselves."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import analyzer
from analyzer.games import load_game
from analyzer.tables import round_table
from kernels.engine import play_rounds
from kernels.policies import BUILTIN

DEALS, SEED, PLAYS = 1500, 77, 3
POLICIES = ("random", "heaviest", "doubles-last")
CONFIG: dict[str, Any] = {
    "game": "doubles",
    "vary": {"draw": ["one", "until"], "unlock": ["suit", "none"]},
    "policies": list(POLICIES),
    "luck": {"plays": PLAYS},
    "until": {"deals": DEALS},
    "seed": SEED,
}
RULES = {"": {}, "draw: until": {"draw": "until"}, "unlock: none": {"unlock": "none"}}
RULES["draw: until, unlock: none"] = RULES["draw: until"] | RULES["unlock: none"]
TABLE = ("opener_wins", "blocked", "winner_points", "plays", "draws", "passes")


@pytest.fixture(scope="module")
def table() -> pd.DataFrame:
    return analyzer.compare(CONFIG, save=False).table


def rounds(rules: str, seats: list[str]) -> pd.DataFrame:
    """Return the measures of every deal under some rules."""
    game = {"preset": "doubles", **RULES[rules]}
    found = analyzer.simulate(game, policies=seats, deals=DEALS, seed=SEED)
    found["opener_wins"] = (found.team == found.opener).astype(int)
    found["blocked"] = (found.reason == "blocked").astype(int)
    found["winner_points"] = np.where(found.team == 0, found.points_0, np.where(found.team == 1, found.points_1, 0))
    return found


def gain(rules: str, policy: str, baseline: str = "random") -> pd.Series[Any]:
    """Return what a policy wins more than another on every deal, both seats taken, against random opponents."""

    def wins(name: str) -> pd.Series[Any]:
        first, second = rounds(rules, [name, "random"]), rounds(rules, ["random", name])
        return ((first.team == 0).astype(int) + (second.team == 1).astype(int)) / 2

    return wins(policy) - wins(baseline)


def agrees(row: Any, values: pd.Series[Any], level: float = 0.95) -> None:
    """Compare an estimate and its t interval with values of the deals."""
    assert row.estimate == pytest.approx(values.mean(), rel=1e-9, abs=1e-12)
    if row.method == "t on deals":
        half = stats.t.ppf((1 + level) / 2, len(values) - 1) * values.sem()
        assert (row.high - row.low) / 2 == pytest.approx(half, rel=1e-9)
    assert (row.deals, row.confidence) == (DEALS, level)


def test_what_each_rule_changes(table: pd.DataFrame) -> None:
    own, checked = rounds("", ["random"] * 2), 0
    for row in table[(table.kind == "rule change") & table.measure.isin(TABLE)].itertuples():
        values = rounds(str(row.house_rules), ["random"] * 2)[row.measure] - own[row.measure]
        agrees(row, values)
        assert row.reference == "doubles"
        assert row.value - row.baseline_value == pytest.approx(values.mean())
        checked += 1
    assert checked == 3 * len(TABLE)


def test_what_each_policy_gains_and_how_much_more_under_other_rules(table: pd.DataFrame) -> None:
    comparisons, interactions = (
        table[(table.kind == kind) & (table.baseline != "")] for kind in ("comparison", "interaction")
    )
    assert (len(comparisons), len(interactions)) == (4 * 2, 3 * 2)
    for row in comparisons.itertuples():
        assert (row.measure, row.against) == ("win", "random")
        agrees(row, gain(str(row.house_rules), str(row.policy)))
    for row in interactions.itertuples():
        agrees(row, gain(str(row.house_rules), str(row.policy)) - gain("", str(row.policy)))


def test_what_rules_change_together(table: pd.DataFrame) -> None:
    crossings = table[(table.kind == "interaction") & (table.baseline == "")]
    assert crossings.measure.tolist() == list(TABLE)
    both, until, unlocked, own = (
        rounds(rules, ["random"] * 2) for rules in ("draw: until, unlock: none", "draw: until", "unlock: none", "")
    )
    for row in crossings.itertuples():
        name = row.measure
        values = both[name] - until[name] - unlocked[name] + own[name]
        agrees(row, values)
        assert row.reference == "doubles (draw: until) + doubles (unlock: none)"
        assert row.value == pytest.approx((both[name] - own[name]).mean())
        assert row.games == 4 * DEALS
        apart = sum(one[name].var() for one in (both, until, unlocked, own))
        assert row.variance_reduction == pytest.approx(apart / values.var())


def test_every_two_policies_under_every_rule_and_the_best_of_them(table: pd.DataFrame) -> None:
    pairs = table[table.kind == "pair"]
    assert len(pairs) == 4 * 3
    for row in pairs.itertuples():
        values = gain(str(row.house_rules), str(row.policy), str(row.baseline))
        assert row.estimate == pytest.approx(values.mean(), rel=1e-9, abs=1e-12)
        assert row.high - row.low > 2 * 1.96 * values.sem()  # simultaneous
    run = analyzer.compare(CONFIG, save=False)
    for label, contenders in run.manifest["best"].items():
        rules = label.removeprefix("doubles").strip(" ()")
        mine = pairs[pairs.house_rules == rules]
        beaten = set(mine[mine.verdict == "worse"].policy) | set(mine[mine.verdict == "better"].baseline)
        assert contenders == [name for name in POLICIES if name not in beaten]


def share(plays: list[pd.Series[Any]]) -> float:
    """Return the intraclass correlation of an outcome, as textbooks have it."""
    outcome = np.array(plays, float)
    m = len(outcome)
    between = m * outcome.mean(axis=0).var(ddof=1)
    within = outcome.var(axis=0, ddof=1).mean()
    return float(max(0.0, (between - within) / (between + (m - 1) * within)))


def test_what_each_rule_changes_about_luck(table: pd.DataFrame) -> None:
    """The estimate exactly, the interval against a jackknife over blocks of deals (known to 10 %, tolerance 30 %)."""
    seats = [BUILTIN["random"].with_noise(1.0)] * 2
    outcomes = {}
    for rules, changes in RULES.items():
        variant = load_game({"preset": "doubles", **changes}, 2)
        plays = [play_rounds(variant.rules, seats, SEED, 0, DEALS, replicate=replicate) for replicate in range(PLAYS)]
        outcomes[rules] = [(round_table(one, variant.rules, 0).team == 0).astype(int) for one in plays]
    found = table[(table.kind == "rule change") & (table.measure == "luck_win")]
    assert len(found) == 3
    for row in found.itertuples():
        one, other = outcomes[str(row.house_rules)], outcomes[""]
        assert row.estimate == pytest.approx(share(one) - share(other), abs=1e-12)
        assert (row.value, row.baseline_value) == (pytest.approx(share(one)), pytest.approx(share(other)))
        assert (row.deals, row.games, row.unit, row.reference) == (DEALS, 2 * PLAYS * DEALS, "share", "doubles")
        left_out = []
        for block in range(150):
            kept = np.arange(DEALS) % 150 != block
            left_out.append(share([play[kept] for play in one]) - share([play[kept] for play in other]))
        error = np.sqrt((149**2 / 150) * np.var(left_out, ddof=1))
        assert (row.high - row.low) / (2 * 1.96) == pytest.approx(float(error), rel=0.3)


def test_the_number_of_workers_changes_nothing(table: pd.DataFrame) -> None:
    for jobs in (1, 2):
        pd.testing.assert_frame_equal(analyzer.compare(CONFIG, jobs=jobs, save=False).table, table)


def test_verdicts_hold_together(table: pd.DataFrame) -> None:
    """Holm over all differences of the run, recomputed from estimates and standard errors."""
    judged = table[table.kind.isin(["rule change", "comparison"]) & (table.unit != "share")]
    family = [*judged.itertuples(), *table[table.kind == "pair"].itertuples()]
    p_values = []
    for row in family:
        if row.kind == "pair":
            error = gain(str(row.house_rules), str(row.policy), str(row.baseline)).sem()
        else:
            error = (row.high - row.low) / 2 / stats.t.ppf(0.975, DEALS - 1)
        p_values.append(2 * stats.t.sf(abs(row.estimate) / error, DEALS - 1))
    order = np.argsort(p_values)
    steps = [(len(p_values) - rank) * p_values[index] for rank, index in enumerate(order)]
    adjusted = dict(zip(order, itertools.accumulate(steps, max), strict=True))
    for index, row in enumerate(family):
        if row.verdict in ("better", "worse", "higher", "lower"):
            assert adjusted[index] < 0.05
        if row.verdict == "undecided":
            assert adjusted[index] >= 0.05
