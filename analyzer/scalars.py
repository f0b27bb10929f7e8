"""Reading single values from their text as written: counts, fractions, words, names, switches.

Each reader takes a value of the tree and returns the plain value, or raises ValueError with a sentence that says what
was got, what is allowed and how to write it. `analyzer.schema` builds its field types from them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal

from analyzer.faults import listed, suggest
from analyzer.yaml_text import Map, Scalar, Seq

__all__ = [
    "Amount",
    "read_amount",
    "read_by_players",
    "read_choice",
    "read_count",
    "read_flag",
    "read_label",
    "read_number",
    "read_share",
    "read_text",
    "read_word",
    "shown",
]

_NUMBER = re.compile(r"[+-]?(\d[\d_]*)(\.[\d_]*)?([eE][+-]?\d{1,6})?|[+-]?\.\d[\d_]*([eE][+-]?\d{1,6})?")
_COMMAS = re.compile(r"[+-]?\d{1,3}(,\d{3})+(\.\d+)?")
_YES = ("yes", "on", "true")
_NO = ("no", "off", "false")


class Amount(float):
    """A number that remembers whether it was written with a percent sign (its value is the fraction)."""

    percent: bool = False


def shown(value: object) -> str:
    """Say what was got, in a few characters."""
    if isinstance(value, Map):
        return "a mapping (key: value)"
    if isinstance(value, Seq):
        return "a list"
    if isinstance(value, Scalar):
        text = str(value) if len(value.text) <= 60 else value.text[:57] + "..."
        return " ".join(text.splitlines()) or "nothing"
    return repr(value)


def _scalar(value: object, wanted: str) -> Scalar:
    """Refuse what is not a single value, or no value at all."""
    if not isinstance(value, Scalar):
        raise ValueError(f"expects {wanted}, got {shown(value)}")
    if value.empty and not value.text.strip("~"):
        raise ValueError(f"has no value; it expects {wanted}")
    return value


def _decimal(scalar: Scalar, wanted: str, text: str) -> Decimal:
    """Read a number as people write it, exactly."""
    if _COMMAS.fullmatch(text):
        plain = text.replace(",", "")
        raise ValueError(f"{text} has commas; write {plain} or {text.replace(',', '_')}")
    if scalar.flag is not None or not _NUMBER.fullmatch(text):
        raise ValueError(f"expects {wanted}, got {shown(scalar)}")
    return Decimal(text.replace("_", ""))


def read_count(value: object, low: int, high: int) -> int:
    """Read a whole number however it is written: ``1000000``, ``1e6``, ``1.0e6``, ``1_000_000``.

    Raises
    ------
    ValueError
        If it is not a whole number from `low` to `high`.
    """
    digits = len(str(high)) - 1
    wanted = f"a whole number from {low} to {f'1e{digits}' if digits > 6 and high == 10**digits else high}"
    scalar = _scalar(value, wanted)
    text = scalar.text.strip()
    number = _decimal(scalar, wanted, text)
    if number and number.adjusted() > 30:
        raise ValueError(f"{text} is too large; it expects {wanted}")
    if number != number.to_integral_value():
        raise ValueError(f"{text} is not whole; it expects {wanted}")
    whole = int(number)
    if not low <= whole <= high:
        reason = "negative" if whole < 0 <= low else "too small" if whole < low else "too large"
        raise ValueError(f"{text} is {reason}; it expects {wanted}")
    return whole


def read_choice(value: object, choices: Sequence[int]) -> int:
    """Read one of a few whole numbers; ``off`` and ``none`` stand for 0 where that is one of them.

    Raises
    ------
    ValueError
        If it is none of them; the message lists them.
    """
    scalar = _scalar(value, wanted := f"one of {listed(choices)}")
    if 0 in choices and (scalar.flag is False or scalar.text in (*_NO, "none")):
        return 0
    number = _decimal(scalar, wanted, scalar.text.strip())
    if number not in choices:
        raise ValueError(f"expects {wanted}, got {scalar.text.strip()}")
    return int(number)


def read_number(value: object, low: float = -1e9, high: float = 1e9) -> float:
    """Read a number from `low` to `high`."""
    wanted = "a number"
    scalar = _scalar(value, wanted)
    number = float(_decimal(scalar, wanted, scalar.text.strip()))
    if not low <= number <= high:
        raise ValueError(f"{scalar.text.strip()} is outside; it must lie from {low:g} to {high:g}")
    return number


def read_amount(value: object, low: float, high: float, example: str) -> Amount:
    """Read ``0.1%``, ``0.1 %`` or ``0.001``: a number between `low` and `high`, both excluded.

    Raises
    ------
    ValueError
        If it is not a number or lies outside.
    """
    wanted = f"a number such as {example}"
    scalar = _scalar(value, wanted)
    text = scalar.text.strip()
    percent = text.endswith("%")
    number = float(_decimal(scalar, wanted, text.removesuffix("%").rstrip())) / (100 if percent else 1)
    if not (low < number < high and math.isfinite(number)):
        limit = f"more than {low:g}" + (f" and less than {high:g}" if math.isfinite(high) else "")
        raise ValueError(f"{text} is outside: it must be {limit}; it expects {wanted}")
    amount = Amount(number)
    amount.percent = percent
    return amount


def read_share(value: object) -> float:
    """Read a share from 0 to 1, both included: ``5%`` or ``0.05``."""
    wanted = "a share from 0 to 1, such as 5% or 0.05"
    scalar = _scalar(value, wanted)
    text = scalar.text.strip()
    number = float(_decimal(scalar, wanted, text.removesuffix("%").rstrip())) / (100 if text.endswith("%") else 1)
    if not 0 <= number <= 1:
        raise ValueError(f"{text} is outside; it expects {wanted}")
    return number


def read_text(value: object) -> str:
    """Read any single value as the text that was written."""
    scalar = _scalar(value, "a text")
    if not scalar.text.strip():
        raise ValueError("has no value; it expects a text")
    if any(ord(char) < 32 and char not in "\n\t" for char in scalar.text):
        raise ValueError("holds a control character")
    return scalar.text


def read_label(value: object, what: str = "a name") -> str:
    """Read a name as written; what YAML takes for yes or no is refused, because nobody would see the change.

    Raises
    ------
    ValueError
        If it is no text, or empty.
    """
    scalar = value
    if not isinstance(scalar, Scalar):
        raise ValueError(f"expects {what}, got {shown(value)}")
    if scalar.flag is not None:
        raise ValueError(
            f'expects {what}, but YAML reads {scalar.text} as yes or no; if it is a name, quote it: "{scalar.text}"'
        )
    if not scalar.text.strip():
        raise ValueError(f"has no value; it expects {what}")
    if len(scalar.text) > 200 or any(ord(char) < 32 for char in scalar.text):
        raise ValueError("a name has at most 200 characters, all on one line")
    return scalar.text


def read_word(value: object, words: Mapping[str, object], off: str | None, aliases: Mapping[str, str]) -> str:
    """Read one of some words; `off` is the word that ``off``, ``no`` and ``false`` stand for.

    Raises
    ------
    ValueError
        If it is none of them; the message lists them and names the nearest.
    """
    wanted = f"one of {', '.join(words)}"
    scalar = _scalar(value, wanted)
    text = scalar.text
    if text in words:
        return text
    if text in aliases:
        return aliases[text]
    if off is not None and (scalar.flag is False or text in (*_NO, "none")):
        return off
    if scalar.flag is not None:
        raise ValueError(f"expects {wanted}; got {text}, which YAML reads as yes or no")
    raise ValueError(f"{shown(scalar)} is not known; it expects {wanted}{suggest(text, [*words, *aliases])}")


def read_flag(value: object) -> bool:
    """Read on or off."""
    wanted = "on or off"
    scalar = _scalar(value, wanted)
    if scalar.flag is not None:
        return scalar.flag
    if scalar.text in _YES or scalar.text in _NO:
        return scalar.text in _YES
    raise ValueError(f"expects {wanted}, got {shown(scalar)}")


def read_by_players(value: object, read: Callable[[object], object], numbers: range) -> object:
    """Read one value, or a mapping from number of players to value.

    Returns
    -------
    object
        The value, or a dict from int to value.
    """
    if not isinstance(value, Map):
        return read(value)
    result: dict[int, object] = {}
    for key, item in value.items():
        if key not in map(str, numbers):
            raise ValueError(f"{key} is no number of players; a mapping goes by {listed(list(numbers))} players")
        try:
            result[int(key)] = read(item)
        except ValueError as error:
            raise ValueError(f"for {key} players: {error}") from None
    if not result:
        raise ValueError("has no value")
    return result
