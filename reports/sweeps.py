"""Dose and response: one weight, or the noise, of a policy swept over a grid and compared with a baseline."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from reports.curves import Curve, CurvePlot, CurvePoint
from reports.facts import Facts
from reports.formats import MINUS, plural, scale, unit_word
from reports.rows import Row, group_by, shared
from reports.sentences import (
    Sentence,
    basis,
    capital,
    colour_of,
    context,
    established,
    game_words,
    interval_words,
    listed,
    row_verdict,
    row_words,
    signed_words,
)
from reports.vocabulary import measure_named, policy_phrase, quoted, with_players
from reports.words import sign_words

__all__ = ["Swept", "curve_plot", "dose_text", "family_of", "plots_of", "sentences", "swept_of"]

MOST_CURVES = 9


class Swept(NamedTuple):
    """What a policy of a sweep is called: the policy, and what is varied of it."""

    policy: str
    feature: str

    @property
    def words(self) -> str:
        """What is varied, in words: ``weight on doubles``, ``noise``."""
        return self.feature if self.feature in ("noise", "") else f"weight on {self.feature}"


def swept_of(row: Row) -> Swept:
    """Read a label such as ``hold[doubles=-3]``; a label of another form is the policy's, of an unknown parameter."""
    match = re.fullmatch(r"(?s)(.*)\[(.+?)=[^\]]*\]", row.policy)
    return Swept(match[1], match[2].removeprefix("weight ").strip()) if match else Swept(row.policy, "parameter")


def dose_text(value: float) -> str:
    """Write a value of the grid."""
    return f"{round(value, 9):g}".replace("-", MINUS)


def family_of(row: Row) -> tuple[object, ...]:
    """Return what the points of one curve have in common."""
    return (row.question, *swept_of(row), row.variant, row.baseline, row.against, row.measure)


def plots_of(rows: Sequence[Row]) -> list[list[Row]]:
    """Group rows into figures: the curves of one sweep by one measure, in all its games."""
    return group_by(rows, lambda row: (row.question, *swept_of(row), row.baseline, row.against, row.measure))


def curve_plot(rows: Sequence[Row], facts: Facts, key: str) -> CurvePlot:
    """Plan the figure of one sweep by one measure."""
    families = group_by(rows, family_of)[:MOST_CURVES]
    first = rows[0]
    measure = measure_named(first.measure)
    unit = unit_word(first.unit, difference=True)
    return CurvePlot(
        key=key,
        label=f"Curve with a band: {measure.name} by {swept_of(first).words}. The tables below have the same figures.",
        across=swept_of(first).words,
        upwards=f"{unit}, {measure.more} above, {measure.fewer} below",
        curves=tuple(_curve(family, rows, facts) for family in families),
        zero=f"baseline: {first.baseline}" if first.baseline else "baseline",
        names=tuple(dict.fromkeys((first.baseline, *(facts.game_title(row.game) for row in rows)))),
    )


def _curve(family: Sequence[Row], rows: Sequence[Row], facts: Facts) -> Curve:
    """Plan one curve, its highest and lowest established points with their figures."""
    known = sorted((row for row in family if row.known), key=lambda row: row.parameter)
    sure = [row for row in known if established(row)]
    ends = {id(pick(sure, key=lambda row: row.estimate)) for pick in (max, min) if sure}
    points = tuple(_point(row, id(row) in ends) for row in known)
    players = with_players(family[0].players) if shared(rows, "players") is None else ""
    title = f"{game_words(family[0], facts)} {players}".strip()
    return Curve(title, points, baseline=_baseline(family, facts))


def _point(row: Row, told: bool) -> CurvePoint:
    times = 100.0 if row.unit == "probability" else 1.0
    shown = scale(row.estimate, row.low, row.high, row.unit, signed=True).value
    value, low, high = (times * part for part in (row.estimate, row.low, row.high))
    return CurvePoint(row.parameter, value, low, high, colour_of(row), shown if told else "", row_words(row))


def _baseline(family: Sequence[Row], facts: Facts) -> float | None:
    """Return where the baseline lies on the grid: where its plays are the same, or what its own weights say."""
    for row in family:
        if row.estimate == row.low == row.high == 0:
            return row.parameter
    feature = swept_of(family[0]).feature
    same = [_rest(facts.written.get(name), feature) for name in (family[0].policy, family[0].baseline)]
    if same[0] is None or same[0] != same[1]:
        return None
    own = _part(facts.written[family[0].baseline], feature)
    return own if min(row.parameter for row in family) <= own <= max(row.parameter for row in family) else None


def _rest(written: object, feature: str) -> dict[str, object] | None:
    """Return what a policy of weights is besides one of its weights, or its noise; None for policies of other kinds."""
    if not isinstance(written, Mapping) or not isinstance(written.get("weights"), Mapping):
        return None
    parts = {**written["weights"], **{key: value for key, value in written.items() if key != "weights"}}
    return {key: value for key, value in parts.items() if value and key != feature}


def _part(written: Mapping[str, object], feature: str) -> float:
    """Return a policy's weight on a feature, or its noise."""
    weights = written["weights"]
    found = written.get("noise", 0) if feature == "noise" else weights.get(feature, 0)  # type: ignore[attr-defined]
    return float(found) if isinstance(found, int | float) else math.nan


# --- sentences -------------------------------------------------------------------------------------------------------


def sentences(rows: Sequence[Row], facts: Facts) -> list[Sentence]:
    """Say of each curve where it is highest and lowest, and over which values it is better or worse."""
    firsts = [row for row in rows if row.measure == rows[0].measure]
    return [Sentence(_said(family, facts)) for family in group_by(firsts, family_of)[:MOST_CURVES]]


def _said(family: Sequence[Row], facts: Facts) -> str:
    """Say what one curve establishes."""
    first, known = family[0], [row for row in family if row.known]
    where = context(first, facts)
    swept, than = swept_of(first), policy_phrase(first.baseline, facts.written)
    doses = [row.parameter for row in family]
    start = (
        f"{where + ', ' if where else ''}{quoted(swept.policy)} with a {swept.words} from {dose_text(min(doses))} to "
        f"{dose_text(max(doses))} ({plural(len(family), 'value')}), compared with {than}, "
        f"by {measure_named(first.measure).name}"
    )
    sure = sorted((row for row in known if established(row)), key=lambda row: row.estimate)
    if not sure:
        widest = max(known, key=lambda row: abs(row.estimate), default=None)
        figures = f"; the largest is {_at(widest, facts)}" if widest else ""
        return f"{capital(start)}: no difference is established{figures}."
    told = f"the largest estimate is {_at(sure[-1], facts)}"
    if len(sure) > 1:
        told += f", the smallest {_at(sure[0])}"
    return f"{capital(start)}: {told}. {_ranges(known)}"


def _at(row: Row, facts: Facts | None = None) -> str:
    """Write a point with its interval; also on how many deals it stands, if the manifest is given."""
    more = f"; {basis(row, facts)}" if facts else ""
    return f"{signed_words(row)} at {dose_text(row.parameter)} ({interval_words(row)}{more})"


def _ranges(rows: Sequence[Row]) -> str:
    """Say over which values which verdict holds: better from −3 to −0.5, worse from 0.5 to 3."""
    ordered = sorted(rows, key=lambda row: row.parameter)
    runs: list[tuple[str, list[Row]]] = []
    for row in ordered:
        word = row_verdict(row).words or sign_words(row)
        if runs and runs[-1][0] == word:
            runs[-1][1].append(row)
        else:
            runs.append((word, [row]))
    parts = [f"{word} {_range(found)}" for word, found in runs]
    return f"{capital(listed(parts))}." if len(runs) <= 5 else f"{plural(len(rows), 'value')} in the table."


def _range(rows: Sequence[Row]) -> str:
    low, high = dose_text(rows[0].parameter), dose_text(rows[-1].parameter)
    return f"at {low}" if len(rows) == 1 else f"from {low} to {high}"
