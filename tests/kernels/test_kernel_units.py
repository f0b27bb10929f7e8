"""Random words through the compiled code, given deals, integer widths, and what the engine refuses."""

import numpy as np
import pytest
from numba import njit

from kernels import engine, state
from kernels.engine import EngineError, play_rounds
from kernels.replays import Deal, play_script
from kernels.rules import Rules
from kernels.tiles import parse_tile
from tests.kernels.games import FREE
from tests.kernels.sampling import RANDOM
from tests.reference import philox as twin_words
from tests.reference.test_philox import VECTORS

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
    def streams(purpose, number, replicate):
        return stream(purpose, number, replicate)

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
    assert streams(17, 3, 5) == 17 << 56 | 3 << 40 | 5 << 24


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
    with pytest.raises(EngineError, match="nobody holds the double or tile that leads"):
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
    """Case STA-05: the largest values there can be fit the fields; sums need 64 bits."""
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
    """A million points take more than the 1,000 rounds of the longest match: refused, naming the deal."""
    rules = Rules(target=1_000_000)
    with pytest.raises(EngineError, match=r"not over after 1000 rounds: see .* and compare \[seed 1, deal 7\]"):
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


@pytest.mark.parametrize(("seed", "deal"), [(-1, 0), (2**64, 0), (0, -1), (0, 2**64)])
def test_seeds_and_deals_are_64_bit_numbers(seed, deal):
    with pytest.raises(ValueError, match=r"goes from 0 to 2\*\*64 - 1; got"):
        play_rounds(Rules(), [RANDOM, RANDOM], seed, deal, 1)


def test_the_last_deals_and_seeds_can_be_played():
    last = play_rounds(Rules(), [RANDOM, RANDOM], 2**64 - 1, 2**64 - 3, 3)
    assert last[2] == play_rounds(Rules(), [RANDOM, RANDOM], 2**64 - 1, 2**64 - 1, 1)[0]
    assert len(set(last["pips_dealt"][:, 0])) > 1
