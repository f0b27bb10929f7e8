"""A hash of what the engine plays, kept by ENGINE_VERSION: ``python -m tests.kernels.fingerprint`` writes it anew.

The games are the spread of `tests.kernels.games` and fixed settings below, not the presets, which may change while the
engine plays as before.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from kernels.engine import ENGINE_VERSION, play_matches, play_rounds
from kernels.policies import BUILTIN, prefer, weigh
from kernels.rules import Rules
from tests.kernels.games import FREE, SPREAD

FILE = Path(__file__).parents[1] / "data" / "fingerprint.json"
NAMES = (
    "random",
    "heaviest",
    "lightest",
    "doubles-first",
    "doubles-last",
    "most-accompanied",
    "variety",
    "points-greedy",
)
POLICIES = [
    *(BUILTIN[name] for name in NAMES),
    prefer(["variety", "leave-low"]),
    weigh({"pips": 0.3, "accompanied": 1}, noise=0.1),
]
MORE = [
    Rules(set_max=3, hand_size=3, draw="one", reserve=2, tie="split"),
    Rules(players=3, hand_size=5, first_lead="lot_any", lead_tile="any_double", blocked_winner="tile_count"),
    Rules(players=4, teams="2v2", blocked_winner="blocker_vs_next", tie="opener", blocked_score="all"),
    Rules(play_score="bergen", hand_size=6, draw="until", first_lead="lowest_double", no_double="highest_tile"),
    Rules(spinner="first_tile", flank="split", play_score="multiples", draw="until", round_to=5, **FREE),
    Rules(play_score="fives_threes_pips", spinner="opening_double", spinner_count="until_covered"),
    Rules(wild_blank="played_only", draw="until", early_block_detection=True, players=3, tie="lightest_tile"),
    Rules(hand_size=2, no_double="heaviest_tile", domino_score="per_tile", blocked_score="per_tile_difference"),
]
ROUNDS = 250


def sha256() -> str:
    """Return the hash of some thousand rounds and a hundred matches over all games and policies."""
    digest = hashlib.sha256()
    for number, rules in enumerate([*SPREAD.values(), *MORE]):
        for start in range(0, len(POLICIES), 3):
            seats = [POLICIES[(number + start + seat) % len(POLICIES)] for seat in range(rules.players)]
            digest.update(play_rounds(rules, seats, number, 10**12, ROUNDS).tobytes())
        digest.update(play_matches(rules, seats, number, 0, 5).tobytes())
    return digest.hexdigest()


def main() -> None:
    """Write the fingerprint of this engine."""
    FILE.parent.mkdir(exist_ok=True)
    text = json.dumps({"engine_version": ENGINE_VERSION, "sha256": sha256()}, indent=2)
    FILE.write_text(text + "\n", encoding="utf-8")
    print(f"{FILE.name}: {text}")


if __name__ == "__main__":
    main()
