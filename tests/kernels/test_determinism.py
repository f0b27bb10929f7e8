"""The same rounds whatever the chunks, threads, processes and the compiler do (cases REP-01, REP-03, REP-05)."""

import hashlib
import itertools
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from kernels import engine
from kernels.engine import play_matches, play_rounds
from kernels.policies import BUILTIN
from kernels.rules import Rules
from tests.kernels import fingerprint
from tests.kernels.games import SPREAD
from tests.kernels.sampling import RANDOM

SEED = 20_240_229
GAMES = 10_007
RULES = SPREAD["doubles"]
SEATS = (BUILTIN["heaviest"], RANDOM)


def in_chunks(rules, seats, chunk, threads, games=GAMES, seed=SEED):
    """Play games in chunks spread over threads."""
    starts = range(0, games, chunk)
    with ThreadPoolExecutor(threads) as pool:
        parts = pool.map(lambda start: play_rounds(rules, seats, seed, start, min(chunk, games - start)), starts)
        return np.concatenate(list(parts))


@pytest.fixture(scope="module")
def whole():
    return play_rounds(RULES, SEATS, SEED, 0, GAMES)


@pytest.mark.parametrize(("chunk", "threads"), [(1, 2), (7, 3), *itertools.product([1000, GAMES], [1, 2, 3, 4])])
def test_chunks_and_threads(whole, chunk, threads):
    """REP-01: records are the same bytes (chunks of one: the first 1,000 games, since each is a call of its own)."""
    games = 1000 if chunk == 1 else GAMES
    assert in_chunks(RULES, SEATS, chunk, threads, games).tobytes() == whole[:games].tobytes()


def test_prefix_and_other_seeds(whole):
    assert play_rounds(RULES, SEATS, SEED, 0, 5000).tobytes() == whole[:5000].tobytes()
    assert play_rounds(RULES, SEATS, SEED, 4321, 10).tobytes() == whole[4321:4331].tobytes()
    assert play_rounds(RULES, SEATS, SEED + 1, 0, GAMES).tobytes() != whole.tobytes()
    assert len(np.unique(whole)) > GAMES // 2


def test_matches_in_chunks():
    rules = SPREAD["all fives"]
    seats = [RANDOM, BUILTIN["points-greedy"]]
    whole = play_matches(rules, seats, SEED, 0, 300)
    parts = [play_matches(rules, seats, SEED, start, 7) for start in range(0, 300, 7)]
    assert np.concatenate(parts)[:300].tobytes() == whole.tobytes()


def test_a_match_starts_with_the_round_of_its_deal():
    """Round 0 of match m is round m of a run of rounds: a target of one point ends most matches with it."""
    rules = Rules(target=1)
    matches, rounds = (play(rules, [RANDOM] * 2, SEED, 0, 500) for play in (play_matches, play_rounds))
    short = matches["rounds"] == 1
    assert short.sum() > 400
    assert (matches["winner"][short] == rounds["winner"][short]).all()
    assert (matches["opener"] == rounds["opener"]).all()
    assert (matches["plays"][short] == rounds["plays"][short]).all()


def test_deals_and_choices_do_not_depend_on_the_policies():
    """STA-03: the same deal is dealt to every pairing, and a seat's own words do not shift with the others' choices."""
    pairings = list(itertools.product([RANDOM, BUILTIN["heaviest"], BUILTIN["doubles-last"].with_noise(0.5)], repeat=2))
    played = [play_rounds(RULES, seats, SEED, 0, 2000) for seats in pairings]
    for rounds in played[1:]:
        for name in ("pips_dealt", "doubles_dealt", "opener", "lead", "redeals"):
            assert (rounds[name] == played[0][name]).all()


def test_strategies_in_another_order():
    """REP-01: exchanging equal policies changes nothing; exchanging different ones does."""
    copy = BUILTIN["heaviest"].with_noise(0.0)
    same = [play_rounds(RULES, seats, SEED, 0, 500).tobytes() for seats in ([copy, SEATS[0]], [SEATS[0], copy])]
    assert same[0] == same[1]
    swapped = play_rounds(RULES, SEATS[::-1], SEED, 0, 500)
    assert swapped.tobytes() != play_rounds(RULES, SEATS, SEED, 0, 500).tobytes()


def test_counts_add_up_every_time():
    """REP-05: a hundred thousand games by 1, 2 and 4 threads, 20 times: nothing is lost and every total is the same."""
    totals = set()
    for repeat in range(20):
        rounds = in_chunks(RULES, SEATS, 8192, (1, 2, 4)[repeat % 3], games=100_000)
        wins = np.bincount(rounds["winner"] + 1, minlength=3)
        plays = np.bincount(rounds["plays"])
        assert wins.sum() == plays.sum() == len(rounds)
        assert (plays * np.arange(len(plays))).sum() == rounds["plays"].sum(dtype=np.int64)
        points = rounds["points"].astype(np.int64)
        assert points.sum() == sum(int(points[:, seat].sum()) for seat in range(4))
        totals.add((*wins, int(points.sum()), int((points**2).sum()), int(rounds["plays"].sum(dtype=np.int64))))
    assert len(totals) == 1


def test_the_callers_random_state_is_left_alone():
    """REP-03."""
    np.random.seed(4)
    before = np.random.get_state()[1].copy()
    first = play_rounds(RULES, SEATS, SEED, 0, 100)
    assert (np.random.get_state()[1] == before).all()
    np.random.seed(5)
    assert play_rounds(RULES, SEATS, SEED, 0, 100).tobytes() == first.tobytes()


ROOT = Path(__file__).parents[2]


def run_python(*arguments, **environment):
    """Run Python in the repository; return what it prints."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def test_another_process():
    """REP-03: two processes play the same."""
    script = "from tests.kernels import test_determinism as t; print(t.digest_of_everything())"
    assert run_python("-c", script).strip() == digest_of_everything()


def digest_of_everything(rounds=12):
    """Return a hash of some rounds and matches of every game of the spread."""
    digest = hashlib.sha256()
    policies = [RANDOM, BUILTIN["heaviest"].with_noise(0.2), BUILTIN["most-accompanied"], BUILTIN["points-greedy"]]
    for rules in SPREAD.values():
        seats = policies[: rules.players]
        digest.update(play_rounds(rules, seats, SEED, 0, rounds).tobytes())
        digest.update(play_rounds(rules, [RANDOM] * rules.players, SEED, 2**64 - rounds, rounds).tobytes())
    digest.update(play_matches(SPREAD["partners"], policies, SEED, 0, 2).tobytes())
    return digest.hexdigest()


def test_without_the_compiler():
    """REP-03: the kernel as plain Python plays the same rounds, without a warning."""
    script = "from tests.kernels import test_determinism as t; print(t.digest_of_everything())"
    assert run_python("-W", "error", "-c", script, NUMBA_DISABLE_JIT="1").strip() == digest_of_everything()


def test_extreme_words_still_shuffle():
    """Words of nothing but zeros or ones: a shuffle stays a shuffle (plain Python, where words can be replaced)."""
    script = (
        "import numpy as np; from kernels import deal, state; from kernels.rules import Rules\n"
        "for word in (0, 2**64 - 1, 2**32 - 1, 2**64 - 2**32, 2**63, 1):\n"
        "    deal.block = lambda *counter: (np.uint64(word), np.uint64(word))\n"
        "    for size in (3, 6, 28, 55):\n"
        "        hidden = np.zeros(1, state.HIDDEN_DTYPE).view(np.recarray)[0]\n"
        "        with np.errstate(over='ignore'):\n"
        "            deal._shuffle(hidden, np.uint64((1 << size) - 1), size, np.uint64(0))\n"
        "        assert sorted(hidden.order[:size]) == list(range(size)), (word, size)\n"
    )
    run_python("-c", script, NUMBA_DISABLE_JIT="1")


def test_play_has_not_changed():
    """Any change of play must raise ENGINE_VERSION, which is part of the key of every kept result."""
    kept = json.loads(fingerprint.FILE.read_text(encoding="utf-8"))
    assert (kept["engine_version"], kept["sha256"]) == (engine.ENGINE_VERSION, fingerprint.sha256()), (
        "rounds are played differently: if that is meant, raise ENGINE_VERSION in kernels/engine.py and update "
        "tests/data/fingerprint.json with `python -m tests.kernels.fingerprint`"
    )
