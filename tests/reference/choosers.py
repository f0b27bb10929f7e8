"""How a seat chooses, in plain Python: at random, or by a whole-number score (PROTOCOL.md, Choices).

A chooser is a function of (view, legal moves in canonical order, word of the seat's own stream) that returns the
position of its move in the list. It is asked only when there is more than one legal move.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tests.reference import philox
from tests.reference.features import FEATURES, View, feature
from tests.reference.layout import DRAW, LEAD_PORT, decode

__all__ = ["Chooser", "View", "at_random", "feature", "leading", "lexicographic", "weighing"]

Chooser = Callable[[View, Sequence[int], int], int]


def at_random(view: View, legal: Sequence[int], word: int) -> int:
    """Choose uniformly among the legal moves, DRAW and PASS included."""
    return philox.below32(word & philox.MASK32, len(legal))


def weighing(weights: Mapping[str, int], noise: int = 0, lock_margin: int = 0) -> Chooser:
    """Make a chooser of the move with the highest weighted sum of features.

    Parameters
    ----------
    weights : mapping
        Feature word to whole-number weight.
    noise : int
        Probability times 2**32 of playing a uniformly random legal move instead.
    lock_margin : int
        Pips by which a lock must be expected to be won at least (feature `lock`).
    """
    unknown = set(weights) - {*FEATURES, "lock"}
    if unknown:
        raise ValueError(f"no such features: {sorted(unknown)}")

    def choose(view: View, legal: Sequence[int], word: int) -> int:
        low = word & philox.MASK32
        if word >> 32 < noise:
            return philox.below32(low, len(legal))
        tile_moves = [n for n, code in enumerate(legal) if code < DRAW]
        if not tile_moves:
            return philox.below32(low, len(legal))
        scores = [
            sum(weight * feature(name, view, legal[n], lock_margin) for name, weight in weights.items())
            for n in tile_moves
        ]
        highest = max(scores)
        best = [n for n, score in zip(tile_moves, scores, strict=True) if score == highest]
        return best[philox.below32(low, len(best))]

    return choose


def leading(lead: Chooser, others: Chooser) -> Chooser:
    """Make a chooser that asks one chooser for the lead and another for everything else."""

    def choose(view: View, legal: Sequence[int], word: int) -> int:
        leads = legal[0] < DRAW and decode(legal[0])[0] == LEAD_PORT
        return (lead if leads else others)(view, legal, word)

    return choose


def lexicographic(items: Sequence[tuple[str, int]]) -> dict[str, int]:
    """Turn an order of (feature, 1 or -1) into weights in which an earlier item outweighs all later ones together.

    No feature of a move passes 999 in size, so each place is worth 2,000 of the next.
    """
    return {name: sign * 2000 ** (len(items) - 1 - n) for n, (name, sign) in enumerate(items)}
