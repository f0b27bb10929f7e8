"""All pairs at once: intervals of a table of differences that hold together, and which policy is the best of it.

The pairs of a table share their policies, so their differences move together and intervals that hold for all pairs at
once need not be as wide as Bonferroni's. The width comes from the largest of the table's t values ("max-t": T. Hothorn,
F. Bretz and P. Westfall, "Simultaneous inference in general parametric models", Biometrical Journal 50 (2008); of one
variance and independent arms it is Tukey's studentized range). Their correlations are known exactly: with the variances
``V`` of all pairs, ``Cov(x_i - x_0, x_j - x_0) = (V_i0 + V_j0 - V_ij) / 2``.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from analyzer.statistics import t_quantile

__all__ = ["DRAWS", "max_t", "unbeaten"]

DRAWS = 100_000
"""Draws for a critical value; the standard error of the value for 95 % is then about 0.2 % of it."""

_SEED = 20_261_130
_BLOCK = 20_000


def max_t(variances: Mapping[tuple[str, str], float], df: float, confidence: float) -> float:
    """Return the critical value of all pairs: so many standard errors on both sides hold for all of them at once.

    It is drawn from the multivariate t distribution with a fixed seed, so the same sums give the same value; never more
    than Bonferroni's.

    Parameters
    ----------
    variances : dict
        Pair of policies to the variance of one deal's difference; a pair that is missing does not differ.
    df : float
        Degrees of freedom, deals less one.
    confidence : float
        Such as 0.95.
    """
    moving = [pair for pair, variance in variances.items() if variance > 0]
    if not moving:
        return t_quantile(df, confidence)
    labels = list(dict.fromkeys(itertools.chain.from_iterable(variances)))
    root = _root(variances, labels)
    place = {label: index for index, label in enumerate(labels)}
    generator = np.random.default_rng(_SEED)
    largest = np.zeros(DRAWS)
    for start in range(0, DRAWS, _BLOCK):
        block = largest[start : start + _BLOCK]
        values = generator.standard_normal((len(block), root.shape[1])) @ root.T
        for a, b in moving:
            np.maximum(block, np.abs(values[:, place[a]] - values[:, place[b]]) / variances[a, b] ** 0.5, out=block)
        if df < 1e5:
            block /= np.sqrt(generator.chisquare(df, len(block)) / df)
    bonferroni = t_quantile(df, 1 - (1 - confidence) / len(moving))
    return min(bonferroni, round(float(np.quantile(largest, confidence)), 5))


def _root(variances: Mapping[tuple[str, str], float], labels: Sequence[str]) -> npt.NDArray[np.float64]:
    """Return a matrix whose rows, times independent normal draws, differ from each other with these variances."""
    apart = np.zeros((len(labels), len(labels)))
    for (row, a), (column, b) in itertools.combinations(enumerate(labels), 2):
        apart[row, column] = apart[column, row] = variances.get((a, b), variances.get((b, a), 0.0))
    covariance = (apart[:, :1] + apart[:1, :] - apart) / 2
    values, vectors = np.linalg.eigh(covariance)
    root: npt.NDArray[np.float64] = vectors * np.sqrt(np.maximum(values, 0))
    return root


def unbeaten(labels: Iterable[str], beats: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """Return the policies that no other is known to be better than; if it is one, that one is the best.

    (Every other policy is then beaten by one that is beaten by one ... by the best, and all these hold together.)

    Parameters
    ----------
    labels : iterable of str
        The policies.
    beats : iterable of tuple
        Pairs ``(better, worse)``, all true at once at the level of the run.
    """
    beaten = {worse for _, worse in beats}
    return tuple(label for label in labels if label not in beaten)
