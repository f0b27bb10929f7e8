"""How much pairing gains in every ready question and every cell of the tip x game chart.

    python -m tests.benchmarks.pairing [DEALS]        writes tests/data/pairing.csv (about 40 s on two cores)

One line a cell: the variance-reduction factor, that is how many times more games an unpaired comparison would need for
the same interval. ``tests/analyzer/test_questions.py`` holds the table to what is promised, and to the questions there
are. A cell in which no deal came out differently has no factor.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator
from pathlib import Path

from analyzer import asking, matrix_config
from analyzer.asking import Options
from analyzer.experiment import Experiment
from analyzer.questions import load_questions
from analyzer.runner import run_experiment

TABLE = Path(__file__).parents[1] / "data" / "pairing.csv"
COLUMNS = ("question", "kind", "game", "house_rules", "players", "policy", "measure", "deals", "variance_reduction")


def experiments(options: Options) -> Iterator[tuple[str, Experiment]]:
    """Yield every ready question that compares something, then every game of the chart."""
    for question in load_questions():
        found = asking.experiment(question, options)
        if found.comparisons or any(variant.reference for variant in found.variants):
            yield question.name, found
    for found in matrix_config.experiments(options):
        yield "all", found


def cells(name: str, experiment: Experiment) -> Iterator[dict[str, object]]:
    """Yield the cells of one experiment."""
    table = run_experiment(experiment, save=False).table
    wanted = table[table["kind"].isin(["comparison", "rule change"]) & (table["split"] == "")]
    for row in wanted.to_dict(orient="records"):
        factor = float(row["variance_reduction"])
        yield {
            **{column: row[column] for column in COLUMNS[1:-1]},
            "question": name,
            "variance_reduction": "" if factor != factor else f"{factor:.3g}",
        }


def main(deals: str = "20000") -> None:
    """Measure everything and write the table."""
    rows = [row for name, one in experiments(Options(deals=deals)) for row in cells(name, one)]
    TABLE.parent.mkdir(exist_ok=True)
    with TABLE.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.DictWriter(stream, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    main(*sys.argv[1:])
