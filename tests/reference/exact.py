"""Exact values of tiny games: all deals, all draws, all random choices, in whole numbers and fractions.

Tiles really are laid on and taken off a `Layout`; positions met again are remembered. Only the settings that the
tables of rules.md 7.4 need are played: a drawn tile that fits must be played, nobody draws by choice, a lead is free
(`seat0`) or the highest double's with a redeal.

``python -m tests.reference.exact`` works out every row of `exact_rows` and prints it beside the published values
(under a minute).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import gcd, lcm

from kernels.rules import Rules
from tests.reference.counting import points_of_play
from tests.reference.layout import HALVES, PIPS, Layout, Placed, Side, decode, tiles_in_play
from tests.reference.opening import Deal, first_lead
from tests.reference.settlement import LastTile, settle_block, settle_domino

Placement = tuple[Side, int, int]
Choice = Callable[[Layout, Sequence[int]], list[tuple[int, Placement]]]
Value = tuple[int, list[int]]  # common denominator, numerators


@dataclass(frozen=True, slots=True)
class Exact:
    """Exact probabilities and means of a round, lists by seat; seat 0 leads."""

    domino: list[Fraction]
    blocked_wins: list[Fraction]
    tie: Fraction
    score: list[Fraction]
    play_points: list[Fraction]
    plays: Fraction
    passes: Fraction
    draws: Fraction

    @property
    def blocked(self) -> Fraction:
        """Return the probability of a blocked round."""
        return sum(self.blocked_wins, self.tie)

    def wins(self, seat: int) -> Fraction:
        """Return the probability that a seat wins, by going out or by the lowest hand."""
        return self.domino[seat] + self.blocked_wins[seat]


# --- ways to choose: lists of (whole-number weight, placement) ------------------------------------------------------


def uniform_moves(layout: Layout, hand: Sequence[int]) -> list[tuple[int, Placement]]:
    """Choose uniformly over the moves of PROTOCOL.md: (tile, pip of the end, half, class)."""
    moves = [decode(code) for code in layout.moves(hand)]
    return [(1, (layout.find(port, kind), tile, half)) for port, kind, tile, half in moves]


def uniform_placements(layout: Layout, hand: Sequence[int]) -> list[tuple[int, Placement]]:
    """Choose uniformly over tile and open side; two sides of the same pip are two placements."""
    return [(1, placement) for placement in layout.placements(hand)]


def uniform_tiles(layout: Layout, hand: Sequence[int]) -> list[tuple[int, Placement]]:
    """Choose uniformly over the tiles that fit, then over the placements of that tile."""
    by_tile: dict[int, list[Placement]] = {}
    for placement in layout.placements(hand):
        by_tile.setdefault(placement[1], []).append(placement)
    common = lcm(*(len(places) for places in by_tile.values()))
    return [(common // len(places), placement) for places in by_tile.values() for placement in places]


def heaviest(layout: Layout, hand: Sequence[int]) -> list[tuple[int, Placement]]:
    """Play the heaviest tile, of equal ones the larger half, on the lower end that it fits (case SIM-03)."""
    placements = layout.placements(hand)
    if not placements:
        return []
    return [(1, min(placements, key=lambda place: (-PIPS[place[1]], -HALVES[place[1]][1], place[2])))]


def lead_choice(choice: Choice, leads: Sequence[int]) -> list[int]:
    """Return the tiles that a way to choose leads, all equally likely."""
    if choice is heaviest:
        return [max(leads, key=lambda tile: (PIPS[tile], HALVES[tile][1]))]
    return list(leads)


# --- the enumeration ------------------------------------------------------------------------------------------------


def deals(rules: Rules) -> Iterator[tuple[list[list[int]], list[int], list[int]]]:
    """Yield (hands, boneyard, leads) of every deal whose leader is seat 0.

    Where a double decides the lead, deals led by another seat are the same games with the seats renamed, and deals
    without a double are dealt again: leaving both out gives the distribution seen from the leader.
    """

    def split(tiles: tuple[int, ...], hands: list[list[int]]) -> Iterator[tuple[list[list[int]], list[int]]]:
        if len(hands) == rules.players:
            yield hands, list(tiles)
            return
        for hand in combinations(tiles, rules.hand_size):
            yield from split(tuple(tile for tile in tiles if tile not in hand), [*hands, list(hand)])

    for hands, boneyard in split(tuple(tiles_in_play(rules)), []):
        lead = first_lead(Deal(rules, hands, boneyard), 0)
        if lead is not None and lead[0] == 0:
            yield [list(hand) for hand in hands], boneyard, lead[1]


class Enumeration:
    """All ways in which the rounds of one game can go.

    A value is what is still to come, as a vector: domino by seat, blocked win by seat, tie, settlement by seat,
    in-play points by seat, plays, passes, draws.
    """

    def __init__(self, rules: Rules, choices: Sequence[Choice]) -> None:
        plain = rules.must_play_drawn and rules.extra_turn == "none" and rules.ends == 2 and rules.no_double == "redeal"
        free = rules.voluntary_draw or rules.early_block_detection or rules.lead_tile == "draw_double"
        bonuses = rules.lead_pass_double_points or rules.lead_pass_tile_points or rules.all_pass_points
        if not plain or free or bonuses or rules.redeal_doubles or rules.teams != "none":
            raise ValueError("these settings are not enumerated")
        self.rules = rules
        self.choices = choices
        self.layout = Layout(rules)
        self.hands: list[list[int]] = []
        self.boneyard: list[int] = []
        self.known: dict[tuple[object, ...], Value] = {}
        self.play_points = 3 * rules.players + 1
        self.plays = 4 * rules.players + 1
        self.width = self.plays + 3

    def run(self) -> Exact:
        """Return the exact values over all deals."""
        values = []
        for hands, boneyard, leads in deals(self.rules):
            self.hands, self.boneyard = hands, boneyard
            leads = lead_choice(self.choices[0], leads)
            values.append((1, self.mean([(1, self.lay(0, None, tile)) for tile in leads])))
        den, vector = self.mean(values)
        means = [Fraction(entry, den) for entry in vector]
        n = self.rules.players
        plays, passes, draws = means[self.plays :]
        parts = means[:n], means[n : 2 * n], means[2 * n], means[2 * n + 1 : self.play_points]
        return Exact(*parts, means[self.play_points : self.plays], plays, passes, draws)

    def mean(self, values: Sequence[tuple[int, Value]]) -> Value:
        """Return the weighted mean of values."""
        if len(values) == 1:
            return values[0][1]
        common = lcm(*(den for _, (den, _) in values))
        vector = [0] * self.width
        for weight, (den, entries) in values:
            factor = weight * (common // den)
            vector = [total + factor * entry for total, entry in zip(vector, entries, strict=True)]
        den = common * sum(weight for weight, _ in values)
        shared = gcd(den, *vector)
        return den // shared, [entry // shared for entry in vector]

    def plus(self, value: Value, at: int, amount: int = 1) -> Value:
        """Return a value with a certain amount added to one entry."""
        den, vector = value
        return den, [*vector[:at], vector[at] + amount * den, *vector[at + 1 :]]

    def key(self) -> tuple[object, ...]:
        """Describe all that the rest of the round depends on.

        Of the table that is: which tiles have uncovered sides, and which sides (a double's are all alike). The tiles
        that lie are those in no hand and not in the boneyard.
        """
        frontier = []
        stack: list[Placed] = [self.layout.root] if self.layout.root is not None else []
        while stack:
            placed = stack.pop()
            uncovered = tuple(n for n, side in enumerate(placed.sides) if side.cover is None)
            if uncovered:
                frontier.append((placed.tile, placed.spinner, len(uncovered) if placed.double else uncovered))
            parent = placed.parent.tile if placed.parent is not None else None
            stack += [side.cover for side in placed.sides if side.cover is not None and side.cover is not parent]
        hands = tuple(tuple(sorted(hand)) for hand in self.hands)
        return tuple(sorted(frontier)), hands, tuple(sorted(self.boneyard))

    def turn(self, seat: int, idle: int, last: int, drew: bool = False) -> Value:
        """Return the value when a seat must move that has (not) drawn in this turn."""
        key = (self.key(), seat, idle, last, drew)
        if key not in self.known:
            self.known[key] = self.choose(seat, self.hands[seat]) or self.stuck(seat, idle, last, drew)
        return self.known[key]

    def choose(self, seat: int, tiles: Sequence[int]) -> Value | None:
        """Return the value of laying one of some tiles, None if none fits."""
        options = self.choices[seat](self.layout, tiles)
        if not options:
            return None
        return self.mean([(weight, self.lay(seat, side, tile, half)) for weight, (side, tile, half) in options])

    def stuck(self, seat: int, idle: int, last: int, drew: bool) -> Value:
        """Return the value when nothing in hand fits: draw any tile of the boneyard, or pass."""
        rules = self.rules
        may_draw = rules.draw == "until" or (rules.draw == "one" and not drew)
        if may_draw and len(self.boneyard) > rules.reserve:
            return self.mean([(1, self.draw(seat, idle, last, tile)) for tile in list(self.boneyard)])
        idle = 0 if drew else idle + 1
        value = self.blocked(last) if idle == rules.players else self.turn((seat + 1) % rules.players, idle, last)
        return self.plus(value, self.plays + 1)

    def draw(self, seat: int, idle: int, last: int, tile: int) -> Value:
        """Return the value of drawing a certain tile."""
        self.boneyard.remove(tile)
        self.hands[seat].append(tile)
        value = self.choose(seat, [tile]) or self.turn(seat, idle, last, drew=True)
        self.hands[seat].remove(tile)
        self.boneyard.append(tile)
        return self.plus(value, self.plays + 2)

    def lay(self, seat: int, side: Side | None, tile: int, half: int = 0) -> Value:
        """Return the value of laying a tile on an open side, or of leading it."""
        last = LastTile(tile, len(self.hands[seat]) == 1 and self.layout.fits_all_ends(tile))
        placed = self.layout.lead(tile) if side is None else self.layout.attach(side, tile, half)
        self.hands[seat].remove(tile)
        points = points_of_play(self.layout)
        if self.hands[seat]:
            value = self.turn((seat + 1) % self.rules.players, 0, seat)
        else:
            value = self.settled(seat, settle_domino(self.rules, self.hands, seat, last).points)
        self.hands[seat].append(tile)
        self.layout.take_back(placed)
        return self.plus(self.plus(value, self.plays), self.play_points + seat, points)

    def blocked(self, last: int) -> Value:
        """Return the value of a block."""
        outcome = settle_block(self.rules, self.hands, 0, last)
        at = 2 * self.rules.players if outcome.tied else self.rules.players + outcome.winner
        return self.settled(at, outcome.points)

    def settled(self, at: int, points: Sequence[int]) -> Value:
        """Return the value of an end: a certain outcome and the settlement of each seat."""
        vector = [0] * self.width
        vector[at] = 1
        vector[2 * self.rules.players + 1 : self.play_points] = points
        return 1, vector


def exact(rules: Rules, *choices: Choice) -> Exact:
    """Return the exact values of a game; one way to choose for all seats, or one a seat."""
    return Enumeration(rules, choices if len(choices) > 1 else choices * rules.players).run()


if __name__ == "__main__":
    from tests.reference.exact_rows import print_table

    print_table()
