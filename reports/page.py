"""The page: plan, draw the figures, render. The file appears whole or not at all."""

from __future__ import annotations

import base64
import contextlib
import functools
import hashlib
import os
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reports.details import read_details
from reports.embedded import embedded, shown_lines
from reports.facts import read_manifest
from reports.formats import clean
from reports.plan import FigurePart, Page, plan_page, plan_replay
from reports.rows import read_rows

if TYPE_CHECKING:
    import jinja2
    import pandas as pd
    from markupsafe import Markup

__all__ = [
    "REPORT_NAME",
    "build_page",
    "build_replay",
    "draw_part",
    "drawn",
    "fill",
    "lines_of",
    "render",
    "tied",
    "write_page",
]

REPORT_NAME = "report.html"


def build_page(results: pd.DataFrame, manifest: Mapping[str, Any], details: Mapping[str, Any] | None = None) -> str:
    """Build the page of a run; see `reports.build`."""
    page = drawn(plan_page(read_rows(results), read_manifest(manifest), read_details(details)))
    return render(page, embedded(manifest))


def lines_of(results: pd.DataFrame, manifest: Mapping[str, Any]) -> list[str]:
    """Return the lines of a run's page without drawing its figures; see `reports.lines`."""
    return shown_lines(render(plan_page(read_rows(results), read_manifest(manifest))))


def build_replay(rounds: Sequence[Mapping[str, Any]], title: str) -> str:
    """Build the page of rounds to step through; see `reports.replay_page`."""
    return fill("replay.html.j2", replay=plan_replay(rounds, title))


def drawn(page: Page) -> Page:
    """Return a page with its figures drawn."""
    return replace(
        page,
        figures=tuple(draw_part(part) for part in page.figures),
        spreads=tuple(draw_part(part) for part in page.spreads),
        settling=draw_part(page.settling) if page.settling else None,
    )


def write_page(
    results: pd.DataFrame, manifest: Mapping[str, Any], folder: Path, details: Mapping[str, Any] | None = None
) -> Path:
    """Write the page of a run into a folder; see `reports.write`."""
    text = build_page(results, manifest, details)
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
        where = "The table below has" if part.data else "The tables have"
        return part.failed(f"This figure could not be drawn ({reason}). {where} its numbers.")
    note = ""
    if drawing.undrawn:
        names = ", ".join(f"“{name}”" for name in drawing.undrawn)
        note = f"No font was found here for {names}: where the figure shows boxes, read the name in the table."
    return part.drawn(drawing.wide, drawing.narrow, note)


def tied(text: str) -> str:
    """Tie a percent sign to its number with a no-break space."""
    return text.replace(" %", "\u00a0%")


@dataclass(frozen=True)
class Assets:
    """What is put into every page as it is: our own style sheet and script, and the hash that allows the script."""

    style: Markup
    script: Markup
    script_hash: str


@functools.cache
def assets() -> Assets:
    """Read style sheet and script."""
    from markupsafe import Markup

    folder = resources.files("reports")
    style = "".join(folder.joinpath(name).read_text(encoding="utf-8") for name in ("style.css", "viewer.css"))
    script = "\n" + folder.joinpath("page.js").read_text(encoding="utf-8")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return Assets(Markup(style), Markup(script), f"sha256-{digest}")


@functools.cache
def environment() -> jinja2.Environment:
    """Return the templates: every text is escaped, only our own pictures, style sheet and script are not."""
    import jinja2
    from markupsafe import Markup

    made = jinja2.Environment(
        loader=jinja2.PackageLoader("reports", "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters |= {"picture": Markup, "tied": tied}
    return made


def render(page: Page, block: str = "") -> str:
    """Fill the template of a report; `block` is data for programs, put into the page as it is."""
    from markupsafe import Markup

    return fill("page.html.j2", page=page, block=Markup(block))


def fill(template: str, **parts: object) -> str:
    """Fill a template."""
    return environment().get_template(template).render(assets=assets(), **parts)
