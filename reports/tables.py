"""The tables of a page as frozen data: every number with its interval, level, unit and number of deals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reports.facts import Facts
from reports.formats import count, factor, level, own_text, scale, unit_word
from reports.labels import Label, label_of, shared_words
from reports.rows import ARM, COMPARISON, RULE_CHANGE, Row, group_by, shared
from reports.vocabulary import Verdict, measure_named, verdict_of

__all__ = ["Cell", "Group", "Head", "Table", "TableRow", "heading_of", "tables_of"]


@dataclass(frozen=True)
class Cell:
    """A cell: its text, and the verdict it shows if it shows one."""

    text: str
    verdict: Verdict | None = None


@dataclass(frozen=True)
class Head:
    """The heading of a column; numbers are set to the right, words to the left."""

    text: str
    words: bool = False


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
    """A table: headings of its columns (the first is the label's), and its groups."""

    key: str
    title: str
    caption: str
    heads: tuple[Head, ...]
    groups: tuple[Group, ...]


_TITLES = {COMPARISON: "Comparisons", RULE_CHANGE: "Changes of rules", ARM: "Arms"}
_FIRST_HEADS = {COMPARISON: "Candidate vs baseline", RULE_CHANGE: "House rules", ARM: "Arm"}
_OWN_HEADS = {COMPARISON: ("Candidate", "Baseline"), RULE_CHANGE: ("Changed", "Reference")}


def tables_of(rows: Sequence[Row], facts: Facts) -> tuple[Table, ...]:
    """Return one table for each kind of row there is, differences first; unknown kinds keep their name."""
    order = {COMPARISON: 0, RULE_CHANGE: 1, ARM: 2}
    kinds = group_by(rows, lambda row: row.kind)
    return tuple(_table(group, facts) for group in sorted(kinds, key=lambda group: order.get(group[0].kind, 3)))


def _table(rows: Sequence[Row], facts: Facts) -> Table:
    """Plan the table of one kind."""
    kind = rows[0].kind
    confidence = shared(rows, "confidence")
    stops_differ = shared(rows, "stopped") is None
    heads = [_FIRST_HEADS.get(kind, "Arm"), "Value" if kind == ARM else "Difference"]
    heads.append(f"{level(confidence)} interval" if confidence else "Interval (level)")
    if kind != ARM:
        heads += ["Verdict", *_OWN_HEADS.get(kind, ("Own", "Other")), "VRF"]
    heads += ["Deals", f"{facts.play_word.capitalize()}s".replace("chs", "ches")]
    heads += ["Stopped"] if stops_differ else []
    groups = tuple(
        _group(group, rows, facts, confidence is None, stops_differ)
        for group in group_by(rows, lambda row: (row.measure, row.unit))
    )
    columns = tuple(Head(head, words=head in ("Verdict", "Stopped")) for head in heads)
    title = _TITLES.get(kind, kind)
    return Table(f"table-{kind.replace(' ', '-')}", title, shared_words(rows, facts), columns, groups)


def _group(group: Sequence[Row], rows: Sequence[Row], facts: Facts, levels: bool, stops: bool) -> Group:
    """Plan the rows of one measure."""
    lines = tuple(TableRow(_label(row, rows, facts), _cells(row, levels, stops)) for row in group)
    return Group(heading_of(group[0]), measure_named(group[0].measure).meaning, lines)


def _label(row: Row, rows: Sequence[Row], facts: Facts) -> Label:
    label = label_of(row, rows, facts)
    if row.kind == ARM and label.main.startswith("seat "):  # the heading says so
        return Label(label.detail or row.policy or label.main)
    return label


def heading_of(row: Row) -> str:
    """Return the heading of a measure: its name and the unit of its figures."""
    name = measure_named(row.measure).name
    unit = unit_word(row.unit, difference=row.difference)
    return f"{name[:1].upper()}{name[1:]} ({unit})"


def _cells(row: Row, levels: bool, stops: bool) -> tuple[Cell, ...]:
    """Return the cells of a row."""
    shown = scale(row.estimate, row.low, row.high, row.unit, signed=row.difference)
    interval = shown.interval if row.known else "too few deals"
    cells = [Cell(shown.value), Cell(f"{interval} ({level(row.confidence)})" if levels else interval)]
    if row.difference:
        verdict = verdict_of(row.verdict, row.kind == RULE_CHANGE, row.estimate)
        own = [
            own_text(row.value, row.low, row.high, row.unit),
            own_text(row.baseline_value, row.low, row.high, row.unit),
        ]
        cells += [Cell(verdict.words, verdict), *map(Cell, own), Cell(factor(row.variance_reduction))]
    cells += [Cell(count(row.deals)), Cell(count(row.games))]
    return (*cells, Cell(row.stopped)) if stops else tuple(cells)
