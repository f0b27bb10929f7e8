"""The answer: the sentences of everything a run found, the most telling first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from reports import crossings, house_words, interactions, luck, matrix, pairs, splits, sweeps
from reports.facts import Facts, read_manifest
from reports.formats import count, level, plural
from reports.house import read_house
from reports.rows import (
    ARM,
    COMPARISON,
    CROSSING,
    INTERACTION,
    LUCK,
    PAIR,
    RULE_CHANGE,
    SPLIT,
    SWEEP,
    Row,
    read_rows,
    shared,
    with_role,
)
from reports.sentences import Sentence, interval_name
from reports.words import arms, differences

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["answer_from", "answer_of", "partial_notice"]


def answer_of(results: pd.DataFrame, manifest: Mapping[str, Any]) -> list[str]:
    """Return the answer for a results table and a manifest; see `reports.answer`."""
    return [sentence.text for sentence in answer_from(read_rows(results), read_manifest(manifest))]


def answer_from(rows: Sequence[Row], facts: Facts) -> tuple[Sentence, ...]:
    """Return the answer for rows and facts that have been read."""
    comparisons = with_role(rows, COMPARISON)
    house = read_house(rows, facts)
    sentences = (
        house_words.sentences(house, facts)
        if house
        else [
            *(matrix.sentences(comparisons, facts) or differences(comparisons, facts)),
            *sweeps.sentences(with_role(rows, SWEEP), facts),
            *pairs.sentences(with_role(rows, PAIR), facts),
            *interactions.sentences(with_role(rows, INTERACTION), rows, facts),
            *differences(with_role(rows, RULE_CHANGE), facts),
            *crossings.sentences(with_role(rows, CROSSING), facts),
            *luck.sentences(with_role(rows, LUCK), facts),
            *splits.sentences(with_role(rows, SPLIT), facts),
        ]
    )
    if not sentences:
        sentences = [Sentence(text) for text in arms(with_role(rows, ARM), facts)]
    early = _early_stop(rows, facts)
    sentences += [Sentence(early)] if early else []
    notice = partial_notice(facts)
    return (*([Sentence(notice)] if notice else []), *(sentences or [Sentence("Nothing was measured.")]))


def partial_notice(facts: Facts) -> str:
    """Say how much was played when a run was interrupted, nothing otherwise."""
    if not facts.partial:
        return ""
    if facts.planned_deals > facts.deals:
        return f"Partial result: {count(facts.deals)} of {plural(facts.planned_deals, 'deal')} were played."
    return f"Partial result: the run was interrupted after {plural(facts.deals, 'deal')}."


def _early_stop(rows: Sequence[Row], facts: Facts) -> str:
    """Say what kind of intervals a run has that could stop as soon as something was decided."""
    found = [row for row in rows if interval_name(row) == "confidence sequence"]
    if not found:
        return ""
    levels = {level(row.confidence) for row in found}
    named = f"{levels.pop()} " if len(levels) == 1 else ""
    reason = facts.stopped or shared(found, "stopped") or ""
    stopped = f" Why it ended: {reason.rstrip('.')}." if reason else ""
    return (
        f"The run could stop as soon as its differences were decided, so its intervals are {named}confidence "
        f"sequences, which hold however often one looks and whenever one stops.{stopped}"
    )
