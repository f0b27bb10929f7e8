"""Whole rounds of the twin: leading, drawing, invariants of rules.md 7.1 and the reference values of 7.5."""

import dataclasses
from collections import Counter

import pytest

from kernels.rules import Rules
from kernels.tiles import double, parse_tile, set_pips
from tests.reference.choosers import at_random, weighing
from tests.reference.engine import play_from, play_round, prepare
from tests.reference.layout import DRAW, END, HALVES, PASS, PIPS, Layout, encode, tiles_in_play
from tests.reference.opening import Deal, allowed_leads, first_lead, open_round
from tests.reference.philox import LOT, Words, below
from tests.reference.scripts import hand_of, table_of
from tests.reference.table import BLOCKED

DOUBLES = {"spinner": "all_doubles", "unlock": "suit", "draw": "one", "reserve": 2}
FREE = {"first_lead": "lot_any", "lead_tile": "any"}
GAMES = {
    "block": Rules(),
    "block of four": Rules(players=4, teams="2v2"),
    "draw": Rules(draw="until", reserve=2),
    "doubles": Rules(hand_size=8, **DOUBLES),
    "doubles of four": Rules(players=4, hand_size=6, **DOUBLES),
    "muggins": Rules(draw="until", play_score="multiples", **FREE),
    "all fives": Rules(players=3, draw="until", play_score="multiples", spinner="first_double", **FREE),
    "five up": Rules(draw="until", play_score="multiples", spinner="all_doubles", **FREE),
    "straight": Rules(draw="until", play_score="multiples", spinner="first_tile", **FREE),
    "after ends": Rules(draw="until", spinner="first_tile", flank="after_ends", **FREE),
    "double six": Rules(draw="until", spinner="all_doubles", wild_blank="both", play_score="multiples"),
    "double nine": Rules(set_max=9, players=4, hand_size=10, **FREE),
    "free drawing": Rules(draw="until", voluntary_draw=True, must_play_drawn=False),
    "opening double": Rules(draw="one", spinner="opening_double", play_score="fives_threes"),
}
EVERY_GAME = pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES)


# --- the lead -------------------------------------------------------------------------------------------------------

HANDS = [hand_of("0-1 0-2 1-3 2-4 3-5 4-5 1-6"), hand_of("6-6 1-2 2-3 3-6 0-5 1-4 0-4")]


def lead(rules, hands, lot=0):
    return first_lead(Deal(rules, [list(hand) for hand in hands], []), lot)


@pytest.mark.exact
def test_the_deal_decides_who_leads():
    """Case DOM-04."""
    assert lead(Rules(), HANDS, 0) == (1, [double(6)])
    assert lead(Rules(lead_tile="any"), HANDS, 0) == (1, HANDS[1])
    both = [hand_of("4-4 2-2 6-5"), hand_of("3-3 1-1 6-4")]
    assert lead(Rules(), both, 0) == (0, [double(4)])
    assert lead(Rules(first_lead="lowest_double"), both, 0) == (1, [double(1)])
    assert lead(Rules(first_lead="lowest_double", lead_tile="any_double"), both, 0) == (1, hand_of("3-3 1-1"))


@pytest.mark.exact
def test_nobody_holds_a_double():
    """rules.md C1 and its options."""
    hands = [hand_of("5-2 0-1"), hand_of("4-3 5-0"), hand_of("6-0 2-1")]
    rules = {word: Rules(players=3, hand_size=2, no_double=word) for word in ("redeal", "highest_tile", "lot")}
    assert lead(rules["redeal"], hands, 0) is None
    assert lead(rules["highest_tile"], hands, 0) == (2, hand_of("6-0"))
    assert lead(rules["lot"], hands, 2**63) == (1, hands[1])
    heaviest = Rules(players=3, hand_size=2, no_double="heaviest_tile")
    ties = sorted(hand_of("5-2 4-3"))  # seven pips each
    assert lead(heaviest, hands, 0)[1] == [ties[0]]
    assert lead(heaviest, hands, 2**64 - 1)[1] == [ties[1]]


@pytest.mark.exact
def test_lots_and_later_leads():
    rules = Rules(players=3, hand_size=5, next_lead_tile="any_double")
    for deal in range(50):
        opening = open_round(rules, 1, deal, 2, range(3))
        assert opening.leader == below(Words(1, deal, LOT, 2).at(0), 3)
        assert opening.leads == allowed_leads(Deal(rules, opening.hands, []), opening.leader, "any_double")
        assert open_round(rules, 1, deal, 2, [1]).leader == 1
        assert open_round(rules, 1, deal, 2, [1]).redeals == 0


@pytest.mark.exact
def test_a_deal_without_doubles_is_dealt_again():
    rules = Rules(set_max=3, hand_size=2)  # 4 of 10 tiles: 1 deal in 14 has no double
    openings = [open_round(rules, 4, deal, 0, None) for deal in range(2000)]
    redealt = [opening for opening in openings if opening.redeals]
    assert 100 < len(redealt) < 190
    for opening in redealt:
        assert opening.leads[0] in map(double, range(4))
        first = open_round(dataclasses.replace(rules, no_double="lot"), 4, openings.index(opening), 0, None)
        assert len(first.leads) == 2
        assert first.hands != opening.hands


@pytest.mark.statistical
def test_each_of_two_seats_leads_half_the_time():
    """Case DOM-04; 4.5 standard errors of 4,000 fair coins, false alarms 7 in a million."""
    openings = [open_round(Rules(), 9, deal, 0, None) for deal in range(4000)]
    assert abs(sum(opening.leader for opening in openings) - 2000) < 4.5 * 1000**0.5
    sixes = sum(opening.leads == [double(6)] for opening in openings)
    assert abs(sixes - 4000 * 345 / 688) < 4.5 * 1000**0.5


# --- drawing --------------------------------------------------------------------------------------------------------


def drawing(boneyard, wishes, **settings):
    """Let seat 0 answer a led 6-6 with 5-1 and 4-4 in hand; `wishes` are its choices."""
    rules = Rules(**{"draw": "until", **settings})
    asked = []

    def choose(view, legal, word):
        asked.append(list(legal))
        return legal.index(wishes.pop(0)) if wishes else 0

    table = table_of(rules, [hand_of("5-1 4-4"), hand_of("3-3 2-2")], choose, hand_of(boneyard))
    table.layout.lead(double(6))
    table.last_player, table.result.opener = 1, 1
    return play_from(table, 0), asked


def on_six(text):
    return encode(6, END, parse_tile(text), 6)


@pytest.mark.exact
def test_drawing_until_a_tile_fits():
    result, _ = drawing("5-3 6-1 6-2", [])
    assert [event[:3] for event in result.trace[:3]] == [
        (0, DRAW, (DRAW,)),
        (0, DRAW, (DRAW,)),
        (0, on_six("6-1"), (on_six("6-1"),)),
    ]


@pytest.mark.exact
def test_drawing_one():
    result, _ = drawing("5-3 6-1 6-2", [], draw="one")
    assert [event[1] for event in result.trace[:2]] == [DRAW, PASS]
    assert result.trace[2][0] == 1


@pytest.mark.exact
def test_a_fitting_drawn_tile_may_be_kept():
    """rules.md A5: without must_play_drawn the seat may pass, but not draw unless drawing is free."""
    _, asked = drawing("6-1 6-2", [PASS], must_play_drawn=False)
    assert asked[0] == [on_six("6-1"), PASS]
    result, asked = drawing("6-1 5-3 6-2", [DRAW, DRAW, PASS], must_play_drawn=False, voluntary_draw=True)
    assert asked[0] == [on_six("6-1"), DRAW, PASS]
    assert asked[1] == [on_six("6-1"), DRAW]  # 5-3 does not fit, so the turn does not end without a play
    assert asked[2] == [on_six("6-1"), on_six("6-2"), PASS]  # nothing left to draw
    assert result.trace[3][:2] == (0, PASS)


@pytest.mark.exact
def test_drawing_by_choice_and_playing_what_fits():
    """rules.md A7 with A5: a tile drawn by choice that fits is the only one that may be played."""
    rules = Rules(draw="until", voluntary_draw=True)
    moves = [DRAW, DRAW]
    asked = []

    def choose(view, legal, word):
        asked.append(list(legal))
        return legal.index(moves.pop(0)) if moves else 0

    table = table_of(rules, [hand_of("6-5 4-4"), hand_of("3-3 2-2")], choose, hand_of("5-3 6-1 6-2"))
    table.layout.lead(double(6))
    table.last_player, table.result.opener = 1, 1
    result = play_from(table, 0)
    assert asked[:2] == [[on_six("6-5"), DRAW]] * 2
    assert result.trace[2][:3] == (0, on_six("6-1"), (on_six("6-1"),))


@pytest.mark.exact
def test_the_reserve_is_never_drawn():
    result, _ = drawing("5-3 6-1 6-2", [], reserve=2)
    assert [event[1] for event in result.trace[:2]] == [DRAW, PASS]
    assert (result.draws, result.reason) == (1, BLOCKED)
    assert result.passes == 3  # the turn that drew does not count towards the block


# --- invariants -----------------------------------------------------------------------------------------------------


def watched(rules, seed, deal, check):
    """Play a random round in which `check` sees the table at every choice and at the end."""
    table, leader, leads = prepare(rules, [], seed, deal)

    def choose(view, legal, word):
        if table.layout.root is not None:
            check(table)
        return at_random(view, legal, word)

    table.choosers = [choose] * rules.players
    result = play_from(table, leader, leads)
    check(table)
    return table, result


def lying(layout):
    """Return the tiles on the table and the pairs of sides that touch, by a walk of its own."""
    placed, pairs = [layout.root], []
    for tile in placed:
        for side in tile.sides:
            if side.cover is not None and (tile.parent is None or side.cover is not tile.parent.tile):
                placed.append(side.cover)
                pairs.append((side, next(other for other in side.cover.sides if other.cover is tile)))
    return placed, pairs


def check_table(table):
    """Check the invariants of rules.md 7.1 that hold for these rules."""
    rules, layout = table.rules, table.layout
    placed, pairs = lying(layout)
    laid = [item.tile for item in placed]
    everything = sorted(laid + table.boneyard + [tile for hand in table.hands for tile in hand])
    assert everything == tiles_in_play(rules)
    assert sum(PIPS[tile] for tile in everything) == set_pips(rules.set_max)
    assert layout.size == len(placed)
    if rules.wild_blank != "none":
        return
    assert all(set(one.pips) & set(other.pips) for one, other in pairs)
    flexible = rules.spinner == "first_tile" and not placed[0].double
    doubles = [item for item in placed if item.double]
    ports = 2 + 2 * sum(item.spinner for item in doubles)
    if flexible and (rules.flank != "after_ends" or all(side.cover for side in placed[0].sides[:2])):
        ports += 2
    assert len(layout.open_sides()) == ports
    if rules.spinner == "first_double":
        assert ports == (4 if doubles else 2)
    if not flexible:
        shown = Counter(side.pips[0] for side in layout.open_sides())
        halves = Counter(pip for tile in laid if len(set(HALVES[tile])) == 2 for pip in HALVES[tile])
        assert all((shown[pip] - halves[pip]) % 2 == 0 for pip in range(rules.set_max + 1))


@pytest.mark.reference
@EVERY_GAME
def test_invariants(rules):
    for deal in range(60):
        _, result = watched(rules, 3, deal, check_table)
        assert result.turns == result.plays + result.passes
        assert result.plays + sum(result.tiles_left) == rules.players * rules.hand_size + result.draws
        assert sum(result.pips_dealt) <= set_pips(rules.set_max)
        best = max(event[4] for event in result.trace)
        if rules.play_score == "multiples" and rules.wild_blank == "none":
            assert best <= {"none": 20, "first_double": 35}.get(rules.spinner, 1000)


@pytest.mark.reference
@pytest.mark.parametrize("rules", [GAMES["block of four"], Rules(draw="until")], ids=["all dealt", "all drawn"])
def test_a_line_with_all_tiles_in_play_blocks_with_equal_ends(rules):
    """rules.md 7.1: suit v is on six non-doubles, so an exhausted suit has an even number of open ends."""
    blocks = 0
    for deal in range(300):
        table, result = watched(rules, 8, deal, lambda table: None)
        if result.reason == BLOCKED and not table.boneyard:
            left, right = table.layout.open_sides()
            assert left.pips == right.pips
            blocks += 1
    assert blocks > 30


@pytest.mark.reference
@EVERY_GAME
def test_a_trace_can_be_played_again(rules):
    """Every move was legal, the totals and points are those of the layout, and a round is a function of its deal."""
    for deal in range(30):
        result = play_round(rules, [at_random] * rules.players, 6, deal)
        assert result == play_round(rules, [at_random] * rules.players, 6, deal)
        layout, won = Layout(rules), [0] * 4
        for seat, move, legal, total, points in result.trace:
            assert move in legal
            assert list(legal) == sorted(set(legal))
            if move < DRAW:
                layout.play(move)
            assert layout.total() == total
            won[seat] += points
        assert won == result.play_points


@pytest.mark.reference
def test_one_seats_choices_do_not_shift_the_deal():
    rules = GAMES["doubles"]
    for deal in range(20):
        one = play_round(rules, [at_random] * 2, 6, deal)
        two = play_round(rules, [weighing({"pips": 1})] * 2, 6, deal)
        assert (one.opener, one.lead, one.pips_dealt) == (two.opener, two.lead, two.pips_dealt)


# --- reference values -----------------------------------------------------------------------------------------------

# rules.md 7.5: blocked, opener's side wins, plays, draws (standard deviation of one round about 6 plays, 5 draws)
REFERENCE = {
    "block": (0.6563, 0.575, 10.57, 0.0),
    "block of four": (0.2505, 0.578, 22.50, 0.0),
    "draw": (0.2023, 0.550, 17.79, 7.31),
    "doubles": (0.0156, 0.570, 17.91, 3.81),
    "doubles of four": (0.0013, 0.611, 20.88, 1.23),
}


@pytest.mark.statistical
@pytest.mark.parametrize("name", REFERENCE)
def test_reference_values(name):
    """2,000 random rounds within 4.5 standard errors: 20 figures, false alarms about 1 in 7,000 for a new seed."""
    rules, n = GAMES[name], 2000
    played = [play_round(rules, [at_random] * rules.players, 77, deal) for deal in range(n)]
    side = (lambda seat: seat % 2) if rules.teams == "2v2" else (lambda seat: seat)
    samples = [
        [result.reason == BLOCKED for result in played],
        [result.team == side(result.opener) for result in played],
        [result.plays for result in played],
        [result.draws for result in played],
    ]
    for values, expected in zip(samples, REFERENCE[name], strict=True):
        mean = sum(values) / n
        variance = sum((value - mean) ** 2 for value in values) / n
        assert abs(mean - expected) < 4.5 * (variance / n) ** 0.5 + 0.003
