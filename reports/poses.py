"""A tile as it lies: a rectangle of 2 by 1 in halves of a tile, y downwards, in one of eight directions.

Directions go in steps of 45 degrees from the right, clockwise; slanting ones are used by doubles with more than four
arms.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

__all__ = [
    "CLEARANCE",
    "END",
    "EXTENT",
    "FAR",
    "FLANK",
    "GAP",
    "HIGH",
    "LOW",
    "NEAR",
    "STAR",
    "TIP",
    "Exit",
    "Node",
    "Pose",
    "distance",
    "moved",
    "overlap",
    "sides_of",
    "ways_to_lie",
]

END, LOW, HIGH = "end", "low", "high"  # the outer end of a tile; of the led tile its two halves
FAR, TIP, STAR = "far", "tip", "star"  # a double's long sides, its short sides, its corners
FLANK = "flank"  # the long sides of a led tile that is no double

GAP = 0.08  # between two tiles that touch
CLEARANCE = 0.14  # between two that do not, where there is room; else as between two that touch
NEAR = 0.05  # at least between tiles that lie on the same one, or where there is little room
_STAR = 0.64  # from a double's corner to a tile laid slantwise there: it then clears the tiles beside it
_SLANT = 0.42  # from a slanting tile's end to one that turns out of the slant

DIRECTIONS = tuple((round(math.cos(k * math.pi / 4), 9), round(math.sin(k * math.pi / 4), 9)) for k in range(8))
EXTENT = tuple(
    tuple(abs(a[0] * u[0] + a[1] * u[1]) + 0.5 * abs(a[0] * u[1] - a[1] * u[0]) for u in DIRECTIONS) for a in DIRECTIONS
)
"""Half the width of a tile, by its direction, as seen along another direction."""


class Pose(NamedTuple):
    """Where a tile lies: its centre, the direction (times 45 degrees) of its outer half, and where the line goes on.

    The two directions differ for a double that lies across its line. A tile may lie `apart` from the one it is played
    on.
    """

    x: float
    y: float
    turn: int
    way: int
    apart: float = 0.0


class Exit(NamedTuple):
    """A place where a tile may touch: a point and the direction outwards."""

    x: float
    y: float
    turn: int


@dataclass
class Node:
    """A tile of a layout: what it lies on, by the number of the tile and the kind of side, and what lies on it.

    The tiles are numbered as they are laid; the first has no `parent`.
    """

    double: bool
    parent: int = -1
    side: str = ""
    run: float = 0.0  # length of the longest line that starts with this tile


def overlap(one: Pose, other: Pose, clearance: float = 0.0) -> bool:
    """Say whether two tiles are nearer to each other than a clearance (separating axes of two rectangles)."""
    dx, dy = one.x - other.x, one.y - other.y
    for turn in (one.turn,) if (one.turn - other.turn) % 2 == 0 else (one.turn, other.turn):
        for axis in (turn % 8, (turn + 2) % 8):
            ux, uy = DIRECTIONS[axis]
            if abs(dx * ux + dy * uy) >= EXTENT[one.turn][axis] + EXTENT[other.turn][axis] + clearance:
                return False
    return True


def distance(side: Exit, half: float, other: Pose) -> float:
    """Return how far a corridor of some half-width is free before a tile; far if the tile is not in its way."""
    ux, uy = DIRECTIONS[side.turn]
    dx, dy = other.x - side.x, other.y - side.y
    across = abs(dx * uy - dy * ux)
    if across >= half + EXTENT[other.turn][(side.turn + 2) % 8]:
        return 99.0
    ahead = dx * ux + dy * uy
    reach = EXTENT[other.turn][side.turn]
    return 99.0 if ahead + reach <= 0.05 else max(0.0, ahead - reach)


def moved(x: float, y: float, turn: int, by: float) -> tuple[float, float]:
    """Return a point moved in a direction."""
    ux, uy = DIRECTIONS[turn % 8]
    return round(x + by * ux, 6), round(y + by * uy, 6)


def ways_to_lie(side: Exit, double: bool, after_double: bool) -> Iterator[tuple[Pose, int]]:
    """Yield how a tile may lie at a side: straight on, or turning left or right (1); doubles lie across.

    Where blanks are wild, a double may lie on a double; there it may also lie lengthwise, so that neither is in the way
    of the other's arms.
    """
    x, y, way = side
    if double:
        yield Pose(*moved(x, y, way, GAP + 0.5), (way + 2) % 8, way), 0
    if not double or after_double:
        yield Pose(*moved(x, y, way, GAP + 1.0), way, way), int(double)
    if way % 2:  # out of the slant, by half a turn
        for on in ((way + 1) % 8, (way - 1) % 8):
            yield Pose(*moved(x, y, on, _SLANT + (0.5 if double else 1.0)), (on + 2 if double else on) % 8, on), 1
    elif not double:
        corner = moved(x, y, way, GAP + 0.5)
        for on in ((way + 2) % 8, (way - 2) % 8):
            yield Pose(*moved(*corner, on, 0.5), on, on), 1


def sides_of(node: Node, pose: Pose) -> dict[str, list[Exit]]:
    """Return the sides of a tile as it lies."""
    long, across = (0.5, 1.0) if pose.turn != pose.way else (1.0, 0.5)
    ahead = _exit(pose, 0, long)
    flanks = [_exit(pose, 6, across), _exit(pose, 2, across)]
    if node.parent >= 0:
        return {FAR: [ahead], TIP: flanks} if node.double else {END: [ahead]}
    back = _exit(pose, 4, long)
    if node.double:
        return {FAR: [ahead, back], TIP: flanks, STAR: [_corner(pose, quarter) for quarter in (7, 3, 5, 1)]}
    return {LOW: [back], HIGH: [ahead], FLANK: flanks}


def _exit(pose: Pose, quarter: int, reach: float) -> Exit:
    """Return a side of a tile: in which direction from its line's, and how far from its centre."""
    way = (pose.way + quarter) % 8
    return Exit(*moved(pose.x, pose.y, way, reach), way)


def _corner(pose: Pose, quarter: int) -> Exit:
    """Return a corner of a double that lies across."""
    slant = (pose.way + quarter) % 8
    beside, along = ((pose.way + quarter + turn) % 8 for turn in ((1, -1) if quarter in (7, 3) else (-1, 1)))
    corner = moved(*moved(pose.x, pose.y, along, 1.0), beside, 0.5)
    return Exit(*moved(*corner, slant, _STAR), slant)
