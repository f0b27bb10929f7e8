"""Configurations written as YAML texts that people read and change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import yaml

__all__ = ["to_yaml"]

_WIDTH = 100


def to_yaml(configs: Sequence[Mapping[str, Any]], heading: str) -> str:
    """Write configurations as a text that ``dominolab run`` takes: one document each, under a comment.

    Parameters
    ----------
    configs : sequence of dict
        Plain data; what is empty is left out.
    heading : str
        Lines of the comment.
    """
    comment = "\n".join(f"# {line}".rstrip() for line in heading.splitlines())
    documents = [
        "\n".join(_entry(key, value) for key, value in config.items() if value not in (None, {}, []))
        for config in configs
    ]
    return f"{comment}\n\n" + "\n\n---\n".join(documents) + "\n"


def _entry(key: str, value: Any) -> str:
    """Write one key on one line if it fits, else an entry a line; policies always so."""
    line = f"{_flow(key)}: {_flow(value)}"
    if not isinstance(value, Mapping | list) or (len(line) <= _WIDTH and key != "policies"):
        return line
    if isinstance(value, list):
        return "\n".join([f"{key}:", *(f"  - {_flow(one)}" for one in value)])
    return "\n".join([f"{key}:", *(_broken(f"  {_flow(name)}: {_flow(one)}") for name, one in value.items())])


def _broken(line: str) -> str:
    """Break a long line after commas of its list."""
    parts = line.split(", ")
    lines = [parts[0]]
    for part in parts[1:]:
        if len(lines[-1]) + len(part) < _WIDTH:
            lines[-1] += f", {part}"
        else:
            lines[-1] += ","
            lines.append(f"      {part}")
    return "\n".join(lines)


def _flow(value: Any) -> str:
    """Write a value on one line."""
    text = yaml.safe_dump(value, sort_keys=False, allow_unicode=True, width=10**9, default_flow_style=True)
    return text.removesuffix("...\n").strip()
