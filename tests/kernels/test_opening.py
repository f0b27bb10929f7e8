"""What is dealt and who leads: tiles taken out, dealing again, leads by a tile, draws for a double, later leads."""

from itertools import pairwise

import numpy as np
import pytest

from kernels.engine import EngineError, play_rounds
from kernels.policies import BUILTIN
from kernels.rules import Rules
from kernels.tables import DOUBLES
from kernels.tiles import mask_of, parse_tile
from tests.kernels import dealing
from tests.kernels.matches import many
from tests.kernels.sampling import RANDOM
from tests.kernels.scripting import legal, play

FREE = {"first_lead": "seat0", "lead_tile": "any"}
pytestmark = pytest.mark.exact


def opening(hands, boneyard="", **settings):
    """Return the round before its lead: the hand size is that of the first hand."""
    seats = hands.split("/")
    rules = Rules(players=len(seats), hand_size=len(seats[0].split()), **settings)
    return play(rules, hands, "", boneyard, leader=-1)


def first(tile):
    return {"first_lead": "tile", "first_tile": parse_tile(tile)}


# --- the set --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("removed", ["0-0", "6-6", "0-0 1-0 5-2 6-6"])
def test_removed_tiles_are_never_dealt(removed):
    out = tuple(sorted(parse_tile(tile) for tile in removed.split()))
    rules = Rules(removed_tiles=out, draw="until", **FREE)
    table = dealing.deals(rules, 500)
    assert table.order.shape == (500, 28 - len(out))
    assert all(sorted(order) == [tile for tile in range(28) if tile not in out] for order in table.order.tolist())
    assert not (np.bitwise_or.reduce(table.hands[:, :2], axis=1) & np.uint64(mask_of(out))).any()
    assert play_rounds(rules, [RANDOM] * 2, 1, 0, 500)["plays"].max() <= 28 - len(out)


def test_nothing_removed_is_the_same_deal():
    whole, part = (dealing.deals(Rules(removed_tiles=out, **FREE), 200) for out in ((), (27,)))
    assert (whole.order != np.pad(part.order, ((0, 0), (0, 1)))).any()
    assert len(np.unique(part.order[:, 0])) == 27


def test_hands_of_too_many_doubles_are_dealt_again():
    """Attempts are numbered as other redeals, so that the deals that are kept are those of the same rules without."""
    always, some = (Rules(hand_size=7, redeal_doubles=count, **FREE) for count in (0, 4))
    kept, again = (play_rounds(rules, [RANDOM] * 2, 1, 0, 4000) for rules in (always, some))
    fine = kept["doubles_dealt"].max(axis=1) < 4
    assert (again["doubles_dealt"].max(axis=1) < 4).all()
    assert (again["redeals"] > 0).tolist() == (~fine).tolist()
    assert (again[fine] == kept[fine]).all()
    assert 0 < (~fine).sum() < 1000


def test_a_given_deal_is_never_dealt_again():
    played = opening("6-6 5-5 4-4/1-0 2-0 3-0", redeal_doubles=3)
    assert legal(played) == "6-6"


def test_rounds_of_a_known_leader_are_dealt_again_too():
    rules = Rules(redeal_doubles=4, next_lead="rotate", target=300, **FREE)
    rounds = np.concatenate([rounds for _, rounds in many(rules, RANDOM, 20)])
    assert rounds["doubles_dealt"].max() == 3
    assert rounds["redeals"].max() > 0


# --- the first lead -------------------------------------------------------------------------------------------------


def test_the_holder_of_a_tile_leads():
    hands = "1-1 5-4 6-6/6-5 2-2 3-0"
    played = opening(hands, **first("6-5"))
    assert (played.waiting.seat, legal(played)) == (1, "6-5")
    assert legal(opening(hands, lead_tile="any", **first("6-5"))) == "2-2 3-0 6-5"
    assert legal(opening(hands, lead_tile="any_double", **first("6-5"))) == "2-2"


@pytest.mark.parametrize(
    ("word", "seat", "tiles"),
    [
        ("highest_tile", 1, "6-2"),
        ("heaviest_tile", 0, "5-4"),
        ("highest_double", 1, "2-2"),
    ],
)
def test_nobody_holds_the_tile_that_leads(word, seat, tiles):
    played = opening("1-1 5-4/2-2 6-2", no_double=word, **first("6-6"))
    assert (played.waiting.seat, legal(played)) == (seat, tiles)


def test_a_lot_in_place_of_the_tile_that_leads():
    """The leader leads any tile, whatever `lead_tile` says."""
    for word in ("forced", "any_double", "draw_double"):
        played = opening("1-1 5-4/2-2 6-2", "3-3", no_double="lot", lead_tile=word, **first("6-6"))
        assert legal(played) == ("1-1 5-4", "2-2 6-2")[played.waiting.seat]


@pytest.mark.parametrize(
    ("hands", "boneyard", "settings"),
    [
        ("1-1 5-4/2-2 6-2", "6-6", {"no_double": "redeal", **first("6-6")}),
        ("1-0 5-4/2-1 6-2", "6-6", {"no_double": "highest_double", **first("6-6")}),
        ("1-1 5-4/2-2 6-2", "3-1 4-2", {"no_double": "draw_until", **first("6-6")}),
        ("1-0 5-4/2-1 6-2", "3-1 4-4 2-0", {"no_double": "draw_until", "reserve": 2}),
    ],
)
def test_nobody_can_lead_and_all_is_dealt_again(hands, boneyard, settings):
    with pytest.raises(EngineError, match="nobody holds"):
        opening(hands, boneyard, **settings)


@pytest.mark.parametrize(
    ("boneyard", "settings", "seat", "lead", "counts"),
    [
        ("3-1 6-6 4-2 5-3", {}, 1, "6-6", [3, 3]),
        ("6-6 5-5 4-2 5-3", {}, 0, "6-6", [3, 3]),
        ("3-3 1-1 4-2", {"first_lead": "lowest_double"}, 1, "1-1", [3, 3]),
        ("3-1 4-2 6-6", {}, 0, "6-6", [4, 3]),
        ("3-1 4-2 6-6 5-5", {"reserve": 1}, 0, "6-6", [4, 3]),
        ("5-5 4-2 6-5 6-6", first("6-6"), 1, "6-6", [4, 4]),
    ],
)
def test_everybody_draws_until_somebody_can_lead(boneyard, settings, seat, lead, counts):
    """Both draw before anybody looks; the draws are not counted, and what is dealt are the hands after them."""
    played = opening("1-0 5-4/2-1 6-2", boneyard, no_double="draw_until", **settings)
    record, view = played.record[0], played.view[0]
    assert (played.waiting.seat, legal(played)) == (seat, lead)
    assert list(view["hand_counts"][:2]) == counts
    assert view["boneyard"] == len(boneyard.split()) + 4 - sum(counts)
    assert record["draws"] == 0
    assert played.moves == []
    assert record["doubles_dealt"][seat] == 1
    assert not view["lacks"].any()


@pytest.mark.parametrize(
    ("hands", "boneyard", "settings", "tiles", "count"),
    [
        ("5-4 6-2/1-1 2-2", "3-1 4-4 6-6", {}, "4-4", 4),
        ("5-5 6-2/1-1 2-2", "3-1 4-4 6-6", {}, "5-5", 2),
        ("5-4 6-2/1-1 2-2", "3-1 2-1", {}, "2-1 3-1 5-4 6-2", 4),
        ("5-4 6-2/1-1 2-2", "3-1 4-4", {"reserve": 1}, "3-1 5-4 6-2", 3),
        ("5-4 6-2/1-1 2-2", "3-1 4-4", {"reserve": 2}, "5-4 6-2", 2),
    ],
)
def test_the_leader_draws_for_a_double(hands, boneyard, settings, tiles, count):
    played = opening(hands, boneyard, first_lead="seat0", lead_tile="draw_double", **settings)
    assert (played.waiting.seat, legal(played)) == (0, tiles)
    assert list(played.view[0]["hand_counts"][:2]) == [count, 2]
    assert played.view[0]["boneyard"] == len(boneyard.split()) + 2 - count
    assert played.record[0]["draws"] == 0


def test_the_holder_of_the_tile_draws_for_a_double():
    played = opening("5-4 6-2/1-1 2-2", "3-1 4-4", lead_tile="draw_double", **first("5-4"))
    assert (played.waiting.seat, legal(played)) == (0, "4-4")


# --- later leads ----------------------------------------------------------------------------------------------------


def leads(matches=60, **settings):
    """Yield each round with the one before it, of some matches."""
    for _, rounds in many(
        Rules(target=60, **{"lead_tile": "any", "first_lead": "lot_any"} | settings), RANDOM, matches
    ):
        yield from pairwise(rounds)


def test_one_of_the_winning_side_leads():
    seats = set()
    for before, after in leads(players=4, teams="2v2", next_lead="winner_side", after_tie="same_leader"):
        if before["winner"] < 0:
            assert after["opener"] == before["opener"]
        else:
            assert after["opener"] % 2 == before["team"]
            seats.add((int(before["winner"]), int(after["opener"])))
    assert len(seats) == 8


def test_without_teams_the_winning_side_is_the_winner():
    rules = {"players": 3, "next_lead": "winner_side"}
    for (before, after), (_, same) in zip(leads(**rules), leads(**rules | {"next_lead": "winner"}), strict=True):
        assert after == same
        assert before["winner"] in (-1, after["opener"])


@pytest.mark.parametrize(("next_lead", "tied"), [("rotate", True), ("winner", False), ("winner_side", False)])
def test_after_a_blocked_round_the_same_seat_leads(next_lead, tied):
    kinds = set()
    for before, after in leads(
        next_lead=next_lead, after_block="same_leader", after_tie="rotate", players=3, hand_size=5
    ):
        blocked, won = before["reason"] == 1, before["winner"] >= 0
        if blocked and (won or tied):
            assert after["opener"] == before["opener"]
        elif next_lead == "rotate" or not won:
            assert after["opener"] == (before["opener"] + 1) % 3
        else:
            assert after["opener"] == before["winner"]
        kinds.add((bool(blocked), bool(won)))
    assert len(kinds) == 3


def test_after_a_tie_the_round_is_led_as_a_first_one():
    rules = {"first_lead": "seat0", "next_lead": "winner", "after_tie": "as_first", "hand_size": 3}
    ties = 0
    for before, after in leads(**rules):
        ties += before["winner"] < 0
        assert after["opener"] == max(before["winner"], 0)
    assert ties > 5


def test_a_later_leader_draws_for_a_double():
    drew = 0
    for _, after in leads(hand_size=3, next_lead="rotate", next_lead_tile="draw_double"):
        assert np.uint64(1) << np.uint64(after["lead"]) & DOUBLES
        drew += after["doubles_dealt"][after["opener"]] == 1
    assert drew > 100


def test_leads_need_no_words_of_the_seats():
    """The same deal with another policy in the leader's seat has the same opener and the same draws for the lead."""
    rules = Rules(hand_size=2, no_double="draw_until")
    one, other = (play_rounds(rules, [policy] * 2, 3, 0, 500) for policy in (RANDOM, BUILTIN["heaviest"]))
    for name in ("opener", "lead", "doubles_dealt", "pips_dealt", "redeals"):
        assert (one[name] == other[name]).all()
