"""``ask all``: every habit that players recommend by every game, as one run with one results table.

Each game is an experiment of its own, in which all habits are compared with the same baseline on the same deals, so the
baseline's rounds are played once for all of them; each game stops when its own differences are known well enough. The
tables are put together, and the verdicts are adjusted for all cells of the chart at once.
"""

from __future__ import annotations

import dataclasses
import hashlib
import math
import time
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from analyzer import files, measures, provenance, results, runner, statistics
from analyzer.details import merged, write_details
from analyzer.experiment import Experiment
from analyzer.matrix_config import TITLE, about
from analyzer.runner import Run

if TYPE_CHECKING:
    from analyzer.progress import Progress

__all__ = ["CHUNK", "judged", "key_of", "run_matrix"]

CHUNK = 8_192
"""Deals of a chunk. The games of the chart stop after 40,000 to 75,000 deals: full chunks of 32,768 would go 30 % too
far, which outweighs the 8 % that a deal costs more in small ones."""


def run_matrix(
    experiments: Sequence[Experiment],
    out: Path | str | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
    *,
    save: bool = True,
) -> Run:
    """Carry out the experiments of the tip x game chart and put their results together.

    Parameters
    ----------
    experiments : sequence of Experiment
        One a game, see `analyzer.matrix_config.experiments`.
    out, jobs, progress, save
        As for `analyzer.runner.run_experiment`.

    Returns
    -------
    Run
        One table and one manifest; partial if a signal ended it, and then without the games that were not begun.
    """
    folder = results.run_folder(Path("runs" if out is None else out), "ask-all", _key(experiments)) if save else None
    if folder is not None:
        files.check_folder(folder.parent)
    started, clock = datetime.now(UTC), time.perf_counter()
    runs: list[Run] = []
    for experiment in experiments:
        try:
            run = runner.run_experiment(experiment, jobs=jobs, progress=progress, save=False, chunk=CHUNK, compared=1)
            runs.append(run)
        except KeyboardInterrupt:
            if not runs:
                raise
            runs[-1] = _cut_short(runs[-1])
        if runs[-1].partial:
            break
    table = judged([run.table for run in runs], experiments[0])
    details = merged([run.details for run in runs if run.details])
    manifest = {
        **_manifest(experiments, runs),
        "question": about(experiments),
        "command": provenance.command_line(),
        "started": _iso(started),
        "finished": _iso(datetime.now(UTC)),
        "seconds": round(time.perf_counter() - clock, 3),
    }
    if folder is None:
        return Run(table, manifest, details=details)
    folder.mkdir(parents=True, exist_ok=True)
    written = results.write_results(folder, table, manifest)
    write_details(written, details)
    return Run(table, manifest, written, details=details)


def _cut_short(run: Run) -> Run:
    """Mark a run as the last of an interrupted row."""
    return dataclasses.replace(run, manifest={**run.manifest, "partial": True})


def _key(experiments: Iterable[Experiment]) -> str:
    """Return 8 hexadecimal digits that stand for the games of all experiments."""
    from analyzer.arms import make_plan

    return key_of([provenance.run_key(make_plan(one)) for one in experiments])


def key_of(keys: Iterable[str]) -> str:
    """Return the key of a chart from those of its games."""
    return hashlib.sha256(",".join(keys).encode()).hexdigest()[:8]


def _manifest(experiments: Sequence[Experiment], runs: Sequence[Run]) -> dict[str, Any]:
    """Put the manifests of the games together."""
    first, deals = runs[0].manifest, [run.manifest["deals"] for run in runs]
    together: dict[str, Any] = {}
    for name in ("policies", "games"):
        together[name] = {key: value for run in runs for key, value in run.manifest[name].items()}
    span = f"{min(deals):,}" if min(deals) == max(deals) else f"{min(deals):,} to {max(deals):,}"
    stopped = f"each game by itself, after {span} deals"
    partial = any(run.partial for run in runs)
    if partial:
        stopped = f"interrupted: partial, {len(runs)} of {len(experiments)} games, after {span} deals"
    elif len({run.manifest["stopped"] for run in runs}) == 1:
        stopped = first["stopped"]
    own = {name: value for name, value in first.items() if name != "sums"}
    return {
        **own,
        **together,
        "title": TITLE,
        "name": "ask-all",
        "config": _config(experiments),
        "key": _key(experiments),
        "deals": max(deals),
        "stopped": stopped,
        "games_played": sum(run.manifest["games_played"] for run in runs),
        "rounds_played": sum(run.manifest["rounds_played"] for run in runs),
        "partial": partial,
        "notes": _notes(runs, experiments[0].until.confidence),
        "parts": [{name: run.manifest[name] for name in ("key", "config", "sums")} for run in runs],
    }


def _config(experiments: Sequence[Experiment]) -> dict[str, Any]:
    """Return the configuration of the chart: what all games share, and every policy."""
    shared = {key: value for key, value in experiments[0].config.items() if key not in ("title", "game", "compare")}
    policies: dict[str, Any] = {}
    for one in experiments:
        policies |= dict(one.policy_specs)
    games = [one.config["game"] for one in experiments]
    return {"title": TITLE, "games": games, **shared, "policies": policies}


def _notes(runs: Sequence[Run], confidence: float) -> list[str]:
    """Say how the chart has to be read."""
    cells = sum(int((run.table["kind"] == "comparison").sum()) for run in runs)
    level = f"{confidence * 100:g} %"
    return [
        f"Intervals are stated at the {level} level, each by itself; the deal is their unit.",
        f"Verdicts hold for all {cells} differences of this chart together at the {level} level (Holm's adjustment), "
        "so an interval may leave out 0 and its verdict still be undecided.",
        "Every game is a run of its own on the same deals and stops by itself; a habit is compared with the same "
        "baseline in every game to which it applies.",
    ]


def judged(tables: Sequence[pd.DataFrame], experiment: Experiment) -> pd.DataFrame:
    """Put the tables of the games together, the verdicts of their comparisons adjusted for all of them.

    `experiment` is one of the games: all have the same margins.
    """
    table, margins = pd.concat(tables, ignore_index=True), dict(experiment.same_within or {})
    records = table.to_dict(orient="records")
    places = [place for place, row in enumerate(records) if row["kind"] == "comparison"]
    intervals = [_interval(records[place]) for place in places]
    adjusted = statistics.adjusted([interval.p_value() for interval in intervals])
    words = table["verdict"].tolist()
    for place, interval, p_value in zip(places, intervals, adjusted, strict=True):
        measure = str(records[place]["measure"])
        words[place] = statistics.verdict(
            interval,
            p_value,
            confidence=float(records[place]["confidence"]),
            together=len(places),
            better=measures.reader(measure).better,
            margin=margins.get(measure),
        )
    return table.assign(verdict=pd.Series(words, index=table.index, dtype="str"))


def _interval(row: Mapping[Any, Any]) -> statistics.Interval:
    """Return the interval of a row, with what a test needs."""
    df = float(row["deals"]) - 1
    half = (float(row["high"]) - float(row["low"])) / 2
    error = half / statistics.t_quantile(df, float(row["confidence"])) if df >= 1 else math.nan
    return statistics.Interval(
        float(row["estimate"]), float(row["low"]), float(row["high"]), error, df, str(row["method"])
    )


def _iso(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
