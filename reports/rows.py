"""The results table read into frozen rows: labels kept letter by letter, missing numbers as NaN.

Columns (the order in the file; ``kind`` is ``arm``, ``comparison``, ``pair``, ``interaction``, ``rule change`` or
``luck``): kind, game, house_rules, rules_name, players, policy, baseline, against, measure, unit, deals, games, value,
baseline_value, estimate, low, high, confidence, variance_reduction, verdict, reference, stopped, split, parameter,
question, method. A column that is missing is empty.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from reports.formats import clean

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "ARM",
    "COMPARISON",
    "CROSSING",
    "INTERACTION",
    "LUCK",
    "PAIR",
    "RULE_CHANGE",
    "SPLIT",
    "SWEEP",
    "Row",
    "group_by",
    "read_rows",
    "row_of",
    "shared",
    "varying",
    "with_role",
]

ARM, COMPARISON, RULE_CHANGE = "arm", "comparison", "rule change"
PAIR, INTERACTION, LUCK = "pair", "interaction", "luck"
SWEEP, SPLIT = "sweep", "split"  # roles, not kinds: comparisons along a grid, and any row of part of the deals
CROSSING = "crossing"  # too: interactions of rules, which have no baseline

T = TypeVar("T")

_SHARES = ("share", "fraction")  # units that are shown like a probability, in percent

_TEXTS = (
    "kind",
    "game",
    "house_rules",
    "rules_name",
    "policy",
    "baseline",
    "against",
    "measure",
    "unit",
    "verdict",
    "reference",
    "stopped",
    "split",
    "question",
    "method",
)
_COUNTS = ("players", "deals", "games")
_SETTING = ("game", "house_rules", "players", "policy", "baseline", "against", "reference")


@dataclass(frozen=True)
class Row:
    """One line of the results table: one measure of an arm, a comparison or a rule change."""

    kind: str = ARM
    game: str = ""
    house_rules: str = ""
    rules_name: str = ""
    players: int = 0
    policy: str = ""
    baseline: str = ""
    against: str = ""
    measure: str = ""
    unit: str = ""
    deals: int = 0
    games: int = 0
    value: float = math.nan
    baseline_value: float = math.nan
    estimate: float = math.nan
    low: float = math.nan
    high: float = math.nan
    confidence: float = math.nan
    variance_reduction: float = math.nan
    verdict: str = ""
    reference: str = ""
    stopped: str = ""
    split: str = ""
    parameter: float = math.nan
    question: str = ""
    method: str = ""

    @property
    def known(self) -> bool:
        """Whether there is an estimate with an interval (too few deals give none)."""
        return all(math.isfinite(part) for part in (self.estimate, self.low, self.high))

    @property
    def difference(self) -> bool:
        """Whether the estimate is a difference (of two arms, or of two differences)."""
        return self.kind not in (ARM, LUCK)

    @property
    def role(self) -> str:
        """How the row is shown: as its kind, or as part of a `SPLIT` or of a `SWEEP`, or as a `CROSSING`."""
        if self.split:
            return SPLIT
        if self.kind == INTERACTION and not self.baseline:
            return CROSSING
        return SWEEP if self.kind == COMPARISON and math.isfinite(self.parameter) else self.kind

    @property
    def variant(self) -> tuple[str, str, int]:
        """The rules it was played by: game, house rules, players."""
        return (self.game, self.house_rules, self.players)

    @property
    def subject(self) -> tuple[object, ...]:
        """What the row is about, whatever the measure: rows of one subject belong together."""
        parameter = self.parameter if math.isfinite(self.parameter) else None
        return (self.kind, self.split, parameter, self.question, *(getattr(self, name) for name in _SETTING))


def read_rows(results: pd.DataFrame) -> tuple[Row, ...]:
    """Read a results table, in its order. Missing columns and missing cells are allowed.

    Parameters
    ----------
    results : pandas.DataFrame
        The results table of a run; labels may be any text (``NA``, ``007``) and are kept.
    """
    return tuple(row_of(record) for record in results.to_dict("records"))


def row_of(record: Mapping[Any, Any]) -> Row:
    """Read one record, cell by cell; what it lacks is empty."""
    cells: dict[str, Any] = {}
    for field in dataclasses.fields(Row):
        cell: Any = record.get(field.name)
        if field.name in _TEXTS:
            cells[field.name] = "" if _missing(cell) else clean(cell)
        elif field.name in _COUNTS:
            cells[field.name] = 0 if _missing(cell) else int(cell)
        else:
            cells[field.name] = math.nan if _missing(cell) else float(cell)
    if cells["unit"] in _SHARES:
        cells["unit"] = "probability"
    return Row(**cells)


def _missing(cell: object) -> bool:
    """Say whether a cell is empty: None, NaN or pandas' NA, but never a text."""
    if isinstance(cell, str):
        return False
    return cell is None or type(cell).__name__ in ("NAType", "NaTType") or cell != cell


def group_by(rows: Iterable[T], key: Callable[[T], object]) -> list[list[T]]:
    """Group rows (or anything else) by a key, groups and rows in their first order."""
    groups: dict[object, list[T]] = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return list(groups.values())


def with_role(rows: Iterable[Row], role: str) -> list[Row]:
    """Return the rows of one role, in their order."""
    return [row for row in rows if row.role == role]


def varying(rows: Sequence[Row]) -> tuple[str, ...]:
    """Return which of game, house rules, players, policies and reference differ among the rows."""
    return tuple(name for name in _SETTING if len({getattr(row, name) for row in rows}) > 1)


def shared(rows: Sequence[Row], name: str) -> Any:
    """Return the value that all rows share in a field, or None if they differ or there are none."""
    values = {getattr(row, name) for row in rows}
    return values.pop() if len(values) == 1 else None
