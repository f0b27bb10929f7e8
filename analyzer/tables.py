"""Played rounds and matches as tables: one row each, named columns, values that are safe to compute with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from kernels import tiles
from kernels.rules import Rules

__all__ = ["match_table", "round_table"]

_REASONS = ("domino", "blocked", "target")
_PLAIN = ("plays", "turns", "draws", "passes", "redeals")
_BY_SEAT = ("pips_left", "tiles_left", "doubles_dealt", "pips_dealt")

Table = npt.NDArray[np.void]


def round_table(records: Table, rules: Rules, first_deal: int) -> pd.DataFrame:
    """Return rounds as a table.

    Parameters
    ----------
    records : numpy.ndarray
        Records of ``kernels.engine.play_rounds``, shape ``(deals,)``.
    rules : Rules
        What was played.
    first_deal : int
        Index of the first deal.

    Returns
    -------
    DataFrame
        Columns as in `analyzer.simulate`. Whole numbers are int32 (the deal int64): wide enough that differences and
        squares of columns do not wrap around, which the kernel's own narrow types would.
    """
    seats = range(rules.players)
    columns: dict[str, Any] = {
        "deal": np.arange(first_deal, first_deal + len(records), dtype=np.int64),
        "winner": _whole(records["winner"]),
        "team": _whole(records["team"]),
        "reason": _words(records["reason"], _REASONS),
    }
    for field in ("points", "play_points"):
        columns |= {f"{field}_{seat}": _whole(records[field][:, seat]) for seat in seats}
    columns["opener"] = _whole(records["opener"])
    columns["lead"] = _words(records["lead"], [tiles.format_tile(tile) for tile in range(rules.tile_count)])
    columns |= {field: _whole(records[field]) for field in _PLAIN}
    for field in _BY_SEAT:
        columns |= {f"{field}_{seat}": _whole(records[field][:, seat]) for seat in seats}
    columns["tied"] = records["tied"] != 0
    return pd.DataFrame(columns)


def match_table(records: Table, rules: Rules, first_match: int) -> pd.DataFrame:
    """Return matches as a table with the columns of `analyzer.simulate_matches`.

    Parameters
    ----------
    records : numpy.ndarray
        Records of ``kernels.engine.play_matches``, shape ``(matches,)``.
    rules : Rules
        What was played.
    first_match : int
        Index of the first match.
    """
    columns: dict[str, Any] = {
        "match": np.arange(first_match, first_match + len(records), dtype=np.int64),
        "winner": _whole(records["winner"]),
        "rounds": _whole(records["rounds"]),
    }
    columns |= {f"score_{side}": _whole(records["score"][:, side]) for side in range(rules.sides)}
    columns["opener"] = _whole(records["opener"])
    columns["plays"] = _whole(records["plays"])
    return pd.DataFrame(columns)


def _whole(values: npt.NDArray[Any]) -> npt.NDArray[np.int32]:
    return np.ascontiguousarray(values, np.int32)


def _words(codes: npt.NDArray[Any], words: Sequence[str]) -> pd.Series[str]:
    """Turn codes into text; a categorical in between makes ten million rows cheap."""
    return pd.Series(pd.Categorical.from_codes(codes.astype(np.int8), pd.Index(words))).astype("str")
