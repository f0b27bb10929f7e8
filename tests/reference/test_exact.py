"""Exact tiny games: the enumeration against published fractions, and the round engine against the enumeration."""

from fractions import Fraction
from itertools import permutations

import pytest

from tests.reference.engine import play_from
from tests.reference.exact import deals, exact, uniform_moves
from tests.reference.exact_rows import ANY, DOUBLES, ROWS, game
from tests.reference.scripts import table_of
from tests.reference.table import BLOCKED, DOMINO

pytestmark = pytest.mark.exact

QUICK = [row for row in ROWS if not row.slow]  # the others: python -m tests.reference.exact


@pytest.mark.parametrize("row", QUICK, ids=[row.name for row in QUICK])
def test_published_values(row):
    assert row.measure() == row.known


def test_heaviest_against_random_from_both_seats():
    """Case SIM-03: the heavy strategy loses more often than it wins, but by less."""
    by_name = {row.name: row for row in ROWS}
    first = by_name["SIM-03 heavy first D2 2x2"]
    second = by_name["SIM-03 heavy second D2 2x2"]
    margin = {"sc0": Fraction(), "sc1": Fraction(), "win0": Fraction(), "win1": Fraction()}
    leading, following = (row_measure(row, margin) for row in (first, second))
    assert (leading["win0"] + following["win1"]) / 2 == Fraction(59, 120)
    assert (leading["win1"] + following["win0"]) / 2 == Fraction(61, 120)
    assert (leading["sc0"] - leading["sc1"] + following["sc1"] - following["sc0"]) / 2 == Fraction(1, 20)


def row_measure(row, wanted):
    """Work out other quantities of a row, with the difference of the hands as the points of a block."""
    rules = row.rules.__class__(**{**_settings(row.rules), "blocked_score": "opp_minus_own"})
    return type(row)(row.name, rules, wanted, row.choices).measure()


def _settings(rules):
    return {name: getattr(rules, name) for name in rules.__dataclass_fields__}


class _Paths:
    """A chooser that walks through all choices, one path a round."""

    def __init__(self):
        self.taken = []
        self.widths = []
        self.step = 0

    def __call__(self, view, legal, word):
        if self.step == len(self.taken):
            self.taken.append(0)
            self.widths.append(len(legal))
        self.step += 1
        return self.taken[self.step - 1]

    def next(self):
        """Turn to the next path; return False after the last."""
        self.step = 0
        while self.taken and self.taken[-1] + 1 == self.widths[-1]:
            self.taken.pop()
            self.widths.pop()
        if not self.taken:
            return False
        self.taken[-1] += 1
        return True

    def probability(self):
        chance = Fraction(1)
        for width in self.widths:
            chance /= width
        return chance


def _engine_values(rules):
    """Play every path of every deal and every order of the boneyard through the engine; return what is expected."""
    players, total, cases = rules.players, {}, 0
    for hands, boneyard, leads in deals(rules):
        for order in permutations(boneyard):
            cases += 1
            paths = _Paths()
            more = True
            while more:
                table = table_of(rules, hands, paths, order)
                table.result.opener = 0
                result = play_from(table, 0, leads)
                chance = paths.probability()
                seen = {
                    "plays": result.plays,
                    "passes": result.passes,
                    "draws": result.draws,
                    "blocked": result.reason == BLOCKED,
                    "tie": result.tied,
                }
                for seat in range(players):
                    seen[f"dom{seat}"] = result.reason == DOMINO and result.winner == seat
                    seen[f"sc{seat}"] = result.points[seat]
                for word, value in seen.items():
                    total[word] = total.get(word, 0) + chance * value
                more = paths.next()
    return {word: value / cases for word, value in total.items()}


@pytest.mark.parametrize(
    "rules",
    [
        game("D2 2x3", **ANY),
        game("D2 2x2", draw="until", **ANY),
        game("D2 2x2", draw="one", reserve=1, **ANY),
        game("D2 2x2", draw="one", **DOUBLES),
        game("D2 3x2", **ANY),
        game("D2 3x2", **DOUBLES),
    ],
    ids=["block", "until", "one r1", "doubles", "block of three", "doubles of three"],
)
def test_the_engine_has_exactly_the_enumerated_distribution(rules):
    """Two turn loops, written apart: the engine's on fixed boneyards, the enumeration's on fractions."""
    values = exact(rules, uniform_moves)
    expected = {
        "plays": values.plays,
        "passes": values.passes,
        "draws": values.draws,
        "blocked": values.blocked,
        "tie": values.tie,
    }
    for seat in range(rules.players):
        expected |= {f"dom{seat}": values.domino[seat], f"sc{seat}": values.score[seat]}
    assert _engine_values(rules) == expected
