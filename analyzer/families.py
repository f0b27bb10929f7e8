"""Families of games: what a list of games is grouped by."""

from __future__ import annotations

__all__ = ["FAMILIES"]

FAMILIES: dict[str, str] = {
    "line": "Draw and block games: one line, points when a round ends",
    "cross": "Doubles and crosses: doubles open new sides, points when a round ends",
    "scoring": "Scoring games: the open ends score during play",
    "latin": "Latin, Caribbean and Russian games, most of them for two pairs",
}
"""Families in the order of a list, each with its heading."""
