"""Rules as data: what is refused, naming the setting to change, and the record that compiled code reads."""

import dataclasses

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernels.rule_checks import check_match_ends
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


CROSS = {"spinner": "opening_double"}


@pytest.mark.parametrize("name", CHOICES)
def test_numbers_out_of_a_few(name):
    known = ", ".join(str(number) for number in CHOICES[name])
    for value in (3, -1, True, 4.0, "4", None):
        assert refused(**{name: value}) == (name, f"{name} is one of {known}; got {value!r}")


@pytest.mark.parametrize("name", LISTS)
def test_lists_of_numbers(name):
    length, high = LISTS[name]["length"], LISTS[name]["high"]
    assert refused(**{name: (0,) * (length + 1)}) == (name, f"{name} has at most {length} numbers; got {length + 1}")
    assert refused(**{name: (1, high + 1)}) == (name, f"the numbers of {name} go from 0 to {high}; got {high + 1}")
    assert refused(**{name: (1, True)}) == (name, f"{name} is a list of whole numbers; got True in it")
    for value in ([1], 1, "1", None):
        assert refused(**{name: value}) == (name, f"{name} is a list of whole numbers; got {value!r}")
    record = Rules(**{name: (7, 9)}).record()
    assert list(record[0][name]) == [7, 9] + [0] * (length - 2)


def test_tiles_are_ids():
    for value in (55, -2):
        assert refused(first_tile=value) == ("first_tile", f"the tile ids of first_tile go from 0 to 54; got {value}")
    for value in (True, "6-6", None, 1.0):
        assert refused(first_tile=value) == ("first_tile", f"first_tile names tiles by their id; got {value!r}")
        assert refused(removed_tiles=(value,)) == (
            "removed_tiles",
            f"removed_tiles names tiles by their id; got {value!r}",
        )
    assert refused(removed_tiles=[1]) == ("removed_tiles", "removed_tiles is a tuple of tile ids; got [1]")
    for value in ((2, 1), (1, 1)):
        message = f"removed_tiles names each tile once, in ascending order; got {value!r}"
        assert refused(removed_tiles=value) == ("removed_tiles", message)


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
        ({"removed_tiles": (3, 28)}, "removed_tiles", ("7-0 is not in a double-6 set",)),
        ({"first_lead": "tile", "first_tile": 44}, "first_tile", ("8-8 is not in a double-6 set",)),
        ({"removed_tiles": (0,), "hand_size": 14}, "hand_size", ("double-6 set has 27", "without the 1 removed")),
        ({"removed_tiles": (0, 5), "hand_size": 13, "reserve": 1}, "reserve", ("reserve 1", "boneyard of 0")),
        ({"first_lead": "tile"}, "first_tile", ("first_lead tile needs first_tile",)),
        ({"first_tile": 5}, "first_tile", ("is for first_lead tile", "first_lead is highest_double")),
        ({"first_lead": "tile", "first_tile": 5, "removed_tiles": (5,)}, "first_tile", ("2-2 is among removed_tiles",)),
        ({"no_double": "highest_double"}, "no_double", ("highest_double needs first_lead tile",)),
        ({"redeal_doubles": 1}, "redeal_doubles", ("for ever, or nearly",)),
        ({"redeal_doubles": 2}, "redeal_doubles", ("redeal_doubles 2",)),
        ({"redeal_doubles": 4, "hand_size": 14}, "redeal_doubles", ("redeal_doubles 4 would deal for ever",)),
        ({"fill_first": 4}, "fill_first", ("needs spinner opening_double", "spinner is none")),
        ({"fill_first": 4, "spinner": "first_double"}, "fill_first", ("spinner is first_double",)),
        ({"fill_first": 8} | CROSS, "fill_first", ("8; only 6 tiles show a number of a double-6 set",)),
        ({"fill_first": 4, "set_max": 3, "hand_size": 5} | CROSS, "fill_first", ("only 3 tiles",)),
        ({"fill_first": 6, "play_score": "multiples"} | CROSS, "fill_first", ("no open-end total",)),
        ({"arm_doubles": True} | CROSS, "arm_doubles", ("needs fill_first",)),
        ({"arm_doubles": True, "fill_first": 4, "unlock": "suit"} | CROSS, "arm_doubles", ("when unlock is suit",)),
        ({"match": "sum", "wild_blank": "both"}, "match", ("combined with wild_blank both",)),
        ({"match": "sum", "unlock": "suit"}, "match", ("combined with unlock suit",)),
        ({"match": "sum", "spinner": "first_double"}, "match", ("combined with spinner first_double",)),
        ({"match": "sum", "play_score": "bergen"}, "match", ("combined with play_score bergen",)),
        ({"match": "sum", "match_sum": 13}, "match_sum", ("match_sum is 13", "add up to 12 at most")),
        ({"ends": 1, "spinner": "all_doubles"}, "ends", ("is for a line", "spinner is all_doubles")),
        ({"ends": 1, "play_score": "multiples"}, "ends", ("without points for open ends", "play_score is multiples")),
        ({"all_pass_points": 25}, "all_pass_points", ("needs three players",)),
        ({"match_by": "wins", "entry_points": 10}, "match_by", ("counts no points", "entry_points")),
        ({"match_by": "consecutive_wins", "check": "immediate"}, "match_by", ("check is immediate",)),
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
    Rules(removed_tiles=(0,), players=3, hand_size=9)
    Rules(removed_tiles=(0, 27), hand_size=13)
    Rules(first_lead="tile", first_tile=27, no_double="highest_double")
    Rules(first_lead="seat0", lead_tile="draw_double", no_double="draw_until")
    Rules(redeal_doubles=3, players=4)
    Rules(redeal_doubles=5, hand_size=14)
    Rules(redeal_doubles=28)
    Rules(set_max=9, fill_first=8, arm_doubles=True, wild_blank="both", **CROSS)
    Rules(fill_first=4, arm_doubles=True, play_score="fives_threes", **CROSS)
    Rules(match="sum", match_sum=12, ends=1)
    Rules(match_sum=18)  # it does not matter while halves match by being equal
    Rules(ends=1, wild_blank="both", unlock="suit")
    Rules(match_by="wins", shutout_below=2, compare="above")


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


def test_which_tiles_a_sum_accepts():
    """On a two of sums of seven: fives, the matadors 6-1, 5-2 and 4-3, and 0-0; on a blank matadors only."""
    seven = Rules(match="sum").record()[0]
    matadors = mask_of([0, tile_id(6, 1), tile_id(5, 2), tile_id(4, 3), tile_id(7, 0)])
    assert int(seven["accept"][2]) == matadors | mask_of(tile_id(5, other) for other in range(10))
    in_play = (1 << 28) - 1
    assert int(seven["accept"][0]) & in_play == matadors & in_play
    assert (seven["accept"] == seven["number"]).all()


def test_the_number_of_an_end_whatever_blanks_do():
    for word in ("none", "both", "played_only"):
        number = Rules(wild_blank=word).record()[0]["number"]
        assert [int(mask) for mask in number] == [
            mask_of(tile_id(pip, other) for other in range(10)) for pip in range(10)
        ]


def test_the_tiles_in_play():
    rules = Rules(removed_tiles=(0, 27))
    assert (rules.tile_count, sorted(tiles_in(rules.set_mask))) == (26, list(range(1, 27)))
    record = rules.record()[0]
    assert (record["tile_count"], int(record["set_mask"])) == (26, rules.set_mask)
    assert "removed_tiles" not in RULES_DTYPE.names


def test_what_may_score_during_play():
    three = {"players": 3}
    for settings in ({"play_score": "bergen"}, *({name: 1} for name in ("lead_pass_tile_points", "all_pass_points"))):
        assert Rules(**three | settings).scores_in_play
    assert not Rules(capicu_points=5, lock_points=5, early_round_points=(5,)).scores_in_play


def test_sizes_are_bounded_by_the_masks():
    assert (MAX_SET, MAX_PLAYERS) == (9, 4)
    assert np.iinfo(np.uint64).bits > Rules(set_max=9, hand_size=27).tile_count


DOUBLES = tuple(tile_id(pip, pip) for pip in range(7))


@pytest.mark.parametrize("lead", ["highest_double", "lowest_double"])
@pytest.mark.parametrize("otherwise", ["redeal", "draw_until"])
def test_a_lead_waits_for_no_double_that_is_removed(lead, otherwise):
    setting, message = refused(first_lead=lead, no_double=otherwise, removed_tiles=DOUBLES)
    assert setting == "no_double"
    assert "removed_tiles" in message
    assert Rules(first_lead=lead, no_double=otherwise, removed_tiles=DOUBLES[1:])
    assert Rules(first_lead=lead, no_double="lot", removed_tiles=DOUBLES)


def test_a_number_is_not_locked_for_ever():
    setting, message = refused(unlock="suit", removed_tiles=(tile_id(0, 0), tile_id(3, 3)))
    assert setting == "removed_tiles"
    assert message == "removed_tiles takes out 0-0, so that unlock suit would lock the number 0 for ever"
    assert Rules(unlock="suit", removed_tiles=(tile_id(0, 1),))


SILENT = {"domino_score": "none", "blocked_score": "none"}


@pytest.mark.parametrize(
    "more", [{}, {"domino_score": "by_last_tile", "last_tile_points": ()}, {"early_round_points": (50, 49)}]
)
def test_a_match_without_points_never_ends(more):
    rules = Rules(**{**SILENT, "target": 100, **more})
    with pytest.raises(RulesError, match=r"never end.*target is 100") as error:
        check_match_ends(rules)
    assert (error.value.setting, *error.value.others) == ("domino_score", "blocked_score", "play_score", "target")


@pytest.mark.parametrize(
    "more",
    [
        {"match_by": "wins", "target": 3},
        {"capicu_points": 5},
        {"lock_points": 5},
        {"lead_pass_tile_points": 5},
        {"play_score": "multiples"},
        {"blocked_score": "opp"},
        {"domino_score": "by_last_tile"},
        {"early_round_points": (50, 50)},
    ],
)
def test_a_match_with_points_may_end(more):
    check_match_ends(Rules(**{**SILENT, "target": 100, **more}))
