"""A chunk in slices: what each few thousand deals gave, so that a run can show how it settled and be compared later.

A slice keeps one whole number for every item and measure, the sum over its deals, and for the first few differences all
of their sums. Summing an array up by slices costs a fiftieth of a millisecond, a thousandth of playing its deals.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from analyzer.arms import Contrast, Plan
from analyzer.statistics import Moments

__all__ = ["MOST_HEADLINES", "SLICE", "Slices", "headlines", "slice_starts"]

IntArray = npt.NDArray[np.int64]

SLICE = 4_096
"""Deals of a slice: an eighth of a chunk, so that two runs of 200,000 deals can be compared by 49 slices."""

MOST_HEADLINES = 12
"""Differences whose course is kept."""


@dataclass
class Slices:
    """What the slices of a chunk gave.

    Attributes
    ----------
    sizes : list of int
        Deals of each slice, in order.
    totals : dict
        By item and place of the measure: the sum of each slice.
    moments : dict
        By item and place of the measure, of `headlines` only: all sums of each slice.
    """

    sizes: list[int]
    totals: dict[tuple[int, int], list[int]] = field(default_factory=dict)
    moments: dict[tuple[int, int], list[Moments]] = field(default_factory=dict)

    @classmethod
    def of(cls, count: int) -> Slices:
        """Return the slices of a chunk of `count` deals, nothing counted yet."""
        starts = slice_starts(count)
        return cls([min(SLICE, count - start) for start in starts])

    def take(self, index: int, place: int, values: IntArray, wanted: bool) -> None:
        """Take the values of an item's measure, shape ``(deals,)``; all their sums if they are `wanted`."""
        starts = slice_starts(len(values))
        self.totals[index, place] = [int(total) for total in np.add.reduceat(values, starts)] if starts else []
        if wanted:
            self.moments[index, place] = [Moments.of(values[start : start + SLICE]) for start in starts]

    def without(self, skip: frozenset[int]) -> Slices:
        """Return the slices without some items."""
        return replace(
            self,
            totals={key: value for key, value in self.totals.items() if key[0] not in skip},
            moments={key: value for key, value in self.moments.items() if key[0] not in skip},
        )


def slice_starts(count: int) -> list[int]:
    """Return where the slices of a chunk begin."""
    return list(range(0, count, SLICE))


def headlines(plan: Plan) -> Iterator[tuple[int, int]]:
    """Yield item and place of the measure of the differences that a run is about: the first few.

    They are comparisons, pairs and rule changes by their first measure, and by the second too if all of them fit.
    """
    items = [
        (index, item) for index, item in enumerate(plan.items) if isinstance(item, Contrast) and not item.same_plays
    ]
    both = sum(min(len(item.measures), 2) for _, item in items) <= MOST_HEADLINES
    for index, item in items[:MOST_HEADLINES]:
        for place in range(min(len(item.measures), 2) if both else 1):
            yield index, place
