"""The tip x game chart as experiments: which habits are compared in which games."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from analyzer import asking
from analyzer.asking import Options
from analyzer.experiment import Experiment
from analyzer.faults import ConfigError, Fault, Place
from analyzer.games import load_game
from analyzer.questions import Question, load_questions
from kernels.rules import Rules

__all__ = ["BASELINE", "CHART", "TITLE", "WHO", "about", "configurations", "experiments"]

TITLE = "Which habits pay, and in which games?"
BASELINE = "any move"
"""Whom every habit is compared with: the only player who has none of them."""

CHART = (
    "doubles",
    "straight",
    "straight-texas",
    "double-six",
    "double-six-lawn",
    "draw",
    "block",
    "all-fives",
    "bergen",
    "fives-and-threes",
    "muggins",
    "sniff",
)
"""Games of the chart unless others are named: about a minute on two cores."""

WHO = "a player who plays any legal move, all equally likely"

_MEASURES = ["win", "points"]
_WIDTH = "0.25%"
_LIMIT = 2_000_000
_SAME = {"win": 0.0025, "points": 0.05}
_SEED = 20261130


def configurations(options: Options) -> list[dict[str, Any]]:
    """Return a configuration for every game, in which every habit that applies is compared with the same baseline.

    Raises
    ------
    ConfigError
        If a game is unknown, or is not played by so many.
    """
    return [config for config, _ in _with_places(options)]


def experiments(options: Options) -> list[Experiment]:
    """Return the checked experiments of the chart, one a game.

    Raises
    ------
    ConfigError
        Everything that is wrong with the options.
    """
    found = []
    for config, places in _with_places(options):
        one = asking.loaded(config, places, f"ask-all-{_label(config['game'])}")
        found.append(dataclasses.replace(one, question={"name": "all", "question": TITLE}))
    return found


def about(found: Sequence[Experiment]) -> dict[str, Any]:
    """Return what the manifest says about the chart: to which question each policy of the table belongs."""
    used = {comparison.candidate for one in found for comparison in one.comparisons}
    return {
        "name": "all",
        "question": TITLE,
        "baseline": WHO,
        "tips": {
            label: {"question": question.name, "text": question.question}
            for question, label, _ in _tips()
            if label in used
        },
    }


def _tips() -> list[tuple[Question, str, Any]]:
    return [(question, label, spec) for question in load_questions() for label, spec in question.tips.items()]


def _with_places(options: Options) -> list[tuple[dict[str, Any], dict[tuple[str, ...], Place]]]:
    """Return the configuration of every game, and where its parts come from."""
    found = []
    for game in _games(options):
        rules = _rules(game, options)
        if rules is None:
            continue
        tips = {label: spec for question, label, spec in _tips() if not question.unmet(rules)}
        config: dict[str, Any] = {
            "title": f"{TITLE[:-1]}: {_label(game)}?",
            "game": game,
            "policies": {BASELINE: "random", **tips},
            "compare": {"baseline": BASELINE, "candidates": list(tips), "against": BASELINE},
            "measure": list(_MEASURES),
            "until": {"half_width": _WIDTH, "max_deals": _LIMIT},
            "same_within": dict(_SAME),
            "seed": _SEED,
        }
        found.append(asking.changed(config, dataclasses.replace(options, games=())))
    if not found:
        message = "no game of the chart is played by so many"
        raise ConfigError([Fault(Place(f"--players {options.players}"), "players", message)])
    return found


def _games(options: Options) -> list[Any]:
    """Return the games of the chart: those asked for, or the usual ones."""
    return [asking.game_of(name, ()) for name in options.games] if options.games else list(CHART)


def _rules(game: str, options: Options) -> Rules | None:
    """Return the rules of a game for the players asked for; None if it is not played by so many and was not named."""
    players = int(options.players) if options.players.strip().isdigit() else None
    try:
        return load_game(Path(game) if game.endswith((".yaml", ".yml")) else game, players).rules
    except ConfigError as error:
        if not options.games:
            return None
        place = Place(f"--games {game}" + (f" --players {players}" if players else ""))
        raise ConfigError([Fault(place, fault.path, fault.message) for fault in error.faults]) from None


def _label(game: str) -> str:
    return Path(game).stem if game.endswith((".yaml", ".yml")) else game
