"""The sums that a run keeps: they add up in any cut, and its table follows from them alone."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer import arms, chunks, ledger, sums
from analyzer.chunks import Tally
from analyzer.clusters import ClusterSums, CrossSums
from analyzer.config import load_experiments
from analyzer.ledger import LedgerError, check_number, read_ledger
from analyzer.run_parts import parts_of, table_of
from analyzer.runner import run_experiment
from analyzer.statistics import Moments, PairMoments
from tests.analyzer.samples import DOUBLES, THREE, experiment

pytestmark = pytest.mark.exact

BASE: dict[str, Any] = {"game": "doubles", "seed": 7, "until": {"deals": 7000}}
PLAYED: dict[str, dict[str, Any]] = {
    "comparison": {"compare": {"baseline": "random", "candidates": ["heaviest", "doubles-last"]}, "players": [2, 3]},
    "seats": {"seats": ["random", "heaviest"], "measure": ["win_seat_0", "plays"]},
    "house rules": {
        "vary": {"draw": ["one", "until"]},
        "seats": ["random"],
        "compare": {"baseline": "random", "candidates": ["heaviest"]},
        "measure": ["win", "blocked"],
    },
    "pairs": {"compare": {"all_pairs": ["random", "heaviest", "lightest"], "against": "random"}},
    "best": {
        "compare": {"all_pairs": ["random", "doubles-last", "doubles-first"], "against": "random", "best": True},
        "until": {"deals": 60_000},
        "measure": ["win"],
    },
    "decided": {
        "compare": {"baseline": "random", "candidates": ["doubles-last"]},
        "until": {"decided": ["win"], "max_deals": 60_000},
    },
    "splits and luck": {
        "compare": {"baseline": "random", "candidates": ["doubles-last"]},
        "split": ["doubles_dealt", "opener"],
        "luck": {"plays": 2},
    },
    "sweep": {
        "policies": {"mix": {"weights": {"doubles": -1}}},
        "sweep": {"policy": "mix", "weight": "doubles", "from": -1, "to": 1, "steps": 3},
        "compare": {"baseline": "random", "against": "random"},
    },
    "matches": {
        "play": "matches",
        "until": {"deals": 300},
        "compare": {"baseline": "random", "candidates": ["heaviest"]},
        "measure": ["match_win", "rounds"],
    },
}


@pytest.mark.parametrize("kind", PLAYED)
def test_the_table_follows_from_the_sums_alone(kind: str) -> None:
    (what,) = load_experiments(BASE | PLAYED[kind])
    chunk = 5000 if kind in ("best", "decided") else 3000
    run = run_experiment(what, jobs=2, save=False, chunk=chunk)
    manifest = json.loads(json.dumps(run.manifest))  # as read from a file
    again = table_of(parts_of(manifest, [Path()]))
    columns = [name for name in run.table if name != "stopped"]
    pd.testing.assert_frame_equal(again[columns], run.table[columns])
    (part,) = parts_of(manifest, [Path()])
    kept = part.kept
    assert sum(kept.sizes) == sum(block.deals for block in kept.blocks) == run.manifest["deals"]
    assert sum(block.check for block in kept.blocks) % ledger.MODULUS == check_number(part.tally)
    for number, divisor in enumerate(kept.parts):
        deals, total = (sum(one) for one in zip(*kept.column(number), strict=True))
        assert total / divisor / deals == pytest.approx(run.table.estimate[number], rel=1e-12)
        assert deals == run.table.deals[number]


def test_a_ledger_does_not_depend_on_workers_and_is_small() -> None:
    what = experiment(DOUBLES, THREE)
    written = [run_experiment(what, jobs=jobs, save=False, chunk=1000).manifest["sums"] for jobs in (1, 2, 3)]
    assert written[0] == written[1] == written[2]
    assert len(json.dumps(written[0])) < 5000


def test_slices_are_sums_of_single_deals() -> None:
    plan = arms.make_plan(experiment())
    tally = chunks.play_chunk(plan, 10_000, 9000)
    assert tally is not None
    assert tally.slices is not None
    assert tally.slices.sizes == [256] * 35 + [40]
    ones = [chunks.play_chunk(plan, 14_096 + deal, 1) for deal in range(50)]
    fifty = chunks.play_chunk(plan, 14_096, 50)
    assert fifty is not None
    assert fifty.slices is not None
    assert fifty.slices.totals[0, 1] == [sum(one.sums[0][1].difference.total for one in ones if one)]  # type: ignore[union-attr]
    assert sum(fifty.slices.moments[0, 0], Moments()) == fifty.sums[0][0].difference  # type: ignore[union-attr]


# --- check numbers ---------------------------------------------------------------------------------------------------


def tally_of(seed: int) -> Tally:
    random = np.random.default_rng(seed)

    def moments() -> Moments:
        return Moments.of(random.integers(-9, 9, 20))

    pair = PairMoments(moments(), (moments(), moments()), (moments(), moments()))
    extras = {
        ("split", 0, "doubles_dealt", 3, "win"): ClusterSums(moments(), 1, 2, 3, moments(), moments()),
        ("curve", 0, "win"): CrossSums.of([random.integers(-9, 9, 20) for _ in range(3)]),
        ("count", 0, "plays"): {1: 2},  # is no sum of all deals
    }
    return Tally(20, 0, 0, ((moments(), moments()), (pair,)), extras)


def test_check_numbers_add_up() -> None:
    one, other = tally_of(1), tally_of(2)
    extras = {key: value for key, value in one.extras.items() if key[0] != "count"}
    both = replace(one, extras=extras) + replace(other, extras={})
    parts = check_number(one) + check_number(replace(other, extras={}))
    assert check_number(both) == parts % ledger.MODULUS


def test_a_check_number_tells_every_sum_that_adds_up() -> None:
    one = tally_of(1)
    first = one.sums[0][0]
    assert isinstance(first, Moments)
    for changed in (replace(first, squares=first.squares + 1), replace(first, total=first.total - 1)):
        assert check_number(replace(one, sums=((changed, one.sums[0][1]), one.sums[1]))) != check_number(one)
    key = ("curve", 0, "win")
    sums_of = replace(one.extras[key], products=(0,) * 6)
    assert check_number(replace(one, extras=one.extras | {key: sums_of})) != check_number(one)


def test_sums_come_back_from_their_text() -> None:
    tally = tally_of(3)
    for one in (*tally.sums[0], *tally.sums[1], *(value for key, value in tally.extras.items() if key[0] != "count")):
        assert sums.unpack(sums.pack(one)) == one
    for broken in ("", "Moments", "Moments [1]", "Moments [1,2,3,4,5,true]", "Moments [1,2,3,4,5,6.5]", "Path []"):
        with pytest.raises(ValueError, match=r"should be|Expecting value"):
            sums.unpack(broken)
    with pytest.raises(ValueError, match="PairMoments should be"):
        sums.unpack(sums.pack(Moments()), PairMoments)


# --- long runs -------------------------------------------------------------------------------------------------------


@given(st.lists(st.integers(1, 9), min_size=1, max_size=300), st.integers(2, 16))
def test_neighbours_are_put_together_evenly(sizes: list[int], most: int) -> None:
    row = ledger._Row(most)
    for number, size in enumerate(sizes):
        row.add([size, None if number < 3 else number])
    assert len(row.parts) <= most
    assert sum(part[0] or 0 for part in row.parts) == sum(sizes)
    together = row.together
    assert together & (together - 1) == 0
    groups = [sizes[place : place + together] for place in range(0, len(sizes), together)]
    assert [part[0] for part in row.parts] == [sum(group) for group in groups]
    assert sum(part[1] or 0 for part in row.parts) == sum(range(3, len(sizes)))
    assert len(sizes) <= most or math.ceil(len(sizes) * 2 / together) > most  # no more than needed


def test_a_slice_never_reaches_beyond_its_block(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger, "MOST", 8)
    run = run_experiment(experiment(), jobs=1, save=False, chunk=500)
    kept = read_ledger(run.manifest["sums"])
    starts = {0, *np.cumsum(kept.sizes).tolist()}
    assert {block.first for block in kept.blocks} <= starts
    assert len(kept.sizes) <= 8


def test_a_ledger_that_cannot_be_read_says_why() -> None:
    good = run_experiment(experiment(), jobs=1, save=False).manifest["sums"]
    for change, why in [
        (None, "older dominolab"),
        ({"version": 9}, "version 9"),
        ({"blocks": ["x"]}, "cannot be read"),
        ({"slices": ["10007 1"]}, "do not belong together"),
        ({"parts": None}, "cannot be read"),
    ]:
        with pytest.raises(LedgerError, match=why):
            read_ledger(change if change is None else good | change)
    plan = arms.make_plan(experiment(measures=("win",)))
    with pytest.raises(LedgerError, match="has 1"):
        ledger.tally_of(read_ledger(good), plan)
