"""Luck: the share of an outcome's variance that the deal fixes, by game and by how noisy the players are."""

from __future__ import annotations

import math
from collections.abc import Sequence

from reports.curves import Curve, CurvePlot, CurvePoint
from reports.facts import Facts
from reports.formats import count, plural, scale
from reports.rows import Row, group_by, shared
from reports.sentences import Sentence, capital, context, game_words, interval_words, row_words, value_words
from reports.vocabulary import measure_named, with_players
from reports.words import seating

__all__ = ["curve_plot", "is_curve", "noise_words", "outcome_words", "sentences"]

MOST_CURVES = 9
_OUTCOMES = {
    "win": "who wins a round",
    "opener_wins": "whether the opener wins a round",
    "match_win": "who wins a match",
    "points": "the points of a round",
    "margin": "the margin of a round",
}


def outcome_words(measure: str) -> str:
    """Say which outcome varies: ``who wins a round``."""
    name = measure.removeprefix("luck_")
    if name.startswith("win_seat_"):
        return "who wins a round"
    return _OUTCOMES.get(name, measure_named(name).name)


def noise_words(row: Row) -> str:
    """Say how noisy the players are, nothing if it is not said."""
    if not math.isfinite(row.parameter):
        return ""
    if row.parameter == 0:
        return "players without noise"
    if row.parameter == 1:
        return "players who move at random"
    return f"players who play {100 * row.parameter:.3g} % of their moves at random"


def is_curve(rows: Sequence[Row]) -> bool:
    """Say whether rows make curves over noise: three levels or more in some game."""
    return any(
        len({row.parameter for row in family if row.known and math.isfinite(row.parameter)}) > 2
        for family in group_by(rows, _family)
    )


def _family(row: Row) -> tuple[object, ...]:
    return (row.variant, row.policy, row.measure)


def curve_plot(rows: Sequence[Row], facts: Facts, key: str) -> CurvePlot:
    """Plan the curves of one measure over the players' noise."""
    families = group_by([row for row in rows if row.known and math.isfinite(row.parameter)], _family)[:MOST_CURVES]
    return CurvePlot(
        key=key,
        label=f"Curve with a band: share of {outcome_words(rows[0].measure)} that the deal fixes, by the noise.",
        across="share of moves played at random, %",
        upwards="% of the variance that the deal fixes",
        curves=tuple(_curve(family, rows, facts) for family in families),
        span=(0.0, 112.0),  # room for a figure above 100
        names=tuple(dict.fromkeys(facts.game_title(row.game) for row in rows)),
    )


def _curve(family: Sequence[Row], rows: Sequence[Row], facts: Facts) -> Curve:
    ordered = sorted(family, key=lambda row: row.parameter)
    ends = (ordered[0], ordered[-1])
    points = tuple(
        CurvePoint(
            100 * row.parameter,
            100 * row.estimate,
            100 * row.low,
            100 * row.high,
            shown=f"{scale(row.estimate, row.low, row.high, row.unit).value} %" if row in ends else "",
            tip=f"{noise_words(row)}: {row_words(row)}",
        )
        for row in ordered
    )
    players = with_players(family[0].players) if shared(rows, "players") is None else ""
    seats = f"seats: {family[0].policy}" if shared(rows, "policy") is None and family[0].policy else ""
    return Curve(f"{game_words(family[0], facts)} {players}".strip(), points, detail=seats)


def sentences(rows: Sequence[Row], facts: Facts) -> list[Sentence]:
    """Say of each game which share of the outcome's variance the deal fixes, at the least and at the most noise."""
    if not rows:
        return []
    firsts = [row for row in rows if row.measure == rows[0].measure]
    return [Sentence(_said(family, facts)) for family in group_by(firsts, _family)[:MOST_CURVES]]


def _said(family: Sequence[Row], facts: Facts) -> str:
    """Say what is known of one game."""
    known = sorted((row for row in family if row.known), key=lambda row: (math.isnan(row.parameter), row.parameter))
    first = family[0]
    where = context(first, facts)
    start = f"{where}, " if where else ""
    start += f"{seating(first.policy, facts)}, " if first.policy else ""
    outcome = outcome_words(first.measure)
    if not known:
        return f"{start}luck by {outcome}: too few deals for an interval ({count(first.deals)})."
    parts = [_share(known[0], outcome)]
    if len(known) > 1:
        parts.append(_next_share(known[-1]))
    times = known[0].games // known[0].deals if known[0].deals else 0
    rest = f"; {plural(known[0].deals, 'deal')}, each played {f'{times} times' if times > 1 else 'several times'}"
    return capital(f"{start}{' and '.join(parts)}{rest}.")


def _share(row: Row, outcome: str) -> str:
    with_whom = f" among {noise_words(row)}" if noise_words(row) else ""
    return f"the deal fixes {value_words(row)} of the variance of {outcome}{with_whom} ({interval_words(row)})"


def _next_share(row: Row) -> str:
    return f"{value_words(row)} among {noise_words(row) or 'the others'} ({interval_words(row, named=False)})"
