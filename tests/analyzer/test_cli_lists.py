"""Commands that inform: quick, complete, and with a nearest word for a wrong one."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from analyzer.cli import main
from analyzer.families import FAMILIES
from analyzer.games import game_names
from kernels.policies import BUILTIN, FEATURES, PREFERENCES

pytestmark = pytest.mark.exact


def dominolab(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Run the command line in this process; return status, output and errors."""
    with pytest.raises(SystemExit) as done:
        main(arguments)
    captured = capsys.readouterr()
    return int(str(done.value.code)), captured.out, captured.err


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = dominolab(capsys, "--version")
    assert status == 0
    assert out.startswith("dominolab 0.")


@pytest.mark.parametrize("command", ["run", "ask", "plan", "games", "policies", "questions", "schema", "replay"])
def test_every_command_helps_with_examples(capsys: pytest.CaptureFixture[str], command: str) -> None:
    status, out, _ = dominolab(capsys, command, "--help")
    assert status == 0
    assert "Examples:" in out
    assert f"dominolab {command}" in out
    assert command in dominolab(capsys, "--help")[1]


def test_games(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = dominolab(capsys, "games")
    assert status == 0
    assert all(f"\n  {name}  " in out for name in game_names())
    assert all(heading in out for heading in FAMILIES.values())
    assert "Chickenfoot\n  Every double asks" in dominolab(capsys, "games", "--left-out")[1]
    assert json.loads(dominolab(capsys, "games", "--left-out", "--json")[1])[0]["reason"]
    status, out, _ = dominolab(capsys, "games", "straight_gamerules")
    assert status == 0
    for words in ('Source: GameRules, "Straight Dominoes"', "tie: {2: none, 3: split, 4: none}", "B17  ", "The lead\n"):
        assert words in out
    assert all(line == line.rstrip() for line in out.splitlines())
    everything = json.loads(dominolab(capsys, "games", "--json")[1])
    assert [game["name"] for game in everything] == game_names()
    assert json.loads(dominolab(capsys, "games", "doubles", "--json")[1])["settings"]["draw"]["allowed"]["words"]["one"]


def test_policies(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = dominolab(capsys, "policies")
    assert status == 0
    assert all(f"  {word}: " in out for word in (*BUILTIN, *PREFERENCES, *FEATURES))
    assert "def choose(view, moves, count, params, word):" in out
    everything = json.loads(dominolab(capsys, "policies", "--json")[1])
    assert everything["policies"]["random"] == BUILTIN["random"].describe()
    compile(everything["example"], "my_policy.py", "exec")
    status, out, _ = dominolab(capsys, "policies", "heaviest")
    assert status == 0
    assert "heaviest (policy): " in out
    assert "heaviest (word for prefer): most pips first" in out


def test_questions(capsys: pytest.CaptureFixture[str]) -> None:
    rows = json.loads(dominolab(capsys, "questions", "--json")[1])
    assert {"doubles", "heavy-first", "variety", "fives", "luck", "seat", "house-rules"} <= {
        row["name"] for row in rows
    }
    assert all(row["question"].endswith("?") for row in rows)
    status, out, _ = dominolab(capsys, "questions", "doubles")
    assert status == 0
    assert "dominolab ask doubles" in out
    assert "Baseline: a player who plays any legal move" in " ".join(out.split())
    assert "planned" not in dominolab(capsys, "questions")[1]


def test_schema(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = dominolab(capsys, "schema")
    assert status == 0
    assert json.loads(out)["$schema"].startswith("https://json-schema.org/")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["games", "doubls"], "did you mean doubles?"),
        (["policies", "heavyest"], "did you mean heaviest?"),
        (["questions", "doublse"], "did you mean doubles?"),
        (["rnu"], "rnu"),
        (["run"], "files"),
        (["run", "x.yaml", "--jobs", "0"], "jobs"),
        (["games", "--nonsense"], "nonsense"),
    ],
)
def test_wrong_words_give_status_2(capsys: pytest.CaptureFixture[str], arguments: list[str], says: str) -> None:
    status, out, err = dominolab(capsys, *arguments)
    assert status == 2
    assert says in err.lower()
    assert out == ""


def test_nothing_heavy_is_imported_for_information() -> None:
    code = """
import sys
from analyzer.cli import main
for arguments in (["games", "doubles"], ["policies"], ["questions"], ["schema"], ["run", "none.yaml"],
                  ["ask", "all", "--show"], ["ask", "doubels"], ["plan", "none.yaml"]):
    try:
        main(arguments)
    except SystemExit:
        pass
print([name for name in ("numba", "pandas", "matplotlib", "scipy", "pyarrow") if name in sys.modules], file=sys.stderr)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.splitlines()[-1] == "[]"


def test_a_fault_of_ours_is_one_line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> int:
        raise RuntimeError("the dog\nate it")

    monkeypatch.setattr("analyzer.cli_lists.questions", broken)
    status, _, err = dominolab(capsys, "questions")
    assert status == 1
    assert "unexpected RuntimeError: the dog ate it" in err
    assert "please report it" in err
    assert "Traceback" not in err
    monkeypatch.setenv("DOMINOLAB_DEBUG", "1")
    assert "Traceback" in dominolab(capsys, "questions")[2]


def test_replay_prints_what_was_played(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    class Played:
        def to_dict(self) -> dict[str, str]:
            return {"winner": "戦略"}

        def text(self) -> str:
            return "[1] 6-6 [bold]\n"

    def play(hand: Path) -> Played:
        if hand.name == "bad.yaml":
            raise ValueError("move 2: 6-4 does not fit; legal are 6-3, 6-2")
        return Played()

    monkeypatch.setitem(sys.modules, "analyzer.replay_hand", SimpleNamespace(replay=play))
    assert dominolab(capsys, "replay", "hand.yaml")[:2] == (0, "[1] 6-6 [bold]\n")
    assert json.loads(dominolab(capsys, "replay", "hand.yaml", "--json")[1]) == {"winner": "戦略"}
    status, out, err = dominolab(capsys, "replay", "bad.yaml")
    assert (status, out) == (2, "")
    assert "legal are 6-3, 6-2" in err
