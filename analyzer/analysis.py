"""From exact sums to the rows of the results table: intervals, factors and verdicts.

Intervals are stated at the run's confidence level, each by itself. Verdicts of comparisons and rule changes are
adjusted for all of them in the run (Holm for better and worse, Bonferroni for practically the same), so that at that
level no verdict of a run is wrong, however many there are; an interval may therefore leave out 0 while its verdict is
"undecided".
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from analyzer import measures, statistics
from analyzer.arms import Arm, Contrast, Plan
from analyzer.chunks import Tally
from analyzer.experiment import Experiment, GameVariant
from analyzer.statistics import Interval, Moments, PairMoments

__all__ = ["Finding", "Row", "findings", "notes", "rows", "widest"]

Row = dict[str, object]


@dataclass(frozen=True)
class Finding:
    """One measure of one item of a plan, with its interval.

    Attributes
    ----------
    item : Arm or Contrast
        What was measured.
    measure : str
        Which measure.
    interval : Interval
        Of the arm's value or of the difference.
    sums : Moments or PairMoments
        What it was made from.
    """

    item: Arm | Contrast
    measure: str
    interval: Interval
    sums: Moments | PairMoments


def findings(plan: Plan, tally: Tally, confidence: float) -> list[Finding]:
    """Return every measure of every item with its interval, in the order of the plan."""
    return [
        Finding(item, name, _interval(plan, item, name, sums, confidence), sums)
        for item, all_sums in zip(plan.items, tally.sums, strict=True)
        for name, sums in zip(item.measures, all_sums, strict=True)
    ]


def widest(found: list[Finding], measure: str) -> float:
    """Return the largest half-width of a measure's intervals; not a number if one has no interval yet.

    Comparisons count; where there are none, rule changes; where there are none either, arms.
    """
    of_measure = [one for one in found if one.measure == measure]
    for kind in ("comparison", "rule change", "arm"):
        widths = [one.interval.half_width for one in of_measure if _kind(one.item) == kind]
        if widths:
            return math.nan if any(math.isnan(width) for width in widths) else max(widths)
    return math.nan


def rows(experiment: Experiment, plan: Plan, tally: Tally, found: list[Finding], stopped: str) -> Iterator[Row]:
    """Yield the rows of the results table; the columns are those of `analyzer.results.COLUMNS`."""
    contrasts = _contrasts(found)
    p_values = statistics.adjusted([one.interval.p_value() for one in contrasts])
    verdicts = {
        id(one): statistics.verdict(
            one.interval,
            p_value,
            confidence=experiment.until.confidence,
            together=len(contrasts),
            better=measures.reader(one.measure).better,
            margin=(experiment.same_within or {}).get(one.measure),
        )
        for one, p_value in zip(contrasts, p_values, strict=True)
    }
    for one in found:
        variant = experiment.variants[_variant(one.item)]
        same = isinstance(one.item, Contrast) and one.item.same_plays
        word = "practically the same" if same else verdicts.get(id(one), "")
        yield _row(experiment, plan, tally, one, variant, word, stopped)


def notes(found: list[Finding], confidence: float) -> list[str]:
    """Return what a reader must know to read the intervals and verdicts, as sentences."""
    level = f"{confidence * 100:g} %"
    result = [f"Intervals are stated at the {level} level, each by itself; the deal is their unit."]
    contrasts = _contrasts(found)
    if len(contrasts) > 1:
        result.append(
            f"Verdicts hold for all {len(contrasts)} comparisons of this run together at the {level} level (Holm's "
            "adjustment), so an interval may leave out 0 and its verdict still be undecided."
        )
    apart = {
        item.reference: None
        for item in (one.item for one in contrasts)
        if isinstance(item, Contrast)
        if not item.paired
    }
    if apart:
        result.append(
            f"Rule changes against {', '.join(apart)} that deal other hands cannot share deals: their intervals are "
            "unpaired (Welch)."
        )
    return result


def _contrasts(found: list[Finding]) -> list[Finding]:
    """Return the differences that have to be judged: not those between arms whose every play is the same."""
    return [one for one in found if isinstance(one.item, Contrast) and not one.item.same_plays]


def _interval(plan: Plan, item: Arm | Contrast, name: str, sums: Moments | PairMoments, confidence: float) -> Interval:
    """Choose the interval that fits what was measured."""
    if isinstance(item, Arm):
        assert isinstance(sums, Moments)
        rules = plan.rules[item.seating.variant]
        if measures.reader(name).unit == "probability":
            return statistics.wilson_interval(sums.total, sums.n, confidence)
        return statistics.mean_interval(
            sums,
            confidence,
            scale=measures.scale(name, rules),
            span=measures.span(name, rules),
            limits=measures.limits(name, difference=False),
        )
    assert isinstance(sums, PairMoments)
    return _difference(plan, item, name, sums, confidence)


def _difference(plan: Plan, item: Contrast, name: str, sums: PairMoments, confidence: float) -> Interval:
    """Return the interval of a contrast, per game."""
    if item.same_plays:
        return statistics.identical()
    rules = plan.rules[item.variant]
    scale, span = measures.scale(name, rules), measures.span(name, rules)
    limits = measures.limits(name, difference=True)
    if not item.paired:
        return statistics.welch_interval(
            sums.first[0], sums.second[0], confidence, scale=scale, span=span, limits=limits
        )
    return statistics.mean_interval(sums.difference, confidence, scale=scale * sums.seatings, span=span, limits=limits)


def _kind(item: Arm | Contrast) -> str:
    return "arm" if isinstance(item, Arm) else item.kind


def _variant(item: Arm | Contrast) -> int:
    return item.seating.variant if isinstance(item, Arm) else item.variant


def _row(
    experiment: Experiment, plan: Plan, tally: Tally, found: Finding, variant: GameVariant, verdict: str, stopped: str
) -> Row:
    """Write one row of the results table."""
    item, sums, interval = found.item, found.sums, found.interval
    value, baseline_value, factor = interval.estimate, math.nan, math.nan
    if isinstance(sums, PairMoments):
        value, baseline_value = sums.values(measures.scale(found.measure, variant.rules))
        if isinstance(item, Contrast) and item.paired:
            factor = sums.variance_reduction(item.games(found.measure))
    contrast = item if isinstance(item, Contrast) else None
    return {
        "kind": _kind(item),
        "game": variant.game,
        "house_rules": variant.house_rules_text,
        "players": variant.players,
        "policy": contrast.policy if contrast else item.label if isinstance(item, Arm) else "",
        "baseline": contrast.baseline if contrast else "",
        "against": contrast.against if contrast else "",
        "measure": found.measure,
        "unit": measures.reader(found.measure).unit,
        "deals": tally.deals,
        "games": tally.deals * len(set(item.seatings)),
        "value": value,
        "baseline_value": baseline_value,
        "estimate": interval.estimate,
        "low": interval.low,
        "high": interval.high,
        "confidence": experiment.until.confidence,
        "variance_reduction": factor,
        "verdict": verdict,
        "reference": contrast.reference if contrast else "",
        "stopped": stopped,
        "method": interval.method,
    }
