"""Kinds of settings: how one is declared, which metadata it carries, and how its value is checked.

A field of `kernels.rules.Rules` is told by the keys of its metadata: ``words``, ``yes`` and ``no`` (a flag), ``tile``,
``tiles``, ``choices``, ``length`` (a list of whole numbers), or only ``low`` and ``high`` (one whole number). Each has
``doc``, what the setting is about.
"""

from __future__ import annotations

import dataclasses
from typing import Any

from kernels import tiles
from kernels.tiles import MAX_SET

__all__ = [
    "RulesError",
    "check_value",
    "choice",
    "count",
    "counts",
    "flag",
    "one_tile",
    "some_tiles",
    "words",
]

_MAX_TILES = tiles.set_size(MAX_SET)


class RulesError(ValueError):
    """Settings that cannot be played.

    Attributes
    ----------
    setting : str
        The setting to blame, as users write it.
    others : tuple of str
        Further settings that the contradiction depends on.
    """

    def __init__(self, setting: str, message: str, *others: str) -> None:
        super().__init__(message)
        self.setting = setting
        self.others = others


def words(default: str, meanings: dict[str, str], doc: str, off: str | None = None) -> Any:
    """Declare a setting that is one of some words; `off` is the word that ``off`` and ``no`` stand for."""
    return dataclasses.field(default=default, metadata={"words": meanings, "doc": doc, "off": off})


def count(default: int, low: int, high: int, doc: str) -> Any:
    """Declare a setting that is a whole number from `low` to `high`."""
    return dataclasses.field(default=default, metadata={"low": low, "high": high, "doc": doc})


def counts(default: tuple[int, ...], length: int, low: int, high: int, doc: str) -> Any:
    """Declare a setting of at most `length` whole numbers from `low` to `high` in a tuple; what is missing is 0."""
    return dataclasses.field(default=default, metadata={"length": length, "low": low, "high": high, "doc": doc})


def choice(default: int, choices: tuple[int, ...], doc: str) -> Any:
    """Declare a setting that is one of a few whole numbers."""
    return dataclasses.field(default=default, metadata={"choices": choices, "doc": doc})


def flag(default: bool, yes: str, no: str, doc: str) -> Any:
    """Declare a setting that is on or off, with a sentence for each."""
    return dataclasses.field(default=default, metadata={"yes": yes, "no": no, "doc": doc})


def one_tile(doc: str) -> Any:
    """Declare a setting that is one tile: its id, -1 for none, the default."""
    return dataclasses.field(default=-1, metadata={"tile": True, "doc": doc})


def some_tiles(doc: str) -> Any:
    """Declare a setting that is a set of tiles: their ids in a tuple, ascending, by default empty."""
    return dataclasses.field(default=(), metadata={"tiles": True, "doc": doc})


def check_value(field: dataclasses.Field[Any], value: object) -> None:
    """Refuse a value that the setting's metadata do not allow.

    Raises
    ------
    RulesError
        Naming the setting.
    """
    allowed = field.metadata
    if "words" in allowed:
        if value not in allowed["words"]:
            raise RulesError(field.name, f"{field.name} is one of {', '.join(allowed['words'])}; got {value!r}")
    elif "tile" in allowed:
        if value != -1 or isinstance(value, bool):
            _check_tile(field.name, value)
    elif "tiles" in allowed:
        _check_tiles(field.name, value)
    elif "length" in allowed:
        _check_counts(field.name, value, allowed["length"], allowed["low"], allowed["high"])
    elif "choices" in allowed:
        if type(value) is not int or value not in allowed["choices"]:
            known = ", ".join(str(number) for number in allowed["choices"])
            raise RulesError(field.name, f"{field.name} is one of {known}; got {value!r}")
    elif "low" in allowed:
        _check_count(field.name, value, allowed["low"], allowed["high"])
    elif not isinstance(value, bool):
        raise RulesError(field.name, f"{field.name} is on or off; got {value!r}")


def _check_count(name: str, value: object, low: int, high: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int):
        raise RulesError(name, f"{name} is a whole number; got {value!r}")
    if not low <= value <= high:
        raise RulesError(name, f"{name} goes from {low} to {high}; got {value}")


def _check_counts(name: str, value: object, length: int, low: int, high: int) -> None:
    if not isinstance(value, tuple):
        raise RulesError(name, f"{name} is a list of whole numbers; got {value!r}")
    if len(value) > length:
        raise RulesError(name, f"{name} has at most {length} numbers; got {len(value)}")
    for number in value:
        if isinstance(number, bool) or not isinstance(number, int):
            raise RulesError(name, f"{name} is a list of whole numbers; got {number!r} in it")
        if not low <= number <= high:
            raise RulesError(name, f"the numbers of {name} go from {low} to {high}; got {number}")


def _check_tile(name: str, value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int):
        raise RulesError(name, f"{name} names tiles by their id; got {value!r}")
    if not 0 <= value < _MAX_TILES:
        raise RulesError(name, f"the tile ids of {name} go from 0 to {_MAX_TILES - 1}; got {value}")


def _check_tiles(name: str, value: object) -> None:
    if not isinstance(value, tuple):
        raise RulesError(name, f"{name} is a tuple of tile ids; got {value!r}")
    for tile in value:
        _check_tile(name, tile)
    if list(value) != sorted(set(value)):
        raise RulesError(name, f"{name} names each tile once, in ascending order; got {value!r}")
