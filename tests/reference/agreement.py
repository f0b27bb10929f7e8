"""Compares the compiled kernel with the twin, move by move and score by score.

`python -m tests.reference.agreement 200000` compares that many deals over all games, player counts and a sweep of
random house rules, and prints how many rounds and matches agreed.
"""

from __future__ import annotations

import dataclasses
import random
import sys
from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise

from analyzer.games import game_names, load_game, load_preset
from kernels import engine, policies
from kernels.policies import Policy
from kernels.rules import Rules
from tests.reference import choosers
from tests.reference.engine import play_round
from tests.reference.house_rules import random_rules, rules_with_draws_by_choice
from tests.reference.match import RoundLimitError, play_match
from tests.reference.opening import RedealLimitError

SEED = 20_261_130
ROUND_FIELDS = ("winner", "team", "reason", "tied", "opener", "lead", "redeals", "plays", "turns", "draws", "passes")
SEAT_FIELDS = ("points", "play_points", "pips_left", "tiles_left", "doubles_dealt", "pips_dealt")
POLICIES = [
    policies.BUILTIN["random"],
    policies.BUILTIN["heaviest"],
    policies.BUILTIN["doubles-last"],
    policies.BUILTIN["points-greedy"],
    policies.prefer(["most-accompanied", "match-low", "larger-half"]),
    policies.prefer(["variety", "leave-high", "non-doubles"]),
    policies.weigh({"pips": 0.1, "doubles": -1, "accompanied": 0.35, "points": 0.5}, noise=0.2),
    policies.prefer(["opponents-lack", "spare-partner", "avoid-opponents-suit", "partner-suit", "keep-mobile"]),
    policies.prefer(["lock", "next-lacks", "strand-doubles", "strong-suit"]).with_lock_margin(5),
    policies.prefer(["spare-doubles", "no-lock", "least-reply", "least-accompanied"], noise=1 / 3),
    policies.prefer(["points", "least-reply", "keep-mobile"]).with_lead(policies.prefer(["doubles", "lightest"])),
    policies.BUILTIN["random"].with_lead(policies.weigh({"variety": 0.7, "longest-suit": 0.1}, noise=0.1)),
    policies.weigh({name: (7 * n % 11 - 4.5) / 30 for n, name in enumerate(policies.FEATURES)}).with_lock_margin(-4),
]
RARE = ("lock", "no-lock", "strand-doubles", "spare-doubles", "opponents-lack", "next-lacks", "spare-partner")
DECIMALS = (0.1, 0.2, 0.3, 0.35, 0.7, 1 / 3, 2.5e-6, 5e-7, 1, 12_345.678_901_2, 1_000_000)


def twin_chooser(policy: Policy) -> choosers.Chooser:
    """Return the twin's way of playing a policy."""
    if policy.lead is not None:
        plain = dataclasses.replace(policy, lead=None)
        return choosers.leading(twin_chooser(policy.lead), twin_chooser(plain))
    if policy.kind == "uniform":
        return choosers.at_random
    weights = {name: weight for name, weight in zip(policies.FEATURES, policy.weights, strict=True) if weight}
    return choosers.weighing(weights, round(policy.noise * 2**32), policy.lock_margin)


def replicate_of(deal: int) -> int:
    """Return the replicate in which a deal is compared, the first and the last more often than others."""
    draw = random.Random(deal)
    return draw.choice((0, 1, 258, (1 << 16) - 1, draw.randrange(1 << 16)))


def disagreement(rules: Rules, seats: list[Policy], seed: int, deal: int) -> str:
    """Play one deal with both engines; return what differs, empty if nothing does."""
    replicate, twin = replicate_of(deal), None
    with suppress(RedealLimitError):
        twin = play_round(rules, [twin_chooser(policy) for policy in seats], seed, deal, 0, None, None, replicate)
    try:
        record, moves = engine.log_round(rules, seats, seed, deal, replicate=replicate)
    except engine.EngineError as error:
        return f"only the twin plays the round: {error}" if twin else ""
    if twin is None:
        return "only the kernel finds a deal that can be led"
    logged = [(m.seat, m.move, m.legal, m.total, m.points) for m in moves]
    scores = rules.play_score != "none"  # the kernel keeps no open-end total where nothing scores it
    traced = [event if scores else (*event[:3], 0, event[4]) for event in twin.trace]
    for number, (ours, theirs) in enumerate(zip(logged, traced, strict=False)):
        if ours != theirs:
            return f"move {number}: kernel {ours}, twin {theirs}"
    if len(logged) != len(traced):
        return f"kernel has {len(logged)} moves, twin {len(traced)}"
    if engine.play_rounds(rules, seats, seed, deal, 1, replicate=replicate) != record:
        return "a round differs with its log on and off"
    for name in ROUND_FIELDS:
        if record[0][name] != getattr(twin, name):
            return f"{name}: kernel {record[0][name]}, twin {getattr(twin, name)}"
    for name in SEAT_FIELDS:
        if list(record[0][name]) != getattr(twin, name):
            return f"{name}: kernel {list(record[0][name])}, twin {getattr(twin, name)}"
    return ""


def match_disagreement(rules: Rules, seats: list[Policy], seed: int, number: int) -> str:
    """Play one match with both engines; return what differs, empty if nothing does."""
    twins, replicate = [twin_chooser(policy) for policy in seats], replicate_of(number)
    theirs, ours, unfinished = None, None, ""
    try:
        theirs = play_match(rules, twins, seed, number, replicate)
    except (RoundLimitError, RedealLimitError) as error:
        unfinished = repr(error)
    try:
        ours = engine.play_matches(rules, seats, seed, number, 1, replicate=replicate)[0]
    except engine.EngineError as error:
        unfinished = repr(error)
    if theirs is None or ours is None:
        return "" if theirs is ours else f"only one engine finishes the match, the other has {unfinished}"
    for name in ("winner", "rounds", "opener", "plays"):
        if ours[name] != getattr(theirs, name):
            return f"match {name}: kernel {ours[name]}, twin {getattr(theirs, name)}"
    return "" if list(ours["score"]) == theirs.score else f"score: kernel {ours['score']}, twin {theirs.score}"


def preset_rules() -> Iterator[tuple[str, Rules]]:
    """Yield every preset for every number of players, with partners too where four can play."""
    for name in game_names():
        for players in load_preset(name).players:
            rules = load_game(name, players).rules
            yield f"{name}, {players} players", rules
            if players == 4 and rules.teams == "none":
                yield f"{name}, partners", dataclasses.replace(rules, teams="2v2")


def random_preferences(draw: random.Random) -> Policy:
    """Return a preference list drawn at random, no feature twice; features that seldom differ come first often."""
    shuffled = draw.sample(list(policies.PREFERENCES.items()), len(policies.PREFERENCES))
    words = {feature: word for word, (feature, _, _) in shuffled}
    chosen = draw.sample(list(words.values()), draw.randint(1, 7))
    if draw.random() < 0.5:
        chosen.sort(key=lambda word: word not in RARE)
    return policies.prefer(chosen)


def random_weights(draw: random.Random) -> Policy:
    """Return weights drawn at random; few different ones, so that sums are equal or nearly so."""
    names = draw.sample(list(policies.FEATURES), draw.randint(1, 6))
    return policies.weigh({name: draw.choice(DECIMALS) * draw.choice((1, -1)) for name in names})


def random_policy(draw: random.Random, lead: bool = True) -> Policy:
    """Return a policy drawn at random, sometimes with noise, a lock margin, or a policy for the lead."""
    policy = draw.choice((random_preferences, random_weights))(draw)
    if policy.weights[list(policies.FEATURES).index("lock")]:
        policy = policy.with_lock_margin(draw.choice((-500, 500, *range(-12, 13))))
    if draw.random() < 0.2:
        policy = policy.with_noise(draw.choice((0.01, 1 / 3, 1)))
    if lead and draw.random() < 0.2:
        policy = policy.with_lead(draw.choice((policies.BUILTIN["random"], random_policy(draw, lead=False))))
    return policy


def random_seats(draw: random.Random, players: int) -> list[Policy]:
    """Return a policy for each seat, half of them drawn at random."""
    return [random_policy(draw) if draw.random() < 0.5 else draw.choice(POLICIES) for _ in range(players)]


def one_against_random(draw: random.Random, players: int) -> list[Policy]:
    """Return one seat that goes by something rare, and all others at random: only they draw and pass by choice."""
    own, policy = draw.randrange(players), policies.prefer([draw.choice(RARE)])
    return [policy if seat == own else policies.BUILTIN["random"] for seat in range(players)]


def sweep(deals: int, seed: int = SEED) -> Iterator[tuple[str, Rules, list[Policy], int]]:
    """Yield (label, rules, policies, deal): half presets in turn, half random house rules, and policies likewise.

    One table in ten is made for what is known of a hand after draws and passes by choice.
    """
    draw = random.Random(seed)
    presets = list(preset_rules())
    for deal in range(deals):
        if deal % 10 == 4:
            rules = rules_with_draws_by_choice(draw)
            yield "house rules", rules, one_against_random(draw, rules.players), deal
            continue
        label, rules = presets[deal // 2 % len(presets)] if deal % 2 else ("house rules", random_rules(draw))
        yield label, rules, random_seats(draw, rules.players), deal


def first_disagreement(deals: int, matches_every: int = 10) -> str:
    """Compare a sweep; return the first difference with all that is needed to see it again, empty if there is none."""
    for label, rules, seats, deal in sweep(deals):
        found = disagreement(rules, seats, SEED, deal)
        if not found and deal // 2 % matches_every == 0:  # of presets and of house rules
            found = match_disagreement(rules, seats, SEED, deal)
        if found:
            return f"{label}, deal {deal}: {found}\n{rules}\n{seats}"
    return ""


def lock_disagreement(rules: Rules, deals: int, seed: int = SEED) -> tuple[str, int]:
    """Compare the lock margin at which a choice changes, to the pip.

    Returns
    -------
    tuple
        The first difference, empty if there is none, and how many changes were compared.
    """
    locker, others = policies.prefer(["lock", "opponents-lack"]), [policies.BUILTIN["random"]] * (rules.players - 1)
    tables = [[locker.with_lock_margin(margin), *others] for margin in range(-60, 61)]
    changes = 0

    def played(seats: list[Policy], deal: int) -> object:
        return engine.play_rounds(rules, seats, seed, deal, 1, replicate=replicate_of(deal))[0]

    for deal in range(deals):
        if played(tables[0], deal) == played(tables[-1], deal):
            continue  # nothing hangs on the margin
        records = [played(seats, deal) for seats in tables]
        for place, (one, other) in enumerate(pairwise(records)):
            if one == other:
                continue
            changes += 1
            for seats in tables[place : place + 2]:
                if found := disagreement(rules, seats, seed, deal):
                    return f"deal {deal}: {found}\n{rules}\n{seats}", changes
    return "", changes


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    print(first_disagreement(count) or f"{count} deals and {count // 10} matches agree")
    locks = [lock_disagreement(rules, min(count // 30, 300)) for _, rules in preset_rules()]
    found = next((difference for difference, _ in locks if difference), "")
    print(found or f"{sum(changes for _, changes in locks)} choices change at the same lock margin")
