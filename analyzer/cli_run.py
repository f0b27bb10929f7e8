"""``dominolab run``: a batch of experiments, checked as a whole before the first game is played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer.cli_out import console, print_faults, print_json, say, wrapped
from analyzer.config import load_batch
from analyzer.experiment import Experiment
from analyzer.faults import ConfigError
from analyzer.progress import make_progress

if TYPE_CHECKING:
    from analyzer.progress import Progress
    from analyzer.runner import Run

__all__ = ["Load", "Task", "carry_out", "run_files", "task_of"]

INTERRUPTED = 130

Load = Callable[[Path, Sequence[str]], list[Experiment | ConfigError]]


@dataclass(frozen=True)
class Task:
    """Something to be played that leaves one run.

    Attributes
    ----------
    title, name : str
        For messages.
    play : callable
        ``play(out, jobs, progress)`` returns the run.
    """

    title: str
    name: str
    play: Callable[[Path, int | None, Progress], Run]


def task_of(experiment: Experiment) -> Task:
    """Return an experiment as a task."""
    return Task(experiment.title, experiment.name, partial(_play, experiment))


def _play(experiment: Experiment, out: Path, jobs: int | None, progress: Progress) -> Run:
    from analyzer.runner import run_experiment  # brings numba and pandas

    return run_experiment(experiment, out, jobs, progress)


@dataclass
class _Batch:
    """How a batch goes.

    Attributes
    ----------
    as_json, quiet : bool
        How to print.
    total : int
        Experiments asked for, the faulty ones included.
    ok, partial : int
        Runs carried out to their end, and cut short.
    records : list of dict
        Runs for the JSON output.
    failed : list of dict
        Name and reason of each failed run.
    interrupted : bool
        Whether a signal ended it.
    """

    as_json: bool
    quiet: bool
    total: int = 0
    ok: int = 0
    partial: int = 0
    records: list[dict[str, Any]] = field(default_factory=list)
    failed: list[dict[str, str]] = field(default_factory=list)
    interrupted: bool = False

    def fail(self, name: str, reason: str) -> None:
        """Note a failed run."""
        self.failed.append({"name": name, "reason": reason})

    def summary(self) -> str:
        """Say how it went, as ``2 ok, 1 failed``."""
        rest = self.total - self.ok - self.partial - len(self.failed)
        counts = {"ok": self.ok, "failed": len(self.failed), "partial": self.partial, "not run": rest}
        return ", ".join(f"{count} {what}" for what, count in counts.items() if count or what in ("ok", "failed"))


def run_files(
    paths: Sequence[Path],
    out: Path,
    jobs: int | None,
    overrides: Sequence[str],
    *,
    as_json: bool = False,
    quiet: bool = False,
    keep_going: bool = False,
    load: Load | None = None,
) -> int:
    """Carry out all experiments of some files.

    Parameters
    ----------
    paths : sequence of Path
        Configurations.
    out : Path
        Folder for run folders.
    jobs : int or None
        Workers.
    overrides : sequence of str
        ``key=value`` texts for all of them.
    as_json, quiet, keep_going : bool
        As the options of the same name.
    load : callable
        How a file is read: ``load(path, overrides)``, by default `analyzer.config.load_batch`.

    Returns
    -------
    int
        Exit status: 0 done, 1 a run failed, 2 bad input before any game, 130 interrupted.
    """
    batch = _Batch(as_json, quiet)
    experiments = _load(paths, overrides, batch, load or load_batch)
    if batch.failed and not (keep_going and experiments):
        return 2
    return _carry_out([task_of(one) for one in experiments], out, jobs, batch, keep_going)


def carry_out(tasks: Sequence[Task], out: Path, jobs: int | None, *, as_json: bool = False, quiet: bool = False) -> int:
    """Carry out tasks and print their results as ``run`` does; returns the exit status."""
    return _carry_out(tasks, out, jobs, _Batch(as_json, quiet, len(tasks)), False)


def _carry_out(tasks: Sequence[Task], out: Path, jobs: int | None, batch: _Batch, keep_going: bool) -> int:
    try:
        from analyzer.files import OutputError, check_folder

        check_folder(out)
    except OutputError as error:
        say(str(error))
        return 2
    for task in tasks:
        _run_one(task, out, jobs, batch)
        if batch.interrupted or (batch.failed and not keep_going):
            break
    _summary(batch)
    return INTERRUPTED if batch.interrupted else 1 if batch.failed else 0


def _load(paths: Sequence[Path], overrides: Sequence[str], batch: _Batch, load: Load) -> list[Experiment]:
    """Read all files; faults are printed, faulty experiments noted as failed."""
    experiments = []
    for path in paths:
        try:
            loaded = load(path, overrides)
        except ConfigError as error:
            loaded = [error]
        batch.total += len(loaded)
        for number, one in enumerate(loaded, 1):
            if isinstance(one, Experiment):
                experiments.append(one)
                continue
            print_faults(one)
            batch.fail(str(path) if len(loaded) == 1 else f"{path}, experiment {number}", str(one))
    return experiments


def _run_one(task: Task, out: Path, jobs: int | None, batch: _Batch) -> None:
    """Carry out one task, report it, and note how it went."""
    try:
        _announce_compiling(batch)
        run = task.play(out, jobs, make_progress(batch.quiet))
    except KeyboardInterrupt as sign:
        say(f"{task.title}: {sign if str(sign) else 'interrupted before anything was finished'}")
        batch.interrupted = True
        return
    except (OSError, ValueError, RuntimeError) as error:  # said by us: no folder, a policy's illegal move, ...
        say(f"{task.title}: failed: {' '.join(str(error).split())}")
        batch.fail(task.name, str(error))
        return
    batch.interrupted = run.partial
    batch.partial += run.partial
    batch.ok += not run.partial
    try:
        report = _report(run)
        _show(run, report, batch)
    except KeyboardInterrupt:
        say(f"{task.title}: interrupted; the numbers are complete, in {run.folder}")
        batch.interrupted = True


def _announce_compiling(batch: _Batch) -> None:
    """Say why nothing seems to happen, the first time."""
    from kernels import engine

    if not batch.quiet and not engine.is_compiled():
        say("compiling the engine, once on this machine: about half a minute")


def _report(run: Run) -> Path | None:
    """Make the report; numbers are never lost over it."""
    import reports

    if run.folder is None:
        return None
    try:
        return reports.write(run.table, run.manifest, run.folder, run.details)
    except Exception as error:
        say(f"the report could not be made ({' '.join(str(error).split())}); the results are in {run.folder}")
        return None


def _show(run: Run, report: Path | None, batch: _Batch) -> None:
    """Print the answer, the table and where the files are; or keep them for the JSON."""
    if batch.as_json:
        batch.records.append(_record(run, report))
    if batch.as_json or batch.quiet:
        return
    import reports

    screen = console()
    screen.print(str(run.manifest["title"]), style="bold")
    for sentence in reports.answer(run.table, run.manifest):
        wrapped(screen, sentence)
    screen.print()
    reports.print_table(run.table, run.manifest, screen)
    screen.print(f"Stopped: {run.manifest['stopped']}", soft_wrap=True)
    screen.print(f"Results: {run.folder}", soft_wrap=True)
    if report is not None:
        screen.print(f"Report:  {report}", soft_wrap=True)
    screen.print()


def _record(run: Run, report: Path | None) -> dict[str, Any]:
    """Return one run for the JSON output: what the files hold, and where they are."""
    import json

    results = json.loads((run.folder / "results.json").read_text(encoding="utf-8")) if run.folder else []
    manifest = run.manifest
    return {
        "name": manifest["name"],
        "title": manifest["title"],
        "folder": str(run.folder) if run.folder else None,
        "report": str(report) if report else None,
        "deals": manifest["deals"],
        "seed": manifest["seed"],
        "stopped": manifest["stopped"],
        "partial": run.partial,
        "answer": run.answer,
        "results": results,
    }


def _summary(batch: _Batch) -> None:
    """Print the JSON, and how the batch went if it was more than one good run."""
    if batch.as_json:
        print_json({"runs": batch.records, "failed": batch.failed})
    trouble = bool(batch.failed or batch.interrupted)
    if trouble or (batch.total > 1 and not batch.quiet):
        say(batch.summary())
    for one in batch.failed:
        say(f"failed: {one['name']}")
