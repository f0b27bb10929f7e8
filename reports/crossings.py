"""Rules together: whether what several house rules change at once is what each of them changes alone, added up."""

from __future__ import annotations

import math
from collections.abc import Sequence

from reports.facts import Facts
from reports.formats import count, plural, scale
from reports.house import size_of
from reports.rows import Row
from reports.sentences import Sentence, capital, counted, established, interval_words, listed, signed_words
from reports.vocabulary import measure_named, rules_phrase, settings_of

__all__ = ["sentences"]

MOST_SENTENCES = 2


def sentences(rows: Sequence[Row], facts: Facts) -> list[Sentence]:
    """Say where rules do not just add up: the combinations farthest from it, by the margins that matter.

    Parameters
    ----------
    rows : sequence of Row
        The crossings, of all measures.
    facts : Facts
        The manifest.
    """
    if not rows:
        return []
    known = sorted((row for row in rows if established(row)), key=lambda row: -size_of(row, facts))
    if len(rows) <= MOST_SENTENCES:
        return [Sentence(_said(row, facts)) for row in (*known, *(row for row in rows if row not in known))]
    first = [row for row in known if not any(_within(other, row) for other in known)]
    told = [Sentence(_said(row, facts)) for row in first[:MOST_SENTENCES]]
    words = ["established not to add up" if row in known else row.verdict or "undecided" for row in rows]
    summary = f"Do the changes of single rules add up where rules are changed together? Of {count(len(rows))} sums: "
    return [Sentence(f"{summary}{counted(words, ('established not to add up',))}."), *told]


def _within(one: Row, other: Row) -> bool:
    """Say whether a combination is part of another one: then it may be all that makes the other not add up."""
    first, second = (set(row.house_rules.split(", ")) for row in (one, other))
    return one.measure == other.measure and first < second


def _said(row: Row, facts: Facts) -> str:
    """Say one: both changes, and how far they are apart."""
    rules = listed([rules_phrase(part) for part in settings_of(facts.changes_of(row.game, row.house_rules))])
    name = measure_named(row.measure).name
    if not row.known:
        return capital(f"{rules} together, by {name}: undecided, {plural(row.deals, 'deal')} are too few.")
    figures = f"difference {signed_words(row)} ({interval_words(row)}; {plural(row.deals, 'deal')})"
    if not established(row):
        word = "add up" if row.verdict == "practically the same" else "may or may not add up"
        return capital(f"{rules} {word} by {name}: {figures}.")
    return capital(f"{rules} together change {name} {_how(row)} they add up to: {_both(row)}{figures}.")


def _how(row: Row) -> str:
    if not (math.isfinite(row.value) and math.isfinite(row.baseline_value)) or row.value * row.baseline_value <= 0:
        return "otherwise than"
    return "more than" if abs(row.value) > abs(row.baseline_value) else "less than"


def _both(row: Row) -> str:
    """Give the change together and the changes added up."""
    if not (math.isfinite(row.value) and math.isfinite(row.baseline_value)):
        return ""
    half = (row.high - row.low) / 2
    texts = [
        scale(value, value - half, value + half, row.unit, signed=True).value
        for value in (row.value, row.baseline_value)
    ]
    return f"{texts[0]} together, {texts[1]} added up, "
