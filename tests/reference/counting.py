"""Points for a play: what the open ends are worth now (rules.md 5.2 and 7.2; PROTOCOL.md, Counting)."""

from __future__ import annotations

from kernels.rules import Rules
from tests.reference.layout import Layout


def total_points(rules: Rules, total: int) -> int:
    """Return the points of an open-end total under the `play_score` words that need only the total."""
    if total <= 0:
        return 0
    if rules.play_score == "multiples":
        return total // rules.score_divisor if total % rules.score_multiple == 0 else 0
    if rules.play_score == "fives_threes":
        return sum(total // n for n in (5, 3) if total % n == 0)
    if rules.play_score == "fives_threes_pips":
        return sum(total for n in (5, 3) if total % n == 0)
    return 0


def bergen_points(layout: Layout) -> int:
    """Return 2 for equal ends of a line, 3 if one of them is a double that closes its arm (rules.md 7.2.6)."""
    left, right = layout.open_sides()
    if left.pips != right.pips:
        return 0
    return 3 if any(side.tile.double and side.tile.covered() == 1 for side in (left, right)) else 2


def points_of_play(layout: Layout) -> int:
    """Return the points of the tile that was laid last."""
    rules = layout.rules
    if rules.play_score == "none" or (layout.size == 1 and not rules.opener_scores):
        return 0
    if rules.play_score == "bergen":
        return bergen_points(layout)
    return total_points(rules, layout.total())


def points_if_played(layout: Layout, code: int) -> int:
    """Return the points a move would score, by laying the tile and taking it back."""
    placed = layout.play(code)
    points = points_of_play(layout)
    layout.take_back(placed)
    return points
