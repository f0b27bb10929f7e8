"""Settling a round: rounding, domino and block scores, ties (rules.md 7.2, cases DOM-14, DOM-16)."""

import itertools

import pytest

from kernels.rules import Rules
from tests.reference.counting import total_points
from tests.reference.scripts import hand_of
from tests.reference.settlement import LastTile, round_pips, settle_block, settle_domino

pytestmark = pytest.mark.exact

PLAIN = LastTile(1, False)


def of_pips(*pips):
    """Return one hand for each pip total (0 ... 18), made of the fewest heavy tiles."""
    tiles = {0: "0-0", 1: "0-1", 2: "1-1", 12: "6-6", 13: "6-6 0-1"}
    return [
        hand_of(tiles[count]) if count in tiles else hand_of(f"{count - count // 2}-{count // 2}") for count in pips
    ]


def block(hands, opener=0, last=0, **settings):
    rules = Rules(players=len(hands), hand_size=6, first_lead="seat0", lead_tile="any", **settings)
    return settle_block(rules, [hand_of(hand) if isinstance(hand, str) else hand for hand in hands], opener, last)


def test_rounding_to_five():
    rules = Rules(round_to=5)
    bands = {0: 0, 2: 0, 3: 5, 7: 5, 8: 10, 12: 10, 13: 15, 17: 15, 18: 20, 22: 20, 23: 25, 27: 25}
    assert {pips: round_pips(rules, pips) for pips in bands} == bands
    assert round_pips(Rules(round_to=10), 25) == 30
    assert round_pips(Rules(round_to=1), 17) == 17


@pytest.mark.parametrize(("mode", "expected"), [("sum", [40, 35, 5, 15]), ("each_hand", [45, 30, 0, 15])])
def test_add_first_or_round_each_hand(mode, expected):
    """Case DOM-16."""
    found = []
    for opponents in ((13, 13, 13), (12, 12, 12), (2, 2, 2), (13,)):
        rules = Rules(players=1 + len(opponents), hand_size=6, round_to=5, round_mode=mode)
        found.append(settle_domino(rules, [[], *of_pips(*opponents)], 0, PLAIN).points[0])
    assert found == expected


def test_fives_and_threes_for_every_total():
    """Case DOM-14 and golden hand 5: the league's scale and the pip scale."""
    league = {0: 0, 3: 1, 5: 1, 6: 2, 9: 3, 10: 2, 12: 4, 15: 8, 18: 6, 20: 4, 16: 0, 22: 0}
    rules = Rules(play_score="fives_threes")
    assert {total: total_points(rules, total) for total in league} == league
    pips = {15: 30, 10: 10, 12: 12, 9: 9, 18: 18, 20: 20, 7: 0, 0: 0}
    rules = Rules(play_score="fives_threes_pips")
    assert {total: total_points(rules, total) for total in pips} == pips


def test_multiples_and_their_divisor():
    assert total_points(Rules(play_score="multiples"), 25) == 25
    assert total_points(Rules(play_score="multiples", score_divisor=5), 15) == 3
    assert total_points(Rules(play_score="multiples"), 0) == 0
    assert total_points(Rules(play_score="multiples"), 12) == 0
    assert total_points(Rules(play_score="multiples", score_multiple=3), 12) == 12


@pytest.mark.parametrize(
    ("domino_score", "points"),
    [("opp_pips", 8), ("all_other_pips", 19), ("opp_minus_partner", 0), ("per_tile", 15), ("none", 0)],
)
def test_going_out_with_a_partner(domino_score, points):
    """Case DOM-20: opponents hold 7 and 1 pips, the partner 11; less than nothing is nothing."""
    rules = Rules(players=4, teams="2v2", domino_score=domino_score)
    hands = [hand_of(hand) for hand in ("", "1-1 2-3", "1-2 4-4", "0-1")]
    outcome = settle_domino(rules, hands, 0, PLAIN)
    assert (outcome.winner, outcome.side, outcome.points) == (0, 0, [points, 0])


@pytest.mark.parametrize(
    ("blocked_score", "points"),
    [("opp", 25), ("opp_minus_own", 16), ("all", 34), ("per_tile", 25), ("per_tile_difference", 5), ("none", 0)],
)
def test_block_scores(blocked_score, points):
    """Hands of 10, 15 and 9 pips in 2, 3 and 2 tiles: the 9 wins."""
    outcome = block(["6-3 0-1", "6-6 1-1 0-1", "4-4 0-1"], blocked_score=blocked_score)
    assert outcome.winner == 2
    assert outcome.points == [0, 0, points]


def test_a_difference_below_nothing_scores_nothing():
    outcome = block(["0-0 0-1 1-1", "6-6"], blocked_score="per_tile_difference")
    assert (outcome.winner, outcome.points) == (0, [0, 0])


def test_rounding_before_or_after_the_own_pips_are_taken_off():
    hands = ["1-1", "6-6", "6-6"]
    kept = {"blocked_score": "opp_minus_own", "round_to": 5}
    assert block(hands, **kept).points == [20, 0, 0]  # 24 - 2 = 22
    assert block(["2-1", "6-6", "6-6"], round_mode="each_hand", **kept).points == [15, 0, 0]  # 10 + 10 - 5


def test_four_ways_to_find_the_winner_of_a_block():
    """Case DOM-18: seats 0 and 2 against 1 and 3, pips 18, 19, 33, 20; seat 1 played last."""
    hands = ["0-1 1-3 2-4 3-4", "0-0 0-5 1-5 4-4", "0-2 0-4 3-5 4-5 5-5", "1-1 1-2 2-2 2-3 3-3"]
    found = {
        word: (outcome.side, outcome.winner, outcome.tied)
        for word in ("team_pips", "single_hand", "tile_count", "blocker_vs_next")
        for outcome in [block(hands, last=1, teams="2v2", blocked_winner=word)]
    }
    assert found == {
        "team_pips": (1, 1, False),
        "single_hand": (0, 0, False),
        "tile_count": (-1, -1, True),
        "blocker_vs_next": (1, 1, False),
    }
    for score, points in {"opp": 51, "all": 90, "opp_minus_own": 12}.items():
        assert block(hands, teams="2v2", blocked_score=score).points == [0, points]


TIED = ["1-1 0-1", "0-3", "5-5", "6-6"]  # seats 0 and 1 hold 3 pips each


@pytest.mark.parametrize(
    ("tie", "opener", "last", "winner"),
    [
        ("none", 0, 0, -1),
        ("opener", 1, 0, 1),
        ("opener", 2, 1, 0),
        ("blocker", 0, 1, 1),
        ("blocker", 0, 3, 0),
        ("blocker_loses", 0, 0, 1),
        ("blocker_loses", 0, 1, 0),
        ("lightest_tile", 1, 1, 0),
    ],
)
def test_ties(tie, opener, last, winner):
    outcome = block(TIED, opener, last, tie=tie)
    assert outcome.tied
    assert outcome.winner == outcome.side == winner
    assert outcome.points == [25 if seat == winner else 0 for seat in range(4)]


@pytest.mark.parametrize(("score", "share"), [("opp", 11), ("opp_minus_own", 11), ("all", 11), ("none", 0)])
def test_a_tie_is_split(score, share):
    outcome = block(TIED, tie="split", blocked_score=score)
    assert (outcome.winner, outcome.side, outcome.points) == (-1, -1, [share, share, 0, 0])


def test_a_split_is_rounded_first_and_drops_the_remainder():
    assert block(TIED, tie="split", round_to=5).points == [10, 10, 0, 0]
    assert block(["0-1", "1-0", "6-1"], tie="split", round_to=5).points == [2, 2, 0]
    per_tile = block(["0-1", "0-2", "6-1 1-1"], tie="split", blocked_winner="tile_count", blocked_score="per_tile")
    assert per_tile.points == [5, 5, 0]
    assert block(["0-3", "1-2"], tie="split").points == [0, 0]


def test_lightest_tile():
    """Golden hand 8 of rules.md 7.2: both hold 17, the 1-2 wins."""
    outcome = block(["1-2 2-4 3-5", "5-5 3-4"], tie="lightest_tile")
    assert (outcome.winner, outcome.tied, outcome.points) == (0, True, [17, 0])
    assert block(["1-2 4-4", "0-3 5-3"], tie="lightest_tile").winner == -1


def test_the_winning_seat_of_a_team_is_first_from_the_opener_if_equal():
    hands = ["1-1", "6-6", "0-2", "6-5"]
    assert [block(hands, opener, teams="2v2").winner for opener in range(4)] == [0, 2, 2, 0]
    assert block(["1-1", "6-6", "0-1", "6-5"], teams="2v2").winner == 2


def test_every_tie_break_names_a_tied_side():
    for tie, opener, last in itertools.product(("opener", "blocker", "blocker_loses"), range(4), range(4)):
        assert block(TIED, opener, last, tie=tie).side in (0, 1)
