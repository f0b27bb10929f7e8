"""An experiment carried out: deals played until the stop rule is met, summed up, and written.

Stopping on a width follows fixed-width sequential theory (Y. S. Chow and H. Robbins, Ann. Math. Statist. 36, 1965): the
interval is looked at after every chunk of deals, in their order, from `FIRST_LOOK` deals on, and the run ends at the
first look at which every interval is narrow enough. Such intervals keep their level as the width shrinks, because the
rule looks at the width and never at the sign of a difference. A run that stops on what it has found out, or drops
policies on the way, looks at confidence sequences (`analyzer.sequences`) in the same manner. The looks are the same for
any number of workers.
"""

from __future__ import annotations

import contextlib
import math
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from analyzer import analysis, arms, convergence, files, notes, provenance, results
from analyzer.arms import Plan
from analyzer.chunks import CHUNK, Tally
from analyzer.contenders import Contenders
from analyzer.convergence import Course
from analyzer.details import details_of, write_details
from analyzer.distributions import distributions
from analyzer.examples import MOST_COMPARISONS, examples
from analyzer.experiment import Experiment, house_rules_text
from analyzer.extra_rows import extra_notes, extra_rows
from analyzer.ledger import Ledger
from analyzer.parallel import Stop, tallies, workers
from analyzer.sequences import FIRST_LOOK, Looks

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from analyzer.progress import Progress

__all__ = ["FIRST_LOOK", "Run", "run_experiment"]


@dataclass(frozen=True)
class Run:
    """An experiment carried out.

    Attributes
    ----------
    table : DataFrame
        The results, one row a measure and arm or difference; columns as in `analyzer.results.COLUMNS`.
    manifest : dict
        What was run, with what, and why it stopped.
    folder : Path or None
        Where the files are; None if nothing was saved.
    report : Path or None
        The HTML page, if one was made.
    details : dict or None
        How the run settled, whole distributions, and games behind the numbers; see `analyzer.details`.
    """

    table: pd.DataFrame
    manifest: dict[str, Any]
    folder: Path | None = None
    report: Path | None = None
    details: dict[str, Any] | None = None

    @property
    def partial(self) -> bool:
        """Whether the run was interrupted: every number then stands for the deals that were counted."""
        return bool(self.manifest["partial"])

    @property
    def tables(self) -> dict[str, pd.DataFrame]:
        """The results by kind - ``comparisons``, ``rule-changes``, ``arms``, ... - and what was counted besides."""
        from analyzer.run_tables import run_tables

        return run_tables(self.table, self.details)

    @property
    def comparisons(self) -> pd.DataFrame:
        """The rows that compare policies, of all deals: candidate and baseline, or two policies side by side."""
        kept = self.table["kind"].isin(("comparison", "pair")) & (self.table["split"] == "")
        return self.table[kept].reset_index(drop=True)

    def figures(self) -> dict[str, Figure]:
        """Draw the figures of the report: matplotlib figures by title, each with its caption, as large as needed.

        Drawn without any window and without touching matplotlib's settings; ``figure.savefig(...)`` keeps one.
        """
        import reports

        drawn: dict[str, Figure] = {}
        for one in reports.as_pictures(self.table, self.manifest, self.details):
            title = one.title if one.title not in drawn else f"{one.title} ({len(drawn) + 1})"
            if one.figure is not None:
                drawn[title] = one.figure
        return drawn

    def _repr_html_(self) -> str:
        """Show answer, table and figure in a notebook."""
        import reports

        return reports.as_snippet(self.table, self.manifest)

    @property
    def answer(self) -> list[str]:
        """The answer in sentences."""
        import reports

        return list(reports.answer(self.table, self.manifest))

    def __repr__(self) -> str:
        """Show the title, the answer and where the files are."""
        lines = [f"<Run {self.manifest['title']!r}: {self.manifest['stopped']}>"]
        lines += [f"  {sentence}" for sentence in self.answer]
        return "\n".join(lines + [f"  files: {self.folder}" for _ in range(self.folder is not None)])


@dataclass
class _Course:
    """How far a run has come: what was counted, whether its stop rule is met, whether a signal ended it before.

    `ledger` and `courses` keep what the run leaves besides its sums. `looks` is set where the run decides on the way,
    `contenders` where it drops policies; `skip` are the items that are not played any more.
    """

    ledger: Ledger
    courses: list[Course]
    tally: Tally | None = None
    reached: bool = False
    interrupted: bool = False
    looks: Looks | None = None
    contenders: Contenders | None = None
    skip: frozenset[int] = frozenset()

    @classmethod
    def of(cls, experiment: Experiment, plan: Plan) -> _Course:
        """Return the course of a run that has not begun."""
        contenders = Contenders.of(experiment.best, len(experiment.variants)) if experiment.best else None
        return cls(Ledger(plan), convergence.courses(plan), looks=looks_of(experiment), contenders=contenders)

    def add(self, tally: Tally) -> None:
        """Count the next chunk."""
        tally = tally.without(self.skip)
        self.tally = tally if self.tally is None else self.tally + tally
        self.ledger.add(tally)
        convergence.add(self.courses, tally)


def looks_of(experiment: Experiment) -> Looks | None:
    """Return how an experiment looks at its deals on the way; None if it does not decide on what it sees."""
    until = experiment.until
    deciding = until.decided or (experiment.measures[:1] if experiment.best else None)
    return Looks.of(until.confidence, deciding, _cap(experiment)) if deciding else None


def run_experiment(
    experiment: Experiment,
    out: Path | str | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
    *,
    save: bool = True,
    command: str | None = None,
    chunk: int = CHUNK,
    compared: int | None = None,
) -> Run:
    """Carry out an experiment and write its results.

    The results are the same for any number of jobs and any backend. Ctrl-C or SIGTERM ends the run with the chunks
    finished so far (`Run.partial`); a second one stops at once. Results are on disk when this returns; making a
    report is the caller's next step.

    Parameters
    ----------
    experiment : Experiment
        What to do.
    out : path, optional
        Folder for run folders, ``runs`` in the current folder by default.
    jobs : int, optional
        Workers, every core by default.
    progress : Progress, optional
        Told how far the run is.
    save : bool
        Write files; otherwise the run is only returned.
    command : str, optional
        For the manifest; this process's command line by default.
    chunk : int
        Deals of a chunk; a run that stops on a width can stop only at a chunk's end.
    compared : int, optional
        Comparisons that examples are looked for; by default a few if files are written, none otherwise.

    Raises
    ------
    OutputError
        If the results could not be written; before anything is played.
    ValueError
        If the experiment does not hang together.
    KeyboardInterrupt
        On an interruption before the first chunk was complete, and on a second one.
    """
    plan = arms.make_plan(experiment)
    count = workers(jobs)
    key = provenance.run_key(plan)
    folder = results.run_folder(Path("runs" if out is None else out), experiment.name, key) if save else None
    started, clock = datetime.now(UTC), time.perf_counter()
    with contextlib.nullcontext() if folder is None else files.reserved(folder):
        course = _play(experiment, plan, count, progress, chunk)
        if course.tally is None:
            raise KeyboardInterrupt
    stopped = _why(experiment, course)
    found = analysis.findings(plan, course.tally, experiment.until.confidence, course.looks)
    rows = analysis.rows(experiment, plan, found, stopped, course.looks, course.contenders)
    table = results.make_table([*rows, *extra_rows(experiment, plan, course.tally, stopped)])
    best = analysis.best_policies(experiment, found, analysis.verdicts(experiment, found, course.looks))
    manifest = {
        **_manifest(experiment, course.tally, stopped),
        "partial": course.interrupted,
        "key": key,
        "command": provenance.command_line() if command is None else command,
        "started": _iso(started),
        "finished": _iso(datetime.now(UTC)),
        "seconds": round(time.perf_counter() - clock, 3),
        "jobs": count,
        "notes": [
            *notes.notes(found, experiment.until.confidence, course.looks),
            *notes.notes_on_best(experiment, best),
            *extra_notes(experiment, plan),
        ],
        **({"best": {variant.label: list(labels) for variant, labels in best}} if best else {}),
        "sums": course.ledger.record(course.tally),
    }
    most = compared if compared is not None else MOST_COMPARISONS if save else 0
    with Stop() as stop:  # an interruption waits until everything is written, a second one does not
        written = None if folder is None else results.write_results(folder, table, manifest)
        details = _details(experiment, plan, course, most, stop)
        if written is not None:
            write_details(written, details)
    if stop.interrupted:
        raise KeyboardInterrupt(f"interrupted; the numbers are complete, in {written}" if written else "")
    return Run(table, manifest, written, details=details)


def _details(experiment: Experiment, plan: Plan, course: _Course, most: int, stop: Stop) -> dict[str, Any]:
    """Return what the page shows beside the table; no more games are played once the stop sign is up."""
    assert course.tally is not None
    return details_of(
        convergence.convergence(experiment, plan, course.courses, course.looks),
        distributions(experiment, plan, course.tally),
        examples(experiment, plan, course.tally.deals, most, stop.is_up),
    )


def _play(experiment: Experiment, plan: Plan, jobs: int, progress: Progress | None, chunk: int) -> _Course:
    """Play until the stop rule is met or a signal arrives."""
    from kernels import engine

    course, total = _Course.of(experiment, plan), _cap(experiment)
    engine.warm_up()  # in the parent: workers find compiled code, and Ctrl-C here is plain
    if progress is not None:
        early = experiment.until.deals is None or course.contenders is not None
        progress.start(None if early else total, experiment.title)
    try:
        with Stop() as stop, contextlib.closing(tallies(plan, total, jobs, stop, chunk, lambda: course.skip)) as chunks:
            for tally in chunks:
                if stop.interrupted or course.reached:
                    continue  # drained, not counted
                course.add(tally)
                text = _look(experiment, plan, course)
                if progress is not None and course.tally is not None:
                    progress.update(course.tally.deals, course.tally.rounds, text)
                if course.reached:
                    stop.raise_sign()
    finally:
        if progress is not None:
            progress.finish()
    complete = course.reached or (course.tally is not None and course.tally.deals == total)
    course.interrupted = stop.interrupted and not complete
    return course


def _cap(experiment: Experiment) -> int:
    """Return the most deals of a run."""
    until = experiment.until
    return until.max_deals if until.deals is None else until.deals


def _look(experiment: Experiment, plan: Plan, course: _Course) -> str:
    """Look at what the run stops on, if anything; returns a remark for the progress display."""
    until, tally, looks = experiment.until, course.tally, course.looks
    if tally is None or (until.half_width is None and looks is None):
        return ""
    found = analysis.findings(plan, tally, until.confidence, looks)
    remarks = [_decide(experiment, plan, course, looks, found)] if looks else []
    if until.half_width is not None:
        played = [one for one in found if not (course.contenders and course.contenders.out(one.item))]
        widths = {name: analysis.widest(played, name) for name in until.half_width}
        narrow = all(widths[name] <= goal for name, goal in until.half_width.items())
        course.reached = course.reached or (narrow and tally.deals >= FIRST_LOOK)
        remarks += [f"{name} ±{width:.2g}" for name, width in widths.items() if math.isfinite(width)]
    return ", ".join(remarks)


def _decide(experiment: Experiment, plan: Plan, course: _Course, looks: Looks, found: list[analysis.Finding]) -> str:
    """Drop policies and stop on what the confidence sequences say; returns a remark for the progress display."""
    tally, contenders = course.tally, course.contenders
    assert tally is not None
    words = analysis.verdicts(experiment, found, looks)
    if tally.deals >= looks.first and contenders is not None:
        contenders.look(analysis.beats(found, words, experiment.measures[0]), tally.deals)
        course.skip = contenders.skip(plan)
        course.reached = contenders.settled and experiment.until.deals is not None  # others have asked for more
    left = analysis.undecided(words, found, looks, contenders)
    if tally.deals >= looks.first and experiment.until.decided:
        course.reached = not left
    return f"{left} undecided"


def _why(experiment: Experiment, course: _Course) -> str:
    """Say why the run ended."""
    until, deals = experiment.until, course.tally.deals if course.tally else 0
    if course.interrupted:
        upto = "at most " if until.deals is None else ""
        return f"interrupted: partial, {deals:,} of {upto}{_cap(experiment):,} deals"
    if course.contenders is not None and course.reached and until.deals is not None:
        return f"one policy left, by {experiment.measures[0]}, after {deals:,} deals"
    if until.decided:
        by = ", ".join(until.decided)
        if course.reached:
            return f"every difference decided, by {by}, after {deals:,} deals"
        return f"max_deals: {deals:,} deals played, not every difference decided, by {by}"
    if until.half_width is None:
        return f"all {deals:,} deals played"
    goals = ", ".join(f"{name} ±{goal:g}" for name, goal in until.half_width.items())
    if course.reached:
        return f"intervals narrow enough ({goals}) after {deals:,} deals"
    return f"max_deals: {deals:,} deals played, intervals still wider than asked ({goals})"


def _manifest(experiment: Experiment, tally: Tally, stopped: str) -> dict[str, Any]:
    """Return what the results table does not hold."""
    return {
        "title": experiment.title,
        "name": experiment.name,
        "description": experiment.description,
        **({"question": experiment.question} if experiment.question else {}),
        "seed": experiment.seed,
        "play": experiment.play,
        "config": experiment.config,
        "deals": tally.deals,
        "confidence": experiment.until.confidence,
        "stopped": stopped,
        "games_played": tally.games,
        "rounds_played": tally.rounds,
        "policies": {label: policy.describe() for label, policy in experiment.policies.items()},
        "games": {
            one.label: {
                "title": one.title,
                "game": one.game,
                "source": one.source,
                "players": one.players,
                "house_rules": one.house_rules_text,
                **({"name": one.name} if one.name else {}),
                **({"reference": one.reference, "changes": house_rules_text(one.changes)} if one.reference else {}),
            }
            for one in experiment.variants
        },
        "versions": provenance.versions(),
        "columns": {name: column.meaning for name, column in results.COLUMNS.items()},
    }


def _iso(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
