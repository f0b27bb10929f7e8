"""How a seat picks one of its legal moves: uniformly, by a whole-number score, or by a plugged-in function."""

from __future__ import annotations

from typing import Any

import numpy as np

from kernels.codes import move_tile
from kernels.compiling import compiled, inlined
from kernels.features import dynamic_score
from kernels.log import log_move
from kernels.moves import count_plain_moves, list_moves, plain_move
from kernels.philox import CHOICE, block, stream
from kernels.state import DRAW, LOG_OFF, PASS, SCORED, SCRIPTED, UNIFORM

__all__ = ["MAY_DRAW", "MAY_PASS", "NO_MOVE", "choose_follow", "choose_listed", "start_stream"]

MAY_DRAW = 1  # options beside the tiles, bits
MAY_PASS = 2
NO_MOVE = -1  # a plugged-in function returned an index out of range

_NO_TILE = np.int64(-(2**63))
_LOW32 = np.uint64(0xFFFFFFFF)


@inlined
def start_stream(hidden: Any, seat: Any) -> None:
    """Set a seat's stream of choices to its start for this round."""
    hidden.asked[seat] = 0
    counter = stream(CHOICE + seat, hidden.round_number, hidden.replicate)
    hidden.word[seat], hidden.spare[seat] = block(hidden.seed, hidden.deal, counter)


@inlined
def _next_word(hidden: Any, seat: Any, used: Any) -> Any:
    """Return the next word of a seat's own stream, and move on if it is `used` (1) rather than looked at (0).

    The block for the next time is worked out at once and without a branch: its 60 cycles then overlap with playing the
    move, instead of standing between this choice and the next.
    """
    asked = hidden.asked[seat]
    word = hidden.spare[seat] if asked & 1 else hidden.word[seat]
    hidden.asked[seat] = asked + used
    if used & asked & 1:
        counter = stream(CHOICE + seat, hidden.round_number, hidden.replicate) + np.uint64((asked + 1) >> 1)
        hidden.word[seat], hidden.spare[seat] = block(hidden.seed, hidden.deal, counter)
    return word


@inlined
def _below32(word: Any, bound: Any) -> Any:
    """Return a whole number in ``[0, bound)`` from the low half of a word, whose high half tells noise.

    Uniform moves, noise and ties of equal scores all take it, so that policies that have the same moves to choose from
    make the same choice: that is what pairs them (see ``analyzer/arms.py``). Its bias is below ``bound / 2**32``.
    """
    return np.int64(((word & _LOW32) * np.uint64(bound)) >> np.uint64(32))


@compiled
def _best(view: Any, rules: Any, seats: Any, row: Any, work: Any, count: Any, word: Any) -> Any:
    """Return the index of the move with the highest score, of equal ones a uniformly random one."""
    best = _NO_TILE
    tied = 0
    for i in range(count):
        move = work.moves[i]
        score = _NO_TILE  # moves without a tile score below all others
        if move < DRAW:
            score = seats.tile_score[row, move_tile(move)]
            if seats.dynamic[row] != 0:
                score += dynamic_score(view, rules, seats, row, work, move)
        work.scores[i] = score
        if score > best or tied == 0:
            best = score
            tied = 0
        if score == best:
            tied += 1
    skip = _below32(word, tied)
    for i in range(count):
        if work.scores[i] == best:
            if skip == 0:
                return np.int64(i)
            skip -= 1
    return np.int64(NO_MOVE)


@inlined
def _index(view: Any, rules: Any, seats: Any, functions: Any, row: Any, work: Any, count: Any, word: Any) -> Any:
    """Return the index of the move that the seat's policy picks."""
    if seats.kind[row] == UNIFORM or (word >> np.uint64(32)) < seats.noise[row]:
        return _below32(word, count)
    if seats.kind[row] == SCORED:
        return _best(view, rules, seats, row, work, count, word)
    return functions[view.seat](view, work.moves[:count], count, seats.params[view.seat], word)


@compiled
def _scripted(view: Any, rules: Any, work: Any, count: Any) -> Any:
    """Return the index of the next scripted move; -1, with the legal ones logged, if there is none or it is illegal."""
    if work.script_next < work.script_length:
        for i in range(count):
            if work.moves[i] == work.script[work.script_next]:
                work.script_next += 1
                return np.int64(i)
    log_move(work, view, rules, PASS, count)
    return np.int64(NO_MOVE)


@compiled
def choose_listed(
    view: Any, hidden: Any, rules: Any, seats: Any, functions: Any, row: Any, work: Any, count: Any
) -> Any:
    """Return the move that the seat picks of `count` listed moves; a lone move is played without asking."""
    index = np.int64(0)
    if seats.kind[row] == SCRIPTED:
        index = _scripted(view, rules, work, count)
        if index < 0:
            return np.int64(NO_MOVE)
    elif count > 1:
        index = _index(view, rules, seats, functions, row, work, count, _next_word(hidden, view.seat, 1))
        if index < 0 or index >= count:
            return np.int64(NO_MOVE)
    move = np.int64(work.moves[index])
    if work.log_length != LOG_OFF:
        log_move(work, view, rules, move, count)
    return move


@inlined
def choose_follow(
    view: Any, hidden: Any, rules: Any, seats: Any, functions: Any, work: Any, tiles: Any, options: Any
) -> Any:
    """Return the move that the seat picks after the lead, of `tiles` that fit and of drawing or passing by choice.

    Uniform play in games with one port class counts the moves instead of listing them, which is most of what makes
    Doubles and Draw fast; the moves are the same, as logged rounds (always listed) prove.
    """
    seat = view.seat
    plain = rules.plain and work.log_length == LOG_OFF
    if plain and not options & (MAY_DRAW | MAY_PASS) and seats.kind[seat] == UNIFORM and seats.noise[seat] == 0:
        count = count_plain_moves(view, tiles)
        word = _next_word(hidden, seat, 1 if count > 1 else 0)
        return plain_move(view, tiles, _below32(word, count))
    count = list_moves(view, rules, tiles, work)
    if options & MAY_DRAW:
        work.moves[count] = DRAW
        count += 1
    if options & MAY_PASS:
        work.moves[count] = PASS
        count += 1
    return choose_listed(view, hidden, rules, seats, functions, np.int64(seat), work, count)
