"""Dot plots planned: of comparisons, rule changes, interactions and arms, of splits, and of luck without a curve."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from reports import luck, splits
from reports.facts import Facts
from reports.figures import MOST_DOTS, Dot, DotPlot, PlannedPlot
from reports.formats import count, level, plural, scale, unit_word
from reports.labels import label_of, shared_words
from reports.rows import COMPARISON, INTERACTION, PAIR, RULE_CHANGE, Row, shared
from reports.sentences import colour_of, game_words, interval_names, row_verdict, row_words
from reports.vocabulary import measure_named
from reports.words import equal_share

__all__ = ["figure_of", "luck_plot", "plan", "split_plot"]


def figure_of(row: Row) -> str:
    """Return which figure a row belongs to: seats of one measure share a figure."""
    return re.sub(r"_seat_\d+$", "_seat_", row.measure)


def plan(group: Sequence[Row], facts: Facts) -> PlannedPlot:
    """Plan the figure of one measure."""
    known = [row for row in group if row.known]
    shown = known[:MOST_DOTS]
    first = shown[0]
    name = _name_of(first)
    named = _interval_head(shown)
    plot = DotPlot(
        key="",
        label=f"Dot plot with intervals: {name}. The table below has the same figures.",
        axis=_axis(first, unit_word(first.unit, difference=first.difference)),
        dots=tuple(_dot(row, shown, facts) for row in shown),
        heads=("difference" if first.difference else "value", named),
        zero=first.difference,
    )
    return PlannedPlot(plot, _title(first, name), _caption(group, shown, facts, named))


def _interval_head(rows: Sequence[Row]) -> str:
    """Name the intervals of some rows: ``95 % interval``."""
    confidence = shared(rows, "confidence")
    name = interval_names(rows)
    return f"{level(confidence)} {name}" if confidence else name


def _name_of(row: Row) -> str:
    if row.measure.startswith("win_seat_"):
        return "rounds won by seat"
    if row.measure.startswith("points_seat_"):
        return "points by seat"
    return measure_named(row.measure).name


def _title(row: Row, name: str) -> str:
    tail = {
        COMPARISON: ", difference from the baseline",
        RULE_CHANGE: ", change from the reference rules",
        INTERACTION: ": how far the effect of a habit differs between games or rules",
        PAIR: ", difference of the two",
    }
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
        colour=colour_of(row),
        verdict=_verdict(row),
        mark=times * share if share else None,
        tip=f"{label.main}: {row_words(row)}",
        names=tuple(name for name in (row.policy, row.baseline, row.house_rules, facts.game_title(row.game)) if name),
    )


def _verdict(row: Row) -> str:
    verdict = row_verdict(row)
    return f"{verdict.mark} {verdict.words}".strip()


def _caption(group: Sequence[Row], shown: Sequence[Row], facts: Facts, named: str) -> str:
    """Say what the picture shows and on how many deals it stands."""
    deals = shared(shown, "deals")
    basis = f" {plural(deals, 'deal')}{' each' if len(shown) > 1 else ''}." if deals else ""
    context = shared_words(shown, facts)
    said = [f"{context}." if context else "", f"Dot: estimate; line: {named}.{basis}"]
    if any(equal_share(row, facts) for row in shown):
        said.append("Upright tick: an equal share for every player.")
    if any(colour_of(row) == "undecided" for row in shown):
        said.append("A hollow dot is undecided.")
    if len(shown) < len(group):
        said.append(f"{len(shown)} of {len(group)} rows are drawn; the table has all.")
    return " ".join(part for part in said if part)


# --- splits and luck -------------------------------------------------------------------------------------------------


def split_plot(family: Sequence[Row], whole: Row | None, facts: Facts) -> PlannedPlot:
    """Plan the figure of one comparison, or arm, in groups of deals; all deals come first."""
    first = next(row for row in family if row.known)
    name = measure_named(first.measure).name
    dots = [_part_dot(whole, "all deals", "")] if whole and whole.known else []
    for axis in splits.axes_of(family):
        head = f"by {splits.part_of(axis[0]).axis}"
        dots += [_part_dot(row, splits.part_of(row).group, head if row is axis[0] else "") for row in axis]
    drawn = dots[:MOST_DOTS]
    named = _interval_head(family)
    plot = DotPlot(
        key="",
        label=f"Dot plot with intervals, by groups of deals: {name}. The table below has the same figures.",
        axis=_axis(first, unit_word(first.unit, difference=first.difference)),
        dots=tuple(drawn),
        heads=("difference" if first.difference else "value", named),
        zero=first.difference,
        compact=True,
    )
    who = f"{first.policy} vs {first.baseline}" if first.baseline else first.policy
    title = f"{name[:1].upper()}{name[1:]} by the deal: {who}"
    left = f" {len(drawn)} of {len(dots)} groups are drawn; the table has all." if len(drawn) < len(dots) else ""
    return PlannedPlot(
        plot, title, f"{_where(first, facts)}. Dot: estimate; line: {named}. Hollow: not established.{left}"
    )


def _where(row: Row, facts: Facts) -> str:
    return shared_words([row], facts)


def _part_dot(row: Row, label: str, section: str) -> Dot:
    """Plan one group of deals; one with too few deals has its words and no dot."""
    n = plural(row.deals, "deal")
    if not row.known:
        return Dot(label, math.nan, math.nan, math.nan, "", splits.TOO_FEW, detail=n, section=section)
    times = 100.0 if row.unit == "probability" else 1.0
    shown = scale(row.estimate, row.low, row.high, row.unit, signed=row.difference)
    value, low, high = (times * part for part in (row.estimate, row.low, row.high))
    tip = f"{label}: {row_words(row)}"
    return Dot(label, value, low, high, shown.value, shown.interval, n, colour_of(row), section=section, tip=tip)


def luck_plot(rows: Sequence[Row], facts: Facts) -> DotPlot:
    """Plan luck where there is no curve: a dot a game."""
    dots = []
    for row in rows[:MOST_DOTS]:
        shown = scale(row.estimate, row.low, row.high, row.unit)
        detail = ", ".join(part for part in (luck.noise_words(row), f"{count(row.deals)} deals") if part)
        dots.append(
            Dot(
                label=game_words(row, facts),
                detail=detail,
                value=100 * row.estimate,
                low=100 * row.low,
                high=100 * row.high,
                shown=shown.value,
                interval=shown.interval,
                tip=f"{game_words(row, facts)}: {row_words(row)}",
            )
        )
    return DotPlot(
        key="",
        label=f"Dot plot with intervals: share of {luck.outcome_words(rows[0].measure)} that the deal fixes.",
        axis="% of the variance that the deal fixes",
        dots=tuple(dots),
        heads=("value", _interval_head(rows)),
        zero=False,
        span=(0.0, 100.0),
    )
