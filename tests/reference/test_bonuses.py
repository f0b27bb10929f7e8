"""Extra points: in play for passes, at the end for the last tile, for locks and for early rounds."""

import pytest

from kernels.rules import Rules
from tests.reference.choosers import at_random
from tests.reference.engine import play_from
from tests.reference.layout import PASS
from tests.reference.match import play_match
from tests.reference.scripts import following, hand_of, read_plays, replay, table_of
from tests.reference.settlement import LastTile, settle_block, settle_domino
from tests.reference.table import BLOCKED, DOMINO, TARGET

pytestmark = pytest.mark.exact

LEAD_PASS = {"lead_pass_double_points": 25, "lead_pass_tile_points": 50}
DRY = {"domino_score": "none", "blocked_score": "none"}


class Board:
    """A match that ends with a certain in-play event."""

    def __init__(self, last=99):
        self.events = []
        self.last = last

    def score_play(self, side, points):
        self.events.append((side, points))
        return len(self.events) > self.last


def play(rules, hands, plays, boneyard="", last=99):
    """Play written plays in a match; return the result and the in-play events."""
    written = read_plays(plays, rules.players)
    table = table_of(rules, [hand_of(hand) for hand in hands], following(written), hand_of(boneyard))
    table.board, table.result.opener = Board(last), written[0][0]
    return play_from(table, written[0][0], [written[0][1]]), table.board.events


# --- a pass on the lead ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("lead", "points"), [("6-6", 25), ("6-5", 50)])
def test_a_pass_on_the_lead(lead, points):
    result = replay(Rules(**LEAD_PASS, **DRY), f"0: {lead}, 0: 6-1@6", ["", "4-4 3-3"])
    assert result.play_points[:2] == [points, 0]
    assert result.points[:2] == [points, 0]
    assert [event[4] for event in result.trace] == [0] * len(result.trace)  # the pass was not the leader's move


def test_only_the_first_answer_counts():
    result = replay(Rules(**LEAD_PASS, **DRY), "0: 6-6, 1: 6-1@6, 0: 1-2@1, 0: 2-5@2", ["", "4-4 3-3"])
    assert (result.passes, result.play_points[:2]) == (1, [0, 0])
    three = replay(Rules(players=3, **LEAD_PASS, **DRY), "0: 6-6, 1: 6-1@6, 0: 1-2@1", ["", "3-3", "4-4"])
    assert three.passes == 1
    assert three.play_points[:3] == [0, 0, 0]  # it was the seat after the next that passed


def test_a_pass_on_the_lead_after_a_draw_or_by_choice():
    drawn = replay(Rules(draw="one", **LEAD_PASS, **DRY), "0: 6-6, 0: 6-1@6", ["", "4-4"], hand_of("3-3"))
    assert (drawn.draws, drawn.play_points[0]) == (1, 25)
    kept = Rules(draw="one", must_play_drawn=False, **LEAD_PASS, **DRY)
    result, events = play(kept, ["6-6 6-1", "4-4"], "0: 6-6, 0: 6-1@6", "6-3")
    assert (result.draws, events) == (1, [(0, 25)])


def test_a_pass_after_the_leaders_extra_turn():
    rules = Rules(extra_turn="must", **LEAD_PASS, **DRY)
    assert replay(rules, "0: 6-6, 0: 6-1@6, 0: 1-2@1", ["", "4-4"]).play_points[:2] == [25, 0]
    assert replay(rules, "0: 6-6, 0: 6-1@6, 1: 1-4@1", ["5-5", "3-3"]).play_points[:2] == [0, 0]


def test_declining_an_extra_turn_is_no_pass_on_the_lead():
    rules = Rules(extra_turn="may", **LEAD_PASS, **DRY)
    result, events = play(rules, ["6-6 6-1 5-5", "6-2 2-3"], "0: 6-6, 1: 6-2@6, 0: 6-1@6, 1: 2-3@2")
    assert result.trace[1][:2] == (0, PASS)
    assert events == []


def test_a_pass_can_end_the_match():
    result, events = play(Rules(**LEAD_PASS), ["6-6 6-1", "4-4"], "0: 6-6, 0: 6-1@6", last=0)
    assert events == [(0, 25)]
    assert (result.reason, result.winner, result.team, result.passes, result.plays) == (TARGET, 0, 0, 1, 1)
    assert result.trace[-1][:2] == (1, PASS)
    assert result.points[:2] == [25, 0]


# --- everybody else passes ------------------------------------------------------------------------------------------

ALL_PASS = {"players": 3, "all_pass_points": 30}


def test_everybody_else_passes():
    result = replay(Rules(**ALL_PASS, **DRY), "0: 6-5, 0: 6-1@6, 0: 5-2@5", ["", "4-4", "3-3"])
    assert result.play_points[:3] == [60, 0, 0]
    assert [event[4] for event in result.trace] == [0, 0, 0, 30, 0, 0, 30]


def test_somebody_played_or_drew():
    played = replay(Rules(**ALL_PASS, **DRY), "0: 6-5, 2: 5-3@5, 0: 6-1@6", ["", "4-4", "2-2"])
    assert played.play_points[:3] == [0, 0, 0]
    drawn = replay(Rules(draw="one", **ALL_PASS, **DRY), "0: 6-5, 0: 6-1@6", ["", "4-4", "3-3"], hand_of("2-2 0-0"))
    assert drawn.play_points[:3] == [30, 0, 0]  # a draw does not help who cannot play


def test_the_seats_own_pass_is_one_too_many():
    """Seat 0 passes too, but seat 1 draws and the round goes on: seat 0's next play is no longer the next turn."""
    rules = Rules(draw="one", **ALL_PASS, **DRY)
    plays = "0: 6-5, 0: 6-1@6, 1: 1-1@1, 2: 4-1@1, 0: 4-3@4, 2: 3-3@3, 0: 3-0@3"
    result, events = play(rules, ["6-5 4-3", "4-4", "3-3"], plays, "2-2 0-0 3-0 1-1 4-1 6-1")
    assert [event[0] for event in result.trace if event[1] == PASS] == [1, 2, 0, 1, 2, 1]
    assert events == []


def test_an_extra_turn_is_not_a_turn_that_everybody_passed_before():
    rules = Rules(extra_turn="must", **ALL_PASS, **DRY)
    result = replay(rules, "0: 6-5, 0: 6-6@6, 0: 6-1@6, 0: 1-2@1", ["", "4-4", "3-3"])
    assert [event[4] for event in result.trace] == [0, 0, 0, 30, 0, 0, 0, 30]


def test_the_bonus_counts_before_the_play():
    rules = Rules(play_score="multiples", **ALL_PASS, **DRY)
    hands = ["6-5 5-4 4-1", "3-3", "2-2"]
    result, events = play(rules, hands, "0: 6-5, 0: 5-4@5, 0: 4-1@4")
    assert events == [(0, 30), (0, 10), (0, 30)]  # ends 6 and 4, then 6 and 1
    assert [event[4] for event in result.trace] == [0, 0, 0, 40, 0, 0, 30]
    ended, events = play(rules, hands, "0: 6-5, 0: 5-4@5, 0: 4-1@4", last=0)
    assert events == [(0, 30)]
    assert (ended.reason, ended.plays, ended.play_points[0], ended.trace[-1][4]) == (TARGET, 2, 30, 30)


def test_partners_score_together():
    rules = Rules(players=4, teams="2v2", all_pass_points=30, **DRY)
    result = replay(rules, "0: 6-5, 0: 6-1@6", ["", "4-4", "2-2", "3-3"])
    assert (result.play_points, result.points) == ([30, 0, 0, 0], [30, 0, 30, 0])


# --- the last tile --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("plays", "left", "place"),
    [
        ("6-5, 5-4@5, 6-1@6", ["", "2-2"], 0),
        ("6-5, 5-4@5, 6-6@6", ["", "2-2"], 1),
        ("6-5, 5-4@5, 6-4@6", ["", "2-2"], 2),
        ("6-5, 6-4@6, 4-5@4, 5-2@5", ["0-0", ""], 2),
        ("6-5, 6-4@6, 4-5@4, 5-5@5", ["0-0", ""], 3),
        ("0: 6-6", ["", "5-5"], 1),
        ("0: 6-1", ["", "5-5"], 0),
    ],
)
def test_points_by_the_last_tile(plays, left, place):
    rules = Rules(domino_score="by_last_tile", last_tile_points=(1, 20, 300, 1000), round_to=10, end_divisor=2)
    result = replay(rules, plays, left)
    assert (result.reason, max(result.points)) == (DOMINO, (1, 20, 300, 1000)[place])
    capicu = replay(Rules(domino_score="none", capicu_points=100, chuchazo_points=7), plays, left)
    assert max(capicu.points) == (100 if place == 2 else 0)


def test_numbers_that_are_not_given_are_nothing():
    rules = Rules(domino_score="by_last_tile", last_tile_points=(3,))
    hands = [[], hand_of("5-5")]
    found = [
        settle_domino(rules, hands, 0, LastTile(tile, fits)).points[0] for tile in (1, 2) for fits in (False, True)
    ]
    assert found == [3, 0, 0, 0]


def test_going_out_with_the_double_blank():
    rules = Rules(chuchazo_points=100, capicu_points=25, round_to=5)
    assert replay(rules, "6-0, 6-1@6, 0-0@0", ["", "4-4"]).points[:2] == [10 + 100, 0]
    assert replay(rules, "0: 0-0", ["", "4-4"]).points[:2] == [10 + 100, 0]
    assert replay(rules, "6-0, 6-1@6, 0-1@0", ["", "4-4"]).points[:2] == [10 + 25, 0]
    assert replay(rules, "6-1, 6-0@6, 0-1@0, 1-3@1", ["4-4", ""]).points[:2] == [0, 10 + 25]


def test_bonuses_are_the_sides():
    rules = Rules(players=4, teams="2v2", capicu_points=25)
    result = replay(rules, "0: 6-0, 1: 6-1@6, 0: 0-1@0", ["", "4-4", "2-2", "3-3"])
    assert result.points == [14 + 25, 0, 14 + 25, 0]


# --- locks, divided pips, differences -------------------------------------------------------------------------------


def block(hands, **settings):
    rules = Rules(players=len(hands), hand_size=6, **settings)
    return settle_block(rules, [hand_of(hand) for hand in hands], 0, 0)


def test_winning_a_lock():
    assert block(["1-1", "5-5", "6-6"], lock_points=50, round_to=5).points == [20 + 50, 0, 0]
    assert block(["1-1", "2-0", "6-6"], lock_points=50).points == [0, 0, 0]
    assert block(["1-1", "2-0", "6-6"], lock_points=50, tie="opener").points == [14 + 50, 0, 0]
    assert block(["1-1", "2-0", "6-6"], lock_points=50, tie="split").points == [6, 6, 0]
    teams = block(["1-1", "5-5", "0-0", "6-6"], lock_points=50, teams="2v2", blocked_score="none")
    assert teams.points == [50, 0]


def test_differences_to_every_other_side():
    """10, 15 and 9 pips: 1 + 6 more than the winner's."""
    hands = ["6-3 0-1", "6-6 1-1 0-1", "4-4 0-1"]
    assert block(hands, blocked_score="difference").points == [0, 0, 7]
    assert block(hands, blocked_score="difference", round_to=5).points == [0, 0, 5]
    assert block(hands, blocked_score="difference", round_to=5, round_mode="each_hand").points == [0, 0, 5]  # 10 15 10
    assert block(hands, blocked_score="opp_minus_own").points == [0, 0, 16]
    pairs = block(["1-1", "5-5", "0-0", "6-6"], blocked_score="difference", teams="2v2")
    assert pairs.points == [20, 0]


def test_a_difference_is_clamped_as_a_whole():
    """Fewest tiles win: the winner holds 12 pips, the others 1 + 18: their sum is less than twice his."""
    hands = ["6-6", "0-1 0-0", "5-4 5-4"]
    assert block(hands, blocked_score="difference", blocked_winner="tile_count").points == [0, 0, 0]
    hands[2] = "6-6 6-5"
    assert block(hands, blocked_score="difference", blocked_winner="tile_count").points == [1 + 23 - 24, 0, 0]
    hands[2] = "6-6 6-6"
    assert block(hands, blocked_score="difference", blocked_winner="tile_count").points == [1, 0, 0]


def test_a_tie_where_differences_score_is_split_like_pips():
    assert block(["1-1", "2-0", "6-6 1-0"], blocked_score="difference", tie="split").points == [6, 6, 0]


@pytest.mark.parametrize(
    ("settings", "points"),
    [
        ({}, 4),  # 23 // 5
        ({"round_to": 5}, 5),  # 25 // 5
        ({"round_to": 5, "round_mode": "each_hand"}, 4),  # 10 + 10
        ({"domino_score": "all_other_pips"}, 4),
        ({"domino_score": "per_tile"}, 10),
        ({"domino_score": "fixed", "fixed_points": 7}, 7),
        ({"capicu_points": 4}, 8),
    ],
)
def test_divided_pips(settings, points):
    rules = Rules(players=3, hand_size=6, end_divisor=5, **settings)
    hands = [[], hand_of("6-5"), hand_of("6-6")]
    assert settle_domino(rules, hands, 0, LastTile(1, True)).points == [points, 0, 0]


def test_divided_pips_of_a_block():
    hands = ["1-1", "6-5", "6-6"]
    assert block(hands, end_divisor=5).points == [4, 0, 0]
    assert block(hands, end_divisor=5, lock_points=3).points == [7, 0, 0]
    assert block(hands, end_divisor=5, blocked_score="per_tile").points == [10, 0, 0]
    assert block(["1-1", "2-0", "6-6 6-5"], end_divisor=5, tie="split").points == [2, 2, 0]  # 23 // 5 // 2
    assert block(["1-1", "2-0", "6-6"], end_divisor=5, tie="split", blocked_score="per_tile").points == [2, 2, 0]


# --- early rounds ---------------------------------------------------------------------------------------------------


def test_early_rounds_are_worth_more():
    plain = Rules(target=500)
    paid = Rules(target=500, early_round_points=(100, 75, 50, 25))
    for number in range(10):
        rounds, more = (play_match(rules, [at_random] * 2, 3, number).history[:6] for rules in (plain, paid))
        extra = [100, 75, 50, 25, 0, 0]
        for before, after, points in zip(rounds, more, extra, strict=False):
            assert after.winner == before.winner
            wanted = [before.points[seat] + points * (seat == before.winner) for seat in range(2)]
            assert after.points[:2] == wanted


def test_an_early_round_outside_a_match_is_worth_no_more():
    rules = Rules(early_round_points=(100,))
    assert max(replay(rules, "0: 6-6", ["", "5-5"]).points) == 10


def test_no_early_points_without_a_winner_or_after_a_target():
    rules = Rules(early_round_points=(100,), **LEAD_PASS)
    result, _ = play(rules, ["6-6 6-1", "4-4"], "0: 6-6, 0: 6-1@6", last=0)
    assert result.points[:2] == [25, 0]
    tied, _ = play(Rules(early_round_points=(100,)), ["6-6 4-4", "5-3 6-1"], "0: 6-6, 1: 6-1@6")
    assert (tied.reason, tied.winner, tied.points[:2]) == (BLOCKED, -1, [0, 0])
