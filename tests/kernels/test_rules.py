"""Rules as data: what is refused, naming the setting to change, and the record that compiled code reads."""

import dataclasses

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernels.rules import MAX_PLAYERS, MAX_SET, RULES_DTYPE, Rules, RulesError, code
from kernels.tiles import mask_of, tile_id, tiles_in

FIELDS = {field.name: field for field in dataclasses.fields(Rules)}
WORDS = {name: list(field.metadata["words"]) for name, field in FIELDS.items() if "words" in field.metadata}
LISTS = {name: field.metadata for name, field in FIELDS.items() if "length" in field.metadata}
COUNTS = {name: field.metadata for name, field in FIELDS.items() if "low" in field.metadata and name not in LISTS}
CHOICES = {name: field.metadata["choices"] for name, field in FIELDS.items() if "choices" in field.metadata}
TILES = [name for name, field in FIELDS.items() if "tile" in field.metadata or "tiles" in field.metadata]
FLAGS = [name for name, field in FIELDS.items() if "yes" in field.metadata]


def refused(**settings):
    with pytest.raises(RulesError) as error:
        Rules(**settings)
    return error.value.setting, str(error.value)


@pytest.mark.parametrize("name", WORDS)
def test_unknown_words(name):
    setting, message = refused(**{name: "sideways"})
    assert setting == name
    assert message == f"{name} is one of {', '.join(WORDS[name])}; got 'sideways'"
    assert refused(**{name: None})[0] == name
    assert refused(**{name: False})[0] == name


@pytest.mark.parametrize("name", COUNTS)
def test_numbers_out_of_range(name):
    low, high = COUNTS[name]["low"], COUNTS[name]["high"]
    for value in (low - 1, high + 1):
        assert refused(**{name: value}) == (name, f"{name} goes from {low} to {high}; got {value}")
    for value in (1.5, "2", True, None, 2.0):
        assert refused(**{name: value}) == (name, f"{name} is a whole number; got {value!r}")


@pytest.mark.parametrize("name", FLAGS)
def test_flags_are_on_or_off(name):
    for value in ("yes", 1, 0, None):
        assert refused(**{name: value}) == (name, f"{name} is on or off; got {value!r}")


@pytest.mark.parametrize(
    ("settings", "setting", "parts"),
    [
        ({"hand_size": 15}, "hand_size", ("2 hands of 15 need 30 tiles", "double-6 set has 28")),
        ({"set_max": 1, "hand_size": 2}, "hand_size", ("2 hands of 2 need 4 tiles", "double-1 set has 3")),
        ({"players": 4, "hand_size": 8}, "hand_size", ("4 hands of 8 need 32",)),
        ({"reserve": 15}, "reserve", ("reserve 15", "boneyard of 14 tiles")),
        ({"players": 4, "reserve": 1}, "reserve", ("reserve 1", "boneyard of 0 tiles")),
        ({"teams": "2v2"}, "teams", ("2v2 partners need four players; got 2",)),
        ({"teams": "2v2", "players": 3}, "teams", ("four players; got 3",)),
        ({"first_lead": "lot_any"}, "lead_tile", ("cannot be forced when first_lead is lot_any", "any_double")),
        ({"first_lead": "seat0"}, "lead_tile", ("first_lead is seat0",)),
        ({"voluntary_draw": True}, "voluntary_draw", ("cannot be on when draw is none",)),
        ({"play_score": "bergen", "spinner": "all_doubles"}, "play_score", ("two ends of a line", "all_doubles")),
        ({"play_score": "bergen", "spinner": "first_tile"}, "play_score", ("spinner is first_tile",)),
        ({"domino_score": "opp_minus_partner"}, "domino_score", ("needs partners (teams: 2v2)",)),
        ({"domino_score": "opp_minus_partner", "players": 4}, "domino_score", ("needs partners",)),
    ],
)
def test_impossible_combinations(settings, setting, parts):
    named, message = refused(**settings)
    assert named == setting
    assert setting in message or str(settings.get(setting)) in message
    for part in parts:
        assert part in message


def test_what_is_just_possible():
    Rules(hand_size=14)
    Rules(set_max=1, hand_size=1)
    Rules(players=4, teams="2v2", domino_score="opp_minus_partner")
    Rules(reserve=14, draw="until")
    Rules(set_max=9, hand_size=27)
    Rules(players=3, hand_size=9, reserve=1)


def test_every_setting_is_documented():
    for name, field in FIELDS.items():
        assert field.metadata["doc"], name
        sentences = field.metadata.get("words", {}).values()
        assert all(sentence.endswith(".") for sentence in sentences), name
        assert len(set(sentences)) == len(sentences), name
        assert name not in FLAGS or field.metadata["yes"] != field.metadata["no"], name
        if name in WORDS and field.metadata["off"] is not None:
            assert field.metadata["off"] in WORDS[name]
    assert len([*WORDS, *COUNTS, *LISTS, *CHOICES, *TILES, *FLAGS]) == len(FIELDS)


def test_defaults_are_allowed_and_rules_are_values():
    assert Rules() == Rules()
    assert hash(Rules(players=3)) == hash(Rules(players=3))
    assert Rules() != Rules(tie="split")
    assert dataclasses.replace(Rules(), draw="until").draw == "until"
    with pytest.raises(dataclasses.FrozenInstanceError):
        Rules().players = 3


@given(st.data())
def test_the_record_holds_every_setting(data):
    """Words as their position, flags as 0 and 1, counts as they are, for any rules that can be made."""
    chosen = {name: data.draw(st.sampled_from(words), label=name) for name, words in WORDS.items()}
    chosen |= {name: data.draw(st.booleans(), label=name) for name in FLAGS}
    chosen |= {
        name: data.draw(st.integers(c["low"], min(c["high"], c["low"] + 8)), label=name) for name, c in COUNTS.items()
    }
    try:
        rules = Rules(**chosen)
    except RulesError:
        return
    record = rules.record()
    assert (record.dtype, record.shape) == (RULES_DTYPE, (1,))
    for name, value in chosen.items():
        assert record[0][name] == (code(name, value) if name in WORDS else int(value))
    assert record[0]["tile_count"] == rules.tile_count == (rules.set_max + 1) * (rules.set_max + 2) // 2
    assert record[0]["sides"] == (2 if rules.teams == "2v2" else rules.players)


def test_which_tiles_an_end_accepts():
    plain, both, played = (Rules(wild_blank=word).record()[0]["accept"] for word in ("none", "both", "played_only"))
    suit = [mask_of(tile_id(pip, other) for other in range(10)) for pip in range(10)]
    assert [int(mask) for mask in plain] == suit
    assert [int(mask) for mask in both[1:]] == [suit[pip] | suit[0] for pip in range(1, 10)]
    assert list(tiles_in(both[0])) == list(range(55))
    assert [int(mask) for mask in played] == [suit[pip] | suit[0] for pip in range(10)]


def test_sizes_are_bounded_by_the_masks():
    assert (MAX_SET, MAX_PLAYERS) == (9, 4)
    assert np.iinfo(np.uint64).bits > Rules(set_max=9, hand_size=27).tile_count
