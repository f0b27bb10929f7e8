"""Which policies take part, and who is compared with whom."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.checking import check
from analyzer.experiment import MOST_PAIRED, Comparison
from analyzer.faults import Faults, Place, suggest
from analyzer.policy_specs import builtin_names, make_policy
from analyzer.schema import ExperimentModel, PolicyModel
from analyzer.sweeps import Sweep, read_sweep, swept
from analyzer.yaml_text import Map, Scalar, Seq, path_at, place_at
from kernels.policies import BUILTIN

if TYPE_CHECKING:
    from kernels.policies import Policy

__all__ = ["Seating", "read_seating"]


@dataclass
class Seating:
    """The policies that take part and how they meet.

    Attributes
    ----------
    policies, specs : dict
        By label: the policy, and its definition as written.
    comparisons : tuple of Comparison
        Empty where nothing is compared.
    best : tuple of str
        Labels of the policies that a search for the best one chooses from.
    seats : tuple of str or None
        Labels by seat.
    compares : bool
        Whether a comparison is asked for, even a faulty one.
    sweep : Sweep or None
        The parameter that is swept, if one is.
    """

    policies: dict[str, Policy] = field(default_factory=dict)
    specs: dict[str, object] = field(default_factory=dict)
    comparisons: tuple[Comparison, ...] = ()
    best: tuple[str, ...] = ()
    seats: tuple[str, ...] | None = None
    compares: bool = False
    sweep: Sweep | None = None

    def measure(self, names: tuple[str, ...]) -> None:
        """Let the comparisons count these measures only."""
        self.comparisons = tuple(replace(one, measures=names) for one in self.comparisons)


def read_seating(
    model: ExperimentModel,
    broken: set[str],
    tree: Map,
    folder: Path,
    players: list[tuple[int, Place]],
    faults: Faults,
) -> Seating:
    """Read policies, comparisons and seats of an experiment; faults are added, not raised."""
    defined = _defined(tree, folder, faults)
    seating = Seating(compares="compare" in tree or "sweep" in tree)
    known = [*defined, *(name for name in builtin_names() if name not in defined)]
    if model.compare is not None and "compare" not in broken:
        paired = model.compare.all_pairs is not None
        read = _all_pairs if paired else _comparisons
        seating.comparisons = read(model, tree, known, list(defined), faults)
        if model.compare.best:
            _search(seating, paired, tree, faults)
        if model.compare.pairs:
            _pair_up(seating, paired or bool(model.compare.best), tree, faults)
    elif "compare" in broken and isinstance(tree["compare"], Map):
        _check_names(tree, known, faults)
    if model.sweep is not None and "sweep" not in broken:
        seating.sweep = read_sweep(model, tree, defined, faults)
        seating.comparisons += swept(seating.sweep, model, defined)
    if model.seats is not None:
        seating.seats = _seats(model.seats, tree, known, players, faults)
    elif not seating.compares and "seats" not in broken:
        if len(defined) > 1:
            message = f"is missing; say what to compare, such as {_example(defined)}, or who sits where with seats"
            faults.add(tree.place, "compare", message)
        seating.seats = (next(iter(defined), "random"),)
    used = dict.fromkeys(_used(seating))
    for label in used:
        policy, spec = defined.get(label, (BUILTIN.get(label), label))
        if policy is not None:
            seating.policies[label] = policy
            seating.specs[label] = spec
    return seating


def _used(seating: Seating) -> Iterable[str]:
    """Yield the labels that take part, baselines first."""
    for comparison in seating.comparisons:
        yield from (comparison.baseline, comparison.against, comparison.candidate)
    yield from seating.seats or ()


def _example(labels: Iterable[str]) -> str:
    first, second, *_ = labels
    return f"compare: {{baseline: {first}, candidates: [{second}]}}"


def _defined(tree: Map, folder: Path, faults: Faults) -> dict[str, tuple[Policy | None, object]]:
    """Make every policy under ``policies``; a faulty one is None, so that its label stays known."""
    written = tree.get("policies")
    result: dict[str, tuple[Policy | None, object]] = {}
    if not isinstance(written, Map):
        return result
    for label, value in written.items():
        result[label] = (None, None)
        if not label.strip() or len(label) > 200 or any(ord(char) < 32 for char in label):
            faults.add(written.key_places[label], "policies", "a name has 1 to 200 characters, all on one line")
            continue
        policy_model, broken = check(PolicyModel, value, Faults())
        if broken:
            continue  # said already, with the whole experiment
        spec = _spec(policy_model)
        unknown = isinstance(spec, str) and policy_model.policy == spec not in BUILTIN  # a word misspelt: said below
        if label in BUILTIN and spec != label and not unknown:
            message = f"{label} is a built-in policy; choose another name for this one"
            faults.add(written.key_places[label], ("policies", label), message)
            continue
        result[label] = (make_policy(label, policy_model, value, folder, faults, load=False), spec)
    return result


def _spec(model: PolicyModel) -> object:
    """Return a policy as one would write it."""
    written = model.model_dump(exclude_none=True)
    return next(iter(written.values())) if list(written) in (["policy"], ["file"]) else written


def _comparisons(
    model: ExperimentModel, tree: Map, known: list[str], defined: list[str], faults: Faults
) -> tuple[Comparison, ...]:
    """Return candidate against baseline, for every candidate."""
    compare = model.compare
    assert compare is not None
    written = tree["compare"]
    baseline, against = compare.baseline, compare.against or compare.baseline
    if baseline is None or against is None:
        faults.add(written.place, ("compare", "baseline"), "is missing; name the policy to compare with")
        return ()
    candidates = compare.candidates
    if candidates is None:
        candidates = [] if "sweep" in tree else [label for label in defined if label not in (baseline, against)]
    if not candidates and "sweep" not in tree:
        message = "is missing; name the policies to judge" if compare.candidates is None else "is an empty list"
        faults.add(place_at(written, ["candidates"]), ("compare", "candidates"), message)
    names: list[tuple[tuple[str | int, ...], str]] = [(("baseline",), baseline), (("against",), against)]
    names += [(("candidates", index), name) for index, name in enumerate(candidates)]
    unknown = [name for path, name in names if not _known(name, path, tree, known, faults)]
    good = not unknown
    for index, name in enumerate(candidates):
        if name == baseline or name in candidates[:index]:
            reason = "is the baseline itself" if name == baseline else "is named twice"
            faults.add(place_at(written, ["candidates", index]), ("compare", "candidates", index), f"{name} {reason}")
            good = False
    return tuple(Comparison(name, baseline, against) for name in candidates) if good else ()


def _all_pairs(
    model: ExperimentModel, tree: Map, known: list[str], defined: list[str], faults: Faults
) -> tuple[Comparison, ...]:
    """Return every pair of some policies, each in the order written."""
    compare, written = model.compare, tree["compare"]
    assert compare is not None
    names, before = compare.all_pairs or [], len(faults)
    for key in ("baseline", "candidates"):
        if key in written:
            message = f"write all_pairs, or baseline and candidates, not both; all_pairs needs no {key}"
            faults.add(written.key_places[key], ("compare", key), message)
    if compare.against is None:
        message = "is missing; name the policy of the other seats, who play it against every policy of all_pairs"
        faults.add(written.place, ("compare", "against"), message)
    place = place_at(written, ["all_pairs"])
    if len(names) < 2:
        message = f"names {len(names)} {'policy' if names else 'policies'}; pairs need at least two"
        faults.add(place, ("compare", "all_pairs"), message)
    if len(names) > MOST_PAIRED:
        message = f"names {len(names)} policies; at most {MOST_PAIRED} fit one table of all pairs"
        faults.add(place, ("compare", "all_pairs"), message)
    for index, name in enumerate(names):
        if name in names[:index]:
            path: list[str | int] = ["compare", "all_pairs", index]
            faults.add(place_at(tree, path), path_at(tree, path), f"{name} is named twice")
        _known(name, ("all_pairs", index), tree, known, faults)
    if compare.against is None or not _known(compare.against, ("against",), tree, known, faults):
        return ()
    return _pairs(names, compare.against) if len(faults) == before else ()


def _pairs(names: Sequence[str], against: str) -> tuple[Comparison, ...]:
    return tuple(Comparison(a, b, against, "pair") for a, b in itertools.combinations(names, 2))


def _search(seating: Seating, paired: bool, tree: Map, faults: Faults) -> None:
    """Make the policies that are judged a search for the best one: every two of them are compared."""
    found = seating.comparisons
    if paired:
        seating.best = tuple(dict.fromkeys(name for one in found for name in (one.candidate, one.baseline)))
        return
    if len(found) == 1 or len(found) > MOST_PAIRED:
        number = "one candidate" if len(found) == 1 else f"{len(found)} candidates"
        message = f"chooses among 2 to {MOST_PAIRED} candidates; here {'is' if len(found) == 1 else 'are'} {number}"
        faults.add(place_at(tree, ["compare", "best"]), ("compare", "best"), message)
        return
    seating.best = tuple(one.candidate for one in found)
    seating.comparisons += _pairs(seating.best, found[0].against) if found else ()


def _pair_up(seating: Seating, paired: bool, tree: Map, faults: Faults) -> None:
    """Compare every two of baseline and candidates as well."""
    names = list(dict.fromkeys(name for one in seating.comparisons for name in (one.baseline, one.candidate)))
    place = place_at(tree, ["compare", "pairs"])
    if paired:
        message = "goes with baseline and candidates; all_pairs and best compare every two anyway"
        faults.add(place, ("compare", "pairs"), message)
    elif len(names) > MOST_PAIRED:
        message = f"makes a table of {len(names)} policies; at most {MOST_PAIRED} fit one table of all pairs"
        faults.add(place, ("compare", "pairs"), message)
    elif names:
        seating.comparisons += _pairs(names, seating.comparisons[0].against)


def _check_names(tree: Map, known: list[str], faults: Faults) -> None:
    """Look at the names of a comparison that is faulty otherwise."""
    written = tree["compare"]
    paths: list[tuple[str | int, ...]] = [(key,) for key in ("baseline", "against") if key in written]
    for key in ("candidates", "all_pairs"):
        listed = written.get(key)
        paths += [(key, index) for index in range(len(listed) if isinstance(listed, Seq) else 0)]
    for path in paths:
        value = written[path[0]] if len(path) == 1 else written[path[0]][path[1]]
        if isinstance(value, Scalar) and value.flag is None and value.text.strip():
            _known(value.text, path, tree, known, faults)


def _known(name: str, path: tuple[str | int, ...], tree: Map, known: list[str], faults: Faults) -> bool:
    if name in known:
        return True
    whole = ("compare", *path)
    message = f"{name} is not defined under policies and is no built-in policy; known are {', '.join(known)}"
    faults.add(place_at(tree, whole), path_at(tree, whole), message + suggest(name, known))
    return False


def _seats(
    labels: list[str], tree: Map, known: list[str], players: list[tuple[int, Place]], faults: Faults
) -> tuple[str, ...] | None:
    """Check the labels by seat."""
    place = place_at(tree, ["seats"])
    if not labels:
        faults.add(place, "seats", "is an empty list")
        return None
    for number in dict.fromkeys(number for number, _ in players):
        if len(labels) not in (1, number):
            message = f"names {len(labels)} policies for {number} players; name one for each, or one for all"
            faults.add(place, "seats", message)
    for index, name in enumerate(labels):
        if name not in known:
            message = f"{name} is not defined under policies and is no built-in policy; known are {', '.join(known)}"
            faults.add(
                place_at(tree, ["seats", index]), path_at(tree, ["seats", index]), message + suggest(name, known)
            )
    return tuple(labels)
