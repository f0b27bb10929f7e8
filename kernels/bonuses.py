"""Points for how a round is played beyond the open ends: passes that a play forces, and how the last tile went out.

Only games whose rules are `watched` come here; the others pay one test a play and a pass.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kernels.bits import popcount
from kernels.codes import is_double, move_tile
from kernels.compiling import compiled
from kernels.layout import fits_all_ends
from kernels.log import LOG_POINTS
from kernels.state import ALL_ENDS, BLANK_TILE, DOUBLE_TILE, LOG_OFF, LOG_SIZE
from kernels.tables import HIGH, LOW
from kernels.targets import add_score

__all__ = ["watch_pass", "watch_play"]


@compiled
def _score(view: Any, hidden: Any, rules: Any, seat: Any, points: Any) -> Any:
    """Give a seat points during play; say whether that ends the match."""
    hidden.play_points[seat] += points
    if hidden.for_points and points > 0:
        return add_score(view, rules, seat % rules.sides, points)
    return False


@compiled
def watch_pass(view: Any, hidden: Any, rules: Any, lead: Any) -> Any:
    """Note a turn without a play, and let the leader score for the very first; say whether that ends the match."""
    hidden.passes_in_row += 1
    leader = np.int64(view.opener)
    second_turn = view.turn == popcount(view.played[leader]) + 1
    if not second_turn or hidden.passes_in_row != 1 or view.last_player != leader:
        return False
    points = rules.lead_pass_double_points if LOW[lead] == HIGH[lead] else rules.lead_pass_tile_points
    return _score(view, hidden, rules, leader, points)


@compiled
def watch_play(view: Any, hidden: Any, rules: Any, work: Any, move: Any) -> Any:
    """Score a play after which everybody else had passed, and grade a last tile; say whether the match is over."""
    seat = np.int64(view.seat)
    over = False
    if rules.all_pass_points > 0 and view.last_player == seat and hidden.passes_in_row == rules.players - 1:
        over = _score(view, hidden, rules, seat, rules.all_pass_points)
        if work.log_length != LOG_OFF and work.log_length <= LOG_SIZE:
            points = work.log[work.log_last + LOG_POINTS]
            work.log[work.log_last + LOG_POINTS] = rules.all_pass_points + (0 if over else points)
    hidden.passes_in_row = 0
    if view.hand_counts[seat] == 1:
        tile = move_tile(move)
        hidden.last_grade = (
            (DOUBLE_TILE if is_double(move) else 0)
            | (ALL_ENDS if fits_all_ends(view, rules, tile) else 0)
            | (BLANK_TILE if tile == 0 else 0)
        )
    return over
