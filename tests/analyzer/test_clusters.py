"""Groups that cut across deals: exact sums, the interval of a ratio, and how often it covers."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from analyzer.clusters import ClusterSums, Column, CrossSums, Grouping, cluster_interval, group_moments
from analyzer.statistics import Moments, mean_interval


def games(deals: int, seatings: int, seed: int = 1) -> tuple[list[np.ndarray], list[np.ndarray], list[np.ndarray]]:
    """Return the groups and both arms' values of made-up games, by seating; -1 is no group."""
    rng = np.random.default_rng(seed)
    codes = [rng.integers(-1, 4, deals) for _ in range(seatings)]
    luck = rng.integers(-5, 6, deals)
    first = [luck + rng.integers(0, 7, deals) + code for code in codes]
    second = [luck + rng.integers(0, 7, deals) for _ in codes]
    return codes, first, second


def group_sums(codes: list[np.ndarray], first: list[np.ndarray], second: list[np.ndarray]) -> dict[int, ClusterSums]:
    return Column(first, second).sums(Grouping(codes))


def frame(codes: list[np.ndarray], first: list[np.ndarray], second: list[np.ndarray]) -> pd.DataFrame:
    parts = [
        pd.DataFrame({"deal": range(len(code)), "group": code, "first": one, "second": other})
        for code, one, other in zip(codes, first, second, strict=True)
    ]
    table = pd.concat(parts)
    return table[table.group >= 0].assign(difference=lambda t: t["first"] - t["second"])


@pytest.mark.parametrize("seatings", [1, 2, 3, 4])
def test_sums_and_interval_of_every_group_equal_a_recomputation_with_pandas(seatings: int) -> None:
    data = games(500, seatings)
    sums, table = group_sums(*data), frame(*data)
    assert set(sums) == set(table.group)
    for code, of_group in table.groupby("group"):
        one = sums[int(code)]  # type: ignore[call-overload]
        deals = of_group.groupby("deal").difference.agg(["sum", "size"])
        x, n = deals["sum"].to_numpy(float), deals["size"].to_numpy(float)
        assert one.deals == len(deals)
        assert one.games == one.first.n == one.second.n == len(of_group)
        assert one.difference == Moments.of(deals["sum"].to_numpy())
        assert one.estimate() == pytest.approx(of_group.difference.mean())
        assert one.first.mean() == pytest.approx(of_group["first"].mean())
        assert one.second.variance() == pytest.approx(of_group["second"].var())
        left = x - one.estimate() * n
        error = math.sqrt(len(x) / (len(x) - 1) * (left**2).sum()) / n.sum()
        interval = cluster_interval(one, 0.9)
        assert interval.error == pytest.approx(error)
        assert interval.half_width == pytest.approx(error * stats.t.ppf(0.95, len(x) - 1))


def test_parts_add_up_to_the_whole() -> None:
    codes, first, second = games(301, 3)
    whole = group_sums(codes, first, second)
    parts = [
        group_sums(*([column[chunk] for column in columns] for columns in (codes, first, second)))
        for chunk in (slice(0, 100), slice(100, 101), slice(101, None))
    ]
    for code, sums in whole.items():
        mine = [part[code] for part in parts if code in part]
        assert sum(mine[1:], mine[0]) == sums


def test_the_arrays_of_the_caller_stay_as_they_are() -> None:
    data = games(50, 3)
    before = [[column.copy() for column in columns] for columns in data]
    group_sums(*data)
    for columns, old in zip(data, before, strict=True):
        assert all((a == b).all() for a, b in zip(columns, old, strict=True))


def test_every_deal_once_is_the_plain_interval() -> None:
    (codes,), (first,), (second,) = games(200, 1)
    codes = np.zeros_like(codes)
    (sums,) = group_sums([codes], [first], [second]).values()
    assert cluster_interval(sums, 0.95, scale=3, span=1) == mean_interval(
        Moments.of(first - second), 0.95, scale=3, span=1
    )


def test_values_far_apart_are_summed_exactly() -> None:
    values = np.array([2**40, -(2**40), 5, 2**40 - 1] * 3)
    one = group_moments(np.zeros(12, np.int64), values)[0]
    assert one.squares == sum(int(value) ** 2 for value in values)
    assert (one.low, one.high, one.nonzero, one.n) == (-(2**40), 2**40, 12, 12)
    nobody = group_sums([np.full(3, -1)], [np.arange(3)], [np.arange(3)])
    assert nobody == {}


def test_rare_differences_widen_the_interval() -> None:
    quiet = ClusterSums(Moments.of(np.array([1] + [0] * 999)), 1500, 2500, 2, Moments(), Moments())
    interval = cluster_interval(quiet, 0.95, span=1)
    assert "rare" in interval.method
    assert interval.half_width > 1.2 * 1.96 * quiet.error()


def test_covariances_come_from_exact_sums() -> None:
    rng = np.random.default_rng(2)
    columns = [rng.integers(-50, 50, 400) for _ in range(3)]
    columns[1] += columns[0]
    whole = CrossSums.of(columns)
    assert whole.covariance() == pytest.approx(np.cov(columns))
    parts = [CrossSums.of([column[part] for column in columns]) for part in (slice(0, 7), slice(7, None))]
    assert parts[0] + parts[1] == parts[1] + parts[0] == whole
    large = CrossSums.of([column * 2**40 for column in columns])
    assert large.products == tuple(product * 2**80 for product in whole.products)
    assert not CrossSums.of([np.array([3])]).covariance().any()


@pytest.mark.statistical
def test_intervals_of_groups_cover_as_often_as_they_say() -> None:
    """2,000 experiments of 300 deals, two games a deal that share its luck, often in the same group.

    The groups' true means are 0 and 1. Standard error 0.005: 0.935 to 0.965 is 3 of them, false alarm 0.5 % for both.
    Games taken for independent would cover in 90 % or less.
    """
    rng = np.random.default_rng(11)
    covered, naive, runs, deals = {0: 0, 1: 0}, 0, 2000, 300
    for _ in range(runs):
        kind = rng.integers(0, 2, deals)
        codes = [kind, np.where(rng.random(deals) < 0.7, kind, 1 - kind)]
        luck = rng.integers(-4, 5, deals)
        first = [luck + rng.integers(-2, 3, deals) + code for code in codes]
        second = [rng.integers(-2, 3, deals) for _ in codes]
        for code, sums in group_sums(codes, first, second).items():
            interval = cluster_interval(sums, 0.95)
            covered[code] += interval.low <= code <= interval.high
            apart = math.sqrt((sums.first.variance() + sums.second.variance()) / sums.games)
            naive += code == 0 and abs(sums.estimate()) <= 1.96 * apart
    assert all(0.935 < count / runs < 0.965 for count in covered.values()), covered
    assert naive / runs < 0.92
