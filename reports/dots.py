"""Dot plots with intervals (forest plots), drawn for wide and for narrow screens."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

from reports.canvas import Drawing, Frame, Sheet, fit, private_settings, text_width

__all__ = ["MOST_DOTS", "Dot", "DotPlot", "draw_dots"]

MOST_DOTS = 40  # rows of one figure; the table has all

_FOOT = 46.0  # room for the axis
_SECTION = 36.0  # height of a heading between rows
_BOLD = 1.15  # how much wider bold letters are


@dataclass(frozen=True)
class Dot:
    """One row of a dot plot, in the unit it is shown in.

    Attributes
    ----------
    label, detail : str
        What the row is, and what else to know about it.
    value, low, high : float
        The dot and its interval; NaN where there is nothing to draw, and `interval` says why.
    shown, interval : str
        The same as text.
    colour : str
        A role of `reports.svg.COLOURS`.
    verdict : str
        Mark and words, empty if there is none.
    mark : float or None
        Where to put a tick to compare with, such as an equal share.
    names : tuple of str
        The users' own names in the row: those that a font may lack.
    section : str
        A heading above the row, for the first row of a section.
    tip : str
        What the row says to those who point at it: everything the table has.
    """

    label: str
    value: float
    low: float
    high: float
    shown: str
    interval: str
    detail: str = ""
    colour: str = "accent"
    verdict: str = ""
    mark: float | None = None
    names: tuple[str, ...] = ()
    section: str = ""
    tip: str = ""

    @property
    def drawn(self) -> bool:
        """Whether there is a dot to draw."""
        return all(math.isfinite(part) for part in (self.value, self.low, self.high))


@dataclass(frozen=True)
class DotPlot:
    """A dot plot: rows from top to bottom on one axis.

    Attributes
    ----------
    key : str
        Letters, digits and dashes; unique in the page.
    label : str
        What the picture shows, for readers who do not see it.
    axis : str
        What the axis shows, with its unit.
    heads : tuple of str
        Headings of the figures beside the plot: value and interval.
    zero : bool
        Whether zero is a value to compare with (differences).
    compact : bool
        One line a row, the detail beside the label; verdicts are told by the dots alone.
    span : tuple of float or None
        Ends of the axis where they are given by nature, such as 0 and 100 %.
    """

    key: str
    label: str
    axis: str
    dots: tuple[Dot, ...]
    heads: tuple[str, str] = ("", "")
    zero: bool = True
    compact: bool = False
    span: tuple[float, float] | None = None


@dataclass(frozen=True)
class _Layout:
    """Where things are, in points of the picture's own coordinates, y downwards."""

    width: float
    left: float
    right: float
    tops: tuple[float, ...]  # of the rows
    row: float
    centre: float  # of a row's dot, from the row's top
    narrow: bool
    compact: bool
    labels: float = 200.0  # room for a label

    @property
    def bottom(self) -> float:
        return self.tops[-1] + self.row


def draw_dots(plot: DotPlot) -> Drawing:
    """Draw a dot plot for both widths.

    Raises
    ------
    ValueError
        If there is nothing to draw.
    """
    if not any(dot.drawn for dot in plot.dots):
        raise ValueError("no row has an interval to draw")
    with private_settings(name for dot in plot.dots for name in dot.names or (dot.label,)) as undrawn:
        wide, narrow = (_svg(plot, layout) for layout in (_wide_layout(plot), _narrow_layout(plot)))
    return Drawing(wide, narrow, undrawn)


def _wide_layout(plot: DotPlot) -> _Layout:
    if plot.compact:
        longest = max(text_width(dot.label, 13) + text_width(dot.detail, 11.5) + 18 for dot in plot.dots)
    else:
        longest = max(max(text_width(dot.label, 13.5), text_width(dot.detail, 11.5)) for dot in plot.dots)
    labels = min(max(longest, 90.0), 340.0)
    two_lines = not plot.compact and any(dot.detail or dot.verdict for dot in plot.dots)
    row = 28.0 if plot.compact else 46.0 if two_lines else 34.0
    tops = _tops(plot.dots, 26, row)
    return _Layout(904, labels + 28, 196, tops, row, row / 2, narrow=False, compact=plot.compact, labels=labels)


def _narrow_layout(plot: DotPlot) -> _Layout:
    row, centre = (50.0, 34.0) if plot.compact else (74.0, 54.0)
    return _Layout(350, 8, 8, _tops(plot.dots, 4, row), row, centre, narrow=True, compact=plot.compact)


def _tops(dots: Sequence[Dot], top: float, row: float) -> tuple[float, ...]:
    """Return where the rows begin: one below the other, with room for headings."""
    steps = [row + (_SECTION if after.section else 0) for _, after in itertools.pairwise(dots)]
    first = top + (_SECTION - 8 if dots[0].section else 0)
    return tuple(itertools.accumulate([first, *steps]))


def _svg(plot: DotPlot, layout: _Layout) -> str:
    """Draw a plot in one layout."""
    sheet = Sheet(layout.width, layout.bottom + _FOOT)
    _axes(sheet, plot, layout)
    texts = _narrow_texts if layout.narrow else _wide_texts
    for index, (dot, top) in enumerate(zip(plot.dots, layout.tops, strict=True)):
        if dot.section:
            sheet.text(2, top - 13, fit(dot.section, layout.width - 4, 12.5), 12.5, "ink", weight=700)
        if index or dot.section:
            sheet.line([0, layout.width], [top, top])
        texts(sheet, layout, dot, top)
    if not layout.narrow:
        sheet.text(layout.width - layout.right + 66, 12, plot.heads[0], 11, "muted", ha="right")
        sheet.text(layout.width - layout.right + 80, 12, plot.heads[1], 11, "muted")
    return sheet.svg(f"{plot.key}-{'narrow' if layout.narrow else 'wide'}", plot.label)


def _axes(sheet: Sheet, plot: DotPlot, layout: _Layout) -> None:
    """Draw the axis with its dots and intervals."""
    room = layout.width - layout.left - layout.right
    frame = Frame(sheet, layout.left, layout.tops[0], room, layout.bottom - layout.tops[0], plot.span or _limits(plot))
    ticks = frame.axis_across(4 if layout.narrow else 5, plot.axis)
    _guides(frame, ticks, plot, layout)
    for colour in dict.fromkeys(dot.colour for dot in plot.dots if dot.drawn):
        _dots(frame, plot, layout, colour)
    for dot, top in zip(plot.dots, layout.tops, strict=True):
        if dot.tip:
            sheet.tip(0, top, layout.width, layout.row, dot.tip)


def _guides(frame: Frame, ticks: Sequence[float], plot: DotPlot, layout: _Layout) -> None:
    """Draw a quiet line at every tick and a stronger one at zero; on narrow screens beside the dots only."""
    reach = (9.0 if layout.compact else 15.0) if layout.narrow else layout.centre
    spans = [(top + layout.centre - reach, top + layout.row) for top in layout.tops]
    frame.sheet.lines([[(frame.x(tick), y) for y in span] for tick in ticks for span in spans], "rule", order=0.5)
    if plot.zero:
        frame.sheet.lines([[(frame.x(0), y) for y in span] for span in spans], "axis", 1.1)


def _dots(frame: Frame, plot: DotPlot, layout: _Layout, colour: str) -> None:
    """Draw the intervals and dots of a colour: filled if established, hollow if undecided, square if the same."""
    placed = [
        (dot, top + layout.centre)
        for dot, top in zip(plot.dots, layout.tops, strict=True)
        if dot.drawn and dot.colour == colour
    ]
    intervals = [[(frame.x(dot.low), y), (frame.x(dot.high), y)] for dot, y in placed]
    frame.sheet.lines(intervals, colour, 2.4, order=3, round_ends=True)
    marks = [(frame.x(dot.mark), y) for dot, y in placed if dot.mark is not None]
    frame.sheet.lines([[(x, y - 8.5), (x, y + 8.5)] for x, y in marks], "muted", 1.4, order=2)
    frame.sheet.markers(
        [(frame.x(dot.value), y) for dot, y in placed],
        "s" if colour == "same" else "o",
        colour,
        6.5 if layout.compact else 8,
        hollow=colour == "undecided",
    )


def _limits(plot: DotPlot) -> tuple[float, float]:
    """Return the ends of the axis: all intervals, marks and zero, with some air."""
    dots = [dot for dot in plot.dots if dot.drawn]
    marks = [dot.mark for dot in dots if dot.mark is not None]
    ends = [end for dot in dots for end in (dot.low, dot.high)] + marks + ([0.0] if plot.zero else [])
    low, high = min(ends), max(ends)
    air = 0.06 * (high - low) or 0.05 * abs(high) or 1.0
    return low - air, high + air


def _wide_texts(sheet: Sheet, layout: _Layout, dot: Dot, top: float) -> None:
    """Write a row's label to the left and its figures to the right."""
    middle = top + layout.centre
    right = layout.width - layout.right
    if layout.compact:
        sheet.text(2, middle, fit(dot.label, layout.labels, 13), 13, "ink")
        sheet.text(layout.labels + 10, middle, dot.detail, 11.5, "muted", ha="right")
        first = second = middle
    else:
        first, second = (middle - 8, middle + 10) if dot.detail or dot.verdict else (middle, middle)
        sheet.text(2, first if dot.detail else middle, fit(dot.label, layout.labels, 13.5), 13.5, "ink", weight=700)
        sheet.text(2, second, fit(dot.detail, layout.labels, 11.5), 11.5, "muted")
        sheet.text(right + 80, second, dot.verdict, 11.5, dot.colour, weight=700)
    figures = first if dot.verdict else middle
    sheet.text(right + 66, figures, dot.shown, 13.5, dot.colour, ha="right", weight=700)
    sheet.text(right + 80, figures, dot.interval, 12.5, "muted")


def _narrow_texts(sheet: Sheet, layout: _Layout, dot: Dot, top: float) -> None:
    """Write a row's label and figures above its dot."""
    room = layout.width - 12
    figures = f"{dot.shown} ({dot.interval})" if dot.shown else dot.interval
    if layout.compact:
        left = room - text_width(figures, 12.5)
        label = f"{dot.label}  ·  {dot.detail}"
        fits = dot.detail and text_width(label, 12.5) <= left  # else the table has the number of deals
        sheet.text(2, top + 14, fit(label if fits else dot.label, left, 12.5), 12.5, "ink")
        sheet.text(layout.width - 2, top + 14, figures, 12.5, "ink", ha="right")
        return
    side = text_width(dot.verdict, 12)
    sheet.text(2, top + 13, fit(dot.label, room - side, _BOLD * 14), 14, "ink", weight=700)
    sheet.text(layout.width - 2, top + 13, dot.verdict, 12, dot.colour, ha="right", weight=700)
    sheet.text(2, top + 31, fit(dot.detail, room - text_width(figures, 12.5), 12), 12, "muted")
    sheet.text(layout.width - 2, top + 31, figures, 12.5, "ink", ha="right")
