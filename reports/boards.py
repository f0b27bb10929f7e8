"""The table as it lies: the plays of a round as dominoes side by side, found from the moves alone.

A line runs both ways from the led tile. A double lies across it; a spinner has its other two sides crosswise, a led
double as many arms as are played on it, a led tile that is no double its two flanks. Ends of equal pip are
interchangeable in the rules: of several, the one nearest to the led tile is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from reports.placing import place
from reports.poses import END, FAR, FLANK, HIGH, LOW, STAR, TIP, Node, Pose
from reports.rounds import PLAY, Move, Round, Tile

__all__ = ["Board", "Lying", "board_of", "lay_tree"]

_LEAST = (13.0, 8.0)  # a table is at least so large, that two tiles do not look huge
_MARGIN = 0.55
_REACH = {0: (1.0, 0.5), 2: (0.5, 1.0), 1: (1.07, 1.07), 3: (1.07, 1.07)}
"""How far a tile reaches from its centre, across and down, by its direction; slanting ones with their corners."""


@dataclass(frozen=True)
class Lying:
    """A tile on the table.

    Attributes
    ----------
    tile : tuple of int
        Its halves, the smaller first.
    x, y : float
        Its centre, in halves of a tile, from that of the led tile.
    angle : int
        Degrees clockwise; at 0 the smaller half is to the left.
    move : int
        The number of the move that laid it, from 1.
    seat : int
        Who laid it.
    link : tuple of float or None
        The centre of the tile it is played on, if it lies apart from that.
    """

    tile: Tile
    x: float
    y: float
    angle: int
    move: int
    seat: int
    link: tuple[float, float] | None = None


@dataclass(frozen=True)
class Board:
    """A table: tiles in the order in which they were laid, and the table's left, top, right and bottom edges."""

    tiles: tuple[Lying, ...]
    edges: tuple[float, float, float, float]
    poses: tuple[Pose, ...] = ()

    @property
    def box(self) -> str:
        """The table as the view box of a picture: left, top, width, height."""
        left, top, right, bottom = self.edges
        return " ".join(f"{number:.6g}" for number in (left, top, right - left, bottom - top))

    def beside(self, other: Board) -> Board:
        """Return the same tiles on a table that is large enough for those of another, too."""
        ends = zip((min, min, max, max), self.edges, other.edges, strict=True)
        left, top, right, bottom = (choose(one, another) for choose, one, another in ends)
        return replace(self, edges=(left, top, right, bottom))


def board_of(played: Round, like: Board | None = None, first: int = 0) -> Board:
    """Lay out a round.

    Parameters
    ----------
    played : Round
        The round; only its plays count.
    like : Board, optional
        The table of another round.
    first : int
        So many moves are the same in the other round: their tiles lie as there.

    Raises
    ------
    ValueError
        If a move has no place on the table.
    """
    plays = [(number, move) for number, move in enumerate(played.moves, 1) if move.kind == PLAY and move.tile]
    nodes = lay_tree([move for _, move in plays])
    same = sum(tile.move <= first for tile in like.tiles) if like else 0
    poses = place(nodes, like.poses[:same] if like else ())
    return _board(plays, nodes, poses)


def _board(plays: Sequence[tuple[int, Move]], nodes: Sequence[Node], poses: Sequence[Pose]) -> Board:
    """Put posed tiles on a table that is just large enough."""
    centres = [(round(pose.x, 3), round(pose.y, 3)) for pose in poses]
    tiles = tuple(
        Lying(
            move.tile or (0, 0),
            *centre,
            _angle(move, pose),
            number,
            move.seat,
            centres[node.parent] if pose.apart else None,
        )
        for (number, move), node, pose, centre in zip(plays, nodes, poses, centres, strict=True)
    )
    return Board(tiles, _edges(poses), tuple(poses))


def _edges(poses: Sequence[Pose]) -> tuple[float, float, float, float]:
    """Return the edges of a table around some tiles, with the tiles in its middle."""
    reach = [(pose.x, pose.y, *_REACH[pose.turn % 4]) for pose in poses] or [(0.0, 0.0, 0.0, 0.0)]
    ends = (
        (min(x - across for x, _, across, _ in reach), max(x + across for x, _, across, _ in reach)),
        (min(y - down for _, y, _, down in reach), max(y + down for _, y, _, down in reach)),
    )
    sides = []
    for (low, high), least in zip(ends, _LEAST, strict=True):
        air = max(_MARGIN, (least - (high - low)) / 2)
        sides.append((round(low - air, 3), round(high + air, 3)))
    return sides[0][0], sides[1][0], sides[0][1], sides[1][1]


def _angle(move: Move, pose: Pose) -> int:
    """Return how a tile is turned: its outer half is the one left open."""
    low, high = move.tile or (0, 0)
    if low == high:
        return 45 * pose.turn % 180
    outer_is_high = move.left is None or move.left == high
    return (45 * pose.turn + (0 if outer_is_high else 180)) % 360


@dataclass
class _End:
    """A side that takes a tile: of which tile, of which kind, with which pips, and how far from the led tile."""

    node: int
    side: str
    pips: tuple[int, ...]
    depth: int


def lay_tree(plays: Sequence[Move]) -> list[Node]:
    """Say what each play lies on.

    Raises
    ------
    ValueError
        If a play fits nowhere.
    """
    nodes: list[Node] = []
    ends: list[_End] = []
    chain = _is_chain(plays)
    arms = bool(plays) and _is_double(plays[0]) and any(move.port == "opening" for move in plays)
    for number, move in enumerate(plays):
        low, high = move.tile or (0, 0)
        if not nodes:
            nodes.append(Node(low == high))
            ends += _led_sides(low, high)
            continue
        end = _end_for(move, [end for end in ends if end.node == number - 1] if chain else ends, arms)
        ends.remove(end)
        nodes.append(Node(low == high, end.node, end.side))
        left = high if move.left is None else move.left
        if low == high:
            ends += [_End(number, FAR, (low,), end.depth + 1)] + [_End(number, TIP, (low,), end.depth + 1)] * 2
        else:
            ends.append(_End(number, END, (left,), end.depth + 1))
    return nodes


def _is_double(move: Move) -> bool:
    return move.tile is not None and move.tile[0] == move.tile[1]


def _is_chain(plays: Sequence[Move]) -> bool:
    """Say whether every tile can lie on the one before, as it must in games of one end, which have no other sides."""
    if any(move.port not in ("", "end", "lead") for move in plays):
        return False
    pips = [set(plays[0].tile or ()) if plays else set()]
    pips += [{move.left} if move.left is not None else set(move.tile or ()) for move in plays[1:]]
    return all(move.on in before for before, move in zip(pips, plays[1:], strict=False))


def _led_sides(low: int, high: int) -> list[_End]:
    """Return the sides of the led tile."""
    if low == high:
        return [_End(0, side, (low,), 0) for side, times in ((FAR, 2), (TIP, 2), (STAR, 4)) for _ in range(times)]
    ends = [_End(0, LOW, (low,), 0), _End(0, HIGH, (high,), 0)]
    return ends + [_End(0, FLANK, (low, high), 0)] * 2


def _end_for(move: Move, ends: Sequence[_End], arms: bool = False) -> _End:
    """Find the side that a play lies on: ends before a double's sides, its long sides before its tips.

    With `arms`, the ends of tiles that lie on the led double are told apart: each takes its double before all else.
    """
    kinds = {"flank": (FLANK,), "double": (FAR, TIP, STAR)}.get(move.port, (END, LOW, HIGH, FAR, TIP, STAR))
    order = {END: 0, LOW: 0, HIGH: 0, FAR: 1, TIP: 2, STAR: 3, FLANK: 0}
    fitting = [end for end in ends if end.side in kinds and move.on in end.pips]
    if not fitting:
        raise ValueError(f"nothing on the table takes {move.chosen}")
    first = move.port == "opening"  # on the first tile of an arm
    return min(fitting, key=lambda end: (arms and (end.depth == 1) != first, order[end.side], end.depth))
