"""Playing a given deal and a given list of moves through the compiled kernel.

The moves stand in the scratch record and are made by the same play loop as any others; what the loop did and what was
legal is read from its log. Forced draws and passes are the kernel's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kernels import state
from kernels.engine import EngineError, call, compiled_entry
from kernels.log import LoggedMove, read_log
from kernels.rules import Rules
from kernels.tiles import mask_of

__all__ = ["Deal", "Played", "play_script"]


@dataclass(frozen=True)
class Deal:
    """Hands, boneyard and who leads.

    Attributes
    ----------
    hands : sequence of sequences of int
        Tile ids of each seat.
    boneyard : sequence of int
        Tile ids in the order they are drawn.
    leader : int
        The seat that leads (or, with tiles `laid`, moves first); -1: the rules decide.
    laid : sequence of int
        Move codes of tiles that lie before anybody plays.
    """

    hands: Sequence[Sequence[int]]
    boneyard: Sequence[int]
    leader: int = state.NOBODY
    laid: Sequence[int] = ()


@dataclass(frozen=True)
class Played:
    """What came of a script.

    Attributes
    ----------
    moves : list of LoggedMove
        Every move made, forced draws and passes included.
    waiting : LoggedMove or None
        The seat to move and its legal moves, if the round is not over (its `move` has no meaning).
    illegal : bool
        The next scripted move is not among the legal ones of `waiting`.
    record : numpy.ndarray
        `kernels.state.ROUND_DTYPE`, shape (1,); complete only if the round is over.
    view : numpy.ndarray
        `kernels.state.VIEW_DTYPE`, shape (1,): the table as it lies at the end.
    """

    moves: list[LoggedMove]
    waiting: LoggedMove | None
    illegal: bool
    record: np.ndarray
    view: np.ndarray


def play_script(rules: Rules, deal: Deal, script: Sequence[int]) -> Played:
    """Play the moves of a script as far as they go.

    Raises
    ------
    EngineError
        If nobody can lead the given deal.
    ValueError
        If there are too many moves.
    """
    moves = [*deal.laid, *script]
    if len(moves) > state.SCRIPT_SIZE:
        raise ValueError(f"a script has at most {state.SCRIPT_SIZE} moves; got {len(moves)}")
    work = np.zeros(1, state.WORK_DTYPE)
    work["script"][0, : len(moves)] = moves
    work["script_laid"], work["script_length"] = len(deal.laid), len(moves)
    seats = np.zeros(1, state.SEATS_DTYPE)
    seats["kind"] = state.SCRIPTED
    rounds = np.zeros(1, state.ROUND_DTYPE)
    functions = (compiled_entry().first_move,) * state.MAX_SEATS
    nothing = np.zeros(0, state.MATCH_DTYPE)
    view = np.zeros(1, state.VIEW_DTYPE)
    status = call(rules, seats, functions, (0, 0), rounds, nothing, view, _given(deal), work)
    logged = list(read_log(work))
    if status in (state.SCRIPT_END, state.SCRIPT_ILLEGAL):
        return Played(logged[:-1], logged[-1], status == state.SCRIPT_ILLEGAL, rounds, view)
    if status == state.REDEAL_LIMIT:
        raise EngineError("nobody holds the double or tile that leads, so the rules deal again", 0, 0, state.NOBODY, "")
    if status != state.OK:
        raise EngineError(f"the replay failed with status {status}", 0, 0, state.NOBODY, "")
    return Played(logged, None, False, rounds, view)


def _given(deal: Deal) -> np.ndarray:
    """Return the hidden record of a given deal."""
    hidden = np.zeros(1, state.HIDDEN_DTYPE)
    for seat, hand in enumerate(deal.hands):
        hidden["hands"][0, seat] = mask_of(hand)
    hidden["order"][0, : len(deal.boneyard)] = deal.boneyard
    hidden["end"] = len(deal.boneyard)
    hidden["given"] = 1
    hidden["leader"] = deal.leader
    return hidden
