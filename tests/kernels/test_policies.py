"""Built-in policies: what is refused, what they say, and that they play as the same policy plugged in would."""

import dataclasses
import pickle

import numpy as np
import pytest
from scipy.stats import binomtest, chi2

from kernels import policies
from kernels.engine import log_round, play_rounds
from kernels.policies import BUILTIN, FEATURES, PREFERENCES, Policy, PolicyError, prefer, weigh
from kernels.rules import Rules
from kernels.tiles import parse_tile
from tests.kernels import plugged
from tests.kernels.games import FREE, SPREAD
from tests.kernels.sampling import RANDOM, SEED, play

each_game = pytest.mark.parametrize("rules", SPREAD.values(), ids=SPREAD)


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
    assert max(longest.weights) == 512**6
    # Whatever the features are (at most 511 in size), the first preference outweighs all others together.
    assert 511 * sum(512**k for k in range(6)) < 512**6
    assert sum(abs(weight) for weight in longest.weights) * 511 < 2**63
    assert weigh({"pips": 1e-7}).weights == (0,) * len(FEATURES)


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


@each_game
def test_random_is_the_same_plugged_in(rules):
    """The counting path of `random`, its listing path and a plugged-in copy make the same moves."""
    inside, outside = play(rules, 3000), play(rules, 3000, plugged.policy(plugged.uniform))
    assert inside.tobytes() == outside.tobytes()
    _, moves = log_round(rules, [RANDOM] * rules.players, SEED, 5)
    _, copied = log_round(rules, [plugged.policy(plugged.uniform)] * rules.players, SEED, 5)
    assert moves == copied


@each_game
def test_scored_policies_are_the_same_plugged_in(rules):
    """`heaviest` and a weighted sum, with the documented tie-break, byte for byte."""
    assert (
        play(rules, 3000, BUILTIN["heaviest"]).tobytes()
        == play(rules, 3000, plugged.policy(plugged.heaviest)).tobytes()
    )
    weights = {"doubles": 3, "pips": -1, "match": 2, "leave": -2}
    inside = play(rules, 3000, weigh(weights))
    outside = play(rules, 3000, plugged.policy(plugged.weighted, *weights.values()))
    assert inside.tobytes() == outside.tobytes()


def test_full_noise_is_random_whatever_it_is_added_to():
    """With noise 1 every scoring policy draws from the low half of the word, so all make the same moves."""
    scoring = [policy for policy in BUILTIN.values() if policy.kind == "scored"]
    for rules in SPREAD.values():
        noisy = [play(rules, 2000, policy.with_noise(1)).tobytes() for policy in scoring]
        assert len(set(noisy)) == 1
        assert (
            play(rules, 2000, BUILTIN["heaviest"].with_noise(0)).tobytes()
            == play(rules, 2000, BUILTIN["heaviest"]).tobytes()
        )


@pytest.mark.statistical
def test_full_noise_has_the_distribution_of_random():
    """Chi-square over the number of plays, 400,000 rounds each from different seeds; false alarm 1e-4."""
    rules = SPREAD["doubles"]
    plain = np.bincount(play(rules, 400_000)["plays"], minlength=29)
    noisy = np.bincount(play(rules, 400_000, BUILTIN["heaviest"].with_noise(1), seed=8)["plays"], minlength=29)
    used = plain + noisy > 20
    statistic = ((plain - noisy)[used] ** 2 / (plain + noisy)[used]).sum()
    assert statistic < chi2.isf(1e-4, used.sum() - 1)


@pytest.mark.statistical
def test_noise_is_a_chance():
    """With 6-6 and 6-5 in hand, heaviest-first leads the 6-6 unless noise picks the other (exact binomial, 1e-4)."""
    rounds = play(Rules(hand_size=2, **FREE), 300_000, BUILTIN["heaviest"].with_noise(0.3), RANDOM)
    both = rounds["pips_dealt"][:, 0] == 23
    leads = int((rounds["lead"][both] == parse_tile("6-6")).sum())
    assert both.sum() > 500
    assert binomtest(leads, int(both.sum()), 0.85).pvalue > 1e-4


def test_policies_are_plain_data():
    fields = {field.name for field in dataclasses.fields(Policy)}
    assert fields == {"kind", "weights", "noise", "function", "params", "sentence", "lock_margin", "lead"}
    assert policies.MAX_PREFERENCES == 7


def test_random_stays_uniform_with_noise():
    """Noise on top of uniform play changes no move, as follower and as leader."""
    rules = Rules(first_lead="seat0", lead_tile="any")
    noisy = BUILTIN["random"].with_noise(0.5)
    plain = play_rounds(rules, [BUILTIN["random"]] * 2, 3, 0, 500)
    assert (play_rounds(rules, [noisy, noisy], 3, 0, 500) == plain).all()
    led = play_rounds(rules, [BUILTIN["random"].with_lead(noisy)] * 2, 3, 0, 500)
    assert (led == plain).all()
