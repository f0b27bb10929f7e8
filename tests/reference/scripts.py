"""Playing written move lists through the twin: ``3: 4-6@6`` is seat 3 laying 6-4 on an open 6."""

from __future__ import annotations

from collections.abc import Sequence

from kernels import tiles
from kernels.rules import Rules
from tests.reference.choosers import Chooser, View
from tests.reference.engine import play_from
from tests.reference.layout import DRAW, LEAD_PORT, PASS, Layout, decode
from tests.reference.philox import Words
from tests.reference.table import RoundResult, Table

Play = tuple[int, int, int | None]  # seat, tile, pip of the open end where it is written


def hand_of(*texts: str) -> list[int]:
    """Return the tile ids of ``6-4 5-5`` or of several such texts."""
    return [tiles.parse_tile(text) for part in texts for text in part.split()]


def read_plays(text: str, players: int) -> list[Play]:
    """Read plays apart by commas or lines; without a seat the seats take turns. Passes (``1: pass``) are left out."""
    plays: list[Play] = []
    items = [item for item in text.replace("\n", ",").split(",") if item.strip()]
    for turn, item in enumerate(items):
        seat, _, move = item.strip().rpartition(":")
        if move.strip() != "pass":
            tile, _, pip = move.strip().partition("@")
            plays.append((int(seat) if seat else turn % players, tiles.parse_tile(tile), int(pip) if pip else None))
    return plays


def following(plays: Sequence[Play]) -> Chooser:
    """Make a chooser for all seats that makes the written plays and objects to anything else.

    A seat that may pass does so if the next play is another's.
    """

    def choose(view: View, legal: Sequence[int], word: int) -> int:
        seat, tile, pip = plays[view.plays]
        if seat != view.seat and legal[-1] == PASS:
            return len(legal) - 1
        assert seat == view.seat, f"play {view.plays} is seat {seat}'s, but seat {view.seat} was asked"
        fits = [n for n, code in enumerate(legal) if code < DRAW and is_play(code, (tile, pip))]
        assert fits, f"play {view.plays}: {tiles.format_tile(tile)}@{pip} is not among {legal}"
        return fits[0]

    return choose


def is_play(code: int, play: tuple[int, int | None]) -> bool:
    """Say whether a move code lays a written tile on a written pip (any, if none is written or it leads)."""
    port, _, tile, _ = decode(code)
    return tile == play[0] and (play[1] is None or port in (LEAD_PORT, play[1]))


def table_of(rules: Rules, hands: Sequence[Sequence[int]], chooser: Chooser, boneyard: Sequence[int] = ()) -> Table:
    """Return a table with fixed hands and nothing on it."""
    result = RoundResult(opener=-1, lead=-1, redeals=0)
    words = [Words(0, 0, 16 + seat) for seat in range(rules.players)]
    copies = [sorted(hand) for hand in hands]
    return Table(rules, copies, list(boneyard), Layout(rules), result, [chooser] * rules.players, words)


def replay(rules: Rules, text: str, left: Sequence[str] = (), boneyard: Sequence[int] = ()) -> RoundResult:
    """Play a written round; hands are the tiles each seat plays and those it has `left`."""
    plays = read_plays(text, rules.players)
    hands = [hand_of(*left[seat : seat + 1]) for seat in range(rules.players)]
    for seat, tile, _ in plays:
        hands[seat].append(tile)
    table = table_of(rules, hands, following(plays), boneyard)
    leader, lead, _ = plays[0]
    table.result.opener = leader
    result = play_from(table, leader, [lead])
    laid = [(seat, move) for seat, move, *_ in result.trace if move < DRAW]
    for (seat, move), (wanted_seat, tile, pip) in zip(laid, plays, strict=True):
        assert seat == wanted_seat
        assert is_play(move, (tile, pip))
    return result


def totals(result: RoundResult) -> list[int]:
    """Return the open-end total after each play."""
    return [total for _, move, _, total, _ in result.trace if move < DRAW]


def scores(result: RoundResult) -> list[int]:
    """Return the points of each play."""
    return [points for _, move, _, _, points in result.trace if move < DRAW]
