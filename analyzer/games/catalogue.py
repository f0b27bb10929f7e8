"""Which games there are: the files of this folder, and the list of games that are left out."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from pathlib import Path

import yaml

__all__ = ["FOLDER", "LeftOut", "game_names", "left_out"]

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


@functools.cache
def left_out() -> tuple[LeftOut, ...]:
    """Return the games that are left out, in the order of their file."""
    rows = yaml.safe_load((FOLDER / f"{_LEFT_OUT}.yaml").read_text(encoding="utf-8"))
    return tuple(LeftOut(**row) for row in rows)
