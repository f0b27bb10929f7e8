"""The ways to choose: features, what is known of the others, ranking, noise, leads."""

import pytest

from kernels.rules import Rules
from kernels.tiles import double, parse_tile
from tests.reference.choosers import View, at_random, feature, leading, lexicographic, weighing
from tests.reference.engine import play_from, play_round
from tests.reference.layout import DRAW, HALVES, PASS, Layout, decode, encode, encode_lead
from tests.reference.philox import MASK32, MASK64, Words
from tests.reference.scripts import hand_of, is_play, table_of

pytestmark = pytest.mark.exact

HAND = "6-5 6-3 3-3 5-3 6-2"


def view_of(**settings):
    """Return what a seat sees that holds HAND before a line with ends 6 and 3."""
    rules = Rules(play_score="multiples", **settings)
    layout = Layout(rules)
    layout.lead(parse_tile("6-4"))
    layout.play(layout.moves(hand_of("4-3"))[0])
    return View(rules, 0, hand_of(HAND), layout, 2)


def lay(text, **settings):
    """Lay ``6-4 4-3@4``: the lead, then tiles and the ends they cover."""
    layout = Layout(Rules(**settings))
    for item in text.split():
        name, _, pip = item.partition("@")
        tile = parse_tile(name)
        layout.play(encode_lead(tile) if not pip else move_of(layout, item))
    return layout


def move_of(layout, text):
    """Return the code of ``4-3@4``."""
    tile, pip = parse_tile(text[:3]), int(text[4])
    return next(code for code in layout.moves([tile]) if is_play(code, (tile, pip)))


def suits(*pips, set_max=6):
    """Return the tiles that show one of the pips."""
    return {tile for tile in range((set_max + 1) * (set_max + 2) // 2) if set(pips) & set(HALVES[tile])}


@pytest.mark.parametrize(
    ("items", "expected"),
    [
        ([("doubles", 1)], "3-3@3"),
        ([("pips", 1)], "6-5@6"),
        ([("pips", -1)], "3-3@3"),
        ([("match", -1), ("larger-half", 1)], "6-3@3"),
        ([("match", 1), ("leave", 1)], "6-5@6"),
        ([("leave", -1)], "6-2@6"),
        ([("accompanied", 1), ("doubles", 1)], "3-3@3"),
        ([("accompanied", 1), ("doubles", -1), ("match", 1)], "6-3@6"),
        ([("variety", -1)], "6-2@6"),
        ([("points", 1)], "6-2@6"),
    ],
)
def test_preferences(items, expected):
    view = view_of()
    legal = view.layout.moves(view.hand)
    for word in (0, MASK64):  # a clear preference needs no luck
        port, _, tile, _ = decode(legal[weighing(lexicographic(items))(view, legal, word)])
        assert (tile, port) == (parse_tile(expected[:3]), int(expected[4]))


def test_features_of_a_lead():
    rules = Rules(play_score="multiples")
    view = View(rules, 0, hand_of("6-4 6-1 4-2 5-0 5-5"), Layout(rules), 0)
    words = ("match", "leave", "accompanied", "variety", "points")
    found = [feature(word, view, encode_lead(parse_tile("6-4"))) for word in words]
    assert found == [0, 6, 2, 6, 10]
    found = [feature(word, view, encode_lead(double(5))) for word in words]
    assert found == [0, 5, 1, 6, 10]
    silent = View(Rules(opener_scores=False, play_score="multiples"), 0, view.hand, Layout(rules), 0)
    silent.layout.rules = silent.rules
    assert feature("points", silent, encode_lead(double(5))) == 0


@pytest.mark.parametrize(
    ("name", "values"),
    [
        # a multiple of five is made by 3-0 or 5-2 after 6-5, by 5-4 after 5-3
        ("reply", {"6-5@6": 5, "5-3@3": 10, "6-3@3": 0, "3-3@3": 0, "6-2@6": 0}),
        ("longest-suit", {"6-5@6": 3, "3-3@3": 3, "6-3@6": 2, "6-3@3": 2}),
        ("mobility", {"6-2@6": 3, "6-3@3": 2, "6-3@6": 2, "3-3@3": 4}),
    ],
)
def test_features_of_hand_and_table(name, values):
    view = view_of()
    before = view.layout.moves(view.hand), view.layout.total(), view.layout.size
    assert {text: feature(name, view, move_of(view.layout, text)) for text in values} == values
    assert (view.layout.moves(view.hand), view.layout.total(), view.layout.size) == before


def test_look_ahead_of_a_lead():
    rules = Rules(play_score="multiples", set_max=3, hand_size=3)
    view = View(rules, 0, hand_of("3-1 1-1 3-0"), Layout(rules), 0)
    words = ("mobility", "strands-double", "lock", "longest-suit", "reply")
    assert [feature(word, view, encode_lead(parse_tile("3-1"))) for word in words] == [2, 0, 0, 1, 5]
    assert [feature(word, view, encode_lead(double(1))) for word in words] == [1, 0, 0, 2, 0]
    assert view.layout.root is None
    last = View(rules, 0, hand_of("3-1"), Layout(rules), 0)
    assert [feature(word, last, encode_lead(parse_tile("3-1"))) for word in ("longest-suit", "mobility")] == [0, 0]


def test_no_reply_counts_where_nothing_is_scored():
    layout = lay("6-4 4-3@4")
    view = View(layout.rules, 0, hand_of(HAND), layout, 2)
    assert feature("reply", view, move_of(layout, "5-3@3")) == 0


def table_of_four(teams, **known):
    """Return what seat 0 of four sees that holds HAND before ends 6 and 3."""
    layout = lay("6-4 4-3@4", players=4, teams=teams)
    return View(layout.rules, 0, hand_of(HAND), layout, 2, **known)


SUITS_KNOWN = ("opponents-lack", "next-lacks", "partner-lacks")
LACKS = [set(), suits(5) - set(hand_of("6-5 5-3")), suits(2), suits(2) - {parse_tile("2-0")}]


@pytest.mark.parametrize(
    ("teams", "expected"),
    [
        ("2v2", {"6-5@6": [1, 1, 0], "6-2@6": [0, 0, 1], "5-3@3": [1, 1, 0], "6-3@6": [0, 0, 0]}),
        ("none", {"6-5@6": [1, 1, 0], "6-2@6": [1, 0, 0], "5-3@3": [1, 1, 0], "6-3@6": [0, 0, 0]}),
    ],
)
def test_what_others_are_known_to_lack(teams, expected):
    """Seat 1 may hold only fives that seat 0 sees itself; seat 3 may have one tile that shows 2."""
    view = table_of_four(teams, lacks=LACKS)
    found = {text: [feature(word, view, move_of(view.layout, text)) for word in SUITS_KNOWN] for text in expected}
    assert found == expected


def test_everybody_lacks_what_is_all_in_sight():
    view = table_of_four("2v2")
    view.hand = [*hand_of("6-5"), *suits(5) - {parse_tile("6-5")}]
    assert [feature(word, view, move_of(view.layout, "6-5@6")) for word in SUITS_KNOWN] == [2, 1, 1]
    view.rules = Rules(players=4)
    assert [feature(word, view, move_of(view.layout, "6-5@6")) for word in SUITS_KNOWN] == [3, 1, 0]


@pytest.mark.parametrize(
    ("teams", "expected"),
    [
        ("2v2", {"6-5@6": [0, 3], "6-2@6": [2, 2], "6-3@6": [0, 0]}),
        ("none", {"6-5@6": [0, 3], "6-2@6": [0, 4], "6-3@6": [0, 0]}),
    ],
)
def test_what_others_have_played(teams, expected):
    played = [hand_of("6-2 2-2"), hand_of("5-1 5-5 2-0"), hand_of("2-1 2-2"), hand_of("5-2")]
    view = table_of_four(teams, played=played)
    words = ("partner-suit", "opponents-suit")
    found = {text: [feature(word, view, move_of(view.layout, text)) for word in words] for text in expected}
    assert found == expected


@pytest.mark.parametrize(
    ("set_max", "line", "hand", "move", "expected"),
    [
        (2, "2-1", "2-0 1-1", "2-0@2", 1),  # nothing but the unseen 2-2 shows a 2
        (2, "2-1", "2-0 2-2", "2-0@2", -1),  # it is in the own hand
        (2, "2-2 2-1@2", "2-0 1-1", "2-0@2", 0),  # it lies
        (2, "2-1", "2-2 1-1", "2-2@2", 0),  # it is the tile played
        (3, "3-1", "3-0 1-1", "3-0@3", 0),  # 3-2 may still open a 3
        (3, "3-1", "3-0 3-2", "3-0@3", 1),  # 3-2 is not unseen
        (3, "3-1 1-2@1 2-3@2", "3-0", "3-0@3", 0),  # another end shows 3
    ],
)
def test_stranded_doubles(set_max, line, hand, move, expected):
    layout = lay(line, set_max=set_max, hand_size=2)
    view = View(layout.rules, 0, hand_of(hand), layout, layout.size)
    assert feature("strands-double", view, move_of(layout, move)) == expected


LOCK_ON_SIXES = "6-6 6-3@6 6-1@6 3-0@3 4-1@1 6-4@4 6-0@0 6-5@6 5-2@5"


@pytest.mark.parametrize(
    ("teams", "held", "margin"),
    [
        ("2v2", (4, 5, 5, 5), (20 + 25) - (19 + 25)),
        ("2v2", (6, 5, 4, 4), (30 + 20) - (19 + 20)),
        ("none", (6, 5, 4, 4), 20 - 19),
        ("none", (1, 5, 4, 9), 5 - 19),
    ],
)
def test_locks_are_judged_by_expected_pips(teams, held, margin):
    """Case DOM-18 before its last play: 71 pips on 14 unseen tiles, 19 pips stay in hand; each seat is floored."""
    layout = lay(LOCK_ON_SIXES, players=4, teams=teams)
    view = View(layout.rules, 1, hand_of("0-0 5-0 5-1 4-4 6-2"), layout, 9, held)
    lock, open_ = move_of(layout, "6-2@2"), move_of(layout, "6-2@6")
    assert [feature("lock", view, lock, asked) for asked in (margin - 1, margin, margin + 1)] == [1, 1, -1]
    assert feature("lock", view, lock) == (1 if margin >= 0 else -1)
    assert feature("lock", view, open_, -500) == 0


def test_a_tile_in_the_own_hand_keeps_the_game_open():
    layout = lay("2-2 2-1@2 1-0@1", set_max=2, hand_size=2)
    closed = View(layout.rules, 0, hand_of("2-0 1-1"), layout, 3, (2, 1, 0, 0))
    assert [feature("lock", closed, move_of(layout, "2-0@0"), margin) for margin in (-2, -1)] == [1, -1]
    own = View(layout.rules, 0, hand_of("2-0 0-0"), layout, 3, (2, 1, 0, 0))
    assert feature("lock", own, move_of(layout, "2-0@2"), -500) == 0


# --- what is known of a seat ----------------------------------------------------------------------------------------


class Enough(Exception):
    """The written choices are made."""


def known_after(rules, hands, boneyard, choices):
    """Play written choices from a lead of the first tile of seat 0; return what is known of the seats, and the view."""
    wanted, last = choices.split(), []

    def choose(view, legal, word):
        last[:] = [(view.seat, set(view.lacks[1]))]
        if not wanted:
            raise Enough
        text = wanted.pop(0)
        special = {"draw": DRAW, "pass": PASS}
        return legal.index(special[text] if text in special else move_of(view.layout, text))

    table = table_of(rules, [hand_of(hand) for hand in hands], choose, hand_of(boneyard))
    table.result.opener = 0
    with pytest.raises(Enough):
        play_from(table, 0, hand_of(hands[0])[:1])
    return table, last[0]


def test_passes_add_up():
    table, _ = known_after(Rules(), ["6-6 6-5 6-4 5-4 4-4", "1-1 2-1"], "", "6-4@6 6-5@6")
    assert table.lacks[1] == suits(6, 4, 5)
    assert table.lacks[0] == set()
    assert [sorted(tiles) for tiles in table.played[:2]] == [sorted(hand_of("6-6 6-5 6-4")), []]


def test_a_drawn_tile_is_known_only_not_to_fit():
    rules = Rules(draw="one")
    table, _ = known_after(rules, ["6-5 5-4 6-0 6-4 4-4", "1-1 2-1"], "3-3 2-2 3-2", "")
    assert table.lacks[1] == suits(6, 5)
    table, _ = known_after(rules, ["6-5 5-4 6-0 6-4 4-4", "1-1 2-1"], "3-3 2-2 3-2", "5-4@5")
    assert table.lacks[1] == suits(6, 4)


def test_forced_draws_until_a_tile_fits():
    rules = Rules(draw="until")
    table, _ = known_after(rules, ["6-6 6-1 6-3 5-1", "2-1 3-1"], "5-5 6-2 4-4", "")
    assert table.lacks[1] == suits(6)
    assert table.played[1] == [parse_tile("6-2")]


def test_a_draw_by_choice_empties():
    rules = Rules(draw="until", voluntary_draw=True)
    hands, boneyard = ["6-6 6-1 6-3 5-1", "2-1 3-1"], "5-5 6-2 4-4 0-0"
    _, at_choice = known_after(rules, hands, boneyard, "6-1@6")
    assert at_choice == (1, suits(6))
    table, _ = known_after(rules, hands, boneyard, "6-1@6 draw")
    assert table.lacks[1] == set()


def test_a_pass_with_a_drawn_tile_that_fits_empties():
    rules = Rules(draw="one", must_play_drawn=False)
    hands = ["6-6 6-5 6-4", "2-1 1-1"]
    table, at_choice = known_after(rules, hands, "6-2 3-3", "")
    assert at_choice == (1, suits(6))
    table, _ = known_after(rules, hands, "6-2 3-3", "pass")
    assert (table.lacks[1], table.result.passes) == (set(), 1)
    table, _ = known_after(rules, hands, "6-2 3-3", "6-2@6")
    assert table.lacks[1] == suits(6)


def test_wild_blanks_are_lacked_with_the_number():
    rules = Rules(wild_blank="both")
    table, _ = known_after(rules, ["6-6 6-4 6-5", "1-1 2-1"], "", "")
    assert table.lacks[1] == suits(6, 0)


# --- choosing -------------------------------------------------------------------------------------------------------


def test_a_lead_may_have_its_own_chooser():
    light, heavy = weighing({"pips": -1}), weighing({"pips": 1})
    rules = Rules(first_lead="seat0", lead_tile="any")
    for deal in range(20):
        trace = play_round(rules, [leading(light, heavy)] * 2, 3, deal).trace
        alone = play_round(rules, [heavy] * 2, 3, deal).trace
        tiles = [sum(HALVES[decode(code)[2]]) for code in trace[0][2]]
        assert sum(HALVES[decode(trace[0][1])[2]]) == min(tiles)
        assert sum(HALVES[decode(alone[0][1])[2]]) == max(tiles)
        for _, move, legal, _, _ in trace[1:]:
            if move < DRAW:
                assert sum(HALVES[decode(move)[2]]) == max(sum(HALVES[decode(code)[2]]) for code in legal)


def test_replicates_share_the_deal_and_not_the_choices():
    played = [play_round(Rules(), [at_random] * 2, 2, 5, replicate=replicate) for replicate in range(8)]
    assert len({tuple(result.pips_dealt) for result in played}) == 1
    assert len({tuple(event[1] for event in result.trace) for result in played}) > 4
    assert played[0] == play_round(Rules(), [at_random] * 2, 2, 5)


def test_a_wild_half_leaves_the_other_open():
    view = view_of(wild_blank="both")
    view.hand = hand_of("5-0")
    assert [feature("leave", view, encode(6, 0, parse_tile("5-0"), half)) for half in (0, 5)] == [5, 0]


def test_equal_moves_share_the_low_bits():
    view = view_of()
    legal = view.layout.moves(view.hand)
    choose = weighing({"doubles": -1})
    equal = [n for n, code in enumerate(legal) if decode(code)[2] != double(3)]
    for low in (0, 1 << 30, 1 << 31, MASK32):
        assert choose(view, legal, 7 << 32 | low) == equal[low * len(equal) >> 32]
        assert at_random(view, legal, 7 << 32 | low) == low * len(legal) >> 32


def test_noise_is_a_threshold_on_the_high_bits():
    view = view_of()
    legal = view.layout.moves(view.hand)
    choose = weighing({"pips": 1}, noise=1 << 31)
    best = next(n for n, code in enumerate(legal) if decode(code)[2] == parse_tile("6-5"))
    assert choose(view, legal, 1 << 63 | MASK32) == best
    assert choose(view, legal, (1 << 63) - 1) == len(legal) - 1


def test_draw_and_pass_rank_below_every_tile():
    rules = Rules(draw="until", voluntary_draw=True, must_play_drawn=False)
    light = weighing({"pips": -1})
    seen = set()
    for deal in range(50):
        for _, move, legal, _, _ in play_round(rules, [light] * 2, 2, deal).trace:
            assert move < DRAW or legal[0] >= DRAW
            seen |= set(legal) & {DRAW, PASS}
    assert seen == {DRAW, PASS}


def test_full_noise_is_random_with_the_low_bits():
    noisy = weighing({"pips": 1}, noise=1 << 32)
    for deal in range(20):
        words = [Words(2, deal, 16 + seat) for seat in range(2)]
        for seat, move, legal, _, _ in play_round(Rules(), [noisy] * 2, 2, deal).trace:
            if len(legal) > 1:
                assert move == legal[(words[seat].take() & MASK32) * len(legal) >> 32]


def test_unknown_features_are_refused():
    with pytest.raises(ValueError, match="weight"):
        weighing({"weight": 1})
