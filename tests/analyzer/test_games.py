"""The ready games say what the rule book says, and are explained in words."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from analyzer.cli_games import GROUPS, describe, rules_in_words
from analyzer.config import ConfigError
from analyzer.games import ALIASES, game_names, load_game, load_preset
from analyzer.settings import SETTINGS
from kernels.rules import Rules

pytestmark = pytest.mark.exact

MAIN = ["doubles", "straight", "straight-texas", "double-six", "double-six-lawn", "draw", "block"]


def test_names() -> None:
    assert game_names()[: len(MAIN)] == MAIN
    assert set(game_names()[len(MAIN) :]) == {"muggins", "all-fives", "sniff", "fives-and-threes", "bergen"}


@pytest.mark.parametrize("name", game_names())
def test_every_game_is_complete_and_playable(name: str) -> None:
    game = load_preset(name)
    assert game.ready
    assert game.name == name
    assert game.title
    assert game.source
    assert game.summary.endswith(".")
    assert game.settled
    assert all(point["id"] and point["how"].endswith(".") and point["why"].endswith(".") for point in game.settled)
    for players in game.players:
        assert load_game(name, players).rules.players == players


def _check(name: str, players: int, **expected: object) -> None:
    rules = load_game(name, players).rules
    assert {key: getattr(rules, key) for key in expected} == expected


def test_doubles() -> None:
    for players, hand in ((2, 8), (3, 6), (4, 6)):
        _check(
            "doubles", players, set_max=6, hand_size=hand, reserve=2, teams="none", first_lead="highest_double",
            lead_tile="forced", no_double="redeal", next_lead="same_as_first", draw="one", voluntary_draw=False,
            must_play_drawn=True, early_block_detection=False, spinner="all_doubles", unlock="suit",
            unlock_scope="suit", wild_blank="none", play_score="none", domino_score="opp_pips",
            blocked_winner="team_pips", blocked_score="opp", round_to=1, tie="none", target=100,
            compare="at_least", check="end_of_round",
        )  # fmt: skip


@pytest.mark.parametrize(("name", "spinner"), [("straight", "first_tile"), ("straight-texas", "first_double")])
def test_straight(name: str, spinner: str) -> None:
    for players, tie in ((2, "none"), (3, "split"), (4, "none")):
        _check(
            name, players, hand_size=7, reserve=0, first_lead="lot_any", lead_tile="any", next_lead="winner",
            after_block="lot", after_tie="lot", draw="until", spinner=spinner, flank="either", unlock="none",
            play_score="multiples", score_multiple=5, score_divisor=1, opener_scores=True,
            spinner_count="drop_after_2", domino_score="opp_pips", round_to=5, round_mode="sum",
            blocked_winner="team_pips", blocked_score="opp", tie=tie, target=250, compare="at_least", check="immediate",
        )  # fmt: skip
    assert load_game({"preset": name, "teams": "2v2"}, 4).rules.sides == 2


def test_double_six() -> None:
    shared = {
        "reserve": 0, "first_lead": "highest_double", "lead_tile": "forced", "no_double": "highest_tile",
        "next_lead": "same_as_first", "draw": "until", "spinner": "all_doubles", "play_score": "multiples",
        "domino_score": "per_tile", "tile_points": 5, "blocked_winner": "tile_count",
        "blocked_score": "per_tile_difference", "tie": "none", "target": 250, "check": "end_of_round",
    }  # fmt: skip
    for players in (2, 3, 4):
        _check("double-six", players, hand_size=7, wild_blank="both", score_divisor=5, compare="above", **shared)
    for players in (2, 3):
        _check(
            "double-six-lawn", players, hand_size=9, wild_blank="none", score_divisor=1, compare="at_least", **shared
        )
    with pytest.raises(ConfigError, match="double-six-lawn is played by 2 or 3; got 4"):
        load_game("double-six-lawn", 4)


def test_draw_and_block() -> None:
    for players, hand in ((2, 7), (3, 5), (4, 5)):
        for name, draw, reserve in (("draw", "until", 2), ("block", "none", 0)):
            _check(
                name, players, hand_size=hand, reserve=reserve, draw=draw, first_lead="highest_double", spinner="none",
                domino_score="opp_pips", blocked_score="opp_minus_own", tie="none", target=100, voluntary_draw=False,
                next_lead="rotate",
            )  # fmt: skip


def test_the_other_scoring_games() -> None:
    _check("all-fives", 2, hand_size=9, spinner="first_double", target=250, spinner_count="drop_after_2")
    _check("all-fives", 3, hand_size=7, tie="split", target=200)
    _check("sniff", 3, hand_size=6, spinner="first_double", spinner_count="until_covered")
    _check("muggins", 2, hand_size=7, spinner="none", play_score="multiples", round_to=5)
    _check("fives-and-threes", 2, play_score="fives_threes", draw="none", target=61, compare="exact")
    _check("bergen", 4, hand_size=5, play_score="bergen", first_lead="lowest_double", reserve=2, target=10)


@pytest.mark.parametrize(
    ("alias", "name"),
    [
        *ALIASES.items(),
        ("double_six", "double-six"),
        ("straight_texas", "straight-texas"),
        ("double_six_boltbait", "double-six-lawn"),
        ("straight_gamerules", "straight"),
    ],
)
def test_other_names(alias: str, name: str) -> None:
    assert load_game(alias).game == name


def test_partners_are_a_house_rule_of_doubles() -> None:
    variant = load_game({"preset": "doubles", "teams": "2v2"}, 4)
    assert variant.label == "doubles (teams: 2v2)"
    assert variant.rules.sides == 2


def test_games_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "ours.yaml").write_text("preset: doubles\nname: ours\nplayers: [3]\nreserve: 1\n", encoding="utf-8")
    (tmp_path / "plain.yaml").write_text("preset: ours.yaml\ndraw: until\n", encoding="utf-8")
    (tmp_path / "loop.yaml").write_text("preset: loop.yaml\n", encoding="utf-8")
    (tmp_path / "bad.yaml").write_text("settings:\n  draw: untl\n", encoding="utf-8")
    (tmp_path / "doubles.yaml").write_text("settings: {draw: until}\n", encoding="utf-8")
    ours = load_game("ours.yaml", folder=tmp_path)
    assert (ours.game, ours.players, ours.rules.reserve, ours.house_rules) == ("ours", 3, 1, {})
    plain = load_game("plain.yaml", folder=tmp_path)
    assert (plain.game, plain.house_rules_text, plain.rules.reserve) == ("ours", "draw: until", 1)
    for name, says in (
        ("loop.yaml", "without end"),
        ("bad.yaml", r"bad.yaml:2:9: settings.draw: untl is not known.*did you mean until\?"),
        ("doubles.yaml", "doubles is a ready game; choose another name"),
        ("none.yaml", "there is no game file"),
    ):
        with pytest.raises(ConfigError, match=says):
            load_game(name, folder=tmp_path)


@pytest.mark.parametrize(
    "spec", ["strait", {"preset": "doubles", "draw": "untl"}, {"draw": "one"}, {"preset": 3}, 3, None, []]
)
def test_no_game(spec: object) -> None:
    with pytest.raises(ConfigError):
        load_game(spec)  # type: ignore[arg-type]


def test_all_settings_have_a_place_in_the_words() -> None:
    assert [name for names in GROUPS.values() for name in names] == list(SETTINGS)
    assert {field.name for field in dataclasses.fields(Rules)} == {*SETTINGS, "players"}


def test_rules_in_words() -> None:
    words = rules_in_words(load_preset("straight"))
    assert "Open ends that total a multiple of 5 score the total." in words["Points during play"]
    assert "The two flanks of a led non-double each match either half." in words["The layout"]
    assert any(line.startswith("With 3 players: Tied sides share") for line in words["The end of a round"])
    words = rules_in_words(load_preset("block"))
    assert words["Drawing"] == ["Nobody draws: a player who cannot play passes."]
    everything = describe(load_preset("doubles"))
    assert everything["settings"]["hand_size"]["by_players"] == {"2": 8, "3": 6, "4": 6}
    assert [point["id"] for point in everything["settled"]] == [f"A{number}" for number in range(1, 18)]
