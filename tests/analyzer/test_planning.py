"""``dominolab plan``: what a run will play and show, before it is played."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from analyzer.chunks import CHUNK
from analyzer.cli import main
from analyzer.config import load_experiments
from analyzer.experiment import Experiment
from analyzer.planning import Forecast, forecast
from analyzer.runner import run_experiment

pytestmark = pytest.mark.statistical  # half-widths within 20 %; a pilot of 2,500 deals or more is off by 1 to 5 %

HABIT = {
    "games": ["doubles", "block"],
    "policies": {"early": {"prefer": ["doubles"]}, "hold": {"prefer": ["non-doubles"]}},
    "compare": {"baseline": "heaviest", "candidates": ["early", "hold"]},
    "measure": ["win", "points", "blocked"],
    "seed": 5,
}


def made(**changes: object) -> Experiment:
    """Return an experiment."""
    return load_experiments(HABIT | changes)[0]


def foretold(experiment: Experiment, **options: float) -> Forecast:
    """Return a forecast from a short pilot."""
    return forecast(experiment, 1, **{"seconds": 0.3, **options})


@pytest.mark.parametrize(
    "changes",
    [
        {"until": {"deals": 30_000}},
        {"until": {"half_width": "0.4%"}},
        {"until": {"half_width": {"points": 0.03, "win": "0.5%"}}},
        {"compare": {"all_pairs": ["early", "hold", "random"], "against": "random"}, "until": {"deals": 20_000}},
        {"until": {"decided": True, "max_deals": 60_000}},
    ],
)
def test_half_widths_and_deals_come_out_as_foretold(changes: dict[str, object]) -> None:
    experiment = made(**changes)
    plan, run = foretold(experiment), run_experiment(experiment, save=False)
    assert (
        abs(plan.deals - run.manifest["deals"]) <= CHUNK
    )  # a width that is just met, or just not, is a chunk's matter
    assert plan.games / plan.deals == pytest.approx(run.manifest["games_played"] / run.manifest["deals"])
    table = run.table
    halves = ((table["high"] - table["low"]) / 2).tolist()
    keys = list(zip(table["kind"], table["game"], table["policy"], table["baseline"], table["measure"], strict=True))
    seen = dict(zip(keys, halves, strict=True))
    assert len(plan.widths) >= 4
    for width in plan.widths:
        half = seen[width.kind, width.game, width.policy, width.baseline, width.measure]
        if width.measure != "blocked":  # so rare in Doubles that a short pilot sees a dozen cases
            assert width.half_width == pytest.approx(half, rel=0.2)


def test_what_is_out_of_reach_is_said() -> None:
    plan = foretold(made(until={"half_width": "0.001%", "max_deals": 100_000}))
    assert (plan.deals, plan.reached, plan.certain) == (100_000, False, False)


def test_arms_and_games_are_counted_once() -> None:
    plan = foretold(made(until={"deals": 1000}))
    assert (plan.arms, plan.comparisons, plan.rule_changes) == (10, 4, 0)  # two games of 2 x 2 seats and one baseline
    assert plan.games == 10_000
    assert plan.certain
    rules = load_experiments({"game": "doubles", "vary": {"draw": ["one", "until"]}, "until": 1000})[0]
    assert (foretold(rules).arms, foretold(rules).rule_changes) == (2, 1)


def test_time_grows_with_deals() -> None:
    short, long = (foretold(made(until={"deals": deals})) for deals in (50_000, 5_000_000))
    assert 20 < long.seconds / short.seconds < 500
    assert short.seconds > 0


def dominolab(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Run the command line in this process; return status, output and errors."""
    with pytest.raises(SystemExit) as done:
        main(arguments)
    captured = capsys.readouterr()
    return int(str(done.value.code)), captured.out, captured.err


@pytest.fixture(autouse=True)
def _short_pilot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forecast, "__defaults__", (None, 0.05, CHUNK))


def test_plan_as_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text("game: doubles\nvary: {draw: [one, until]}\nuntil: 1e5\n", encoding="utf-8")
    status, out, _ = dominolab(capsys, "plan", str(path), "--json", "--jobs", "1", "--set", "seed=3")
    assert status == 0
    (run,) = json.loads(out)["runs"]
    assert set(run) == {
        *("title", "name", "arms", "comparisons", "rule_changes", "deals", "deals_are", "games", "seconds", "jobs"),
        *("confidence", "pilot", "half_widths"),
    }
    assert (run["deals"], run["deals_are"], run["games"], run["jobs"]) == (100_000, "fixed", 200_000, 1)
    assert json.loads(out)["seconds"] == pytest.approx(run["seconds"], abs=0.01)
    assert {row["kind"] for row in run["half_widths"]} == {"arm", "rule change"}
    assert all(row["half_width"] > 0 and math.isfinite(row["half_width"]) for row in run["half_widths"])


def test_plan_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = dominolab(capsys, "plan", "--ask", "doubles", "--games", "draw", "--half-width", "1%")
    assert status == 0
    assert "5 arms, 2 comparisons; 5 rounds a deal" in out
    assert "comparison, win: ±" in out
    status, out, _ = dominolab(capsys, "plan", "--ask", "all", "--games", "doubles,block", "--half-width", "1%")
    assert status == 0
    assert "All 2 runs: about" in out
    assert "luck_win: ±" in dominolab(capsys, "plan", "--ask", "luck", "--games", "doubles", "--deals", "2000")[1]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "plan takes configurations"),
        (["none.yaml"], "no such file"),
        (["none.yaml", "--ask", "doubles"], "plan takes configurations"),
        (["none.yaml", "--deals", "5"], "go with --ask"),
        (["--ask", "doubles", "--set", "seed=1"], "--set goes with files"),
        (["--ask", "doubels"], "did you mean doubles?"),
    ],
)
def test_wrong_plans_give_status_2(capsys: pytest.CaptureFixture[str], arguments: list[str], says: str) -> None:
    status, out, err = dominolab(capsys, "plan", *arguments)
    assert status == 2
    assert says in err
    assert out == ""
