"""Whole distributions of a few numbers, counted exactly while the first deals of a run are summed up.

Means hide a lot: two ways to play may win as often, the one with small wins and the other with large ones. So the tiles
played, the winner's points and the pips left are counted value by value, for everybody who is compared. That costs 1 to
2 % of playing, so only the first `COUNTED` deals are counted, which is more than a figure can show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from analyzer import measures
from analyzer.arms import Arm, Plan, Seating
from analyzer.statistics import PairMoments

if TYPE_CHECKING:
    from analyzer.chunks import Tally
    from analyzer.experiment import Experiment

__all__ = ["COUNT", "COUNTED", "Counted", "Counting", "counted_arms", "distributions"]

Table = npt.NDArray[np.void]

COUNTED = 65_536
"""Deals that are counted at most, from deal 0 on: two chunks."""

COUNT = "count"
"""First part of the keys under which `analyzer.chunks.Tally.extras` holds counts: ``(COUNT, number, measure)``."""

MOST_ARMS = 24
_OF_TABLE = ("plays", "winner_points")
_OF_SIDE = "pips_left"


@dataclass(frozen=True)
class Counted:
    """Who is counted: an arm of an item, the first that seats a policy so.

    Attributes
    ----------
    item : int
        Position of the item.
    second : bool
        Its second arm: the baseline, or the reference of a rule change.
    variant : int
        Position of the game.
    label, against : str
        Who sits there, as in the results table.
    sides : bool
        Whether `label` takes every side in turn, so that its own pips can be counted.
    """

    item: int
    second: bool
    variant: int
    label: str
    against: str
    sides: bool


def counted_arms(plan: Plan) -> list[Counted]:
    """Return everybody who is counted, in the order of the plan; nobody where matches are played."""
    if plan.play != "rounds":
        return []
    found: dict[tuple[int, str, str], Counted] = {}
    for one in _arms(plan):
        found.setdefault((one.variant, one.label, one.against), one)
    return list(found.values())[:MOST_ARMS]


def _arms(plan: Plan) -> Iterator[Counted]:
    for index, item in enumerate(plan.items):
        if isinstance(item, Arm):
            yield Counted(index, False, item.variant, item.label, item.against, bool(item.against))
            continue
        by_side = item.kind != "rule change"
        yield Counted(index, False, item.variant, item.policy, item.against, by_side)
        other = item.baseline if by_side else item.policy
        yield Counted(index, True, item.pairs[0].second.variant, other, item.against, by_side)


class Counting:
    """Counts the tables of a chunk as they are read, and leaves the counts in the sums of a collector."""

    def __init__(self, plan: Plan, first: int, sums: dict[tuple[Any, ...], Any]) -> None:
        self._left, self._sums, self._rules = COUNTED - first, sums, plan.rules
        arms = counted_arms(plan) if self._left > 0 else []
        self._arms = {(one.item, one.second): (number, one) for number, one in enumerate(arms)}
        self._seen: set[tuple[int, Seating]] = set()

    def take(self, index: int, second: bool, seating: Seating, side: int, table: Table) -> None:
        """Take the table of one seating of an item's arm, if it is counted."""
        number, arm = self._arms.get((index, second), (0, None))
        if arm is None:
            return
        rules, table = self._rules[seating.variant], table[: self._left]
        names: tuple[str, ...] = (_OF_SIDE,) if arm.sides else ()
        if (number, seating) not in self._seen:  # one round in several seatings is one value of the table
            self._seen.add((number, seating))
            names += _OF_TABLE
        for name in names:
            key = (COUNT, number, name)
            self._sums[key] = self._sums.get(key, Counter()) + _count(measures.read(name, table, side, rules))


def _count(values: npt.NDArray[np.int64]) -> Counter[int]:
    """Count how often each value occurs."""
    low = int(values.min(initial=0))
    cells = np.bincount(values - low if low else values)
    return Counter({int(place) + low: int(cells[place]) for place in np.flatnonzero(cells)})


def distributions(experiment: Experiment, plan: Plan, tally: Tally) -> list[dict[str, Any]]:
    """Return what was counted, as plain data: one entry an arm and measure, in the order of the plan."""
    result: list[dict[str, Any]] = []
    for number, arm in enumerate(counted_arms(plan)):
        variant = experiment.variants[arm.variant]
        for name in (*_OF_TABLE, _OF_SIDE):
            counts: Counter[int] = tally.extras.get((COUNT, number, name), Counter())
            if counts:
                values = sorted(counts)
                result.append(
                    {
                        "game": variant.game,
                        "house_rules": variant.house_rules_text,
                        "players": variant.players,
                        "policy": arm.label,
                        "against": arm.against,
                        "measure": name,
                        "unit": measures.reader(name).unit,
                        "values": values,
                        "counts": [counts[value] for value in values],
                        "deals": _deals(tally, arm.item),
                    }
                )
    return result


def _deals(tally: Tally, item: int) -> int:
    """Return how many deals of an item were counted."""
    sums = tally.sums[item][0]
    return min(COUNTED, sums.difference.n if isinstance(sums, PairMoments) else sums.n)
