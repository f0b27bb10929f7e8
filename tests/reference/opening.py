"""Dealing, and who leads what (rules.md A11, B15, C1, C11; PROTOCOL.md, Shuffle, Lots, Dealing again and the lead)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kernels.rules import Rules
from tests.reference import philox
from tests.reference.layout import HALVES, PIPS, tiles_in_play

MAX_DEALS = 4096


class RedealLimitError(RuntimeError):
    """No deal could be led, or every one was dealt again, in as many deals as are tried."""


@dataclass(slots=True)
class Opening:
    """A deal and its lead: hands by seat, boneyard in drawing order, leader, tiles that may be led, redeals before."""

    hands: list[list[int]]
    boneyard: list[int]
    leader: int
    leads: list[int]
    redeals: int


@dataclass(slots=True)
class Deal:
    """Hands by seat and the boneyard in drawing order, while it is not settled yet who leads what."""

    rules: Rules
    hands: list[list[int]]
    boneyard: list[int]

    def held(self) -> list[int]:
        """Return the tiles in all hands, ascending."""
        return sorted(tile for hand in self.hands for tile in hand)

    def holder(self, tile: int) -> int:
        """Return the seat that holds a tile."""
        return next(seat for seat, hand in enumerate(self.hands) if tile in hand)

    def may_draw(self) -> bool:
        """Say whether more tiles are left than are never drawn."""
        return len(self.boneyard) > self.rules.reserve

    def draw(self, seat: int) -> None:
        """Put the front tile of the boneyard into a hand."""
        self.hands[seat].append(self.boneyard.pop(0))


def deal_tiles(rules: Rules, words: philox.Words, attempt: int) -> Deal:
    """Deal the tiles in play; each hand is sorted."""
    in_play = tiles_in_play(rules)
    order = [in_play[number] for number in philox.shuffle(words, len(in_play), attempt)]
    size = rules.hand_size
    hands = [sorted(order[seat * size : (seat + 1) * size]) for seat in range(rules.players)]
    return Deal(rules, hands, order[rules.players * size :])


def is_double(tile: int) -> bool:
    """Say whether a tile is a double."""
    return HALVES[tile][0] == HALVES[tile][1]


def open_round(rules: Rules, seed: int, deal: int, round_: int, among: Sequence[int] | None) -> Opening:
    """Deal, deal again where the rules ask for it, and say who leads what.

    Parameters
    ----------
    among : sequence of int, optional
        None: the lead is found as in a first round. Otherwise a later lead, of what `next_lead_tile` allows, by one
        of these seats: by lot if there are several.

    Raises
    ------
    RedealLimitError
        If 4,096 deals are all to be dealt again.
    """
    shuffles = philox.Words(seed, deal, philox.SHUFFLE, round_)
    lot = philox.Words(seed, deal, philox.LOT, round_).at(0)
    for attempt in range(MAX_DEALS):
        dealt = deal_tiles(rules, shuffles, attempt)
        if has_too_many_doubles(dealt):
            continue
        if among is None:
            found = first_lead(dealt, lot)
        else:
            seat = among[philox.below(lot, len(among))]
            found = seat, allowed_leads(dealt, seat, rules.next_lead_tile)
        if found is not None:
            return Opening(dealt.hands, dealt.boneyard, *found, redeals=attempt)
    raise RedealLimitError(f"seed {seed}, deal {deal}, round {round_}: no deal could be led in {MAX_DEALS}")


def has_too_many_doubles(dealt: Deal) -> bool:
    """Say whether some hand has so many doubles that all tiles are dealt again."""
    limit = dealt.rules.redeal_doubles
    return limit > 0 and any(sum(map(is_double, hand)) >= limit for hand in dealt.hands)


def first_lead(dealt: Deal, lot: int) -> tuple[int, list[int]] | None:
    """Return (leader, tiles that may be led), or None for a redeal; tiles drawn for the lead are in the hands then."""
    rules = dealt.rules
    if rules.first_lead in ("lot_any", "seat0"):
        seat = philox.below(lot, rules.players) if rules.first_lead == "lot_any" else 0
        return seat, allowed_leads(dealt, seat, rules.lead_tile)
    deciding = leading_tile(dealt)
    if deciding is None and rules.no_double == "lot":
        seat = philox.below(lot, rules.players)
        return seat, list(dealt.hands[seat])
    if deciding is None:
        deciding = replacement(dealt, lot)
    if deciding is None:
        return None
    seat = dealt.holder(deciding)
    return seat, [deciding] if rules.lead_tile == "forced" else allowed_leads(dealt, seat, rules.lead_tile)


def leading_tile(dealt: Deal) -> int | None:
    """Return the tile by which `first_lead` names the leader, None if nobody holds such a one."""
    held, rules = dealt.held(), dealt.rules
    if rules.first_lead == "tile":
        return rules.first_tile if rules.first_tile in held else None
    doubles = [tile for tile in held if is_double(tile)]
    if not doubles:
        return None
    return max(doubles) if rules.first_lead == "highest_double" else min(doubles)


def replacement(dealt: Deal, lot: int) -> int | None:
    """Return the tile that decides the lead when nobody holds the one that should; None for a redeal."""
    held = dealt.held()
    word = dealt.rules.no_double
    if word == "highest_tile":
        return max(held, key=lambda tile: (HALVES[tile][1], HALVES[tile][0]))
    if word == "heaviest_tile":
        heaviest = max(PIPS[tile] for tile in held)
        ties = [tile for tile in held if PIPS[tile] == heaviest]
        return ties[philox.below(lot, len(ties))]
    if word == "highest_double":
        return max((tile for tile in held if is_double(tile)), default=None)
    return _drawn_by_all(dealt) if word == "draw_until" else None


def _drawn_by_all(dealt: Deal) -> int | None:
    """Let every seat draw one tile, again and again, until somebody holds what leads; None if nobody ever does."""
    found = None
    while found is None and dealt.may_draw():
        for seat in range(dealt.rules.players):
            if dealt.may_draw():
                dealt.draw(seat)
        found = leading_tile(dealt)
    return found


def allowed_leads(dealt: Deal, seat: int, word: str) -> list[int]:
    """Return the tiles of a hand that may be led under `any`, `any_double` or `draw_double`, which may draw first."""
    hand = dealt.hands[seat]
    if word == "draw_double":
        while not any(map(is_double, hand)) and dealt.may_draw():
            dealt.draw(seat)
    doubles = [tile for tile in hand if is_double(tile)]
    return doubles if word != "any" and doubles else list(hand)
