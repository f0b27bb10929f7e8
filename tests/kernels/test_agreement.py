"""The compiled kernel against the plain-Python twin: moves, legal moves, totals, points and settlements of a sweep.

``python -m tests.reference.agreement 200000`` compares ten times as many deals.
"""

import dataclasses
import random
from collections import Counter
from itertools import islice

import pytest
from joblib import Parallel, delayed

from kernels import engine
from kernels.rules import Rules, RulesError
from tests.reference import agreement

pytestmark = pytest.mark.reference

WORKERS = 2
DEALS = 8_000  # by worker
MATCHES = 40  # by worker; every preset's matches are compared apart
FIELDS = {field.name: field.metadata for field in dataclasses.fields(Rules)}
LATER_ROUNDS = (
    "next_lead",
    "next_lead_tile",
    "after_block",
    "after_tie",
    "early_round_points",
    "match_by",
    "target",
    "compare",
    "check",
    "entry_points",
    "shutout_below",
)


def somebody_scores(rules):
    """Say whether a match is sure to end soon; others go on for 1,000 rounds, a second each, and show nothing."""
    if rules.match_by != "points":
        return True
    enough = rules.domino_score not in ("none", "fixed", "by_last_tile") or rules.entry_points <= 1
    return rules.domino_score != "none" and rules.compare != "exact" and enough


def compare(worker):
    """Compare one worker's share of the sweep; return the first difference and how often each thing was covered."""
    seen = Counter()
    for label, rules, seats, deal in agreement.sweep(DEALS, seed=agreement.SEED + worker):
        seen.update([label, f"{label.split(',')[0]} with {rules.players}"])
        seen.update((name, getattr(rules, name)) for name in FIELDS)
        seen.update(policy.describe() for policy in seats)
        found = agreement.disagreement(rules, seats, agreement.SEED, deal)
        if not found and deal < MATCHES and somebody_scores(rules):
            found = agreement.match_disagreement(rules, seats, agreement.SEED, deal)
        if found:
            return f"{label}, deal {deal}: {found}\n{rules}\n{[policy.describe() for policy in seats]}", seen
    return "", seen


@pytest.fixture(scope="module")
def comparisons():
    engine.warm_up()  # compiles here, so that the workers find it done
    return Parallel(n_jobs=WORKERS)(delayed(compare)(worker) for worker in range(WORKERS))


def test_kernel_and_twin_play_the_same(comparisons):
    assert [found for found, _ in comparisons if found] == []


def test_the_sweep_covers_everything(comparisons):
    """Every preset and number of players, every word of every setting, every policy, partners of every kind."""
    seen = sum((counter for _, counter in comparisons), Counter())
    assert seen["house rules"] == WORKERS * DEALS / 2
    thin = {label: seen[label] for label, _ in agreement.preset_rules() if seen[label] < 60}
    assert not thin
    for name, allowed in FIELDS.items():
        values = allowed.get("words") or allowed.get("choices") or ([False, True] if "yes" in allowed else [])
        assert {value: seen[name, value] for value in values if seen[name, value] < 100} == {}, name
    for players in (2, 3, 4):
        assert seen[f"house rules with {players}"] > 1000
        assert seen["players", players] > 1000
    few = {"set_max": (2, 3, 4, 6, 9), "hand_size": range(1, 10), "reserve": range(4)}
    assert [(name, value) for name, values in few.items() for value in values if seen[name, value] < 100] == []
    assert seen["set_max", 1] > 10  # three tiles: two hands of one is all that can be dealt
    assert [policy.describe() for policy in agreement.POLICIES if seen[policy.describe()] < 1000] == []


@pytest.mark.parametrize("policy", range(0, len(agreement.POLICIES), 3))
def test_matches_of_every_preset(policy):
    for number, (label, rules) in enumerate(agreement.preset_rules()):
        seats = [agreement.POLICIES[(policy + seat) % len(agreement.POLICIES)] for seat in range(rules.players)]
        assert agreement.match_disagreement(rules, seats, agreement.SEED, number) == "", label


# --- could these tests fail? ----------------------------------------------------------------------------------------


def altered(rules, setting, seed):
    """Return the rules with another value of one setting, None if nothing else can be played."""
    allowed = FIELDS[setting]
    now = getattr(rules, setting)
    if "words" in allowed or "choices" in allowed:
        values = list(allowed.get("words") or allowed["choices"])
    elif "tiles" in allowed:
        values = [(), (seed % 3,), (seed % 6, 6 + seed % 4)]
    elif "tile" in allowed:
        values = list(range(rules.tile_count))
    elif "length" in allowed:
        values = [(), tuple(number + 1 for number in now), (9,) * allowed["length"]]
    else:
        values = [not now] if isinstance(now, bool) else [now + 1, max(allowed["low"], now - 1), now + 20]
    random.Random(seed).shuffle(values)
    for value in values:
        if value == now:
            continue
        try:
            return dataclasses.replace(rules, **{setting: value})
        except RulesError:
            continue
    return None


def deals_until_found(monkeypatch, setting, compared, played, deals):
    """Let the twin play by an altered rule; return how many deals it took until that was found, None if it was not."""
    real = getattr(agreement, played)
    seed = 0
    monkeypatch.setattr(agreement, played, lambda rules, *rest: real(altered(rules, setting, seed), *rest))
    sweep = agreement.sweep(100_000, seed=99)
    usable = (deal for deal in sweep if altered(deal[1], setting, 0) and somebody_scores(deal[1]))
    for seed, (_, rules, seats, deal) in enumerate(islice(usable, deals)):
        if altered(rules, setting, seed) is not None and compared(rules, seats, 99, deal):
            return seed + 1
    return None


@pytest.mark.parametrize("setting", [name for name in FIELDS if name not in ("players", *LATER_ROUNDS)])
def test_an_altered_rule_is_found(monkeypatch, setting):
    """Whichever rule of a round the twin gets wrong, the sweep of 20,000 meets it dozens of times."""
    assert deals_until_found(monkeypatch, setting, agreement.disagreement, "play_round", 400)


@pytest.mark.parametrize("setting", LATER_ROUNDS)
def test_an_altered_match_rule_is_found(monkeypatch, setting):
    assert deals_until_found(monkeypatch, setting, agreement.match_disagreement, "play_match", 1000)
