"""A user's own policy in a file: what works, and what is said when it does not."""

import os
import pickle
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest

from kernels.engine import EngineError, play_rounds
from kernels.plugins import from_file, from_function
from kernels.policies import PolicyError
from kernels.rules import Rules
from tests.kernels.sampling import RANDOM

RULES = Rules(hand_size=8, spinner="all_doubles", unlock="suit", draw="one", reserve=2)
GOOD = """
    import numpy as np

    def choose(view, moves, count, params, word):
        return np.int64(word % np.uint64(count))
"""


@pytest.fixture
def write(tmp_path):
    def write_file(text, name="mine.py"):
        (tmp_path / name).write_text(textwrap.dedent(text), encoding="utf-8")
        return tmp_path

    return write_file


def refused(write, text, spec="mine.py:choose"):
    with pytest.raises(PolicyError) as error:
        from_file(spec, write(text))
    assert "\n" not in str(error.value)
    return str(error.value)


def test_a_file_plays(write):
    policy = from_file("mine.py:choose", write(GOOD))
    assert (policy.kind, policy.describe()) == ("plugin", "The user's own function mine.py:choose.")
    mine = play_rounds(RULES, [policy, RANDOM], 1, 0, 500)
    assert len(set(mine["winner"])) > 1
    assert mine.tobytes() == play_rounds(RULES, [policy, RANDOM], 1, 0, 500).tobytes()
    assert mine.tobytes() != play_rounds(RULES, [RANDOM, RANDOM], 1, 0, 500).tobytes()


def test_numba_functions_parameters_and_noise(write):
    text = """
        from numba import njit

        @njit
        def choose(view, moves, count, params, word):
            return count - 1 if params[0] > 0.5 else 0
    """
    folder = write(text)
    last, first = (from_file("mine.py:choose", folder, [number]) for number in (0.75, 0.25))
    assert last.describe() == "The user's own function mine.py:choose with parameters 0.75."
    assert play_rounds(RULES, [last] * 2, 1, 0, 100).tobytes() != play_rounds(RULES, [first] * 2, 1, 0, 100).tobytes()
    noisy = last.with_noise(1)
    assert (
        play_rounds(RULES, [noisy] * 2, 1, 0, 100).tobytes()
        == play_rounds(RULES, [first.with_noise(1)] * 2, 1, 0, 100).tobytes()
    )
    with pytest.raises(PolicyError, match="gets 17 parameters; at most 16"):
        from_file("mine.py:choose", folder, range(17))


def test_a_helper_beside_the_file_and_the_kernels_own(write):
    write("def one():\n    return 1\n", "helper_of_mine.py")
    text = """
        import numba
        from helper_of_mine import one
        from kernels.codes import move_pips

        add = numba.njit(one)

        def choose(view, moves, count, params, word):
            best = 0
            for i in range(count):
                if move_pips(moves[i]) > move_pips(moves[best]):
                    best = i
            return best + add() - 1
    """
    path = list(sys.path)
    policy = from_file("mine.py:choose", write(text))
    assert sys.path == path
    assert len(play_rounds(RULES, [policy, policy], 1, 0, 100)) == 100


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("missing.py:choose", "'missing.py:choose': there is no file missing.py"),
        ("mine.py:absent", "mine.py has no function absent; it has choose"),
        ("mine.py", "'mine.py' is not file.py:function"),
        (":choose", "':choose' is not file.py:function"),
        ("mine.py:two words", "is not file.py:function"),
        ("mine.py:np", "mine.py:np is not a function"),
    ],
)
def test_files_and_functions_that_are_not_there(write, spec, message):
    assert message in refused(write, GOOD, spec)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (
            "def choose(view, moves, count, word):\n    return 0\n",
            ("takes 4 arguments", "view, moves, count, params, word"),
        ),
        ("def choose(view, moves, count, params, word, more):\n    return 0\n", ("takes 6 arguments",)),
        ("def choose(view, moves, count, params, word):\n    return 0.5\n", ("returns float64", "a whole number")),
        ("def choose(view, moves, count, params, word):\n    return None\n", ("returns none", "a whole number")),
        (
            "def choose(view, moves, count, params, word):\n    return 'a'\n",
            ("returns Literal[str](a)", "a whole number"),
        ),
        ("def choose(view, moves, count, params, word):\n    return view.hands\n", ("hands",)),
        ("def choose(view, moves, count, params, word):\n    return absent()\n", ("does not compile", "absent")),
        ("def choose(view, moves, count, params, word):\n    return open('x')\n", ("does not compile",)),
        ("def choose(view, moves count):\n    return 0\n", ("mine.py cannot be loaded: SyntaxError", "line 1")),
        ("import absent_module\n", ("mine.py cannot be loaded: ModuleNotFoundError", "absent_module")),
        ("1 / 0\n", ("mine.py cannot be loaded: ZeroDivisionError",)),
        ("def choose(view, moves, count, params, word):\n  return 0\n return 1\n", ("cannot be loaded", "Indentation")),
        ("choose = 3\n", ("is not a function",)),
        ("class choose:\n    pass\n", ("is not a function",)),
        ("raise SystemExit(3)\n", ("mine.py cannot be loaded: SystemExit",)),
    ],
)
def test_files_that_are_no_policies(write, text, parts):
    message = refused(write, text)
    assert "mine.py" in message
    for part in parts:
        assert part in message


@pytest.mark.parametrize("index", ["count", "-1", "10**6", "-2**40"])
def test_an_index_out_of_range_names_seed_deal_and_seat(write, index):
    text = f"""
        def choose(view, moves, count, params, word):
            return {index} if view.seat == 1 and view.turn > 2 else 0
    """
    policy = from_file("mine.py:choose", write(text))
    with pytest.raises(EngineError) as error:
        play_rounds(RULES, [RANDOM, policy], 77, 1000, 50)
    assert (error.value.seed, error.value.seat) == (77, 1)
    deal = error.value.deal
    assert 1000 <= deal < 1050
    assert "the policy returned an index that is not a legal move" in str(error.value)
    assert f"[seed 77, deal {deal}, seat 1 (The user's own function mine.py:choose.)]" in str(error.value)
    with pytest.raises(EngineError) as again:
        play_rounds(RULES, [RANDOM, policy], 77, deal, 1)
    assert again.value.deal == deal
    if deal > 1000:
        assert len(play_rounds(RULES, [RANDOM, policy], 77, 1000, deal - 1000)) == deal - 1000


@pytest.mark.parametrize(
    ("line", "raised"),
    [("return count // (view.seat - view.seat)", "ZeroDivisionError"), ("raise ValueError('no idea')", "no idea")],
)
def test_a_policy_that_raises_while_playing_names_seed_deal_and_seat(write, line, raised):
    text = f"""
        def choose(view, moves, count, params, word):
            if view.seat == 1 and view.turn > 2:
                {line}
            return 0
    """
    policy = from_file("mine.py:choose", write(text))
    with pytest.raises(EngineError, match=raised) as error:
        play_rounds(RULES, [RANDOM, policy], 77, 1000, 50)
    assert error.value.seat == 1
    assert "[seed 77, deal 10" in str(error.value)


@pytest.mark.parametrize("line", ["moves[0] = 0", "params[0] = 1.0"])
def test_moves_and_parameters_can_only_be_read(write, line):
    """A function that changes the list of moves could make an illegal one, and a match of it might never end."""
    message = refused(write, f"def choose(view, moves, count, params, word):\n    {line}\n    return 0\n")
    assert "does not compile" in message


def test_an_edit_is_seen_by_the_next_process_and_by_this_one(write):
    """The function is compiled anew in each process, and when it is asked for again."""
    text = "def choose(view, moves, count, params, word):\n    return {}\n"
    folder = write(text.format("0"))
    first = play_rounds(RULES, [from_file("mine.py:choose", folder)] * 2, 1, 0, 50)
    script = (
        "from pathlib import Path; from tests.kernels import test_plugins as t; import sys\n"
        "policy = t.from_file('mine.py:choose', Path(sys.argv[1]))\n"
        "print(t.play_rounds(t.RULES, [policy] * 2, 1, 0, 50)['plays'].tolist())"
    )
    write(text.format("count - 1"))
    done = subprocess.run(
        [sys.executable, "-c", script, str(folder)],
        cwd=Path(__file__).parents[2],
        env=dict(os.environ),
        capture_output=True,
        text=True,
        check=True,
    )
    here = play_rounds(RULES, [from_file("mine.py:choose", folder)] * 2, 1, 0, 50)
    assert done.stdout.strip() == str(here["plays"].tolist())
    assert here.tobytes() != first.tobytes()


def test_a_policy_of_a_file_travels_to_another_process(write):
    """What is sent is the file's name; the other process compiles it for itself."""
    policy = from_file("mine.py:choose", write(GOOD))
    script = (
        "import sys, pickle; from tests.kernels import test_plugins as t\n"
        "policy = pickle.loads(bytes.fromhex(sys.argv[1]))\n"
        "print(t.play_rounds(t.RULES, [policy] * 2, 1, 0, 50)['plays'].tolist())"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, pickle.dumps(policy).hex()],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == str(play_rounds(RULES, [policy] * 2, 1, 0, 50)["plays"].tolist())


def test_a_function_made_on_the_spot_plays_here_only():
    def choose(view, moves, count, params, word):
        return count // 2

    policy = from_function(choose)
    assert len(play_rounds(RULES, [policy] * 2, 1, 0, 50)) == 50
    assert hash(policy) == hash(from_function(choose))
    stranger = pickle.loads(pickle.dumps(policy).replace(b"#", b"%"))
    with pytest.raises(PolicyError, match=r"made from a function of another process; put it in a file"):
        play_rounds(RULES, [stranger] * 2, 1, 0, 1)


def test_functions_with_whole_numbers_of_other_types():
    """An index may be any whole number type: bool, int32, uint8."""

    def small(view, moves, count, params, word):
        return np.uint8(count - 1)

    def truth(view, moves, count, params, word):
        return count > 1

    for function in (small, truth):
        assert len(play_rounds(RULES, [from_function(function), RANDOM], 1, 0, 200)) == 200


def test_reading_past_the_moves_ends_in_a_message_not_in_a_dead_process(tmp_path):
    (tmp_path / "far.py").write_text("def choose(view, moves, count, params, word):\n    return int(moves[10**6])\n")
    policy = from_file("far.py:choose", tmp_path)
    with pytest.raises(EngineError, match="the policy raised IndexError"):
        play_rounds(Rules(), [policy, policy], 1, 0, 10)
