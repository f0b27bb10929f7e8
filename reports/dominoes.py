"""Dominoes as shapes: a short line of play for the head of a page, doubles laid crosswise.

Geometry only; the templates turn it into SVG. The unit is one half of a tile.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kernels.tiles import format_tile, is_double, tile_id

__all__ = ["Chain", "Pip", "Symbol", "TileShape", "chain_of", "lay", "symbol_of"]

_PLACES: Mapping[int, tuple[tuple[float, float], ...]] = {
    0: (),
    1: ((0.5, 0.5),),
    2: ((0.25, 0.25), (0.75, 0.75)),
    3: ((0.25, 0.25), (0.5, 0.5), (0.75, 0.75)),
    4: ((0.25, 0.25), (0.25, 0.75), (0.75, 0.25), (0.75, 0.75)),
    5: ((0.25, 0.25), (0.25, 0.75), (0.5, 0.5), (0.75, 0.25), (0.75, 0.75)),
    6: ((0.25, 0.25), (0.25, 0.75), (0.5, 0.25), (0.5, 0.75), (0.75, 0.25), (0.75, 0.75)),
    7: ((0.25, 0.25), (0.25, 0.75), (0.5, 0.25), (0.5, 0.5), (0.5, 0.75), (0.75, 0.25), (0.75, 0.75)),
    8: ((0.25, 0.25), (0.25, 0.5), (0.25, 0.75), (0.5, 0.25), (0.5, 0.75), (0.75, 0.25), (0.75, 0.5), (0.75, 0.75)),
    9: tuple((x, y) for x in (0.25, 0.5, 0.75) for y in (0.25, 0.5, 0.75)),
}
"""Pips of a half, ``(x, y)`` from its top left corner."""

_GAP = 0.1


@dataclass(frozen=True)
class Pip:
    """The centre of a pip."""

    x: float
    y: float


@dataclass(frozen=True)
class TileShape:
    """A tile laid on the table: its corner, its size, its dividing line and its pips."""

    x: float
    y: float
    width: float
    height: float
    line: tuple[float, float, float, float]
    pips: tuple[Pip, ...]


@dataclass(frozen=True)
class Chain:
    """A line of play: its tiles, its size and its name such as ``6-4 4-4 4-1``."""

    tiles: tuple[TileShape, ...]
    width: float
    height: float
    name: str


@dataclass(frozen=True)
class Symbol:
    """A tile drawn once for a page: its id, its name, and its pips around its centre, the smaller half to the left."""

    key: str
    name: str
    pips: tuple[Pip, ...]


def symbol_of(low: int, high: int) -> Symbol:
    """Return the symbol of a tile with halves up to 9."""
    pips = [
        Pip(round(half + py - 1, 3), round(px - 0.5, 3))
        for half, number in enumerate((low, high))
        for px, py in _PLACES[number]
    ]
    return Symbol(f"tile-{low}{high}", format_tile(tile_id(low, high)), tuple(pips))


def chain_of(key: str, length: int = 7) -> Chain:
    """Return a line of play that is always the same for a key: ends match, no tile is used twice.

    Parameters
    ----------
    key : str
        Any text, such as the key of a run.
    length : int
        Most tiles; fewer where the line would lock.
    """
    numbers = [byte % 7 for byte in hashlib.sha256(key.encode()).digest()]
    line: list[tuple[int, int]] = []
    used: set[int] = set()
    end = numbers[0]
    for turn in range(length):
        free = [n for n in range(7) if tile_id(end, n) not in used]
        # the third tile is a double, so that every line shows one laid crosswise
        following = end if turn == 2 and end in free else free[numbers[turn + 1] % len(free)] if free else None
        if following is None:
            break
        used.add(tile_id(end, following))
        line.append((end, following))
        end = following
    return lay(line)


def lay(line: Sequence[tuple[int, int]]) -> Chain:
    """Lay tiles in a row, each as ``(left half, right half)`` with halves up to 6; doubles stand crosswise."""
    tiles, x = [], 0.0
    for left, right in line:
        crosswise = is_double(tile_id(left, right))
        tiles.append(_shape(x, left, right, crosswise))
        x += (1 if crosswise else 2) + _GAP
    name = " ".join(format_tile(tile_id(left, right)) for left, right in line)
    return Chain(tuple(tiles), round(x - _GAP if line else 0.0, 3), 2.0, name)


def _shape(x: float, left: int, right: int, crosswise: bool) -> TileShape:
    """Return one tile: upright if crosswise, else lying between half a unit from the top and from the bottom."""
    if crosswise:
        pips = [Pip(x + px, py + half) for half in (0, 1) for px, py in _PLACES[left]]
        return TileShape(round(x, 3), 0.0, 1.0, 2.0, (x + 0.2, 1.0, x + 0.8, 1.0), _rounded(pips))
    pips = [Pip(x + half + py, 0.5 + px) for half, number in enumerate((left, right)) for px, py in _PLACES[number]]
    return TileShape(round(x, 3), 0.5, 2.0, 1.0, (x + 1, 0.7, x + 1, 1.3), _rounded(pips))


def _rounded(pips: Sequence[Pip]) -> tuple[Pip, ...]:
    return tuple(Pip(round(pip.x, 3), round(pip.y, 3)) for pip in pips)
