"""The parts of the kernel one by one: policies, what a view shows, random words, integer widths, refusals."""

import dataclasses
import pickle

import numpy as np
import pytest
from numba import njit
from scipy.stats import chi2

from kernels import engine, policies, state
from kernels.engine import EngineError, log_round, play_rounds
from kernels.plugins import from_function
from kernels.policies import BUILTIN, FEATURES, PREFERENCES, Policy, PolicyError, prefer, weigh
from kernels.replays import Deal, play_script
from kernels.rules import Rules
from kernels.tiles import parse_tile
from tests.kernels import plugged
from tests.kernels.sampling import RANDOM, SEED, play
from tests.reference import philox as twin_words
from tests.reference.test_philox import VECTORS

FREE = {"first_lead": "seat0", "lead_tile": "any"}
SPREAD = [
    Rules(hand_size=8, spinner="all_doubles", unlock="suit", draw="one", reserve=2),
    Rules(players=4, teams="2v2"),
    Rules(players=3, hand_size=5, draw="until", voluntary_draw=True, must_play_drawn=False),
    Rules(play_score="multiples", spinner="first_double", draw="until", **FREE),
    Rules(play_score="fives_threes", spinner="first_tile", flank="after_ends", **FREE),
    Rules(spinner="all_doubles", wild_blank="both", play_score="multiples", draw="until", players=3, hand_size=7),
    Rules(set_max=9, players=4, hand_size=10, **FREE),
    Rules(unlock="suit", unlock_scope="double_sides_only", draw="one", spinner="all_doubles"),
]


# --- policies -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: prefer([]), "at least one of doubles, non-doubles"),
        (lambda: prefer(["heavy"]), "'heavy' is not a preference; allowed are doubles, non-doubles"),
        (lambda: prefer(["doubles", "non-doubles"]), "'non-doubles' repeats an earlier preference about doubles"),
        (lambda: prefer(["heaviest", "lightest"]), "repeats an earlier preference about pips"),
        (lambda: prefer(["doubles"], noise=1.1), "noise is a chance from 0 to 1; got 1.1"),
        (lambda: prefer(["doubles"], noise=-0.1), "got -0.1"),
        (lambda: prefer(["doubles"], noise=float("nan")), "got nan"),
        (lambda: RANDOM.with_noise("0.1"), "got '0.1'"),
        (lambda: RANDOM.with_noise(True), "got True"),
        (lambda: weigh({}), "at least one of doubles, pips"),
        (lambda: weigh({"weight": 1}), "'weight' is not a feature; allowed are doubles, pips"),
        (lambda: weigh({"pips": "1"}), "the weight of pips is a number; got '1'"),
        (lambda: weigh({"pips": float("inf")}), "got inf"),
        (lambda: weigh({"pips": 2e6}), "the weight of pips is at most 1e+06; got 2000000.0"),
        (lambda: weigh({"pips": True}), "got True"),
    ],
)
def test_refused_policies(make, message):
    with pytest.raises(PolicyError) as error:
        make()
    assert message in str(error.value)


def test_every_preference_and_feature_makes_a_policy():
    for word in PREFERENCES:
        assert prefer([word]).weights.count(0) == len(FEATURES) - 1
    for word in FEATURES:
        assert weigh({word: 0.5}).weights[list(FEATURES).index(word)] == 500_000
    longest = prefer(["doubles", "heaviest", "larger-half", "match-low", "leave-high", "variety", "points"])
    assert max(longest.weights) == 256**6
    # Whatever the features are (at most 255 in size), the first preference outweighs all others together.
    assert 256**6 > 255 * sum(256**k for k in range(6))
    assert sum(abs(weight) for weight in longest.weights) * 255 < 2**62
    assert weigh({"pips": 1e-7}).weights == (0,) * 8


def test_policies_describe_themselves():
    sentences = [policy.describe() for policy in BUILTIN.values()]
    assert len(set(sentences)) == len(BUILTIN)
    for name, policy in BUILTIN.items():
        assert name == "random" or "equal" in policy.describe(), f"{name} does not say what breaks ties"
        assert policy.describe().endswith(".")
    noisy = BUILTIN["heaviest"].with_noise(0.125)
    assert noisy.describe() == BUILTIN["heaviest"].describe() + " With chance 0.125 any legal move instead."
    assert weigh({"pips": 1, "doubles": -0.5}).describe().startswith("Highest sum of pips +1, doubles -0.5.")
    assert prefer(["non-doubles", "match-low"]).describe().startswith("Other tiles before doubles, then cover")


def test_policies_are_hashable_and_travel():
    for policy in [*BUILTIN.values(), prefer(["doubles"], 0.5), weigh({"pips": 1})]:
        assert pickle.loads(pickle.dumps(policy)) == policy
        assert hash(policy) == hash(dataclasses.replace(policy))


def test_a_table_has_one_policy_a_seat():
    with pytest.raises(ValueError, match="3 players need 3 policies; got 2"):
        play_rounds(Rules(players=3, hand_size=5), [RANDOM, RANDOM], 1, 0, 1)


@pytest.mark.parametrize(("seed", "deal"), [(-1, 0), (2**64, 0), (0, -1), (0, 2**64)])
def test_seeds_and_deals_are_64_bit_numbers(seed, deal):
    with pytest.raises(ValueError, match=r"goes from 0 to 2\*\*64 - 1; got"):
        play_rounds(Rules(), [RANDOM, RANDOM], seed, deal, 1)


def test_the_last_deals_and_seeds_can_be_played():
    last = play_rounds(Rules(), [RANDOM, RANDOM], 2**64 - 1, 2**64 - 3, 3)
    assert last[2] == play_rounds(Rules(), [RANDOM, RANDOM], 2**64 - 1, 2**64 - 1, 1)[0]
    assert len(set(last["pips_dealt"][:, 0])) > 1


@pytest.mark.parametrize("rules", SPREAD)
def test_random_is_the_same_plugged_in(rules):
    """The counting path of `random`, its listing path and a plugged-in copy make the same moves."""
    inside, outside = play(rules, 3000), play(rules, 3000, from_function(plugged.uniform))
    assert inside.tobytes() == outside.tobytes()
    _, moves = log_round(rules, [RANDOM] * rules.players, SEED, 5)
    _, copied = log_round(rules, [from_function(plugged.uniform)] * rules.players, SEED, 5)
    assert moves == copied


@pytest.mark.parametrize("rules", SPREAD)
def test_scored_policies_are_the_same_plugged_in(rules):
    """`heaviest` and a weighted sum, with the documented tie-break, byte for byte."""
    assert play(rules, 3000, BUILTIN["heaviest"]).tobytes() == play(rules, 3000, from_function(plugged.heaviest)).tobytes()
    weights = {"doubles": 3, "pips": -1, "match": 2, "leave": -2}
    inside = play(rules, 3000, weigh(weights))
    outside = play(rules, 3000, from_function(plugged.weighted, [float(weight) for weight in weights.values()]))
    assert inside.tobytes() == outside.tobytes()


def test_full_noise_is_random_whatever_it_is_added_to():
    """With noise 1 every policy draws from the low half of the word, so all make the same moves; without it, they differ."""
    for rules in SPREAD[:3]:
        noisy = [play(rules, 2000, policy.with_noise(1)).tobytes() for policy in BUILTIN.values()]
        assert len(set(noisy)) == 1
        assert play(rules, 2000, BUILTIN["heaviest"].with_noise(0)).tobytes() == play(rules, 2000, BUILTIN["heaviest"]).tobytes()


@pytest.mark.statistical
def test_full_noise_has_the_distribution_of_random():
    """Chi-square over the number of plays, 400,000 rounds each from different seeds; false alarm 1e-4."""
    rules = SPREAD[0]
    plain = np.bincount(play(rules, 400_000)["plays"], minlength=29)
    noisy = np.bincount(play(rules, 400_000, BUILTIN["heaviest"].with_noise(1), seed=8)["plays"], minlength=29)
    used = plain + noisy > 20
    statistic = ((plain - noisy)[used] ** 2 / (plain + noisy)[used]).sum()
    assert statistic < chi2.isf(1e-4, used.sum() - 1)


@pytest.mark.statistical
def test_noise_is_a_chance():
    """A seat that plays any tile it wants leads the 6-6 whenever it has it, but for noise (false alarm 1e-4)."""
    rules = Rules(set_max=6, hand_size=2, **FREE)
    rounds = play(rules, 200_000, BUILTIN["heaviest"].with_noise(0.3), RANDOM)
    held = rounds["pips_dealt"][:, 0] == 23  # 6-6 and 6-5, in no other way
    share = (rounds["lead"][held] == parse_tile("6-6")).mean()
    error = (0.85 * 0.15 / held.sum()) ** 0.5
    assert abs(share - 0.85) < 3.9 * error
    assert error < 0.05


# --- what a policy sees ---------------------------------------------------------------------------------------------


def test_the_view_holds_nothing_hidden():
    """The view's fields are these; whoever adds one must think about whether the seat may know it."""
    assert set(state.VIEW_DTYPE.names) == {
        *("hand", "table", "fits", "low_fits", "high_fits", "fit", "open", "covered", "spinner", "flank_low"),
        *("flank_high", "total", "seat", "opener", "players", "sides", "hand_counts", "boneyard", "last_player"),
        *("lacks", "turn", "scores"),
    }
    hidden = {"hands", "word", "spare", "order", "seed", "deal"}
    assert hidden <= set(state.HIDDEN_DTYPE.names)
    assert not hidden & set(state.VIEW_DTYPE.names)


_SEEN = np.zeros((20_000, 10), np.uint64)


def _watch(view, moves, count, params, word):
    """Write down what is seen by packing it into the choice: too little room, so check it on the spot instead."""
    if np.uint64(view.hand) & view.table:
        return -1  # a tile in hand lies on the table
    own = view.lacks[view.seat] & view.hand
    if view.players != np.int64(params[0]) or view.seat >= view.players:
        return -1
    held = 0
    rest = view.hand
    while rest:
        rest &= rest - np.uint64(1)
        held += 1
    if held != view.hand_counts[view.seat]:
        return -1
    total = np.int64(view.boneyard)
    for seat in range(view.players):
        if view.hand_counts[seat] <= 0:
            return -1
        total += view.hand_counts[seat]
    rest = view.table
    while rest:
        rest &= rest - np.uint64(1)
        total += 1
    if total != np.int64(params[1]):
        return -1
    if own:
        return -1  # its own hand is said to lack a tile that it holds
    return np.int64(word & np.uint64(0xFFFFFFFF)) % count


@pytest.mark.parametrize("rules", SPREAD)
def test_what_a_view_shows_is_consistent(rules):
    """Own hand, counts and table add up to the set whenever a seat is asked; what it is known to lack is never in its hand."""
    watcher = from_function(_watch, [rules.players, rules.tile_count])
    assert len(play(rules, 2000, watcher)) == 2000


def _peek(view, moves, count, params, word):
    """Choose by the public part of the view only, in a way that depends on all of it."""
    mixed = view.hand ^ view.table * np.uint64(3) ^ view.fits * np.uint64(5)
    for seat in range(4):
        mixed ^= view.lacks[seat] * np.uint64(7 + seat) ^ np.uint64(view.hand_counts[seat])
    mixed ^= mixed >> np.uint64(29)
    return np.int64((mixed * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(40)) % count


@pytest.mark.parametrize("rules", SPREAD[:4])
def test_hands_of_others_do_not_reach_a_view(rules):
    """Exchanging the hands of the others and the boneyard leaves the first choice of the leader as it was."""
    policy = from_function(_peek)
    entry = engine.compiled_entry()
    functions = engine._functions(entry, [policy] * rules.players)
    seats = engine.seats_record(rules, [policy] * rules.players)
    rng = np.random.default_rng(3)
    for _ in range(20):
        order = rng.permutation(rules.tile_count)
        own = order[: rules.hand_size]
        leads = set()
        for _ in range(5):
            rest = rng.permutation(order[rules.hand_size :])
            leads.add(_first_lead(rules, seats, functions, own, rest))
        assert len(leads) == 1


def _first_lead(rules, seats, functions, own, rest):
    """Play a given deal led by seat 0; return the lead."""
    hidden = np.zeros(1, state.HIDDEN_DTYPE)
    cut = rules.hand_size * (rules.players - 1)
    hands = [own, *np.split(rest[:cut], rules.players - 1)]
    for seat, hand in enumerate(hands):
        hidden["hands"][0, seat] = sum(1 << int(tile) for tile in hand)
    hidden["order"][0, : len(rest) - cut] = rest[cut:]
    hidden["end"], hidden["given"] = len(rest) - cut, 1
    work, rounds = np.zeros(1, state.WORK_DTYPE), np.zeros(1, state.ROUND_DTYPE)
    work["log_length"] = state.LOG_OFF
    arrays = (rounds, np.zeros(0, state.MATCH_DTYPE), hidden, work)
    assert engine.call(rules, seats, functions, (0, 0), *arrays) == state.OK
    return int(rounds["lead"][0])


# --- random words ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def compiled_words():
    """The compiled block and bounded numbers."""
    from kernels.choose import _below32
    from kernels.philox import below, block, stream

    @njit
    def blocks(key, first, second):
        return block(key, first, second)

    @njit
    def all_below(words, bounds, out):
        for i in range(len(words)):
            for j in range(len(bounds)):
                out[0, i, j] = below(words[i], bounds[j])
                out[1, i, j] = _below32(words[i], bounds[j])

    @njit
    def streams(purpose, number):
        return stream(purpose, number)

    return blocks, all_below, streams


@pytest.mark.exact
def test_known_answers_of_the_compiled_generator(compiled_words):
    blocks, _, streams = compiled_words
    for (first, second), key, expected in VECTORS:
        assert blocks(np.uint64(key), np.uint64(first), np.uint64(second)) == expected
    rng = np.random.default_rng(1)
    for key, first, second in rng.integers(0, 2**64, (100, 3), dtype=np.uint64):
        expected = twin_words.philox(int(first), int(second), int(key))
        assert blocks(key, first, second) == expected
    assert streams(17, 3) == 17 << 56 | 3 << 40


@pytest.mark.exact
def test_bounded_numbers_of_extreme_words(compiled_words):
    """No word gives an index out of range: all bounds to the most moves there can be, the ends and a few in between."""
    words = [0, 1, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**63 - 1, 2**63, 2**64 - 2**32, 2**64 - 1]
    bounds = np.arange(1, state.MAX_MOVES + 1)
    out = np.zeros((2, len(words), len(bounds)), np.int64)
    compiled_words[1](np.array(words, np.uint64), bounds, out)
    assert (out >= 0).all()
    assert (out < bounds).all()
    exact = np.array([[word * int(n) >> 64 for n in bounds] for word in words])
    exact32 = np.array([[(word & 0xFFFFFFFF) * int(n) >> 32 for n in bounds] for word in words])
    assert (out[0] == exact).all()
    assert (out[1] == exact32).all()


# --- integer widths and given deals ---------------------------------------------------------------------------------


def moves_of(*texts):
    """Return move codes of ``tile@pip``: the half that touches is the pip's; a lead has no pip."""
    codes = []
    for text in texts:
        name, _, pip = text.partition("@")
        tile = parse_tile(name)
        low = min(int(half) for half in name.split("-"))
        port = int(pip) if pip else state.LEAD
        side = int(bool(pip) and int(pip) != low)
        codes.append(side << state.SIDE_SHIFT | tile << state.TILE_SHIFT | port << state.PORT_SHIFT)
    return codes


def hands_of(*texts):
    return [[parse_tile(tile) for tile in text.split()] for text in texts]


@pytest.mark.exact
def test_shut_out():
    """Case DOM-22: 69 points, six passes."""
    hands = hands_of("1-1 1-2 2-2 0-2 0-0 0-1 0-3", "6-6 5-6 5-5 4-6 4-5 3-6 4-4")
    script = moves_of("1-1", "2-1@1", "2-2@2", "2-0@2", "0-0@0", "0-1@1", "0-3@0")
    played = play_script(Rules(**FREE), Deal(hands, (), 0), script)
    record = played.record[0]
    assert played.waiting is None
    assert (record["winner"], record["passes"], record["plays"]) == (0, 6, 7)
    assert list(record["points"]) == [69, 0, 0, 0]
    assert list(record["pips_left"]) == [0, 69, 0, 0]


@pytest.mark.exact
@pytest.mark.parametrize(
    ("settings", "winner", "pips", "drawn", "points"),
    [
        ({"early_block_detection": True}, 0, [11, 12], 0, 12),
        ({"early_block_detection": True, "blocked_score": "opp_minus_own"}, 0, [11, 12], 0, 1),
        ({"early_block_detection": True, "blocked_score": "all"}, 0, [11, 12], 0, 23),
        ({}, 1, [78, 12], 14, 78),
        ({"blocked_score": "opp_minus_own"}, 1, [78, 12], 14, 66),
        ({"reserve": 2}, 1, [67, 12], 12, 67),
    ],
)
def test_a_lock_with_tiles_in_the_boneyard(settings, winner, pips, drawn, points):
    """Case DOM-21: the last of ten tiles locks both ends on six; with reserve 2 the last two (5-5 and 1-0) stay."""
    hands = hands_of("0-4 2-5", "1-2 4-5 6-0")
    boneyard = hands_of("0-0 0-2 0-3 1-1 1-4 1-5 2-2 2-3 3-3 3-4 3-5 4-4 5-5 0-1")[0]
    laid = moves_of("6-6", "1-6@6", "3-1@1", "6-3@3", "6-2@6", "2-4@2", "4-6@4", "6-5@6", "5-0@5")
    deal = Deal(hands, boneyard, 1, laid)
    played = play_script(Rules(draw="until", **FREE, **settings), deal, moves_of("6-0@0"))
    record = played.record[0]
    assert played.waiting is None
    assert (record["winner"], record["reason"], record["draws"]) == (winner, 1, drawn)
    assert list(record["pips_left"][:2]) == pips
    assert record["points"].max() == points


def test_a_given_deal_that_nobody_can_lead():
    with pytest.raises(EngineError, match="nobody holds a double"):
        play_script(Rules(), Deal(hands_of("1-2", "3-4"), ()), [])


def test_scripts_say_what_is_legal():
    deal = Deal(hands_of("1-1 1-2", "2-3 4-5"), (), 0)
    waiting = play_script(Rules(**FREE), deal, [])
    assert (waiting.waiting.seat, len(waiting.waiting.legal), waiting.illegal) == (0, 2, False)
    wrong = play_script(Rules(**FREE), deal, moves_of("4-5"))
    assert wrong.illegal
    assert wrong.waiting.legal == tuple(moves_of("1-1", "2-1"))
    with pytest.raises(ValueError, match="at most 256 moves; got 300"):
        play_script(Rules(**FREE), deal, [0] * 300)


@pytest.mark.exact
def test_records_are_wide_enough():
    """Case STA-05: the largest values there can be fit the fields, and what is kept by round is never added up in them."""
    most = {"points": 495 * 30, "play_points": 495 * 30, "pips_left": 495, "pips_dealt": 495, "plays": 55, "draws": 55}
    most |= {"turns": 55 * 4, "passes": 55 * 4, "redeals": 4096, "lead": 54, "tiles_left": 55, "doubles_dealt": 10}
    for name, value in most.items():
        kind = state.ROUND_DTYPE[name].base
        assert np.iinfo(kind).max > value, name
    assert np.iinfo(state.MATCH_DTYPE["plays"]).max >= 55 * engine.MAX_ROUNDS
    assert np.iinfo(state.MATCH_DTYPE["rounds"]).max >= engine.MAX_ROUNDS
    rounds = np.zeros(1_000_000, state.ROUND_DTYPE)
    rounds["points"] = 69
    points = rounds["points"][:, 0].astype(np.int64)
    assert (points * points).sum() == 4_761_000_000


def test_matches_can_reach_high_targets():
    """A million points take more than the 1,000 rounds that are played at most: refused with the deal, not wrapped round."""
    rules = Rules(target=1_000_000)
    with pytest.raises(EngineError, match=r"not over after 1000 rounds \[seed 1, deal 7\]"):
        engine.play_matches(rules, [RANDOM, RANDOM], 1, 7, 1)
    high = engine.play_matches(Rules(target=5000), [RANDOM, RANDOM], 1, 0, 5)
    assert (high["score"].max(axis=1) >= 5000).all()


def test_no_rounds_are_no_rounds():
    assert play_rounds(Rules(), [RANDOM, RANDOM], 1, 0, 0).shape == (0,)
    assert engine.play_matches(Rules(), [RANDOM, RANDOM], 1, 0, 0).shape == (0,)


def test_an_engine_error_tells_how_to_see_it_again():
    error = EngineError("the reason", 5, 6, 1, "The policy.")
    assert (error.seed, error.deal, error.seat) == (5, 6, 1)
    assert str(error) == "the reason [seed 5, deal 6, seat 1 (The policy.)]"


def test_policies_are_plain_data():
    assert {field.name for field in dataclasses.fields(Policy)} == {
        *("kind", "weights", "noise", "function", "params", "sentence")
    }
    assert policies.MAX_PREFERENCES == 7
