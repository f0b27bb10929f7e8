"""Dot plots with intervals (forest plots) as static SVG: figure objects and the SVG backend, no global state.

Text stays text, so that the reader's own fonts draw names in any script, and it is placed by us, so that the picture
is the same on every machine. Each plot is drawn twice, for wide and for narrow screens.
"""

from __future__ import annotations

import contextlib
import io
import logging
import os
import sys
import unicodedata
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from reports.fonts import choose_fonts
from reports.formats import MINUS, shorten
from reports.svg import COLOURS, page_svg

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["MOST_DOTS", "Dot", "DotPlot", "Drawing", "draw"]

MOST_DOTS = 40  # rows of one figure; the table has all


@dataclass(frozen=True)
class Dot:
    """One row of a dot plot, in the unit it is shown in.

    Attributes
    ----------
    label, detail : str
        What the row is, and what else to know about it.
    value, low, high : float
        The dot and its interval.
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


@dataclass(frozen=True)
class DotPlot:
    """A dot plot: rows from top to bottom on one axis.

    Attributes
    ----------
    key : str
        Letters, digits and dashes; unique in the page.
    axis : str
        What the axis shows, with its unit.
    heads : tuple of str
        Headings of the figures beside the plot: value and interval.
    zero : bool
        Whether zero is a value to compare with (differences).
    """

    key: str
    label: str
    axis: str
    dots: tuple[Dot, ...]
    heads: tuple[str, str] = ("", "")
    zero: bool = True


@dataclass(frozen=True)
class Drawing:
    """A drawn figure: SVG for wide and for narrow screens, and the names no font of this machine can draw."""

    wide: str
    narrow: str
    undrawn: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Layout:
    """Where things are, in points of the picture's own coordinates, y downwards."""

    width: float
    left: float
    right: float
    top: float
    row: float
    centre: float  # of a row's dot, from the row's top
    narrow: bool
    labels: float = field(default=0)  # room for a label

    def height(self, rows: int) -> float:
        return self.top + self.row * rows + 46


def draw(plot: DotPlot) -> Drawing:
    """Draw a dot plot for both widths.

    Raises
    ------
    ValueError
        If there is nothing to draw.
    """
    if not plot.dots:
        raise ValueError("no row has an interval to draw")
    with _private_settings() as families:
        chosen, undrawn = choose_fonts(name for dot in plot.dots for name in dot.names or (dot.label,))
        families(chosen)
        wide, narrow = (_svg(plot, layout) for layout in (_wide_layout(plot), _narrow_layout()))
    return Drawing(wide, narrow, tuple(undrawn))


def _wide_layout(plot: DotPlot) -> _Layout:
    longest = max(max(_width(dot.label, 13.5), _width(dot.detail, 11.5)) for dot in plot.dots)
    labels = min(max(longest, 90.0), 340.0)
    two_lines = any(dot.detail or dot.verdict for dot in plot.dots)
    row = 46.0 if two_lines else 34.0
    return _Layout(904, labels + 28, 196, 26, row, row / 2, narrow=False, labels=labels)


def _narrow_layout() -> _Layout:
    return _Layout(350, 8, 8, 4, 74, 54, narrow=True, labels=200)


@contextlib.contextmanager
def _private_settings() -> Iterator[Any]:
    """Draw with matplotlib's defaults whatever the user's settings are, and leave those as they were."""
    matplotlib = _matplotlib()
    kept_out = ("backend", "interactive", "toolbar", "date.", "tk.", "webagg.", "figure.max_open", "timezone")
    ours: dict[str, Any] = {
        key: value for key, value in matplotlib.rcParamsDefault.items() if not key.startswith(kept_out)
    }
    ours |= {"svg.fonttype": "none", "text.usetex": False, "path.sketch": None}
    with matplotlib.rc_context(ours), warnings.catch_warnings(), _quiet_font_search():
        # a glyph that is missing here is drawn by the reader's browser; the page names those that may be missing
        warnings.filterwarnings("ignore", message="(?s).*[Gg]lyph.*")
        warnings.filterwarnings("ignore", message="(?s).*Matplotlib currently does not support.*")
        yield lambda families: matplotlib.rcParams.update({"font.family": families})


@contextlib.contextmanager
def _quiet_font_search() -> Iterator[None]:
    """Keep matplotlib from logging a line for every weight that a fallback font lacks."""
    logger = logging.getLogger("matplotlib.font_manager")
    before = logger.level
    logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        logger.setLevel(before)


def _matplotlib() -> Any:
    """Import matplotlib, also where MPLBACKEND names a backend it does not know: no window is needed here."""
    try:
        import matplotlib
    except ValueError:
        backend = os.environ.pop("MPLBACKEND", None)
        for name in [name for name in sys.modules if name.split(".")[0] == "matplotlib"]:
            del sys.modules[name]  # half imported
        try:
            import matplotlib
        finally:
            if backend is not None:
                os.environ["MPLBACKEND"] = backend
    return matplotlib


def _svg(plot: DotPlot, layout: _Layout) -> str:
    """Draw a plot in one layout."""
    from matplotlib import rcParams
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    prefix = f"{plot.key}-{'narrow' if layout.narrow else 'wide'}"
    rcParams["svg.hashsalt"] = prefix
    height = layout.height(len(plot.dots))
    figure = Figure(figsize=(layout.width / 72, height / 72), dpi=72)
    FigureCanvasSVG(figure)
    figure.patch.set_visible(False)
    _axes(figure, plot, layout)
    for index, dot in enumerate(plot.dots):
        (_narrow_texts if layout.narrow else _wide_texts)(figure, layout, dot, layout.top + index * layout.row)
    if not layout.narrow:
        _text(figure, layout.width - layout.right + 66, 12, plot.heads[0], 11, "muted", ha="right")
        _text(figure, layout.width - layout.right + 80, 12, plot.heads[1], 11, "muted")
    out = io.StringIO()
    figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    return page_svg(out.getvalue(), prefix, plot.label)


def _axes(figure: Figure, plot: DotPlot, layout: _Layout) -> None:
    """Add the axis with its dots and intervals."""
    rows = len(plot.dots)
    height = layout.height(rows)
    box = (
        layout.left / layout.width,
        46 / height,
        (layout.width - layout.left - layout.right) / layout.width,
        layout.row * rows / height,
    )
    axes = figure.add_axes(box)
    axes.patch.set_visible(False)
    axes.set_ylim(layout.row * rows, 0)
    axes.set_xlim(*_limits(plot))
    for side in ("left", "right", "top"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set(color=COLOURS["axis"], linewidth=0.8)
    _ticks(axes, layout)
    axes.set_xlabel(plot.axis, fontsize=11.5, color=COLOURS["muted"], labelpad=5, parse_math=False)
    _guides(axes, plot, layout)
    for index, dot in enumerate(plot.dots):
        _dot(axes, dot, index * layout.row + layout.centre)
        if index:
            _separator(figure, layout.top + index * layout.row)


def _guides(axes: Axes, plot: DotPlot, layout: _Layout) -> None:
    """Draw a quiet line at every tick and a stronger one at zero; on narrow screens beside the dots only."""
    reach = 15.0 if layout.narrow else layout.centre
    low, high = axes.get_xlim()
    ticks = [tick for tick in axes.get_xticks() if low <= tick <= high]
    for index in range(len(plot.dots)):
        middle = index * layout.row + layout.centre
        bottom = middle + (layout.row - layout.centre)
        axes.vlines(ticks, middle - reach, bottom, color=COLOURS["rule"], linewidth=0.8, zorder=0.5)
        if plot.zero:
            axes.vlines(0, middle - reach, bottom, color=COLOURS["axis"], linewidth=1.1, zorder=1)


def _ticks(axes: Axes, layout: _Layout) -> None:
    """Set quiet ticks with a typographic minus sign."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    axes.xaxis.set_major_locator(MaxNLocator(nbins=4 if layout.narrow else 5, steps=[1, 2, 2.5, 5, 10]))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{round(x, 9):,.6g}".replace("-", MINUS)))
    axes.tick_params(axis="x", length=0, labelsize=11, labelcolor=COLOURS["muted"], pad=6)
    axes.set_yticks([])


def _dot(axes: Axes, dot: Dot, y: float) -> None:
    """Draw one interval and its dot: filled if established, hollow if undecided, square if practically the same."""
    colour = COLOURS[dot.colour]
    axes.plot([dot.low, dot.high], [y, y], color=colour, linewidth=2.4, solid_capstyle="round", zorder=3)
    if dot.mark is not None:
        axes.plot([dot.mark], [y], "|", markersize=17, markeredgewidth=1.4, color=COLOURS["muted"], zorder=2)
    hollow = dot.colour == "undecided"
    axes.plot(
        [dot.value],
        [y],
        linestyle="none",
        color=colour,
        marker="s" if dot.colour == "same" else "o",
        markersize=8,
        markeredgewidth=1.8,
        markeredgecolor=colour,
        markerfacecolor=COLOURS["paper"] if hollow else colour,
        zorder=4,
        clip_on=False,
    )


def _limits(plot: DotPlot) -> tuple[float, float]:
    """Return the ends of the axis: all intervals, marks and zero, with some air."""
    marks = [dot.mark for dot in plot.dots if dot.mark is not None]
    ends = [end for dot in plot.dots for end in (dot.low, dot.high)] + marks + ([0.0] if plot.zero else [])
    low, high = min(ends), max(ends)
    air = 0.06 * (high - low) or 0.05 * abs(high) or 1.0
    return low - air, high + air


def _separator(figure: Figure, y: float) -> None:
    from matplotlib.lines import Line2D

    level = 1 - y / (figure.get_figheight() * 72)
    figure.add_artist(Line2D([0, 1], [level, level], color=COLOURS["rule"], linewidth=0.8, zorder=0))


def _wide_texts(figure: Figure, layout: _Layout, dot: Dot, top: float) -> None:
    """Write a row's label to the left and its figures to the right."""
    middle = top + layout.centre
    first, second = (middle - 8, middle + 10) if dot.detail or dot.verdict else (middle, middle)
    label_at = first if dot.detail else middle
    _text(figure, 2, label_at, _fit(dot.label, layout.labels, 13.5), 13.5, "ink", weight=700)
    _text(figure, 2, second, _fit(dot.detail, layout.labels, 11.5), 11.5, "muted")
    figures = first if dot.verdict else middle
    right = layout.width - layout.right
    _text(figure, right + 66, figures, dot.shown, 13.5, dot.colour, ha="right", weight=700)
    _text(figure, right + 80, figures, dot.interval, 12.5, "muted")
    _text(figure, right + 80, second, dot.verdict, 11.5, dot.colour, weight=700)


def _narrow_texts(figure: Figure, layout: _Layout, dot: Dot, top: float) -> None:
    """Write a row's label and figures above its dot."""
    room = layout.width - 12
    side = _width(dot.verdict, 12)
    _text(figure, 2, top + 13, _fit(dot.label, room - side, 14), 14, "ink", weight=700)
    _text(figure, layout.width - 2, top + 13, dot.verdict, 12, dot.colour, ha="right", weight=700)
    figures = f"{dot.shown} ({dot.interval})"
    _text(figure, 2, top + 31, _fit(dot.detail, room - _width(figures, 12.5), 12), 12, "muted")
    _text(figure, layout.width - 2, top + 31, figures, 12.5, "ink", ha="right")


def _text(
    figure: Figure, x: float, y: float, text: str, size: float, colour: str, ha: str = "left", weight: int = 400
) -> None:
    """Write a text at a place, literally (a dollar sign is a dollar sign)."""
    if text:
        width, height = figure.get_figwidth() * 72, figure.get_figheight() * 72
        # the baseline is placed by us: centring would measure the text in a font the reader may not have
        figure.text(
            x / width,
            1 - (y + 0.35 * size) / height,
            text,
            fontsize=size,
            color=COLOURS[colour],
            ha=ha,
            va="baseline",
            fontweight=weight,
            parse_math=False,
        )


def _width(text: str, size: float) -> float:
    """Estimate the width of a text, generously: it must not depend on installed fonts."""
    wide = sum(unicodedata.east_asian_width(char) in "WF" for char in text)
    return size * (0.58 * (len(text) - wide) + 1.05 * wide)


def _fit(text: str, room: float, size: float) -> str:
    """Shorten a text to some room."""
    most = len(text)
    while most > 4 and _width(shorten(text, most), size) > room:
        most -= 1
    return shorten(text, most)
