"""How sure: exact integer sums, intervals, verdicts. Nothing here knows games, files or tables.

The unit of everything is the deal. Values are whole numbers (a measure that needs a fraction is counted in multiples of
``1 / scale``), their sums are Python integers, so they are exact however long a run is and merge in any order to the
same numbers.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import special

__all__ = [
    "EXACT",
    "RARE",
    "Interval",
    "Moments",
    "PairMoments",
    "adjusted",
    "identical",
    "mean_interval",
    "never_seen",
    "t_quantile",
    "verdict",
    "wilson_interval",
]

IntArray = npt.NDArray[np.int64]

RARE = 50
"""Below this many deals that tell two arms apart, the t interval alone is not trusted (see `mean_interval`)."""

EXACT = "exact: the same plays"
_SAFE_SQUARES = 2**62


# --- sums ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Moments:
    """Exact sums of whole numbers, one per deal.

    Attributes
    ----------
    n : int
        Number of values.
    total, squares : int
        Sum of the values and of their squares, exact at any size.
    nonzero : int
        How many values are not 0.
    low, high : int
        Smallest and largest value; 0 if there is none.
    """

    n: int = 0
    total: int = 0
    squares: int = 0
    nonzero: int = 0
    low: int = 0
    high: int = 0

    @classmethod
    def of(cls, values: IntArray) -> Moments:
        """Sum up an array of shape ``(deals,)``; no intermediate sum can overflow."""
        if values.size == 0:
            return cls()
        low, high = int(values.min()), int(values.max())
        largest = max(-low, high)
        if largest * largest * values.size < _SAFE_SQUARES:
            total, squares = int(values.sum()), int(np.dot(values, values))
        else:  # never met in a game; slow, and exact
            whole = [int(value) for value in values]
            total, squares = sum(whole), sum(value * value for value in whole)
        return cls(values.size, total, squares, int(np.count_nonzero(values)), low, high)

    def __add__(self, other: Moments) -> Moments:
        """Merge two sets of sums; the order does not matter."""
        if not self.n or not other.n:
            return self if self.n else other
        return Moments(
            self.n + other.n,
            self.total + other.total,
            self.squares + other.squares,
            self.nonzero + other.nonzero,
            min(self.low, other.low),
            max(self.high, other.high),
        )

    def mean(self, scale: int = 1) -> float:
        """Return the mean in units of ``1 / scale``, correctly rounded; not a number without values."""
        return self.total / (self.n * scale) if self.n else math.nan

    def variance(self, scale: int = 1) -> float:
        """Return the variance (divisor ``n - 1``) from the exact sums; not a number below two values."""
        if self.n < 2:
            return math.nan
        return (self.n * self.squares - self.total * self.total) / (self.n * (self.n - 1) * scale * scale)


@dataclass(frozen=True, slots=True)
class PairMoments:
    """Sums of two arms played on the same deals, each in `k` seatings.

    Attributes
    ----------
    difference : Moments
        Of the deal's value: first arm less second arm, added over the seatings.
    first, second : tuple of Moments
        Of each arm's games, one entry per seating.
    """

    difference: Moments
    first: tuple[Moments, ...]
    second: tuple[Moments, ...]

    def __add__(self, other: PairMoments) -> PairMoments:
        """Merge two sets of sums of the same arms; the order does not matter."""
        return PairMoments(
            self.difference + other.difference,
            tuple(a + b for a, b in zip(self.first, other.first, strict=True)),
            tuple(a + b for a, b in zip(self.second, other.second, strict=True)),
        )

    @property
    def seatings(self) -> int:
        """How many seats or sides the candidate sat in."""
        return len(self.first)

    def values(self, scale: int = 1) -> tuple[float, float]:
        """Return both arms' means per game."""
        n = self.difference.n * self.seatings * scale
        if not n:
            return math.nan, math.nan
        return sum(m.total for m in self.first) / n, sum(m.total for m in self.second) / n

    def variance_reduction(self, games: tuple[int, int] | None = None) -> float:
        """Return the variance-reduction factor: how many times more games an unpaired comparison would need.

        With `k` seatings and `n` deals the paired estimate has the variance ``Var(D / k) / n``, `D` being a deal's
        difference added over the seatings. As many games on deals of their own, seats taken in turn, would give
        ``(V1 / k1 + V2 / k2) / n``, where `V1` and `V2` are the variances of one game of each arm, averaged over the
        seatings, and `k1` and `k2` the games of each arm on a deal. The factor is the quotient of the two; 1 means that
        pairing gains nothing. Variances are taken within a seat, so that the factor does not credit pairing with
        balanced seats, which unpaired games could have too.

        Parameters
        ----------
        games : tuple of int, optional
            `k1` and `k2` where they are not `k`: a measure of the table read from one round in several seatings is one
            value. Read from different seats, one round counts as a game for each.

        Returns
        -------
        float
            Not a number if all differences are equal (nothing left to divide by) or there are under two deals.
        """
        paired = self.difference.variance() / self.seatings**2
        if not paired > 0:
            return math.nan
        arms = zip((self.first, self.second), games or (self.seatings, self.seatings), strict=True)
        return sum(sum(m.variance() for m in arm) / self.seatings / count for arm, count in arms) / paired


# --- intervals -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate, its interval, and what a test at another level needs.

    Attributes
    ----------
    estimate, low, high : float
        In the measure's unit; `low` and `high` are not numbers if there are too few deals for an interval.
    error : float
        Standard error that belongs to the width: half the (unclipped) width over the t quantile.
    df : float
        Degrees of freedom of that quantile.
    method : str
        How the interval was made, for readers.
    """

    estimate: float
    low: float
    high: float
    error: float
    df: float
    method: str

    @property
    def half_width(self) -> float:
        """Half of the distance from `low` to `high`."""
        return (self.high - self.low) / 2

    def p_value(self) -> float:
        """Return the two-sided p value of "the true value is 0"; 1 where nothing was found out."""
        if self.method == EXACT or not self.error > 0:
            return 1.0
        return float(2 * special.stdtr(self.df, -abs(self.estimate) / self.error))

    def reach(self, confidence: float) -> tuple[float, float]:
        """Return the (unclipped) ends of the same interval at another confidence level."""
        half = self.error * t_quantile(self.df, confidence) if self.error > 0 else self.half_width
        return self.estimate - half, self.estimate + half


def never_seen(n: int, confidence: float) -> float:
    """Return the largest share that may well hide behind `n` deals without a single case.

    ``1 - (alpha / 2) ** (1 / n)``, the upper end of the exact two-sided (Clopper-Pearson) interval for 0 of `n`; about
    ``3.7 / n`` at 95 %, the two-sided "rule of three".
    """
    return -math.expm1(math.log((1 - confidence) / 2) / n)


def wilson_interval(successes: int, n: int, confidence: float) -> Interval:
    """Return Wilson's score interval for `successes` of `n` independent deals.

    It has never zero width and never leaves 0 to 1, also at 0 of `n` and `n` of `n` (E. B. Wilson, JASA 22, 1927).
    """
    if n == 0:
        return Interval(math.nan, 0.0, 1.0, math.nan, math.inf, "Wilson")
    z = t_quantile(math.inf, confidence)
    share = successes / n
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    low = 0.0 if successes == 0 else max(0.0, centre - half)
    high = 1.0 if successes == n else min(1.0, centre + half)
    return Interval(share, low, high, half / z, math.inf, "Wilson")


def mean_interval(
    moments: Moments,
    confidence: float,
    *,
    scale: int = 1,
    span: float = 0.0,
    limits: tuple[float, float] = (-math.inf, math.inf),
) -> Interval:
    """Return the t interval of the mean of deals, guarded where hardly any deal says something.

    If all deals gave the same value, or fewer than `RARE` of many gave anything but 0, the spread seen says little
    about deals not seen yet, and the t interval would be too narrow, down to zero width. Then ``never_seen * span`` - a
    share of deals too small to have shown up, each off by as much as `span` - is added to the half-width in quadrature.
    (Eight expected cases among thousands of deals: the t interval alone covers in 89 % of runs, with this in 98 %.)

    Parameters
    ----------
    moments : Moments
        Sums over deals.
    confidence : float
        Such as 0.95.
    scale : int
        Values are counted in units of ``1 / scale``.
    span : float
        How far one deal may reasonably be from the rest, in the measure's unit.
    limits : tuple of float
        The interval is cut off here, where the measure ends.
    """
    n, estimate, variance = moments.n, moments.mean(scale), moments.variance(scale)
    if n < 2:
        low, high = (x if math.isfinite(x) else math.nan for x in limits)
        return Interval(estimate, low, high, math.nan, math.nan, "none: fewer than two deals")
    quantile = t_quantile(n - 1, confidence)
    half, method = quantile * math.sqrt(variance / n), "t on deals"
    telling = moments.nonzero if variance > 0 else 0
    if telling < min(RARE, n / 2):
        half = math.hypot(half, never_seen(n, confidence) * max(span, (moments.high - moments.low) / scale))
        method = "t on deals, widened: cases too rare to show"
    low, high = max(limits[0], estimate - half), min(limits[1], estimate + half)
    return Interval(estimate, low, high, half / quantile, n - 1, method)


def identical() -> Interval:
    """Return the difference of two arms whose every play is the same: 0, and certainly so."""
    return Interval(0.0, 0.0, 0.0, 0.0, math.inf, EXACT)


def t_quantile(df: float, confidence: float) -> float:
    """Return the two-sided quantile of Student's t, of the normal distribution if `df` is infinite."""
    tail = (1 + confidence) / 2
    return float(special.ndtri(tail) if math.isinf(df) else special.stdtrit(df, tail))


# --- verdicts ------------------------------------------------------------------------------------------------------


def adjusted(p_values: Sequence[float]) -> list[float]:
    """Return Holm's adjusted p values: below alpha means found, with all of them true at once at level alpha.

    S. Holm, "A simple sequentially rejective multiple test procedure", Scand. J. Statist. 6 (1979).
    """
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    result = [1.0] * len(p_values)
    worst = 0.0
    for rank, index in enumerate(order):
        worst = max(worst, min(1.0, (len(p_values) - rank) * p_values[index]))
        result[index] = worst
    return result


def verdict(
    interval: Interval,
    p_adjusted: float,
    *,
    confidence: float,
    together: int = 1,
    better: str = "higher",
    margin: float | None = None,
) -> str:
    """Say in words what a difference means.

    Parameters
    ----------
    interval : Interval
        Of the difference.
    p_adjusted : float
        Its p value, adjusted for all comparisons of the run.
    confidence : float
        Level of the run.
    together : int
        How many comparisons the run makes; "practically the same" uses an interval that holds for all of them
        (Bonferroni).
    better : str
        ``higher`` or ``lower`` is better, or empty: then the words are ``higher`` and ``lower``.
    margin : float, optional
        Differences inside this do not matter to the user.

    Returns
    -------
    str
        ``better``, ``worse``, ``higher``, ``lower``, ``practically the same`` or ``undecided``.
    """
    if interval.method == EXACT:
        return "practically the same"
    low, high = interval.reach(1 - (1 - confidence) / together)
    if margin is not None and -margin <= low and high <= margin:
        return "practically the same"
    if not p_adjusted < 1 - confidence:
        return "undecided"
    up = interval.estimate > 0
    if not better:
        return "higher" if up else "lower"
    return "better" if up == (better == "higher") else "worse"
