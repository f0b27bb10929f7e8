"""Checking a run: that its numbers follow from its sums, and that the deals give these sums again.

A run keeps exact sums of all its deals, of slices and of blocks (`analyzer.ledger`). Three things are checked, each
with what the run itself says:

1. the sums belong together: slices and check numbers add up to the sums of all deals;
2. the results follow from them: the table, made anew from the sums, is the one in the files or on the page
   (`analyzer.verify_results`);
3. the deals give them: some blocks are played again from the configuration, and must give the same numbers.

Which blocks is decided by a hash of the run's key, so it is the same for everybody and nothing that the run could
choose; one more is always among them, the one that is farthest from the rest. A number that was changed in one place is
found by 1 or 2 without playing. Somebody who forges sums, slices and check numbers so that all of them agree is found
out by playing his block again: surely so with a share of 100 %.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from analyzer import arms, provenance
from analyzer.arms import Plan
from analyzer.chunks import CHUNK, Tally, play_chunk
from analyzer.ledger import MODULUS, Block, check_number
from analyzer.parallel import Stop, in_order, workers
from analyzer.run_parts import Part, difference_of, main_sums

__all__ = ["Verification", "verify_sums"]


@dataclass
class Verification:
    """What a check found.

    Attributes
    ----------
    deals, replayed : int
        Deals of the run, and how many of them were played again.
    checked : list of str
        What was checked and found right, in sentences.
    faults : list of str
        What does not match, in sentences; empty if everything does.
    """

    deals: int = 0
    replayed: int = 0
    checked: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    @property
    def matches(self) -> bool:
        """Whether nothing was found wrong."""
        return not self.faults


# --- what belongs together -------------------------------------------------------------------------------------------


def verify_sums(parts: Sequence[Part], manifest: Mapping[str, Any], share: float, jobs: int | None) -> Verification:
    """Check that the sums of a run belong together and that its deals give them.

    Parameters
    ----------
    parts : sequence of Part
        From `analyzer.run_parts.parts_of`.
    manifest : mapping
        What they were read from.
    share : float
        How much to play again, above 0 and up to 1; at least one block of every part.
    jobs : int or None
        Workers.

    Raises
    ------
    KeyboardInterrupt
        On Ctrl-C.
    """
    found = Verification(deals=sum(part.kept.deals for part in parts))
    found.faults += [*_keys(parts, manifest), *(fault for part in parts for fault in _adding_up(part))]
    if found.matches:
        found.checked.append(f"The sums of {found.deals:,} deals belong together, and to key {manifest.get('key')}.")
    blocks = [(part, block) for part in parts for block in _chosen(part, share)]
    different = list(_replayed(blocks, workers(jobs)))
    found.replayed = sum(block.deals for _, block in blocks)
    if not different:
        percent = 100 * found.replayed / max(found.deals, 1)
        found.checked.append(f"{found.replayed:,} deals ({percent:.3g} %) were played again and gave the same sums.")
    found.faults += different
    return found


def _keys(parts: Sequence[Part], manifest: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is wrong with the keys, and with what the manifest says about the whole."""
    from analyzer.matrix import key_of

    keys = [provenance.run_key(part.plan) for part in parts]
    for part, key in zip(parts, keys, strict=True):
        if key != part.key:
            yield f"{part.where}the configuration has key {key}, not {part.key}: one of the two was changed"
    partial = manifest.get("partial") is True  # of a chart without its last games, whose key is that of all
    if parts[0].name and not partial and key_of(keys) != manifest.get("key"):
        yield f"the games of the chart have key {key_of(keys)}, not {manifest.get('key')}"
    first = parts[0]
    said = {
        "deals": max(part.kept.deals for part in parts),
        "seed": first.plan.seed,
        "confidence": first.experiment.until.confidence,
    }
    for name, value in said.items():
        if manifest.get(name) != value:
            yield f"the manifest says {name} {manifest.get(name)}; its sums and configuration say {value}"


def _adding_up(part: Part) -> Iterator[str]:
    """Yield what does not add up."""
    kept = part.kept
    if sum(kept.sizes) != kept.deals or sum(block.deals for block in kept.blocks) != kept.deals:
        yield f"{part.where}slices and blocks do not make up {kept.deals:,} deals"
        return
    for number, (what, total) in enumerate(zip(_names(part), main_sums(part.plan, part.tally), strict=True)):
        slices = sum(one for _, one in kept.column(number))
        if slices != total:
            yield f"{part.where}the slices of {what} add up to {slices:,}; the sum of all deals says {total:,}"
    if sum(block.check for block in kept.blocks) % MODULUS != check_number(part.tally):
        yield f"{part.where}the check numbers of the blocks do not add up to that of all sums"


def _names(part: Part) -> Iterator[str]:
    """Yield what each column is."""
    for item in part.plan.items:
        label = item.label if isinstance(item, arms.Arm) else " vs ".join(filter(None, (item.policy, item.baseline)))
        for name in item.measures:
            yield f"{name} of {label} in {part.experiment.variants[item.variant].label}"


# --- playing again ---------------------------------------------------------------------------------------------------


def _chosen(part: Part, share: float) -> list[Block]:
    """Choose which blocks are played again: by a hash of the key until there are enough, and the farthest one."""
    wanted, deals = share * part.kept.deals, 0
    order = sorted(part.kept.blocks, key=lambda block: hashlib.sha256(f"{part.key} {block.first}".encode()).digest())
    chosen: list[Block] = []
    for block in order:
        if not chosen or deals < wanted:
            chosen.append(block)
            deals += block.deals
    farthest = _farthest(part)
    return sorted({*chosen, *([farthest] if farthest else [])}, key=lambda block: block.first)


def _farthest(part: Part) -> Block | None:
    """Return the block in which something is farthest from its mean, for the size of the block; None of a single one.

    Whoever changes an estimate by changing one block has to change that block by as much as all of them together.
    """
    kept, blocks = part.kept, part.kept.blocks
    sums = [difference_of(one) for all_sums in part.tally.sums for one in all_sums]
    if len(blocks) < 2 or len(sums) != len(kept.parts):
        return None
    values = np.array([_main_of(part, block) for block in blocks], np.float64)
    sizes = np.array([[block.deals] for block in blocks], np.float64)
    counts = np.array([max(one.n, 1) for one in sums], np.float64)
    means = np.array([one.total for one in sums], np.float64) / counts
    spreads = np.sqrt(np.array([max(one.squares, 1) for one in sums], np.float64) / counts)
    distances = np.abs(values - means * sizes) / (spreads * np.sqrt(sizes))
    return blocks[int(distances.max(axis=1).argmax())]


def _main_of(part: Part, block: Block) -> list[int]:
    """Return the main sum of every column in a block, as its slices say."""
    kept, start, inside = part.kept, 0, []
    for size, values in zip(kept.sizes, kept.slices, strict=True):
        if block.first <= start < block.first + block.deals:
            inside.append(values)
        start += size
    return [sum(value or 0 for value in column) for column in zip(*inside, strict=True)] or [0] * len(kept.parts)


def _replayed(blocks: Sequence[tuple[Part, Block]], jobs: int) -> Iterator[str]:
    """Play blocks again and yield what does not match."""
    pieces = [list(_pieces(part, block)) for part, block in blocks]
    tasks = [(_play, part.plan, *piece) for (part, _), some in zip(blocks, pieces, strict=True) for piece in some]
    with Stop() as stop:
        tallies = list(in_order(iter(tasks), jobs, stop))
    if stop.interrupted:
        raise KeyboardInterrupt
    played = iter(tallies)
    whole: dict[str, Tally] = {}
    for (part, block), some in zip(blocks, pieces, strict=True):
        tally = next(played)
        for _ in some[1:]:
            tally += next(played)
        whole[part.name] = whole[part.name] + tally if part.name in whole else tally
        yield from _compared(part, block, tally)
        if whole[part.name].deals == part.kept.deals and whole[part.name].sums != part.tally.sums:
            yield f"{part.where}all deals, played again, give other sums"


def _play(plan: Plan, first: int, count: int, skip: frozenset[int]) -> Tally:
    tally = play_chunk(plan, first, count, skip=skip)
    assert tally is not None
    return tally


def _pieces(part: Part, block: Block) -> Iterator[tuple[int, int, frozenset[int]]]:
    """Cut a block into chunks and where policies were dropped; yield first deal, deals, and what was not played."""
    ends = [difference_of(sums[0]).n if sums else 0 for sums in part.tally.sums]
    first, last = block.first, block.first + block.deals
    places = sorted({first, last, *range(first, last, CHUNK), *(end for end in ends if first < end < last)})
    for start, end in itertools.pairwise(places):
        yield start, end - start, frozenset(index for index, played in enumerate(ends) if played <= start)


def _compared(part: Part, block: Block, tally: Tally) -> Iterator[str]:
    """Yield what a block gave that differs from what was kept of it."""
    where = f"{part.where}deals {block.first:,} to {block.first + block.deals - 1:,}, played again"
    sums = list(zip(_names(part), _main_of(part, block), main_sums(part.plan, tally), strict=True))
    different = [one for one in sums if one[1] != one[2]]
    for what, kept, total in different:
        yield f"{where}: the sum of {what} is {total:,}, not {kept:,}"
    if not different and check_number(tally) != block.check:
        yield f"{where}: the sums are others (check number {check_number(tally)}, not {block.check})"
