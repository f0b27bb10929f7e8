"""``dominolab ask``: a ready question, carried out or shown as a configuration."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer import asking, matrix_config
from analyzer.asking import Options
from analyzer.cli_out import console, print_faults, print_json, say, wrapped
from analyzer.cli_run import Task, carry_out, task_of
from analyzer.config_text import to_yaml
from analyzer.faults import ConfigError
from analyzer.questions import MATRIX, find_question

if TYPE_CHECKING:
    from analyzer.progress import Progress
    from analyzer.runner import Run

__all__ = ["ask", "show"]


def ask(name: str, options: Options, out: Path, jobs: int | None, *, as_json: bool = False, quiet: bool = False) -> int:
    """Answer a question; returns the exit status.

    Parameters
    ----------
    name : str
        Of a question, or ``all``.
    options : Options
        What to change about it.
    out, jobs, as_json, quiet
        As for `analyzer.cli_run.run_files`.
    """
    try:
        task = _task(name, options)
    except ConfigError as error:
        print_faults(error)
        return 2
    if not (as_json or quiet):
        _introduce(name)
    return carry_out([task], out, jobs, as_json=as_json, quiet=quiet)


def _task(name: str, options: Options) -> Task:
    if name != MATRIX:
        return task_of(asking.experiment(find_question(name), options))
    return Task(matrix_config.TITLE, "ask-all", partial(_play_matrix, matrix_config.experiments(options)))


def _play_matrix(experiments: Any, out: Path, jobs: int | None, progress: Progress) -> Run:
    from analyzer.matrix import run_matrix  # brings numba and pandas

    return run_matrix(experiments, out, jobs, progress)


def _introduce(name: str) -> None:
    """Say what guides say and who the baseline is: numbers of a habit mean nothing without it."""
    screen = console()
    if name == MATRIX:
        wrapped(screen, f"Baseline and opponents of every habit: {matrix_config.WHO}.")
        return
    question = find_question(name)
    wrapped(screen, f"Guides: {question.guides}")
    wrapped(screen, f"Baseline: {question.baseline}.")


def show(name: str, options: Options, as_json: bool = False) -> int:
    """Print the configuration of a question, to be kept and changed; returns the exit status."""
    try:
        if name == MATRIX:
            configs = matrix_config.configurations(options)
            heading = f"{matrix_config.TITLE}\n\nBaseline of every habit: {matrix_config.WHO}."
        else:
            question = find_question(name)
            asking.experiment(question, options)  # for its faults
            configs = [asking.configuration(question, options)]
            heading = f"{question.question}\n\nGuides: {question.guides}\nBaseline: {question.baseline}."
    except ConfigError as error:
        print_faults(error)
        return 2
    if as_json:
        print_json(configs)
    else:
        print(to_yaml(configs, f"{heading}\n\nKeep it as FILE.yaml, change it, and:  dominolab run FILE.yaml"), end="")
        if name == MATRIX:
            say("dominolab ask all puts all of these into one table; dominolab run answers them one by one")
    return 0
