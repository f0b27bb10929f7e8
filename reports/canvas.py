"""A sheet to draw on: matplotlib's figure object and SVG backend, with coordinates in points and y downwards.

Text stays text, so that the reader's own fonts draw names in any script, and it is placed by us, so that the picture
is the same on every machine. No global state: the caller's settings and backend are left as they were.
"""

from __future__ import annotations

import contextlib
import io
import logging
import os
import sys
import unicodedata
import warnings
from collections.abc import Iterable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reports.fonts import choose_fonts
from reports.formats import MINUS, shorten
from reports.svg import COLOURS, page_svg

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis

__all__ = [
    "Drawing",
    "Sheet",
    "drawn_sheets",
    "fit",
    "private_settings",
    "quiet_ticks",
    "text_width",
    "tick_text",
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
    """A figure of a given size in points, y downwards."""

    def __init__(self, width: float, height: float) -> None:
        from matplotlib.backends.backend_svg import FigureCanvasSVG
        from matplotlib.figure import Figure

        self.width, self.height = width, height
        self.figure = Figure(figsize=(width / 72, height / 72), dpi=72)
        FigureCanvasSVG(self.figure)
        self.figure.patch.set_visible(False)

    def axes(self, left: float, top: float, width: float, height: float) -> Axes:
        """Add axes without a frame but a quiet line below."""
        box = (left / self.width, 1 - (top + height) / self.height, width / self.width, height / self.height)
        axes = self.figure.add_axes(box)
        axes.patch.set_visible(False)
        for side in ("left", "right", "top"):
            axes.spines[side].set_visible(False)
        axes.spines["bottom"].set(color=COLOURS["axis"], linewidth=0.8)
        return axes

    def text(
        self, x: float, y: float, text: str, size: float, colour: str, ha: str = "left", weight: int = 400
    ) -> None:
        """Write a text at a place, literally (a dollar sign is a dollar sign)."""
        if text:
            # the baseline is placed by us: centring would measure the text in a font the reader may not have
            self.figure.text(
                x / self.width,
                1 - (y + 0.35 * size) / self.height,
                text,
                fontsize=size,
                color=COLOURS[colour],
                ha=ha,
                va="baseline",
                fontweight=weight,
                parse_math=False,
            )

    def line(self, xs: Iterable[float], ys: Iterable[float], colour: str = "rule", width: float = 0.8) -> None:
        """Draw a line through some places."""
        from matplotlib.lines import Line2D

        across, down = [x / self.width for x in xs], [1 - y / self.height for y in ys]
        self.figure.add_artist(Line2D(across, down, color=COLOURS[colour], linewidth=width, zorder=0))

    def box(
        self, left: float, top: float, width: float, height: float, colour: str, opacity: float, dashed: bool = False
    ) -> None:
        """Draw a box: tinted with a colour, or outlined if `opacity` is 0."""
        from matplotlib.patches import Rectangle

        corner = (left / self.width, 1 - (top + height) / self.height)
        outline: dict[str, Any] = {"facecolor": "none", "edgecolor": COLOURS[colour], "linewidth": 0.9}
        tint: dict[str, Any] = {"facecolor": COLOURS[colour], "alpha": opacity, "edgecolor": "none"}
        self.figure.add_artist(
            Rectangle(
                corner,
                width / self.width,
                height / self.height,
                linestyle=(0, (2.5, 2.5)) if dashed else "solid",
                **(tint if opacity else outline),
            )
        )

    def marker(self, x: float, y: float, shape: str, colour: str, size: float) -> None:
        """Draw one of the marks of verdicts by its shape: ``up``, ``down``, ``same``, ``ring``."""
        from matplotlib.lines import Line2D

        if shape == "same":
            for shift in (-0.22, 0.22):
                self.line([x - size / 2, x + size / 2], [y + shift * size] * 2, colour, 1.8)
            return
        self.figure.add_artist(
            Line2D(
                [x / self.width],
                [1 - y / self.height],
                linestyle="none",
                marker={"up": "^", "down": "v", "ring": "o"}[shape],
                markersize=size,
                markeredgewidth=1.3 if shape == "ring" else 0,
                markeredgecolor=COLOURS[colour],
                markerfacecolor="none" if shape == "ring" else COLOURS[colour],
            )
        )

    def svg(self, prefix: str, label: str) -> str:
        """Return the sheet as SVG for a page; `prefix` is put before every id."""
        from matplotlib import rcParams

        rcParams["svg.hashsalt"] = prefix
        kept = _kept.get()
        if kept is not None:
            kept.append(self)
        out = io.StringIO()
        self.figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
        return page_svg(out.getvalue(), prefix, label)


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
        families, undrawn = choose_fonts(names)
        matplotlib.rcParams.update({"font.family": families})
        yield tuple(undrawn)


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


def quiet_ticks(axis: Axis, steps: int) -> None:
    """Set about so many ticks on an axis, without marks, with a typographic minus sign."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    axis.set_major_locator(MaxNLocator(nbins=steps, steps=[1, 2, 2.5, 5, 10]))
    axis.set_major_formatter(FuncFormatter(lambda x, _: tick_text(x)))
    axis.set_tick_params(length=0, labelsize=11, labelcolor=COLOURS["muted"], pad=6)


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
