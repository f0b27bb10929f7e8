"""Which games there are: the files of this folder, and the list of games that are left out."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from pathlib import Path

import yaml

__all__ = ["FOLDER", "LeftOut", "game_names", "left_out", "some_games", "why_left_out"]

FOLDER = Path(__file__).parent

_ORDER = ("doubles", "straight", "straight-texas", "double-six", "double-six-lawn", "draw", "block")
_LEFT_OUT = "left_out"


@dataclass(frozen=True)
class LeftOut:
    """A game that is not ready: its name, who describes it, and why it is left out."""

    name: str
    source: str
    reason: str


def game_names() -> list[str]:
    """Return the names of the ready games, the main ones first."""
    found = sorted(path.stem for path in FOLDER.glob("*.yaml") if path.stem != _LEFT_OUT)
    return [name for name in _ORDER if name in found] + [name for name in found if name not in _ORDER]


def some_games() -> str:
    """Name the main games, for messages, and say where to find the others."""
    return f"{', '.join(_ORDER)} and {len(game_names()) - len(_ORDER)} more (`dominolab games` lists them)"


@functools.cache
def left_out() -> tuple[LeftOut, ...]:
    """Return the games that are left out, in the order of their file."""
    rows = yaml.safe_load((FOLDER / f"{_LEFT_OUT}.yaml").read_text(encoding="utf-8"))
    return tuple(LeftOut(**row) for row in rows)


def why_left_out(name: str) -> str:
    """Return why a game of that name is not ready, nothing if it is not on the list."""
    wanted = _plain(name)
    found = [row for row in left_out() if len(wanted) > 2 and wanted in _plain(row.name)]
    return f"{found[0].name} is left out: {found[0].reason}" if found else ""


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
