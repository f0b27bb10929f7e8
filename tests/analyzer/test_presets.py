"""Every ready game: complete, as the rule book has it, and playable; and the list of games that are left out."""

from __future__ import annotations

import re

import pytest

from analyzer.families import FAMILIES
from analyzer.games import game_names, load_game, load_preset
from analyzer.games.catalogue import left_out, why_left_out
from analyzer.settings import SETTINGS, plain_setting
from tests.analyzer.presets import ROWS, Row

pytestmark = pytest.mark.exact

TABLES = [(name, players) for name in game_names() for players in load_preset(name).players]


def test_every_game_has_a_row() -> None:
    assert sorted(row.name for row in ROWS) == sorted(game_names())


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_a_game_is_what_the_rule_book_says(row: Row) -> None:
    assert load_preset(row.name).players == tuple(row.hands)
    for players, hand in row.hands.items():
        rules = load_game(row.name, players).rules
        wanted = {"hand_size": hand, **row.rules, **row.by_players.get(players, {})}
        found = {name: plain_setting(name, getattr(rules, name)) for name in wanted}
        assert found == {name: list(value) if isinstance(value, tuple) else value for name, value in wanted.items()}


@pytest.mark.parametrize("name", game_names())
def test_a_game_is_complete(name: str) -> None:
    game = load_preset(name)
    assert game.ready
    assert game.name == name
    assert game.title
    assert game.source
    assert game.family in FAMILIES
    assert game.summary.endswith(".")
    ids = [point["id"] for point in game.settled]
    assert ids
    assert len(set(ids)) == len(ids)
    assert all(point["how"].endswith(".") and point["why"].endswith(".") for point in game.settled)


@pytest.mark.parametrize("name", game_names())
def test_settled_points_speak_of_settings_that_exist(name: str) -> None:
    """A word with an underscore is a setting or one of its words, a value in brackets is the game's own."""
    words = {word for meta in SETTINGS.values() for word in meta.get("words", {})} | set(SETTINGS)
    game = load_preset(name)
    for point in game.settled:
        named = set(re.findall(r"\b[a-z]+(?:_[a-z]+)+\b", f"{point['how']} {point['why']}"))
        assert named <= words, point["id"]
        for setting, value in re.findall(r"[(,] ?([a-z_]+) ([\w-]+)(?=[,)])", point["how"]):
            if setting in SETTINGS:
                own = {_as_text(setting, getattr(load_game(name, number).rules, setting)) for number in game.players}
                assert value in own, (point["id"], setting)


def _as_text(setting: str, value: object) -> str:
    plain = plain_setting(setting, value)
    return {True: "on", False: "off"}[plain] if isinstance(plain, bool) else str(plain)


def test_what_is_left_out_has_a_reason() -> None:
    rows = left_out()
    assert len({row.name for row in rows}) == len(rows)
    assert all(row.reason.endswith(".") and row.source for row in rows)
    assert not {row.name.lower() for row in rows} & {load_preset(name).title.lower() for name in game_names()}
    assert why_left_out("mexican-train").startswith("Mexican Train is left out: ")
    assert why_left_out("doubles") == ""
