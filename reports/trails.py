"""How estimates settled: a curve with its band over the deals, one small panel each, with its own scale."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reports.canvas import Drawing, Frame, Sheet, fit, private_settings

__all__ = ["Trail", "TrailPlot", "TrailPoint", "draw_trails"]

_LEFT, _RIGHT, _TOP, _FOOT = 50.0, 26.0, 48.0, 42.0
_LOG_FROM = 20  # last look to first look: from here on equal steps are equal factors


@dataclass(frozen=True)
class TrailPoint:
    """A look: after so many deals, the estimate with its interval in the unit shown, and all that as a text."""

    deals: int
    value: float
    low: float
    high: float
    tip: str = ""


@dataclass(frozen=True)
class Trail:
    """A panel.

    Attributes
    ----------
    title, detail : str
        What it shows, and in which unit.
    points : tuple of TrailPoint
        From the first look to the last.
    colour : str
        A role of `reports.svg.COLOURS`.
    shown : str
        The last estimate, written at its end.
    zero : bool
        Whether zero is a value to compare with.
    """

    title: str
    detail: str
    points: tuple[TrailPoint, ...]
    colour: str = "accent"
    shown: str = ""
    zero: bool = True


@dataclass(frozen=True)
class TrailPlot:
    """Panels with one kind of horizontal axis; `names` are the users' own names in it."""

    key: str
    label: str
    trails: tuple[Trail, ...]
    names: tuple[str, ...] = ()


def draw_trails(plot: TrailPlot) -> Drawing:
    """Draw the panels for both widths.

    Raises
    ------
    ValueError
        If there is nothing to draw.
    """
    if not any(trail.points for trail in plot.trails):
        raise ValueError("there is no look to draw")
    with private_settings(plot.names) as undrawn:
        return Drawing(_svg(plot, 904, False), _svg(plot, 350, True), undrawn)


def _svg(plot: TrailPlot, width: float, narrow: bool) -> str:
    places = tuple(_places(len(plot.trails), width, narrow))
    sheet = Sheet(width, places[-1][1] + places[-1][3])
    for trail, place in zip(plot.trails, places, strict=True):
        _panel(sheet, trail, *place)
    return sheet.svg(f"{plot.key}-{'narrow' if narrow else 'wide'}", plot.label)


def _places(count: int, width: float, narrow: bool) -> Iterator[tuple[float, float, float, float]]:
    """Yield left, top, width and height of each panel."""
    beside = 1 if narrow else 2 if count in (2, 4) else min(count, 3)
    across = 600.0 if count == 1 and not narrow else width / beside
    height = 236.0 if count > 1 or narrow else 290.0
    for number in range(count):
        yield number % beside * across, number // beside * height, across, height


def _panel(sheet: Sheet, trail: Trail, left: float, top: float, width: float, height: float) -> None:
    """Draw one panel."""
    room = width - 14
    sheet.text(left + 2, top + 12, fit(trail.title, room, 13), 13, "ink", weight=700)
    sheet.text(left + 2, top + 29, fit(trail.detail, room, 11), 11, "muted")
    first, last = trail.points[0].deals, trail.points[-1].deals
    log = last >= _LOG_FROM * first
    reach = (float(first), float(last)) if last > first else (0.0, float(last))
    frame = Frame(
        sheet, left + _LEFT, top + _TOP, width - _LEFT - _RIGHT, height - _TOP - _FOOT, reach, _span(trail), log
    )
    frame.axis_upwards(4)
    frame.axis_across(3 if width < 330 else 5, "deals")
    if trail.zero:
        sheet.line([frame.left, frame.right], [frame.y(0), frame.y(0)], "axis", 1.1)
    _curve(frame, trail)


def _span(trail: Trail) -> tuple[float, float]:
    """Return the ends of the vertical axis: later looks whole, the first ones, which are wild, cut off."""
    last = trail.points[-1]
    half = max((last.high - last.low) / 2, 1e-12)
    reach = max(8 * half, 1.1 * abs(last.value) if trail.zero else 0.0)
    low = max(min(point.low for point in trail.points), last.value - reach)
    high = min(max(point.high for point in trail.points), last.value + reach)
    if trail.zero:
        low, high = min(low, 0.0), max(high, 0.0)
    air = 0.06 * (high - low) or 1.0
    return low - air, high + air


def _curve(frame: Frame, trail: Trail) -> None:
    """Draw band, curve, and where it ends."""
    points = trail.points
    xs = [frame.x(point.deals) for point in points]
    sheet = frame.sheet
    if len(points) > 1:
        band = [(x, frame.y(point.high)) for x, point in zip(xs, points, strict=True)]
        band += [(x, frame.y(point.low)) for x, point in zip(reversed(xs), reversed(points), strict=True)]
        sheet.area(band, trail.colour, 0.2, order=2)
        sheet.lines([[(x, frame.y(point.value)) for x, point in zip(xs, points, strict=True)]], trail.colour, 1.8, 3)
    end = points[-1]
    sheet.lines([[(xs[-1], frame.y(end.low)), (xs[-1], frame.y(end.high))]], trail.colour, 2.4, 3, round_ends=True)
    hollow = trail.colour == "undecided"
    sheet.markers([(xs[-1], frame.y(end.value))], "s" if trail.colour == "same" else "o", trail.colour, 7, hollow)
    above = frame.y(end.high) - 11
    below = frame.y(end.low) + 12
    y = above if above > frame.top - 4 else below
    sheet.text(min(xs[-1] + 14, frame.right + 22), y, trail.shown, 12.5, trail.colour, "right", 700)
    _tips(frame, xs, points)


def _tips(frame: Frame, xs: Sequence[float], points: Sequence[TrailPoint]) -> None:
    """Explain each look in the strip around it."""
    middles = [(one + other) / 2 for one, other in itertools.pairwise(xs)]
    for left, right, point in zip([frame.left, *middles], [*middles, frame.right + 10], points, strict=True):
        if point.tip and right > left:
            frame.sheet.tip(left, frame.top, right - left, frame.height, point.tip)
