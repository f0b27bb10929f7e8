"""The figures of a run by themselves: matplotlib figures with title and caption, and files of them.

They are drawn by the same functions as those of the page, in the light theme, and stand alone: what the page says above
and below a figure is put into it.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reports.canvas import Sheet, drawn_sheets, private_settings, text_width, wrap
from reports.details import read_details
from reports.facts import read_manifest
from reports.formats import clean
from reports.plan import FigurePart, plan_page
from reports.rows import read_rows
from reports.svg import COLOURS, Text

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure
    from matplotlib.transforms import Transform

__all__ = ["FORMATS", "Picture", "pictures_of", "save_all", "save_picture"]

FORMATS = ("png", "svg", "pdf")

_DPI = 200
_MARGIN = 14.0
_TITLE, _CAPTION = 16.0, 11.5  # sizes of letters
_LINE = 1.35
_ALIGNED = {"start": "left", "middle": "center", "end": "right"}
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


def pictures_of(
    results: pd.DataFrame, manifest: Mapping[str, Any], details: Mapping[str, Any] | None = None
) -> list[Picture]:
    """Return the figures of a run; see `reports.as_pictures`."""
    page = plan_page(read_rows(results), read_manifest(manifest), read_details(details))
    parts = [*page.figures, *page.spreads, *([page.settling] if page.settling else [])]
    return [_picture(part) for part in parts]


def _picture(part: FigurePart) -> Picture:
    """Draw one figure as the page does, and take the wide one."""
    from reports import figures

    try:
        with drawn_sheets() as sheets:
            drawing = figures.draw(part.plot)
        sheet = max(sheets, key=lambda one: one.width)
        with private_settings([part.title, part.caption, *(text.text for text in sheet.texts)]):
            figure = _framed(sheet, part.title, part.caption)
    except Exception as error:
        reason = clean(error).strip() or type(error).__name__
        return Picture(part.title, part.caption, None, reason)
    return Picture(part.title, part.caption, figure, "", drawing.undrawn)


def _framed(sheet: Sheet, title: str, caption: str) -> Figure:
    """Return a sheet as a figure: its shapes with its texts, a title above, a caption below, and paper around."""
    heads = wrap(title, sheet.width, _TITLE, 3)
    lines = wrap(caption, sheet.width, _CAPTION, 1 + int(1.5 * text_width(caption, _CAPTION) / sheet.width))
    above = _MARGIN + len(heads) * _TITLE * _LINE + 10
    below = _MARGIN + len(lines) * _CAPTION * _LINE + 10
    figure = sheet.figure
    figure.set_size_inches((sheet.width + 2 * _MARGIN) / 72, (sheet.height + above + below) / 72)
    figure.patch.set(visible=True, facecolor=COLOURS["paper"])
    shapes = _points(figure, below)
    for artist in (*figure.lines, *figure.patches, *figure.artists):
        artist.set_transform(shapes)
    for text in sheet.texts:
        _write(figure, shapes, text._replace(y=sheet.height - text.y))
    paper = _points(figure, 0)
    top = sheet.height + below + above - _MARGIN
    for number, line in enumerate(heads):
        _write(figure, paper, Text(0, top - _TITLE * (0.8 + _LINE * number), line, _TITLE, "ink"))
    for number, line in enumerate(lines):
        _write(figure, paper, Text(0, below - 10 - _CAPTION * (0.8 + _LINE * number), line, _CAPTION, "muted"))
    return figure


def _points(figure: Figure, below: float) -> Transform:
    """Return the transform from points, upwards from so far above the paper's edge, to the figure at any resolution."""
    from matplotlib.transforms import Affine2D

    return Affine2D().translate(_MARGIN, below).scale(1 / 72) + figure.dpi_scale_trans


def _write(figure: Figure, transform: Transform, text: Text) -> None:
    """Write a text at a place, y upwards, literally."""
    figure.text(
        text.x,
        text.y,
        text.text,
        transform=transform,
        fontsize=text.size,
        color=COLOURS[text.colour],
        ha=_ALIGNED[text.anchor],
        va="baseline",
        fontweight=text.weight,
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
