"""The table as it lies: a tree of placed tiles, each with its sides and what covers them.

Nothing is counted ahead. Open ends, the doubles that lie, open-end totals and flanks are found by walking the tree
from the led tile. Rules: rules.md sections 2-4, 6.3 and 7.1; move codes, port classes and counting: PROTOCOL.md.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kernels import tiles
from kernels.rules import MAX_SET, Rules

END, DOUBLE, FLANK, OPENING = range(4)
ARM = OPENING  # the two never meet in one game
LEAD_PORT = 15
DRAW = 1 << 13
PASS = DRAW + 1

HALVES = [tiles.halves(tile) for tile in range(tiles.set_size(MAX_SET))]
PIPS = [low + high for low, high in HALVES]


def encode(port: int, kind: int, tile: int, half: int) -> int:
    """Return the code of a move: pip of the open end, its class, the tile, the half that touches."""
    low, high = HALVES[tile]
    side = 1 if half == high and low != high else 0
    return side << 12 | tile << 6 | port << 2 | kind


def decode(code: int) -> tuple[int, int, int, int]:
    """Return (port, class, tile, half) of a move that is neither DRAW nor PASS."""
    tile = code >> 6 & 63
    return code >> 2 & 15, code & 3, tile, HALVES[tile][code >> 12 & 1]


def encode_lead(tile: int, side: int = 0) -> int:
    """Return the code of leading a tile; `side` 1 turns its larger half away, where one end only is open."""
    return side << 12 | tile << 6 | LEAD_PORT << 2


def tiles_in_play(rules: Rules) -> list[int]:
    """Return the tiles of the set that are not removed, ascending."""
    return [tile for tile in range(tiles.set_size(rules.set_max)) if tile not in rules.removed_tiles]


class Side:
    """One place of a placed tile where another tile may touch it.

    `pips` are the numbers it shows (two for a flank that matches either half); `cover` is the tile that touches it.
    """

    __slots__ = ("cover", "kind", "pips", "tile")

    def __init__(self, tile: Placed, kind: int, pips: tuple[int, ...]) -> None:
        self.tile = tile
        self.kind = kind
        self.pips = pips
        self.cover: Placed | None = None


class Placed:
    """A tile on the table with all its sides; `parent` is the side of an earlier tile that it covers.

    `before` is what the table showed before the tile was laid, if somebody had looked.
    """

    __slots__ = ("before", "double", "parent", "sides", "spinner", "tile")

    def __init__(self, tile: int, parent: Side | None, sides: int = 2) -> None:
        low, high = HALVES[tile]
        self.tile = tile
        self.double = low == high
        self.spinner = self.double and sides > 2
        self.parent = parent
        self.before: Shown | None = None
        if low == high:
            self.sides = [Side(self, DOUBLE, (low,)) for _ in range(sides)]
        else:
            self.sides = [Side(self, END, (low,)), Side(self, END, (high,))]

    def covered(self) -> int:
        """Return how many sides are covered."""
        return sum(side.cover is not None for side in self.sides)


@dataclass(slots=True)
class Shown:
    """What a walk over the table finds: tiles, open sides, doubles, (pip, class) of the ports, the open-end total.

    `taking` are the open sides that need not wait until the opening double is filled; the ports are theirs.
    """

    tiles: list[int]
    open: list[Side]
    taking: list[Side]
    doubles: list[Placed]
    ports: list[tuple[int, int]]
    total: int


class Layout:
    """The tiles on the table under one set of rules.

    What the last walk over the tree found is kept until another tile is laid, and is there again once that is taken
    back.
    """

    __slots__ = ("_shown", "root", "rules", "size", "told_apart")

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.root: Placed | None = None
        self.size = 0
        # END and DOUBLE are different moves only where the choice can matter (PROTOCOL.md, port classes).
        by_sides = rules.unlock == "suit" and rules.unlock_scope == "double_sides_only"
        self.told_apart = rules.play_score != "none" or by_sides or rules.fill_first > 0
        self._shown: Shown | None = None

    # --- laying and taking back --------------------------------------------------------------------------------

    def lead(self, tile: int, away: int = 0) -> Placed:
        """Lay the first tile; where one end only is open, half number `away` of it is turned away."""
        low, high = HALVES[tile]
        placed = Placed(tile, None, self._sides_of_a_led_double())
        if self.rules.spinner == "first_tile" and low != high:
            self._add_flanks(placed, low, high)
        if self.rules.ends == 1:
            del placed.sides[away]
        self.root = placed
        self.size = 1
        placed.before, self._shown = self._shown, None
        return placed

    def _sides_of_a_led_double(self) -> int:
        """Return 4 for a spinner, more if more must be filled first; whatever the word, a led double is a spinner."""
        return 2 if self.rules.spinner == "none" else max(4, self.rules.fill_first)

    def _add_flanks(self, placed: Placed, low: int, high: int) -> None:
        """Give a led non-double its flanks (rules.md B2 and its options)."""
        flank = self.rules.flank
        if flank == "after_ends":
            for side in placed.sides:
                side.kind = OPENING
        if flank in ("either", "after_ends"):
            placed.sides += [Side(placed, FLANK, (low, high)), Side(placed, FLANK, (low, high))]
        elif flank == "split":
            placed.sides += [Side(placed, FLANK, (low,)), Side(placed, FLANK, (high,))]

    def attach(self, side: Side, tile: int, half: int) -> Placed:
        """Lay a tile on an open side, its half `half` touching; no legality is checked here."""
        low = HALVES[tile][0]
        placed = Placed(tile, side, 4 if self._becomes_spinner() else 2)
        touching, other = placed.sides[:2] if half == low else placed.sides[1::-1]
        if self.rules.arm_doubles and not placed.double and side.tile is self.root and side.kind == DOUBLE:
            other.kind = ARM
        touching.cover = side.tile
        side.cover = placed
        self.size += 1
        placed.before, self._shown = self._shown, None
        return placed

    def _becomes_spinner(self) -> bool:
        """Say whether a double laid now, after the lead, gets four sides."""
        if self.rules.spinner == "first_double":
            return not self._walk().doubles
        return self.rules.spinner == "all_doubles"

    def play(self, code: int) -> Placed:
        """Lay the tile of a move."""
        port, kind, tile, half = decode(code)
        if port == LEAD_PORT:
            return self.lead(tile, code >> 12 & 1)
        return self.attach(self.find(port, kind), tile, half)

    def take_back(self, placed: Placed) -> None:
        """Undo the laying of the tile that was laid last."""
        if placed.parent is None:
            self.root = None
        else:
            placed.parent.cover = None
        self.size -= 1
        self._shown = placed.before

    # --- walking the tree --------------------------------------------------------------------------------------

    def _walk(self) -> Shown:
        """Visit every tile from the led one outwards; note open sides, doubles and the open-end total."""
        if self._shown is not None:
            return self._shown
        found: list[Side] = []
        lying: list[int] = []
        doubles: list[Placed] = []
        total = 0
        stack = [self.root] if self.root is not None else []
        while stack:
            placed = stack.pop()
            lying.append(placed.tile)
            parent = placed.parent.tile if placed.parent is not None else None
            flanks_open = self.rules.flank != "after_ends" or all(
                side.cover is not None for side in placed.sides if side.kind == OPENING
            )
            for side in placed.sides:
                cover = side.cover
                if cover is None:
                    if side.kind == DOUBLE or (side.kind == FLANK and flanks_open):
                        found.append(side)
                    elif side.kind != FLANK:
                        found.append(side)
                        total += side.pips[0]
                elif cover is not parent:
                    stack.append(cover)
            if placed.double:
                doubles.append(placed)
                total += self._double_counts(placed)
        taking = self._taking(found)
        ports = sorted({(pip, self._class_of(side)) for side in taking for pip in side.pips})
        self._shown = Shown(lying, found, taking, doubles, ports, total)
        return self._shown

    def _taking(self, found: list[Side]) -> list[Side]:
        """Return those of the open sides that need not wait: all, or while it is filled the opening double's."""
        root = self.root
        if root is None or not root.double or root.covered() >= self.rules.fill_first:
            return found
        return [side for side in found if side.tile is root]

    def _double_counts(self, placed: Placed) -> int:
        """Return what a double adds to the open-end total (rules.md B3, B6; Sniff for `until_covered`)."""
        pip = HALVES[placed.tile][0]
        covered = placed.covered()
        if covered < 2:
            return 2 * pip
        if placed.spinner and self.rules.spinner_count == "until_covered":
            return (4 - covered) * pip
        return 0

    def _class_of(self, side: Side) -> int:
        """Return the port class by which moves name a side."""
        return END if side.kind == DOUBLE and not self.told_apart else side.kind

    def open_sides(self) -> list[Side]:
        """Return the sides that are open, also those that must wait until the opening double is filled."""
        return self._walk().open

    def lying(self) -> list[int]:
        """Return the tiles on the table."""
        return self._walk().tiles

    def total(self) -> int:
        """Return the open-end total."""
        return self._walk().total

    def lies(self, pip: int) -> bool:
        """Say whether the double of a pip is on the table."""
        return any(HALVES[placed.tile][0] == pip for placed in self._walk().doubles)

    def find(self, port: int, kind: int) -> Side:
        """Return an open side of a pip and class; of merged classes an END before a DOUBLE."""
        sides = [side for side in self._walk().taking if port in side.pips and self._class_of(side) == kind]
        return next((side for side in sides if side.kind == END), sides[0])

    # --- what may be laid --------------------------------------------------------------------------------------

    def _unlocked(self, pip: int, kind: int) -> bool:
        """Say whether an open end of a pip takes other tiles than its own double (rules.md A1-A3)."""
        if self.rules.unlock == "none":
            return True
        if self.rules.unlock_scope == "double_sides_only":
            return kind == DOUBLE
        return self.lies(pip)

    def _halves_that_fit(self, pip: int) -> set[int]:
        """Return the halves that an unlocked end of a pip takes (rules.md C4 for wild blanks)."""
        if self.rules.match == "sum":
            return {self.rules.match_sum - pip}
        wild = self.rules.wild_blank
        if wild == "both" and pip == 0:
            return set(range(MAX_SET + 1))
        return {pip} if wild == "none" else {pip, 0}

    def is_matador(self, tile: int) -> bool:
        """Say whether a tile fits every open end, with either half."""
        rules = self.rules
        return rules.match == "sum" and (PIPS[tile] == rules.match_sum or tile == tiles.double(0))

    def fitting(self, pip: int, kind: int, candidates: Iterable[int]) -> list[tuple[int, int]]:
        """Return (tile, half) for every way in which a tile fits an open end of a pip and kind."""
        if (self.rules.arm_doubles and kind == ARM) or not self._unlocked(pip, kind):
            own = tiles.double(pip)
            return [(own, pip)] if own in candidates else []
        fitting_halves = self._halves_that_fit(pip)
        fits = []
        for tile in candidates:
            low, high = HALVES[tile]
            matador = self.is_matador(tile)
            if matador or low in fitting_halves:
                fits.append((tile, low))
            if (matador or high in fitting_halves) and high != low:
                fits.append((tile, high))
        return fits

    def moves(self, candidates: Iterable[int]) -> list[int]:
        """Return the codes of all legal moves with these tiles, ascending (the lead excepted)."""
        return sorted(
            encode(pip, kind, tile, half)
            for pip, kind in self._walk().ports
            for tile, half in self.fitting(pip, kind, candidates)
        )

    def fitting_tiles(self, candidates: Iterable[int]) -> set[int]:
        """Return those of the tiles that fit somewhere."""
        return {decode(code)[2] for code in self.moves(candidates)}

    def placements(self, candidates: Iterable[int]) -> list[tuple[Side, int, int]]:
        """Return (side, tile, half) for every physical placement: two sides of one pip count twice (case DOM-06)."""
        found = [
            (side, tile, half)
            for side in self._walk().taking
            for pip in side.pips
            for tile, half in self.fitting(pip, side.kind, candidates)
        ]
        return list(dict.fromkeys(found))  # a wild blank fits a flank by either of its pips: one placement

    def fits_all_ends(self, tile: int) -> bool:
        """Say whether there are open sides and a tile can be laid on each of them."""
        takers = {id(side) for side, _, _ in self.placements([tile])}
        sides = self.open_sides()
        return bool(sides) and len(takers) == len(sides)
