"""The kernel against exact values: tiny games solved by enumeration, closed forms of deals, and counts over all hands.

Monte Carlo comparisons share out a false-alarm rate of 1e-4 a test function (see `sampling.Family`).
"""

from fractions import Fraction
from itertools import chain, combinations
from math import comb

import numpy as np
import pytest

from kernels.policies import prefer
from kernels.rules import Rules
from kernels.tables import DOUBLES, LOW, PIPS, SUIT
from kernels.tiles import double, mask_of, parse_tile
from tests.kernels import dealing, plugged
from tests.kernels.sampling import RANDOM, Family, from_opener, play, winner_from_opener
from tests.reference import exact, exact_rows

ROUNDS = 150_000
FREE = {"first_lead": "seat0", "lead_tile": "any"}


def policy_of(choice):
    """Return the policy that chooses as the enumeration does; on a line, (tile, pip) and placements are the same."""
    if choice is exact.heaviest:
        return prefer(["heaviest", "larger-half", "match-low"])
    return plugged.policy(plugged.by_tile, 0) if choice is exact.uniform_tiles else RANDOM


def observed(rounds, players):
    """Return every quantity of a row as values by round, seats counted from the opener."""
    winner = winner_from_opener(rounds, players)
    domino, blocked = rounds["reason"] == 0, rounds["reason"] == 1
    points = from_opener(rounds, rounds["points"][:, :players])
    in_play = from_opener(rounds, rounds["play_points"][:, :players])
    values = {"blocked": blocked, "tie": rounds["tied"] == 1}
    values |= {name: rounds[name].astype(float) for name in ("plays", "passes", "draws")}
    for seat in range(players):
        won = winner == seat
        values |= {f"dom{seat}": won & domino, f"blk{seat}": won & blocked, f"win{seat}": won}
        values |= {f"sc{seat}": points[:, seat] - in_play[:, seat], f"in{seat}": in_play[:, seat]}
    return values


@pytest.mark.exact
@pytest.mark.statistical
@pytest.mark.parametrize("row", exact_rows.ROWS, ids=[row.name for row in exact_rows.ROWS])
def test_tiny_games(row):
    """Rules.md 7.4, DOM-06c, SIM-01, SIM-03, SIM-05; 1e-4 over all rows together."""
    players = row.rules.players
    policies = [policy_of(choice) for choice in row.choices]
    values = observed(play(row.rules, ROUNDS, *policies), players)
    family = Family(alarm=1e-4 / len(exact_rows.ROWS))
    for word, known in row.known.items():
        judge = family.rate if values[word].dtype == bool else family.mean
        judge(f"{row.name} {word}", values[word], known)
    family.judge()


@pytest.mark.exact
@pytest.mark.statistical
def test_seat_balance_of_heaviest_against_random():
    """SIM-03: from both seats the heavy strategy loses more often than it wins, but by less."""
    heavy = policy_of(exact.heaviest)
    family = Family()
    for size, win, margin in [("D2 2x2", (59, 120), (1, 20)), ("D3 2x3", (2053, 4032), (119003, 302400))]:
        rules = exact_rows.game(size, blocked_score="opp_minus_own", **FREE)
        first, second = play(rules, ROUNDS, heavy, RANDOM), play(rules, ROUNDS, RANDOM, heavy)
        wins = ((first["winner"] == 0).astype(float) + (second["winner"] == 1)) / 2
        margins = (first["points"][:, 0] - first["points"][:, 1] + second["points"][:, 1] - second["points"][:, 0]) / 2
        family.mean(f"{size} wins", wins, Fraction(*win))
        family.mean(f"{size} margin", margins, Fraction(*margin))
    family.judge()


# --- closed forms of the deal (rules.md 7.3) ------------------------------------------------------------------------

DOUBLES_GAME = {"spinner": "all_doubles", "unlock": "suit", "draw": "one", "reserve": 2}
DEALT = {2: 8, 3: 6, 4: 6}


def highest_double_chances(dealt):
    """P(the highest double dealt is d-d), given that some double is dealt, for d = 0 ... 6."""
    some = 1 - Fraction(comb(21, dealt), comb(28, dealt))
    return [Fraction(comb(21 + d, dealt - 1), comb(28, dealt)) / some for d in range(7)]


@pytest.mark.exact
def test_highest_double_chances_are_the_published_ones():
    chances = {dealt: highest_double_chances(dealt) for dealt in (14, 15, 16, 18, 24)}
    assert all(sum(row) == 1 for row in chances.values())
    published = {14: (345, 688), 15: (5175, 9646), 16: (2990, 5229), 18: (88803, 138124), 24: (6, 7)}
    assert {dealt: row[6] for dealt, row in chances.items()} == {k: Fraction(*v) for k, v in published.items()}
    tail = [0.571811, 0.254138, 0.107520, 0.043008, 0.016128, 0.005610, 0.001785]
    assert [float(chance) for chance in chances[16][::-1]] == pytest.approx(tail, abs=5e-7)


@pytest.mark.exact
@pytest.mark.statistical
def test_leads_and_redeals_of_doubles():
    """The lead after redeals, how many redeals there were, and who leads, for 2, 3 and 4 players."""
    family = Family()
    for players, hand in DEALT.items():
        rules = Rules(players=players, hand_size=hand, **DOUBLES_GAME)
        rounds = play(rules, 300_000)
        for d, chance in enumerate(highest_double_chances(players * hand)):
            family.rate(f"{players} players lead {d}-{d}", rounds["lead"] == double(d), chance)
        family.rate(f"{players} players redeal", rounds["redeals"] > 0, none_of_doubles(players * hand))
        for seat in range(players):
            family.rate(f"{players} players, seat {seat} leads", rounds["opener"] == seat, Fraction(1, players))
    family.judge()


def none_of_doubles(dealt):
    """P(no double among some dealt tiles of a double-six set)."""
    return Fraction(comb(21, dealt), comb(28, dealt))


@pytest.mark.exact
@pytest.mark.statistical
def test_redeals_are_geometric():
    """Two hands of one tile: 5 deals in 9 have no double, so a few redeals are usual."""
    assert none_of_doubles(2) == Fraction(5, 9)
    assert [none_of_doubles(k) for k in (7, 14, 16, 21)] == [
        Fraction(*f) for f in ((323, 3289), (1, 345), (1, 1495), (1, 1184040))
    ]
    rounds = play(Rules(players=2, hand_size=1), 300_000)
    family = Family()
    for times in range(8):
        chance = Fraction(5, 9) ** times * Fraction(4, 9)
        family.rate(f"{times} redeals", rounds["redeals"] == times, chance)
    family.judge()


@pytest.mark.exact
@pytest.mark.statistical
def test_dealt_pips_and_doubles():
    """Pips of a hand: mean 6h, variance 9h(28 - h)/27 (DOM-03: 42 and 49); doubles: hypergeometric."""
    family = Family()
    for hand in (5, 6, 7, 8, 9):
        rounds = play(Rules(hand_size=hand, **FREE), 150_000)
        pips, doubles = rounds["pips_dealt"][:, :2].astype(float), rounds["doubles_dealt"][:, :2]
        for seat in range(2):
            family.mean(f"pips of {hand} tiles, seat {seat}", pips[:, seat], 6 * hand)
            spread = (pips[:, seat] - 6 * hand) ** 2
            family.mean(f"variance of {hand} tiles, seat {seat}", spread, Fraction(9 * hand * (28 - hand), 27))
        for count in range(5):
            chance = Fraction(comb(7, count) * comb(21, hand - count), comb(28, hand))
            family.rate(f"{count} doubles in {hand} tiles", doubles[:, 1] == count, chance)
        if hand == 7:
            family.rate("42 pips", pips[:, 0] == 42, Fraction(32873, 592020))
    nine = play(Rules(set_max=9, players=4, hand_size=10, **FREE), 150_000)
    family.rate("5 doubles of double-nine", nine["doubles_dealt"][:, 3] >= 5, 0.0116559)
    family.mean("pips of double-nine", nine["pips_dealt"][:, 0].astype(float), 90)
    family.judge()


@pytest.mark.exact
@pytest.mark.statistical
def test_what_the_second_player_can_do_after_the_first_lead_of_doubles():
    """P(must draw) and P(passes the first turn), from the kernel's own deals; the sums are written out from 7.3."""
    published = {
        2: (0.0840578, Fraction(26464309, 456021090)),
        3: (0.1754138, Fraction(0)),
        4: (0.1809204, Fraction(75650, 578151)),
    }
    family = Family()
    for players, hand in DEALT.items():
        rules = Rules(players=players, hand_size=hand, **DOUBLES_GAME)
        yard = 28 - players * hand
        draws = [
            lead * Fraction(comb(15 + d, hand), comb(21 + d, hand))
            for d, lead in enumerate(highest_double_chances(players * hand))
        ]
        passes = [p * (1 - Fraction(yard - 6 + d, yard) * Fraction(6, 21 + d - hand)) for d, p in enumerate(draws)]
        assert float(sum(draws)) == pytest.approx(published[players][0], abs=5e-8)
        if published[players][1]:
            assert sum(passes) == published[players][1]
        else:
            assert float(sum(passes)) == pytest.approx(0.1266301, abs=5e-8)
        stuck, still_stuck = second_player(dealing.deals(rules, 300_000), players)
        family.rate(f"{players} players: draws", stuck, sum(draws))
        family.rate(f"{players} players: passes", still_stuck, sum(passes))
        family.rate("cannot follow 6-6", *given_six(rules, players, hand))
    family.judge()


def second_player(table, players):
    """Say of each deal whether the player after the opener lacks the led number, and still does after a draw."""
    seat = (table.leader + 1) % players
    hand = table.hands[np.arange(len(seat)), seat]
    pip = LOW[table.lead]
    stuck = (hand & SUIT[pip]) == 0
    drawn = np.uint64(1) << table.order[:, players * DEALT[players]].astype(np.uint64)
    return stuck, stuck & ((drawn & SUIT[pip]) == 0)


def given_six(rules, players, hand):
    """Return who cannot follow a 6-6 that has been led, of the deals where it was, and the chance of that."""
    table = dealing.deals(rules, 100_000, seed=5)
    led = table.lead == double(6)
    stuck, _ = second_player(table, players)
    return stuck[led], Fraction(comb(21, hand), comb(27, hand))


# --- all 1,184,040 hands of seven tiles -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def all_hands():
    """Every hand of seven tiles of a double-six set as a mask, shape (1184040,)."""
    number = comb(28, 7)
    tiles = np.fromiter(chain.from_iterable(combinations(range(28), 7)), np.uint8, count=7 * number)
    return np.bitwise_or.reduce(np.uint64(1) << tiles.reshape(number, 7).astype(np.uint64), axis=1)


def pips_of(hands):
    """Return the pips of hands, from the table of the kernel."""
    return sum(((hands >> np.uint64(tile)) & np.uint64(1)).astype(np.int64) * PIPS[tile] for tile in range(28))


@pytest.mark.exact
def test_pips_of_all_hands(all_hands):
    """DOM-03."""
    pips = pips_of(all_hands)
    assert (pips.min(), pips.max(), (pips == 15).sum(), (pips == 69).sum()) == (15, 69, 3, 3)
    assert (pips.sum(), ((pips - 42) ** 2).sum()) == (42 * len(pips), 49 * len(pips))
    assert Fraction(int((pips == 42).sum()), len(pips)) == Fraction(32873, 592020)
    assert np.isclose(((pips >= 35) & (pips <= 49)).mean(), 0.708555, atol=5e-7)


@pytest.mark.exact
def test_suits_of_all_hands(all_hands):
    """Void suits, longest suit (SIM-08, numbers only and with doubles as a suit), doubles, opening scores."""
    suits = np.stack([np.bitwise_count(all_hands & SUIT[pip]) for pip in range(7)])
    voids = np.bincount((suits == 0).sum(axis=0), minlength=7)
    assert list(voids[:4]) == [501015, 556290, 122535, 4200]
    longest = suits.max(axis=0)
    assert list(np.bincount(longest)[1:]) == [1, 83163, 751520, 317450, 30870, 1029, 7]
    doubles = np.bitwise_count(all_hands & DOUBLES)
    with_doubles = np.maximum(longest, doubles)
    counts = [int((with_doubles >= k).sum()) for k in range(2, 8)]
    assert counts == [1184040, 1150304, 397664, 36464, 1184, 8]
    assert list(np.bincount(doubles)) == [comb(7, k) * comb(21, 7 - k) for k in range(8)]
    scoring = np.uint64(mask_of(parse_tile(text) for text in ("5-5", "6-4", "5-0", "4-1", "3-2")))
    assert ((all_hands & scoring) == 0).sum() == comb(23, 7)
    assert np.isclose(1 - comb(23, 7) / comb(28, 7), 0.792949, atol=5e-7)


@pytest.mark.exact
@pytest.mark.statistical
def test_suits_of_the_hands_that_the_kernel_deals():
    """The same figures from the kernel's deals; two tiles match: 7/18; a double among four: 46/65."""
    table = dealing.deals(Rules(**FREE), 300_000)
    family = Family()
    for seat in range(2):
        hands = table.hands[:, seat]
        suits = np.stack([np.bitwise_count(hands & SUIT[pip]) for pip in range(7)])
        for k, ways in enumerate([501015, 556290, 122535, 4200]):
            family.rate(f"{k} void suits", (suits == 0).sum(axis=0) == k, Fraction(ways, 1184040))
        for k, ways in enumerate([1, 83163, 751520, 317450, 30870, 1029, 7], start=1):
            family.rate(f"longest suit {k}", suits.max(axis=0) == k, Fraction(ways, 1184040))
        for tile in range(28):
            family.rate(f"tile {tile} at seat {seat}", (hands >> np.uint64(tile)) & np.uint64(1), Fraction(1, 4))
    bits = np.uint64(1) << table.order.astype(np.uint64)
    first, second = table.order[:, 0], table.order[:, 1]
    matching = sum((bits[:, 0] & SUIT[p] != 0) & (bits[:, 1] & SUIT[p] != 0) for p in range(7)) > 0
    family.rate("two tiles match", matching, Fraction(7, 18))
    family.rate("a double among four", np.bitwise_or.reduce(bits[:, -4:], axis=1) & DOUBLES != 0, Fraction(46, 65))
    family.rate("the second place is higher", second > first, Fraction(1, 2))
    for place in (0, 13, 14, 27):
        for tile in (0, 13, 27):
            family.rate(f"tile {tile} at place {place}", table.order[:, place] == tile, Fraction(1, 28))
    family.judge()
