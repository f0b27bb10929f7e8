"""The games: one readable YAML file each, in the format that users write, and the way from a file to `Rules`.

A game is named (``doubles``), read from a file of the user's (``my_game.yaml``), or written in place: a ready game
with house rules (``{preset: doubles, draw: until}``) or a whole game of one's own (``{name: ..., settings: ...}``).
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from analyzer.checking import check
from analyzer.experiment import GameVariant, house_rules_text
from analyzer.faults import ConfigError, Fault, Faults, Place, listed, suggest
from analyzer.games.catalogue import FOLDER, game_names, some_games, why_left_out
from analyzer.schema import GameModel
from analyzer.settings import PLAYER_NUMBERS, SETTINGS
from analyzer.tile_values import WrittenTile
from analyzer.yaml_text import Map, Scalar, Value, from_plain, place_at, read_file
from kernels.rules import Rules, RulesError
from kernels.tiles import set_size

__all__ = ["ALIASES", "Game", "GameSpec", "game_names", "load_game", "load_preset", "make_variant", "read_game"]

ALIASES = {
    "doubles-gamerules": "doubles",
    "straight-gamerules": "straight",
    "double-six-ourpastimes": "double-six",
    "double-six-boltbait": "double-six-lawn",
}
"""Other names of ready games; ``_`` may be written for ``-`` in all of them."""

Where = tuple[Place, tuple[str | int, ...]]
"""Place and path of a setting that a user wrote."""

_DEPTH = 8  # files that start from files


@dataclass(frozen=True)
class Game:
    """A named rule set.

    Attributes
    ----------
    name, title, source, summary : str
        Words for readers; `source` names the text the rules follow.
    family : str
        One of `analyzer.games.catalogue.FAMILIES`, or nothing for a game of one's own.
    players : tuple of int
        Numbers of players that it allows.
    settings : dict
        House rule to value, or to a dict from number of players to value; what is missing has the default of `Rules`.
    settled : tuple of dict
        Open points of the text: ``id``, ``how`` it is settled, ``why``.
    ready : bool
        Whether it comes with the package.
    """

    name: str
    title: str = ""
    source: str = ""
    summary: str = ""
    family: str = ""
    players: tuple[int, ...] = tuple(PLAYER_NUMBERS)
    settings: dict[str, object] = field(default_factory=dict)
    settled: tuple[dict[str, str], ...] = ()
    ready: bool = False


@dataclass(frozen=True)
class GameSpec:
    """A game as an experiment names it: the game, the house rules on top, and where each of them stands."""

    game: Game
    house_rules: dict[str, object]
    place: Place
    places: dict[str, Where]
    path: tuple[str | int, ...]


def load_preset(name: str) -> Game:
    """Return a ready game by its name or another name of it.

    Raises
    ------
    ConfigError
        If there is none of that name; the message names the nearest.
    """
    plain = name.replace("_", "-")
    plain = ALIASES.get(plain, plain)
    if plain not in game_names():
        meant = suggest(name, [*game_names(), *ALIASES])
        reason = why_left_out(name)
        message = f"{name} is no ready game{meant}; " + (
            reason if reason and not meant else f"ready are {some_games()}"
        )
        raise ConfigError([Fault(Place(), "", message)])
    return _packaged(plain)


@functools.cache
def _packaged(name: str) -> Game:
    faults = Faults()
    (tree,) = read_file(FOLDER / f"{name}.yaml", f"{name}.yaml")
    spec = _read_map(tree, FOLDER, faults, (), _DEPTH, name)
    faults.stop()
    assert spec is not None
    return Game(**{**spec.game.__dict__, "ready": True})


def load_game(
    spec: str | Path | Mapping[str, Any], players: int | None = None, folder: Path | None = None
) -> GameVariant:
    """Return a game for a number of players, ready to be played.

    Parameters
    ----------
    spec : str, Path or dict
        As under the key ``game`` of a configuration: a name, a file, ``{"preset": "doubles", "draw": "until"}`` or a
        whole game.
    players : int, optional
        Two, or the fewest that the game allows.
    folder : Path, optional
        Where files are looked for; the current folder by default.

    Raises
    ------
    ConfigError
        Naming everything that is wrong.
    """
    faults = Faults()
    found = read_game(from_plain(spec), folder or Path(), faults, ("game",))
    faults.stop()
    assert found is not None
    count = players if players is not None else found.game.players[0]
    variant = make_variant(found, count, {}, faults, Place())
    faults.stop()
    assert variant is not None
    return variant


def read_game(tree: Value, folder: Path, faults: Faults, path: tuple[str | int, ...]) -> GameSpec | None:
    """Read what stands under ``game``; None if faults were added.

    Parameters
    ----------
    tree : Scalar or Map
        A name, a file, or a mapping.
    folder : Path
        Where files are looked for.
    faults : Faults
        Takes everything that is wrong.
    path : tuple
        Where it stands, for messages.
    """
    return _read(tree, folder, faults, path, _DEPTH)


def _read(tree: Value, folder: Path, faults: Faults, path: tuple[str | int, ...], depth: int) -> GameSpec | None:
    if isinstance(tree, Map):
        return _read_map(tree, folder, faults, path, depth, None)
    if not isinstance(tree, Scalar) or tree.empty or tree.flag is not None or not tree.text.strip():
        faults.add(tree.place, path, "expects the name of a game, a file, or a mapping such as {preset: doubles}")
        return None
    if tree.text.lower().endswith((".yaml", ".yml")):
        return _read_game_file(tree, folder, faults, path, depth)
    try:
        return GameSpec(load_preset(tree.text), {}, tree.place, {}, path)
    except ConfigError as error:
        faults.add(tree.place, path, error.faults[0].message)
        return None


def _read_game_file(
    tree: Scalar, folder: Path, faults: Faults, path: tuple[str | int, ...], depth: int
) -> GameSpec | None:
    """Read a game file of the user's."""
    if depth == 0:
        faults.add(tree.place, path, f"{tree.text} starts from a file that starts from a file ... without end")
        return None
    file = folder / tree.text
    if not file.is_file():
        faults.add(tree.place, path, f"there is no game file {file}")
        return None
    try:
        trees = read_file(file)
    except ConfigError as error:
        faults.extend(error)
        return None
    if len(trees) > 1:
        faults.add(trees[1].place, "", "a game file holds one game")
        return None
    found = _read_map(trees[0], file.parent, faults, (), depth - 1, file.stem)
    return found and GameSpec(found.game, found.house_rules, tree.place, found.places, path)


def _read_map(
    tree: Value, folder: Path, faults: Faults, path: tuple[str | int, ...], depth: int, name: str | None
) -> GameSpec | None:
    """Read a mapping: house rules on a ready game, or a whole game."""
    model, broken = check(GameModel, tree, faults, path)
    if not isinstance(tree, Map):
        return None
    base = None
    if "preset" in tree and "preset" not in broken:
        preset = tree["preset"]
        base = _read(preset, folder, faults, (*path, "preset") if not tree.single else path, depth)
        broken |= {"preset"} if base is None else set()
    own = bool({"settings", "name"} & set(tree))
    if not own and "preset" not in tree:
        faults.add(tree.place, path, f"says not which game; add preset: NAME; ready are {some_games()}")
        return None
    if broken:
        return None
    rules = _settings(model)
    places: dict[str, Where] = {}
    inner = tree.get("settings")
    if isinstance(inner, Map):
        places |= {key: (inner.key_places[key], (*path, "settings", key)) for key in inner}
    places |= {key: (tree.key_places[key], (*path, key)) for key in rules if key in tree}  # the one that counts
    if not own:
        assert base is not None
        changed = _normal({**base.house_rules, **rules}, rules)
        return GameSpec(base.game, changed, tree.place, {**base.places, **places}, path)
    game = _own_game(model, base, rules, name)
    if folder != FOLDER and game.name in game_names():
        faults.add(place_at(tree, ["name"]), (*path, "name"), f"{game.name} is a ready game; choose another name")
        return None
    return GameSpec(game, {}, tree.place, {**(base.places if base else {}), **places}, path)


def _settings(model: GameModel) -> dict[str, object]:
    """Return the house rules of a model, from both levels."""
    values: dict[str, object] = {}
    for part in (model.settings, model):
        if part is not None:
            values |= {name: getattr(part, name) for name in SETTINGS if getattr(part, name) is not None}
    return values


def _own_game(model: GameModel, base: GameSpec | None, rules: dict[str, object], name: str | None) -> Game:
    """Make a game of the user's own."""
    start = base.game if base else Game(name or "my-game")
    own_name = model.name or name or (f"my-{start.name}" if base else start.name)
    settled = tuple({"id": point.id, "how": point.how, "why": point.why or ""} for point in model.settled or ())
    return Game(
        name=own_name,
        title=model.title or own_name,
        source=model.source or "",
        summary=model.summary or "",
        family=model.family or start.family,
        players=tuple(dict.fromkeys(model.players)) if model.players else start.players,
        settings=_normal({**start.settings, **(base.house_rules if base else {}), **rules}, rules),
        settled=settled or start.settled,
    )


def _normal(settings: dict[str, object], written: Mapping[str, object]) -> dict[str, object]:
    """Replace the word that stands for two settings; what was `written` itself wins."""
    lead = settings.get("first_lead")
    values = lead.values() if isinstance(lead, dict) else [lead]
    if "double_else_lexicographic" in values:
        settings = {**settings, "first_lead": _replaced(lead, "double_else_lexicographic", "highest_double")}
        if "no_double" not in written:
            settings["no_double"] = "highest_tile"
    return settings


def _replaced(value: object, old: str, new: str) -> object:
    if isinstance(value, dict):
        return {key: _replaced(item, old, new) for key, item in value.items()}
    return new if value == old else value


def make_variant(
    spec: GameSpec,
    players: int,
    changes: Mapping[str, object],
    faults: Faults,
    place: Place,
    change_places: Mapping[str, Where] | None = None,
) -> GameVariant | None:
    """Make the rules of a game for one number of players.

    Parameters
    ----------
    spec : GameSpec
        The game and its house rules.
    players : int
        Number of players.
    changes : dict
        One combination of varied house rules, on top.
    faults : Faults
        Takes what is wrong.
    place, change_places : Place, dict
        Where the number of players and the varied values stand.

    Returns
    -------
    GameVariant or None
        With a label that names game and house rules; None if faults were added.
    """
    game = spec.game
    if players not in game.players:
        message = f"{game.name} is played by {listed(game.players)}; got {players}"
        faults.add(place, "players", message)
        return None
    places = {**spec.places, **(change_places or {})}
    written = {**spec.house_rules, **_normal(dict(changes), changes)}
    try:
        own = _rules(game.settings, players)
        rules = _rules({**game.settings, **written}, players)
    except RulesError as error:
        _blame(error, spec, places, players, faults)
        return None
    house_rules = {
        name: getattr(rules, name)
        for name in SETTINGS
        if name in written and getattr(rules, name) != getattr(own, name)
    }
    text = house_rules_text(house_rules)
    return GameVariant(
        label=f"{game.name} ({text})" if text else game.name,
        game=game.name,
        house_rules=house_rules,
        rules=rules,
        players=players,
        title=game.title,
        source=game.source,
    )


def _rules(settings: Mapping[str, object], players: int) -> Rules:
    """Pick every setting's value for a number of players and check them together."""
    chosen: dict[str, Any] = {"players": players}
    for name, value in settings.items():
        if isinstance(value, dict):
            if players not in value:
                message = f"{name} has no value for {players} players, only for {listed(list(value), 'and')}"
                raise RulesError(name, message)
            value = value[players]
        chosen[name] = value
    if chosen.get("blocked_winner") == "player_pips":
        if chosen.get("teams", "none") != "none":
            message = "player_pips is for games without partners; with partners write team_pips or single_hand"
            raise RulesError("blocked_winner", message)
        chosen["blocked_winner"] = "team_pips"
    _check_written_tiles(chosen)
    return Rules(**chosen)


def _check_written_tiles(chosen: dict[str, Any]) -> None:
    """Refuse tiles beyond the set in the words of the user; turn those that stay into plain numbers."""
    set_max = chosen.get("set_max", Rules.set_max)
    for name in ("removed_tiles", "first_tile"):
        if name not in chosen:
            continue
        for tile in chosen[name] if name == "removed_tiles" else [chosen[name]]:
            if isinstance(tile, WrittenTile) and tile >= set_size(set_max):
                raise RulesError(name, f"{name}: {tile.text} is not in a double-{set_max} set", "set_max")
        plain = tuple(map(int, chosen[name])) if name == "removed_tiles" else int(chosen[name])
        chosen[name] = plain


def _blame(error: RulesError, spec: GameSpec, places: Mapping[str, Where], players: int, faults: Faults) -> None:
    """Add a fault at the setting that the user wrote and that has to do with the error."""
    words = re.split(r"[\s;:,]+", str(error))
    related = [error.setting, *error.others, *(name for name in places if name in words)]
    found = next((places[name] for name in related if name in places), None)
    place, path = found or (spec.place, (*spec.path, error.setting))
    message = str(error).removeprefix(f"{path[-1]}: ")
    faults.add(place, path, f"{message} ({spec.game.name}, {players} players)")
