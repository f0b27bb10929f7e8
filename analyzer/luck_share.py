"""How much of an outcome the deal fixes: the intraclass correlation of rounds that share a deal.

Every deal is played several times, and only the choices differ. In the one-way random-effects model the variance of an
outcome is that between deals plus that within them; the share between is the intraclass correlation (J. L. Fleiss and
P. E. Shrout, Psychological Bulletin 86, 1979, their case 1). Its usual F interval assumes normal outcomes; won or lost
is not normal. So the interval here is made on ``log(MSB / MSW)`` with the variance that the deals themselves show,
linearised: the limit of the bootstrap over deals for ever more replicates, without their noise.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from analyzer.clusters import CrossSums
from analyzer.statistics import Interval, never_seen, t_quantile

__all__ = ["share_change", "share_columns", "share_interval", "share_sums"]

IntArray = npt.NDArray[np.int64]

_NOTHING = 1e-12  # of a variance: what is left of two equal ones after rounding


def share_columns(plays: Sequence[IntArray]) -> tuple[IntArray, IntArray, IntArray]:
    """Return what the share of an outcome is made from.

    Parameters
    ----------
    plays : sequence of numpy.ndarray
        The outcome in every play of each deal: int64, shape ``(deals,)``, two plays or more.

    Returns
    -------
    tuple of numpy.ndarray
        A deal's sum over its plays, the square of that sum, and the sum of the squares: int64, shape ``(deals,)``.
    """
    stacked = np.asarray(plays, np.int64)
    total: IntArray = stacked.sum(axis=0)
    squares: IntArray = (stacked * stacked).sum(axis=0)
    return total, total * total, squares


def share_sums(plays: Sequence[IntArray]) -> CrossSums:
    """Sum up `share_columns` over deals."""
    return CrossSums.of(share_columns(plays))


def share_interval(sums: CrossSums, plays: int, confidence: float) -> Interval:
    """Return the share of an outcome's variance that the deal fixes, with its interval, both within 0 to 1.

    Parameters
    ----------
    sums : CrossSums
        Of `share_sums`.
    plays : int
        How often each deal was played.
    confidence : float
        Such as 0.95.
    """
    n, m = sums.n, plays
    total, total_squares, squares = sums.totals
    between = n * total_squares - total * total  # times n m: the sum of squares between deals
    within = m * squares - total_squares  # times m: the sum of squares within
    if n < 2 or between + within == 0:
        nothing = "none: fewer than two deals" if n < 2 else "none: every play has the same outcome"
        return Interval(math.nan, math.nan, math.nan, math.nan, math.nan, nothing)
    quantile = t_quantile(n - 1, confidence)
    if within == 0:
        return _all_dealt(n, confidence, quantile)
    ratio = (between / (n * (n - 1))) / (within / (n * (m - 1)))
    estimate = _share(ratio, m)
    if between == 0:
        return Interval(0.0, 0.0, 1.0, math.nan, math.inf, "none: no difference between deals")
    error = math.sqrt(_log_variance(sums, m))
    low, high = (_share(ratio * math.exp(sign * quantile * error), m) for sign in (-1, 1))
    method = "intraclass correlation; log variance ratio, linearised over deals"
    return Interval(estimate, low, high, (high - low) / (2 * quantile), math.inf, method)


def _share(ratio: float, plays: int) -> float:
    """Return the intraclass correlation of a ratio of mean squares, at least 0."""
    return max(0.0, (ratio - 1) / (ratio + plays - 1))


def _log_variance(sums: CrossSums, plays: int) -> float:
    """Return the variance of ``log(MSB / MSW)``, deals being independent."""
    slope = _log_slope(sums.n, sums.totals, plays)
    return float(slope @ sums.covariance() @ slope) / sums.n


def _log_slope(n: int, totals: Sequence[int], plays: int) -> npt.NDArray[np.float64]:
    """Return how ``log(MSB / MSW)`` moves with the means of the three columns."""
    total, total_squares, squares = (value / n for value in totals)
    between, within = total_squares - total * total, squares - total_squares / plays
    return np.array([-2 * total / between, 1 / between + 1 / (plays * within), -1 / within])


def _all_dealt(n: int, confidence: float, quantile: float) -> Interval:
    """Return the share where no play of a deal differed from another: 1, but for deals too rare to have shown up."""
    low = 1 - never_seen(n, confidence)
    return Interval(1.0, low, 1.0, (1 - low) / (2 * quantile), math.inf, "intraclass correlation; no deal varied")


# --- two tables ------------------------------------------------------------------------------------------------------


def share_change(sums: CrossSums, plays: int, confidence: float) -> tuple[Interval, float]:
    """Return the share in one table less the share in another, played on the same deals.

    The variance is that of the two shares linearised over deals together, as for one of them. A share of deals too
    small to have shown up (`never_seen`) is added to the half-width in quadrature: next to nothing, but more than the
    zero of two tables that happened to play alike.

    Parameters
    ----------
    sums : CrossSums
        Of `share_columns` of the one table, then of the other.
    plays : int
        How often each deal was played at both.
    confidence : float
        Such as 0.95.

    Returns
    -------
    tuple
        The interval, within -1 to 1, and how many times as many games separate deals would need for it.
    """
    n, halves = sums.n, (sums.totals[:3], sums.totals[3:])
    parts = [_share_slope(n, totals, plays) for totals in halves]
    if n < 2 or any(part is None for part in parts):
        nothing = "none: fewer than two deals" if n < 2 else "none: a table without luck or without choices"
        return Interval(math.nan, math.nan, math.nan, math.nan, math.nan, nothing), math.nan
    (first, one), (second, other) = (part for part in parts if part is not None)
    covariance = sums.covariance()
    slope = np.concatenate([one, -other])
    variance = float(slope @ covariance @ slope)
    apart = float(one @ covariance[:3, :3] @ one + other @ covariance[3:, 3:] @ other)
    quantile = t_quantile(n - 1, confidence)
    half = math.hypot(quantile * math.sqrt(max(variance, 0.0) / n), never_seen(n, confidence))
    low, high = max(-1.0, first - second - half), min(1.0, first - second + half)
    method = "difference of intraclass correlations, linearised over deals"
    interval = Interval(first - second, low, high, half / quantile, n - 1, method)
    return interval, apart / variance if variance > _NOTHING * apart else math.nan


def _share_slope(n: int, totals: Sequence[int], plays: int) -> tuple[float, npt.NDArray[np.float64]] | None:
    """Return a share and how it moves with the means of its columns; None if deals, or plays of one, do not differ."""
    total, total_squares, squares = totals
    between, within = n * total_squares - total * total, plays * squares - total_squares
    if n < 2 or between <= 0 or within <= 0:
        return None
    ratio = (between / (n * (n - 1))) / (within / (n * (plays - 1)))
    steepness = ratio * plays / (ratio + plays - 1) ** 2
    return _share(ratio, plays), steepness * _log_slope(n, totals, plays)
