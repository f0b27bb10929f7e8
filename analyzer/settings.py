"""House rules: how a value of each kind is read, published, written out again and described.

A setting of `Rules` is of one kind, told by the keys of its metadata (`kernels.setting_kinds`). Whatever depends on the
kind stands here, in one row of `_KINDS`: reading (from the tree of a configuration), the JSON schema, plain data that
can be read back, and words for people.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from analyzer import scalars, tile_values
from analyzer.yaml_text import Scalar
from kernels.rules import MAX_PLAYERS, Rules
from kernels.tiles import MAX_SET, format_tile

__all__ = [
    "LISTS",
    "PLAYER_NUMBERS",
    "SETTINGS",
    "SPECIAL_WORDS",
    "WORD_ALIASES",
    "allowed_values",
    "options_text",
    "plain_setting",
    "plain_settings",
    "read_setting",
    "read_varied",
    "setting_schema",
    "setting_text",
]

PLAYER_NUMBERS = range(2, MAX_PLAYERS + 1)

SETTINGS = {field.name: field.metadata for field in dataclasses.fields(Rules) if field.name != "players"}
"""Every house rule and its metadata; the number of players is a key of the experiment."""

WORD_ALIASES: dict[str, dict[str, str]] = {
    "first_lead": {"lot": "lot_any"},
    "compare": {">=": "at_least", ">": "above", "exact_bust": "exact"},
}
SPECIAL_WORDS: dict[str, dict[str, str]] = {
    "first_lead": {"double_else_lexicographic": "The highest double leads, without doubles the highest tile."},
    "blocked_winner": {"player_pips": "The lowest single player wins a blocked round; for games without partners."},
}
"""Words that stand for two settings, or for another word in some games only; `analyzer.games` replaces them."""

Meta = Mapping[str, Any]


@dataclass(frozen=True)
class _Kind:
    """What depends on the kind of a setting; every function gets the setting's name and metadata.

    Attributes
    ----------
    read : callable
        ``(name, meta, value of the tree) -> value``, raising ValueError.
    schema : callable
        JSON schema of one value.
    plain : callable
        ``value -> plain data`` that `read` takes back to the value.
    options : callable
        What may be written, in a few words.
    allowed : callable
        The same as data.
    """

    read: Callable[[str, Meta, object], object]
    schema: Callable[[str, Meta], dict[str, Any]]
    plain: Callable[[Any], object]
    options: Callable[[Meta], str]
    allowed: Callable[[Meta], dict[str, Any]]


def _same(value: object) -> object:
    return value


def _read_word(name: str, meta: Meta, value: object) -> object:
    words = {**meta["words"], **SPECIAL_WORDS.get(name, {})}
    return scalars.read_word(value, words, meta["off"], WORD_ALIASES.get(name, {}))


def _word_schema(name: str, meta: Meta) -> dict[str, Any]:
    words = [*meta["words"], *WORD_ALIASES.get(name, {}), *SPECIAL_WORDS.get(name, {})]
    return {"enum": words + ([False] if meta["off"] else [])}


def _read_count(name: str, meta: Meta, value: object) -> object:
    if meta["low"] == 0 and tile_values.is_off(value):
        return 0
    return scalars.read_count(value, meta["low"], meta["high"])


def _count_schema(name: str, meta: Meta) -> dict[str, Any]:
    return {"type": "integer", "minimum": meta["low"], "maximum": meta["high"]}


def _counts_schema(name: str, meta: Meta) -> dict[str, Any]:
    return {"type": "array", "items": _count_schema(name, meta), "maxItems": meta["length"]}


_NO_TILE = {"enum": ["none", False]}
_TILE = {"type": "string", "pattern": f"^[0-{MAX_SET}]-[0-{MAX_SET}]$"}

_KINDS: dict[str, _Kind] = {
    "words": _Kind(
        read=_read_word,
        schema=_word_schema,
        plain=_same,
        options=lambda meta: " | ".join(meta["words"]),
        allowed=lambda meta: {"words": dict(meta["words"])},
    ),
    "tile": _Kind(
        read=lambda name, meta, value: tile_values.read_tile(value),
        schema=lambda name, meta: {"anyOf": [_TILE, _NO_TILE]},
        plain=lambda tile: format_tile(tile) if tile >= 0 else "none",
        options=lambda meta: "a tile such as 6-6, or none",
        allowed=lambda meta: {"tile": "such as 6-6, or none"},
    ),
    "tiles": _Kind(
        read=lambda name, meta, value: tile_values.read_tiles(value),
        schema=lambda name, meta: {"anyOf": [{"type": "array", "items": _TILE, "uniqueItems": True}, _NO_TILE]},
        plain=lambda tiles: [format_tile(tile) for tile in tiles],
        options=lambda meta: "a list of tiles such as [0-0]",
        allowed=lambda meta: {"tiles": "a list such as [0-0]"},
    ),
    "length": _Kind(
        read=lambda name, meta, value: tile_values.read_counts(value, meta["length"], meta["low"], meta["high"]),
        schema=_counts_schema,
        plain=list,
        options=lambda meta: f"a list of at most {meta['length']} numbers from {meta['low']} to {meta['high']}",
        allowed=lambda meta: {"numbers": meta["length"], "from": meta["low"], "to": meta["high"]},
    ),
    "choices": _Kind(
        read=lambda name, meta, value: scalars.read_choice(value, meta["choices"]),
        schema=lambda name, meta: {"enum": [*meta["choices"], *([False] if 0 in meta["choices"] else [])]},
        plain=_same,
        options=lambda meta: " | ".join(map(str, meta["choices"])),
        allowed=lambda meta: {"numbers": list(meta["choices"])},
    ),
    "low": _Kind(
        read=_read_count,
        schema=_count_schema,
        plain=_same,
        options=lambda meta: f"{meta['low']} to {meta['high']}",
        allowed=lambda meta: {"from": meta["low"], "to": meta["high"]},
    ),
    "yes": _Kind(
        read=lambda name, meta, value: scalars.read_flag(value),
        schema=lambda name, meta: {"type": "boolean"},
        plain=_same,
        options=lambda meta: "on | off",
        allowed=lambda meta: {"words": {"on": meta["yes"], "off": meta["no"]}},
    ),
}
"""Kinds by the key of the metadata that tells them; the first that is there counts."""


def _kind(name: str) -> _Kind:
    return next(kind for key, kind in _KINDS.items() if key in SETTINGS[name])


LISTS = frozenset(name for name, meta in SETTINGS.items() if {"tiles", "length"} & set(meta))
"""Settings whose value is a list."""


def read_setting(name: str, value: object) -> object:
    """Read one value of a house rule, or a mapping from number of players to value (a dict with int keys).

    Raises
    ------
    ValueError
        Saying what was got and what is allowed.
    """
    read = functools.partial(_kind(name).read, name, SETTINGS[name])
    return scalars.read_by_players(value, read, PLAYER_NUMBERS)


def read_varied(name: str, value: object) -> object:
    """Read one of several values of a house rule; a value that is a list must be written as one.

    ``vary: {removed_tiles: [0-0, 1-1]}`` would be two sets to some readers and one to others.
    """
    if name in LISTS and isinstance(value, Scalar) and not tile_values.is_off(value):
        example = "[[], [0-0]]" if "tiles" in SETTINGS[name] else "[[], [100, 50]]"
        raise ValueError(f"each value to try is a list of its own, such as {example}; got {scalars.shown(value)}")
    return read_setting(name, value)


def setting_schema(name: str) -> dict[str, Any]:
    """Return the JSON schema of a house rule: a value, or a value for each number of players."""
    one = _kind(name).schema(name, SETTINGS[name])
    by_players = {
        "type": "object",
        "additionalProperties": False,
        "minProperties": 1,
        "patternProperties": {f"^[{''.join(map(str, PLAYER_NUMBERS))}]$": one},
    }
    return {"description": SETTINGS[name]["doc"], "anyOf": [one, by_players]}


def plain_setting(name: str, value: Any) -> object:
    """Return a value as plain data that can be read back: tiles as texts, numbers of players as texts."""
    if isinstance(value, dict):
        return {str(players): plain_setting(name, item) for players, item in value.items()}
    if name in SPECIAL_WORDS and value in SPECIAL_WORDS[name]:
        return value
    return _kind(name).plain(value)


def plain_settings(settings: Mapping[str, object]) -> dict[str, object]:
    """Return settings as plain data that can be read back."""
    return {name: plain_setting(name, value) for name, value in settings.items()}


def setting_text(name: str, value: Any) -> str:
    """Write a value as in a configuration: ``on``, ``[0-0]``, ``6-6``, ``{2: 7, 3: 5}``."""
    return _flow(plain_setting(name, value))


def _flow(plain: Any) -> str:
    if isinstance(plain, bool):
        return "on" if plain else "off"
    if isinstance(plain, list):
        return f"[{', '.join(map(_flow, plain))}]"
    if isinstance(plain, dict):
        return "{" + ", ".join(f"{key}: {_flow(item)}" for key, item in plain.items()) + "}"
    return str(plain)


def options_text(name: str) -> str:
    """Say in a few words what may be written for a setting."""
    return _kind(name).options(SETTINGS[name])


def allowed_values(name: str) -> dict[str, Any]:
    """Return what may be written for a setting, as data."""
    return _kind(name).allowed(SETTINGS[name])
