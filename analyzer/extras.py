"""What a plan measures beyond its items: groups of deals, differences of differences, crossed rules, curves, luck.

Plain records of what is to be summed up; `analyzer.collect` does it chunk by chunk, `analyzer.extra_rows` writes the
rows. Items are named by their position in `analyzer.arms.Plan.items`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from analyzer.arms import Contrast
    from analyzer.experiment import Experiment
    from kernels.policies import Policy

__all__ = [
    "LUCK_MEASURES",
    "Crossing",
    "Curve",
    "Extras",
    "Interaction",
    "LuckArm",
    "LuckChange",
    "make_crossings",
    "make_curves",
    "make_interactions",
    "make_luck_changes",
]

LUCK_MEASURES: dict[str, tuple[tuple[str, str], ...]] = {
    "rounds": (("luck_win", "win"), ("luck_points", "margin")),
    "matches": (("luck_win", "match_win"),),
}
"""What luck is measured of, by what is played: name of the row, and the measure of side 0 whose variance is shared out.

Won or not, and the margin of points, because the points of one side alone say nothing of the other's.
"""


@dataclass(frozen=True)
class Interaction:
    """The effect in one variant less the effect of the same comparison in another.

    Deal `d` of both variants is always taken together (see `analyzer.arms.Contrast`).

    Attributes
    ----------
    item, reference : int
        Positions of the two comparisons.
    factors : tuple of int
        By measure of `measures`: what the deal's sum of each is multiplied with ...
    scales : tuple of int
        ... and the number of parts that the difference of the two is then counted in.
    measures : tuple of str
        What both measure.
    """

    item: int
    reference: int
    measures: tuple[str, ...]
    factors: tuple[tuple[int, int], ...]
    scales: tuple[int, ...]


@dataclass(frozen=True)
class Curve:
    """Comparisons of one variant whose candidates differ in a parameter: one band for all of them.

    Attributes
    ----------
    items : tuple of int
        Positions of the comparisons, in the order of the parameter.
    """

    items: tuple[int, ...]


@dataclass(frozen=True)
class LuckArm:
    """One table whose every deal is played several times.

    Attributes
    ----------
    variant : int
        Position of the game.
    policies : tuple of Policy
        By seat, noise included.
    label : str
        Who sits there.
    noise : float
        Of every seat.
    plays : int
        How often each deal is played.
    """

    variant: int
    policies: tuple[Policy, ...]
    label: str
    noise: float
    plays: int


@dataclass(frozen=True)
class Crossing:
    """What several rules change together less what each of them changes alone, deal by deal: 0 where they add up.

    Attributes
    ----------
    whole : int
        Position of the rule change that makes all changes at once.
    parts : tuple of int
        Positions of the rule changes that make one each, all against the same reference.
    measures : tuple of str
        What all of them measure.
    """

    whole: int
    parts: tuple[int, ...]
    measures: tuple[str, ...]


@dataclass(frozen=True)
class LuckChange:
    """The share of luck of one table less that of another: positions in `Extras.luck`."""

    table: int
    reference: int


@dataclass(frozen=True)
class Extras:
    """Everything beyond the items of a plan; empty by default.

    Attributes
    ----------
    splits : tuple of str
        Words of `analyzer.groups.SPLITS`, for every comparison and arm.
    interactions : tuple of Interaction
    crossings : tuple of Crossing
    curves : tuple of Curve
    luck : tuple of LuckArm
    luck_changes : tuple of LuckChange
    """

    splits: tuple[str, ...] = ()
    interactions: tuple[Interaction, ...] = ()
    crossings: tuple[Crossing, ...] = ()
    curves: tuple[Curve, ...] = ()
    luck: tuple[LuckArm, ...] = ()
    luck_changes: tuple[LuckChange, ...] = ()


def make_curves(contrasts: Mapping[int, Contrast]) -> tuple[Curve, ...]:
    """Put the comparisons that have a parameter together, one curve a variant."""
    curves: dict[int, list[int]] = {}
    for index, one in contrasts.items():
        if one.parameter is not None:
            curves.setdefault(one.variant, []).append(index)
    return tuple(Curve(tuple(items)) for items in curves.values() if len(items) > 1)


def make_interactions(
    experiment: Experiment, contrasts: Mapping[int, Contrast], scales: Mapping[tuple[int, str], int]
) -> Iterator[Interaction]:
    """Yield every comparison of a variant against the same one of its reference.

    The reference of a variant is the one that its house rules are compared with; of the references themselves (several
    games, several numbers of players) the first of them.

    Parameters
    ----------
    experiment : Experiment
        What the contrasts were made from.
    contrasts : mapping
        The comparisons by position.
    scales : mapping
        By variant and measure: the parts that a value is counted in.
    """
    labels = {variant.label: index for index, variant in enumerate(experiment.variants)}
    base = next((index for index, variant in enumerate(experiment.variants) if variant.reference is None), 0)
    places = {(one.variant, one.policy, one.baseline, one.against): index for index, one in contrasts.items()}
    for (variant, *who), item in places.items():
        own = experiment.variants[variant].reference
        at = base if own is None else labels[own]
        reference = places.get((at, *who))  # type: ignore[arg-type]
        if variant == at or reference is None:
            continue
        one, other = contrasts[item], contrasts[reference]
        if one.same_plays and other.same_plays:
            continue
        shared = tuple(name for name in one.measures if name in other.measures)
        parts = [(len(one.pairs) * scales[variant, name], len(other.pairs) * scales[at, name]) for name in shared]
        common = [math.lcm(*two) for two in parts]
        factors = tuple((whole // a, whole // b) for whole, (a, b) in zip(common, parts, strict=True))
        yield Interaction(item, reference, shared, factors, tuple(common))


def make_crossings(experiment: Experiment, changes: Mapping[int, Contrast]) -> Iterator[Crossing]:
    """Yield every rule change of several settings whose single settings are rule changes against the same reference.

    Parameters
    ----------
    experiment : Experiment
        What the contrasts were made from.
    changes : mapping
        The rule changes by position.
    """
    variants = experiment.variants
    by_change = {
        (one.reference, *variants[one.variant].changes.items()): index
        for index, one in changes.items()
        if len(variants[one.variant].changes) == 1
    }
    for index, one in changes.items():
        made = variants[one.variant].changes
        parts = [by_change.get((one.reference, change)) for change in made.items()]
        found = tuple(part for part in parts if part is not None)
        if len(made) > 1 and len(found) == len(made):
            yield Crossing(index, found, one.measures)


def make_luck_changes(experiment: Experiment, luck: Sequence[LuckArm]) -> Iterator[LuckChange]:
    """Yield every table of luck against the one of its reference that sits and blunders alike."""
    labels = {variant.label: index for index, variant in enumerate(experiment.variants)}
    places = {(one.variant, one.label, one.noise): number for number, one in enumerate(luck)}
    for number, one in enumerate(luck):
        own = experiment.variants[one.variant].reference
        reference = None if own is None else places.get((labels[own], one.label, one.noise))
        if reference is not None:
            yield LuckChange(number, reference)
