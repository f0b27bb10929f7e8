"""A sheet to draw on: matplotlib's figure object and SVG backend, with coordinates in points and y downwards.

Text stays text, so that the reader's own fonts draw names in any script, and it is placed by us, so that the picture
is the same on every machine. No global state: the caller's settings and backend are left as they were.
"""

from __future__ import annotations

import contextlib
import io
import logging
import math
import os
import sys
import unicodedata
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reports.fonts import choose_fonts
from reports.formats import MINUS, shorten
from reports.svg import COLOURS, Text, Tip, page_svg

if TYPE_CHECKING:
    from matplotlib.artist import Artist

__all__ = [
    "Drawing",
    "Frame",
    "Sheet",
    "drawn_sheets",
    "fit",
    "private_settings",
    "text_width",
    "tick_text",
    "ticks_of",
    "wrap",
]

_kept: ContextVar[list[Sheet] | None] = ContextVar("kept", default=None)


@dataclass(frozen=True)
class Drawing:
    """A drawn figure: SVG for wide and for narrow screens, and the names no font of this machine can draw.

    A figure that is a table on narrow screens has no narrow picture.
    """

    wide: str
    narrow: str = ""
    undrawn: tuple[str, ...] = ()


class Sheet:
    """A figure of a given size in points, y downwards.

    Shapes are matplotlib's, as few artists as possible: an axes object costs as much as a whole figure made of paths.
    Texts and tips are put beside them when the picture is made fit for a page, so that no font is measured.
    """

    def __init__(self, width: float, height: float) -> None:
        from matplotlib.backends.backend_svg import FigureCanvasSVG
        from matplotlib.figure import Figure

        self.width, self.height = width, height
        self.figure = Figure(figsize=(width / 72, height / 72), dpi=72)
        FigureCanvasSVG(self.figure)
        self.figure.patch.set_visible(False)
        self.texts: list[Text] = []
        self.tips: list[Tip] = []

    def text(
        self, x: float, y: float, text: str, size: float, colour: str, ha: str = "left", weight: int = 400
    ) -> None:
        """Write a text, its middle at a height, literally."""
        if text:
            # the baseline is placed by us: centring would measure the text in a font the reader may not have
            self.texts.append(Text(x, y + 0.35 * size, text, size, colour, _ANCHORS[ha], weight))

    def tip(self, left: float, top: float, width: float, height: float, text: str) -> None:
        """Explain a box of the picture to those who point at it."""
        self.tips.append(Tip(left, top, width, height, text))

    def line(self, xs: Iterable[float], ys: Iterable[float], colour: str = "rule", width: float = 0.8) -> None:
        """Draw a line through some places."""
        self.lines([list(zip(xs, ys, strict=True))], colour, width, order=0)

    def lines(
        self,
        lines: Iterable[Sequence[tuple[float, float]]],
        colour: str = "rule",
        width: float = 0.8,
        order: float = 1,
        dashes: tuple[float, ...] = (),
        round_ends: bool = False,
    ) -> None:
        """Draw several lines, each through some places, as one shape."""
        from matplotlib.patches import PathPatch
        from matplotlib.path import Path

        points, codes = [], []
        for line in lines:
            points += [(x, self.height - y) for x, y in line]
            codes += [Path.MOVETO, *[Path.LINETO] * (len(line) - 1)]
        if points:
            self._add(
                PathPatch(
                    Path(points, codes),
                    fill=False,
                    edgecolor=COLOURS[colour],
                    linewidth=width,
                    linestyle=(0, dashes) if dashes else "solid",
                    capstyle="round" if round_ends else "butt",
                    joinstyle="round",
                    zorder=order,
                )
            )

    def area(self, points: Sequence[tuple[float, float]], colour: str, opacity: float, order: float = 1) -> None:
        """Tint the area inside some places."""
        from matplotlib.patches import Polygon

        flipped = [(x, self.height - y) for x, y in points]
        self._add(Polygon(flipped, facecolor=COLOURS[colour], alpha=opacity, edgecolor="none", zorder=order))

    def boxes(
        self, boxes: Iterable[tuple[float, float, float, float]], colour: str, opacity: float, order: float = 1
    ) -> None:
        """Tint several boxes, each as (left, top, width, height), as one shape."""
        from matplotlib.patches import PathPatch
        from matplotlib.path import Path

        points: list[tuple[float, float]] = []
        for left, top, width, height in boxes:
            low, high = self.height - top - height, self.height - top
            points += [(left, low), (left + width, low), (left + width, high), (left, high), (left, low)]
        if points:
            codes = [Path.MOVETO, Path.LINETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY] * (len(points) // 5)
            self._add(
                PathPatch(Path(points, codes), facecolor=COLOURS[colour], alpha=opacity, edgecolor="none", zorder=order)
            )

    def box(
        self, left: float, top: float, width: float, height: float, colour: str, opacity: float, dashed: bool = False
    ) -> None:
        """Draw a box: tinted with a colour, or outlined if `opacity` is 0."""
        from matplotlib.patches import Rectangle

        outline: dict[str, Any] = {"facecolor": "none", "edgecolor": COLOURS[colour], "linewidth": 0.9}
        tint: dict[str, Any] = {"facecolor": COLOURS[colour], "alpha": opacity, "edgecolor": "none"}
        self._add(
            Rectangle(
                (left, self.height - top - height),
                width,
                height,
                linestyle=(0, (2.5, 2.5)) if dashed else "solid",
                **(tint if opacity else outline),
            )
        )

    def markers(
        self, places: Sequence[tuple[float, float]], shape: str, colour: str, size: float, hollow: bool = False
    ) -> None:
        """Draw dots (``o``), squares (``s``), triangles (``^``, ``v``) or upright ticks (``|``) of one kind."""
        from matplotlib.lines import Line2D

        if places:
            self._add(
                Line2D(
                    [x for x, _ in places],
                    [self.height - y for _, y in places],
                    linestyle="none",
                    marker=shape,
                    markersize=size,
                    markeredgewidth=1.6,
                    markeredgecolor=COLOURS[colour],
                    markerfacecolor=COLOURS["paper"] if hollow else COLOURS[colour],
                    zorder=4,
                )
            )

    def marker(self, x: float, y: float, shape: str, colour: str, size: float) -> None:
        """Draw one of the marks of verdicts by its shape: ``up``, ``down``, ``same``, ``ring``."""
        from matplotlib.lines import Line2D

        if shape == "same":
            ends = [((x - size / 2, y + shift * size), (x + size / 2, y + shift * size)) for shift in (-0.22, 0.22)]
            self.lines(ends, colour, 1.8)
            return
        self._add(
            Line2D(
                [x],
                [self.height - y],
                linestyle="none",
                marker={"up": "^", "down": "v", "ring": "o"}[shape],
                markersize=size,
                markeredgewidth=1.3 if shape == "ring" else 0,
                markeredgecolor=COLOURS[colour],
                markerfacecolor="none" if shape == "ring" else COLOURS[colour],
            )
        )

    def _add(self, artist: Artist) -> None:
        """Add a shape whose coordinates are points."""
        from matplotlib.transforms import IdentityTransform

        artist.set_transform(IdentityTransform())
        artist.set_clip_on(False)
        self.figure.add_artist(artist)

    def svg(self, prefix: str, label: str) -> str:
        """Return the sheet as SVG for a page; `prefix` is put before every id."""
        from matplotlib import rcParams

        kept = _kept.get()
        if kept is not None:
            kept.append(self)
        rcParams["svg.hashsalt"] = prefix
        out = io.StringIO()
        self.figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
        return page_svg(out.getvalue(), prefix, label, self.texts, self.tips)


_ANCHORS = {"left": "start", "center": "middle", "right": "end"}


@dataclass(frozen=True)
class Frame:
    """A box of a sheet with two scales; the horizontal one may be logarithmic."""

    sheet: Sheet
    left: float
    top: float
    width: float
    height: float
    across: tuple[float, float]
    upwards: tuple[float, float] = (0.0, 1.0)
    log: bool = False

    @property
    def right(self) -> float:
        """Where the box ends to the right."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """Where the box ends below."""
        return self.top + self.height

    def x(self, value: float) -> float:
        """Return where a value lies across."""
        low, high = self.across
        share = math.log(value / low) / math.log(high / low) if self.log else (value - low) / (high - low)
        return self.left + share * self.width

    def y(self, value: float) -> float:
        """Return where a value lies upwards; beyond the box it is cut off."""
        low, high = self.upwards
        return self.bottom - min(max((value - low) / (high - low), 0.0), 1.0) * self.height

    def axis_across(self, steps: int, title: str = "", whole: bool = False) -> list[float]:
        """Draw the line below with its figures and title; return where the figures stand."""
        ticks = _log_ticks(*self.across) if self.log else ticks_of(*self.across, steps, whole)
        self.sheet.line([self.left, self.right], [self.bottom, self.bottom], "axis")
        for tick in ticks:
            self.sheet.text(self.x(tick), self.bottom + 12, tick_text(tick), 11, "muted", "center")
        self.sheet.text(self.left + self.width / 2, self.bottom + 29, title, 11.5, "muted", "center")
        return ticks

    def axis_upwards(self, steps: int, grid: bool = True) -> None:
        """Write figures to the left, with a quiet line at each."""
        ticks = ticks_of(*self.upwards, steps)
        for tick in ticks:
            self.sheet.text(self.left - 6, self.y(tick), tick_text(tick), 11, "muted", "right")
        if grid:
            self.sheet.lines([[(self.left, self.y(t)), (self.right, self.y(t))] for t in ticks], "rule", order=0)


def ticks_of(low: float, high: float, steps: int, whole: bool = False) -> list[float]:
    """Return about so many round numbers between two ends, only whole ones if that is all there is."""
    from matplotlib.ticker import MaxNLocator

    locator = MaxNLocator(nbins=steps, steps=[1, 2, 5, 10] if whole else [1, 2, 2.5, 5, 10], integer=whole)
    found = locator.tick_values(low, high)
    air = 1e-9 * (high - low)
    return [float(tick) for tick in found if low - air <= tick <= high + air]


def _log_ticks(low: float, high: float) -> list[float]:
    """Return powers of ten between two ends, and their halves and doubles where there are few."""
    decades = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    for steps in ((1,), (1, 3), (1, 2, 5)):
        ticks = [step * 10.0**power for power in decades for step in steps]
        ticks = [tick for tick in ticks if low <= tick <= high]
        if len(ticks) >= 3:
            return ticks
    return ticks


@contextlib.contextmanager
def drawn_sheets() -> Iterator[list[Sheet]]:
    """Keep every sheet that is drawn inside, for whoever wants the figures themselves and not the page's SVG."""
    sheets: list[Sheet] = []
    token = _kept.set(sheets)
    try:
        yield sheets
    finally:
        _kept.reset(token)


@contextlib.contextmanager
def private_settings(names: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """Draw with matplotlib's defaults whatever the user's settings are, and leave those as they were.

    Parameters
    ----------
    names : iterable of str
        The users' names that will be written; fonts are chosen that have their glyphs.

    Yields
    ------
    tuple of str
        The names that no font of this machine can draw whole.
    """
    with _quiet("matplotlib"):  # where HOME cannot be written it takes a temporary folder, and says so in two lines
        matplotlib = _matplotlib()
        matplotlib.get_configdir()
        matplotlib.get_cachedir()
    kept_out = ("backend", "interactive", "toolbar", "date.", "tk.", "webagg.", "figure.max_open", "timezone")
    ours: dict[str, Any] = {
        key: value for key, value in matplotlib.rcParamsDefault.items() if not key.startswith(kept_out)
    }
    ours |= {"svg.fonttype": "none", "text.usetex": False, "path.sketch": None}
    with matplotlib.rc_context(ours), warnings.catch_warnings(), _quiet("matplotlib.font_manager"):
        # the font search logs a line for every weight that a fallback font lacks;
        # a glyph that is missing here is drawn by the reader's browser; the page names those that may be missing
        warnings.filterwarnings("ignore", message="(?s).*[Gg]lyph.*")
        warnings.filterwarnings("ignore", message="(?s).*Matplotlib currently does not support.*")
        families, undrawn = choose_fonts(names)
        matplotlib.rcParams.update({"font.family": families})
        yield tuple(undrawn)


@contextlib.contextmanager
def _quiet(name: str) -> Iterator[None]:
    """Keep one of matplotlib's loggers from writing warnings."""
    logger = logging.getLogger(name)
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


def tick_text(value: float) -> str:
    """Write a number beside an axis."""
    return f"{round(value, 9):,.6g}".replace("-", MINUS)


def text_width(text: str, size: float) -> float:
    """Estimate the width of a text, generously: it must not depend on installed fonts."""
    wide = sum(unicodedata.east_asian_width(char) in "WF" for char in text)
    return size * (0.58 * (len(text) - wide) + 1.05 * wide)


def fit(text: str, room: float, size: float) -> str:
    """Shorten a text to some room."""
    most = len(text)
    while most > 4 and text_width(shorten(text, most), size) > room:
        most -= 1
    return shorten(text, most)


def wrap(text: str, room: float, size: float, most: int) -> list[str]:
    """Break a text into at most so many lines at its spaces; what is left over is shortened."""
    words = text.split(" ")
    lines = [words[0]]
    for word in words[1:]:
        longer = f"{lines[-1]} {word}"
        if text_width(longer, size) <= room or len(lines) == most:
            lines[-1] = longer
        else:
            lines.append(word)
    return [fit(line, room, size) for line in lines]
