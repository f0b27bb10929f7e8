"""Messages say what is allowed, echo what was written, and point at where it stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from analyzer.cli_games import games
from analyzer.config import ConfigError, load_experiments
from analyzer.hand_file import read_hand
from analyzer.settings import plain_setting
from tests.analyzer.configs import GAME, faults, load


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("luck: maybe", "7: luck: expects on, off or a mapping such as {plays: 10}; got maybe"),
        ("luck: [on]", "7: luck: expects on, off or a mapping such as {plays: 10}; got a list"),
        ("luck:", "6: luck: has no value; it expects on, off or a mapping such as {plays: 10}"),
        (
            "until: forever",
            "8: until: expects a number of deals such as 1e6, a width such as 0.1%, decided, or a mapping; got forever",
        ),
        (
            "until: decidd",
            "8: until: expects a number of deals such as 1e6, a width such as 0.1%, decided, or a mapping; got decidd; "
            "did you mean decided?",
        ),
        ("until: 1e99", "8: until: 1e99 is too large; it expects a whole number from 1 to 1e12"),
    ],
)
def test_all_forms_are_named(tmp_path: Path, line: str, says: str) -> None:
    (fault,) = faults(tmp_path, GAME + line + "\n")
    assert fault == f"x.yaml:2:{says}"


def test_a_misspelt_policy_under_a_built_in_name(tmp_path: Path) -> None:
    (fault,) = faults(tmp_path, GAME + "policies: {random: randm}\n")
    assert fault.startswith("x.yaml:2:20: policies.random: randm is no built-in policy; ")
    assert fault.endswith("did you mean random?")
    (fault,) = faults(tmp_path, GAME + "policies: {random: heaviest}\n")
    assert "random is a built-in policy; choose another name" in fault


@pytest.mark.parametrize("key", ["plays", "line", "boneyard"])
def test_hands_say_which_key(tmp_path: Path, key: str) -> None:
    path = tmp_path / "hand.yaml"
    path.write_text(f"game: block\n{key}: {{a: b}}\n")
    with pytest.raises(ConfigError) as error:
        read_hand(path)
    fault = error.value.faults[0]
    assert (fault.line, fault.path) == (2, key)
    assert fault.message.startswith("expects a list or a line of ")
    assert fault.message.endswith(", got a mapping (key: value)")


@pytest.mark.parametrize(("rule", "key"), [("[0-9]", "removed_tiles"), ("[1-1, 0-9]", "removed_tiles")])
def test_tiles_are_echoed_as_written(tmp_path: Path, rule: str, key: str) -> None:
    (fault,) = faults(tmp_path, f"game: {{preset: block, {key}: {rule}}}\n")
    assert fault.endswith(f"game.{key}: 0-9 is not in a double-6 set (block, 2 players)")


def test_a_first_tile_is_echoed_as_written(tmp_path: Path) -> None:
    (fault,) = faults(tmp_path, "game: {preset: block, first_lead: tile, first_tile: 7|8}\n")
    assert "game.first_tile: 7|8 is not in a double-6 set" in fault
    rules = load(tmp_path, "game: {preset: block, removed_tiles: [0-6, 1-2]}\n").variants[0].rules
    assert plain_setting("removed_tiles", rules.removed_tiles) == ["2-1", "6-0"]
    assert {type(tile) for tile in rules.removed_tiles} == {int}


@pytest.mark.parametrize("key", ["set", "set_size"])
def test_the_size_of_the_set(tmp_path: Path, key: str) -> None:
    (fault,) = faults(tmp_path, f"{GAME}{key}: 9\n")
    assert fault.startswith(f"x.yaml:2:1: {key}: unknown key; did you mean set_max? ")
    (fault,) = faults(tmp_path, f"game: {{preset: doubles, {key}: 9}}\n")
    assert fault.endswith(f"game.{key}: unknown key; did you mean set_max?")


@pytest.mark.parametrize("players", ["", "players: 3\n", "players: [4, 2]\n"])
def test_games_says_what_run_says(tmp_path: Path, capsys: pytest.CaptureFixture[str], players: str) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(f"{players}game:\n  preset: doubles\n  removed_tiles: [3-3]\n")
    with pytest.raises(ConfigError) as error:
        load_experiments(path)
    assert games(str(path), as_json=False) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line == str(error.value.faults[0])
    assert ": game.removed_tiles: " in line


def test_games_names_the_line_of_a_game_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("name: mine\nsettings:\n  hand_size: 20\n")
    assert games(str(path), as_json=False) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"{path}:3:3: settings.hand_size: 2 hands of 20 need 40 tiles")
    path.write_text("name: mine\nhand_size: {2: 20, 3: 7, 4: 7}\n")
    assert games(str(path), as_json=False) == 0
