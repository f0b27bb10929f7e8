"""The results table and the files of a run: what the columns are, writing, and reading back without losing a label."""

from __future__ import annotations

import io
import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from analyzer import files
from analyzer.details import DETAILS

__all__ = [
    "COLUMNS",
    "RESULTS",
    "Column",
    "make_table",
    "read_file",
    "read_manifest",
    "read_results",
    "run_folder",
    "write_results",
]

RESULTS = ("results.parquet", "results.json", "results.csv")
"""Files that hold the results table, each of them whole."""


@dataclass(frozen=True)
class Column:
    """One column of the results table: its kind of values (``text``, ``whole`` or ``number``) and its meaning."""

    values: str
    meaning: str


COLUMNS: dict[str, Column] = {
    "kind": Column(
        "text",
        "arm: one seating by itself, or one policy in every seat in turn; comparison: candidate less baseline; pair: "
        "one policy less another, side by side; rule change: variant less its reference; "
        "interaction: a comparison's difference less that in the reference variant or, without a baseline, what rules "
        "change together less what each changes alone; luck: share of variance of a deal",
    ),
    "game": Column("text", "the game"),
    "house_rules": Column("text", "settings that differ from the game's own, empty if none"),
    "rules_name": Column("text", "what the configuration calls these house rules, empty if they have no name"),
    "players": Column("whole", "number of players"),
    "policy": Column("text", "the candidate, or who sits in the seats"),
    "baseline": Column("text", "what the candidate is compared with"),
    "against": Column("text", "who sits in the other seats"),
    "measure": Column("text", "what is counted"),
    "unit": Column("text", "unit of value, estimate, low and high; a probability is a fraction, not per cent"),
    "deals": Column("whole", "deals: the n of the interval"),
    "games": Column("whole", "rounds or matches played for this row"),
    "value": Column("number", "mean of the candidate, of the variant, or of the arm, per game"),
    "baseline_value": Column("number", "mean of the baseline or of the reference, per game"),
    "estimate": Column("number", "the difference per game; of an arm its value"),
    "low": Column("number", "lower end of the estimate's interval"),
    "high": Column("number", "upper end of the estimate's interval"),
    "confidence": Column(
        "number", "confidence level of the interval, by itself unless method or notes say that several hold together"
    ),
    "variance_reduction": Column("number", "games an unpaired comparison would need, as a multiple of those played"),
    "verdict": Column(
        "text",
        "better, worse, higher, lower, larger, smaller, practically the same, undecided, too few deals, or empty",
    ),
    "reference": Column("text", "the variant that a rule change or an interaction is compared with"),
    "stopped": Column("text", "why the run ended"),
    "split": Column("text", "the group of deals, such as doubles dealt: 3; empty for all deals"),
    "parameter": Column("number", "of a sweep the value of the weight or noise; of luck the players' noise"),
    "method": Column("text", "how the interval was made"),
}
"""The columns of the results table in their order."""


def make_table(rows: Iterable[Mapping[str, object]]) -> pd.DataFrame:
    """Return rows as a table with the columns and types of `COLUMNS`; a missing number is NaN, a missing text empty."""
    rows = list(rows)
    return pd.DataFrame({name: _column(column, [row.get(name) for row in rows]) for name, column in COLUMNS.items()})


def _column(column: Column, values: list[Any]) -> pd.Series[Any]:
    if column.values == "text":
        return pd.Series(["" if value is None else str(value) for value in values], dtype="str")
    if column.values == "whole":
        return pd.Series([int(value) for value in values], dtype=np.int64)
    return pd.Series([math.nan if value in (None, "") else float(value) for value in values], dtype=np.float64)


def run_folder(out: Path, name: str, key: str) -> Path:
    """Return the folder of a run below `out`: ``<name>-<key>``."""
    return out / f"{files.safe_name(name)}-{key}"


def write_results(folder: Path, table: pd.DataFrame, manifest: Mapping[str, object]) -> Path:
    """Write ``results.parquet``, ``.csv`` and ``.json`` and, last, ``manifest.json``; each whole or not at all.

    A result never replaces one of more deals: it then goes to a folder of the same name with ``-partial``, or with its
    number of deals.

    Returns
    -------
    Path
        The folder written to.
    """
    deals = int(str(manifest["deals"]))
    if _deals_there(folder) > deals:
        folder = folder.with_name(f"{folder.name}-{'partial' if manifest.get('partial') else f'{deals}-deals'}")
        folder.mkdir(exist_ok=True)
    for name in ("report.html", DETAILS):  # an older run's
        (folder / name).unlink(missing_ok=True)
    parquet = io.BytesIO()
    table.to_parquet(parquet, index=False)
    files.atomic_write(folder / "results.parquet", parquet.getvalue())
    files.atomic_write(folder / "results.csv", table.to_csv(index=False, lineterminator="\n"))
    files.atomic_write(folder / "results.json", _to_json(_records(table)))
    files.atomic_write(folder / "manifest.json", _to_json(manifest))
    return folder


def _deals_there(folder: Path) -> int:
    """Return the deals of the results that a folder holds already, 0 if none can be read."""
    try:
        return int(read_manifest(folder)["deals"])
    except (OSError, ValueError, KeyError, TypeError):
        return 0


def _records(table: pd.DataFrame) -> list[dict[str, object]]:
    """Return the table as plain dicts, missing numbers as None."""
    rows = table.to_dict(orient="records")
    return [
        {str(name): None if isinstance(x, float) and not math.isfinite(x) else x for name, x in row.items()}
        for row in rows
    ]


def _to_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def read_results(folder: str | Path) -> pd.DataFrame:
    """Read the results table of a run's folder, whichever of its files is there.

    Labels come back as written: ``NA``, ``None`` and ``007`` stay text.

    Raises
    ------
    FileNotFoundError
        If the folder holds no results.
    """
    for name in RESULTS:
        path = Path(folder) / name
        if path.is_file():
            return read_file(path)
    raise FileNotFoundError(f"no results in {folder}: expected results.parquet, results.json or results.csv")


def read_file(path: Path) -> pd.DataFrame:
    """Read the results table from one of `RESULTS`."""
    return make_table(_read(path))


def _read(path: Path) -> list[dict[str, object]]:
    if path.suffix == ".parquet":
        table = pd.read_parquet(path)
    elif path.suffix == ".json":
        rows: list[dict[str, object]] = json.loads(path.read_text(encoding="utf-8"))
        return rows
    else:
        table = pd.read_csv(path, dtype=str, keep_default_na=False, encoding="utf-8")
    return [{str(name): x for name, x in row.items()} for row in table.to_dict(orient="records")]


def read_manifest(folder: str | Path) -> dict[str, Any]:
    """Read ``manifest.json`` of a run's folder.

    Raises
    ------
    OSError, ValueError
        If there is none, or it is not JSON.
    """
    manifest: dict[str, Any] = json.loads((Path(folder) / "manifest.json").read_text(encoding="utf-8"))
    return manifest
