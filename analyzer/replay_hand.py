"""Replaying a hand: a given deal and list of moves, played by the compiled kernel and told state by state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analyzer.faults import ConfigError, Fault, Place, listed
from analyzer.hand_file import Hand, read_hand
from analyzer.move_text import MoveText, format_move, meant_moves, move_parts
from analyzer.replay_text import Replay, Step
from analyzer.round_record import round_record
from kernels import state, tiles
from kernels.log import LoggedMove
from kernels.replays import Played, play_script

__all__ = ["Replay", "Step", "replay"]

_MOST_TRIES = 5_000  # moves tried before a hand is called ambiguous
_REASONS = ("domino", "blocked", "target")


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
        self.spinner = self.rules.spinner != "none"
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
            codes = _meant(move, place, before, self._line_end(move, line), self.spinner)
        except ConfigError as error:
            return self._fail(number, error)
        ways: list[_Line] = []
        for code in codes:
            self.tries += 1
            if self.tries > _MOST_TRIES:
                raise _fault(place, f"{move.text!r}: too many ways to understand these moves; say where each is played")
            after = self._play([*line.script, code], place)
            unsaid = after.moves[len(before.moves) + 1 :]
            way = _Line([*line.script, code], _next_ends(line.ends, move, code, self.rules.ends == 1), unsaid)
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
        names = [format_move(code, codes, spinner=self.spinner) for code in codes]
        return _fault(place, f"{move.text!r} may mean {listed(names)}; say which")


def _meant(move: MoveText, place: Place, before: Played, line_end: int | None, spinner: bool) -> list[int]:
    """Return the codes that a written move may mean."""
    waiting = before.waiting
    if waiting is None:
        raise _fault(place, f"{move.text!r}: the round is over")
    names = listed([format_move(code, waiting.legal, spinner=spinner) for code in waiting.legal])
    if move.seat is not None and move.seat != waiting.seat:
        raise _fault(place, f"{move.text!r}: seat {waiting.seat} is to move, not {move.seat}; legal is {names}")
    try:
        return meant_moves(move, waiting.legal, line_end, spinner=spinner)
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


def _next_ends(ends: Sequence[int], move: MoveText, code: int, single: bool) -> list[int]:
    """Return the two ends of a line after a move; twice the same where only one end is open."""
    if code >= state.DRAW:
        return list(ends)
    tile, port, half, _ = move_parts(code)
    low, high = tiles.halves(tile)
    if single:
        return [low + high - half] * 2
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
        self.spinner = hand.variant.rules.spinner != "none"
        self.hands = [set(tiles_of) for tiles_of in hand.deal.hands]
        self.boneyard = list(hand.deal.boneyard)
        self.steps: list[Step] = []
        self.told: list[LoggedMove] = []

    def tell(self) -> Replay:
        """Return the replay."""
        rules = self.hand.variant.rules
        for length in range(len(self.script) + 1):
            played = play_script(rules, self.hand.deal, self.script[:length])
            for logged in played.moves[len(self.told) :]:
                self._move_tiles(logged)
                self.steps.append(self._step(logged, played))
                self.told.append(logged)
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
            move=format_move(logged.move, logged.legal, spinner=self.spinner),
            legal=self._legal(logged.legal),
            open_ends=tuple(pip for pip, count in enumerate(ends) for _ in range(count)),
            flanks=tuple(pip for pip, count in enumerate(by_class[state.FLANK]) if count > 0),
            open_end_count=logged.total if scores else None,
            points=logged.points,
            hand=tuple(tiles.format_tile(tile) for tile in sorted(self.hands[logged.seat])),
            boneyard=len(self.boneyard),
            leader_points=self._lead_pass(logged),
        )

    def _legal(self, codes: Sequence[int]) -> tuple[str, ...]:
        return tuple(format_move(code, codes, spinner=self.spinner) for code in codes)

    def _lead_pass(self, logged: LoggedMove) -> int:
        """Return what the leader's side gets if this is the next seat's pass right after the lead."""
        rules, told = self.hand.variant.rules, self.told
        if logged.move != state.PASS or not told:
            return 0
        leader, after = told[0].seat, (told[0].seat + 1) % rules.players
        leads = move_parts(told[0].move)[1] == state.LEAD
        ours = [one.seat == leader or (one.seat == after and one.move == state.DRAW) for one in told]
        if not leads or logged.seat != after or not all(ours):
            return 0
        double = tiles.is_double(move_parts(told[0].move)[0])
        return rules.lead_pass_double_points if double else rules.lead_pass_tile_points

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
            legal=self._legal(waiting.legal) if waiting else (),
            assumed=self.hand.assumed,
            round=round_record(
                variant.rules,
                variant.label,
                ["" for _ in range(variant.players)],
                (self.hand.deal.hands, self.hand.deal.boneyard),
                played.moves[: len(self.steps)],
                None if waiting else played.record,
                laid=self.hand.deal.laid,
                waiting=(waiting.seat, self._legal(waiting.legal)) if waiting and not self.hand.assumed else None,
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
