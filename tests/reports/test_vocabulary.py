import dataclasses

import pytest

from kernels import policies
from kernels.rules import Rules
from reports import vocabulary

FIELDS = {field.name: field.metadata for field in dataclasses.fields(Rules)}


def test_house_rules_with_words_exist():
    assert [(setting, word) for setting, word in vocabulary.RULE_PHRASES if word not in FIELDS[setting]["words"]] == []


def test_policies_with_words_exist():
    builtin = getattr(policies, "BUILTIN", None)
    if builtin is None:
        pytest.skip("policies are not there yet")
    assert set(vocabulary.POLICY_PHRASES) <= set(builtin)
    assert set(vocabulary.PREFERENCE_PHRASES) <= set(policies.PREFERENCES)


@pytest.mark.parametrize(
    ("written", "phrase"),
    [
        ("random", "playing at random"),
        ({"prefer": ["non-doubles"]}, "holding doubles back"),
        ({"prefer": "doubles"}, "playing doubles first"),
        ({"prefer": ["non-doubles", "heaviest"]}, "holding doubles back, then playing the heaviest tile"),
        ({"policy": "heaviest", "noise": 0}, "playing the heaviest tile"),
        ({"policy": "heaviest", "noise": 0.1}, "“mine”"),
        ({"prefer": ["non-doubles", "heaviest", "variety"]}, "“mine”"),
        ({"weights": {"pips": 1}}, "“mine”"),
        ("my_policy.py:choose", "“mine”"),
        (None, "“mine”"),
    ],
)
def test_a_policy_is_described_only_where_the_phrase_says_all(written, phrase):
    assert vocabulary.policy_phrase("mine", {"mine": written}) == phrase


def test_two_policies_of_one_phrase_keep_their_labels():
    written = {"a": "random", "b": {"policy": "random"}}
    assert vocabulary.policy_phrase("a", written) == "playing at random (“a”)"
    assert vocabulary.policy_phrase("random", {"random": {"prefer": ["doubles"]}}) == "playing doubles first"


def test_house_rules_in_words():
    said = vocabulary.rules_phrase("draw: until, reserve: 1, hand_size: 12, tie: split, odd")
    assert said == "drawing until a tile fits, one tile kept back, hands of 12 tiles, tie: split, odd"
    assert vocabulary.rules_phrase("") == ""
    lists = vocabulary.rules_phrase("removed_tiles: [0-0, 1-1], early_round_points: [100, 75], first_tile: 5-5")
    assert lists == "without 0-0, 1-1, early_round_points: [100, 75], first_tile: 5-5"
    assert vocabulary.rules_phrase("removed_tiles: [], match: sum") == "the whole set, halves that add up"


@pytest.mark.parametrize("name", [*vocabulary.MEASURES, "win_seat_2", "points_seat_0", "something new"])
def test_every_measure_makes_sentences(name):
    measure = vocabulary.measure_named(name)
    assert "{" not in measure.clause.format(who="x", value="3.1 points")
    assert "{" not in measure.change.format(who="x", size="3.1 points", more=measure.more)


def test_verdicts_have_words_and_marks():
    assert vocabulary.verdict_of("better").mark == "▲"
    assert vocabulary.verdict_of("better", rule_change=True, estimate=-1).words == "lower"
    assert vocabulary.verdict_of("something else").words == "something else"
