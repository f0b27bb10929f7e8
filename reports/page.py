"""The page: plan, draw the figures, render. The file appears whole or not at all."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reports.embedded import embedded, shown_lines
from reports.facts import read_manifest
from reports.formats import clean
from reports.plan import FigurePart, Page, plan_page
from reports.rows import read_rows

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["REPORT_NAME", "build_page", "draw_part", "lines_of", "render", "tied", "write_page"]

REPORT_NAME = "report.html"


def build_page(results: pd.DataFrame, manifest: Mapping[str, Any]) -> str:
    """Build the page of a run; see `reports.build`."""
    page = plan_page(read_rows(results), read_manifest(manifest))
    return render(page, tuple(draw_part(part) for part in page.figures), embedded(manifest))


def lines_of(results: pd.DataFrame, manifest: Mapping[str, Any]) -> list[str]:
    """Return the lines of a run's page without drawing its figures; see `reports.lines`."""
    return shown_lines(render(plan_page(read_rows(results), read_manifest(manifest)), ()))


def write_page(results: pd.DataFrame, manifest: Mapping[str, Any], folder: Path) -> Path:
    """Write the page of a run into a folder; see `reports.write`."""
    text = build_page(results, manifest)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / REPORT_NAME
    handle, temporary = tempfile.mkstemp(dir=folder, prefix=f".{REPORT_NAME}.", suffix=".tmp")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).chmod(0o644)  # mkstemp makes files that only their owner may read
        Path(temporary).replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(temporary).unlink()
        raise
    return path


def draw_part(part: FigurePart) -> FigurePart:
    """Draw a figure of the page, or note why that failed: a picture never costs the numbers."""
    from reports import figures

    try:
        drawing = figures.draw(part.plot)
    except Exception as error:
        reason = clean(error).strip() or type(error).__name__
        return part.failed(f"This figure could not be drawn ({reason}). The tables have its numbers.")
    note = ""
    if drawing.undrawn:
        names = ", ".join(f"“{name}”" for name in drawing.undrawn)
        note = f"No font was found here for {names}: where the figure shows boxes, read the name in the table."
    return part.drawn(drawing.wide, drawing.narrow, note)


def tied(text: str) -> str:
    """Tie a percent sign to its number with a no-break space."""
    return text.replace(" %", "\u00a0%")


def render(page: Page, figures: tuple[FigurePart, ...], block: str = "") -> str:
    """Fill the templates; every text is escaped, only our own pictures, style sheet and block of data are not."""
    import jinja2
    from markupsafe import Markup

    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("reports", "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {"picture": Markup, "tied": tied}
    style = resources.files("reports").joinpath("style.css").read_text(encoding="utf-8")
    return environment.get_template("page.html.j2").render(
        page=page, figures=figures, style=Markup(style), block=Markup(block)
    )
