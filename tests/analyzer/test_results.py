"""Files that come back as they were written, whole or not at all, under names every system can hold."""

from __future__ import annotations

import json
import math
import os
import re
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.files import OutputError, atomic_write, check_folder, safe_name
from analyzer.results import COLUMNS, make_table, read_results, run_folder, write_results

LABELS = [
    "random",
    "None",
    "NA",
    "nan",
    "null",
    "n/a",
    "N/A",
    "heavy",
    "-",
    "007",
    "010",
    "Größte zuerst",
    "戦略",
    " x ",
    "1e5",
]


def row(label: str, **values: object) -> dict[str, object]:
    return {
        "kind": "comparison", "game": "doubles", "house_rules": "", "players": 2, "policy": label, "baseline": label,
        "against": label, "measure": "win", "unit": "probability", "deals": 3_000_000_000, "games": 9_000_000_000,
        "value": 0.1, "baseline_value": 1 / 3, "estimate": 0.1 - 1 / 3, "low": -0.3, "high": -0.1, "confidence": 0.95,
        "variance_reduction": None, "verdict": "worse", "reference": "", "stopped": "all", "method": "t on deals",
    } | values  # fmt: skip


def manifest(**values: object) -> dict[str, object]:
    return {"title": "戦略", "deals": 100, "partial": False} | values


@pytest.mark.parametrize("kept", ["parquet", "json", "csv"])
def test_labels_and_numbers_survive(tmp_path: Path, kept: str) -> None:
    table = make_table(row(label) for label in LABELS)
    write_results(tmp_path, table, manifest())
    for extension in {"parquet", "json", "csv"} - {kept}:
        (tmp_path / f"results.{extension}").unlink()
    back = read_results(tmp_path)
    pd.testing.assert_frame_equal(back, table)
    assert back.groupby("policy").size().index.tolist() == sorted(LABELS)
    assert list(back) == list(COLUMNS)
    assert back.loc[0, "deals"] == 3_000_000_000


def test_json_is_plain_utf8_without_nan(tmp_path: Path) -> None:
    write_results(tmp_path, make_table([row("戦略", value=math.nan)]), manifest())
    text = (tmp_path / "results.json").read_bytes().decode("utf-8")
    assert "戦略" in text
    (only,) = json.loads(text)
    assert only["value"] is None
    assert only["variance_reduction"] is None
    assert only["estimate"] == 0.1 - 1 / 3


def test_an_empty_table_keeps_its_columns(tmp_path: Path) -> None:
    write_results(tmp_path, make_table([]), manifest())
    assert list(read_results(tmp_path)) == list(COLUMNS)


def test_no_results_is_said(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"results\.parquet"):
        read_results(tmp_path)


def test_a_partial_result_does_not_replace_a_larger_one(tmp_path: Path) -> None:
    folder = tmp_path / "a-1"
    folder.mkdir()
    write_results(folder, make_table([row("whole")]), manifest(deals=1000))
    partial = write_results(folder, make_table([row("part")]), manifest(deals=10, partial=True))
    assert partial == tmp_path / "a-1-partial"
    assert read_results(folder).policy.tolist() == ["whole"]
    assert read_results(partial).policy.tolist() == ["part"]
    assert write_results(folder, make_table([row("more")]), manifest(deals=2000, partial=True)) == folder


def test_a_failed_write_leaves_the_old_file_and_no_litter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "results.json"
    atomic_write(path, "old")

    def full(handle: int) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="disk full"):
        atomic_write(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_files_have_ordinary_permissions(tmp_path: Path) -> None:
    (tmp_path / "plain").write_text("")
    atomic_write(tmp_path / "ours", "")
    assert (tmp_path / "ours").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_a_place_that_cannot_be_written_to_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match=r"cannot write results to .*file"):
        check_folder(tmp_path / "file" / "runs")


def test_a_place_that_can_be_written_to_is_left_clean(tmp_path: Path) -> None:
    check_folder(tmp_path / "a" / "b")
    assert list((tmp_path / "a" / "b").iterdir()) == []


# --- names ---------------------------------------------------------------------------------------------------------

AWKWARD = ["a/b", "..", "heavy: v2", "con", "Heavy", "heavy", "x" * 200, "x" * 199 + "y", " lead ", "lead", "*?<>|"]
AWKWARD += ["", "NUL", "com1", "a\\b", "C:\\runs", "戦略", "最大优先", "-", "--", "a-b", "a b", "é", "e", "\ud800"]


def test_names_are_safe_and_differ() -> None:
    names = [safe_name(label) for label in AWKWARD]
    assert len({name.casefold() for name in names}) == len(AWKWARD)
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name) and len(name) <= 69 for name in names)
    assert not {"con", "nul", "com1"} & set(names)


def test_plain_names_stay() -> None:
    assert safe_name("holding-doubles") == "holding-doubles"
    assert (
        run_folder(Path("..") / "out", "holding-doubles", "1a2b3c4d") == Path("..") / "out" / "holding-doubles-1a2b3c4d"
    )


@given(st.text(max_size=300), st.text(max_size=300))
def test_different_labels_have_different_names(one: str, other: str) -> None:
    assert (safe_name(one) == safe_name(other)) == (one == other)


def test_a_quick_try_does_not_replace_a_long_run(tmp_path):
    folder = run_folder(tmp_path, "long", "1")
    folder.mkdir()
    assert write_results(folder, make_table([row("much")]), manifest(deals=1000)) == folder
    tried = write_results(folder, make_table([row("little")]), manifest(deals=10))
    assert tried == tmp_path / "long-1-10-deals"
    assert read_results(folder).policy.tolist() == ["much"]
    assert read_results(tried).policy.tolist() == ["little"]
    assert write_results(folder, make_table([row("again")]), manifest(deals=1000)) == folder
