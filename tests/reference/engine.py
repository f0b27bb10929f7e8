"""One round on a real layout, move by move (rules.md sections 2-4; PROTOCOL.md, Moves, Drawing, Counting).

`play_round` deals and plays; `play_from` plays on from any prepared `Table`, which is how golden hands and fixed
positions are tested.
"""

from __future__ import annotations

from collections.abc import Sequence

from kernels.rules import Rules
from tests.reference import philox
from tests.reference.choosers import Chooser
from tests.reference.counting import points_of_play
from tests.reference.layout import DRAW, LEAD_PORT, PASS, PIPS, Layout, decode, encode_lead, tiles_in_play
from tests.reference.opening import is_double, open_round
from tests.reference.settlement import LastTile, Settlement, nth, settle_block, settle_domino, side_of
from tests.reference.table import BLOCKED, DOMINO, TARGET, RoundResult, Scoreboard, Table


def play_round(
    rules: Rules,
    choosers: Sequence[Chooser],
    seed: int,
    deal: int,
    round_: int = 0,
    board: Scoreboard | None = None,
    among: Sequence[int] | None = None,
    replicate: int = 0,
) -> RoundResult:
    """Deal and play one round; see `prepare` for the parameters."""
    return play_from(*prepare(rules, choosers, seed, deal, round_, board, among, replicate))


def prepare(
    rules: Rules,
    choosers: Sequence[Chooser],
    seed: int,
    deal: int,
    round_: int = 0,
    board: Scoreboard | None = None,
    among: Sequence[int] | None = None,
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
    among : sequence of int, optional
        None: as in a first round; in later rounds of a match one of these seats leads, by lot if there are several.
    replicate : int
        Another one means other choices in the same deal.

    Raises
    ------
    opening.RedealLimitError
        If every deal is to be dealt again.
    """
    opening = open_round(rules, seed, deal, round_, among)
    result = RoundResult(opening.leader, -1, opening.redeals)
    for seat, hand in enumerate(opening.hands):
        result.doubles_dealt[seat] = sum(is_double(tile) for tile in hand)
        result.pips_dealt[seat] = sum(PIPS[tile] for tile in hand)
    words = [philox.Words(seed, deal, philox.CHOICES + seat, round_, replicate) for seat in range(rules.players)]
    table = Table(rules, opening.hands, opening.boneyard, Layout(rules), result, choosers, words, board)
    table.round_ = None if board is None else round_
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
    ways = (0, 1) if table.rules.ends == 1 else (0,)
    legal = sorted(encode_lead(tile, side) for tile in leads for side in ways if not (side and is_double(tile)))
    move = table.choose(seat, legal)
    table.answering = True
    return _lay_on(table, seat, move, legal)


def _turn(table: Table, seat: int) -> int | None:
    """Let a seat draw, lay tiles or pass; return why the round is over, if it is."""
    drawn: list[int] = []
    answering, table.answering = table.answering, False
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
            return _pass(table, drawn, answering)
        else:
            return _lay_on(table, seat, move, legal)


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
    fitting = table.layout.fitting_tiles(tiles_in_play(table.rules))
    table.lacks[seat] = fitting if move == DRAW else table.lacks[seat] | fitting


def _pass(table: Table, drawn: Sequence[int], answering: bool) -> int | None:
    """End a turn without a play; a turn with a draw does not count towards the block (rules.md A10, 7.4)."""
    rules, result = table.rules, table.result
    result.passes += 1
    table.passes += 1
    table.idle = 0 if drawn else table.idle + 1
    if answering:
        points = rules.lead_pass_double_points if is_double(result.lead) else rules.lead_pass_tile_points
        if _score(table, result.opener, points):
            return TARGET
    return BLOCKED if table.idle == rules.players else None


def _lay_on(table: Table, seat: int, move: int, legal: list[int]) -> int | None:
    """Lay a tile in a turn of the seat's own, then take the extra turns that doubles give."""
    over = _lay(table, seat, move, legal, extra=False)
    while over is None and table.rules.extra_turn != "none" and is_double(decode(move)[2]):
        legal = table.layout.moves(table.hands[seat])
        if not legal:
            table.lacks[seat] |= table.layout.fitting_tiles(tiles_in_play(table.rules))
            break
        if table.rules.extra_turn == "may":
            legal.append(PASS)
        move = table.choose(seat, legal)
        if move == PASS:
            table.note(seat, PASS, legal)
            break
        over = _lay(table, seat, move, legal, extra=True)
    return over


def _lay(table: Table, seat: int, move: int, legal: list[int], extra: bool) -> int | None:
    """Lay a tile, score it, and see whether that ends the round."""
    rules, result, layout = table.rules, table.result, table.layout
    port, _, tile, _ = decode(move)
    if port == LEAD_PORT:
        result.lead = tile
    if len(table.hands[seat]) == 1:
        table.out_with = LastTile(tile, layout.fits_all_ends(tile))
    layout.play(move)
    table.hands[seat].remove(tile)
    table.played[seat].append(tile)
    result.plays += 1
    others_passed = not extra and table.last_player == seat and table.passes == rules.players - 1
    table.last_player, table.idle, table.passes = seat, 0, 0
    events = [rules.all_pass_points if others_passed else 0, points_of_play(layout)]
    won = next((number for number, points in enumerate(events) if _score(table, seat, points)), None)
    table.note(seat, move, legal, sum(events if won is None else events[: won + 1]))
    if won is not None:
        return TARGET
    if not table.hands[seat]:
        return DOMINO
    if rules.early_block_detection and _locked(table):
        return BLOCKED
    return None


def _score(table: Table, seat: int, points: int) -> bool:
    """Give in-play points to a seat; say whether they end the match, which it has won then."""
    table.result.play_points[seat] += points
    if points and table.board is not None and table.board.score_play(side_of(table.rules, seat), points):
        table.result.winner = seat
        return True
    return False


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
        assert table.out_with is not None
        outcome = settle_domino(rules, table.hands, table.last_player, table.out_with)
    else:
        outcome = settle_block(rules, table.hands, result.opener, table.last_player)
    if table.round_ is not None and reason != TARGET and outcome.side >= 0:
        outcome.points[outcome.side] += nth(rules.early_round_points, table.round_)
    result.winner, result.team, result.tied = outcome.winner, outcome.side, int(outcome.tied)
    result.settled = outcome.points
    sides = [side_of(rules, seat) for seat in range(rules.players)]
    for seat, hand in enumerate(table.hands):
        in_play = sum(result.play_points[other] for other in range(rules.players) if sides[other] == sides[seat])
        result.points[seat] = in_play + outcome.points[sides[seat]]
        result.pips_left[seat] = sum(PIPS[tile] for tile in hand)
        result.tiles_left[seat] = len(hand)
    return result
