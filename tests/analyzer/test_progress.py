"""The progress display: a bar of one line on a terminal, plain lines elsewhere, nothing if asked (case RUN-04)."""

from __future__ import annotations

import io
import os
import re
import sys

import pytest

from analyzer import progress

pytestmark = pytest.mark.exact


def _play(shown: progress.Progress, total: int | None = 1000, title: str = "Title") -> None:
    shown.start(total, title)
    for done in (100, 500, 1000):
        shown.update(done, 4 * done, "win ±0.1")
    shown.finish()


def test_plain_lines_have_no_control_codes() -> None:
    stream = io.StringIO()
    _play(progress.LineProgress(stream, every=0))
    lines = stream.getvalue().splitlines()
    assert len(lines) == 3
    assert re.fullmatch(r"Title: 500 of 1,000 \(50%\) deals, .* rounds/s, about 0 s left, win ±0.1", lines[1])
    assert "\r" not in stream.getvalue()
    assert "\x1b" not in stream.getvalue()


def test_a_short_run_prints_no_line_and_an_unknown_end_no_share() -> None:
    stream = io.StringIO()
    _play(progress.LineProgress(stream))
    assert stream.getvalue() == ""
    _play(progress.LineProgress(stream, every=0), total=None)
    assert "Title: 100 deals, " in stream.getvalue()


def test_a_closed_stream_is_ignored() -> None:
    stream = io.StringIO()
    shown = progress.LineProgress(stream, every=0)
    stream.close()
    _play(shown)
    _play(progress.LineProgress(None, every=0))


def test_what_fits_where(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert isinstance(progress.make_progress(stream=Terminal()), progress.BarProgress)
    assert isinstance(progress.make_progress(stream=io.StringIO()), progress.LineProgress)
    assert isinstance(progress.make_progress(quiet=True, stream=Terminal()), progress.SilentProgress)
    monkeypatch.setenv("CI", "true")
    assert isinstance(progress.make_progress(stream=Terminal()), progress.LineProgress)
    monkeypatch.delenv("CI")
    monkeypatch.setenv("TERM", "dumb")
    assert isinstance(progress.make_progress(stream=Terminal()), progress.LineProgress)
    monkeypatch.setattr(sys, "stderr", None)
    assert isinstance(progress.make_progress(), progress.SilentProgress)


@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
@pytest.mark.parametrize("columns", [40, 80])
def test_the_bar_stays_on_one_line(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    import pty

    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("TERM", "xterm")
    master, slave = pty.openpty()
    with open(slave, "w", encoding="utf-8") as terminal:  # noqa: PTH123
        _play(progress.BarProgress(terminal), title="A title that is much too long for such a narrow terminal window")
    shown = os.read(master, 65536).decode()
    os.close(master)
    frames = re.split(r"[\r\n]+", re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown))
    assert max(map(len, frames)) <= columns
    assert shown.count("\n") <= 1  # the one before the bar is wiped away


@pytest.mark.parametrize(
    ("number", "text"), [(9.4, "9"), (950, "950"), (12_345, "12k"), (1.54e6, "1.5M"), (3e9, "3.0G")]
)
def test_short_numbers(number: float, text: str) -> None:
    assert progress._short(number) == text


@pytest.mark.parametrize(("seconds", "text"), [(41.2, "41 s"), (200, "3 min"), (7500, "2 h 5 min")])
def test_durations(seconds: float, text: str) -> None:
    assert progress._duration(seconds) == text
