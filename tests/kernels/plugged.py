"""Policies written as a user would plug them in: copies of built-in ones, and ways to choose behind published figures.

A function gets 64-bit words; numba has no 128-bit product, so `_high64` multiplies in 32-bit pieces.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable

import numpy as np
from numba import njit

from kernels.codes import is_double, move_left, move_pips, move_port, move_tile
from kernels.plugins import from_function
from kernels.policies import Policy
from kernels.state import DRAW

_compiled = functools.cache(from_function)


def policy(function: Callable[..., int], *params: float) -> Policy:
    """Return a function of this file as a policy; it is compiled once, whatever the parameters."""
    return dataclasses.replace(_compiled(function), params=tuple(float(number) for number in params))


_LOW32 = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)


@njit
def _high64(word, count):
    """Return the high 64 bits of word * count for a count below 2**32."""
    low = (word & _LOW32) * np.uint64(count)
    high = (word >> _HALF) * np.uint64(count)
    return np.int64((high + (low >> _HALF)) >> _HALF)


@njit
def _low_below(word, count):
    """Return a number below `count` from the low half of a word, as the tie-break of built-in policies does."""
    return np.int64(((word & _LOW32) * np.uint64(count)) >> _HALF)


def uniform(view, moves, count, params, word):
    """Choose as the built-in `random`."""
    return _low_below(word, count)


def also_uniform(view, moves, count, params, word):
    """Choose by the same law as the built-in `random`, from other bits of the word: another player, equally strong."""
    return _high64(word, count)


def heaviest(view, moves, count, params, word):
    """Choose as the built-in `heaviest`: most pips, equal moves by the low half of the word in their order."""
    best = -1
    tied = 0
    for i in range(count):
        if moves[i] < DRAW:
            pips = move_pips(moves[i])
            if pips > best:
                best = pips
                tied = 0
            if pips == best:
                tied += 1
    if tied == 0:
        return _low_below(word, count)
    skip = _low_below(word, tied)
    for i in range(count):
        if moves[i] < DRAW and move_pips(moves[i]) == best:
            if skip == 0:
                return i
            skip -= 1
    return 0


@njit
def _score(moves, i, params):
    """Return the score of move i: params weigh doubles, pips, the pip matched and the pip left open."""
    if moves[i] >= DRAW:
        return -(2**62)
    port = move_port(moves[i])
    matched = 0 if port == 15 else port
    double = 1 if is_double(moves[i]) else 0
    return (
        np.int64(params[0]) * double
        + np.int64(params[1]) * move_pips(moves[i])
        + np.int64(params[2]) * matched
        + np.int64(params[3]) * move_left(moves[i])
    )


def weighted(view, moves, count, params, word):
    """Choose the highest whole-number sum of features, as `weigh` does with weights a millionth as large."""
    best = _score(moves, 0, params)
    for i in range(1, count):
        best = max(best, _score(moves, i, params))
    tied = 0
    for i in range(count):
        if _score(moves, i, params) == best:
            tied += 1
    skip = _low_below(word, tied)
    for i in range(count):
        if _score(moves, i, params) == best:
            if skip == 0:
                return i
            skip -= 1
    return 0


@njit
def _first_of_tile(moves, i):
    """Say whether move i is the first listed one of its tile."""
    j = 0
    while move_tile(moves[j]) != move_tile(moves[i]):
        j += 1
    return j == i


@njit
def _pick_place(moves, count, tile, end, word):
    """Choose among the moves of a tile: those that leave most (end 1) or fewest (end -1) pips open, or all (0)."""
    best = -100
    for i in range(count):
        if move_tile(moves[i]) == tile:
            best = max(best, end * move_left(moves[i]))
    places = 0
    for i in range(count):
        if move_tile(moves[i]) == tile and end * move_left(moves[i]) == best:
            places += 1
    skip = _low_below(word, places)
    for i in range(count):
        if move_tile(moves[i]) == tile and end * move_left(moves[i]) == best:
            if skip == 0:
                return i
            skip -= 1
    return 0


def by_tile(view, moves, count, params, word):
    """Choose a tile uniformly, then one of its moves uniformly.

    With params[0] = 1 the tile is one of those with most pips; params[1] is the `end` of `_pick_place`.
    """
    most = -1
    if params[0] == 1:
        for i in range(count):
            most = max(most, move_pips(moves[i]))
    tiles = 0
    for i in range(count):
        if _first_of_tile(moves, i) and move_pips(moves[i]) >= most:
            tiles += 1
    skip = np.int64(((word >> _HALF) * np.uint64(tiles)) >> _HALF)
    for i in range(count):
        if _first_of_tile(moves, i) and move_pips(moves[i]) >= most:
            if skip == 0:
                return _pick_place(moves, count, move_tile(moves[i]), np.int64(params[1]), word)
            skip -= 1
    return 0
