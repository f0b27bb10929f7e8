"""Which figures a run deserves, in the order they are looked at: matrices, curves, dot plots, splits, luck."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence

from reports import dotplots, luck, matrix, pairs, splits, sweeps
from reports.facts import Facts
from reports.figures import PlannedPlot
from reports.formats import level, plural
from reports.heatmap import Matrix
from reports.house import read_house
from reports.house_figures import figures_of
from reports.labels import shared_words
from reports.rows import (
    ARM,
    COMPARISON,
    INTERACTION,
    LUCK,
    PAIR,
    RULE_CHANGE,
    SPLIT,
    SWEEP,
    Row,
    group_by,
    shared,
    with_role,
)
from reports.sentences import interval_names
from reports.vocabulary import measure_named

__all__ = ["MOST_PLOTS", "plots_of"]

MOST_PLOTS = 6  # of each kind; the tables have all
MOST_MATRICES = 3


def plots_of(rows: Sequence[Row], facts: Facts) -> tuple[tuple[PlannedPlot, ...], str]:
    """Return the plots of a run, and a note about what is only in the tables (empty if nothing)."""
    house = read_house(rows, facts)
    if house:
        return tuple(_keyed(plot, number) for number, plot in enumerate(figures_of(house, facts), 1)), ""
    matrices, drawn = _matrices(with_role(rows, COMPARISON), facts)
    curves = _curves(with_role(rows, SWEEP), facts)
    triangles = _triangles(with_role(rows, PAIR), facts)
    dots, left = _dots(rows, facts, drawn)
    luck_plots = _luck(with_role(rows, LUCK), facts)
    parts = _splits(with_role(rows, SPLIT), rows, facts)
    planned = [*matrices, *curves, *triangles, *dots, *luck_plots, *parts]
    keyed = tuple(_keyed(plot, number) for number, plot in enumerate(planned, 1))
    note = f"{plural(left, 'more measure').capitalize()} without a picture: see the tables." if left else ""
    return keyed, note


def _keyed(planned: PlannedPlot, number: int) -> PlannedPlot:
    """Give a plot its key on the page."""
    return dataclasses.replace(planned, plot=dataclasses.replace(planned.plot, key=f"figure-{number}"))


def _name(row: Row) -> str:
    name = measure_named(row.measure).name
    return f"{name[:1].upper()}{name[1:]}"


# --- matrices --------------------------------------------------------------------------------------------------------


def _matrices(rows: Sequence[Row], facts: Facts) -> tuple[list[PlannedPlot], set[str]]:
    """Plan a matrix a measure, and return the measures that need no dot plot besides."""
    groups = [group for group in group_by(rows, lambda row: row.measure) if matrix.is_matrix(group)]
    planned = []
    for group in groups[:MOST_MATRICES]:
        plot = matrix.tips_matrix(group, facts, "")
        caption = _matrix_caption(plot, group, facts, _tip_words(group))
        planned.append(PlannedPlot(plot, f"{_name(group[0])}: every tip in every game", caption))
    return planned, {group[0].measure for group in groups}


def _tip_words(rows: Sequence[Row]) -> str:
    baseline = shared(rows, "baseline")
    return f"the tip less the baseline “{baseline}”" if baseline else "the tip less its baseline"


def _triangles(rows: Sequence[Row], facts: Facts) -> list[PlannedPlot]:
    """Plan a triangle for each group of pairs of three policies or more."""
    groups = [group for group in pairs.groups_of(rows) if len(pairs.standing_of(group).policies) > 2]
    planned = []
    for group in groups[:MOST_PLOTS]:
        plot = pairs.pairs_matrix(group, facts, "")
        caption = _matrix_caption(plot, group, facts, "the policy of the line less that of the column")
        where = f", {facts.game_title(group[0].game)}" if shared(rows, "variant") is None else ""
        planned.append(PlannedPlot(plot, f"{_name(group[0])}: every pair of policies{where}", caption))
    return planned


def _matrix_caption(plot: Matrix, rows: Sequence[Row], facts: Facts, what: str) -> str:
    """Say what a cell shows and on how many deals it stands."""
    context = shared_words(rows, facts)
    unit = "percentage points" if rows[0].unit == "probability" else rows[0].unit
    unplayed = not plot.triangular and any(cell is None for line in plot.lines for cell in line.cells)
    empty = " A dash: not played." if unplayed else ""
    left = sum(row.known for row in rows) - len(plot.cells)
    rest = f" {plural(left, 'difference')} found no room; the tables have all." if left > 0 else ""
    return (
        f"{context + '. ' if context else ''}Figure: {what}, in {unit}; below it {_intervals(rows)}.{_deals(rows)} "
        f"Tinted: established; outlined: not established.{empty}{rest}"
    )


def _intervals(rows: Sequence[Row]) -> str:
    """Say what the intervals are: ``its 95 % interval``."""
    confidence = shared(rows, "confidence")
    return f"its {level(confidence) + ' ' if confidence else ''}{interval_names(rows)}"


def _deals(rows: Sequence[Row]) -> str:
    deals = shared(rows, "deals")
    if deals:
        return f" {plural(deals, 'deal')}{' each' if len(rows) > 1 else ''}."
    fewest, most = min(row.deals for row in rows), max(row.deals for row in rows)
    return f" {fewest:,} to {plural(most, 'deal')} each."


# --- curves ----------------------------------------------------------------------------------------------------------


def _curves(rows: Sequence[Row], facts: Facts) -> list[PlannedPlot]:
    """Plan the curves of each sweep by each measure."""
    groups = [group for group in sweeps.plots_of(rows) if any(row.known for row in group)]
    return [
        PlannedPlot(
            sweeps.curve_plot(group, facts, ""),
            f"{_name(group[0])} by {sweeps.swept_of(group[0]).words} of “{sweeps.swept_of(group[0]).policy}”",
            _curve_caption(group, facts),
        )
        for group in groups[:MOST_PLOTS]
    ]


def _curve_caption(rows: Sequence[Row], facts: Facts) -> str:
    named = _intervals(rows).removeprefix("its ")
    band = f"the {named}" if "simultaneous" in named else f"{named}s"
    context = shared_words(rows, facts)
    together = ", which hold together for the whole curve" if "simultaneous" in named else ""
    return (
        f"{context + '. ' if context else ''}Difference from “{rows[0].baseline}”. Dots: estimates, filled where "
        f"established, hollow where not; band: {band}{'s' if 'simultaneous' in named else ''}{together}.{_deals(rows)}"
    )


def _luck(rows: Sequence[Row], facts: Facts) -> list[PlannedPlot]:
    """Plan luck as curves over noise, or as dots where there is no curve."""
    planned = []
    for group in group_by([row for row in rows if row.known], lambda row: row.measure)[:MOST_PLOTS]:
        title = f"Luck: how much of {luck.outcome_words(group[0].measure)} the deal fixes"
        caption = f"{_intervals(group).removeprefix('its ')}. {_deals(group).strip()}".capitalize()
        if luck.is_curve(group):
            text = f"Dot: estimate; band: {caption[:1].lower()}{caption[1:]} The rest is up to the players’ choices."
            planned.append(PlannedPlot(luck.curve_plot(group, facts, ""), title, text))
        else:
            text = f"Dot: estimate; line: {caption[:1].lower()}{caption[1:]} The rest is up to the players’ choices."
            planned.append(PlannedPlot(dotplots.luck_plot(group, facts), title, text))
    return planned


# --- dots ------------------------------------------------------------------------------------------------------------


def _dots(rows: Sequence[Row], facts: Facts, drawn: set[str]) -> tuple[list[PlannedPlot], int]:
    """Plan the dot plots, and return how many measures are left to the tables."""
    kinds = [kind for kind in (COMPARISON, INTERACTION, RULE_CHANGE) if with_role(rows, kind)]
    if not kinds and not any(row.difference or row.kind == LUCK for row in rows):
        kinds = [ARM]
    alone = [row for row in rows if row.kind != INTERACTION or math.isnan(row.parameter)]  # those of sweeps are many
    groups = [group for kind in kinds for group in group_by(with_role(alone, kind), dotplots.figure_of)]
    groups = [group for group in groups if group[0].kind != COMPARISON or group[0].measure not in drawn]
    twos = [group for group in pairs.groups_of(with_role(rows, PAIR)) if len(pairs.standing_of(group).policies) == 2]
    groups += group_by([row for group in twos for row in group], dotplots.figure_of)
    drawable = [group for group in groups if any(row.known for row in group)]
    planned = [dotplots.plan(group, facts) for group in drawable[:MOST_PLOTS]]
    return planned, len(groups) - len(planned)


def _splits(rows: Sequence[Row], others: Sequence[Row], facts: Facts) -> list[PlannedPlot]:
    """Plan one small figure for each comparison that was split, by the first measure before the others."""
    families = [family for family in splits.families_of(rows) if any(row.known for row in family)]
    families.sort(key=lambda family: family[0].measure != rows[0].measure)
    return [dotplots.split_plot(one, splits.whole_of(one, others), facts) for one in families[:MOST_PLOTS]]
