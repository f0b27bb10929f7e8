"""What a scoring policy can weigh about a move, beyond the tile itself.

`FEATURES` of `kernels.policies` names them in the order of the weights; the twin writes each of them once more.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kernels import rules as settings
from kernels.bits import popcount
from kernels.codes import low_half, move_left, move_port, move_tile
from kernels.compiling import compiled, inlined
from kernels.layout import open_total, place, play_points
from kernels.moves import list_moves_into
from kernels.settle import hand_pips
from kernels.state import CLASSES, LEAD, PIP_SLOTS
from kernels.tables import DOUBLE_BIT, SUIT

__all__ = ["dynamic_score"]

(
    _MATCH,
    _LEAVE,
    _ACCOMPANIED,
    _VARIETY,
    _POINTS,
    _LONGEST_SUIT,
    _OPPONENTS_LACK,
    _NEXT_LACKS,
    _PARTNER_LACKS,
    _PARTNER_SUIT,
    _OPPONENTS_SUIT,
    _MOBILITY,
    _STRANDS_DOUBLE,
    _LOCK,
    _REPLY,
) = range(3, 18)  # positions in SEATS_DTYPE weights; 0 to 2 belong to the tile
_NO_PLAY_SCORE = settings.code("play_score", "none")
_EQUAL = settings.code("match", "equal")


@compiled
def dynamic_score(view: Any, rules: Any, seats: Any, row: Any, work: Any, move: Any) -> Any:
    """Return the part of a move's score that depends on where it is played, on the hand and on what others did."""
    tile = move_tile(move)
    port = move_port(move)
    leads = port == LEAD
    left = move_left(move)
    rest = view.hand & ~(np.uint64(1) << np.uint64(tile))
    score = seats.weights[row, _LEAVE] * left
    if not leads:
        score += seats.weights[row, _MATCH] * port
    if seats.weights[row, _ACCOMPANIED] != 0:
        shown = rules.number[left]
        if leads and rules.ends == 2:
            shown |= rules.number[low_half(tile)]
        score += seats.weights[row, _ACCOMPANIED] * popcount(rest & shown)
    if seats.weights[row, _VARIETY] != 0:
        score += seats.weights[row, _VARIETY] * _variety(rest, rules.set_max)
    if seats.weights[row, _LONGEST_SUIT] != 0:
        score += seats.weights[row, _LONGEST_SUIT] * _longest_suit(rest, rules.set_max)
    if seats.weights[row, _POINTS] != 0 and rules.play_score != _NO_PLAY_SCORE:
        score += seats.weights[row, _POINTS] * play_points(view, rules, move, open_total(view, rules, move))
    score += _others_score(view, rules, seats, row, rest, left)
    if seats.looks_ahead[row]:
        score += _ahead_score(view, rules, seats, row, work, move, rest)
    return score


@compiled
def _variety(hand: Any, highest: Any) -> Any:
    """Count the different pips on the tiles of a hand."""
    count = 0
    for pip in range(highest + 1):
        if hand & SUIT[pip]:
            count += 1
    return count


@compiled
def _longest_suit(hand: Any, highest: Any) -> Any:
    """Count the tiles of the pip that most tiles of a hand show."""
    longest = 0
    for pip in range(highest + 1):
        longest = max(longest, popcount(hand & SUIT[pip]))
    return longest


@inlined
def _unseen(view: Any, rules: Any, rest: Any) -> Any:
    """Return the tiles that neither lie nor are held by the seat (of which `rest` stays in hand)."""
    return rules.set_mask & ~view.table & ~view.hand & ~rest


@compiled
def _others_score(view: Any, rules: Any, seats: Any, row: Any, rest: Any, left: Any) -> Any:
    """Score what the other seats are known to lack, and what they have played, of the number left open."""
    opponents = seats.weights[row, _OPPONENTS_LACK]
    following = seats.weights[row, _NEXT_LACKS]
    partner = seats.weights[row, _PARTNER_LACKS]
    partner_suit = seats.weights[row, _PARTNER_SUIT]
    opponents_suit = seats.weights[row, _OPPONENTS_SUIT]
    score = np.int64(0)
    if opponents == 0 and following == 0 and partner == 0 and partner_suit == 0 and opponents_suit == 0:
        return score
    suit = rules.number[left] & _unseen(view, rules, rest)
    for step in range(1, rules.players):
        seat = (np.int64(view.seat) + step) % rules.players
        lacks = 1 if suit & ~view.lacks[seat] == 0 else 0
        shown = popcount(view.played[seat] & rules.number[left])
        if seat % rules.sides == np.int64(view.seat) % rules.sides:
            score += partner * lacks + partner_suit * shown
        else:
            score += opponents * lacks + opponents_suit * shown
            if step == 1:
                score += following * lacks
    return score


@compiled
def _copy_table(view: Any, after: Any) -> None:
    """Copy what lies on the table."""
    after.table = view.table
    after.fits = view.fits
    after.low_fits = view.low_fits
    after.high_fits = view.high_fits
    for port in range(CLASSES * PIP_SLOTS):
        after.fit[port] = view.fit[port]
        after.open[port] = view.open[port]
    for pip in range(PIP_SLOTS):
        after.covered[pip] = view.covered[pip]
    after.spinner = view.spinner
    after.flank_low = view.flank_low
    after.flank_high = view.flank_high
    after.to_fill = view.to_fill
    after.total = view.total


@compiled
def _ahead_score(view: Any, rules: Any, seats: Any, row: Any, work: Any, move: Any, rest: Any) -> Any:
    """Score the table as it would lie after the move."""
    after = work.after
    _copy_table(view, after)
    if rules.play_score != _NO_PLAY_SCORE:
        after.total = open_total(view, rules, move)
    place(after, rules, move)
    unseen = _unseen(view, rules, rest)
    score = seats.weights[row, _MOBILITY] * popcount(rest & after.fits)
    if seats.weights[row, _STRANDS_DOUBLE] != 0 and rules.match == _EQUAL:
        score += seats.weights[row, _STRANDS_DOUBLE] * _stranded(after, rest, unseen, move_port(move))
    if seats.weights[row, _LOCK] != 0 and (unseen | rest) & after.fits == 0:
        won = _lock_margin(view, rules, rest, unseen) >= seats.lock_margin[row]
        score += seats.weights[row, _LOCK] * (1 if won else -1)
    if seats.weights[row, _REPLY] != 0 and rules.play_score != _NO_PLAY_SCORE:
        score += seats.weights[row, _REPLY] * _best_reply(after, rules, work, unseen)
    return score


@compiled
def _stranded(after: Any, rest: Any, unseen: Any, pip: Any) -> Any:
    """Return 1 if covering a pip strands its double in another's hand, -1 if in the own hand, else 0.

    A double is stranded when no open end shows its pip and nobody else can open one: the other tiles of the pip lie or
    are held by the seat itself.
    """
    if pip == LEAD:
        return 0
    for kind in range(CLASSES):
        if after.open[kind * PIP_SLOTS + pip] > 0:
            return 0
    if unseen & SUIT[pip] & ~DOUBLE_BIT[pip]:
        return 0
    if unseen & DOUBLE_BIT[pip]:
        return 1
    return -1 if rest & DOUBLE_BIT[pip] else 0


@compiled
def _lock_margin(view: Any, rules: Any, rest: Any, unseen: Any) -> Any:
    """Return by how many pips the seat's side may expect to win a lock: the lowest opposing side's pips less its own.

    Hands that are not seen count the mean of the unseen tiles a tile, rounded down.
    """
    count = popcount(unseen)
    pips = hand_pips(unseen)
    own = np.int64(hand_pips(rest))
    lowest = np.int64(1) << 40
    for side in range(rules.sides):
        expected = np.int64(0)
        for seat in range(rules.players):
            if seat % rules.sides == side and seat != view.seat and count > 0:
                expected += np.int64(view.hand_counts[seat]) * pips // count
        if side == view.seat % rules.sides:
            own += expected
        else:
            lowest = min(lowest, expected)
    return lowest - own


@compiled
def _best_reply(after: Any, rules: Any, work: Any, unseen: Any) -> Any:
    """Return the most points that any unseen tile could score on the table after the move."""
    best = np.int64(0)
    count = list_moves_into(after, rules, unseen & after.fits, work.replies)
    for i in range(count):
        reply = np.int64(work.replies[i])
        best = max(best, play_points(after, rules, reply, open_total(after, rules, reply)))
    return best
