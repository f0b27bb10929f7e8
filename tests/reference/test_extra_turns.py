"""Another turn after a double: who plays, what may be declined, what is counted and what is learnt."""

import pytest

from kernels.rules import Rules
from tests.reference.engine import play_from
from tests.reference.layout import DRAW, PASS, decode
from tests.reference.scripts import following, hand_of, read_plays, replay, scores, table_of
from tests.reference.table import BLOCKED, DOMINO
from tests.reference.test_choosers import suits

pytestmark = pytest.mark.exact


def seats(result):
    return [event[0] for event in result.trace]


def play(rules, hands, plays, boneyard=""):
    """Play written plays from written hands; return the table and the result."""
    written = read_plays(plays, rules.players)
    table = table_of(rules, [hand_of(hand) for hand in hands], following(written), hand_of(boneyard))
    table.result.opener = written[0][0]
    return table, play_from(table, written[0][0], [written[0][1]])


def test_a_double_gives_another_turn():
    """Seat 0 follows the led 6-6, seat 1 the 3-3; after the 5-5 nothing of seat 1's fits."""
    plays = "0: 6-6, 0: 6-3@6, 1: 3-3@3, 1: 3-5@3, 1: 5-5@5"
    result = replay(Rules(extra_turn="must"), plays, ["1-1", "2-2"])
    assert seats(result) == [0, 0, 1, 1, 0, 1, 0, 1]
    assert [event[1] == PASS for event in result.trace] == [False] * 4 + [True, False, True, True]
    assert (result.plays, result.passes, result.turns) == (5, 3, 8)
    assert (result.reason, result.winner, result.points[:2]) == (BLOCKED, 0, [4, 0])


def test_doubles_in_a_row_give_more_turns():
    result = replay(Rules(extra_turn="must"), "0: 1-1, 0: 1-2@1, 1: 2-2@2, 1: 2-3@2, 0: 1-5@1", ["", "6-6"])
    assert seats(result) == [0, 0, 1, 1, 0]
    both = replay(Rules(extra_turn="must", wild_blank="played_only"), "0: 6-6, 0: 0-0@6, 0: 6-1@6", ["", "5-5"])
    assert seats(both) == [0, 0, 0]
    assert (both.plays, both.turns, both.passes) == (3, 3, 0)


def test_no_turn_without_a_double_and_none_without_the_rule():
    plays = "0: 6-6, 1: 6-3@6, 0: 3-3@3, 1: 3-5@3, 0: 5-1@5"
    assert seats(replay(Rules(), plays, ["", "2-2"])) == [0, 1, 0, 1, 0]


@pytest.mark.parametrize(("word", "listed"), [("may", [PASS]), ("must", [])])
def test_what_may_be_played_in_it(word, listed):
    table, result = play(Rules(extra_turn=word), ["6-6 6-3 6-1 2-2", "5-5"], "0: 6-6, 0: 6-1@6, 0: 6-3@6")
    tiles = hand_of("6-1 6-3")
    legal = [list(event[2]) for event in result.trace]
    assert [decode(code)[2] for code in legal[1] if code < DRAW] == tiles
    assert [code for code in legal[1] if code >= DRAW] == listed
    assert seats(result)[:3] == [0, 0, 1]  # the 6-1 is no double
    assert table.lacks[0] == suits(1, 3)  # from its pass at the end alone


def test_declining_is_logged_and_not_counted():
    _, result = play(Rules(extra_turn="may"), ["6-6 6-3", "6-1 1-2"], "0: 6-6, 1: 6-1@6, 0: 6-3@6, 1: 1-2@1")
    assert [(event[0], event[1] == PASS) for event in result.trace[:3]] == [(0, False), (0, True), (1, False)]
    assert (result.passes, result.plays, result.turns) == (0, 3, 3)
    assert (result.reason, result.winner) == (DOMINO, 0)


def test_the_only_tile_may_be_declined():
    table, result = play(Rules(extra_turn="may"), ["6-6 6-3 1-1", "6-1 2-2"], "0: 6-6, 1: 6-1@6, 0: 6-3@6")
    assert [code for code in result.trace[1][2] if code >= DRAW] == [PASS]
    assert table.lacks[0] == set()  # declining says nothing


def test_nothing_that_fits_is_learnt_and_not_logged():
    table, result = play(Rules(extra_turn="must"), ["6-6 5-5 4-4", "6-3 2-2"], "0: 6-6, 1: 6-3@6")
    assert seats(result)[:3] == [0, 1, 0]
    assert table.lacks[0] == suits(6, 3)
    asked_once = []

    def choose(view, legal, word):
        asked_once.append(set(view.lacks[0]))
        return 0

    table = table_of(Rules(extra_turn="must"), [hand_of("6-6 5-5"), hand_of("6-3 6-1")], choose)
    table.result.opener = 0
    play_from(table, 0, hand_of("6-6"))
    assert asked_once[0] == suits(6)


def test_nobody_draws_for_it():
    rules = Rules(extra_turn="may", draw="until", voluntary_draw=True)
    _, result = play(rules, ["6-6 6-3 5-5", "6-1 2-2"], "0: 6-6, 0: 6-3@6, 1: 6-1@6", "1-0 4-4")
    assert DRAW not in result.trace[1][2]
    assert DRAW in result.trace[2][2]
    stuck = play(Rules(extra_turn="must", draw="until"), ["6-6 5-5", "6-1 1-2"], "0: 6-6, 1: 6-1@6", "3-3")[1]
    assert seats(stuck)[:2] == [0, 1]
    assert stuck.trace[2][:2] == (0, DRAW)


def test_declining_does_not_count_towards_a_block():
    """Two have passed, seat 0 lays 6-6 and declines: two more passes are no block, and it goes out with 6-1."""
    rules = Rules(players=3, extra_turn="may", hand_size=4)
    hands = [hand_of(hand) for hand in ("5-6 6-6 6-1", "0-0 2-2", "3-3 4-4")]
    table = table_of(rules, hands, lambda view, legal, word: legal.index(PASS) if PASS in legal else 0)
    table.result.opener = 0
    result = play_from(table, 0, hand_of("6-5"))
    assert [event[0] for event in result.trace if event[1] == PASS] == [1, 2, 0, 1, 2]
    assert (result.passes, result.reason, result.winner) == (4, DOMINO, 0)


def test_each_play_scores():
    rules = Rules(extra_turn="must", play_score="multiples")
    result = replay(rules, "0: 5-5, 0: 5-0@5, 1: 0-0@0", ["1-1", "2-2"])
    assert scores(result) == [10, 10, 10]
    assert result.play_points[:2] == [20, 10]


def test_going_out_in_it_ends_the_round():
    result = replay(Rules(extra_turn="must"), "0: 6-6, 0: 6-3@6", ["", "3-3 1-1"])
    assert (result.reason, result.winner, result.points[0], result.turns) == (DOMINO, 0, 8, 2)
    alone = replay(Rules(extra_turn="must"), "0: 6-6", ["", "3-3 1-1"])
    assert (alone.reason, alone.turns) == (DOMINO, 1)


def test_a_lock_is_called_before_it():
    rules = Rules(set_max=2, hand_size=2, extra_turn="must", early_block_detection=True)
    table, result = play(rules, ["2-1 2-0 1-1", "1-0 2-2 0-0"], "0: 2-1, 1: 1-0@1, 0: 2-0@0, 1: 2-2@2")
    assert (result.reason, result.passes, result.winner) == (BLOCKED, 0, 1)
    assert table.lacks[1] == set()
