"""The Python face: what users type, what they get back, and what they are told when it cannot be."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import analyzer
from analyzer import ConfigError
from analyzer.results import COLUMNS
from kernels.policies import BUILTIN

CONFIG = {
    "title": "Does holding doubles help?",
    "game": "doubles",
    "compare": {"baseline": "random", "candidates": ["doubles-last"]},
    "measure": ["win", "points"],
    "until": {"deals": 3000},
    "seed": 11,
}


def test_importing_loads_neither_numba_nor_pandas() -> None:
    code = "import sys, analyzer; print([m for m in ('numba', 'pandas', 'scipy', 'pydantic') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_everything_public_is_there_and_documented() -> None:
    for name in analyzer.__all__:
        assert getattr(analyzer, name).__doc__
        assert name in dir(analyzer)
    with pytest.raises(AttributeError, match="no attribute 'simulat'"):
        analyzer.simulat  # noqa: B018


# --- simulate ------------------------------------------------------------------------------------------------------


def test_a_round_is_a_row() -> None:
    rounds = analyzer.simulate("doubles", players=2, policies=["random", "random"], deals=2000, seed=1)
    names = "deal winner team reason points_0 points_1 play_points_0 play_points_1 opener lead plays turns draws passes"
    assert list(rounds)[:14] == names.split()
    seats = [f"{what}_{seat}" for what in ("pips_left", "doubles_dealt", "pips_dealt") for seat in (0, 1)]
    assert set(seats) < set(rounds)
    assert rounds.deal.tolist() == list(range(2000))
    assert set(rounds.reason) == {"domino", "blocked"}
    assert set(rounds.winner) <= {-1, 0, 1}
    assert (rounds.turns == rounds.plays + rounds.passes).all()
    assert rounds.lead.isin([f"{n}-{n}" for n in range(7)]).all()
    assert (rounds.lead == "6-6").mean() == pytest.approx(0.5718, abs=0.04)
    won = rounds[rounds.reason == "domino"]
    assert (np.where(won.winner == 0, won.points_0, won.points_1) == won.pips_left_0 + won.pips_left_1).all()


def test_columns_can_be_subtracted_and_squared() -> None:
    rounds = analyzer.simulate("straight", deals=500)
    assert (rounds.doubles_dealt_0 - rounds.doubles_dealt_1).min() < 0
    assert ((rounds.points_0 * 1000) ** 2 >= 0).all() or rounds.points_0.max() > 46


def test_deals_are_a_matter_of_seed_and_number_only() -> None:
    whole = analyzer.simulate("doubles", deals=70_000, seed=5, jobs=2)
    part = analyzer.simulate("doubles", deals=100, seed=5, first_deal=69_900, jobs=1)
    pd.testing.assert_frame_equal(whole.tail(100).reset_index(drop=True), part)
    other = analyzer.simulate("draw", players=2, policies=["heaviest"], deals=100, seed=5)
    same = analyzer.simulate({"preset": "draw", "draw": "none"}, policies=["lightest"], players=2, deals=100, seed=5)
    dealt = ["pips_dealt_0", "pips_dealt_1", "doubles_dealt_0"]
    pd.testing.assert_frame_equal(other[dealt], same[dealt])
    assert not analyzer.simulate("doubles", deals=100, seed=6).equals(part)


def test_another_process_plays_the_same() -> None:
    code = "import analyzer; print(int(analyzer.simulate('doubles', deals=3000, seed=9).points_0.sum()))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(done.stdout) == analyzer.simulate("doubles", deals=3000, seed=9).points_0.sum()


@pytest.mark.parametrize(
    "game",
    [
        {"preset": "doubles", "draw": "until"},
        {"name": "tiny", "settings": {"set_max": 2, "hand_size": 2, "first_lead": "seat0", "lead_tile": "any"}},
    ],
)
def test_games_may_be_written_in_place(game: dict[str, object]) -> None:
    assert len(analyzer.simulate(game, players=2, deals=50)) == 50


def test_policies_may_be_written_in_many_ways(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def choose(view, moves, count, params, word):\n    return 0\n")
    ways = [
        "heaviest",
        {"prefer": ["heaviest"]},
        {"weights": {"pips": 1}},
        BUILTIN["heaviest"],
        {"policy": "heaviest", "noise": 0.0},
    ]
    rounds = [analyzer.simulate("block", policies=[way, "random"], deals=300) for way in ways]
    for one in rounds[1:]:
        pd.testing.assert_frame_equal(one, rounds[0])
    mine = analyzer.simulate("block", policies=[f"{tmp_path / 'mine.py'}:choose", "random"], deals=300)

    def choose(view: object, moves: object, count: object, params: object, word: object) -> int:
        return 0

    pd.testing.assert_frame_equal(mine, analyzer.simulate("block", policies=[choose, "random"], deals=300))


def test_a_single_policy_sits_everywhere_and_numbers_may_be_floats() -> None:
    one = analyzer.simulate("doubles", players=3, policies=["heaviest"], deals=1e3)
    three = analyzer.simulate("doubles", policies=["heaviest"] * 3, deals=np.int64(1000))
    pd.testing.assert_frame_equal(one, three)
    assert "points_2" in one
    assert "points_3" not in one


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"game": "doublse"}, "did you mean doubles"),
        ({"policies": ["random", "heavyest"]}, "did you mean heaviest"),
        ({"policies": ["random"] * 3, "players": 2}, "got 3 policies"),
        ({"policies": []}, "players"),
        ({"players": 5, "policies": ["random"]}, "players goes from 2 to 4"),
        ({"deals": -1}, "deals goes from 1"),
        ({"deals": 10**11}, "deals goes up to 100,000,000 in one table; got 100,000,000,000"),
        ({"deals": 2.5}, "deals is a whole number; got 2.5"),
        ({"deals": True}, "deals is a whole number"),
        ({"deals": "many"}, "deals is a whole number; got 'many'"),
        ({"seed": -1}, "seed goes from 0"),
        ({"first_deal": -3}, "first_deal goes from 0"),
        ({"jobs": 0}, "jobs is a whole number of at least 1"),
        ({"policies": ["nowhere.py:choose", "random"]}, "nowhere.py"),
        ({"game": {"preset": "doubles", "hand_size": 20}}, "hand"),
    ],
)
def test_what_cannot_be_is_said(options: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        analyzer.simulate(**options)  # type: ignore[arg-type]


def test_matches_are_rows_too() -> None:
    matches = analyzer.simulate_matches("doubles", players=3, matches=200, seed=2)
    assert list(matches)[:6] == ["match", "winner", "rounds", "score_0", "score_1", "score_2"]
    scores = matches[["score_0", "score_1", "score_2"]].to_numpy()
    assert (scores[np.arange(200), matches.winner] == scores.max(axis=1)).all()
    assert scores.max(axis=1).min() >= 100
    assert 9 < matches.rounds.mean() < 12.5


# --- run -----------------------------------------------------------------------------------------------------------


def test_a_dict_is_run(tmp_path: Path) -> None:
    run = analyzer.run(CONFIG, out=tmp_path, jobs=1)
    assert list(run.table) == list(COLUMNS)
    assert run.table.measure.tolist() == ["win", "points"]
    assert run.folder is not None
    assert run.folder.parent == tmp_path
    assert run.report == run.folder / "report.html"
    assert run.manifest["title"] == CONFIG["title"]
    assert run.answer
    assert "Does holding doubles help?" in repr(run)
    pd.testing.assert_frame_equal(analyzer.read_results(run.folder), run.table)
    assert sorted(path.name for path in run.folder.iterdir()) == [
        "details.json",
        "manifest.json",
        "report.html",
        "results.csv",
        "results.json",
        "results.parquet",
    ]


def test_a_report_that_fails_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import reports

    def broken(*arguments: object) -> None:
        raise RuntimeError("no font")

    monkeypatch.setattr(reports, "write", broken)
    with pytest.warns(UserWarning, match="no font"):
        run = analyzer.run(CONFIG, out=tmp_path, jobs=1)
    assert run.report is None
    assert run.folder is not None
    assert len(analyzer.read_results(run.folder)) == 2


def test_files_with_several_experiments_are_run_in_turn(tmp_path: Path) -> None:
    file = tmp_path / "two.yaml"
    file.write_text("game: doubles\nuntil: 500\n---\ngame: draw\nuntil: 500\n", encoding="utf-8")
    runs = analyzer.run_all(file, out=tmp_path / "runs", jobs=1, report=False)
    assert [run.table.game[0] for run in runs] == ["doubles", "draw"]
    with pytest.raises(ValueError, match=r"2 experiments; use analyzer\.run_all"):
        analyzer.run(file, out=tmp_path / "runs")


def test_nothing_is_written_if_nothing_shall_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run = analyzer.run(CONFIG, jobs=1, save=False)
    assert run.folder is None
    assert list(tmp_path.iterdir()) == []
    saved = analyzer.run(CONFIG, jobs=1, report=False)
    assert saved.folder is not None
    assert saved.folder.parent == Path("runs")


def test_faults_of_a_configuration_are_value_errors() -> None:
    with pytest.raises(ConfigError, match="doublse"):
        analyzer.run({**CONFIG, "game": "doublse"})
