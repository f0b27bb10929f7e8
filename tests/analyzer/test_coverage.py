"""Intervals and verdicts are right as often as they say: the counts of `tests.analyzer.coverage`, its short version.

Seeds are fixed, so a test either passes always or never. How likely a correct implementation would have failed by bad
luck in the draw: an interval that covers in exactly 95 % leaves 94 to 96 % in 10,000 experiments with probability 5e-6,
in 5,000 with 0.1 %, in 2,000 with 4 % (93.5 to 96.5 %, the bar of runs stopped on their width: 0.2 %). Sequences cover
in 98 to 99 %, so that fewer than 95 % of 2,000 has a probability below 1e-9; and so have more than 5 % false "better"
where 2.5 % are due.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.analyzer import coverage
from tests.analyzer.coverage import Rate

pytestmark = pytest.mark.statistical


def kept(rates: Iterator[Rate] | list[Rate]) -> None:
    broken = [str(rate) for rate in rates if not rate.kept]
    assert not broken, "\n".join(broken)


@pytest.mark.parametrize("count", [coverage.fixed, coverage.width_stopped, coverage.sequences_hold])
def test_intervals_hold_the_truth(count: Callable[[], Iterator[Rate]]) -> None:
    kept(count())


def test_looking_a_hundred_times_needs_a_sequence() -> None:
    """STA-07: 0.389 for intervals of a fixed number of deals (standard error here 0.016; five of them)."""
    naive, sequence = coverage.fair_coin()
    assert naive == pytest.approx(0.389, abs=0.08)
    assert sequence <= 0.05


@pytest.mark.parametrize("candidates", [2, 20])
def test_equal_candidates_are_hardly_ever_better(candidates: int) -> None:
    kept([coverage.false_better(candidates)])


def test_all_pairs_hold_at_once() -> None:
    """Two thousand experiments, bars of two standard errors: 4 % for a correct one, with another seed."""
    kept([coverage.all_pairs()])


def test_a_search_does_not_drop_an_equal() -> None:
    kept([coverage.never_dropped()])


def test_the_truths_of_the_experiments_are_those_of_the_kernel() -> None:
    """Four million deals; five standard errors."""
    gain = coverage.differences("heavy", 4_000_000)
    assert gain.mean() / 2 == pytest.approx(float(coverage.TRUE_GAIN), abs=5 * gain.std() / 2 / 2000)
    null = coverage.differences("also random", 4_000_000)
    assert null.mean() == pytest.approx(0, abs=5 * null.std() / 2000)
    assert null.any()
