"""What a round that has ended is worth, and to whom."""

from __future__ import annotations

from typing import Any

import numpy as np

from kernels import rules as settings
from kernels.bits import lowest_bit, popcount
from kernels.compiling import compiled
from kernels.state import ALL_ENDS, BLANK_TILE, BLOCKED, DOUBLE_TILE, NOBODY
from kernels.tables import PIP_PLANES, PIPS, PLANES

__all__ = ["hand_pips", "settle_blocked", "settle_domino"]

_ALL_OTHER = settings.code("domino_score", "all_other_pips")
_LESS_PARTNER = settings.code("domino_score", "opp_minus_partner")
_DOMINO_PER_TILE = settings.code("domino_score", "per_tile")
_DOMINO_FIXED = settings.code("domino_score", "fixed")
_BY_LAST_TILE = settings.code("domino_score", "by_last_tile")
_DOMINO_NONE = settings.code("domino_score", "none")
_SINGLE_HAND = settings.code("blocked_winner", "single_hand")
_TILE_COUNT = settings.code("blocked_winner", "tile_count")
_BLOCKER_VS_NEXT = settings.code("blocked_winner", "blocker_vs_next")
_LESS_OWN = settings.code("blocked_score", "opp_minus_own")
_DIFFERENCE = settings.code("blocked_score", "difference")
_ALL_HANDS = settings.code("blocked_score", "all")
_BLOCKED_PER_TILE = settings.code("blocked_score", "per_tile")
_TILE_DIFFERENCE = settings.code("blocked_score", "per_tile_difference")
_BLOCKED_FIXED = settings.code("blocked_score", "fixed")
_BLOCKED_NONE = settings.code("blocked_score", "none")
_EACH_HAND = settings.code("round_mode", "each_hand")
_TIE_SPLIT = settings.code("tie", "split")
_TIE_OPENER = settings.code("tie", "opener")
_TIE_BLOCKER = settings.code("tie", "blocker")
_TIE_BLOCKER_LOSES = settings.code("tie", "blocker_loses")
_TIE_LIGHTEST = settings.code("tie", "lightest_tile")
_OTHERS = np.int64(0)
_OWN = np.int64(1)
_EARLY_ROUNDS = settings.RULES_DTYPE["early_round_points"].shape[0]
_HIGHEST = np.int64(1) << 40


@compiled
def hand_pips(hand: Any) -> Any:
    """Return the pips on the tiles of a hand: five population counts of bit planes."""
    pips = 0
    for plane in range(PLANES):
        pips += popcount(hand & PIP_PLANES[plane]) << plane
    return pips


@compiled
def _rounded(rules: Any, pips: Any) -> Any:
    """Round to the nearest multiple of `round_to`, and never below 0."""
    step = rules.round_to
    return np.int64(0) if pips < 0 else (pips + step // 2) // step * step


@compiled
def _pip_points(rules: Any, pips: Any) -> Any:
    """Return what a sum of pips scores: rounded, then divided."""
    points = _rounded(rules, pips)
    return points if rules.end_divisor == 1 else points // rules.end_divisor


@compiled
def _hand_value(rules: Any, hand: Any) -> Any:
    """Return a hand's pips as they enter a sum."""
    pips = hand_pips(hand)
    return _rounded(rules, pips) if rules.round_mode == _EACH_HAND else pips


@compiled
def _side_pips(hidden: Any, rules: Any, side: Any, whose: Any) -> Any:
    """Add the hand values of a side (`whose` _OWN) or of all other sides (_OTHERS)."""
    total = np.int64(0)
    for seat in range(rules.players):
        if (seat % rules.sides == side) == (whose == _OWN):
            total += _hand_value(rules, hidden.hands[seat])
    return total


@compiled
def _side_tiles(hidden: Any, rules: Any, side: Any, whose: Any) -> Any:
    """Count the tiles of a side (`whose` _OWN) or of all other sides (_OTHERS)."""
    total = np.int64(0)
    for seat in range(rules.players):
        if (seat % rules.sides == side) == (whose == _OWN):
            total += popcount(hidden.hands[seat])
    return total


@compiled
def _award(rules: Any, side: Any, points: Any, out: Any) -> None:
    """Give points to every seat of a side."""
    for seat in range(rules.players):
        if seat % rules.sides == side:
            out.points[seat] += points


@compiled
def _end_bonus(hidden: Any, rules: Any, reason: Any) -> Any:
    """Return the extra points for winning a round: by how it ended, and by its number in the match."""
    points = np.int64(0)
    if reason == BLOCKED:
        points += rules.lock_points
    else:
        if hidden.last_grade & (ALL_ENDS | DOUBLE_TILE) == ALL_ENDS:
            points += rules.capicu_points
        if hidden.last_grade & BLANK_TILE:
            points += rules.chuchazo_points
    if hidden.in_match and hidden.round_number < _EARLY_ROUNDS:
        points += rules.early_round_points[hidden.round_number]
    return points


@compiled
def _win(hidden: Any, rules: Any, seat: Any, points: Any, out: Any) -> None:
    """Make a seat the winner and give its side the points, and extra points if there are any."""
    out.winner = seat
    out.team = seat % rules.sides
    if rules.end_bonus:
        points += _end_bonus(hidden, rules, out.reason)
    _award(rules, seat % rules.sides, points, out)


@compiled
def settle_domino(hidden: Any, rules: Any, seat: Any, out: Any) -> None:
    """Settle a round that `seat` ended by playing its last tile."""
    side = seat % rules.sides
    if rules.domino_score == _DOMINO_NONE:
        points = np.int64(0)
    elif rules.domino_score == _DOMINO_FIXED:
        points = rules.fixed_points
    elif rules.domino_score == _DOMINO_PER_TILE:
        points = rules.tile_points * _side_tiles(hidden, rules, side, _OTHERS)
    elif rules.domino_score == _BY_LAST_TILE:
        points = rules.last_tile_points[hidden.last_grade & (ALL_ENDS | DOUBLE_TILE)]
    else:
        pips = _side_pips(hidden, rules, side, _OTHERS)
        if rules.domino_score == _ALL_OTHER:
            pips += _side_pips(hidden, rules, side, _OWN)
        elif rules.domino_score == _LESS_PARTNER:
            pips -= _side_pips(hidden, rules, side, _OWN)
        points = _pip_points(rules, pips)
    _win(hidden, rules, seat, points, out)


@compiled
def _blocked_points(hidden: Any, rules: Any, side: Any) -> Any:
    """Return what a side scores for winning a blocked round."""
    if rules.blocked_score == _BLOCKED_NONE:
        return np.int64(0)
    if rules.blocked_score == _BLOCKED_FIXED:
        return rules.fixed_points
    if rules.blocked_score == _BLOCKED_PER_TILE:
        return rules.tile_points * _side_tiles(hidden, rules, side, _OTHERS)
    if rules.blocked_score == _TILE_DIFFERENCE:
        others = rules.sides - 1
        more = _side_tiles(hidden, rules, side, _OTHERS) - others * _side_tiles(hidden, rules, side, _OWN)
        return rules.tile_points * max(more, np.int64(0))
    pips = _side_pips(hidden, rules, side, _OTHERS)
    if rules.blocked_score == _LESS_OWN:
        pips -= _side_pips(hidden, rules, side, _OWN)
    elif rules.blocked_score == _ALL_HANDS:
        pips += _side_pips(hidden, rules, side, _OWN)
    elif rules.blocked_score == _DIFFERENCE:
        pips -= (rules.sides - 1) * _side_pips(hidden, rules, side, _OWN)
    return _pip_points(rules, pips)


@compiled
def _seat_value(hidden: Any, rules: Any, seat: Any) -> Any:
    """Return what a single hand is worth when low wins: its tiles or its pips."""
    hand = hidden.hands[seat]
    return popcount(hand) if rules.blocked_winner == _TILE_COUNT else hand_pips(hand)


@compiled
def _side_value(view: Any, hidden: Any, rules: Any, side: Any) -> Any:
    """Return a side's value when low wins; a side that is not compared has a value above all."""
    total = np.int64(0)
    lowest = _HIGHEST
    blocker = np.int64(view.last_player)
    compared = _HIGHEST
    for seat in range(rules.players):
        if seat % rules.sides == side:
            value = _seat_value(hidden, rules, seat)
            total += value
            lowest = min(lowest, value)
            if seat == blocker or seat == (blocker + 1) % rules.players:
                compared = min(compared, value)
    if rules.blocked_winner == _SINGLE_HAND:
        return lowest
    return compared if rules.blocked_winner == _BLOCKER_VS_NEXT else total


@compiled
def _best_seat(view: Any, hidden: Any, rules: Any, side: Any) -> Any:
    """Return the winning seat of a winning side: its lowest hand, of equal ones the first from the opener."""
    best = np.int64(NOBODY)
    lowest = _HIGHEST
    blocker = np.int64(view.last_player)
    for step in range(rules.players):
        seat = (np.int64(view.opener) + step) % rules.players
        compared = seat == blocker or seat == (blocker + 1) % rules.players
        if seat % rules.sides == side and (compared or rules.blocked_winner != _BLOCKER_VS_NEXT):
            value = _seat_value(hidden, rules, seat)
            if value < lowest:
                lowest = value
                best = seat
    return best


@compiled
def _split(hidden: Any, rules: Any, tied: Any, count: Any, out: Any) -> None:
    """Share the hands of the sides that are not tied among the tied ones, whole points each."""
    pips = np.int64(0)
    tiles = np.int64(0)
    for seat in range(rules.players):
        if not tied >> (seat % rules.sides) & 1:
            pips += _hand_value(rules, hidden.hands[seat])
            tiles += popcount(hidden.hands[seat])
    by_tile = rules.blocked_score == _BLOCKED_PER_TILE or rules.blocked_score == _TILE_DIFFERENCE
    points = rules.tile_points * tiles if by_tile else _pip_points(rules, pips)
    if rules.blocked_score == _BLOCKED_FIXED:
        points = rules.fixed_points
    if rules.blocked_score != _BLOCKED_NONE:
        for side in range(rules.sides):
            if tied >> side & 1:
                _award(rules, side, points // count, out)


@compiled
def _lightest(hidden: Any, rules: Any, tied: Any) -> Any:
    """Return the tied side that alone holds the lightest single tile, -1 if there is none."""
    best = np.int64(NOBODY)
    lightest = _HIGHEST
    for side in range(rules.sides):
        if tied >> side & 1:
            own = _HIGHEST
            for seat in range(side, rules.players, rules.sides):
                rest = hidden.hands[seat]
                while rest:
                    own = min(own, PIPS[lowest_bit(rest)])
                    rest &= rest - np.uint64(1)
            if own == lightest:
                best = np.int64(NOBODY)
            elif own < lightest:
                lightest = own
                best = np.int64(side)
    return best


@compiled
def _break_tie(view: Any, hidden: Any, rules: Any, tied: Any, count: Any, out: Any) -> None:
    """Settle a blocked round whose lowest sides are equal."""
    if rules.tie == _TIE_SPLIT:
        _split(hidden, rules, tied, count, out)
        return
    if rules.tie == _TIE_LIGHTEST:
        side = _lightest(hidden, rules, tied)
        if side != NOBODY:
            _win(hidden, rules, _best_seat(view, hidden, rules, side), _blocked_points(hidden, rules, side), out)
        return
    if rules.tie == _TIE_OPENER:
        start = np.int64(view.opener)
    elif rules.tie == _TIE_BLOCKER:
        start = np.int64(view.last_player)
    elif rules.tie == _TIE_BLOCKER_LOSES:
        start = np.int64(view.last_player) + 1
    else:
        return
    for step in range(rules.players):
        seat = (start + step) % rules.players
        if tied >> (seat % rules.sides) & 1:
            _win(hidden, rules, seat, _blocked_points(hidden, rules, seat % rules.sides), out)
            return


@compiled
def settle_blocked(view: Any, hidden: Any, rules: Any, out: Any) -> None:
    """Settle a blocked round."""
    lowest = _HIGHEST
    tied = np.int64(0)
    count = np.int64(0)
    for side in range(rules.sides):
        value = _side_value(view, hidden, rules, side)
        if value < lowest:
            lowest = value
            tied = np.int64(0)
            count = np.int64(0)
        if value == lowest:
            tied |= 1 << side
            count += 1
    if count > 1:
        out.tied = 1
        _break_tie(view, hidden, rules, tied, count, out)
        return
    for side in range(rules.sides):
        if tied >> side & 1:
            _win(hidden, rules, _best_seat(view, hidden, rules, side), _blocked_points(hidden, rules, side), out)
