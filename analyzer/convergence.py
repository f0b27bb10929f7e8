"""How the differences of a run settled: estimate and interval after ever more deals, from exact sums, in few points."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from analyzer import analysis, measures
from analyzer.slices import headlines
from analyzer.statistics import Moments, PairMoments

if TYPE_CHECKING:
    from analyzer.arms import Contrast, Plan
    from analyzer.chunks import Tally
    from analyzer.experiment import Experiment
    from analyzer.sequences import Looks

__all__ = ["MOST_POINTS", "Course", "add", "convergence", "courses", "thinned", "who"]

MOST_POINTS = 60
_KEPT = 8 * MOST_POINTS  # while a run goes on; thinned to half of them when there are more


@dataclass
class Course:
    """The sums of one difference after ever more deals.

    Attributes
    ----------
    index, place : int
        Position of the item, and of the measure in it.
    points : list of Moments
        Of deals 0 ... n - 1, n rising.
    """

    index: int
    place: int
    points: list[Moments]

    def add(self, slices: Sequence[Moments]) -> None:
        """Go on with the next slices."""
        for one in slices:
            self.points.append(self.points[-1] + one if self.points else one)
        if len(self.points) > _KEPT:
            self.points = [self.points[place] for place in thinned([one.n for one in self.points], _KEPT // 2)]


def courses(plan: Plan) -> list[Course]:
    """Return the courses of a run that has not begun: of the differences that it is about."""
    return [Course(index, place, []) for index, place in headlines(plan)]


def add(courses: Sequence[Course], tally: Tally) -> None:
    """Go on with the tally of the next chunk."""
    assert tally.slices is not None
    for one in courses:
        one.add(tally.slices.moments.get((one.index, one.place), ()))


def thinned(deals: Sequence[int], most: int) -> list[int]:
    """Return the places of at most so many points, the first and the last among them, evenly spaced in powers of ten.

    Intervals narrow with the root of the deals: even steps of the deals themselves would show the last half of a run
    over and over, and nothing of its beginning.
    """
    if len(deals) <= most:
        return list(range(len(deals)))
    step = math.log(deals[-1] / deals[0]) / (most - 1)
    chosen: list[int] = []
    place = 0
    for number in range(most):
        goal = deals[0] * math.exp(step * number)
        while place < len(deals) - 1 and deals[place] < goal * (1 - 1e-12):
            place += 1
        if not chosen or chosen[-1] != place:
            chosen.append(place)
    if chosen[-1] != len(deals) - 1:
        chosen.append(len(deals) - 1)
    return chosen[-most:]


def convergence(
    experiment: Experiment, plan: Plan, courses: Sequence[Course], looks: Looks | None
) -> list[dict[str, Any]]:
    """Return the courses as plain data: of each its row of the results table, and after how many deals what was known.

    An interval is what the row would have had for that many deals: by itself (not held together with others, as those
    of pairs and of curves are at the end), or of the confidence sequence of a run that decides on the way.
    """
    result, sizes = [], analysis.families(plan, looks)
    for course in courses:
        item: Any = plan.items[course.index]
        name = item.measures[course.place]
        points = [course.points[place] for place in thinned([one.n for one in course.points], MOST_POINTS)]
        found = [
            analysis.single_interval(plan, item, name, _paired(item, one), experiment.until.confidence, looks, sizes)
            for one in points
        ]
        known = [
            (one.n, interval.estimate, interval.low, interval.high)
            for one, interval in zip(points, found, strict=True)
            if math.isfinite(interval.low) and math.isfinite(interval.high)
        ]
        if known:
            columns = zip(("deals", "estimate", "low", "high"), zip(*known, strict=True), strict=True)
            result.append(who(experiment, item, name) | {key: [_short(x) for x in column] for key, column in columns})
    return result


def _paired(item: Contrast, difference: Moments) -> PairMoments:
    """Return sums of pairs of which the difference alone is known: all that an interval needs."""
    arms = (Moments(),) * len(item.pairs)
    return PairMoments(difference, arms, arms)


def who(experiment: Experiment, item: Contrast, name: str) -> dict[str, Any]:
    """Return what identifies a row of the results table."""
    variant = experiment.variants[item.variant]
    return {
        "kind": item.kind,
        "game": variant.game,
        "house_rules": variant.house_rules_text,
        "players": variant.players,
        "policy": item.policy,
        "baseline": item.baseline,
        "against": item.against,
        "reference": item.reference,
        "measure": name,
        "unit": measures.reader(name).unit,
    }


def _short(number: float) -> float:
    """Return a number with nine digits: a figure shows four, and the last ones differ between machines."""
    return number if isinstance(number, int) else float(f"{number:.9g}")
