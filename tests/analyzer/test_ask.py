"""``dominolab ask`` and ``analyzer.ask``: every question gets an answer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import analyzer
from analyzer import asking, matrix_config
from analyzer.asking import Options
from analyzer.cli import main
from analyzer.matrix import run_matrix
from analyzer.questions import find_question, load_questions
from analyzer.runner import Run, run_experiment

pytestmark = pytest.mark.exact


def dominolab(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Run the command line in this process; return status, output and errors."""
    with pytest.raises(SystemExit) as done:
        main(arguments)
    captured = capsys.readouterr()
    return int(str(done.value.code)), captured.out, captured.err


@pytest.mark.parametrize("name", [question.name for question in load_questions()])
def test_every_question_is_answered_in_every_game(name: str) -> None:
    own = asking.experiment(find_question(name), Options(deals="2000"))
    run = run_experiment(own, save=False)
    assert run.manifest["question"]["name"] == name
    assert run.answer
    assert set(zip(run.table["game"], run.table["players"], strict=True)) == {
        (variant.game, variant.players) for variant in own.variants
    }
    compared = run.table[(run.table["kind"] == "comparison") & (run.table["split"] == "")]
    assert len(compared) == len(own.comparisons) * len(own.variants) * len(own.measures)
    assert (compared["variance_reduction"] > 0).any() or not own.comparisons


def test_a_question_at_the_command_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    options = ("--games", "doubles,draw", "--deals", "2000", "--out", str(tmp_path))
    status, out, _ = dominolab(capsys, "ask", "doubles", *options)
    assert status == 0
    assert "Baseline: a player who plays any legal move" in " ".join(out.split())
    (folder,) = tmp_path.iterdir()
    assert folder.name.startswith("ask-doubles-")
    assert (folder / "report.html").is_file()
    status, out, _ = dominolab(capsys, "ask", "doubles", *options, "--json", "--jobs", "1")
    assert status == 0
    (run,) = json.loads(out)["runs"]
    assert run["name"] == "ask-doubles"
    assert all(row["variance_reduction"] for row in run["results"] if row["measure"] == "win" and not row["split"])


def test_doubles_pay_early_in_draw_and_late_in_doubles() -> None:
    run = analyzer.ask("doubles", games=["doubles", "draw"], deals=4000, save=False)
    wins = run.table[(run.table["kind"] == "comparison") & (run.table["measure"] == "win") & (run.table["split"] == "")]
    found = wins.set_index(["game", "policy"])["verdict"].to_dict()
    assert found["doubles", "hold"] == found["draw", "early"] == "better"
    assert found["doubles", "early"] == found["draw", "hold"] == "worse"


def test_show_prints_a_configuration_that_runs(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, out, _ = dominolab(capsys, "ask", "opening", "--games", "block", "--deals", "1000", "--show")
    assert status == 0
    path = tmp_path / "mine.yaml"
    path.write_text(out, encoding="utf-8")
    assert dominolab(capsys, "run", str(path), "--out", str(tmp_path / "runs"), "--quiet")[0] == 0
    status, out, err = dominolab(capsys, "ask", "all", "--games", "doubles,block", "--show")
    assert status == 0
    assert out.count("\n---\n") == 1
    assert "dominolab ask all" in err
    assert json.loads(dominolab(capsys, "ask", "doubles", "--show", "--json")[1])[0]["games"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["doubels"], "did you mean doubles?"),
        (["alll"], "did you mean all?"),
        (["opening", "--games", "doubles"], "does not apply to doubles"),
        (["doubles", "--half-width", "wide"], "--half-width wide: "),
        (["all", "--games", "blok"], "did you mean block?"),
        (["all", "--half-width", "0"], "--half-width 0: "),
        (["opening", "--games", "doubles", "--show"], "does not apply to doubles"),
    ],
)
def test_wrong_questions_give_status_2(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, arguments: list[str], says: str
) -> None:
    status, out, err = dominolab(capsys, "ask", *arguments, "--out", str(tmp_path / "runs"))
    assert status == 2
    assert says in err
    assert out == ""
    assert not (tmp_path / "runs").exists()


# --- all at once ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def chart(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Return a small chart."""
    folder = tmp_path_factory.mktemp("chart")
    return analyzer.ask("all", games=("doubles", "draw", "straight"), deals=3000, out=folder)


def test_the_chart_is_one_run_with_one_table(chart: Run) -> None:
    wins = chart.table[chart.table["measure"] == "win"]
    assert set(wins["kind"]) == {"comparison"}
    assert set(wins["baseline"]) == set(wins["against"]) == {matrix_config.BASELINE}
    assert set(wins["policy"]) == set(chart.manifest["question"]["tips"])
    assert set(wins.loc[wins["policy"] == "score now", "game"]) == {"straight"}
    assert chart.manifest["name"] == "ask-all"
    assert set(chart.manifest["games"]) == {"doubles", "draw", "straight"}
    assert chart.manifest["rounds_played"] == chart.manifest["games_played"] > 0
    assert not chart.partial
    assert chart.answer
    assert chart.folder is not None
    assert chart.report == chart.folder / "report.html"
    analyzer.read_results(chart.folder)


def test_the_baseline_of_a_game_is_played_once(chart: Run) -> None:
    (game,) = matrix_config.experiments(Options(games=("doubles",), deals="1000"))
    run = run_experiment(game, save=False)
    assert run.manifest["rounds_played"] == 1000 * (2 * len(game.comparisons) + 1)


def test_verdicts_hold_for_all_cells_together(chart: Run) -> None:
    table = chart.table
    assert f"all {len(table)} differences of this chart together" in " ".join(chart.manifest["notes"])
    found = table.set_index(["game", "policy", "measure"])["verdict"]
    assert found["draw", "doubles early", "win"] == "better"
    assert found["doubles", "doubles early", "win"] == "worse"
    certain = table["verdict"].isin(["better", "worse"])
    assert (table.loc[certain, "low"] * table.loc[certain, "high"] > 0).all()


def test_an_interrupted_chart_keeps_the_games_that_are_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    games = matrix_config.experiments(Options(games=("doubles", "draw"), deals="1000"))
    calls = []

    def play(one: object, **options: object) -> Run:
        calls.append(one)
        if len(calls) > 1:
            raise KeyboardInterrupt
        return run_experiment(games[0], save=False)

    monkeypatch.setattr("analyzer.matrix.runner.run_experiment", play)
    run = run_matrix(games, save=False)
    assert run.partial
    assert set(run.table["game"]) == {"doubles"}
    assert run.manifest["stopped"].startswith("interrupted: partial, 1 of 2 games")
