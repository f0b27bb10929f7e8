"""Points beyond pips: the last tile, locks, passes on the lead, passes all round, and how settlements are divided."""

import pytest

from kernels.rules import Rules
from tests.kernels.scripting import play, story

FREE = {"first_lead": "seat0", "lead_tile": "any"}
pytestmark = pytest.mark.exact


def played(settings, hands, script, boneyard=""):
    """Play a whole round."""
    seats = hands.split("/")
    rules = Rules(players=len(seats), hand_size=len(seats[0].split()), **FREE | settings)
    round_ = play(rules, hands, script, boneyard)
    assert round_.waiting is None
    return round_


def points(settings, hands, script, boneyard=""):
    """Return what each seat's side scored in a whole round."""
    record = played(settings, hands, script, boneyard).record[0]
    return record["points"][: len(hands.split("/"))].tolist()


# --- the last tile --------------------------------------------------------------------------------------------------

CAPICU = ("6-4 6-5/5-4 1-0", "6-4 5-4@4 6-5@6")
CAPICU_OTHER_END = ("6-4 6-5/5-4 1-0", "6-4 5-4@4 6-5@5")
PLAIN = ("6-4 6-5/4-1 1-0", "6-4 4-1@4 6-5@6")
DOUBLE = ("6-4 6-6/4-1 1-0", "6-4 4-1@4 6-6@6")
DOUBLE_BOTH = ("5-4 5-1 5-5/4-1 0-0 2-0", "5-4 4-1@4 5-1@1 5-5@5")
BLANKS = ("6-0 0-0/6-1 3-3", "6-0 6-1@6 0-0@0")
BLANKS_BOTH = ("6-0 6-1 0-0/1-0 3-3 4-4", "6-1 1-0@1 6-0@6 0-0@0")


@pytest.mark.parametrize(
    ("hand", "grade", "capicu", "chuchazo", "left"),
    [
        (PLAIN, 1, 0, 0, 1),
        (DOUBLE, 2, 0, 0, 1),
        (CAPICU, 3, 100, 0, 1),
        (CAPICU_OTHER_END, 3, 100, 0, 1),
        (DOUBLE_BOTH, 4, 0, 0, 2),
        (BLANKS, 2, 0, 50, 6),
        (BLANKS_BOTH, 4, 0, 50, 14),
    ],
)
def test_how_the_last_tile_goes_out(hand, grade, capicu, chuchazo, left):
    assert points({"domino_score": "by_last_tile"}, *hand) == [grade, 0]
    kinds = {"domino_score": "by_last_tile", "last_tile_points": (7, 8)}
    assert points(kinds, *hand) == [{1: 7, 2: 8}.get(grade, 0), 0]
    bonuses = {"capicu_points": 100, "chuchazo_points": 50}
    assert points(bonuses, *hand) == [left + capicu + chuchazo, 0]
    assert points(bonuses | {"round_to": 10, "end_divisor": 2}, *hand)[0] == (left + 5) // 10 * 5 + capicu + chuchazo


def test_a_lead_that_goes_out_fits_no_ends():
    assert points({"domino_score": "by_last_tile"}, "6-5/1-1", "6-5") == [1, 0]
    assert points({"domino_score": "by_last_tile"}, "6-6/1-1", "6-6") == [2, 0]
    assert points({"capicu_points": 9, "chuchazo_points": 5}, "0-0/1-1", "0-0") == [7, 0]
    assert points({"capicu_points": 9}, "6-5/1-1", "6-5") == [2, 0]


def test_every_open_port_is_an_end():
    """The spinner's free sides count; so does an end that is locked, or that waits for the double to be filled."""
    hands, script = "5-5 5-4 4-3/5-3 1-0 2-0", "5-5 5-3@5 5-4@5 4-3@4"
    assert points({"capicu_points": 100}, hands, script) == [103, 0]
    spinner = {"capicu_points": 100, "spinner": "first_double"}
    assert points(spinner, hands, script) == [3, 0]
    locked = {"capicu_points": 100, "unlock": "suit"}
    assert points(locked, "5-5 5-4 4-4 4-3/5-3 1-0 2-0 3-0", "5-5 5-3@5 5-4@5 4-4@4 4-3@4") == [6, 0]
    filling = {"capicu_points": 100, "spinner": "opening_double", "fill_first": 4}
    assert points(filling, "5-5 5-4/5-3 1-0", "5-5 5-3@5/1 5-4@5/1") == [1, 0]
    whole = "5-5 5-1 5-2/5-4 5-3 6-0", "5-5 5-4@5/1 5-1@5/1 5-3@5/1 5-2@5/1"
    assert points(filling, *whole) == [6, 0]


@pytest.mark.parametrize(("flank", "scored"), [("either", 104), ("split", 4), ("double_only", 104)])
def test_flanks_are_ends_too(flank, scored):
    """6-1 fits the ends of six and one, and a flank that takes six or four, but not one that takes four only."""
    rules = {"spinner": "first_tile", "flank": flank, "capicu_points": 100}
    assert points(rules, "6-4 6-1/4-1 2-2", "6-4 4-1@4 6-1@6") == [scored, 0]


def test_matadors_fit_both_ends():
    rules = {"match": "sum", "capicu_points": 100}
    assert points(rules, "5-3 6-1/4-1 6-6", "5-3 4-1:4@3 6-1:1@5") == [112, 0]
    assert points(rules, "5-3 6-2/4-1 6-6", "5-3 4-1:4@3 6-2:2@5") == [112, 0]  # two fits the five, six the one
    assert points(rules, "5-3 3-2/4-1 6-6", "5-3 4-1:4@3 3-2:2@5") == [12, 0]


# --- blocked rounds -------------------------------------------------------------------------------------------------


def test_a_lock_won():
    """Nobody follows 6-6: ten pips against fourteen, and against ten."""
    settings = {"lock_points": 40}
    lock = ("6-6 5-5/4-4 3-3", "6-6")
    assert played(settings, *lock).record[0]["reason"] == 1
    assert points(settings, *lock) == [54, 0]
    assert points(settings | {"blocked_score": "none"}, *lock) == [40, 0]
    assert points(settings | {"end_divisor": 5}, *lock) == [42, 0]
    tied = ("6-6 5-5/5-4 1-0", "6-6")
    assert points(settings, *tied) == [0, 0]
    assert points(settings | {"tie": "opener"}, *tied) == [50, 0]


def test_differences_are_added_over_the_opposing_sides():
    hands = "6-6 1-1/5-5 2-2/4-4 3-0"
    assert points({"blocked_score": "difference"}, hands, "6-6") == [(14 - 2) + (11 - 2), 0, 0]
    assert points({"blocked_score": "opp_minus_own"}, hands, "6-6") == [14 + 11 - 2, 0, 0]
    rounded = {"blocked_score": "difference", "round_to": 5}
    assert points(rounded, hands, "6-6") == [20, 0, 0]
    assert points(rounded | {"round_mode": "each_hand"}, hands, "6-6") == [15 + 10, 0, 0]
    assert points(rounded | {"end_divisor": 3}, hands, "6-6") == [6, 0, 0]


def test_shares_are_divided_before_they_are_shared():
    hands = "6-6 1-1/2-0 0-0/4-4 3-3"
    settings = {"tie": "split", "end_divisor": 2}
    assert points({"tie": "split"}, hands, "6-6") == [7, 7, 0]
    assert points(settings, hands, "6-6") == [3, 3, 0]


# --- passes ---------------------------------------------------------------------------------------------------------

PASSED = {"lead_pass_double_points": 30, "lead_pass_tile_points": 60}


@pytest.mark.parametrize(
    ("settings", "hands", "script", "boneyard", "scored"),
    [
        ({}, "6-6 6-4/5-4 1-0", "6-6 6-4@6", "", 30),
        ({}, "6-5 6-4/4-4 1-0", "6-5 6-4@6", "", 60),
        ({}, "6-6 6-4/6-5 1-0", "6-6 6-5@6 6-4@6", "", 0),
        ({"draw": "one"}, "6-6 6-4/5-4 1-0", "6-6 6-4@6", "2-0", 30),
        ({"draw": "one"}, "6-6 6-4/5-4 1-0", "6-6 6-5@6 6-4@6", "6-5", 0),
        ({"draw": "one", "must_play_drawn": False}, "6-6 6-4/5-4 1-0", "6-6 pass 6-4@6", "6-5", 30),
        ({"extra_turn": "may"}, "6-6 6-4 4-1/5-5 3-3 1-0", "6-6 6-4@6 4-1@4", "", 30),
        ({"extra_turn": "may"}, "6-6 6-4 4-1/5-5 3-3 1-0", "6-6 pass 6-4@6 4-1@4", "", 30),
    ],
)
def test_a_pass_on_the_lead(settings, hands, script, boneyard, scored):
    record = played(settings | PASSED, hands, script, boneyard).record[0]
    assert record["play_points"].tolist()[:2] == [scored, 0]
    assert record["points"][0] == scored + record["pips_left"][1]


def test_only_the_first_turn_of_the_seat_after_the_leader_counts():
    """Seat 1 plays on the lead and seat 2 passes; later the seat after the leader passes too."""
    hands = "6-6 6-5 5-1/6-4 2-2 3-3/0-0 1-0 2-0"
    record = played(PASSED, hands, "6-6 6-4@6 6-5@6 5-1@5").record[0]
    assert record["play_points"].tolist()[:3] == [0, 0, 0]
    assert record["passes"] == 3


def test_everybody_else_passes():
    hands = "6-6 6-5 5-4 4-1/3-3 2-2 3-2 1-0/0-0 1-1 2-0 3-0"
    script = "6-6 6-5@6 5-4@5 4-1@4"
    round_ = played({"all_pass_points": 25}, hands, script)
    assert round_.record[0]["play_points"].tolist()[:3] == [75, 0, 0]
    assert [move.points for move in round_.moves if move.move < 1 << 13] == [0, 25, 25, 25]
    assert all(move.points == 0 for move in round_.moves if move.move >= 1 << 13)
    assert round_.record[0]["points"][0] == 75 + round_.record[0]["pips_left"][1:3].sum()


def test_an_extra_turn_is_no_second_round_of_passes():
    """6-6 and 6-5 are one seat's turn; then all pass, and 5-4 is played: once 25."""
    hands = "6-6 6-5 5-4/3-3 2-2 1-0/0-0 1-1 2-0"
    record = played({"all_pass_points": 25, "extra_turn": "must"}, hands, "6-6 6-5@6 5-4@5").record[0]
    assert record["play_points"].tolist()[:3] == [25, 0, 0]


def test_passes_between_two_seats_are_nobody_elses():
    """Seat 1 passes, seat 2 plays: not all have passed when seat 0 plays again."""
    hands = "6-6 6-5 5-4/3-3 2-2 1-0/6-4 1-1 2-0"
    record = played({"all_pass_points": 25}, hands, "6-6 6-4@6 6-5@6 5-4@5").record[0]
    assert record["play_points"].tolist()[:3] == [25, 0, 0]
    assert story(played({"all_pass_points": 25}, hands, "6-6 6-4@6 6-5@6 5-4@5"))[1] == (1, "pass")


def test_in_play_bonuses_join_the_open_ends():
    """5-5 scores 10 and everybody passes: 25 for that, before the 5-0's own 10."""
    hands = "5-5 5-0/6-6 1-1/2-2 3-3"
    settings = {"all_pass_points": 25, "play_score": "multiples", "lead_pass_double_points": 3}
    round_ = played(settings, hands, "5-5 5-0@5/1")
    assert [(move.seat, move.points) for move in round_.moves] == [(0, 10), (1, 0), (2, 0), (0, 35)]
    assert round_.record[0]["play_points"][0] == 10 + 3 + 25 + 10
