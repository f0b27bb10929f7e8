"""What a run keeps besides its table, read into frozen records: how estimates settled, distributions, example rounds.

A part that cannot be read is left out and counted, so that the page can say so; it never costs the rest.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from reports.formats import clean
from reports.rows import Row, row_of

__all__ = ["Details", "Example", "Look", "Settling", "Spread", "read_details"]

T = TypeVar("T")


@dataclass(frozen=True)
class Look:
    """An estimate with its interval after some deals, as in the results table (fractions for probabilities)."""

    deals: int
    estimate: float
    low: float
    high: float


@dataclass(frozen=True)
class Settling:
    """How an estimate settled; `row` says of what, with the last look as its estimate."""

    row: Row
    looks: tuple[Look, ...]


@dataclass(frozen=True)
class Spread:
    """How often each whole number came up; `row` says of what, in how many deals."""

    row: Row
    values: tuple[int, ...]
    counts: tuple[int, ...]

    @property
    def total(self) -> int:
        """How many rounds were counted."""
        return sum(self.counts)


@dataclass(frozen=True)
class Example:
    """A deal played twice, as candidate and as baseline; `row` says of which comparison."""

    row: Row
    why: str
    deal: int
    seed: str
    seat: int
    measure: str
    difference: float
    scanned: int
    parts_at: int | None
    rounds: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True)
class Details:
    """Everything a run keeps besides its table; `unread` parts were left out."""

    settlings: tuple[Settling, ...] = ()
    spreads: tuple[Spread, ...] = ()
    examples: tuple[Example, ...] = ()
    unread: int = 0


def read_details(details: Mapping[str, Any] | None) -> Details:
    """Read the details of a run; None and missing parts are empty.

    Parameters
    ----------
    details : mapping or None
        Keys convergence, distributions, examples.
    """
    if not isinstance(details, Mapping):
        return Details(unread=int(details is not None))
    settlings, unread = _each(details.get("convergence"), _settling)
    spreads, missed = _each(details.get("distributions"), _spread)
    examples, lost = _each(details.get("examples"), _example)
    return Details(settlings, spreads, examples, unread + missed + lost)


def _each(parts: object, read: Callable[[Mapping[str, Any]], T | None]) -> tuple[tuple[T, ...], int]:
    """Read each of some parts; count those that cannot be. Parts without any figure yet are None."""
    found: list[T] = []
    unread = 0
    for part in parts if isinstance(parts, Sequence) and not isinstance(parts, str) else ():
        try:
            one = read(part)
            found += [] if one is None else [one]
        except (TypeError, ValueError, KeyError, AttributeError, OverflowError):
            unread += 1
    return tuple(found), unread


def _settling(data: Mapping[str, Any]) -> Settling | None:
    columns = [data[name] for name in ("deals", "estimate", "low", "high")]
    looks = [
        Look(int(deals), float(estimate), float(low), float(high))
        for deals, estimate, low, high in zip(*columns, strict=True)
        if None not in (deals, estimate, low, high)
    ]
    known = tuple(look for look in looks if look.deals > 0 and all(map(math.isfinite, dataclasses.astuple(look))))
    if not known:
        return None  # too few deals for an interval
    last = known[-1]
    row = row_of({**data, "deals": last.deals, "estimate": last.estimate, "low": last.low, "high": last.high})
    return Settling(row, known)


def _spread(data: Mapping[str, Any]) -> Spread:
    values, counts = ([int(number) for number in data[name]] for name in ("values", "counts"))
    if len(values) != len(counts) or min(counts) < 0 or values != sorted(values) or not sum(counts):
        raise ValueError("values and counts do not go together")
    if max(map(abs, values)) > _MOST_VALUE:
        raise ValueError(f"no round has {max(map(abs, values))}")
    return Spread(row_of({**data, "kind": "arm"}), tuple(values), tuple(counts))


def _example(data: Mapping[str, Any]) -> Example:
    parts_at = data.get("parts_at")
    identity = {name: data.get(name) for name in _IDENTITY}
    return Example(
        row=row_of(identity),
        why=clean(data.get("why") or ""),
        deal=int(data["deal"]),
        seed=clean(data.get("seed", "")),
        seat=int(data.get("seat") or 0),
        measure=clean(data.get("measure") or ""),
        difference=float(data.get("difference") or 0),
        scanned=int(data.get("scanned") or 0),
        parts_at=None if parts_at is None else int(parts_at),
        rounds=tuple(dict(one) for one in data["rounds"]),
    )


_MOST_VALUE = 10**6

_IDENTITY = ("kind", "game", "house_rules", "players", "policy", "baseline", "against", "reference", "measure", "unit")
