"""Layouts other than a line or a tree of equal halves: filled and crossed doubles, halves that add up, one end."""

import pytest

from kernels.rules import Rules
from kernels.tiles import double, parse_tile
from tests.reference.choosers import View, feature
from tests.reference.engine import play_from
from tests.reference.layout import ARM, DOUBLE, END, LEAD_PORT, Layout, decode, encode, encode_lead
from tests.reference.scripts import hand_of, table_of
from tests.reference.test_layout import lay, named, shown

pytestmark = pytest.mark.exact

FILLED = {"spinner": "opening_double", "fill_first": 4}
CROSSED = {**FILLED, "arm_doubles": True}
FOUR_ARMS = "6-6 6-3@6 6-1@6 6-2@6 6-4@6"
SUM = {"match": "sum"}


def ways(layout, hand):
    """Return the legal moves as ``tile@pip:half that touches``."""
    moves = [decode(code) for code in layout.moves(hand_of(hand))]
    return [f"{tile}@{port}:{half}" for port, _, tile, half in moves]


def way(tile, *pips_and_halves):
    return [f"{parse_tile(tile)}@{item}" for item in pips_and_halves]


# --- the opening double is filled -----------------------------------------------------------------------------------


def test_nothing_else_is_laid_until_four_sides_are_covered():
    for text in ("6-6", "6-6 6-3@6", "6-6 6-3@6 6-1@6", "6-6 6-3@6 6-1@6 6-2@6"):
        layout = lay(text, **FILLED)
        assert named(layout, "6-5 3-5 3-3 1-5 1-1 2-2") == ["6-5@6"]
        assert len(shown(layout)) == 4
    assert named(lay(FOUR_ARMS, **FILLED), "6-5 3-5 3-3 1-5 5-5") == ["3-3@3", "5-1@1", "5-3@3"]


@pytest.mark.parametrize("sides", [6, 8])
def test_six_or_eight_sides(sides):
    rules = {"set_max": 9, "spinner": "opening_double", "fill_first": sides}
    layout = lay("9-9", **rules)
    for pip in range(sides):
        assert shown(layout).count("9") == sides - pip
        assert named(layout, "9-8 0-1 0-0") == ["9-8@9"]
        layout.play(encode(9, DOUBLE, parse_tile(f"9-{pip}"), 9))
    assert shown(layout) == [str(pip) for pip in range(sides)]
    assert named(layout, "9-8 1-8 0-0") == ["0-0@0", "8-1@1"]


def test_nothing_is_filled_after_a_led_tile():
    layout = lay("6-4", **FILLED)
    assert named(layout, "6-6 4-1 5-5") == ["4-1@4", "6-6@6"]
    assert shown(lay("6-4 6-6@6", **FILLED)) == ["4", "6"]


def test_sides_and_ends_are_told_apart_where_a_double_is_filled():
    (side,) = lay("6-6 6-3@6", **FILLED).moves(hand_of("6-5"))
    assert side == encode(6, DOUBLE, parse_tile("6-5"), 6)
    (end,) = lay(FOUR_ARMS, **FILLED).moves(hand_of("3-5"))
    assert end == encode(3, END, parse_tile("5-3"), 3)


def test_ends_that_must_wait_count():
    layout = lay("6-6", play_score="multiples", **FILLED)
    totals = []
    for text in ("6-3", "6-1", "6-2", "6-4"):
        layout.play(encode(6, DOUBLE, parse_tile(text), 6))
        totals.append(layout.total())
    assert totals == [12 + 3, 4, 6, 10]


def test_a_wild_double_on_the_opening_double_must_wait_too():
    layout = lay("6-6 0-0@6", wild_blank="both", **FILLED)
    assert named(layout, "5-1 6-1") == ["6-1@6"]
    for text in ("6-1", "6-2", "6-3"):
        layout.play(encode(6, DOUBLE, parse_tile(text), 6))
    assert shown(layout) == ["0", "1", "2", "3"]
    assert ways(layout, "5-4") == way("5-4", "0:4", "0:5")


# --- arms go on with their double -----------------------------------------------------------------------------------


def test_an_arm_takes_its_double_first():
    layout = lay(FOUR_ARMS, **CROSSED)
    moves = layout.moves(hand_of("3-3 3-5 1-1 1-5 5-5"))
    assert moves == [encode(1, ARM, double(1), 1), encode(3, ARM, double(3), 3)]
    layout.play(moves[1])
    assert named(layout, "3-5 1-5 3-0") == ["3-0@3", "5-3@3"]
    assert {decode(code)[1] for code in layout.moves(hand_of("3-5"))} == {DOUBLE}
    layout.play(encode(3, DOUBLE, parse_tile("3-5"), 3))
    assert named(layout, "5-0 1-0 4-0") == ["5-0@5"]


def test_arms_wait_until_all_are_there():
    assert named(lay("6-6 6-3@6", **CROSSED), "3-3 6-1") == ["6-1@6"]


def test_arms_count_like_ends():
    layout = lay("6-6", play_score="multiples", **CROSSED)
    for text in ("6-3", "6-1", "6-2", "6-4"):
        layout.play(encode(6, DOUBLE, parse_tile(text), 6))
    assert layout.total() == 10
    layout.play(encode(3, ARM, double(3), 3))
    assert layout.total() == 13


def test_wild_blanks_do_not_get_round_an_arm():
    layout = lay("6-6 6-1@6 6-2@6", wild_blank="both", **CROSSED)
    layout.play(encode(6, DOUBLE, parse_tile("6-0"), 6))
    layout.play(encode(6, DOUBLE, double(0), 0))
    assert shown(layout) == ["0", "0", "1", "2"]  # the 6-0's arm and the wild 0-0, which is no arm with a double due
    assert named(layout, "1-0 5-4 2-2") == ["1-0@0", "2-2@0", "2-2@2", "5-4@0"]
    assert {decode(code)[1] for code in layout.moves(hand_of("1-0 5-4"))} == {DOUBLE}
    assert named(layout, "0-0 1-1") == ["0-0@0", "1-1@0", "1-1@1"]  # as if there were two: which class takes what
    assert [decode(code)[1] for code in layout.moves(hand_of("0-0"))] == [DOUBLE, ARM]


def test_a_led_tile_has_no_arms():
    assert named(lay("6-4 4-3@4", **CROSSED), "3-1 6-5") == ["3-1@3", "6-5@6"]


# --- halves that add up ---------------------------------------------------------------------------------------------


def test_halves_add_up_to_seven_and_matadors_fit_everywhere():
    """rules.md 5.1, Matador: 6-1, 5-2, 4-3 and 0-0 fit every end, with either half."""
    layout = lay("6-4", **SUM)
    assert ways(layout, "2-1") == way("2-1", "6:1")
    assert ways(layout, "5-3") == way("5-3", "4:3")
    assert ways(layout, "6-6 0-5 4-4 6-4") == []
    for matador in ("6-1", "5-2", "4-3"):
        high, low = int(matador[0]), int(matador[2])
        expected = way(matador, f"4:{low}", f"6:{low}", f"4:{high}", f"6:{high}")
        assert ways(layout, matador) == expected
    assert ways(layout, "0-0") == way("0-0", "4:0", "6:0")


def test_a_blank_takes_matadors_only():
    layout = lay("5-0", **SUM)
    everything = [f"{high}-{low}" for high in range(7) for low in range(high + 1)]
    at_blank = {text for text in everything if any(item.split("@")[1][0] == "0" for item in ways(layout, text))}
    assert at_blank == {"6-1", "5-2", "4-3", "0-0"}


def test_what_a_tile_leaves_open_where_halves_add_up():
    layout = lay("6-4", **SUM)
    layout.play(encode(6, END, parse_tile("6-1"), 6))
    assert shown(layout) == ["1", "4"]
    layout.play(encode(4, END, double(0), 0))
    assert shown(layout) == ["0", "1"]
    layout.play(encode(1, END, double(6), 6))
    assert shown(layout) == ["0", "6"]
    assert layout.total() == 12


def test_a_double_that_makes_up_the_sum_fits_in_one_way():
    layout = lay("5-1", match_sum=6, **SUM)
    assert ways(layout, "3-3") == way("3-3", "1:3", "5:3")
    assert ways(layout, "1-2") == way("1-2", "5:1")
    assert ways(layout, "5-1 4-2 6-0") == [
        *way("4-2", "1:2", "5:2"),
        *way("5-1", "1:1", "5:1"),
        *way("6-0", "1:0", "5:0"),
        *way("4-2", "1:4", "5:4"),
        *way("5-1", "1:5", "5:5"),
        *way("6-0", "1:6", "5:6"),
    ]


def test_a_led_double_takes_what_adds_up():
    layout = lay("5-5", **SUM)
    assert ways(layout, "2-0 5-4") == way("2-0", "5:2")


# --- one end --------------------------------------------------------------------------------------------------------


def test_one_end_is_open():
    for text, away, ends in (("6-4", 0, ["6"]), ("6-4", 1, ["4"]), ("5-5", 0, ["5"])):
        layout = Layout(Rules(ends=1))
        layout.play(encode_lead(parse_tile(text), away))
        assert shown(layout) == ends
    layout.play(encode(5, END, parse_tile("5-3"), 5))
    layout.play(encode(3, END, double(3), 3))
    assert shown(layout) == ["3"]
    assert named(layout, "5-1 3-2") == ["3-2@3"]


def lead_of(rules, hands, leads, wanted):
    asked = []

    def choose(view, legal, word):
        asked.append(list(legal))
        return wanted

    table = table_of(rules, [hand_of(hand) for hand in hands], choose)
    table.result.opener = 0
    return play_from(table, 0, hand_of(leads)), asked


def test_the_leader_chooses_the_half_that_is_open():
    rules = Rules(ends=1, first_lead="tile", first_tile=parse_tile("6-4"))
    leads = [encode_lead(parse_tile("6-4")), encode_lead(parse_tile("6-4"), 1)]
    assert [decode(code) for code in leads] == [(LEAD_PORT, 0, parse_tile("6-4"), half) for half in (4, 6)]
    for wanted, answer in ((0, "6-2"), (1, "4-2")):
        result, asked = lead_of(rules, ["6-4 1-1", "6-2 4-2"], "6-4", wanted)
        assert asked == [leads]
        assert decode(result.trace[1][1])[2] == parse_tile(answer)


def test_a_double_is_led_in_one_way_only():
    rules = Rules(ends=1, first_lead="seat0", lead_tile="any")
    _, asked = lead_of(rules, ["5-5 2-1", "6-2 4-2"], "5-5 2-1", 0)
    low, high = parse_tile("2-1"), double(5)
    assert asked[0] == [encode_lead(low), encode_lead(high), encode_lead(low, 1)]


# --- what a seat thinks of them -------------------------------------------------------------------------------------


def test_features_of_a_lead_with_one_end():
    view = View(Rules(ends=1), 0, hand_of("6-4 6-1 4-2 5-0 4-4"), Layout(Rules(ends=1)), 0)
    words = ("match", "leave", "accompanied", "larger-half", "mobility")
    moves = [encode_lead(parse_tile("6-4"), side) for side in (0, 1)]
    assert [[feature(word, view, move) for word in words] for move in moves] == [[0, 6, 1, 6, 1], [0, 4, 2, 6, 2]]


def test_the_number_left_open_where_halves_add_up():
    """After 6-3 on the 4 a 6 is open: 1s go with it, and the matadors."""
    layout = lay("6-4", players=4, **SUM)
    hand = hand_of("3-6 1-0 1-2 5-2 6-6 0-0")
    played = [[], hand_of("1-1 4-3 6-5"), hand_of("5-1 6-1 6-2"), []]
    view = View(layout.rules, 0, hand, layout, 1, played=played)
    move = encode(4, END, parse_tile("6-3"), 3)
    assert feature("leave", view, move) == 6
    assert feature("accompanied", view, move) == 4
    assert feature("opponents-suit", view, move) == 4
    assert feature("longest-suit", view, move) == 2  # as printed
    assert feature("strands-double", view, move) == 0
    goes_with_six = hand_of("1-1 3-1 4-1 5-1 6-1 4-3")
    view.lacks = [set(), set(goes_with_six), set(goes_with_six[1:]), {double(6)}]
    assert [feature(word, view, move) for word in ("opponents-lack", "next-lacks")] == [1, 1]


def test_a_lead_where_halves_add_up_is_accompanied_by_what_goes_with_either_half():
    rules = Rules(**SUM)
    view = View(rules, 0, hand_of("6-4 1-0 3-2 5-2 6-6"), Layout(rules), 0)
    assert feature("accompanied", view, encode_lead(parse_tile("6-4"))) == 3
    view.hand = hand_of("5-0 0-0 2-2 1-1")
    assert feature("accompanied", view, encode_lead(parse_tile("5-0"))) == 2  # nothing adds up with the blank


# --- fitting every end ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "settings", "fits", "misses"),
    [
        ("6-3 6-5@6", {}, "5-3", "3-3 5-5 5-1 3-2"),
        ("3-6 6-5@6 5-3@5", {}, "3-1 3-3", "5-1"),
        ("6-6", {}, "6-1", "5-1"),
        ("6-6", {"spinner": "opening_double"}, "6-1", "5-1"),
        ("6-6 6-1@6", {"spinner": "opening_double"}, "", "6-5 1-1 5-1"),
        ("6-6 6-1@6 6-2@6 6-3@6", FILLED, "", "6-5 6-4"),
        ("3-6 6-6@6 6-5@6 5-5@5 5-3@5", {"unlock": "suit"}, "3-3", "3-1"),
        ("3-0", {"wild_blank": "both"}, "3-1 2-0 3-3 0-0", "5-1"),
        ("6-4", SUM, "6-1 5-2 4-3 3-1 0-0", "1-0 3-2"),
        ("5-2 5-1@5 1-2@1", {"spinner": "first_tile"}, "2-3 2-2", "5-3"),
        ("5-2 5-1@5 1-2@1", {"spinner": "first_tile", "flank": "split"}, "", "2-3 2-2 5-3"),
    ],
)
def test_tiles_that_fit_every_end(text, settings, fits, misses):
    layout = lay(text, **settings)
    assert [tile for tile in hand_of(fits) if not layout.fits_all_ends(tile)] == []
    assert [tile for tile in hand_of(misses) if layout.fits_all_ends(tile)] == []
    assert not Layout(layout.rules).fits_all_ends(parse_tile("6-1"))
