"""Tiles as numbers and as words: ``6-4`` to a tile id and back.

A tile with halves ``low <= high`` has the id ``high * (high + 1) // 2 + low``. The numbering does not depend on
the set: a double-N set is the first ``(N + 1) * (N + 2) // 2`` ids, so a hand is a bit mask that means the same in
every set, and a larger id is the lexicographically higher tile (6-5 > 6-4 > ... > 6-0 > 5-5 > 5-4 ...).

This module needs nothing but the standard library, so that reports can name tiles without the engine.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

__all__ = [
    "MAX_SET",
    "TileError",
    "double",
    "format_tile",
    "format_tiles",
    "halves",
    "is_double",
    "mask_of",
    "parse_tile",
    "pips",
    "set_pips",
    "set_size",
    "tile_id",
    "tiles_in",
]

MAX_SET = 9  # the largest set: 55 tiles, so that a hand fits one 64-bit mask

_TILE_TEXT = re.compile(r"\s*\[?\s*(\d{1,2})\s*[-|:]\s*(\d{1,2})\s*\]?\s*")


class TileError(ValueError):
    """A text or a number that is not a tile of the set; the message carries the offending value."""


def set_size(set_max: int) -> int:
    """Return the number of tiles in a double-``set_max`` set: ``(n + 1)(n + 2) / 2``."""
    return (set_max + 1) * (set_max + 2) // 2


def set_pips(set_max: int) -> int:
    """Return the pips on all tiles of a double-``set_max`` set together: ``n(n + 1)(n + 2) / 2``."""
    return set_max * (set_max + 1) * (set_max + 2) // 2


def tile_id(a: int, b: int) -> int:
    """Return the id of the tile with halves `a` and `b`, in either order.

    Raises
    ------
    TileError
        If a half is negative.
    """
    low, high = (a, b) if a <= b else (b, a)
    if low < 0:
        raise TileError(f"a half shows 0 or more pips, got {low}")
    return high * (high + 1) // 2 + low


def double(pip: int) -> int:
    """Return the id of the double of `pip`."""
    return pip * (pip + 3) // 2


def halves(tile: int) -> tuple[int, int]:
    """Return the halves ``(low, high)`` of a tile id."""
    if tile < 0:
        raise TileError(f"a tile id is 0 or more, got {tile}")
    high = 0
    while (high + 1) * (high + 2) // 2 <= tile:
        high += 1
    return tile - high * (high + 1) // 2, high


def pips(tile: int) -> int:
    """Return the pips on a tile id, both halves together."""
    return sum(halves(tile))


def is_double(tile: int) -> bool:
    """Say whether both halves of a tile id are equal."""
    low, high = halves(tile)
    return low == high


def parse_tile(text: str, set_max: int | None = None) -> int:
    """Read a tile such as ``6-4``, ``4-6``, ``6|4`` or ``[6:4]``.

    Parameters
    ----------
    text : str
        Two numbers joined by ``-``, ``|`` or ``:``, in either order, with or without square brackets.
    set_max : int, optional
        Highest number of the set; a tile beyond it is refused.

    Raises
    ------
    TileError
        If the text is not a tile or the tile is not in the set.
    """
    match = _TILE_TEXT.fullmatch(str(text))
    if match is None:
        raise TileError(f"{text!r} is not a tile; write two numbers with a dash, such as 6-4")
    a, b = int(match[1]), int(match[2])
    if set_max is not None and max(a, b) > set_max:
        raise TileError(f"{text!r} is not in a double-{set_max} set, whose halves go from 0 to {set_max}")
    return tile_id(a, b)


def format_tile(tile: int) -> str:
    """Write a tile id with its larger half first, such as ``6-4``."""
    low, high = halves(tile)
    return f"{high}-{low}"


def tiles_in(mask: int) -> Iterator[int]:
    """Yield the tile ids of a bit mask, lowest first."""
    mask = int(mask)
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def mask_of(tiles: Iterable[int]) -> int:
    """Return the bit mask of some tile ids."""
    mask = 0
    for tile in tiles:
        mask |= 1 << tile
    return mask


def format_tiles(mask: int) -> str:
    """Write the tiles of a bit mask, lowest first, separated by spaces."""
    return " ".join(format_tile(tile) for tile in tiles_in(mask))
