"""What a plan measures beyond its items: groups of deals, differences of differences, curves, and luck.

Plain records of what is to be summed up; `analyzer.collect` does it chunk by chunk, `analyzer.extra_rows` writes the
rows. Items are named by their position in `analyzer.arms.Plan.items`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from analyzer.arms import Contrast
    from analyzer.experiment import Experiment
    from kernels.policies import Policy

__all__ = ["LUCK_MEASURES", "Curve", "Extras", "Interaction", "LuckArm", "make_curves", "make_interactions"]

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
class Extras:
    """Everything beyond the items of a plan; empty by default.

    Attributes
    ----------
    splits : tuple of str
        Words of `analyzer.groups.SPLITS`, for every comparison and arm.
    interactions : tuple of Interaction
    curves : tuple of Curve
    luck : tuple of LuckArm
    """

    splits: tuple[str, ...] = ()
    interactions: tuple[Interaction, ...] = ()
    curves: tuple[Curve, ...] = ()
    luck: tuple[LuckArm, ...] = ()


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
