"""A log of a round, move by move, for tests and replays; the play loop of a simulation gets an empty one.

A log is an int32 array whose first entry is the length used, itself included. Each move takes `LOG_HEAD` entries (seat, move,
open-end total after it, points, number of legal moves) followed by the legal moves. A log that is too small is marked by a
negative length.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from kernels.compiling import compiled
from kernels.layout import open_total, play_points
from kernels.state import DRAW

__all__ = ["LOG_HEAD", "LoggedMove", "log_forced", "log_move", "new_log", "read_log"]

LOG_HEAD = 5
_FULL = -1


@dataclass(frozen=True)
class LoggedMove:
    """One move of a logged round: who moved, what, the open-end total and points it gave, and what was legal."""

    seat: int
    move: int
    total: int
    points: int
    legal: tuple[int, ...]


def new_log(length: int = 65_536) -> np.ndarray:
    """Return an empty log, shape ``(length,)``."""
    log = np.zeros(length, np.int32)
    log[0] = 1
    return log


def read_log(log: np.ndarray) -> Iterator[LoggedMove]:
    """Yield the moves of a filled log in order."""
    position, end = 1, int(log[0])
    while position < end:
        seat, move, total, points, count = (int(entry) for entry in log[position : position + LOG_HEAD])
        position += LOG_HEAD
        yield LoggedMove(seat, move, total, points, tuple(int(entry) for entry in log[position : position + count]))
        position += count


@compiled
def log_move(log: Any, view: Any, rules: Any, move: Any, moves: Any, count: Any) -> None:
    """Append a move that is about to be made, with its legal alternatives."""
    start = log[0]
    if start == _FULL or start + LOG_HEAD + count > log.shape[0]:
        log[0] = _FULL
        return
    total = np.int64(view.total)
    points = np.int64(0)
    if move < DRAW and rules.play_score != 0:
        total = open_total(view, rules, move)
        points = play_points(view, rules, move, total)
    log[start] = view.seat
    log[start + 1] = move
    log[start + 2] = total
    log[start + 3] = points
    log[start + 4] = count
    for i in range(count):
        log[start + LOG_HEAD + i] = moves[i]
    log[0] = start + LOG_HEAD + count


@compiled
def log_forced(log: Any, view: Any, rules: Any, move: Any, moves: Any) -> None:
    """Append a draw or pass that had no alternative."""
    moves[0] = move
    log_move(log, view, rules, move, moves, 1)
