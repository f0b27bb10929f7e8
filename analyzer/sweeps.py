"""One policy with one parameter on a grid: a sweep as written, and the comparisons that it stands for."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from analyzer.experiment import Comparison
from analyzer.faults import Faults, suggest
from analyzer.schema import MOST_STEPS, ExperimentModel
from analyzer.yaml_text import Map, place_at
from kernels.policies import BUILTIN, FEATURES, PolicyError, weigh

if TYPE_CHECKING:
    from kernels.policies import Policy

__all__ = ["DECIMALS", "Sweep", "read_sweep", "swept"]

DECIMALS = 6
"""Values are rounded to as many decimals as weights have."""

Defined = dict[str, "tuple[Policy | None, object]"]

_WEIGHTS, _NOISE = (-3.0, 3.0, 13), (0.0, 1.0, 11)  # from, to and steps if they are left out


@dataclass(frozen=True)
class Sweep:
    """A policy and the parameter of it that is swept.

    Attributes
    ----------
    policy : str
        Its label.
    feature : str or None
        The feature whose weight varies; None for the noise.
    values : tuple of float
        In the order written, no value twice.
    policies : dict
        The policy as written, by label.
    """

    policy: str
    feature: str | None
    values: tuple[float, ...]
    policies: dict[str, object] = field(default_factory=dict)

    def label(self, value: float) -> str:
        """Return the label of the policy with one of the values, such as ``hold[doubles=-3]``."""
        return f"{self.policy}[{self.feature or 'noise'}={_text(value)}]"

    def config(self) -> dict[str, object]:
        """Return the sweep as one would write it."""
        what: dict[str, object] = {"weight": self.feature} if self.feature else {"noise": True}
        return {"policy": self.policy, **what, "values": list(self.values)}


def _text(value: float) -> str:
    return f"{value:.{DECIMALS}f}".rstrip("0").rstrip(".")


def read_sweep(model: ExperimentModel, tree: Map, defined: Defined, faults: Faults) -> Sweep | None:
    """Read a sweep; its policies are added to `defined`, and everything that is wrong to `faults`."""
    asked, written, before = model.sweep, tree["sweep"], len(faults)
    assert asked is not None
    if model.compare is not None and (model.compare.all_pairs is not None or model.compare.best):
        message = "goes with compare: {baseline: ..., against: ...}, not with all_pairs and not with best"
        faults.add(tree.key_places["sweep"], "sweep", message)
    name = _base(asked.policy, written, defined, faults)
    if bool(asked.weight) == bool(asked.noise):
        message = "expects exactly one of weight (a feature) and noise: on"
        faults.add(written.place, "sweep", message)
    elif asked.weight and asked.weight not in FEATURES:
        message = f"{asked.weight} is no feature; known are {', '.join(FEATURES)}{suggest(asked.weight, FEATURES)}"
        faults.add(place_at(written, ["weight"]), "sweep.weight", message)
    values = _values(asked, written, faults)
    if name is None or len(faults) > before:
        return None
    policy, spec = defined.get(name, (BUILTIN.get(name), name))
    sweep = Sweep(name, asked.weight, values, {name: spec})
    if policy is None:
        return None  # a faulty policy, said already
    if asked.weight and not (_weights(spec) or policy.kind == "uniform"):
        message = (
            f"{name} has no weights to vary; write it as {{weights: {{{asked.weight}: ...}}}}, "
            "or start from random, or vary its noise"
        )
        faults.add(place_at(written, ["policy"]), "sweep.policy", message)
        return None
    try:
        defined.update({sweep.label(value): _variant(policy, spec, asked.weight, value) for value in values})
    except PolicyError as error:
        faults.add(written.place, "sweep", str(error))
    return sweep


def swept(sweep: Sweep | None, model: ExperimentModel, defined: Mapping[str, Any]) -> tuple[Comparison, ...]:
    """Return the comparisons of a sweep with the baseline, which is the policy as written if no other is named."""
    if sweep is None:
        return ()
    compare = model.compare
    baseline = (compare.baseline if compare else None) or sweep.policy
    against = (compare.against if compare else None) or baseline
    if any(label not in defined and label not in BUILTIN for label in (baseline, against)):
        return ()  # said already
    return tuple(Comparison(sweep.label(value), baseline, against, parameter=value) for value in sweep.values)


def _base(name: str | None, written: Map, defined: Defined, faults: Faults) -> str | None:
    """Return the label of the policy that varies."""
    known = [*defined, *(label for label in BUILTIN if label not in defined)]
    if name is None:
        faults.add(written.place, "sweep.policy", f"is missing; known are {', '.join(known)}")
        return None
    if name not in known:
        message = f"{name} is not defined under policies and is no built-in policy; known are {', '.join(known)}"
        faults.add(place_at(written, ["policy"]), "sweep.policy", message + suggest(name, known))
        return None
    return name


def _values(asked: Any, written: Map, faults: Faults) -> tuple[float, ...]:
    """Return the grid."""
    ends = {key: getattr(asked, key) for key in ("from", "to", "steps")}
    if asked.values is not None and any(value is not None for value in ends.values()):
        faults.add(place_at(written, ["values"]), "sweep.values", "write values, or from, to and steps, not both")
        return ()
    if asked.values is None:
        start, stop, steps = _NOISE if asked.noise else _WEIGHTS
        start = start if ends["from"] is None else ends["from"]
        stop = stop if ends["to"] is None else ends["to"]
        grid = [float(value) for value in np.linspace(start, stop, ends["steps"] or steps)]
    else:
        grid = asked.values
    values = tuple(round(value, DECIMALS) + 0.0 for value in grid)  # no minus zero
    place = place_at(written, ["values"] if "values" in written else ["to"] if "to" in written else [])
    path = "sweep.values" if "values" in written else "sweep"
    if len(values) < 2 or len(set(values)) < len(values):
        faults.add(place, path, "gives a value twice" if len(values) > 1 else "needs two values at least")
    if len(values) > MOST_STEPS:
        faults.add(place, path, f"gives {len(values)} values; at most {MOST_STEPS} fit one sweep")
    if asked.noise and not all(0 <= value <= 1 for value in values):
        faults.add(place, path, "noise is a share from 0 to 1")
    return values


def _weights(spec: object) -> dict[str, float]:
    weights = spec.get("weights") if isinstance(spec, Mapping) else None
    return dict(weights) if isinstance(weights, Mapping) else {}


def _variant(policy: Policy, spec: object, feature: str | None, value: float) -> tuple[Policy, object]:
    """Return a policy with another weight or another noise, and how one would write it."""
    written = dict(spec) if isinstance(spec, Mapping) else {"file" if policy.kind == "plugin" else "policy": spec}
    if feature is None:
        return policy.with_noise(value), {**written, "noise": value}
    weights = {**_weights(spec), feature: value}
    if not any(weights.values()) and policy.kind == "uniform":
        return policy, spec  # weights of 0 choose at random, with other random numbers: the same plays are better
    made = weigh(weights)
    changed = dataclasses.replace(policy, kind=made.kind, weights=made.weights, sentence=made.sentence)
    rest = {key: item for key, item in written.items() if key not in ("policy", "weights")}
    return changed, {"weights": weights, **rest}
