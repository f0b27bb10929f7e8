"""The share of luck: the textbook's number, the bootstrap's interval, and how often it covers."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from analyzer.clusters import CrossSums
from analyzer.luck_share import share_change, share_columns, share_interval, share_sums


def correlation(plays: np.ndarray) -> float:
    """Return the intraclass correlation of an array of shape (plays, deals) as textbooks have it."""
    m, n = plays.shape
    means = plays.mean(axis=0)
    between = m * ((means - plays.mean()) ** 2).sum() / (n - 1)
    within = ((plays - means) ** 2).sum() / (n * (m - 1))
    return float((between - within) / (between + (m - 1) * within))


def wins(n: int, m: int, rng: np.random.Generator) -> np.ndarray:
    """Return games whose chance of winning is a deal's own, from a beta distribution: a share of 1 / (1 + 2)."""
    return (rng.random((m, n)) < rng.beta(0.8, 1.2, n)).astype(np.int64)


def points(n: int, m: int, rng: np.random.Generator) -> np.ndarray:
    """Return skewed, whole-numbered margins whose deals and plays share the variance alike."""
    return np.rint(20 * (rng.exponential(size=n) + rng.exponential(size=(m, n)))).astype(np.int64)


@pytest.mark.parametrize("plays", [2, 4, 9])
def test_the_share_is_the_intraclass_correlation(plays: int) -> None:
    rng = np.random.default_rng(plays)
    for outcome in (wins(700, plays, rng), points(700, plays, rng) - 30):
        interval = share_interval(share_sums(list(outcome)), plays, 0.95)
        assert interval.estimate == pytest.approx(correlation(outcome))
        table = pd.DataFrame(outcome.T).stack().rename_axis(["deal", "play"]).reset_index(name="y")
        of_deals = table.groupby("deal").y
        between = plays * of_deals.mean().var()
        within = of_deals.var(ddof=1).mean()
        assert interval.estimate == pytest.approx((between - within) / (between + (plays - 1) * within))
        assert 0 <= interval.low < interval.estimate < interval.high <= 1


def test_parts_add_up_to_the_whole() -> None:
    outcome = points(500, 3, np.random.default_rng(1))
    whole = share_sums(list(outcome))
    assert share_sums(list(outcome[:, :1])) + share_sums(list(outcome[:, 1:])) == whole


@pytest.mark.parametrize("make", [wins, points])
def test_the_interval_is_that_of_the_bootstrap_over_deals(make) -> None:  # type: ignore[no-untyped-def]
    """Deviation of log(MSB / MSW) over 2,000 bootstrap samples of 1,500 deals: known to 1.6 %, tolerance 6 %."""
    rng = np.random.default_rng(8)
    outcome, m = make(1500, 4, rng), 4
    interval = share_interval(share_sums(list(outcome)), m, 0.95)

    def log_ratio(share: float | np.ndarray) -> np.ndarray:
        return np.log((1 + (m - 1) * share) / (1 - np.asarray(share)))

    weights = rng.multinomial(1500, [1 / 1500] * 1500, size=2000)
    total, squares = outcome.sum(axis=0), (outcome**2).sum(axis=0)
    mean, two = weights @ total / 1500, weights @ (total**2)
    between, within = two / m - 1500 * mean**2 / m, weights @ squares - two / m
    spread = np.log((between / 1499) / (within / (1500 * (m - 1)))).std()
    ours = (log_ratio(interval.high) - log_ratio(interval.low)) / (2 * 1.96)
    assert float(ours) == pytest.approx(spread, rel=0.06)


def test_normal_outcomes_have_the_exact_interval() -> None:
    """Against the F interval, exact for normal outcomes: same ends within 0.02 at 5,000 deals."""
    rng = np.random.default_rng(6)
    n, m = 5000, 4
    outcome = np.rint(1000 * (rng.normal(size=n) + rng.normal(size=(m, n)))).astype(np.int64)
    interval = share_interval(share_sums(list(outcome)), m, 0.95)
    ratio = (1 + (m - 1) * interval.estimate) / (1 - interval.estimate)
    ends = [ratio / stats.f.ppf(p, n - 1, n * (m - 1)) for p in (0.975, 0.025)]
    exact = [(end - 1) / (end + m - 1) for end in ends]
    assert (interval.low, interval.high) == pytest.approx(exact, abs=0.002)


def test_all_or_nothing() -> None:
    same = share_interval(share_sums([np.array([0, 1, 1, 0, 1] * 40)] * 3), 3, 0.95)
    assert same.estimate == same.high == 1
    assert 0.9 < same.low < 1
    flat = share_interval(share_sums([np.ones(50, np.int64)] * 3), 3, 0.95)
    assert math.isnan(flat.estimate)
    assert math.isnan(flat.low)
    one = share_interval(share_sums([np.array([1]), np.array([0])]), 2, 0.95)
    assert math.isnan(one.estimate)
    none = share_interval(share_sums([np.array([0, 1] * 50), np.array([1, 0] * 50)]), 2, 0.95)
    assert (none.estimate, none.low, none.high) == (0, 0, 1)


@pytest.mark.statistical
@pytest.mark.parametrize(("make", "truth"), [(wins, 1 / 3), (points, 0.5)])
def test_intervals_cover_as_often_as_they_say(make, truth: float) -> None:  # type: ignore[no-untyped-def]
    """1,500 experiments of 1,000 deals played four times; standard error 0.0056, 0.93 to 0.967 is 3: false alarm 0.3 %.

    The F interval, which assumes normal outcomes, covers the exponential ones in 76 %.
    """
    rng = np.random.default_rng(17)
    covered = 0
    for _ in range(1500):
        interval = share_interval(share_sums(list(make(1000, 4, rng))), 4, 0.95)
        covered += interval.low <= truth <= interval.high
    assert 0.93 < covered / 1500 < 0.967


# --- two tables on the same deals ------------------------------------------------------------------------------------


def two_tables(n: int, m: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Return games at two tables whose chances of winning move together: shares of 1/3 and about 0.13."""
    chance = rng.beta(0.8, 1.2, n)
    other = (chance + rng.beta(2, 2, n)) / 2
    return tuple((rng.random((m, n)) < p).astype(np.int64) for p in (chance, other))  # type: ignore[return-value]


def both(one: np.ndarray, other: np.ndarray) -> CrossSums:
    return CrossSums.of((*share_columns(list(one)), *share_columns(list(other))))


def test_a_change_of_the_share_is_a_difference_and_its_interval_that_of_the_bootstrap() -> None:
    """Standard deviation over 1,000 bootstrap samples of 2,000 deals: known to 2.2 %, tolerance 8 %."""
    rng = np.random.default_rng(3)
    one, other = two_tables(2000, 4, rng)
    interval, factor = share_change(both(one, other), 4, 0.95)
    assert interval.estimate == pytest.approx(correlation(one) - correlation(other))
    changes = []
    for _ in range(1000):
        drawn = rng.integers(0, 2000, 2000)
        changes.append(correlation(one[:, drawn]) - correlation(other[:, drawn]))
    assert interval.half_width / 1.96 == pytest.approx(float(np.std(changes)), rel=0.08)
    apart = share_interval(share_sums(list(one)), 4, 0.95), share_interval(share_sums(list(other)), 4, 0.95)
    unpaired = math.hypot(*(each.half_width for each in apart))
    assert factor == pytest.approx((unpaired / interval.half_width) ** 2, rel=0.05)


def test_tables_that_play_alike_do_not_differ_and_a_flat_one_says_nothing() -> None:
    one, _ = two_tables(400, 3, np.random.default_rng(2))
    interval, factor = share_change(both(one, one), 3, 0.95)
    assert interval.estimate == 0
    assert 0 < interval.half_width < 0.02
    assert math.isnan(factor)
    for flat in (np.ones_like(one), np.repeat(one[:1], 3, axis=0)):
        interval, factor = share_change(both(one, flat), 3, 0.95)
        assert math.isnan(interval.estimate)
        assert math.isnan(interval.low)
        assert interval.p_value() == 1


@pytest.mark.statistical
def test_intervals_of_a_change_cover_as_often_as_they_say() -> None:
    """1,500 experiments of 1,000 deals played four times; 0.93 to 0.967 is 3 standard errors: false alarm 0.3 %."""
    truth, _ = share_change(both(*two_tables(1_000_000, 4, np.random.default_rng(0))), 4, 0.95)
    rng = np.random.default_rng(21)
    covered = 0
    for _ in range(1500):
        interval, _ = share_change(both(*two_tables(1000, 4, rng)), 4, 0.95)
        covered += interval.low <= truth.estimate <= interval.high
    assert 0.93 < covered / 1500 < 0.967
