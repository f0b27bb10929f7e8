"""A log of a round, move by move, for tests and replays; simulations leave it off.

The log lies in the scratch record. Each move takes `LOG_HEAD` entries (seat, move, open-end total after it, points,
number of legal moves) followed by the legal moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kernels import rules as settings
from kernels.compiling import compiled
from kernels.layout import open_total, play_points
from kernels.state import DRAW, LOG_SIZE, TILE_SHIFT
from kernels.tiles import tiles_in

__all__ = [
    "LOG_HEAD",
    "LOG_POINTS",
    "LoggedMove",
    "LoggedRound",
    "log_forced",
    "log_move",
    "read_log",
    "rewound",
]

LOG_HEAD = 5
LOG_POINTS = 3  # place of the points in a move's entries
_NO_PLAY_SCORE = settings.code("play_score", "none")


@dataclass(frozen=True)
class LoggedMove:
    """One move of a logged round: who moved, what, the open-end total and points it gave, and what was legal."""

    seat: int
    move: int
    total: int
    points: int
    legal: tuple[int, ...]


@dataclass(frozen=True)
class LoggedRound:
    """A whole round.

    Attributes
    ----------
    record : numpy.ndarray
        `kernels.state.ROUND_DTYPE`, shape (1,).
    moves : tuple of LoggedMove
        In order, forced draws and passes included.
    hands : tuple of tuples of int
        Tile ids of each seat when the round was led, ascending.
    boneyard : tuple of int
        Tile ids in the order of drawing, the reserve at the end.
    """

    record: np.ndarray
    moves: tuple[LoggedMove, ...]
    hands: tuple[tuple[int, ...], ...]
    boneyard: tuple[int, ...]


def rewound(record: np.ndarray, moves: Sequence[LoggedMove], hidden: np.ndarray, players: int) -> LoggedRound:
    """Put every played tile back into its hand and every drawn one into the boneyard, from the last move to the first.

    Hands are not remembered by the kernel; whatever happened before the lead (dealing again, drawing for it) is over.
    """
    end = hidden[0]
    hands = [set(tiles_in(int(end["hands"][seat]))) for seat in range(players)]
    boneyard = [int(tile) for tile in end["order"][int(end["next"]) : int(end["end"])]]
    place = int(end["next"])
    for move in reversed(moves):
        if move.move == DRAW:
            place -= 1
            boneyard.insert(0, int(end["order"][place]))
            hands[move.seat].discard(boneyard[0])
        elif move.move < DRAW:
            hands[move.seat].add(move.move >> TILE_SHIFT & 63)
    return LoggedRound(record, tuple(moves), tuple(tuple(sorted(hand)) for hand in hands), tuple(boneyard))


def read_log(work: np.ndarray) -> Iterator[LoggedMove]:
    """Yield the moves of the log in a scratch array of shape (1,), in order."""
    log, end = work[0]["log"], int(work[0]["log_length"])
    position = 0
    while position < end:
        seat, move, total, points, count = (int(entry) for entry in log[position : position + LOG_HEAD])
        position += LOG_HEAD
        yield LoggedMove(seat, move, total, points, tuple(int(entry) for entry in log[position : position + count]))
        position += count


@compiled
def log_move(work: Any, view: Any, rules: Any, move: Any, count: Any) -> None:
    """Append a move that is about to be made, with its `count` legal alternatives, which stand in ``work.moves``."""
    start = work.log_length
    work.log_last = start
    work.log_length = start + LOG_HEAD + count
    if work.log_length > LOG_SIZE:
        work.log_length = LOG_SIZE + 1
        return
    total = np.int64(view.total)
    points = np.int64(0)
    if move < DRAW and rules.play_score != _NO_PLAY_SCORE:
        total = open_total(view, rules, move)
        points = play_points(view, rules, move, total)
    work.log[start] = view.seat
    work.log[start + 1] = move
    work.log[start + 2] = total
    work.log[start + LOG_POINTS] = points
    work.log[start + 4] = count
    for i in range(count):
        work.log[start + LOG_HEAD + i] = work.moves[i]


@compiled
def log_forced(work: Any, view: Any, rules: Any, move: Any) -> None:
    """Append a draw or pass that had no alternative."""
    work.moves[0] = move
    log_move(work, view, rules, move, 1)
