"""Counting the lines of play of fixed deals: how many ways there are to go on after one choice, two, three ...

A line of depth d is a sequence of d moves that seats may choose, the lead included; a tile that is the only legal move
is one too. Draws and passes because nothing fits happen in between. A round that has ended has no further lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from kernels.rules import Rules
from kernels.tiles import parse_tile
from tests.reference.engine import play_from
from tests.reference.layout import DRAW, Layout
from tests.reference.opening import Deal, allowed_leads, first_lead
from tests.reference.table import RoundResult, Table

FILE = Path(__file__).parents[1] / "data" / "perft.yaml"
FIELDS = Rules.__dataclass_fields__


class Undecided(Exception):
    """A seat may choose among so many moves and no choice is written for it."""

    def __init__(self, moves: int) -> None:
        super().__init__(f"{moves} moves")
        self.moves = moves


@dataclass(slots=True)
class Scripted(Table):
    """A table at which the seats' moves are written down as numbers in the lists of legal moves."""

    path: Sequence[int] = ()
    decided: int = field(default=0)

    def choose(self, seat: int, legal: list[int]) -> int:
        """Return the written move; draws and passes that nobody chooses are not written."""
        if len(legal) == 1 and legal[0] >= DRAW:
            return legal[0]
        if self.decided == len(self.path):
            raise Undecided(len(legal))
        self.decided += 1
        return legal[self.path[self.decided - 1]]


@dataclass(frozen=True, slots=True)
class Case:
    """A fixed deal, its leader (-1: as a first round is led) and the known number of lines of depth 1, 2, ..."""

    name: str
    rules: Rules
    hands: list[list[int]]
    boneyard: list[int]
    leader: int
    lines: list[int]

    def ways_after(self, path: Sequence[int]) -> int:
        """Return how many moves may be chosen after written ones, 0 if the round is over."""
        dealt = Deal(self.rules, [sorted(hand) for hand in self.hands], list(self.boneyard))
        if self.leader < 0:
            found = first_lead(dealt, 0)
        else:
            found = self.leader, allowed_leads(dealt, self.leader, self.rules.next_lead_tile)
        assert found is not None, f"{self.name}: nobody can lead"
        seat, leads = found
        result = RoundResult(seat, -1, 0)
        table = Scripted(self.rules, dealt.hands, dealt.boneyard, Layout(self.rules), result, (), (), path=path)
        try:
            play_from(table, seat, leads)
        except Undecided as reached:
            return reached.moves
        return 0

    def count(self, depth: int) -> list[int]:
        """Return the number of lines of depth 1 ... `depth`."""
        counts, paths = [], [()]  # type: tuple[list[int], list[tuple[int, ...]]]
        for _ in range(depth):
            ways = [(path, self.ways_after(path)) for path in paths]
            counts.append(sum(number for _, number in ways))
            paths = [(*path, move) for path, number in ways for move in range(number)]
        return counts


def read_cases(path: Path = FILE) -> list[Case]:
    """Return the cases of a file."""
    return [_read_case(case) for case in yaml.safe_load(path.read_text())]


def _read_case(case: dict[str, Any]) -> Case:
    """Return a case; its hands say how many players there are and how many tiles each gets."""
    hands = [_read_tiles(hand) for hand in case["hands"]]
    settings = {name: _read_setting(name, value) for name, value in case["rules"].items()}
    rules = Rules(**{"players": len(hands), "hand_size": len(hands[0]), **settings})
    return Case(case["name"], rules, hands, _read_tiles(case["boneyard"]), case["leader"], case["lines"])


def _read_tiles(text: str) -> list[int]:
    return [parse_tile(tile) for tile in text.split()]


def _read_setting(name: str, value: Any) -> Any:
    """Return a setting as `Rules` takes it."""
    metadata = FIELDS[name].metadata
    if "tile" in metadata:
        return parse_tile(value)
    if "tiles" in metadata:
        return tuple(sorted(parse_tile(tile) for tile in value))
    return tuple(value) if "length" in metadata else value
