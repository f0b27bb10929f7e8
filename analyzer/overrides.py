"""Overrides from the command line: ``--set until.deals=1e5`` changes the tree before it is checked."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.faults import ConfigError, Fault, Place
from analyzer.yaml_text import Map, Seq, Value, moved, parse_text

__all__ = ["Override", "apply_override", "parse_overrides"]

Override = tuple[tuple[str, ...], Value]

_STOP = {
    "deals": ("half_width", "decided", "max_deals"),
    "half_width": ("deals", "decided"),
    "decided": ("deals", "half_width"),
    "max_deals": ("deals",),
}


def parse_overrides(texts: Sequence[str]) -> list[Override]:
    """Read ``key.path=value`` texts; values are YAML.

    Raises
    ------
    ConfigError
        Naming every text that cannot be read.
    """
    faults: list[Fault] = []
    result: list[Override] = []
    for text in texts:
        name = f"--set {text}"
        key, equals, written = text.partition("=")
        parts = tuple(part.strip() for part in key.split("."))
        if not equals or not all(parts):
            faults.append(Fault(Place(name), "", "is not KEY=VALUE, such as until.deals=1e6 or game.draw=until"))
            continue
        try:
            values = parse_text(written.strip() or '""', name, empty_ok=True)
        except ConfigError as error:
            message = f"{written} cannot be read as a value: {error.faults[0].message}"
            faults.append(Fault(Place(name), "", message))
            continue
        if len(values) != 1:
            faults.append(Fault(Place(name), "", "holds more than one value"))
            continue
        result.append((parts, moved(values[0], Place(name))))
    if faults:
        raise ConfigError(faults)
    return result


def apply_override(tree: Map, override: Override) -> None:
    """Set one value in an expanded tree, in place; mappings on the way are made where they are missing.

    A stop rule replaces the other one: ``until.deals=...`` takes away a half-width that the file asks for.
    """
    parts, value = override
    place = value.place
    here: Map = tree
    for position, part in enumerate(parts[:-1]):
        inner = here.get(part)
        if isinstance(inner, Seq):
            message = f"{'.'.join(parts[: position + 1])} is a list; set the whole list, such as [a, b]"
            raise ConfigError([Fault(place, ".".join(parts), message)])
        if not isinstance(inner, Map):
            inner = Map(place)
            here.put(part, inner, place)
        inner.single = False
        here = inner
    if parts[:-1] == ("until",):
        for other in _STOP.get(parts[-1], ()):
            here.pop(other, None)
    if parts == ("game",):
        tree.pop("games", None)
    if parts == ("games",):
        tree.pop("game", None)
    here.put(parts[-1], value, place)
