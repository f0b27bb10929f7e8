"""Every measure read from hand-made records, alone and with partners."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer import experiment, measures
from kernels.rules import Rules
from kernels.state import BLOCKED, DOMINO, MATCH_DTYPE, ROUND_DTYPE

ALONE = Rules(players=3, hand_size=6)
PARTNERS = Rules(players=4, hand_size=7, teams="2v2")


def rounds(*records: dict[str, object]) -> np.ndarray:
    table = np.zeros(len(records), ROUND_DTYPE)
    for row, record in zip(table, records, strict=True):
        for name, value in record.items():
            row[name] = value
    return table


THREE = rounds(
    {"winner": 1, "team": 1, "reason": DOMINO, "opener": 1, "points": (5, 40, 0, 0), "play_points": (5, 10, 0, 0),
     "pips_left": (20, 0, 10, 0), "plays": 15, "turns": 20, "draws": 3, "passes": 5},
    {"winner": 2, "team": 2, "reason": BLOCKED, "opener": 0, "points": (0, 0, 12, 0), "pips_left": (7, 5, 2, 0),
     "plays": 9, "turns": 14, "draws": 4, "passes": 5},
    {"winner": -1, "team": -1, "reason": BLOCKED, "tied": 1, "opener": 2, "points": (0, 0, 0, 0),
     "pips_left": (5, 5, 9, 0), "plays": 8, "turns": 13, "passes": 5},
)  # fmt: skip

FOUR = rounds(
    {"winner": 3, "team": 1, "reason": DOMINO, "opener": 1, "points": (10, 35, 10, 35),
     "play_points": (5, 10, 5, 15), "pips_left": (6, 4, 5, 0)},
    {"winner": 2, "team": 0, "reason": BLOCKED, "opener": 3, "points": (22, 0, 22, 0), "pips_left": (9, 12, 1, 10)},
)  # fmt: skip


@pytest.mark.exact
@pytest.mark.parametrize(
    ("name", "side", "values"),
    [
        ("win", 1, [1, 0, 0]),
        ("win", 2, [0, 1, 0]),
        ("points", 0, [5, 0, 0]),
        ("margin", 1, [2 * 40 - 5, -12, 0]),
        ("play_points", 1, [10, 0, 0]),
        ("domino", 1, [1, 0, 0]),
        ("domino", 2, [0, 0, 0]),
        ("pips_left", 0, [20, 7, 5]),
        ("opener_wins", 0, [1, 0, 0]),
        ("blocked", 0, [0, 1, 1]),
        ("tied", 0, [0, 0, 1]),
        ("winner_points", 0, [40, 12, 0]),
        ("round_points", 0, [45, 12, 0]),
        ("plays", 0, [15, 9, 8]),
        ("turns", 0, [20, 14, 13]),
        ("draws", 0, [3, 4, 0]),
        ("passes", 0, [5, 5, 5]),
        ("win_seat_2", 0, [0, 1, 0]),
        ("points_seat_1", 0, [40, 0, 0]),
    ],
)
def test_everybody_alone(name: str, side: int, values: list[int]) -> None:
    result = measures.read(name, THREE, side, ALONE)
    assert result.tolist() == values
    assert result.dtype == np.int64


@pytest.mark.exact
@pytest.mark.parametrize(
    ("name", "side", "values"),
    [
        ("win", 1, [1, 0]),
        ("points", 0, [10, 22]),
        ("margin", 0, [-25, 22]),
        ("play_points", 1, [25, 0]),
        ("domino", 1, [1, 0]),
        ("pips_left", 0, [11, 10]),
        ("opener_wins", 0, [1, 0]),
        ("winner_points", 0, [35, 22]),
        ("round_points", 0, [45, 22]),
        ("win_seat_3", 0, [1, 0]),
        ("points_seat_2", 0, [10, 22]),
    ],
)
def test_partners(name: str, side: int, values: list[int]) -> None:
    assert measures.read(name, FOUR, side, PARTNERS).tolist() == values


def test_matches() -> None:
    table = np.zeros(2, MATCH_DTYPE)
    table["winner"], table["rounds"] = (1, 0), (12, 9)
    assert measures.read("match_win", table, 1, ALONE).tolist() == [1, 0]
    assert measures.read("rounds", table, 0, ALONE).tolist() == [12, 9]


def test_a_margin_is_counted_in_parts_of_the_other_sides() -> None:
    assert measures.scale("margin", ALONE) == 2
    assert measures.scale("margin", PARTNERS) == 1
    assert measures.scale("points", ALONE) == 1


def test_every_measure_has_a_reader_and_every_reader_a_measure() -> None:
    assert list(measures.READERS) == list(experiment.MEASURES)
    assert all(one.unit and one.meaning for one in measures.READERS.values())
    assert measures.READERS["pips_left"].better == "lower"


def test_unknown_measures_name_the_nearest() -> None:
    with pytest.raises(measures.MeasureError, match="did you mean blocked"):
        measures.reader("bloked")


def test_reading_leaves_the_records_alone() -> None:
    before = THREE.copy()
    for name in measures.READERS:
        if measures.READERS[name].subject != "match":
            measures.read(name, THREE, 0, ALONE)[:] = 99
    assert (before == THREE).all()
