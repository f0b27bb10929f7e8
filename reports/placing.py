"""Where the tiles of a layout lie: lines that turn at the edge of the table and never touch another line.

Geometry only, in units of half a tile, y downwards. A tile is a rectangle of 2 by 1 with a centre and a direction, one of
eight at steps of 45 degrees (diagonals are used by doubles with more than four arms). The whole layout is known before
the first tile is placed, so a line is laid where there is room for what follows. The same layout always lies the same way.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

__all__ = ["END", "FAR", "FLANK", "HIGH", "LOW", "STAR", "TIP", "Node", "Pose", "overlap", "place"]

END, LOW, HIGH = "end", "low", "high"  # the outer end of a tile; of the led tile its two halves
FAR, TIP, STAR = "far", "tip", "star"  # a double's long sides, its short sides, its corners
FLANK = "flank"  # the long sides of a led tile that is no double

GAP = 0.08  # between two tiles that touch
CLEARANCE = 0.14  # between two that do not, where there is room; else as between two that touch
_NEAR = 0.05  # at least between tiles that lie on the same one, or where there is little room
_STAR = 0.64  # from a double's corner to a tile laid slantwise there: it then clears the tiles beside it
_SLANT = 0.42  # from a slanting tile's end to one that turns out of the slant

_DIRECTIONS = tuple((round(math.cos(k * math.pi / 4), 9), round(math.sin(k * math.pi / 4), 9)) for k in range(8))
_EXTENT = tuple(
    tuple(abs(a[0] * u[0] + a[1] * u[1]) + 0.5 * abs(a[0] * u[1] - a[1] * u[0]) for u in _DIRECTIONS)
    for a in _DIRECTIONS
)
"""Half the width of a tile, by its direction, as seen along another direction."""


class Pose(NamedTuple):
    """Where a tile lies: its centre, the direction (times 45 degrees) of its outer half, and where the line goes on.

    The two directions differ for a double that lies across its line. A tile may lie `apart` from the one it is played on.
    """

    x: float
    y: float
    turn: int
    way: int
    apart: float = 0.0


class _Exit(NamedTuple):
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


@dataclass(frozen=True)
class _Effort:
    """How a try weighs things: size of the table, how far it looks ahead, and how much air it leaves."""

    width: float
    height: float
    ahead: float
    clearance: float
    lays: int  # at most, those taken back included
    apart: tuple[float, ...]  # how far a tile may lie from the one it is played on
    through: bool  # and whether other tiles may lie between the two
    doubles_apart: float  # how far a double should lie from a double that it is played on


_LAYS = (120, 160, 200, 240, 280, 320, 1000)
"""Tiles laid in each try at most, those taken back included. The last try needs few: it always finds a place."""

_APART = tuple(1.3 * step for step in range(1, 100))
_SHAPE = 1.6  # width to height


def place(nodes: Sequence[Node], start: Sequence[Pose] = ()) -> tuple[Pose, ...]:
    """Place the tiles of a layout so that none covers or touches another but the one it lies on.

    Parameters
    ----------
    nodes : sequence of Node
        The tiles in the order in which they are laid.
    start : sequence of Pose
        Where the first tiles lie already, such as those of another layout that begins the same way.

    Returns
    -------
    tuple of Pose
        One a tile. Where doubles are played on doubles there may be no way to lay all tiles side by side; then some lie
        a little apart from the tile they are played on, in the direction of the line.

    Raises
    ------
    ValueError
        If no way was found.
    """
    _measure(nodes)
    side = math.sqrt(max(70.0, 6.4 * len(nodes)) * _SHAPE)
    urgent = [1.0] * len(nodes)
    last = len(_LAYS) - 1
    for number in range(last + 1):
        stretch = 1.0 + 0.08 * number
        effort = _Effort(
            width=stretch * side,
            height=stretch * side / _SHAPE,
            ahead=5.0 * stretch,
            clearance=CLEARANCE if number < 2 else _NEAR,
            lays=_LAYS[number],
            apart=() if number < 3 else _APART[:5] if number < last else _APART,
            through=number == last,
            doubles_apart=0.0 if number < 3 else 1.3 * (number - 2),
        )
        table = _Table(nodes, effort, urgent)
        if table.fill(start):
            return tuple(table.poses)
        _make_room(nodes, urgent, table.stuck)
    if start:
        return place(nodes)
    raise ValueError(f"no room was found for {len(nodes)} tiles")


def _make_room(nodes: Sequence[Node], urgent: list[float], stuck: int) -> None:
    """Let the next try keep more room for a tile that found no place, and for those before it."""
    more = 4.0
    while stuck > 0:
        urgent[stuck] += more
        stuck, more = nodes[stuck].parent, more / 2


def overlap(one: Pose, other: Pose, clearance: float = 0.0) -> bool:
    """Say whether two tiles are nearer to each other than a clearance (separating axes of two rectangles)."""
    dx, dy = one.x - other.x, one.y - other.y
    for turn in (one.turn,) if (one.turn - other.turn) % 2 == 0 else (one.turn, other.turn):
        for axis in (turn % 8, (turn + 2) % 8):
            ux, uy = _DIRECTIONS[axis]
            if abs(dx * ux + dy * uy) >= _EXTENT[one.turn][axis] + _EXTENT[other.turn][axis] + clearance:
                return False
    return True


def _measure(nodes: Sequence[Node]) -> None:
    """Note the length of the longest line that starts with each tile."""
    for node in nodes:
        node.run = 1.0 if node.double else 2.0
    for node in reversed(nodes):
        if node.parent >= 0:
            parent = nodes[node.parent]
            own = 1.0 if parent.double else 2.0
            parent.run = max(parent.run, own + node.run)


class _Table:
    """A table that is filled tile by tile, each where it costs least."""

    def __init__(self, nodes: Sequence[Node], effort: _Effort, urgent: Sequence[float]) -> None:
        self.nodes = nodes
        self.effort = effort
        self.urgent = urgent  # how much it matters that a tile finds room
        self.children: list[list[int]] = [[] for _ in nodes]
        for number, node in enumerate(nodes):
            if node.parent >= 0:
                self.children[node.parent].append(number)
        self.poses: list[Pose] = []
        self.exits: list[dict[str, list[_Exit]]] = []  # those still free, by kind
        self.waiting: dict[int, list[_Exit]] = {}  # where a tile that is not laid yet may go
        self.box = (0.0, 0.0, 0.0, 0.0)

    def fill(self, start: Sequence[Pose]) -> bool:
        """Lay all tiles, the first ones where they are said to lie; say whether all found a place."""
        self.lays = self.stuck = 0
        return self._lay_from(0, start) is None

    def _lay_from(self, number: int, start: Sequence[Pose]) -> set[int] | None:
        """Lay a tile and all that follow, or return the tiles that are in their way.

        Of several places the cheapest is tried first; a tile that is in nobody's way is not tried elsewhere.
        """
        if number == len(self.nodes):
            return None
        node = self.nodes[number]
        beside = [other for other in self.children[max(node.parent, 0)] if other < number]
        blame = {node.parent, *(other for other in beside if self.nodes[other].side == node.side)}
        for used, pose in self._places(number, start, blame):
            self.lays += 1
            undo = self._lay(number, pose, used)
            found = self._lay_from(number + 1, start)
            if found is None:
                return None
            self._take_back(number, used, undo)
            if number not in found or self.lays > self.effort.lays:
                return found
            blame |= found - {number}
        self.stuck = max(self.stuck, number)
        return blame

    def _places(self, number: int, start: Sequence[Pose], blame: set[int]) -> list[tuple[_Exit | None, Pose]]:
        """Return where a tile may lie, the cheapest first, and add the tiles that rule out others to `blame`."""
        if self.nodes[number].parent < 0:
            return [(None, Pose(0.0, 0.0, 2 if self.nodes[number].double else 0, 0))]
        free = []
        for used, pose, turning in self._options(number):
            if number < len(start) and pose != start[number]:
                continue
            blockers = self._blockers(pose, self.nodes[number].parent)
            if not blockers:
                free.append((self._cost(number, pose, turning), len(free), used, pose))
                if self.effort.through and len(free) > 5:
                    break
            blame |= blockers
        return [(used, pose) for _, _, used, pose in sorted(free)]

    def _lay(self, number: int, pose: Pose, used: _Exit | None) -> tuple[int, tuple[float, float, float, float]]:
        """Lay a tile and open its sides; return what taking it back needs."""
        node = self.nodes[number]
        place = 0
        if used is not None:
            sides = self.exits[node.parent][node.side]
            place = sides.index(used)
            del sides[place]
        self.waiting.pop(number, None)
        self.poses.append(pose)
        self.exits.append(_exits_of(node, pose))
        box, self.box = self.box, self._grown(pose)
        for child in self.children[number]:
            self.waiting[child] = self.exits[number][self.nodes[child].side]
        return place, box

    def _take_back(self, number: int, used: _Exit | None, undo: tuple[int, tuple[float, float, float, float]]) -> None:
        """Take the last tile back."""
        for child in self.children[number]:
            del self.waiting[child]
        place, self.box = undo
        self.poses.pop()
        self.exits.pop()
        if used is not None:
            node = self.nodes[number]
            sides = self.exits[node.parent][node.side]
            sides.insert(place, used)
            self.waiting[number] = sides

    def _options(self, number: int) -> Iterator[tuple[_Exit, Pose, float]]:
        """Yield the places where a tile may touch, with its pose there and what its turning costs."""
        node = self.nodes[number]
        after_double = self.nodes[node.parent].double
        crowded = after_double and node.double
        for side in self.exits[node.parent][node.side]:
            for far in (0.0, *self.effort.apart):
                if far and not self.effort.through and any(_distance(side, 0.1, other) < far for other in self.poses):
                    break
                away = _Exit(*_moved(*side, far), side.turn) if far else side
                wanted = self.effort.doubles_apart if crowded else 0.0
                cost = 3.0 * abs(far - wanted)
                for pose, turned in _poses(away, node.double, after_double):
                    yield side, pose._replace(apart=far), cost + turned * (3.5 if after_double else 1.0)

    def _blockers(self, pose: Pose, parent: int) -> set[int]:
        """Return the tiles that a tile would cover or come too near to."""
        return {
            number
            for number, other in enumerate(self.poses)
            if abs(pose.x - other.x) < 2.5
            and abs(pose.y - other.y) < 2.5
            and overlap(pose, other, self._air(number, parent))
        }

    def _air(self, number: int, parent: int) -> float:
        """Return how far from a tile one must stay that lies on `parent`."""
        if number == parent:
            return GAP / 4
        return (
            _NEAR
            if self.nodes[number].parent == parent or self.nodes[parent].parent == number
            else self.effort.clearance
        )

    def _grown(self, pose: Pose) -> tuple[float, float, float, float]:
        """Return the box around all tiles and one more."""
        across, down = _EXTENT[pose.turn][0], _EXTENT[pose.turn][2]
        left, top, right, bottom = self.box
        return (
            min(left, pose.x - across),
            min(top, pose.y - down),
            max(right, pose.x + across),
            max(bottom, pose.y + down),
        )

    def _cost(self, number: int, pose: Pose, turning: float) -> float:
        """Weigh a place: turning, leaving the table, lacking room ahead, taking it from other lines."""
        cost = turning
        left, top, right, bottom = self._grown(pose)
        old = self.box
        cost += 0.04 * ((right - left) - (old[2] - old[0]) + (bottom - top) - (old[3] - old[1]))
        cost += 2.0 * (
            max(0.0, right - left - max(self.effort.width, old[2] - old[0]))
            + max(0.0, bottom - top - max(self.effort.height, old[3] - old[1]))
        )
        for child in self.children[number]:
            cost += self._shortage(child, pose, self.nodes[child].side, number)
        for child, sides in self.waiting.items():
            if child != number:
                cost += self._taken(child, sides, pose)
        return cost

    def _shortage(self, child: int, pose: Pose, kind: str, number: int) -> float:
        """Return how much room the line that goes on from a tile would lack."""
        node = self.nodes[child]
        need = min(node.run, self.effort.ahead) + 0.4
        half = (1.0 if node.double else 0.5) + CLEARANCE
        best = 0.0
        for side in _exits_of(self.nodes[number], pose)[kind]:
            best = max(best, min((_distance(side, half, other) for other in self.poses), default=need))
        short = max(0.0, need - best)
        return self.urgent[child] * (0.8 * short + (6.0 if best < (1.2 if node.double else 2.2) else 0.0))

    def _taken(self, child: int, sides: Sequence[_Exit], pose: Pose) -> float:
        """Return how much room a tile takes from a line that goes on elsewhere."""
        node = self.nodes[child]
        need = min(node.run, self.effort.ahead) + 0.4
        half = (1.0 if node.double else 0.5) + CLEARANCE
        left = max((_distance(side, half, pose) for side in sides), default=need)
        short = max(0.0, need - left)
        return self.urgent[child] * (0.8 * short + (6.0 if left < (1.2 if node.double else 2.2) else 0.0))


def _distance(side: _Exit, half: float, other: Pose) -> float:
    """Return how far a corridor of some half-width is free before a tile; far if the tile is not in its way."""
    ux, uy = _DIRECTIONS[side.turn]
    dx, dy = other.x - side.x, other.y - side.y
    across = abs(dx * uy - dy * ux)
    if across >= half + _EXTENT[other.turn][(side.turn + 2) % 8]:
        return 99.0
    ahead = dx * ux + dy * uy
    reach = _EXTENT[other.turn][side.turn]
    return 99.0 if ahead + reach <= 0.05 else max(0.0, ahead - reach)


def _moved(x: float, y: float, turn: int, by: float) -> tuple[float, float]:
    ux, uy = _DIRECTIONS[turn % 8]
    return round(x + by * ux, 6), round(y + by * uy, 6)


def _poses(side: _Exit, double: bool, after_double: bool) -> Iterator[tuple[Pose, int]]:
    """Yield how a tile may lie at a side: straight on, or turning left or right (1); doubles lie across.

    Where blanks are wild, a double may lie on a double; there it may also lie lengthwise, so that neither is in the way
    of the other's arms.
    """
    x, y, way = side
    if double:
        yield Pose(*_moved(x, y, way, GAP + 0.5), (way + 2) % 8, way), 0
    if not double or after_double:
        yield Pose(*_moved(x, y, way, GAP + 1.0), way, way), int(double)
    if way % 2:  # out of the slant, by half a turn
        for on in ((way + 1) % 8, (way - 1) % 8):
            yield Pose(*_moved(x, y, on, _SLANT + (0.5 if double else 1.0)), (on + 2 if double else on) % 8, on), 1
    elif not double:
        corner = _moved(x, y, way, GAP + 0.5)
        for on in ((way + 2) % 8, (way - 2) % 8):
            yield Pose(*_moved(*corner, on, 0.5), on, on), 1


def _exits_of(node: Node, pose: Pose) -> dict[str, list[_Exit]]:
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


def _exit(pose: Pose, quarter: int, reach: float) -> _Exit:
    """Return a side of a tile: in which direction from its line's, and how far from its centre."""
    way = (pose.way + quarter) % 8
    return _Exit(*_moved(pose.x, pose.y, way, reach), way)


def _corner(pose: Pose, quarter: int) -> _Exit:
    """Return a corner of a double that lies across."""
    slant = (pose.way + quarter) % 8
    beside, along = ((pose.way + quarter + turn) % 8 for turn in ((1, -1) if quarter in (7, 3) else (-1, 1)))
    corner = _moved(*_moved(pose.x, pose.y, along, 1.0), beside, 0.5)
    return _Exit(*_moved(*corner, slant, _STAR), slant)
