"""Progress of a run on standard error: a bar with rate and time left on a terminal, plain lines elsewhere.

Nothing here may ever stop a run: a closed standard error is ignored.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from typing import TYPE_CHECKING, Protocol, TextIO

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress
    from rich.progress import TaskID

__all__ = ["BarProgress", "LineProgress", "Progress", "SilentProgress", "make_progress"]

_FIRST_LINE_AFTER = 2.0  # seconds: short runs print no plain progress at all
_LINE_EVERY = 10.0  # seconds between plain lines


class Progress(Protocol):
    """What a runner tells while it works; calls come from one thread, in this order."""

    def start(self, total_deals: int | None, title: str) -> None:
        """Begin: `total_deals` may be None while the number is not known."""

    def update(self, done_deals: int, rounds_played: int, text: str = "") -> None:
        """Tell how many deals are done, how many rounds (or matches) were played for them, and a short remark."""

    def finish(self) -> None:
        """End, also after an error or an interruption."""


class SilentProgress:
    """Says nothing."""

    def start(self, total_deals: int | None, title: str) -> None:
        """Do nothing."""

    def update(self, done_deals: int, rounds_played: int, text: str = "") -> None:
        """Do nothing."""

    def finish(self) -> None:
        """Do nothing."""


class LineProgress:
    """A plain line now and then: no carriage returns, no escape codes.

    Parameters
    ----------
    stream : text stream or None
        Where the lines go; None or a closed stream is ignored.
    every : float
        Seconds between lines.
    """

    def __init__(self, stream: TextIO | None, every: float = _LINE_EVERY) -> None:
        self._stream = stream
        self._every = every
        self._total: int | None = None
        self._title = ""
        self._started = self._next = 0.0

    def start(self, total_deals: int | None, title: str) -> None:
        """Begin counting time."""
        self._total, self._title = total_deals, title
        self._started = time.monotonic()
        self._next = self._started + min(_FIRST_LINE_AFTER, self._every)

    def update(self, done_deals: int, rounds_played: int, text: str = "") -> None:
        """Print a line if the last one is long enough ago."""
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + self._every
        self._write(_line(self._title, self._total, done_deals, rounds_played, now - self._started, text))

    def finish(self) -> None:
        """Do nothing: the results speak for themselves."""

    def _write(self, line: str) -> None:
        if self._stream is None:
            return
        try:
            self._stream.write(line + "\n")
            self._stream.flush()
        except (OSError, ValueError):  # closed, broken pipe, disk full: progress is not worth a run
            self._stream = None


class BarProgress:
    """A bar with rate and time left, for a terminal; always one line, however narrow."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._bar: RichProgress | None = None
        self._task: TaskID | None = None
        self._started = 0.0

    def start(self, total_deals: int | None, title: str) -> None:
        """Show the bar."""
        from rich.console import Console  # only a real run on a terminal pays for these imports
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
        from rich.table import Column

        narrow = Console(file=self._stream).width < 70
        columns = [
            TextColumn("{task.description}", table_column=Column(no_wrap=True, ratio=2, overflow="ellipsis")),
            BarColumn(bar_width=10 if narrow else 30),
            TaskProgressColumn(),
            TextColumn("{task.fields[rate]}", table_column=Column(no_wrap=True)),
        ]
        if not narrow:
            columns.append(TimeRemainingColumn(compact=True))
        console = Console(file=self._stream)
        self._bar = Progress(*columns, console=console, transient=True, expand=False)
        self._task = self._bar.add_task(_printable(title, self._stream), total=total_deals, rate="")
        self._started = time.monotonic()
        self._bar.start()

    def update(self, done_deals: int, rounds_played: int, text: str = "") -> None:
        """Move the bar."""
        if self._bar is None or self._task is None:
            return
        seconds = max(time.monotonic() - self._started, 1e-9)
        with contextlib.suppress(OSError, ValueError):
            self._bar.update(
                self._task, completed=done_deals, rate=f"{_short(rounds_played / seconds)}/s {text}".strip()
            )

    def finish(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            with contextlib.suppress(OSError, ValueError):
                self._bar.stop()
            self._bar = None


def make_progress(quiet: bool = False, stream: TextIO | None = None) -> Progress:
    """Return the progress that fits where standard error goes.

    Parameters
    ----------
    quiet : bool
        Say nothing at all.
    stream : text stream, optional
        Standard error by default; it may be closed.
    """
    stream = sys.stderr if stream is None else stream
    if quiet or stream is None:
        return SilentProgress()
    return BarProgress(stream) if _is_terminal(stream) else LineProgress(stream)


def _is_terminal(stream: TextIO) -> bool:
    """Say whether a bar may be drawn: a real terminal, not a dumb one, not a build server's."""
    if os.environ.get("CI") or os.environ.get("TERM", "") == "dumb":
        return False
    try:
        return stream.isatty()
    except (OSError, ValueError):
        return False


def _line(title: str, total: int | None, done: int, rounds: int, seconds: float, text: str) -> str:
    """Write one plain progress line."""
    of_total = f" of {total:,} ({done / total:.0%})" if total else ""
    rate = f"{_short(rounds / max(seconds, 1e-9))} rounds/s"
    left = f", about {_duration((total - done) * seconds / done)} left" if total and done else ""
    return f"{title}: {done:,}{of_total} deals, {rate}{left}{', ' + text if text else ''}"


def _short(number: float) -> str:
    """Write a rate in a few characters: 950, 12k, 1.5M."""
    for limit, divisor, suffix in ((1e3, 1, ""), (1e6, 1e3, "k"), (1e9, 1e6, "M")):
        if number < limit:
            value = number / divisor
            return f"{value:.1f}{suffix}" if value < 10 and suffix else f"{value:.0f}{suffix}"
    return f"{number / 1e9:.1f}G"


def _duration(seconds: float) -> str:
    """Write a time left: 40 s, 3 min, 2 h 5 min."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h {minutes % 60} min"


def _printable(text: str, stream: TextIO) -> str:
    """Replace what the stream's encoding cannot show."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    return text.encode(encoding, "replace").decode(encoding, "replace")
