"""Which policies take part, and who is compared with whom."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.checking import check
from analyzer.experiment import Comparison
from analyzer.faults import Faults, Place, suggest
from analyzer.policy_specs import builtin_names, make_policy
from analyzer.schema import ExperimentModel, PolicyModel
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
    seats : tuple of str or None
        Labels by seat.
    compares : bool
        Whether a comparison is asked for, even a faulty one.
    """

    policies: dict[str, Policy] = field(default_factory=dict)
    specs: dict[str, object] = field(default_factory=dict)
    comparisons: tuple[Comparison, ...] = ()
    seats: tuple[str, ...] | None = None
    compares: bool = False


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
    seating = Seating(compares="compare" in tree)
    known = [*defined, *(name for name in builtin_names() if name not in defined)]
    if model.compare is not None and "compare" not in broken:
        seating.comparisons = _comparisons(model, tree, known, list(defined), faults)
    elif "compare" in broken and isinstance(tree["compare"], Map):
        _check_names(tree, known, faults)
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
        if label in BUILTIN and spec != label:
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
        candidates = [label for label in defined if label not in (baseline, against)]
    if not candidates:
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


def _check_names(tree: Map, known: list[str], faults: Faults) -> None:
    """Look at the names of a comparison that is faulty otherwise."""
    written = tree["compare"]
    candidates = written.get("candidates")
    paths: list[tuple[str | int, ...]] = [(key,) for key in ("baseline", "against") if key in written]
    paths += [("candidates", index) for index in range(len(candidates) if isinstance(candidates, Seq) else 0)]
    for path in paths:
        value = written[path[0]] if len(path) == 1 else candidates[path[1]]
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
    most = max((number for number, _ in players), default=len(labels))
    if not labels:
        faults.add(place, "seats", "is an empty list")
        return None
    if len(labels) > most:
        faults.add(place, "seats", f"names {len(labels)} policies for {most} players")
    for index, name in enumerate(labels):
        if name not in known:
            message = f"{name} is not defined under policies and is no built-in policy; known are {', '.join(known)}"
            faults.add(
                place_at(tree, ["seats", index]), path_at(tree, ["seats", index]), message + suggest(name, known)
            )
    return tuple(labels)
