"""Another turn after a double: what may be played, what is counted, and what it says about a hand."""

import pytest

from kernels.rules import Rules
from kernels.tables import SUIT
from kernels.tiles import mask_of
from tests.kernels.scripting import legal, play, story, tiles_of

FREE = {"first_lead": "seat0", "lead_tile": "any"}
pytestmark = pytest.mark.exact


def rules(word, hand_size=3, **settings):
    return Rules(extra_turn=word, **FREE | {"hand_size": hand_size} | settings)


def test_what_may_be_played_after_a_led_double():
    hands = "6-6 6-4 1-0/6-5 5-5 2-1"
    assert legal(play(rules("must"), hands, "6-6")) == "6-4@6"
    assert legal(play(rules("may"), hands, "6-6")) == "6-4@6 pass"
    waiting = play(rules("none"), hands, "6-6").waiting
    assert (waiting.seat, len(waiting.legal)) == (1, 1)


def test_declining_is_logged_but_is_no_turn():
    played = play(rules("may"), "6-6 6-4 1-0/6-5 5-5 2-1", "6-6 pass 6-5@6")
    assert story(played) == [(0, "6-6"), (0, "pass"), (1, "6-5@6")]
    assert played.waiting.seat == 0
    assert played.view[0]["turn"] == 2
    assert not played.view[0]["lacks"].any()
    assert legal(played) == "6-4@6"


def test_with_nothing_that_fits_there_is_no_extra_turn():
    played = play(rules("must"), "6-6 2-0 1-0/6-5 5-5 2-1", "6-6")
    assert story(played) == [(0, "6-6")]
    assert played.waiting.seat == 1
    assert played.view[0]["lacks"][0] == SUIT[6]
    assert played.view[0]["turn"] == 1


def test_an_extra_play_is_a_play_and_a_turn():
    played = play(rules("must"), "6-6 6-4 4-4/6-5 5-5 2-1", "6-6 6-4@6 6-5@6 4-4@4")
    record = played.record[0]
    assert story(played) == [(0, "6-6"), (0, "6-4@6"), (1, "6-5@6"), (0, "4-4@4")]
    assert (record["plays"], record["turns"], record["passes"], record["winner"]) == (4, 4, 0, 0)


def test_every_further_double_gives_another_turn():
    """Wild blanks let doubles lie side by side."""
    settings = {"wild_blank": "both", "draw": "one"}
    hands = "0-0 3-3 3-1/5-4 6-4 4-4"
    assert legal(play(rules("may", **settings), hands, "0-0")) == "3-1:1@0 3-3:3@0 3-1:3@0 pass"
    played = play(rules("may", **settings), hands, "0-0 3-3:3@0")
    assert (played.waiting.seat, legal(played)) == (0, "3-1:1@0 3-1:3@0 3-1@3 pass")
    done = play(rules("must", **settings), hands, "0-0 3-3:3@0 3-1@3")
    assert (done.record[0]["reason"], done.record[0]["turns"]) == (0, 3)


def test_nothing_is_drawn_for_an_extra_turn():
    """Not even where one may draw by choice; and the next seat's own turn is as always."""
    settings = {"draw": "until", "voluntary_draw": True, "must_play_drawn": False}
    hands = "6-6 6-4 1-0/5-5 2-1 3-1"
    played = play(rules("may", **settings), hands, "6-6", "6-2 4-1")
    assert legal(played) == "6-4@6 pass"
    played = play(rules("may", **settings), hands, "6-6 pass", "6-2 4-1")
    assert story(played) == [(0, "6-6"), (0, "pass"), (1, "draw")]
    assert (played.waiting.seat, legal(played)) == (1, "6-2@6 draw pass")


def test_a_lone_tile_must_be_played_without_asking():
    """As anywhere: a seat with one legal move is not asked, which `must` can come to and `may` cannot."""
    for word, count in (("must", 1), ("may", 2)):
        assert len(play(rules(word), "6-6 6-4 1-0/6-5 5-5 2-1", "6-6").waiting.legal) == count


def test_declining_does_not_count_as_passing_towards_a_block():
    """The double was a play: two passes must follow it."""
    hands = "2-2 2-1 4-4/6-6 6-5 5-5"
    played = play(rules("may"), hands, "2-2 pass 2-1@2")
    assert story(played) == [(0, "2-2"), (0, "pass"), (1, "pass"), (0, "2-1@2"), (1, "pass"), (0, "pass")]
    record = played.record[0]
    assert (record["reason"], record["plays"], record["passes"], record["turns"]) == (1, 2, 3, 5)
    assert record["winner"] == 0


def test_going_out_comes_before_an_extra_turn():
    done = play(rules("may", hand_size=1), "6-6/6-5", "6-6")
    assert (done.waiting, done.record[0]["reason"], done.record[0]["turns"]) == (None, 0, 1)


def test_lacks_after_an_extra_turn_join_what_was_known():
    """Six: passed on; then after an own 4-4 nothing fits the four either."""
    hands = "6-5 4-4 2-1/6-6 5-4 1-0"
    played = play(rules("must"), hands, "6-5 5-4@5 4-4@4")
    lacks = played.view[0]["lacks"]
    assert lacks[0] == SUIT[6] | SUIT[4]
    assert not lacks[1]
    assert mask_of(tiles_of("2-1")) & int(lacks[0]) == 0
