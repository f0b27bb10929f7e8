"""Bands over the comparisons of a sweep: see `analyzer.bands`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from analyzer import measures
from analyzer.bands import band

if TYPE_CHECKING:
    from analyzer.analysis import Finding
    from analyzer.arms import Plan
    from analyzer.clusters import CrossSums

__all__ = ["banded"]


def banded(
    plan: Plan, sums: Mapping[tuple[object, ...], CrossSums], found: list[Finding], level: float
) -> list[Finding]:
    """Return findings with the intervals of every curve widened to a band that holds for the curve as a whole.

    Parameters
    ----------
    plan : Plan
        What was measured.
    sums : mapping
        `analyzer.chunks.Tally.extras`.
    found : list of Finding
        Of all items.
    level : float
        Confidence level of a band.
    """
    result = list(found)
    places = {(id(one.item), one.measure): place for place, one in enumerate(found)}
    for number, curve in enumerate(plan.extras.curves):
        items = [plan.items[index] for index in curve.items]
        for name in items[0].measures:
            at = [places[id(item), name] for item in items if (id(item), name) in places]
            if len(at) < len(items):
                continue  # an item that was left out: no curve any more
            cross = sums.get(("curve", number, name))
            covariance = np.zeros((len(at), len(at))) if cross is None else cross.covariance()
            limits = measures.limits(name, difference=True)
            intervals = band([found[place].interval for place in at], covariance, level, limits)
            for place, interval in zip(at, intervals, strict=True):
                result[place] = replace(found[place], interval=interval)
    return result
