"""YAML text to a tree that remembers where everything stands and how it was written.

PyYAML composes the nodes; numbers, labels and words are read later from the text *as written*, because the loader's
own guesses surprise people: ``1e6`` is a text to it, ``007`` is seven, ``off`` is false, a second key silently
replaces the first.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import yaml

from analyzer.faults import ConfigError, Fault, Faults, Place

__all__ = [
    "Map",
    "Scalar",
    "Seq",
    "Value",
    "from_plain",
    "moved",
    "parse_text",
    "path_at",
    "place_at",
    "read_file",
    "to_plain",
]

MAX_BYTES = 1_000_000
MAX_NODES = 50_000  # aliases are expanded: a few lines of them could otherwise fill the memory
MAX_DEPTH = 40

_CORE = "tag:yaml.org,2002:"
_KNOWN_TAGS = {_CORE + t for t in ("str", "int", "float", "bool", "null", "timestamp", "map", "seq", "merge", "value")}
_TRUE = {"yes", "true", "on"}
_FALSE = {"no", "false", "off"}


@dataclass(frozen=True, slots=True)
class Scalar:
    """One value: `text` as written, `flag` if YAML reads it as yes or no, `empty` if it is null or nothing."""

    text: str
    place: Place = field(default_factory=Place)
    flag: bool | None = None
    empty: bool = False
    quoted: bool = False

    def __str__(self) -> str:
        return repr(self.text) if self.quoted else self.text or "nothing"


class Map(dict[str, Any]):
    """A mapping whose keys are texts as written; `single` if one value was written where a mapping is meant."""

    def __init__(self, place: Place, single: bool = False) -> None:
        super().__init__()
        self.place = place
        self.single = single
        self.key_places: dict[str, Place] = {}

    def put(self, key: str, value: Value, place: Place) -> None:
        """Set a key that stands at a place."""
        self[key] = value
        self.key_places[key] = place


class Seq(list[Any]):
    """A list; `single` if one value was written where a list is meant."""

    def __init__(self, place: Place, items: Sequence[Value] = (), single: bool = False) -> None:
        super().__init__(items)
        self.place = place
        self.single = single


Value = Scalar | Map | Seq


def read_file(path: Path, shown: str | None = None) -> list[Value]:
    """Read a YAML file, always as UTF-8.

    Parameters
    ----------
    path : Path
        The file.
    shown : str, optional
        How messages name it.

    Returns
    -------
    list of Scalar, Map or Seq
        One for every document that is not empty, at least one.

    Raises
    ------
    ConfigError
        If it cannot be read or is not YAML.
    """
    name = shown or str(path)
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise ConfigError([Fault(Place(name), "", "no such file")]) from None
    except (OSError, ValueError) as error:
        reason = "this is a folder" if path.is_dir() else getattr(error, "strerror", None) or str(error)
        raise ConfigError([Fault(Place(name), "", f"cannot be read: {reason}")]) from None
    if len(data) > MAX_BYTES:
        raise ConfigError([Fault(Place(name), "", f"is larger than {MAX_BYTES:,} bytes: not a configuration")])
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].rpartition(b"\n")
        place = Place(name, data[: error.start].count(b"\n") + 1, len(before[2]) + 1)
        message = f"is not UTF-8 text (byte 0x{data[error.start]:02x}); save the file as UTF-8"
        raise ConfigError([Fault(place, "", message)]) from None
    return parse_text(text, name)


def parse_text(text: str, name: str, empty_ok: bool = False) -> list[Value]:
    """Parse YAML text; see `read_file`. `name` is how messages call it."""
    try:
        nodes = [node for node in yaml.compose_all(text, Loader=yaml.SafeLoader) if node is not None]
    except yaml.MarkedYAMLError as error:
        raise ConfigError([_syntax_fault(error, name)]) from None
    except yaml.reader.ReaderError as error:
        position = int(error.position)
        before = text[:position]
        place = Place(name, before.count("\n") + 1, position - before.rfind("\n"))
        message = f"character U+{ord(text[position]):04X} is not allowed in YAML"
        raise ConfigError([Fault(place, "", message)]) from None
    except RecursionError:
        raise ConfigError([Fault(Place(name), "", "is nested too deeply")]) from None
    except ValueError as error:
        raise ConfigError([Fault(Place(name), "", f"is not YAML: {error}")]) from None
    reader = _Reader(name)
    values = [reader.convert(node, 0) for node in nodes]
    values = [value for value in values if empty_ok or not (isinstance(value, Scalar) and value.empty)]
    reader.faults.stop()
    if not values:
        raise ConfigError([Fault(Place(name), "", "is empty; the shortest configuration is: game: doubles")])
    return values


def _syntax_fault(error: yaml.MarkedYAMLError, name: str) -> Fault:
    """Say in plain words what PyYAML could not read."""
    mark = error.problem_mark or error.context_mark
    place = Place(name, mark.line + 1, mark.column + 1) if mark else Place(name)
    begun = f"(begun in line {error.context_mark.line + 1})," if error.context_mark else None
    problem = " ".join(part for part in (error.context, begun, error.problem) if part)
    problem = problem.replace("'<stream end>'", "the end of the text")
    if "'\\t'" in problem:
        return Fault(place, "", "a tab; YAML is indented with spaces only")
    if "mapping values are not allowed" in problem:
        problem += " (a second ': ' on one line: put the text in quotes, or check the indentation of the line before)"
    if "expected chomping or indentation indicators" in problem:
        problem += " (put > and >= in quotes, or write above and at_least)"
    if "could not find expected ':'" in problem:
        problem += " (a key needs a colon and a space after it)"
    return Fault(place, "", f"is not valid YAML: {problem}")


class _Reader:
    """Turns composed nodes into the tree, collecting faults."""

    def __init__(self, name: str) -> None:
        self.faults = Faults()
        self._name = name
        self._count = 0

    def _place(self, node: yaml.Node) -> Place:
        return Place(self._name, node.start_mark.line + 1, node.start_mark.column + 1)

    def convert(self, node: yaml.Node, depth: int) -> Value:
        """Return the tree of one node; aliases are expanded, within limits."""
        self._count += 1
        place = self._place(node)
        if depth > MAX_DEPTH:
            message = "is nested too deeply, or an alias contains itself"
            raise ConfigError([Fault(place, "", message)])
        if self._count > MAX_NODES:
            raise ConfigError([Fault(place, "", f"holds more than {MAX_NODES:,} values (aliases counted in full)")])
        if node.tag not in _KNOWN_TAGS:
            self.faults.add(place, "", f"the tag {node.tag.replace(_CORE, '!!')} is not used here; leave it out")
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, place, depth)
        if isinstance(node, yaml.SequenceNode):
            return Seq(place, [self.convert(child, depth + 1) for child in node.value])
        assert isinstance(node, yaml.ScalarNode)
        return self._scalar(node, place)

    def _scalar(self, node: yaml.ScalarNode, place: Place) -> Scalar:
        text = str(node.value)
        quoted = node.style is not None or (node.tag == _CORE + "str" and text.lower() in _TRUE | _FALSE)
        flag = (text.lower() in _TRUE) if node.tag == _CORE + "bool" and not quoted else None
        return Scalar(text, place, flag, node.tag == _CORE + "null" and not quoted, quoted)

    def _mapping(self, node: yaml.MappingNode, place: Place, depth: int) -> Map:
        result = Map(place)
        merged: list[Value] = []
        for key_node, value_node in node.value:
            key_place = self._place(key_node)
            if not isinstance(key_node, yaml.ScalarNode):
                self.faults.add(key_place, "", "a key must be a word, not a list or a mapping")
                continue
            key, value = str(key_node.value), self.convert(value_node, depth + 1)
            if key_node.tag == _CORE + "merge":
                merged += value if isinstance(value, Seq) else [value]
            elif key in result:
                first = result.key_places[key].line
                message = f"the key {key} is written twice, in lines {first} and {key_place.line}"
                if key.isdigit() and isinstance(value, Scalar) and value.empty:
                    message += "; is this a number with commas? write 1000000 or 1_000_000"
                self.faults.add(key_place, key, message)
            else:
                result.put(key, value, key_place)
        for other in merged:
            self._merge(result, other)
        return result

    def _merge(self, into: Map, other: Value) -> None:
        """Carry out a merge key (``<<``): keys written out win."""
        if not isinstance(other, Map):
            self.faults.add(other.place, "<<", "a merge key (<<) needs a mapping, such as an alias *name")
            return
        for key, value in other.items():
            if key not in into:
                into.put(key, value, other.key_places[key])


def from_plain(value: object, place: Place | None = None, depth: int = 0) -> Value:
    """Turn dicts, lists and plain values into the tree (no places), so that one checker serves files and dicts.

    Raises
    ------
    ConfigError
        On values that a configuration cannot hold, and on nesting without end.
    """
    place = place or Place()
    if depth > MAX_DEPTH:
        raise ConfigError([Fault(place, "", "is nested too deeply, or contains itself")])
    if isinstance(value, Scalar | Map | Seq):
        return value
    if isinstance(value, Mapping):
        result = Map(place)
        for key, item in value.items():
            result.put(str(key), from_plain(item, place, depth + 1), place)
        return result
    if isinstance(value, list | tuple):
        return Seq(place, [from_plain(item, place, depth + 1) for item in value])
    if value is None:
        return Scalar("null", place, empty=True)
    if isinstance(value, bool):
        return Scalar("true" if value else "false", place, flag=value)
    if isinstance(value, str):
        return Scalar(value, place, quoted=True)
    if isinstance(value, Path):
        return Scalar(str(value), place, quoted=True)
    if hasattr(value, "__index__") or hasattr(value, "__float__"):
        return Scalar(str(value), place)
    raise ConfigError([Fault(place, "", f"a value of the type {type(value).__name__} cannot stand in a configuration")])


def to_plain(value: Value) -> Any:
    """Turn the tree back into dicts, lists and texts, yes/no as booleans: what was written, for the record."""
    if isinstance(value, Map):
        return {key: to_plain(item) for key, item in value.items()}
    if isinstance(value, Seq):
        return [to_plain(item) for item in value]
    if value.empty:
        return None
    return value.flag if value.flag is not None else value.text


def _child(tree: Value, part: str | int) -> Value | None:
    """Return what a mapping or list holds there, None if nothing."""
    if isinstance(tree, Map) and isinstance(part, str):
        return tree.get(part)
    if isinstance(tree, Seq) and isinstance(part, int) and part < len(tree):
        return cast("Value", tree[part])
    return None


def place_at(tree: Value, path: Sequence[str | int], key: bool = False) -> Place:
    """Return the place of the value at a path (or of its key), as deep as the path leads."""
    place = tree.place
    for depth, part in enumerate(path):
        inner = _child(tree, part)
        if inner is None:
            break
        last = depth == len(path) - 1
        place = tree.key_places[str(part)] if key and last and isinstance(tree, Map) else inner.place
        tree = inner
    return place


def path_at(tree: Value, path: Sequence[str | int]) -> tuple[str | int, ...]:
    """Return the path as users see it: without the parts that they did not write, as one value stood there."""
    seen: list[str | int] = []
    for part in path:
        if not isinstance(tree, Scalar) and not tree.single:
            seen.append(part)
        inner = _child(tree, part)
        if inner is None:
            break
        tree = inner
    return tuple(seen)


def moved(value: Value, place: Place) -> Value:
    """Return the tree with every place replaced: how an override names itself."""
    if isinstance(value, Map):
        result = Map(place, value.single)
        for key, item in value.items():
            result.put(key, moved(item, place), place)
        return result
    if isinstance(value, Seq):
        return Seq(place, [moved(item, place) for item in value], value.single)
    return dataclasses.replace(value, place=place)
