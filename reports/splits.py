"""Splits: one comparison, or one arm, looked at in groups of deals, such as by the doubles dealt."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from statistics import NormalDist
from typing import NamedTuple

from reports.facts import Facts
from reports.formats import plural
from reports.rows import Row, group_by
from reports.sentences import Sentence, capital, context, interval_words, listed, signed_words, value_words
from reports.vocabulary import measure_named, policy_phrase

__all__ = ["TOO_FEW", "Part", "axes_of", "families_of", "part_of", "sentences", "whole_of"]

TOO_FEW = "too few deals"
MOST_SENTENCES = 3


class Part(NamedTuple):
    """By what deals were grouped, and which group it is."""

    axis: str
    group: str


def part_of(row: Row) -> Part:
    """Read a split such as ``doubles dealt: 3``; ranges are written with a dash."""
    axis, colon, group = row.split.partition(": ")
    return (
        Part(axis, re.sub(r"(?<=\d)-(?=\d)", "–", group) if axis != "lead" else group) if colon else Part("part", axis)
    )


def _family(row: Row) -> tuple[object, ...]:
    """Return what the groups of one split row have in common, the split apart."""
    return (row.kind, row.question, row.variant, row.policy, row.baseline, row.against, row.measure)


def families_of(rows: Sequence[Row]) -> list[list[Row]]:
    """Group split rows by what was split: one comparison, or one arm, by one measure."""
    return group_by(rows, _family)


def axes_of(family: Sequence[Row]) -> list[list[Row]]:
    """Group the rows of a family by how they were split."""
    return group_by(family, lambda row: part_of(row).axis)


def whole_of(family: Sequence[Row], rows: Sequence[Row]) -> Row | None:
    """Return the row of all deals that a family is split from."""
    return next((row for row in rows if not row.split and _family(row) == _family(family[0])), None)


# --- sentences -------------------------------------------------------------------------------------------------------


def sentences(rows: Sequence[Row], facts: Facts) -> list[Sentence]:
    """Say by which splits the groups are established to differ, with the two groups that differ most.

    Splits whose groups are not established to differ are left to the tables, and so are all but those with the widest
    range; groups with too few deals are named.
    """
    if not rows:
        return []
    firsts = [row for row in rows if row.measure == rows[0].measure]
    axes = [axis for family in families_of(firsts) for axis in axes_of(family)]
    axes.sort(key=lambda axis: -_range_of(axis))
    pairs = sum(math.comb(sum(row.known for row in axis), 2) for axis in axes)
    return [Sentence(text) for axis in axes if (text := _said(axis, pairs, facts))][:MOST_SENTENCES]


def _range_of(axis: Sequence[Row]) -> float:
    """Return how far the groups of a split lie apart, 0 if they are not established to do so."""
    known = [row for row in axis if row.known]
    return max(row.low for row in known) - min(row.high for row in known) if known else 0.0


def _said(axis: Sequence[Row], pairs: int, facts: Facts) -> str:
    """Say what one split shows, nothing if it establishes nothing."""
    known = [row for row in axis if row.known]
    if len(known) < 2:
        return ""
    low, high = min(known, key=lambda row: row.estimate), max(known, key=lambda row: row.estimate)
    if not _apart(low, high, pairs):
        return ""
    few = [_group_words(row) for row in axis if not row.known]
    rest = f" Too few deals to say {listed(few)}." if few else ""
    return capital(f"{_what(low, facts)} depends on {_axis_words(low)}: from {_group(low)} to {_group(high)}.{rest}")


def _what(row: Row, facts: Facts) -> str:
    """Say what depends on the deal: an effect, or an arm's own value."""
    where = context(row, facts)
    start = f"{where}, " if where else ""
    measure = measure_named(row.measure)
    if not row.difference:
        return f"{start}{measure.name}"
    who, than = (policy_phrase(name, facts.written) for name in (row.policy, row.baseline))
    return f"{start}what {who} does for {measure.name}, compared with {than},"


def _axis_words(row: Row) -> str:
    axis = part_of(row).axis
    return {"opener": "who leads", "lead": "the tile that is led"}.get(axis, f"the {axis}")


def _group_words(row: Row) -> str:
    """Say which deals a group holds: ``with 3 doubles dealt``, ``in seat 0``."""
    axis, group = part_of(row)
    if " dealt" in axis:
        what, _, rest = axis.partition(" ")
        return f"with {group} {what.removesuffix('s') if group == '1' else what} {rest}"
    words = {"seat": f"in seat {group}", "seats": f"in seats {group}", "lead": f"with {group} led"}
    if axis == "opener":
        whose = "the candidate" if group == "candidate" else group
        return f"when {whose} leads"
    return words.get(axis, f"with {axis} {group}")


def _group(row: Row) -> str:
    value = signed_words(row) if row.difference else value_words(row)
    return f"{value} {_group_words(row)} ({interval_words(row)}; {plural(row.deals, 'deal')})"


def _apart(low: Row, high: Row, pairs: int) -> bool:
    """Say whether the extremes of some groups differ, allowing for having picked them (Bonferroni over all pairs)."""
    if not 0 < low.confidence < 1:
        return low.high < high.low
    normal = NormalDist()
    reach = normal.inv_cdf((1 + low.confidence) / 2)
    error = math.hypot(*((row.high - row.low) / (2 * reach) for row in (low, high)))
    return high.estimate - low.estimate > normal.inv_cdf(1 - (1 - low.confidence) / (2 * pairs)) * error
