"""Curves with a band, one small picture a game on a common scale, drawn for wide and for narrow screens."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reports.canvas import Drawing, Sheet, fit, private_settings, quiet_ticks
from reports.svg import COLOURS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Curve", "CurvePlot", "CurvePoint", "draw_curves"]

_LEFT, _RIGHT, _TOP, _FOOT = 44.0, 18.0, 48.0, 46.0  # around the axes of a panel


@dataclass(frozen=True)
class CurvePoint:
    """A point of a curve in the unit it is shown in, with its figure as text (empty: not written into the picture)."""

    x: float
    value: float
    low: float
    high: float
    colour: str = "accent"
    shown: str = ""


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
    axes = sheet.axes(panel.left + _LEFT, panel.top + _TOP, panel.width - _LEFT - _RIGHT, panel.height - _TOP - _FOOT)
    axes.set_ylim(*span)
    axes.set_xlim(*_reach(curve.points))
    quiet_ticks(axes.xaxis, 6)
    quiet_ticks(axes.yaxis, 5)
    axes.grid(axis="y", color=COLOURS["rule"], linewidth=0.8)
    axes.set_axisbelow(True)
    axes.set_xlabel(plot.across, fontsize=11.5, color=COLOURS["muted"], labelpad=5, parse_math=False)
    if plot.zero:
        axes.axhline(0, color=COLOURS["axis"], linewidth=1.1, zorder=1)
    _baseline(axes, plot, curve)
    _curve(axes, curve.points)


def _reach(points: Sequence[CurvePoint]) -> tuple[float, float]:
    low, high = min(point.x for point in points), max(point.x for point in points)
    air = 0.05 * (high - low) or 1.0
    return low - air, high + air


def _baseline(axes: Axes, plot: CurvePlot, curve: Curve) -> None:
    """Mark where the baseline lies: an upright line with its name at the top, or the name at the line of zero."""
    if not plot.zero:
        return
    style: dict[str, Any] = {"fontsize": 10.5, "color": COLOURS["muted"], "parse_math": False}
    if curve.baseline is None:
        axes.annotate(
            plot.zero,
            (1, 0),
            (0, 4),
            xycoords=("axes fraction", "data"),
            textcoords="offset points",
            ha="right",
            **style,
        )
        return
    axes.axvline(curve.baseline, color=COLOURS["axis"], linewidth=1.0, linestyle=(0, (3, 3)), zorder=1)
    right = _highest(curve, 1) > _highest(curve, -1)  # beside the lower part of the curve
    axes.annotate(
        plot.zero,
        (curve.baseline, 1),
        (-5 if right else 5, -9),
        xycoords=("data", "axes fraction"),
        textcoords="offset points",
        ha="right" if right else "left",
        **style,
    )


def _highest(curve: Curve, side: int) -> float:
    """Return the highest point to the left (-1) or right (1) of the baseline."""
    baseline = curve.baseline or 0.0
    return max((point.high for point in curve.points if side * (point.x - baseline) >= 0), default=-math.inf)


def _curve(axes: Axes, points: Sequence[CurvePoint]) -> None:
    """Draw the band, the curve, and a dot a point: filled if established, hollow if undecided, square if the same."""
    xs = [point.x for point in points]
    band = ([point.low for point in points], [point.high for point in points])
    axes.fill_between(xs, *band, color=COLOURS["accent"], alpha=0.2, linewidth=0, zorder=2)
    axes.plot(xs, [point.value for point in points], color=COLOURS["accent"], linewidth=1.6, zorder=3)
    middle, floor = sum(axes.get_ylim()) / 2, axes.get_ylim()[0] + 0.16 * (axes.get_ylim()[1] - axes.get_ylim()[0])
    for point in points:
        colour = COLOURS[point.colour]
        axes.vlines(point.x, point.low, point.high, color=colour, linewidth=1.6, zorder=3)
        axes.plot(
            [point.x],
            [point.value],
            linestyle="none",
            marker="s" if point.colour == "same" else "o",
            markersize=6.5,
            markeredgewidth=1.5,
            markeredgecolor=colour,
            markerfacecolor=COLOURS["paper"] if point.colour == "undecided" else colour,
            zorder=4,
            clip_on=False,
        )
        if point.shown:
            _figure(axes, point, above=point.value >= middle or point.low < floor)


def _figure(axes: Axes, point: CurvePoint, above: bool) -> None:
    """Write a point's figure above or below it, inside the panel."""
    low, high = axes.get_xlim()
    place = (point.x - low) / (high - low)
    axes.annotate(
        point.shown,
        (point.x, point.high if above else point.low),
        (0, 6 if above else -15),
        textcoords="offset points",
        ha="left" if place < 0.1 else "right" if place > 0.9 else "center",
        fontsize=12,
        fontweight=700,
        color=COLOURS[point.colour],
        parse_math=False,
    )
