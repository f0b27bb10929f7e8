"""Rows of the results table beyond the plan's items: interactions, crossed rules, groups of deals, luck.

Their verdicts are judged among themselves - all interactions together, all groups together and so on (Holm, see
`analyzer.statistics`) - so that asking for more changes no verdict of a comparison.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from analyzer import clusters, groups, measures, statistics
from analyzer.arms import Arm, Contrast, Plan
from analyzer.chunks import Tally
from analyzer.clusters import MIN_DEALS, TOO_FEW, ClusterSums
from analyzer.experiment import Experiment
from analyzer.extras import LUCK_MEASURES, Crossing, Interaction
from analyzer.luck_share import share_change, share_interval
from analyzer.sequences import FIRST_LOOK, SEQUENCE, intended_deals, radius
from analyzer.statistics import EXACT, Interval, Moments, PairMoments, t_quantile

__all__ = ["extra_notes", "extra_rows"]

Row = dict[str, object]

_SIZES = {"higher": "larger", "lower": "smaller"}


@dataclass
class _Entry:
    """A row to be, what it is judged by, and the words of its verdict if it is not judged."""

    row: Row
    interval: Interval | None = None
    measure: str = ""
    word: str = ""
    better: str = ""
    words: dict[str, str] = field(default_factory=dict)


def extra_rows(experiment: Experiment, plan: Plan, tally: Tally, stopped: str) -> Iterator[Row]:
    """Yield the rows of a plan's extras: interactions and crossed rules, groups in the order of the items, luck."""
    writer = _Writer(experiment, plan, tally, stopped)
    for entries in (writer.interactions(), writer.crossings(), writer.groups()):
        yield from _judged(experiment, list(entries))
    for entry in writer.luck():
        yield entry.row
    yield from _judged(experiment, list(writer.luck_changes()))


def _judged(experiment: Experiment, entries: list[_Entry]) -> Iterator[Row]:
    """Fill in the verdicts of a family of rows."""
    family = [one for one in entries if one.interval is not None]
    p_values = statistics.adjusted([one.interval.p_value() for one in family if one.interval])
    for one, p_value in zip(family, p_values, strict=True):
        assert one.interval is not None
        one.word = statistics.verdict(
            one.interval,
            p_value,
            confidence=experiment.until.confidence,
            together=len(family),
            better=one.better,
            margin=(experiment.same_within or {}).get(one.measure),
        )
    for one in entries:
        yield one.row | {"verdict": one.words.get(one.word, one.word)}


class _Writer:
    """Writes the rows of one run."""

    def __init__(self, experiment: Experiment, plan: Plan, tally: Tally, stopped: str) -> None:
        self._experiment, self._plan, self._tally, self._stopped = experiment, plan, tally, stopped
        self._level = experiment.until.confidence

    # --- differences of differences ---

    def interactions(self) -> Iterator[_Entry]:
        """Yield every interaction."""
        for number, one in enumerate(self._plan.extras.interactions):
            for place, name in enumerate(one.measures):
                sums = self._tally.extras.get(("interaction", number, name))
                if sums is not None:
                    yield self._interaction(one, name, sums, one.scales[place])

    def _interaction(self, one: Interaction, name: str, sums: Moments, scale: int) -> _Entry:
        item, other = (self._plan.items[index] for index in (one.item, one.reference))
        assert isinstance(item, Contrast)
        assert isinstance(other, Contrast)
        span = sum(measures.span(name, self._plan.rules[each.variant]) for each in (item, other))
        low, high = measures.limits(name, difference=True)
        limits = (2 * low, 2 * high)
        interval = self._looked(
            statistics.mean_interval(sums, self._level, scale=scale, span=span, limits=limits), sums.n, limits
        )
        effects = [self._effect(index, name) for index in (one.item, one.reference)]
        paired = sums.variance(scale)
        row = self._head("interaction", item, name) | {
            "deals": sums.n,
            "games": sums.n * len({*item.seatings, *other.seatings}),
            "value": effects[0][0],
            "baseline_value": effects[1][0],
            "reference": self._experiment.variants[other.variant].label,
            "variance_reduction": (effects[0][1] + effects[1][1]) / paired if paired > 0 else math.nan,
        }
        return _Entry(row | _numbers(interval), interval, name, words=_SIZES)

    def _effect(self, index: int, name: str) -> tuple[float, float]:
        """Return a comparison's difference per game, and its variance for a deal if nothing were paired."""
        item = self._plan.items[index]
        assert isinstance(item, Contrast)
        sums = self._tally.sums[index][item.measures.index(name)]
        assert isinstance(sums, PairMoments)
        scale, k = measures.scale(name, self._plan.rules[item.variant]), sums.seatings
        arms = zip((sums.first, sums.second), item.games(name), strict=True)
        apart = sum(sum(m.variance(scale) for m in arm) / k / count for arm, count in arms)
        return sums.difference.mean(scale * k), apart

    # --- crossed rules ---

    def crossings(self) -> Iterator[_Entry]:
        """Yield, for every combination of rules, how far its change is from the sum of its rules' own changes."""
        for number, one in enumerate(self._plan.extras.crossings):
            for name in one.measures:
                sums = self._tally.extras.get(("crossing", number, name))
                if sums is not None:
                    yield self._crossing(one, name, sums)

    def _crossing(self, one: Crossing, name: str, sums: Moments) -> _Entry:
        whole, *parts = (self._change(index) for index in (one.whole, *one.parts))
        rules = [self._plan.rules[item.variant] for item in (whole, *parts)]
        scale, count = measures.scale(name, rules[0]), 1 + len(parts)
        low, high = measures.limits(name, difference=True)
        limits = (count * low, count * high)
        span = sum(measures.span(name, each) for each in rules)
        interval = self._looked(
            statistics.mean_interval(sums, self._level, scale=scale, span=span, limits=limits), sums.n, limits
        )
        together, *alone = (self._moments(index, name) for index in (one.whole, *one.parts))
        apart = [together.first[0], *(each.first[0] for each in alone)]
        own = (len(parts) - 1) ** 2 * together.second[0].variance(scale)
        unpaired, paired = sum(each.variance(scale) for each in apart) + own, sums.variance(scale)
        row = self._head("interaction", whole, name) | {
            "deals": sums.n,
            "games": sums.n * len({seating for item in (whole, *parts) for seating in item.seatings}),
            "value": together.difference.mean(scale),
            "baseline_value": sum(each.difference.mean(scale) for each in alone),
            "reference": " + ".join(self._experiment.variants[item.variant].label for item in parts),
            "variance_reduction": unpaired / paired if paired > 0 else math.nan,
        }
        return _Entry(row | _numbers(interval), interval, name)

    def _change(self, index: int) -> Contrast:
        item = self._plan.items[index]
        assert isinstance(item, Contrast)
        return item

    def _moments(self, index: int, name: str) -> PairMoments:
        sums = self._tally.sums[index][self._plan.items[index].measures.index(name)]
        assert isinstance(sums, PairMoments)
        return sums

    # --- groups of deals ---

    def groups(self) -> Iterator[_Entry]:
        """Yield every group of every item, in the order of items, measures, splits and groups."""
        keys = [key for key in self._tally.extras if key[0] == "split"]
        splits = list(groups.SPLITS)
        for _, index, split, code, name in sorted(
            keys,
            key=lambda key: (key[1], self._plan.items[key[1]].measures.index(key[4]), splits.index(key[2]), key[3]),
        ):
            item, sums = self._plan.items[index], self._tally.extras["split", index, split, code, name]
            if isinstance(item, Arm):
                yield self._arm_group(item, split, code, name, sums)
            else:
                yield self._contrast_group(item, split, code, name, sums)

    def _arm_group(self, arm: Arm, split: str, code: int, name: str, sums: Moments) -> _Entry:
        rules = self._plan.rules[arm.variant]
        whole = groups.arm_side(name, split, rules) == groups.WHOLE_TABLE
        label = groups.group_label(split, code, whole, rules)
        row = self._head("arm", arm, name) | {"split": label, "deals": sums.n, "games": sums.n}
        if sums.n < MIN_DEALS:
            return _few(row)
        limits = measures.limits(name, difference=False)
        if measures.reader(name).unit == "probability":
            interval = statistics.wilson_interval(sums.total, sums.n, self._level)
        else:
            scale, span = measures.scale(name, rules), measures.span(name, rules)
            interval = statistics.mean_interval(sums, self._level, scale=scale, span=span, limits=limits)
        interval = self._looked(interval, sums.n, limits)
        return _Entry(row | {"value": interval.estimate} | _numbers(interval))

    def _contrast_group(self, item: Contrast, split: str, code: int, name: str, sums: ClusterSums) -> _Entry:
        rules = self._plan.rules[item.variant]
        row = self._head("comparison", item, name) | {
            "split": groups.group_label(split, code, False, rules),
            "deals": sums.deals,
            "games": sums.first.n + sums.second.n,
        }
        if sums.deals < MIN_DEALS:
            return _few(row)
        scale, limits = measures.scale(name, rules), measures.limits(name, difference=True)
        row |= {"value": sums.first.mean(scale), "baseline_value": sums.second.mean(scale)}
        if item.same_plays:
            return _Entry(row | _numbers(statistics.identical()), word="practically the same")
        span = measures.span(name, rules)
        interval = clusters.cluster_interval(sums, self._level, scale=scale, span=span, limits=limits)
        interval = self._looked(interval, sums.deals, limits)
        row["variance_reduction"] = sums.variance_reduction(item.games(name), len(item.pairs))
        return _Entry(row | _numbers(interval), interval, name, better=measures.reader(name).better)

    # --- luck ---

    def luck(self) -> Iterator[_Entry]:
        """Yield the share of luck of every table and measure."""
        for number, arm in enumerate(self._plan.extras.luck):
            for name, _ in LUCK_MEASURES[self._plan.play]:
                sums = self._tally.extras["luck", number, name]
                interval = share_interval(sums, arm.plays, self._level)
                head = self._setting(arm.variant) | {"kind": "luck", "policy": arm.label, "parameter": arm.noise}
                row = head | {
                    "measure": name,
                    "unit": "share",
                    "deals": sums.n,
                    "games": sums.n * arm.plays,
                    "value": interval.estimate,
                }
                yield _Entry(row | _numbers(interval))

    def luck_changes(self) -> Iterator[_Entry]:
        """Yield the share of luck under changed rules less that under the reference's."""
        for number, one in enumerate(self._plan.extras.luck_changes):
            arm, reference = (self._plan.extras.luck[index] for index in (one.table, one.reference))
            for name, _ in LUCK_MEASURES[self._plan.play]:
                interval, factor = share_change(self._tally.extras["luck change", number, name], arm.plays, self._level)
                interval = self._looked(interval, self._tally.deals, (-1.0, 1.0))
                shares = [
                    share_interval(self._tally.extras["luck", index, name], arm.plays, self._level).estimate
                    for index in (one.table, one.reference)
                ]
                row = self._setting(arm.variant) | {
                    "kind": "rule change",
                    "policy": arm.label,
                    "parameter": arm.noise,
                    "measure": name,
                    "unit": "share",
                    "deals": self._tally.deals,
                    "games": 2 * self._tally.deals * arm.plays,
                    "value": shares[0],
                    "baseline_value": shares[1],
                    "reference": self._experiment.variants[reference.variant].label,
                    "variance_reduction": factor,
                }
                yield _Entry(row | _numbers(interval), interval, name)

    # --- what rows share ---

    def _setting(self, variant: int) -> Row:
        one = self._experiment.variants[variant]
        return {
            "game": one.game,
            "house_rules": one.house_rules_text,
            "rules_name": one.name,
            "players": one.players,
            "confidence": self._level,
            "stopped": self._stopped,
        }

    def _head(self, kind: str, item: Arm | Contrast, name: str) -> Row:
        row = self._setting(item.variant) | {"kind": kind, "measure": name, "unit": measures.reader(name).unit}
        if isinstance(item, Arm):
            return row | {"policy": item.label}
        return row | {
            "policy": item.policy,
            "baseline": item.baseline,
            "against": item.against,
            "parameter": item.parameter,
        }

    def _looked(self, interval: Interval, n: int, limits: tuple[float, float]) -> Interval:
        """Return an interval as it may be stated: after a stop on what was seen, that of a confidence sequence."""
        until = self._experiment.until
        if until.decided is None or interval.method == EXACT or not interval.error > 0:
            return interval
        first = min(FIRST_LOOK, until.max_deals)
        share = n / max(self._tally.deals, 1)
        intended = max(2.0, intended_deals(first, until.max_deals) * share)
        half = radius(n, interval.error * math.sqrt(n), 1 - self._level, intended)
        low, high = max(limits[0], interval.estimate - half), min(limits[1], interval.estimate + half)
        error = half / t_quantile(interval.df, self._level)
        return replace(interval, low=low, high=high, error=error, method=f"{SEQUENCE}; {interval.method}")


def _few(row: Row) -> _Entry:
    """Return the row of a group that says nothing: no estimate, rather than 0."""
    return _Entry(row | {"method": f"none: fewer than {MIN_DEALS} deals"}, word=TOO_FEW)


def _numbers(interval: Interval) -> Row:
    return {
        "estimate": interval.estimate,
        "low": interval.low,
        "high": interval.high,
        "method": interval.method,
    }


def extra_notes(experiment: Experiment, plan: Plan) -> list[str]:
    """Return what a reader must know of the rows of a plan's extras, as sentences."""
    extras, level = plan.extras, f"{experiment.until.confidence * 100:g} %"
    result = []
    if extras.interactions:
        result.append(
            "An interaction is a comparison's difference in one variant less its difference in the reference variant, "
            f"deal by deal. Verdicts of interactions hold for all of them together at the {level} level (Holm)."
        )
    if extras.crossings:
        result.append(
            "Rules together: what all of them change at once less the sum of what each changes alone, deal by deal; 0 "
            f"where they add up. Verdicts of these hold for all of them together at the {level} level (Holm)."
        )
    if extras.curves:
        result.append(
            f"The intervals of a sweep are simultaneous: all values of one curve hold together at the {level} level."
        )
    if extras.splits:
        result.append(
            f"Groups of deals ({', '.join(extras.splits)}) have intervals of their own, deals being the unit; a group "
            f"of fewer than {MIN_DEALS} deals gets no estimate. Verdicts of groups hold together at the {level} level "
            "(Holm)."
        )
    if extras.luck:
        result.append(
            f"Luck: every deal was played {extras.luck[0].plays} times with other choices; the share is the part of "
            "the outcome's variance that plays of the same deal have in common (intraclass correlation)."
        )
    if extras.luck_changes:
        result.append(
            "Changes of the share of luck are differences on the same deals; their verdicts hold for all of them "
            f"together at the {level} level (Holm)."
        )
    return result
