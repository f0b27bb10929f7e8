"""House rules side by side in sentences: which rule changes most and which nothing, then a paragraph for each.

Every sentence quotes its figures, and nothing is said that is not established.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from reports import crossings
from reports.facts import Facts
from reports.formats import number_word, plural, scale
from reports.house import OWN_RULES, House, Variant, size_of
from reports.rows import Row, shared
from reports.sentences import (
    Sentence,
    capital,
    context,
    established,
    interval_words,
    listed,
    opponents_words,
    shown_size,
    signed_words,
)
from reports.vocabulary import VERDICTS, measure_named, policy_phrase, rules_phrase
from reports.words import clause, seating

__all__ = ["sentences"]

MOST_EFFECTS = 3  # changes of a variant that are spelled out with their figures; the table has the rest
MOST_SHIFTS = 2
MOST_NAMES = 3


def sentences(house: House, facts: Facts) -> list[Sentence]:
    """Say what house rules change.

    Parameters
    ----------
    house : House
        The rows, sorted.
    facts : Facts
        The manifest.
    """
    told = sorted(house.single or house.variants, key=lambda variant: -_largest(variant, facts))
    setting = _setting(told, house, facts)
    said = [Sentence(f"{setting}: {_lead(told, facts)}." if len(told) > 1 else f"{setting}.")]
    first = _foremost(told, facts) if len(told) > 1 else []
    headline = max(first[0].sure, key=lambda one: size_of(one, facts)) if len(first) == 1 else None
    said += [_paragraph(variant, house, facts, headline, len(told) > 1) for variant in told]
    said += crossings.sentences(house.crossings, facts)
    best = _best(house, facts)
    return [*said, Sentence(best)] if best else said


def _largest(variant: Variant, facts: Facts) -> float:
    """Return the size of a variant's largest established change, in margins."""
    return max((size_of(row, facts) for row in variant.sure), default=0.0)


# --- which rule changes most -----------------------------------------------------------------------------------------


def _setting(variants: Sequence[Variant], house: House, facts: Facts) -> str:
    """Say what was played: game, players, seats, deals."""
    rows = [row for variant in variants for row in variant.changes]
    seats = shared([row for row in rows if not row.measure.startswith("luck_")], "policy")
    deals = shared(rows, "deals")
    same = f"on the same {plural(deals, 'deal')}" if deals else ""
    own = next((row for row in (*house.own.values, *house.own.gains)), rows[0])
    parts = [context(own, facts), seating(seats, facts) if seats else "", same, f"compared with {OWN_RULES}"]
    return ", ".join(part for part in parts if part)


def _lead(variants: Sequence[Variant], facts: Facts) -> str:
    """Say which rules change most and which nothing, or that nothing is established."""
    first, nothing = _foremost(variants, facts), [variant for variant in variants if variant.same]
    parts = []
    if first:
        row = max(first[0].sure, key=lambda one: size_of(one, facts))
        one = f"{first[0].name} changes most: {clause(row)} ({interval_words(row)})"
        several = f"{_names(first, len(variants))} change most, none of them established to change more than another"
        parts.append(f"of {number_word(len(variants))} changes of rules, {one if len(first) == 1 else several}")
    if nothing:
        names = _names(nothing, len(variants))
        parts.append(f"{names} {'changes' if len(nothing) == 1 else 'change'} nothing that one would notice")
    if not parts:
        parts = [f"none of {number_word(len(variants))} changes of rules is established to change anything"]
    return "; ".join(parts)


def _names(variants: Sequence[Variant], of: int) -> str:
    names = [variant.name for variant in variants]
    return listed(names) if len(names) <= MOST_NAMES else f"{number_word(len(names))} of {number_word(of)} changes"


def _foremost(variants: Sequence[Variant], facts: Facts) -> list[Variant]:
    """Return the variant whose largest change is the largest in margins, and all that may be as large as it."""
    largest = {
        variant.key: max(variant.sure, key=lambda row: size_of(row, facts)) for variant in variants if variant.sure
    }
    if not largest:
        return []
    top = max(largest.values(), key=lambda row: size_of(row, facts))
    least = _ends(top, facts)[0]
    rivals = [variant for variant in variants if variant.key in largest]
    rivals = [one for one in rivals if max(_ends(row, facts)[1] for row in one.sure) >= least]
    return sorted(rivals, key=lambda one: largest[one.key] is not top)


def _ends(row: Row, facts: Facts) -> tuple[float, float]:
    """Return the smallest and the largest size that the interval of an established difference allows, in margins."""
    per_unit = size_of(row, facts) / abs(row.estimate) if row.estimate else 0.0
    ends = sorted(abs(end) * per_unit for end in (row.low, row.high))
    return ends[0], ends[1]


# --- a paragraph a rule ----------------------------------------------------------------------------------------------


def _paragraph(variant: Variant, house: House, facts: Facts, headline: Row | None, led: bool) -> Sentence:
    """Say what one rule changes, what it leaves as it is, and what it does to the policies.

    What the first sentence of the answer says already is not said again: `headline`, and, where it has `led`, what
    changes nothing.
    """
    sure = sorted((row for row in variant.sure if row is not headline), key=lambda row: -_sureness(row))
    same = sorted(variant.kept, key=lambda row: -size_of(row, facts))
    verdict = VERDICTS[""]
    if variant.same:
        nothing = "" if led else " changes nothing that one would notice"
        text, verdict = f"{nothing}: {_all_same(same)}.", VERDICTS["practically the same"]
    elif len(same) == len(variant.changes):
        text = f": {_all_same(same)}."
    elif not variant.sure:
        known = f" Practically the same: {_first_few(same, MOST_EFFECTS, True)}." if same else ""
        text, verdict = f": no change is established by what was measured.{known}", VERDICTS["undecided"]
    else:
        text = _changed(sure, same, headline in variant.sure)
    return Sentence(" ".join([capital(variant.name) + text, *_players(variant, house, facts)]), verdict)


def _all_same(same: Sequence[Row]) -> str:
    """Say that everything stays practically the same, the largest differences with their figures."""
    if len(same) == 1:
        return _brief(same[0], True)
    return f"all {number_word(len(same))} measures stay practically the same, the farthest {_briefly(same[:3], True)}"


def _sureness(row: Row) -> float:
    """Return the size of a difference relative to its interval."""
    return abs(row.estimate) / (row.high - row.low) if row.high > row.low else math.inf


def _changed(sure: Sequence[Row], same: Sequence[Row], told: bool) -> str:
    """Say what is established, the surest first, and what stays as it is; `told`: one more has been named before."""
    shown = sure[: MOST_EFFECTS - told]
    clauses = [f"{clause(row)} ({interval_words(row, number == 0)})" for number, row in enumerate(shown)]
    rest = len(sure) - len(shown)
    if rest:
        clauses.append(f"{number_word(rest)} more {'change' if rest == 1 else 'changes'} in the table")
    also = ", besides that" if told else ""
    changes = f"{also}: {'; '.join(clauses)}." if clauses else f"{also}: no other change is established."
    left = max(1, MOST_EFFECTS - told - len(shown))
    return f"{changes} Practically the same: {_first_few(same, left, not clauses)}." if same else changes


def _first_few(rows: Sequence[Row], most: int, named: bool) -> str:
    """Write the first differences in a few words, and count the rest."""
    rest = f" and {number_word(len(rows) - most)} more in the table" if len(rows) > most else ""
    return _briefly(rows[:most], named) + rest


def _brief(row: Row, named: bool) -> str:
    """Write a difference in a few words: ``blocked rounds −0.3 percentage points (−0.4 to −0.2)``."""
    figure = signed_words(row, unit=row.unit == "probability")  # the names of other measures say what is counted
    return f"{measure_named(row.measure).name} {figure} ({interval_words(row, named)})"


def _briefly(rows: Sequence[Row], named: bool) -> str:
    return ", ".join(_brief(row, named and number == 0) for number, row in enumerate(rows))


def _players(variant: Variant, house: House, facts: Facts) -> list[str]:
    """Say which policies gain more or less than under the own rules, and whether another one is best."""
    said = []
    sure = sorted((row for row in variant.shifts if established(row)), key=lambda row: -abs(row.estimate))
    if sure:
        parts = "; ".join(_shift(row, facts) for row in sure[:MOST_SHIFTS])
        rest = len(sure) - MOST_SHIFTS
        others = "one more policy gains" if rest == 1 else f"{number_word(rest)} more policies gain"
        said.append(f"{capital(parts)}{f'; {others} more or less as well' if rest > 0 else ''}.")
    here, there = variant.standing.best, house.own.standing.best
    if variant.pairs and here and here != there:
        before = f"it is {policy_phrase(there, facts.written)}" if there else "none is established as such"
        said.append(f"The best policy is {policy_phrase(here, facts.written)}; under {OWN_RULES} {before}.")
    return said


def _shift(row: Row, facts: Facts) -> str:
    """Say how much more a policy gains than under the own rules."""
    half = (row.high - row.low) / 2
    here, there = (
        scale(value, value - half, value + half, row.unit, signed=True).value
        for value in (row.value, row.baseline_value)
    )
    more = "more" if row.estimate > 0 else "less"
    who = policy_phrase(row.policy, facts.written)
    size = f"{shown_size(row)} {more} than under {OWN_RULES}"
    return f"{who} gains {size}, {here} instead of {there} ({interval_words(row, False)})"


# --- the best policy -------------------------------------------------------------------------------------------------


def _best(house: House, facts: Facts) -> str:
    """Say which policy is best under which rules, and where none is established as such."""
    if not house.own.pairs:
        return ""
    groups: dict[str, list[Variant]] = {}
    for variant in house.every:
        groups.setdefault(variant.standing.best, []).append(variant)
    first = house.own.pairs[0]
    parts = [
        f"{policy_phrase(best, facts.written)} under {_under(groups[best], house)}" for best in groups if best != ""
    ]
    if "" in groups:
        none = "none is established" if parts else "none is established as the best"
        parts.append(f"{none} under {_under(groups[''], house)}")
    against = f", {opponents_words(first.against, facts)}" if first.against else ""
    head = f"Best of {number_word(house.policies)} policies by {measure_named(first.measure).name}{against}"
    return f"{head}: {'; '.join(parts)}."


def _under(variants: Sequence[Variant], house: House) -> str:
    """Name some sets of rules, say what they have in common that the others have not, or count them."""
    total = len(house.variants) + 1
    if len(variants) == total:
        return f"all {number_word(total)} sets of rules" if total > 2 else "both sets of rules"
    if len(variants) <= MOST_NAMES:
        return listed([variant.name for variant in variants])
    common = set.intersection(*(set(variant.parts) for variant in variants))
    telling = [part for part in sorted(common) if sum(part in one.parts for one in house.variants) == len(variants)]
    if telling:
        return f"all {number_word(len(variants))} sets of rules with {rules_phrase(telling[0])}"
    own = ", the house's own among them" if house.own in variants else ""
    return f"{number_word(len(variants))} of {number_word(total)} sets of rules{own}"
