"""Hand-made results of house rules side by side: figures made up, shapes as real runs have them."""

from __future__ import annotations

from typing import Any

import pandas as pd

from tests.reports.samples import manifest, row
from tests.reports.samples_many import table

OWN = {"blocked": 0.0147, "plays": 17.9, "luck_win": 0.55}
UNITS = {"blocked": "probability", "plays": "tiles", "luck_win": "share", "win": "probability"}
HALVES = {"blocked": 0.0005, "plays": 0.02, "luck_win": 0.003}
CHANGES: dict[str, dict[str, tuple[float, str]]] = {
    "unlock: none": {
        "blocked": (0.004, "higher"),
        "plays": (-1.31, "lower"),
        "luck_win": (-0.344, "lower"),
    },
    "draw: until": {
        "blocked": (-0.0024, "practically the same"),
        "plays": (0.24, "higher"),
        "luck_win": (-0.011, "undecided"),
    },
    "reserve: 0": {
        "blocked": (0.0004, "practically the same"),
        "plays": (0.06, "practically the same"),
        "luck_win": (-0.002, "practically the same"),
    },
    "draw: until, unlock: none": {
        "blocked": (0.0081, "higher"),
        "plays": (-1.12, "lower"),
        "luck_win": (-0.343, "lower"),
    },
}
NAMES = {"reserve: 0": "none back"}
GAINS = {
    "": (0.012, 0.039),
    "unlock: none": (-0.008, -0.087),
    "draw: until": (0.016, 0.055),
    "reserve: 0": (0.0115, 0.0393),
    "draw: until, unlock: none": (-0.009, -0.084),
}
POLICIES = ("heaviest", "doubles-last")


def _change(rules: str, measure: str, estimate: float, verdict: str, half: float) -> dict[str, Any]:
    cells = {"value": OWN[measure] + estimate, "baseline_value": OWN[measure], "reference": "doubles"}
    given = {"policy": "random", "deals": 200_000, "games": 400_000, "unit": UNITS[measure], "house_rules": rules}
    given |= {"rules_name": NAMES.get(rules, ""), "variance_reduction": 1.4}
    return row("rule change", measure=measure, estimate=estimate, half=half, verdict=verdict, **(given | cells))


def _compared(kind: str, rules: str, policy: str, baseline: str, estimate: float, **cells: Any) -> dict[str, Any]:
    words = ("larger", "smaller") if kind == "interaction" else ("better", "worse")
    verdict = "undecided" if abs(estimate) < 0.002 else words[estimate < 0]
    given = {"policy": policy, "baseline": baseline, "against": "random", "house_rules": rules, "deals": 200_000}
    given |= {"rules_name": NAMES.get(rules, ""), "value": 0.5 + estimate, "verdict": verdict}
    return row(kind, measure="win", estimate=estimate, half=0.001, **(given | cells))


def house(*rules: str, changes: dict[str, dict[str, tuple[float, str]]] | None = None) -> pd.DataFrame:
    """Return the results of some of `CHANGES`, all if none are named."""
    said = {one: found for one, found in (changes or CHANGES).items() if not rules or one in rules}
    rows = [
        row("arm", policy="random", measure=name, unit=UNITS[name], estimate=value, half=HALVES[name], deals=200_000)
        for name, value in OWN.items()
        if name != "luck_win"
    ]
    rows.append(row("luck", policy="random", measure="luck_win", unit="share", estimate=0.55, half=0.002))
    for one in ("", *said):
        gains = GAINS[one]
        rows += [_compared("comparison", one, name, "random", gain) for name, gain in zip(POLICIES, gains, strict=True)]
        rows += [_compared("pair", one, "random", name, -gain) for name, gain in zip(POLICIES, gains, strict=True)]
        rows.append(_compared("pair", one, *POLICIES, gains[0] - gains[1]))
        rows += [_change(one, name, *said[one][name], HALVES[name]) for name in (OWN if one else ())]
        for name, here, there in zip(POLICIES, gains, GAINS[""], strict=True):
            if one:
                cells = {"reference": "doubles", "value": here, "baseline_value": there}
                rows.append(_compared("interaction", one, name, "random", here - there, **cells))
    both = "draw: until, unlock: none"
    if both in said:
        parts = "doubles (draw: until) + doubles (unlock: none)"
        for name, estimate, verdict in (("blocked", 0.0065, "higher"), ("plays", -0.05, "practically the same")):
            whole = said[both][name][0]
            cells = {"value": whole, "baseline_value": whole - estimate, "reference": parts}
            rows.append(_change(both, name, estimate, verdict, 0.0009) | {"kind": "interaction"} | cells)
    return table(rows).assign(rules_name=[one.get("rules_name", "") for one in rows])


def facts(**changes: Any) -> dict[str, Any]:
    """Return the manifest of such a run."""
    own = {"title": "Doubles", "game": "doubles", "house_rules": ""}
    games = {"doubles": own} | {
        f"doubles ({rules})": own | {"house_rules": rules, "changes": rules, "name": NAMES.get(rules, "")}
        for rules in CHANGES
    }
    config = {
        "policies": {"random": "random", "heaviest": "heaviest", "doubles-last": "doubles-last"},
        "same_within": {"blocked": 0.005, "plays": 0.2, "luck_win": 0.01, "win": 0.005},
    }
    given = {"title": "What do house rules change?", "question": {"name": "compare"}, "games": games, "config": config}
    return manifest(**(given | changes))
