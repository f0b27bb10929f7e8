"""A replayed hand, state by state: the records, plain data, and text for reading."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from analyzer.experiment import house_rules_text
from analyzer.settings import plain_settings

__all__ = ["Replay", "Step"]


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
    leader_points : int
        Points that the leader's side gets for it, where a pass right after the lead scores.
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
    leader_points: int = 0


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
            "house_rules": plain_settings(self.house_rules),
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
                    "leader_points": step.leader_points,
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
    if step.leader_points:
        parts.append(f"the leader scores {step.leader_points}")
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
