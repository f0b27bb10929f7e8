"""What differs between two resolved configurations, in words: one sentence a setting, found by its path."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from analyzer.faults import join_path, listed

__all__ = ["config_changes"]

_NOTHING = object()
_LONGEST = 90
_TEXTS = ("title", "description")  # say nothing about what is played


def config_changes(first: Mapping[str, Any], second: Mapping[str, Any]) -> list[str]:
    """Return what changed from the first to the second, in the order of the second.

    A list whose items are texts or numbers says what was added and what was left out; anything else its old and its new
    value. Titles and descriptions are last.
    """
    keys = dict.fromkeys([*second, *first])
    ordered = sorted(keys, key=lambda key: key in _TEXTS)
    return [line for key in ordered for line in _changed((key,), first.get(key, _NOTHING), second.get(key, _NOTHING))]


def _changed(path: tuple[str | int, ...], before: Any, after: Any) -> Iterator[str]:
    """Yield what changed at a path."""
    if _same(before, after):
        return
    name = join_path(path)
    if before is _NOTHING:
        yield f"{name} is new: {_shown(after)}"
    elif after is _NOTHING:
        yield f"{name} is gone; it was {_shown(before)}"
    elif isinstance(before, Mapping) and isinstance(after, Mapping):
        for key in dict.fromkeys([*after, *before]):
            yield from _changed((*path, str(key)), before.get(key, _NOTHING), after.get(key, _NOTHING))
    elif _plain_list(before) and _plain_list(after):
        yield f"{name}: {_list_change(before, after)}"
    else:
        yield f"{name}: {_shown(before)} became {_shown(after)}"


def _same(before: Any, after: Any) -> bool:
    """Say whether two values are the same; on is not 1."""
    return isinstance(before, bool) == isinstance(after, bool) and bool(before == after)


def _plain_list(value: Any) -> bool:
    return isinstance(value, list) and not any(isinstance(item, list | dict) for item in value)


def _list_change(before: Sequence[Any], after: Sequence[Any]) -> str:
    """Say what was added to a list and what was left out."""
    added = [_shown(item) for item in after if item not in before]
    gone = [_shown(item) for item in before if item not in after]
    parts = [f"{listed(items, 'and')} {what}" for items, what in ((added, "added"), (gone, "left out")) if items]
    return "; ".join(parts) or f"{_shown(before)} became {_shown(after)}"


def _shown(value: Any) -> str:
    """Write a value as in a configuration, on one line."""
    if isinstance(value, bool):
        return "on" if value else "off"
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
