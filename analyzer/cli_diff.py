"""``dominolab diff``: what changed from one run to another."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from analyzer.cli_out import console, print_json, say, wrapped

if TYPE_CHECKING:
    from rich.console import Console

    from analyzer.run_diff import Diff, RowDiff
    from analyzer.runner import Run

__all__ = ["diff"]

_MOST_ALONE = 8


def diff(first: str, second: str, as_json: bool) -> int:
    """Compare two runs and print what was found; returns the exit status."""
    from analyzer.run_diff import diff_runs
    from analyzer.run_files import RunError, load_run

    try:
        runs = load_run(first), load_run(second)
    except RunError as error:
        say(str(error))
        return 2
    found = diff_runs(*runs)
    if as_json:
        print_json(_plain(runs, found))
    else:
        _show(runs, found)
    return 0


# --- as JSON ---------------------------------------------------------------------------------------------------------


def _plain(runs: Sequence[Run], found: Diff) -> dict[str, Any]:
    return {
        "first": _about(runs[0]),
        "second": _about(runs[1]),
        "changes": found.changes,
        "confidence": found.confidence,
        "rows": [
            {
                **one.who,
                "unit": one.unit,
                "first": _finite(one.first),
                "second": _finite(one.second),
                "difference": _finite(one.interval.estimate),
                "low": _finite(one.interval.low),
                "high": _finite(one.interval.high),
                "how": one.how,
                "verdict": one.verdict,
            }
            for one in found.rows
        ],
        "only_first": found.only_first,
        "only_second": found.only_second,
        "notes": found.notes,
    }


def _about(run: Run) -> dict[str, Any]:
    return {"folder": str(run.folder), **{name: run.manifest.get(name) for name in ("title", "key", "seed", "deals")}}


def _finite(number: float) -> float | None:
    return number if math.isfinite(number) else None


# --- for people ------------------------------------------------------------------------------------------------------


def _show(runs: Sequence[Run], found: Diff) -> None:
    screen = console()
    for name, run in zip("AB", runs, strict=True):
        deals = run.manifest.get("deals", 0)
        screen.print(f"{name}: {run.folder}, {deals:,} deals: {run.manifest.get('title')}", soft_wrap=True)
    screen.print()
    screen.print("What else was run" if found.changes else "Both ran the same configuration.", style="bold")
    for line in found.changes:
        wrapped(screen, line, 2, 2)
    screen.print()
    _show_rows(screen, found)
    for name, alone in (("A", found.only_first), ("B", found.only_second)):
        if alone:
            screen.print(f"Only in {name}", style="bold")
            for who in alone[:_MOST_ALONE]:
                wrapped(screen, _named(who), 2, 2)
            if len(alone) > _MOST_ALONE:
                screen.print(f"  and {len(alone) - _MOST_ALONE:,} more")
    for note in found.notes:
        wrapped(screen, note)


def _show_rows(screen: Console, found: Diff) -> None:
    """Print every row that is not the same, and how many are."""
    from reports.formats import level

    same = [one for one in found.rows if one.verdict == "the same"]
    if len(same) < len(found.rows):
        screen.print(f"From A to B (B less A, {level(found.confidence)} interval)", style="bold")
    for one in found.rows:
        if one.verdict != "the same":
            wrapped(screen, f"{_named(one.who)}: {_numbers(one)}", 2, 2)
    if same:
        words = "row is" if len(same) == 1 else "rows are"
        screen.print(f"{len(same):,} {words} the same, to the last digit.", style="bold")
    if not found.rows:
        screen.print("No row is in both runs.", style="bold")
        wrapped(screen, "To compare games or house rules on the same deals, run `vary` or `dominolab compare`.")


def _numbers(one: RowDiff) -> str:
    """Write both estimates, their difference with its interval, and the verdict."""
    from reports.formats import own_text, scale, unit_word

    interval = one.interval
    if not all(math.isfinite(number) for number in (one.first, one.second, interval.low, interval.high)):
        return "too few deals"
    shown = scale(interval.estimate, interval.low, interval.high, one.unit, signed=True)
    values = [own_text(value, interval.low, interval.high, one.unit) for value in (one.first, one.second)]
    if one.who["kind"] not in ("arm", "luck"):  # differences themselves, in percentage points
        values = [f"{'+' if text[0].isdigit() else ''}{text.removesuffix(' %')}" for text in values]
    unit = unit_word(one.unit, shown.value, difference=True)
    return f"{' became '.join(values)}, {shown.value} {unit} ({shown.interval}; {one.how}): {one.verdict}"


def _named(who: Mapping[str, Any]) -> str:
    """Name a row in one line."""
    sides = f"{who['policy']} vs {who['baseline']}" if who["baseline"] else str(who["policy"])
    against = f" against {who['against']}" if who["against"] and who["against"] != who["baseline"] else ""
    rules = f" ({who['house_rules']})" if who["house_rules"] else ""
    reference = f" less {who['reference']}" if who["reference"] else ""
    group = f", {who['split']}" if who["split"] else ""
    parameter = f", {who['parameter']:g}" if who["parameter"] != "" else ""
    game = f"{who['game']}{rules}{reference}, {who['players']} players"
    return f"{who['measure']}, {who['kind']} {sides}{against}{parameter} in {game}{group}"
