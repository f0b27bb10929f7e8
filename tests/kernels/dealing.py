"""Deals of the kernel without playing them: the compiled dealing functions in a small loop of the tests' own."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np
from numba import njit

from kernels import state
from kernels.rules import Rules
from tests.kernels.sampling import SEED


@dataclass(frozen=True)
class Deals:
    """Hands as masks, shape (deals, 4); the shuffled set by place; who leads, and the tile that decided it."""

    hands: np.ndarray
    order: np.ndarray
    leader: np.ndarray
    lead: np.ndarray


@functools.cache
def _loop():
    """Return the compiled loop; made on first use, since it compiles the dealing once more (about 2 s)."""
    from kernels.deal import deal_hands, first_lead

    @njit
    def deal_all(hidden, rules, hands, order, leads):
        for i in range(hands.shape[0]):
            hidden[0].deal = np.uint64(i)
            for attempt in range(100):
                deal_hands(hidden[0], rules[0], attempt)
                leads[i, 0], leads[i, 1] = first_lead(hidden[0], rules[0])
                if leads[i, 0] >= 0:
                    break
            hands[i] = hidden[0].hands
            order[i] = hidden[0].order

    return deal_all


def deals(rules: Rules, number: int, seed: int = SEED) -> Deals:
    """Return deals 0 ... number - 1 as the kernel deals them, redeals included."""
    hidden = np.zeros(1, state.HIDDEN_DTYPE)
    hidden["seed"] = seed
    hands = np.zeros((number, 4), np.uint64)
    order = np.zeros((number, hidden["order"].shape[1]), np.uint8)
    leads = np.zeros((number, 2), np.int64)
    _loop()(hidden, rules.record(), hands, order, leads)
    return Deals(hands, order[:, : rules.tile_count], leads[:, 0], leads[:, 1])
