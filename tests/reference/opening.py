"""Dealing, and who leads what (rules.md A11, B15, C1, C11; PROTOCOL.md, Shuffle, Lots, Matches)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kernels.rules import Rules
from tests.reference import philox
from tests.reference.layout import HALVES, PIPS

MAX_DEALS = 4096
BY_LOT = -1


class RedealLimitError(RuntimeError):
    """Nobody held a double in as many deals as are tried."""


@dataclass(slots=True)
class Opening:
    """A deal and its lead: hands by seat, boneyard in drawing order, leader, tiles that may be led, redeals before."""

    hands: list[list[int]]
    boneyard: list[int]
    leader: int
    leads: list[int]
    redeals: int


def deal_tiles(rules: Rules, words: philox.Words, attempt: int) -> tuple[list[list[int]], list[int]]:
    """Return the hands (each sorted) and the boneyard in drawing order."""
    order = philox.shuffle(words, rules.tile_count, attempt)
    size = rules.hand_size
    hands = [sorted(order[seat * size : (seat + 1) * size]) for seat in range(rules.players)]
    return hands, order[rules.players * size :]


def is_double(tile: int) -> bool:
    """Say whether a tile is a double."""
    return HALVES[tile][0] == HALVES[tile][1]


def open_round(rules: Rules, seed: int, deal: int, round_: int, leader: int | None) -> Opening:
    """Deal, deal again where the rules ask for it, and say who leads what.

    Parameters
    ----------
    leader : int, optional
        None: the lead is found as in a first round. `BY_LOT` or a seat: a later lead, of any tile that
        `next_lead_tile` allows.

    Raises
    ------
    RedealLimitError
        If nobody holds a double in 4,096 deals and the rules want a redeal.
    """
    shuffles = philox.Words(seed, deal, philox.SHUFFLE, round_)
    lot = philox.Words(seed, deal, philox.LOT, round_).at(0)
    for attempt in range(MAX_DEALS):
        hands, boneyard = deal_tiles(rules, shuffles, attempt)
        if leader is None:
            found = first_lead(rules, hands, lot)
        else:
            seat = philox.below(lot, rules.players) if leader == BY_LOT else leader
            found = seat, allowed_leads(rules.next_lead_tile, hands[seat])
        if found is not None:
            return Opening(hands, boneyard, *found, redeals=attempt)
    raise RedealLimitError(f"seed {seed}, deal {deal}, round {round_}: no double in {MAX_DEALS} deals")


def first_lead(rules: Rules, hands: Sequence[Sequence[int]], lot: int) -> tuple[int, list[int]] | None:
    """Return (leader, tiles that may be led), or None for a redeal."""
    if rules.first_lead in ("lot_any", "seat0"):
        seat = philox.below(lot, rules.players) if rules.first_lead == "lot_any" else 0
        return seat, allowed_leads(rules.lead_tile, hands[seat])
    doubles = [tile for hand in hands for tile in hand if is_double(tile)]
    if doubles:
        deciding = max(doubles) if rules.first_lead == "highest_double" else min(doubles)
    elif rules.no_double == "redeal":
        return None
    elif rules.no_double == "lot":
        seat = philox.below(lot, rules.players)
        return seat, list(hands[seat])
    else:
        deciding = _deciding_tile(rules, hands, lot)
    seat = next(seat for seat, hand in enumerate(hands) if deciding in hand)
    leads = [deciding] if rules.lead_tile == "forced" else allowed_leads(rules.lead_tile, hands[seat])
    return seat, leads


def _deciding_tile(rules: Rules, hands: Sequence[Sequence[int]], lot: int) -> int:
    """Return the tile that decides the lead when nobody holds a double."""
    dealt = sorted(tile for hand in hands for tile in hand)
    if rules.no_double == "highest_tile":
        return max(dealt, key=lambda tile: (HALVES[tile][1], HALVES[tile][0]))
    heaviest = max(PIPS[tile] for tile in dealt)
    ties = [tile for tile in dealt if PIPS[tile] == heaviest]
    return ties[philox.below(lot, len(ties))]


def allowed_leads(word: str, hand: Sequence[int]) -> list[int]:
    """Return the tiles of a hand that may be led under `any` or `any_double`, ascending."""
    doubles = [tile for tile in hand if is_double(tile)]
    return doubles if word == "any_double" and doubles else list(hand)
