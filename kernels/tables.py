"""Constant tables by pip and by tile, frozen into the compiled code.

All masks are ``uint64`` over tile ids (`kernels.tiles`); they cover the largest set, a hand's own mask cuts them down.
"""

from __future__ import annotations

import numpy as np

from kernels import tiles
from kernels.tiles import MAX_SET

__all__ = [
    "DOUBLES",
    "DOUBLE_BIT",
    "HIGH",
    "HIGH_SUIT",
    "LOW",
    "LOW_SUIT",
    "MAX_TILES",
    "PIPS",
    "PIP_PLANES",
    "PLANES",
    "SUIT",
]

MAX_TILES = tiles.set_size(MAX_SET)
_ALL = range(MAX_TILES)

LOW = np.array([tiles.halves(t)[0] for t in _ALL], np.int64)
"""Smaller half of each tile, shape (55,)."""
HIGH = np.array([tiles.halves(t)[1] for t in _ALL], np.int64)
"""Larger half of each tile, shape (55,)."""
PIPS = LOW + HIGH
"""Pips of each tile, shape (55,)."""
SUIT = np.array([tiles.mask_of(t for t in _ALL if p in tiles.halves(t)) for p in range(MAX_SET + 1)], np.uint64)
"""Tiles that show a pip, by pip, shape (10,)."""
LOW_SUIT = np.array([tiles.mask_of(t for t in _ALL if tiles.halves(t)[0] == p) for p in range(MAX_SET + 1)], np.uint64)
"""Tiles whose smaller half shows a pip, doubles included, shape (10,)."""
HIGH_SUIT = SUIT & ~LOW_SUIT
"""Tiles whose larger half shows a pip, doubles excluded, shape (10,)."""
DOUBLE_BIT = np.array([1 << tiles.double(p) for p in range(MAX_SET + 1)], np.uint64)
"""The double of a pip as a mask, shape (10,)."""
DOUBLES = np.uint64(tiles.mask_of(t for t in _ALL if tiles.is_double(t)))
"""All doubles."""
PLANES = 5  # a tile has at most 18 pips
PIP_PLANES = np.array([tiles.mask_of(t for t in _ALL if tiles.pips(t) >> k & 1) for k in range(PLANES)], np.uint64)
"""Bit k of each tile's pips, so that a hand's pips are five population counts, shape (5,)."""
