"""Shuffling, dealing and who leads."""

from __future__ import annotations

from typing import Any

import numpy as np

from kernels import rules as settings
from kernels.bits import highest_bit, lowest_bit, mulhi, nth_mask, popcount
from kernels.compiling import compiled
from kernels.philox import LOT, SHUFFLE, below, block, stream
from kernels.state import NOBODY, NOTHING
from kernels.tables import DOUBLES, PIPS

__all__ = ["ANY_DOUBLE", "ANY_TILE", "FORCED", "MAX_ATTEMPTS", "deal_hands", "draw_lot", "first_lead", "holder"]

MAX_ATTEMPTS = 4096
_BLOCKS_PER_ATTEMPT = 32
_WORD_LIMIT = np.int64(1) << 32  # product of the bounds drawn from one word: bias below 2**-32

FORCED = settings.code("lead_tile", "forced")
ANY_TILE = settings.code("lead_tile", "any")
ANY_DOUBLE = settings.code("lead_tile", "any_double")
_HIGHEST_DOUBLE = settings.code("first_lead", "highest_double")
_LOWEST_DOUBLE = settings.code("first_lead", "lowest_double")
_LOT_ANY = settings.code("first_lead", "lot_any")
_REDEAL = settings.code("no_double", "redeal")
_HIGHEST_TILE = settings.code("no_double", "highest_tile")
_HEAVIEST_TILE = settings.code("no_double", "heaviest_tile")


@compiled
def _shuffle(hidden: Any, count: Any, counter: Any) -> None:
    """Put the tile ids ``0 .. count - 1`` in random order: each place gets a random one of the tiles that are left.

    Several bounded draws share one 64-bit word (Brackett-Rozinsky and Lemire, "Batched ranged random integer
    generation", 2024): a double-six set takes four words. Taking the tile out of a mask of those left is a chain of
    four cycles a tile; swapping in an array took 1.7 times as long.
    """
    left = (np.uint64(1) << np.uint64(count)) - np.uint64(1)
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
    _shuffle(
        hidden, rules.tile_count, stream(SHUFFLE, hidden.round_number, 0) + np.uint64(attempt * _BLOCKS_PER_ATTEMPT)
    )
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
def draw_lot(hidden: Any, players: Any) -> Any:
    """Return the seat that the lot of this round falls on."""
    word, _ = block(hidden.seed, hidden.deal, stream(LOT, hidden.round_number, 0))
    return below(word, players)


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
def first_lead(hidden: Any, rules: Any) -> Any:
    """Decide the lead of a round that is led as the first one.

    Returns
    -------
    tuple of int64
        (leader, tile that decided the lead). Leader -1: nobody holds a double and all tiles are dealt again. Tile -1:
        no tile decided, the leader is free.
    """
    if rules.first_lead == _LOT_ANY:
        return draw_lot(hidden, rules.players), NOTHING
    if rules.first_lead != _HIGHEST_DOUBLE and rules.first_lead != _LOWEST_DOUBLE:
        return np.int64(0), NOTHING
    held = np.uint64(0)
    for seat in range(rules.players):
        held |= hidden.hands[seat]
    doubles = held & DOUBLES
    if doubles:
        tile = highest_bit(doubles) if rules.first_lead == _HIGHEST_DOUBLE else lowest_bit(doubles)
    elif rules.no_double == _REDEAL:
        return np.int64(NOBODY), NOTHING
    elif rules.no_double == _HIGHEST_TILE:
        tile = highest_bit(held)  # tile ids rise with the larger half, then with the smaller
    elif rules.no_double == _HEAVIEST_TILE:
        tile = _heaviest_tile(hidden, held)
    else:
        return draw_lot(hidden, rules.players), NOTHING
    return np.int64(holder(hidden, rules.players, tile)), tile
