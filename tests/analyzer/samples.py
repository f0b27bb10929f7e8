"""Small experiments for the tests, made without a configuration file."""

from __future__ import annotations

from typing import Any

from analyzer.experiment import Comparison, Experiment, GameVariant, Until
from kernels.policies import BUILTIN
from kernels.rules import Rules

DOUBLES = Rules(hand_size=8, reserve=2, draw="one", spinner="all_doubles", unlock="suit")
THREE = Rules(players=3, hand_size=6, reserve=2, draw="one", spinner="all_doubles", unlock="suit")
PARTNERS = Rules(players=4, hand_size=7, teams="2v2")
BLOCK = Rules(hand_size=7)


def variant(rules: Rules, label: str = "doubles", reference: str | None = None) -> GameVariant:
    return GameVariant(
        label=label, game="doubles", house_rules={}, rules=rules, players=rules.players, reference=reference
    )


def experiment(*rules: Rules, **changes: Any) -> Experiment:
    """Return an experiment: doubles last against random, in one game or several."""
    values: dict[str, Any] = {
        "title": "A test",
        "name": "a-test",
        "variants": tuple(variant(one, f"game {i}") for i, one in enumerate(rules or (DOUBLES,))),
        "policies": dict(BUILTIN),
        "policy_specs": {name: name for name in BUILTIN},
        "comparisons": (Comparison("doubles-last", "random", "random"),),
        "measures": ("win", "points"),
        "until": Until(deals=10_007),
        "seed": 20240229,
    }
    return Experiment(**values | changes)
