"""House rules side by side as matrices: rules by measures, and rules by policies."""

from __future__ import annotations

from collections.abc import Sequence

from reports.facts import Facts
from reports.figures import PlannedPlot
from reports.formats import decimals_for, level, number, plural, scale, unit_word
from reports.heatmap import Matrix, MatrixCell, MatrixLine
from reports.house import House, Variant, margin_of
from reports.labels import Label
from reports.matrix import cell_of, step_words, steps_of
from reports.rows import Row, shared
from reports.sentences import capital, interval_names, opponents_words
from reports.vocabulary import VERDICTS, measure_named, quoted

__all__ = ["changes_matrix", "figures_of", "gained", "gains_matrix"]

_STEPS = (3, 10, 30)
"""The tint gets stronger where a change is so many margins."""

_SAID = VERDICTS[""]  # of cells that are no difference


def figures_of(house: House, facts: Facts) -> list[PlannedPlot]:
    """Plan the figures of a run of house rules side by side."""
    changes = [row for variant in house.variants for row in variant.changes]
    planned = [PlannedPlot(changes_matrix(house, facts), "What each rule changes", _changes_caption(changes, facts))]
    gains = gains_matrix(house, facts)
    if gains:
        rows = [row for variant in house.every for row in variant.gains]
        planned.append(PlannedPlot(gains, "What each policy gains under which rules", _gains_caption(rows, facts)))
    return planned


# --- rules by measures -----------------------------------------------------------------------------------------------


def changes_matrix(house: House, facts: Facts) -> Matrix:
    """Plan the matrix of all changes: the values under the house's own rules, and a line of differences a variant."""
    firsts = {row.measure: row for variant in house.variants for row in variant.changes}
    lines = [_line(house.own, [_value(name, house.own) for name in firsts])]
    for variant in house.variants:
        found = {row.measure: row for row in variant.changes}
        cells = [cell_of(found[name], _steps(found[name], facts)) if name in found else None for name in firsts]
        lines.append(_line(variant, cells))
    return Matrix(
        key="",
        label="Heat map, house rules by measures: what each rule changes. The tables below have the same figures.",
        unit="units as in the headings",
        columns=tuple(_column(row) for row in firsts.values()),
        lines=tuple(lines),
        steps=("under 3", "3 to 10", "10 to 30", "over 30 margins"),
        names=tuple(text for variant in house.variants for text in variant.label),
        first_head="House rules",
    )


def _line(variant: Variant, cells: Sequence[MatrixCell | None]) -> MatrixLine:
    return MatrixLine(variant.label, tuple(cells))


def _column(row: Row) -> Label:
    """Head a column; the names of measures that are no shares say what is counted."""
    return Label(capital(measure_named(row.measure).name), "percentage points" if row.unit == "probability" else "")


def _steps(row: Row, facts: Facts) -> tuple[float, ...]:
    """Return the sizes at which the tint of a change gets stronger, in the unit it is shown in."""
    times = 100.0 if row.unit == "probability" else 1.0
    return tuple(step * times * margin_of(row, facts) for step in _STEPS)


def _value(measure: str, own: Variant) -> MatrixCell | None:
    """Plan the cell of a value that others are compared with."""
    row = next((row for row in own.values if row.measure == measure and row.known), None)
    if row is None:
        return None
    shown = scale(row.estimate, row.low, row.high, row.unit)
    half = (100.0 if row.unit == "probability" else 1.0) * (row.high - row.low) / 2
    percent = " %" if row.unit == "probability" else ""
    return MatrixCell(shown.value + percent, shown.interval, f"±{number(half, decimals_for(0, -half, half))}", _SAID, 0)


def _changes_caption(rows: Sequence[Row], facts: Facts) -> str:
    return (
        f"First line: the house's own rules. Below it: each set of rules less those, and under the figure "
        f"{_interval(rows)}.{_deals(rows)} Tinted: established, the stronger the more margins it is (a margin: inside "
        f"of it a difference counts as practically the same; {_margins(rows, facts)}); outlined: not established, or "
        "practically the same."
    )


def _margins(rows: Sequence[Row], facts: Facts) -> str:
    """Name the margins, measures of the same one together."""
    groups: dict[str, list[str]] = {}
    for row in {row.measure: row for row in rows}.values():
        margin = margin_of(row, facts) * (100 if row.unit == "probability" else 1)
        unit = unit_word(row.unit, f"{margin:g}", difference=True)
        groups.setdefault(f"{margin:g} {unit}", []).append(measure_named(row.measure).name)
    return "; ".join(f"{margin} for {', '.join(names)}" for margin, names in groups.items())


def _interval(rows: Sequence[Row]) -> str:
    confidence = shared(rows, "confidence")
    return f"its {level(confidence) + ' ' if confidence else ''}{interval_names(rows)}"


def _deals(rows: Sequence[Row]) -> str:
    deals = shared(rows, "deals")
    return f" {plural(deals, 'deal')} each." if deals else ""


# --- rules by policies -----------------------------------------------------------------------------------------------


def gains_matrix(house: House, facts: Facts) -> Matrix | None:
    """Plan the matrix of gains: a line a set of rules, a column a policy, and the best one; None without policies."""
    rows = [row for variant in house.every for row in variant.gains]
    if not any(row.known for row in rows):
        return None
    steps, policies = steps_of(rows), tuple(dict.fromkeys(row.policy for row in rows))
    lines = []
    for variant in house.every:
        found = {row.policy: row for row in variant.gains}
        cells = [cell_of(found[name], steps) if name in found else None for name in policies]
        lines.append(_line(variant, [*cells, *([_best_cell(variant)] if house.own.pairs else [])]))
    best = [Label("Best policy", "ahead of the next")] if house.own.pairs else []
    name = measure_named(rows[0].measure).name
    return Matrix(
        key="",
        label=f"Heat map, house rules by policies: gain in {name}. The tables below have the same figures.",
        unit=unit_word(rows[0].unit, difference=True),
        columns=(*(Label(policy) for policy in policies), *best),
        lines=tuple(lines),
        steps=step_words(rows[0], steps),
        names=(*policies, *(text for variant in house.variants for text in variant.label)),
        first_head="House rules",
    )


def _best_cell(variant: Variant) -> MatrixCell:
    """Plan the cell that names the best policy, and how far it is ahead of the next."""
    best, closest = variant.standing.best, variant.lead
    if not best or closest is None:
        return MatrixCell("none", "not established", "", _SAID, 0)
    shown = scale(closest.estimate, closest.low, closest.high, closest.unit)
    return MatrixCell(best, f"{shown.value} ({shown.interval})", f"by {shown.value}", _SAID, 0)


def _gains_caption(rows: Sequence[Row], facts: Facts) -> str:
    return (
        f"{capital(gained(rows, facts))}, seats taken in turn; below the figure {_interval(rows)}.{_deals(rows)} "
        "The best policy is named where it is established to be better than every other one."
    )


def gained(rows: Sequence[Row], facts: Facts) -> str:
    """Say what a gain is: ``rounds won less those of the baseline “random”, opponents playing at random``."""
    baseline, against = shared(rows, "baseline"), shared(rows, "against")
    opponents = f", {opponents_words(against, facts)}" if against else ""
    return f"{measure_named(rows[0].measure).name} less those of the baseline {quoted(baseline)}{opponents}"
