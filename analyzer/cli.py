"""The command line: ``dominolab``.

This module is imported before anything else and is light on purpose: whatever happens later - Ctrl-C while the rest is
still being imported, a closed pipe, a fault of ours - ends here, with one line and the right exit status, never with a
traceback. Status: 0 done, 1 a run failed, 2 bad input before any game was played, 130 interrupted.
"""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import sys
from collections.abc import Sequence
from types import FrameType
from typing import NoReturn, TextIO

__all__ = ["main"]

DEBUG = "DOMINOLAB_DEBUG"


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and exit with its status.

    Parameters
    ----------
    arguments : sequence of str, optional
        What stands after ``dominolab``; the process's own arguments by default.
    """
    status = 1
    try:
        _prepare_streams()
        if signal.getsignal(signal.SIGTERM) == signal.SIG_DFL:
            signal.signal(signal.SIGTERM, _terminated)
        from analyzer.commands import app

        app(args=None if arguments is None else list(arguments), prog_name="dominolab")
        status = 0
    except SystemExit as error:
        status = error.code if isinstance(error.code, int) else 1 if error.code else 0
    except KeyboardInterrupt:
        _say("interrupted; nothing was finished")
        status = 130
    except BrokenPipeError:
        _silence(sys.stdout)
        status = 1
    except OSError as error:
        status = 1
        if error.errno == errno.ENOSPC:
            _say(f"cannot write: {error.strerror}")
            _silence(sys.stdout)
        else:
            _report(error)
    except Exception as error:
        status = 1
        _report(error)
    sys.exit(_flushed(status))


def _terminated(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _prepare_streams() -> None:
    """Make printing safe: no closed stream, and never an error over a character that the terminal lacks."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by the caller; fills the free descriptor, too
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def _say(text: str) -> None:
    with contextlib.suppress(OSError, ValueError):
        print(f"dominolab: {text}", file=sys.stderr)


def _report(error: Exception) -> None:
    """Say in one line what went wrong, and how to tell us."""
    if os.environ.get(DEBUG):
        import traceback

        traceback.print_exc()
    text = " ".join(str(error).split()) or type(error).__name__
    _say(f"unexpected {type(error).__name__}: {text}")
    if not os.environ.get(DEBUG):
        _say(f"this is a fault of dominolab; please report it with the output of the same command with {DEBUG}=1")


def _flushed(status: int) -> int:
    """Flush, so that a closed pipe shows here and not while Python shuts down."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        _silence(sys.stdout)
        status = status or 1
    return status


def _silence(stream: TextIO) -> None:
    """Point a broken stream at nothing, so that the interpreter's own last flush is quiet."""
    try:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())
    except (OSError, ValueError):
        pass


if __name__ == "__main__":
    main()
