"""Which dot plots a run deserves: one for each measure of its comparisons, or of its arms if it has none."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from reports.facts import Facts
from reports.figures import MOST_DOTS, Dot, DotPlot
from reports.formats import level, plural, scale, unit_word
from reports.labels import label_of, shared_words
from reports.rows import ARM, COMPARISON, RULE_CHANGE, Row, group_by, shared
from reports.vocabulary import measure_named, verdict_of
from reports.words import equal_share, established

__all__ = ["MOST_PLOTS", "PlannedPlot", "plots_of"]

MOST_PLOTS = 6


@dataclass(frozen=True)
class PlannedPlot:
    """A plot with the title and the caption it gets on the page."""

    plot: DotPlot
    title: str
    caption: str


def plots_of(rows: Sequence[Row], facts: Facts) -> tuple[tuple[PlannedPlot, ...], str]:
    """Return the plots of a run, and a note about what is only in the tables (empty if nothing)."""
    kinds = [kind for kind in (COMPARISON, RULE_CHANGE) if any(row.kind == kind for row in rows)] or [ARM]
    groups = [
        group for kind in kinds for group in group_by([row for row in rows if row.kind == kind], _figure_of) if group
    ]
    drawable = [group for group in groups if any(row.known for row in group)]
    plots = [_plan(group, facts, index) for index, group in enumerate(drawable[:MOST_PLOTS])]
    left = len(groups) - len(plots)
    note = f"{plural(left, 'more measure').capitalize()} without a picture: see the tables." if left else ""
    return tuple(plots), note


def _figure_of(row: Row) -> str:
    """Return which figure a row belongs to: seats of one measure share a figure."""
    return re.sub(r"_seat_\d+$", "_seat_", row.measure)


def _plan(group: Sequence[Row], facts: Facts, index: int) -> PlannedPlot:
    """Plan one figure."""
    known = [row for row in group if row.known]
    shown = known[:MOST_DOTS]
    first = shown[0]
    name = _name_of(first)
    difference = first.difference
    confidence = shared(shown, "confidence")
    named = f"{level(confidence)} interval" if confidence else "interval"
    unit = unit_word(first.unit, difference=difference)
    plot = DotPlot(
        key=f"figure-{index + 1}",
        label=f"Dot plot with intervals: {name}. The table below has the same figures.",
        axis=_axis(first, unit),
        dots=tuple(_dot(row, shown, facts) for row in shown),
        heads=("difference" if difference else "value", named),
        zero=difference,
    )
    return PlannedPlot(plot, _title(first, name), _caption(group, shown, facts, named))


def _name_of(row: Row) -> str:
    if row.measure.startswith("win_seat_"):
        return "rounds won by seat"
    if row.measure.startswith("points_seat_"):
        return "points by seat"
    return measure_named(row.measure).name


def _title(row: Row, name: str) -> str:
    tail = {COMPARISON: ", difference from the baseline", RULE_CHANGE: ", change from the reference rules"}
    return f"{name[:1].upper()}{name[1:]}{tail.get(row.kind, '')}"


def _axis(row: Row, unit: str) -> str:
    measure = measure_named(row.measure)
    if row.difference:
        return f"{measure.fewer}  ←  {unit}  →  {measure.more}"
    return f"{unit} of rounds" if row.unit == "probability" and row.measure != "match_win" else unit


def _dot(row: Row, rows: Sequence[Row], facts: Facts) -> Dot:
    """Plan one row of a figure."""
    times = 100.0 if row.unit == "probability" else 1.0
    shown = scale(row.estimate, row.low, row.high, row.unit, signed=row.difference)
    label = label_of(row, rows, facts)
    share = equal_share(row, facts)
    return Dot(
        label=label.main,
        detail=label.detail,
        value=times * row.estimate,
        low=times * row.low,
        high=times * row.high,
        shown=shown.value,
        interval=shown.interval,
        colour=_colour(row),
        verdict=_verdict(row),
        mark=times * share if share else None,
        names=tuple(name for name in (row.policy, row.baseline, row.house_rules, facts.game_title(row.game)) if name),
    )


def _colour(row: Row) -> str:
    if not row.difference:
        return "accent"
    if not established(row):
        return "same" if row.verdict == "practically the same" else "undecided"
    if row.kind == RULE_CHANGE:
        return "better" if row.estimate > 0 else "worse"
    return verdict_of(row.verdict).key if row.verdict else "accent"


def _verdict(row: Row) -> str:
    verdict = verdict_of(row.verdict, row.kind == RULE_CHANGE, row.estimate)
    return f"{verdict.mark} {verdict.words}".strip()


def _caption(group: Sequence[Row], shown: Sequence[Row], facts: Facts, named: str) -> str:
    """Say what the picture shows and on how many deals it stands."""
    deals = shared(shown, "deals")
    basis = f" {plural(deals, 'deal')}{' each' if len(shown) > 1 else ''}." if deals else ""
    context = shared_words(shown, facts)
    said = [f"{context}." if context else "", f"Dot: estimate; line: {named}.{basis}"]
    if any(equal_share(row, facts) for row in shown):
        said.append("Upright tick: an equal share for every player.")
    if any(_colour(row) == "undecided" for row in shown):
        said.append("A hollow dot is undecided.")
    if len(shown) < len(group):
        said.append(f"{len(shown)} of {len(group)} rows are drawn; the table has all.")
    return " ".join(part for part in said if part)
