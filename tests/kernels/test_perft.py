"""Every line of play of fixed deals, counted: what is legal under each kind of rule, many moves deep."""

import pytest

from tests.kernels import perft

CASES = {case.name: case for case in perft.cases()}


@pytest.mark.exact
@pytest.mark.parametrize("name", CASES)
def test_lines(name):
    case = CASES[name]
    assert perft.count_lines(case.rules, case.deal, len(case.lines)) == case.lines
