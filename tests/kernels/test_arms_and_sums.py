"""Filling the opening double, arms that need doubles, halves that add up, and lines with one end."""

import pytest

from kernels.policies import prefer
from kernels.rules import Rules
from kernels.state import ARM, DOUBLE, END, PIP_SLOTS
from kernels.tiles import parse_tile
from tests.kernels.scripting import led, legal, play, story

FREE = {"first_lead": "seat0", "lead_tile": "any"}
pytestmark = pytest.mark.exact


def rules(**settings):
    return Rules(**FREE | settings)


def after(settings, hands, script, boneyard=""):
    """Return the legal moves after a script."""
    size = len(hands.split("/")[0].split())
    return legal(play(rules(hand_size=size, **settings), hands, script, boneyard))


# --- filling the opening double -------------------------------------------------------------------------------------

CROSS = {"spinner": "opening_double", "fill_first": 4}
HANDS = "6-6 6-4 5-4 6-1/6-5 6-3 5-5 4-1"
FILLED = "6-6 6-5@6/1 6-4@6/1 6-3@6/1 6-1@6/1"


def test_four_arms_first():
    legal_moves = [after(CROSS, HANDS, " ".join(FILLED.split()[:plays])) for plays in range(1, 6)]
    assert legal_moves == [
        "6-3@6/1 6-5@6/1",
        "6-1@6/1 6-4@6/1",
        "6-3@6/1",
        "6-1@6/1",
        "4-1@1 5-5@5 4-1@4",
    ]


def test_what_a_policy_sees_of_filling():
    seen = []
    for plays in range(1, 6):
        view = play(rules(hand_size=4, **CROSS), HANDS, " ".join(FILLED.split()[:plays])).view[0]
        at_double = view["open"][DOUBLE * PIP_SLOTS + 6]
        seen.append((view["to_fill"], at_double, view["covered"][6], view["open"][END * PIP_SLOTS + 5]))
    assert seen == [(4, 4, 0, 0), (3, 3, 1, 1), (2, 2, 2, 1), (1, 1, 3, 1), (0, 0, 4, 1)]


def test_while_a_side_is_missing_nothing_else_fits():
    """Not for drawing, not for what is known, not for a lock."""
    hands = "6-6 5-4 5-3/6-5 5-5 5-1"
    played = play(rules(hand_size=3, draw="one", **CROSS), hands, "6-6 6-5@6/1", "5-2 6-2 1-1")
    assert story(played) == [(0, "6-6"), (1, "6-5@6/1"), (0, "draw"), (0, "pass"), (1, "draw")]
    assert legal(played) == "6-2@6/1"
    assert played.view[0]["lacks"][0] & (1 << parse_tile("5-4")) == 0
    assert played.view[0]["lacks"][0] & (1 << parse_tile("6-2"))
    locked = play(rules(hand_size=3, **CROSS), hands, "6-6 6-5@6/1")
    assert (locked.waiting, locked.record[0]["reason"], locked.record[0]["plays"]) == (None, 1, 2)
    sixes = tuple(parse_tile(tile) for tile in ("6-0", "6-1", "6-2", "6-3", "6-4"))
    at_once = rules(hand_size=3, early_block_detection=True, removed_tiles=sixes, **CROSS)
    assert play(at_once, hands, "6-6 6-5@6/1").record[0]["turns"] == 2


def test_a_led_non_double_has_nothing_to_fill():
    played = play(rules(hand_size=4, **CROSS), HANDS, "6-4")
    assert legal(played) == "4-1@4 6-3@6 6-5@6"
    assert played.view[0]["to_fill"] == 0


def test_six_and_eight_arms():
    hands = "9-9 9-8 9-7 9-6 8-7 6-6/9-5 9-4 9-3 5-4 8-3 7-5"
    six = "9-9 9-5@9/1 9-8@9/1 9-4@9/1 9-7@9/1 9-3@9/1"
    settings = {"set_max": 9, "spinner": "opening_double"}
    assert after(settings | {"fill_first": 6}, hands, six) == "9-6@9/1"
    assert after(settings | {"fill_first": 6}, hands, six + " 9-6@9/1") == "5-4@4 7-5@5 8-3@3 5-4@5 7-5@7 8-3@8"
    eight = play(rules(hand_size=6, fill_first=8, **settings), hands, six + " 9-6@9/1")
    assert (eight.waiting, eight.record[0]["reason"], eight.record[0]["plays"]) == (None, 1, 7)
    assert eight.view[0]["to_fill"] == 2


def test_wild_blanks_fill_the_double_too():
    settings = CROSS | {"wild_blank": "both", "arm_doubles": True}
    hands = "3-3 0-0 3-1 4-0/1-1 2-0 5-3 5-5"
    assert after(settings, hands, "3-3") == "2-0:0@3/1 5-3@3/1"
    assert after(settings, hands, "3-3 2-0:0@3/1") == "0-0:0@3/1 4-0:0@3/1 3-1@3/1"


# --- arms that need doubles -----------------------------------------------------------------------------------------


def test_an_arm_goes_on_with_its_double():
    settings = CROSS | {"arm_doubles": True}
    assert after(settings, HANDS, FILLED) == "5-5@5/3"
    assert after(settings, HANDS, FILLED + " 5-5@5/3") == "5-4@5/1"
    view = play(rules(hand_size=4, **settings), HANDS, FILLED).view[0]
    assert [int(view["open"][ARM * PIP_SLOTS + pip]) for pip in range(7)] == [0, 1, 0, 1, 1, 1, 0]
    assert not view["open"][:PIP_SLOTS].any()


def test_after_its_double_an_arm_is_an_end_like_others():
    settings = CROSS | {"arm_doubles": True}
    hands = "6-6 6-4 5-4 6-1 4-4 2-2/6-5 6-3 5-5 4-1 2-1 2-0"
    script = FILLED + " 5-5@5/3 5-4@5/1"
    assert after(settings, hands, script) == "4-1@4"  # the end of the 5-4; the arm of the 6-4 waits for the 4-4
    assert after(settings, hands, script + " 4-1@4") == "4-4@4/3"
    assert after(settings, hands, script + " 4-1@4 4-4@4/3") == "2-1@1"


def test_arms_count_as_ends_do():
    """5-5 10, 5-4 14, 5-3 7 (both sides of the double are covered), 5-2 9, 5-1 10."""
    settings = {"play_score": "multiples", "arm_doubles": True, "hand_size": 4} | CROSS
    hands = "5-5 5-3 5-1 4-4/5-4 5-2 2-2 1-0"
    script = "5-5 5-4@5/1 5-3@5/1 5-2@5/1 5-1@5/1 2-2@2/3 4-4@4/3"
    played = play(rules(**settings), hands, script)
    assert [(move.total, move.points) for move in played.moves] == [
        (10, 10), (14, 0), (7, 0), (9, 0), (10, 10), (12, 0), (16, 0),
    ]  # fmt: skip


# --- halves that add up ---------------------------------------------------------------------------------------------

MATADOR = {"match": "sum"}


@pytest.mark.parametrize(
    ("hand", "moves"),
    [
        ("4-3", "4-3@3 4-3:3@5 4-3:4@3 4-3:4@5"),
        ("6-1", "6-1:1@3 6-1:1@5 6-1:6@3 6-1:6@5"),
        ("0-0", "0-0:0@3 0-0:0@5"),
        ("2-0", "2-0:2@5"),
        ("4-1", "4-1:4@3"),
        ("4-2", "4-2:2@5 4-2:4@3"),
        ("4-4", "4-4:4@3"),
        ("2-2", "2-2:2@5"),
    ],
)
def test_what_fits_a_sum(hand, moves):
    """5-3 lies: its five takes twos, its three takes fours, and both take matadors with either half."""
    assert after(MATADOR, f"5-3 6-6/{hand} 6-5", "5-3") == moves


def test_a_blank_takes_matadors_only():
    hands = "2-0 6-6 5-5/6-5 6-1 1-1"
    assert after(MATADOR, hands, "2-0") == "6-1:1@0 6-1:1@2 6-5:5@2 6-1:6@0 6-1:6@2"
    assert after(MATADOR, hands, "2-0 6-1:1@0") == "5-5:5@2"


def test_other_sums_have_other_matadors():
    """Four: 4-0, 3-1, 2-2 and 0-0; a five has no partner."""
    hands = "5-3 6-6 5-5/2-2 4-0 1-0"
    moves = "4-0:0@3 4-0:0@5 1-0:1@3 2-2:2@3 2-2:2@5 4-0:4@3 4-0:4@5"
    assert sorted(after(MATADOR | {"match_sum": 4}, hands, "5-3").split()) == sorted(moves.split())


def test_the_total_of_a_line_of_sums():
    settings = {"match": "sum", "play_score": "multiples", "hand_size": 3}
    played = play(rules(**settings), "6-4 4-4 1-1/3-2 6-3 5-5", "6-4 3-2:3@4 1-1:1@6 5-5:5@2")
    assert [move.total for move in played.moves[:4]] == [10, 8, 4, 12]


# --- one end --------------------------------------------------------------------------------------------------------

ONE_END = {"ends": 1}


def test_a_non_double_is_led_in_two_ways():
    hands = "6-6 6-5 2-1/6-1 5-1 2-2"
    assert after(ONE_END, hands, "") == "2-1 6-5 6-6 2-1:2 6-5:6"
    assert after(ONE_END, hands, "6-5") == "6-1@6"
    assert after(ONE_END, hands, "6-5:6") == "5-1@5"
    assert after(ONE_END, hands, "6-6") == "6-1@6"
    assert after(ONE_END, hands, "6-6 6-1@6") == "2-1@1"


def test_a_forced_tile_is_led_in_two_ways_too():
    settings = {"ends": 1, "first_lead": "tile", "first_tile": parse_tile("5-3"), "hand_size": 2}
    assert legal(play(Rules(**settings), "5-3 1-1/2-2 6-6", leader=-1)) == "5-3 5-3:5"
    double = settings | {"first_tile": parse_tile("6-6")}
    assert legal(play(Rules(**double), "5-3 1-1/2-2 6-6", leader=-1)) == "6-6"


def test_one_end_is_all_that_is_open():
    for lead in ("6-6", "6-5", "6-5:6"):
        view = play(rules(hand_size=3, **ONE_END), "6-6 6-5 2-1/6-1 5-1 2-2", lead).view[0]
        assert view["open"].sum() == 1
    strict = {"ends": 1, "unlock": "suit", "unlock_scope": "double_sides_only", "hand_size": 3}
    view = play(rules(**strict), "6-6 6-5 2-1/6-1 5-1 2-2", "6-6").view[0]
    assert (view["open"].sum(), view["open"][DOUBLE * PIP_SLOTS + 6], view["covered"][6]) == (1, 1, 0)


def test_one_end_of_sums():
    hands = "6-3 1-1/4-0 5-1"
    assert after(ONE_END | MATADOR, hands, "6-3") == "5-1:1@6"
    assert after(ONE_END | MATADOR, hands, "6-3:6") == "4-0:4@3"


# --- what policies weigh --------------------------------------------------------------------------------------------


def test_a_lead_with_one_end_is_accompanied_by_the_number_left_open():
    """6-5 with its six turned away leaves the five, of which there are two more; with its five, only one six."""
    accompanied = prefer(["most-accompanied", "heaviest"])
    for deal in range(20):
        assert (
            led(rules(hand_size=5, **ONE_END), "6-5 6-4 5-2 5-1 4-0/1-1 2-2 3-3 4-4 5-5", accompanied, deal) == "6-5:6"
        )


def test_numbers_of_a_sum_are_those_that_fit():
    """On a six fit the ones, 2-1 and 4-1, and the matador 5-2; 2-1 has three followers too, but fewer pips."""
    accompanied = prefer(["most-accompanied", "heaviest"])
    for deal in range(20):
        assert led(rules(hand_size=5, **MATADOR), "5-0 2-1 5-2 4-1 6-6/1-1 2-2 3-3 4-4 5-5", accompanied, deal) == "6-6"
