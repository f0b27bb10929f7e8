"""One seat's turn: the lead, drawing and choosing, and another turn after a double."""

from __future__ import annotations

from typing import Any

import numpy as np

from kernels import rules as settings
from kernels.choose import MAY_DRAW, MAY_PASS, choose_follow, choose_listed
from kernels.codes import is_double
from kernels.compiling import compiled, inlined
from kernels.deal import ANY_DOUBLE, DRAW_DOUBLE, FORCED, take_tile
from kernels.log import log_forced
from kernels.moves import list_leads
from kernels.state import DRAW, LOG_OFF, MAX_SEATS, PASS
from kernels.tables import DOUBLES

__all__ = ["extra_turn", "pass_on", "play_lead", "take_turn"]

MUST_PLAY = 4  # beside MAY_DRAW and MAY_PASS: a drawn tile fits and must be played
EXTRA = 8  # likewise: another turn after a double

_DRAW_NONE = settings.code("draw", "none")
_DRAW_ONE = settings.code("draw", "one")
_EXTRA_NONE = settings.code("extra_turn", "none")
_EXTRA_MAY = settings.code("extra_turn", "may")


@inlined
def _draw_tile(view: Any, hidden: Any) -> Any:
    """Give the seat the next tile of the boneyard; return its mask."""
    tile = take_tile(hidden, view.seat)
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
def pass_on(view: Any, rules: Any) -> None:
    """Make it the next seat's turn."""
    view.seat = view.seat + 1 if view.seat + 1 < rules.players else 0


@inlined
def extra_turn(rules: Any, move: Any) -> Any:
    """Return the options of another turn of the same seat after a play, 0 if there is none."""
    if rules.extra_turn == _EXTRA_NONE or not is_double(move):
        return 0
    return EXTRA | MAY_PASS if rules.extra_turn == _EXTRA_MAY else EXTRA


@inlined
def take_turn(view: Any, hidden: Any, rules: Any, seats: Any, functions: Any, work: Any) -> Any:
    """Let the seat draw and choose until its turn is over; return (move, PASS or NO_MOVE; tiles drawn).

    With the options of an extra turn there is no drawing, and when nothing fits or the seat declines, the turn is the
    next seat's. Both are one function because all that choosing needs is compiled into the place where it is called.
    """
    drawn = 0
    options = hidden.extra
    tiles = hidden.hands[view.seat] & view.fits
    while True:
        seat = np.int64(view.seat)
        if tiles == 0:
            view.lacks[seat] |= view.fits
            move = np.int64(DRAW if _may_draw(view, rules, drawn) else PASS)
            if hidden.extra:
                move = np.int64(PASS)
            elif work.log_length != LOG_OFF:
                log_forced(work, view, rules, move)
        else:
            if (
                rules.voluntary_draw
                and _may_draw(view, rules, drawn)
                and (options & MUST_PLAY) == 0
                and not hidden.extra
            ):
                options |= MAY_DRAW
            view.hand = hidden.hands[seat]
            move = choose_follow(view, hidden, rules, seats, functions, work, tiles, options)
        if move == PASS and hidden.extra:
            hidden.extra = 0
            pass_on(view, rules)
            options = 0
            tiles = hidden.hands[view.seat] & view.fits
            continue
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
def play_lead(
    view: Any, hidden: Any, rules: Any, seats: Any, functions: Any, work: Any, lead_rule: Any, tile: Any
) -> Any:
    """Return the lead: the tile that decided it where it is forced, otherwise what the leader picks."""
    view.hand = hidden.hands[view.seat]
    if lead_rule == FORCED and tile >= 0:
        choice = np.uint64(1) << np.uint64(tile)
    elif lead_rule in (ANY_DOUBLE, DRAW_DOUBLE) and view.hand & DOUBLES:
        choice = view.hand & DOUBLES
    else:
        choice = view.hand
    row = np.int64(view.seat) + MAX_SEATS
    return choose_listed(view, hidden, rules, seats, functions, row, work, list_leads(rules, choice, work))
