"""Golden hands of the rule book (7.2) under the settings that came after them: figures worked out from the hands."""

import pytest

from kernels.rules import Rules
from tests.kernels.scripting import play, story

pytestmark = pytest.mark.exact

# Rule book 7.2.1 (Anderson and Varuzza): seat 1 leads, left are 1-3 5-6, 0-0 0-6 1-6, 3-3 3-6 and 0-3 3-5 5-5 6-6.
FULL_DEAL = (
    "5-0 3-1 4-1 2-2 4-3 4-4 6-5/0-0 1-0 6-0 1-1 6-1 3-2 6-2/2-0 4-2 5-2 3-3 6-3 5-4 6-4/3-0 4-0 2-1 5-1 5-3 5-5 6-6"
)
PLAYS = """1-1 5-1@1 4-1@1 5-4@5 4-0@4 5-0@0 5-2@5 2-1@2 4-4@4 1-0@1 2-0@0 2-2@2 6-2@2 6-4@6 4-3@4 3-2@3 4-2@2"""


def partners(**settings):
    """Return the record of the hand."""
    rules = Rules(players=4, teams="2v2", first_lead="seat0", lead_tile="any", **settings)
    return play(rules, FULL_DEAL, PLAYS, leader=1).record[0]


def test_the_partnership_hand_ends_as_published():
    record = partners()
    assert (record["reason"], record["team"], list(record["pips_left"])) == (1, 0, [15, 13, 15, 33])
    assert list(record["points"]) == [46, 0, 46, 0]


@pytest.mark.parametrize(
    ("settings", "points"),
    [
        ({"blocked_score": "difference"}, 16),
        ({"blocked_score": "difference", "end_divisor": 5}, 3),
        ({"round_to": 5}, 45),
        ({"round_to": 5, "end_divisor": 5}, 9),
        ({"lock_points": 100}, 146),
        ({"end_divisor": 10, "lock_points": 100}, 104),
        ({"capicu_points": 100, "chuchazo_points": 100, "early_round_points": (100,)}, 46),
    ],
)
def test_the_partnership_hand_under_other_settlements(settings, points):
    assert list(partners(**settings)["points"]) == [points, 0, points, 0]


def test_the_partnership_hand_with_points_for_passes():
    """Seat 2 passes on the led 1-1; seats 0, 2 and 3 never pass all at once."""
    record = partners(lead_pass_double_points=25, lead_pass_tile_points=50, all_pass_points=30)
    assert list(record["play_points"]) == [0, 25, 0, 0]
    assert list(record["points"]) == [46, 25, 46, 25]


def test_sebastopol_begins_with_four_arms():
    """Rule book 5.1, four hands of seven: after the 6-6 only sixes, then any of four arms (7.2.7 has no such phase)."""
    rules = Rules(players=4, spinner="opening_double", fill_first=4)
    first, second = "6-6 5-5 5-4 3-2 1-0 1-1 4-0", "6-5 0-0 2-0 3-0 5-0 4-4 3-1"
    third, fourth = "6-4 6-3 4-3 2-1 4-1 5-1 2-2", "6-2 6-1 6-0 3-3 4-2 5-2 5-3"
    hands = "/".join((first, second, third, fourth))
    played = play(rules, hands, "6-6 6-5@6/1 6-4@6/1 6-2@6/1", leader=-1)
    assert story(played)[4:] == [(0, "pass"), (1, "pass")]
    played = play(rules, hands, "6-6 6-5@6/1 6-4@6/1 6-2@6/1 6-3@6/1 5-2@2", leader=-1)
    assert list(played.view[0]["open"][:7]) == [0, 0, 0, 1, 1, 2, 0]
