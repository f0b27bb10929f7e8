"""How a seat chooses, in plain Python: at random, or by a whole-number score (PROTOCOL.md, Choices).

A chooser is a function of (view, legal moves in canonical order, word of the seat's own stream) that returns the
position of its move in the list. It is asked only when there is more than one legal move.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from kernels.rules import Rules
from tests.reference import philox
from tests.reference.counting import points_if_played
from tests.reference.layout import DRAW, HALVES, LEAD_PORT, PIPS, Layout, decode

FEATURES = ("doubles", "pips", "larger-half", "match", "leave", "accompanied", "variety", "points")


@dataclass(slots=True)
class View:
    """What a seat sees when it chooses: its own hand and the table."""

    rules: Rules
    seat: int
    hand: Sequence[int]
    layout: Layout
    plays: int


Chooser = Callable[[View, Sequence[int], int], int]


def at_random(view: View, legal: Sequence[int], word: int) -> int:
    """Choose uniformly among the legal moves, DRAW and PASS included."""
    return philox.below(word, len(legal))


def weighing(weights: Mapping[str, int], noise: int = 0) -> Chooser:
    """Make a chooser of the move with the highest weighted sum of features.

    Parameters
    ----------
    weights : mapping
        Feature word to whole-number weight.
    noise : int
        Probability times 2**32 of playing a uniformly random legal move instead.
    """
    unknown = set(weights) - set(FEATURES)
    if unknown:
        raise ValueError(f"no such features: {sorted(unknown)}")

    def choose(view: View, legal: Sequence[int], word: int) -> int:
        low = word & philox.MASK32
        if word >> 32 < noise:
            return philox.below32(low, len(legal))
        tile_moves = [n for n, code in enumerate(legal) if code < DRAW]
        if not tile_moves:
            return philox.below32(low, len(legal))
        scores = [sum(weights[word_] * feature(word_, view, legal[n]) for word_ in weights) for n in tile_moves]
        highest = max(scores)
        best = [n for n, score in zip(tile_moves, scores, strict=True) if score == highest]
        return best[philox.below32(low, len(best))]

    return choose


def lexicographic(items: Sequence[tuple[str, int]]) -> dict[str, int]:
    """Turn an order of (feature, 1 or -1) into weights in which an earlier item outweighs all later ones together.

    No feature of a move passes 999 in size, so each place is worth 2,000 of the next.
    """
    return {name: sign * 2000 ** (len(items) - 1 - n) for n, (name, sign) in enumerate(items)}


def feature(name: str, view: View, code: int) -> int:
    """Return the value of a feature for a move that lays a tile."""
    port, _, tile, half = decode(code)
    low, high = HALVES[tile]
    lead = port == LEAD_PORT
    left_open = high if lead or half == low else low
    if name == "doubles":
        return int(low == high)
    if name == "pips":
        return PIPS[tile]
    if name == "larger-half":
        return high
    if name == "match":
        return 0 if lead else port
    if name == "leave":
        return left_open
    if name == "points":
        return points_if_played(view.layout, code)
    rest = [HALVES[other] for other in view.hand if other != tile]
    if name == "variety":
        return len({pip for other in rest for pip in other})
    companions = (low, high) if lead else (left_open,)
    return sum(any(pip in other for pip in companions) for other in rest)
