"""Rounds to step through, as frozen data: the table, hands and boneyard in every state, and the moves in words.

Nothing here needs a script: the page shows how each round ended and lists its moves; a script may show any state, for
every tile says from which state until which it is to be seen.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reports.boards import Board, board_of
from reports.dominoes import Symbol, symbol_of
from reports.formats import plural
from reports.rounds import DRAW, PASS, PLAY, Holding, Move, Round, Tile, read_round
from reports.sentences import capital, listed

__all__ = ["Choice", "Hand", "Piece", "RoundPart", "StepPart", "Viewer", "symbols_of", "viewer_of"]

MOST_CHOICES = 14  # written beside a move


@dataclass(frozen=True)
class Piece:
    """A tile in a hand or in the boneyard, seen in the states from `since` until before `until` (None: to the end)."""

    key: str
    name: str
    since: int
    until: int | None


@dataclass(frozen=True)
class Hand:
    """What a seat holds."""

    seat: int
    title: str
    marked: bool
    pieces: tuple[Piece, ...]


@dataclass(frozen=True)
class Choice:
    """A legal move in words, and whether it was made."""

    text: str
    taken: bool = False


@dataclass(frozen=True)
class StepPart:
    """A move in words.

    Attributes
    ----------
    text : str
        Who did what.
    more : str
        Open-end total and points, where there are any.
    choices : tuple of Choice
        What was legal, if there was more than one move; `left_out` more are not listed.
    seat : int
        Who moved.
    playable : str
        Keys of the tiles that could be played, separated by spaces.
    total : str
        Open-end total after it, empty where it is not scored.
    points : str
        Points of every seat in play so far, separated by spaces, empty where there are none.
    parting : bool
        Whether the two rounds part here.
    """

    text: str
    more: str
    choices: tuple[Choice, ...]
    left_out: int
    seat: int
    playable: str
    total: str
    points: str
    parting: bool


@dataclass(frozen=True)
class RoundPart:
    """A round: its table (or a note why it could not be drawn), hands, boneyard, moves, and how it ended."""

    key: str
    short: str
    title: str
    board: Board | None
    note: str
    hands: tuple[Hand, ...]
    boneyard: tuple[Piece, ...]
    asleep: str
    steps: tuple[StepPart, ...]
    ending: str
    final: str = ""  # points of every seat at the end, separated by spaces
    marked: int | None = None

    @property
    def label(self) -> str:
        """What the picture of the table shows, for those who do not see it."""
        tiles = len(self.board.tiles) if self.board else 0
        return f"The table of this round: {plural(tiles, 'tile')}. The moves are listed below."


@dataclass(frozen=True)
class Viewer:
    """One round, or two side by side.

    `parts_at` is the state from which on two differ, None if they do not; `marked` is the seat that is watched.
    """

    key: str
    rounds: tuple[RoundPart, ...]
    parts_at: int | None = None
    marked: int | None = None

    @property
    def last(self) -> int:
        """The last state of the longer round."""
        return max((len(part.steps) for part in self.rounds), default=0)


def viewer_of(
    key: str,
    rounds: Sequence[Mapping[str, Any]],
    titles: Sequence[tuple[str, str]] = (),
    parts_at: int | None = None,
    marked: int | None = None,
) -> Viewer:
    """Plan a viewer.

    Parameters
    ----------
    key : str
        Letters, digits and dashes; unique in the page.
    rounds : sequence of mapping
        Rounds as plain data, see `reports.rounds`.
    titles : sequence of (str, str)
        A short name and a title for each.
    parts_at : int, optional
        So many moves are the same in all rounds.
    marked : int, optional
        The seat that is watched.

    Raises
    ------
    ValueError
        If a round cannot be read.
    """
    read = [read_round(data) for data in rounds]
    boards, notes = _boards(read, parts_at)
    parts = []
    for number, (played, board, note) in enumerate(zip(read, boards, notes, strict=True)):
        short, title = titles[number] if number < len(titles) else _title(played, number, len(read))
        parts.append(_round_part(f"{key}-{number + 1}", played, board, note, (short, title), parts_at, marked))
    return Viewer(key, tuple(parts), parts_at if len(parts) > 1 else None, marked)


def symbols_of(viewers: Iterable[Viewer]) -> tuple[Symbol, ...]:
    """Return the tiles that some viewers show, each once."""
    keys = {
        piece.key
        for viewer in viewers
        for part in viewer.rounds
        for pieces in (part.boneyard, *(hand.pieces for hand in part.hands))
        for piece in pieces
    }
    keys |= {
        f"tile-{tile.tile[0]}{tile.tile[1]}"
        for viewer in viewers
        for part in viewer.rounds
        for tile in (part.board.tiles if part.board else ())
    }
    return tuple(symbol_of(int(key[-2]), int(key[-1])) for key in sorted(keys))


def _boards(rounds: Sequence[Round], parts_at: int | None) -> tuple[list[Board | None], list[str]]:
    """Lay out rounds on tables of one size, the moves they share in the same places; note what has no place."""
    boards: list[Board | None] = []
    notes = []
    for played in rounds:
        like = boards[0] if boards else None
        try:
            boards.append(board_of(played, like, parts_at or 0))
            notes.append("")
        except ValueError as error:
            boards.append(None)
            notes.append(f"The table could not be drawn ({error}). The moves are listed below.")
    drawn = [board for board in boards if board]
    return [functools.reduce(Board.beside, drawn, board) if board else None for board in boards], notes


def _title(played: Round, number: int, rounds: int) -> tuple[str, str]:
    """Name a round that has no title."""
    short = played.policy or f"round {number + 1}"
    return short, capital(short) if rounds > 1 else "The round"


def _round_part(
    key: str,
    played: Round,
    board: Board | None,
    note: str,
    titles: tuple[str, str],
    parts_at: int | None,
    marked: int | None,
) -> RoundPart:
    """Plan one round."""
    asleep = f"{plural(played.reserve, 'tile')} never drawn" if played.reserve else ""
    return RoundPart(
        key=key,
        short=titles[0],
        title=titles[1],
        board=board,
        note=note,
        hands=tuple(
            Hand(seat, seat_name(played, seat), seat == marked, _pieces(played.held(seat)))
            for seat in range(len(played.hands))
        ),
        boneyard=_pieces(played.asleep()),
        asleep=asleep,
        steps=tuple(_steps(played, parts_at)),
        ending=_ending(played),
        final=" ".join(map(str, played.points)) if played.reason else "",
        marked=marked,
    )


def seat_name(played: Round, seat: int) -> str:
    """Name a seat: ``Seat 0, hold``."""
    name = played.name_of(seat)
    partner = f", partner of seat {(seat + 2) % 4}" if played.teams else ""
    return f"Seat {seat}{f', {name}' if name else ''}{partner}"


def _pieces(holdings: Sequence[Holding]) -> tuple[Piece, ...]:
    return tuple(Piece(_key(held.tile), f"{held.tile[1]}-{held.tile[0]}", held.since, held.until) for held in holdings)


def _key(tile: Tile) -> str:
    return f"tile-{tile[0]}{tile[1]}"


def _steps(played: Round, parts_at: int | None) -> Iterable[StepPart]:
    """Yield the moves in words."""
    scores = played.scores()
    scoring = any(any(points) for points in scores)
    for number, move in enumerate(played.moves):
        taken = [Choice(text, place == move.choice) for place, text in enumerate(move.choices)]
        shown = _shortened(taken) if len(taken) > 1 else ()
        yield StepPart(
            text=f"{_who(played, move.seat)} {_does(move)}",
            more=_gives(move),
            choices=tuple(shown),
            left_out=len(taken) - len(shown) if shown else 0,
            seat=move.seat,
            playable=_playable(move),
            total="" if move.total is None else str(move.total),
            points=" ".join(map(str, scores[number + 1])) if scoring else "",
            parting=number == parts_at,
        )


def _shortened(choices: Sequence[Choice]) -> list[Choice]:
    """Leave out choices beyond what can be read, but never the one that was made."""
    if len(choices) <= MOST_CHOICES:
        return list(choices)
    kept = [choice for choice in choices if not choice.taken][: MOST_CHOICES - 1]
    return [choice for choice in choices if choice.taken or choice in kept]


def _who(played: Round, seat: int) -> str:
    if seat < 0:
        return "At the start"
    name = played.name_of(seat)
    return f"Seat {seat} ({name})" if name else f"Seat {seat}"


def _does(move: Move) -> str:
    """Say what a move does."""
    name = f"{move.tile[1]}-{move.tile[0]}" if move.tile else "a tile"
    if move.kind == PASS:
        return "passes"
    if move.kind == DRAW:
        return f"draws {name}"
    if move.seat < 0:
        return f"there lies {name}{'' if move.on is None else f' on {move.on}'}"
    if move.on is None:
        return f"leads {name}"
    where = {"double": " (side of the double)", "flank": " (flank)"}.get(move.port, "")
    if where and "(at the double)" in move.chosen:  # of a game without spinners, where doubles have no sides
        where = " (at the double)"
    return f"plays {name} on {move.on}{where}"


def _gives(move: Move) -> str:
    """Say what a move makes of the open ends, and what it scores."""
    points = f"scores {plural(move.points, 'point')}" if move.points else ""
    total = f"open ends total {move.total}" if move.total is not None and move.kind == PLAY else ""
    return ", ".join(part for part in (total, points) if part)


def _playable(move: Move) -> str:
    """Return the keys of the tiles among the choices of a move, which start with the tile's name."""
    keys = []
    for text in move.choices:
        name = text.split(" ", 1)[0]
        if len(name) == 3 and name[0].isdigit() and name[1] == "-" and name[2].isdigit():
            low, high = sorted((int(name[0]), int(name[2])))
            keys.append(_key((low, high)))
    return " ".join(dict.fromkeys(keys))


def _ending(played: Round) -> str:
    """Say how a round ended, or who is to move if it has not, as far as that is known."""
    if not played.reason:
        legal = f"; legal: {', '.join(played.legal)}" if played.legal else ""
        return "" if played.to_move is None else f"{_who(played, played.to_move)} to move{legal}."
    last = next((move for move in reversed(played.moves) if move.kind == PLAY), None)
    how = {"domino": "Domino", "blocked": "Blocked: nobody can go on", "target": "The target is reached"}
    said = how.get(played.reason, capital(played.reason))
    if played.reason == "domino" and last:
        said = f"Domino: {_who(played, last.seat)[:1].lower()}{_who(played, last.seat)[1:]} goes out"
    wins = f" Seat {played.winner} wins." if played.winner is not None else " Nobody wins."
    return f"{said}.{wins}{_by_seat('Points', played.points)}{_by_seat('Pips left', played.pips_left)}"


def _by_seat(what: str, numbers: Sequence[int]) -> str:
    """Give a number of each seat, in the order of the seats."""
    return f" {what} by seat: {listed([str(number) for number in numbers])}." if numbers else ""
