"""The tables of a run one by one: its results by kind, how it settled, and the distributions that were counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

__all__ = ["run_tables"]

_KINDS = {
    "comparisons": "comparison",
    "pairs": "pair",
    "rule-changes": "rule change",
    "interactions": "interaction",
    "luck": "luck",
    "arms": "arm",
}
_LONG = {
    "convergence": {"deals": "deals", "estimate": "estimate", "low": "low", "high": "high"},
    "distributions": {"values": "value", "counts": "count"},
}


def run_tables(table: pd.DataFrame, details: Mapping[str, Any] | None = None) -> dict[str, pd.DataFrame]:
    """Return the tables of a run that have rows, by name.

    Parameters
    ----------
    table : DataFrame
        The results table.
    details : mapping, optional
        See `analyzer.details`.

    Returns
    -------
    dict
        ``results`` (all rows); ``comparisons``, ``pairs``, ``rule-changes``, ``interactions``, ``luck`` and ``arms``
        (of all deals), ``by-the-deal`` (of groups of deals), all with the columns of `analyzer.results.COLUMNS`;
        ``convergence`` with one row a point, ``distributions`` with one row a value.
    """
    whole = table[table["split"] == ""]
    found = {"results": table, **{name: whole[whole["kind"] == kind] for name, kind in _KINDS.items()}}
    found["by-the-deal"] = table[table["split"] != ""]
    found |= {name: _long((details or {}).get(name, []), columns) for name, columns in _LONG.items()}
    return {name: one.reset_index(drop=True) for name, one in found.items() if len(one)}


def _long(entries: Sequence[Mapping[str, Any]], lists: Mapping[str, str]) -> pd.DataFrame:
    """Return entries that hold `lists` as a table with one row a place of the lists, columns named as said."""
    rows: list[dict[str, Any]] = []
    for entry in entries:
        own = {key: value for key, value in entry.items() if key not in lists}
        for point in zip(*(entry[name] for name in lists), strict=True):
            rows.append(own | dict(zip(lists.values(), point, strict=True)))
    return pd.DataFrame(rows)
