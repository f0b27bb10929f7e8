"""The deal and the lead: tiles taken out, a tile that leads, what happens without it, and dealing again."""

from itertools import pairwise

import pytest

from kernels.rules import Rules
from kernels.tiles import double, parse_tile
from tests.reference.choosers import at_random
from tests.reference.engine import play_round, prepare
from tests.reference.layout import PIPS
from tests.reference.match import play_match
from tests.reference.opening import Deal, deal_tiles, first_lead, has_too_many_doubles, is_double, open_round
from tests.reference.philox import SHUFFLE, Words, shuffle
from tests.reference.scripts import hand_of

pytestmark = pytest.mark.exact

HALF = 1 << 63  # a lot that falls on seat 1 of two, seat 2 of four


def dealt(hands, boneyard="", **settings):
    """Return a deal of two written hands."""
    rules = Rules(players=len(hands), hand_size=2, **settings)
    return Deal(rules, [hand_of(hand) for hand in hands], hand_of(boneyard))


def by_tile(hands, tile="6-6", boneyard="", **settings):
    return dealt(hands, boneyard, first_lead="tile", first_tile=parse_tile(tile), **settings)


# --- the set --------------------------------------------------------------------------------------------------------


def test_removed_tiles_are_not_dealt():
    removed = tuple(hand_of("0-0 3-1"))
    rules = Rules(removed_tiles=removed)
    in_play = [tile for tile in range(28) if tile not in removed]
    for deal in range(20):
        words = Words(4, deal, SHUFFLE)
        found = deal_tiles(rules, words, 0)
        order = [in_play[number] for number in shuffle(words, 26)]
        assert (found.hands, found.boneyard) == ([sorted(order[:7]), sorted(order[7:14])], order[14:])


def test_removed_tiles_are_not_unseen():
    rules = Rules(set_max=2, hand_size=2, removed_tiles=(parse_tile("2-2"),), first_lead="seat0", lead_tile="any")
    unseen = []

    def choose(view, legal, word):
        unseen.append((view.unseen(), set(view.hand), set(view.layout.lying())))
        return 0

    for deal in range(10):
        play_round(rules, [choose] * 2, 1, deal)
    assert all(set.union(*parts) == set(range(5)) for parts in unseen)


# --- a tile leads ---------------------------------------------------------------------------------------------------


def test_the_holder_of_a_tile_leads():
    hands = ["6-6 1-0", "5-4 3-3"]
    assert first_lead(by_tile(hands), 0) == (0, [double(6)])
    assert first_lead(by_tile(hands, "5-4"), 0) == (1, hand_of("5-4"))
    assert first_lead(by_tile(hands, "5-4", lead_tile="any"), 0) == (1, hand_of("5-4 3-3"))
    assert first_lead(by_tile(hands, "5-4", lead_tile="any_double"), 0) == (1, hand_of("3-3"))


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("redeal", None),
        ("highest_tile", (1, hand_of("5-5"))),
        ("heaviest_tile", (1, hand_of("5-5"))),
        ("highest_double", (1, hand_of("5-5"))),
        ("lot", (1, hand_of("4-3 5-5"))),
    ],
)
def test_nobody_holds_the_tile(word, expected):
    assert first_lead(by_tile(["5-4 1-1", "4-3 5-5"], no_double=word), HALF) == expected


def test_nobody_holds_the_tile_or_a_double():
    hands = ["5-2 1-0", "4-3 5-1"]
    assert first_lead(by_tile(hands, no_double="highest_double"), HALF) is None
    assert first_lead(by_tile(hands, no_double="highest_tile"), HALF) == (0, hand_of("5-2"))
    assert first_lead(by_tile(hands, no_double="heaviest_tile"), HALF) == (0, hand_of("5-2"))  # 4-3 comes before it
    assert first_lead(by_tile(hands, no_double="heaviest_tile"), 0) == (1, hand_of("4-3"))


# --- drawing for the lead -------------------------------------------------------------------------------------------

NO_DOUBLES = ["1-0 2-0", "2-1 3-0"]


@pytest.mark.parametrize(
    ("settings", "expected", "hands"),
    [
        ({}, (1, "3-3"), ["1-0 2-0 3-1 2-2", "2-1 3-0 3-2 3-3"]),  # both draw before anybody looks
        ({"first_lead": "lowest_double"}, (0, "2-2"), ["1-0 2-0 3-1 2-2", "2-1 3-0 3-2 3-3"]),
        ({"reserve": 1}, (0, "2-2"), ["1-0 2-0 3-1 2-2", "2-1 3-0 3-2"]),
        ({"first_lead": "tile", "first_tile": parse_tile("3-2")}, (1, "3-2"), ["1-0 2-0 3-1", "2-1 3-0 3-2"]),
        ({"lead_tile": "any"}, (1, "2-1 3-0 3-2 3-3"), ["1-0 2-0 3-1 2-2", "2-1 3-0 3-2 3-3"]),
    ],
)
def test_everybody_draws_until_somebody_holds_a_double(settings, expected, hands):
    deal = dealt(NO_DOUBLES, "3-1 3-2 2-2 3-3", no_double="draw_until", **settings)
    seat, leads = first_lead(deal, 0)
    assert (seat, leads) == (expected[0], hand_of(expected[1]))
    assert deal.hands == [hand_of(hand) for hand in hands]
    assert sorted(deal.held() + deal.boneyard) == sorted(hand_of(*NO_DOUBLES, "3-1 3-2 2-2 3-3"))


def test_nothing_is_left_to_draw():
    assert first_lead(dealt(NO_DOUBLES, "3-1 3-2 2-2 3-3", no_double="draw_until", reserve=2), 0) is None
    assert first_lead(dealt(NO_DOUBLES, no_double="draw_until"), 0) is None


@pytest.mark.parametrize(
    ("settings", "leads", "left"),
    [
        ({}, "2-2", "3-3"),
        ({"reserve": 2}, "1-0 2-0 3-1", "2-2 3-3"),
        ({"reserve": 3}, "1-0 2-0", "3-1 2-2 3-3"),
    ],
)
@pytest.mark.parametrize("draw", ["none", "until"])
def test_the_leader_draws_a_double(settings, leads, left, draw):
    rules = {"first_lead": "seat0", "lead_tile": "draw_double", "draw": draw, **settings}
    deal = dealt(NO_DOUBLES, "3-1 2-2 3-3", **rules)
    assert first_lead(deal, 0) == (0, hand_of(leads))
    assert deal.boneyard == hand_of(left)
    assert deal.hands[1] == hand_of(NO_DOUBLES[1])


def test_who_draws_a_double():
    """Whoever leads and holds none; by lot for want of a double any tile is led."""
    word = {"lead_tile": "draw_double"}
    assert first_lead(dealt(["1-1 2-0 3-3", "2-1 3-0"], "2-2", **word), 0) == (0, hand_of("1-1 3-3"))
    assert first_lead(dealt(NO_DOUBLES, "2-2", first_lead="lot_any", **word), HALF) == (1, hand_of("2-2"))
    assert first_lead(dealt(NO_DOUBLES, "2-2", no_double="highest_tile", **word), 0) == (1, hand_of("2-2"))
    assert first_lead(dealt(NO_DOUBLES, "2-2", no_double="lot", **word), 0) == (0, hand_of("1-0 2-0"))
    assert first_lead(by_tile(NO_DOUBLES, "2-1", "2-2", **word), 0) == (1, hand_of("2-2"))
    assert first_lead(by_tile(["2-1 3-3", "1-0 2-0"], "2-1", "2-2", **word), 0) == (0, hand_of("3-3"))


def test_tiles_drawn_for_the_lead_are_held_and_not_counted():
    rules = Rules(hand_size=2, first_lead="lot_any", lead_tile="draw_double")
    seen = 0
    for deal in range(20):
        table, leader, leads = prepare(rules, [at_random] * 2, 3, deal)
        held = table.hands[leader]
        doubles = [sum(map(is_double, hand)) for hand in table.hands]
        assert table.result.doubles_dealt[:2] == doubles
        assert table.result.pips_dealt[:2] == [sum(PIPS[tile] for tile in hand) for hand in table.hands]
        assert (table.result.draws, table.result.trace, table.lacks[leader]) == (0, [], set())
        assert leads == [tile for tile in held if is_double(tile)]
        assert len(held) == 2 or leads == held[-1:]
        seen += len(held) > 2
    assert seen > 5


def test_later_leaders_draw_a_double_too():
    rules = Rules(hand_size=2, next_lead="rotate", next_lead_tile="draw_double")
    for deal in range(20):
        opening = open_round(rules, 3, deal, 1, [1])
        assert opening.leader == 1
        assert all(map(is_double, opening.leads))


# --- dealing again --------------------------------------------------------------------------------------------------


def test_too_many_doubles():
    hands = ["6-6 1-1 5-4", "2-1 0-0 3-3"]
    assert [has_too_many_doubles(dealt(hands, redeal_doubles=limit)) for limit in (0, 3, 4)] == [False] * 3
    hands[1] += " 5-5"
    assert [has_too_many_doubles(dealt(hands, redeal_doubles=limit)) for limit in (0, 3, 4)] == [False, True, False]


@pytest.mark.parametrize("among", [None, [1]])
def test_hands_with_many_doubles_are_dealt_again(among):
    rules = Rules(players=4, redeal_doubles=3)
    redeals = 0
    for deal in range(100):
        opening = open_round(rules, 5, deal, 2, among)
        words = Words(5, deal, SHUFFLE, 2)
        most = [max(sum(map(is_double, hand)) for hand in deal_tiles(rules, words, n).hands) for n in range(30)]
        assert opening.redeals == next(n for n, doubles in enumerate(most) if doubles < 3)
        assert opening.hands == deal_tiles(rules, words, opening.redeals).hands
        redeals += opening.redeals
    assert redeals > 100


def test_both_reasons_to_deal_again_are_counted():
    rules = Rules(players=2, hand_size=3, first_lead="tile", first_tile=double(6), redeal_doubles=3)
    for deal in range(30):
        opening = open_round(rules, 5, deal, 0, None)
        words = Words(5, deal, SHUFFLE)
        over = [deal_tiles(rules, words, n) for n in range(opening.redeals)]
        assert all(has_too_many_doubles(each) or double(6) not in each.held() for each in over)
        assert opening.leads == [double(6)]


# --- later rounds ---------------------------------------------------------------------------------------------------


def test_the_winning_side_draws_lots_for_the_lead():
    rules = Rules(players=4, teams="2v2", next_lead="winner_side")
    openers = set()
    for number in range(30):
        history = play_match(rules, [at_random] * 4, 3, number).history
        for before, after in pairwise(history):
            if before.team >= 0:
                assert after.opener % 2 == before.team
                openers.add((before.winner == after.opener, before.team))
    assert len(openers) == 4


def test_the_lot_of_the_winning_side_is_that_of_the_round_it_leads():
    rules = Rules(players=4, teams="2v2")
    for deal in range(20):
        lot = Words(5, deal, 2, 3).at(0)
        assert open_round(rules, 5, deal, 3, [1, 3]).leader == (3 if lot >= HALF else 1)
