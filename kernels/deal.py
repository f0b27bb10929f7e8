"""Shuffling, dealing and who leads."""

from __future__ import annotations

from typing import Any

import numpy as np

from kernels import rules as settings
from kernels.bits import highest_bit, lowest_bit, mulhi, nth_mask, popcount
from kernels.compiling import compiled, inlined
from kernels.philox import LOT, SHUFFLE, below, block, stream
from kernels.state import NOBODY, NOTHING
from kernels.tables import DOUBLES, PIPS

__all__ = [
    "ANY_DOUBLE",
    "ANY_TILE",
    "DRAW_DOUBLE",
    "FORCED",
    "FREE",
    "MAX_ATTEMPTS",
    "deal_hands",
    "draw_double",
    "draw_lot",
    "first_lead",
    "holder",
    "lot_of_side",
    "take_tile",
    "too_many_doubles",
]

MAX_ATTEMPTS = 4096
_BLOCKS_PER_ATTEMPT = 32
_WORD_LIMIT = np.int64(1) << 32  # product of the bounds drawn from one word: bias below 2**-32

FORCED = settings.code("lead_tile", "forced")
ANY_TILE = settings.code("lead_tile", "any")
ANY_DOUBLE = settings.code("lead_tile", "any_double")
DRAW_DOUBLE = settings.code("lead_tile", "draw_double")
FREE = -2  # in place of the tile that decides the lead: the lot does, and the leader may lead any tile
_LOWEST_DOUBLE = settings.code("first_lead", "lowest_double")
_TILE = settings.code("first_lead", "tile")
_LOT_ANY = settings.code("first_lead", "lot_any")
_SEAT0 = settings.code("first_lead", "seat0")
_HIGHEST_TILE = settings.code("no_double", "highest_tile")
_HEAVIEST_TILE = settings.code("no_double", "heaviest_tile")
_LOT = settings.code("no_double", "lot")
_DRAW_UNTIL = settings.code("no_double", "draw_until")
_HIGHEST_HELD = settings.code("no_double", "highest_double")


@compiled
def _shuffle(hidden: Any, left: Any, count: Any, counter: Any) -> None:
    """Put the `count` tiles of a mask in random order: each place gets a random one of the tiles that are `left`.

    Several bounded draws share one 64-bit word (Brackett-Rozinsky and Lemire, "Batched ranged random integer
    generation", 2024): a double-six set takes four words. Taking the tile out of a mask of those left is a chain of
    four cycles a tile; swapping in an array took 1.7 times as long.
    """
    word = np.uint64(0)
    spare = np.uint64(0)
    words = 0
    product = _WORD_LIMIT
    for place in range(count):
        size = count - place
        product *= size
        if product > _WORD_LIMIT:
            if words & 1:
                word = spare
            else:
                word, spare = block(hidden.seed, hidden.deal, counter + np.uint64(words >> 1))
            words += 1
            product = np.int64(size)
        bound = np.uint64(size)
        tile = nth_mask(left, mulhi(word, bound))
        word = word * bound
        left ^= tile
        hidden.order[place] = lowest_bit(tile)


@compiled
def deal_hands(hidden: Any, rules: Any, attempt: Any) -> None:
    """Shuffle and deal (seat s gets the s-th run of `hand_size` tiles, the boneyard the rest), or keep a given deal."""
    if hidden.given:
        return
    counter = stream(SHUFFLE, hidden.round_number, 0) + np.uint64(attempt * _BLOCKS_PER_ATTEMPT)
    _shuffle(hidden, rules.set_mask, rules.tile_count, counter)
    position = np.uint64(0)
    for seat in range(rules.players):
        hand = np.uint64(0)
        for _ in range(rules.hand_size):
            hand |= np.uint64(1) << np.uint64(hidden.order[position])
            position += np.uint64(1)
        hidden.hands[seat] = hand
    hidden.next = position
    hidden.end = rules.tile_count


@compiled
def too_many_doubles(hidden: Any, rules: Any) -> Any:
    """Say whether a hand as dealt holds `redeal_doubles` doubles or more; given deals are not dealt again."""
    most = 0
    for seat in range(rules.players):
        most = max(most, popcount(hidden.hands[seat] & DOUBLES))
    return most >= rules.redeal_doubles and not hidden.given


@inlined
def take_tile(hidden: Any, seat: Any) -> Any:
    """Give a seat the next tile of the boneyard; return its mask."""
    tile = np.uint64(1) << np.uint64(hidden.order[hidden.next])
    hidden.next += 1
    hidden.hands[seat] |= tile
    return tile


@compiled
def _draw_until(hidden: Any, rules: Any, wanted: Any) -> None:
    """Let everybody draw a tile in turn, from seat 0, until somebody holds a wanted one or no more may be drawn."""
    found = False
    while not found and hidden.end - hidden.next > rules.reserve:
        for seat in range(rules.players):
            if hidden.end - hidden.next > rules.reserve and take_tile(hidden, seat) & wanted:
                found = True


@compiled
def draw_double(hidden: Any, rules: Any, leader: Any) -> None:
    """Let a leader without a double draw until it holds one or no more may be drawn."""
    found = hidden.hands[leader] & DOUBLES
    while found == 0 and hidden.end - hidden.next > rules.reserve:
        found = take_tile(hidden, leader) & DOUBLES


@compiled
def draw_lot(hidden: Any, players: Any) -> Any:
    """Return the seat that the lot of this round falls on."""
    word, _ = block(hidden.seed, hidden.deal, stream(LOT, hidden.round_number, 0))
    return below(word, players)


@compiled
def lot_of_side(hidden: Any, rules: Any, side: Any) -> Any:
    """Return the seat of a side that the lot of this round falls on."""
    return side + rules.sides * draw_lot(hidden, rules.players // rules.sides)


@compiled
def holder(hidden: Any, players: Any, tile: Any) -> Any:
    """Return the seat that holds a tile, -1 if nobody does."""
    bit = np.uint64(1) << np.uint64(tile)
    for seat in range(players):
        if hidden.hands[seat] & bit:
            return seat
    return NOBODY


@compiled
def _heaviest_tile(hidden: Any, held: Any) -> Any:
    """Return the held tile with most pips; equal tiles draw lots."""
    most = -1
    tied = np.uint64(0)
    rest = held
    while rest:
        tile = lowest_bit(rest)
        rest &= rest - np.uint64(1)
        if PIPS[tile] > most:
            most = PIPS[tile]
            tied = np.uint64(0)
        if PIPS[tile] == most:
            tied |= np.uint64(1) << np.uint64(tile)
    word, _ = block(hidden.seed, hidden.deal, stream(LOT, hidden.round_number, 0))
    for _ in range(below(word, popcount(tied))):
        tied &= tied - np.uint64(1)
    return lowest_bit(tied)


@compiled
def _all_held(hidden: Any, rules: Any) -> Any:
    """Return the tiles that the seats hold between them."""
    held = np.uint64(0)
    for seat in range(rules.players):
        held |= hidden.hands[seat]
    return held


@compiled
def first_lead(hidden: Any, rules: Any) -> Any:
    """Decide the lead of a round that is led as the first one.

    Returns
    -------
    tuple of int64
        (leader, tile that decided the lead). Leader -1: nobody holds what leads and all tiles are dealt again. Tile
        -1: no tile decided, the leader leads as `lead_tile` says. Tile FREE: the lot decided and any tile may be led.
    """
    if rules.first_lead == _LOT_ANY:
        return draw_lot(hidden, rules.players), NOTHING
    if rules.first_lead == _SEAT0:
        return np.int64(0), NOTHING
    wanted = np.uint64(1) << np.uint64(rules.first_tile) if rules.first_lead == _TILE else DOUBLES
    held = _all_held(hidden, rules)
    if held & wanted == 0 and rules.no_double == _DRAW_UNTIL:
        _draw_until(hidden, rules, wanted)
        held = _all_held(hidden, rules)
    if held & wanted:
        tile = lowest_bit(held & wanted) if rules.first_lead == _LOWEST_DOUBLE else highest_bit(held & wanted)
    elif rules.no_double == _LOT:
        return draw_lot(hidden, rules.players), FREE
    else:
        tile = _stand_in(hidden, rules, held)
        if tile == NOTHING:
            return np.int64(NOBODY), NOTHING
    return np.int64(holder(hidden, rules.players, tile)), tile


@compiled
def _stand_in(hidden: Any, rules: Any, held: Any) -> Any:
    """Return the tile that decides the lead when nobody holds what leads, -1: all tiles are dealt again."""
    if rules.no_double == _HIGHEST_TILE:
        return highest_bit(held)  # tile ids rise with the larger half, then with the smaller
    if rules.no_double == _HEAVIEST_TILE:
        return _heaviest_tile(hidden, held)
    if rules.no_double == _HIGHEST_HELD and held & DOUBLES:
        return highest_bit(held & DOUBLES)
    return np.int64(NOTHING)
