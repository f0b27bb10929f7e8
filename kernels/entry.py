"""The compiled entry points: fixed signatures, kept in the disk cache.

Importing this module compiles or loads them (`kernels.engine` does so inside the kernel cache, when first needed). Plugged-in
policies are first-class functions of one signature in a tuple of fixed length: the only style whose play loop later processes
find in the cache for every pairing of policies.
"""

from __future__ import annotations

import warnings
from typing import Any

from numba import njit, types
from numba.core.errors import NumbaExperimentalFeatureWarning
from numba.np.numpy_support import from_dtype

from kernels.rounds import match_loop, round_loop
from kernels.rules import MAX_PLAYERS, RULES_DTYPE
from kernels.state import HIDDEN_DTYPE, MATCH_DTYPE, ROUND_DTYPE, SEAT_DTYPE, VIEW_DTYPE

__all__ = ["CHOOSE_SIGNATURE", "first_move", "play_matches", "play_rounds"]

# Numba calls function tuples experimental each time one is typed; they are part of this design.
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)

CHOOSE_SIGNATURE = types.int64(
    from_dtype(VIEW_DTYPE), types.int32[::1], types.int64, types.float64[::1], types.uint64
)
"""``choose(view, moves, count, params, word) -> index``, the signature of a plugged-in policy."""


def _records(dtype: Any) -> Any:
    return types.Array(from_dtype(dtype), 1, "C")


_FUNCTIONS = types.UniTuple(types.FunctionType(CHOOSE_SIGNATURE), MAX_PLAYERS)
_SCRATCH = types.Tuple((_records(VIEW_DTYPE), _records(HIDDEN_DTYPE), types.int32[::1], types.int64[::1]))
_HEAD = (_records(RULES_DTYPE), _records(SEAT_DTYPE), _FUNCTIONS, types.float64[:, ::1], types.uint64, types.uint64)
_ROUNDS = types.int64(*_HEAD, types.int32[::1], _records(ROUND_DTYPE), _SCRATCH, types.int64[::1])
_MATCHES = types.int64(
    *_HEAD, types.int32[::1], _records(MATCH_DTYPE), _records(ROUND_DTYPE), _SCRATCH, types.int64[::1]
)


@njit(CHOOSE_SIGNATURE, nogil=True, cache=True)
def first_move(view: Any, moves: Any, count: Any, params: Any, word: Any) -> Any:
    """Play the first legal move: fills the places of the function tuple that no seat uses."""
    return 0


@njit(_ROUNDS, nogil=True, cache=True, error_model="numpy")
def play_rounds(
    rules: Any, seats: Any, functions: Any, params: Any, seed: Any, first_deal: Any, log: Any, out: Any, scratch: Any,
    where: Any,
) -> Any:  # fmt: skip
    """Compiled `kernels.rounds.round_loop`."""
    return round_loop(rules, seats, functions, params, seed, first_deal, log, out, scratch, where)


@njit(_MATCHES, nogil=True, cache=True, error_model="numpy")
def play_matches(
    rules: Any, seats: Any, functions: Any, params: Any, seed: Any, first_match: Any, log: Any, out: Any, rounds: Any,
    scratch: Any, where: Any,
) -> Any:  # fmt: skip
    """Compiled `kernels.rounds.match_loop`."""
    return match_loop(rules, seats, functions, params, seed, first_match, log, out, rounds, scratch, where)
