"""Curves with a band, one small picture a game on a common scale, drawn for wide and for narrow screens."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reports.canvas import Drawing, Frame, Sheet, fit, private_settings

__all__ = ["Curve", "CurvePlot", "CurvePoint", "draw_curves"]

_LEFT, _RIGHT, _TOP, _FOOT = 44.0, 18.0, 48.0, 46.0  # around the axes of a panel


@dataclass(frozen=True)
class CurvePoint:
    """A point of a curve in the unit it is shown in.

    `shown` is written beside it, `tip` shown to those who point at it; both may be empty.
    """

    x: float
    value: float
    low: float
    high: float
    colour: str = "accent"
    shown: str = ""
    tip: str = ""


@dataclass(frozen=True)
class Curve:
    """A curve: its points from left to right.

    Attributes
    ----------
    title, detail : str
        What the curve belongs to.
    points : tuple of CurvePoint
        At least one.
    baseline : float or None
        Where the baseline itself lies on the horizontal axis.
    """

    title: str
    points: tuple[CurvePoint, ...]
    detail: str = ""
    baseline: float | None = None


@dataclass(frozen=True)
class CurvePlot:
    """Curves on a common scale.

    Attributes
    ----------
    key : str
        Letters, digits and dashes; unique in the page.
    label : str
        What the picture shows, for readers who do not see it.
    across, upwards : str
        What the axes show, with units.
    curves : tuple of Curve
        One panel each.
    zero : str
        What the line at zero stands for; empty if zero is no value to compare with.
    span : tuple of float or None
        Ends of the vertical axis where they are given by nature, such as 0 and 100 %.
    names : tuple of str
        The users' own names in it: those that a font may lack.
    """

    key: str
    label: str
    across: str
    upwards: str
    curves: tuple[Curve, ...]
    zero: str = ""
    span: tuple[float, float] | None = None
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Panel:
    """Where a panel is, in points."""

    left: float
    top: float
    width: float
    height: float


def draw_curves(plot: CurvePlot) -> Drawing:
    """Draw curves for both widths.

    Raises
    ------
    ValueError
        If there is nothing to draw.
    """
    if not any(curve.points for curve in plot.curves):
        raise ValueError("no point has an interval to draw")
    with private_settings(plot.names) as undrawn:
        return Drawing(_svg(plot, 904, False), _svg(plot, 350, True), undrawn)


def _svg(plot: CurvePlot, width: float, narrow: bool) -> str:
    """Draw all panels on one sheet."""
    panels = tuple(_panels(len(plot.curves), width, narrow))
    last = panels[-1]
    sheet = Sheet(width, last.top + last.height)
    span = plot.span or _span(plot)
    for curve, panel in zip(plot.curves, panels, strict=True):
        _panel(sheet, plot, curve, panel, span)
    return sheet.svg(f"{plot.key}-{'narrow' if narrow else 'wide'}", plot.label)


def _panels(count: int, width: float, narrow: bool) -> Iterator[_Panel]:
    """Place the panels: up to three side by side, one below the other on narrow screens."""
    beside = 1 if narrow else 2 if count in (2, 4) else min(count, 3)
    across = 680.0 if count == 1 and not narrow else width / beside
    height = 250.0 if narrow else 350.0 if count == 1 else 262.0
    for number in range(count):
        yield _Panel((number % beside) * across, (number // beside) * height, across, height)


def _span(plot: CurvePlot) -> tuple[float, float]:
    """Return the ends of the vertical axis: all intervals, and zero if it is compared with."""
    ends = [end for curve in plot.curves for point in curve.points for end in (point.low, point.high)]
    low, high = min([*ends, 0.0]) if plot.zero else min(ends), max([*ends, 0.0]) if plot.zero else max(ends)
    air = 0.17 * (high - low) or 0.05 * abs(high) or 1.0
    return low - air, high + air


def _panel(sheet: Sheet, plot: CurvePlot, curve: Curve, panel: _Panel, span: tuple[float, float]) -> None:
    """Draw one panel: headings, axes, band, curve, dots."""
    room = panel.width - _RIGHT
    sheet.text(panel.left + 2, panel.top + 12, fit(curve.title, room, 13), 13, "ink", weight=700)
    sheet.text(panel.left + 2, panel.top + 29, fit(curve.detail or plot.upwards, room, 11), 11, "muted")
    frame = Frame(
        sheet,
        panel.left + _LEFT,
        panel.top + _TOP,
        panel.width - _LEFT - _RIGHT,
        panel.height - _TOP - _FOOT,
        _reach(curve.points),
        span,
    )
    frame.axis_upwards(5)
    frame.axis_across(6, plot.across)
    if plot.zero:
        sheet.line([frame.left, frame.right], [frame.y(0), frame.y(0)], "axis", 1.1)
        _baseline(frame, plot, curve)
    _curve(frame, curve.points)


def _reach(points: Sequence[CurvePoint]) -> tuple[float, float]:
    low, high = min(point.x for point in points), max(point.x for point in points)
    air = 0.05 * (high - low) or 1.0
    return low - air, high + air


def _baseline(frame: Frame, plot: CurvePlot, curve: Curve) -> None:
    """Mark where the baseline lies: an upright line with its name at the top, or the name at the line of zero."""
    if curve.baseline is None:
        frame.sheet.text(frame.right, frame.y(0) - 9, plot.zero, 10.5, "muted", "right")
        return
    x = frame.x(curve.baseline)
    frame.sheet.lines([[(x, frame.top), (x, frame.bottom)]], "axis", 1.0, dashes=(3, 3))
    right = _highest(curve, 1) > _highest(curve, -1)  # beside the lower part of the curve
    frame.sheet.text(x + (-5 if right else 5), frame.top + 5, plot.zero, 10.5, "muted", "right" if right else "left")


def _highest(curve: Curve, side: int) -> float:
    """Return the highest point to the left (-1) or right (1) of the baseline."""
    baseline = curve.baseline or 0.0
    return max((point.high for point in curve.points if side * (point.x - baseline) >= 0), default=-math.inf)


def _curve(frame: Frame, points: Sequence[CurvePoint]) -> None:
    """Draw the band, the curve, and a dot a point: filled if established, hollow if undecided, square if the same."""
    band = [(frame.x(point.x), frame.y(point.high)) for point in points]
    band += [(frame.x(point.x), frame.y(point.low)) for point in reversed(points)]
    frame.sheet.area(band, "accent", 0.2, order=2)
    frame.sheet.lines([[(frame.x(point.x), frame.y(point.value)) for point in points]], "accent", 1.6, order=3)
    for colour in dict.fromkeys(point.colour for point in points):
        same = [point for point in points if point.colour == colour]
        bars = [[(frame.x(p.x), frame.y(p.low)), (frame.x(p.x), frame.y(p.high))] for p in same]
        frame.sheet.lines(bars, colour, 1.6, order=3)
        places = [(frame.x(point.x), frame.y(point.value)) for point in same]
        frame.sheet.markers(places, "s" if colour == "same" else "o", colour, 6.5, hollow=colour == "undecided")
    low, high = frame.upwards
    for point in points:
        if point.shown:
            _figure(frame, point, point.value >= (low + high) / 2 or point.low < low + 0.16 * (high - low))
        if point.tip:
            frame.sheet.tip(frame.x(point.x) - 5, frame.top, 10, frame.height, point.tip)


def _figure(frame: Frame, point: CurvePoint, above: bool) -> None:
    """Write a point's figure above or below it, inside the panel."""
    x, y = frame.x(point.x), frame.y(point.high) - 12 if above else frame.y(point.low) + 12
    place = (x - frame.left) / frame.width
    side = "left" if place < 0.1 else "right" if place > 0.9 else "center"
    frame.sheet.text(x, y, point.shown, 12, point.colour, side, 700)
