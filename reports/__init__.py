"""What a person reads: the answer in words, the table in the terminal, the page to look at.

This package knows results tables and manifests only (plain data), never the engine or the analyzer. Importing it is
quick: matplotlib, Jinja2 and rich are imported by the function that needs them.

Examples
--------
>>> import reports
>>> sentences = reports.answer(results, manifest)  # doctest: +SKIP
>>> path = reports.write(results, manifest, "runs/holding-doubles-1a2b3c")  # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd
    from rich.console import Console

    from reports.pictures import Picture

__all__ = [
    "answer",
    "as_markdown",
    "as_pictures",
    "as_snippet",
    "build",
    "lines",
    "manifest_of_page",
    "page_lines",
    "print_table",
    "replay_page",
    "write",
]


def answer(results: pd.DataFrame, manifest: Mapping[str, Any]) -> list[str]:
    """Say what a run found, in sentences that quote their figures with interval and level.

    Parameters
    ----------
    results : pandas.DataFrame
        The results table of a run (see `reports.rows` for its columns).
    manifest : mapping
        The run's manifest. Every key may be missing.

    Returns
    -------
    list of str
        One sentence or short paragraph each. Where nothing is established they say "undecided"; the first says
        "Partial result" when the run was interrupted.
    """
    from reports.answers import answer_of

    return answer_of(results, manifest)


def print_table(results: pd.DataFrame, manifest: Mapping[str, Any], console: Console) -> None:
    """Print the results as a table that fits the console, or as a list where a table would not fit.

    Parameters
    ----------
    results : pandas.DataFrame
        The results table of a run.
    manifest : mapping
        The run's manifest.
    console : rich.console.Console
        Where to print. Labels are printed literally; characters its encoding lacks are replaced.
    """
    from reports.terminal import print_results

    print_results(results, manifest, console)


def as_markdown(results: pd.DataFrame, manifest: Mapping[str, Any]) -> str:
    """Write the report as Markdown, for a README or a forum.

    Parameters
    ----------
    results : pandas.DataFrame
        The results table of a run.
    manifest : mapping
        The run's manifest.

    Returns
    -------
    str
        Answer, tables, what was played, how to read it and where it comes from; without figures.
    """
    from reports.markdown import markdown_of

    return markdown_of(results, manifest)


def as_pictures(
    results: pd.DataFrame, manifest: Mapping[str, Any], details: Mapping[str, Any] | None = None
) -> list[Picture]:
    """Draw the figures of a run by themselves, with title and caption.

    Parameters
    ----------
    results : pandas.DataFrame
        The results table of a run.
    manifest : mapping
        The run's manifest.
    details : mapping, optional
        The run's ``details.json``: with it, how estimates settled and distributions too.

    Returns
    -------
    list of reports.pictures.Picture
        In the order of the page; `reports.pictures.save_picture` makes a file of one.
    """
    from reports.pictures import pictures_of

    return pictures_of(results, manifest, details)


def as_snippet(results: pd.DataFrame, manifest: Mapping[str, Any]) -> str:
    """Build a small piece of HTML for notebooks: the answer, the first table and the first figure."""
    from reports.snippet import snippet_of

    return snippet_of(results, manifest)


def manifest_of_page(page: str) -> dict[str, Any] | None:
    """Return the manifest that a page carries; None if it carries none."""
    from reports.embedded import read_embedded

    return read_embedded(page)


def lines(results: pd.DataFrame, manifest: Mapping[str, Any]) -> list[str]:
    """Return the lines that the page of a run has: all of `page_lines` but those of figures."""
    from reports.page import lines_of

    return lines_of(results, manifest)


def page_lines(page: str) -> list[str]:
    """Return what a page says in words and numbers: the paragraphs of its answer and the rows of its tables."""
    from reports.embedded import shown_lines

    return shown_lines(page)


def build(results: pd.DataFrame, manifest: Mapping[str, Any], details: Mapping[str, Any] | None = None) -> str:
    """Build the report: one self-contained HTML page, the same bytes for the same results, manifest and details.

    Parameters
    ----------
    results : pandas.DataFrame
        The results table of a run.
    manifest : mapping
        The run's manifest.
    details : mapping, optional
        The run's ``details.json``: how estimates settled, distributions, example rounds (see `reports.details`).
        Without it the page lacks those parts.

    Returns
    -------
    str
        The page. A figure that cannot be drawn is replaced by a note; the numbers are always there.
    """
    from reports.page import build_page

    return build_page(results, manifest, details)


def replay_page(rounds: Sequence[Mapping[str, Any]], title: str) -> str:
    """Build a page to step through rounds: one self-contained HTML page, like the report.

    Parameters
    ----------
    rounds : sequence of mapping
        Rounds as plain data, see `reports.rounds`; two are shown side by side.
    title : str
        The page's heading.

    Returns
    -------
    str
        The page.

    Raises
    ------
    ValueError
        If a round cannot be read.
    """
    from reports.page import build_replay

    return build_replay(rounds, title)


def write(
    results: pd.DataFrame,
    manifest: Mapping[str, Any],
    folder: str | Path,
    details: Mapping[str, Any] | None = None,
) -> Path:
    """Write the report to ``report.html`` in a folder, whole or not at all.

    Parameters
    ----------
    results : pandas.DataFrame
        The results table of a run.
    manifest : mapping
        The run's manifest.
    folder : str or Path
        Where to; it is created if missing.
    details : mapping, optional
        As for `build`.

    Returns
    -------
    Path
        The file written.

    Raises
    ------
    OSError
        If the folder cannot be written to.
    """
    from reports.page import write_page

    return write_page(results, manifest, Path(folder), details)
