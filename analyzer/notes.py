"""What a reader must know to read the intervals and verdicts of a run, in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.analysis import Finding, contrasts_of, pairs_of
from analyzer.experiment import Experiment, GameVariant
from analyzer.sequences import Looks

__all__ = ["notes", "notes_on_best"]

_MOST_SAID = 8  # games that get a sentence each


def notes(found: list[Finding], confidence: float, looks: Looks | None = None) -> list[str]:
    """Return what a reader must know to read the intervals and verdicts, as sentences."""
    level = f"{confidence * 100:g} %"
    contrasts = contrasts_of(found)
    if looks is not None:
        return _notes_of_sequences(contrasts, level, looks)
    result = [f"Intervals are stated at the {level} level, each by itself; the deal is their unit."]
    if any(pairs_of(found)):
        result.append(
            f"Intervals of pairs are wider: they hold at the {level} level for all pairs of one game and measure at "
            "once (largest of the table's t values, from the exact covariance of the policies on the same deals)."
        )
    if len(contrasts) > 1:
        result.append(
            f"Verdicts hold for all {len(contrasts)} comparisons of this run together at the {level} level (Holm's "
            "adjustment), so an interval may leave out 0 and its verdict still be undecided."
        )
    return result


def notes_on_best(experiment: Experiment, best: list[tuple[GameVariant, tuple[str, ...]]]) -> list[str]:
    """Say which policy is the best of its table, or which are not told apart; of many games, in how many."""
    level, measure = f"{experiment.until.confidence * 100:g} %", experiment.judged_by
    clear = [(variant.label, labels[0]) for variant, labels in best if len(labels) == 1]
    if len(best) > _MOST_SAID:
        return [f"One policy is established as the best by {measure} in {len(clear)} of {len(best)} games."]
    result = [
        f"Best by {measure} in {game}: {label}, established against all others together at the {level} level."
        for game, label in clear
    ]
    return result + [
        f"No policy is established as the best by {measure} in {variant.label}; not told apart from the best: "
        f"{', '.join(labels)}."
        for variant, labels in best
        if len(labels) != 1
    ]


def _notes_of_sequences(contrasts: Sequence[Finding], level: str, looks: Looks) -> list[str]:
    """Say how intervals are to be read that were looked at while the run was going on."""
    decisive = sum(one.measure in looks.measures for one in contrasts)
    rest = len(contrasts) - decisive
    result = [
        "The run was looked at while it was going on, so every interval is that of a confidence sequence (asymptotic, "
        f"normal mixture): wider than for a fixed number of deals, and valid at the {level} level at all looks "
        f"together, from {looks.first:,} deals on, whatever made the run stop; the deal is their unit."
    ]
    if decisive > 1:
        result.append(
            f"The {decisive} differences by {', '.join(looks.measures)} share the error (union bound): their intervals "
            f"and verdicts hold all together at the {level} level."
        )
    if rest:
        result.append(
            f"So {'do' if rest > 1 else 'does'}, by {'themselves' if rest > 1 else 'itself'}, the {rest} "
            f"{'differences' if rest > 1 else 'difference'} by other measures."
        )
    return result
