"""A match: rounds to a target, who leads each of them, and what they count."""

from __future__ import annotations

from typing import Any

import numpy as np

from kernels import rules as settings
from kernels.compiling import compiled
from kernels.deal import ANY_DOUBLE, ANY_TILE, DRAW_DOUBLE, draw_lot, lot_of_side
from kernels.state import BLOCKED, NOBODY, TARGET
from kernels.targets import EXACT, add_score, target_met

__all__ = ["TIED_MATCH", "finish_match", "lead_of_round", "settle_match", "start_match"]

TIED_MATCH = -2  # in place of the side that has won: the match is over and nobody has

_AS_FIRST = settings.code("next_lead", "same_as_first")
_NEXT_ROTATE = settings.code("next_lead", "rotate")
_NEXT_LOT = settings.code("next_lead", "lot")
_NEXT_SIDE = settings.code("next_lead", "winner_side")
_BLOCK_LOT = settings.code("after_block", "lot")
_BLOCK_SAME = settings.code("after_block", "same_leader")
_TIE_LOT = settings.code("after_tie", "lot")
_TIE_ROTATE = settings.code("after_tie", "rotate")
_TIE_FIRST = settings.code("after_tie", "as_first")
_NEXT_ANY_DOUBLE = settings.code("next_lead_tile", "any_double")
_NEXT_DRAW_DOUBLE = settings.code("next_lead_tile", "draw_double")
_BY_POINTS = settings.code("match_by", "points")
_BY_WINS = settings.code("match_by", "wins")


@compiled
def _after_tie(hidden: Any, rules: Any, before: Any) -> Any:
    """Return who leads after a round without a winner, -1: decided as in the first round."""
    if rules.after_tie == _TIE_FIRST:
        return np.int64(NOBODY)
    if rules.after_tie == _TIE_LOT:
        return draw_lot(hidden, rules.players)
    opener = np.int64(before.opener)
    return (opener + 1) % rules.players if rules.after_tie == _TIE_ROTATE else opener


@compiled
def _next_leader(hidden: Any, rules: Any, before: Any) -> Any:
    """Return who leads the round after `before`, -1: decided as in the first round."""
    rotates = rules.next_lead == _NEXT_ROTATE
    if rules.next_lead == _AS_FIRST:
        return np.int64(NOBODY)
    if rules.next_lead == _NEXT_LOT:
        return draw_lot(hidden, rules.players)
    if before.winner == NOBODY and not rotates:
        return _after_tie(hidden, rules, before)
    if before.reason == BLOCKED and rules.after_block == _BLOCK_LOT:
        return draw_lot(hidden, rules.players)
    if before.reason == BLOCKED and rules.after_block == _BLOCK_SAME:
        return np.int64(before.opener)
    if rotates:
        return (np.int64(before.opener) + 1) % rules.players
    if rules.next_lead == _NEXT_SIDE:
        return lot_of_side(hidden, rules, np.int64(before.team))
    return np.int64(before.winner)


@compiled
def lead_of_round(hidden: Any, rules: Any, rounds: Any, played: Any) -> Any:
    """Return (leader, lead rule) of the round of a match after `played` ones; leader -1: as in a first round."""
    if played == 0:
        return np.int64(NOBODY), rules.lead_tile
    leader = _next_leader(hidden, rules, rounds[played - 1])
    if leader == NOBODY:
        return leader, rules.lead_tile
    if rules.next_lead_tile == _NEXT_DRAW_DOUBLE:
        return leader, np.int64(DRAW_DOUBLE)
    return leader, np.int64(ANY_DOUBLE if rules.next_lead_tile == _NEXT_ANY_DOUBLE else ANY_TILE)


@compiled
def _count_win(view: Any, rules: Any, winner: Any) -> None:
    """Count a round won by a side, in matches that do not go by points."""
    if winner == NOBODY:
        return
    won = view.scores[winner] + 1
    if rules.match_by != _BY_WINS:
        for side in range(rules.sides):
            view.scores[side] = 0
    view.scores[winner] = won


@compiled
def _count_points(view: Any, rules: Any, played: Any) -> None:
    """Add what a round's settlement gave each side to its match score."""
    for side in range(rules.sides):
        points = np.int64(played.points[side])
        for seat in range(rules.players):
            if seat % rules.sides == side:
                points -= played.play_points[seat]
        if points > 0:
            add_score(view, rules, side, points)


@compiled
def _leading_side(view: Any, rules: Any, played: Any) -> Any:
    """Return the side that has met the target, the highest of several; -1 if none has or they are level."""
    over = np.int64(NOBODY)
    highest = np.int64(-1)
    scored_again = False  # a side that already stood level on an exact target and won points again
    for side in range(rules.sides):
        score = np.int64(view.scores[side])
        if target_met(rules, score):
            again = rules.compare == EXACT and played.points[side] > 0
            level = score == highest
            if score > highest or (level and again and not scored_again):
                over = np.int64(side)
            elif level and again == scored_again:
                over = np.int64(NOBODY)
            scored_again = scored_again or again
            highest = max(highest, score)
    return over


@compiled
def start_match(view: Any, hidden: Any, rules: Any) -> None:
    """Set all scores to 0."""
    for side in range(4):
        view.scores[side] = 0
    hidden.in_match = 1
    hidden.for_points = 1 if rules.match_by == _BY_POINTS else 0


@compiled
def settle_match(view: Any, rules: Any, played: Any) -> Any:
    """Count a round; return the side that has won the match, -1 if it goes on, TIED_MATCH if it is over and tied."""
    if played.reason == TARGET:
        over = np.int64(played.team)
    else:
        if rules.match_by == _BY_POINTS:
            _count_points(view, rules, played)
        else:
            _count_win(view, rules, np.int64(played.team))
        over = _leading_side(view, rules, played)
    if over != NOBODY and rules.shutout_below > 0:
        for side in range(rules.sides):
            if side != over and view.scores[side] >= rules.shutout_below:
                return np.int64(TIED_MATCH)
    return over


@compiled
def finish_match(view: Any, rounds: Any, played: Any, winner: Any, out: Any) -> None:
    """Note what a match of `played` rounds left."""
    out.winner = max(winner, np.int64(NOBODY))
    out.opener = rounds[0].opener
    out.rounds = played
    plays = 0
    for number in range(played):
        plays += rounds[number].plays
    out.plays = plays
    for side in range(4):
        out.score[side] = view.scores[side]
