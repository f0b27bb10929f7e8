import dataclasses

import pytest

from kernels import policies
from kernels.rules import Rules
from reports import vocabulary

FIELDS = {field.name: field.metadata for field in dataclasses.fields(Rules)}


def spellings(name, metadata):
    """Values of a setting as house rules are written: every word, and some numbers or tiles."""
    if "words" in metadata:
        return list(metadata["words"])
    if "yes" in metadata:
        return ["on", "off"]
    if "tile" in metadata:
        return ["none", "5-5"]
    if "tiles" in metadata:
        return ["[]", "[0-0]", "[0-0, 1-1]"]
    if "length" in metadata:
        return ["[]", "[0]", "[100, 75]"]
    return [str(n) for n in metadata.get("choices") or sorted({metadata["low"], metadata["low"] + 1, metadata["high"]})]


@pytest.mark.parametrize("name", FIELDS)
def test_every_setting_a_house_rule_may_change_has_words(name):
    values = spellings(name, FIELDS[name])
    phrases = [vocabulary.rules_phrase(f"{name}: {value}") for value in values]
    assert [phrase for phrase in phrases if ": " in phrase or "_" in phrase] == []
    assert len(set(phrases)) == len(values)
    assert max(map(len, phrases)) < 60


def test_no_two_words_share_a_phrase():
    phrases = list(vocabulary.RULE_PHRASES.values())
    assert len(set(phrases)) == len(phrases)


def test_house_rules_with_words_exist():
    known = {(name, value) for name, metadata in FIELDS.items() for value in spellings(name, metadata)}
    assert [key for key in vocabulary.RULE_PHRASES if key not in known] == []


def test_policies_with_words_exist():
    assert set(vocabulary.POLICY_PHRASES) <= set(policies.BUILTIN)
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
    said = vocabulary.rules_phrase("odd, draw: until, reserve: 1, hand_size: 12, tie: split")
    assert said == "odd, drawing until a tile fits, one tile kept back, hands of 12 tiles, ties split"
    assert vocabulary.rules_phrase("") == ""
    lists = vocabulary.rules_phrase("removed_tiles: [0-0, 1-1], early_round_points: [100, 75], first_tile: 5-5")
    assert lists == "without 0-0, 1-1, 100/75 extra points for the first rounds, the first lead with 5-5"
    assert vocabulary.rules_phrase("removed_tiles: [], match: sum") == "the whole set, halves that add up"
    assert vocabulary.rules_phrase("lock_points: 1, target: 1") == "one extra point for a block, a target of one point"
    assert vocabulary.rules_phrase("set_max: 9, play_score: none") == "a double-nine set, no points during play"
    assert vocabulary.rules_phrase("odd: none, reserve: few") == "odd: none, reserve: few"


@pytest.mark.parametrize("name", [*vocabulary.MEASURES, "win_seat_2", "points_seat_0", "something new"])
def test_every_measure_makes_sentences(name):
    measure = vocabulary.measure_named(name)
    assert "{" not in measure.clause.format(who="x", value="3.1 points")
    assert "{" not in measure.change.format(who="x", size="3.1 points", more=measure.more)


def test_verdicts_have_words_and_marks():
    assert vocabulary.verdict_of("better").mark == "▲"
    assert vocabulary.verdict_of("better", rule_change=True, estimate=-1).words == "lower"
    assert vocabulary.verdict_of("something else").words == "something else"
