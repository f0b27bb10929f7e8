"""A chunk in slices: what each few hundred deals gave, so that a run can show how it settled and be compared later.

A slice keeps one whole number for every item and measure, the sum over its deals; for the first few differences all of
their sums are kept, of larger steps. Summing an array up by slices costs a thousandth of playing its deals.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from analyzer.arms import Contrast, Plan
from analyzer.statistics import Moments

__all__ = ["MOST_HEADLINES", "SLICE", "Slices", "headlines"]

IntArray = npt.NDArray[np.int64]

SLICE = 256
"""Deals of a slice: two runs of a few thousand deals can be compared by them. Long runs put neighbours together."""

STEP = 4_096
"""Deals from one point of a course to the next: an eighth of a chunk."""

EARLY = (256, 512, 768, 1_024, 1_536, 2_048, 3_072)
"""Where the first step is cut for the course of a difference: short runs are seen to settle too."""

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
        By item and place of the measure, of `headlines` only: all sums of each step, of the first one in parts.
    first : int
        The chunk's first deal.
    """

    sizes: list[int]
    totals: dict[tuple[int, int], list[int]] = field(default_factory=dict)
    moments: dict[tuple[int, int], list[Moments]] = field(default_factory=dict)
    first: int = 0

    @classmethod
    def of(cls, first: int, count: int) -> Slices:
        """Return the slices of the chunk of deals `first` ... ``first + count - 1``, nothing counted yet."""
        return cls([min(SLICE, count - start) for start in range(0, count, SLICE)], first=first)

    def take(self, index: int, place: int, values: IntArray, wanted: bool) -> None:
        """Take the values of an item's measure, shape ``(deals,)``; all their sums if they are `wanted`."""
        count, early = len(values), () if self.first else EARLY
        starts = list(range(0, count, SLICE))
        self.totals[index, place] = [int(total) for total in np.add.reduceat(values, starts)]
        if wanted:
            cuts = sorted({*range(0, count, STEP), *(start for start in early if start < count), count})
            self.moments[index, place] = [Moments.of(values[a:b]) for a, b in itertools.pairwise(cuts)]

    def without(self, skip: frozenset[int]) -> Slices:
        """Return the slices without some items."""
        return replace(
            self,
            totals={key: value for key, value in self.totals.items() if key[0] not in skip},
            moments={key: value for key, value in self.moments.items() if key[0] not in skip},
        )


def headlines(plan: Plan, most: int = MOST_HEADLINES) -> Iterator[tuple[int, int]]:
    """Yield item and place of the measure of the differences that a run is about: a few, in the order of the plan.

    They are comparisons and rule changes in turn, then pairs while there is room, by their first measure, and by the
    second too if all of them fit.
    """
    kinds: dict[str, list[int]] = {"comparison": [], "rule change": [], "pair": []}
    for index, item in enumerate(plan.items):
        if isinstance(item, Contrast) and not item.same_plays:
            kinds[item.kind].append(index)
    in_turn = itertools.zip_longest(kinds["comparison"], kinds["rule change"])
    ordered = [*(index for both in in_turn for index in both if index is not None), *kinds["pair"]]
    both = sum(min(len(plan.items[index].measures), 2) for index in ordered) <= most
    for index in sorted(ordered[:most]):
        for place in range(min(len(plan.items[index].measures), 2) if both else 1):
            yield index, place
