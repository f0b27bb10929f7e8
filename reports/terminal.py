"""The results in the terminal: a table that fits the width, or a list where a table would not fit.

Labels are put in as text, never as markup, and nothing is printed that the terminal's encoding lacks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from reports.facts import Facts, read_manifest
from reports.grid import grids, legend
from reports.heatmap import Matrix
from reports.house import House, read_house
from reports.house_figures import changes_matrix, gained, gains_matrix
from reports.labels import Label, shared_words
from reports.matrix import is_matrix, tips_matrix
from reports.rows import ARM, COMPARISON, CROSSING, INTERACTION, SPLIT, SWEEP, Row, read_rows, with_role
from reports.tables import Group, Table, TableRow, basis_of, tables_of
from reports.vocabulary import measure_named

if TYPE_CHECKING:
    import pandas as pd
    from rich.console import Console
    from rich.table import Table as RichTable
    from rich.text import Text

__all__ = ["fit_encoding", "print_results"]

NARROW = 64  # columns; below, a list reads better than folded cells

_PLAIN = {
    ord("\u2212"): "-",
    ord("–"): "-",
    ord("·"): "-",
    ord("×"): "x",
    ord("≈"): "~",
    ord("…"): "...",
    ord("“"): '"',
    ord("”"): '"',
    ord("’"): "'",
    ord("←"): "<",
    ord("→"): ">",
    ord("±"): "+/-",
    ord("▲"): "^",
    ord("▼"): "v",
}
_STYLES = {"better": "bold cyan", "worse": "bold yellow", "undecided": "dim", "same": "dim"}
_COLUMNS = ("Difference", "Value", "interval", "Verdict", "VRF")  # besides the label
_INDENT = 2
_VERDICT_WIDTH = 11  # "practically the same" on two lines

MOST_INTERACTIONS = 8  # more are shown by the first measure only
ADJUSTED = (
    "Verdicts hold for all differences of the run together (Holm), an interval for its own: "
    "it may leave out 0 while the verdict is undecided."
)
MANY_CELLS = 13  # comparisons of tips by games that are shown as a matrix


def print_results(results: pd.DataFrame, manifest: Mapping[str, Any], console: Console) -> None:
    """Print the results; see `reports.print_table`."""
    rows, facts = read_rows(results), read_manifest(manifest)
    if not rows:
        console.print(_text("No results.", console))
    house = read_house(rows, facts)
    if house:
        _print_house(house, facts, console)
        return
    telling = [row for row in rows if row.kind != ARM]
    grid = _grid_rows(rows)
    if grid:
        _print_grid(grid, facts, console)
        telling = [row for row in telling if row.role != COMPARISON]
    shown = _first_of_parts(telling if grid or telling else rows)
    for table in tables_of(shown, facts):
        _print_kind(table, console)
    if any(_adjusted_away(row) for row in [*shown, *grid]):
        console.print(_text(ADJUSTED, console, "dim"))
    if len(shown) + len(grid) < len(rows):
        console.print(_text(_left_out(rows, shown, bool(grid)), console, "dim"))


def _adjusted_away(row: Row) -> bool:
    """Say whether a row's interval leaves out 0 although its verdict is undecided."""
    return row.difference and row.verdict == "undecided" and row.known and (row.low > 0 or row.high < 0)


def _grid_rows(rows: Sequence[Row]) -> list[Row]:
    """Return the comparisons that are shown as a matrix: the first measure of tips by games, where they are many."""
    comparisons = with_role(rows, COMPARISON)
    firsts = [row for row in comparisons if row.measure == comparisons[0].measure]
    return firsts if len(firsts) >= MANY_CELLS and is_matrix(firsts) else []


def _print_grid(rows: Sequence[Row], facts: Facts, console: Console) -> None:
    """Print tips by games as a matrix."""
    caption = shared_words(rows, facts)
    title = f"Tips by games, {measure_named(rows[0].measure).name}{f': {caption}' if caption else ''}"
    _print_matrix(tips_matrix(rows, facts, "", whole=True), title, f"{basis_of(rows)}; ", console)


def _print_house(house: House, facts: Facts, console: Console) -> None:
    """Print house rules side by side as two matrices: rules by measures, rules by policies."""

    def short(matrix: Matrix) -> Matrix:
        lines = zip(matrix.lines, house.every, strict=True)
        return replace(matrix, lines=tuple(replace(line, label=Label(variant.short)) for line, variant in lines))

    changes = [row for variant in house.variants for row in variant.changes]
    gains = [row for variant in house.every for row in variant.gains]
    _print_matrix(short(changes_matrix(house, facts)), "What each rule changes", f"{basis_of(changes)}; ", console)
    matrix = gains_matrix(house, facts)
    if matrix:
        _print_matrix(short(matrix), f"What each policy gains: {gained(gains, facts)}", "", console)
    if any(_adjusted_away(row) for row in [*changes, *gains]):
        console.print(_text(ADJUSTED, console, "dim"))
    console.print(_text("The report has all intervals, and what rules change together.", console, "dim"))


def _print_matrix(matrix: Matrix, title: str, basis: str, console: Console) -> None:
    """Print a matrix under its title, as many columns beside each other as fit."""
    console.print(_text(title, console, "bold"))
    for rich in grids(matrix, console.width, lambda text, style: _text(text, console, style)):
        console.print(rich)
    console.print(_text(f"{basis}{legend(matrix)}", console, "dim"))


def _first_of_parts(rows: Sequence[Row]) -> list[Row]:
    """Leave out splits, and many interactions, of all measures but the first: they would be pages long."""
    kept = list(rows)
    for role in (SPLIT, INTERACTION, CROSSING):
        parts = with_role(rows, role)
        if role == SPLIT or len(parts) > MOST_INTERACTIONS:
            kept = [row for row in kept if row.role != role or row.measure == parts[0].measure]
    return kept


def _left_out(rows: Sequence[Row], shown: Sequence[Row], grid: bool) -> str:
    """Say what only the report has."""
    if grid or any(row.kind != ARM and row not in shown for row in rows):
        return "The report has all measures with their intervals, and the values of the arms."
    return "The report has the values of the arms as well."


def fit_encoding(text: str, encoding: str) -> str:
    """Return a text that an encoding can write: typographic signs become plain ones, what is left becomes ``?``."""
    try:
        text.encode(encoding)
    except LookupError:
        encoding = "ascii"
    except UnicodeEncodeError:
        pass
    else:
        return text
    kept = "".join(char if _writable(char, encoding) else char.translate(_PLAIN) for char in text)
    return kept.encode(encoding, errors="replace").decode(encoding)


def _writable(char: str, encoding: str) -> bool:
    try:
        char.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _text(text: str, console: Console, style: str = "") -> Text:
    """Return a literal text in a style."""
    from rich.text import Text

    return Text(fit_encoding(text, console.encoding), style=style, overflow="fold")


def _print_kind(table: Table, console: Console) -> None:
    """Print one kind of results under its title."""
    title = f"{table.title}: {table.caption}" if table.caption else table.title
    console.print(_text(title, console, "bold"))
    if console.width < NARROW:
        for group in table.groups:
            _print_list(table, group, console)
    elif table.role in (SPLIT, SWEEP):
        widths = _widths(table)
        for number, group in enumerate(table.groups):
            console.print(_text(group.heading, console, "italic"))
            console.print(_rich_table(table, (group,), console, widths, first=number == 0))
    else:
        console.print(_rich_table(table, table.groups, console))
    console.print(_text(table.basis, console, "dim"))


def _widths(table: Table) -> list[int]:
    """Return the widths of the columns that are shown, the label's first, so that parts stand below each other."""
    lines = [line for group in table.groups for line in group.rows]
    label = max(len(line.label.main) for line in lines) + _INDENT
    cells = [max(len(line.cells[number].text) for line in lines) for number in table.columns(_COLUMNS)]
    heads = [len(table.heads[number + 1].text) for number in table.columns(_COLUMNS)]
    return [max(label, len(table.heads[0].text)), *(max(c, min(h, 18)) for c, h in zip(cells, heads, strict=True))]


def _rich_table(
    table: Table, groups: Sequence[Group], console: Console, widths: Sequence[int] = (), first: bool = True
) -> RichTable:
    """Build the table of some groups: label, figure, interval, verdict, VRF.

    Groups have headings of their own unless widths are given; then the one group's rows are indented.
    """
    from rich import box
    from rich.table import Table as RichTable

    wanted = table.columns(_COLUMNS)
    rich = RichTable(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, expand=False, show_header=first)
    rich.add_column(_text(table.heads[0].text, console), overflow="fold", min_width=widths[0] if widths else None)
    for place, index in enumerate(wanted, 1):
        head = table.heads[index + 1].text
        words = head == "Verdict"
        rich.add_column(
            _text(head, console),
            justify="left" if words else "right",
            overflow="fold",
            min_width=min(widths[place], _VERDICT_WIDTH if words else 99) if widths else None,
            max_width=_VERDICT_WIDTH if words else None,
        )
    for number, group in enumerate(groups):
        if number:
            rich.add_section()
        if not widths:
            rich.add_row(_text(group.heading, console, "italic"), *[""] * len(wanted))
        for line in group.rows:
            rich.add_row(*_line(line, wanted, " " * _INDENT if widths else "", console))
    return rich


def _line(line: TableRow, wanted: Sequence[int], indent: str, console: Console) -> list[Text]:
    """Write the label and the cells of a row."""
    cells = [line.cells[index] for index in wanted]
    styles = [_STYLES.get(cell.verdict.key, "") if cell.verdict else "" for cell in cells]
    label = f"{line.label.main}\n  {line.label.detail}" if line.label.detail else line.label.main
    texts = [_text(cell.text, console, style) for cell, style in zip(cells, styles, strict=True)]
    return [_text(indent + label, console), *texts]


def _print_list(table: Table, group: Group, console: Console) -> None:
    """Print one measure as a list: a label, then its figures on a line of their own."""
    console.print(_text(group.heading, console, "italic"))
    figure, interval = table.columns(("Difference", "Value", "interval"))
    verdict, factor = (table.columns((name,)) for name in ("Verdict", "VRF"))
    for line in group.rows:
        detail = f" ({line.label.detail})" if line.label.detail else ""
        word = line.cells[verdict[0]].text if verdict else ""
        times = f", VRF {line.cells[factor[0]].text}" if factor else ""
        console.print(_text(f"  {line.label.main}{detail}", console))
        shown = f"    {line.cells[figure].text} ({line.cells[interval].text})"
        console.print(_text(f"{shown}{f', {word}' if word else ''}{times}", console))
