"""The play loop: one round from the deal to its settlement, and matches of rounds to a target."""

from __future__ import annotations

from typing import Any

import numpy as np

from kernels import rules as settings
from kernels.bits import popcount
from kernels.choose import MAY_DRAW, MAY_PASS, NO_MOVE, choose_follow, choose_listed, start_stream
from kernels.codes import move_tile
from kernels.compiling import compiled, inlined
from kernels.deal import ANY_DOUBLE, ANY_TILE, FORCED, MAX_ATTEMPTS, deal_hands, draw_lot, first_lead
from kernels.layout import clear, open_total, place, play_points
from kernels.log import log_forced
from kernels.moves import list_leads
from kernels.settle import hand_pips, settle_blocked, settle_domino
from kernels.state import (
    BLOCKED,
    DOMINO,
    DRAW,
    ILLEGAL_CHOICE,
    LOG_FULL,
    LOG_OFF,
    LOG_SIZE,
    MAX_SEATS,
    NOBODY,
    NOTHING,
    OK,
    PASS,
    REDEAL_LIMIT,
    ROUND_LIMIT,
    SCRIPT_END,
    SCRIPT_ILLEGAL,
    SCRIPTED,
    TARGET,
)
from kernels.tables import DOUBLES

__all__ = ["failed", "play_match", "play_round"]

MUST_PLAY = 4  # beside MAY_DRAW and MAY_PASS: a drawn tile fits and must be played

_DRAW_NONE = settings.code("draw", "none")
_DRAW_ONE = settings.code("draw", "one")
_NO_PLAY_SCORE = settings.code("play_score", "none")
_AS_FIRST = settings.code("next_lead", "same_as_first")
_NEXT_ROTATE = settings.code("next_lead", "rotate")
_NEXT_LOT = settings.code("next_lead", "lot")
_BLOCK_LOT = settings.code("after_block", "lot")
_TIE_LOT = settings.code("after_tie", "lot")
_TIE_ROTATE = settings.code("after_tie", "rotate")
_NEXT_ANY_DOUBLE = settings.code("next_lead_tile", "any_double")
_EXACT = settings.code("compare", "exact")
_ABOVE = settings.code("compare", "above")
_IMMEDIATE = settings.code("check", "immediate")


@compiled
def _target_met(rules: Any, score: Any) -> Any:
    """Say whether a score meets the target."""
    if rules.compare == _EXACT:
        return score == rules.target
    return score > rules.target if rules.compare == _ABOVE else score >= rules.target


@compiled
def _add_score(view: Any, rules: Any, side: Any, points: Any) -> Any:
    """Add points to a side's match score; say whether that ends the match at once."""
    score = view.scores[side] + points
    if rules.compare != _EXACT or score <= rules.target:
        view.scores[side] = score
    return rules.check == _IMMEDIATE and _target_met(rules, np.int64(view.scores[side]))


@inlined
def _make_play(view: Any, hidden: Any, rules: Any, move: Any) -> Any:
    """Lay a tile and count its points; say whether that ends the match."""
    seat = np.int64(view.seat)
    over = False
    if rules.play_score != _NO_PLAY_SCORE:
        total = open_total(view, rules, move)
        points = play_points(view, rules, move, total)
        view.total = total
        if points > 0:
            hidden.play_points[seat] += points
            if hidden.in_match and _add_score(view, rules, seat % rules.sides, points):
                over = True
    place(view, rules, move)
    hidden.hands[seat] &= ~view.table
    view.hand_counts[seat] -= 1
    view.played[seat] |= np.uint64(1) << np.uint64(move_tile(move))
    view.last_player = seat
    return over


@inlined
def _draw_tile(view: Any, hidden: Any) -> Any:
    """Give the seat the next tile of the boneyard; return its mask."""
    tile = np.uint64(1) << np.uint64(hidden.order[hidden.next])
    hidden.next += 1
    hidden.hands[view.seat] |= tile
    view.boneyard -= 1
    view.hand_counts[view.seat] += 1
    return tile


@inlined
def _may_draw(view: Any, rules: Any, drawn: Any) -> Any:
    """Say whether the seat, which drew `drawn` tiles in this turn, may draw one more."""
    if rules.draw == _DRAW_NONE or (rules.draw == _DRAW_ONE and drawn > 0):
        return False
    return view.boneyard > rules.reserve


@inlined
def _locked(view: Any, rules: Any) -> Any:
    """Say whether no tile that does not lie fits anywhere (rule book A10: a lock that may be called at once)."""
    unplayed = ~view.table & ((np.uint64(1) << np.uint64(rules.tile_count)) - np.uint64(1))
    return (unplayed & view.fits) == 0


@inlined
def _take_turn(view: Any, hidden: Any, rules: Any, seats: Any, functions: Any, work: Any) -> Any:
    """Let the seat draw and choose until its turn is over; return (move, PASS or NO_MOVE; tiles drawn)."""
    seat = np.int64(view.seat)
    drawn = 0
    options = 0
    tiles = hidden.hands[seat] & view.fits
    while True:
        if tiles == 0:
            view.lacks[seat] |= view.fits
            move = np.int64(DRAW if _may_draw(view, rules, drawn) else PASS)
            if work.log_length != LOG_OFF:
                log_forced(work, view, rules, move)
        else:
            if rules.voluntary_draw and _may_draw(view, rules, drawn) and (options & MUST_PLAY) == 0:
                options |= MAY_DRAW
            view.hand = hidden.hands[seat]
            move = choose_follow(view, hidden, rules, seats, functions, work, tiles, options)
        if move != DRAW:
            if move == PASS and tiles != 0:
                view.lacks[seat] = np.uint64(0)
            return move, drawn
        # Nothing is known of a drawn tile but that it does not fit, if the seat goes on or passes.
        view.lacks[seat] = view.fits if tiles == 0 else np.uint64(0)
        tile = _draw_tile(view, hidden)
        drawn += 1
        options = 0
        tiles = hidden.hands[seat] & view.fits
        if tile & view.fits:
            view.lacks[seat] &= ~tile
            if rules.must_play_drawn:
                tiles = tile
                options = MUST_PLAY
            else:
                options = MAY_PASS


@compiled
def _play_lead(
    view: Any, hidden: Any, rules: Any, seats: Any, functions: Any, work: Any, lead_rule: Any, tile: Any
) -> Any:
    """Return the lead: the tile that decided it where it is forced, otherwise what the leader picks."""
    view.hand = hidden.hands[view.seat]
    if lead_rule == FORCED and tile != NOTHING:
        choice = np.uint64(1) << np.uint64(tile)
    elif lead_rule == ANY_DOUBLE and view.hand & DOUBLES:
        choice = view.hand & DOUBLES
    else:
        choice = view.hand
    row = np.int64(view.seat) + MAX_SEATS
    return choose_listed(view, hidden, rules, seats, functions, row, work, list_leads(choice, work))


@compiled
def _start(view: Any, hidden: Any, rules: Any, leader: Any, out: Any) -> None:
    """Set up the table and note what was dealt."""
    clear(view)
    view.players = rules.players
    view.sides = rules.sides
    view.seat = leader
    view.opener = leader
    view.last_player = NOBODY
    view.turn = 0
    view.boneyard = hidden.end - hidden.next
    out.winner = NOBODY
    out.team = NOBODY
    out.tied = 0
    out.opener = leader
    for seat in range(4):
        view.lacks[seat] = np.uint64(0)
        view.played[seat] = np.uint64(0)
        if seat < rules.players:
            start_stream(hidden, seat)
        hidden.play_points[seat] = 0
        out.points[seat] = 0
        hand = hidden.hands[seat] if seat < rules.players else np.uint64(0)
        view.hand_counts[seat] = popcount(hand)
        out.doubles_dealt[seat] = popcount(hand & DOUBLES)
        out.pips_dealt[seat] = hand_pips(hand)


@compiled
def _finish(view: Any, hidden: Any, rules: Any, reason: Any, out: Any) -> None:
    """Settle the round and note what it left."""
    seat = np.int64(view.seat)
    out.reason = reason
    for other in range(4):
        hand = hidden.hands[other] if other < rules.players else np.uint64(0)
        out.pips_left[other] = hand_pips(hand)
        out.tiles_left[other] = popcount(hand)
        out.play_points[other] = hidden.play_points[other]
        if rules.play_score != _NO_PLAY_SCORE and other < rules.players:
            for mate in range(rules.players):
                if mate % rules.sides == other % rules.sides:
                    out.points[other] += hidden.play_points[mate]
    if reason == DOMINO:
        settle_domino(hidden, rules, seat, out)
    elif reason == BLOCKED:
        settle_blocked(view, hidden, rules, out)
    else:
        out.winner = seat
        out.team = seat % rules.sides


@compiled
def _deal_and_lead(hidden: Any, rules: Any, leader: Any, out: Any) -> Any:
    """Deal until somebody can lead; return (status, leader, tile that decided the lead or NOTHING)."""
    for attempt in range(MAX_ATTEMPTS):
        deal_hands(hidden, rules, attempt)
        out.redeals = attempt
        if leader != NOBODY:
            return OK, leader, np.int64(NOTHING)
        first, tile = first_lead(hidden, rules)
        if first != NOBODY:
            return OK, first, np.int64(tile)
    return REDEAL_LIMIT, np.int64(0), np.int64(NOTHING)


@compiled
def _lay_script(view: Any, rules: Any, work: Any) -> Any:
    """Lay the tiles that a replayed position starts with; return a pass of the seat before the first to play."""
    for i in range(work.script_laid):
        if rules.play_score != _NO_PLAY_SCORE:
            view.total = open_total(view, rules, work.script[i])
        place(view, rules, work.script[i])
    work.script_next = work.script_laid
    view.seat = (view.seat + rules.players - 1) % rules.players
    return np.int64(PASS)


@compiled
def _why_no_move(view: Any, seats: Any, work: Any) -> Any:
    """Return the status of a seat that made no move."""
    if seats.kind[view.seat] != SCRIPTED:
        return ILLEGAL_CHOICE
    return SCRIPT_END if work.script_next == work.script_length else SCRIPT_ILLEGAL


@compiled
def play_round(
    view: Any, hidden: Any, rules: Any, seats: Any, functions: Any, work: Any, leader: Any, lead_rule: Any, out: Any
) -> Any:
    """Play one round into `out`; `leader` -1 leads as the rules say of a first round. Return the status."""
    status, leader, tile = _deal_and_lead(hidden, rules, leader, out)
    if status != OK:
        return status
    _start(view, hidden, rules, leader, out)
    drawn = 0
    turns = 0
    idle = 0
    if work.script_laid > 0:
        move = _lay_script(view, rules, work)
        turns = -1  # the move before the first turn is not counted
        idle = rules.players - 1 if rules.early_block_detection and _locked(view, rules) else -1
        out.lead = move_tile(work.script[0])
    else:
        move = _play_lead(view, hidden, rules, seats, functions, work, lead_rule, tile)
        out.lead = move_tile(move)
    plays = 0
    draws = 0
    while True:
        if move == NO_MOVE:
            return _why_no_move(view, seats, work)
        turns += 1
        draws += drawn
        view.turn = turns
        if move == PASS:
            idle = idle + 1 if drawn == 0 else 0
            if idle == rules.players:
                reason = BLOCKED
                break
        else:
            plays += 1
            idle = 0
            over = _make_play(view, hidden, rules, move)
            if over:
                reason = TARGET
                break
            if hidden.hands[view.seat] == 0:
                reason = DOMINO
                break
            if rules.early_block_detection and _locked(view, rules):
                reason = BLOCKED
                break
        view.seat = view.seat + 1 if view.seat + 1 < rules.players else 0
        move, drawn = _take_turn(view, hidden, rules, seats, functions, work)
    out.plays = plays
    out.draws = draws
    out.turns = turns
    out.passes = turns - plays
    _finish(view, hidden, rules, reason, out)
    return OK


@inlined
def failed(work: Any, hidden: Any, view: Any, status: Any) -> Any:
    """Return the status of a round, noting where it failed if it did."""
    if work.log_length > LOG_SIZE:
        status = LOG_FULL
    if status != OK:
        work.failed_deal = hidden.deal
        work.failed_seat = view.seat
    return status


@compiled
def _next_leader(hidden: Any, rules: Any, before: Any) -> Any:
    """Return who leads the round after `before`, -1: decided as in the first round."""
    rotated = (np.int64(before.opener) + 1) % rules.players
    if rules.next_lead == _AS_FIRST:
        return np.int64(NOBODY)
    if rules.next_lead == _NEXT_ROTATE:
        return rotated
    lot = draw_lot(hidden, rules.players)
    if rules.next_lead == _NEXT_LOT:
        return lot
    if before.winner == NOBODY:
        if rules.after_tie == _TIE_LOT:
            return lot
        return rotated if rules.after_tie == _TIE_ROTATE else np.int64(before.opener)
    if before.reason == BLOCKED and rules.after_block == _BLOCK_LOT:
        return lot
    return np.int64(before.winner)


@compiled
def _later_lead_rule(rules: Any) -> Any:
    """Return the lead rule of a round whose leader is known beforehand."""
    return ANY_DOUBLE if rules.next_lead_tile == _NEXT_ANY_DOUBLE else ANY_TILE


@compiled
def _settle_match(view: Any, rules: Any, played: Any) -> Any:
    """Add a round's settlement to the match; return the side that has won the match, -1 if none."""
    over = np.int64(NOBODY)
    if played.reason == TARGET:
        return np.int64(played.team)
    for side in range(rules.sides):
        points = np.int64(played.points[side])
        for seat in range(rules.players):
            if seat % rules.sides == side:
                points -= played.play_points[seat]
        if points > 0:
            _add_score(view, rules, side, points)
    highest = np.int64(-1)
    scored_again = False  # a side that already stood level on an exact target and won points again
    for side in range(rules.sides):
        score = np.int64(view.scores[side])
        if _target_met(rules, score):
            again = rules.compare == _EXACT and played.points[side] > 0
            level = score == highest
            if score > highest or (level and again and not scored_again):
                over = np.int64(side)
            elif level and again == scored_again:
                over = np.int64(NOBODY)
            scored_again = scored_again or again
            highest = max(highest, score)
    return over


@compiled
def play_match(view: Any, hidden: Any, rules: Any, seats: Any, functions: Any, work: Any, rounds: Any, out: Any) -> Any:
    """Play one match into `out`, its rounds into `rounds`; return the status."""
    for side in range(4):
        view.scores[side] = 0
    hidden.in_match = 1
    winner = np.int64(NOBODY)
    leader = np.int64(NOBODY)
    lead_rule = rules.lead_tile
    plays = 0
    played = 0
    while winner == NOBODY:
        if played == rounds.shape[0]:
            return ROUND_LIMIT
        hidden.round_number = np.uint64(played)
        if played > 0:
            leader = _next_leader(hidden, rules, rounds[played - 1])
            lead_rule = rules.lead_tile if leader == NOBODY else _later_lead_rule(rules)
        status = play_round(view, hidden, rules, seats, functions, work, leader, lead_rule, rounds[played])
        if status != OK:
            return status
        plays += rounds[played].plays
        winner = _settle_match(view, rules, rounds[played])
        played += 1
    out.winner = winner
    out.opener = rounds[0].opener
    out.rounds = played
    out.plays = plays
    for side in range(4):
        out.score[side] = view.scores[side]
    return OK
