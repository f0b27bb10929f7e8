"""How often intervals and verdicts are right, counted over many small experiments whose truth is exactly known.

``python -m tests.analyzer.coverage`` counts what the test suite asserts (about 15 seconds), with ``--long`` ten times
as many experiments, which are also longer (about five minutes on one core), and prints a table: the rate, its standard
error and the bar that it must keep.

The experiments are played by the real kernel on a double-three set (four deals make what one of a full set costs) and
cut from one long row of deals; deals are independent, so the experiments are. The truths are

- 0, for a policy against another that chooses by the same law with other random numbers (always at random, from
  other bits of its words);
- fractions worked out by enumeration: rules.md 7.4 and SIM-03 as kept in `tests.reference.exact_rows`.
"""

from __future__ import annotations

import argparse
import functools
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from analyzer import arms, chunks, measures, sequences, simultaneous
from analyzer.arms import Contrast
from analyzer.contenders import Contenders
from analyzer.experiment import Comparison
from analyzer.statistics import Interval, Moments, adjusted, mean_interval, verdict, wilson_interval
from kernels import engine
from kernels.policies import BUILTIN, prefer
from kernels.rules import Rules
from tests.analyzer.samples import experiment
from tests.kernels import plugged
from tests.reference import exact_rows

Array = npt.NDArray[np.int16]  # millions of deals are kept

BLOCK = exact_rows.game("D3 2x3", **exact_rows.ANY)
DOUBLES = exact_rows.game("D3 2x3", **exact_rows.ONE_R2, **exact_rows.DOUBLES)
POLICIES = {
    "random": BUILTIN["random"],
    "also random": plugged.policy(plugged.also_uniform),
    "heavy": prefer(["heaviest", "larger-half", "match-low"]),  # as enumerated for SIM-03
}
LEVEL = 0.95
PLAYED_AT_ONCE = 250_000
SEED = 20_261_130


def known(name: str) -> dict[str, Fraction]:
    """Return the published values of a tiny game."""
    (row,) = (row for row in exact_rows.ROWS if row.name == name)
    return row.known


WINS_OF_RANDOM = 1 - known("Block any D3 2x3")["tie"]  # of both seats together
TRUE_HEAVY = (known("SIM-03 heavy first D3 2x3")["win0"] + known("SIM-03 heavy second D3 2x3")["win1"]) / 2
TRUE_GAIN = TRUE_HEAVY - WINS_OF_RANDOM / 2


# --- deals ---------------------------------------------------------------------------------------------------------


@functools.lru_cache(maxsize=4)
def differences(candidate: str, deals: int, measure: str = "win") -> Array:
    """Play a policy in both seats against random, and random in its place; return the difference of each deal, twice
    what it is per game, shape ``(deals,)``.
    """
    one = experiment(BLOCK, comparisons=(Comparison(candidate, "random", "random"),), policies=POLICIES)
    plan = arms.make_plan(replace(one, measures=(measure,), seed=SEED))
    (contrast,) = plan.items
    assert isinstance(contrast, Contrast)
    parts = []
    for first in range(0, deals, PLAYED_AT_ONCE):
        count = min(PLAYED_AT_ONCE, deals - first)
        tables = {seating: chunks.play(plan, seating, first, count) for seating in plan.seatings()}
        values = np.zeros(count, np.int64)
        for pair in contrast.pairs:
            values += measures.read(measure, tables[pair.first], pair.side, BLOCK)
            values -= measures.read(measure, tables[pair.second], pair.side, BLOCK)
        parts.append(values.astype(np.int16))
    return np.concatenate(parts)


@functools.lru_cache(maxsize=8)
def single(rules: Rules, measure: str, deals: int) -> Array:
    """Play at random and return a measure of each deal, shape ``(deals,)``."""
    random = BUILTIN["random"]
    parts = []
    for first in range(0, deals, PLAYED_AT_ONCE):
        table = engine.play_rounds(rules, (random, random), SEED + 1, first, min(PLAYED_AT_ONCE, deals - first))
        parts.append(measures.read(measure, table, 0, rules).astype(np.int16))
    return np.concatenate(parts)


@functools.lru_cache(maxsize=2)
def equals(policies: int, deals: int) -> Array:
    """Let equal policies, which differ in their random numbers only, play the same deals: shape ``(policies, deals)``,
    whether seat 0 wins.
    """
    random = BUILTIN["random"]
    played = (
        engine.play_rounds(BLOCK, (random, random), SEED + 2, 0, deals, replicate=number) for number in range(policies)
    )
    return np.stack([measures.read("win", table, 0, BLOCK).astype(np.int16) for table in played])


def cut(values: Array, size: int) -> list[Moments]:
    """Cut a row of deals into experiments of `size` deals and sum them up."""
    return [row[0] for row in looks(values, size, size, size)]


def looks(values: Array, size: int, first: int, batch: int) -> Iterator[list[Moments]]:
    """Cut a row of deals into experiments of `size` deals; sum up what is seen after `first`, and after every batch."""
    ends = np.arange(first, size + 1, batch) - 1
    counts = (ends + 1).tolist()
    at_once = max(1, 1_000_000 // size) * size
    for start in range(0, len(values) // size * size, at_once):
        table = values[start : start + at_once].astype(np.int64)
        table = table[: len(table) // size * size].reshape(-1, size)
        columns = (
            np.cumsum(table, axis=1)[:, ends],
            np.cumsum(table * table, axis=1)[:, ends],
            np.cumsum(table != 0, axis=1)[:, ends],
            np.minimum.accumulate(table, axis=1)[:, ends],
            np.maximum.accumulate(table, axis=1)[:, ends],
        )
        for row in zip(*(column.tolist() for column in columns), strict=True):
            yield [Moments(*sums) for sums in zip(counts, *row, strict=True)]


# --- rates ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rate:
    """How often something happened, and the bar it must keep."""

    name: str
    rate: float
    runs: int
    low: float
    high: float

    @property
    def kept(self) -> bool:
        """Whether the bar is kept."""
        return self.low <= self.rate <= self.high

    def __str__(self) -> str:
        error = math.sqrt(self.rate * (1 - self.rate) / self.runs)
        word = "kept" if self.kept else "BROKEN"
        bar = f"{self.low:.1%} to {self.high:.1%}"
        return f"{self.name:58} {self.rate:7.2%} ± {error:.2%} of {self.runs:6,} runs   bar {bar:16} {word}"


def covering(name: str, experiments: Sequence[Moments], interval: Callable[[Moments], Interval], truth: float) -> Rate:
    """Count how many intervals hold the truth; 95 % ones must in 94 to 96 of 100."""
    held = [one.low <= truth <= one.high for one in map(interval, experiments)]
    return Rate(name, float(np.mean(held)), len(held), 0.94, 0.96)


def difference_interval(moments: Moments) -> Interval:
    """Return the interval of a comparison's mean difference per game, as `analyzer.analysis` makes it."""
    return mean_interval(moments, LEVEL, scale=2, span=1, limits=(-1, 1))


def share_interval(moments: Moments) -> Interval:
    """Return the interval of a share of rounds."""
    return wilson_interval(moments.total, moments.n, LEVEL)


def fixed(long: bool = False) -> Iterator[Rate]:
    """Yield how often intervals hold the truth after a fixed number of deals (400; the long version also 2,000)."""
    points = known("Block any D3 2x3")["sc0"]
    doubles = known("Doubles r2 D3 2x3")["dom0"]
    total = 40_000_000 if long else 4_000_000
    for deals in (400, 2000) if long else (400,):
        where = f"{deals} deals"
        null, gain = cut(differences("also random", total), deals), cut(differences("heavy", total), deals)
        yield covering(f"t on deals, equal policies, {where}", null, difference_interval, 0)
        yield covering(f"t on deals, heaviest against random, {where}", gain, difference_interval, float(TRUE_GAIN))
        shares = cut(single(DOUBLES, "opener_wins", total // 2), deals)
        yield covering(f"Wilson, opener wins Doubles, {where}", shares, share_interval, float(doubles))
        scores = cut(single(BLOCK, "points_seat_0", total // 2), deals)
        yield covering(
            f"t on deals, points of seat 0, {where}", scores, lambda m: mean_interval(m, LEVEL), float(points)
        )


def width_stopped(long: bool = False) -> Iterator[Rate]:
    """Yield how often the interval holds the truth that ended a run by its width, looked at after every batch.

    The half-width asked for is reached after some 800 deals; looks begin at 200. (Runs look from 10,000 deals on.)
    """
    total = 40_000_000 if long else 4_000_000
    for name, candidate, truth, goal in (
        ("equal policies", "also random", 0.0, 0.017),
        ("heaviest against random", "heavy", float(TRUE_GAIN), 0.022),
    ):
        held, used = [], []
        for row in looks(differences(candidate, total), 2000, 200, 25):
            intervals = (difference_interval(one) for one in row)
            at, one = next((i, one) for i, one in enumerate(intervals) if one.half_width <= goal)
            held.append(one.low <= truth <= one.high)
            used.append(row[at].n)
        name = f"stopped on the width, {name}, {np.mean(used):.0f} deals"
        yield Rate(name, float(np.mean(held)), len(held), 0.935, 0.965)


def sequences_hold(long: bool = False) -> Iterator[Rate]:
    """Yield how often the confidence sequence holds the truth at every look.

    Looks begin after 250 deals already. (Runs look from 10,000 deals on, where the normal limit is far better.)
    """
    total, size = (40_000_000, 20_000) if long else (4_000_000, 2000)
    intended = sequences.intended_deals(250, size)
    for name, candidate, truth in (("equal policies", "also random", 0.0), ("heaviest", "heavy", float(TRUE_GAIN))):
        held = []
        for row in looks(differences(candidate, total), size, 250, 50):
            ends = (sequences.sequence(one, LEVEL, intended, scale=2, span=1, limits=(-1, 1)) for one in row)
            held.append(all(one.low <= truth <= one.high for one in ends))
        yield Rate(f"confidence sequence at every look, {name}", float(np.mean(held)), len(held), LEVEL, 1)


def fair_coin(runs: int = 1000) -> tuple[float, float]:
    """Toss a fair coin 10,000 times, looking every 100; return how often an interval for a fixed number excludes the
    truth at some look, and how often the sequence does (STA-07).
    """
    tosses = 2 * np.random.default_rng(SEED).integers(0, 2, runs * 10_000) - 1
    naive = sequence = 0
    intended = sequences.intended_deals(100, 10_000)
    for row in looks(tosses.astype(np.int16), 10_000, 100, 100):
        naive += any(abs(one.total) > 1.96 * math.sqrt(one.n) for one in row)
        ends = (sequences.sequence(one, LEVEL, intended, span=1) for one in row)
        sequence += any(not one.low <= 0 <= one.high for one in ends)
    return naive / runs, sequence / runs


def false_better(candidates: int, long: bool = False) -> Rate:
    """Return how often any of some candidates is called better than a baseline that all of them equal."""
    deals, runs = 250, 20_000 if long else 2000
    values = equals(21, deals * runs)
    rows = [cut(values[number] - values[0], deals) for number in range(1, candidates + 1)]
    wrong = 0
    for sums in zip(*rows, strict=True):
        intervals = [mean_interval(one, LEVEL, span=1, limits=(-1, 1)) for one in sums]
        p_values = adjusted([one.p_value() for one in intervals])
        words = [
            verdict(one, p, confidence=LEVEL, together=candidates) for one, p in zip(intervals, p_values, strict=True)
        ]
        wrong += "better" in words
    return Rate(f"any of {candidates} equal candidates called better", wrong / len(rows[0]), len(rows[0]), 0, 0.05)


def all_pairs(long: bool = False) -> Rate:
    """Return how often the intervals of all pairs of equal policies hold 0 at once.

    In the short version the critical value is that of all experiments together, in the long one every experiment's own.
    """
    deals, policies = 250, 6
    values = equals(21, deals * 2000)[:policies]
    names = [str(number) for number in range(policies)]
    pairs = [(a, b) for a in range(policies) for b in range(a)]
    sums = {(names[a], names[b]): cut(values[a] - values[b], deals) for a, b in pairs}
    pooled = {pair: Moments.of(values[int(pair[0])] - values[int(pair[1])]).variance() for pair in sums}
    common = simultaneous.max_t(pooled, deals - 1, LEVEL)
    held = []
    for row in zip(*sums.values(), strict=True):
        own = {pair: one.variance() for pair, one in zip(sums, row, strict=True)}
        value = simultaneous.max_t(own, deals - 1, LEVEL) if long else common
        held.append(all(abs(one.mean()) <= value * math.sqrt(one.variance() / one.n) for one in row))
    return Rate(f"max-t, all {len(pairs)} pairs of equal policies", float(np.mean(held)), len(held), 0.94, 0.96)


def never_dropped(long: bool = False) -> Rate:
    """Return how often a search for the best of four equal policies drops one, looked at after every batch."""
    size, policies = 1000, 4
    values = equals(21, 250 * (20_000 if long else 2000))[:policies]
    pairs = [(a, b) for a in range(policies) for b in range(a)]
    rows = [list(looks(values[a] - values[b], size, 200, 50)) for a, b in pairs]
    level, intended = 1 - (1 - LEVEL) / len(pairs), sequences.intended_deals(200, size)
    dropped = 0
    for row in zip(*rows, strict=True):
        search = Contenders.of(map(str, range(policies)), 1)
        for at, sums in enumerate(zip(*row, strict=True)):
            words = [sequences.verdict(sequences.sequence(one, level, intended, span=1)) for one in sums]
            known = [(a, b) if word == "better" else (b, a) for (a, b), word in zip(pairs, words, strict=True)]
            decided = (ends for ends, word in zip(known, words, strict=True) if word != "undecided")
            search.look(((0, str(a), str(b)) for a, b in decided), at)
        dropped += bool(search.dropped)
    return Rate("search for the best, one of four equals dropped", dropped / len(rows[0]), len(rows[0]), 0, 0.05)


def rates(long: bool = False) -> Iterator[Rate]:
    """Yield everything that is counted."""
    yield from fixed(long)
    yield from width_stopped(long)
    yield from sequences_hold(long)
    for candidates in (2, 20):
        yield false_better(candidates, long)
    yield all_pairs(long)
    yield never_dropped(long)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Count how often intervals and verdicts are right.")
    parser.add_argument("--long", action="store_true", help="ten times as many experiments")
    for rate in rates(parser.parse_args().long):
        print(rate, flush=True)


if __name__ == "__main__":
    main()
