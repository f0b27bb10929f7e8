"""The face of the compiled code: rules and policies in, arrays of results out.

Deals are a pure function of (seed, deal): any split into calls, threads or processes gives the same rounds. The first
call in a process loads the compiled code from the disk cache, or compiles it; importing this module does neither.
"""

from __future__ import annotations

import functools
import pickle
import shutil
import threading
from collections.abc import Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from kernels import state
from kernels.policies import FEATURES, LOOK_AHEAD, Policy
from kernels.rules import Rules
from kernels.tables import HIGH, LOW, PIPS

if TYPE_CHECKING:
    from kernels.log import LoggedRound

__all__ = [
    "ENGINE_VERSION",
    "EngineError",
    "call",
    "compiled_entry",
    "is_compiled",
    "log_deal",
    "log_round",
    "play_matches",
    "play_rounds",
    "warm_up",
]

ENGINE_VERSION = 2
"""Raised whenever the same (rules, policies, seed, deal) could play a different game."""

MAX_ROUNDS = 1000  # a match that is not over by then is given up

_MEANING = {
    state.REDEAL_LIMIT: "4,096 deals in a row had to be dealt again",
    state.ILLEGAL_CHOICE: "the policy returned an index that is not a legal move",
    state.ROUND_LIMIT: (
        f"the match was not over after {MAX_ROUNDS} rounds: see target, match_by, entry_points and compare"
    ),
    state.LOG_FULL: "the round does not fit the log",
}
_OF_TILE = ("doubles", "pips", "larger-half")
_KINDS = {"uniform": state.UNIFORM, "scored": state.SCORED, "plugin": state.PLUGIN}
_DAMAGED = (OSError, EOFError, pickle.UnpicklingError, ValueError, ImportError, AttributeError)
_lock = threading.Lock()


class EngineError(RuntimeError):
    """A game that could not be played to its end; the message names seed, deal and seat, so that it can be replayed.

    Attributes
    ----------
    seed, deal : int
    seat : int
        The seat to move when it failed, -1 if no seat is to blame.
    """

    def __init__(self, reason: str, seed: int, deal: int, seat: int, policy: str) -> None:
        who = f", seat {seat} ({policy})" if policy else ""
        super().__init__(f"{reason} [seed {seed}, deal {deal}{who}]")
        self.seed, self.deal, self.seat = seed, deal, seat


@functools.cache
def _load() -> ModuleType:
    from kernels.cache import kernel_cache

    try:
        with kernel_cache() as folder:
            from kernels import entry

            return entry
    except _DAMAGED:
        # A cache file that a crash cut short: make the folder anew.
        shutil.rmtree(folder, ignore_errors=True)
    try:
        with kernel_cache():
            from kernels import entry
    except _DAMAGED:  # still not readable, or another process is writing it: compile without it
        with kernel_cache(temporary=True):
            from kernels import entry
    return entry


def compiled_entry() -> ModuleType:
    """Return `kernels.entry`, compiled or loaded from the cache; safe to call from several threads at once."""
    with _lock:
        return _load()


def is_compiled() -> bool:
    """Say whether this process, or an earlier one on this machine, has compiled the engine as it is now."""
    from kernels.cache import cache_folder

    return _load.cache_info().currsize > 0 or any(cache_folder().rglob("entry.play-*.nbi"))


def warm_up() -> None:
    """Compile or load everything that playing needs: call it in the parent before workers start."""
    compiled_entry()


def play_rounds(
    rules: Rules, seats: Sequence[Policy], seed: int, first_deal: int, deals: int, replicate: int = 0
) -> np.ndarray:
    """Play one round a deal.

    Parameters
    ----------
    rules : Rules
    seats : sequence of Policy
        One policy a seat.
    seed : int
        0 to 2**64 - 1.
    first_deal, deals : int
        Deals ``first_deal ... first_deal + deals - 1`` are played.
    replicate : int
        0 to 65,535: the same deals with other choices, to tell the luck of the deal from that of the play.

    Returns
    -------
    numpy.ndarray
        Records of `kernels.state.ROUND_DTYPE`, shape ``(deals,)``.

    Raises
    ------
    EngineError
        If a plugged-in policy returns an illegal index or no deal can be led.
    """
    rounds = np.zeros(deals, state.ROUND_DTYPE)
    _play(rules, seats, seed, first_deal, rounds, np.zeros(0, state.MATCH_DTYPE), replicate=replicate)
    return rounds


def play_matches(
    rules: Rules, seats: Sequence[Policy], seed: int, first_match: int, matches: int, replicate: int = 0
) -> np.ndarray:
    """Play matches to the target; see `play_rounds`.

    Returns
    -------
    numpy.ndarray
        Records of `kernels.state.MATCH_DTYPE`, shape ``(matches,)``.
    """
    out = np.zeros(matches, state.MATCH_DTYPE)
    if matches:
        _play(rules, seats, seed, first_match, np.zeros(MAX_ROUNDS, state.ROUND_DTYPE), out, replicate=replicate)
    return out


def log_round(
    rules: Rules, seats: Sequence[Policy], seed: int, deal: int, replicate: int = 0
) -> tuple[np.ndarray, list[Any]]:
    """Play one round and return its record, shape ``(1,)``, and its moves as `kernels.log.LoggedMove` in order."""
    from kernels.log import read_log

    rounds = np.zeros(1, state.ROUND_DTYPE)
    work, _ = _play(rules, seats, seed, deal, rounds, np.zeros(0, state.MATCH_DTYPE), log=True, replicate=replicate)
    return rounds, list(read_log(work))


def log_deal(rules: Rules, seats: Sequence[Policy], seed: int, deal: int) -> LoggedRound:
    """Play one round and return all of it: the deal as it was when the round was led, every move, and the record."""
    from kernels.log import read_log, rewound

    rounds = np.zeros(1, state.ROUND_DTYPE)
    work, hidden = _play(rules, seats, seed, deal, rounds, np.zeros(0, state.MATCH_DTYPE), log=True)
    return rewound(rounds, list(read_log(work)), hidden, rules.players)


def seats_record(rules: Rules, seats: Sequence[Policy]) -> np.ndarray:
    """Return the policies of a table as the record that compiled code reads, shape ``(1,)``."""
    if len(seats) != rules.players:
        raise ValueError(f"{rules.players} players need {rules.players} policies; got {len(seats)}")
    record = np.zeros(1, state.SEATS_DTYPE)
    row = record[0]
    for seat, policy in enumerate(seats):
        _fill_row(row, seat, policy)
        _fill_row(row, state.MAX_SEATS + seat, policy.lead or policy)
        row["params"][seat, : len(policy.params)] = policy.params
    return record


def _fill_row(record: Any, row: int, policy: Policy) -> None:
    """Write one policy into a row of the record."""
    weights = dict(zip(FEATURES, policy.weights, strict=True))
    record["kind"][row] = _KINDS[policy.kind]
    # Uniform play with noise is uniform play; testing for noise would bias the words that are left.
    record["noise"][row] = 0 if policy.kind == "uniform" else round(policy.noise * 2**32)
    record["weights"][row] = policy.weights
    record["dynamic"][row] = any(weight for name, weight in weights.items() if name not in _OF_TILE)
    record["looks_ahead"][row] = any(weights[name] for name in LOOK_AHEAD)
    record["lock_margin"][row] = policy.lock_margin
    record["tile_score"][row] = (
        weights["doubles"] * (LOW == HIGH) + weights["pips"] * PIPS + weights["larger-half"] * HIGH
    )


def _functions(entry: ModuleType, seats: Sequence[Policy]) -> tuple[Any, ...]:
    """Return the function tuple: each plugged-in seat's own, a stand-in elsewhere."""
    from kernels.plugins import compile_plugin

    own = [compile_plugin(policy.function) if policy.function else entry.first_move for policy in seats]
    return tuple(own + [entry.first_move] * (state.MAX_SEATS - len(own)))


def _play(
    rules: Rules,
    seats: Sequence[Policy],
    seed: int,
    first: int,
    rounds: np.ndarray,
    matches: np.ndarray,
    *,
    log: bool = False,
    replicate: int = 0,
) -> tuple[np.ndarray, np.ndarray]:
    """Play dealt games; return the scratch record and the hidden one."""
    for name, number in (("seed", seed), ("first deal", first)):
        if not 0 <= number < 2**64:
            raise ValueError(f"{name} goes from 0 to 2**64 - 1; got {number}")
    if not 0 <= replicate < 2**16:
        raise ValueError(f"replicate goes from 0 to 65,535; got {replicate}")
    entry = compiled_entry()
    record = seats_record(rules, seats)
    work = np.zeros(1, state.WORK_DTYPE)
    work["log_length"] = 0 if log else state.LOG_OFF
    hidden = np.zeros(1, state.HIDDEN_DTYPE)
    hidden["leader"] = state.NOBODY
    hidden["replicate"] = replicate
    functions = _functions(entry, seats)
    view = np.zeros(1, state.VIEW_DTYPE)
    try:
        status = call(rules, record, functions, (seed, first), rounds, matches, view, hidden, work)
    except Exception as error:
        seat = int(view[0]["seat"])
        if seats[seat].kind != "plugin":
            raise
        reason = f"the policy raised {type(error).__name__}: {error}"
        raise EngineError(reason, seed, int(hidden[0]["deal"]), seat, seats[seat].describe()) from error
    if status != state.OK:
        seat = int(work[0]["failed_seat"]) if status == state.ILLEGAL_CHOICE else state.NOBODY
        policy = seats[seat].describe() if seat >= 0 else ""
        raise EngineError(_MEANING[status], seed, int(work[0]["failed_deal"]), seat, policy)
    return work, hidden


def call(
    rules: Rules,
    seats: np.ndarray,
    functions: tuple[Any, ...],
    start: tuple[int, int],
    rounds: np.ndarray,
    matches: np.ndarray,
    view: np.ndarray,
    hidden: np.ndarray,
    work: np.ndarray,
) -> int:
    """Call the compiled entry (`kernels.entry.play`) with `start` = (seed, first deal); return its status."""
    entry = compiled_entry()
    records = _as_kernel([rules.record(), seats])
    arrays = _as_kernel([rounds, matches, view, hidden, work])
    with np.errstate(over="ignore"):  # without the JIT, numpy warns of the wrap-around that random numbers are made of
        return int(entry.play(*records, functions, *(np.uint64(number) for number in start), *arrays))


def _as_kernel(arrays: Sequence[np.ndarray]) -> list[np.ndarray]:
    """Return arrays as the kernel takes them: without the JIT, records need attribute access."""
    from kernels.compiling import JIT_OFF

    return [array.view(np.recarray) for array in arrays] if JIT_OFF else list(arrays)
