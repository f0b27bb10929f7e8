"""What a run leaves beside its table: how it settled, whole distributions, and games behind the numbers."""

from __future__ import annotations

import itertools
import json
import math
import os
import signal
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy.stats

import analyzer
from analyzer import convergence, details, distributions, examples, runner, slices
from analyzer.experiment import Comparison, Experiment, Until
from analyzer.games import game_names, load_game, load_preset
from analyzer.round_record import round_record
from analyzer.runner import Run, run_experiment
from kernels.engine import log_deal, play_rounds
from kernels.policies import BUILTIN
from kernels.rules import Rules
from kernels.state import DRAW
from kernels.tiles import format_tile, set_size, tiles_in
from tests.analyzer.samples import BLOCK, DOUBLES, PARTNERS, THREE, experiment, variant
from tests.analyzer.test_runner import Signals

pytestmark = pytest.mark.exact

DEALS = 10_007


def seats(what: Experiment, policy: str, side: int) -> list[Any]:
    """Return a policy on a side, random everywhere else."""
    rules = what.variants[0].rules
    return [BUILTIN[policy if seat % rules.sides == side else "random"] for seat in range(rules.players)]


def rounds(what: Experiment, policy: str, side: int, deals: int) -> np.ndarray:
    return play_rounds(what.variants[0].rules, seats(what, policy, side), what.seed, 0, deals)


@pytest.fixture(scope="module")
def what() -> Experiment:
    return experiment(DOUBLES, measures=("points", "win"), until=Until(deals=DEALS))


@pytest.fixture(scope="module")
def run(what: Experiment, tmp_path_factory: pytest.TempPathFactory) -> Run:
    return run_experiment(what, tmp_path_factory.mktemp("runs"), 1, chunk=5000)


# --- the file --------------------------------------------------------------------------------------------------------


def test_the_same_bytes_for_any_number_of_workers(run: Run, what: Experiment, tmp_path: Path) -> None:
    assert run.folder is not None
    wanted = (run.folder / "details.json").read_bytes()
    for jobs in (2, 3):
        other = run_experiment(what, tmp_path / str(jobs), jobs, chunk=5000)
        assert other.folder is not None
        assert (other.folder / "details.json").read_bytes() == wanted
        assert other.manifest["sums"] == run.manifest["sums"]
    assert json.loads(wanted) == run.details == details.read_details(run.folder)
    assert len(wanted) < 100_000


def test_a_run_without_comparisons_has_its_file_too(tmp_path: Path) -> None:
    alone = run_experiment(experiment(BLOCK, comparisons=(), seats=("random",), measures=("blocked",)), tmp_path, 1)
    assert alone.details is not None
    assert (alone.details["convergence"], alone.details["examples"]) == ([], [])
    assert {one["measure"] for one in alone.details["distributions"]} == {"plays", "winner_points"}
    matches = experiment(DOUBLES, play="matches", measures=("match_win",), until=Until(deals=50))
    found = run_experiment(matches, tmp_path, 1).details
    assert found is not None
    assert (len(found["convergence"]), found["distributions"], found["examples"]) == (1, [], [])


@pytest.mark.skipif(os.name != "posix", reason="signals of a Unix system")
def test_an_interrupted_run_has_the_details_of_what_was_finished(what: Experiment, tmp_path: Path) -> None:
    long = replace(what, until=Until(deals=400_000))
    partial = run_experiment(long, tmp_path, 2, Signals(signal.SIGINT), chunk=1000)
    assert partial.partial
    found = partial.details
    assert found is not None
    assert found["convergence"][0]["deals"][-1] == partial.manifest["deals"]
    assert all(one["scanned"] == min(4096, partial.manifest["deals"]) for one in found["examples"])


@pytest.mark.skipif(os.name != "posix", reason="signals of a Unix system")
def test_an_interruption_after_the_numbers_costs_no_number(
    what: Experiment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*arguments: object) -> list[Any]:
        os.kill(os.getpid(), signal.SIGINT)
        return []

    monkeypatch.setattr(runner, "examples", interrupted)
    with pytest.raises(KeyboardInterrupt, match="the numbers are complete, in"):
        run_experiment(what, tmp_path, 1)
    (folder,) = tmp_path.iterdir()
    assert analyzer.load_run(folder).manifest["deals"] == DEALS


def test_details_that_are_missing_or_broken_are_none(tmp_path: Path) -> None:
    assert details.read_details(tmp_path) is None
    for text in ("", "[]", '{"convergence": 1}', "{"):
        (tmp_path / "details.json").write_text(text, "utf-8")
        assert details.read_details(tmp_path) is None


def test_examples_make_room_when_the_file_would_be_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(details, "MOST_BYTES", 1000)
    found = details.details_of([], [], [{"rounds": "x" * 300} for _ in range(9)])
    assert len(details.to_text(found)) <= 1000
    assert len(found["examples"]) == 2


def test_details_of_several_runs_have_something_of_each() -> None:
    def one(name: str) -> dict[str, Any]:
        who = dict.fromkeys(("kind", "house_rules", "players", "baseline", "against", "reference"), "")
        example = [{**who, "game": name, "policy": policy} for policy in ("a", "a", "b")]
        return {"convergence": [{"game": name}] * 4, "distributions": [], "examples": example}

    found = details.merged(one(name) for name in "qrstuvwxyz")
    assert [entry["game"] for entry in found["convergence"]] == list("qqrrstuvwxyz")
    assert [entry["game"] for entry in found["examples"]] == [name for name in "qrstuvwx" for _ in "aa"]


# --- convergence -----------------------------------------------------------------------------------------------------


def test_a_course_is_what_the_first_deals_give(run: Run, what: Experiment) -> None:
    """Against numpy and scipy, at every point, from rounds played one by one."""
    differences = sum(
        rounds(what, "doubles-last", side, DEALS)["points"][:, side].astype(float)
        - rounds(what, "random", side, DEALS)["points"][:, side]
        for side in (0, 1)
    )
    assert isinstance(differences, np.ndarray)
    assert run.details is not None
    course = run.details["convergence"][0]
    assert (course["policy"], course["measure"], course["unit"]) == ("doubles-last", "points", "points")
    assert course["deals"] == [256, 512, 768, 1024, 1536, 2048, 3072, 4096, 5000, 9096, 10_000, DEALS]
    for place, deals in enumerate(course["deals"]):
        theirs = scipy.stats.ttest_1samp(differences[:deals] / 2, 0).confidence_interval(0.95)
        assert course["estimate"][place] == pytest.approx(differences[:deals].mean() / 2, rel=1e-8)
        assert (course["low"][place], course["high"][place]) == pytest.approx((theirs.low, theirs.high), rel=1e-8)


def test_a_course_ends_at_the_row(run: Run) -> None:
    assert run.details is not None
    for course, (_, row) in zip(run.details["convergence"], run.table.iterrows(), strict=True):
        for name in ("kind", "game", "house_rules", "players", "policy", "baseline", "against", "reference", "measure"):
            assert course[name] == row[name]
        for name in ("deals", "estimate", "low", "high"):
            assert course[name][-1] == pytest.approx(row[name], rel=1e-8)


def test_a_run_that_decides_shows_its_confidence_sequence() -> None:
    what = experiment(DOUBLES, measures=("win",), until=Until(deals=None, decided=("win",), max_deals=30_000))
    run = run_experiment(what, jobs=1, save=False, chunk=5000)
    assert run.details is not None
    (course,) = run.details["convergence"]
    assert [course[name][-1] for name in ("low", "high")] == pytest.approx(run.table.iloc[0][["low", "high"]].tolist())


def test_a_long_course_is_thinned_on_the_way_and_keeps_its_ends() -> None:
    one = convergence.Course(0, 0, [])
    for number in range(3000):
        one.add([slices.Moments(10, number, number, 1, 0, number)])
    assert len(one.points) <= 8 * convergence.MOST_POINTS
    assert (one.points[0].n, one.points[-1].n) == (10, 30_000)
    assert one.points[-1].total == sum(range(3000))


@pytest.mark.parametrize("count", [1, 2, 59, 60, 61, 500, 5000])
@pytest.mark.parametrize("step", [1, 4096])
def test_points_are_few_and_evenly_spaced_in_powers_of_ten(count: int, step: int) -> None:
    deals = [step * (place + 1) for place in range(count)]
    places = convergence.thinned(deals, 60)
    assert len(places) <= 60
    assert places == sorted(set(places))
    assert (places[0], places[-1]) == (0, count - 1)
    if count > 500:
        ratios = [deals[b] / deals[a] for a, b in itertools.pairwise(places)]
        assert max(ratios[20:]) < 1.4 * math.exp(math.log(count) / 59)


def test_headlines_take_a_second_measure_only_where_all_fit() -> None:
    from analyzer.arms import make_plan

    many = tuple(Comparison(name, "random", "random") for name in BUILTIN if name != "random")
    few = experiment(comparisons=many[:6], measures=("win", "points", "margin"))
    assert list(slices.headlines(make_plan(few))) == [(item, place) for item in range(6) for place in (0, 1)]
    assert list(slices.headlines(make_plan(replace(few, comparisons=many)))) == [(item, 0) for item in range(7)]
    rules = (variant(DOUBLES, "own"), *(variant(DOUBLES, str(place), reference="own") for place in range(9)))
    mixed = experiment(comparisons=many[:1], seats=("random",), measures=("win", "plays"))
    plan = make_plan(replace(mixed, variants=rules))
    kinds = [plan.items[item].kind for item, _ in slices.headlines(plan)]  # type: ignore[union-attr]
    assert (kinds.count("comparison"), kinds.count("rule change"), len(kinds)) == (6, 6, 12)
    same = experiment(comparisons=(Comparison("random", "random", "random"),))
    assert list(slices.headlines(make_plan(same))) == []


# --- distributions ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [DOUBLES, THREE, PARTNERS])
def test_distributions_are_exact(rules: Rules) -> None:
    what = experiment(rules, until=Until(deals=2000))
    found = run_experiment(what, jobs=2, save=False, chunk=700).details
    assert found is not None
    counted = {
        (one["policy"], one["measure"]): dict(zip(one["values"], one["counts"], strict=True))
        for one in found["distributions"]
    }
    assert set(counted) == {
        (policy, name) for policy in ("doubles-last", "random") for name in ("plays", "winner_points", "pips_left")
    }
    sides = rules.sides
    for policy in ("doubles-last", "random"):
        tables = [rounds(what, policy, side, 2000) for side in range(sides)]
        different = tables if policy != "random" else tables[:1]  # random against random is one round in every seat
        plays: Counter[int] = Counter()
        winner: Counter[int] = Counter()
        pips: Counter[int] = Counter()
        for table in different:
            plays.update(int(number) for number in table["plays"])
            winner.update(int(row["points"][row["team"]]) if row["team"] >= 0 else 0 for row in table)
        for side, table in enumerate(tables):
            own = range(side, rules.players, sides)
            pips.update(int(sum(int(row[seat]) for seat in own)) for row in table["pips_left"])
        assert counted[policy, "plays"] == plays
        assert counted[policy, "winner_points"] == winner
        assert counted[policy, "pips_left"] == pips
    assert all(one["deals"] == 2000 and one["values"] == sorted(one["values"]) for one in found["distributions"])


def test_only_the_first_deals_are_counted_and_it_is_said(what: Experiment, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(distributions, "COUNTED", 1500)
    found = run_experiment(replace(what, until=Until(deals=4000)), jobs=2, save=False, chunk=1000).details
    assert found is not None
    assert {one["deals"] for one in found["distributions"]} == {1500}
    assert {sum(one["counts"]) for one in found["distributions"] if one["policy"] == "random"} == {1500, 3000}


# --- examples --------------------------------------------------------------------------------------------------------


def as_hand(one: dict[str, Any], game: dict[str, Any]) -> dict[str, Any]:
    """Write a round as a hand to be replayed."""
    plays = [f"{move['seat']}: {move['choices'][move['choice']]}" for move in one["moves"]]
    given = {"hands": [" ".join(hand) for hand in one["hands"]], "boneyard": one["boneyard"], "leader": one["opener"]}
    return {"game": game, "players": one["players"], **given, "plays": plays}


@pytest.fixture(scope="module")
def found(run: Run) -> dict[str, dict[str, Any]]:
    assert run.details is not None
    return {one["why"]: one for one in run.details["examples"]}


def test_there_are_three_examples_of_a_comparison(found: dict[str, dict[str, Any]], what: Experiment) -> None:
    assert list(found) == ["first difference", "median round", "most extreme"]
    for one in found.values():
        assert (one["policy"], one["baseline"], one["measure"]) == ("doubles-last", "random", "points")
        assert (one["seed"], one["scanned"]) == (what.seed, 4096)
        side, deal = one["seat"], one["deal"]
        first, second = (
            rounds(what, name, side, deal + 1)[deal]["points"][side] for name in ("doubles-last", "random")
        )
        assert one["difference"] == int(first) - int(second)
        assert [played["points"][side] for played in one["rounds"]] == [first, second]
        assert one["rounds"][0]["names"][side] == "doubles-last"
        assert one["rounds"][1]["names"] == ["random", "random"]


def test_the_examples_are_first_median_and_largest(found: dict[str, dict[str, Any]], what: Experiment) -> None:
    values = np.array(
        [
            rounds(what, "doubles-last", side, 4096)["points"][:, side].astype(int)
            - rounds(what, "random", side, 4096)["points"][:, side]
            for side in (0, 1)
        ]
    )
    assert abs(found["most extreme"]["difference"]) == np.abs(values).max()
    differing = np.sort(values[values != 0])
    assert found["median round"]["difference"] == differing[(len(differing) - 1) // 2]
    first = found["first difference"]
    rules = what.variants[0].rules

    def moves(policy: str, side: int, deal: int) -> list[tuple[int, int]]:
        return [(move.seat, move.move) for move in log_deal(rules, seats(what, policy, side), what.seed, deal).moves]

    for deal in range(first["deal"] + 1):
        for side in (0, 1) if deal < first["deal"] else (first["seat"],):
            same = moves("doubles-last", side, deal) == moves("random", side, deal)
            assert same == (deal < first["deal"])


def test_two_rounds_part_where_it_says(found: dict[str, dict[str, Any]]) -> None:
    for one in found.values():
        told = [[(move["seat"], move["tile"], move["on"]) for move in played["moves"]] for played in one["rounds"]]
        part = one["parts_at"]
        assert told[0][:part] == told[1][:part]
        assert told[0][part : part + 1] != told[1][part : part + 1]
        assert one["rounds"][0]["hands"] == one["rounds"][1]["hands"]


@pytest.mark.parametrize(
    ("rules", "game"),
    [
        (DOUBLES, {"preset": "doubles", "hand_size": 8, "reserve": 2, "draw": "one"}),
        (PARTNERS, {"preset": "block", "hand_size": 7, "teams": "2v2"}),
        (DOUBLES, {"preset": "muggins"}),
    ],
    ids=["doubles", "partners", "muggins"],
)
def test_a_round_can_be_replayed_from_its_record(rules: Rules, game: dict[str, Any]) -> None:
    """Hands, boneyard and moves as told, through the replay of hands: the same settlement, the same choices."""
    ready = load_game(game, rules.players)
    what = experiment(ready.rules, measures=("points",), until=Until(deals=300))
    examples_of = run_experiment(what, jobs=1, save=False, compared=1).details
    assert examples_of is not None
    for one in (played for example in examples_of["examples"] for played in example["rounds"]):
        tiles = [tile for hand in one["hands"] for tile in hand] + one["boneyard"]
        assert sorted(tiles) == sorted(format_tile(tile) for tile in range(set_size(6)))
        again = analyzer.replay(as_hand(one, game))
        assert again.result is not None
        for name in ("winner", "reason", "points", "pips_left"):
            assert again.result[name] == one[name]
        assert [list(step.legal) for step in again.steps[1:]] == [move["choices"] for move in one["moves"][1:]]
        assert [step.open_end_count for step in again.steps] == [move["total"] for move in one["moves"]]
        assert [step.points for step in again.steps] == [move["points"] for move in one["moves"]]
        assert again.round["moves"][1:] == one["moves"][1:]  # a hand whose leader is given may lead any tile
        for key in ("hands", "boneyard", "hands_left", "winner", "reason", "points", "opener", "set_max"):
            assert again.round[key] == one[key]


def test_a_drawn_tile_is_the_next_of_the_boneyard(what: Experiment) -> None:
    rules = what.variants[0].rules
    drawn = 0
    for deal in range(20):
        logged = log_deal(rules, [BUILTIN["random"]] * 2, 5, deal)
        assert [len(hand) for hand in logged.hands] == [8, 8]
        assert len(logged.boneyard) == 12
        drawn += sum(move.move == DRAW for move in logged.moves)
        assert sum(move.move == DRAW for move in logged.moves) == logged.record[0]["draws"]
    assert drawn > 20


@pytest.mark.parametrize("name", game_names())
def test_every_game_can_be_written_down(name: str) -> None:
    """The deal at the lead, every move, and what is left, whatever happened before the lead."""
    for players in load_preset(name).players:
        ready = load_game(name, players)
        rules = ready.rules
        for deal in range(4):
            logged = log_deal(rules, [BUILTIN["random"]] * players, 9, deal)
            told = round_record(
                rules, name, ["random"] * players, (logged.hands, logged.boneyard), logged.moves, logged.record
            )
            dealt = [tile for hand in told["hands"] for tile in hand] + told["boneyard"]
            assert sorted(dealt) == sorted(format_tile(tile) for tile in tiles_in(rules.set_mask))
            laid = [move["tile"] for move in told["moves"] if move["kind"] == "play"]
            drawn = [move["tile"] for move in told["moves"] if move["kind"] == "draw"]
            held = [tile for hand in told["hands"] for tile in hand]
            left = [tile for hand in told["hands_left"] for tile in hand]
            assert sorted(laid + left) == sorted(held + drawn)
            assert drawn == told["boneyard"][: len(drawn)]
            assert [len(hand) for hand in told["hands_left"]] == logged.record[0]["tiles_left"][:players].tolist()
            for move in told["moves"]:
                word = move["tile"] if move["kind"] == "play" else move["kind"]
                assert move["choices"][move["choice"]].startswith(word)
            assert json.loads(json.dumps(told)) == told


def test_a_rule_change_has_examples_of_both_rules() -> None:
    until = replace(DOUBLES, draw="until")
    what = experiment(comparisons=(), seats=("random",), measures=("blocked", "draws"), until=Until(deals=500))
    what = replace(what, variants=(variant(DOUBLES, "own"), variant(until, "draw until", reference="own")))
    run = run_experiment(what, jobs=1, save=False, compared=1)
    assert run.details is not None
    change = run.details["examples"][0]
    assert (change["kind"], change["reference"], change["measure"], change["seat"]) == (
        "rule change",
        "own",
        "draws",
        0,
    )
    assert [one["game"] for one in change["rounds"]] == ["draw until", "own"]
    assert change["rounds"][0]["names"] == ["random", "random"]


def test_equal_policies_leave_no_example() -> None:
    pair = {**BUILTIN, "twin": replace(BUILTIN["heaviest"], noise=1e-12)}
    what = experiment(policies=pair, comparisons=(Comparison("twin", "heaviest", "random"),), until=Until(deals=100))
    run = run_experiment(what, jobs=1, save=False, compared=1)
    assert run.details is not None
    assert run.details["examples"] == []


def test_no_more_is_played_once_a_run_is_stopped(what: Experiment) -> None:
    from analyzer.arms import make_plan

    assert examples.examples(what, make_plan(what), 1000, stopped=lambda: True) == []
