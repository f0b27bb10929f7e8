"""Components of a page, one by one, kept as files: ``python -m tests.reports.snapshots`` writes them anew.

Figures that matplotlib draws are kept as what they say, for its paths differ between versions; all else is kept whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from reports import figures, page
from reports.details import read_details
from reports.facts import read_manifest
from reports.figures import Plot
from reports.plan import plan_page
from reports.plots import plots_of
from reports.rows import read_rows
from reports.sentences import Sentence
from reports.viewer import symbols_of, viewer_of
from tests.reports import samples, samples_many
from tests.reports.test_rounds import DATA

FOLDER = Path(__file__).with_name("snapshots")


def macro(template: str, name: str, *arguments: Any) -> str:
    """Fill one component."""
    module = page.environment().get_template(template).module
    return str(getattr(module, name)(*arguments))


def planned(table: Any, manifest: Any, details: Any = None) -> Any:
    return plan_page(read_rows(table), read_manifest(manifest), read_details(details))


def said(plot: Plot) -> str:
    """What a figure says: its texts and tips in order, wide and narrow."""
    drawing = figures.draw(plot)
    lines = []
    for picture in (drawing.wide, drawing.narrow):
        if picture:
            root = ElementTree.fromstring(picture)
            lines += [f"# {root.get('viewBox')} {root.get('aria-label')}"]
            lines += [element.text or "" for element in root.iter() if element.tag.endswith(("}text", "}title"))]
    return "\n".join(lines) + "\n"


def first_plot(table: Any, manifest: Any) -> str:
    plots, _ = plots_of(read_rows(table), read_manifest(manifest))
    return said(plots[0].plot)


DETAILS = {
    "convergence": [
        {"kind": "comparison", "game": "doubles", "players": 2, "policy": "hold", "baseline": "neutral",
         "against": "neutral", "measure": "win", "unit": "probability", "deals": [1000, 20_000, 400_000],
         "estimate": [0.04, 0.03, 0.0312], "low": [0.01, 0.024, 0.0301], "high": [0.07, 0.036, 0.0323]},
    ],
    "distributions": [
        {"game": "doubles", "players": 2, "policy": policy, "against": "neutral", "measure": "plays", "unit": "tiles",
         "values": [10, 11, 13], "counts": counts, "deals": 100}
        for policy, counts in (("hold", [20, 50, 30]), ("neutral", [30, 40, 30]))
    ],
    "examples": [
        {"kind": "comparison", "game": "doubles", "players": 2, "policy": "hold", "baseline": "neutral",
         "against": "neutral", "why": "median round", "deal": 12, "seed": 7, "seat": 0, "measure": "points",
         "difference": 3, "scanned": 100, "parts_at": 3, "rounds": [DATA, DATA | {"moves": DATA["moves"][:3]}]},
    ],
}  # fmt: skip

COMPONENTS: dict[str, Callable[[], str]] = {
    "table.html": lambda: macro("parts.html.j2", "table", planned(samples.comparisons(), samples.manifest()).tables[0]),
    "matrix.html": lambda: macro(
        "parts.html.j2", "matrix", plots_of(read_rows(samples.ten()), read_manifest(samples.manifest()))[0][0].plot
    ),
    "pairs.html": lambda: macro(
        "parts.html.j2", "pairs", planned(samples.arms(), samples.manifest()).provenance, "provenance"
    ),
    "data.html": lambda: macro(
        "parts.html.j2", "data", planned(samples.comparisons(), samples.manifest(), DETAILS).spreads[0].data, "k"
    ),
    "figure-failed.html": lambda: macro(
        "parts.html.j2",
        "figure",
        planned(samples.comparisons(), samples.manifest(), DETAILS).settling.failed("No <ink>."),
    ),
    "symbols.html": lambda: macro("viewer.html.j2", "symbols", symbols_of([viewer_of("v", [DATA])])[:2]),
    "viewer.html": lambda: macro("viewer.html.j2", "viewer", viewer_of("v", [DATA], marked=0), 2),
    "example.html": lambda: macro(
        "viewer.html.j2",
        "example",
        planned(samples.comparisons(), samples.manifest(), DETAILS).examples[0].examples[0],
    ),
    "dots.txt": lambda: first_plot(samples.comparisons(), samples.manifest()),
    "heat-map.txt": lambda: first_plot(samples_many.tips(), samples_many.facts()),
    "curves.txt": lambda: first_plot(samples_many.sweep(), samples_many.facts()),
    "settling.txt": lambda: said(planned(samples.comparisons(), samples.manifest(), DETAILS).settling.plot),
    "histograms.txt": lambda: said(planned(samples.comparisons(), samples.manifest(), DETAILS).spreads[0].plot),
    "answer.txt": lambda: "\n".join(_told(one) for one in planned(samples.ten(), samples.manifest()).answer) + "\n",
}


def _told(sentence: Sentence) -> str:
    return f"{sentence.verdict.mark or '-'} {sentence.text}"


def tidy(text: str) -> str:
    """Leave out what no reader sees: spaces at ends of lines, and empty lines."""
    return re.sub(r"[ \t]*\n+", "\n", text).strip() + "\n"


def main() -> None:
    """Write all snapshots."""
    FOLDER.mkdir(exist_ok=True)
    for name, make in COMPONENTS.items():
        (FOLDER / name).write_text(tidy(make()), encoding="utf-8")


if __name__ == "__main__":
    main()
