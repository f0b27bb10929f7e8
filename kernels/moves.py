"""Legal moves, listed in their canonical order (ascending code)."""

from __future__ import annotations

from typing import Any

import numpy as np

from kernels import rules as settings
from kernels.bits import lowest_bit, nth_bit, popcount
from kernels.compiling import compiled, inlined
from kernels.state import LEAD, PIP_SLOTS
from kernels.tables import HIGH, LOW

__all__ = ["count_plain_moves", "list_leads", "list_moves", "plain_move"]

_EQUAL_ONLY = settings.code("wild_blank", "none")
_WILD_BOTH = settings.code("wild_blank", "both")


@compiled
def list_leads(tiles: Any, work: Any) -> Any:
    """List the lead of each tile of a mask into ``work.moves``; return how many there are."""
    count = 0
    while tiles:
        work.moves[count] = LEAD << 12 | lowest_bit(tiles) << 4
        tiles &= tiles - np.uint64(1)
        count += 1
    return count


@inlined
def _half_fits(half: Any, pip: Any, wild: Any) -> Any:
    """Say whether a half fits an open end of a pip."""
    if half == pip:
        return True
    return wild != _EQUAL_ONLY and (half == 0 or (pip == 0 and wild == _WILD_BOTH))


@compiled
def list_moves(view: Any, rules: Any, tiles: Any, work: Any) -> Any:
    """List the legal moves of the tiles of a mask into ``work.moves``; return how many."""
    count = 0
    for pip in range(rules.set_max + 1):
        for kind in range(rules.classes):
            rest = tiles & view.fit[kind * PIP_SLOTS + pip]
            port = pip << 12 | kind << 10
            while rest:
                tile = lowest_bit(rest)
                rest &= rest - np.uint64(1)
                low = LOW[tile]
                high = HIGH[tile]
                if _half_fits(low, pip, rules.wild_blank):
                    work.moves[count] = port | tile << 4 | low
                    count += 1
                if low != high and _half_fits(high, pip, rules.wild_blank):
                    work.moves[count] = port | tile << 4 | high
                    count += 1
    return count


@inlined
def count_plain_moves(view: Any, tiles: Any) -> Any:
    """Count the legal moves of a mask of tiles in games with one port class and no wild blanks."""
    count = 0
    for pip in range(PIP_SLOTS):  # a constant length unrolls
        count += popcount(tiles & view.fit[pip])
    return count


@inlined
def plain_move(view: Any, tiles: Any, index: Any) -> Any:
    """Return move number `index` of `list_moves` without listing, in the games of `count_plain_moves`.

    Counting how many pips end before `index` instead of leaving the loop at the right one spares a mispredicted branch
    a turn.
    """
    pip = 0
    until = 0
    before = 0
    for other in range(PIP_SLOTS):
        until += popcount(tiles & view.fit[other])
        passed = 1 if until <= index else 0
        pip += passed
        before = until if passed else before
    tile = nth_bit(tiles & view.fit[pip], index - before)
    return np.int64(pip << 12 | tile << 4 | pip)
