"""A chunk of deals played and summed up: the work of one worker, the same wherever and whenever it is done.

A run is a row of chunks of a fixed size. Everything a chunk leaves is exact integer sums, so the number of workers,
their order and the backend cannot change a result, and memory does not grow with the number of deals.
"""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from analyzer import measures
from analyzer.arms import Arm, Contrast, Plan, Seating
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
        By item of the plan: one `Moments` (arm) or `PairMoments` (contrast) a measure.
    """

    deals: int
    games: int
    rounds: int
    sums: tuple[tuple[Moments | PairMoments, ...], ...]

    def __add__(self, other: Tally) -> Tally:
        """Merge two tallies of the same plan; the order does not matter."""
        merged = tuple(
            tuple(_merge(a, b) for a, b in zip(mine, its, strict=True))
            for mine, its in zip(self.sums, other.sums, strict=True)
        )
        return Tally(self.deals + other.deals, self.games + other.games, self.rounds + other.rounds, merged)


def _merge(a: Moments | PairMoments, b: Moments | PairMoments) -> Moments | PairMoments:
    if isinstance(a, Moments) and isinstance(b, Moments):
        return a + b
    if isinstance(a, PairMoments) and isinstance(b, PairMoments):
        return a + b
    raise TypeError("tallies of different plans cannot be merged")


def play(plan: Plan, seating: Seating, first: int, count: int) -> npt.NDArray[np.void]:
    """Play one seating on deals `first` ... ``first + count - 1``; returns the kernel's records, shape ``(count,)``."""
    function = engine.play_matches if plan.play == "matches" else engine.play_rounds
    table: npt.NDArray[np.void] = function(plan.rules[seating.variant], seating.policies, plan.seed, first, count)
    return table


class _Played:
    """The rounds of a chunk, played when first asked for and forgotten after the last use: one table in memory for
    every seating that is still needed, not for all that there are.
    """  # noqa: D205

    def __init__(self, plan: Plan, first: int, count: int, stop: threading.Event | None) -> None:
        self._plan, self._first, self._count, self._stop = plan, first, count, stop
        self._uses = Counter(seating for item in plan.items for seating in item.seatings)
        self._tables: dict[Seating, npt.NDArray[np.void]] = {}
        self.games = self.rounds = 0

    def table(self, seating: Seating) -> npt.NDArray[np.void]:
        """Return the records of a seating."""
        if seating not in self._tables:
            if self._stop is not None and self._stop.is_set():
                raise _StopError
            self._tables[seating] = table = play(self._plan, seating, self._first, self._count)
            self.games += len(table)
            self.rounds += int(table["rounds"].sum()) if self._plan.play == "matches" else len(table)
        self._uses[seating] -= 1
        return self._tables[seating] if self._uses[seating] else self._tables.pop(seating)


class _StopError(Exception):
    """The run has been stopped; what this chunk has done is not wanted."""


def play_chunk(plan: Plan, first: int, count: int, token: str = "") -> Tally | None:
    """Play and sum up the deals `first` ... ``first + count - 1`` of every item of a plan.

    Parameters
    ----------
    plan : Plan
        What to play.
    first, count : int
        The deals.
    token : str
        Of the run in `STOPS`.

    Returns
    -------
    Tally or None
        None if the run was stopped before the chunk was complete.
    """
    played = _Played(plan, first, count, STOPS.get(token))
    try:
        sums = tuple(
            _arm(plan, item, played) if isinstance(item, Arm) else _contrast(plan, item, played) for item in plan.items
        )
    except _StopError:
        return None
    return Tally(count, played.games, played.rounds, sums)


def _arm(plan: Plan, arm: Arm, played: _Played) -> tuple[Moments, ...]:
    table, rules = played.table(arm.seating), plan.rules[arm.seating.variant]
    return tuple(Moments.of(measures.read(name, table, 0, rules)) for name in arm.measures)


def _contrast(plan: Plan, contrast: Contrast, played: _Played) -> tuple[PairMoments, ...]:
    """Add up the differences of a contrast within each deal, then sum over deals."""
    differences: dict[str, npt.NDArray[np.int64]] = {}
    first: dict[str, list[Moments]] = {name: [] for name in contrast.measures}
    second: dict[str, list[Moments]] = {name: [] for name in contrast.measures}
    for pair in contrast.pairs:
        tables = played.table(pair.first), played.table(pair.second)
        rules = plan.rules[pair.first.variant], plan.rules[pair.second.variant]
        for name in contrast.measures:
            one = measures.read(name, tables[0], pair.side, rules[0])
            other = measures.read(name, tables[1], pair.side, rules[1])
            first[name].append(Moments.of(one))
            second[name].append(Moments.of(other))
            one -= other
            if name in differences:
                differences[name] += one
            else:
                differences[name] = one
    return tuple(
        PairMoments(Moments.of(differences[name]), tuple(first[name]), tuple(second[name]))
        for name in contrast.measures
    )
