"""Printing, for all commands: text for people on a console, JSON for programs, faults on standard error."""

from __future__ import annotations

import contextlib
import json
import sys
from typing import TYPE_CHECKING, Any

from analyzer.faults import ConfigError

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["console", "print_faults", "print_json", "say", "wrapped"]


def console() -> Console:
    """Return a console on standard output that takes texts literally: no markup, no emoji, no guessed colours."""
    from rich.console import Console

    return Console(file=sys.stdout, markup=False, emoji=False, highlight=False)


def print_json(value: Any) -> None:
    """Print a value as JSON; escaped where the stream cannot hold every character."""
    utf8 = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    print(json.dumps(value, ensure_ascii=not utf8, indent=1, allow_nan=False))


def say(text: str) -> None:
    """Print a line on standard error; a closed one is not worth a fuss."""
    with contextlib.suppress(OSError, ValueError):
        print(text, file=sys.stderr)


def print_faults(error: ConfigError) -> None:
    """Print all faults of a configuration, one a line."""
    for fault in error.faults:
        say(str(fault))


def wrapped(screen: Console, text: str, indent: int = 0, hang: int = 0) -> None:
    """Print a paragraph broken at words, indented; further lines hang by some more. No line is filled with blanks.

    Blanks inside a line stay as they are, so a text may begin with columns.
    """
    import textwrap

    first = " " * indent
    width = max(screen.width, indent + hang + 20)
    tied = text.replace(" %", "\u00a0%")  # no line begins with the sign of a number that ends the one before
    lines = textwrap.wrap(
        tied, width, initial_indent=first, subsequent_indent=first + " " * hang, break_on_hyphens=False
    )
    screen.print("\n".join(lines).replace("\u00a0%", " %"), soft_wrap=True)
