"""``dominolab games``: the games, their rules in words, and what a house rule may be."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from analyzer.cli_out import console, print_faults, print_json, wrapped
from analyzer.families import FAMILIES
from analyzer.faults import ConfigError, Fault, Faults, Place, listed
from analyzer.games import ALIASES, Game, GameSpec, load_preset, make_variant, read_game
from analyzer.games.catalogue import game_names, left_out
from analyzer.rules_text import GROUPS, rules_in_words
from analyzer.settings import SETTINGS, allowed_values, options_text, plain_setting, setting_text
from analyzer.yaml_text import Map, Scalar, Seq, Value, read_file
from kernels.rules import Rules

__all__ = ["describe", "games"]


def games(name: str | None, as_json: bool, without: bool = False) -> int:
    """List the games, or those left out, or explain one; returns the exit status."""
    try:
        if without:
            return _list_left_out(as_json)
        if name is None:
            return _list(as_json)
        game = _find(name, Faults())
        if as_json:
            print_json(describe(game))
        else:
            _explain(game)
    except ConfigError as error:
        print_faults(error)
        return 2
    return 0


def _find(name: str, faults: Faults) -> Game:
    """Return a ready game, the game of a game file, or the one that an experiment names, its rules checked."""
    if not name.lower().endswith((".yaml", ".yml")):
        return load_preset(name)
    tree: Value = Scalar(name, Place(name))
    folder = Path()
    path: tuple[str, ...] = ()
    (first, *_) = read_file(Path(name))
    if isinstance(first, Map) and "games" in first:
        raise ConfigError(
            [Fault(first.key_places["games"], "games", "are several; write dominolab games NAME for one")]
        )
    if isinstance(first, Map) and "game" in first:
        tree, folder, path = first["game"], Path(name).parent, ("game",)
    spec = read_game(tree, folder, faults, path)
    faults.stop()
    assert spec is not None
    _check_rules(spec, _players_of(first, spec.game), faults)
    return dataclasses.replace(spec.game, settings={**spec.game.settings, **spec.house_rules})


def _players_of(tree: Value, game: Game) -> int:
    """Return the number of players that an experiment would be played with: the first that it names, or the fewest."""
    written = tree.get("players") if isinstance(tree, Map) and "game" in tree else None
    first = written[0] if isinstance(written, Seq) and written else written
    named = first.text.strip() if isinstance(first, Scalar) else ""
    return next((number for number in game.players if named == str(number)), min(game.players))


def _check_rules(spec: GameSpec, players: int, faults: Faults) -> None:
    """Refuse rules that no number of players can play, each fault once, as `dominolab run` says it."""
    if all(make_variant(spec, number, {}, Faults(), spec.place) is None for number in spec.game.players):
        make_variant(spec, players, {}, faults, spec.place)
        faults.stop()


def _list(as_json: bool) -> int:
    found = [load_preset(name) for name in game_names()]
    if as_json:
        print_json([describe(game) for game in found])
        return 0
    screen = console()
    width = max(len(game.name) for game in found) + 2
    for family, heading in FAMILIES.items():
        screen.print(f"{heading}", style="bold")
        for game in found:
            if game.family == family:
                start = f"{game.name:{width}}{_span(game.players):5}"
                wrapped(screen, start + game.summary, 2, len(start))
        screen.print()
    wrapped(screen, "dominolab games NAME explains a game and lists what its house rules may be.")
    wrapped(screen, "dominolab games --left-out says which games are not here, and why.")
    wrapped(
        screen, "In a configuration:  game: NAME   or   game: {preset: NAME, draw: until}   or   game: my_game.yaml"
    )
    return 0


def _span(players: Sequence[int]) -> str:
    """Write numbers of players shortly: ``2-4``."""
    first, last = players[0], players[-1]
    return str(first) if first == last else f"{first}-{last}"


def _list_left_out(as_json: bool) -> int:
    """Print the games that are not ready, and why."""
    rows = left_out()
    if as_json:
        print_json([dataclasses.asdict(row) for row in rows])
        return 0
    screen = console()
    for row in rows:
        screen.print(row.name, style="bold")
        wrapped(screen, row.reason, 2, 0)
        wrapped(screen, f"Source: {row.source}", 2, 2)
    return 0


def describe(game: Game) -> dict[str, Any]:
    """Return all about a game as plain data: words, values by number of players, allowed values, settled points."""
    rules = _rules(game)
    settings = {
        name: {"doc": SETTINGS[name]["doc"], "by_players": _values(rules, name), "allowed": allowed_values(name)}
        for names in GROUPS.values()
        for name in names
    }
    return {
        "name": game.name,
        "aliases": [alias for alias, name in ALIASES.items() if name == game.name],
        "title": game.title,
        "family": game.family,
        "summary": game.summary,
        "source": game.source,
        "players": list(game.players),
        "rules": {group: sentences for group, sentences in rules_in_words(rules).items() if sentences},
        "settings": settings,
        "settled": list(game.settled),
    }


def _rules(game: Game) -> dict[int, Rules]:
    """Return the rules for every number of players that house rules leave possible."""
    faults = Faults()
    spec = GameSpec(game, {}, Place(), {}, ())
    variants = {number: make_variant(spec, number, {}, faults, Place()) for number in game.players}
    found = {number: variant.rules for number, variant in variants.items() if variant is not None}
    if not found:
        faults.stop()
    return found


def _values(rules: Mapping[int, Rules], name: str) -> dict[str, Any]:
    return {str(number): plain_setting(name, getattr(one, name)) for number, one in rules.items()}


def _explain(game: Game) -> None:
    """Print all about a game."""
    screen = console()
    rules = _rules(game)
    screen.print(f"{game.title}", style="bold", end="")
    screen.print(f"   game: {game.name}")
    if game.summary:
        wrapped(screen, game.summary)
    if game.source:
        wrapped(screen, f"Source: {game.source}")
    wrapped(screen, f"Players: {listed(list(rules))}")
    for group, sentences in rules_in_words(rules).items():
        if sentences:
            screen.print(f"\n{group}", style="bold")
            for sentence in sentences:
                wrapped(screen, f"- {sentence}", 2, 2)
    screen.print("\nHouse rules: what may be written in place of the game's own value", style="bold")
    for names in GROUPS.values():
        for name in names:
            wrapped(screen, f"{name}: {_value_text(rules, name)}   ({options_text(name)})", 2, 4)
    if game.settled:
        screen.print("\nOpen points of the text and how they are settled", style="bold")
        for point in game.settled:
            wrapped(screen, f"{point['id']}  {point['how']}" + (f" {point['why']}" if point["why"] else ""), 2, 5)


def _value_text(rules: Mapping[int, Rules], name: str) -> str:
    """Write the game's own value, by number of players where it depends on that."""
    values = {number: getattr(one, name) for number, one in rules.items()}
    same = len(set(values.values())) == 1
    return setting_text(name, next(iter(values.values())) if same else values)
