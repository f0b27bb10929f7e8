"""Intervals that cover what they say, sums that cannot overflow, verdicts that hold together."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from analyzer.statistics import (
    Interval,
    Moments,
    PairMoments,
    adjusted,
    identical,
    mean_interval,
    never_seen,
    verdict,
    wilson_interval,
)


def moments(values: object) -> Moments:
    return Moments.of(np.asarray(values, np.int64))


# --- sums ----------------------------------------------------------------------------------------------------------


def test_a_million_rounds_of_69_points_have_the_right_sum_of_squares() -> None:
    assert moments(np.full(1_000_000, 69)).squares == 4_761_000_000


def test_sums_go_on_beyond_64_bits() -> None:
    big = Moments(3_000_000_000, 2**62, 2**63 - 1, 3_000_000_000, 0, 2**40)
    merged = sum([big] * 5, Moments())
    assert merged.n == 15_000_000_000
    assert merged.total == 5 * 2**62
    assert merged.squares == 5 * (2**63 - 1)


def test_an_array_whose_squares_overflow_64_bits_is_summed_exactly() -> None:
    values = [2**40, -(2**41), 3, 0]
    result = moments(values)
    assert result.total == sum(values)
    assert result.squares == sum(value**2 for value in values)


@given(st.lists(st.integers(-(10**6), 10**6), max_size=40), st.integers(0, 40))
def test_merging_parts_equals_the_whole_in_any_order(values: list[int], cut: int) -> None:
    a, b = moments(values[:cut]), moments(values[cut:])
    assert a + b == b + a == moments(values)


@given(st.lists(st.integers(-(10**6), 10**6), min_size=2, max_size=40), st.integers(1, 7))
def test_mean_and_variance_are_correctly_rounded(values: list[int], scale: int) -> None:
    exact = [Fraction(value, scale) for value in values]
    mean = sum(exact, Fraction(0)) / len(exact)
    variance = sum(((value - mean) ** 2 for value in exact), Fraction(0)) / (len(exact) - 1)
    assert moments(values).mean(scale) == float(mean)
    assert moments(values).variance(scale) == float(variance)


# --- proportions ---------------------------------------------------------------------------------------------------

WILSON = {
    (0, 10): (0, 0.2775328),
    (10, 10): (0.7224672, 1),
    (0, 50): (0, 0.0713476),
    (5, 10): (0.23659309, 0.76340691),
    (5203, 10000): (0.51050234, 0.53008207),
}


@pytest.mark.exact
@pytest.mark.parametrize(("counts", "ends"), WILSON.items())
def test_wilson_interval(counts: tuple[int, int], ends: tuple[float, float]) -> None:
    interval = wilson_interval(*counts, 0.95)
    assert (interval.low, interval.high) == pytest.approx(ends, abs=5e-8)
    assert 0 <= interval.low < interval.high <= 1


@given(st.integers(1, 10**7), st.floats(0, 1), st.sampled_from([0.8, 0.95, 0.999]))
def test_wilson_interval_agrees_with_scipy(n: int, share: float, confidence: float) -> None:
    k = round(share * n)
    theirs = stats.binomtest(k, n).proportion_ci(confidence, method="wilson")
    ours = wilson_interval(k, n, confidence)
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=1e-12)
    assert ours.low < ours.high


@pytest.mark.exact
def test_wilson_intervals_cover_as_often_as_they_say() -> None:
    """Exact coverage by the binomial distribution, averaged over 97 proportions: no chance, no false alarm."""
    n = 300
    intervals = [wilson_interval(k, n, 0.95) for k in range(n + 1)]
    low, high = np.array([i.low for i in intervals]), np.array([i.high for i in intervals])
    covered = [stats.binom.pmf(np.arange(n + 1), n, p)[(low <= p) & (p <= high)].sum() for p in np.arange(2, 99) / 100]
    assert 0.945 < np.mean(covered) < 0.955
    assert min(covered) > 0.92


# --- means and differences -----------------------------------------------------------------------------------------


@pytest.mark.exact
def test_the_difference_on_shared_deals_uses_the_spread_of_the_differences() -> None:
    a, b = np.array([10, -5, 20, 0, 15, -10]), np.array([8, -6, 17, -1, 12, -12])
    interval = mean_interval(moments(a - b), 0.95, span=100)
    assert interval.estimate == 2.0
    assert interval.error == pytest.approx(0.36514837)
    assert (interval.low, interval.high) == pytest.approx((1.06136, 2.93864), abs=5e-6)
    theirs = stats.ttest_rel(a, b).confidence_interval(0.95)
    assert (interval.low, interval.high) == pytest.approx((theirs.low, theirs.high))


def test_a_difference_counted_in_parts_is_scaled() -> None:
    whole, parts = mean_interval(moments([1, 2, 4, 4]), 0.9), mean_interval(moments([4, 8, 16, 16]), 0.9, scale=4)
    assert (whole.low, whole.high) == pytest.approx((parts.low, parts.high))


@pytest.mark.parametrize("value", [0, 1])
def test_no_spread_seen_is_not_certainty(value: int) -> None:
    interval = mean_interval(moments([value] * 1000), 0.95, span=1)
    assert interval.half_width == pytest.approx(3.68e-3, rel=0.01)
    assert interval.estimate == value


def test_only_the_same_plays_are_certainly_equal() -> None:
    assert (identical().low, identical().high) == (0, 0)
    assert verdict(identical(), 1.0, confidence=0.95) == "practically the same"


def test_one_deal_says_nothing_about_the_spread() -> None:
    interval = mean_interval(moments([3]), 0.95)
    assert math.isnan(interval.low)
    assert math.isnan(interval.high)
    assert mean_interval(moments([1]), 0.95, limits=(-1, 1)).low == -1


def test_never_seen_is_the_exact_bound_for_no_case() -> None:
    for n in (1, 10, 1000, 10**8):
        theirs = stats.binomtest(0, n).proportion_ci(0.95, method="exact").high
        assert never_seen(n, 0.95) == pytest.approx(theirs, rel=1e-9)


@pytest.mark.exact
@pytest.mark.parametrize("expected", [0.5, 1, 2, 3, 5, 8, 12, 20, 45, 50, 60])
def test_rare_differences_are_covered(expected: float) -> None:
    """A few of 5,000 deals differ by 1: coverage by the Poisson distribution, over the number that did."""
    n, truth = 5000, expected / 5000
    covered = 0.0
    for k in range(150):
        interval = mean_interval(moments([1] * k + [0] * (n - k)), 0.95, span=1)
        covered += float(stats.poisson.pmf(k, expected)) * (interval.low <= truth <= interval.high)
    assert covered > 0.935


@pytest.mark.statistical
def test_t_intervals_cover_as_often_as_they_say() -> None:
    """2,000 experiments of 400 deals; standard error 0.005, so 0.935 to 0.965 is 3 of them: false alarm 0.3 %."""
    rng = np.random.default_rng(1908)
    values, chance = np.array([-2, -1, 0, 1, 2, 9]), [0.1, 0.2, 0.3, 0.3, 0.08, 0.02]
    truth = float(values @ chance)
    deals = rng.choice(values, p=chance, size=(2000, 400))
    intervals = [mean_interval(moments(row), 0.95, span=9) for row in deals]
    covered = np.mean([i.low <= truth <= i.high for i in intervals])
    assert 0.935 < covered < 0.965


@pytest.mark.statistical
def test_stopping_on_the_width_keeps_the_level() -> None:
    """2,000 runs stop at the first look at which the half-width is reached; tolerance 0.93 to 0.97, 3.6 errors down."""
    rng = np.random.default_rng(1965)
    look, looks, truth, goal = 250, 40, 0.1, 0.025
    covered = []
    for _ in range(2000):
        chunks = rng.choice([-1, 0, 1], p=[0.2, 0.5, 0.3], size=(looks, look))
        seen = Moments()
        for chunk in chunks:
            seen += moments(chunk)
            interval = mean_interval(seen, 0.95, span=1)
            if seen.n >= 1000 and interval.half_width <= goal:
                break
        covered.append(interval.low <= truth <= interval.high)
    assert 0.93 < np.mean(covered) < 0.97


# --- how much pairing gains ----------------------------------------------------------------------------------------


@pytest.mark.statistical
def test_the_variance_reduction_factor_is_what_separate_deals_would_cost() -> None:
    """20,000 deals, two seats, luck of the deal shared by both arms; against a simulation without sharing, 5 %."""
    rng = np.random.default_rng(3)
    n = 20_000
    luck = rng.integers(-10, 11, n)
    first = [luck + rng.integers(-3, 4, n) + 1, -luck + rng.integers(-3, 4, n) + 1]
    second = [luck + rng.integers(-3, 4, n), -luck + rng.integers(-3, 4, n)]
    pair = PairMoments(moments(sum(first) - sum(second)), tuple(map(moments, first)), tuple(map(moments, second)))
    paired = np.var((sum(first) - sum(second)) / 2) / n
    apart = (np.var(rng.permutation(first[0])) + np.var(second[0])) / (2 * n)
    assert pair.variance_reduction() == pytest.approx(apart / paired, rel=0.05)
    assert pair.variance_reduction() > 8
    assert pair.values() == pytest.approx((1, 0), abs=0.1)


def test_no_difference_left_gives_no_factor() -> None:
    same = (moments([1, 2, 3]),)
    assert math.isnan(PairMoments(moments([0, 0, 0]), same, same).variance_reduction())


# --- verdicts ------------------------------------------------------------------------------------------------------


def found(estimate: float, error: float) -> Interval:
    return Interval(estimate, estimate - 1.96 * error, estimate + 1.96 * error, error, math.inf, "t on deals")


@pytest.mark.parametrize(
    ("estimate", "error", "better", "margin", "word"),
    [
        (0.1, 0.01, "higher", None, "better"),
        (-0.1, 0.01, "higher", None, "worse"),
        (0.1, 0.01, "lower", None, "worse"),
        (-0.1, 0.01, "lower", None, "better"),
        (-0.1, 0.01, "", None, "lower"),
        (0.01, 0.01, "higher", None, "undecided"),
        (0.01, 0.01, "higher", 0.05, "practically the same"),
        (0.03, 0.01, "higher", 0.06, "practically the same"),
        (0.03, 0.01, "higher", 0.04, "better"),
        (0.0, 0.01, "higher", 0.01, "undecided"),
    ],
)
def test_verdicts(estimate: float, error: float, better: str, margin: float | None, word: str) -> None:
    interval = found(estimate, error)
    assert verdict(interval, interval.p_value(), confidence=0.95, better=better, margin=margin) == word


def test_holm_adjustment() -> None:
    assert adjusted([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert adjusted([]) == []


def test_practically_the_same_must_hold_for_all_together() -> None:
    interval = found(0.0, 0.01)
    assert verdict(interval, 1.0, confidence=0.95, margin=0.02) == "practically the same"
    assert verdict(interval, 1.0, confidence=0.95, margin=0.02, together=45) == "undecided"


@pytest.mark.statistical
def test_many_equal_strategies_are_rarely_told_apart() -> None:
    """45 comparisons of equals, 2,000 runs: a wrong verdict in at most 5 % (error 0.5 %), 90 % without Holm."""
    rng = np.random.default_rng(45)
    wrong = plain = 0
    for row in rng.normal(size=(2000, 45)):
        p_values = [found(z, 1.0).p_value() for z in row]
        plain += min(p_values) < 0.05
        wrong += min(adjusted(p_values)) < 0.05
    assert plain / 2000 == pytest.approx(0.90056, abs=0.025)
    assert wrong / 2000 < 0.065
