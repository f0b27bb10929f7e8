"""``dominolab report``: a run's page made anew, and its report, tables and figures in other formats."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer import files
from analyzer.cli_out import say
from analyzer.faults import listed, suggest

if TYPE_CHECKING:
    import pandas as pd

    from analyzer.runner import Run

__all__ = ["FORMATS", "report"]

FORMATS = ("html", "md", "csv", "parquet", "png", "svg", "pdf")
_SINGLE = {"html": "report.html", "md": "report.md", "pdf": "figures.pdf"}
_FOLDERS = {"csv": "tables", "parquet": "tables", "png": "figures", "svg": "figures"}


def report(named: Sequence[str], form: str, out: Path | None, table: str) -> int:
    """Make reports of runs; returns the exit status.

    Parameters
    ----------
    named : sequence of str
        Runs: folders, files in them, or names in ``runs``.
    form : str
        One of `FORMATS`.
    out : Path or None
        A file, a folder, or ``-`` for standard output; by default the run's own folder. Of several runs a folder.
    table : str
        Of ``csv`` and ``parquet``: the one table that is wanted, all of them if empty.
    """
    from analyzer.run_files import RunError, load_run

    if form not in FORMATS:
        say(f"{form} is no format; there are {', '.join(FORMATS)}{suggest(form, FORMATS)}")
        return 2
    try:
        runs = [load_run(one) for one in named]
        for run in runs:
            _check_table(run, form, table)
        if out is not None and len(runs) > 1 and (str(out) == "-" or out.suffix == f".{form}"):
            raise RunError(f"{len(runs)} runs go into a folder; {out} is a single file")
    except RunError as error:
        say(str(error))
        return 2
    status = 0
    for run in runs:
        try:
            status = max(status, _Writer(run, form, table, _target(run, out, len(runs) > 1)).write())
        except OSError as error:
            say(f"cannot write {error.filename or out or run.folder}: {error.strerror or error}")
            return 1
    return status


def _check_table(run: Run, form: str, table: str) -> None:
    """Refuse a table that a run does not have."""
    from analyzer.run_files import RunError

    if not table:
        return
    if form not in ("csv", "parquet"):
        raise RunError(f"--table goes with --format csv and parquet; {form} has all tables, or none")
    known = list(run.tables)
    if table not in known:
        raise RunError(f"{run.folder} has no table {table}; it has {listed(known, 'and')}{suggest(table, known)}")


def _target(run: Run, out: Path | None, several: bool) -> Path:
    """Return where a run's files go."""
    assert run.folder is not None
    if out is None:
        return run.folder
    return out / run.folder.name if several else out


class _Writer:
    """Writes one run in one format."""

    def __init__(self, run: Run, form: str, table: str, target: Path) -> None:
        self._run, self._form, self._table, self._target = run, form, table, target
        self._stream = str(target) == "-"

    def write(self) -> int:
        """Write the files and print their names; returns the exit status."""
        if self._form in ("html", "md"):
            return self._one(self._text())
        if self._form in ("csv", "parquet"):
            return self._tables()
        return self._pictures()

    # --- one file ---

    def _text(self) -> str:
        import reports

        run = self._run
        if self._form == "md":
            return reports.as_markdown(run.table, run.manifest)
        return reports.build(run.table, run.manifest, run.details)

    def _one(self, data: str | bytes) -> int:
        """Write a single file, or print it."""
        if self._stream:
            _print(data)
            return 0
        single = self._target.suffix == f".{self._form}"
        path = self._target if single else self._target / _SINGLE[self._form]
        self._put(path, data)
        return 0

    def _put(self, path: Path, data: str | bytes) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        files.atomic_write(path, data)
        print(path)

    # --- tables ---

    def _tables(self) -> int:
        tables = self._run.tables
        wanted = {self._table: tables[self._table]} if self._table else tables
        if self._stream or self._target.suffix == f".{self._form}":
            name = self._table or "results"
            data = _table_bytes(tables[name], self._form)
            return self._one(data)
        for name, table in wanted.items():
            self._put(self._folder() / f"{name}.{self._form}", _table_bytes(table, self._form))
        return 0

    def _folder(self) -> Path:
        """Return the folder for several files: one of their own in the run's folder, or the one that was named."""
        own = self._target == self._run.folder
        return self._target / _FOLDERS.get(self._form, "") if own else self._target

    # --- figures ---

    def _pictures(self) -> int:
        import reports
        from reports.pictures import save_all, save_picture

        pictures = reports.as_pictures(self._run.table, self._run.manifest, self._run.details)
        failed = [one for one in pictures if one.figure is None]
        for one in failed:
            say(f"{one.title}: could not be drawn ({one.failed}); the tables have its numbers")
        for name in dict.fromkeys(name for one in pictures for name in one.undrawn):
            say(f"no font was found here for {name!r}: where a figure shows boxes, read the name in a table")
        drawn = [(one.title, one.figure) for one in pictures if one.figure is not None]
        if not drawn:
            say(f"{self._run.folder}: there is no figure to write")
            return 1
        if self._form == "pdf":
            return self._one(save_all(figure for _, figure in drawn)) or int(bool(failed))
        if self._stream or self._target.suffix == f".{self._form}":
            if len(drawn) > 1:
                say(f"the first of {len(drawn)} figures; name a folder for all of them")
            return self._one(save_picture(drawn[0][1], self._form)) or int(bool(failed))
        for name, (_, figure) in zip(_picture_names([title for title, _ in drawn]), drawn, strict=True):
            self._put(self._folder() / f"{name}.{self._form}", save_picture(figure, self._form))
        return int(bool(failed))


def _picture_names(titles: Sequence[str]) -> Iterator[str]:
    """Yield a file name for each figure: its number and its title, as far as every system can hold it."""
    digits = len(str(len(titles)))
    for number, title in enumerate(titles, 1):
        yield f"figure-{number:0{digits}}-{files.slug(title)}".strip("-")


def _table_bytes(table: pd.DataFrame, form: str) -> bytes:
    if form == "csv":
        return table.to_csv(index=False, lineterminator="\n").encode("utf-8")
    out = io.BytesIO()
    table.to_parquet(out, index=False)
    return out.getvalue()


def _print(data: str | bytes) -> None:
    """Print a file on standard output: texts as far as the terminal can show them, anything else byte by byte."""
    import sys

    if isinstance(data, str):
        print(data, end="")
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
