"""What a seat sees of the round, and the features of its moves (PROTOCOL.md, Features of scoring policies).

What depends on the table after the move is found by laying the tile, looking, and taking it back.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from dataclasses import dataclass

from kernels import tiles
from kernels.rules import Rules
from tests.reference.counting import points_if_played
from tests.reference.layout import HALVES, LEAD_PORT, PIPS, Layout, decode, tiles_in_play
from tests.reference.settlement import side_of

NOBODY_LACKS: tuple[AbstractSet[int], ...] = (frozenset(),) * 4
NOTHING_PLAYED: tuple[Sequence[int], ...] = ((),) * 4


@dataclass(slots=True)
class View:
    """What a seat sees when it chooses: its own hand, the table, and what everybody did so far.

    By seat: `held` is how many tiles are in the hand, `lacks` the tiles that it is known not to hold, `played` the
    tiles that it laid.
    """

    rules: Rules
    seat: int
    hand: Sequence[int]
    layout: Layout
    plays: int
    held: Sequence[int] = (0, 0, 0, 0)
    lacks: Sequence[AbstractSet[int]] = NOBODY_LACKS
    played: Sequence[Sequence[int]] = NOTHING_PLAYED

    def unseen(self) -> set[int]:
        """Return the tiles in play that neither lie nor are in the own hand."""
        return set(tiles_in_play(self.rules)) - set(self.layout.lying()) - set(self.hand)

    def seats_of(self, side: int) -> list[int]:
        """Return the seats of a side."""
        return [seat for seat in range(self.rules.players) if side_of(self.rules, seat) == side]

    def side(self) -> int:
        """Return the own side."""
        return side_of(self.rules, self.seat)

    def partners(self) -> list[int]:
        """Return the other seats of the own side."""
        return [seat for seat in self.seats_of(self.side()) if seat != self.seat]

    def opponents(self) -> list[int]:
        """Return the seats of all other sides."""
        own = self.seats_of(self.side())
        return [seat for seat in range(self.rules.players) if seat not in own]

    def known_to_lack(self, seat: int, pip: int) -> bool:
        """Say whether no unseen tile that is meant by a pip can be in the hand of a seat."""
        return all(tile in self.lacks[seat] for tile in meant_by(self.rules, pip, self.unseen()))


class Move:
    """A move that lays a tile, taken apart.

    `covered` is the pip of the open end it covers (None for a lead), `left` the pip it leaves open, `rest` the tiles
    that stay in hand.
    """

    def __init__(self, view: View, code: int) -> None:
        port, _, tile, half = decode(code)
        self.code = code
        self.tile = tile
        self.low, self.high = HALVES[tile]
        self.covered = None if port == LEAD_PORT else port
        self.left = self.high if half == self.low else self.low  # of a lead the half that is not turned away
        self.rest = [other for other in view.hand if other != tile]


@contextmanager
def after(view: View, move: Move) -> Iterator[Layout]:
    """Lay the tile of a move for as long as somebody looks."""
    placed = view.layout.play(move.code)
    yield view.layout
    view.layout.take_back(placed)


def showing(pip: int, candidates: Sequence[int]) -> int:
    """Count the tiles that show a pip."""
    return sum(pip in HALVES[tile] for tile in candidates)


def meant_by(rules: Rules, pip: int, candidates: Collection[int]) -> list[int]:
    """Return the tiles meant by a pip left open: those that show it, or that go with it where halves add up."""
    if rules.match == "equal":
        return [tile for tile in candidates if pip in HALVES[tile]]
    total = rules.match_sum
    matadors = (tile for tile in candidates if PIPS[tile] == total or tile == tiles.double(0))
    return sorted({*matadors, *(tile for tile in candidates if total - pip in HALVES[tile])})


# --- the tile and the hand ----------------------------------------------------------------------------------------


def accompanied(view: View, move: Move) -> int:
    """Count the tiles of the rest that are meant by the pip left open, for a lead with two ends by either half."""
    two_ends = move.covered is None and view.rules.ends == 2
    pips = (move.low, move.high) if two_ends else (move.left,)
    return len({tile for pip in pips for tile in meant_by(view.rules, pip, move.rest)})


def variety(view: View, move: Move) -> int:
    """Count the different pips on the rest."""
    return len({pip for tile in move.rest for pip in HALVES[tile]})


def longest_suit(view: View, move: Move) -> int:
    """Return the most tiles of the rest that show one pip."""
    return max(showing(pip, move.rest) for pip in range(view.rules.set_max + 1))


# --- what is known of the others ----------------------------------------------------------------------------------


def opponents_lack(view: View, move: Move) -> int:
    """Count the opponents that are known to lack the pip left open."""
    return sum(view.known_to_lack(seat, move.left) for seat in view.opponents())


def next_lacks(view: View, move: Move) -> int:
    """Return 1 if the next seat is an opponent that is known to lack the pip left open."""
    following = (view.seat + 1) % view.rules.players
    return int(following in view.opponents() and view.known_to_lack(following, move.left))


def partner_lacks(view: View, move: Move) -> int:
    """Return 1 if a partner is known to lack the pip left open."""
    return int(any(view.known_to_lack(seat, move.left) for seat in view.partners()))


def partner_suit(view: View, move: Move) -> int:
    """Count the tiles partners have played that are meant by the pip left open."""
    return sum(len(meant_by(view.rules, move.left, view.played[seat])) for seat in view.partners())


def opponents_suit(view: View, move: Move) -> int:
    """Count the tiles opponents have played that are meant by the pip left open."""
    return sum(len(meant_by(view.rules, move.left, view.played[seat])) for seat in view.opponents())


# --- the table after the move -------------------------------------------------------------------------------------


def mobility(view: View, move: Move) -> int:
    """Count the tiles of the rest that fit somewhere after the move."""
    with after(view, move) as layout:
        return len(layout.fitting_tiles(move.rest))


def strands_double(view: View, move: Move) -> int:
    """Return 1 if the move takes the last place of an unseen double, -1 if of one in the rest, else 0."""
    pip = move.covered
    if pip is None or view.rules.match == "sum":
        return 0
    unseen, double = view.unseen(), tiles.double(pip)
    with after(view, move) as layout:
        if any(pip in side.pips for side in layout.open_sides()):
            return 0
    if any(pip in HALVES[tile] for tile in unseen if tile != double):
        return 0
    if double in unseen:
        return 1
    return -1 if double in move.rest else 0


def locks(view: View, move: Move) -> bool:
    """Say whether nothing that does not lie fits after the move."""
    unplayed = [*view.unseen(), *move.rest]
    with after(view, move) as layout:
        return not layout.moves(unplayed)


def margin_of_lock(view: View, move: Move) -> int:
    """Return by how many pips the best opposing side is expected to hold more than the own side after the move."""
    unseen = view.unseen()
    pips = sum(PIPS[tile] for tile in unseen)
    expected = [view.held[seat] * pips // len(unseen) if unseen else 0 for seat in range(view.rules.players)]
    expected[view.seat] = sum(PIPS[tile] for tile in move.rest)
    by_side = [sum(expected[seat] for seat in view.seats_of(side)) for side in range(view.rules.sides)]
    own = by_side.pop(view.side())
    return min(by_side) - own


def reply(view: View, move: Move) -> int:
    """Return the most in-play points that one unseen tile could score on the table after the move."""
    if view.rules.play_score == "none":
        return 0
    unseen = view.unseen()
    with after(view, move) as layout:
        return max((points_if_played(layout, code) for code in layout.moves(unseen)), default=0)


FEATURES: dict[str, Callable[[View, Move], int]] = {
    "doubles": lambda view, move: int(move.low == move.high),
    "pips": lambda view, move: PIPS[move.tile],
    "larger-half": lambda view, move: move.high,
    "match": lambda view, move: move.covered or 0,
    "leave": lambda view, move: move.left,
    "accompanied": accompanied,
    "variety": variety,
    "points": lambda view, move: points_if_played(view.layout, move.code),
    "longest-suit": longest_suit,
    "opponents-lack": opponents_lack,
    "next-lacks": next_lacks,
    "partner-lacks": partner_lacks,
    "partner-suit": partner_suit,
    "opponents-suit": opponents_suit,
    "mobility": mobility,
    "strands-double": strands_double,
    "reply": reply,
}
"""Features that need nothing of the policy; `lock` is worth what its lock margin says."""


def feature(name: str, view: View, code: int, lock_margin: int = 0) -> int:
    """Return the value of a feature for a move that lays a tile.

    Parameters
    ----------
    lock_margin : int
        Pips by which a lock must be expected to be won at least (feature `lock`).
    """
    move = Move(view, code)
    if name == "lock":
        if not locks(view, move):
            return 0
        return 1 if margin_of_lock(view, move) >= lock_margin else -1
    return FEATURES[name](view, move)
