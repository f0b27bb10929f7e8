"""Tiles as numbers and as words."""

import contextlib
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernels import tables
from kernels.tiles import (
    MAX_SET,
    TileError,
    double,
    format_tile,
    format_tiles,
    halves,
    is_double,
    mask_of,
    parse_tile,
    pips,
    set_pips,
    set_size,
    tile_id,
    tiles_in,
)

SETS = {
    1: (3, 3),
    2: (6, 12),
    3: (10, 30),
    6: (28, 168),
    9: (55, 495),
    12: (91, 1092),
    15: (136, 2040),
    18: (190, 3420),
}
numbers = st.integers(0, 18)


@pytest.mark.exact
@pytest.mark.parametrize(("set_max", "size", "all_pips"), [(n, *known) for n, known in SETS.items()])
def test_sets(set_max, size, all_pips):
    """Case DOM-01: every set has one of each tile, one double blank, and each number on n + 2 halves."""
    tiles = [halves(tile) for tile in range(set_size(set_max))]
    assert set_size(set_max) == size == len(set(tiles))
    assert {tuple(sorted(pair)) for pair in tiles} == {(a, b) for b in range(set_max + 1) for a in range(b + 1)}
    assert set_pips(set_max) == all_pips == sum(pips(tile) for tile in range(size))
    assert sum(tile == (0, 0) for tile in tiles) == 1
    assert sum(is_double(tile) for tile in range(size)) == set_max + 1
    for number in range(set_max + 1):
        assert sum(pair.count(number) for pair in tiles) == set_max + 2
        assert sum(number in pair for pair in tiles) == set_max + 1
        assert halves(double(number)) == (number, number)


@given(numbers, numbers)
def test_a_tile_is_itself_in_either_order(a, b):
    tile = tile_id(a, b)
    assert tile == tile_id(b, a)
    assert halves(tile) == (min(a, b), max(a, b))
    assert pips(tile) == a + b
    assert is_double(tile) == (a == b)


@given(numbers, numbers, st.sampled_from(["{}-{}", "{}|{}", "[{}:{}]", " [ {} - {} ] ", "{} - {}"]))
def test_parse_and_format_are_a_round_trip(a, b, form):
    tile = parse_tile(form.format(a, b))
    assert tile == tile_id(a, b)
    assert parse_tile(format_tile(tile)) == tile
    assert format_tile(tile) == f"{max(a, b)}-{min(a, b)}"


@given(st.sets(st.integers(0, 54)))
def test_masks_and_tiles_are_a_round_trip(tiles):
    assert list(tiles_in(mask_of(tiles))) == sorted(tiles)
    assert format_tiles(mask_of(tiles)).split() == [format_tile(tile) for tile in sorted(tiles)]


@given(st.text(max_size=8))
def test_any_text_is_a_tile_or_refused_with_the_text(text):
    with contextlib.suppress(TileError):
        assert 0 <= parse_tile(text, 9) < 55
        return
    with pytest.raises(TileError, match=re.escape(repr(text))):
        parse_tile(text, 9)


@pytest.mark.parametrize("text", ["", "6", "6-", "-6", "6-4-2", "6--4", "a-b", "6.0-4", "100-1", "6 4", "[6-4"])
def test_texts_that_are_no_tiles(text):
    if text == "[6-4":  # a bracket alone is let pass: it cannot mean anything else
        assert parse_tile(text) == parse_tile("6-4")
        return
    with pytest.raises(TileError, match="is not a tile; write two numbers with a dash, such as 6-4"):
        parse_tile(text)


def test_tiles_outside_the_set():
    with pytest.raises(TileError, match=r"'7-1' is not in a double-6 set, whose halves go from 0 to 6"):
        parse_tile("7-1", 6)
    with pytest.raises(TileError, match="a half shows 0 or more pips, got -1"):
        tile_id(-1, 3)
    with pytest.raises(TileError, match="a tile id is 0 or more, got -1"):
        halves(-1)


@pytest.mark.exact
def test_tables_agree_with_tiles():
    assert len(tables.LOW) == set_size(MAX_SET) == tables.MAX_TILES == 55
    for tile in range(55):
        assert (tables.LOW[tile], tables.HIGH[tile]) == halves(tile)
        assert tables.PIPS[tile] == pips(tile)
        planes = sum((int(plane) >> tile & 1) << bit for bit, plane in enumerate(tables.PIP_PLANES))
        assert planes == pips(tile)
        low, high = halves(tile)
        for pip in range(10):
            assert int(tables.SUIT[pip]) >> tile & 1 == (pip in (low, high))
            assert int(tables.LOW_SUIT[pip]) >> tile & 1 == (pip == low)
            assert int(tables.HIGH_SUIT[pip]) >> tile & 1 == (pip == high and low != high)
        assert int(tables.DOUBLES) >> tile & 1 == (low == high)
    assert [int(bit) for bit in tables.DOUBLE_BIT] == [1 << double(pip) for pip in range(10)]
