"""What to play, how often, how sure.

Examples
--------
>>> import analyzer
>>> run = analyzer.run("configs/holding-doubles.yaml")  # doctest: +SKIP
>>> run.answer  # doctest: +SKIP
>>> rounds = analyzer.simulate("doubles", policies=["doubles-last", "random"], deals=100_000)  # doctest: +SKIP

Importing this package is quick: nothing is compiled, pandas and numba are not even loaded, before something is asked of
it.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from analyzer.faults import ConfigError
    from analyzer.files import OutputError
    from analyzer.front import ask, compare, replay, run, run_all, simulate, simulate_matches
    from analyzer.results import read_results
    from analyzer.run_files import RunError, load_run
    from analyzer.runner import Run

__all__ = [
    "ConfigError",
    "OutputError",
    "Run",
    "RunError",
    "ask",
    "compare",
    "load_run",
    "read_results",
    "replay",
    "run",
    "run_all",
    "simulate",
    "simulate_matches",
]

_HOMES = {
    "ConfigError": "faults",
    "OutputError": "files",
    "Run": "runner",
    "RunError": "run_files",
    "ask": "front",
    "compare": "front",
    "load_run": "run_files",
    "read_results": "results",
    "replay": "front",
    "run": "front",
    "run_all": "front",
    "simulate": "front",
    "simulate_matches": "front",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used."""
    if name == "__version__":
        from importlib.metadata import version

        return version("dominolab")
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the public names, loaded or not."""
    return sorted({*globals(), *__all__})
