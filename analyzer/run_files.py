"""Finding runs on disk and reading them back whole."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from analyzer import details, results
from analyzer.faults import listed, nearest
from analyzer.runner import Run

__all__ = ["RUNS", "RunError", "find_run", "load_run"]

RUNS = Path("runs")
"""Where runs lie if nothing else is said."""

REPORT = "report.html"
_MOST_NAMED = 5


class RunError(ValueError):
    """Something that is no run, or none that can be read; the message names the nearest."""


def find_run(named: str | Path, runs: Path = RUNS) -> Path:
    """Return the folder of a run.

    Parameters
    ----------
    named : str or Path
        The folder, a file in it, or the run's name in `runs`: the whole of it, or its beginning if no other run
        begins so.
    runs : Path
        Where names are looked up.

    Raises
    ------
    RunError
        If there is no such run, or several.
    """
    path = Path(named)
    folder = path.parent if path.is_file() else path
    if is_run(folder):
        return folder
    if path.is_file():
        raise RunError(f"{named} is no file of a run: there is no manifest.json beside it")
    if is_run(runs / path.name) and path.parent == Path():
        return runs / path.name
    inside = _names(folder)
    if inside:
        raise RunError(f"{named} is a folder of runs; name one of them: {_some(folder / name for name in inside)}")
    begun = [name for name in _names(runs) if name.startswith(f"{path.name}-")] if path.parent == Path() else []
    if len(begun) == 1:
        return runs / begun[0]
    if begun:
        raise RunError(f"{named} may be {_some(runs / name for name in begun)}; write more of the name")
    raise RunError(_missing(named, path, runs))


def is_run(folder: Path) -> bool:
    """Say whether a folder holds a finished run."""
    return (folder / "manifest.json").is_file()


def _names(folder: Path) -> list[str]:
    """Return the names of the runs in a folder."""
    try:
        return sorted(one.name for one in folder.iterdir() if is_run(one))
    except OSError:
        return []


def _some(paths: Iterable[Path]) -> str:
    names = [str(path) for path in paths]
    more = [f"{len(names) - _MOST_NAMED} more"] if len(names) > _MOST_NAMED else []
    return listed([*names[:_MOST_NAMED], *more])


def _missing(named: str | Path, path: Path, runs: Path) -> str:
    """Say that there is no such run, and which one may be meant."""
    places = dict.fromkeys([path.parent, runs])
    known = {name: place / name for place in places for name in _names(place)}
    near = nearest(path.name, known) if path.name else None
    found = "the folder holds no manifest.json" if path.is_dir() else "there is no such folder"
    hint = f"; did you mean {known[near]}?" if near else f"; known are {_some(known.values())}" if known else ""
    return f"{named} is no run: {found}{hint}"


def load_run(named: str | Path) -> Run:
    """Read a run back from its folder, with everything that was written.

    Parameters
    ----------
    named : str or Path
        The run's folder, a file in it, or its name in ``runs``.

    Returns
    -------
    Run
        As `analyzer.run` returned it. Files that an older version did not write are missing from it.

    Raises
    ------
    RunError
        A ValueError: there is no such run, or its files cannot be read.
    """
    folder = find_run(named)
    try:
        manifest, table = read_manifest(folder), results.read_results(folder)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise RunError(f"{folder} cannot be read: {' '.join(str(error).split())}") from None
    report = folder / REPORT
    return Run(table, manifest, folder, report if report.is_file() else None, details.read_details(folder))


def read_manifest(folder: Path) -> dict[str, Any]:
    """Read the manifest of a run.

    Raises
    ------
    RunError
        If it is none.
    """
    try:
        manifest = results.read_manifest(folder)
    except json.JSONDecodeError as error:
        raise RunError(f"{folder / 'manifest.json'} is no JSON: {error}") from None
    if not isinstance(manifest, dict):
        raise RunError(f"{folder / 'manifest.json'} holds no manifest")
    return manifest
