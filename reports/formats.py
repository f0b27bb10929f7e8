"""Numbers as a person reads them: digits that the interval supports, percent, points, counts, times.

Estimates of probabilities are fractions in the results and percent on the page; a *difference* of probabilities is in
percentage points. The minus sign is the typographic one (U+2212).
"""

from __future__ import annotations

import math
import unicodedata
from typing import NamedTuple

__all__ = [
    "MINUS",
    "Scaled",
    "clean",
    "count",
    "decimals_for",
    "duration",
    "factor",
    "level",
    "number",
    "number_word",
    "own_text",
    "plural",
    "scale",
    "shorten",
    "unit_word",
]

MINUS = "\u2212"
MAX_DECIMALS = 6

_NUMBER_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class Scaled(NamedTuple):
    """An estimate with its interval as texts, all with the same number of decimals."""

    value: str
    low: str
    high: str

    @property
    def interval(self) -> str:
        """The interval in words, such as ``3.0 to 3.2``."""
        return f"{self.low} to {self.high}"


def decimals_for(value: float, low: float, high: float) -> int:
    """Return how many decimals an estimate deserves: one significant digit of its interval's half-width.

    Up to two more are given where rounding would move a bound to zero, so that an interval that excludes zero is
    also seen to exclude it.

    Parameters
    ----------
    value, low, high : float
        The estimate and its interval, in the unit they are shown in.
    """
    half_width = (high - low) / 2
    if not math.isfinite(half_width) or half_width <= 0:
        return 2 if math.isfinite(value) and value != int(value) else 0
    power = int(f"{half_width:.0e}".partition("e")[2])  # after rounding to one digit: 0.095 counts as 0.1
    least = min(max(0, -power), MAX_DECIMALS)
    for decimals in range(least, min(least + 2, MAX_DECIMALS) + 1):
        if all(bound == 0 or round(bound, decimals) != 0 for bound in (low, high)):
            return decimals
    return least


def number(value: float, decimals: int, signed: bool = False) -> str:
    """Write a number with a fixed number of decimals, thousands separated, ``+`` in front if `signed`."""
    if not math.isfinite(value):
        return "unknown"
    text = f"{abs(value):,.{decimals}f}"
    if float(text.replace(",", "")) == 0:
        return text
    return (MINUS if value < 0 else "+" if signed else "") + text


def scale(value: float, low: float, high: float, unit: str, signed: bool = False) -> Scaled:
    """Write an estimate and its interval in the unit they are shown in (percent for a probability).

    Parameters
    ----------
    value, low, high : float
        As in the results table: fractions where the unit is ``probability``.
    unit : str
        The unit's name in the results table.
    signed : bool
        Write ``+`` before positive numbers, as for differences in tables.
    """
    times = 100.0 if unit == "probability" else 1.0
    scaled = [times * part for part in (value, low, high)]
    decimals = decimals_for(*scaled)
    return Scaled(*(number(part, decimals, signed) for part in scaled))


def own_text(value: float, low: float, high: float, unit: str) -> str:
    """Write an arm's own value beside a difference, to the digits of the difference's interval.

    More digits are given to a value that would be rounded to zero.

    Parameters
    ----------
    value : float
        The arm's value, as in the results table.
    low, high : float
        The interval of the difference.
    unit : str
        The unit's name in the results table.
    """
    if not math.isfinite(value):
        return "–"
    times = 100.0 if unit == "probability" else 1.0
    decimals = decimals_for(*(times * part for part in ((low + high) / 2, low, high)))
    while times * value != 0 and round(times * value, decimals) == 0 and decimals < MAX_DECIMALS:
        decimals += 1
    shown = number(times * value, decimals)
    return f"{shown} %" if unit == "probability" else shown


def count(value: float) -> str:
    """Write a whole number with thousands separated."""
    return f"{round(value):,}" if math.isfinite(value) else "unknown"


def plural(value: float, word: str) -> str:
    """Write a count with its word: ``1 deal``, ``400,000 deals``, ``2 matches``."""
    return f"{count(value)} {word if round(value) == 1 else _plural_of(word)}"


def _plural_of(word: str) -> str:
    return word + ("es" if word.endswith(("s", "ch", "x")) else "s")


def unit_word(unit: str, shown: str = "", difference: bool = False) -> str:
    """Return the word for a unit, in the singular where the number beside it reads exactly 1.

    Parameters
    ----------
    unit : str
        The unit's name in the results table: ``probability``, ``points``, ``pips``, ``passes``...
    shown : str
        The number as shown, such as ``1`` or ``−0.52``.
    difference : bool
        A difference of probabilities is in percentage points, a probability in percent.
    """
    word = ("percentage points" if difference else "%") if unit == "probability" else unit
    if shown.strip("+" + MINUS) == "1" and word.endswith("s"):
        return word[:-2] if word.endswith("sses") else word[:-1]
    return word


def level(confidence: float) -> str:
    """Write a level of confidence: ``0.95`` as ``95 %``, ``0.999`` as ``99.9 %``."""
    return f"{100 * confidence:.6g} %" if math.isfinite(confidence) else "unknown level"


def factor(value: float | None) -> str:
    """Write a variance-reduction factor with two significant digits, such as ``2.4×`` or ``31×``."""
    if value is None or not math.isfinite(value):
        return "–"
    return f"{value:,.0f}×" if value >= 9.95 else f"{value:.1f}×"


def number_word(value: int) -> str:
    """Write a small count as a word, a larger one in figures."""
    return _NUMBER_WORDS[value] if 0 <= value < len(_NUMBER_WORDS) else count(value)


def duration(seconds: float) -> str:
    """Write a time span: ``0.42 s``, ``3.2 s``, ``2 min 05 s``, ``1 h 04 min``."""
    if not math.isfinite(seconds):
        return "unknown"
    if seconds < 59.95:
        return f"{seconds:.2f} s" if seconds < 1 else f"{seconds:.1f} s"
    whole = round(seconds)
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02d} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02d} min"


def clean(text: object) -> str:
    """Return a text that can be shown anywhere: control characters and lone surrogates become U+FFFD.

    Everything else is kept as it is: ``NA``, ``007``, ``<script>``, ``戦略``.
    """
    return "".join("\ufffd" if _unshowable(char) else char for char in str(text))


def _unshowable(char: str) -> bool:
    category = unicodedata.category(char)
    return category == "Cs" or char in "\ufffe\uffff" or (category == "Cc" and char not in "\t\n")


def shorten(text: str, most: int) -> str:
    """Cut a long text in the middle, so that names that differ at either end stay apart."""
    text = " ".join(text.split()) if "\n" in text or "\t" in text else text
    if len(text) <= most:
        return text
    tail = (most - 1) // 3
    return f"{text[: most - 1 - tail]}…{text[len(text) - tail :]}"
