"""``details.json``: what a page shows beside the table - how a run settled, whole distributions, games behind it.

Plain data with the keys ``version``, ``convergence`` (see `analyzer.convergence`), ``distributions``
(`analyzer.distributions`) and ``examples`` (`analyzer.examples`). The same run leaves the same bytes, whoever plays it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from analyzer import files

__all__ = ["DETAILS", "VERSION", "details_of", "merged", "read_details", "to_text", "write_details"]

DETAILS = "details.json"
VERSION = 1
MOST_BYTES = 1_500_000
MOST_COURSES = 12
MOST_COMPARED = 8
_WHO = ("kind", "game", "house_rules", "players", "policy", "baseline", "against", "reference")

_PARTS = ("convergence", "distributions", "examples")


def details_of(
    convergence: list[dict[str, Any]], distributions: list[dict[str, Any]], examples: list[dict[str, Any]]
) -> dict[str, Any]:
    """Put the parts together; examples that would make the file too large are left out, the last ones first."""
    details: dict[str, Any] = {
        "version": VERSION,
        "convergence": convergence,
        "distributions": distributions,
        "examples": list(examples),
    }
    while details["examples"] and len(to_text(details).encode()) > MOST_BYTES:
        details["examples"].pop()
    return details


def merged(several: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the details of several runs as those of one: the first comparison of each, and more where there is room.

    Courses are taken in turn, one of each run. Distributions and examples are those of the first comparison.
    """
    runs = list(several)
    courses = _in_turn([one["convergence"] for one in runs], MOST_COURSES)
    distributions = [entry for one in runs for entry in one["distributions"][:6]]
    groups = [_first_group(one["examples"]) for one in runs if one["examples"]]
    return details_of(courses, distributions, [entry for group in groups[:MOST_COMPARED] for entry in group])


def _first_group(examples: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the examples of the first comparison."""
    first = [examples[0][name] for name in _WHO]
    return [one for one in examples if [one[name] for name in _WHO] == first]


def _in_turn(lists: list[list[dict[str, Any]]], most: int) -> list[dict[str, Any]]:
    """Take one of each list in turn, until there are enough; they stay in the order of the lists."""
    taken = [0] * len(lists)
    while sum(taken) < most and any(count < len(one) for count, one in zip(taken, lists, strict=True)):
        for number, one in enumerate(lists):
            if taken[number] < len(one) and sum(taken) < most:
                taken[number] += 1
    return [entry for count, one in zip(taken, lists, strict=True) for entry in one[:count]]


def to_text(details: Mapping[str, Any]) -> str:
    """Return the text of the file."""
    return json.dumps(details, ensure_ascii=False, separators=(",", ":"), allow_nan=False) + "\n"


def write_details(folder: Path, details: Mapping[str, Any]) -> None:
    """Write ``details.json`` into a run's folder, whole or not at all."""
    files.atomic_write(folder / DETAILS, to_text(details))


def read_details(folder: str | Path) -> dict[str, Any] | None:
    """Read the details of a run; None where there are none: an older run's, or one whose file cannot be read."""
    try:
        details = json.loads((Path(folder) / DETAILS).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    good = isinstance(details, dict) and all(isinstance(details.get(part), list) for part in _PARTS)
    return details if good else None
