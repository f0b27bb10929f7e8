"""The sums that a run keeps: whole numbers from which its table follows, and by which any part of it can be checked.

A ledger is a part of the manifest, so of the page too, and small. It holds

* the sums of all deals, of every item and extra: the results table is made from them and from nothing else;
* slices (`analyzer.slices`): what each few hundred or thousand deals add to every item's main sum;
* blocks: a check number for every few ten thousand deals, over all their sums.

Everything adds up: slices to the main sums, check numbers to the check number of the sums of all deals. So a part that
is played again can be held against its slices and its check number, and what was not played again cannot have been
changed in one place alone. In a long run neighbours are put together, so that a ledger never has more than `MOST`
slices or blocks.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from analyzer import measures
from analyzer.arms import Arm, Contrast, Plan
from analyzer.chunks import Tally
from analyzer.distributions import COUNT
from analyzer.statistics import Moments, PairMoments
from analyzer.sums import flat, pack, unpack

__all__ = ["MODULUS", "Block", "Kept", "Ledger", "LedgerError", "check_number", "read_ledger", "tally_of"]

VERSION = 1
MOST = 128
"""Most slices, and most blocks: a hundredth of a run is about one of them."""

ROOM, FEWEST = 60_000, 8
"""Characters that slices may take: a run of hundreds of differences has fewer of them, but some it has."""

MODULUS = 2**61 - 1
"""Check numbers are below it."""

_NOTHING = "."  # of an item that was not played any more

_factors: dict[str, int] = {}


class LedgerError(ValueError):
    """A ledger that cannot be read; the message says why."""


# --- check numbers ---------------------------------------------------------------------------------------------------


def check_number(tally: Tally) -> int:
    """Return one number for all sums of some deals, such that those of two parts add up to that of the whole.

    Every sum is multiplied with a number of its own, taken from the SHA-256 of its name, and all are added, modulo
    2**61 - 1. Smallest and largest values do not add up and are left out.
    """
    return sum(_factor(name) * number for name, number in _numbers(tally)) % MODULUS


def _numbers(tally: Tally) -> Iterator[tuple[str, int]]:
    """Yield every sum that adds up, with its name."""
    for index, sums in enumerate(tally.sums):
        for place, one in enumerate(sums):
            yield from flat(f"{index}/{place}", one)
    for key, one in _extras(tally):
        yield from flat("/".join(str(part) for part in key), one)


def _extras(tally: Tally) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Yield the sums of extras; whole distributions are no sums of all deals."""
    return ((key, one) for key, one in tally.extras.items() if key[0] != COUNT)


def _factor(name: str) -> int:
    if name not in _factors:
        _factors[name] = int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big") % MODULUS
    return _factors[name]


# --- keeping ---------------------------------------------------------------------------------------------------------


@dataclass
class _Row:
    """Neighbouring parts of a run, put together two by two whenever there are more than `most` of them.

    Attributes
    ----------
    most : int
        Parts that are kept at most.
    parts : list of list of int
        Number of deals, then whatever is added up; None in the place of nothing.
    together : int
        How many parts as they came make one that is kept.
    """

    most: int
    parts: list[list[int | None]] = field(default_factory=list)
    together: int = 1
    _last: int = 0  # parts as they came in the last one kept

    def add(self, part: Sequence[int | None]) -> None:
        """Add the next part."""
        if self.parts and self._last < self.together:
            self.parts[-1] = _added(self.parts[-1], part)
            self._last += 1
            return
        self.parts.append(list(part))
        self._last = 1
        if len(self.parts) > self.most:
            pairs = (self.parts[place : place + 2] for place in range(0, len(self.parts), 2))
            self._last += self.together if len(self.parts) % 2 == 0 else 0
            self.parts = [_added(*pair) if len(pair) == 2 else pair[0] for pair in pairs]
            self.together *= 2


def _added(one: Sequence[int | None], other: Sequence[int | None]) -> list[int | None]:
    return [b if a is None else a if b is None else a + b for a, b in zip(one, other, strict=True)]


class Ledger:
    """Keeps the sums of a run while its chunks come in, in the order of their deals."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._columns = [(index, place) for index, item in enumerate(plan.items) for place in range(len(item.measures))]
        most = max(FEWEST, min(MOST, ROOM // (8 * (len(self._columns) + 1))))
        self._slices, self._blocks = _Row(most), _Row(most)  # so that no slice reaches beyond its block

    def add(self, tally: Tally) -> None:
        """Add the tally of the next chunk."""
        slices = tally.slices
        assert slices is not None
        for number, size in enumerate(slices.sizes):
            found = (slices.totals.get(column) for column in self._columns)
            self._slices.add([size, *(None if totals is None else totals[number] for totals in found)])
        self._blocks.add([tally.deals, check_number(tally)])

    def record(self, tally: Tally) -> dict[str, object]:
        """Return the ledger as plain data: texts of whole numbers, one for each item's measure, slice or block."""
        sums = [one for sums in tally.sums for one in sums]
        return {
            "version": VERSION,
            "deals": tally.deals,
            "parts": " ".join(str(parts) for parts in self._parts()),
            "sums": [pack(one) for one in sums],
            "extras": [json.dumps([*key, pack(one)], separators=(",", ":")) for key, one in _extras(tally)],
            "slices": [_text(part) for part in self._slices.parts],
            "blocks": [_text([part[0], (part[1] or 0) % MODULUS]) for part in self._blocks.parts],
        }

    def _parts(self) -> Iterator[int]:
        """Yield into how many parts of a measure's unit each item's main sum is counted, over the seats of a deal."""
        for item in self._plan.items:
            rules = self._plan.rules[item.variant]
            for name in item.measures:
                yield measures.scale(name, rules) * _seatings(item)


def _seatings(item: Arm | Contrast) -> int:
    return len(item.seatings) if isinstance(item, Arm) else len(item.pairs)


def _text(part: Sequence[int | None]) -> str:
    return " ".join(_NOTHING if number is None else str(number) for number in part)


# --- reading ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Block:
    """A row of deals with the check number of its sums."""

    first: int
    deals: int
    check: int


@dataclass(frozen=True)
class Kept:
    """A ledger that was read.

    Attributes
    ----------
    deals : int
        Of the run.
    parts : tuple of int
        By column (measure of an item, in the order of the results table): what divides its main sum, besides the
        deals, to give the estimate.
    sums : tuple of str
        By column, packed.
    extras : tuple of str
    sizes : tuple of int
        Deals of the slices.
    slices : tuple of tuples of int or None
        By slice and column: the main sum; None where the item was not played any more.
    blocks : tuple of Block
    """

    deals: int
    parts: tuple[int, ...]
    sums: tuple[str, ...]
    extras: tuple[str, ...]
    sizes: tuple[int, ...]
    slices: tuple[tuple[int | None, ...], ...]
    blocks: tuple[Block, ...]

    def column(self, number: int) -> list[tuple[int, int]]:
        """Return the deals and the main sum of every slice in which a column was played."""
        found = zip(self.sizes, (one[number] for one in self.slices), strict=True)
        return [(deals, total) for deals, total in found if total is not None]


def read_ledger(written: object) -> Kept:
    """Read a ledger from a manifest.

    Raises
    ------
    LedgerError
        If it is none, or of another version.
    """
    if not isinstance(written, Mapping):
        raise LedgerError("keeps no sums: it was made by an older dominolab; run it again")
    if written.get("version") != VERSION:
        raise LedgerError(f"keeps its sums as version {written.get('version')}; this dominolab reads {VERSION}")
    try:
        slices = [[None if x == _NOTHING else int(x) for x in line.split()] for line in written["slices"]]
        blocks, first = [], 0
        for line in written["blocks"]:
            deals, check = (int(number) for number in line.split())
            blocks.append(Block(first, deals, check))
            first += deals
        kept = Kept(
            int(written["deals"]),
            tuple(int(number) for number in written["parts"].split()),
            tuple(str(one) for one in written["sums"]),
            tuple(str(one) for one in written["extras"]),
            tuple(int(one[0] or 0) for one in slices),
            tuple(tuple(one[1:]) for one in slices),
            tuple(blocks),
        )
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise LedgerError(f"keeps sums that cannot be read ({error})") from None
    width = len(kept.parts)
    if len(kept.sums) != width or any(len(one) != width for one in kept.slices):
        raise LedgerError("keeps sums whose numbers do not belong together")
    return kept


def tally_of(kept: Kept, plan: Plan) -> Tally:
    """Return the sums of all deals as they were counted.

    Raises
    ------
    LedgerError
        If they are not those of the plan.
    """
    kinds = [Moments if isinstance(item, Arm) else PairMoments for item in plan.items for _ in item.measures]
    if len(kinds) != len(kept.sums):
        raise LedgerError(f"keeps sums of {len(kept.sums)} values; its configuration has {len(kinds)}")
    try:
        read = iter([unpack(one, kind) for one, kind in zip(kept.sums, kinds, strict=True)])
        sums = tuple(tuple(next(read) for _ in item.measures) for item in plan.items)
        extras: dict[tuple[Any, ...], Any] = {}
        for one in kept.extras:
            *key, packed = json.loads(one)
            extras[tuple(key)] = unpack(packed)
    except (TypeError, ValueError, KeyError) as error:
        raise LedgerError(f"keeps sums that cannot be read ({error})") from None
    return Tally(kept.deals, 0, 0, sums, extras)
