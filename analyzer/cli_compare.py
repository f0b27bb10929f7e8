"""``dominolab compare``: house rules side by side, carried out or shown as a configuration."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from analyzer.cli_out import print_faults, print_json
from analyzer.cli_run import run_files
from analyzer.comparing import load_compares
from analyzer.config_text import to_yaml
from analyzer.experiment import Experiment
from analyzer.faults import ConfigError

__all__ = ["compare", "show"]

_HEADING = """\
House rules side by side, everything written out.

Keep it as FILE.yaml, change it, and:  dominolab compare FILE.yaml"""


def compare(
    files: Sequence[Path],
    out: Path,
    jobs: int | None,
    overrides: Sequence[str],
    *,
    as_json: bool = False,
    quiet: bool = False,
    keep_going: bool = False,
) -> int:
    """Compare the house rules of some files; parameters and exit status as for `analyzer.cli_run.run_files`."""
    return run_files(
        files, out, jobs, overrides, as_json=as_json, quiet=quiet, keep_going=keep_going, load=load_compares
    )


def show(files: Sequence[Path], overrides: Sequence[str], as_json: bool = False) -> int:
    """Print what would be played as configurations for ``dominolab run``; returns the exit status."""
    try:
        loaded = [one for path in files for one in load_compares(path, overrides)]
    except ConfigError as error:
        print_faults(error)
        return 2
    for one in loaded:
        if isinstance(one, ConfigError):
            print_faults(one)
    found = [one for one in loaded if isinstance(one, Experiment)]
    if len(found) < len(loaded):
        return 2
    configs = [one.config for one in found]
    if as_json:
        print_json(configs)
        return 0
    print(to_yaml(configs, _HEADING), end="")
    return 0
