"""The twin's own count of the lines of play in ``tests/data/perft.yaml``, and small ones counted by hand."""

import pytest

from kernels.rules import Rules
from tests.reference.perft import FILE, Case, read_cases
from tests.reference.scripts import hand_of

pytestmark = pytest.mark.reference

CASES = read_cases() if FILE.exists() else []


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_the_twin_counts_the_same(case):
    assert case.count(len(case.lines)) == case.lines


def small(**settings):
    """Return a deal of double-two: 2-1 2-0 against 1-1 2-2."""
    rules = Rules(set_max=2, hand_size=2, first_lead="seat0", lead_tile="any", **settings)
    return Case("small", rules, [hand_of("2-1 2-0"), hand_of("1-1 2-2")], [], -1, [])


def test_lines_counted_by_hand():
    """2-1 is answered by 1-1 or 2-2, 2-0 by 2-2 only; then seat 0 goes out."""
    assert small().count(4) == [2, 3, 3, 0]


def test_lines_with_another_turn_counted_by_hand():
    """After 2-1 the second double may follow the first or not; after 2-0 the 1-1 fits nowhere."""
    assert small(extra_turn="may").count(5) == [2, 3, 5, 2, 0]
    assert small(extra_turn="must").count(4) == [2, 3, 3, 0]


def test_lines_with_one_end_counted_by_hand():
    """Four leads; a 1 is answered by 1-1, a 2 by 2-2, a 0 by nothing; seat 0 goes out after the 2-2 only."""
    assert small(ends=1).count(4) == [4, 3, 2, 0]
