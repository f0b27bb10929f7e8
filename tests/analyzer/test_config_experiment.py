"""What a configuration becomes: variants, references, comparisons, and the resolved form that reads back the same."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest

from analyzer.config import load_experiments
from analyzer.experiment import Comparison, Experiment
from analyzer.yaml_text import MAX_BYTES
from tests.analyzer.configs import GAME, faults, load

pytestmark = pytest.mark.exact

CONFIGS = sorted((Path(__file__).parents[2] / "configs").glob("*.yaml"))


def test_the_shortest_configuration(tmp_path: Path) -> None:
    experiment = load(tmp_path, GAME, name="Shortest one.yaml")
    assert (experiment.title, experiment.name) == ("Shortest one", "shortest-one")
    assert experiment.seats == ("random",)
    assert experiment.measures == ("opener_wins", "blocked", "round_points")
    assert experiment.comparisons == ()
    assert (experiment.seed, experiment.play) == (1, "rounds")
    (variant,) = experiment.variants
    assert (variant.label, variant.players, variant.reference, variant.house_rules_text) == ("doubles", 2, None, "")


def test_a_grid_knows_its_reference(tmp_path: Path) -> None:
    text = "game: {preset: doubles, reserve: 0}\nplayers: [2, 3]\nvary: {draw: [until, one], unlock: [suit, none]}\n"
    variants = load(tmp_path, text).variants
    assert len(variants) == 8
    two = [variant for variant in variants if variant.players == 2]
    assert [(variant.house_rules_text, variant.reference) for variant in two] == [
        ("reserve: 0, draw: until", "doubles (reserve: 0), 2 players"),
        ("reserve: 0, draw: until, unlock: none", "doubles (reserve: 0), 2 players"),
        ("reserve: 0", None),
        ("reserve: 0, unlock: none", "doubles (reserve: 0), 2 players"),
    ]
    assert {variant.reference for variant in variants if variant.players == 3} == {
        None,
        "doubles (reserve: 0), 3 players",
    }


def test_without_its_own_rules_the_first_combination_is_the_reference(tmp_path: Path) -> None:
    variants = load(tmp_path, f"{GAME}vary: {{reserve: [0, 1]}}").variants
    assert [variant.reference for variant in variants] == [None, "doubles (reserve: 0)"]


def test_a_grid_may_not_explode(tmp_path: Path) -> None:
    values = "[1, 2, 3, 4, 5, 6, 7, 8]"
    axes = f"target: {values}, reserve: {values}, hand_size: {values}"
    (fault,) = faults(tmp_path, f"{GAME}vary: {{{axes}}}")
    assert "vary: makes 512 games and combinations of house rules; at most 500" in fault


def test_players_that_fit_all_games(tmp_path: Path) -> None:
    text = "games: [{name: mine, players: [3, 4], settings: {hand_size: 5}}, doubles]\n"
    assert {variant.players for variant in load(tmp_path, text).variants} == {3}
    text = text.replace("doubles", "{name: other, players: [2], settings: {}}")
    assert "no number of players fits all of the games" in faults(tmp_path, text)[0]


def test_comparisons(tmp_path: Path) -> None:
    text = f"{GAME}policies: {{a: random, b: heaviest, c: lightest}}\n"
    experiment = load(tmp_path, f"{text}compare: {{baseline: a}}")
    assert experiment.comparisons == (Comparison("b", "a", "a"), Comparison("c", "a", "a"))
    assert experiment.measures == ("win", "points")
    experiment = load(tmp_path, f"{text}compare: {{baseline: a, candidates: variety, against: c}}\nmeasure: blocked")
    assert experiment.comparisons == (Comparison("variety", "a", "c"),)
    assert list(experiment.policies) == ["a", "c", "variety"]
    assert experiment.measures == ("blocked",)


def test_matches(tmp_path: Path) -> None:
    assert load(tmp_path, f"{GAME}play: matches").measures == ("rounds",)
    experiment = load(tmp_path, f"{GAME}play: matches\ncompare: {{baseline: random, candidates: heaviest}}")
    assert experiment.measures == ("match_win", "rounds")
    assert experiment.play == "matches"


def test_what_counts_as_the_same(tmp_path: Path) -> None:
    assert load(tmp_path, f"{GAME}same_within: 0.2%").same_within == {"opener_wins": 0.002}
    text = f"{GAME}measure: [round_points]\nsame_within: {{round_points: 0.5}}"
    assert load(tmp_path, text).same_within == {"round_points": 0.5}
    assert "draws is not measured here" in faults(tmp_path, f"{GAME}same_within: {{draws: 0.5}}")[0]


@pytest.mark.parametrize(
    ("title", "name"),
    [("戦略", "experiment"), ("Größte zuerst!", "grote-zuerst"), ("../../etc", "etc"), ("x" * 200, "x" * 60)],
)
def test_names_are_safe_for_folders(title: str, name: str) -> None:
    assert load_experiments({"title": title, "game": "doubles"})[0].name == name


def _same(one: Experiment, other: Experiment) -> None:
    for field in dataclasses.fields(Experiment):
        if field.name != "name":  # from the file's name where there is a file
            assert getattr(one, field.name) == getattr(other, field.name), field.name


@pytest.mark.parametrize(
    "text",
    [
        GAME,
        "game: {preset: doubles, reserve: 0, voluntary_draw: on}\nplayers: [2, 3]\nvary: {draw: [one, until]}\n",
        "games: [doubles, {preset: draw, reserve: 0}]\nuntil: {half_width: 0.1%, confidence: 99%, max_deals: 5e6}\n",
        "game: {name: mine, title: My own, players: [3], settings: {draw: one, hand_size: {3: 5}}, tie: split}\n",
        "game: {preset: {preset: doubles, draw: until}, reserve: 0}\n",
        "game: {preset: straight, name: mine}\nplayers: 3\nseats: [points-greedy, random, random]\nplay: matches\n",
        f"{GAME}policies: {{a: {{prefer: [doubles], noise: 5%}}, b: {{weights: {{pips: 0.1}}}}, 007: heaviest}}\n"
        "compare: {baseline: a, candidates: [b, 007], against: random}\nsame_within: 0.1%\ndescription: Why not.\n",
    ],
)
def test_the_resolved_configuration_reads_back_the_same(tmp_path: Path, text: str) -> None:
    experiment = load(tmp_path, text)
    again = load_experiments(experiment.config)[0]
    _same(experiment, again)
    _same(experiment, load_experiments(json.loads(json.dumps(experiment.config)))[0])


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_shipped_configurations(path: Path) -> None:
    (experiment,) = load_experiments(path)
    assert experiment.name == path.stem
    assert experiment.title.endswith("?")
    assert path.read_text(encoding="utf-8").startswith("# ")
    _same(experiment, load_experiments(experiment.config)[0])


def test_the_promised_configurations_are_there() -> None:
    promised = {"holding-doubles", "opening-edge", "straight-readings", "double-six", "fives-greedy", "house-rules"}
    assert promised <= {path.stem for path in CONFIGS}


def test_a_file_that_is_no_configuration(tmp_path: Path) -> None:
    assert "not a configuration" in faults(tmp_path, b"#" * (MAX_BYTES + 1))[0]
