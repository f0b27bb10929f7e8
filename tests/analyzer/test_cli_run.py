"""``dominolab run`` as a user has it: a process with a status, two streams and a folder (cases RUN-02 to RUN-07)."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

pytestmark = pytest.mark.exact

GOOD = "title: Größte zuerst 戦略\ngame: doubles\ncompare: {baseline: random, candidates: [heaviest]}\nuntil: 1e3\n"
SHORT = "game: doubles\nuntil: 1000\n"
BAD = "game: doubles\nseats: [nobody]\n"
UNTIL_STOPPED = "game: doubles\nuntil: 1e11\n"

posix = pytest.mark.skipif(os.name != "posix", reason="signals and closed descriptors as on POSIX")


def command(*arguments: object) -> list[str]:
    """Return a command line of dominolab."""
    return [sys.executable, "-m", "analyzer", *map(str, arguments)]


def dominolab(folder: Path, *arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command line in a folder, its streams read as UTF-8."""
    return subprocess.run(
        command(*arguments),
        cwd=folder,
        env=os.environ | environment,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        timeout=120,
    )


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str], Path]:
    """Return a function that writes a configuration."""

    def write_file(name: str, text: str) -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write_file


def test_a_run_in_another_locale_answers_and_writes_utf8(tmp_path: Path, write: Callable[[str, str], Path]) -> None:
    write("good.yaml", GOOD)
    done = dominolab(tmp_path, "run", "good.yaml", LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0", CI="true")
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout.isascii()
    assert "heaviest" in done.stdout
    (folder,) = (tmp_path / "runs").iterdir()
    assert f"Results: {Path('runs') / folder.name}" in done.stdout
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["title"] == "Größte zuerst 戦略"
    assert manifest["config"]["until"] == {"deals": 1000, "confidence": 0.95}
    assert "Größte zuerst 戦略" in (folder / "report.html").read_text(encoding="utf-8")
    assert "\r" not in done.stderr
    assert "\x1b" not in done.stderr + done.stdout


def test_json_stands_alone_on_standard_output(tmp_path: Path, write: Callable[[str, str], Path]) -> None:
    write("good.yaml", GOOD)
    write("short.yaml", SHORT)
    done = dominolab(tmp_path, "run", "good.yaml", "short.yaml", "--json", "--out", "res", "--seed", "7", "--jobs", 1)
    assert done.returncode == 0, done.stderr
    first, second = json.loads(done.stdout)["runs"]
    assert (first["title"], first["seed"], first["deals"], first["partial"]) == ("Größte zuerst 戦略", 7, 1000, False)
    assert first["results"] == json.loads((tmp_path / first["folder"] / "results.json").read_text(encoding="utf-8"))
    assert {row["policy"] for row in first["results"]} == {"heaviest"}
    assert Path(tmp_path / second["report"]).is_file()
    assert "2 ok, 0 failed" in done.stderr


def test_quiet_says_nothing(tmp_path: Path, write: Callable[[str, str], Path]) -> None:
    write("short.yaml", SHORT)
    done = dominolab(tmp_path, "run", "short.yaml", "-q")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_batch_with_a_fault_plays_nothing(tmp_path: Path, write: Callable[[str, str], Path]) -> None:
    write("batch.yaml", f"{SHORT}---\n{BAD}---\n{SHORT}")
    write("other.yaml", "game: strait\n")
    done = dominolab(tmp_path, "run", "batch.yaml", "other.yaml", "missing.yaml")
    assert done.returncode == 2
    assert done.stdout == ""
    assert [line.partition(": ")[0] for line in done.stderr.splitlines()] == [
        "batch.yaml:5:9",
        "other.yaml:1:7",
        "missing.yaml",
    ]
    assert not (tmp_path / "runs").exists()


def test_keep_going_keeps_what_is_good(tmp_path: Path, write: Callable[[str, str], Path]) -> None:
    write("batch.yaml", f"{SHORT}---\n{BAD}---\n{SHORT}seed: 5\n")
    done = dominolab(tmp_path, "run", "batch.yaml", "--keep-going")
    assert done.returncode == 1
    assert "2 ok, 1 failed" in done.stderr
    assert "failed: batch.yaml, experiment 2" in done.stderr
    assert len(list((tmp_path / "runs").glob("batch-*/results.json"))) == 2


def test_a_policy_that_fails_while_playing(tmp_path: Path, write: Callable[[str, str], Path]) -> None:
    write("mine.py", "def choose(view, moves, count, params, word):\n    return count + 5\n")
    write("batch.yaml", f"game: doubles\npolicies: {{mine: mine.py:choose}}\nuntil: 100\n---\n{SHORT}")
    done = dominolab(tmp_path, "run", "batch.yaml")
    assert done.returncode == 1
    assert "batch-1: failed: " in done.stderr
    assert "seed 1" in done.stderr
    assert "0 ok, 1 failed, 1 not run" in done.stderr
    assert "Traceback" not in done.stderr
    done = dominolab(tmp_path, "run", "batch.yaml", "-k")
    assert done.returncode == 1
    assert "1 ok, 1 failed" in done.stderr


def test_the_folder_is_tried_before_the_first_game(tmp_path: Path, write: Callable[[str, str], Path]) -> None:
    write("long.yaml", UNTIL_STOPPED)
    write("taken", "")
    done = dominolab(tmp_path, "run", "long.yaml", "--out", "taken/runs")
    assert done.returncode == 2
    assert "cannot write results to" in done.stderr
    assert done.stdout == ""


def _stopped(folder: Path, number: signal.Signals, *, after: str) -> subprocess.CompletedProcess[str]:
    """Start a run without end, send a signal after a line with some words on standard error, and wait for the end."""
    script = (
        "import analyzer.progress as p; p._FIRST_LINE_AFTER = 0.2; p._LINE_EVERY = 0.2; "
        "from analyzer.cli import main; main(['run', 'long.yaml'])"
    )
    running = subprocess.Popen(
        [sys.executable, "-c", script], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
    )
    assert running.stderr is not None
    try:
        seen = ""
        while after and after not in seen:
            seen = running.stderr.readline()
            assert seen, "ended by itself"
        running.send_signal(number)
        sent = time.monotonic()
        out, err = running.communicate(timeout=30)
        assert time.monotonic() - sent < 10
    finally:
        running.kill()
    return subprocess.CompletedProcess([], running.returncode, out, err)


@posix
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_keeps_what_is_finished(
    tmp_path: Path, write: Callable[[str, str], Path], number: signal.Signals
) -> None:
    write("long.yaml", UNTIL_STOPPED)
    done = _stopped(tmp_path, number, after="deals, ")
    assert done.returncode == 130
    assert "1 partial" in done.stderr
    assert "Traceback" not in done.stderr
    (folder,) = (tmp_path / "runs").iterdir()
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["partial"] is True
    assert f"partial, {manifest['deals']:,} of 100,000,000,000 deals" in manifest["stopped"]
    rows = json.loads((folder / "results.json").read_text(encoding="utf-8"))
    assert {row["deals"] for row in rows} == {manifest["deals"]}
    assert not list(folder.glob(".*"))


@posix
def test_a_signal_while_starting_is_a_clean_end(tmp_path: Path, write: Callable[[str, str], Path]) -> None:
    write("long.yaml", UNTIL_STOPPED)
    script = (
        "import os, signal, analyzer.cli_run as c; c.load_batch = lambda *_: os.kill(os.getpid(), signal.SIGINT); "
        "from analyzer.cli import main; main(['run', 'long.yaml'])"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, encoding="utf-8")
    assert done.returncode == 130
    assert "interrupted; nothing was played" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "runs").exists()


@posix
@pytest.mark.parametrize("closed", ["2>&-", ">&- <&-"])
def test_a_closed_stream_stops_nothing(tmp_path: Path, write: Callable[[str, str], Path], closed: str) -> None:
    write("short.yaml", SHORT)
    line = " ".join(command("run", "short.yaml", "--out", "res")) + f" {closed}"
    done = subprocess.run(line, shell=True, cwd=tmp_path, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    (folder,) = (tmp_path / "res").iterdir()
    assert json.loads((folder / "results.json").read_text(encoding="utf-8"))


@posix
def test_a_pipe_that_closes_early_is_no_fault(tmp_path: Path) -> None:
    line = " ".join(command("games", "doubles")) + " | head -n 1"
    done = subprocess.run(line, shell=True, cwd=tmp_path, capture_output=True, encoding="utf-8")
    assert done.stdout.startswith("Doubles")
    assert done.stderr == ""


SPAWNING = """
import multiprocessing, runpy

def again():
    return "main" in runpy.run_module("analyzer.__main__", run_name="__mp_main__")

if __name__ == "__main__":
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        print(pool.apply(again))
"""


def test_workers_that_start_afresh_may_import_the_module(tmp_path: Path, write: Callable[[str, str], Path]) -> None:
    path = write("script.py", SPAWNING)  # with the spawn start method a worker imports the main module again
    done = subprocess.run([sys.executable, str(path)], capture_output=True, encoding="utf-8", timeout=60)
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, "True", "")
