"""Matches with the records of all their rounds."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from kernels import engine, state
from kernels.policies import Policy
from kernels.rules import Rules


def match_rounds(rules: Rules, policy: Policy, number: int, seed: int = 1) -> tuple[np.void, np.ndarray]:
    """Play match `number`; return its record and those of its rounds, shape (rounds,)."""
    rounds = np.zeros(engine.MAX_ROUNDS, state.ROUND_DTYPE)
    match = np.zeros(1, state.MATCH_DTYPE)
    engine._play(rules, [policy] * rules.players, seed, number, rounds, match)
    return match[0], rounds[: match[0]["rounds"]]


def many(rules: Rules, policy: Policy, matches: int) -> Iterator[tuple[np.void, np.ndarray]]:
    """Play matches 0, 1, ..."""
    for number in range(matches):
        yield match_rounds(rules, policy, number)
