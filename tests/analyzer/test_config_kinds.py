"""House rules that are tiles, lists or one of a few numbers: read, refused, varied, overridden, written out again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from analyzer import config
from analyzer.config_text import to_yaml
from analyzer.schema_json import json_schema
from analyzer.settings import LISTS, SETTINGS, options_text, plain_setting, read_setting, read_varied, setting_text
from analyzer.yaml_text import from_plain, parse_text
from kernels.rules import Rules
from kernels.tiles import tile_id
from tests.analyzer.configs import faults, load

pytestmark = pytest.mark.exact

BLANKS, SIXES = tile_id(0, 0), tile_id(6, 6)
KINDS = {
    "removed_tiles": ["[0-0]", "[0-0, 1-1]", "[]", "0-0"],
    "first_tile": ["6-6", "5-6", "none"],
    "early_round_points": ["[100, 75, 50, 25]", "[]", "100"],
    "last_tile_points": ["[1, 2, 3, 6]"],
    "fill_first": ["4", "0"],
    "redeal_doubles": ["5", "off"],
}


def read(name: str, text: str) -> Any:
    (tree,) = parse_text(text, "x.yaml", empty_ok=True)
    return read_setting(name, tree)


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("removed_tiles", "[0-0]", (BLANKS,)),
        ("removed_tiles", "[1-1, 0-0]", (BLANKS, tile_id(1, 1))),
        ("removed_tiles", "[[0|0], '6:4']", None),
        ("removed_tiles", "['0|0', '4:6']", (BLANKS, tile_id(6, 4))),
        ("removed_tiles", "0-0", (BLANKS,)),
        ("removed_tiles", "[]", ()),
        ("removed_tiles", "none", ()),
        ("removed_tiles", "off", ()),
        ("removed_tiles", "{3: [0-0], 4: []}", {3: (BLANKS,), 4: ()}),
        ("first_tile", "6-6", SIXES),
        ("first_tile", "4-6", tile_id(6, 4)),
        ("first_tile", "no", -1),
        ("first_tile", "{2: 9-9, 4: none}", {2: tile_id(9, 9), 4: -1}),
        ("early_round_points", "[1e2, 7_5, 50]", (100, 75, 50)),
        ("early_round_points", "off", ()),
        ("early_round_points", "100", (100,)),
        ("fill_first", "8", 8),
        ("fill_first", "off", 0),
        ("redeal_doubles", "off", 0),
        ("reserve", "none", 0),
    ],
)
def test_values_of_every_kind(name: str, text: str, value: object) -> None:
    if value is None:
        with pytest.raises(ValueError, match="got a list"):
            read(name, text)
    else:
        assert read(name, text) == value


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("removed_tiles: [0-7]", "x.yaml:3:3: game.removed_tiles: 0-7 is not in a double-6 set (doubles, 2 players)"),
        ("removed_tiles: [0-0, x]", "game.removed_tiles: expects a list of tiles such as [0-0], got x"),
        ("removed_tiles: [0/0]", "got 0/0; did you mean 0-0?"),
        ("removed_tiles: 64", "got 64; did you mean 6-4?"),
        ("removed_tiles: [0-0, 1-1, 0-0]", "x.yaml:3:18: game.removed_tiles: names 0-0 twice"),
        ("removed_tiles: {3: [0-0]}", "removed_tiles has no value for 2 players, only for 3"),
        ("removed_tiles: {3: [x], 2: []}", "for 3 players: expects a list of tiles such as [0-0], got x"),
        ("removed_tiles: {a: 1}", "a is no number of players"),
        ("removed_tiles: ~", "game.removed_tiles: has no value; it expects a list of tiles such as [0-0]"),
        ("removed_tile: [0-0]", "x.yaml:3:3: game.removed_tile: unknown key;"),
        ("removed_tile: [0-0]", "did you mean removed_tiles?"),
        ("first_tile: 12-0", "is not in a double-9 set"),
        ("first_tile: [6-6]", "x.yaml:3:15: game.first_tile: expects a tile such as 6-6, or none, got a list"),
        ("first_tile: yes", "expects a tile such as 6-6, or none, got yes"),
        ("first_tile: 6-6", "first_tile is for first_lead tile; first_lead is highest_double"),
        ("first_lead: tile", "first_lead tile needs first_tile"),
        ("first_lead: tiles", "did you mean tile?"),
        ("early_round_points: [1, 2, 3, 4, 5, 6, 7, 8, 9]", "has 9 numbers; at most 8 are allowed"),
        ("early_round_points: [100, x]", "number 2: expects a whole number from 0 to 1000, got x"),
        ("early_round_points: [100, -1]", "number 2: -1 is negative"),
        ("last_tile_points: [1.5]", "number 1: 1.5 is not whole"),
        ("fill_first: 5", "x.yaml:3:15: game.fill_first: expects one of 0, 4, 6 or 8, got 5"),
        ("fill_first: six", "expects one of 0, 4, 6 or 8, got six"),
        ("fill_first: 4", "fill_first needs spinner opening_double"),
        ("match_sum: 19", "19 is too large; it expects a whole number from 1 to 18"),
        ("match: som", "did you mean sum?"),
        ("match: sum", "match sum cannot be combined with unlock suit"),
        ("extra_turn: maybe", "maybe is not known; it expects one of none, may, must; did you mean may?"),
        ("redeal_doubles: 2", "redeal_doubles 2 would deal for ever"),
        ("all_pass_points: 25", "all_pass_points needs three players or more"),
        ("no_double: highest_double", "highest_double needs first_lead tile"),
        ("target: off", "expects a whole number from 1"),
    ],
)
def test_faulty_values_say_where_what_and_what_is_allowed(tmp_path: Path, line: str, says: str) -> None:
    found = faults(tmp_path, f"game:\n  preset: doubles\n  {line}\n")
    assert any(says in fault for fault in found), found
    assert all(fault.startswith("x.yaml:") for fault in found)


def test_house_rules_of_every_kind(tmp_path: Path) -> None:
    text = "game: {preset: jamaican-cut-throat, removed_tiles: [0-0, 1-0], hand_size: 8}\nplayers: 3\n"
    variant = load(tmp_path, text).variants[0]
    assert variant.rules.removed_tiles == (0, 1)
    assert variant.house_rules_text == "removed_tiles: [0-0, 1-0], hand_size: 8"
    assert load(tmp_path, "game: {preset: partnership, first_tile: 5-5}").variants[0].house_rules == {
        "first_tile": tile_id(5, 5)
    }


def test_lists_in_vary_are_lists_of_lists(tmp_path: Path) -> None:
    found = load(tmp_path, "game: block\nvary: {removed_tiles: [none, [0-0], [0-0, 1-1]]}\n").variants
    assert [variant.house_rules_text for variant in found] == [
        "",
        "removed_tiles: [0-0]",
        "removed_tiles: [0-0, 1-1]",
    ]
    tiles = load(tmp_path, "game: partnership\nvary: {first_tile: [6-6, 5-5, 1-1]}\n").variants
    assert [variant.rules.first_tile for variant in tiles] == [SIXES, tile_id(5, 5), tile_id(1, 1)]
    varied = "game: puerto-rico-500\nvary: {early_round_points: [[], [100, 75], {4: [50]}], lock_points: [0, 100]}\n"
    assert len(load(tmp_path, varied).variants) == 6
    (fault,) = faults(tmp_path, "game: block\nvary: {removed_tiles: [0-0, []]}\n")
    assert fault == (
        "x.yaml:2:24: vary.removed_tiles[0]: each value to try is a list of its own, such as [[], [0-0]]; got 0-0"
    )
    twice = faults(tmp_path, "game: block\nvary: {removed_tiles: [[], none]}\n")
    assert any("vary.removed_tiles: names a value twice" in fault for fault in twice)
    (fault,) = faults(tmp_path, "game: block\nvary: {first_tile: [6-6]}\n")
    assert fault.startswith("x.yaml:2:21: vary.first_tile: first_tile is for first_lead tile")


def test_overrides_of_every_kind(tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_text("game: jamaican-cut-throat\nplayers: 3\n", encoding="utf-8")

    def rules(*changes: str) -> Rules:
        return config.load_experiments(tmp_path / "x.yaml", changes)[0].variants[0].rules

    assert rules().removed_tiles == (BLANKS,)
    assert rules("game.removed_tiles=[1-1]").removed_tiles == (tile_id(1, 1),)
    assert rules("game.removed_tiles=[]", "game.hand_size=8").removed_tiles == ()
    assert rules("game.first_tile=5-5").first_tile == tile_id(5, 5)
    assert rules("game.early_round_points=[10, 5]").early_round_points == (10, 5)
    with pytest.raises(config.ConfigError, match=r"--set game.removed_tiles=\[6-6\].*6-6 is among removed_tiles"):
        rules("game.removed_tiles=[6-6]")
    (tmp_path / "own.yaml").write_text(
        "game:\n  settings: {first_lead: tile, first_tile: 6-6, removed_tiles: [0-0]}\n", encoding="utf-8"
    )
    with pytest.raises(
        config.ConfigError, match=r"^--set game.first_tile=0-0: game.first_tile: first_tile 0-0 is among"
    ):
        config.load_experiments(tmp_path / "own.yaml", ["game.first_tile=0-0"])
    with pytest.raises(config.ConfigError, match=r"--set game.first_tile=66: .*did you mean 6-6\?"):
        rules("game.first_tile=66")


@pytest.mark.parametrize(
    "game",
    [
        {"preset": "jamaican-cut-throat", "removed_tiles": {2: ["1-1"], 3: ["0-0"]}, "hand_size": {2: 13, 3: 9}},
        {"preset": "puerto-rico-500", "early_round_points": [50], "first_tile": "5-5"},
        {"preset": "cross", "fill_first": 0},
        {"name": "ours", "players": [3], "settings": {"removed_tiles": ["0-0"], "hand_size": 9, "first_lead": "lot_any",
         "lead_tile": "any", "last_tile_points": [1, 2, 3, 6], "domino_score": "by_last_tile"}},
    ],
)  # fmt: skip
def test_a_dumped_configuration_is_read_again(tmp_path: Path, game: dict[str, Any]) -> None:
    players = 4 if game.get("preset") == "puerto-rico-500" else 3
    (first,) = config.load_experiments({"game": game, "players": players, "vary": {"target": [50, 60]}})
    (again,) = config.load_experiments(first.config)
    assert again.variants == first.variants
    assert again.config == first.config
    (tmp_path / "dumped.yaml").write_text(to_yaml([first.config], "written out"), encoding="utf-8")
    (read_again,) = config.load_experiments(tmp_path / "dumped.yaml")
    assert [one.rules for one in read_again.variants] == [one.rules for one in first.variants]


@pytest.mark.parametrize("name", list(SETTINGS))
def test_every_default_can_be_written_and_read(name: str) -> None:
    default = getattr(Rules(), name)
    assert read_setting(name, from_plain(plain_setting(name, default))) == default
    assert read_varied(name, from_plain(plain_setting(name, default))) == default
    assert read(name, setting_text(name, default)) == default
    assert read(name, setting_text(name, {2: default, 4: default})) == {2: default, 4: default}
    assert options_text(name)


def test_the_schema_knows_the_kinds() -> None:
    definitions = json_schema()["$defs"]
    game, vary = definitions["GameModel"]["properties"], definitions["VaryModel"]["properties"]
    tile = {"type": "string", "pattern": "^[0-9]-[0-9]$"}
    assert tile in game["first_tile"]["anyOf"][0]["anyOf"][0]["anyOf"]
    removed = game["removed_tiles"]["anyOf"][0]["anyOf"][0]["anyOf"]
    assert {"type": "array", "items": tile, "uniqueItems": True} in removed
    assert "'maxItems': 8" in str(game["early_round_points"])
    assert {"enum": [0, 4, 6, 8, False]} in game["fill_first"]["anyOf"][0]["anyOf"]
    assert all(len(vary[name]["anyOf"]) == 1 for name in LISTS)
    assert {"enum": ["line", "cross", "scoring", "latin"]} in game["family"]["anyOf"]
