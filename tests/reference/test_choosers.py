"""The ways to choose: features, ranking, noise."""

import pytest

from kernels.rules import Rules
from kernels.tiles import double, parse_tile
from tests.reference.choosers import View, at_random, feature, lexicographic, weighing
from tests.reference.engine import play_round
from tests.reference.layout import DRAW, PASS, Layout, decode, encode, encode_lead
from tests.reference.philox import MASK32, MASK64, Words
from tests.reference.scripts import hand_of

pytestmark = pytest.mark.exact

HAND = "6-5 6-3 3-3 5-3 6-2"


def view_of(**settings):
    """Return what a seat sees that holds HAND before a line with ends 6 and 3."""
    rules = Rules(play_score="multiples", **settings)
    layout = Layout(rules)
    layout.lead(parse_tile("6-4"))
    layout.play(layout.moves(hand_of("4-3"))[0])
    return View(rules, 0, hand_of(HAND), layout, 2)


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
        assert at_random(view, legal, low << 32) == low * len(legal) >> 32


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
