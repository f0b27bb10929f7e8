"""Hand-made results and manifests: small, of every kind of experiment, with no engine behind them."""

from __future__ import annotations

import math
from typing import Any

import pandas as pd

COLUMNS = [
    *("kind", "game", "house_rules", "players", "policy", "baseline", "against", "measure", "unit", "deals", "games"),
    *("value", "baseline_value", "estimate", "low", "high", "confidence", "variance_reduction", "verdict"),
    *("reference", "stopped"),
]

UNITS = {"win": "probability", "opener_wins": "probability", "blocked": "probability", "draws": "tiles"}


def row(kind: str = "comparison", **cells: Any) -> dict[str, Any]:
    """One row of a results table; `half` gives the interval, the rest is filled in."""
    half = cells.pop("half", 0.001)
    estimate = cells.get("estimate", 0.031)
    measure = cells.get("measure", "win")
    base: dict[str, Any] = {
        "kind": kind,
        "game": "doubles",
        "house_rules": "",
        "players": 2,
        "policy": "hold",
        "baseline": "neutral" if kind == "comparison" else "",
        "against": "neutral" if kind == "comparison" else "",
        "measure": measure,
        "unit": UNITS.get(measure, "points"),
        "deals": 400_000,
        "games": 1_600_000,
        "value": estimate if kind == "arm" else 0.5 + estimate,
        "baseline_value": math.nan if kind == "arm" else 0.5,
        "estimate": estimate,
        "low": estimate - half,
        "high": estimate + half,
        "confidence": 0.95,
        "variance_reduction": None if kind == "arm" else 2.41,
        "verdict": "" if kind == "arm" else "better",
        "reference": "",
        "stopped": "all 400,000 deals played",
    }
    return base | cells


def table(rows: list[dict[str, Any]]) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=COLUMNS)


def manifest(**changes: Any) -> dict[str, Any]:
    return {
        "title": "How much does holding doubles help in the Doubles game?",
        "name": "holding-doubles",
        "description": "One habit is switched; everything else stays the same.",
        "key": "1a2b3c4d5e6f7081",
        "seed": 20261130,
        "config": {
            "title": "How much does holding doubles help in the Doubles game?",
            "game": "doubles",
            "players": 2,
            "policies": {
                "neutral": "random",
                "hold": {"prefer": ["non-doubles"]},
                "early": {"prefer": ["doubles"]},
                "careful": {"weights": {"doubles": -1, "pips": 0.1}, "noise": 0.05},
            },
            "compare": {"baseline": "neutral", "candidates": ["hold", "early"], "against": "neutral"},
            "measure": ["win", "points"],
            "until": {"deals": 400_000},
            "seed": 20261130,
        },
        "deals": 400_000,
        "confidence": 0.95,
        "stopped": "all 400,000 deals played",
        "command": "dominolab run configs/holding-doubles.yaml",
        "versions": {"dominolab": "0.1.0", "python": "3.11.9", "numpy": "2.3.1", "numba": "0.68.1"},
        "started": "2026-11-30T09:00:00Z",
        "finished": "2026-11-30T09:00:03Z",
        "seconds": 3.42,
        "rounds_played": 4_800_000,
        "partial": False,
        "policies": {
            "neutral": "Chooses uniformly at random among the distinct moves.",
            "hold": "Prefers non-doubles; what is still equal is chosen at random, the end too.",
            "early": "Prefers doubles; what is still equal is chosen at random, the end too.",
        },
        "games": {
            "doubles": {"title": "Doubles", "source": "GameRules, Doubles", "house_rules": ""},
        },
    } | changes


def comparisons() -> pd.DataFrame:
    """Two candidates by two measures."""
    return table(
        [
            row(estimate=0.0312, half=0.0011),
            row(measure="points", estimate=0.52, half=0.021, value=5.9, baseline_value=5.38),
            row(policy="early", estimate=-0.0458, half=0.0012, verdict="worse", variance_reduction=3.1),
            row(policy="early", measure="points", estimate=0.011, half=0.02, verdict="undecided", value=5.4),
        ]
    )


def arms() -> pd.DataFrame:
    """The opener's edge by the number of players."""
    values = {2: (0.5679, 0.01515, 3.806), 3: (0.4808, 0.00326, 2.785), 4: (0.6117, 0.00139, 1.236)}
    halves = (0.0011, 0.0003, 0.012)
    return table(
        [
            row("arm", policy="random", players=players, measure=measure, estimate=value, half=half, games=400_000)
            for players, found in values.items()
            for measure, value, half in zip(("opener_wins", "blocked", "draws"), found, halves, strict=True)
        ]
    )


RULES = ("draw: until", "unlock: none", "draw: until, unlock: none", "hand_size: 5", "hand_size: 9", "reserve: 2")


def rule_changes() -> pd.DataFrame:
    """Eight changes of rules by two measures."""
    rows = []
    for index, rules in enumerate((*RULES, "spinner: first_double", "tie: split")):
        common = {"house_rules": rules, "policy": "random", "reference": "doubles", "deals": 200_000}
        estimate = (0.041, -0.032, 0.012, -0.0531, 0.0264, 0.0004, -0.0009, 0.0)[index]
        verdict = "higher" if estimate > 0.01 else "lower" if estimate < -0.01 else "undecided"
        rows += [
            row("rule change", measure="opener_wins", estimate=estimate, half=0.0019, verdict=verdict, **common),
            row(
                "rule change",
                measure="draws",
                estimate=40 * estimate,
                half=0.03,
                value=3.8 + 40 * estimate,
                baseline_value=3.8,
                verdict=verdict,
                **common,
            ),
        ]
    return table(rows)


def ten() -> pd.DataFrame:
    """Ten comparisons over two games: one tip, opposite answers."""
    rows = []
    for game, sign in (("doubles", 1), ("block", -1)):
        for index, policy in enumerate(("hold", "early", "careful", "heaviest", "variety")):
            estimate = sign * (0.09, -0.07, 0.031, 0.0005, -0.012)[index]
            verdict = "undecided" if abs(estimate) < 0.001 else "better" if estimate > 0 else "worse"
            rows.append(row(game=game, policy=policy, estimate=estimate, half=0.0016, verdict=verdict))
    return table(rows)


def odd_labels() -> list[str]:
    names = ["NA", "None", "007", "a/b", "<script>alert(1)</script>", "戦略", "[red]", "$x_1$", "-", "استراتيجية"]
    return [*names, "x" * 200]


def odd() -> pd.DataFrame:
    """Labels that other tools lose."""
    labels = odd_labels()
    return table([row(policy=label, baseline=labels[0], estimate=0.01 * i) for i, label in enumerate(labels)])


GAMES_TWO = {
    "doubles": {"title": "Doubles", "source": "GameRules, Doubles", "house_rules": ""},
    "block": {"title": "Block", "source": "Pagat, Western dominoes", "house_rules": ""},
}
