"""The manifest of a run read into a frozen record; every key may be missing or of an unexpected kind."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from reports.formats import clean

__all__ = ["Facts", "GameFacts", "read_manifest"]


@dataclass(frozen=True)
class GameFacts:
    """What a reader is told about a game: title, source and how its rules differ from the preset's."""

    label: str
    title: str = ""
    source: str = ""
    house_rules: str = ""
    summary: str = ""
    game: str = ""
    name: str = ""
    changes: str = ""


@dataclass(frozen=True)
class Facts:
    """What a manifest says about a run.

    `margins` are the differences that count as practically the same, by measure; `comparing` says that house rules
    stand side by side.
    """

    title: str = "Domino experiment"
    name: str = ""
    description: str = ""
    guides: str = ""
    key: str = ""
    seed: str = ""
    deals: int = 0
    planned_deals: int = 0
    confidence: float = math.nan
    stopped: str = ""
    command: str = ""
    started: str = ""
    finished: str = ""
    seconds: float = math.nan
    rounds_played: int = 0
    partial: bool = False
    matches: bool = False
    notes: tuple[str, ...] = ()
    versions: tuple[tuple[str, str], ...] = ()
    policies: tuple[tuple[str, str], ...] = ()
    games: tuple[GameFacts, ...] = ()
    written: Mapping[str, Any] = field(default_factory=dict)
    margins: Mapping[str, float] = field(default_factory=dict)
    comparing: bool = False
    config: str = ""

    def game_title(self, game: str) -> str:
        """Return what a game of the results table is called: its title, or its name as it is."""
        for known in self.games:
            if known.title and (known.label == game or known.label.split(" (")[0].split(",")[0] == game):
                return known.title
        return game

    def changes_of(self, game: str, house_rules: str) -> str:
        """Return by which settings house rules differ from those that they are compared with, as far as it is said."""
        found = (known for known in self.games if (known.game, known.house_rules) == (game, house_rules))
        return next((known.changes for known in found if known.changes), house_rules)

    def rules_name_of(self, game: str, house_rules: str) -> str:
        """Return what the configuration calls some house rules; empty if they have no name."""
        found = (known for known in self.games if (known.game, known.house_rules) == (game, house_rules))
        return next((known.name for known in found), "")

    @property
    def play_word(self) -> str:
        """What is played once per arm and deal: ``round`` or ``match``."""
        return "match" if self.matches else "round"


def read_manifest(manifest: Mapping[str, Any]) -> Facts:
    """Read a manifest.

    Parameters
    ----------
    manifest : mapping
        Keys title, name, description, key, seed, config, deals, confidence, stopped, command, versions, started,
        finished, seconds, rounds_played, partial, notes, policies, games.
    """
    config = _mapping(manifest.get("config"))
    until = _mapping(config.get("until"))
    notes = manifest.get("notes")
    texts = ("title", "name", "description", "key", "seed", "stopped", "command", "started", "finished")
    given = {name: clean(manifest[name]) for name in texts if manifest.get(name) not in (None, "")}
    return Facts(
        **given,
        guides=clean(_mapping(manifest.get("question")).get("guides") or ""),
        deals=_whole(manifest.get("deals")),
        planned_deals=_whole(until.get("deals")),
        confidence=_real(manifest.get("confidence")),
        seconds=_real(manifest.get("seconds")),
        rounds_played=_whole(manifest.get("rounds_played")),
        partial=manifest.get("partial") is True,
        matches="matches" in (config.get("play"), manifest.get("play")),
        notes=tuple(clean(note) for note in notes) if isinstance(notes, list | tuple) else (),
        versions=_pairs(manifest.get("versions")),
        policies=_pairs(manifest.get("policies")),
        games=tuple(_game(clean(label), facts) for label, facts in _mapping(manifest.get("games")).items()),
        written=_mapping(config.get("policies")),
        margins={str(name): _real(margin) for name, margin in _mapping(config.get("same_within")).items()},
        comparing=_mapping(manifest.get("question")).get("name") == "compare",
        config=config_text(config),
    )


def config_text(config: Mapping[str, Any]) -> str:
    """Write a resolved config as YAML, in its own order; as JSON if it holds what YAML cannot say plainly."""
    import yaml

    if not config:
        return ""
    try:
        text = yaml.safe_dump(dict(config), sort_keys=False, allow_unicode=True, width=100)
    except yaml.YAMLError:
        text = json.dumps(dict(config), indent=2, ensure_ascii=False, default=str)
    return clean(text)


def _game(label: str, facts: object) -> GameFacts:
    """Read one game's entry: a mapping, or only its title."""
    if not isinstance(facts, Mapping):
        return GameFacts(label, clean(facts or ""))
    rules = facts.get("house_rules") or ""
    if isinstance(rules, Mapping):
        shown = {True: "on", False: "off"}
        rules = ", ".join(f"{key}: {shown[val] if isinstance(val, bool) else val}" for key, val in rules.items())
    keys = ("title", "source", "summary", "game", "name", "changes")
    title, source, summary, game, name, changes = (clean(facts.get(key) or "") for key in keys)
    return GameFacts(label, title, source, clean(rules), summary, game, name, changes)


def _mapping(thing: object) -> Mapping[str, Any]:
    return thing if isinstance(thing, Mapping) else {}


def _pairs(thing: object) -> tuple[tuple[str, str], ...]:
    return tuple((clean(key), clean(value)) for key, value in _mapping(thing).items())


def _real(thing: object) -> float:
    return float(thing) if isinstance(thing, int | float) and not isinstance(thing, bool) else math.nan


def _whole(thing: object) -> int:
    value = _real(thing)
    return int(value) if math.isfinite(value) else 0
