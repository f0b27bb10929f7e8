"""Golden hands and published positions, played move by move through the twin (rules.md 7.2 and the DOM cases)."""

from fractions import Fraction
from itertools import combinations

import pytest

from kernels.rules import Rules
from kernels.tiles import parse_tile
from tests.reference.engine import play_from
from tests.reference.layout import DRAW, PASS, PIPS, encode_lead
from tests.reference.scripts import following, hand_of, read_plays, replay, scores, table_of, totals
from tests.reference.table import BLOCKED, DOMINO

pytestmark = pytest.mark.exact

LATIN = {"players": 4, "teams": "2v2"}


def seat_totals(result):
    return result.play_points[:2]


def test_muggins():
    """Golden hand 2 and case DOM-10: Foster's line, each double counted once."""
    result = replay(Rules(play_score="multiples"), "5-5, 5-0@5, 0-0@0, 5-6@5, 0-4@0", ["1-1", "2-2"])
    assert totals(result)[:5] == [10, 10, 10, 6, 10]
    assert scores(result)[:5] == [10, 10, 10, 0, 10]
    assert seat_totals(result) == [30, 10]


def test_which_leads_score():
    """Case DOM-10: five of 28 tiles; the mean is 5/4; the lead scores only if the opener may."""
    found = {}
    for tile in range(28):
        for opener_scores in (True, False):
            rules = Rules(play_score="multiples", opener_scores=opener_scores, first_lead="seat0", lead_tile="any")
            other = 0 if tile else 1
            table = table_of(rules, [[tile, other], [27 - tile]], lambda view, legal, word: 0)
            table.result.opener = 0
            found[tile, opener_scores] = play_from(table, 0, [tile]).trace[0][4]
    scoring = {tile: points for (tile, may), points in found.items() if may and points}
    assert scoring == dict(zip(hand_of("3-2 4-1 5-0 5-5 6-4"), [5, 5, 5, 10, 10], strict=True))
    assert sum(scoring.values()) / Fraction(28) == Fraction(5, 4)
    assert not any(points for (_, may), points in found.items() if not may)


@pytest.mark.parametrize(
    ("count", "expected", "points"),
    [
        ("drop_after_2", [8, 14, 7, 10, 10], [0, 0, 0, 10, 10]),
        ("until_covered", [8, 14, 15, 14, 10], [0, 0, 15, 0, 10]),
    ],
)
def test_all_fives_and_sniff(count, expected, points):
    """Golden hand 3 and case DOM-11."""
    rules = Rules(play_score="multiples", spinner="first_double", spinner_count=count)
    result = replay(rules, "4-4, 4-6@4, 1-4@4, 3-4@4, 0-4@4", ["", "5-5"])
    assert totals(result) == expected
    assert scores(result) == points


def test_all_fives_after_a_led_six():
    rules = Rules(play_score="multiples", spinner="first_double")
    result = replay(rules, "6-6, 6-3@6, 6-2@6", ["1-1", "5-5 4-4"])
    assert (totals(result), scores(result)) == ([12, 15, 5], [0, 15, 5])


def test_bergen():
    """Golden hand 6: equal ends 2, with the double 3; a led double 2."""
    result = replay(Rules(play_score="bergen"), "6-6, 6-2@6, 6-4@6, 4-2@4, 2-2@2", ["", "1-1"])
    assert scores(result) == [2, 0, 0, 2, 3]


def test_anderson_and_varuzza():
    """Golden hand 1: a full partnership deal that four rules settle in four ways."""
    plays = """
    1: 1-1, 2: pass, 3: 1-5@1, 0: 1-4@1, 1: pass, 2: 4-5@5, 3: 0-4@4, 0: 0-5@0, 1: pass, 2: 2-5@5, 3: 1-2@2,
    0: 4-4@4, 1: 0-1@1, 2: 0-2@0, 3: pass, 0: 2-2@2, 1: 2-6@2, 2: 4-6@6, 3: pass, 0: 3-4@4, 1: 2-3@3, 2: 2-4@2
    """
    left = ["1-3 5-6", "0-0 0-6 1-6", "3-3 3-6", "0-3 3-5 5-5 6-6"]
    result = replay(Rules(**LATIN), plays, left)
    assert (result.reason, result.team, result.pips_left) == (BLOCKED, 0, [15, 13, 15, 33])
    assert result.points == [46, 0, 46, 0]
    assert result.opener == 1
    assert (result.plays, result.passes) == (17, 5 + 4)
    for settings, team, points in [
        ({"blocked_score": "all"}, 0, 76),
        ({"blocked_score": "opp_minus_own"}, 0, 16),
        ({"blocked_winner": "single_hand"}, 1, 30),
    ]:
        settled = replay(Rules(**LATIN, **settings), plays, left)
        assert (settled.team, max(settled.points)) == (team, points)
    against_next = replay(Rules(**LATIN, blocked_winner="blocker_vs_next"), plays, left)
    assert (against_next.team, against_next.winner) == (0, 2)


def test_lock_on_sixes():
    """Case DOM-18: team totals and lowest hands name different winners."""
    plays = """
    0: 6-6, 1: 3-6@6, 2: 1-6@6, 3: 0-3@3, 0: 1-4@1, 1: 4-6@4, 2: 0-6@0, 3: 5-6@6, 0: 2-5@5, 1: 2-6@2
    """
    left = ["0-1 1-3 2-4 3-4", "0-0 0-5 1-5 4-4", "0-2 0-4 3-5 4-5 5-5", "1-1 1-2 2-2 2-3 3-3"]
    result = replay(Rules(**LATIN), plays, left)
    assert result.pips_left == [18, 19, 33, 20]
    assert (result.team, result.winner, result.points) == (1, 1, [0, 51, 0, 51])
    assert (result.passes, result.turns) == (4, 14)
    assert replay(Rules(**LATIN, blocked_winner="single_hand"), plays, left).winner == 0
    at_once = replay(Rules(**LATIN, early_block_detection=True), plays, left)
    assert (at_once.points, at_once.passes, at_once.turns) == (result.points, 0, 10)


def test_going_out_in_a_partnership():
    """Case DOM-20: a full deal with passes, seat 0 goes out."""
    plays = """
    3: 6-6, 0: 4-6@6, 1: 4-5@4, 2: 5-6@5, 3: 3-6@6, 0: 2-6@6, 1: 2-5@2, 2: 1-3@3, 3: 5-5@5, 0: 3-5@5, 1: 1-6@1,
    2: 0-6@6, 3: 0-5@0, 0: 0-3@3, 1: pass, 2: pass, 3: 1-5@5, 0: 0-4@0, 1: 3-4@4, 2: 1-4@1, 3: pass, 0: 2-4@4,
    1: 3-3@3, 2: 2-2@2, 3: 0-2@2, 0: 0-0@0
    """
    left = ["", "1-1 2-3", "1-2 4-4", "0-1"]
    result = replay(Rules(**LATIN), plays, left)
    assert (result.reason, result.winner, result.pips_left) == (DOMINO, 0, [0, 7, 11, 1])
    assert (result.plays, result.passes, result.points) == (23, 3, [8, 0, 8, 0])
    assert replay(Rules(**LATIN, domino_score="all_other_pips"), plays, left).points == [19, 0, 19, 0]
    assert replay(Rules(**LATIN, domino_score="opp_minus_partner"), plays, left).points == [0, 0, 0, 0]


LOCK = "0: 6-6, 1: 1-6@6, 0: 6-2@6, 1: 3-1@1, 0: 2-4@2, 1: 6-3@3, 0: 4-6@4, 1: 6-5@6, 0: 5-0@5, 1: 0-6@0"
LOCK_LEFT = ["0-4 2-5", "1-2 4-5"]
LOCK_BONEYARD = hand_of("0-0 0-1 0-2 0-3 1-1 1-4 1-5 2-2 2-3 3-3 3-4 3-5 4-4 5-5")


def play_lock(boneyard=LOCK_BONEYARD, **settings):
    return replay(Rules(draw="until", **settings), LOCK, LOCK_LEFT, boneyard)


def test_a_lock_with_tiles_to_draw():
    """Case DOM-21: called at once, or the mover has to take the boneyard."""
    at_once = play_lock(early_block_detection=True, blocked_score="opp_minus_own")
    assert (at_once.winner, at_once.pips_left[:2], at_once.points[0], at_once.draws) == (0, [11, 12], 1, 0)
    assert play_lock(early_block_detection=True).points[0] == 12
    forced = play_lock(blocked_score="opp_minus_own")
    assert (forced.winner, forced.pips_left[:2], forced.points[1], forced.draws) == (1, [78, 12], 66, 14)
    assert forced.passes == 3  # the turn that drew, then one of each
    assert play_lock().points[1] == 78


def test_a_lock_with_a_reserve_of_two():
    found = []
    for kept in combinations(LOCK_BONEYARD, 2):
        boneyard = [tile for tile in LOCK_BONEYARD if tile not in kept] + list(kept)
        result = play_lock(boneyard, reserve=2)
        assert (result.winner, result.draws) == (1, 12)
        found.append(result.pips_left[0])
    assert Fraction(sum(found), len(found)) == Fraction(479, 7)
    assert (min(found), max(found)) == (60, 77)


def test_shut_out():
    """Case DOM-22: seat 1 passes six times and pays 69."""
    plays = "0: 1-1, 0: 1-2@1, 0: 2-2@2, 0: 0-2@2, 0: 0-0@0, 0: 0-1@1, 0: 0-3@0"
    result = replay(Rules(), plays, ["", "6-6 5-6 5-5 4-6 4-5 3-6 4-4"])
    assert (result.winner, result.points[:2], result.passes) == (0, [69, 0], 6)


def test_the_last_tile_scores_before_the_round_is_settled():
    """rules.md B16."""
    result = replay(Rules(play_score="multiples", round_to=5), "6-6, 6-3@6, 6-2@6", ["", "5-5 4-4"])
    assert (result.play_points[:2], result.points[:2]) == ([5, 15], [5 + 20, 15])


def test_points_for_tiles():
    """rules.md C7: five for every tile the opponent holds."""
    result = replay(Rules(domino_score="per_tile"), "6-6, 6-3@6, 6-2@6", ["", "5-5 4-4"])
    assert result.points[:2] == [10, 0]


def test_forced_moves_are_not_asked_and_stand_in_the_trace():
    rules = Rules(draw="one")
    table = table_of(rules, [hand_of("6-6 5-5"), hand_of("1-1 2-1")], following(read_plays("6-6", 2)), hand_of("3-3"))
    table.result.opener = 0
    result = play_from(table, 0, [parse_tile("6-6")])
    lead = encode_lead(parse_tile("6-6"))
    assert [event[:3] for event in result.trace] == [
        (0, lead, (lead,)),
        (1, DRAW, (DRAW,)),
        (1, PASS, (PASS,)),
        (0, PASS, (PASS,)),
        (1, PASS, (PASS,)),
    ]
    assert result.pips_left[1] == PIPS[parse_tile("1-1")] + 3 + 6
    assert (result.reason, result.winner, result.points[0]) == (BLOCKED, 0, 11)
