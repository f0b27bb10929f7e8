"""What a manifest says about how its run came about: experiments laid out again, with the sums that were kept of them.

Almost every run is one experiment. A chart of many games (``ask all``) is several, put together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from analyzer import analysis, arms, provenance, results
from analyzer.arms import Plan
from analyzer.chunks import Tally
from analyzer.config import load_tree
from analyzer.experiment import Experiment
from analyzer.extra_rows import extra_rows
from analyzer.faults import ConfigError
from analyzer.ledger import Kept, LedgerError, read_ledger, tally_of
from analyzer.run_files import RunError
from analyzer.runner import looks_of
from analyzer.statistics import Moments, PairMoments
from analyzer.yaml_text import from_plain
from kernels.engine import ENGINE_VERSION

__all__ = ["Part", "difference_of", "main_sums", "parts_of", "table_of"]


@dataclass(frozen=True)
class Part:
    """One experiment of a run, as its manifest describes it: almost always the only one.

    Attributes
    ----------
    name : str
        For messages; empty if it is the only one.
    key : str
    experiment : Experiment
    plan : Plan
    kept : Kept
    tally : Tally
        Of all deals, as the sums say.
    """

    name: str
    key: str
    experiment: Experiment
    plan: Plan
    kept: Kept
    tally: Tally

    @property
    def where(self) -> str:
        """How a message about it begins."""
        return f"{self.name}: " if self.name else ""


def parts_of(manifest: Mapping[str, Any], folders: Sequence[Path]) -> list[Part]:
    """Read everything that a manifest says about how its run came about.

    Parameters
    ----------
    manifest : mapping
        Of a run.
    folders : sequence of Path
        Where policies of the user's own are looked for.

    Raises
    ------
    RunError
        If this cannot be checked here: no sums, another engine, a file of the user's that is missing or has changed.
    """
    versions = manifest.get("versions")
    engine = str(versions.get("engine", "?")) if isinstance(versions, Mapping) else "?"
    if engine != str(ENGINE_VERSION):
        raise RunError(f"was played by engine version {engine}; this is {ENGINE_VERSION}, which may play other games")
    written = manifest.get("parts")
    listed = written if isinstance(written, list) else [manifest]
    if not listed or not all(isinstance(one, Mapping) for one in listed):
        raise RunError("holds a manifest that cannot be read: its parts are no mappings")
    names = [f"part {number}" if isinstance(written, list) else "" for number in range(1, len(listed) + 1)]
    return [_part(one, name, folders) for one, name in zip(listed, names, strict=True)]


def _part(written: Mapping[str, Any], name: str, folders: Sequence[Path]) -> Part:
    try:
        kept = read_ledger(written.get("sums"))
    except LedgerError as error:
        raise RunError(str(error)) from None
    config, key = written.get("config"), str(written.get("key"))
    if not isinstance(config, Mapping):
        raise RunError("holds no configuration")
    experiment = _experiment(config, folders)
    plan = arms.make_plan(experiment)
    if provenance.run_key(plan) != key and _own_functions(experiment):
        names = ", ".join(_own_functions(experiment))
        raise RunError(f"was played with another file of {names}: it has changed since, or another was found")
    try:
        return Part(name, key, experiment, plan, kept, tally_of(kept, plan))
    except LedgerError as error:
        raise RunError(str(error)) from None


def _experiment(config: Mapping[str, Any], folders: Sequence[Path]) -> Experiment:
    """Read a configuration, its policy files from the first folder that has them."""
    first: ConfigError | None = None
    for folder in folders:
        loaded = load_tree(from_plain(dict(config)), [], folder, "")
        if isinstance(loaded, Experiment):
            return loaded
        first = first or loaded
    assert first is not None
    raise RunError(f"has a configuration that cannot be played here: {'; '.join(str(one) for one in first.faults)}")


def _own_functions(experiment: Experiment) -> list[str]:
    return [label for label, policy in experiment.policies.items() if policy.function is not None]


def table_of(parts: Sequence[Part]) -> pd.DataFrame:
    """Make the results table anew from the sums alone."""
    tables = [_own_table(part) for part in parts]
    if not parts[0].name:
        return tables[0]
    from analyzer.matrix import judged

    return judged(tables, parts[0].experiment)


def _own_table(part: Part) -> pd.DataFrame:
    experiment, plan, tally, looks = part.experiment, part.plan, part.tally, looks_of(part.experiment)
    found = analysis.findings(plan, tally, experiment.until.confidence, looks)
    rows = analysis.rows(experiment, plan, found, "", looks)
    return results.make_table([*rows, *extra_rows(experiment, plan, tally, "")])


def difference_of(sums: Moments | PairMoments) -> Moments:
    """Return the sums that an estimate is made from: of an arm its values, of a contrast its differences."""
    return sums.difference if isinstance(sums, PairMoments) else sums


def main_sums(plan: Plan, tally: Tally) -> Iterator[int]:
    """Yield the sum that each estimate is made from, one a column of the ledger; 0 of an item that was not played."""
    for item, all_sums in zip(plan.items, tally.sums, strict=True):
        for place in range(len(item.measures)):
            yield difference_of(all_sums[place]).total if all_sums else 0
