"""From a policy as written to a `kernels.policies.Policy`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from analyzer.faults import Faults, suggest
from analyzer.schema import PolicyModel
from analyzer.yaml_text import Map, place_at
from kernels import policies as kernel_policies
from kernels.policies import BUILTIN, FEATURES, PREFERENCES, Policy, PolicyError

__all__ = ["builtin_names", "load_files", "make_policy"]

_WAYS = ("policy", "prefer", "weights", "file")


def builtin_names() -> list[str]:
    """Return the names of the built-in policies."""
    return list(BUILTIN)


def make_policy(
    label: str, model: PolicyModel, tree: Map, folder: Path, faults: Faults, load: bool = True
) -> Policy | None:
    """Make one policy; None if faults were added.

    Parameters
    ----------
    label : str
        The user's name for it.
    model : PolicyModel
        What was written, checked value by value.
    tree : Map
        The same with its places.
    folder : Path
        Where files are looked for.
    faults : Faults
        Takes everything that is wrong.
    load : bool
        Load a function of the user's own. Otherwise it is only looked for, because it has to be compiled, and a
        stand-in is returned that `load_files` replaces once nothing else is wrong.
    """
    policy = _make(model, tree, folder, ("policies", label), faults)
    if policy is None or not load:
        return policy
    policies, before = {label: policy}, len(faults)
    load_files(policies, tree, folder, faults)
    return policies[label] if len(faults) == before else None


def _make(model: PolicyModel, tree: Map, folder: Path, path: tuple[str | int, ...], faults: Faults) -> Policy | None:
    """Make a policy and the one that leads for it; a stand-in for a function of the user's own."""
    ways = [way for way in _WAYS if getattr(model, way) is not None]
    if len(ways) != 1:
        got = f"got {' and '.join(ways)}" if ways else "got none"
        faults.add(tree.place, path, f"expects exactly one of policy, prefer, weights and file; {got}")
        return None
    if model.params is not None and ways != ["file"]:
        faults.add(place_at(tree, ["params"], key=True), (*path, "params"), "params go with a file of your own only")
        return None
    if not _words_known(model, tree, path, faults):
        return None
    if model.policy is not None and model.policy not in BUILTIN:
        message = f"{model.policy} is no built-in policy; built in are {', '.join(BUILTIN)}{_hint(model.policy)}"
        faults.add(place_at(tree, ["policy"]), path if tree.single else (*path, "policy"), message)
        return None
    policy = _build(model, tree, folder, path, faults)
    if policy is None or model.lead is None:
        return policy
    lead = _make(model.lead, tree["lead"], folder, (*path, "lead"), faults)
    try:
        return policy.with_lead(lead) if lead else None
    except PolicyError as error:
        faults.add(place_at(tree, ["lead"]), (*path, "lead"), str(error))
        return None


def _hint(name: str) -> str:
    if name.endswith(".py"):
        return f"; a function of your own is written {name}:choose"
    return suggest(name, BUILTIN)


def _words_known(model: PolicyModel, tree: Map, path: tuple[str | int, ...], faults: Faults) -> bool:
    """Check preference words and features one by one, so that each fault has its place."""
    known = True
    written = [("prefer", index, word, PREFERENCES) for index, word in enumerate(model.prefer or ())]
    words: list[tuple[str, str | int, str, Mapping[str, object]]] = [*written]
    words += [("weights", word, word, FEATURES) for word in model.weights or ()]
    for key, part, word, allowed in words:
        if word not in allowed:
            what = "preference" if key == "prefer" else "feature"
            message = f"{word} is no {what}; known are {', '.join(allowed)}{suggest(word, allowed)}"
            faults.add(place_at(tree, [key, part], key=True), (*path, key, part), message)
            known = False
    for key in ("prefer", "weights"):
        if getattr(model, key) is not None and not getattr(model, key):
            faults.add(place_at(tree, [key]), (*path, key), "is empty")
            known = False
    return known


def _build(model: PolicyModel, tree: Map, folder: Path, path: tuple[str | int, ...], faults: Faults) -> Policy | None:
    """Hand the checked words to the kernel, which may still refuse them."""
    key = next(way for way in _WAYS if getattr(model, way) is not None)
    try:
        if model.policy is not None:
            policy = BUILTIN[model.policy]
        elif model.prefer is not None:
            policy = kernel_policies.prefer(model.prefer)
        elif model.weights is not None:
            policy = kernel_policies.weigh(model.weights)
        else:
            policy = _found_file(str(model.file), folder, tuple(model.params or ()))
        if model.lock_margin is not None:
            key = "lock_margin"
            policy = policy.with_lock_margin(model.lock_margin)
        return policy.with_noise(model.noise) if model.noise else policy
    except PolicyError as error:
        faults.add(place_at(tree, [key]), path if tree.single else (*path, key), str(error))
        return None


def _found_file(spec: str, folder: Path, params: tuple[float, ...]) -> Policy:
    """Return a stand-in for a function of the user's own, if its file is there."""
    path, colon, name = spec.rpartition(":")
    if not colon or not path or not name.isidentifier():
        raise PolicyError(f"{spec} is not file.py:function, such as my_policy.py:choose")
    if not (folder / path).is_file():
        raise PolicyError(f"there is no file {folder / path}")
    return Policy("plugin", params=params, sentence=spec)


def load_files(policies: dict[str, Policy], tree: Map, folder: Path, faults: Faults) -> None:
    """Replace every stand-in by the user's function, compiled and checked; faults are added."""
    for label, policy in policies.items():
        if policy.kind != "plugin" or policy.function is not None:
            continue
        from kernels.plugins import from_file  # brings numba, which only those need who have a function

        try:
            loaded = from_file(policy.sentence, folder, policy.params).with_noise(policy.noise)
            policies[label] = loaded.with_lead(policy.lead) if policy.lead else loaded
        except PolicyError as error:
            faults.add(place_at(tree, ["policies", label]), ("policies", label), str(error))
