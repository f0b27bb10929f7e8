"""What a seat sees: nothing hidden, always consistent; and the layout's counts obey what is proved about them."""

import numpy as np
import pytest

from kernels import state
from kernels.engine import log_round
from kernels.replays import Deal, play_script
from kernels.rules import Rules
from kernels.state import DOUBLE, DRAW, LEAD, PASS, PIP_SLOTS
from kernels.tiles import halves, is_double, mask_of, set_pips, tiles_in
from tests.kernels import dealing, plugged
from tests.kernels.games import FREE, SPREAD
from tests.kernels.sampling import RANDOM, SEED, play

each_game = pytest.mark.parametrize("rules", SPREAD.values(), ids=SPREAD)


def test_the_view_holds_nothing_hidden():
    """The view's fields are these; whoever adds one must think about whether the seat may know it."""
    assert set(state.VIEW_DTYPE.names) == {
        *("hand", "table", "fits", "low_fits", "high_fits", "fit", "open", "covered", "spinner", "flank_low"),
        *(
            "flank_high",
            "to_fill",
            "total",
            "seat",
            "opener",
            "players",
            "sides",
            "hand_counts",
            "boneyard",
            "last_player",
        ),
        *("lacks", "played", "turn", "scores"),
    }
    hidden = {"hands", "word", "spare", "order", "seed", "deal"}
    assert hidden <= set(state.HIDDEN_DTYPE.names)
    assert not hidden & set(state.VIEW_DTYPE.names)


# --- positions of logged rounds, reached again by script ------------------------------------------------------------


class Position:
    """A position of a logged round: the view of the seat to move, and what every seat really holds."""

    def __init__(self, view, hands, boneyard, table, played):
        self.view, self.hands, self.boneyard, self.table, self.played = view, hands, boneyard, table, played


def positions(rules, deals, policy=RANDOM):
    """Yield every position in which a seat lays a tile or chooses, of some deals."""
    dealt = dealing.deals(rules, deals)
    for deal in range(deals):
        _, moves = log_round(rules, [policy] * rules.players, SEED, deal)
        hands = [set(tiles_in(mask)) for mask in dealt.hands[deal, : rules.players]]
        boneyard = [int(tile) for tile in dealt.order[deal, rules.players * rules.hand_size :]]
        start = Deal([sorted(hand) for hand in hands], tuple(boneyard), moves[0].seat)
        yield from _along(rules, start, moves, hands, boneyard)


def _along(rules, start, moves, hands, boneyard):
    script, table = [], []
    free = Rules(**{**{name: getattr(rules, name) for name in rules.__dataclass_fields__}, **FREE})
    for move in moves:
        forced = move.legal in ((DRAW,), (PASS,))
        if not forced and table:
            seen = play_script(free, start, script)
            assert seen.waiting is not None
            assert (seen.waiting.seat, seen.waiting.legal) == (move.seat, move.legal)
            yield Position(seen.view[0], hands, boneyard, table, move.seat)
        if move.move < DRAW:
            tile = move.move >> state.TILE_SHIFT & 63
            hands[move.seat].remove(tile)
            table.append(tile)
        elif move.move == DRAW:
            hands[move.seat].add(boneyard.pop(0))
        if not forced:
            script.append(move.move)


@each_game
def test_positions_are_what_was_dealt_and_played(rules):
    """Own hand, table and counts are right, and no other seat is said to lack a tile that it holds."""
    for position in positions(rules, 25):
        view, hands = position.view, position.hands
        assert view["hand"] == mask_of(hands[view["seat"]])
        assert view["table"] == mask_of(position.table)
        assert list(view["hand_counts"][: rules.players]) == [len(hand) for hand in hands]
        assert view["boneyard"] == len(position.boneyard)
        everything = [*position.table, *position.boneyard, *(tile for hand in hands for tile in hand)]
        assert sorted(everything) == list(range(rules.tile_count))
        for seat, hand in enumerate(hands):
            wrong = int(view["lacks"][seat]) & mask_of(hand)
            assert seat == view["seat"] or not wrong, f"seat {seat} is said to lack {list(tiles_in(wrong))}"


@each_game
def test_a_seat_is_not_told_that_it_lacks_what_it_holds(rules):
    for position in positions(rules, 25):
        view = position.view
        assert not int(view["lacks"][view["seat"]]) & int(view["hand"])


LAYOUTS = {
    "line": Rules(**FREE),
    "double-nine line": Rules(set_max=9, hand_size=10, draw="until", **FREE),
    "one spinner": Rules(spinner="first_double", draw="until", play_score="multiples", **FREE),
    "spinner without points": Rules(spinner="first_double", draw="until", **FREE),
    "all doubles": Rules(spinner="all_doubles", draw="one", **FREE),
    "locked": Rules(spinner="all_doubles", unlock="suit", draw="until", players=3, hand_size=6),
    "all doubles with points": Rules(spinner="all_doubles", play_score="fives_threes", draw="until", players=4),
}


@pytest.mark.exact
@pytest.mark.parametrize("rules", LAYOUTS.values(), ids=LAYOUTS)
def test_open_ends_obey_the_invariants(rules):
    """Rules.md 7.1: how many ends are open, and that those of a pip are odd or even as its non-doubles that lie."""
    for position in positions(rules, 25):
        open_ends = position.view["open"].astype(int).reshape(-1, PIP_SLOTS)
        by_pip = open_ends.sum(axis=0)
        doubles = [halves(tile)[0] for tile in position.table if is_double(tile)]
        ends = 2 if rules.spinner == "none" else 2 + 2 * bool(doubles)
        ends = 2 + 2 * len(doubles) if rules.spinner == "all_doubles" else ends
        assert by_pip.sum() == ends
        for pip in range(rules.set_max + 1):
            shown = sum(pip in halves(tile) for tile in position.table if not is_double(tile))
            assert by_pip[pip] % 2 == shown % 2
        if rules.play_score != "none":
            covered = position.view["covered"]
            assert sorted(doubles) == list(np.flatnonzero(covered >= 0))
            for pip in doubles:
                sides = 4 if rules.spinner == "all_doubles" or position.view["spinner"] == pip else 2
                assert open_ends[DOUBLE, pip] == sides - covered[pip]


@pytest.mark.exact
@pytest.mark.parametrize("rules", LAYOUTS.values(), ids=LAYOUTS)
def test_legal_moves_are_those_that_fit(rules):
    """Each legal move's half matches an open pip, comes from the hand, and is listed once, in ascending order."""
    policies = [RANDOM] * rules.players
    for deal in range(50):
        _, moves = log_round(rules, policies, SEED, deal)
        for move in moves:
            assert list(move.legal) == sorted(set(move.legal))
            assert move.move in move.legal
            for code in move.legal:
                if code < DRAW and code >> state.PORT_SHIFT & 15 != LEAD:
                    low, high = halves(code >> state.TILE_SHIFT & 63)
                    assert (high if code >> state.SIDE_SHIFT else low) == code >> state.PORT_SHIFT & 15


@pytest.mark.exact
def test_totals_of_finished_rounds():
    """Tiles add up to the set, turns are plays and passes, and going out scores the pips left in the other hand."""
    rules = Rules(draw="until", **FREE)
    rounds = play(rules, 20_000)
    left = rounds["pips_left"].sum(axis=1)
    out = rounds["reason"] == 0
    assert (rounds["tiles_left"].sum(axis=1) + rounds["plays"] <= 28).all()
    assert (rounds["points"].max(axis=1)[out] == left[out]).all()
    assert (rounds["turns"] == rounds["plays"] + rounds["passes"]).all()
    assert (left <= set_pips(6)).all()
    assert (rounds["tiles_left"].sum(axis=1) == 14 + rounds["draws"] - rounds["plays"]).all()


@pytest.mark.exact
def test_a_blocked_line_with_every_tile_dealt_ends_in_equal_ends():
    """Rules.md 7.1: four hands of seven."""
    rules = Rules(players=4, teams="2v2")
    blocked = np.flatnonzero(play(rules, 1000)["reason"] == 1)
    assert len(blocked) > 150
    for deal in blocked[:150]:
        _, moves = log_round(rules, [RANDOM] * 4, SEED, int(deal))
        assert len(set(_ends([move.move for move in moves if move.move < DRAW]))) == 1


def _ends(codes):
    """Return the two open pips of a line, from its moves."""
    ends = []
    for code in codes:
        low, high = halves(code >> state.TILE_SHIFT & 63)
        port = code >> state.PORT_SHIFT & 15
        if port == LEAD:
            ends = [low, high]
        else:
            ends.remove(port)
            ends.append(low + high - port)
    return ends


# --- what plugged-in policies are shown while playing ---------------------------------------------------------------


def _counts(view, moves, count, params, word):
    """Return an illegal index if the counts of a view do not add up to the set."""
    total = np.int64(view.boneyard)
    for seat in range(view.players):
        total += view.hand_counts[seat]
    rest = view.table
    while rest:
        rest &= rest - np.uint64(1)
        total += 1
    if view.players != np.int64(params[0]) or total != np.int64(params[1]) or view.hand & view.table:
        return -1
    return np.int64(word & np.uint64(0xFFFFFFFF)) % count


@each_game
def test_counts_add_up_whenever_a_policy_is_asked(rules):
    assert len(play(rules, 3000, plugged.policy(_counts, rules.players, rules.tile_count))) == 3000


def _public(view, moves, count, params, word):
    """Choose by the public part of the view and the own hand only, in a way that depends on all of it."""
    mixed = view.hand ^ view.table * np.uint64(3) ^ view.fits * np.uint64(5)
    for seat in range(4):
        mixed ^= view.lacks[seat] * np.uint64(7 + seat) ^ np.uint64(view.hand_counts[seat])
    mixed ^= mixed >> np.uint64(29)
    return np.int64((mixed * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(40)) % count


def test_views_do_not_depend_on_what_others_hold():
    """A policy that hashes its view makes the same lead whatever the others were dealt: 40,000 deals of two tiles each.

    Only 378 hands of two tiles exist, so every hand meets many different deals.
    """
    rules = Rules(hand_size=2, draw="until", **FREE)
    rounds = play(rules, 40_000, plugged.policy(_public))
    hands = dealing.deals(rules, 40_000).hands[:, 0]
    leads = {}
    for hand, lead in zip(hands.tolist(), rounds["lead"].tolist(), strict=True):
        leads.setdefault(hand, set()).add(lead)
    assert len(leads) == 378
    assert all(len(led) == 1 for led in leads.values())
