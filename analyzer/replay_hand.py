"""Replaying a hand: a given deal and list of moves, played by the compiled kernel and told state by state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from analyzer.faults import ConfigError, Fault, Place
from analyzer.hand_file import Hand, read_hand
from analyzer.move_text import MoveText, choose_move, format_move, move_parts
from kernels import state, tiles
from kernels.log import LoggedMove
from kernels.replays import Played, play_script

__all__ = ["Replay", "Step", "replay"]

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
    """A replayed hand: `steps`, and `result` if the round is over, else `to_move` and `legal`."""

    title: str
    game: str
    house_rules: dict[str, object]
    players: int
    steps: tuple[Step, ...]
    result: dict[str, Any] | None
    to_move: int | None = None
    legal: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return everything as dicts, lists, texts and numbers."""
        return {
            "title": self.title,
            "game": self.game,
            "house_rules": dict(self.house_rules),
            "players": self.players,
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
        rules = "".join(f", {name}: {value}" for name, value in self.house_rules.items())
        lines = [self.title] if self.title else []
        lines.append(f"{self.game}{rules}, {self.players} players")
        lines += [f"{number:3}. {_step_text(step)}" for number, step in enumerate(self.steps, 1)]
        if self.result is None:
            lines.append(f"Seat {self.to_move} to move; legal: {', '.join(self.legal)}.")
        else:
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
        Every state, with the legal moves, the open ends, their count and points; and the settlement if the round is over.

    Raises
    ------
    ConfigError
        If the hand cannot be read, or a move is not legal: the message names the legal ones.
    """
    return _Replayer(read_hand(hand)).run()


@dataclass
class _Replayer:
    """Plays the written moves one by one, asking the kernel each time what came of it."""

    hand: Hand
    script: list[int] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    line: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        rules = self.hand.variant.rules
        self.scores = rules.play_score != "none"
        self.in_line = rules.spinner == "none"
        self.hands = [set(tiles_of) for tiles_of in self.hand.deal.hands]
        self.boneyard = list(self.hand.deal.boneyard)
        self.unsaid: list[LoggedMove] = []
        if self.hand.deal.laid:
            self._follow_laid()

    def run(self) -> Replay:
        played = self._play(Place())
        self._note(played, 0)
        for move, place in self.hand.moves:
            if not self._already_done(move, place):
                played = self._make(move, place, played)
        return self._finished(played)

    def _play(self, place: Place) -> Played:
        try:
            return play_script(self.hand.variant.rules, self.hand.deal, self.script)
        except (RuntimeError, ValueError) as error:
            raise ConfigError([Fault(place, "plays", str(error))]) from None

    def _already_done(self, move: MoveText, place: Place) -> bool:
        """Say whether a written draw or pass is one that the kernel has made by itself."""
        if move.action == "play":
            self.unsaid.clear()
            return False
        wanted = state.PASS if move.action == "pass" else state.DRAW
        while self.unsaid:
            done = self.unsaid.pop(0)
            if done.move == wanted:
                if move.seat is not None and move.seat != done.seat:
                    raise _fault(place, f"{move.text!r}: it is seat {done.seat} that has to {move.action}")
                return True
        return False

    def _make(self, move: MoveText, place: Place, before: Played) -> Played:
        """Make one written move."""
        waiting = before.waiting
        if waiting is None:
            raise _fault(place, f"{move.text!r}: the round is over")
        if move.seat is not None and move.seat != waiting.seat:
            names = ", ".join(format_move(code, waiting.legal) for code in waiting.legal)
            raise _fault(place, f"{move.text!r}: seat {waiting.seat} is to move, not {move.seat}; legal is {names}")
        try:
            code = choose_move(move, waiting.legal, self._line_end(move))
        except ValueError as error:
            raise _fault(place, f"{error} (seat {waiting.seat} to move)") from None
        self._follow_line(move, code)
        done = len(before.moves)
        self.script.append(code)
        after = self._play(place)
        self._note(after, done)
        return after

    def _note(self, played: Played, done: int) -> None:
        """Note what the kernel did after `done` moves: the move asked for, and draws and passes that followed."""
        self.unsaid = played.moves[done + 1 :] if done or self.script else list(played.moves)
        for logged in played.moves[done:]:
            self._move_tiles(logged)
            self.steps.append(self._step(logged, played))

    def _move_tiles(self, logged: LoggedMove) -> None:
        if logged.move == state.DRAW:
            self.hands[logged.seat].add(self.boneyard.pop(0))
        elif logged.move != state.PASS:
            self.hands[logged.seat].discard(move_parts(logged.move)[0])

    def _step(self, logged: LoggedMove, played: Played) -> Step:
        view = played.view[0]
        by_class = view["open"].reshape(state.CLASSES, state.PIP_SLOTS)
        ends = by_class[[state.END, state.DOUBLE, state.OPENING]].sum(axis=0)
        return Step(
            seat=logged.seat,
            move=format_move(logged.move, logged.legal),
            legal=tuple(format_move(code, logged.legal) for code in logged.legal),
            open_ends=tuple(pip for pip, count in enumerate(ends) for _ in range(count)),
            flanks=tuple(pip for pip, count in enumerate(by_class[state.FLANK]) if count > 0),
            open_end_count=logged.total if self.scores else None,
            points=logged.points,
            hand=tuple(tiles.format_tile(tile) for tile in sorted(self.hands[logged.seat])),
            boneyard=len(self.boneyard),
        )

    def _line_end(self, move: MoveText) -> int | None:
        """Return the pip of the end of a line that a move names."""
        if not move.end or not self.line:
            return None
        if not self.in_line:
            raise ValueError(f"{move.text!r}: only a line has a left and a right end; say which number")
        return self.line[0 if move.end == "left" else 1]

    def _follow_line(self, move: MoveText, code: int) -> None:
        """Keep the two ends of a line up to date."""
        if code >= state.DRAW:
            return
        tile, port, half, _ = move_parts(code)
        low, high = tiles.halves(tile)
        if port == state.LEAD:
            written = [int(number) for number in move.text.replace("|", "-").split(":")[-1].strip(" []").split("-")]
            self.line = written
            return
        end = {"left": 0, "right": 1}.get(move.end, int(self.line[1] == port))
        self.line[end] = low + high - half if low != high else low

    def _follow_laid(self) -> None:
        """Find the ends of the line that lies at the start."""
        laid = self.hand.deal.laid
        first = tiles.halves(move_parts(laid[0])[0])
        touched = move_parts(laid[1])[1] if len(laid) > 1 else first[1]
        last_tile, _, half, _ = move_parts(laid[-1])
        right = sum(tiles.halves(last_tile)) - half if len(laid) > 1 else first[1]
        self.line = [sum(first) - touched, right]

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
