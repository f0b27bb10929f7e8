"""Games behind the numbers: deals on which two arms played differently, found by playing the first few thousand again.

Of each comparison three: the first deal on which the rounds differ, one whose difference is the median of those that
are not 0, and the one whose difference is largest. They show what a number is made of; they prove nothing, and the
largest one is no typical round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from analyzer import chunks, measures
from analyzer.convergence import who
from analyzer.round_record import round_record
from analyzer.slices import headlines
from kernels import engine
from kernels.log import LoggedRound

if TYPE_CHECKING:
    from analyzer.arms import Contrast, Pair, Plan, Seating
    from analyzer.experiment import Experiment

__all__ = ["MOST_COMPARISONS", "SCANNED", "examples"]

Table = npt.NDArray[np.void]

SCANNED = 4_096
"""Deals that are looked at: 10 to 30 milliseconds for a comparison of two players."""

MOST_COMPARISONS = 8
_LOGGED = 64  # deals before the first different outcome that are compared move by move


@dataclass(frozen=True)
class _Scan:
    """What the first deals of a contrast gave, by seating (side) and deal.

    Attributes
    ----------
    differs : numpy.ndarray
        bool, shape ``(sides, deals)``: whether anything that was counted differs between the two rounds.
    values : numpy.ndarray
        int64, shape ``(sides, deals)``: the difference of the measure, in multiples of ``1 / scale``.
    measure : str
    scale : int
    """

    differs: npt.NDArray[np.bool_]
    values: npt.NDArray[np.int64]
    measure: str
    scale: int


def examples(
    experiment: Experiment,
    plan: Plan,
    deals: int,
    most: int = MOST_COMPARISONS,
    stopped: Callable[[], bool] = lambda: False,
) -> list[dict[str, Any]]:
    """Return examples of the differences that a run is about, as plain data.

    Parameters
    ----------
    experiment, plan : Experiment, Plan
        What was played; there are none of matches.
    deals : int
        Of the run: no other deals are looked at.
    most : int
        Comparisons at most.
    stopped : callable
        Asked before each comparison; once it says yes, nothing more is played.
    """
    result: list[dict[str, Any]] = []
    played: dict[Seating, Table] = {}  # the baseline's rounds serve every comparison
    if plan.play != "rounds":
        return result
    for index in dict.fromkeys(index for index, _ in headlines(plan, most)):
        if stopped():
            break
        item: Any = plan.items[index]
        try:
            result += _of_contrast(experiment, plan, item, min(SCANNED, deals), played)
        except engine.EngineError:  # of a policy that fails on a deal that the run never came to
            continue
    return result


def _of_contrast(
    experiment: Experiment, plan: Plan, item: Contrast, deals: int, played: dict[Seating, Table]
) -> Iterator[dict[str, Any]]:
    scan = _scan(plan, item, deals, played)
    for why, place in _chosen(plan, item, scan).items():
        side, deal = place
        pair = item.pairs[side]
        logged = [_log(plan, seating, deal) for seating in (pair.first, pair.second)]
        value = int(scan.values[place])
        yield who(experiment, item, scan.measure) | {
            "why": why,
            "deal": deal,
            "seed": plan.seed,
            "seat": pair.side,
            "difference": value if scan.scale == 1 else value / scan.scale,
            "scanned": deals,
            "parts_at": _parts_at(*logged),
            "rounds": [_round(experiment, item, pair, second, logged[second]) for second in (0, 1)],
        }


def _scan(plan: Plan, item: Contrast, deals: int, played: dict[Seating, Table]) -> _Scan:
    """Play the first deals of both arms again."""
    name = _measure(item)
    differs: list[npt.NDArray[np.bool_]] = []
    values: list[npt.NDArray[np.int64]] = []
    for pair in item.pairs:
        for seating in (pair.first, pair.second):
            if seating not in played:
                played[seating] = chunks.play(plan, seating, 0, deals)
        first, second = played[pair.first], played[pair.second]
        rules = plan.rules[pair.first.variant], plan.rules[pair.second.variant]
        differs.append(np.asarray(first != second))
        values.append(
            measures.read(name, first, pair.side, rules[0]) - measures.read(name, second, pair.side, rules[1])
        )
    return _Scan(np.array(differs), np.array(values), name, measures.scale(name, plan.rules[item.variant]))


def _measure(item: Contrast) -> str:
    """Return what examples are ordered by: something that has more values than won and lost."""
    units = {name: measures.reader(name).unit for name in item.measures}
    counted = [name for name, unit in units.items() if unit != "probability"]
    if item.kind == "rule change":
        return counted[0] if counted else "winner_points"
    return next((name for name in counted if measures.reader(name).by_side and units[name] == "points"), "points")


def _chosen(plan: Plan, item: Contrast, scan: _Scan) -> dict[str, tuple[int, int]]:
    """Choose (side, deal) of each example; none if no two rounds differ."""
    first = _first(plan, item, scan)
    if first is None:
        return {}
    chosen = {"first difference": first}
    found = np.argwhere(scan.values.T) if scan.values.any() else np.argwhere(scan.differs.T)
    places = [(int(side), int(deal)) for deal, side in found]  # deal by deal, side by side
    if not places:
        return chosen
    values = np.array([scan.values[place] for place in places])
    middle = int(np.sort(values)[(len(values) - 1) // 2])
    largest = int(np.abs(values).max())
    up = values.sum() >= 0  # of two as large, the one that goes the way of them all
    extremes = values == (largest if up else -largest)
    extremes = extremes if extremes.any() else np.abs(values) == largest
    for why, wanted in (("median round", values == middle), ("most extreme", extremes)):
        fitting = [places[place] for place in np.flatnonzero(wanted)]
        chosen[why] = next((place for place in fitting if place not in chosen.values()), fitting[0])
    return chosen


def _first(plan: Plan, item: Contrast, scan: _Scan) -> tuple[int, int] | None:
    """Return side and deal of the first two rounds that differ, be it in a move that changed nothing that is counted.

    Only the first `_LOGGED` deals are compared move by move; after them a difference is one of the outcome.
    """
    deals, different = scan.differs.shape[1], np.flatnonzero(scan.differs.any(axis=0))
    outcome = int(different[0]) if different.size else deals
    for deal in range(min(outcome, _LOGGED)):
        for side, pair in enumerate(item.pairs):
            logged = [_log(plan, seating, deal) for seating in (pair.first, pair.second)]
            if _parts_at(*logged) is not None:
                return side, deal
    return None if outcome == deals else (int(scan.differs[:, outcome].argmax()), outcome)


def _log(plan: Plan, seating: Seating, deal: int) -> LoggedRound:
    return engine.log_deal(plan.rules[seating.variant], seating.policies, plan.seed, deal)


def _parts_at(one: LoggedRound, other: LoggedRound) -> int | None:
    """Return the first move in which two rounds differ, None if there is none; rounds of other hands differ at once."""
    if one.hands != other.hands:
        return 0
    moves = [[(move.seat, move.move) for move in logged.moves] for logged in (one, other)]
    if moves[0] == moves[1]:
        return None
    pairs = enumerate(zip(*moves, strict=False))
    return next((place for place, (a, b) in pairs if a != b), min(map(len, moves)))


def _round(experiment: Experiment, item: Contrast, pair: Pair, second: int, logged: LoggedRound) -> dict[str, Any]:
    """Write down one arm's round."""
    seating = pair.second if second else pair.first
    variant = experiment.variants[seating.variant]
    label = item.baseline if second and item.kind != "rule change" else item.policy
    return round_record(
        variant.rules,
        variant.label,
        _names(experiment, item, label, pair.side, variant.players),
        (logged.hands, logged.boneyard),
        logged.moves,
        logged.record,
        policy=label,
    )


def _names(experiment: Experiment, item: Contrast, label: str, side: int, players: int) -> Sequence[str]:
    """Return who sits in each seat."""
    if item.kind == "rule change":
        seats = list(experiment.seats or ())[:players]
        return seats + seats[-1:] * (players - len(seats))
    sides = experiment.variants[item.variant].rules.sides
    return [label if seat % sides == side else item.against for seat in range(players)]
