"""Rounds a second, by game and policy: measured, never asserted.

``python -m pytest tests/benchmarks --benchmark-only --benchmark-enable``

The figure to compare is `rounds_per_second` in the extra columns (best of seven repeats: other programs only ever
slow a run down). Single runs differ by 30 % on a shared machine, so compare best with best, interleaved.
"""

import pytest

from kernels import engine
from kernels.policies import BUILTIN, prefer, weigh
from kernels.rules import Rules
from tests.kernels import plugged

FREE = {"first_lead": "lot_any", "lead_tile": "any"}
DOUBLES = {"spinner": "all_doubles", "unlock": "suit", "draw": "one", "reserve": 2}
GAMES = {
    "doubles, 2 players": Rules(hand_size=8, **DOUBLES),
    "doubles, 3 players": Rules(players=3, hand_size=6, **DOUBLES),
    "doubles, 4 players": Rules(players=4, hand_size=6, **DOUBLES),
    "draw, 2 players": Rules(draw="until", reserve=2),
    "block, 2 players": Rules(),
    "block, 4 partners": Rules(players=4, teams="2v2"),
    "straight, 2 players": Rules(
        draw="until", spinner="first_tile", play_score="multiples", round_to=5, target=250, check="immediate", **FREE
    ),
    "double-six, 2 players": Rules(
        draw="until",
        spinner="all_doubles",
        wild_blank="both",
        play_score="multiples",
        score_divisor=5,
        domino_score="per_tile",
        no_double="highest_tile",
    ),
    "double-nine block, 4 players": Rules(set_max=9, players=4, hand_size=10),
}
POLICIES = {
    "random": BUILTIN["random"],
    "heaviest": BUILTIN["heaviest"],
    "weighted": weigh({"pips": 0.1, "doubles": -1, "accompanied": 0.35, "variety": 0.2}, noise=0.05),
    "preferences": prefer(["non-doubles", "most-accompanied", "match-high"]),
}
DEALS = 60_000


def measure(benchmark, play, games):
    """Time a call that plays some games, and note how many a second it plays at best."""
    engine.warm_up()
    benchmark.pedantic(play, rounds=7, warmup_rounds=1)
    benchmark.extra_info["rounds_per_second"] = round(games / benchmark.stats.stats.min)


@pytest.mark.parametrize("game", GAMES)
def test_random_play(benchmark, game):
    rules = GAMES[game]
    measure(benchmark, lambda: engine.play_rounds(rules, [BUILTIN["random"]] * rules.players, 1, 0, DEALS), DEALS)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("game", ["doubles, 2 players", "draw, 2 players", "straight, 2 players"])
def test_policies(benchmark, game, policy):
    seats = [POLICIES[policy]] * 2
    measure(benchmark, lambda: engine.play_rounds(GAMES[game], seats, 1, 0, DEALS), DEALS)


@pytest.mark.parametrize("function", [plugged.uniform, plugged.heaviest], ids=["random", "heaviest"])
def test_plugged_in(benchmark, function):
    """What a plugged-in copy costs against the built-in policy."""
    seats = [plugged.policy(function)] * 2
    rules = GAMES["doubles, 2 players"]
    measure(benchmark, lambda: engine.play_rounds(rules, seats, 1, 0, DEALS), DEALS)


def test_matches(benchmark):
    """Matches of Doubles to 100 points, about 16 rounds each."""
    rules, matches = GAMES["doubles, 2 players"], 4000
    played = engine.play_matches(rules, [BUILTIN["random"]] * 2, 1, 0, matches)
    rounds = int(played["rounds"].sum())
    measure(benchmark, lambda: engine.play_matches(rules, [BUILTIN["random"]] * 2, 1, 0, matches), rounds)


def test_a_call(benchmark):
    """What a call costs by itself: one round a call."""
    rules = GAMES["doubles, 2 players"]
    seats = [BUILTIN["random"]] * 2
    measure(benchmark, lambda: [engine.play_rounds(rules, seats, 1, deal, 1) for deal in range(500)], 500)
