"""Matplotlib's SVG made fit for a page: own ids, no metadata, colours and fonts left to the page's style sheet.

A page holds several pictures and two themes. Ids are prefixed so that they are unique in the page; each colour of
`COLOURS` becomes a style variable with that colour as its fallback; the font is the page's. The picture is parsed and
written as XML, never edited as text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple
from xml.etree import ElementTree

__all__ = ["COLOURS", "Text", "Tip", "page_svg"]

COLOURS: Mapping[str, str] = {
    "ink": "#1c2b33",
    "muted": "#56636a",
    "rule": "#e4dfd2",
    "axis": "#8a9297",
    "accent": "#2a5d7c",
    "better": "#0f5f92",
    "worse": "#ad420b",
    "same": "#4a665b",
    "undecided": "#676b71",
    "paper": "#fdfcf8",
}
"""Colours of a figure by role, as drawn and as the page's light theme shows them (blue and orange are told apart
by colour-blind readers)."""

_SVG = "http://www.w3.org/2000/svg"
_HREF = "{http://www.w3.org/1999/xlink}href"
_VARIABLES = {colour: f"var(--{role}, {colour})" for role, colour in COLOURS.items()}


class Text(NamedTuple):
    """A text of a picture: its baseline's start, middle or end, and its looks."""

    x: float
    y: float
    text: str
    size: float
    colour: str
    anchor: str = "start"
    weight: int = 400


class Tip(NamedTuple):
    """A box of a picture and what it says to those who point at it."""

    x: float
    y: float
    width: float
    height: float
    text: str


def page_svg(svg: str, prefix: str, label: str, texts: Sequence[Text] = (), tips: Sequence[Tip] = ()) -> str:
    """Return a picture ready to be put into a page.

    Parameters
    ----------
    svg : str
        As matplotlib wrote it.
    prefix : str
        Put before every id; unique in the page.
    label : str
        What the picture shows, for readers who do not see it.
    texts, tips : sequence of Text and of Tip
        What is written over the shapes, and explained; y runs downwards.

    Returns
    -------
    str
        An ``<svg>`` element without a fixed size.
    """
    root = ElementTree.fromstring(svg)
    _drop(root, {f"{{{_SVG}}}metadata", f"{{{_SVG}}}style"})
    for name in ("width", "height", "version"):
        root.attrib.pop(name, None)
    root.set("role", "img")
    root.set("aria-label", label)
    for element in root.iter():
        _adapt(element, prefix)
    root.extend(_text(text) for text in texts)
    root.extend(_tip(tip) for tip in tips)
    ElementTree.register_namespace("", _SVG)
    ElementTree.register_namespace("xlink", "http://www.w3.org/1999/xlink")
    return ElementTree.tostring(root, encoding="unicode")


def _text(text: Text) -> ElementTree.Element:
    """Return a text as an element; fonts are left to the style sheet."""
    attributes = {"x": f"{text.x:.6g}", "y": f"{text.y:.6g}"}
    attributes |= {"text-anchor": text.anchor} if text.anchor != "start" else {}
    bold = f"; font-weight: {text.weight}" if text.weight != 400 else ""
    attributes["style"] = f"font-size: {text.size:g}px; fill: {_VARIABLES[COLOURS[text.colour]]}{bold}"
    element = ElementTree.Element(f"{{{_SVG}}}text", attributes)
    element.text = text.text
    return element


def _tip(tip: Tip) -> ElementTree.Element:
    """Return a box that is not seen and has a title."""
    places = ("x", "y", "width", "height")
    attributes = {name: f"{value:.6g}" for name, value in zip(places, tip, strict=False)}
    element = ElementTree.Element(f"{{{_SVG}}}rect", attributes | {"class": "tip"})
    ElementTree.SubElement(element, f"{{{_SVG}}}title").text = tip.text
    return element


def _drop(parent: ElementTree.Element, tags: set[str]) -> None:
    """Remove elements by tag, at any depth."""
    for child in list(parent):
        if child.tag in tags:
            parent.remove(child)
        else:
            _drop(child, tags)


def _adapt(element: ElementTree.Element, prefix: str) -> None:
    """Make ids and references unique, and hand colours and fonts to the style sheet."""
    attributes = element.attrib
    if "id" in attributes:
        attributes["id"] = f"{prefix}-{attributes['id']}"
    if _HREF in attributes:
        attributes[_HREF] = f"#{prefix}-{attributes[_HREF].removeprefix('#')}"
    if "clip-path" in attributes:
        attributes["clip-path"] = attributes["clip-path"].replace("url(#", f"url(#{prefix}-")
    if attributes.get("transform", "").startswith("rotate(-0 "):
        del attributes["transform"]
    if "style" in attributes:
        attributes["style"] = _style(attributes["style"])


def _style(style: str) -> str:
    """Replace the colours of a style attribute and leave out its font family."""
    declarations = []
    for declaration in re.split(r";\s*", style):
        name, _, value = declaration.partition(": ")
        if name != "font-family":
            declarations.append(f"{name}: {_VARIABLES.get(value, value)}")
    return "; ".join(declarations)
