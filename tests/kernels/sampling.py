"""Comparing what the kernel plays with known values: one stated false-alarm rate for a whole family of comparisons.

A `Family` collects comparisons and is judged once. Each comparison gives a two-sided p-value: the exact binomial
test for a rate whose true value is known, otherwise a normal test of a mean with the standard errors of both sides. The
family fails if the smallest p-value is below `alarm` / number of comparisons (Bonferroni), so a correct
kernel fails for a share of at most `alarm` of all seeds. Seeds are fixed: a test that passes goes on passing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
from scipy.stats import binomtest, norm

from kernels.engine import play_matches, play_rounds
from kernels.policies import BUILTIN, Policy
from kernels.rules import Rules

RANDOM = BUILTIN["random"]
SEED = 20_261_130


def play(rules: Rules, deals: int, *seats: Policy, seed: int = SEED) -> np.ndarray:
    """Play rounds; one policy for all seats (none given: random), or one a seat."""
    policies = seats if len(seats) > 1 else (seats or (RANDOM,)) * rules.players
    return play_rounds(rules, policies, seed, 0, deals)


def play_to_target(rules: Rules, matches: int, policy: Policy = RANDOM, seed: int = SEED) -> np.ndarray:
    """Play matches with one policy for all seats."""
    return play_matches(rules, [policy] * rules.players, seed, 0, matches)


def from_opener(rounds: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Turn values by seat, shape (deals, players), so that column 0 is the opener's."""
    players = values.shape[1]
    seats = (rounds["opener"].astype(int)[:, None] + np.arange(players)) % players
    return np.take_along_axis(values, seats, axis=1)


def winner_from_opener(rounds: np.ndarray, players: int) -> np.ndarray:
    """Return the winner as turns after the opener, -1 for nobody."""
    winner = rounds["winner"].astype(int)
    return np.where(winner < 0, -1, (winner - rounds["opener"]) % players)


@dataclass
class Family:
    """Comparisons judged together; `alarm` is the false-alarm rate of all of them."""

    alarm: float = 1e-4
    found: list[tuple[float, str]] = field(default_factory=list)

    def rate(self, name: str, hits: np.ndarray, exact: Fraction | float) -> None:
        """Compare a share of deals with its exact probability."""
        count, deals, chance = int(np.sum(hits)), len(hits), float(exact)
        p = float(binomtest(count, deals, chance).pvalue) if 0 < chance < 1 else float(count == round(chance) * deals)
        self.found.append((p, f"{name}: {count / deals:.6g} of {deals} deals, exact {chance:.6g}"))

    def mean(
        self, name: str, values: np.ndarray, known: Fraction | float, deals: int | None = None, rounding: float = 0.0
    ) -> None:
        """Compare a mean with a known one.

        Parameters
        ----------
        name : str
        values : numpy.ndarray
            One value a deal.
        known : float
        deals : int, optional
            Deals that `known` itself was measured on: its error then counts too. None: it is exact.
        rounding : float
            Half a unit of the last digit that `known` is printed with.
        """
        sample = np.asarray(values, float)
        share = 1 / len(sample) + (1 / deals if deals else 0)
        error = float(sample.std(ddof=1)) * share**0.5
        gap = max(abs(float(sample.mean()) - float(known)) - rounding, 0.0)
        p = 2 * float(norm.sf(gap / error)) if error > 0 else float(gap < 1e-12)
        self.found.append((p, f"{name}: {sample.mean():.6g} +- {error:.2g}, known {float(known):.6g}"))

    def judge(self) -> None:
        """Fail if any comparison is further off than the false-alarm rate allows."""
        limit = self.alarm / len(self.found)
        wrong = [f"p = {p:.1e}  {text}" for p, text in sorted(self.found) if p < limit]
        assert not wrong, f"{len(wrong)} of {len(self.found)} comparisons are off:\n" + "\n".join(wrong)


def hits(values: Sequence[bool] | np.ndarray) -> np.ndarray:
    """Return an array of 0 and 1."""
    return np.asarray(values, bool)
