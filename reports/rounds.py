"""A round as it was played, read from plain data into frozen records: hands, boneyard, moves, and how it ended.

The data are those of a run's ``details.json`` and of a replayed hand; whatever they lack is empty. Labels are kept
letter by letter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kernels.tiles import TileError, halves, parse_tile
from reports.formats import clean

__all__ = ["Holding", "Move", "Round", "read_round"]

PLAY, DRAW, PASS = "play", "draw", "pass"

Tile = tuple[int, int]
"""The halves of a tile, the smaller first."""


@dataclass(frozen=True)
class Move:
    """A move.

    Attributes
    ----------
    seat : int
        Who moved; -1 for a tile that lay before anybody played.
    kind : str
        ``play``, ``draw`` or ``pass``.
    tile : tuple of int or None
        The tile played or drawn.
    on, left : int or None
        The pip matched and the pip left open; None for a lead.
    port : str
        ``end``, ``double``, ``flank``, ``opening`` or ``lead``; empty if it is not said.
    total : int or None
        The open-end total after it, in games that score it.
    points : int
        What it scored.
    choices : tuple of str
        What was legal, in words.
    choice : int
        Which of them it is.
    """

    seat: int
    kind: str
    tile: Tile | None = None
    on: int | None = None
    left: int | None = None
    port: str = ""
    total: int | None = None
    points: int = 0
    choices: tuple[str, ...] = ()
    choice: int = 0

    @property
    def chosen(self) -> str:
        """The move in the words of its choices, or as far as they are not said in its own."""
        if 0 <= self.choice < len(self.choices):
            return self.choices[self.choice]
        return f"{self.tile[1]}-{self.tile[0]}" if self.kind == PLAY and self.tile else self.kind


@dataclass(frozen=True)
class Holding:
    """A tile in a hand or in the boneyard, from one state of the round until another (None: to the end)."""

    tile: Tile
    since: int
    until: int | None = None


@dataclass(frozen=True)
class Round:
    """A round; seats are numbered from 0. State k of a round is after k moves."""

    policy: str = ""
    names: tuple[str, ...] = ()
    game: str = ""
    players: int = 0
    teams: bool = False
    set_max: int = 6
    hands: tuple[tuple[Tile, ...], ...] = ()
    boneyard: tuple[Tile, ...] = ()
    reserve: int = 0
    moves: tuple[Move, ...] = ()
    winner: int | None = None
    reason: str = ""
    points: tuple[int, ...] = ()
    pips_left: tuple[int, ...] = ()
    to_move: int | None = None
    legal: tuple[str, ...] = ()

    def name_of(self, seat: int) -> str:
        """Return who sits in a seat, or an empty text."""
        return self.names[seat] if 0 <= seat < len(self.names) else ""

    def held(self, seat: int) -> tuple[Holding, ...]:
        """Return what a seat holds and when: dealt tiles, then drawn ones."""
        dealt = [(tile, 0) for tile in (self.hands[seat] if seat < len(self.hands) else ())]
        drawn = [(move.tile, number) for number, move in self._of(seat, DRAW) if move.tile]
        played = {move.tile: number for number, move in self._of(seat, PLAY) if move.tile}
        return tuple(Holding(tile, since, played.get(tile)) for tile, since in [*dealt, *drawn])

    def asleep(self) -> tuple[Holding, ...]:
        """Return the boneyard in the order in which it is drawn, and when each tile is."""
        drawn = {
            move.tile: number
            for number, move in enumerate(self.moves, 1)
            if move.kind == DRAW and move.tile is not None
        }
        return tuple(Holding(tile, 0, drawn.get(tile)) for tile in self.boneyard)

    def _of(self, seat: int, kind: str) -> list[tuple[int, Move]]:
        return [(number, move) for number, move in enumerate(self.moves, 1) if move.seat == seat and move.kind == kind]

    def scores(self) -> list[tuple[int, ...]]:
        """Return the points made in play by each seat, in every state from the start on."""
        running = [0] * max(self.players, 1 + max((move.seat for move in self.moves), default=0))
        found = [tuple(running)]
        for move in self.moves:
            if move.seat >= 0:  # tiles that lay before anybody played are nobody's
                running[move.seat] += move.points
            found.append(tuple(running))
        return found


def read_round(data: Mapping[str, Any]) -> Round:
    """Read a round.

    Parameters
    ----------
    data : mapping
        Keys policy, names, game, players, teams, set_max, hands, boneyard, reserve, moves, winner, reason, points,
        pips_left, and to_move and legal of one that goes on; a key that is missing is empty.

    Raises
    ------
    ValueError
        If a tile or a number is none; the message carries it.
    """
    try:
        names = tuple(clean(name) for name in data.get("names") or ())
        hands = tuple(_tiles(hand) for hand in data.get("hands") or ())
        return Round(
            policy=clean(data.get("policy") or ""),
            names=names,
            game=clean(data.get("game") or ""),
            players=int(data.get("players") or len(hands) or len(names)),
            teams=bool(data.get("teams")),
            set_max=int(data.get("set_max") or 6),
            hands=hands,
            boneyard=_tiles(data.get("boneyard")),
            reserve=int(data.get("reserve") or 0),
            moves=tuple(_move(move) for move in data.get("moves") or ()),
            winner=None if data.get("winner") is None else int(data["winner"]),
            reason=clean(data.get("reason") or ""),
            points=tuple(int(number) for number in data.get("points") or ()),
            pips_left=tuple(int(number) for number in data.get("pips_left") or ()),
            to_move=_whole(data.get("to_move")),
            legal=tuple(clean(move) for move in data.get("legal") or ()),
        )
    except (TileError, TypeError, KeyError, AttributeError) as error:
        raise ValueError(f"a round cannot be read: {error}") from error


def _tiles(texts: Sequence[object] | None) -> tuple[Tile, ...]:
    return tuple(_tile(text) for text in texts or ())


def _tile(text: object) -> Tile:
    return halves(parse_tile(str(text)))


def _move(data: Mapping[str, Any]) -> Move:
    kind = str(data.get("kind") or PLAY)
    tile = data.get("tile")
    return Move(
        seat=int(data["seat"]),
        kind=kind,
        tile=None if tile is None else _tile(tile),
        on=_whole(data.get("on")),
        left=_whole(data.get("left")),
        port=str(data.get("port") or ""),
        total=_whole(data.get("total")),
        points=int(data.get("points") or 0),
        choices=tuple(clean(choice) for choice in data.get("choices") or ()),
        choice=int(data.get("choice") or 0),
    )


def _whole(number: object) -> int | None:
    return None if number is None else int(str(number))
