"""Counts of the lines of play of fixed deals: ``python -m tests.kernels.perft`` writes them anew.

A line of depth d is a sequence of d moves that seats may choose from the start of a round, the lead included. Every
listed move is one, also where it is the only one, and so are drawing and passing by choice. What is not chosen (draws
and passes because nothing fits) happens in between and is not counted, and a line that has ended the round before
depth d is not counted at d. Other programs count the same in ``tests/data/perft.yaml`` with their own rules.
"""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import yaml

from kernels.replays import Deal, play_script
from kernels.rules import Rules
from kernels.tiles import parse_tile

FILE = Path(__file__).parents[1] / "data" / "perft.yaml"
_HEAD = """\
# Lines of play of fixed deals (tests/kernels/perft.py says what is counted): settings that differ from the defaults,
# tiles of each seat, the boneyard in the order it is drawn, the leader (-1: the rules decide), and the number of lines
# of depth 1, 2, 3 ...
"""


@dataclasses.dataclass(frozen=True)
class Case:
    """A deal, its rules and the number of lines of depth 1, 2, ..."""

    name: str
    rules: Rules
    deal: Deal
    lines: list[int]


def cases() -> list[Case]:
    """Read the cases of the file."""
    return [_case(entry) for entry in yaml.safe_load(FILE.read_text(encoding="utf-8"))]


def _case(entry: dict[str, Any]) -> Case:
    hands = [_tiles(hand) for hand in entry["hands"]]
    deal = Deal(hands, _tiles(entry["boneyard"]), entry["leader"])
    return Case(entry["name"], rules_of(entry["rules"], hands), deal, entry["lines"])


def rules_of(settings: dict[str, Any], hands: list[list[int]]) -> Rules:
    """Return rules of settings as YAML has them: tiles by name, lists of numbers."""
    values: dict[str, Any] = {"players": len(hands), "hand_size": len(hands[0])}
    for name, value in settings.items():
        if name == "first_tile":
            values[name] = parse_tile(value)
        elif name == "removed_tiles":
            values[name] = tuple(sorted(parse_tile(tile) for tile in value))
        else:
            values[name] = tuple(value) if isinstance(value, list) else value
    return Rules(**values)


def _tiles(text: str) -> list[int]:
    return [parse_tile(tile) for tile in text.split()]


def count_lines(rules: Rules, deal: Deal, depth: int) -> list[int]:
    """Return the number of lines of depth 1, 2, ..., `depth`."""
    lines = [0] * depth
    _count(rules, deal, [], lines)
    return lines


def _count(rules: Rules, deal: Deal, script: list[int], lines: list[int]) -> None:
    waiting = play_script(rules, deal, script).waiting
    if waiting is None:
        return
    lines[len(script)] += len(waiting.legal)
    if len(script) + 1 < len(lines):
        for move in waiting.legal:
            _count(rules, deal, [*script, move], lines)


def main() -> None:
    """Write the counts of this engine into the file, which has the deals and the depths."""
    entries = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    for entry in entries:
        case = _case(entry)
        entry["lines"] = count_lines(case.rules, case.deal, len(case.lines))
    text = yaml.safe_dump(entries, sort_keys=False, default_flow_style=None, width=118)
    FILE.write_text(_HEAD + text, encoding="utf-8")


if __name__ == "__main__":
    main()
