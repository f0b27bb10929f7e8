"""A round in progress: hands, boneyard, layout, and what has happened so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from kernels.rules import Rules
from tests.reference import philox
from tests.reference.choosers import Chooser, View
from tests.reference.layout import Layout
from tests.reference.settlement import LastTile

DOMINO, BLOCKED, TARGET = range(3)
SEATS = 4

Event = tuple[int, int, tuple[int, ...], int, int]


class Scoreboard(Protocol):
    """What a round tells a match."""

    def score_play(self, side: int, points: int) -> bool:
        """Add in-play points; return whether the match is over."""


@dataclass(slots=True)
class RoundResult:
    """What happened in a round; the fields of a round record, plus the trace.

    `trace` has one event per move, forced or chosen: (seat, move code, legal codes, open-end total after it, points).
    """

    opener: int
    lead: int
    redeals: int
    winner: int = -1
    team: int = -1
    reason: int = DOMINO
    tied: int = 0
    plays: int = 0
    turns: int = 0
    draws: int = 0
    passes: int = 0
    points: list[int] = field(default_factory=lambda: [0] * SEATS)
    play_points: list[int] = field(default_factory=lambda: [0] * SEATS)
    pips_left: list[int] = field(default_factory=lambda: [0] * SEATS)
    tiles_left: list[int] = field(default_factory=lambda: [0] * SEATS)
    doubles_dealt: list[int] = field(default_factory=lambda: [0] * SEATS)
    pips_dealt: list[int] = field(default_factory=lambda: [0] * SEATS)
    settled: list[int] = field(default_factory=list)
    trace: list[Event] = field(default_factory=list)


@dataclass(slots=True)
class Table:
    """A round in progress.

    By seat: `lacks` are the tiles that it is known not to hold, `played` the tiles that it laid. `idle` counts the
    turns in a row in which nobody played or drew, `passes` those in which nobody played; `answering` says that the
    next turn is the first after the lead; `round_` is the number of the round, None outside matches.
    """

    rules: Rules
    hands: list[list[int]]
    boneyard: list[int]
    layout: Layout
    result: RoundResult
    choosers: Sequence[Chooser]
    words: Sequence[philox.Words]
    board: Scoreboard | None = None
    round_: int | None = None
    last_player: int = -1
    idle: int = 0
    passes: int = 0
    answering: bool = False
    out_with: LastTile | None = None
    lacks: list[set[int]] = field(default_factory=lambda: [set() for _ in range(SEATS)])
    played: list[list[int]] = field(default_factory=lambda: [[] for _ in range(SEATS)])

    def choose(self, seat: int, legal: list[int]) -> int:
        """Return the move a seat makes; with one legal move the policy is not asked."""
        if len(legal) == 1:
            return legal[0]
        held = [len(hand) for hand in self.hands]
        hand, plays = self.hands[seat], self.result.plays
        view = View(self.rules, seat, hand, self.layout, plays, held, self.lacks, self.played)
        return legal[self.choosers[seat](view, legal, self.words[seat].take())]

    def note(self, seat: int, move: int, legal: list[int], points: int = 0) -> None:
        """Write an event into the trace."""
        self.result.trace.append((seat, move, tuple(legal), self.layout.total(), points))
