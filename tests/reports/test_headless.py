"""In fresh processes: what is imported when, and machines without a display."""

import os
import subprocess
import sys

import pytest

QUICK = """
import sys
import reports
heavy = {"matplotlib", "jinja2", "rich", "pandas", "numba", "analyzer", "yaml"} & set(sys.modules)
assert not heavy, heavy
"""

DRAW = """
import os
import sys
import reports
from tests.reports import samples
text = reports.build(samples.odd(), samples.manifest())
assert "could not be drawn" not in text
assert text.count("<svg") == 3
import matplotlib
assert "matplotlib.pyplot" not in sys.modules
assert "numba" not in sys.modules and "analyzer" not in sys.modules
wanted = os.environ.get("MPLBACKEND", "")
assert wanted == sys.argv[1]
backend = matplotlib.rcParams._get("backend")
assert wanted in ("", "nonsense") or backend.lower() == wanted.lower(), backend
"""


LEFT_OUT = ("DISPLAY", "MPLBACKEND", "MPLCONFIGDIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")


def in_process(code, *arguments, **changes):
    environment = {key: value for key, value in os.environ.items() if key not in LEFT_OUT}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code, *arguments],
        env=environment | changes,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stderr


def test_importing_is_quick():
    in_process(QUICK)


@pytest.mark.parametrize(
    ("backend", "display"),
    [("", None), ("TkAgg", "localhost:64.0"), ("QtAgg", None), ("nonsense", None)],
)
def test_reports_without_a_display(backend, display):
    changes = ({"MPLBACKEND": backend} if backend else {}) | ({"DISPLAY": display} if display else {})
    assert in_process(DRAW, backend, **changes) == ""


def test_reports_are_quiet_where_home_cannot_be_written(tmp_path):
    (tmp_path / "home").write_text("a file, so that no folder can be made in it, whoever asks", "utf-8")
    assert in_process(DRAW, "", HOME=str(tmp_path / "home"), TMPDIR=str(tmp_path)) == ""
    assert [path.name for path in tmp_path.iterdir()] == ["home"]  # the temporary folder is gone
