"""Where the tiles of a layout lie: lines that turn at the edge of the table and never touch another line.

The whole layout is known before the first tile is placed, so a line is laid where there is room for what follows. The
same layout always lies the same way.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reports.poses import (
    CLEARANCE,
    EXTENT,
    GAP,
    NEAR,
    Exit,
    Node,
    Pose,
    distance,
    moved,
    overlap,
    sides_of,
    ways_to_lie,
)

__all__ = ["place"]

Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""


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
            clearance=CLEARANCE if number < 2 else NEAR,
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
        self.exits: list[dict[str, list[Exit]]] = []  # those still free, by kind
        self.waiting: dict[int, list[Exit]] = {}  # where a tile that is not laid yet may go
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

    def _places(self, number: int, start: Sequence[Pose], blame: set[int]) -> list[tuple[Exit | None, Pose]]:
        """Return where a tile may lie, the cheapest first, and add the tiles that rule out others to `blame`."""
        if self.nodes[number].parent < 0:
            return [(None, Pose(0.0, 0.0, 2 if self.nodes[number].double else 0, 0))]
        free: list[tuple[float, int, Exit, Pose]] = []
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

    def _lay(self, number: int, pose: Pose, used: Exit | None) -> tuple[int, Box]:
        """Lay a tile and open its sides; return what taking it back needs."""
        node = self.nodes[number]
        spot = 0
        if used is not None:
            sides = self.exits[node.parent][node.side]
            spot = sides.index(used)
            del sides[spot]
        self.waiting.pop(number, None)
        self.poses.append(pose)
        self.exits.append(sides_of(node, pose))
        box, self.box = self.box, self._grown(pose)
        for child in self.children[number]:
            self.waiting[child] = self.exits[number][self.nodes[child].side]
        return spot, box

    def _take_back(self, number: int, used: Exit | None, undo: tuple[int, Box]) -> None:
        """Take the last tile back."""
        for child in self.children[number]:
            del self.waiting[child]
        spot, self.box = undo
        self.poses.pop()
        self.exits.pop()
        if used is not None:
            node = self.nodes[number]
            sides = self.exits[node.parent][node.side]
            sides.insert(spot, used)
            self.waiting[number] = sides

    def _options(self, number: int) -> Iterator[tuple[Exit, Pose, float]]:
        """Yield the places where a tile may touch, with its pose there and what its turning costs."""
        node = self.nodes[number]
        after_double = self.nodes[node.parent].double
        crowded = after_double and node.double
        for side in self.exits[node.parent][node.side]:
            for far in (0.0, *self.effort.apart):
                if far and not self.effort.through and any(distance(side, 0.1, other) < far for other in self.poses):
                    break
                away = Exit(*moved(*side, far), side.turn) if far else side
                wanted = self.effort.doubles_apart if crowded else 0.0
                cost = 3.0 * abs(far - wanted)
                for pose, turned in ways_to_lie(away, node.double, after_double):
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
        beside = self.nodes[number].parent == parent or self.nodes[parent].parent == number
        return NEAR if beside else self.effort.clearance

    def _grown(self, pose: Pose) -> Box:
        """Return the box around all tiles and one more."""
        across, down = EXTENT[pose.turn][0], EXTENT[pose.turn][2]
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
        half, need = self._needs(child)
        free = [
            min((distance(side, half, other) for other in self.poses), default=need)
            for side in sides_of(self.nodes[number], pose)[kind]
        ]
        return self._lacking(child, max(free), need)

    def _taken(self, child: int, sides: Sequence[Exit], pose: Pose) -> float:
        """Return how much room a tile takes from a line that goes on elsewhere."""
        half, need = self._needs(child)
        return self._lacking(child, max((distance(side, half, pose) for side in sides), default=need), need)

    def _needs(self, child: int) -> tuple[float, float]:
        """Return half the width and the length of the corridor that a line should find free."""
        node = self.nodes[child]
        return (1.0 if node.double else 0.5) + CLEARANCE, min(node.run, self.effort.ahead) + 0.4

    def _lacking(self, child: int, free: float, need: float) -> float:
        """Weigh what a line lacks of the room it needs; too little for the next tile weighs most."""
        stuck = free < (1.2 if self.nodes[child].double else 2.2)
        return self.urgent[child] * (0.8 * max(0.0, need - free) + (6.0 if stuck else 0.0))
