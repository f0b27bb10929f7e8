"""The cache of compiled code: never stale, never in the way (case RUN-01).

Every test runs processes of its own on a copy of the kernel whose play loop is cut down to a few lines: what is tested
here is where compiled code goes and when it is used again, and the real loop takes 20 s to compile.
"""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numba
import pytest

from kernels import cache

KERNELS = Path(cache.__file__).parent
BODY = """    for i in range(rounds.shape[0]):
        rounds[i].plays = helper_value(i)
    return OK
"""
HELPER = """from kernels.compiling import inlined


@inlined
def helper_value(number):
    return number + 1
"""
PLAY = """
from kernels import engine
from kernels.policies import BUILTIN
from kernels.rules import Rules
rounds = engine.play_rounds(Rules(), [BUILTIN["random"]] * 2, 1, 0, 3)
hits = sum(engine.compiled_entry().play.stats.cache_hits.values())
print(list(map(int, rounds["plays"])), "cached" if hits else "compiled")
"""


@pytest.fixture
def copy(tmp_path):
    """A folder with the kernel and a short play loop that uses another file."""
    shutil.copytree(KERNELS, tmp_path / "src" / "kernels", ignore=shutil.ignore_patterns("__pycache__"))
    entry = tmp_path / "src" / "kernels" / "entry.py"
    text = entry.read_text(encoding="utf-8")
    head = text[: text.index("    in_match = matches.shape[0]")]
    entry.write_text("from kernels.helper import helper_value\n".join(_split(head)) + BODY, encoding="utf-8")
    (tmp_path / "src" / "kernels" / "helper.py").write_text(HELPER, encoding="utf-8")
    return tmp_path / "src"


def _split(text):
    """Split a file's text before its first import from the kernel."""
    place = text.index("from kernels.")
    return text[:place], text[place:]


def start(copy, **environment):
    """Start a process that plays three rounds with the copied kernel and its own home folder."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("NUMBA_", "XDG_")) and k != "PYTHONPATH"}
    home = {"HOME": str(copy.parent / "home"), "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.Popen(
        [sys.executable, "-c", PLAY],
        cwd=copy,
        env={**clean, **home, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(process):
    """Return (what was played, "cached" or "compiled", what stands on stderr)."""
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err[-2000:]
    plays, _, how = out.partition("]")
    return plays + "]", how.split()[0], err


def run(copy, **environment):
    return finish(start(copy, **environment))


def folders(base):
    return sorted(path.name for path in base.glob("kernels-*"))


def test_a_changed_helper_is_seen_and_old_folders_go(copy):
    """Numba alone would go on using the old code: only the decorated function's own file is looked at."""
    base = copy.parent / "home/.cache/dominolab"
    for name, days in [("kernels-0000", 61), ("kernels-1111", 59), ("other", 400)]:
        (base / name).mkdir(parents=True)
        (base / name / "file").write_text("x", encoding="utf-8")
        then = time.time() - days * 86_400
        os.utime(base / name, (then, then))
    assert run(copy)[:2] == ("[1, 2, 3]", "compiled")
    assert (base / "kernels-1111" / "file").exists()
    assert (base / "other" / "file").exists()
    assert len(folders(base)) == 2, "unused for 60 days"
    helper = copy / "kernels" / "helper.py"
    helper.write_text(HELPER.replace("number + 1", "number + 5"), encoding="utf-8")
    assert run(copy)[:2] == ("[5, 6, 7]", "compiled")
    assert len(folders(base)) == 3
    helper.write_text(HELPER, encoding="utf-8")
    assert run(copy)[:2] == ("[1, 2, 3]", "cached")


@pytest.mark.parametrize("home", ["/proc/none", "file"])
def test_nothing_is_writable(copy, home):
    """RUN-01 a: a home folder that cannot be, and a kernel folder without write permission: it runs, silently."""
    (copy / "file").write_text("a file, not a folder", encoding="utf-8")
    (copy / "kernels").chmod(0o555)
    temporary = copy.parent / "tmp"
    temporary.mkdir()
    played, how, err = run(copy, HOME=str(copy / home), TMPDIR=str(temporary))
    (copy / "kernels").chmod(0o755)
    assert (played, how) == ("[1, 2, 3]", "compiled")
    assert len(err.splitlines()) <= 1
    assert list(temporary.iterdir()) == [], "the temporary folder goes with the process"
    assert not list((copy / "kernels").glob("__pycache__/*.nb?"))


def test_a_folder_of_the_users_choice(copy):
    """RUN-01 b: NUMBA_CACHE_DIR is used, with or without a home folder."""
    chosen = copy.parent / "chosen"
    assert run(copy, HOME="/proc/none", NUMBA_CACHE_DIR=str(chosen))[1] == "compiled"
    assert run(copy, HOME="/proc/none", NUMBA_CACHE_DIR=str(chosen))[1] == "cached"
    assert len(folders(chosen)) == 1
    assert not (copy.parent / "home").exists()


def test_a_folder_of_the_users_choice_that_cannot_be(copy):
    assert run(copy, NUMBA_CACHE_DIR="/proc/none")[0] == "[1, 2, 3]"
    assert len(folders(copy.parent / "home/.cache/dominolab")) == 1


def test_two_processes_at_once(copy):
    """RUN-01 c: both start on an empty cache and finish with the same result."""
    both = [start(copy), start(copy)]
    assert [finish(process)[0] for process in both] == ["[1, 2, 3]"] * 2
    assert len(folders(copy.parent / "home/.cache/dominolab")) == 1


DAMAGE = [
    ("nbi", "empty", lambda content: b""),
    ("nbc", "cut short", lambda content: content[: len(content) // 2]),
    ("nbc", "garbage", lambda content: b"\x80\x04garbage" * 50),
]


def test_damaged_files(copy):
    """A file that a crash cut short, or that is no cache file at all, costs a compilation, never a traceback."""
    run(copy)
    kept = {path: path.read_bytes() for path in (copy.parent / "home").rglob("*.nb?")}
    assert len(kept) >= 4
    failed = []
    for kind, name, damaged in DAMAGE:
        for path, content in kept.items():
            path.write_bytes(damaged(content) if path.suffix == f".{kind}" else content)
        process = start(copy)
        out, err = process.communicate(timeout=120)
        if process.returncode or not out.startswith("[1, 2, 3]"):
            failed.append((kind, name, process.returncode, err.strip().splitlines()[-1:]))
    assert failed == []


def test_damaged_files_are_replaced(copy):
    """A damaged file slows down one process, not every one from then on."""
    run(copy)
    for path in (copy.parent / "home").rglob("*.nbc"):
        path.write_bytes(b"")
    assert run(copy)[:2] == ("[1, 2, 3]", "compiled")
    assert run(copy)[:2] == ("[1, 2, 3]", "cached")


def test_the_hash_covers_sources_and_flags(monkeypatch):
    before = cache.engine_hash()
    assert before == cache.engine_hash()
    assert len(before) == 16
    monkeypatch.setattr(numba.config, "BOUNDSCHECK", 1)
    assert cache.engine_hash() != before


def test_settings_of_other_code_are_left_alone(tmp_path, monkeypatch):
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    before = (numba.config.CACHE_DIR, numba.config.LOOP_VECTORIZE, numba.config.SLP_VECTORIZE)
    with cache.kernel_cache() as folder:
        assert folder.parent == tmp_path
        assert str(folder) == numba.config.CACHE_DIR
    assert before == (numba.config.CACHE_DIR, numba.config.LOOP_VECTORIZE, numba.config.SLP_VECTORIZE)
    with pytest.raises(RuntimeError, match="inside"), cache.kernel_cache():
        raise RuntimeError("inside")
    assert before[0] == numba.config.CACHE_DIR
