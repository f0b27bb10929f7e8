"""A chunk of deals played and summed up: the work of one worker, the same wherever and whenever it is done.

A run is a row of chunks of a fixed size. Everything a chunk leaves is exact integer sums, so the number of workers,
their order and the backend cannot change a result, and memory does not grow with the number of deals.
"""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from analyzer import measures
from analyzer.arms import Arm, Contrast, Plan, Seating
from analyzer.collect import Collector, ExtraSums, merged
from analyzer.distributions import Counting
from analyzer.slices import Slices, headlines
from analyzer.statistics import Moments, PairMoments
from kernels import engine

__all__ = ["CHUNK", "STOPS", "Tally", "play", "play_chunk"]

CHUNK = 32_768
"""Deals of a chunk. Measured on Doubles, one comparison of two players (processor time of the kernel alone: 1,030 ns a
round; summing up adds 1 % for two measures, 5 % for eight): 8,192 deals cost 8 % more, 16,384 2 % more, 65,536 nothing
less. Half the size means half the memory (2 MB a seating) and looks twice as often."""

STOPS: dict[str, threading.Event] = {}
"""Runs of this process by token; workers that are threads look here and leave early. Other processes have none."""


@dataclass(frozen=True)
class Tally:
    """What a number of deals left.

    Attributes
    ----------
    deals : int
        How many deals.
    games, rounds : int
        Rounds or matches played for them, all seatings together, and the rounds in them.
    sums : tuple
        By item of the plan: one `Moments` (arm) or `PairMoments` (contrast) a measure; none for an item that was left
        out.
    extras : dict
        Of the plan's extras, see `analyzer.collect.ExtraSums`.
    slices : Slices or None
        Of one chunk, which must be taken in order; a sum of tallies has none.
    """

    deals: int
    games: int
    rounds: int
    sums: tuple[tuple[Moments | PairMoments, ...], ...]
    extras: ExtraSums = field(default_factory=dict)
    slices: Slices | None = field(default=None, compare=False)

    def __add__(self, other: Tally) -> Tally:
        """Merge two tallies of the same plan; the order does not matter."""
        sums = tuple(
            tuple(_merge(a, b) for a, b in zip(mine, its, strict=True)) if mine and its else mine or its
            for mine, its in zip(self.sums, other.sums, strict=True)
        )
        extras = merged(self.extras, other.extras)
        return Tally(self.deals + other.deals, self.games + other.games, self.rounds + other.rounds, sums, extras)

    def without(self, skip: frozenset[int]) -> Tally:
        """Return the tally without the sums of some items; what was played for them stays counted as played."""
        if not skip:
            return self
        kept = tuple(() if index in skip else sums for index, sums in enumerate(self.sums))
        return replace(self, sums=kept, slices=self.slices and self.slices.without(skip))


def _merge(a: Moments | PairMoments, b: Moments | PairMoments) -> Moments | PairMoments:
    if isinstance(a, Moments) and isinstance(b, Moments):
        return a + b
    if isinstance(a, PairMoments) and isinstance(b, PairMoments):
        return a + b
    raise TypeError("tallies of different plans cannot be merged")


def play(plan: Plan, seating: Seating, first: int, count: int, replicate: int = 0) -> npt.NDArray[np.void]:
    """Play one seating on deals `first` ... ``first + count - 1``; returns the kernel's records, shape ``(count,)``.

    Another `replicate` plays the same deals with other random choices.
    """
    function = engine.play_matches if plan.play == "matches" else engine.play_rounds
    arguments = (plan.rules[seating.variant], seating.policies, plan.seed, first, count)
    table: npt.NDArray[np.void] = function(*arguments, replicate=replicate) if replicate else function(*arguments)
    return table


class _Played:
    """The rounds of a chunk, played when first asked for and forgotten after the last use: one table in memory for
    every seating that is still needed, not for all that there are.
    """  # noqa: D205

    def __init__(
        self, plan: Plan, first: int, count: int, stop: threading.Event | None, skip: frozenset[int] = frozenset()
    ) -> None:
        self._plan, self._first, self._count, self._stop = plan, first, count, stop
        needed = (item for index, item in enumerate(plan.items) if index not in skip)
        self._uses = Counter(seating for item in needed for seating in item.seatings)
        self._tables: dict[Seating, npt.NDArray[np.void]] = {}
        self.games = self.rounds = 0

    def table(self, seating: Seating) -> npt.NDArray[np.void]:
        """Return the records of a seating."""
        if seating not in self._tables:
            self._tables[seating] = self.again(seating, 0)
        self._uses[seating] -= 1
        return self._tables[seating] if self._uses[seating] else self._tables.pop(seating)

    def again(self, seating: Seating, replicate: int) -> npt.NDArray[np.void]:
        """Play a seating, with other random choices for another `replicate`, and keep nothing."""
        if self._stop is not None and self._stop.is_set():
            raise _StopError
        table = play(self._plan, seating, self._first, self._count, replicate)
        self.games += len(table)
        self.rounds += int(table["rounds"].sum()) if self._plan.play == "matches" else len(table)
        return table


class _StopError(Exception):
    """The run has been stopped; what this chunk has done is not wanted."""


def play_chunk(plan: Plan, first: int, count: int, token: str = "", skip: frozenset[int] = frozenset()) -> Tally | None:
    """Play and sum up the deals `first` ... ``first + count - 1`` of every item of a plan.

    Parameters
    ----------
    plan : Plan
        What to play.
    first, count : int
        The deals.
    token : str
        Of the run in `STOPS`.
    skip : frozenset of int
        Positions of items that are left out: their sums stay empty.

    Returns
    -------
    Tally or None
        None if the run was stopped before the chunk was complete.
    """
    played, collector = _Played(plan, first, count, STOPS.get(token), skip), _Collectors(plan, first, count)
    try:
        sums = tuple(() if index in skip else _item(plan, index, played, collector) for index in range(len(plan.items)))
        for number, luck in enumerate(plan.extras.luck):
            seating = Seating(luck.variant, luck.policies)
            collector.extras.luck(number, [played.again(seating, replicate) for replicate in range(luck.plays)])
    except _StopError:
        return None
    return Tally(count, played.games, played.rounds, sums, collector.extras.sums, collector.slices)


class _Collectors:
    """Who is shown the values of a chunk: extras, slices, and whole distributions."""

    def __init__(self, plan: Plan, first: int, count: int) -> None:
        self.extras = Collector(plan)
        self.slices = Slices.of(first, count)
        self.counting = Counting(plan, first, self.extras.sums)
        self.headlines = frozenset(headlines(plan))

    def slice(self, index: int, names: tuple[str, ...], values: dict[str, npt.NDArray[np.int64]]) -> None:
        """Sum up the values of an item by slices."""
        for place, name in enumerate(names):
            self.slices.take(index, place, values[name], (index, place) in self.headlines)


def _item(plan: Plan, index: int, played: _Played, collector: _Collectors) -> tuple[Moments | PairMoments, ...]:
    item = plan.items[index]
    if isinstance(item, Arm):
        return _arm(plan, index, item, played, collector)
    return _contrast(plan, index, item, played, collector)


def _arm(plan: Plan, index: int, arm: Arm, played: _Played, collector: _Collectors) -> tuple[Moments, ...]:
    """Add up the values of an arm over its sides within each deal, then sum over deals."""
    rules = plan.rules[arm.variant]
    values: dict[str, npt.NDArray[np.int64]] = {}
    for side, seating in enumerate(arm.seatings):
        table = played.table(seating)
        collector.counting.take(index, False, seating, side, table)
        for name in arm.measures:
            one = measures.read(name, table, side, rules)
            values[name] = values[name] + one if side else one
            collector.extras.arm(index, arm, name, table, one)
    collector.slice(index, arm.measures, values)
    return tuple(Moments.of(values[name]) for name in arm.measures)


def _contrast(
    plan: Plan, index: int, contrast: Contrast, played: _Played, collector: _Collectors
) -> tuple[PairMoments, ...]:
    """Add up the differences of a contrast within each deal, then sum over deals."""
    differences: dict[str, npt.NDArray[np.int64]] = {}
    first: dict[str, list[Moments]] = {name: [] for name in contrast.measures}
    second: dict[str, list[Moments]] = {name: [] for name in contrast.measures}
    for pair in contrast.pairs:
        tables = played.table(pair.first), played.table(pair.second)
        rules = plan.rules[pair.first.variant], plan.rules[pair.second.variant]
        collector.extras.game(contrast, pair.side, tables[0], rules[0])
        collector.counting.take(index, False, pair.first, pair.side, tables[0])
        collector.counting.take(index, True, pair.second, pair.side, tables[1])
        for name in contrast.measures:
            one = measures.read(name, tables[0], pair.side, rules[0])
            other = measures.read(name, tables[1], pair.side, rules[1])
            first[name].append(Moments.of(one))
            second[name].append(Moments.of(other))
            collector.extras.values(name, one, other)
            one -= other
            if name in differences:
                differences[name] += one
            else:
                differences[name] = one
    collector.extras.contrast(index, contrast, differences)
    collector.slice(index, contrast.measures, differences)
    return tuple(
        PairMoments(Moments.of(differences[name]), tuple(first[name]), tuple(second[name]))
        for name in contrast.measures
    )
