"""Fonts for names in any script: the installed ones that have the glyphs, or the names that none can draw."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

__all__ = ["BASE_FAMILY", "choose_fonts"]

BASE_FAMILY = "DejaVu Sans"  # comes with matplotlib, so it is always there

_FAMILIES = (
    *("Noto Sans", "Noto Sans CJK JP", "Noto Sans CJK SC", "Noto Sans JP", "Noto Sans SC", "Noto Sans KR"),
    *("Noto Sans Arabic", "Noto Naskh Arabic", "Noto Sans Hebrew", "Noto Sans Devanagari", "Noto Sans Thai"),
    *("Arial Unicode MS", "Hiragino Sans", "PingFang SC", "Apple SD Gothic Neo", "Geeza Pro", "Yu Gothic"),
    *("MS Gothic", "Microsoft YaHei", "SimSun", "Malgun Gothic", "Segoe UI", "WenQuanYi Micro Hei"),
    *("WenQuanYi Zen Hei", "Droid Sans Fallback", "IPAexGothic", "TakaoGothic", "Unifont", "FreeSans"),
)
"""Families looked for, best known first: opening every font of a machine would take seconds."""


def choose_fonts(names: Iterable[str]) -> tuple[list[str], list[str]]:
    """Return the families to draw some names with, and the names that cannot be drawn whole.

    Parameters
    ----------
    names : iterable of str
        Everything that will be written in a figure.

    Returns
    -------
    families : list of str
        `BASE_FAMILY`, then installed families that add missing glyphs.
    undrawn : list of str
        Names with a character that none of them has, in the order given.
    """
    texts = list(dict.fromkeys(names))
    needed = {char for text in texts for char in text if not char.isspace()}
    families, missing = [BASE_FAMILY], needed - _glyphs(BASE_FAMILY, "".join(sorted(needed)))
    for family in _installed(_FAMILIES) if missing else ():
        found = _glyphs(family, "".join(sorted(missing)))
        if found:
            families.append(family)
            missing -= found
        if not missing:
            break
    return families, [text for text in texts if missing.intersection(text)]


def _installed(families: Sequence[str]) -> list[str]:
    """Return those of some families that matplotlib knows to be installed."""
    from matplotlib import font_manager

    known = {entry.name for entry in font_manager.fontManager.ttflist}
    return [family for family in families if family in known]


@lru_cache(maxsize=256)
def _glyphs(family: str, chars: str) -> frozenset[str]:
    """Return which characters a family has; none if its file cannot be read."""
    from matplotlib import font_manager

    try:
        path = font_manager.findfont(family, fallback_to_default=False)
        font = font_manager.get_font(path)
        return frozenset(char for char in chars if font.get_char_index(ord(char)))
    except (OSError, RuntimeError, ValueError):
        return frozenset()
