"""The results in the terminal: a table that fits the width, or a list where a table would not fit.

Labels are put in as text, never as markup, and nothing is printed that the terminal's encoding lacks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from reports.facts import Facts, read_manifest
from reports.formats import level, plural
from reports.rows import Row, read_rows, shared
from reports.tables import Group, Table, tables_of

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
}
_STYLES = {"better": "bold cyan", "worse": "bold yellow", "undecided": "dim", "same": "dim"}
_COLUMNS = ("Difference", "Value", "Verdict")  # besides the label and the interval


def print_results(results: pd.DataFrame, manifest: Mapping[str, Any], console: Console) -> None:
    """Print the results; see `reports.print_table`."""
    rows, facts = read_rows(results), read_manifest(manifest)
    if not rows:
        console.print(_text("No results.", console))
    differences = [row for row in rows if row.difference]
    for table in tables_of(differences or rows, facts):
        _print_kind(table, rows, facts, console)
    if differences and len(differences) < len(rows):
        console.print(_text("The report has the values of the arms as well.", console, "dim"))


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


def _print_kind(table: Table, rows: Sequence[Row], facts: Facts, console: Console) -> None:
    """Print one kind of results under its title."""
    title = f"{table.title}: {table.caption}" if table.caption else table.title
    console.print(_text(title, console, "bold"))
    if console.width < NARROW:
        for group in table.groups:
            _print_list(table, group, console)
    else:
        console.print(_rich_table(table, console))
    kind_rows = [row for row in rows if _is_in(row, table)]
    console.print(_text(_foot(kind_rows), console, "dim"))


def _is_in(row: Row, table: Table) -> bool:
    return table.key == f"table-{row.kind.replace(' ', '-')}"


def _foot(rows: Sequence[Row]) -> str:
    """Say on how many deals the figures stand, and at which level."""
    deals, confidence = shared(rows, "deals"), shared(rows, "confidence")
    fewest, most = min(row.deals for row in rows), max(row.deals for row in rows)
    basis = plural(deals, "deal") if deals is not None else f"{plural(fewest, 'deal')} to {plural(most, 'deal')}"
    return f"{basis}{f', {level(confidence)} intervals' if confidence else ''}"


def _rich_table(table: Table, console: Console) -> RichTable:
    """Build the table of one kind: label, figure, interval, verdict; a section for each measure."""
    from rich import box
    from rich.table import Table as RichTable

    wanted = _wanted(table)
    rich = RichTable(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, expand=False)
    rich.add_column(_text(table.heads[0].text, console), overflow="fold", ratio=None)
    for index in wanted:
        head = table.heads[index + 1].text
        rich.add_column(
            _text(head, console), justify="left" if head == "Verdict" else "right", overflow="fold", no_wrap=False
        )
    for number, group in enumerate(table.groups):
        if number:
            rich.add_section()
        rich.add_row(_text(group.heading, console, "italic"), *[""] * len(wanted))
        for line in group.rows:
            cells = [line.cells[index] for index in wanted]
            styles = [_STYLES.get(cell.verdict.key, "") if cell.verdict else "" for cell in cells]
            label = f"{line.label.main}\n  {line.label.detail}" if line.label.detail else line.label.main
            texts = [_text(cell.text, console, style) for cell, style in zip(cells, styles, strict=True)]
            rich.add_row(_text(label, console), *texts)
    return rich


def _wanted(table: Table) -> list[int]:
    """Return which cells of a row are shown: figure, interval, verdict."""
    return [index for index, head in enumerate(table.heads[1:]) if head.text in _COLUMNS or "nterval" in head.text]


def _print_list(table: Table, group: Group, console: Console) -> None:
    """Print one measure as a list: a label, then its figures on a line of their own."""
    console.print(_text(group.heading, console, "italic"))
    for line in group.rows:
        cells = [line.cells[index].text for index in _wanted(table)]
        detail = f" ({line.label.detail})" if line.label.detail else ""
        verdict = f", {cells[2]}" if len(cells) > 2 and cells[2] else ""
        console.print(_text(f"  {line.label.main}{detail}", console))
        console.print(_text(f"    {cells[0]} ({cells[1]}){verdict}", console))
