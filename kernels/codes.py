"""Taking a move code apart: for compiled code, and for a user's own policy."""

from __future__ import annotations

from typing import Any

import numpy as np

from kernels.compiling import inlined
from kernels.state import PORT_SHIFT, SIDE_SHIFT, TILE_SHIFT
from kernels.tables import HIGH, LOW, PIPS

__all__ = ["high_half", "is_double", "low_half", "move_class", "move_left", "move_pips", "move_port", "move_tile"]


@inlined
def low_half(tile: Any) -> Any:
    """Return the smaller half of a tile; the mask tells LLVM that it needs no test for a negative index."""
    return LOW[tile] & 15


@inlined
def high_half(tile: Any) -> Any:
    """Return the larger half of a tile."""
    return HIGH[tile] & 15


@inlined
def move_tile(move: Any) -> Any:
    """Return the tile id of a move."""
    return (np.int64(move) >> TILE_SHIFT) & 63


@inlined
def move_port(move: Any) -> Any:
    """Return the pip of the open end that a move covers, LEAD for a lead."""
    return (np.int64(move) >> PORT_SHIFT) & 15


@inlined
def move_class(move: Any) -> Any:
    """Return the port class of a move: END, DOUBLE, FLANK or OPENING."""
    return np.int64(move) & 3


@inlined
def move_left(move: Any) -> Any:
    """Return the pip that a move leaves open: the half that does not touch; for a lead the larger half."""
    tile = move_tile(move)
    smaller_touches = (np.int64(move) >> SIDE_SHIFT) & 1 == 0
    return high_half(tile) if smaller_touches else low_half(tile)


@inlined
def move_pips(move: Any) -> Any:
    """Return the pips on the tile of a move."""
    return PIPS[move_tile(move)]


@inlined
def is_double(move: Any) -> Any:
    """Say whether a move plays a double."""
    tile = move_tile(move)
    return low_half(tile) == high_half(tile)
