"""Legal moves, listed in their canonical order (ascending code)."""

from __future__ import annotations

from typing import Any

import numpy as np

from kernels import rules as settings
from kernels.bits import lowest_bit, nth_bit, popcount
from kernels.codes import high_half, low_half
from kernels.compiling import compiled, inlined
from kernels.state import LEAD, PIP_SLOTS, PORT_SHIFT, SIDE_SHIFT, TILE_SHIFT
from kernels.tables import DOUBLES, PIPS

__all__ = ["count_plain_moves", "list_leads", "list_moves", "list_moves_into", "plain_move"]

_EQUAL_ONLY = settings.code("wild_blank", "none")
_WILD_BOTH = settings.code("wild_blank", "both")
_EQUAL = settings.code("match", "equal")


@compiled
def list_leads(rules: Any, tiles: Any, work: Any) -> Any:
    """List the lead of each tile of a mask into ``work.moves``; return how many there are.

    Where there is one end, a non-double is led in two ways: with its smaller half turned away, or its larger.
    """
    count = 0
    for side in range(3 - rules.ends):
        rest = tiles & ~DOUBLES if side else tiles
        while rest:
            work.moves[count] = side << SIDE_SHIFT | lowest_bit(rest) << TILE_SHIFT | LEAD << PORT_SHIFT
            rest &= rest - np.uint64(1)
            count += 1
    return count


@inlined
def _half_fits(half: Any, pip: Any, wild: Any) -> Any:
    """Say whether a half fits an open end of a pip."""
    if half == pip:
        return True
    return wild != _EQUAL_ONLY and (half == 0 or (pip == 0 and wild == _WILD_BOTH))


@inlined
def _list_ports(view: Any, rules: Any, tile: Any, code: Any, pip: Any, moves: Any, count: Any) -> Any:
    """List a tile on each class of port of one pip; return the new count."""
    bit = np.uint64(1) << np.uint64(tile)
    for kind in range(rules.classes):
        if view.fit[kind * PIP_SLOTS + pip] & bit:
            moves[count] = code | pip << PORT_SHIFT | kind
            count += 1
    return count


@inlined
def list_moves(view: Any, rules: Any, tiles: Any, work: Any) -> Any:
    """List the legal moves of the tiles of a mask into ``work.moves``; return how many there are."""
    return list_moves_into(view, rules, tiles, work.moves)


@compiled
def list_moves_into(view: Any, rules: Any, tiles: Any, moves: Any) -> Any:
    """List the legal moves of the tiles of a mask into an int32 array of MAX_MOVES; return how many there are."""
    if rules.plain:
        return _list_plain_moves(view, tiles, moves)
    if rules.match != _EQUAL:
        return _list_sum_moves(view, rules, tiles, moves)
    count = 0
    for side in range(2):
        rest = tiles & ~DOUBLES if side else tiles
        while rest:
            tile = lowest_bit(rest)
            rest &= rest - np.uint64(1)
            half = high_half(tile) if side else low_half(tile)
            code = side << SIDE_SHIFT | tile << TILE_SHIFT
            if rules.wild_blank == _EQUAL_ONLY:
                count = _list_ports(view, rules, tile, code, half, moves, count)
            else:
                for pip in range(rules.set_max + 1):
                    if _half_fits(half, pip, rules.wild_blank):
                        count = _list_ports(view, rules, tile, code, pip, moves, count)
    return count


@compiled
def _list_sum_moves(view: Any, rules: Any, tiles: Any, moves: Any) -> Any:
    """List moves where touching halves add up: each half fits one pip, those of a matador fit all."""
    count = 0
    for side in range(2):
        rest = tiles & ~DOUBLES if side else tiles
        while rest:
            tile = lowest_bit(rest)
            rest &= rest - np.uint64(1)
            half = high_half(tile) if side else low_half(tile)
            code = side << SIDE_SHIFT | tile << TILE_SHIFT
            matador = tile == 0 or PIPS[tile] == rules.match_sum
            for pip in range(rules.set_max + 1):
                if matador or half + pip == rules.match_sum:
                    count = _list_ports(view, rules, tile, code, pip, moves, count)
    return count


@inlined
def _list_plain_moves(view: Any, tiles: Any, moves: Any) -> Any:
    """List moves in games whose rules are `plain`: each half fits its own pip or none."""
    count = 0
    rest = tiles & view.low_fits
    while rest:
        tile = lowest_bit(rest)
        rest &= rest - np.uint64(1)
        moves[count] = tile << TILE_SHIFT | low_half(tile) << PORT_SHIFT
        count += 1
    rest = tiles & view.high_fits
    while rest:
        tile = lowest_bit(rest)
        rest &= rest - np.uint64(1)
        moves[count] = 1 << SIDE_SHIFT | tile << TILE_SHIFT | high_half(tile) << PORT_SHIFT
        count += 1
    return count


@inlined
def count_plain_moves(view: Any, tiles: Any) -> Any:
    """Count the legal moves of a mask of tiles in games whose rules are `plain`."""
    return popcount(tiles & view.low_fits) + popcount(tiles & view.high_fits)


@inlined
def plain_move(view: Any, tiles: Any, index: Any) -> Any:
    """Return move number `index` of `list_moves` without listing, in the games of `count_plain_moves`."""
    by_low = tiles & view.low_fits
    lows = popcount(by_low)
    side = 0 if index < lows else 1
    fitting = tiles & view.high_fits if side else by_low
    tile = nth_bit(fitting, index - lows if side else index)
    port = high_half(tile) if side else low_half(tile)
    return np.int64(side << SIDE_SHIFT | tile << TILE_SHIFT | port << PORT_SHIFT)
