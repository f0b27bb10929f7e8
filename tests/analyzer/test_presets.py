"""Every ready game: complete, as the rule book has it, and playable; and the list of games that are left out."""

from __future__ import annotations

import re

import pytest

from analyzer.families import FAMILIES
from analyzer.games import game_names, load_game, load_preset
from analyzer.games.catalogue import left_out, why_left_out
from analyzer.move_text import move_parts
from analyzer.settings import SETTINGS, plain_setting
from kernels import engine, tiles
from kernels.policies import BUILTIN
from kernels.rules import Rules
from kernels.state import DOMINO, DRAW, LEAD
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


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_game_plays(name: str, players: int) -> None:
    """Tiles are neither lost nor made, and a round's record fits itself; random and greedy play."""
    rules = load_game(name, players).rules
    for policy in ("random", "points-greedy"):
        rounds = engine.play_rounds(rules, [BUILTIN[policy]] * players, 20_261_130, 0, 300)
        held = rounds["tiles_left"][:, :players].sum(axis=1)
        drawn = players * rules.hand_size + rounds["draws"]
        for_the_lead = rules.no_double == "draw_until" or "draw_double" in (rules.lead_tile, rules.next_lead_tile)
        assert (held + rounds["plays"] >= drawn if for_the_lead else held + rounds["plays"] == drawn).all()
        assert (held + rounds["plays"] <= rules.tile_count - rules.reserve).all()
        assert (rounds["turns"] == rounds["plays"] + rounds["passes"]).all()
        assert (rounds["opener"] < players).all()
        out = rounds["reason"] == DOMINO
        assert ((rounds["tiles_left"][:, :players] == 0).sum(axis=1) == out).all()
        assert (rounds["team"][out] == rounds["winner"][out] % rules.sides).all()
        assert (rounds["points"] >= rounds["play_points"]).all()
        assert (rounds["pips_dealt"][:, :players].sum(axis=1) <= pips_of(rules.set_mask)).all()


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_tiles_are_laid_where_they_fit(name: str, players: int) -> None:
    """Every tile is laid once, is in the set, touches a half that it fits, and adds up with the hands that are left."""
    rules = load_game(name, players).rules
    for deal in range(20):
        seats = [BUILTIN["random" if (seat + deal) % 2 else "points-greedy"] for seat in range(players)]
        record, moves = engine.log_round(rules, seats, 3, deal)
        laid = [move_parts(logged.move) for logged in moves if logged.move < DRAW]
        lying = tiles.mask_of(tile for tile, *_ in laid)
        assert lying.bit_count() == len(laid) == record[0]["plays"]
        assert lying & ~rules.set_mask == 0
        assert all(rules.first_tile in (-1, tile) for tile, port, *_ in laid if port == LEAD)
        assert all(fits(rules, tile, port, half) for tile, port, half, _ in laid if port != LEAD)
        assert pips_of(lying) + record[0]["pips_left"][:players].sum() <= pips_of(rules.set_mask)


def pips_of(mask: int) -> int:
    """Return the pips on the tiles of a mask."""
    return sum(tiles.pips(tile) for tile in tiles.tiles_in(mask))


def fits(rules: Rules, tile: int, port: int, half: int) -> bool:
    """Say whether a half may touch an open end, by the rule of matching alone."""
    if rules.match == "sum":
        return half + port == rules.match_sum or tiles.pips(tile) in (0, rules.match_sum)
    return half == port or (rules.wild_blank == "both" and 0 in (half, port))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_match_of_a_game_ends(name: str, players: int) -> None:
    rules = load_game(name, players).rules
    matches = engine.play_matches(rules, [BUILTIN["random"], *[BUILTIN["points-greedy"]] * (players - 1)], 5, 0, 10)
    scores = matches["score"][:, : rules.sides]
    assert (matches["winner"] < rules.sides).all()
    for winner, score in zip(matches["winner"], scores, strict=True):
        best = score.max() if winner < 0 else score[winner]
        assert best > rules.target if rules.compare == "above" else best >= rules.target
        assert winner >= 0 or sorted(score)[-2] >= rules.shutout_below > 0
        if rules.compare == "exact":
            assert best == rules.target
        if rules.match_by == "consecutive_wins":
            assert sorted(score)[:-1] == [0] * (rules.sides - 1)
