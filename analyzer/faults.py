"""Faults of a configuration: all of them at once, each with its place, its path and the nearest right word."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

__all__ = ["ConfigError", "Fault", "Faults", "Place", "join_path", "listed", "nearest", "suggest"]

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a text stands: `file` as the user named it, `line` and `column` from 1, None where there are none."""

    file: str = ""
    line: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        return ":".join(str(part) for part in (self.file, self.line, self.column) if part not in ("", None))


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong; its text is ``file:line:column: path: message`` on one line."""

    place: Place
    path: str
    message: str

    @property
    def file(self) -> str:
        """The file as the user named it, ``--set ...`` for an override, empty for a dict."""
        return self.place.file

    @property
    def line(self) -> int | None:
        """Line from 1, None where the configuration was not a text."""
        return self.place.line

    @property
    def column(self) -> int | None:
        """Column from 1, None where the configuration was not a text."""
        return self.place.column

    def __str__(self) -> str:
        parts = (str(self.place), self.path, self.message)
        return " ".join(": ".join(part for part in parts if part).splitlines())


class ConfigError(ValueError):
    """A configuration that cannot be used.

    Attributes
    ----------
    faults : tuple of Fault
        Everything that is wrong with it, in the order of the text; ``str()`` is one line for each.
    """

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))


class Faults:
    """Collects faults, so that a user sees them all at once."""

    def __init__(self) -> None:
        self._faults: list[Fault] = []

    def __len__(self) -> int:
        return len(self._faults)

    def add(self, place: Place, path: Path | str, message: str) -> None:
        """Add a fault; the same line twice is kept once."""
        fault = Fault(place, path if isinstance(path, str) else join_path(path), message)
        if fault not in self._faults:
            self._faults.append(fault)

    def extend(self, error: ConfigError) -> None:
        """Add the faults of an error."""
        self._faults += [fault for fault in error.faults if fault not in self._faults]

    def stop(self) -> None:
        """Raise `ConfigError` if there is any fault, in the order of the text."""
        if self._faults:
            files = list(dict.fromkeys(fault.file for fault in self._faults))
            key = [(files.index(f.file), f.line or 0, f.column or 0) for f in self._faults]
            raise ConfigError([self._faults[i] for i in sorted(range(len(key)), key=key.__getitem__)])


def join_path(path: Iterable[str | int]) -> str:
    """Write a path as users would: ``policies.hold.prefer[0]``, counting from 0."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text


def nearest(word: str, words: Iterable[str]) -> str | None:
    """Return the word that was most likely meant, None if nothing is near.

    Case, and ``_`` written for ``-``, are overlooked first; after that `difflib` decides, then how the words begin.
    """
    words = list(words)
    plain = {_plain(w): w for w in reversed(words)}
    wanted = _plain(word)
    found = difflib.get_close_matches(wanted, plain, n=1, cutoff=0.6)
    found = found or [one for one in plain if len(wanted) > 2 and one.startswith(wanted)]
    return plain[found[0]] if found else None


def suggest(word: str, words: Iterable[str]) -> str:
    """Return ``; did you mean ...?`` or nothing."""
    found = nearest(word, words)
    return f"; did you mean {found}?" if found and found != word else ""


def listed(words: Sequence[object], last: str = "or") -> str:
    """Write ``a, b or c``."""
    texts = [str(word) for word in words]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} {last} {texts[-1]}" if texts else "nothing"


def _plain(word: str) -> str:
    return word.strip().lower().replace("_", "-").replace(" ", "-")
