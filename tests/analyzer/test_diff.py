"""``dominolab diff``: what changed from one run to another, and how sure that is."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy.stats

from analyzer import run_diff
from analyzer.cli_diff import diff
from analyzer.config import load_experiments
from analyzer.config_changes import config_changes
from analyzer.run_diff import RowDiff, diff_runs
from analyzer.run_files import load_run
from analyzer.runner import Run, run_experiment
from kernels.engine import play_rounds
from kernels.policies import BUILTIN

CONFIG: dict[str, Any] = {
    "game": "doubles",
    "policies": {"hold": {"prefer": ["non-doubles"]}, "early": {"prefer": ["doubles"]}},
    "compare": {"baseline": "random", "candidates": ["hold", "early"], "against": "random"},
    "measure": ["win", "points"],
    "until": {"deals": 40_000},
    "seed": 3,
}


def played(chunk: int = 4096, **changes: Any) -> Run:
    (what,) = load_experiments(CONFIG | changes)
    return run_experiment(what, jobs=2, save=False, chunk=chunk)


NOISY = {"policies": CONFIG["policies"] | {"hold": {"prefer": ["non-doubles"], "noise": 0.05}}}


@pytest.fixture(scope="module")
def first() -> Run:
    return played()


@pytest.fixture(scope="module")
def noisy() -> Run:
    return played(**NOISY)


def row(found: list[RowDiff], policy: str, measure: str) -> RowDiff:
    (one,) = [one for one in found if (one.who["policy"], one.who["measure"]) == (policy, measure)]
    return one


# --- differences and their intervals ---------------------------------------------------------------------------------


@pytest.mark.exact
def test_the_same_deals_are_paired_slice_by_slice(first: Run, noisy: Run) -> None:
    """Against plain numpy, from rounds played one by one and summed up by 512 deals."""
    found = diff_runs(first, noisy)
    one = row(found.rows, "hold", "points")
    assert (one.how, one.unit) == ("paired", "points")

    def points(run: Run) -> np.ndarray:
        (what,) = load_experiments(run.manifest["config"])
        rules, hold, random = what.variants[0].rules, what.policies["hold"], BUILTIN["random"]
        total = np.zeros(40_000)
        for side, pair in enumerate(([hold, random], [random, hold])):
            total += play_rounds(rules, pair, 3, 0, 40_000)["points"][:, side]
        return total / 2  # the baseline is the same in both runs

    changes = points(noisy) - points(first)
    assert one.interval.estimate == pytest.approx(changes.mean(), rel=1e-9)
    slices = [changes[start : start + 512] for start in range(0, 40_000, 512)]
    residuals = [part.sum() - len(part) * changes.mean() for part in slices]
    error = math.sqrt(sum(r * r for r in residuals) * 79 / 78) / 40_000
    half = error * scipy.stats.t.ppf(0.975, 78)
    assert (one.interval.high - one.interval.low) / 2 == pytest.approx(half, rel=1e-9)
    apart = np.hypot(*((run.table.high[1] - run.table.low[1]) / 2 for run in (first, noisy)))
    assert half < apart / 2  # pairing pays


@pytest.mark.exact
def test_what_did_not_change_is_the_same(first: Run, noisy: Run) -> None:
    found = diff_runs(first, noisy)
    assert [(one.who["policy"], one.how, one.verdict) for one in found.rows[2:]] == [
        ("early", "the same", "the same")
    ] * 2
    assert {one.verdict for one in diff_runs(first, first).rows} == {"the same"}
    assert diff_runs(first, played(chunk=1000)).rows == diff_runs(first, first).rows
    assert found.changes == ["policies.hold.noise is new: 0.05"]


@pytest.mark.exact
def test_other_seeds_are_independent(first: Run) -> None:
    other = played(seed=4)
    found = diff_runs(first, other)
    for one, (_, a), (_, b) in zip(found.rows, first.table.iterrows(), other.table.iterrows(), strict=True):
        assert one.how == "apart"
        half = math.hypot((a.high - a.low) / 2, (b.high - b.low) / 2)
        ends = b.estimate - a.estimate - half, b.estimate - a.estimate + half
        assert (one.interval.low, one.interval.high) == pytest.approx(ends, rel=1e-4)
    assert found.notes[0] == "Apart: the runs played other deals and are independent."


@pytest.mark.exact
def test_another_number_of_deals_is_taken_for_independent_and_it_is_said(first: Run) -> None:
    found = diff_runs(first, played(until={"deals": 30_000}))
    assert {one.how for one in found.rows} == {"apart"}
    assert "too wide wherever both move together" in found.notes[0]
    assert found.changes == ["until.deals: 40000 became 30000", "deals played: 40,000 became 30,000"]


@pytest.mark.exact
def test_few_slices_and_old_runs_are_not_paired(first: Run, noisy: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    old = replace(noisy, manifest={key: value for key, value in noisy.manifest.items() if key != "sums"})
    assert {one.how for one in diff_runs(first, old).rows} == {"apart"}
    monkeypatch.setattr(run_diff, "FEWEST_SLICES", 80)
    assert row(diff_runs(first, noisy).rows, "hold", "win").how == "apart"


@pytest.mark.exact
@pytest.mark.parametrize(("deals", "how"), [(20_000, "paired"), (3_000, "paired"), (1_000, "apart")])
def test_short_runs_are_paired_too_or_the_reason_is_told(deals: int, how: str) -> None:
    few: dict[str, Any] = {"until": {"deals": deals}}
    found = diff_runs(played(**few), played(**NOISY, **few))
    assert row(found.rows, "hold", "win").how == how
    said = "the runs share deals, but too few to be paired: about 2,048 are needed; taken as independent"
    assert (said in " ".join(found.notes)) == (how == "apart")


@pytest.mark.exact
def test_other_house_rules_of_one_game_are_matched() -> None:
    few: dict[str, Any] = {"until": {"deals": 4_000}}
    found = diff_runs(played(**few), played(**few, game={"preset": "doubles", "draw": "none"}))
    assert len(found.rows) == 4
    assert {one.how for one in found.rows} == {"paired"}
    assert not found.only_first
    assert not found.only_second
    assert any("draw" in line for line in found.changes)
    assert not diff_runs(played(**few), played(**few, game="block")).rows


@pytest.mark.exact
def test_slices_of_different_lengths_are_paired_where_they_meet(first: Run, noisy: Run) -> None:
    longer = replace(noisy, manifest=json.loads(json.dumps(noisy.manifest)))
    slices = [line.split() for line in longer.manifest["sums"]["slices"]]
    assert [int(one[0]) for one in slices] == [512] * 78 + [64]
    pairs = [slices[place : place + 2] for place in range(0, len(slices), 2)]
    added = [[sum(map(int, one)) for one in zip(*pair, strict=True)] for pair in pairs]
    longer.manifest["sums"]["slices"] = [" ".join(map(str, part)) for part in added]
    a, b = (run_diff._columns(run.manifest, [{}] * 4) for run in (first, longer))
    one, other = next(a), next(b)
    assert one is not None
    assert other is not None
    terms = run_diff._terms(one, other)
    assert [deals for deals, _ in terms] == [1024] * 39 + [64]
    difference = noisy.table.estimate[0] - first.table.estimate[0]
    assert sum(value for _, value in terms) / 40_000 == pytest.approx(difference, rel=1e-9)


@pytest.mark.exact
def test_rows_of_one_run_only_are_named(first: Run) -> None:
    other = played(compare=CONFIG["compare"] | {"candidates": ["hold"]}, measure=["win", "margin"])
    found = diff_runs(first, other)
    assert [one.who["measure"] for one in found.rows] == ["win"]
    alone = [(who["policy"], who["measure"]) for who in found.only_first]
    assert alone == [("hold", "points"), ("early", "win"), ("early", "points")]
    assert [who["measure"] for who in found.only_second] == ["margin"]
    assert "compare.candidates: early left out" in found.changes
    assert "measure: margin added; points left out" in found.changes


@pytest.mark.statistical
def test_paired_intervals_cover_what_is_there() -> None:
    """400 pairs of runs of 1,500 deals in 15 slices; the truth is the mean over all of them. 0.91 to 0.985 is three
    standard errors each way.
    """
    rng = np.random.default_rng(1)
    covered = 0
    for _ in range(400):
        changes = 0.3 + rng.normal(0, 1, 1500)
        terms = [(100, float(part.sum())) for part in changes.reshape(15, 100)]
        interval = run_diff._of_slices(float(changes.mean()), terms, 0.95)
        covered += interval.low <= 0.3 <= interval.high
    assert 0.91 < covered / 400 < 0.985


# --- configurations in words -----------------------------------------------------------------------------------------


@pytest.mark.exact
@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ({"a": 1}, {"a": 1}, []),
        ({"a": 1}, {"a": 2}, ["a: 1 became 2"]),
        ({"a": True}, {"a": 1}, ["a: on became 1"]),
        ({"a": False}, {"a": "off"}, ["a: off became off"]),
        ({"a": {"b": [1, 2]}}, {"a": {"b": [2, 3]}}, ["a.b: 3 added; 1 left out"]),
        ({"a": [1, 2]}, {"a": [2, 1]}, ["a: [1, 2] became [2, 1]"]),
        ({"a": 1}, {"b": "戦略"}, ["b is new: 戦略", "a is gone; it was 1"]),
        ({"a": {"x": 1}}, {"a": "x"}, ['a: {"x": 1} became x']),
        ({"title": "A", "z": 1}, {"title": "B", "z": 2}, ["z: 1 became 2", "title: A became B"]),
        ({"a": "x" * 200}, {"a": None}, [f"a: {'x' * 89}… became null"]),
    ],
)
def test_changes_are_said_by_path(before: dict[str, Any], after: dict[str, Any], said: list[str]) -> None:
    assert config_changes(before, after) == said


# --- the command -----------------------------------------------------------------------------------------------------


@pytest.mark.exact
def test_the_command_prints_and_writes_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folders = []
    for changes in ({}, NOISY | {"until": {"deals": 40_000}, "measure": ["win"]}):
        (what,) = load_experiments(CONFIG | changes)
        folders.append(run_experiment(what, tmp_path, 2, chunk=4096).folder)
    assert diff(str(folders[0]), str(folders[1]), as_json=False) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert f"A: {folders[0]}, 40,000 deals" in said
    assert "policies.hold.noise is new: 0.05" in said
    assert "percentage points" in said
    assert "paired): lower" in said
    assert "1 row is the same, to the last digit." in said
    assert "Only in A points, comparison hold vs random in doubles, 2 players" in said
    assert diff(str(folders[0]), str(folders[1]), as_json=True) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["first"]["deals"], found["second"]["folder"]) == (40_000, str(folders[1]))
    assert [one["verdict"] for one in found["rows"]] == ["lower", "the same"]
    assert found["rows"][0]["low"] < found["rows"][0]["difference"] < found["rows"][0]["high"] < 0
    assert load_run(str(folders[0])).manifest["key"] == found["first"]["key"]
    assert diff(str(folders[0]), str(tmp_path / "nowhere"), as_json=False) == 2
    assert "is no run" in capsys.readouterr().err
