"""``dominolab games``: the games, their rules in words, and what a house rule may be."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from analyzer.cli_out import console, print_faults, print_json, wrapped
from analyzer.faults import ConfigError, listed
from analyzer.games import ALIASES, Game, game_names, load_game, load_preset
from analyzer.settings import SETTINGS
from kernels.rules import Rules

__all__ = ["describe", "games", "rules_in_words"]

GROUPS: dict[str, tuple[str, ...]] = {
    "The deal": ("set_max", "teams", "hand_size", "reserve"),
    "The lead": (
        "first_lead",
        "lead_tile",
        "no_double",
        "next_lead",
        "next_lead_tile",
        "after_block",
        "after_tie",
    ),
    "Drawing": ("draw", "voluntary_draw", "must_play_drawn", "early_block_detection"),
    "The layout": ("spinner", "flank", "unlock", "unlock_scope", "wild_blank"),
    "Points during play": ("play_score", "score_multiple", "score_divisor", "opener_scores", "spinner_count"),
    "The end of a round": (
        "domino_score",
        "blocked_winner",
        "blocked_score",
        "tile_points",
        "fixed_points",
        "round_to",
        "round_mode",
        "tie",
    ),
    "The match": ("target", "compare", "check"),
}
"""House rules in the order of a game."""


def games(name: str | None, as_json: bool) -> int:
    """List the games, or explain one; returns the exit status."""
    try:
        if name is None:
            return _list(as_json)
        game = _find(name)
        if as_json:
            print_json(describe(game))
        else:
            _explain(game)
    except ConfigError as error:
        print_faults(error)
        return 2
    return 0


def _find(name: str) -> Game:
    """Return a ready game, or the game of a file."""
    if not name.lower().endswith((".yaml", ".yml")):
        return load_preset(name)
    from analyzer.faults import Faults
    from analyzer.games import read_game
    from analyzer.yaml_text import from_plain

    faults = Faults()
    spec = read_game(from_plain(name), Path(), faults, ())
    faults.stop()
    assert spec is not None
    return spec.game


def _list(as_json: bool) -> int:
    found = [load_preset(name) for name in game_names()]
    if as_json:
        print_json([describe(game) for game in found])
        return 0
    screen = console()
    for game in found:
        screen.print(f"{game.name}", style="bold", end="")
        screen.print(f"  {game.title}, {listed(game.players)} players")
        wrapped(screen, game.summary, 2)
    screen.print()
    wrapped(screen, "dominolab games NAME explains a game and lists what its house rules may be.")
    wrapped(
        screen, "In a configuration:  game: NAME   or   game: {preset: NAME, draw: until}   or   game: my_game.yaml"
    )
    return 0


def describe(game: Game) -> dict[str, Any]:
    """Return all about a game as plain data: words, values by number of players, allowed values, settled points."""
    settings = {}
    for names in GROUPS.values():
        for name in names:
            values = _values(game, name)
            settings[name] = {"doc": SETTINGS[name]["doc"], "by_players": values, "allowed": _allowed(name)}
    return {
        "name": game.name,
        "aliases": [alias for alias, name in ALIASES.items() if name == game.name],
        "title": game.title,
        "summary": game.summary,
        "source": game.source,
        "players": list(game.players),
        "rules": {group: sentences for group, sentences in rules_in_words(game).items() if sentences},
        "settings": settings,
        "settled": list(game.settled),
    }


def _allowed(name: str) -> dict[str, Any]:
    meta = SETTINGS[name]
    if "words" in meta:
        return {"words": dict(meta["words"])}
    if "low" in meta:
        return {"from": meta["low"], "to": meta["high"]}
    return {"words": {"on": meta["yes"], "off": meta["no"]}}


def _rules(game: Game) -> dict[int, Rules]:
    """Return the rules for every number of players."""
    if game.ready:
        return {number: load_game(game.name, number).rules for number in game.players}
    spec = {"name": game.name, "players": list(game.players), "settings": game.settings}
    return {number: load_game(spec, number).rules for number in game.players}


def _values(game: Game, name: str) -> dict[str, Any]:
    return {str(number): getattr(rules, name) for number, rules in _rules(game).items()}


def rules_in_words(game: Game) -> dict[str, list[str]]:
    """Return the rules as sentences, by part of the game; what cannot matter is left out."""
    by_players = _rules(game)
    return {
        group: [
            sentence
            for name in names
            for sentence in _sentences(
                name, {n: r for n, r in by_players.items() if _matters(name, r)}, len(by_players)
            )
        ]
        for group, names in GROUPS.items()
    }


def _sentences(name: str, rules: dict[int, Rules], total: int) -> list[str]:
    """Return one sentence for a setting, or one for each of its values."""
    by_value: dict[Any, list[int]] = {}
    for number, one in rules.items():
        by_value.setdefault(getattr(one, name), []).append(number)
    result = []
    for value, numbers in by_value.items():
        everywhere = len(numbers) == total
        sentence = _filled(_sentence(name, value), rules[numbers[0]])
        result.append(sentence if everywhere else f"With {listed(numbers)} players: {sentence}")
    return result


def _sentence(name: str, value: Any) -> str:
    """Return a setting's value in words."""
    meta = SETTINGS[name]
    if "words" in meta:
        return str(meta["words"][value])
    if "low" in meta:
        doc = str(meta["doc"]).partition(":")[0]
        return f"{doc[0].upper()}{doc[1:]}: {value}."
    return str(meta["yes"] if value else meta["no"])


def _filled(sentence: str, rules: Rules) -> str:
    """Put the numbers of other settings into a sentence that refers to them."""

    def value(found: re.Match[str]) -> str:
        name = found[1]
        return str(getattr(rules, name)) if "low" in SETTINGS.get(name, {}) else name

    return re.sub(r"`(\w+)`", value, sentence)


def _matters(name: str, rules: Rules) -> bool:
    """Say whether a setting can make a difference under the others; keeps the rules in words short."""
    by_double = rules.first_lead in ("highest_double", "lowest_double")
    conditions: dict[str, bool] = {
        "teams": rules.players == 4,
        "reserve": rules.draw != "none",
        "no_double": by_double,
        "next_lead_tile": rules.next_lead != "same_as_first",
        "after_block": rules.next_lead == "winner",
        "after_tie": rules.next_lead == "winner",
        "voluntary_draw": rules.draw != "none",
        "must_play_drawn": rules.draw != "none",
        "early_block_detection": rules.draw != "none",
        "flank": rules.spinner == "first_tile",
        "unlock_scope": rules.unlock != "none",
        "score_multiple": False,  # named by the sentence of play_score
        "score_divisor": rules.play_score == "multiples" and rules.score_divisor > 1,
        "opener_scores": rules.play_score != "none",
        "spinner_count": rules.play_score != "none" and rules.spinner != "none",
        "tile_points": False,  # named by the sentences that use it
        "fixed_points": False,
        "round_to": rules.round_to > 1,
        "round_mode": rules.round_to > 1,
    }
    return conditions.get(name, True)


def _explain(game: Game) -> None:
    """Print all about a game."""
    screen = console()
    screen.print(f"{game.title}", style="bold", end="")
    screen.print(f"   game: {game.name}")
    if game.summary:
        wrapped(screen, game.summary)
    if game.source:
        wrapped(screen, f"Source: {game.source}")
    wrapped(screen, f"Players: {listed(game.players)}")
    for group, sentences in rules_in_words(game).items():
        if sentences:
            screen.print(f"\n{group}", style="bold")
            for sentence in sentences:
                wrapped(screen, f"- {sentence}", 2, 2)
    screen.print("\nHouse rules: what may be written in place of the game's own value", style="bold")
    for names in GROUPS.values():
        for name in names:
            wrapped(screen, f"{name}: {_value_text(game, name)}   ({_options(name)})", 2, 4)
    if game.settled:
        screen.print("\nOpen points of the text and how they are settled", style="bold")
        for point in game.settled:
            wrapped(screen, f"{point['id']}  {point['how']}" + (f" {point['why']}" if point["why"] else ""), 2, 5)


def _value_text(game: Game, name: str) -> str:
    """Write the game's own value, by number of players where it depends on that."""
    values = _values(game, name)
    shown = {number: _plain(value) for number, value in values.items()}
    if len(set(shown.values())) == 1:
        return next(iter(shown.values()))
    return "{" + ", ".join(f"{number}: {value}" for number, value in shown.items()) + "}"


def _plain(value: Any) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def _options(name: str) -> str:
    meta = SETTINGS[name]
    if "words" in meta:
        return " | ".join(meta["words"])
    return f"{meta['low']} to {meta['high']}" if "low" in meta else "on | off"
