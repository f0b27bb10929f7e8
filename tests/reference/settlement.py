"""Who wins a round that has ended and what it scores (rules.md A12-A13, B10-B13, C7-C9; PROTOCOL.md, Settlement)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kernels import tiles
from kernels.rules import Rules
from tests.reference.layout import HALVES, PIPS


@dataclass(frozen=True, slots=True)
class LastTile:
    """The tile with which a seat went out, and whether it fitted every open end of the table as it lay before."""

    tile: int
    fits_all_ends: bool

    def kind(self) -> int:
        """Return its place in `last_tile_points`."""
        return 2 * self.fits_all_ends + self.is_double()

    def is_double(self) -> bool:
        """Say whether both halves are equal."""
        return HALVES[self.tile][0] == HALVES[self.tile][1]


@dataclass(slots=True)
class Settlement:
    """Outcome of a round: winning seat and side (-1 nobody), whether the lowest were equal, points of each side."""

    winner: int
    side: int
    tied: bool
    points: list[int]


def side_of(rules: Rules, seat: int) -> int:
    """Return the side a seat belongs to: partners sit opposite each other."""
    return seat % 2 if rules.teams == "2v2" else seat


def round_pips(rules: Rules, pips: int) -> int:
    """Return pips rounded to the nearest multiple of `round_to`."""
    return rules.round_to * ((pips + rules.round_to // 2) // rules.round_to)


def in_turn_order(rules: Rules, first: int) -> list[int]:
    """Return all seats, starting with `first`."""
    return [(first + n) % rules.players for n in range(rules.players)]


class _Hands:
    """The hands left at the end of a round, with the sums that rules ask for."""

    def __init__(self, rules: Rules, hands: Sequence[Sequence[int]]) -> None:
        self.rules = rules
        self.hands = hands
        self.pips = [sum(PIPS[tile] for tile in hand) for hand in hands]
        self.tiles = [len(hand) for hand in hands]

    def of(self, side: int) -> list[int]:
        """Return the seats of a side."""
        return [seat for seat in range(self.rules.players) if side_of(self.rules, seat) == side]

    def against(self, side: int) -> list[int]:
        """Return the seats of all other sides."""
        return [seat for seat in range(self.rules.players) if side_of(self.rules, seat) != side]

    def pip_score(self, added: Iterable[int], taken: Iterable[int] = (), times: int = 1) -> int:
        """Return the points for the pips of some hands less those of others taken `times` times (rules.md B10).

        They are never below 0, rounded, and divided by `end_divisor`.
        """
        each_hand = self.rules.round_mode == "each_hand"
        pips = [round_pips(self.rules, pips) for pips in self.pips] if each_hand else self.pips
        left = max(0, sum(pips[seat] for seat in added) - times * sum(pips[seat] for seat in taken))
        return (left if each_hand else round_pips(self.rules, left)) // self.rules.end_divisor

    def tile_score(self, seats: Iterable[int]) -> int:
        """Return the points for the tiles of some hands."""
        return self.rules.tile_points * sum(self.tiles[seat] for seat in seats)


def settle_domino(rules: Rules, hands: Sequence[Sequence[int]], seat: int, last: LastTile) -> Settlement:
    """Settle a round that a seat ended by laying its last tile."""
    left = _Hands(rules, hands)
    side = side_of(rules, seat)
    opponents = left.against(side)
    partners = [other for other in left.of(side) if other != seat]
    points = [0] * rules.sides
    if rules.domino_score == "opp_pips":
        points[side] = left.pip_score(opponents)
    elif rules.domino_score == "all_other_pips":
        points[side] = left.pip_score(opponents + partners)
    elif rules.domino_score == "opp_minus_partner":
        points[side] = left.pip_score(opponents, partners)
    elif rules.domino_score == "per_tile":
        points[side] = left.tile_score(opponents)
    elif rules.domino_score == "fixed":
        points[side] = rules.fixed_points
    elif rules.domino_score == "by_last_tile":
        points[side] = nth(rules.last_tile_points, last.kind())
    points[side] += _going_out_bonus(rules, last)
    return Settlement(seat, side, False, points)


def _going_out_bonus(rules: Rules, last: LastTile) -> int:
    """Return the extra points for the tile with which somebody went out."""
    points = 0
    if last.fits_all_ends and not last.is_double():
        points += rules.capicu_points
    if last.tile == tiles.double(0):
        points += rules.chuchazo_points
    return points


def nth(numbers: Sequence[int], place: int) -> int:
    """Return the number in a place of a list of settings, 0 beyond its end."""
    return numbers[place] if place < len(numbers) else 0


def settle_block(rules: Rules, hands: Sequence[Sequence[int]], opener: int, last: int) -> Settlement:
    """Settle a blocked round; `last` is the last player to play."""
    left = _Hands(rules, hands)
    values = _values(left, last)
    lowest = min(values.values())
    best = [side for side, value in values.items() if value == lowest]
    tied = len(best) > 1
    points = [0] * rules.sides
    if not tied:
        side, seat = best[0], _winning_seat(left, best[0], opener, last)
    elif rules.tie == "split":
        for each in best:
            points[each] = _share(left, best)
        return Settlement(-1, -1, True, points)
    else:
        side, seat = _break_tie(left, best, opener, last)
    if side >= 0:
        points[side] = _block_points(left, side) + rules.lock_points
    return Settlement(seat, side, tied, points)


def _values(left: _Hands, last: int) -> dict[int, int]:
    """Return for each side that competes the value of which the lowest wins."""
    rules = left.rules
    if rules.blocked_winner == "blocker_vs_next":
        return {side_of(rules, seat): left.pips[seat] for seat in (last, (last + 1) % rules.players)}
    values = {}
    for side in range(rules.sides):
        seats = left.of(side)
        if rules.blocked_winner == "team_pips":
            values[side] = sum(left.pips[seat] for seat in seats)
        elif rules.blocked_winner == "single_hand":
            values[side] = min(left.pips[seat] for seat in seats)
        else:
            values[side] = sum(left.tiles[seat] for seat in seats)
    return values


def _winning_seat(left: _Hands, side: int, opener: int, last: int) -> int:
    """Return the seat that won a block for its side."""
    rules = left.rules
    if rules.blocked_winner == "blocker_vs_next":
        return next(seat for seat in (last, (last + 1) % rules.players) if side_of(rules, seat) == side)
    measure = left.tiles if rules.blocked_winner == "tile_count" else left.pips
    seats = [seat for seat in in_turn_order(rules, opener) if side_of(rules, seat) == side]
    return min(seats, key=lambda seat: measure[seat])  # min keeps the first of equals


def _break_tie(left: _Hands, best: Sequence[int], opener: int, last: int) -> tuple[int, int]:
    """Return (side, seat) to which a tie goes, or (-1, -1)."""
    rules = left.rules
    if rules.tie == "none":
        return -1, -1
    if rules.tie == "lightest_tile":
        lightest = {side: min(PIPS[tile] for seat in left.of(side) for tile in left.hands[seat]) for side in best}
        holders = [side for side in best if lightest[side] == min(lightest.values())]
        if len(holders) > 1:
            return -1, -1
        return holders[0], _winning_seat(left, holders[0], opener, last)
    first = {"opener": opener, "blocker": last, "blocker_loses": (last + 1) % rules.players}[rules.tie]
    seat = next(seat for seat in in_turn_order(rules, first) if side_of(rules, seat) in best)
    return side_of(rules, seat), seat


def _block_points(left: _Hands, side: int) -> int:
    """Return what the winning side of a block scores."""
    rules = left.rules
    own, opponents = left.of(side), left.against(side)
    if rules.blocked_score == "opp":
        return left.pip_score(opponents)
    if rules.blocked_score == "opp_minus_own":
        return left.pip_score(opponents, own)
    if rules.blocked_score == "difference":
        return left.pip_score(opponents, own, times=rules.sides - 1)  # the side's own pips, less from each other side
    if rules.blocked_score == "all":
        return left.pip_score(opponents + own)
    if rules.blocked_score == "per_tile":
        return left.tile_score(opponents)
    if rules.blocked_score == "per_tile_difference":
        # the sum over opposing sides of (their tiles - own tiles); see rules.md C8
        own_score = left.tile_score(own) * (rules.sides - 1)
        return max(0, left.tile_score(opponents) - own_score)
    return rules.fixed_points if rules.blocked_score == "fixed" else 0


def _share(left: _Hands, best: Sequence[int]) -> int:
    """Return what each tied side gets of the points of the hands that are not tied (rules.md B13)."""
    rules = left.rules
    others = [seat for seat in range(rules.players) if side_of(rules, seat) not in best]
    if rules.blocked_score == "none":
        return 0
    if rules.blocked_score == "fixed":
        return rules.fixed_points // len(best)
    if rules.blocked_score in ("per_tile", "per_tile_difference"):
        return left.tile_score(others) // len(best)
    return left.pip_score(others) // len(best)
