"""The ready games say what the rule book says, and are explained in words."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from analyzer.cli_games import describe
from analyzer.config import ConfigError
from analyzer.games import ALIASES, game_names, load_game, load_preset
from analyzer.rules_text import GROUPS, rules_in_words
from analyzer.settings import SETTINGS
from kernels.rules import Rules

pytestmark = pytest.mark.exact

MAIN = ["doubles", "straight", "straight-texas", "double-six", "double-six-lawn", "draw", "block"]


def test_names() -> None:
    assert game_names()[: len(MAIN)] == MAIN
    assert game_names()[len(MAIN) :] == sorted(game_names()[len(MAIN) :])


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
    placed = [name for names in GROUPS.values() for name in names]
    assert sorted(placed) == sorted(SETTINGS)
    assert {field.name for field in dataclasses.fields(Rules)} == {*SETTINGS, "players"}


def words(game: object, *players: int) -> dict[str, list[str]]:
    """Return the rules of a game in words."""
    return rules_in_words({number: load_game(game, number).rules for number in players or (2,)})  # type: ignore[arg-type]


def test_rules_in_words() -> None:
    straight = words("straight", 2, 3, 4)
    assert "Open ends that total a multiple of 5 score the total." in straight["Points during play"]
    assert "The two flanks of a led non-double each match either half." in straight["The layout"]
    assert any(line.startswith("With 3 players: Tied sides share") for line in straight["The end of a round"])
    assert straight["The match"][0] == "250 points win the match."
    assert words("block")["Turns and drawing"] == ["Nobody draws: a player who cannot play passes."]
    everything = describe(load_preset("doubles"))
    assert everything["settings"]["hand_size"]["by_players"] == {"2": 8, "3": 6, "4": 6}
    assert [point["id"] for point in everything["settled"]] == [f"A{number}" for number in range(1, 18)]


@pytest.mark.parametrize(
    ("game", "players", "group", "says"),
    [
        ("jamaican-cut-throat", 3, "The deal", "The set is double-six without 0-0: 27 tiles."),
        ("jamaican-cut-throat", 4, "The deal", "Everybody holds 7 tiles; none is left over."),
        ("jamaican-partner", 4, "The lead", "The holder of 6-6 leads the first round."),
        ("jamaican-partner", 4, "The match", "6 rounds won in a row win the match."),
        ("cuban", 4, "The deal", "If a hand holds 5 doubles or more, all tiles are dealt again."),
        ("block-spinners", 2, "The lead", "If nobody holds a double, everybody draws one tile in turn until somebody"),
        ("cyprus", 4, "The lead", "If nobody holds 9-9, everybody draws one tile in turn until somebody does"),
        ("cyprus", 4, "The layout", "All eight sides of a led double are covered before anything else is played on."),
        ("matador", 2, "The layout", "The matadors - 6-1, 5-2, 4-3 and 0-0 - fit every end with either half."),
        ("tiddly-wink", 4, "The layout", "The layout is a line with one open end"),
        ("five-up", 2, "The end of a round", "are rounded to the nearest 5 and divided by 5."),
        ("brazilian", 4, "The end of a round", "Going out scores 1 point, 2 with a double, 3 with a tile that fits"),
        ("dominican", 4, "Points during play", "scores 25 points after a led double and 50 points after another tile."),
        ("puerto-rico-500", 4, "The match", "earns its winner 100 points more; the next ones 75, 50 and 25."),
        ("kozel", 4, "The match", "A side without points must score 13 or more at once for them to count."),
        ("latin-match", 4, "The match", "The match is a tie unless every other side has fewer than 5 at its end."),
        ({"preset": "block", "end_divisor": 5}, 2, "The end of a round", "are divided by 5, fractions dropped."),
        ({"preset": "block", "target": 1, "match_by": "wins"}, 2, "The match", "1 round won wins the match."),
    ],
)
def test_new_rules_in_words(game: object, players: int, group: str, says: str) -> None:
    assert says in " ".join(words(game, players)[group])


def test_what_cannot_matter_is_not_said() -> None:
    said = " ".join(line for lines in words("partnership", 4).values() for line in lines)
    silent = ("nobody holds", "boneyard", "more.", "matador", "is locked", "Blanks", "divided", "a tie unless")
    assert [words for words in silent if words in said] == []
