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

__all__ = ["share_interval", "share_sums"]

IntArray = npt.NDArray[np.int64]


def share_sums(plays: Sequence[IntArray]) -> CrossSums:
    """Sum up an outcome over deals.

    Parameters
    ----------
    plays : sequence of numpy.ndarray
        The outcome in every play of each deal: int64, shape ``(deals,)``, two plays or more.

    Returns
    -------
    CrossSums
        Of a deal's sum over its plays, of the square of that sum, and of the sum of the squares.
    """
    stacked = np.asarray(plays, np.int64)
    total: IntArray = stacked.sum(axis=0)
    squares: IntArray = (stacked * stacked).sum(axis=0)
    return CrossSums.of((total, total * total, squares))


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
    n = sums.n
    total, total_squares, squares = (value / n for value in sums.totals)
    between, within = total_squares - total * total, squares - total_squares / plays
    slope = np.array([-2 * total / between, 1 / between + 1 / (plays * within), -1 / within])
    return float(slope @ sums.covariance() @ slope) / n


def _all_dealt(n: int, confidence: float, quantile: float) -> Interval:
    """Return the share where no play of a deal differed from another: 1, but for deals too rare to have shown up."""
    low = 1 - never_seen(n, confidence)
    return Interval(1.0, low, 1.0, (1 - low) / (2 * quantile), math.inf, "intraclass correlation; no deal varied")
