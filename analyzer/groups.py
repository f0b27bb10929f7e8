"""Groups that deals fall into, as far as the deal itself decides them: doubles and pips dealt, seat, opener, lead.

A comparison is split only by what is the same under both of its arms, so that a group holds the same (deal, seat) games
of each and its difference is still one of pairs. What a policy decides - a lead that may be any tile - would put
different games into the two arms' groups; such a split is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from analyzer.experiment import Play
from kernels import tiles
from kernels.rules import Rules

__all__ = ["PIPS_STEP", "SPLITS", "WHOLE_TABLE", "Split", "arm_side", "codes", "group_label", "lead_is_dealt", "misfit"]

Table = npt.NDArray[np.void]
IntArray = npt.NDArray[np.int64]

PIPS_STEP = 7
"""Width of the bands of pips dealt: 1-7, 8-14, ... 29-35, 36-42, ... (0 counts to the first)."""

_BANDS = np.maximum(np.arange(tiles.set_pips(tiles.MAX_SET) + 1) - 1, 0) // PIPS_STEP

WHOLE_TABLE = -1
"""In place of a side: the groups of a measure that belongs to the whole table."""


@dataclass(frozen=True)
class Split:
    """One way to split: how groups are read, and what they are called.

    Attributes
    ----------
    meaning : str
        For readers.
    read : callable
        ``(table, side, rules) -> code of each game``; `side` may be `WHOLE_TABLE`.
    label : callable
        ``(code, whole_table, rules) -> text``.
    """

    meaning: str
    read: Callable[[Table, int, Rules], IntArray]
    label: Callable[[int, bool, Rules], str]


def _dealt(field: str, table: Table, side: int, rules: Rules) -> IntArray:
    """Add up what was dealt to a side, or to everybody."""
    seats = range(rules.players) if side == WHOLE_TABLE else range(side, rules.players, rules.sides)
    result: IntArray = table[field][:, seats[0]].astype(np.int64)
    for seat in seats[1:]:
        result += table[field][:, seat]
    return result


def _doubles(table: Table, side: int, rules: Rules) -> IntArray:
    return _dealt("doubles_dealt", table, side, rules)


def _pips(table: Table, side: int, rules: Rules) -> IntArray:
    bands: IntArray = _BANDS[_dealt("pips_dealt", table, side, rules)]  # dividing takes three times as long
    return bands


def _seat(table: Table, side: int, rules: Rules) -> IntArray:
    return np.full(len(table), side, np.int64)


def _opener(table: Table, side: int, rules: Rules) -> IntArray:
    """Return whether the side leads; of the whole table, the seat that leads."""
    seat: IntArray = table["opener"].astype(np.int64)
    if side == WHOLE_TABLE:
        return seat
    partners = rules.sides < rules.players
    leads: IntArray = ((seat % rules.sides if partners else seat) == side).astype(np.int64)
    return leads


def _lead(table: Table, side: int, rules: Rules) -> IntArray:
    return table["lead"].astype(np.int64)


def _whose(whole: bool) -> str:
    return " to all" if whole else ""


def _pips_label(code: int, whole: bool, rules: Rules) -> str:
    low = code * PIPS_STEP + (1 if code else 0)
    return f"pips dealt{_whose(whole)}: {low}-{(code + 1) * PIPS_STEP}"


def _seat_label(code: int, whole: bool, rules: Rules) -> str:
    if rules.sides == rules.players:
        return f"seat: {code}"
    return f"seats: {' and '.join(str(seat) for seat in range(code, rules.players, rules.sides))}"


def _opener_label(code: int, whole: bool, rules: Rules) -> str:
    if whole:
        return f"opener: seat {code}"
    return f"opener: {'candidate' if code else 'another side' if rules.sides < rules.players else 'another seat'}"


SPLITS: dict[str, Split] = {
    "doubles_dealt": Split(
        "doubles dealt to the candidate's side (of a measure of the table: to all)",
        _doubles,
        lambda code, whole, rules: f"doubles dealt{_whose(whole)}: {code}",
    ),
    "pips_dealt": Split(
        f"pips dealt to the candidate's side (of a measure of the table: to all), in bands of {PIPS_STEP}",
        _pips,
        _pips_label,
    ),
    "seat": Split("the candidate's seat, or its seats with partners", _seat, _seat_label),
    "opener": Split(
        "whether the candidate's side leads (of a measure of the table: which seat leads)", _opener, _opener_label
    ),
    "lead": Split(
        "the tile that is led, where the deal decides it (without a comparison: also where the leader chooses it)",
        _lead,
        lambda code, whole, rules: f"lead: {tiles.format_tile(code)}",
    ),
}
"""Every split by the word of a configuration."""

_OF_MATCHES = ("seat", "opener")


def codes(split: str, table: Table, side: int, rules: Rules) -> IntArray:
    """Return the group of each game.

    Parameters
    ----------
    split : str
        One of `SPLITS`.
    table : numpy.ndarray
        Records of rounds or matches, shape ``(deals,)``.
    side : int
        The candidate's side, or `WHOLE_TABLE`.
    rules : Rules
        What was played.

    Returns
    -------
    numpy.ndarray
        int64, shape ``(deals,)``, 0 or more.
    """
    return SPLITS[split].read(table, side, rules)


def group_label(split: str, code: int, whole: bool, rules: Rules) -> str:
    """Return the name of a group, such as ``doubles dealt: 3``; `whole`: a group of the whole table."""
    return SPLITS[split].label(code, whole, rules)


def arm_side(measure: str, split: str, rules: Rules) -> int:
    """Return the side whose groups belong to a measure of an arm: the seat's own for ``win_seat_1`` and the like."""
    seat = measure.rpartition("_seat_")[2]
    own = seat.isdigit() and split in ("doubles_dealt", "pips_dealt")
    return int(seat) % rules.sides if own else WHOLE_TABLE


def lead_is_dealt(rules: Rules) -> bool:
    """Whether the deal decides the tile that is led in a single round."""
    return rules.lead_tile == "forced" and rules.no_double != "lot"


def misfit(split: str, play: Play, compares: bool, variants: dict[str, Rules]) -> str:
    """Say why a split does not fit an experiment, nothing if it does.

    Parameters
    ----------
    split : str
        One of `SPLITS`.
    play : str
        ``rounds`` or ``matches``.
    compares : bool
        Whether policies are compared.
    variants : dict
        Rules by label of the variant.
    """
    if play == "matches" and split not in _OF_MATCHES:
        return f"is known of a round, not of a match; with play: matches there are {' and '.join(_OF_MATCHES)}"
    if split == "seat" and not compares:
        return "is the candidate's; add compare, or measure win_seat_0, win_seat_1 ..."
    free = [label for label, rules in variants.items() if not lead_is_dealt(rules)]
    if split == "lead" and compares and free:
        return (
            f"is a choice of the leader's in {', '.join(free)}, so it is part of what is compared and not of the deal; "
            "set lead_tile: forced, or leave lead out"
        )
    return ""
