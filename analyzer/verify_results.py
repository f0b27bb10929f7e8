"""Do results follow from the sums: the table of a run's files, and the lines of its page, against a table made anew."""

from __future__ import annotations

import difflib
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from analyzer import results

__all__ = ["line_faults", "table_faults"]

CLOSE = 1e-9
"""Relative difference that is none: a quantile's last digits depend on the version of scipy; sums are whole numbers."""

_MOST = 5  # faults of one file that are told
_NOT_MADE = ("stopped",)  # why a run ended is not in its sums
_LABELS = ("kind", "policy", "baseline", "measure", "game", "split")


def table_faults(folder: Path, expected: pd.DataFrame) -> tuple[list[str], list[str]]:
    """Compare every results file of a run with the table that follows from its sums.

    Returns
    -------
    tuple of list of str
        Names of the files that were compared, and what is wrong with them.
    """
    names, faults = [], []
    for name in results.RESULTS:
        path = folder / name
        if path.is_file():
            names.append(name)
            try:
                faults += _first(name, _differences(results.read_file(path), expected))
            except (OSError, ValueError, KeyError, TypeError) as error:
                faults.append(f"{name} cannot be read: {' '.join(str(error).split())}")
    return names, faults if names else ["the folder holds no results: neither results.parquet, .json nor .csv"]


def _first(name: str, found: Iterator[str]) -> list[str]:
    """Return the first few faults of a file, and how many more there are."""
    faults = list(found)
    more = [f"{name}: {len(faults) - _MOST} more"] if len(faults) > _MOST else []
    return [f"{name}: {fault}" for fault in faults[:_MOST]] + more


def _differences(found: pd.DataFrame, expected: pd.DataFrame) -> Iterator[str]:
    """Yield every cell that is not as expected."""
    if len(found) != len(expected):
        yield f"has {len(found)} rows; the sums give {len(expected)}"
    columns = [name for name in expected.columns if name not in _NOT_MADE]
    pairs = zip(found[columns].to_dict("records"), expected[columns].to_dict("records"), strict=False)
    for number, (row, wanted) in enumerate(pairs, 1):
        for name in columns:
            if not _same(row[name], wanted[name]):
                said = ", ".join(str(wanted[label]) for label in _LABELS if wanted.get(label))
                yield f"row {number} ({said}): {name} is {row[name]}; the sums give {wanted[name]}"


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, float) and isinstance(other, float):
        return math.isclose(one, other, rel_tol=CLOSE, abs_tol=1e-12) or (math.isnan(one) and math.isnan(other))
    return bool(one == other)


def line_faults(shown: Sequence[str], wanted: Sequence[str]) -> list[str]:
    """Compare the lines of a page with those that it should have.

    Parameters
    ----------
    shown, wanted : sequence of str
        Paragraphs and rows; every line that is wanted must be shown, others may be between them.

    Returns
    -------
    list of str
        What is wrong, in sentences.
    """
    there = set(shown)
    missing = [line for line in dict.fromkeys(wanted) if line not in there]
    left = [line for line in shown if line not in set(wanted)]
    return _first("the page", (_instead(line, left) for line in missing))


def _instead(line: str, shown: list[str]) -> str:
    """Say which line is missing, and what stands in its place."""
    near = difflib.get_close_matches(line, shown, n=1, cutoff=0.6)
    return f"lacks the line “{line}”{f'; it has “{near[0]}”' if near else ''}"
