"""Moves as people write them, and as the kernel codes them: ``6-3 on 6``, ``0: 4-6@6``, ``1: pass``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from analyzer.faults import listed
from kernels import state, tiles

__all__ = ["MoveText", "format_move", "meant_moves", "move_parts", "parse_move"]

_MOVE = re.compile(
    r"(?:(?:seat\s*)?(?P<seat>\d+)\s*:)?\s*(?P<what>\[?\d+\s*[-|]\s*\d+\]?|[a-z-]+)\s*(?P<where>.*)", re.I
)
_DOUBLE_AT = re.compile(r"\b(\d+)\s*[-|]\s*\1\b")
_HALF = re.compile(r"\b(?:by|with)(?: its)? (\d+)")
_OPEN = re.compile(r"\b(?:leaving|leaves|open) (\d+)")
_NUMBER = re.compile(r"\d+")
_PASSES = ("pass", "p", "-", "passes", "knock")
_DRAWS = ("draw", "draws", "d")
_CLASS_WORDS = {
    state.DOUBLE: ("side", "tip", "spinner", "double", "across"),
    state.FLANK: ("flank",),
}
_CLASS_NAMES = {state.DOUBLE: " (side of the double)", state.FLANK: " (flank)"}
_NO_SPINNER = {state.DOUBLE: " (at the double)"}  # a double that only counts twice has no sides to choose from
_KNOWN_WORDS = {"on", "the", "other", "at", "to", "end", "of", "left", "right", "its", "by", "with", "a", "half", "@"}


@dataclass(frozen=True)
class MoveText:
    """A move as written.

    Attributes
    ----------
    text : str
        The words themselves.
    seat : int or None
        Who plays, if said.
    action : str
        ``play``, ``pass`` or ``draw``.
    tile : int or None
        Tile id of a play.
    port, half, kind : int or None
        Pip of the open end, half that touches, port class; if said.
    end : str
        ``left``, ``right`` or nothing: the end of a line.
    written : tuple of int
        The halves of the tile in the order written.
    """

    text: str
    seat: int | None
    action: str
    tile: int | None = None
    port: int | None = None
    half: int | None = None
    kind: int | None = None
    end: str = ""
    written: tuple[int, ...] = ()


def parse_move(text: str, set_max: int) -> MoveText:
    """Read a move.

    Raises
    ------
    ValueError
        If it is none; the message says how moves are written.
    """
    match = _MOVE.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"{text!r} is not a move; write 6-3, 6-3 on 6, 0: 6-3 on 6, pass or draw")
    seat = int(match["seat"]) if match["seat"] else None
    what, where = match["what"].lower(), match["where"].lower()
    if what in _PASSES or what in _DRAWS:
        return MoveText(text, seat, "pass" if what in _PASSES else "draw")
    if not what[0].isdigit() and what[0] != "[":
        raise ValueError(f"{text!r} is not a move; {what} is neither a tile, pass nor draw")
    tile = tiles.parse_tile(what, set_max)
    half_text = _HALF.search(where)
    half = int(half_text[1]) if half_text else _half_opposite(tile, where)
    where = _OPEN.sub("", _HALF.sub("", where))
    kind = next((kind for kind, words in _CLASS_WORDS.items() if any(word in where for word in words)), None)
    at_double = _DOUBLE_AT.search(where)
    written = tuple(int(number) for number in _NUMBER.findall(what))
    if at_double:
        return MoveText(text, seat, "play", tile, int(at_double[1]), half, state.DOUBLE, written=written)
    end = "left" if "left" in where else "right" if "right" in where else ""
    number = _NUMBER.search(where)
    _refuse_unknown(text, where)
    return MoveText(text, seat, "play", tile, int(number[0]) if number else None, half, kind, end, written)


def _half_opposite(tile: int, where: str) -> int | None:
    """Return the half that touches, or is turned away, where the one left open is said: ``6-3 leaving 6``."""
    said = _OPEN.search(where)
    if said is None:
        return None
    if int(said[1]) not in tiles.halves(tile):
        raise ValueError(f"{tiles.format_tile(tile)} cannot leave {said[1]} open: it has no such half")
    return tiles.pips(tile) - int(said[1])


def _refuse_unknown(text: str, where: str) -> None:
    """Refuse words that say nothing about a place."""
    known = _KNOWN_WORDS.union(*_CLASS_WORDS.values())
    for word in re.findall(r"[a-z]+", where):
        if word.removesuffix("s") not in known and word not in known:
            raise ValueError(
                f"{text!r}: {word!r} is no place; write on 6, on 6-6, left, right, on the side, on a flank or leaving 6"
            )


def move_parts(code: int) -> tuple[int, int, int, int]:
    """Return (tile, port, half that touches, port class) of a move with a tile; port `state.LEAD` for a lead."""
    tile = code >> state.TILE_SHIFT & 63
    half = tiles.halves(tile)[code >> state.SIDE_SHIFT & 1]
    return tile, code >> state.PORT_SHIFT & 15, half, code & 3


def format_move(code: int, others: Sequence[int] = (), *, spinner: bool = True) -> str:
    """Write a move; where `others` would read the same, add the half that touches.

    In games without a `spinner` a double has no sides.
    """
    if code == state.PASS:
        return "pass"
    if code == state.DRAW:
        return "draw"
    tile, port, half, kind = move_parts(code)
    if port == state.LEAD:
        sides = [other for other in others if other < state.DRAW and move_parts(other)[0] == tile]
        return f"{tiles.format_tile(tile)}{f' leaving {tiles.pips(tile) - half}' if len(sides) > 1 else ''}"
    text = f"{tiles.format_tile(tile)} on {port}{(_CLASS_NAMES if spinner else _NO_SPINNER).get(kind, '')}"
    twins = [other for other in others if other < state.DRAW and move_parts(other)[:2] == (tile, port)]
    same_place = [other for other in twins if move_parts(other)[3] == kind]
    return f"{text} by its {half}" if len(same_place) > 1 else text


def meant_moves(move: MoveText, legal: Sequence[int], line_end: int | None, *, spinner: bool = True) -> list[int]:
    """Return the legal moves that may be meant.

    Parameters
    ----------
    move : MoveText
    legal : sequence of int
        Codes.
    line_end : int or None
        Pip of the end of a line that `move.end` names.
    spinner : bool
        Whether the game has a spinner, see `format_move`.

    Raises
    ------
    ValueError
        If there is none; the message names the legal ones.
    """
    names = listed([format_move(code, legal, spinner=spinner) for code in legal])
    if move.action != "play":
        wanted = state.PASS if move.action == "pass" else state.DRAW
        if wanted in legal:
            return [wanted]
        raise ValueError(f"{move.text!r} is not legal: nobody may {move.action} now; legal is {names}")
    port = move.port if line_end is None else line_end
    found = [code for code in legal if code < state.DRAW and _fits(move, port, code)]
    found = [code for code in found if move_parts(code)[3] == move.kind] or found
    said = move.text.rpartition(":")[2].strip()  # what we write ourselves means exactly that
    found = [code for code in found if format_move(code, legal, spinner=spinner) == said] or found
    if not found:
        raise ValueError(f"{move.text!r} is not legal; legal is {names}")
    return found


def _fits(move: MoveText, port: int | None, code: int) -> bool:
    """Say whether a legal move agrees with all that was written."""
    tile, at, half, kind = move_parts(code)
    if tile != move.tile or (port is not None and at not in (port, state.LEAD)):
        return False
    if move.half is not None and half != move.half:
        return False
    # Port classes are told apart only in some games; elsewhere everything is END and the words say nothing.
    return move.kind is None or kind in (move.kind, state.END)
