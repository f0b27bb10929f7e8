"""``dominolab plan``: what a run would play, how long it would take and how well it would know."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer import asking, matrix_config
from analyzer.asking import Options
from analyzer.cli_out import console, print_faults, print_json, say
from analyzer.cli_run import Load
from analyzer.comparing import load_compares
from analyzer.config import load_batch
from analyzer.experiment import Experiment
from analyzer.faults import ConfigError, Fault
from analyzer.questions import MATRIX, find_question

if TYPE_CHECKING:
    from analyzer.planning import Forecast

__all__ = ["plan"]


def plan(
    files: Sequence[Path],
    question: str,
    options: Options,
    overrides: Sequence[str],
    jobs: int | None,
    as_json: bool,
    *,
    compare: bool = False,
) -> int:
    """Print forecasts of the experiments of some files, or of a ready question; returns the exit status.

    With `compare`, the files are planned as ``dominolab compare`` would carry them out.
    """
    wrong = _misused(files, question, options, overrides, compare)
    if wrong:
        say(wrong)
        return 2
    try:
        load = load_compares if compare else load_batch
        experiments = _asked(question, options) if question else _read(files, overrides, load)
    except ConfigError as error:
        print_faults(error)
        return 2
    from analyzer.chunks import CHUNK
    from analyzer.matrix import CHUNK as MATRIX_CHUNK
    from analyzer.planning import forecast  # brings numba and pandas

    try:
        chunk = MATRIX_CHUNK if question == MATRIX else CHUNK
        forecasts = [forecast(one, jobs, chunk=chunk) for one in experiments]
    except (OSError, ValueError, RuntimeError) as error:
        say(f"failed: {' '.join(str(error).split())}")
        return 1
    if as_json:
        print_json({"runs": [_plain(one) for one in forecasts], "seconds": sum(one.seconds for one in forecasts)})
        return 0
    for one in forecasts:
        _show(one)
    if len(forecasts) > 1:
        console().print(f"All {len(forecasts)} runs: about {_time(sum(one.seconds for one in forecasts))}.")
    return 0


def _misused(files: Sequence[Path], question: str, options: Options, overrides: Sequence[str], compare: bool) -> str:
    """Say what does not go together, nothing if all does."""
    if bool(files) == bool(question):
        return "plan takes configurations in YAML, or --ask with a question, such as: dominolab plan --ask doubles"
    if files and options != Options():
        return (
            "--games, --players, --half-width, --deals, --against and --seed go with --ask; for a file there is --set"
        )
    if question and compare:
        return "--compare goes with files; a ready question says itself what is compared"
    if question and overrides:
        return "--set goes with files; --ask has options of its own, and dominolab ask NAME --show writes a file"
    return ""


def _asked(question: str, options: Options) -> list[Experiment]:
    if question == MATRIX:
        return matrix_config.experiments(options)
    return [asking.experiment(find_question(question), options)]


def _read(files: Sequence[Path], overrides: Sequence[str], load: Load) -> list[Experiment]:
    """Read all files; the faults of all of them are raised together."""
    found: list[Experiment] = []
    faults: list[Fault] = []
    for file in files:
        try:
            batch = load(file, overrides)
        except ConfigError as error:
            batch = [error]
        for one in batch:
            if isinstance(one, ConfigError):
                faults += one.faults
            else:
                found.append(one)
    if faults:
        raise ConfigError(faults)
    return found


# --- as JSON -------------------------------------------------------------------------------------------------------


def _plain(one: Forecast) -> dict[str, Any]:
    """Return a forecast as plain data; what cannot be known yet is None."""
    experiment = one.experiment
    return {
        "title": experiment.title,
        "name": experiment.name,
        "arms": one.arms,
        "comparisons": one.comparisons,
        "rule_changes": one.rule_changes,
        "deals": one.deals,
        "deals_are": _certainty(one),
        "games": one.games,
        "seconds": round(one.seconds, 3),
        "jobs": one.jobs,
        "confidence": experiment.until.confidence,
        "pilot": {"deals": one.pilot_deals, "seconds": round(one.pilot_seconds, 3)},
        "half_widths": [_finite(dataclasses.asdict(width)) for width in one.widths],
    }


def _finite(row: dict[str, Any]) -> dict[str, Any]:
    return {key: None if isinstance(x, float) and not math.isfinite(x) else x for key, x in row.items()}


def _certainty(one: Forecast) -> str:
    return "fixed" if one.certain else "forecast" if one.reached else "the most allowed"


# --- for people ----------------------------------------------------------------------------------------------------


def _show(one: Forecast) -> None:
    """Print a forecast."""
    screen = console()
    screen.print(one.experiment.title, style="bold")
    played = "matches" if one.experiment.play == "matches" else "rounds"
    parts = [f"{one.arms} arms", *_counted(one.comparisons, "comparison"), *_counted(one.rule_changes, "rule change")]
    screen.print(f"Plays:  {', '.join(parts)}; {one.games / one.deals:g} {played} a deal", soft_wrap=True)
    about = {"fixed": "", "forecast": "about ", "the most allowed": "at most "}[_certainty(one)]
    screen.print(f"Deals:  {about}{one.deals:,}, {one.games:,} {played}", soft_wrap=True)
    if not one.reached:
        screen.print("        The stop rule will hardly be met before; allow more with max_deals, or ask for less.")
    pilot = f"pilot: {one.pilot_deals:,} deals in {one.pilot_seconds:.1f} s"
    workers = f"{one.jobs} worker{'s' if one.jobs > 1 else ''}"
    screen.print(f"Time:   about {_time(one.seconds)} on {workers}, files and report apart ({pilot})", soft_wrap=True)
    level = f"{one.experiment.until.confidence * 100:g} %"
    screen.print(f"Known:  half-widths of the {level} intervals to come", soft_wrap=True)
    for line in _widths(one):
        screen.print(f"  {line}", soft_wrap=True)
    screen.print()


def _counted(number: int, what: str) -> list[str]:
    return [f"{number} {what}{'s' if number != 1 else ''}"] if number else []


def _widths(one: Forecast) -> list[str]:
    """Return a line for every kind and measure: the range of its half-widths, and where the widest is.

    Arms are left out where there are differences: these are what was asked for.
    """
    kinds = dict.fromkeys(width.kind for width in one.widths)
    groups: dict[tuple[str, str, str], list[tuple[float, str]]] = {}
    for width in one.widths:
        if math.isfinite(width.half_width) and (width.kind != "arm" or "comparison" not in kinds):
            key = (width.kind, width.measure, width.unit)
            groups.setdefault(key, []).append((width.half_width, width.game))
    return [
        f"{kind}, {measure}: {_amounts(min(known)[0], max(known)[0], unit)}"
        + (f" (widest: {max(known)[1]})" if len({game for _, game in known}) > 1 else "")
        for (kind, measure, unit), known in groups.items()
    ]


def _amounts(low: float, high: float, unit: str) -> str:
    names = {"probability": (100, "percentage points"), "share": (100, "% of the variance")}
    factor, name = names.get(unit, (1, unit))
    texts = list(dict.fromkeys(f"{value * factor:.2g}" for value in (low, high)))
    return f"±{' to '.join(texts)} {name}"


def _time(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.1f} s" if seconds < 10 else f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h {minutes % 60} min"
