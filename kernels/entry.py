"""The compiled entry point: one fixed signature, kept in the disk cache.

Importing this module compiles or loads it (`kernels.engine` does so inside the kernel cache, when first needed).
Rounds and matches share one entry and one call of `play_round`, with no wrapper in between: LLVM optimises everything
anew at every level, and two entries with a wrapper each took 45 s to compile against 19 s.

Plugged-in policies are first-class functions of one signature in a tuple of fixed length: the only style whose play
loop later processes find in the cache for every pairing of policies.
"""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
from numba import njit, types
from numba.core.errors import NumbaExperimentalFeatureWarning
from numba.np.numpy_support import from_dtype

from kernels.deal import ANY_TILE
from kernels.matches import finish_match, lead_of_round, settle_match, start_match
from kernels.rounds import failed, play_round
from kernels.rules import MAX_PLAYERS, RULES_DTYPE
from kernels.state import (
    HIDDEN_DTYPE,
    MATCH_DTYPE,
    NOBODY,
    OK,
    ROUND_DTYPE,
    ROUND_LIMIT,
    SEATS_DTYPE,
    VIEW_DTYPE,
    WORK_DTYPE,
)

__all__ = ["CHOOSE_SIGNATURE", "first_move", "play"]

# Numba calls function tuples experimental each time one is typed; they are part of this design.
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)

CHOOSE_SIGNATURE = types.int64(
    from_dtype(VIEW_DTYPE),
    types.Array(types.int32, 1, "C", readonly=True),
    types.int64,
    types.Array(types.float64, 1, "C", readonly=True),
    types.uint64,
)
"""``choose(view, moves, count, params, word) -> index``: a plugged-in policy, which cannot write moves or params."""


def _records(dtype: Any) -> Any:
    return types.Array(from_dtype(dtype), 1, "C")


_FUNCTIONS = types.UniTuple(types.FunctionType(CHOOSE_SIGNATURE), MAX_PLAYERS)
_PLAY = types.int64(
    _records(RULES_DTYPE),
    _records(SEATS_DTYPE),
    _FUNCTIONS,
    types.uint64,
    types.uint64,
    _records(ROUND_DTYPE),
    _records(MATCH_DTYPE),
    _records(VIEW_DTYPE),
    _records(HIDDEN_DTYPE),
    _records(WORK_DTYPE),
)


@njit(CHOOSE_SIGNATURE, nogil=True, cache=True)
def first_move(view: Any, moves: Any, count: Any, params: Any, word: Any) -> Any:
    """Play the first legal move: fills the places of the function tuple that no seat uses."""
    return 0


@njit(_PLAY, nogil=True, cache=True, error_model="numpy")
def play(
    rules: Any, seats: Any, functions: Any, seed: Any, first_deal: Any, rounds: Any, matches: Any, view: Any, hidden:
    Any, work: Any,
) -> Any:  # fmt: skip
    """Play one match a deal into `matches`; if that is empty, one round a deal into `rounds`.

    Parameters
    ----------
    rules : array of RULES_DTYPE, shape (1,)
    seats : array of SEATS_DTYPE, shape (1,)
    functions : tuple of MAX_PLAYERS compiled functions
        Plugged-in policies, by seat.
    seed, first_deal : uint64
        Deals ``first_deal, first_deal + 1, ...`` are played.
    rounds : array of ROUND_DTYPE, shape (deals,)
        With matches: receives the rounds of the last match; its length is the most rounds a match may take.
    matches : array of MATCH_DTYPE, shape (matches,)
    view, hidden, work : arrays of VIEW_DTYPE, HIDDEN_DTYPE and WORK_DTYPE, shape (1,)
        Scratch space. With ``work.log_length`` 0 all moves are logged (`kernels.log`); LOG_OFF logs nothing.

    Returns
    -------
    int
        A status code; unless it is OK, ``work.failed_deal`` and ``work.failed_seat`` say where.
    """
    in_match = matches.shape[0] > 0
    hidden[0].seed = seed
    hidden[0].in_match = 0
    hidden[0].for_points = 0
    for game in range(matches.shape[0] if in_match else rounds.shape[0]):
        hidden[0].deal = first_deal + np.uint64(game)
        if in_match:
            start_match(view[0], hidden[0], rules[0])
        played = 0
        winner = np.int64(NOBODY)
        while winner == NOBODY:
            leader = hidden[0].leader
            lead_rule = rules[0].lead_tile if leader == NOBODY else np.int64(ANY_TILE)
            hidden[0].round_number = np.uint64(played)
            if in_match:
                leader, lead_rule = lead_of_round(hidden[0], rules[0], rounds, played)
            place = played if in_match else game
            status = play_round(
                view[0], hidden[0], rules[0], seats[0], functions, work[0], leader, lead_rule, rounds[place]
            )
            status = failed(work[0], hidden[0], view[0], status)
            if status != OK:
                return status
            if not in_match:
                break
            played += 1
            winner = settle_match(view[0], rules[0], rounds[place])
            if winner == NOBODY and played == rounds.shape[0]:
                return failed(work[0], hidden[0], view[0], ROUND_LIMIT)
        if in_match:
            finish_match(view[0], rounds, played, winner, matches[game])
    return OK
