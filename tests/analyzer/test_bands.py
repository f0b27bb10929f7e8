"""Bands that hold for a whole curve: their width against closed forms, and how often they cover."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from analyzer import bands
from analyzer.bands import band, critical_value
from analyzer.clusters import CrossSums
from analyzer.statistics import Moments, identical, mean_interval


def test_critical_values_have_their_closed_forms() -> None:
    assert critical_value(np.eye(1), math.inf, 0.95) == pytest.approx(1.96, abs=0.02)
    sidak = stats.norm.ppf((1 + 0.95 ** (1 / 13)) / 2)
    assert critical_value(np.eye(13), math.inf, 0.95) == pytest.approx(sidak, abs=0.02)
    assert critical_value(np.ones((13, 13)), math.inf, 0.95) == pytest.approx(1.96, abs=0.02)
    assert critical_value(np.eye(1), 8, 0.95) == pytest.approx(stats.t.ppf(0.975, 8), abs=0.04)
    dunnett = np.full((3, 3), 0.5) + np.eye(3) / 2  # Dunnett (1964): 2.35 for three treatments, two-sided, no end of df
    assert critical_value(dunnett, math.inf, 0.95) == pytest.approx(2.35, abs=0.02)


def test_the_same_data_give_the_same_band() -> None:
    assert critical_value(np.eye(4), 100, 0.95) == critical_value(np.eye(4), 100, 0.95)


def test_points_that_cannot_differ_stay_exact() -> None:
    rng = np.random.default_rng(1)
    columns = [rng.integers(-3, 4, 1000), np.zeros(1000, np.int64), rng.integers(-3, 4, 1000)]
    points = [mean_interval(Moments.of(columns[0]), 0.95), identical(), mean_interval(Moments.of(columns[2]), 0.95)]
    wide = band(points, CrossSums.of(columns).covariance(), 0.95, (-math.inf, math.inf))
    assert wide[1] == identical()
    assert wide[0].half_width / points[0].half_width == pytest.approx(2.236 / 1.96, abs=0.02)
    assert wide[0].error == points[0].error
    assert "simultaneous for 2 values (max-t)" in wide[0].method
    nothing = band([identical()], np.zeros((1, 1)), 0.95, (-1, 1))
    assert nothing == [identical()]


@pytest.mark.statistical
def test_bands_cover_the_whole_curve_as_often_as_they_say(monkeypatch: pytest.MonkeyPatch) -> None:
    """1,500 experiments of 400 deals, seven points that share luck; standard error 0.0056, tolerance 3, alarm 0.3 %.

    A fifth of the draws, for the test's time. The intervals one by one cover the whole curve in 79 %.
    """
    normals, stretch = bands._normals(7)[:, :20_000], bands._stretch(399)[:20_000]  # type: ignore[index]
    monkeypatch.setattr(bands, "_normals", lambda size: normals)
    monkeypatch.setattr(bands, "_stretch", lambda df: stretch)
    rng = np.random.default_rng(13)
    whole = single = 0
    truth = np.arange(7)
    for _ in range(1500):
        common = rng.integers(-6, 7, 400)
        columns = [common + rng.integers(-5, 6, 400) + t for t in truth]
        points = [mean_interval(Moments.of(column), 0.95) for column in columns]
        wide = band(points, CrossSums.of(columns).covariance(), 0.95, (-math.inf, math.inf))
        whole += all(one.low <= t <= one.high for one, t in zip(wide, truth, strict=True))
        single += all(one.low <= t <= one.high for one, t in zip(points, truth, strict=True))
    assert 0.933 < whole / 1500 < 0.967
    assert single / 1500 < 0.87
