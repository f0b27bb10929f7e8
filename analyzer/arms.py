"""Who sits where: an experiment laid out as seatings of policies, and which of them are set against each other.

A comparison averages within a deal: the candidate sits in every seat in turn (with partners: plays for each side in
turn, the whole side switches), everybody else plays the ``against`` policy, and the baseline does the same on the same
deal. Seatings that come out equal are one seating and are played once. When the baseline is the ``against`` policy, all
its seatings are the same round, so `k` seats cost ``k + 1`` rounds a deal in place of ``2 k``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from analyzer import measures
from analyzer.experiment import Comparison, Experiment, GameVariant, Play
from kernels.rules import Rules

if TYPE_CHECKING:
    from kernels.policies import Policy

__all__ = ["Arm", "Contrast", "Pair", "Plan", "Seating", "make_plan"]

_SHARED = ("set_max", "players", "hand_size", "teams")  # settings that decide who is dealt what


@dataclass(frozen=True)
class Seating:
    """One game with a policy in every seat: what is played on a deal.

    Attributes
    ----------
    variant : int
        Position in `Plan.rules`.
    policies : tuple of Policy
        By seat.
    """

    variant: int
    policies: tuple[Policy, ...]


@dataclass(frozen=True)
class Pair:
    """Two seatings read from the same side: one term of a deal's difference."""

    first: Seating
    second: Seating
    side: int


@dataclass(frozen=True)
class Arm:
    """One seating measured by itself."""

    seating: Seating
    label: str
    measures: tuple[str, ...]

    @property
    def seatings(self) -> tuple[Seating, ...]:
        """The seatings in the order they are needed."""
        return (self.seating,)


@dataclass(frozen=True)
class Contrast:
    """Two arms on the same deals.

    Attributes
    ----------
    kind : str
        ``comparison`` of policies or ``rule change``.
    pairs : tuple of Pair
        One a seating; a deal's difference is the sum over them.
    measures : tuple of str
        What is measured.
    policy, baseline, against : str
        Labels; the last two are empty for a rule change.
    reference : str
        Label of the reference variant of a rule change, else empty.
    paired : bool
        Whether both arms are dealt the same hands. If not, their deals are treated as independent.
    """

    kind: Literal["comparison", "rule change"]
    pairs: tuple[Pair, ...]
    measures: tuple[str, ...]
    policy: str
    baseline: str = ""
    against: str = ""
    reference: str = ""
    paired: bool = True

    @property
    def variant(self) -> int:
        """Position of the game of the first arm."""
        return self.pairs[0].first.variant

    @property
    def seatings(self) -> tuple[Seating, ...]:
        """The seatings in the order they are needed."""
        return tuple(seating for pair in self.pairs for seating in (pair.first, pair.second))

    def games(self, measure: str) -> tuple[int, int]:
        """Return how many different values of a measure each arm gives on a deal."""
        by_side = measures.reader(measure).by_side
        first = {(pair.first, pair.side * by_side) for pair in self.pairs}
        second = {(pair.second, pair.side * by_side) for pair in self.pairs}
        return len(first), len(second)

    @property
    def same_plays(self) -> bool:
        """Whether both arms are literally the same in every pair, so that nothing can differ."""
        return all(pair.first == pair.second for pair in self.pairs)


@dataclass(frozen=True)
class Plan:
    """All that a worker needs to play any deal of an experiment; can be sent to another process.

    Attributes
    ----------
    rules : tuple of Rules
        By variant.
    items : tuple of Arm or Contrast
        In the order of the results table.
    seed : int
        Of the deals.
    play : str
        ``rounds`` or ``matches``.
    """

    rules: tuple[Rules, ...]
    items: tuple[Arm | Contrast, ...]
    seed: int
    play: Play

    def seatings(self) -> list[Seating]:
        """Return every seating once, in the order of first use."""
        return list(dict.fromkeys(seating for item in self.items for seating in item.seatings))


def make_plan(experiment: Experiment) -> Plan:
    """Lay out an experiment.

    Raises
    ------
    ValueError
        If there is nothing to measure, or a label has no policy.
    """
    for name in experiment.measures:
        measures.reader(name)
    items: list[Arm | Contrast] = []
    for index, variant in enumerate(experiment.variants):
        items.extend(_arms(experiment, index, variant))
        items.extend(_comparison(experiment, one, index, variant.rules) for one in experiment.comparisons)
    items.extend(_rule_changes(experiment))
    if not items:
        raise ValueError("nothing to measure: the experiment has neither a comparison nor a measure of its seats")
    return Plan(tuple(variant.rules for variant in experiment.variants), tuple(items), experiment.seed, experiment.play)


def _policy(experiment: Experiment, label: str) -> Policy:
    """Return a policy; of several that choose alike and differ in their words only, the first, so that equal seatings
    are seen to be equal.
    """  # noqa: D205
    if label not in experiment.policies:
        raise ValueError(f"no policy is called {label!r}; there are {', '.join(experiment.policies)}")
    wanted = replace(experiment.policies[label], sentence="")
    return next(policy for policy in experiment.policies.values() if replace(policy, sentence="") == wanted)


def _table_measures(experiment: Experiment) -> tuple[str, ...]:
    """Return the measures that need no candidate."""
    return tuple(name for name in experiment.measures if not measures.reader(name).by_side)


def _seated(experiment: Experiment, variant: int) -> tuple[Seating, str]:
    """Seat the policies of an experiment's own seats, the last one repeated, and name them."""
    players = experiment.variants[variant].players
    labels = list(experiment.seats or ())[:players]
    labels += labels[-1:] * (players - len(labels))
    policies = tuple(_policy(experiment, label) for label in labels)
    return Seating(variant, policies), labels[0] if len(set(labels)) == 1 else ", ".join(labels)


def _arms(experiment: Experiment, index: int, variant: GameVariant) -> Iterator[Arm]:
    """Yield the arm of the experiment's own seats, if it has any and something is to be measured of it."""
    wanted = _in_play(_table_measures(experiment), variant.players)
    if experiment.seats and wanted:
        seating, label = _seated(experiment, index)
        yield Arm(seating, label, wanted)


def _in_play(names: tuple[str, ...], players: int) -> tuple[str, ...]:
    """Leave out measures of seats that nobody sits in."""
    missing = {f"{what}_seat_{seat}" for what in ("win", "points") for seat in range(players, 4)}
    return tuple(name for name in names if name not in missing)


def _comparison(experiment: Experiment, comparison: Comparison, index: int, rules: Rules) -> Contrast:
    """Seat candidate and baseline on every side in turn."""
    against = _policy(experiment, comparison.against)

    def seat(policy: Policy, side: int) -> Seating:
        seats = range(rules.players)
        return Seating(index, tuple(policy if s % rules.sides == side else against for s in seats))

    candidate, baseline = _policy(experiment, comparison.candidate), _policy(experiment, comparison.baseline)
    pairs = tuple(Pair(seat(candidate, side), seat(baseline, side), side) for side in range(rules.sides))
    return Contrast(
        "comparison",
        pairs,
        _in_play(experiment.measures, rules.players),
        comparison.candidate,
        comparison.baseline,
        comparison.against,
    )


def _rule_changes(experiment: Experiment) -> Iterator[Contrast]:
    """Yield every variant that has a reference against it, both with the experiment's own seats."""
    wanted = _table_measures(experiment)
    if not experiment.seats or not wanted:
        return
    by_label = {variant.label: index for index, variant in enumerate(experiment.variants)}
    for index, variant in enumerate(experiment.variants):
        if variant.reference is None:
            continue
        reference = by_label[variant.reference]
        other = experiment.variants[reference]
        (first, label), (second, _) = _seated(experiment, index), _seated(experiment, reference)
        yield Contrast(
            "rule change",
            (Pair(first, second, 0),),
            _in_play(wanted, min(variant.players, other.players)),
            label,
            reference=variant.reference,
            paired=all(getattr(variant.rules, name) == getattr(other.rules, name) for name in _SHARED),
        )
