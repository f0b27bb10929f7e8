"""What is counted: how each measure of `analyzer.experiment.MEASURES` is read from played rounds or matches.

A reader takes the record array of `kernels.engine.play_rounds` (or ``play_matches``), the side of the candidate and
the rules, and returns one whole number a deal. Sides are numbered as in the records: every seat alone, or seat % 2 with
partners, so seat 0 belongs to side 0 and seat 1 to side 1 in both.
"""

from __future__ import annotations

import difflib
import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from analyzer import experiment
from kernels import tiles
from kernels.rules import Rules

__all__ = ["READERS", "MeasureError", "Reader", "limits", "read", "reader", "scale", "span"]

Table = npt.NDArray[np.void]
IntArray = npt.NDArray[np.int64]

_DOMINO, _BLOCKED = 0, 1
_MOST_ROUNDS = 1000  # of a match


class MeasureError(ValueError):
    """A measure that does not exist, or not for what is played; the message names the nearest that does."""


@dataclass(frozen=True)
class Reader:
    """How a measure is read.

    Attributes
    ----------
    name : str
        The measure.
    function : callable
        ``(table, side, rules) -> array of shape (deals,)``, any integer or boolean dtype.
    better : str
        ``higher``, ``lower`` or empty where neither is better.
    """

    name: str
    function: Callable[[Table, int, Rules], npt.NDArray[Any]]
    better: Literal["higher", "lower", ""] = ""

    @property
    def unit(self) -> str:
        """Unit of the measure, such as ``probability`` or ``points``."""
        return experiment.MEASURES[self.name].unit

    @property
    def meaning(self) -> str:
        """A sentence for readers."""
        return experiment.MEASURES[self.name].meaning

    @property
    def by_side(self) -> bool:
        """Whether it belongs to a side; otherwise to the whole round or match, whoever is asked."""
        return self.subject == "seat" or self.name == "match_win"

    @property
    def subject(self) -> str:
        """What it belongs to: ``seat``, ``table`` or ``match``."""
        return experiment.MEASURES[self.name].subject


def _win(table: Table, side: int, rules: Rules) -> Any:
    return table["team"] == side


def _points(table: Table, side: int, rules: Rules) -> Any:
    return table["points"][:, side]


def _margin(table: Table, side: int, rules: Rules) -> Any:
    """In multiples of 1 / (sides - 1), see `scale`."""
    return rules.sides * _points(table, side, rules).astype(np.int64) - _round_points(table, side, rules)


def _of_side(field: str, table: Table, side: int, rules: Rules) -> Any:
    """Add up a field over the seats of a side."""
    result = table[field][:, side].astype(np.int64)
    for seat in range(side + rules.sides, rules.players, rules.sides):
        result += table[field][:, seat]
    return result


def _domino(table: Table, side: int, rules: Rules) -> Any:
    return (table["team"] == side) & (table["reason"] == _DOMINO)


def _opener_wins(table: Table, side: int, rules: Rules) -> Any:
    return table["team"] == table["opener"] % np.int8(rules.sides)


def _blocked(table: Table, side: int, rules: Rules) -> Any:
    return table["reason"] == _BLOCKED


def _winner_points(table: Table, side: int, rules: Rules) -> Any:
    """Points of the winning side, 0 in a round that nobody wins."""
    result = np.zeros(len(table), np.int64)
    for one in range(rules.sides):
        result += table["points"][:, one] * (table["team"] == one)
    return result


def _round_points(table: Table, side: int, rules: Rules) -> Any:
    result = table["points"][:, 0].astype(np.int64)
    for one in range(1, rules.sides):
        result += table["points"][:, one]
    return result


def _field(name: str, table: Table, side: int, rules: Rules) -> Any:
    return table[name]


def _seat_wins(seat: int, table: Table, side: int, rules: Rules) -> Any:
    return table["team"] == seat % rules.sides


def _seat_points(seat: int, table: Table, side: int, rules: Rules) -> Any:
    return table["points"][:, seat]


def _match_win(table: Table, side: int, rules: Rules) -> Any:
    return table["winner"] == side


_ALL = (
    Reader("win", _win, "higher"),
    Reader("points", _points, "higher"),
    Reader("margin", _margin, "higher"),
    Reader("play_points", partial(_of_side, "play_points"), "higher"),
    Reader("domino", _domino, "higher"),
    Reader("pips_left", partial(_of_side, "pips_left"), "lower"),
    Reader("opener_wins", _opener_wins),
    Reader("blocked", _blocked),
    Reader("tied", partial(_field, "tied")),
    Reader("winner_points", _winner_points),
    Reader("round_points", _round_points),
    *(Reader(name, partial(_field, name)) for name in ("plays", "turns", "draws", "passes")),
    *(Reader(f"win_seat_{seat}", partial(_seat_wins, seat)) for seat in range(4)),
    *(Reader(f"points_seat_{seat}", partial(_seat_points, seat)) for seat in range(4)),
    Reader("match_win", _match_win, "higher"),
    Reader("rounds", partial(_field, "rounds")),
)

READERS: dict[str, Reader] = {one.name: one for one in _ALL}
"""Every measure's reader by name."""


def reader(name: str) -> Reader:
    """Return the reader of a measure.

    Raises
    ------
    MeasureError
        If there is no such measure.
    """
    if name not in READERS:
        near = difflib.get_close_matches(str(name), READERS, n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise MeasureError(f"unknown measure {name!r}{hint} Measures: {', '.join(READERS)}")
    return READERS[name]


def read(name: str, table: Table, side: int, rules: Rules) -> IntArray:
    """Read a measure, one whole number a deal, in multiples of ``1 / scale(name, rules)``.

    Parameters
    ----------
    name : str
        The measure.
    table : numpy.ndarray
        Records of rounds or matches, shape ``(deals,)``.
    side : int
        The candidate's side; measures of the table ignore it.
    rules : Rules
        What was played.

    Returns
    -------
    numpy.ndarray
        int64, shape ``(deals,)``, contiguous.
    """
    return np.ascontiguousarray(reader(name).function(table, side, rules), np.int64)


def scale(name: str, rules: Rules) -> int:
    """Return the whole number that a measure is counted in fractions of: sides - 1 for ``margin``, else 1."""
    return rules.sides - 1 if name == "margin" else 1


def span(name: str, rules: Rules) -> float:
    """Return how far one deal's value may reasonably be from the rest: the scale of bounds on events never seen."""
    by_unit = {
        "probability": 1,
        "points": tiles.set_pips(rules.set_max),
        "pips": tiles.set_pips(rules.set_max),
        "tiles": rules.tile_count,
        "turns": rules.tile_count * rules.players,
        "rounds": _MOST_ROUNDS,
    }
    return float(by_unit[reader(name).unit])


def limits(name: str, difference: bool) -> tuple[float, float]:
    """Return the smallest and largest possible mean of a measure, or of a difference of two."""
    if reader(name).unit == "probability":
        return (-1.0, 1.0) if difference else (0.0, 1.0)
    return (-math.inf if difference or name == "margin" else 0.0, math.inf)
