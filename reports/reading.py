"""How to read a report, in plain words that quote its own figures."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from reports.facts import Facts
from reports.formats import count, factor, level, plural
from reports.rows import (
    COMPARISON,
    CROSSING,
    INTERACTION,
    LUCK,
    PAIR,
    RULE_CHANGE,
    SPLIT,
    SWEEP,
    Row,
    shared,
    with_role,
)
from reports.sentences import established, interval_name

__all__ = ["how_to_read"]

_SEQUENCE = (
    "A run that stops because of what it sees would make ordinary intervals miss too often. These are wider, and cover "
    "the true value at every look at once."
)
_SIMULTANEOUS = "Intervals that are made to cover all their true values together, not each by itself."
_SWEEP = (
    "One number of a policy is moved over a grid, and every value is compared with the same baseline on the same deals."
)
_PAIR = (
    "Every policy against every other on the same deals. One is called the best only if it is established to be better "
    "than each of the others."
)
_INTERACTION = (
    "What a habit does under some rules, less what it does under others. Two habits that are both established may "
    "still not be established to differ, so the difference has its own interval."
)
_CROSSING = (
    "What several rules change together, less the sum of what each of them changes alone. Zero where rules just add up."
)
_MARGIN = (
    "A difference that nobody would notice at the table: inside of it two sets of rules count as practically the same. "
    "Changes of different measures are ranked by how many margins they are. The key same_within sets other margins."
)
_GAIN = (
    "What a policy wins more than the baseline does in its place, in every seat in turn. Everybody else plays the "
    "baseline, also where the rules themselves are compared."
)
_SPLIT = "The same games sorted by what was dealt. Groups are smaller than the whole, so their intervals are wider."
_LUCK = (
    "Each deal is played several times; how alike the outcomes of one deal are tells how much of the outcome the deal "
    "has fixed. 100 % would be pure luck of the deal, 0 % no luck at all. It depends on how the players play."
)


def how_to_read(rows: Sequence[Row], facts: Facts) -> Iterator[tuple[str, str]]:
    """Yield terms and explanations for what the report shows, and for nothing else."""
    differences = [row for row in rows if row.difference]
    if not rows:
        return
    yield "Interval", _interval(rows)
    yield "Deal", _deal(rows, facts)
    if any(row.kind == COMPARISON for row in rows):
        yield (
            "Opponents",
            (
                "The value of a habit depends on who plays against it: a result holds against the opponents named "
                "beside it, not in general."
            ),
        )
    if any(row.unit == "probability" for row in differences):
        yield (
            "Percentage points",
            (
                "A share of rounds is in percent; the difference of two shares is in percentage points: "
                "from 50 % to 53 % is 3 percentage points."
            ),
        )
    if facts.comparing:
        yield "Margin", _MARGIN
        yield "Gain", _GAIN
    yield from _verdicts(rows)
    yield from _reduction(differences)
    yield from _kinds(rows)
    if facts.notes:
        yield "Level", " ".join(facts.notes)
    else:
        yield from _many(differences)


def _interval(rows: Sequence[Row]) -> str:
    confidence = shared(rows, "confidence")
    if not confidence or not math.isfinite(confidence):
        return "Each interval covers the true value at the level named beside it, over many runs."
    return (
        f"A {level(confidence)} interval covers the true value in {level(confidence)} of runs like this one. "
        "Digits beyond what its width supports are not shown."
    )


def _deal(rows: Sequence[Row], facts: Facts) -> str:
    text = f"One shuffle of the set. Deals, not {facts.play_word}s, are what the intervals count"
    text = text.replace("matchs", "matches")
    if facts.comparing and any(row.kind == RULE_CHANGE for row in rows):
        return f"{text}: all rules and all policies are played on the same deals, so that the luck of the deal cancels."
    if any(row.kind == COMPARISON for row in rows):
        same = "both policies play the same deals, taking every seat in turn"
        return f"{text}: {same}, so that the luck of the deal cancels."
    if any(row.kind == RULE_CHANGE for row in rows):
        return f"{text}: both sets of rules are played on the same deals, so that the luck of the deal cancels."
    return f"{text}."


def _verdicts(rows: Sequence[Row]) -> Iterator[tuple[str, str]]:
    """Explain the verdicts that occur."""
    given = {row.verdict for row in rows}
    words = {row.kind for row in rows if established(row)}
    parts = []
    if COMPARISON in words:
        parts.append("Better ▲ and worse ▼ are said of the candidate, where a difference is established.")
    if RULE_CHANGE in words:
        parts.append("Higher ▲ and lower ▼ are said where a change is established.")
    if "practically the same" in given:
        parts.append("Practically the same ≈: the whole interval lies inside the margin that the configuration names.")
    if "undecided" in given:
        parts.append("Undecided ○: no difference is established; more deals may tell.")
    if parts:
        yield "Verdict", " ".join(parts)


def _reduction(rows: Sequence[Row]) -> Iterator[tuple[str, str]]:
    """Explain the variance-reduction factor with the largest of this report."""
    factors = [row.variance_reduction for row in rows if math.isfinite(row.variance_reduction)]
    if factors:
        most = max(factors)
        yield (
            "VRF",
            (
                "Variance-reduction factor: how many times as many games an interval of the same width would need "
                f"if the two arms were played on separate deals. Here up to {factor(most)}, measured in this run."
            ),
        )


def _kinds(rows: Sequence[Row]) -> Iterator[tuple[str, str]]:
    """Explain the kinds of rows and of intervals that occur."""
    names = {interval_name(row) for row in rows}
    texts = {
        "Confidence sequence": "confidence sequence" in names and _SEQUENCE,
        "Simultaneous": "simultaneous interval" in names and _SIMULTANEOUS,
        "Dose and response": bool(with_role(rows, SWEEP)) and _SWEEP,
        "Every pair": bool(with_role(rows, PAIR)) and _PAIR,
        "Difference of differences": bool(with_role(rows, INTERACTION)) and _INTERACTION,
        "Rules together": bool(with_role(rows, CROSSING)) and _CROSSING,
        "By the deal": bool(with_role(rows, SPLIT)) and _SPLIT,
        "Luck": bool(with_role(rows, LUCK)) and _LUCK,
    }
    yield from ((term, text) for term, text in texts.items() if isinstance(text, str))


def _many(rows: Sequence[Row]) -> Iterator[tuple[str, str]]:
    """Warn of many comparisons looked at together."""
    confidence = shared(rows, "confidence") if rows else None
    if len(rows) < 2 or not confidence or not math.isfinite(confidence):
        return
    expected = len(rows) * (1 - confidence)
    chance = f"{expected:.1f}" if expected < 9.95 else count(expected)
    yield (
        "Many at once",
        (
            f"Each interval stands for itself at {level(confidence)}; they are not widened for being "
            f"{plural(len(rows), 'difference')}. If none of them were real, about {chance} would still seem "
            "established by chance."
        ),
    )
