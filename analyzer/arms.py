"""Who sits where: an experiment laid out as seatings of policies, and which of them are set against each other.

A comparison averages within a deal: the candidate sits in every seat in turn (with partners: plays for each side in
turn, the whole side switches), everybody else plays the ``against`` policy, and the baseline does the same on the same
deal. Seatings that come out equal are one seating and are played once. When the baseline is the ``against`` policy, all
its seatings are the same round, so `k` seats cost ``k + 1`` rounds a deal in place of ``2 k``.

What pairs best was measured (variance-reduction factors of all ready questions: ``tests/data/pairing.csv``):

* With partners the whole side switches, not one seat in turn. The factor of one seat is larger (partner Block, wins:
  doubles early 2.95 against 2.27, best accompanied 2.28 against 2.18, memory 7.0 against 4.7), but its effect is only
  half of the side's, and a round of whole sides tells 1.9, 2.7 and 1.8 times as much about whether there is one.
* Ties are broken from one word of the seat's stream, whatever the policy, and ``random`` takes the same bits of it.
  With bits of its own it paired worse: Doubles early in Doubles 4.4 against 7.5, memory in Block 2.6 against 27, locks
  in Draw 2.2 against 70.
* One order of the boneyard for all seats. An order for each seat (tried for two players: one draws from the front, the
  other from the back) makes habits pair 1.04 times as well in Doubles and Draw (geometric mean of all their cells),
  0.99 to 1.02 times elsewhere, and changes of the draw rule worse (0.82 to 1.06 times): not worth an order to keep.
* A priority by tile in place of an index among the equal moves was tried for `random` under changed rules: it gains 0
  to 9 % (openers' wins in Block with a spinner 2.10 to 2.29), not worth its cost at every choice.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from analyzer import measures
from analyzer.experiment import DEFAULT_NOISE, Comparison, Experiment, GameVariant, Play
from analyzer.extras import (
    Extras,
    LuckArm,
    make_crossings,
    make_curves,
    make_interactions,
    make_luck_changes,
)
from kernels.rules import Rules

if TYPE_CHECKING:
    from kernels.policies import Policy

__all__ = ["Arm", "Contrast", "Pair", "Plan", "Seating", "make_plan"]


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
    """One seating measured by itself, or one policy in every seat in turn.

    Attributes
    ----------
    seating : Seating
        The seating; of several the first, read from side 0.
    label : str
        Who sits there.
    measures : tuple of str
        What is measured.
    against : str
        Label of the policy in the other seats, empty for a single seating.
    others : tuple of Seating
        The same policy on the sides 1, 2, ...; a deal's value is the sum over all sides.
    """

    seating: Seating
    label: str
    measures: tuple[str, ...]
    against: str = ""
    others: tuple[Seating, ...] = ()

    @property
    def seatings(self) -> tuple[Seating, ...]:
        """The seatings in the order they are needed."""
        return (self.seating, *self.others)

    @property
    def variant(self) -> int:
        """Position of the game."""
        return self.seating.variant


@dataclass(frozen=True)
class Contrast:
    """Two arms on the same deals.

    Deal `d` of both arms is always taken together, also where a rule change deals other hands: these are cut from one
    shuffle, so that deals of one number are not independent. (Doubles with hands of 8 and of 7, two equal players:
    correlation 0.37 of who wins, 0.61 of the tiles played. Taken for independent, as by Welch's t, the interval would
    be too wide, or, elsewhere, too narrow.)

    Attributes
    ----------
    kind : str
        ``comparison`` of policies, ``pair`` of policies that stand side by side, or ``rule change``.
    pairs : tuple of Pair
        One a seating; a deal's difference is the sum over them.
    measures : tuple of str
        What is measured.
    policy, baseline, against : str
        Labels; the last two are empty for a rule change.
    reference : str
        Label of the reference variant of a rule change, else empty.
    parameter : float or None
        What makes the candidate one of a sweep.
    """

    kind: Literal["comparison", "pair", "rule change"]
    pairs: tuple[Pair, ...]
    measures: tuple[str, ...]
    policy: str
    baseline: str = ""
    against: str = ""
    reference: str = ""
    parameter: float | None = None

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
    extras : Extras
        What is measured beyond the items.
    """

    rules: tuple[Rules, ...]
    items: tuple[Arm | Contrast, ...]
    seed: int
    play: Play
    extras: Extras = field(default_factory=Extras)

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
        items.extend(_paired_arms(experiment, index, variant.rules))
        items.extend(_comparison(experiment, one, index, variant.rules) for one in experiment.comparisons)
    items.extend(_rule_changes(experiment))
    if not items:
        raise ValueError("nothing to measure: the experiment has neither a comparison nor a measure of its seats")
    rules = tuple(variant.rules for variant in experiment.variants)
    return Plan(rules, tuple(items), experiment.seed, experiment.play, _extras(experiment, items))


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
    candidate = _on_sides(experiment, comparison.candidate, comparison.against, index, rules)
    baseline = _on_sides(experiment, comparison.baseline, comparison.against, index, rules)
    pairs = tuple(Pair(*both, side) for side, both in enumerate(zip(candidate, baseline, strict=True)))
    return Contrast(
        comparison.kind,
        pairs,
        _in_play(comparison.measures or experiment.measures, rules.players),
        comparison.candidate,
        comparison.baseline,
        comparison.against,
        parameter=comparison.parameter,
    )


def _on_sides(experiment: Experiment, label: str, against: str, index: int, rules: Rules) -> list[Seating]:
    """Seat a policy on every side in turn, whole sides at a time, another one everywhere else."""
    policy, other = _policy(experiment, label), _policy(experiment, against)
    return [
        Seating(index, tuple(policy if seat % rules.sides == side else other for seat in range(rules.players)))
        for side in range(rules.sides)
    ]


def _paired_arms(experiment: Experiment, index: int, rules: Rules) -> Iterator[Arm]:
    """Yield every policy of a table of all pairs by itself; candidates have their own values beside the baseline's."""
    if any(one.kind == "comparison" for one in experiment.comparisons):
        return
    wanted = _in_play(experiment.measures, rules.players)
    labels = {name: one.against for one in experiment.comparisons for name in (one.candidate, one.baseline)}
    for label, against in labels.items():
        first, *others = _on_sides(experiment, label, against, index, rules)
        yield Arm(first, label, wanted, against, tuple(others))


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
        )


def _extras(experiment: Experiment, items: list[Arm | Contrast]) -> Extras:
    """Lay out what is measured beyond the items. A search for the best policy drops items: it has nothing but luck."""
    contrasts = {
        index: item
        for index, item in enumerate(items)
        if isinstance(item, Contrast) and item.kind == "comparison" and not experiment.best
    }
    scales = {
        (one.variant, name): measures.scale(name, experiment.variants[one.variant].rules)
        for one in contrasts.values()
        for name in one.measures
    }
    luck = tuple(_luck(experiment))
    changes = {
        index: item for index, item in enumerate(items) if isinstance(item, Contrast) and item.kind == "rule change"
    }
    return Extras(
        () if experiment.best else experiment.split,
        tuple(make_interactions(experiment, contrasts, scales)),
        tuple(make_crossings(experiment, changes)),
        make_curves(contrasts),
        luck,
        tuple(make_luck_changes(experiment, luck)),
    )


def _luck(experiment: Experiment) -> Iterator[LuckArm]:
    """Yield the tables whose deals are played several times: the baseline in every seat, or the experiment's seats."""
    luck, compared = experiment.luck, experiment.comparisons
    if luck is None:
        return
    for index in range(len(experiment.variants)):
        if compared:
            label = compared[0].baseline if compared[0].kind == "comparison" else compared[0].against
            seats = (_policy(experiment, label),) * experiment.variants[index].players
        else:
            seating, label = _seated(experiment, index)
            seats = seating.policies
        own = (1.0,) if all(one.kind == "uniform" for one in seats) else DEFAULT_NOISE
        for noise in luck.noise or own:
            policies = tuple(policy.with_noise(noise) for policy in seats)
            yield LuckArm(index, policies, label, noise, luck.plays)
