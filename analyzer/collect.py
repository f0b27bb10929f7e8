"""The sums of a plan's extras over one chunk, gathered while its items are read.

Nothing is played twice for them, but for the repeated plays of luck. Values of a deal are kept only as long as another
item needs them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from analyzer import groups, measures
from analyzer.clusters import Column, CrossSums, Grouping, group_moments
from analyzer.extras import LUCK_MEASURES, Crossing, Interaction
from analyzer.luck_share import share_columns
from analyzer.statistics import Moments

if TYPE_CHECKING:
    from analyzer.arms import Arm, Contrast, Plan
    from kernels.rules import Rules

__all__ = ["Collector", "ExtraSums", "merged"]

IntArray = npt.NDArray[np.int64]
Table = npt.NDArray[np.void]

ExtraSums = dict[tuple[Any, ...], Any]
"""Sums by key, each to be added to the one of the same key in another chunk:

``("split", item, split, code, measure)`` - `ClusterSums` of a comparison, `Moments` of an arm;
``("interaction", number, measure)`` and ``("crossing", number, measure)`` - `Moments`; ``("curve", number, measure)`` -
`CrossSums` of its comparisons; ``("luck", number, name)`` and ``("luck change", number, name)`` - `CrossSums` of
`analyzer.luck_share.share_columns`, of one table and of two.
"""


def merged(one: ExtraSums, other: ExtraSums) -> ExtraSums:
    """Add up two sets of sums; a group seen in only one of them counts too."""
    result = dict(one)
    for key, sums in other.items():
        result[key] = result[key] + sums if key in result else sums
    return result


class Collector:
    """Takes the values of a chunk's items as they are read, and leaves the sums of the extras in `sums`."""

    def __init__(self, plan: Plan) -> None:
        self.sums: ExtraSums = {}
        self._plan, self._extras = plan, plan.extras
        uses = [index for one in self._extras.interactions for index in (one.item, one.reference)]
        uses += [index for crossing in self._extras.crossings for index in (crossing.whole, *crossing.parts)]
        self._uses = Counter(uses + [index for curve in self._extras.curves for index in curve.items])
        tables = (number for one in self._extras.luck_changes for number in (one.table, one.reference))
        self._luck_uses = Counter(tables)
        self._luck: dict[int, dict[str, tuple[IntArray, IntArray, IntArray]]] = {}
        self._differences: dict[int, Mapping[str, IntArray]] = {}
        self._values: list[dict[str, tuple[IntArray, IntArray]]] = []  # of the item being read, by seating
        self._codes: dict[int, list[dict[str, IntArray]]] = {}  # by variant: by seating
        self._groupings: dict[tuple[int, str], Grouping] = {}

    def arm(self, index: int, arm: Arm, name: str, table: Table, values: IntArray) -> None:
        """Take the values of one measure of an arm."""
        if arm.others:
            return  # one policy in every seat in turn: its comparisons are split, not its values
        rules = self._plan.rules[arm.variant]
        for split in self._extras.splits:
            if split == "seat":
                continue  # a seat of its own is what win_seat_0 and the like measure
            codes = groups.codes(split, table, groups.arm_side(name, split, rules), rules)
            for code, sums in group_moments(codes, values).items():
                self.sums["split", index, split, code, name] = sums

    def game(self, contrast: Contrast, side: int, table: Table, rules: Rules) -> None:
        """Begin with the next seating of a comparison, and read the groups of its games if they are not known yet."""
        if contrast.kind != "comparison" or not self._extras.splits:
            return
        self._values.append({})
        if len(self._values) > len(self._codes.setdefault(contrast.variant, [])):
            codes = {split: groups.codes(split, table, side, rules) for split in self._extras.splits}
            self._codes[contrast.variant].append(codes)

    def values(self, name: str, first: IntArray, second: IntArray) -> None:
        """Take both arms' values of a measure in the seating that was begun; `first` may change afterwards."""
        if self._values:
            self._values[-1][name] = (first.copy(), second)

    def contrast(self, index: int, contrast: Contrast, differences: Mapping[str, IntArray]) -> None:
        """Take the differences of a whole contrast, added over its seatings; they must not change afterwards."""
        if self._values:
            self._split(index, contrast)
            self._values = []
        if self._uses[index]:
            self._differences[index] = differences
            for number, one in enumerate(self._extras.interactions):
                if max(one.item, one.reference) == index:
                    self._interaction(number, one)
            for number, crossing in enumerate(self._extras.crossings):
                if max(crossing.whole, *crossing.parts) == index:
                    self._crossing(number, crossing)
            for number, curve in enumerate(self._extras.curves):
                if max(curve.items) == index:
                    self._curve(number, curve.items, contrast.measures)

    def luck(self, number: int, plays: list[Table]) -> None:
        """Take the repeated plays of a table of `Extras.luck`."""
        rules = self._plan.rules[self._extras.luck[number].variant]
        columns = {
            name: share_columns([measures.read(measure, table, 0, rules) for table in plays])
            for name, measure in LUCK_MEASURES[self._plan.play]
        }
        for name, column in columns.items():
            self.sums["luck", number, name] = CrossSums.of(column)
        if not self._luck_uses[number]:
            return
        self._luck[number] = columns
        for place, one in enumerate(self._extras.luck_changes):
            if max(one.table, one.reference) == number:
                mine, its = self._luck_use(one.table), self._luck_use(one.reference)
                for name in columns:
                    self.sums["luck change", place, name] = CrossSums.of((*mine[name], *its[name]))

    def _split(self, index: int, contrast: Contrast) -> None:
        columns = {
            name: Column(*([values[name][arm] for values in self._values] for arm in (0, 1)))
            for name in contrast.measures
        }
        for split in self._extras.splits:
            at = contrast.variant, split
            if at not in self._groupings:  # known at the deal: the same for every comparison of the variant
                self._groupings[at] = Grouping([codes[split] for codes in self._codes[contrast.variant]])
            for name, column in columns.items():
                for code, sums in column.sums(self._groupings[at]).items():
                    self.sums["split", index, split, code, name] = sums

    def _interaction(self, number: int, one: Interaction) -> None:
        mine, its = self._use(one.item), self._use(one.reference)
        for name, (a, b) in zip(one.measures, one.factors, strict=True):
            self.sums["interaction", number, name] = Moments.of(a * mine[name] - b * its[name])

    def _crossing(self, number: int, one: Crossing) -> None:
        whole, parts = self._use(one.whole), [self._use(part) for part in one.parts]
        for name in one.measures:
            together = whole[name].copy()
            for part in parts:
                together -= part[name]
            self.sums["crossing", number, name] = Moments.of(together)

    def _luck_use(self, number: int) -> dict[str, tuple[IntArray, IntArray, IntArray]]:
        """Return the columns of a table of luck, forgotten after their last use."""
        self._luck_uses[number] -= 1
        return self._luck[number] if self._luck_uses[number] else self._luck.pop(number)

    def _curve(self, number: int, items: tuple[int, ...], names: tuple[str, ...]) -> None:
        points = [self._use(item) for item in items]
        for name in names:
            self.sums["curve", number, name] = CrossSums.of([point[name] for point in points])

    def _use(self, index: int) -> Mapping[str, IntArray]:
        """Return the differences of an item, forgotten after their last use."""
        self._uses[index] -= 1
        return self._differences[index] if self._uses[index] else self._differences.pop(index)
