"""Every pair of some policies: who is ahead of whom, and whether one is established as the best."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from reports.facts import Facts
from reports.formats import count, number_word, plural, unit_word
from reports.heatmap import Matrix, MatrixLine
from reports.labels import Label
from reports.matrix import cell_of, step_words, steps_of
from reports.rows import Row, group_by
from reports.sentences import (
    Sentence,
    capital,
    context,
    established,
    interval_words,
    listed,
    opponents_words,
    row_verdict,
    shown_size,
    signed_words,
)
from reports.vocabulary import measure_named, policy_phrase
from reports.words import sign_words

__all__ = ["MOST_POLICIES", "Standing", "groups_of", "pairs_matrix", "sentences", "standing_of"]

MOST_POLICIES = 12
_TURNED = {"better": "worse", "worse": "better", "higher": "lower", "lower": "higher"}


@dataclass(frozen=True)
class Standing:
    """Policies by how they do on average against the others' places, the first ahead, and their differences."""

    policies: tuple[str, ...]
    pairs: dict[tuple[str, str], Row]

    def difference(self, one: str, other: str) -> Row | None:
        """Return the difference of two policies, `one` less `other`."""
        return self.pairs.get((one, other))

    def ahead(self, one: str, other: str) -> bool:
        """Say whether one policy is established to be better than another."""
        row = self.difference(one, other)
        return row is not None and established(row) and (row.verdict or sign_words(row)) in ("better", "higher")

    @property
    def best(self) -> str:
        """The policy that is established to be better than all others; empty if there is none.

        It is the only one that none is better than: each of the others is beaten, directly or by one that is beaten.
        """
        return self.contenders[0] if len(self.contenders) == 1 else ""

    @property
    def contenders(self) -> tuple[str, ...]:
        """The policies that none is established to be better than."""
        return tuple(one for one in self.policies if not any(self.ahead(other, one) for other in self.policies))


def groups_of(rows: Sequence[Row]) -> list[list[Row]]:
    """Group pairs by what they were played in: game, opponents, measure."""
    return group_by(rows, lambda row: (row.variant, row.against, row.measure))


def standing_of(rows: Sequence[Row]) -> Standing:
    """Read the pairs of one group, each in both directions, and order the policies by their mean difference."""
    pairs = {(row.policy, row.baseline): row for row in rows}
    pairs = {(row.baseline, row.policy): _turned(row) for row in rows} | pairs
    names = tuple(dict.fromkeys(name for row in rows for name in (row.policy, row.baseline)))

    def mean(name: str) -> float:
        known = [row.estimate for (one, _), row in pairs.items() if one == name and math.isfinite(row.estimate)]
        return sum(known) / len(known) if known else -math.inf

    return Standing(tuple(sorted(names, key=lambda name: -mean(name))), pairs)


def _turned(row: Row) -> Row:
    """Return the difference the other way round."""
    return replace(
        row,
        policy=row.baseline,
        baseline=row.policy,
        value=row.baseline_value,
        baseline_value=row.value,
        estimate=-row.estimate,
        low=-row.high,
        high=-row.low,
        verdict=_TURNED.get(row.verdict, row.verdict),
    )


def pairs_matrix(rows: Sequence[Row], facts: Facts, key: str) -> Matrix:
    """Plan the triangle of one group of pairs: the policy of the line less that of the column."""
    standing = standing_of(rows)
    policies = standing.policies[:MOST_POLICIES]
    steps = steps_of(rows)
    lines = []
    for number, one in enumerate(policies[:-1]):
        cells = [standing.difference(one, other) if place > number else None for place, other in enumerate(policies)]
        lines.append(MatrixLine(Label(one), tuple(cell_of(row, steps) if row else None for row in cells[1:])))
    return Matrix(
        key=key,
        label=f"Every pair of policies: {measure_named(rows[0].measure).name}. The table below has the same figures.",
        unit=unit_word(rows[0].unit, difference=True),
        columns=tuple(Label(name) for name in policies[1:]),
        lines=tuple(lines),
        steps=step_words(rows[0], steps),
        names=policies,
        triangular=True,
        first_head="line less column",
    )


# --- sentences -------------------------------------------------------------------------------------------------------


def sentences(rows: Sequence[Row], facts: Facts) -> list[Sentence]:
    """Say which policy is the best where one is established as such, and which are in question where none is."""
    said = []
    for number, group in enumerate(groups_of(rows)):
        if group[0].measure == rows[0].measure or number < 2:
            standing = standing_of(group)
            said.append(
                Sentence(_of_two(group[0], facts) if len(standing.policies) == 2 else _said(group, standing, facts))
            )
    return said


def _of_two(row: Row, facts: Facts) -> str:
    """Say how two policies compare."""
    word = row_verdict(row).words or sign_words(row)
    one, other = (policy_phrase(name, facts.written) for name in (row.policy, row.baseline))
    figures = f"{signed_words(row)}, {_basis(row)}" if row.known else f"too few deals ({count(row.deals)})"
    return f"{context(row, facts)}: {one} against {other} by {measure_named(row.measure).name}: {word} ({figures})."


def _said(rows: Sequence[Row], standing: Standing, facts: Facts) -> str:
    """Say what the pairs of one group establish."""
    first = rows[0]
    where = f"{context(first, facts)}, " if context(first, facts) else ""
    opponents = f" ({opponents_words(first.against, facts)})" if first.against else ""
    of_all = f"of {number_word(len(standing.policies))} policies{opponents} by {measure_named(first.measure).name}"
    if not (best := standing.best):
        question = _in_question(standing, facts)
        return capital(f"{where}none {of_all} is established as the best{question}. {_told_apart(rows)}")
    others = [row for other in standing.policies if (row := standing.difference(best, other)) and row.known]
    if not others:
        return ""
    closest = min(others, key=lambda row: row.estimate)
    name, second = (policy_phrase(label, facts.written) for label in (best, closest.baseline))
    return capital(
        f"{where}{name} is the best {of_all}: better than each of the others; the closest is {second}, "
        f"{shown_size(closest)} behind ({_basis(closest)}). {_told_apart(rows)}"
    )


def _told_apart(rows: Sequence[Row]) -> str:
    """Count the pairs that are told apart."""
    told = sum(established(row) for row in rows)
    if told == len(rows):
        return f"All {number_word(told)} pairs are told apart."
    return f"{capital(number_word(told))} of {plural(len(rows), 'pair')} {'is' if told == 1 else 'are'} told apart."


def _in_question(standing: Standing, facts: Facts) -> str:
    """Name the policies that may be the best, with the difference of the first two."""
    names = standing.contenders
    if len(names) < 2:
        return ""
    row = standing.difference(names[0], names[1])
    some = [policy_phrase(name, facts.written) for name in names]
    shown = listed(some) if len(some) <= 4 else f"{', '.join(some[:3])} and {number_word(len(some) - 3)} more"
    figures = f" (the first two differ by {signed_words(row)}, {_basis(row)})" if row and row.known else ""
    return f": {shown} are beaten by none{figures}"


def _basis(row: Row) -> str:
    return f"{interval_words(row)}; {plural(row.deals, 'deal')}"
