"""One round on a real layout, move by move (rules.md sections 2-4; PROTOCOL.md, Moves, Drawing, Counting).

`play_round` deals and plays; `play_from` plays on from any prepared `Table`, which is how golden hands and fixed
positions are tested.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from kernels.rules import Rules
from tests.reference import philox
from tests.reference.choosers import Chooser, View
from tests.reference.counting import points_of_play
from tests.reference.layout import DRAW, LEAD_PORT, PASS, PIPS, Layout, decode, encode_lead
from tests.reference.opening import is_double, open_round
from tests.reference.settlement import Settlement, settle_block, settle_domino, side_of

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

    By seat: `lacks` are the tiles that it is known not to hold, `played` the tiles that it laid.
    """

    rules: Rules
    hands: list[list[int]]
    boneyard: list[int]
    layout: Layout
    result: RoundResult
    choosers: Sequence[Chooser]
    words: Sequence[philox.Words]
    board: Scoreboard | None = None
    last_player: int = -1
    idle: int = 0
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


def play_round(
    rules: Rules,
    choosers: Sequence[Chooser],
    seed: int,
    deal: int,
    round_: int = 0,
    board: Scoreboard | None = None,
    leader: int | None = None,
    replicate: int = 0,
) -> RoundResult:
    """Deal and play one round; see `prepare` for the parameters."""
    return play_from(*prepare(rules, choosers, seed, deal, round_, board, leader, replicate))


def prepare(
    rules: Rules,
    choosers: Sequence[Chooser],
    seed: int,
    deal: int,
    round_: int = 0,
    board: Scoreboard | None = None,
    leader: int | None = None,
    replicate: int = 0,
) -> tuple[Table, int, list[int]]:
    """Deal a round; return the table, the leader and the tiles that may be led.

    Parameters
    ----------
    rules : Rules
        The game.
    choosers : sequence
        One chooser a seat.
    seed, deal, round_ : int
        What the random numbers are a function of; `round_` is 0 outside matches.
    board : Scoreboard, optional
        Receives in-play points and may end the round (reason `TARGET`); None outside matches.
    leader : int, optional
        None: as in a first round; `opening.BY_LOT` or a seat in later rounds of a match.
    replicate : int
        Another one means other choices in the same deal.

    Raises
    ------
    opening.RedealLimitError
        If no deal gives anybody a double.
    """
    opening = open_round(rules, seed, deal, round_, leader)
    result = RoundResult(opening.leader, -1, opening.redeals)
    for seat, hand in enumerate(opening.hands):
        result.doubles_dealt[seat] = sum(is_double(tile) for tile in hand)
        result.pips_dealt[seat] = sum(PIPS[tile] for tile in hand)
    words = [philox.Words(seed, deal, philox.CHOICES + seat, round_, replicate) for seat in range(rules.players)]
    table = Table(rules, opening.hands, opening.boneyard, Layout(rules), result, choosers, words, board)
    return table, opening.leader, opening.leads


def play_from(table: Table, seat: int, leads: Sequence[int] = ()) -> RoundResult:
    """Play a prepared table to the end.

    Parameters
    ----------
    table : Table
        Hands, boneyard and what lies; `last_player` and `idle` as play so far left them.
    seat : int
        Seat to move.
    leads : sequence of int
        Tiles that may be led if nothing lies yet.
    """
    over: int | None = None
    if table.layout.root is None:
        over = _lead(table, seat, leads)
        seat = (seat + 1) % table.rules.players
    while over is None:
        over = _turn(table, seat)
        seat = (seat + 1) % table.rules.players
    return _finish(table, over)


def _lead(table: Table, seat: int, leads: Sequence[int]) -> int | None:
    """Lay the first tile; a lead is always a tile, never a draw."""
    legal = [encode_lead(tile) for tile in sorted(leads)]
    move = table.choose(seat, legal)
    return _lay(table, seat, move, legal)


def _turn(table: Table, seat: int) -> int | None:
    """Let a seat draw, lay a tile or pass; return why the round is over, if it is."""
    drawn: list[int] = []
    while True:
        legal = _legal(table, seat, drawn)
        move = table.choose(seat, legal)
        if move >= DRAW:
            _learn(table, seat, move, forced=len(legal) == 1)
        if move == DRAW:
            drawn.append(table.boneyard.pop(0))
            table.hands[seat].append(drawn[-1])
            table.result.draws += 1
            table.note(seat, DRAW, legal)
        elif move == PASS:
            table.note(seat, PASS, legal)
            return _pass(table, drawn)
        else:
            return _lay(table, seat, move, legal)


def _legal(table: Table, seat: int, drawn: Sequence[int]) -> list[int]:
    """Return the legal moves of a seat that has drawn these tiles in this turn (rules.md A5-A8, C12)."""
    rules, layout, hand = table.rules, table.layout, table.hands[seat]
    may_draw = rules.draw == "until" or (rules.draw == "one" and not drawn)
    may_draw = may_draw and len(table.boneyard) > rules.reserve
    drawn_fits = layout.moves(drawn[-1:]) if drawn else []
    if drawn_fits and rules.must_play_drawn:
        return drawn_fits
    legal = layout.moves(hand)
    if not legal:
        return [DRAW] if may_draw else [PASS]
    if rules.voluntary_draw and may_draw:
        legal.append(DRAW)
    if drawn_fits:
        legal.append(PASS)
    return legal


def _learn(table: Table, seat: int, move: int, forced: bool) -> None:
    """Note what a draw or a pass tells about a hand (PROTOCOL.md, What is known of a seat)."""
    if not forced:
        table.lacks[seat] = set()
        return
    fitting = table.layout.fitting_tiles(range(table.rules.tile_count))
    table.lacks[seat] = fitting if move == DRAW else table.lacks[seat] | fitting


def _pass(table: Table, drawn: Sequence[int]) -> int | None:
    """End a turn without a play; a turn with a draw does not count towards the block (rules.md A10, 7.4)."""
    table.result.passes += 1
    table.idle = 0 if drawn else table.idle + 1
    return BLOCKED if table.idle == table.rules.players else None


def _lay(table: Table, seat: int, move: int, legal: list[int]) -> int | None:
    """Lay a tile, score it, and see whether that ends the round."""
    rules, result, layout = table.rules, table.result, table.layout
    port, _, tile, _ = decode(move)
    if port == LEAD_PORT:
        result.lead = tile
    layout.play(move)
    table.hands[seat].remove(tile)
    table.played[seat].append(tile)
    result.plays += 1
    table.last_player, table.idle = seat, 0
    points = points_of_play(layout)
    result.play_points[seat] += points
    table.note(seat, move, legal, points)
    if points and table.board is not None and table.board.score_play(side_of(rules, seat), points):
        result.winner = seat
        return TARGET
    if not table.hands[seat]:
        return DOMINO
    if rules.early_block_detection and _locked(table):
        return BLOCKED
    return None


def _locked(table: Table) -> bool:
    """Say whether no tile that is not on the table fits anywhere."""
    unplayed = [tile for hand in table.hands for tile in hand] + table.boneyard
    return not table.layout.moves(unplayed)


def _finish(table: Table, reason: int) -> RoundResult:
    """Settle the round and fill in the result."""
    rules, result = table.rules, table.result
    result.reason = reason
    result.turns = result.plays + result.passes
    if reason == TARGET:
        outcome = Settlement(result.winner, side_of(rules, result.winner), False, [0] * rules.sides)
    elif reason == DOMINO:
        outcome = settle_domino(rules, table.hands, table.last_player)
    else:
        outcome = settle_block(rules, table.hands, result.opener, table.last_player)
    result.winner, result.team, result.tied = outcome.winner, outcome.side, int(outcome.tied)
    result.settled = outcome.points
    sides = [side_of(rules, seat) for seat in range(rules.players)]
    for seat, hand in enumerate(table.hands):
        in_play = sum(result.play_points[other] for other in range(rules.players) if sides[other] == sides[seat])
        result.points[seat] = in_play + outcome.points[sides[seat]]
        result.pips_left[seat] = sum(PIPS[tile] for tile in hand)
        result.tiles_left[seat] = len(hand)
    return result
