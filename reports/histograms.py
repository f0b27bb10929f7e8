"""Distributions as small histograms: the candidate as bars, the baseline as a line over them, on one scale."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from reports.canvas import Drawing, Frame, Sheet, fit, private_settings, text_width

__all__ = ["Bin", "Histogram", "HistogramPlot", "draw_histograms"]

_LEFT, _RIGHT, _TOP, _FOOT = 40.0, 16.0, 44.0, 42.0
_LEGEND = 26.0


@dataclass(frozen=True)
class Bin:
    """Whole numbers from `low` to below `high`, or on without end: the share of rounds of each arm, in percent.

    `tip` says all that to those who point at it.
    """

    low: int
    high: int
    shares: tuple[float, ...]
    tip: str = ""
    endless: bool = False


@dataclass(frozen=True)
class Histogram:
    """A panel: what is counted, in which unit, and its bins from left to right."""

    title: str
    unit: str
    bins: tuple[Bin, ...]


@dataclass(frozen=True)
class HistogramPlot:
    """Panels of one arm or of two; `arms` names them, the one that is drawn as bars first."""

    key: str
    label: str
    arms: tuple[str, ...]
    panels: tuple[Histogram, ...]
    names: tuple[str, ...] = ()


def draw_histograms(plot: HistogramPlot) -> Drawing:
    """Draw the panels for both widths.

    Raises
    ------
    ValueError
        If there is nothing to draw.
    """
    if not any(panel.bins for panel in plot.panels):
        raise ValueError("nothing was counted")
    with private_settings(plot.names or plot.arms) as undrawn:
        return Drawing(_svg(plot, 904, False), _svg(plot, 350, True), undrawn)


def _svg(plot: HistogramPlot, width: float, narrow: bool) -> str:
    places = tuple(_places(len(plot.panels), width, narrow))
    sheet = Sheet(width, places[-1][1] + places[-1][3])
    _legend(sheet, plot, width)
    for panel, place in zip(plot.panels, places, strict=True):
        _panel(sheet, panel, *place)
    return sheet.svg(f"{plot.key}-{'narrow' if narrow else 'wide'}", plot.label)


def _places(count: int, width: float, narrow: bool) -> Iterator[tuple[float, float, float, float]]:
    """Yield left, top, width and height of each panel."""
    beside = 1 if narrow else min(count, 3)
    across = 452.0 if count == 1 and not narrow else width / beside
    height = 196.0 if narrow else 214.0
    for number in range(count):
        yield number % beside * across, _LEGEND + number // beside * height, across, height


def _legend(sheet: Sheet, plot: HistogramPlot, width: float) -> None:
    """Say which arm is which."""
    x, room = 2.0, width / len(plot.arms) - 40
    for number, name in enumerate(plot.arms):
        if number == 0:
            sheet.boxes([(x, 4, 18, 11)], "accent", 0.38)
        else:
            sheet.lines([[(x, 15), (x, 5), (x + 18, 5), (x + 18, 15)]], "ink", 1.4)
        shown = fit(name, room, 12)
        sheet.text(x + 25, 10, shown, 12, "ink")
        x += 25 + text_width(shown, 12) + 24


def _panel(sheet: Sheet, panel: Histogram, left: float, top: float, width: float, height: float) -> None:
    """Draw one panel."""
    sheet.text(left + 2, top + 12, fit(panel.title, width - 10, 13), 13, "ink", weight=700)
    sheet.text(left + 2, top + 29, "% of rounds", 11, "muted")
    most = max((share for one in panel.bins for share in one.shares), default=1.0)
    frame = Frame(
        sheet,
        left + _LEFT,
        top + _TOP,
        width - _LEFT - _RIGHT,
        height - _TOP - _FOOT,
        (panel.bins[0].low, panel.bins[-1].high),
        (0.0, 1.08 * most or 1.0),
    )
    frame.axis_upwards(3)
    _bars(frame, panel)
    frame.axis_across(6, panel.unit, whole=True)


def _bars(frame: Frame, panel: Histogram) -> None:
    """Draw the first arm as bars, a second as a stepped line."""
    floor, gap = frame.bottom, 0.6
    frame.sheet.boxes(
        [
            (frame.x(one.low) + gap, frame.y(one.shares[0]), frame.x(one.high) - frame.x(one.low) - 2 * gap, high)
            for one in panel.bins
            if (high := floor - frame.y(one.shares[0])) > 0
        ],
        "accent",
        0.38,
        order=2,
    )
    if len(panel.bins[0].shares) > 1:
        steps = [(frame.x(panel.bins[0].low), floor)]
        for one in panel.bins:
            steps += [(frame.x(one.low), frame.y(one.shares[1])), (frame.x(one.high), frame.y(one.shares[1]))]
        frame.sheet.lines([[*steps, (frame.x(panel.bins[-1].high), floor)]], "ink", 1.4, order=3)
    for one in panel.bins:
        if one.tip:
            left = frame.x(one.low)
            frame.sheet.tip(left, frame.top, frame.x(one.high) - left, frame.height, one.tip)
