"""Hand-made results of the kinds that look at many things at once; figures made up, shapes as real runs have them."""

from __future__ import annotations

import math
from typing import Any

import pandas as pd

from tests.reports.samples import COLUMNS, manifest, row

GAMES = {
    "doubles": {"title": "Doubles"},
    "draw": {"title": "Draw"},
    "block": {"title": "Block"},
    "straight": {"title": "Straight Dominoes"},
    "double-six": {"title": "Double Six Dominoes"},
    "muggins": {"title": "Muggins"},
}
TIPS = {
    "hold": ({"prefer": ["non-doubles"]}, (9.04, -14.2, -4.1, 1.3, 0.05, -2.2)),
    "heavy": ({"prefer": ["heaviest"]}, (3.1, 6.5, 8.2, 2.4, 1.9, 2.0)),
    "variety": ("variety", (0.9, 2.2, 3.5, 0.08, -0.11, 0.7)),
    "strong": ("most-accompanied", (4.4, 5.2, 7.7, 1.1, 0.6, 1.4)),
    "greedy": ("points-greedy", (None, None, None, 11.2, 28.4, 9.9)),
    "block-late": ({"weights": {"lock": 1, "pips": 0.1, "variety": 3}}, (0.02, 0.4, -0.3, -0.02, 0.01, 0.15)),
}
HALF = 0.0024
KINDS = ("tips", "sweep", "parts", "pairs", "interactions", "luck", "decided")


def table(rows: list[dict[str, Any]], **changes: Any) -> pd.DataFrame:
    columns = [*COLUMNS, "split", "parameter", "question", "method"]
    given = {"split": "", "parameter": math.nan, "question": "", "method": "t on deals"}
    return pd.DataFrame([given | one | changes for one in rows], columns=columns)


def facts(**changes: Any) -> dict[str, Any]:
    config = manifest()["config"] | {
        "policies": {"neutral": "random"} | {name: spec for name, (spec, _) in TIPS.items()}
    }
    return manifest(games=GAMES, config=config, **changes)


def verdict(estimate: float, half: float, same: float = 0.0) -> str:
    if abs(estimate) + half <= same:
        return "practically the same"
    return "undecided" if abs(estimate) <= half else "better" if estimate > 0 else "worse"


def compared(policy: str, estimate: float, half: float = HALF, **cells: Any) -> dict[str, Any]:
    same = cells.pop("same", 0.0)
    given = {
        "policy": policy,
        "baseline": "neutral",
        "against": "neutral",
        "estimate": estimate,
        "half": half,
        "verdict": verdict(estimate, half, same),
    }
    return row(**(given | cells))


def tips() -> pd.DataFrame:
    """Six tips by six games; one tip applies to three of them."""
    rows = [
        compared(tip, effect / 100, game=game, same=0.0026, variance_reduction=2 + abs(effect) / 3, question=tip)
        for game, place in zip(GAMES, range(6), strict=True)
        for tip, (_, effects) in TIPS.items()
        if (effect := effects[place]) is not None
    ]
    return table(rows)


def sweep() -> pd.DataFrame:
    """The weight on doubles from -3 to 3 in two games, with a simultaneous band."""
    rows = []
    for game, sign in (("doubles", -1), ("draw", 1)):
        for step in range(13):
            dose = -3 + step / 2
            estimate = sign * 0.11 * math.tanh(dose / 1.2) + 0.004 * dose
            exact = dose == 0
            cells = (
                {"game": game, "parameter": dose, "verdict": "practically the same"}
                if exact
                else {
                    "game": game,
                    "parameter": dose,
                }
            )
            half = 0.0 if exact else 0.004 + 0.001 * abs(dose)
            rows.append(compared(f"hold[doubles={dose:g}]", estimate, half, **cells))
    return table(rows, method="t on deals; simultaneous band (max-t)")


def parts() -> pd.DataFrame:
    """One comparison split by doubles dealt and by the opener; hands of six doubles are too rare."""
    rows = [compared("hold", 0.0904)]
    for doubles, (estimate, deals) in enumerate(
        [(0.001, 41_000), (0.031, 120_400), (0.085, 130_100), (0.139, 76_000), (0.17, 26_500), (0.21, 5_300), (0, 12)]
    ):
        half = math.nan if deals < 50 else 0.9 / math.sqrt(deals)
        cells = {"deals": deals, "split": f"doubles dealt: {doubles}"}
        rows.append(
            compared("hold", math.nan, half, verdict="", **cells)
            if deals < 50
            else compared("hold", estimate, half, **cells)
        )
    for label, estimate in (("candidate", 0.088), ("another seat", 0.0925)):
        rows.append(compared("hold", estimate, 0.003, split=f"opener: {label}"))
    return table(rows)


def pairs(established: bool = True) -> pd.DataFrame:
    """Every pair of five policies; the first is the best, or not told apart from the second."""
    strength = {
        "strong": 0.061 if established else 0.0412,
        "heavy": 0.04,
        "variety": 0.019,
        "neutral": 0.0,
        "hold": -0.13,
    }
    names = list(strength)
    rows = [
        compared(one, strength[one] - strength[other], game="draw", baseline=other, kind="pair")
        for place, one in enumerate(names)
        for other in names[place + 1 :]
    ]
    return table(rows, method="t on deals; simultaneous (max-t)")


def interactions() -> pd.DataFrame:
    """What two tips do in three games, and the differences of these differences from the first game."""
    effects = {"heavy": (0.031, 0.065, 0.082), "hold": (0.0904, -0.142, -0.041), "variety": (0.009, 0.0094, 0.0352)}
    games = ("doubles", "draw", "block")
    rows = [
        compared(tip, effect, game=game)
        for game, place in zip(games, range(3), strict=True)
        for tip, found in effects.items()
        for effect in found[place : place + 1]
    ]
    for tip, found in effects.items():
        for game, effect in zip(games[1:], found[1:], strict=True):
            cells = {"game": game, "reference": "doubles", "value": effect, "baseline_value": found[0]}
            rows.append(compared(tip, effect - found[0], 0.0031, kind="interaction", **cells))
    return table(rows)


def luck() -> pd.DataFrame:
    """The share fixed by the deal, in two games by four levels of noise."""
    rows = []
    for game, shares in (("doubles", (0.46, 0.44, 0.41, 0.37)), ("draw", (0.71, 0.69, 0.62, 0.44))):
        for noise, share in zip((0, 0.1, 0.3, 1), shares, strict=True):
            cells = {"game": game, "policy": "heaviest", "parameter": noise, "unit": "share", "measure": "luck_win"}
            cells |= {"deals": 20_000, "games": 80_000, "baseline": "", "against": ""}
            rows.append(row("luck", estimate=share, half=0.011, **cells))
    return table(rows, verdict="", variance_reduction=None, method="intraclass correlation; linearised over deals")


def decided() -> pd.DataFrame:
    """A run that stopped as soon as its comparisons were decided."""
    rows = [compared("hold", 0.031, 0.009, deals=20_000), compared("heavy", -0.05, 0.009, deals=20_000)]
    return table(rows, method="confidence sequence (normal mixture)", stopped="every comparison is decided by win")
