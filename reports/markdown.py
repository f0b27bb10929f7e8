"""The report as Markdown, for a README or a forum: answer, tables, who and what was played, where it comes from.

GitHub's Markdown (tables by pipes). Users' labels are shown letter by letter: whatever Markdown, HTML or a forum would
read as something else is escaped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from reports.facts import read_manifest
from reports.plan import Page, Pair, plan_page
from reports.rows import read_rows
from reports.tables import Group, Head, Table, TableRow

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["escape", "fenced", "markdown_of"]

_SPECIAL = re.compile(r"[\\`*_{}\[\]<>|~#$^]")
_START = re.compile(r"^([-+=]|\d+[.)])(?=\s|$)")


def markdown_of(results: pd.DataFrame, manifest: Mapping[str, Any]) -> str:
    """Return the report of a run as Markdown; see `reports.as_markdown`."""
    page = plan_page(read_rows(results), read_manifest(manifest))
    blocks = [*_head(page), *(block for table in page.tables for block in _table(table)), *_rest(page)]
    return "\n\n".join(block for block in blocks if block) + "\n"


def escape(text: str) -> str:
    """Return a text that Markdown shows as it is, on one line.

    Backslashes go before what Markdown reads; ``&`` and ``@`` become character references, because a backslash would
    not keep a forum from reading an entity or calling a user of that name.
    """
    line = _SPECIAL.sub(lambda found: f"\\{found[0]}", " ".join(text.split()))
    line = line.replace("&", "&amp;").replace("@", "&#64;")
    return _START.sub(lambda found: f"{found[1][:-1]}\\{found[1][-1]}", line)


def fenced(text: str, language: str = "") -> str:
    """Return a text as a block of code, whatever fences it holds."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{text.rstrip()}\n{fence}"


def _head(page: Page) -> Iterator[str]:
    """Yield title, answer and the few figures beside it."""
    yield f"# {escape(page.title)}"
    yield escape(page.description)
    yield f"**{escape(page.partial)}**" if page.partial else ""
    for sentence in page.answer:
        mark = f"{sentence.verdict.mark} " if sentence.verdict.mark else ""
        yield f"{mark}{escape(sentence.text)}"
    yield ", ".join(f"{escape(pair.term)}: {escape(pair.text)}" for pair in page.key_figures)


def _table(table: Table) -> Iterator[str]:
    """Yield one kind of results: a heading, a table for each measure, and on how many deals they stand."""
    yield f"## {escape(table.title)}"
    yield escape(table.caption)
    for group in table.groups:
        yield f"**{escape(group.heading)}**{f' {escape(group.meaning)}' if group.meaning else ''}"
        yield _grid(table.heads, group)
    yield f"*{escape(table.basis)}*" if table.basis else ""


def _grid(heads: Sequence[Head], group: Group) -> str:
    """Return the rows of one measure as a table by pipes."""
    lines = [[head.text for head in heads], *([_name(row), *(_cells(row))] for row in group.rows)]
    rules = [":--" if place == 0 or "words" in head.kind else "--:" for place, head in enumerate(heads)]
    texts = [f"| {' | '.join(escape(cell) or ' ' for cell in line)} |" for line in lines]
    return "\n".join([texts[0], f"|{'|'.join(rules)}|", *texts[1:]])


def _name(row: TableRow) -> str:
    return f"{row.label.main} ({row.label.detail})" if row.label.detail else row.label.main


def _cells(row: TableRow) -> Iterator[str]:
    for cell in row.cells:
        mark = f"{cell.verdict.mark} " if cell.verdict and cell.verdict.mark and cell.text else ""
        yield f"{mark}{cell.text}"


def _rest(page: Page) -> Iterator[str]:
    """Yield what was played, how to read it, and how to get the same again."""
    yield from _listed("What was played", [*page.games, *page.policies])
    yield from _listed("How to read this", page.reading)
    yield from _listed("Where the numbers come from", page.provenance)
    yield escape(page.reproduce)
    yield fenced(page.command, "sh") if page.command else ""
    yield fenced(page.config, "yaml") if page.config else ""


def _listed(title: str, pairs: Sequence[Pair]) -> Iterator[str]:
    """Yield a heading and a list, nothing if there is nothing to list."""
    if pairs:
        yield f"## {title}"
        yield "\n".join(f"- **{escape(pair.term)}**: {escape(_said(pair))}" for pair in pairs)


def _said(pair: Pair) -> str:
    """Return what is said about a term, its small print in brackets if it is no sentence."""
    return f"{pair.text} ({pair.more})" if pair.more[:1].islower() else f"{pair.text} {pair.more}"
