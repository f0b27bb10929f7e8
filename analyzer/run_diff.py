"""Two runs side by side: what their configurations change, and what became of every number that both have.

A difference between two runs has an interval of its own. Three ways to get it, the best that there is:

* *the same*: both have the same sums, so nothing can differ;
* *paired*: both played the same deals (same seed, same number), so the difference is taken slice by slice of the sums
  that both kept. Its error is what the slices' differences show (the ratio estimator over slices, with as many degrees
  of freedom), so whatever the runs have in common cancels;
* *apart*: errors are added in quadrature. With other seeds the runs are independent and that is right. With the same
  seed they share deals; taken for independent, an interval is too wide wherever both move together.

Verdicts hold for all compared rows together (Holm).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from analyzer import statistics
from analyzer.config_changes import config_changes
from analyzer.ledger import Kept, LedgerError, read_ledger
from analyzer.slices import SLICE
from analyzer.statistics import EXACT, Interval, PairMoments, t_quantile
from analyzer.sums import unpack

if TYPE_CHECKING:
    from analyzer.runner import Run

__all__ = ["FEWEST_SLICES", "Diff", "RowDiff", "diff_runs"]

FEWEST_SLICES = 8
"""Fewer slices say too little about the error of a paired difference."""

_WHO = (
    *("kind", "game", "house_rules", "players", "policy", "baseline", "against", "measure"),
    *("reference", "split", "parameter"),
)


@dataclass(frozen=True)
class RowDiff:
    """One row that both runs have.

    Attributes
    ----------
    who : dict
        What identifies it: the labels of the results table.
    unit : str
    first, second : float
        Its estimate in each run.
    interval : Interval
        Of second less first.
    how : str
        ``the same``, ``paired`` or ``apart``.
    verdict : str
        ``the same``, ``higher``, ``lower`` or ``undecided``.
    why : str
        Of runs that share deals: why their rows are apart.
    """

    who: dict[str, Any]
    unit: str
    first: float
    second: float
    interval: Interval
    how: str
    verdict: str = ""
    why: str = ""


@dataclass(frozen=True)
class Diff:
    """What two runs differ in.

    Attributes
    ----------
    changes : list of str
        What else was run, in sentences.
    rows : list of RowDiff
    only_first, only_second : list of dict
        Rows, by what identifies them, that one run alone has.
    confidence : float
    notes : list of str
        How the intervals were made.
    """

    changes: list[str]
    rows: list[RowDiff]
    only_first: list[dict[str, Any]]
    only_second: list[dict[str, Any]]
    confidence: float
    notes: list[str] = field(default_factory=list)


def diff_runs(first: Run, second: Run) -> Diff:
    """Compare two runs.

    Parameters
    ----------
    first, second : Run
        From `analyzer.load_run`, or just carried out.
    """
    confidence = float(min(first.manifest.get("confidence") or 0.95, second.manifest.get("confidence") or 0.95))
    sides = [_Side(run) for run in (first, second)]
    if _one_game(sides):
        for side in sides:
            side.rows = {_without_rules(key): row for key, row in side.rows.items()}
    shared = _share_deals(first.manifest, second.manifest)
    rows = [_row(sides, key, shared, confidence) for key in sides[0].rows if key in sides[1].rows]
    judged = _judged(rows, confidence)
    return Diff(
        _changes(first.manifest, second.manifest),
        judged,
        _alone(*sides),
        _alone(*sides[::-1]),
        confidence,
        _notes(judged, shared),
    )


def _one_game(sides: Sequence[_Side]) -> bool:
    """Say whether both runs have one game, the same, each with its own house rules: their rows belong together."""
    games = [{key[_WHO.index("game")] for key in side.rows} for side in sides]
    rules = [{key[_WHO.index("house_rules")] for key in side.rows} for side in sides]
    return games[0] == games[1] and all(len(one) == 1 for one in (games[0], *rules)) and rules[0] != rules[1]


def _without_rules(key: tuple[Any, ...]) -> tuple[Any, ...]:
    place = _WHO.index("house_rules")
    return (*key[:place], "", *key[place + 1 :])


def _alone(one: _Side, other: _Side) -> list[dict[str, Any]]:
    """Return the rows that one run has and the other has not."""
    return [dict(zip(_WHO, key, strict=True)) for key in one.rows if key not in other.rows]


def _changes(first: Mapping[str, Any], second: Mapping[str, Any]) -> list[str]:
    """Say what was run differently: configuration, versions, deals."""
    found = config_changes(first.get("config") or {}, second.get("config") or {})
    versions = [one.get("versions") or {} for one in (first, second)]
    for name in ("engine", "dominolab"):
        if versions[0].get(name) != versions[1].get(name):
            found.append(f"{name} version: {versions[0].get(name)} became {versions[1].get(name)}")
    if first.get("deals") != second.get("deals"):
        found.append(f"deals played: {first.get('deals'):,} became {second.get('deals'):,}")
    return found


def _share_deals(first: Mapping[str, Any], second: Mapping[str, Any]) -> bool:
    """Say whether two runs played shuffles of the same seed."""
    same = all(first.get(name) == second.get(name) for name in ("seed", "play"))
    versions = [one.get("versions") or {} for one in (first, second)]
    return same and versions[0].get("engine") == versions[1].get("engine")


# --- one run ---------------------------------------------------------------------------------------------------------


class _Side:
    """One run: its rows by what identifies them, and what was kept of their sums."""

    def __init__(self, run: Run) -> None:
        records = [{str(name): x for name, x in row.items()} for row in run.table.to_dict("records")]
        kept = list(_columns(run.manifest, records))
        self.rows: dict[tuple[Any, ...], tuple[dict[str, Any], tuple[Kept, int] | None]] = {}
        for row, column in zip(records, kept, strict=True):
            self.rows.setdefault(_key(row), (row, column))


def _key(row: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple("" if isinstance(row[name], float) and math.isnan(row[name]) else row[name] for name in _WHO)


def _columns(manifest: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> Iterator[tuple[Kept, int] | None]:
    """Yield the ledger and column of every row, None of one that has none: the first rows of each part have."""
    parts = manifest.get("parts")
    written = [one.get("sums") for one in parts] if isinstance(parts, list) else [manifest.get("sums")]
    found: list[tuple[Kept, int] | None] = []
    try:
        for one in written:
            kept = read_ledger(one)
            found += [(kept, number) for number in range(len(kept.parts))]
    except LedgerError:
        found = []
    yield from found[: len(rows)]
    yield from (None for _ in rows[len(found) :])


# --- one row ---------------------------------------------------------------------------------------------------------


def _row(sides: Sequence[_Side], key: tuple[Any, ...], shared: bool, confidence: float) -> RowDiff:
    (first, one), (second, other) = (side.rows[key] for side in sides)
    estimates = float(first["estimate"]), float(second["estimate"])
    interval, how, why = _interval(first, second, one, other, shared, confidence)
    return RowDiff(dict(zip(_WHO, key, strict=True)), str(second["unit"]), *estimates, interval, how, why=why)


def _interval(
    first: Mapping[str, Any],
    second: Mapping[str, Any],
    one: tuple[Kept, int] | None,
    other: tuple[Kept, int] | None,
    shared: bool,
    confidence: float,
) -> tuple[Interval, str, str]:
    """Return the interval of second less first, how it was made, and why not otherwise."""
    difference = float(second["estimate"]) - float(first["estimate"])
    if one and other and shared and one[0].sums[one[1]] == other[0].sums[other[1]]:
        return statistics.identical(), "the same", ""
    why = ""
    if shared and first["deals"] != second["deals"]:
        why = "not the same number of them"
    elif shared and not (one and other):
        why = "of some rows no sums were kept"
    elif shared and one and other:
        terms = _terms(one, other)
        if len(terms) >= FEWEST_SLICES:
            return _of_slices(difference, terms, confidence), "paired", ""
        why = f"too few to be paired: about {FEWEST_SLICES * SLICE:,} are needed"
        if first["deals"] >= FEWEST_SLICES * SLICE:
            why = f"their sums were kept in too few pieces to be paired: {len(terms)} of {FEWEST_SLICES}"
    errors = [_error(row, column) for row, column in ((first, one), (second, other))]
    return _made(difference, math.hypot(*errors), min(first["deals"], second["deals"]) - 1, confidence), "apart", why


def _terms(one: tuple[Kept, int], other: tuple[Kept, int]) -> list[tuple[int, float]]:
    """Return deals and difference of every stretch of deals that both runs kept the sum of."""
    sums = [_running(*side) for side in (one, other)]
    ends = sorted(set(sums[0]) & set(sums[1]))
    terms, before = [], 0
    for end in ends:
        parts = [
            (running[end] - running.get(before, 0)) / kept.parts[number]
            for running, (kept, number) in zip(sums, (one, other), strict=True)
        ]
        terms.append((end - before, parts[1] - parts[0]))
        before = end
    return terms


def _running(kept: Kept, number: int) -> dict[int, int]:
    """Return the sum up to the end of every slice, by the number of deals."""
    column = kept.column(number)
    ends = accumulate(deals for deals, _ in column)
    return dict(zip(ends, accumulate(total for _, total in column), strict=True))


def _of_slices(difference: float, terms: Sequence[tuple[int, float]], confidence: float) -> Interval:
    """Return the interval of a ratio of sums over slices (W. G. Cochran, Sampling Techniques, 1977, section 2.11)."""
    deals, many = sum(size for size, _ in terms), len(terms)
    squares = sum((value - size * difference) ** 2 for size, value in terms)
    return _made(difference, math.sqrt(squares * many / (many - 1)) / deals, many - 1, confidence)


def _made(difference: float, error: float, df: float, confidence: float) -> Interval:
    half = error * t_quantile(max(df, 1), confidence)
    return Interval(difference, difference - half, difference + half, error, max(df, 1), "of two runs")


def _error(row: Mapping[str, Any], column: tuple[Kept, int] | None) -> float:
    """Return the standard error of a row: from its sums, or else what its interval would need."""
    if column is not None:
        kept, number = column
        sums = unpack(kept.sums[number])
        moments = sums.difference if isinstance(sums, PairMoments) else sums
        variance = moments.variance(kept.parts[number])
        if variance > 0:
            return math.sqrt(variance / moments.n)
    half = (float(row["high"]) - float(row["low"])) / 2
    return half / t_quantile(max(int(row["deals"]) - 1, 1), float(row["confidence"]))


# --- all rows --------------------------------------------------------------------------------------------------------


def _judged(rows: Sequence[RowDiff], confidence: float) -> list[RowDiff]:
    """Fill in the verdicts, adjusted for all rows that can differ."""
    open_rows = [one for one in rows if one.interval.method != EXACT]
    p_values = statistics.adjusted([one.interval.p_value() for one in open_rows])
    words = {
        id(one): statistics.verdict(one.interval, p_value, confidence=confidence, better="")
        for one, p_value in zip(open_rows, p_values, strict=True)
    }
    return [replace(one, verdict=words.get(id(one), "the same")) for one in rows]


def _notes(rows: Sequence[RowDiff], shared: bool) -> list[str]:
    """Say how the intervals were made."""
    ways = {one.how for one in rows}
    found = []
    if "paired" in ways:
        found.append("Paired: both runs played the same deals, so a difference is taken slice by slice of them.")
    if "apart" in ways and shared:
        found.append(
            f"Apart: the runs share deals, but {' and '.join(sorted({one.why for one in rows if one.why}))}; taken as "
            "independent, which is too wide wherever both move together."
        )
    elif "apart" in ways:
        found.append("Apart: the runs played other deals and are independent.")
    if len(ways - {"the same"}) and len(rows) > 1:
        found.append("Verdicts hold for all rows together (Holm), an interval for its own.")
    return found
