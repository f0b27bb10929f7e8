"""Replaying a hand: a given deal and list of moves, played by the compiled kernel and told state by state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from analyzer.experiment import house_rules_text
from analyzer.faults import ConfigError, Fault, Place, listed
from analyzer.hand_file import Hand, read_hand
from analyzer.move_text import MoveText, format_move, meant_moves, move_parts
from analyzer.round_record import round_record
from kernels import state, tiles
from kernels.log import LoggedMove
from kernels.replays import Played, play_script

__all__ = ["Replay", "Step", "replay"]

_MOST_TRIES = 5_000  # moves tried before a hand is called ambiguous
_REASONS = ("domino", "blocked", "target")


@dataclass(frozen=True)
class Step:
    """One move and what it left.

    Attributes
    ----------
    seat : int
    move : str
        As ``6-3 on 6``, ``draw`` or ``pass``.
    legal : tuple of str
        What was legal.
    open_ends : tuple of int
        Pips of the open ends after it, ascending; flanks not included.
    flanks : tuple of int
        Pips that the open flanks of a led non-double match.
    open_end_count : int or None
        The open-end total after it, None in games that do not score it.
    points : int
        Points of the move.
    hand : tuple of str
        What the seat holds after it.
    boneyard : int
        Tiles in the boneyard after it.
    """

    seat: int
    move: str
    legal: tuple[str, ...]
    open_ends: tuple[int, ...]
    flanks: tuple[int, ...]
    open_end_count: int | None
    points: int
    hand: tuple[str, ...]
    boneyard: int


@dataclass(frozen=True)
class Replay:
    """A replayed hand: `steps`, and `result` if the round is over, else `to_move` and `legal`.

    With `assumed` hands the legal moves are those of hands that were made up, and what the kernel did by itself after
    the last written move is left out. `round` is the whole of it as plain data, see `analyzer.round_record`.
    """

    title: str
    game: str
    house_rules: dict[str, object]
    players: int
    steps: tuple[Step, ...]
    result: dict[str, Any] | None
    to_move: int | None = None
    legal: tuple[str, ...] = ()
    assumed: bool = False
    round: dict[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as dicts, lists, texts and numbers."""
        return {
            "title": self.title,
            "game": self.game,
            "house_rules": dict(self.house_rules),
            "players": self.players,
            "hands_assumed": self.assumed,
            "steps": [
                {
                    "seat": step.seat,
                    "move": step.move,
                    "legal": list(step.legal),
                    "open_ends": list(step.open_ends),
                    "flanks": list(step.flanks),
                    "open_end_count": step.open_end_count,
                    "points": step.points,
                    "hand": list(step.hand),
                    "boneyard": step.boneyard,
                }
                for step in self.steps
            ],
            "over": self.result is not None,
            "result": self.result,
            "to_move": self.to_move,
            "legal": list(self.legal),
        }

    def text(self) -> str:
        """Return the hand move by move, for reading."""
        rules = house_rules_text(self.house_rules)
        lines = [self.title] if self.title else []
        lines.append(f"{self.game}{f' ({rules})' if rules else ''}, {self.players} players")
        if self.assumed:
            lines.append("Hands were not given: every seat holds what it plays, filled up with the lowest other tiles.")
        lines += [f"{number:3}. {_step_text(step)}" for number, step in enumerate(self.steps, 1)]
        if self.result is None and not self.assumed:
            lines.append(f"Seat {self.to_move} to move; legal: {', '.join(self.legal)}.")
        elif self.result is not None:
            lines.append(_result_text(self.result))
        return "\n".join(lines)


def _step_text(step: Step) -> str:
    """Return one move as a line."""
    parts = [f"seat {step.seat}: {step.move}"]
    if step.points:
        parts.append(f"scores {step.points}")
    parts.append(f"open ends {' '.join(map(str, step.open_ends)) or '-'}")
    if step.flanks:
        parts.append(f"flanks match {' or '.join(map(str, step.flanks))}")
    if step.open_end_count is not None:
        parts.append(f"count {step.open_end_count}")
    if step.move in ("draw", "pass"):
        parts.append(f"{len(step.hand)} in hand, {step.boneyard} in the boneyard")
    others = [move for move in step.legal if move != step.move]
    parts.append(f"also legal: {', '.join(others)}" if others else "no other move")
    return "; ".join(parts)


def _result_text(result: Mapping[str, Any]) -> str:
    """Return the settlement as sentences."""
    left = "; ".join(f"seat {seat} {pips} pips on {count}" for seat, (pips, count) in enumerate(
        zip(result["pips_left"], result["tiles_left"], strict=True)))  # fmt: skip
    how = {"domino": "Domino", "blocked": "Blocked", "target": "Target reached"}[result["reason"]]
    if result["winner"] is None:
        tail = "Nobody wins the tie." if result["tied"] else "Nobody wins."
    else:
        side = f" (team {result['team']})" if result["team"] != result["winner"] or result["partners"] else ""
        tie = " after a tie" if result["tied"] else ""
        tail = f"Seat {result['winner']}{side} wins{tie}."
    points = ", ".join(str(number) for number in result["points"])
    return f"{how}. {tail} Points by seat: {points}. Left: {left}."


def replay(hand: str | Path | Mapping[str, Any]) -> Replay:
    """Play a given deal and list of moves through the kernel.

    Parameters
    ----------
    hand : path or dict
        See `analyzer.hand_file`. Draws and passes that are forced may be left out of the plays.

    Returns
    -------
    Replay
        Every state, with the legal moves, the open ends, their count and points; and the settlement if the round is
        over.

    Raises
    ------
    ConfigError
        If the hand cannot be read, or a move is not legal: the message names the legal ones.
    """
    return _Replayer(read_hand(hand)).run()


@dataclass
class _Line:
    """One way of understanding the moves so far.

    Attributes
    ----------
    script : list of int
        Codes of the moves made.
    ends : list of int
        The two ends of a line, as far as there is a line.
    unsaid : list of LoggedMove
        Draws and passes that the kernel made by itself since the last written move.
    """

    script: list[int]
    ends: list[int]
    unsaid: list[LoggedMove]


class _Replayer:
    """Plays the written moves one by one, asking the kernel each time what came of it.

    Where a move could be made in several ways (a tile that fits both ends), the ways are tried in turn, and the ones
    with which the rest of the moves can be played are kept.
    """

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.rules = hand.variant.rules
        self.furthest = -1
        self.failure: ConfigError | None = None
        self.tries = 0

    def run(self) -> Replay:
        """Return the replay, or raise what is wrong with the furthest move that could be reached."""
        start = self._play([], Place())
        ways = self._ways(_Line([], _laid_ends(self.hand.deal.laid), list(start.moves)), 0, start)
        if not ways:
            assert self.failure is not None
            raise self.failure
        told = [_Teller(self.hand, way.script).tell() for way in ways]
        outcomes = {repr((one.result, one.to_move, one.legal)) for one in told}
        if len(outcomes) > 1:
            raise self._ambiguous(ways)
        return told[0]

    def _play(self, script: Sequence[int], place: Place) -> Played:
        try:
            return play_script(self.rules, self.hand.deal, script)
        except (RuntimeError, ValueError) as error:
            raise _fault(place, str(error)) from None

    def _ways(self, line: _Line, number: int, played: Played) -> list[_Line]:
        """Return the ways in which the moves from `number` on can be made."""
        while number < len(self.hand.moves):
            move, place = self.hand.moves[number]
            try:
                if not _already_done(line, move, place):
                    return self._branch(line, number, played)
            except ConfigError as error:
                return self._fail(number, error)
            number += 1
        return [line]

    def _branch(self, line: _Line, number: int, before: Played) -> list[_Line]:
        """Make move `number` in every way it can be meant."""
        move, place = self.hand.moves[number]
        try:
            codes = _meant(move, place, before, self._line_end(move, line))
        except ConfigError as error:
            return self._fail(number, error)
        ways: list[_Line] = []
        for code in codes:
            self.tries += 1
            if self.tries > _MOST_TRIES:
                raise _fault(place, f"{move.text!r}: too many ways to understand these moves; say where each is played")
            after = self._play([*line.script, code], place)
            unsaid = after.moves[len(before.moves) + 1 :]
            way = _Line([*line.script, code], _next_ends(line.ends, move, code), unsaid)
            ways += self._ways(way, number + 1, after)
        return ways

    def _fail(self, number: int, error: ConfigError) -> list[_Line]:
        """Remember why no way led on from the furthest move."""
        if number > self.furthest:
            self.furthest, self.failure = number, error
        return []

    def _line_end(self, move: MoveText, line: _Line) -> int | None:
        """Return the pip of the end of a line that a move names."""
        if not move.end or not line.ends:
            return None
        return line.ends[0 if move.end == "left" else 1]

    def _ambiguous(self, ways: Sequence[_Line]) -> ConfigError:
        """Return the complaint about the first move whose ways lead to different ends."""
        number = next(
            n for n, codes in enumerate(zip(*(way.script for way in ways), strict=False)) if len(set(codes)) > 1
        )
        codes = sorted({way.script[number] for way in ways})
        tile = move_parts(codes[0])[0]
        move, place = next(pair for pair in self.hand.moves if pair[0].tile == tile)
        return _fault(place, f"{move.text!r} may mean {listed([format_move(code) for code in codes])}; say which")


def _meant(move: MoveText, place: Place, before: Played, line_end: int | None) -> list[int]:
    """Return the codes that a written move may mean."""
    waiting = before.waiting
    if waiting is None:
        raise _fault(place, f"{move.text!r}: the round is over")
    names = listed([format_move(code, waiting.legal) for code in waiting.legal])
    if move.seat is not None and move.seat != waiting.seat:
        raise _fault(place, f"{move.text!r}: seat {waiting.seat} is to move, not {move.seat}; legal is {names}")
    try:
        return meant_moves(move, waiting.legal, line_end)
    except ValueError as error:
        raise _fault(place, f"{error} (seat {waiting.seat} to move)") from None


def _already_done(line: _Line, move: MoveText, place: Place) -> bool:
    """Say whether a written draw or pass is one that the kernel has made by itself."""
    if move.action == "play":
        return False
    wanted = state.PASS if move.action == "pass" else state.DRAW
    while line.unsaid:
        done = line.unsaid.pop(0)
        if done.move == wanted:
            if move.seat is not None and move.seat != done.seat:
                raise _fault(place, f"{move.text!r}: it is seat {done.seat} that has to {move.action}")
            return True
    return False


def _next_ends(ends: Sequence[int], move: MoveText, code: int) -> list[int]:
    """Return the two ends of a line after a move."""
    if code >= state.DRAW:
        return list(ends)
    tile, port, half, _ = move_parts(code)
    low, high = tiles.halves(tile)
    if port == state.LEAD:
        return list(move.written) if move.written else [low, high]
    after = list(ends)
    after[{"left": 0, "right": 1}.get(move.end, int(ends[1] == port))] = low + high - half if low != high else low
    return after


def _laid_ends(laid: Sequence[int]) -> list[int]:
    """Return the two ends of the line that lies at the start."""
    if not laid:
        return []
    first = tiles.halves(move_parts(laid[0])[0])
    if len(laid) == 1:
        return list(first)
    last, _, half, _ = move_parts(laid[-1])
    return [sum(first) - move_parts(laid[1])[1], sum(tiles.halves(last)) - half]


class _Teller:
    """Tells a script that can be played, state by state."""

    def __init__(self, hand: Hand, script: Sequence[int]) -> None:
        self.hand = hand
        self.script = script
        self.hands = [set(tiles_of) for tiles_of in hand.deal.hands]
        self.boneyard = list(hand.deal.boneyard)
        self.steps: list[Step] = []

    def tell(self) -> Replay:
        """Return the replay."""
        rules = self.hand.variant.rules
        told = 0
        for length in range(len(self.script) + 1):
            played = play_script(rules, self.hand.deal, self.script[:length])
            for logged in played.moves[told:]:
                self._move_tiles(logged)
                self.steps.append(self._step(logged, played))
            told = len(played.moves)
        if self.hand.assumed and played.waiting:
            while self.steps and self.steps[-1].move in ("draw", "pass"):
                self.steps.pop()
        return self._finished(played)

    def _move_tiles(self, logged: LoggedMove) -> None:
        if logged.move == state.DRAW:
            self.hands[logged.seat].add(self.boneyard.pop(0))
        elif logged.move != state.PASS:
            self.hands[logged.seat].discard(move_parts(logged.move)[0])

    def _step(self, logged: LoggedMove, played: Played) -> Step:
        by_class = played.view[0]["open"].reshape(state.CLASSES, state.PIP_SLOTS)
        ends = by_class[[state.END, state.DOUBLE, state.OPENING]].sum(axis=0)
        scores = self.hand.variant.rules.play_score != "none"
        return Step(
            seat=logged.seat,
            move=format_move(logged.move, logged.legal),
            legal=tuple(format_move(code, logged.legal) for code in logged.legal),
            open_ends=tuple(pip for pip, count in enumerate(ends) for _ in range(count)),
            flanks=tuple(pip for pip, count in enumerate(by_class[state.FLANK]) if count > 0),
            open_end_count=logged.total if scores else None,
            points=logged.points,
            hand=tuple(tiles.format_tile(tile) for tile in sorted(self.hands[logged.seat])),
            boneyard=len(self.boneyard),
        )

    def _finished(self, played: Played) -> Replay:
        variant = self.hand.variant
        waiting = played.waiting
        return Replay(
            title=self.hand.title,
            game=variant.game,
            house_rules=dict(variant.house_rules),
            players=variant.players,
            steps=tuple(self.steps),
            result=None if waiting else _result(played, variant.players, variant.rules.teams != "none"),
            to_move=waiting.seat if waiting else None,
            legal=tuple(format_move(code, waiting.legal) for code in waiting.legal) if waiting else (),
            assumed=self.hand.assumed,
            round=round_record(
                variant.rules,
                variant.label,
                ["" for _ in range(variant.players)],
                (self.hand.deal.hands, self.hand.deal.boneyard),
                played.moves[: len(self.steps)],
                None if waiting else played.record,
                laid=self.hand.deal.laid,
            ),
        )


def _result(played: Played, players: int, partners: bool) -> dict[str, Any]:
    """Return the settlement of a finished round."""
    record = played.record[0]
    numbers = ("plays", "turns", "draws", "passes")
    by_seat = ("points", "play_points", "pips_left", "tiles_left")

    def seat(name: str) -> int | None:
        return int(record[name]) if record[name] >= 0 else None

    return {
        "reason": _REASONS[record["reason"]],
        "winner": seat("winner"),
        "team": seat("team"),
        "partners": partners,
        "tied": bool(record["tied"]),
        "opener": int(record["opener"]),
        "lead": tiles.format_tile(int(record["lead"])),
        **{name: [int(number) for number in record[name][:players]] for name in by_seat},
        **{name: int(record[name]) for name in numbers},
    }


def _fault(place: Place, message: str) -> ConfigError:
    return ConfigError([Fault(place, "plays", message)])
