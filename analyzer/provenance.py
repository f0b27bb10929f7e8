"""Where results come from: the key of what can change a game, and the versions of what played it."""

from __future__ import annotations

import dataclasses
import hashlib
import importlib.metadata
import json
import platform
import shlex
import sys
from pathlib import Path

from analyzer.arms import Plan, Seating
from analyzer.extras import LuckArm
from kernels.engine import ENGINE_VERSION
from kernels.policies import Policy

__all__ = ["command_line", "policy_identity", "run_key", "versions"]

_PACKAGES = ("numba", "numpy", "scipy", "pandas", "pyarrow", "joblib")


def run_key(plan: Plan) -> str:
    """Return 8 hexadecimal digits that stand for everything that can change a game of a run.

    They are the first 8 of the SHA-256 of a JSON text (UTF-8, keys sorted, no spaces) of the engine version, what is
    played (rounds or matches), the seed, and each seating once - all settings of its rules and, by seat,
    `policy_identity`. Seatings are sorted by their own JSON text, so the order in a file does not matter. Titles,
    labels, measures and the number of deals do not count: a longer run of the same games has the same key. Tables that
    are played several times (luck) are listed apart, if there are any, each with its number of plays.
    """

    def identity(one: Seating | LuckArm, **more: object) -> str:
        seats = [policy_identity(policy) for policy in one.policies]
        return _json({"rules": dataclasses.asdict(plan.rules[one.variant]), "seats": seats, **more})

    seatings = sorted({identity(one) for one in plan.seatings()})
    content = {"engine": ENGINE_VERSION, "play": plan.play, "seed": plan.seed, "seatings": seatings}
    if plan.extras.luck:
        content["luck"] = sorted({identity(one, plays=one.plays) for one in plan.extras.luck})
    return hashlib.sha256(_json(content).encode()).hexdigest()[:8]


def policy_identity(policy: Policy) -> list[object]:
    """Return what a policy does as plain data; of a function, its name and the SHA-256 of its file."""
    source = None
    if policy.function is not None:
        place = Path(policy.function.place)
        digest = hashlib.sha256(place.read_bytes()).hexdigest() if policy.function.is_file else ""
        source = [policy.function.name, digest]
    identity: list[object] = [policy.kind, list(policy.weights), policy.noise, list(policy.params), source]
    if policy.lock_margin or policy.lead:
        identity += [policy.lock_margin, policy_identity(policy.lead) if policy.lead else None]
    return identity


def _json(value: object) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def versions() -> dict[str, str]:
    """Return the versions of dominolab, its engine, Python and the packages that matter, and the platform."""
    result = {"dominolab": _version("dominolab"), "engine": str(ENGINE_VERSION), "python": platform.python_version()}
    result |= {name: _version(name) for name in _PACKAGES}
    return result | {"platform": platform.platform(terse=True)}


def _version(package: str) -> str:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return "not installed"


def command_line() -> str:
    """Return the command that runs this process, its program without the folder."""
    return shlex.join([Path(sys.argv[0] or "python").name, *sys.argv[1:]])
