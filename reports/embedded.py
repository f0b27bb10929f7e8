"""What a page carries for programs: the run's manifest, as a block of JSON that no browser shows or runs.

And the way back: the manifest of a page, and the lines that it shows.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from html.parser import HTMLParser
from typing import Any

__all__ = ["BLOCK_ID", "embedded", "read_embedded", "shown_lines"]

BLOCK_ID = "dominolab-manifest"

_BLOCK = re.compile(rf'<script type="application/json" id="{BLOCK_ID}">(.*?)</script>', re.DOTALL)


def embedded(manifest: Mapping[str, Any]) -> str:
    """Return the block of a manifest; nothing in it can end the block or begin a tag."""
    text = json.dumps(dict(manifest), ensure_ascii=True, separators=(",", ":"), default=str)
    safe = text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
    return f'<script type="application/json" id="{BLOCK_ID}">{safe}</script>'


def read_embedded(page: str) -> dict[str, Any] | None:
    """Return the manifest that a page carries, None if it has none that can be read."""
    found = _BLOCK.search(page)
    try:
        manifest = json.loads(found[1]) if found else None
    except ValueError:
        return None
    return manifest if isinstance(manifest, dict) else None


def shown_lines(page: str) -> list[str]:
    """Return what a page says in words and numbers: the paragraphs of its answer and the rows of its tables, in order.

    Pictures, styles and spacing do not count: they depend on fonts and on the version of matplotlib.
    """
    reader = _Reader()
    reader.feed(page)
    reader.close()
    return reader.lines


class _Reader(HTMLParser):
    """Collects the text of rows, and of paragraphs inside the answer."""

    _UNSEEN = ("script", "style", "svg", "head")

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self._text: list[str] | None = None
        self._unseen = 0
        self._sections: list[bool] = []  # whether each open section is the answer

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a line, or something that is not read."""
        if tag in self._UNSEEN:
            self._unseen += 1
        elif tag == "section":
            self._sections.append(("id", "answer") in attrs)
        elif tag == "tr" or (tag == "p" and any(self._sections)):
            self._text = []
        elif tag in ("td", "th") and self._text is not None:
            self._text.append(" ")

    def handle_endtag(self, tag: str) -> None:
        """End a line."""
        if tag in self._UNSEEN:
            self._unseen -= 1
        elif tag == "section" and self._sections:
            self._sections.pop()
        elif tag in ("tr", "p") and self._text is not None:
            self.lines.append(" ".join("".join(self._text).split()))
            self._text = None

    def handle_data(self, data: str) -> None:
        """Take a piece of text."""
        if self._text is not None and not self._unseen:
            self._text.append(data)
