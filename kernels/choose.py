"""How a seat picks one of its legal moves: uniformly, by a whole-number score, or by a plugged-in function."""

from __future__ import annotations

from typing import Any

import numpy as np

from kernels import rules as settings
from kernels.bits import popcount
from kernels.compiling import compiled
from kernels.layout import open_total, play_points
from kernels.log import log_move
from kernels.moves import count_plain_moves, list_moves, plain_move
from kernels.philox import CHOICE, below, block, stream
from kernels.state import DRAW, LEAD, PASS, SCORED, UNIFORM
from kernels.tables import HIGH, LOW, SUIT

__all__ = ["MAY_DRAW", "MAY_PASS", "NO_MOVE", "choose_follow", "choose_listed"]

MAY_DRAW = 1  # options beside the tiles, bits
MAY_PASS = 2
NO_MOVE = -1  # a plugged-in function returned an index out of range

_EQUAL_ONLY = settings.code("wild_blank", "none")
_MATCH, _LEAVE, _ACCOMPANIED, _VARIETY, _POINTS = 3, 4, 5, 6, 7  # positions in SEAT_DTYPE weights
_NO_TILE = np.int64(-(2**62))
_LOW32 = np.uint64(0xFFFFFFFF)


@compiled
def _next_word(hidden: Any, seat: Any, seed: Any, deal: Any, round_number: Any) -> Any:
    """Return the next word of a seat's own stream; a block gives two."""
    asked = hidden.asked[seat]
    hidden.asked[seat] = asked + 1
    if asked & 1:
        return hidden.spare[seat]
    word, spare = block(seed, deal, stream(CHOICE + seat, round_number) + np.uint64(asked >> 1))
    hidden.spare[seat] = spare
    return word


@compiled
def _below32(word: Any, bound: Any) -> Any:
    """Return a whole number in ``[0, bound)`` from the low half of a word, whose high half tells noise."""
    return np.int64(((word & _LOW32) * np.uint64(bound)) >> np.uint64(32))


@compiled
def _variety(hand: Any, highest: Any) -> Any:
    """Count the different pips on the tiles of a hand."""
    count = 0
    for pip in range(highest + 1):
        if hand & SUIT[pip]:
            count += 1
    return count


@compiled
def _score(view: Any, rules: Any, seat: Any, move: Any) -> Any:
    """Return the score of one move; moves without a tile score below all others."""
    if move >= DRAW:
        return _NO_TILE
    tile = (move >> 4) & 63
    score = seat.tile_score[tile]
    if seat.dynamic == 0:
        return score
    port = move >> 12
    leads = port == LEAD
    left = HIGH[tile] if leads else LOW[tile] + HIGH[tile] - (move & 15)
    rest = view.hand & ~(np.uint64(1) << np.uint64(tile))
    if not leads:
        score += seat.weights[_MATCH] * port
    score += seat.weights[_LEAVE] * left
    if seat.weights[_ACCOMPANIED] != 0:
        shown = SUIT[left] | SUIT[LOW[tile]] if leads else SUIT[left]
        score += seat.weights[_ACCOMPANIED] * popcount(rest & shown)
    if seat.weights[_VARIETY] != 0:
        score += seat.weights[_VARIETY] * _variety(rest, rules.set_max)
    if seat.weights[_POINTS] != 0:
        score += seat.weights[_POINTS] * play_points(view, rules, move, open_total(view, rules, move))
    return score


@compiled
def _best(view: Any, rules: Any, seat: Any, moves: Any, scores: Any, count: Any, word: Any) -> Any:
    """Return the index of the move with the highest score, of equal ones a uniformly random one."""
    best = _score(view, rules, seat, moves[0])
    scores[0] = best
    tied = 1
    for i in range(1, count):
        score = _score(view, rules, seat, moves[i])
        scores[i] = score
        if score > best:
            best = score
            tied = 0
        if score == best:
            tied += 1
    skip = _below32(word, tied)
    for i in range(count):
        if scores[i] == best:
            if skip == 0:
                return i
            skip -= 1
    return 0


@compiled
def _index(
    view: Any, rules: Any, seat: Any, functions: Any, params: Any, moves: Any, scores: Any, count: Any, word: Any
) -> Any:
    """Return the index of the move that a seat's policy picks."""
    if (word >> np.uint64(32)) < seat.noise:
        return _below32(word, count)
    if seat.kind == UNIFORM:
        return below(word, count)
    if seat.kind == SCORED:
        return _best(view, rules, seat, moves, scores, count, word)
    return functions[seat.function](view, moves, count, params, word)


@compiled
def choose_listed(
    view: Any, hidden: Any, rules: Any, seat: Any, functions: Any, params: Any, moves: Any, scores: Any, count: Any,
    log: Any, seed: Any, deal: Any, round_number: Any,
) -> Any:  # fmt: skip
    """Return the move that the seat picks of `count` listed moves; a lone move is played without asking."""
    index = np.int64(0)
    if count > 1:
        word = _next_word(hidden, view.seat, seed, deal, round_number)
        index = _index(view, rules, seat, functions, params, moves, scores, count, word)
        if index < 0 or index >= count:
            return np.int64(NO_MOVE)
    move = np.int64(moves[index])
    if log.shape[0] > 0:
        log_move(log, view, rules, move, moves, count)
    return move


@compiled
def choose_follow(
    view: Any, hidden: Any, rules: Any, seat: Any, functions: Any, params: Any, moves: Any, scores: Any, tiles: Any,
    options: Any, log: Any, seed: Any, deal: Any, round_number: Any,
) -> Any:  # fmt: skip
    """Return the move that the seat picks after the lead, of `tiles` that fit and of drawing or passing by choice.

    Uniform play in games with one port class counts the moves instead of listing them, which is most of what makes
    Doubles and Draw fast; the moves are the same, as logged rounds (always listed) prove.
    """
    plain = rules.classes == 1 and rules.wild_blank == _EQUAL_ONLY
    if plain and seat.kind == UNIFORM and seat.noise == 0 and options == 0 and log.shape[0] == 0:
        count = count_plain_moves(view, rules, tiles)
        if count == 1:
            return plain_move(view, tiles, 0)
        return plain_move(view, tiles, below(_next_word(hidden, view.seat, seed, deal, round_number), count))
    count = list_moves(view, rules, tiles, moves)
    if options & MAY_DRAW:
        moves[count] = DRAW
        count += 1
    if options & MAY_PASS:
        moves[count] = PASS
        count += 1
    return choose_listed(
        view, hidden, rules, seat, functions, params, moves, scores, count, log, seed, deal, round_number
    )
