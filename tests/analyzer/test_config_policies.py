"""Policies as written: lists, weights, noise, and functions of the user's own."""

from __future__ import annotations

from pathlib import Path

import pytest

import analyzer
from analyzer.cli_policies import example_file
from kernels.policies import BUILTIN, prefer, weigh
from tests.analyzer.configs import GAME, faults, load

pytestmark = pytest.mark.exact


def test_words_become_policies(tmp_path: Path) -> None:
    text = f"""{GAME}
policies:
  hold: {{prefer: [non-doubles, heaviest]}}
  early: {{prefer: doubles}}
  careful: {{weights: {{doubles: -1, pips: 1e-1}}, noise: 5%}}
compare: {{baseline: hold}}
"""
    (fault,) = faults(tmp_path, text)
    assert "policies.early.prefer: expects a list such as [a, b], got doubles" in fault
    policies = load(tmp_path, text.replace("prefer: doubles", "prefer: [doubles]")).policies
    assert policies["hold"] == prefer(["non-doubles", "heaviest"])
    assert policies["careful"] == weigh({"doubles": -1, "pips": 0.1}).with_noise(0.05)


@pytest.mark.parametrize(
    ("policy", "says"),
    [
        ("{prefer: [dubles]}", "policies.a.prefer[0]: dubles is no preference"),
        ("{prefer: [doubles, non-doubles]}", "policies.a.prefer: 'non-doubles' repeats an earlier preference"),
        ("{weights: {pip: 1}}", "policies.a.weights.pip: pip is no feature"),
        ("{weights: {pips: x}}", "policies.a.weights.pips: expects a number, got x"),
        ("{weights: [pips]}", "policies.a.weights: expects a mapping (key: value), got a list"),
        ("{weights: {pips: 2e6}}", "policies.a.weights: the weight of pips is at most"),
        ("mine.py", "policies.a: mine.py is not file.py:function, such as my_policy.py:choose"),
        ("mine.py:choose", "policies.a: there is no file"),
        ("{file: mine.py:choose, params: [x]}", "policies.a.params[0]: expects a number, got x"),
        ("{policy: mine.py}", "policies.a.policy: mine.py is no built-in policy"),
        ("{strategy: random}", "policies.a.strategy: unknown key"),
    ],
)
def test_faulty_policies(tmp_path: Path, policy: str, says: str) -> None:
    found = faults(tmp_path, f"{GAME}policies:\n  a: {policy}\n")
    assert any(says in fault for fault in found), found
    assert all(fault.startswith("x.yaml:3:") for fault in found)


def test_a_function_of_ones_own_is_looked_for_beside_the_configuration(tmp_path: Path) -> None:
    (tmp_path / "my_policy.py").write_text(example_file(), encoding="utf-8")
    tuned = "{file: my_policy.py:choose, params: [1.5], noise: 1%}"
    text = f"{GAME}policies: {{mine: my_policy.py:choose, tuned: {tuned}}}\n"
    policies = load(tmp_path, f"{text}compare: {{baseline: mine}}").policies
    assert policies["mine"].kind == "plugin"
    assert policies["tuned"].params == (1.5,)
    assert policies["tuned"].noise == 0.01


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("def choose(view, moves):\n    return 0\n", "takes 2 arguments"),
        ("def pick(view, moves, count, params, word):\n    return 0\n", "has no function choose; it has pick"),
        ("def choose(view, moves, count, params, word):\n    return 0.5\n", "returns float64"),
        ("def choose(view, moves, count, params, word):\n    return open('x')\n", "does not compile"),
        ("this is no Python\n", "cannot be loaded: SyntaxError"),
    ],
)
def test_faulty_functions(tmp_path: Path, source: str, says: str) -> None:
    (tmp_path / "my_policy.py").write_text(source, encoding="utf-8")
    (fault,) = faults(tmp_path, f"{GAME}policies:\n  mine: my_policy.py:choose\n")
    assert fault.startswith("x.yaml:3:9: policies.mine: ")
    assert says in fault


def test_the_python_face_loads_the_same_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_policy.py").write_text(example_file(), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    own = analyzer.simulate(policies=["my_policy.py:choose", "random"], deals=500)
    spelled = analyzer.simulate(policies=[{"prefer": ["non-doubles", "heaviest", "match-low"]}, "random"], deals=500)
    columns = ["winner", "plays", "draws", "pips_left_0", "pips_left_1"]
    assert own[columns].equals(spelled[columns])
    with pytest.raises(analyzer.ConfigError, match=r"has no function pick; it has choose"):
        analyzer.simulate(policies=["my_policy.py:pick", "random"], deals=1)


def test_a_lead_of_its_own_and_a_lock_margin(tmp_path: Path) -> None:
    mine = "{prefer: [lock, heaviest], lock_margin: -5, lead: doubles-first}"
    text = f"{GAME}policies: {{mine: {mine}}}\nseats: [mine, mine]\n"
    policy = load(tmp_path, text).policies["mine"]
    assert policy.lock_margin == -5
    assert policy.lead == BUILTIN["doubles-first"]
    assert "by -5 pips" in policy.describe()
    assert "The lead: A double" in policy.describe()
