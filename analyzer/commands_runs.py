"""The commands of ``dominolab`` that take runs which are done: report, verify, diff. `analyzer.commands` adds them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["diff", "report", "verify"]

_RUN = "A run: its folder, a file in it, or its name in runs/."


def report(
    runs: Annotated[list[str], typer.Argument(metavar="RUN", help=_RUN)],
    form: Annotated[
        str, typer.Option("--format", metavar="FORMAT", help="html, md, csv, parquet, png, svg or pdf.")
    ] = "html",
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="PATH", help="A file, a folder, or - for standard output; the run's own folder."),
    ] = None,
    table: Annotated[
        str, typer.Option("--table", metavar="NAME", help="Only one table, with csv and parquet, such as comparisons.")
    ] = "",
) -> None:
    """Make the page of a run anew, or its report as Markdown, its tables, or its figures.

    Nothing is played. Status: 0 done, 1 something could not be written or drawn, 2 no such run, format or table.
    """
    from analyzer import cli_report

    raise typer.Exit(cli_report.report(runs, form, out, table))


_SHARE = (
    "How much to play again, such as 5% or 100%; at the least two blocks of up to 32,768 deals, more in a long run."
)


def verify(
    run: Annotated[str, typer.Argument(help=f"{_RUN} Or a report.html alone.")],
    share: Annotated[str, typer.Option("--share", metavar="P", help=_SHARE)] = "1%",
    jobs: Annotated[int | None, typer.Option("--jobs", "-j", min=1, help="Workers, every core if left out.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
) -> None:
    """Check a run: its numbers must follow from its sums, and deals that are played again must give the same sums.

    Status: 0 everything matches, 1 something does not, 2 it cannot be checked here (another engine, a missing file).
    """
    from analyzer import cli_verify

    raise typer.Exit(cli_verify.verify(run, share, jobs, as_json))


def diff(
    first: Annotated[str, typer.Argument(metavar="RUN_A", help=_RUN)],
    second: Annotated[str, typer.Argument(metavar="RUN_B", help="Another one.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
) -> None:
    """Say what changed from one run to another: the configuration in words, and every result that both have."""
    from analyzer import cli_diff

    raise typer.Exit(cli_diff.diff(first, second, as_json))
