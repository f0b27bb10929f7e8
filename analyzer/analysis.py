"""From exact sums to the rows of the results table: intervals, factors and verdicts.

Intervals are stated at the run's confidence level, each by itself; those of a table of all pairs hold for the whole
table of one game and measure at once. Verdicts of comparisons and rule changes are adjusted for all of them in the run
(Holm for better and worse, Bonferroni for practically the same), so that at that level no verdict of a run is wrong,
however many there are; an interval may therefore leave out 0 while its verdict is "undecided".

A run that decides while it is running (`until: decided`, or a search for the best policy) states the intervals of
confidence sequences in place of all these, and its verdicts are read off them. The level is shared out evenly over all
differences of the measures that decide (union bound), so these hold at once, at every look; so do, among themselves,
those of the other measures. An arm's sequence holds by itself.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from analyzer import measures, sequences, simultaneous, statistics
from analyzer.arms import Arm, Contrast, Plan
from analyzer.chunks import Tally
from analyzer.contenders import Contenders
from analyzer.curves import banded
from analyzer.experiment import Experiment, GameVariant
from analyzer.sequences import Looks
from analyzer.statistics import Interval, Moments, PairMoments

__all__ = [
    "Finding",
    "Row",
    "beats",
    "best_policies",
    "contrasts_of",
    "families",
    "findings",
    "pairs_of",
    "rows",
    "single_interval",
    "undecided",
    "verdicts",
    "widest",
]

SIMULTANEOUS = "simultaneous for all pairs"

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


def findings(plan: Plan, tally: Tally, confidence: float, looks: Looks | None = None) -> list[Finding]:
    """Return every measure of every item with its interval, in the order of the plan.

    With `looks`, the intervals are those of confidence sequences.
    """
    sizes = families(plan, looks)
    found = [
        Finding(item, name, single_interval(plan, item, name, sums, confidence, looks, sizes), sums)
        for item, all_sums in zip(plan.items, tally.sums, strict=True)
        for name, sums in zip(item.measures, all_sums, strict=True)
    ]
    return found if looks else banded(plan, tally.extras, _simultaneous(plan, found, confidence), confidence)


def single_interval(
    plan: Plan,
    item: Arm | Contrast,
    name: str,
    sums: Moments | PairMoments,
    confidence: float,
    looks: Looks | None,
    sizes: dict[bool, int],
) -> Interval:
    """Return the interval of one measure of an item, not yet held together with others of its table or curve.

    With `looks`, it is that of a confidence sequence; `sizes` are those of `families`.
    """
    if looks is None:
        return _interval(plan, item, name, sums, confidence)
    together = 1 if isinstance(item, Arm) else sizes[name in looks.measures]
    return _sequence(plan, item, name, sums, 1 - (1 - confidence) / max(together, 1), looks.intended)


def families(plan: Plan, looks: Looks | None) -> dict[bool, int]:
    """Return how many differences hold together: of the measures that decide (True), and of the others (False)."""
    if looks is None:
        return {}
    kept = [item for item in plan.items if isinstance(item, Contrast) and not item.same_plays]
    decisive = [name in looks.measures for item in kept for name in item.measures]
    return {True: sum(decisive), False: len(decisive) - sum(decisive)}


def _simultaneous(plan: Plan, found: list[Finding], confidence: float) -> list[Finding]:
    """Widen the intervals of pairs, so that they hold at once for the whole table of a game and a measure."""
    tables: dict[tuple[int, str], list[int]] = {}
    for index, one in enumerate(pairs_of(found)):
        if one is not None and not one.same_plays:
            tables.setdefault((one.variant, found[index].measure), []).append(index)
    result = list(found)
    for places in tables.values():
        variances = {_ends(found[i].item): _paired(found[i]).difference.variance() for i in places}
        value = simultaneous.max_t(variances, max(_paired(found[places[0]]).difference.n - 1, 1), confidence)
        for i in places:
            result[i] = _widened(plan, found[i], value, 1 - (1 - confidence) / len(places))
    return result


def pairs_of(found: list[Finding]) -> list[Contrast | None]:
    """Return the items of kind ``pair``, None in the places of all others."""
    return [one.item if isinstance(one.item, Contrast) and one.item.kind == "pair" else None for one in found]


def _ends(item: Arm | Contrast) -> tuple[str, str]:
    assert isinstance(item, Contrast)
    return item.policy, item.baseline


def _paired(found: Finding) -> PairMoments:
    assert isinstance(found.sums, PairMoments)
    return found.sums


def _widened(plan: Plan, found: Finding, value: float, bonferroni: float) -> Finding:
    """Widen one interval to `value` standard errors; to Bonferroni's level where cases are too rare for those."""
    one = found.interval
    if one.method == "t on deals":
        limits = measures.limits(found.measure, difference=True)
        half = value * one.error
        low, high = max(limits[0], one.estimate - half), min(limits[1], one.estimate + half)
        return replace(found, interval=replace(one, low=low, high=high, method=f"{one.method}, {SIMULTANEOUS} (max-t)"))
    wide = _interval(plan, found.item, found.measure, found.sums, bonferroni)
    return replace(found, interval=replace(wide, method=f"{wide.method}, {SIMULTANEOUS} (Bonferroni)"))


def widest(found: list[Finding], measure: str) -> float:
    """Return the largest half-width of a measure's intervals; not a number if one has no interval yet.

    Comparisons count; where there are none, rule changes; where there are none either, arms.
    """
    of_measure = [one for one in found if one.measure == measure]
    for kind in ("comparison", "pair", "rule change", "arm"):
        widths = [one.interval.half_width for one in of_measure if _kind(one.item) == kind]
        if widths:
            return math.nan if any(math.isnan(width) for width in widths) else max(widths)
    return math.nan


def undecided(words: dict[int, str], found: list[Finding], looks: Looks, contenders: Contenders | None = None) -> int:
    """Return how many differences that are still played the measures that decide leave undecided."""
    return sum(
        words.get(id(one)) == "undecided" and one.measure in looks.measures
        for one in found
        if not (contenders and contenders.out(one.item))
    )


def best_policies(
    experiment: Experiment, found: list[Finding], words: dict[int, str]
) -> list[tuple[GameVariant, tuple[str, ...]]]:
    """Return by game the policies that no other is established to be better than, by the first measure of the pairs.

    A single one is the best of its table. Nothing is returned where no pairs were compared, or where the first measure
    does not say what is good.
    """
    measure = experiment.judged_by
    tables: dict[int, dict[str, None]] = {}
    for item in pairs_of(found):
        if item is not None and measures.reader(measure).better:
            tables.setdefault(item.variant, {}).update(dict.fromkeys((item.policy, item.baseline)))
    known = beats(found, words, measure)
    return [
        (experiment.variants[index], simultaneous.unbeaten(labels, [(a, b) for game, a, b in known if game == index]))
        for index, labels in tables.items()
    ]


def verdicts(experiment: Experiment, found: list[Finding], looks: Looks | None = None) -> dict[int, str]:
    """Return the verdict of every difference that is to be judged, by the ``id`` of its finding."""
    contrasts = contrasts_of(found)
    margins = experiment.same_within or {}
    if looks is not None:
        return {
            id(one): sequences.verdict(
                one.interval, better=measures.reader(one.measure).better, margin=margins.get(one.measure)
            )
            for one in contrasts
        }
    p_values = statistics.adjusted([one.interval.p_value() for one in contrasts])
    return {
        id(one): statistics.verdict(
            one.interval,
            p_value,
            confidence=experiment.until.confidence,
            together=len(contrasts),
            better=measures.reader(one.measure).better,
            margin=margins.get(one.measure),
        )
        for one, p_value in zip(contrasts, p_values, strict=True)
    }


def beats(found: list[Finding], words: dict[int, str], measure: str) -> list[tuple[int, str, str]]:
    """Return ``(game, better, worse)`` of every pair of policies that is decided by a measure."""
    result = []
    for one, item in zip(found, pairs_of(found), strict=True):
        if item is not None and one.measure == measure:
            word = words.get(id(one))
            if word in ("better", "worse"):
                ends = (item.policy, item.baseline) if word == "better" else (item.baseline, item.policy)
                result.append((item.variant, *ends))
    return result


def rows(
    experiment: Experiment,
    plan: Plan,
    found: list[Finding],
    stopped: str,
    looks: Looks | None = None,
    contenders: Contenders | None = None,
) -> Iterator[Row]:
    """Yield the rows of the results table; the columns are those of `analyzer.results.COLUMNS`."""
    words = verdicts(experiment, found, looks)
    for one in found:
        variant = experiment.variants[_variant(one.item)]
        same = isinstance(one.item, Contrast) and one.item.same_plays
        word = "practically the same" if same else words.get(id(one), "")
        why = _dropped(one.item, contenders, experiment.measures[0]) or stopped
        yield _row(experiment, plan, one, variant, word, why)


def _dropped(item: Arm | Contrast, contenders: Contenders | None, measure: str) -> str:
    """Say why an item was not played to the end, nothing if it was."""
    name = contenders.out(item) if contenders else ""
    if not contenders or not name:
        return ""
    drop = contenders.dropped[_variant(item), name]
    return f"{name} dropped after {drop.deals:,} deals: worse than {drop.better} ({measure})"


def contrasts_of(found: list[Finding]) -> list[Finding]:
    """Return the differences that have to be judged: not those between arms whose every play is the same."""
    return [one for one in found if isinstance(one.item, Contrast) and not one.item.same_plays]


def _interval(plan: Plan, item: Arm | Contrast, name: str, sums: Moments | PairMoments, confidence: float) -> Interval:
    """Choose the interval that fits what was measured."""
    if isinstance(item, Arm):
        assert isinstance(sums, Moments)
        rules = plan.rules[item.variant]
        if measures.reader(name).unit == "probability" and not item.others:
            return statistics.wilson_interval(sums.total, sums.n, confidence)
        return statistics.mean_interval(
            sums,
            confidence,
            scale=measures.scale(name, rules) * len(item.seatings),
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
    return statistics.mean_interval(sums.difference, confidence, scale=scale * sums.seatings, span=span, limits=limits)


def _sequence(
    plan: Plan, item: Arm | Contrast, name: str, sums: Moments | PairMoments, confidence: float, intended: float
) -> Interval:
    """Return the interval of an item's confidence sequence, per game."""
    if isinstance(item, Contrast) and item.same_plays:
        return statistics.identical()
    rules = plan.rules[item.variant]
    parts = sums.seatings if isinstance(sums, PairMoments) else len(item.seatings)
    return sequences.sequence(
        sums.difference if isinstance(sums, PairMoments) else sums,
        confidence,
        intended,
        scale=measures.scale(name, rules) * parts,
        span=measures.span(name, rules),
        limits=measures.limits(name, difference=isinstance(item, Contrast)),
    )


def _kind(item: Arm | Contrast) -> str:
    return "arm" if isinstance(item, Arm) else item.kind


def _variant(item: Arm | Contrast) -> int:
    return item.variant


def _row(experiment: Experiment, plan: Plan, found: Finding, variant: GameVariant, verdict: str, stopped: str) -> Row:
    """Write one row of the results table."""
    item, sums, interval = found.item, found.sums, found.interval
    deals = sums.difference.n if isinstance(sums, PairMoments) else sums.n
    value, baseline_value, factor = interval.estimate, math.nan, math.nan
    if isinstance(sums, PairMoments):
        value, baseline_value = sums.values(measures.scale(found.measure, variant.rules))
        if isinstance(item, Contrast):
            factor = sums.variance_reduction(item.games(found.measure))
    contrast = item if isinstance(item, Contrast) else None
    return {
        "kind": _kind(item),
        "game": variant.game,
        "house_rules": variant.house_rules_text,
        "rules_name": variant.name,
        "players": variant.players,
        "policy": contrast.policy if contrast else item.label if isinstance(item, Arm) else "",
        "baseline": contrast.baseline if contrast else "",
        "against": item.against,
        "measure": found.measure,
        "unit": measures.reader(found.measure).unit,
        "deals": deals,
        "games": deals * len(set(item.seatings)),
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
        "parameter": contrast.parameter if contrast else None,
        "method": interval.method,
    }
