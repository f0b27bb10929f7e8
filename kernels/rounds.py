"""The play loop: one round from the deal to its settlement."""

from __future__ import annotations

from typing import Any

import numpy as np

from kernels import rules as settings
from kernels.bits import popcount
from kernels.bonuses import watch_pass, watch_play
from kernels.choose import NO_MOVE, start_stream
from kernels.codes import move_tile
from kernels.compiling import compiled, inlined
from kernels.deal import (
    ANY_TILE,
    DRAW_DOUBLE,
    FREE,
    MAX_ATTEMPTS,
    deal_hands,
    draw_double,
    first_lead,
    too_many_doubles,
)
from kernels.layout import clear, open_total, place, play_points
from kernels.settle import hand_pips, settle_blocked, settle_domino
from kernels.state import (
    BLOCKED,
    DOMINO,
    ILLEGAL_CHOICE,
    LOG_FULL,
    LOG_SIZE,
    NOBODY,
    NOTHING,
    OK,
    PASS,
    REDEAL_LIMIT,
    SCRIPT_END,
    SCRIPT_ILLEGAL,
    SCRIPTED,
    TARGET,
)
from kernels.tables import DOUBLES
from kernels.targets import add_score
from kernels.turns import extra_turn, pass_on, play_lead, take_turn

__all__ = ["failed", "play_round"]

_NO_EXTRA = settings.code("extra_turn", "none")
_NO_PLAY_SCORE = settings.code("play_score", "none")


@inlined
def _make_play(view: Any, hidden: Any, rules: Any, work: Any, move: Any) -> Any:
    """Lay a tile and count its points; say whether that ends the match."""
    seat = np.int64(view.seat)
    over = False
    if rules.watched:
        over = watch_play(view, hidden, rules, work, move)
    if rules.play_score != _NO_PLAY_SCORE:
        total = open_total(view, rules, move)
        points = play_points(view, rules, move, total)
        view.total = total
        if points > 0 and not over:
            hidden.play_points[seat] += points
            if hidden.for_points and add_score(view, rules, seat % rules.sides, points):
                over = True
    place(view, rules, move)
    hidden.hands[seat] &= ~view.table
    view.hand_counts[seat] -= 1
    view.played[seat] |= np.uint64(1) << np.uint64(move_tile(move))
    view.last_player = seat
    return over


@inlined
def _locked(view: Any, rules: Any) -> Any:
    """Say whether no tile that does not lie fits anywhere (rule book A10: a lock that may be called at once)."""
    return (rules.set_mask & ~view.table & view.fits) == 0


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
    hidden.passes_in_row = 0
    hidden.extra = 0
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
        if rules.scores_in_play and other < rules.players:
            for mate in range(rules.players):
                if mate % rules.sides == other % rules.sides:
                    out.points[other] += hidden.play_points[mate]
    if reason == DOMINO:
        settle_domino(hidden, rules, seat, out)
    elif reason == BLOCKED:
        settle_blocked(view, hidden, rules, out)
    else:
        out.winner = view.last_player
        out.team = view.last_player % rules.sides


@compiled
def _deal_and_lead(hidden: Any, rules: Any, leader: Any, out: Any) -> Any:
    """Deal until somebody can lead; return (status, leader, tile that decided the lead, NOTHING or FREE)."""
    for attempt in range(MAX_ATTEMPTS):
        deal_hands(hidden, rules, attempt)
        out.redeals = attempt
        if rules.redeal_doubles > 0 and too_many_doubles(hidden, rules):
            continue
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
        move = work.script[i]
        if rules.play_score != _NO_PLAY_SCORE:
            view.total = open_total(view, rules, move)
        place(view, rules, move)
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
    if tile == FREE:
        lead_rule = ANY_TILE
    elif lead_rule == DRAW_DOUBLE and work.script_laid == 0:
        draw_double(hidden, rules, leader)
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
        move = play_lead(view, hidden, rules, seats, functions, work, lead_rule, tile)
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
            if rules.watched and watch_pass(view, hidden, rules, out.lead):
                reason = TARGET
                break
            if idle == rules.players:
                reason = BLOCKED
                break
        else:
            plays += 1
            idle = 0
            over = _make_play(view, hidden, rules, work, move)
            if over:
                reason = TARGET
                break
            if hidden.hands[view.seat] == 0:
                reason = DOMINO
                break
            if rules.early_block_detection and _locked(view, rules):
                reason = BLOCKED
                break
            if rules.extra_turn != _NO_EXTRA:
                hidden.extra = extra_turn(rules, move)
        if hidden.extra == 0:
            pass_on(view, rules)
        move, drawn = take_turn(view, hidden, rules, seats, functions, work)
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
