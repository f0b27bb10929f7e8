"""A ready question as an experiment: its configuration, changed by what the user asked for, checked like any other."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from analyzer.config import load_tree
from analyzer.experiment import Experiment
from analyzer.faults import ConfigError, Fault, Faults, Place, listed, suggest
from analyzer.games import game_names, load_game, load_preset
from analyzer.questions import Question
from analyzer.yaml_text import Map, Value, from_plain, moved, parse_text, to_plain
from kernels.policies import BUILTIN

__all__ = ["Options", "changed", "configuration", "experiment", "game_of", "loaded"]

OPPONENTS = "opponents"
"""Label of a policy that is written out after ``--against``."""

_ORDER = (
    *("title", "description", "game", "games", "players", "policies", "compare", "sweep", "seats", "luck", "vary"),
    *("variants", "own_rules"),
    *("measure", "split", "until", "same_within", "seed", "play"),
)
_STOPS = ("deals", "half_width", "decided", "max_deals")


@dataclass(frozen=True)
class Options:
    """What a user may change about a ready question; every value is the text that was typed, empty if nothing was.

    Attributes
    ----------
    games : tuple of str
        Names of games, or game files.
    players, half_width, deals, against, seed : str
        As the keys of a configuration; `against` is a policy: a name, ``file.py:function`` or a mapping as in YAML.
    """

    games: tuple[str, ...] = ()
    players: str = ""
    half_width: str = ""
    deals: str = ""
    against: str = ""
    seed: str = ""


def configuration(question: Question, options: Options) -> dict[str, Any]:
    """Return the configuration of a question, changed by options, as plain data that YAML can write.

    Raises
    ------
    ConfigError
        If an option cannot be read, or does not go with the question.
    """
    config, _ = _asked(question, options)
    return {key: config[key] for key in sorted(config, key=_ORDER.index)}


def experiment(question: Question, options: Options) -> Experiment:
    """Return the checked experiment that answers a question.

    Raises
    ------
    ConfigError
        Everything that is wrong with the options, each fault with the option it comes from.
    """
    config, places = _asked(question, options)
    found = loaded(config, places, f"ask-{question.name}")
    _applies(question, found, options)
    return dataclasses.replace(found, question=_about(question))


def loaded(config: Mapping[str, Any], places: Mapping[tuple[str, ...], Place], name: str) -> Experiment:
    """Check a configuration whose faults name the options that its parts come from."""
    tree = from_plain(config)
    assert isinstance(tree, Map)
    for path, place in places.items():
        _move(tree, path, place)
    found = load_tree(tree, (), Path(), name)
    if isinstance(found, ConfigError):
        named = [fault for fault in found.faults if fault.file]  # what follows from an option says nothing new
        options = Place(" ".join(place.file for place in places.values()))
        raise ConfigError(named or [Fault(options, fault.path, fault.message) for fault in found.faults])
    return found


def _move(tree: Map, path: tuple[str, ...], place: Place) -> None:
    """Give the value at a path another place."""
    for part in path[:-1]:
        tree = tree[part]
    tree.put(path[-1], moved(tree[path[-1]], place), place)


def _about(question: Question) -> dict[str, Any]:
    """Return what the manifest says about a question."""
    return {key: getattr(question, key) for key in ("name", "question", "guides", "measures", "baseline")}


# --- options -------------------------------------------------------------------------------------------------------


def _asked(question: Question, options: Options) -> tuple[dict[str, Any], dict[tuple[str, ...], Place]]:
    """Return the configuration of a question with the options put in, and the places of what came from them."""
    config, place = question.config, Place(f"--games {','.join(options.games)}")
    if options.games:
        config["games"] = [game_of(name, config["games"]) for name in options.games]
    _vary(config, question, place)
    config, places = changed(config, options, question.name)
    return config, {("games",): place, **places} if options.games else places


def changed(
    config: dict[str, Any], options: Options, name: str = "all"
) -> tuple[dict[str, Any], dict[tuple[str, ...], Place]]:
    """Put options, except games, into a configuration; returns it with the places of what came from them."""
    places: dict[tuple[str, ...], Place] = {}
    for key in ("players", "seed"):
        if text := getattr(options, key):
            config[key], places[key,] = _value(text, f"--{key}")
    _stop(config, name, options, places)
    if options.against:
        _against(config, options.against, places)
    return config, places


def _value(text: str, option: str) -> tuple[Any, Place]:
    """Read an option as YAML would; returns the value and the place that messages name."""
    place = Place(f"{option} {text}")
    values = parse_text(text, str(place))
    if len(values) != 1:
        raise ConfigError([Fault(place, "", "holds more than one value")])
    return _natural(values[0], text), place


def _natural(value: Value, text: str) -> Any:
    """Return numbers as numbers, so that they are written as such."""
    plain = to_plain(value)
    natural = yaml.safe_load(text)
    return natural if isinstance(natural, int | float) and not isinstance(natural, bool) else plain


def game_of(name: str, games: Iterable[Any]) -> Any:
    """Return a game as the question asks about it, with the house rules that the question needs."""
    if name.lower().endswith((".yaml", ".yml")):
        return name
    try:
        plain = load_preset(name).name
    except ConfigError as error:
        raise ConfigError([Fault(Place(f"--games {name}"), "", error.faults[0].message)]) from None
    return next((one for one in games if isinstance(one, Mapping) and one["preset"] == plain), plain)


def _vary(config: dict[str, Any], question: Question, place: Place) -> None:
    """Take the house rules that vary in a question's game."""
    if not question.by_game:
        return
    games = config["games"]
    if len(games) > 1:
        message = f"{question.name} takes one game at a time: the house rules that matter differ"
        raise ConfigError([Fault(place, "", message)])
    config |= question.by_game.get(games[0], question.by_game["any"])


def _stop(config: dict[str, Any], name: str, options: Options, places: dict[tuple[str, ...], Place]) -> None:
    """Put another stop rule into a configuration."""
    if options.deals and options.half_width:
        raise ConfigError([Fault(Place("--deals"), "", "goes without --half-width: one stops a run, not both")])
    until = config["until"]
    rest = {key: value for key, value in until.items() if key not in _STOPS}
    if options.deals:
        deals, place = _value(options.deals, "--deals")
        config["until"] = {"deals": deals, **rest}
        places["until", "deals"] = place
    if options.half_width:
        amount, place = _value(options.half_width, "--half-width")
        if "half_width" not in until:
            message = f"{name} is answered after a number of deals; use --deals"
            raise ConfigError([Fault(place, "", message)])
        goals = until["half_width"]
        config["until"] = {**until, "half_width": {next(iter(goals)): amount} if isinstance(goals, dict) else amount}
        places["until", "half_width"] = place


def _against(config: dict[str, Any], text: str, places: dict[tuple[str, ...], Place]) -> None:
    """Let the opponents play another policy; where nobody is compared, everybody plays it."""
    policy, place = _value(text, "--against")
    label = policy
    if not isinstance(policy, str) or ".py" in policy:
        label = OPPONENTS
        config["policies"] = {**config.get("policies", {}), label: policy}
        places["policies", label] = place
    elif policy not in {*BUILTIN, *config.get("policies", {})}:
        known = [*BUILTIN, *config.get("policies", {})]
        message = f"{policy} is no policy; known are {', '.join(known)}{suggest(policy, known)}"
        raise ConfigError([Fault(place, "", message + "; or write one, such as '{prefer: [doubles, heaviest]}'")])
    if "compare" in config:
        config["compare"] = {**config["compare"], "against": label}
        return
    config["seats"] = [label]
    config["policies"] = {name: one for name, one in config.get("policies", {}).items() if name == label}
    if not config["policies"]:
        del config["policies"]


# --- what a question needs -----------------------------------------------------------------------------------------


def _applies(question: Question, found: Experiment, options: Options) -> None:
    """Refuse games that a question does not apply to, with the reason and the games that it does apply to."""
    faults = Faults()
    typed = [f"--games {','.join(options.games)}"] if options.games else []
    place = Place(" ".join([*typed, *([f"--players {options.players}"] if options.players else [])]))
    for variant in found.variants:
        reason = question.unmet(variant.rules) if variant.reference is None else ""  # house rules are tried out
        if reason:
            message = f"{question.name} does not apply to {variant.label}: {reason}; it applies to "
            faults.add(place, "", message + listed(_names(question), "and"))
    faults.stop()


def _names(question: Question) -> Sequence[str]:
    """Return the games of a question by name, those with house rules as --games takes them."""
    own = [one if isinstance(one, str) else one["preset"] for one in question.experiment["games"]]
    more = []
    for name in game_names():
        if name not in own and _fits(question, name):
            more.append(name)
    return [*own, *more]


def _fits(question: Question, game: str) -> bool:
    return any(not question.unmet(load_game(game, number).rules) for number in load_preset(game).players)
