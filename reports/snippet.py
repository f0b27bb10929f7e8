"""A run in a notebook: the answer, its differences and the first figure, as a small piece of HTML.

Styles stand in the elements themselves: notebooks drop style sheets, and a page of their own around it has another.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import TYPE_CHECKING, Any

from reports.answers import answer_from
from reports.facts import read_manifest
from reports.plots import plots_of
from reports.rows import read_rows
from reports.svg import COLOURS
from reports.tables import Group, Table, tables_of

if TYPE_CHECKING:
    import pandas as pd

    from reports.figures import PlannedPlot

__all__ = ["snippet_of"]

MOST_ROWS = 12
_COLUMNS = ("Difference", "Value", "interval", "Verdict")
_BOX = (
    f"background:{COLOURS['paper']};color:{COLOURS['ink']};border:1px solid {COLOURS['rule']};border-radius:6px;"
    "padding:0.8em 1.2em;max-width:60em;font-family:system-ui,sans-serif;line-height:1.45"
)
_CELL = f"text-align:left;padding:0.15em 1em 0.15em 0;border-bottom:1px solid {COLOURS['rule']};background:none"


def snippet_of(results: pd.DataFrame, manifest: Mapping[str, Any]) -> str:
    """Return a run as a piece of HTML; see `reports.as_snippet`."""
    rows, facts = read_rows(results), read_manifest(manifest)
    parts = [f'<strong style="font-size:1.15em">{escape(facts.title)}</strong>']
    parts += [f'<p style="margin:0.5em 0">{escape(sentence.text)}</p>' for sentence in answer_from(rows, facts)]
    parts += [_table(table) for table in tables_of(rows, facts)[:1]]
    parts += [_picture(planned) for planned in plots_of(rows, facts)[0][:1]]
    return f'<div style="{_BOX}">{"".join(parts)}</div>'


def _table(table: Table) -> str:
    """Return the first table, as far as it goes on a screen."""
    wanted = table.columns(_COLUMNS)
    heads = "".join(f'<th style="{_CELL}">{escape(table.heads[place + 1].text)}</th>' for place in wanted)
    head = f'<tr><th style="{_CELL}">{escape(table.heads[0].text)}</th>{heads}</tr>'
    lines = [line for group in table.groups for line in _lines(group, wanted)]
    rows = sum(len(group.rows) for group in table.groups)
    shown, left = lines[: MOST_ROWS + len(table.groups)], max(0, rows - MOST_ROWS)
    more = f'<p style="margin:0.3em 0">… and {left} more: run.tables has all.</p>' if left > len(table.groups) else ""
    shown = shown if more else lines
    return f'<table style="border-collapse:collapse;margin:0.6em 0">{head}{"".join(shown)}</table>{more}'


def _lines(group: Group, wanted: list[int]) -> Iterator[str]:
    yield f'<tr><td colspan="{len(wanted) + 1}" style="{_CELL};font-style:italic">{escape(group.heading)}</td></tr>'
    for row in group.rows:
        detail = f" ({row.label.detail})" if row.label.detail else ""
        cells = "".join(f'<td style="{_CELL}">{escape(row.cells[place].text)}</td>' for place in wanted)
        yield f'<tr><td style="{_CELL}"><bdi>{escape(row.label.main + detail)}</bdi></td>{cells}</tr>'


def _picture(planned: PlannedPlot) -> str:
    """Return the first figure, nothing if it cannot be drawn."""
    from reports import figures

    try:
        drawing = figures.draw(planned.plot)
    except Exception:
        return ""
    caption = f'<p style="margin:0;font-size:0.85em;color:{COLOURS["muted"]}">{escape(planned.caption)}</p>'
    title = f'<p style="margin:0.5em 0">{escape(planned.title)}</p>'
    return f'<div style="max-width:52em">{title}{drawing.wide}{caption}</div>'
