"""Short commands: questions, schema, replay."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.cli_out import console, print_faults, print_json, say, wrapped
from analyzer.faults import ConfigError, suggest

if TYPE_CHECKING:
    from analyzer.replay_hand import Replay

__all__ = ["questions", "replay", "schema"]


def questions(name: str | None, as_json: bool) -> int:
    """List the questions, or show one; returns the exit status."""
    from analyzer.questions import load_questions

    rows = list(load_questions())
    if name is not None:
        names = [row.name for row in rows]
        rows = [row for row in rows if row.name == name]
        if not rows:
            say(f"{name} is no question; known are {', '.join(names)}{suggest(name, names)}")
            return 2
    if as_json:
        print_json([row.to_dict() for row in rows])
        return 0
    screen = console()
    for row in rows:
        screen.print(row.name, style="bold")
        wrapped(screen, row.question, 2)
        wrapped(screen, f"Guides: {row.guides}", 2, 4)
        wrapped(screen, f"Measured: {row.measures}", 2, 4)
        wrapped(screen, f"Baseline: {row.baseline}.", 2, 4)
        screen.print(f"  {row.command}", style="cyan", soft_wrap=True)
        screen.print()
    if name is None:
        wrapped(
            screen, "dominolab ask all puts every habit and every game into one chart; --show prints a configuration."
        )
    return 0


def schema() -> int:
    """Print the JSON schema; returns the exit status."""
    from analyzer.schema_json import json_schema

    print_json(json_schema())
    return 0


def _write_page(played: Replay, path: Path, name: str) -> int:
    """Write the page of a replayed hand; returns the exit status."""
    import reports
    from analyzer import files

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        files.atomic_write(path, reports.replay_page([played.round], played.title or name))
    except OSError as error:
        say(f"cannot write {path}: {error.strerror or error}")
        return 1
    print(path)
    return 0


def replay(hand: Path, as_json: bool, html: bool = False, out: Path | None = None) -> int:
    """Replay a hand; returns the exit status."""
    from analyzer.replay_hand import replay as replay_hand

    if out is not None and not html:
        say("--out goes with --html: it names the page")
        return 2
    try:
        played = replay_hand(hand)
    except ConfigError as error:
        print_faults(error)
        return 2
    except ValueError as error:  # an illegal move, a wrong deal: said in full by the replay
        say(str(error))
        return 2
    if html:
        return _write_page(played, out or Path(f"{hand.stem}.html"), hand.stem)
    if as_json:
        print_json(played.to_dict())
    else:
        console().print(played.text().rstrip(), soft_wrap=True)
    return 0
