"""The physical layout: sides, spinners, flanks, locks and wild blanks."""

import pytest

from kernels.rules import Rules
from kernels.tiles import double, format_tile, parse_tile
from tests.reference.layout import DOUBLE, END, FLANK, OPENING, Layout, decode, encode
from tests.reference.scripts import hand_of

pytestmark = pytest.mark.exact


def lay(text, **settings):
    """Lay ``6-6 6-3@6 3-3@3``; the first open side of the pip is taken."""
    layout = Layout(Rules(**settings))
    for item in text.split():
        name, _, pip = item.partition("@")
        tile = parse_tile(name)
        if not pip:
            layout.lead(tile)
        else:
            code = next(code for code in layout.moves([tile]) if decode(code)[0] == int(pip))
            layout.play(code)
    return layout


def shown(layout, kind=None):
    """Return the pips of the open sides, flanks as texts such as ``2/5``."""
    sides = [side for side in layout.open_sides() if kind is None or side.kind == kind]
    return sorted("/".join(map(str, side.pips)) for side in sides)


def named(layout, hand):
    """Return the legal moves as ``tile@pip``."""
    return sorted({f"{format_tile(decode(code)[2])}@{decode(code)[0]}" for code in layout.moves(hand_of(hand))})


def test_a_line_has_two_ends():
    assert shown(lay("3-4")) == ["3", "4"]
    assert shown(lay("6-6")) == ["6", "6"]
    assert shown(lay("6-6 6-3@6 3-3@3 3-5@3")) == ["5", "6"]


@pytest.mark.parametrize(
    ("text", "total"),
    [
        ("2-4 3-4@4", 5),
        ("2-4 4-4@4", 10),
        ("3-5 5-5@5", 13),
        ("3-5 5-5@5 5-1@5", 4),
        ("6-6", 12),
        ("6-6 6-3@6", 15),
        ("0-0", 0),
    ],
)
def test_open_end_totals_of_small_lines(text, total):
    """Case DOM-10, the further counts."""
    assert lay(text).total() == total


def test_led_double_is_one_move_until_classes_matter():
    layout = lay("5-5 5-3@5 3-3@3 3-5@3")  # an end 5 and a side of the led 5-5
    assert layout.moves([parse_tile("5-1")]) == [encode(5, END, parse_tile("5-1"), 5)]
    scored = lay("5-5 5-3@5 3-3@3 3-5@3", play_score="multiples")
    assert [decode(code)[1] for code in scored.moves([parse_tile("5-1")])] == [END, DOUBLE]


def test_merged_classes_take_the_end_before_the_double():
    layout = lay("5-5 5-3@5 3-3@3 3-5@3")
    layout.play(layout.moves([parse_tile("5-1")])[0])
    assert sorted(side.tile.tile for side in layout.open_sides()) == [parse_tile("5-1"), parse_tile("5-5")]


@pytest.mark.parametrize(
    ("spinner", "expected"),
    [
        ("none", ["3", "6"]),
        ("first_double", ["3", "6", "6", "6"]),
        ("opening_double", ["3", "6", "6", "6"]),
        ("first_tile", ["3", "6", "6", "6"]),
        ("all_doubles", ["3", "3", "3", "6", "6", "6"]),
    ],
)
def test_who_is_a_spinner_after_a_led_double(spinner, expected):
    assert shown(lay("6-6 6-3@6 3-3@3", spinner=spinner)) == expected


@pytest.mark.parametrize(
    ("spinner", "expected"),
    [
        ("none", ["3", "5"]),
        ("first_double", ["3", "3", "3", "5"]),
        ("opening_double", ["3", "5"]),
        ("all_doubles", ["3", "3", "3", "5", "5", "5"]),
        ("first_tile", ["3", "3/5", "3/5", "5"]),
    ],
)
def test_who_is_a_spinner_after_a_led_tile(spinner, expected):
    """Sides after 3-5, 3-3 and 5-5 (rules.md B1, B2)."""
    assert shown(lay("3-5 3-3@3 5-5@5", spinner=spinner)) == expected


@pytest.mark.parametrize(
    ("flank", "before", "after"),
    [
        ("either", ["2/5", "2/5"], ["2/5", "2/5"]),
        ("split", ["2", "5"], ["2", "5"]),
        ("after_ends", [], ["2/5", "2/5"]),
        ("double_only", [], []),
    ],
)
def test_flanks_of_a_led_non_double(flank, before, after):
    layout = lay("2-5", spinner="first_tile", flank=flank)
    assert shown(layout, FLANK) == before
    assert layout.total() == 7  # flanks count nothing (rules.md B3)
    kind = OPENING if flank == "after_ends" else END
    assert shown(layout, kind) == ["2", "5"]
    for text in ("2-1", "5-1"):
        half = int(text[0])
        layout.play(encode(half, kind, parse_tile(text), half))
    assert shown(layout, FLANK) == after
    assert layout.total() == 2


def test_a_tile_on_a_flank_counts_only_itself():
    layout = lay("2-5", spinner="first_tile", play_score="multiples")
    layout.play(encode(5, FLANK, parse_tile("5-6"), 5))
    assert shown(layout, FLANK) == ["2/5"]
    assert layout.total() == 2 + 5 + 6


def test_doubles_unlock_their_number():
    """Case DOM-08 and rules.md A1-A3."""
    layout = lay("5-5 5-3@5", spinner="all_doubles", unlock="suit")
    hand = "3-4 3-3 4-5 2-2 4-4 0-3"
    assert named(layout, hand) == ["3-3@3", "5-4@5"]
    assert named(lay("5-5 5-3@5", spinner="all_doubles"), hand) == ["3-0@3", "3-3@3", "4-3@3", "5-4@5"]
    layout.play(layout.moves([double(3)])[0])
    assert named(layout, "3-4 4-5 2-2 4-4 0-3") == ["3-0@3", "4-3@3", "5-4@5"]


def test_only_doubles_after_four_sixes():
    """Golden hand 7 of rules.md 7.2."""
    layout = lay("6-6 6-5@6 6-4@6 6-3@6 6-2@6", spinner="all_doubles", unlock="suit")
    assert named(layout, "5-5 4-4 3-3 2-2 1-1 0-0 5-4 3-2 2-0 5-1") == ["2-2@2", "3-3@3", "4-4@4", "5-5@5"]
    opened = lay("6-6 6-3@6 3-3@3", spinner="all_doubles", unlock="suit")
    assert shown(opened) == ["3", "3", "3", "6", "6", "6"]


def test_a_double_may_unlock_only_its_own_sides():
    """`double_sides_only`: the end of an older arm stays locked although its double lies (rules.md A2)."""
    text = "6-6 6-3@6 6-2@6 3-3@3 3-2@3 2-2@2"
    sides_only = lay(text, spinner="all_doubles", unlock="suit", unlock_scope="double_sides_only")
    suit = lay(text, spinner="all_doubles", unlock="suit")
    assert {decode(code)[1] for code in sides_only.moves(hand_of("2-1"))} == {DOUBLE}
    assert {decode(code)[1] for code in suit.moves(hand_of("2-1"))} == {END}
    placements = [side.kind for side, _, _ in sides_only.placements(hand_of("2-1"))]
    assert placements == [DOUBLE] * 3
    assert len(suit.placements(hand_of("2-1"))) == 4


@pytest.mark.parametrize(
    ("wild", "expected"),
    [
        ("none", ["4-0@4:4", "4-3@4:4"]),
        ("both", ["4-0@0:0", "4-0@0:4", "4-0@4:0", "4-0@4:4", "4-3@0:3", "4-3@0:4", "4-3@4:4", "5-1@0:1", "5-1@0:5"]),
        ("played_only", ["4-0@0:0", "4-0@4:0", "4-0@4:4", "4-3@4:4"]),
    ],
)
def test_wild_blanks(wild, expected):
    """Each half that fits an open end is a move of its own (rules.md C4)."""
    layout = Layout(Rules(wild_blank=wild))
    layout.lead(parse_tile("4-0"))
    moves = [decode(code) for code in layout.moves(hand_of("4-0 4-3 5-1"))]
    if wild == "none":
        expected = [*expected, "4-0@0:0"]
    found = sorted(f"{format_tile(tile)}@{port}:{half}" for port, _, tile, half in moves)
    assert found == sorted(expected)


def test_a_wild_blank_leaves_its_other_half_open():
    layout = Layout(Rules(wild_blank="both"))
    layout.lead(parse_tile("4-5"))
    layout.play(encode(4, END, parse_tile("4-0"), 0))
    assert shown(layout) == ["4", "5"]
    layout.play(encode(5, END, double(0), 0))
    layout.play(encode(0, END, double(3), 3))
    assert shown(layout) == ["3", "4"]
    assert layout.total() == 4 + 6


def test_two_equal_ends_are_four_placements_and_two_moves():
    """Case DOM-06 b."""
    layout = lay("3-1 1-2@1 2-3@2")
    hand = hand_of("3-4 3-3 0-1")
    assert shown(layout) == ["3", "3"]
    assert len(layout.moves(hand)) == 2
    assert len(layout.placements(hand)) == 4


def test_taking_back_restores_the_layout():
    layout = lay("6-6 6-3@6", spinner="all_doubles", play_score="multiples")
    before = shown(layout), layout.total(), layout.moves(hand_of("3-3 6-1"))
    placed = layout.play(layout.moves(hand_of("3-3"))[0])
    assert shown(layout) == ["3", "3", "3", "6", "6", "6"]
    layout.take_back(placed)
    assert (shown(layout), layout.total(), layout.moves(hand_of("3-3 6-1"))) == before
