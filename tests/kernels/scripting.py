"""Rounds written by hand: tiles and moves as words, played through the kernel.

A move is ``tile:half@pip/class``: the half that touches, the pip of the open end and its port class. The half is left
out where it shows that pip, the class where it is 0. A lead is a tile alone; where there is one end, ``6-5:6`` leads
6-5 with its six turned away and ``6-5`` with its five. ``draw`` and ``pass`` are moves by choice.
"""

from __future__ import annotations

import numpy as np

from kernels import engine, replays, state
from kernels.codes import high_half, low_half, move_class, move_port, move_tile
from kernels.log import read_log
from kernels.policies import Policy
from kernels.replays import Deal, Played, play_script
from kernels.rules import Rules
from kernels.tiles import format_tile, parse_tile

_CHOICES = {"draw": state.DRAW, "pass": state.PASS}


def tiles_of(text: str) -> list[int]:
    """Return the tile ids of names separated by spaces."""
    return [parse_tile(name) for name in text.split()]


def hands_of(*texts: str) -> list[list[int]]:
    """Return the tile ids of each seat's hand."""
    return [tiles_of(text) for text in texts]


def move_of(text: str) -> int:
    """Return the code of one move."""
    if text in _CHOICES:
        return _CHOICES[text]
    place, _, kind = text.partition("/")
    touching, _, port = place.partition("@")
    name, _, half = touching.partition(":")
    tile = parse_tile(name)
    pip = int(port) if port else state.LEAD
    touches = int(half) if half else pip if port else int(low_half(tile))
    side = int(touches != low_half(tile))
    return side << state.SIDE_SHIFT | tile << state.TILE_SHIFT | pip << state.PORT_SHIFT | int(kind or 0)


def moves_of(*texts: str) -> list[int]:
    """Return the codes of moves, each text one move."""
    return [move_of(text) for text in texts]


def text_of(move: int) -> str:
    """Write a move."""
    for word, code in _CHOICES.items():
        if move == code:
            return word
    tile = int(move_tile(move))
    half, pip = int(high_half(tile) if move >> state.SIDE_SHIFT & 1 else low_half(tile)), int(move_port(move))
    kind = f"/{int(move_class(move))}" if move_class(move) else ""
    if pip == state.LEAD:
        return format_tile(tile) + (f":{half}" if half != low_half(tile) else "")
    return format_tile(tile) + ("" if half == pip else f":{half}") + f"@{pip}" + kind


def play(rules: Rules, hands: str, script: str = "", boneyard: str = "", leader: int = 0) -> Played:
    """Play a script of moves separated by spaces; hands are separated by slashes."""
    deal = Deal(hands_of(*hands.split("/")), tiles_of(boneyard), leader)
    played = play_script(rules, deal, moves_of(*script.split()))
    assert not played.illegal, f"illegal; legal are {legal(played)}"
    return played


def legal(played: Played) -> str:
    """Return the legal moves of the seat to move, in order."""
    assert played.waiting is not None
    return " ".join(text_of(move) for move in played.waiting.legal)


def story(played: Played) -> list[tuple[int, str]]:
    """Return what was logged as (seat, move)."""
    return [(entry.seat, text_of(entry.move)) for entry in played.moves]


def led(rules: Rules, hands: str, policy: Policy, deal: int) -> str:
    """Return the lead that a policy chooses from a given hand; `deal` numbers the random words."""
    work, view, rounds = (np.zeros(1, kind) for kind in (state.WORK_DTYPE, state.VIEW_DTYPE, state.ROUND_DTYPE))
    seats = engine.seats_record(rules, [policy] * rules.players)
    functions = (engine.compiled_entry().first_move,) * state.MAX_SEATS
    hidden = replays._given(Deal(hands_of(*hands.split("/")), (), 0))
    engine.call(rules, seats, functions, (0, deal), rounds, np.zeros(0, state.MATCH_DTYPE), view, hidden, work)
    return text_of(next(read_log(work)).move)
