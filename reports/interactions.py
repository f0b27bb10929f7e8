"""Differences of differences in sentences: does a habit do more under these rules than under those."""

from __future__ import annotations

import math
from collections.abc import Sequence

from reports.facts import Facts
from reports.formats import count, plural, scale
from reports.rows import COMPARISON, Row
from reports.sentences import (
    Sentence,
    basis,
    capital,
    counted,
    established,
    game_words,
    interval_words,
    row_verdict,
    shown_size,
    signed_words,
    variant_words,
)
from reports.sweeps import swept_of
from reports.vocabulary import measure_named, policy_phrase, with_players
from reports.words import sign_words

__all__ = ["sentences"]

MOST_SENTENCES = 2


def _rules(row: Row, facts: Facts) -> tuple[str, str]:
    """Name the rules of an interaction and those they are compared with, and the players where these may differ."""
    there, players = variant_words(row.reference, facts)
    here, own = game_words(row, facts), with_players(row.players)
    if players and players != own:
        here = f"{here} {own}"
    return here, f"{there} {players}".strip() or "the reference rules"


def sentences(rows: Sequence[Row], others: Sequence[Row], facts: Facts) -> list[Sentence]:
    """Say where a habit does more and where less, the largest differences of the first measure.

    Parameters
    ----------
    rows : sequence of Row
        The interactions.
    others : sequence of Row
        All rows of the run: its comparisons tell whether a habit helps at all.
    facts : Facts
        The manifest.
    """
    if not rows:
        return []
    firsts = [row for row in rows if row.measure == rows[0].measure]
    if len(firsts) <= MOST_SENTENCES:
        return [Sentence(_said(row, others, facts)) for row in firsts]
    words = [("established" if established(row) else row.verdict or "undecided") for row in firsts]
    summary = (
        f"Does a habit do more in one game than in another? Of {count(len(firsts))} such differences, by "
        f"{measure_named(firsts[0].measure).name}: {counted(words, ('established',))}."
    )
    largest = sorted((row for row in firsts if established(row)), key=lambda row: -abs(row.estimate))
    apart = {(swept_of(row).policy, row.variant): row for row in reversed(largest)}  # of a sweep, the largest alone
    told = [row for row in largest if row in apart.values()][:MOST_SENTENCES]
    return [Sentence(summary), *(Sentence(_said(row, others, facts)) for row in told)]


def _said(row: Row, others: Sequence[Row], facts: Facts) -> str:
    """Say one difference of differences: "helps by 6.0 percentage points more in Doubles than in Draw"."""
    who = policy_phrase(row.policy, facts.written)
    here, there = _rules(row, facts)
    name = measure_named(row.measure).name
    if not row.known:
        return (
            f"Whether {who} does more in {here} than in {there} is undecided: {plural(row.deals, 'deal')} are too few."
        )
    figures = f"({interval_words(row)}; {basis(row, facts)})"
    difference = f"by {name}: difference {signed_words(row)} {figures}."
    if row.verdict == "practically the same":
        return f"{capital(who)} does practically the same in {here} as in {there}, {difference}"
    if not established(row):
        return f"Whether {who} does more in {here} than in {there} is undecided, {difference}"
    first, second = _effects(row, others)
    claim, both = _claim(row, first, second, who, here, there), _both(row, first, second, here, there)
    return capital(f"{claim}, by {name} {figures}{both}.")


def _claim(row: Row, first: Row | None, second: Row | None, who: str, here: str, there: str) -> str:
    """Say it by what the habit is established to do in both games, or only that its effect is higher or lower."""
    words = [row_verdict(one).words or sign_words(one) if one and established(one) else "" for one in (first, second)]
    if words == ["better", "better"] or words == ["worse", "worse"]:
        verb = "helps" if words[0] == "better" else "hurts"
        more = (row.estimate > 0) == (first is not None and first.estimate > 0)
        return f"{who} {verb} by {shown_size(row)} {'more' if more else 'less'} in {here} than in {there}"
    if words in (["better", "worse"], ["worse", "better"]):
        one, other = ("helps", "hurts") if words[0] == "better" else ("hurts", "helps")
        return f"{who} {one} in {here} and {other} in {there}, a difference of {shown_size(row)}"
    higher = "higher" if row.estimate > 0 else "lower"
    return f"the effect of {who} is {shown_size(row)} {higher} in {here} than in {there}"


def _effects(row: Row, others: Sequence[Row]) -> tuple[Row | None, Row | None]:
    """Find the two comparisons that an interaction is the difference of."""
    same = [
        other
        for other in others
        if other.role == COMPARISON
        and (other.policy, other.baseline, other.against, other.measure)
        == (row.policy, row.baseline, row.against, row.measure)
    ]
    first = next((other for other in same if other.variant == row.variant), None)
    second = next((other for other in same if _names(row.reference, other)), None)
    return first, second


def _names(reference: str, row: Row) -> bool:
    """Say whether a variant's label names the rules of a row: ``draw`` or ``draw (reserve: 0)``."""
    rules = f" ({row.house_rules})" if row.house_rules else ""
    return reference in (row.game + rules, f"{row.game}{rules}, {row.players} players")


def _both(row: Row, first: Row | None, second: Row | None, here: str, there: str) -> str:
    """Give the two effects: ``: +9.1 in Doubles, +3.1 in Draw``."""
    effects = [one.estimate if one else value for one, value in ((first, row.value), (second, row.baseline_value))]
    if not all(math.isfinite(effect) for effect in effects):
        return ""
    half = (row.high - row.low) / 2
    texts = [scale(effect, effect - half, effect + half, row.unit, signed=True).value for effect in effects]
    return f": {texts[0]} in {here}, {texts[1]} in {there}"
