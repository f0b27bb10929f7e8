"""Differences and arms in sentences: every sentence quotes its figures, and nothing is claimed beyond the table."""

from __future__ import annotations

import math
from collections.abc import Sequence

from reports.facts import Facts
from reports.formats import count, own_text, plural, scale, unit_word
from reports.rows import ARM, RULE_CHANGE, Row, group_by, shared
from reports.sentences import (
    Sentence,
    basis,
    capital,
    context,
    counted,
    established,
    interval_words,
    listed,
    reference_words,
    row_verdict,
    rules_words,
    shown_size,
    value_words,
)
from reports.vocabulary import measure_named, policy_phrase, quoted, rules_phrase, verdict_of, with_players

__all__ = ["VERDICT_ORDER", "arms", "clause", "differences", "equal_share", "percent", "seating", "sign_words"]

MOST_SUBJECTS = 5  # more comparisons than this are summed up first
MOST_QUOTED = 4  # ... and the largest of them quoted
MOST_MEASURES = 3  # measures that are put into sentences; the table has all

VERDICT_ORDER = ("better", "worse", "higher", "lower", "larger", "smaller", "practically the same", "undecided")


# --- differences: comparisons and changes of rules ---------------------------------------------------------------


def differences(rows: Sequence[Row], facts: Facts) -> list[Sentence]:
    """Say what came of every comparison, or of the largest of many after summing them up."""
    subjects = group_by(rows, lambda row: row.subject)
    if len(subjects) <= MOST_SUBJECTS:
        return _with_context([subject[:MOST_MEASURES] for subject in subjects], facts)
    firsts = [subject for subject in subjects if established(subject[0])]
    largest = sorted(firsts, key=lambda subject: -abs(subject[0].estimate))[:MOST_QUOTED]
    quoted_ones = [subject[:1] for subject in subjects if subject in largest]
    return [Sentence(_summed_up([subject[0] for subject in subjects])), *_with_context(quoted_ones, facts)]


def _with_context(subjects: Sequence[Sequence[Row]], facts: Facts) -> list[Sentence]:
    """Write one paragraph a subject; the game is named where it differs from the one before."""
    sentences, before = [], ""
    for rows in subjects:
        here = context(rows[0], facts)
        text = _subject(rows, facts, here if here != before else "")
        sentences.append(Sentence(text, row_verdict(rows[0])))
        before = here
    return sentences


def _summed_up(firsts: Sequence[Row]) -> str:
    """Count the verdicts of many comparisons, by their first measure."""
    verdicts = [row_verdict(row).words or sign_words(row) for row in firsts]
    what = "changes of rules" if firsts[0].kind == RULE_CHANGE else "comparisons"
    name = measure_named(firsts[0].measure).name
    largest = " The largest are:" if any(established(row) for row in firsts) else ""
    return f"Of {count(len(firsts))} {what}, by {name}: {counted(verdicts, VERDICT_ORDER)}.{largest}"


def sign_words(row: Row) -> str:
    """Say what an interval alone establishes: ``higher``, ``lower`` or ``undecided``."""
    if not established(row):
        return "undecided"
    return "higher" if row.estimate > 0 else "lower"


def _subject(rows: Sequence[Row], facts: Facts, where: str) -> str:
    """Say what came of one comparison, all its measures."""
    sure = [row for row in rows if established(row)]
    unsure = [row for row in rows if not established(row)]
    who, than = _who(rows[0], facts)
    start = f"{where}, " if where else ""
    if sure:
        text = _sure(sure, start, who, than, facts)
        rest = [f"By {_unsure(row)}." for row in unsure]
    else:
        colon = f"{start}{who} compared with {than}"
        text = f"{colon}: by {_unsure(unsure[0], basis(unsure[0], facts))}."
        rest = [f"By {_unsure(row)}." for row in unsure[1:]]
    return " ".join([capital(text), *rest])


def _who(row: Row, facts: Facts) -> tuple[str, str]:
    """Return who or what is compared, and with whom or what."""
    if row.kind == RULE_CHANGE:
        return rules_words(row), reference_words(row.reference)
    return policy_phrase(row.policy, facts.written), policy_phrase(row.baseline, facts.written)


def _sure(rows: Sequence[Row], start: str, who: str, than: str, facts: Facts) -> str:
    """Write the established differences of one comparison as one sentence, then the verdict."""
    first = rows[0]
    figures = f"({interval_words(first)}; {basis(first, facts)})"
    if first.kind == RULE_CHANGE:
        text = f"{start}{who} compared with {than}: {clause(first)} {figures}"
    else:
        text = f"{start}{clause(first, who)} than {than} {figures}"
    for row in rows[1:]:
        named = row.confidence != first.confidence
        text += f"{_joint(row, first)} {clause(row)} ({interval_words(row, named)})"
    verdict = "" if first.kind == RULE_CHANGE else _verdict(rows)
    return f"{text}.{' ' + verdict if verdict else ''}"


def _joint(row: Row, first: Row) -> str:
    if row.kind == RULE_CHANGE:
        return ";"
    return " and" if row.verdict == first.verdict else " but"


def clause(row: Row, who: str = "") -> str:
    """Write a difference as a clause, a rule change with both values; without `who` the verb alone."""
    measure = measure_named(row.measure)
    more = measure.more if row.estimate >= 0 else measure.fewer
    own = ""
    if row.kind == RULE_CHANGE and math.isfinite(row.value) and math.isfinite(row.baseline_value):
        changed, before = (own_text(part, row.low, row.high, row.unit) for part in (row.value, row.baseline_value))
        own = f", {changed} instead of {before}"
    return measure.change.format(who=who, size=shown_size(row), more=more).strip() + own


def _verdict(rows: Sequence[Row]) -> str:
    """Write the verdict on the established measures, such as "Better on both measures"."""
    words = [verdict_of(row.verdict).words for row in rows]
    if not all(words):
        return ""
    if len(set(words)) > 1:
        parts = [f"{word} by {measure_named(row.measure).name}" for word, row in zip(words, rows, strict=True)]
        return f"{', '.join(parts).capitalize()}."
    many = "" if len(rows) == 1 else " on both measures" if len(rows) == 2 else f" on all {count(len(rows))} measures"
    return f"{words[0].capitalize()}{many}."


def _unsure(row: Row, basis: str = "") -> str:
    """Say that a measure is undecided, or practically the same, with its figures."""
    name = measure_named(row.measure).name
    if not row.known:
        return f"{name} undecided, too few deals for an interval ({plural(row.deals, 'deal')})"
    shown = scale(row.estimate, row.low, row.high, row.unit)
    unit = unit_word(row.unit, shown.value, difference=True)
    verdict = verdict_of(row.verdict).words or "undecided"
    tail = f"; {basis}" if basis else ""
    return f"{name} {verdict}, difference {shown.value} {unit} ({interval_words(row)}{tail})"


# --- arms alone ----------------------------------------------------------------------------------------------------


def arms(rows: Sequence[Row], facts: Facts) -> list[str]:
    """Give the values of the arms: of the first measure game by game, of the next ones in a sentence each."""
    measures = group_by(rows, lambda row: row.measure)
    sentences = []
    for index, measure in enumerate(measures[:MOST_MEASURES]):
        games = group_by(measure, lambda row: (row.game, row.house_rules))
        split = index == 0 and len(measure) > MOST_SUBJECTS and len(games) <= MOST_SUBJECTS
        sentences += [_arm_measure(group, facts, index == 0) for group in (games if split else [measure])]
    if len(measures) > MOST_MEASURES:
        left = len(measures) - MOST_MEASURES
        sentences.append(f"{plural(left, 'more measure').capitalize()} in the table.")
    return sentences


def _arm_measure(rows: Sequence[Row], facts: Facts, first: bool) -> str:
    """Give one measure of all arms: ``The opener wins 56.8 % of rounds with two players (...), 48.1 % with three``."""
    known = [row for row in rows if row.known]
    if not known:
        return f"By {measure_named(rows[0].measure).name}: too few deals for an interval."
    start = f"{_shared_context(rows, facts)}, " if first and _shared_context(rows, facts) else ""
    many = len(known) > MOST_SUBJECTS
    if many:
        known = [min(known, key=lambda row: row.estimate), max(known, key=lambda row: row.estimate)]
    parts = [_arm_value(row, rows, facts, index == 0) for index, row in enumerate(known)]
    said = listed(parts)
    if many:
        said = f"the lowest of {count(len(rows))} arms: {parts[0]}; the highest: {parts[1]}"
    deals = shared(rows, "deals")
    over = f", over {plural(deals, 'deal')} each" if deals and len(rows) > 1 and first else ""
    return capital(f"{start}{said}{over}.")


def _arm_value(row: Row, rows: Sequence[Row], facts: Facts, first: bool) -> str:
    """Give one arm's value: the first as a clause, the next as a value only."""
    value = value_words(row)
    measure = measure_named(row.measure)
    text = measure.clause.format(who=policy_phrase(row.policy, facts.written), value=value) if first else value
    where = _where(row, rows, facts)
    deals = f"; {plural(row.deals, 'deal')}" if first and len(rows) == 1 else ""
    return f"{text}{' ' + where if where else ''} ({interval_words(row, first)}{deals}{_equal_share(row, facts)})"


def _where(row: Row, rows: Sequence[Row], facts: Facts) -> str:
    """Say by what an arm differs from the others."""
    said = []
    if shared(rows, "game") is None:
        said.append(f"in {facts.game_title(row.game)}")
    if shared(rows, "house_rules") is None:
        said.append(f"under {rules_phrase(row.house_rules) or 'the game’s own rules'}")
    if shared(rows, "players") is None and row.players:
        said.append(with_players(row.players))
    if shared(rows, "policy") is None and row.policy:
        said.append(f"with seats {quoted(row.policy)}")
    return " ".join(said)


def _shared_context(rows: Sequence[Row], facts: Facts) -> str:
    """Name what all arms share: ``in Doubles with two players, every seat playing at random``."""
    said = []
    if game := shared(rows, "game"):
        rules = shared(rows, "house_rules")
        said.append(f"in {facts.game_title(game)}{f' ({rules_phrase(rules)})' if rules else ''}")
    if players := shared(rows, "players"):
        said.append(with_players(players))
    seats = shared(rows, "policy")
    return ", ".join(part for part in (" ".join(said), seating(seats, facts) if seats else "") if part)


def seating(policy: str, facts: Facts) -> str:
    """Say who sits where: one policy for all seats, or the seating as written."""
    labels = set(policy.split(", "))
    if len(labels) == 1:
        return f"every seat {policy_phrase(labels.pop(), facts.written)}"
    return f"seats {quoted(policy)}"


def _equal_share(row: Row, facts: Facts) -> str:
    """Give the share that equal sides would have, where the measure is who wins and nobody has a partner."""
    share = equal_share(row, facts)
    return f"; an equal share is {percent(share)}" if share else ""


def equal_share(row: Row, facts: Facts) -> float:
    """Return 1 / players for a measure of who wins a round, 0 where it does not apply (partners, other measures)."""
    who_wins = row.measure == "opener_wins" or row.measure.startswith("win_seat_")
    partners = "2v2" in row.house_rules or any("2v2" in game.house_rules for game in facts.games)
    return 1 / row.players if who_wins and row.players and not partners and row.kind == ARM else 0.0


def percent(share: float) -> str:
    """Write a share as percent, to one decimal unless whole."""
    hundredths = 100 * share
    return f"{hundredths:.0f} %" if hundredths == round(hundredths) else f"{hundredths:.1f} %"
