"""Exact sums as texts and back, and one by one: whatever `analyzer.statistics` and `analyzer.clusters` add up."""

from __future__ import annotations

import dataclasses
import json
import typing
from collections.abc import Iterator
from typing import Any

from analyzer import clusters, statistics

__all__ = ["flat", "pack", "unpack"]

_CLASSES: dict[str, type[Any]] = {
    one.__name__: one for one in (statistics.Moments, statistics.PairMoments, clusters.ClusterSums, clusters.CrossSums)
}
_FIELDS = {one: tuple(field.name for field in dataclasses.fields(one)) for one in _CLASSES.values()}
_TYPES = {one: [typing.get_type_hints(one)[name] for name in names] for one, names in _FIELDS.items()}
_NOT_ADDED = ("low", "high")  # of `Moments`


def flat(name: str, sums: Any) -> Iterator[tuple[str, int]]:
    """Yield every whole number of some sums that adds up, with its name: `name`, fields and places, by slashes."""
    if isinstance(sums, int):
        yield name, sums
    elif isinstance(sums, tuple):
        for place, one in enumerate(sums):
            yield from flat(f"{name}/{place}", one)
    else:
        for field in _FIELDS[type(sums)]:
            if field not in _NOT_ADDED:
                yield from flat(f"{name}/{field}", getattr(sums, field))


def pack(sums: Any) -> str:
    """Return sums as a text: the name of their class and nested lists of whole numbers, in the order of the fields."""
    return f"{type(sums).__name__} {json.dumps(_plain(sums), separators=(',', ':'))}"


def unpack(text: str, wanted: type[Any] | None = None) -> Any:
    """Return the sums of a text.

    Parameters
    ----------
    text : str
        As from `pack`.
    wanted : type, optional
        The class that they must be of.

    Raises
    ------
    ValueError
        If it is not such a text.
    """
    name, _, numbers = text.partition(" ")
    found = _CLASSES.get(name)
    if found is None or (wanted is not None and found is not wanted):
        raise ValueError(f"{name[:40]!r} where {wanted.__name__ if wanted else 'sums'} should be")
    return _made(found, json.loads(numbers))


def _plain(sums: Any) -> Any:
    if isinstance(sums, int):
        return sums
    if isinstance(sums, tuple):
        return [_plain(one) for one in sums]
    return [_plain(getattr(sums, field)) for field in _FIELDS[type(sums)]]


def _made(kind: Any, value: Any) -> Any:
    """Make a whole number, a tuple of one kind, or a record."""
    if kind is int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise ValueError(f"{value!r} where a whole number should be")
        return value
    if not isinstance(value, list):
        raise ValueError(f"{value!r} where a list should be")
    if typing.get_origin(kind) is tuple:
        return tuple(_made(typing.get_args(kind)[0], one) for one in value)
    if len(value) != len(_TYPES[kind]):
        raise ValueError(f"{len(value)} numbers where {len(_TYPES[kind])} should be")
    return kind(*(_made(one, part) for one, part in zip(_TYPES[kind], value, strict=True)))
