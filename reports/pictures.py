"""The figures of a run by themselves: matplotlib figures with title and caption, and files of them.

They are drawn by the same functions as those of the page, in the light theme, and stand alone: what the page says above
and below a figure is put into it.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reports.canvas import Sheet, drawn_sheets, private_settings, text_width, wrap
from reports.facts import read_manifest
from reports.formats import clean
from reports.plots import plots_of
from reports.rows import read_rows
from reports.svg import COLOURS

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from reports.figures import PlannedPlot

__all__ = ["FORMATS", "Picture", "pictures_of", "save_all", "save_picture"]

FORMATS = ("png", "svg", "pdf")

_DPI = 200
_MARGIN = 14.0
_TITLE, _CAPTION = 16.0, 11.5  # sizes of letters
_LINE = 1.35
_UNDATED: dict[str, dict[str, None]] = {
    "png": {"Software": None},
    "svg": {"Date": None, "Creator": None, "Format": None, "Type": None},
    "pdf": {"CreationDate": None, "ModDate": None, "Creator": None, "Producer": None},
}


@dataclass(frozen=True)
class Picture:
    """A figure that stands alone.

    Attributes
    ----------
    title, caption : str
        What it shows, and how to read it; both are drawn too.
    figure : matplotlib.figure.Figure or None
        None if it could not be drawn, and `failed` says why.
    failed : str
    undrawn : tuple of str
        Names that no font of this machine can draw: boxes stand in their place.
    """

    title: str
    caption: str
    figure: Figure | None
    failed: str = ""
    undrawn: tuple[str, ...] = ()


def pictures_of(results: pd.DataFrame, manifest: Mapping[str, Any]) -> list[Picture]:
    """Return the figures of a run; see `reports.as_pictures`."""
    planned, _ = plots_of(read_rows(results), read_manifest(manifest))
    return [_picture(one) for one in planned]


def _picture(planned: PlannedPlot) -> Picture:
    """Draw one figure as the page does, and take the wide one."""
    from reports import figures

    try:
        with drawn_sheets() as sheets:
            drawing = figures.draw(planned.plot)
        sheet = max(sheets, key=lambda one: one.width)
        with private_settings([planned.title, planned.caption]):
            figure = _framed(sheet, planned.title, planned.caption)
    except Exception as error:
        reason = clean(error).strip() or type(error).__name__
        return Picture(planned.title, planned.caption, None, reason)
    return Picture(planned.title, planned.caption, figure, "", drawing.undrawn)


def _framed(sheet: Sheet, title: str, caption: str) -> Figure:
    """Make a sheet's figure larger, so that there is room for a title above it, a caption below and paper around."""
    from matplotlib.transforms import Affine2D

    room = sheet.width
    heads = wrap(title, room, _TITLE, 3)
    lines = wrap(caption, room, _CAPTION, 1 + int(text_width(caption, _CAPTION) / room * 1.5))
    above = _MARGIN + len(heads) * _TITLE * _LINE + 10
    below = _MARGIN + len(lines) * _CAPTION * _LINE + 10
    width, height = sheet.width + 2 * _MARGIN, sheet.height + above + below
    figure = sheet.figure
    shift = Affine2D().scale(sheet.width / width, sheet.height / height).translate(_MARGIN / width, below / height)
    for artist in (*figure.texts, *figure.lines, *figure.patches, *figure.artists):
        artist.set_transform(shift + figure.transFigure)
    for axes in figure.axes:
        axes.set_position(tuple(axes.get_position().transformed(shift).bounds))
    figure.set_size_inches(width / 72, height / 72)
    figure.patch.set(visible=True, facecolor=COLOURS["paper"])
    _write(figure, heads, _TITLE, height - _MARGIN, "ink")
    _write(figure, lines, _CAPTION, below - 10, "muted")
    return figure


def _write(figure: Figure, lines: Sequence[str], size: float, top: float, colour: str) -> None:
    """Write lines below each other, the first one's top at a height in points."""
    width, height = (72 * inches for inches in figure.get_size_inches())
    for number, line in enumerate(lines):
        figure.text(
            _MARGIN / width,
            (top - size * (0.8 + _LINE * number)) / height,
            line,
            fontsize=size,
            color=COLOURS[colour],
            va="baseline",
            parse_math=False,
        )


def save_picture(figure: Figure, form: str) -> bytes:
    """Return a figure as the bytes of a file, the same for the same figure on one machine.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        From `pictures_of`.
    form : str
        One of `FORMATS`.
    """
    from matplotlib import rcParams

    out = io.BytesIO()
    with private_settings(()):
        rcParams["svg.hashsalt"] = "dominolab"
        figure.savefig(out, format=form, dpi=_DPI, metadata=dict(_UNDATED[form]), facecolor=figure.get_facecolor())
    return out.getvalue()


def save_all(figures: Iterable[Figure]) -> bytes:
    """Return figures as the pages of one PDF."""
    from matplotlib.backends.backend_pdf import PdfPages

    out = io.BytesIO()
    with private_settings(()), PdfPages(out, metadata=dict(_UNDATED["pdf"])) as pages:
        for figure in figures:
            pages.savefig(figure, facecolor=figure.get_facecolor())
    return out.getvalue()
