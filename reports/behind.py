"""What lies behind the figures, planned: how the estimates settled, and how the rounds came out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from reports.details import Details, Settling, Spread
from reports.facts import Facts
from reports.formats import count, level, number, plural, scale, unit_word
from reports.histograms import Bin, Histogram, HistogramPlot
from reports.labels import label_of
from reports.rows import PAIR, RULE_CHANGE, Row, shared
from reports.sentences import capital, colour_of, game_words, interval_names
from reports.trails import Trail, TrailPlot, TrailPoint
from reports.vocabulary import measure_named, with_players

__all__ = ["DataTable", "PlannedData", "settling_plot", "spread_plots"]

MOST_TRAILS = 12
MOST_SPREADS = 8
MOST_BINS = 30
MOST_LOOKS = 10  # in the table; the picture has all

_UNITS = {"plays": "tiles", "winner_points": "points", "pips_left": "pips"}
_TITLES = {"plays": "Tiles played", "winner_points": "Points to the winner", "pips_left": "Pips left"}
_ORDER = tuple(_TITLES)


@dataclass(frozen=True)
class DataTable:
    """The figures of a picture as a table: headings, and rows of texts."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class PlannedData:
    """A picture with its title, its caption and its figures as a table."""

    plot: TrailPlot | HistogramPlot
    title: str
    caption: str
    data: DataTable


# --- how estimates settled -------------------------------------------------------------------------------------------


def settling_plot(details: Details, rows: Sequence[Row], facts: Facts) -> PlannedData | None:
    """Plan how the estimates settled, or None where nothing is known of it.

    Parameters
    ----------
    details : Details
        What the run keeps.
    rows : sequence of Row
        The results: the verdicts are theirs.
    facts : Facts
        The manifest.
    """
    settlings = [_with_result(one, rows) for one in details.settlings[:MOST_TRAILS]]
    if not settlings:
        return None
    known = [one.row for one in settlings]
    trails = tuple(_trail(one, known, facts) for one in settlings)
    plot = TrailPlot(
        key="settling",
        label="Curves with bands: the estimates after more and more deals. The table below it has figures.",
        trails=trails,
        names=tuple(
            dict.fromkeys(name for row in known for name in (row.policy, row.baseline, row.house_rules) if name)
        ),
    )
    return PlannedData(
        plot, "The estimates after more and more deals", _settling_caption(known, facts), _looks(settlings, facts)
    )


def _with_result(settling: Settling, rows: Sequence[Row]) -> Settling:
    """Return how an estimate settled with the row of the results it belongs to, if there is one."""
    names = ("kind", "game", "house_rules", "players", "policy", "baseline", "against", "reference", "measure")
    own = [getattr(settling.row, name) for name in names]
    found = next((row for row in rows if not row.split and [getattr(row, name) for name in names] == own), None)
    return Settling(found, settling.looks) if found and found.known else settling


def _trail(settling: Settling, rows: Sequence[Row], facts: Facts) -> Trail:
    """Plan one panel."""
    row = settling.row
    times = 100.0 if row.unit == "probability" else 1.0
    label = label_of(row, rows, facts)
    unit = unit_word(row.unit, difference=row.difference)
    points = []
    for look in settling.looks:
        shown = scale(look.estimate, look.low, look.high, row.unit, signed=row.difference)
        tip = f"{plural(look.deals, 'deal')}: {shown.value} ({shown.interval}) {unit}"
        points.append(TrailPoint(look.deals, times * look.estimate, times * look.low, times * look.high, tip))
    name = capital(measure_named(row.measure).name)
    return Trail(
        title=label.main,
        detail=f"{name}, {unit}",
        points=tuple(points),
        colour=colour_of(row),
        shown=scale(row.estimate, row.low, row.high, row.unit, signed=row.difference).value,
        zero=row.difference,
    )


def _settling_caption(rows: Sequence[Row], facts: Facts) -> str:
    confidence = shared(rows, "confidence")
    confidence = confidence if confidence and confidence == confidence else facts.confidence
    named = f"{level(confidence)} {interval_names(rows)}" if confidence == confidence else interval_names(rows)
    reason = facts.stopped or shared(rows, "stopped") or ""
    stopped = f" Why it ended: {reason.rstrip('.')}." if reason else ""
    return (
        f"Line: the estimate after so many deals; band: its {named} at that moment, the first ones cut off. The dot is "
        f"where the run ended; its figure is in the tables.{stopped}"
    )


def _looks(settlings: Sequence[Settling], facts: Facts) -> DataTable:
    """List some of the looks, the first and the last among them."""
    rows = []
    known = [one.row for one in settlings]
    for settling in settlings:
        row, looks = settling.row, settling.looks
        unit = unit_word(row.unit, difference=row.difference)
        for place in sorted({round(n * (len(looks) - 1) / (MOST_LOOKS - 1)) for n in range(MOST_LOOKS)}):
            look = looks[place]
            shown = scale(look.estimate, look.low, look.high, row.unit, signed=row.difference)
            what = f"{label_of(row, known, facts).main}, {measure_named(row.measure).name}"
            rows.append((what, count(look.deals), f"{shown.value} {unit}", shown.interval))
    return DataTable(("What", "Deals", "Estimate", "Interval"), tuple(rows))


# --- how rounds came out ---------------------------------------------------------------------------------------------


def spread_plots(details: Details, rows: Sequence[Row], facts: Facts) -> tuple[PlannedData, ...]:
    """Plan the distributions: one picture a comparison, with both arms; arms that no comparison has, alone."""
    left = list(details.spreads)
    planned: list[PlannedData] = []
    for row in _subjects(rows):
        first = _by_measure(one for one in details.spreads if _is_arm(one.row, row))
        second = _by_measure(one for one in details.spreads if _is_other(one.row, row))
        pairs = [(first[measure], second[measure]) for measure in first if measure in second]
        if pairs:
            left = [one for one in left if not _is_arm(one.row, row) and not _is_other(one.row, row)]
            names = _arm_names(row, facts)
            title = _named(f"{names[0]} and {names[1]}", row, details, facts)
            planned.append(_spread_plot(pairs, names, title, row, facts, len(planned)))
    for key in dict.fromkeys(_arm_key(one.row) for one in left):
        alone = [(one,) for one in left if _arm_key(one.row) == key]
        row = alone[0][0].row
        name = row.policy or "all seats"
        planned.append(_spread_plot(alone, (name,), _named(name, row, details, facts), row, facts, len(planned)))
    return tuple(planned[:MOST_SPREADS])


def _named(title: str, row: Row, details: Details, facts: Facts) -> str:
    """Add the game to a title where there are several."""
    several = len({one.row.variant for one in details.spreads}) > 1 and row.kind != RULE_CHANGE
    players = f" {with_players(row.players)}" if row.players else ""
    return f"{title}: {game_words(row, facts)}{players}" if several else title


def _by_measure(spreads: Iterable[Spread]) -> dict[str, Spread]:
    """Return one of each measure, the first."""
    found: dict[str, Spread] = {}
    for one in spreads:
        found.setdefault(one.row.measure, one)
    return found


def _subjects(rows: Sequence[Row]) -> Iterator[Row]:
    """Yield one row of each comparison and change of rules."""
    seen = set()
    for row in rows:
        if row.role in ("comparison", PAIR, RULE_CHANGE) and row.subject not in seen:
            seen.add(row.subject)
            yield row


def _arm_key(row: Row) -> tuple[object, ...]:
    return (row.variant, row.policy, row.against)


def _is_arm(arm: Row, row: Row) -> bool:
    """Say whether an arm is the first of a comparison."""
    return _arm_key(arm) == _arm_key(row)


def _is_other(arm: Row, row: Row) -> bool:
    """Say whether an arm is the second of a comparison: the baseline, or the reference rules."""
    if row.kind != RULE_CHANGE:
        return (arm.variant, arm.policy, arm.against) == (row.variant, row.baseline, row.against)
    rules = f" ({arm.house_rules})" if arm.house_rules else ""
    label = f"{arm.game}{rules}"
    names = (label, f"{label}, {arm.players} players")
    return arm.policy == row.policy and arm.players == row.players and row.reference in names


def _arm_names(row: Row, facts: Facts) -> tuple[str, str]:
    """Name the two arms of a comparison."""
    if row.kind == RULE_CHANGE:
        return row.house_rules or facts.game_title(row.game), row.reference or "the game’s own rules"
    return row.policy, row.baseline


def _spread_plot(
    groups: Sequence[tuple[Spread, ...]], names: tuple[str, ...], title: str, row: Row, facts: Facts, place: int
) -> PlannedData:
    """Plan one picture."""
    ordered = sorted(groups, key=lambda group: _ORDER.index(m) if (m := group[0].row.measure) in _ORDER else 9)
    panels, lines = [], []
    for group in ordered[:3]:
        measure = group[0].row.measure
        unit = _UNITS.get(measure, group[0].row.unit or measure)
        name = _TITLES.get(measure, capital(measure_named(measure).name))
        bins = tuple(_bins(group, names, unit))
        panels.append(Histogram(name, unit, bins))
        lines += [(f"{name}: {_range(one, unit)}", *(f"{number(share, 2)} %" for share in one.shares)) for one in bins]
    plot = HistogramPlot(
        key=f"spread-{place + 1}",
        label=f"Histograms: {', '.join(panel.title.lower() for panel in panels)}. The table below it has figures.",
        arms=names,
        panels=tuple(panels),
        names=names,
    )
    where = " ".join(part for part in (game_words(row, facts), with_players(row.players)) if part)
    against = f", opponents: {row.against}" if row.against else ""
    return PlannedData(
        plot,
        title,
        _spread_caption(ordered[0], where + against),
        DataTable(("Share of rounds with", *names), tuple(lines)),
    )


def _spread_caption(group: tuple[Spread, ...], where: str) -> str:
    deals = max((one.row.deals for one in group), default=0)
    rounds = max(one.total for one in group)
    n = f"{plural(rounds, 'round')}" + (f" of {plural(deals, 'deal')}" if deals and deals != rounds else "")
    both = (
        " each. Whether the two differ is judged by the intervals in the tables, not by the eye."
        if len(group) > 1
        else "."
    )
    return f"{capital(where)}. Exact shares, {n}{both}"


def _bins(group: tuple[Spread, ...], names: tuple[str, ...], unit: str) -> Iterator[Bin]:
    """Yield bins of equal width; the last takes the thin tail too."""
    low, high = min(one.values[0] for one in group), max(_most(one) for one in group)
    width = _bin_width(high - low + 1)
    low -= low % width
    edges = list(range(low, high + 1, width))
    for edge in edges:
        end = edge + width if edge != edges[-1] else 10**9
        shares = tuple(
            100 * sum(n for value, n in zip(one.values, one.counts, strict=True) if edge <= value < end) / one.total
            for one in group
        )
        endless = edge == edges[-1] and any(one.values[-1] >= edge + width for one in group)
        said = ", ".join(f"{name} {number(share, 2)} %" for name, share in zip(names, shares, strict=True))
        bare = Bin(edge, edge + width, shares, endless=endless)
        yield replace(bare, tip=f"{_range(bare, unit)}: {said}")


def _most(spread: Spread) -> int:
    """Return the value up to which all but two in a thousand lie."""
    seen = 0
    for value, n in zip(spread.values, spread.counts, strict=True):
        seen += n
        if seen >= 0.998 * spread.total:
            return value
    return spread.values[-1]


def _bin_width(span: int) -> int:
    return next(width for width in (1, 2, 5, 10, 20, 50, 100, 500, 10**4, 10**9) if span <= MOST_BINS * width)


def _range(one: Bin, unit: str) -> str:
    """Say which numbers a bin has."""
    low, last = one.low, one.high - 1
    if one.endless:
        return f"{low} {unit} or more"
    return f"{low} {unit}" if low == last else f"{low} to {last} {unit}"
