"""Helpers: a configuration as a text, and what is said about it."""

from __future__ import annotations

from pathlib import Path

from analyzer.config import ConfigError, load_experiments
from analyzer.experiment import Experiment

GAME = "game: doubles\n"


def load(folder: Path, text: str | bytes, *overrides: str, name: str = "x.yaml") -> Experiment:
    """Write a configuration and load its first experiment."""
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return load_experiments(path, overrides)[0]


def faults(folder: Path, text: str | bytes, *overrides: str) -> list[str]:
    """Return the faults of a configuration, one line each, its file named ``x.yaml``."""
    try:
        load(folder, text, *overrides)
    except ConfigError as error:
        return str(error).replace(f"{folder}/", "").splitlines()
    return []
