"""A whole round as plain data, for boards and pages: the deal, every move with its choices, and the settlement.

The same record describes an example of a comparison and a hand that somebody replays. `reports` draws it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from analyzer.move_text import format_move, move_parts
from kernels import state, tiles
from kernels.log import LoggedMove
from kernels.rules import Rules

__all__ = ["round_record"]

_REASONS = ("domino", "blocked", "target")
_PORTS = {state.END: "end", state.DOUBLE: "double", state.FLANK: "flank", state.OPENING: "opening"}
"""Port classes by name; an arm of the opening double that needs a double next is an end like any other."""


def round_record(
    rules: Rules,
    game: str,
    names: Sequence[str],
    deal: tuple[Sequence[Sequence[int]], Sequence[int]],
    moves: Sequence[LoggedMove],
    record: np.ndarray | None,
    *,
    policy: str = "",
    laid: Sequence[int] = (),
    waiting: tuple[int, Sequence[str]] | None = None,
) -> dict[str, Any]:
    """Write a round down.

    Parameters
    ----------
    rules : Rules
        What was played.
    game : str
        What it is called, house rules included.
    names : sequence of str
        Who sits in each seat.
    deal : tuple
        Tile ids of each hand when the round was led, and of the boneyard in the order of drawing.
    moves : sequence of LoggedMove
        In order, forced draws and passes included.
    record : numpy.ndarray or None
        `kernels.state.ROUND_DTYPE`, shape (1,); None of a round that is not over.
    policy : str
        Whose round it is, of two that are compared.
    laid : sequence of int
        Codes of tiles that lay before anybody played; they come first, in seat -1, which is nobody's.
    waiting : tuple, optional
        Of a round that is not over: who is to move, and what is legal.

    Returns
    -------
    dict
        Of dicts, lists, texts and whole numbers: policy, names, game, players, teams, set_max, hands, boneyard,
        reserve, opener, moves, winner, reason, points, pips_left, hands_left. Of a round that is not over, `winner`
        and `reason` are None and `points` those of the moves; where it is known who is `waiting`, `to_move` and
        `legal` say it.
    """
    hands = [set(hand) for hand in deal[0]]
    boneyard = list(deal[1])
    result: dict[str, Any] = {
        "policy": policy,
        "names": list(names),
        "game": game,
        "players": rules.players,
        "teams": rules.teams != "none",
        "set_max": rules.set_max,
        "hands": [_named(hand) for hand in hands],
        "boneyard": [tiles.format_tile(tile) for tile in boneyard],
        "reserve": rules.reserve,
        "opener": _opener(moves, record),
    }
    scores = rules.play_score != "none"
    told = [_move(LoggedMove(state.NOBODY, code, 0, 0, (code,)), rules, None, False) for code in laid]
    for move in moves:
        drawn = None
        if move.move == state.DRAW and boneyard:
            drawn = boneyard.pop(0)
            hands[move.seat].add(drawn)
        elif move.move < state.DRAW:
            hands[move.seat].discard(move_parts(move.move)[0])
        told.append(_move(move, rules, drawn, scores))
    waits = {} if waiting is None else {"to_move": waiting[0], "legal": list(waiting[1])}
    return result | {"moves": told} | _end(rules, hands, moves, record) | waits


def _named(hand: set[int]) -> list[str]:
    return [tiles.format_tile(tile) for tile in sorted(hand)]


def _opener(moves: Sequence[LoggedMove], record: np.ndarray | None) -> int | None:
    if record is not None:
        return int(record[0]["opener"])
    return moves[0].seat if moves else None


def _move(logged: LoggedMove, rules: Rules, drawn: int | None, scores: bool) -> dict[str, Any]:
    """Write one move; `drawn` is the tile that a draw took."""
    move: dict[str, Any] = {
        "seat": logged.seat,
        "kind": "pass" if logged.move == state.PASS else "draw" if logged.move == state.DRAW else "play",
        "tile": None if drawn is None else tiles.format_tile(drawn),
        "on": None,
        "port": None,
        "left": None,
        "total": logged.total if scores else None,
        "points": logged.points,
        "choices": [format_move(code, logged.legal, spinner=rules.spinner != "none") for code in logged.legal],
        "choice": logged.legal.index(logged.move) if logged.move in logged.legal else 0,
    }
    return move | (_place(logged.move, rules) if logged.move < state.DRAW else {})


def _place(code: int, rules: Rules) -> dict[str, Any]:
    """Say where a tile went: the pip that it matched and the pip that it left open, None of a lead with two ends."""
    tile, port, half, kind = move_parts(code)
    low, high = tiles.halves(tile)
    left = low + high - half
    if port == state.LEAD:
        place: dict[str, Any] = {"on": None, "port": "lead", "left": left if low == high or rules.ends == 1 else None}
    else:
        name = "end" if kind == state.OPENING and rules.spinner != "first_tile" else _PORTS.get(kind, "end")
        place = {"on": port, "port": name, "left": left}
    return {"tile": tiles.format_tile(tile), **place}


def _end(
    rules: Rules, hands: Sequence[set[int]], moves: Sequence[LoggedMove], record: np.ndarray | None
) -> dict[str, Any]:
    """Say how a round ended, and what was left."""
    left = {
        "pips_left": [sum(tiles.pips(tile) for tile in hand) for hand in hands],
        "hands_left": [_named(hand) for hand in hands],
    }
    if record is None:
        points = [sum(move.points for move in moves if move.seat == seat) for seat in range(rules.players)]
        return {"winner": None, "reason": None, "points": points, **left}
    row = record[0]
    return {
        "winner": int(row["winner"]) if row["winner"] >= 0 else None,
        "reason": _REASONS[row["reason"]],
        "points": [int(number) for number in row["points"][: rules.players]],
        "pips_left": [int(number) for number in row["pips_left"][: rules.players]],
        "hands_left": left["hands_left"],
    }
