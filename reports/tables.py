"""The tables of a page as frozen data: every number with its interval, level, unit and number of deals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from reports.facts import Facts
from reports.formats import count, factor, level, own_text, plural, scale, unit_word
from reports.labels import Label, label_of, shared_words
from reports.luck import outcome_words
from reports.rows import (
    ARM,
    COMPARISON,
    CROSSING,
    INTERACTION,
    LUCK,
    PAIR,
    RULE_CHANGE,
    SPLIT,
    SWEEP,
    Row,
    group_by,
    shared,
)
from reports.sentences import capital, game_words, interval_names, row_verdict
from reports.splits import TOO_FEW, part_of
from reports.sweeps import family_of, swept_of
from reports.vocabulary import Verdict, measure_named

__all__ = [
    "Cell",
    "Group",
    "Head",
    "Table",
    "TableRow",
    "basis_of",
    "head_of",
    "heading_of",
    "sorted_by",
    "table_of",
    "tables_of",
]


@dataclass(frozen=True)
class Cell:
    """A cell: its text, the verdict it shows if it shows one, and the number it is sorted by if it has one."""

    text: str
    verdict: Verdict | None = None
    sort: str = ""


@dataclass(frozen=True)
class Head:
    """The heading of a column: its kind decides how its cells are set; `note` explains it."""

    text: str
    kind: str = ""
    note: str = ""


@dataclass(frozen=True)
class TableRow:
    """A row: its label and its cells."""

    label: Label
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Group:
    """Rows of one measure under a heading that names measure and unit."""

    heading: str
    meaning: str
    rows: tuple[TableRow, ...]


@dataclass(frozen=True)
class Table:
    """A table: headings of its columns (the first is the label's), its groups, and on how many deals it stands."""

    key: str
    title: str
    caption: str
    heads: tuple[Head, ...]
    groups: tuple[Group, ...]
    role: str = ""
    basis: str = ""

    def columns(self, names: Sequence[str]) -> list[int]:
        """Return which cells of a row stand under some headings; ``interval`` is that of any level."""
        return [
            number
            for number, head in enumerate(self.heads[1:])
            if head.text in names or ("interval" in names and head.text.lower().endswith(_INTERVALS))
        ]


_INTERVALS = ("interval", "sequence", "(level)")
_TITLES = {
    COMPARISON: "Comparisons",
    SWEEP: "Dose and response",
    PAIR: "Every pair",
    INTERACTION: "Differences of differences",
    RULE_CHANGE: "Changes of rules",
    CROSSING: "Rules together",
    LUCK: "Luck",
    SPLIT: "By the deal",
    ARM: "Arms",
}
"""Titles of the tables by role, in their order."""

_FIRST_HEADS = {
    COMPARISON: "Candidate vs baseline",
    SWEEP: "Value",
    PAIR: "First vs second",
    INTERACTION: "Rules",
    CROSSING: "House rules",
    RULE_CHANGE: "House rules",
    LUCK: "Played",
    SPLIT: "Deals with",
    ARM: "Arm",
}
_OWN_HEADS = {
    COMPARISON: ("Candidate", "Baseline"),
    PAIR: ("First", "Second"),
    INTERACTION: ("Effect here", "Effect there"),
    CROSSING: ("Together", "Added up"),
    RULE_CHANGE: ("Changed", "Reference"),
}


def tables_of(rows: Sequence[Row], facts: Facts) -> tuple[Table, ...]:
    """Return one table for each role there is, differences first; unknown kinds keep their name."""
    order = list(_TITLES)
    groups = group_by(rows, lambda row: (row.role, row.difference))
    groups.sort(key=lambda group: order.index(group[0].role) if group[0].role in order else len(order))
    return tuple(table_of(group, facts) for group in groups)


def table_of(rows: Sequence[Row], facts: Facts) -> Table:
    """Plan the table of one role."""
    role, difference = rows[0].role, rows[0].difference
    shape = _Shape.of(rows)
    key = f"table-{role.replace(' ', '-')}{'-arm' if role == SPLIT and not difference else ''}"
    columns = tuple(head_of(head) for head in _heads(rows, facts, shape))
    groups = tuple(_group(group, rows, facts, shape) for group in group_by(rows, _group_of))
    return Table(key, _TITLES.get(role, role), shared_words(rows, facts), columns, groups, role, basis_of(rows))


class _Shape(NamedTuple):
    """Which columns a table has besides label, figure and interval."""

    levels: bool  # named in the cells, because they differ
    stops: bool
    own: bool
    factors: bool
    difference: bool

    @classmethod
    def of(cls, rows: Sequence[Row]) -> _Shape:
        difference = rows[0].difference
        return cls(
            levels=shared(rows, "confidence") is None,
            stops=shared(rows, "stopped") is None,
            own=difference and any(math.isfinite(row.value) for row in rows),
            factors=difference and (rows[0].kind in (COMPARISON, PAIR) or any(_has_factor(row) for row in rows)),
            difference=difference,
        )


def _has_factor(row: Row) -> bool:
    return math.isfinite(row.variance_reduction)


def _heads(rows: Sequence[Row], facts: Facts, shape: _Shape) -> list[str]:
    """Return the headings of the columns."""
    role, confidence = rows[0].role, shared(rows, "confidence")
    name = interval_names(rows)
    heads = [_FIRST_HEADS.get(role, "Arm"), "Difference" if shape.difference else "Value"]
    heads.append(f"{level(confidence)} {name}" if confidence else f"{name.capitalize()} (level)")
    heads += ["Verdict"] if shape.difference else []
    kind = role if role == CROSSING else rows[0].kind
    heads += _OWN_HEADS.get(kind, ("Own", "Other")) if shape.own else []
    heads += ["VRF"] if shape.factors else []
    heads += ["Deals", f"{facts.play_word.capitalize()}s".replace("chs", "ches")]
    return heads + (["Stopped"] if shape.stops else [])


def head_of(text: str) -> Head:
    """Return a heading with its kind and its explanation."""
    kinds = {
        "Difference": "main",
        "Value": "main",
        "Ahead of the next": "main",
        "Verdict": "verdict words",
        "Stopped": "words",
    }
    interval = text.lower().endswith(_INTERVALS)
    kind = "interval" if interval else kinds.get(text, "")
    return Head(text, kind, _NOTES.get("interval" if interval else text, ""))


_NOTES = {
    "Difference": "The first arm less the second, on the same deals.",
    "interval": "Covers the true value at the level named, over many runs like this one.",
    "Verdict": "What is established. “How to read this” says at which level.",
    "VRF": "Variance-reduction factor: how many times as many games separate deals would have taken.",
    "Deals": "Shuffles played. They are what the intervals count.",
    "Rounds": "Rounds played for this figure, all seats taken in turn.",
    "Matches": "Matches played for this figure, all seats taken in turn.",
}


def basis_of(rows: Sequence[Row]) -> str:
    """Say on how many deals the figures stand, and at which level."""
    deals, confidence = shared(rows, "deals"), shared(rows, "confidence")
    fewest, most = min(row.deals for row in rows), max(row.deals for row in rows)
    text = plural(deals, "deal") if deals is not None else f"{plural(fewest, 'deal')} to {plural(most, 'deal')}"
    name = interval_names(rows)
    return f"{text}{f', {level(confidence)} {name}s' if confidence else ''}"


def _group_of(row: Row) -> object:
    """Return which group of its table a row belongs to."""
    if row.role == SWEEP:
        return family_of(row)
    if row.role == SPLIT:
        return (row.measure, row.unit, row.question, row.variant, row.policy, row.baseline, part_of(row).axis)
    return (row.measure, row.unit)


def _group(group: Sequence[Row], rows: Sequence[Row], facts: Facts, shape: _Shape) -> Group:
    """Plan the rows of one measure."""
    lines = tuple(TableRow(_label(row, rows, facts), _cells(row, shape)) for row in group)
    first = group[0]
    of_what = _of_what(first, rows, facts)
    heading = f"{heading_of(first)}: {of_what}" if of_what else heading_of(first)
    return Group(heading, "" if of_what or first.kind == LUCK else measure_named(first.measure).meaning, lines)


def _of_what(row: Row, rows: Sequence[Row], facts: Facts) -> str:
    """Say what the group of a sweep or of a split is about: only what the caption does not say."""
    if row.role not in (SWEEP, SPLIT):
        return ""
    said = [game_words(row, facts)] if shared(rows, "variant") is None else []
    if row.role == SWEEP:
        swept = swept_of(row)
        return ", ".join([*said, f"{swept.words} of {swept.policy} vs {row.baseline}"])
    who = f"{row.policy} vs {row.baseline}" if row.baseline else f"seats {row.policy}" if row.policy else ""
    return ", ".join(part for part in [*said, who, f"by {part_of(row).axis}"] if part)


def _label(row: Row, rows: Sequence[Row], facts: Facts) -> Label:
    label = label_of(row, rows, facts)
    if row.kind == ARM and label.main.startswith("seat "):  # the heading says so
        return Label(label.detail or row.policy or label.main)
    return label


def heading_of(row: Row) -> str:
    """Return the heading of a measure: its name and the unit of its figures."""
    if row.kind == LUCK:
        return f"Share of the variance that the deal fixes, of {outcome_words(row.measure)} (%)"
    unit = unit_word(row.unit, difference=row.difference)
    return f"{capital(measure_named(row.measure).name)} ({unit})"


def _cells(row: Row, shape: _Shape) -> tuple[Cell, ...]:
    """Return the cells of a row."""
    shown = scale(row.estimate, row.low, row.high, row.unit, signed=row.difference)
    interval = shown.interval if row.known else TOO_FEW
    cells = [Cell(shown.value if row.known or math.isfinite(row.estimate) else "–", sort=sorted_by(row.estimate))]
    cells.append(Cell(f"{interval} ({level(row.confidence)})" if shape.levels else interval, sort=sorted_by(row.low)))
    if shape.difference:
        verdict = row_verdict(row)
        cells.append(Cell(verdict.words, verdict) if row.known else Cell("", verdict))
    if shape.own:
        cells += [Cell(_own(value, row), sort=sorted_by(value)) for value in (row.value, row.baseline_value)]
    if shape.factors:
        cells.append(Cell(factor(row.variance_reduction), sort=sorted_by(row.variance_reduction)))
    cells += [Cell(count(number), sort=str(number)) for number in (row.deals, row.games)]
    return (*cells, Cell(row.stopped)) if shape.stops else tuple(cells)


def sorted_by(value: float) -> str:
    """Return the number that a cell is sorted by, nothing where it is unknown."""
    return f"{value:.9g}" if math.isfinite(value) else ""


def _own(value: float, row: Row) -> str:
    """Write an arm's own value, or of an interaction the effect under one of the rules, which has a sign."""
    if row.kind != INTERACTION or not math.isfinite(value):
        return own_text(value, row.low, row.high, row.unit)
    half = (row.high - row.low) / 2
    return scale(value, value - half, value + half, row.unit, signed=True).value
