"""Reading values that are tiles or lists: ``6-6``, ``[0-0, 1-1]``, ``[100, 75, 50, 25]``.

Like the readers of `analyzer.scalars` they raise ValueError with a sentence that says what was got and what is allowed.
"""

from __future__ import annotations

import re

from analyzer.scalars import read_count, shown
from analyzer.yaml_text import Scalar, Seq
from kernels.tiles import MAX_SET, TileError, format_tile, parse_tile, tile_id

__all__ = ["NO_TILE", "WrittenTile", "is_off", "read_counts", "read_tile", "read_tiles"]

NO_TILE = -1
_OFF = ("none", "off", "no", "false")


class WrittenTile(int):
    """The id of a tile that remembers how it was written, such as ``0-9``, for messages."""

    text: str = ""


def is_off(value: object) -> bool:
    """Say whether a value is one of the words for nothing: ``none``, ``off``, ``no``."""
    return isinstance(value, Scalar) and not value.empty and (value.flag is False or value.text in _OFF)


def read_tile(value: object) -> int:
    """Read a tile, or ``none``.

    Returns
    -------
    int
        Its id, -1 for none.

    Raises
    ------
    ValueError
        If it is no tile.
    """
    return NO_TILE if is_off(value) else _tile(value, "a tile such as 6-6, or none")


def read_tiles(value: object) -> tuple[int, ...]:
    """Read a list of tiles, one tile, or ``none``.

    Returns
    -------
    tuple of int
        Their ids, ascending.

    Raises
    ------
    ValueError
        If something in it is no tile, or is there twice.
    """
    if is_off(value):
        return ()
    items = value if isinstance(value, Seq) else [value]
    found = [_tile(item, "a list of tiles such as [0-0]") for item in items]
    for tile in found:
        if found.count(tile) > 1:
            raise ValueError(f"names {format_tile(tile)} twice")
    return tuple(sorted(found))


def read_counts(value: object, length: int, low: int, high: int) -> tuple[int, ...]:
    """Read a list of at most `length` whole numbers, one number, or ``none``.

    Raises
    ------
    ValueError
        If there are too many, or one is no whole number from `low` to `high`.
    """
    if is_off(value):
        return ()
    items = value if isinstance(value, Seq) else [value]
    if len(items) > length:
        raise ValueError(f"has {len(items)} numbers; at most {length} are allowed")
    numbers = []
    for position, item in enumerate(items, 1):
        try:
            numbers.append(read_count(item, low, high))
        except ValueError as error:
            raise ValueError(f"number {position}: {error}" if isinstance(value, Seq) else str(error)) from None
    return tuple(numbers)


def _tile(value: object, wanted: str) -> int:
    """Read one tile, suggesting what was probably meant."""
    if not isinstance(value, Scalar):
        raise ValueError(f"expects {wanted}, got {shown(value)}")
    if value.empty:
        raise ValueError(f"has no value; it expects {wanted}")
    try:
        tile = WrittenTile(parse_tile(value.text, MAX_SET))
        tile.text = value.text.strip()
        return tile
    except TileError as error:
        if "is not in" in str(error):
            raise ValueError(f"{error}; it expects {wanted}") from None
    raise ValueError(f"expects {wanted}, got {shown(value)}{_meant(value.text)}")


def _meant(text: str) -> str:
    """Return ``; did you mean 6-4?`` for ``6/4``, ``64``, ``6 4`` or ``6_4``, else nothing."""
    digits = re.findall(r"\d", text)
    if len(digits) != 2 or re.search(r"[a-z]", text, re.IGNORECASE):
        return ""
    return f"; did you mean {format_tile(tile_id(int(digits[0]), int(digits[1])))}?"
