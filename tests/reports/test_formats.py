import math

import pytest

from reports import formats


@pytest.mark.parametrize(
    ("value", "low", "high", "expected"),
    [
        (3.12, 3.02, 3.22, ("3.1", "3.0", "3.2")),
        (3.12, 3.07, 3.17, ("3.12", "3.07", "3.17")),
        (56.79, 56.0, 57.6, ("56.8", "56.0", "57.6")),
        (1234.5, 1214.5, 1254.5, ("1,234", "1,214", "1,254")),
        (0.14, 0.04, 0.24, ("0.14", "0.04", "0.24")),  # one digit more, or the interval would seem to hold zero
        (-3.12, -3.22, -3.02, ("−3.1", "−3.2", "−3.0")),
        (0.0, 0.0, 0.0, ("0", "0", "0")),
        (0.004, -0.1, 0.108, ("0.0", "−0.1", "0.1")),
    ],
)
def test_digits_are_those_the_interval_supports(value, low, high, expected):
    assert tuple(formats.scale(value, low, high, "points")) == expected


def test_a_probability_is_shown_in_percent_and_a_difference_with_its_sign():
    assert formats.scale(0.5679, 0.5669, 0.5689, "probability").interval == "56.7 to 56.9"
    assert tuple(formats.scale(0.031, 0.030, 0.032, "probability", signed=True)) == ("+3.1", "+3.0", "+3.2")


def test_an_arms_own_value_has_the_digits_of_the_difference():
    assert formats.own_text(0.0271, 0.032, 0.035, "probability") == "2.7 %"
    assert formats.own_text(0.0004, 0.024, 0.027, "probability") == "0.04 %"
    assert formats.own_text(5.38, 0.499, 0.541, "points") == "5.38"
    assert formats.own_text(math.nan, 0, 1, "points") == "–"


def test_no_negative_zero():
    assert formats.number(-0.0001, 1) == "0.0"
    assert formats.number(-0.0, 0, signed=True) == "0"


def test_missing_numbers_are_said_to_be_unknown():
    assert formats.number(math.nan, 2) == "unknown"
    assert formats.decimals_for(math.nan, math.nan, math.nan) == 0
    assert formats.factor(None) == formats.factor(math.nan) == "–"
    assert formats.level(math.nan) == "unknown level"
    assert formats.duration(math.nan) == "unknown"


@pytest.mark.parametrize(
    ("unit", "shown", "difference", "word"),
    [
        ("probability", "3.1", True, "percentage points"),
        ("probability", "1", True, "percentage point"),
        ("probability", "1", False, "%"),
        ("points", "1", False, "point"),
        ("points", "1.0", False, "points"),
        ("pips", "−1", True, "pip"),
        ("passes", "1", False, "pass"),
        ("tiles", "2", False, "tiles"),
    ],
)
def test_units_are_plural_except_at_one(unit, shown, difference, word):
    assert formats.unit_word(unit, shown, difference) == word


def test_counts_words_levels_and_times():
    assert [formats.plural(1, "deal"), formats.plural(400_000, "deal"), formats.plural(2, "match")] == [
        "1 deal",
        "400,000 deals",
        "2 matches",
    ]
    assert [formats.level(0.95), formats.level(0.999), formats.factor(2.41), formats.factor(31.2)] == [
        "95 %",
        "99.9 %",
        "2.4×",
        "31×",
    ]
    assert [formats.duration(s) for s in (0.421, 3.42, 59.97, 125, 3840)] == [
        "0.42 s",
        "3.4 s",
        "1 min 00 s",
        "2 min 05 s",
        "1 h 04 min",
    ]
    assert [formats.number_word(2), formats.number_word(12)] == ["two", "12"]


def test_only_unshowable_characters_are_replaced():
    assert formats.clean("戦略 <b> 007\n\x1b[31m\udc80") == "戦略 <b> 007\n�[31m�"


def test_long_names_keep_both_ends():
    assert formats.shorten("abcdefghijklmnopqrstuvwxyz", 10) == "abcdef…xyz"
    assert formats.shorten("short", 10) == "short"
