"""A hand to be replayed: which game, what was dealt, what was played.

    game: muggins            # as in any configuration
    players: 2
    hands: [5-5 5-6 0-0, 5-0 0-4]    # a line or a list of tiles for each seat; may be left out
    boneyard: [6-6, 6-5]     # in the order of drawing; the remaining tiles if left out
    leader: 0                # if the rules do not decide
    plays: [5-5, 5-0, 0-0 on 0, 5-6 on 5, 0-4 on 0-0]

Where only one end of the line is open, a led tile says which half: ``6-3 leaving 6``. Where a double gives another
turn, hands are given, or every move after a double says whose it is: ``0: 6-3``.

Instead of a lead, `line` may give the tiles of a line that already lies, from one end to the other, and `to_move` the
seat that goes on.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analyzer.experiment import GameVariant
from analyzer.faults import Faults, Place, listed, suggest
from analyzer.games import make_variant, read_game
from analyzer.move_text import MoveText, parse_move
from analyzer.scalars import read_count, shown
from analyzer.yaml_text import Map, Scalar, Seq, Value, from_plain, read_file
from kernels import state, tiles
from kernels.replays import Deal

__all__ = ["Hand", "read_hand"]

_KEYS = ("title", "game", "players", "hands", "boneyard", "leader", "line", "to_move", "plays")
_GAP = re.compile(r"[,\s]+")


@dataclass(frozen=True)
class Hand:
    """A hand that has been read and checked.

    Attributes
    ----------
    title : str
    variant : GameVariant
    deal : Deal
    moves : tuple of (MoveText, Place)
        The moves in order, with where each stands.
    assumed : bool
        The hands were not given: every seat got what it plays, filled up with the lowest other tiles.
    """

    title: str
    variant: GameVariant
    deal: Deal
    moves: tuple[tuple[MoveText, Place], ...]
    assumed: bool = False


def read_hand(source: str | Path | Mapping[str, Any]) -> Hand:
    """Read a hand from a file or a dict.

    Raises
    ------
    ConfigError
        With everything that is wrong.
    """
    if isinstance(source, Mapping):
        tree, folder = from_plain(source), Path()
    else:
        tree, folder = read_file(Path(source))[0], Path(source).parent
    return _Reader(tree, folder).read()


class _Reader:
    """Reads one hand, collecting faults."""

    def __init__(self, tree: Value, folder: Path) -> None:
        self.tree = tree
        self.folder = folder
        self.faults = Faults()

    def read(self) -> Hand:
        tree = self.tree
        if not isinstance(tree, Map):
            self.faults.add(tree.place, "", "a hand is a mapping with game and plays")
            self.faults.stop()
        assert isinstance(tree, Map)
        for key, place in tree.key_places.items():
            if key not in _KEYS:
                self.faults.add(place, key, f"unknown key; allowed here: {', '.join(_KEYS)}{suggest(key, _KEYS)}")
        if "game" not in tree:
            self.faults.add(tree.place, "game", "says not which game; add game: NAME")
        variant = self._variant()
        self.faults.stop()
        assert variant is not None
        rules = variant.rules
        moves = self._moves(rules.set_max)
        hands = self._hands(variant, moves)
        line = self._tiles("line", rules.set_max) or []
        boneyard = self._boneyard(variant, hands, line)
        leader = self._leader(variant, moves, line)
        laid = self._laid(line, variant)
        self._check_lead(variant, hands, line)
        self.faults.stop()
        title = tree.get("title")
        return Hand(
            title=title.text if isinstance(title, Scalar) else "",
            variant=variant,
            deal=Deal(hands, boneyard, leader, laid),
            moves=tuple(moves),
            assumed="hands" not in tree,
        )

    def _get(self, key: str) -> Value | None:
        assert isinstance(self.tree, Map)
        return self.tree.get(key)

    def _variant(self) -> GameVariant | None:
        game = self._get("game")
        spec = read_game(game, self.folder, self.faults, ("game",)) if game is not None else None
        if spec is None:
            return None
        wanted = self._get("players")
        players, place = spec.game.players[0], Place()
        if wanted is not None:
            count = self._count("players", state.MAX_SEATS)
            players, place = players if count is None else count, wanted.place
        else:
            hands = self._get("hands")
            players = len(hands) if isinstance(hands, Seq) and not hands.single else players
            place = hands.place if hands is not None else place
        return make_variant(spec, players, {}, self.faults, place)

    def _count(self, key: str, high: int, low: int = 0) -> int | None:
        value = self._get(key)
        try:
            return read_count(value, low, high) if value is not None else None
        except ValueError as error:
            assert value is not None
            self.faults.add(value.place, key, str(error))
            return None

    def _seat(self, key: str, players: int) -> int:
        """Return who leads or moves; -1: the rules decide."""
        seat = self._count(key, players - 1)
        if key == "to_move" and seat is None:
            return 0
        return state.NOBODY if seat is None else seat

    def _leader(self, variant: GameVariant, moves: Sequence[tuple[MoveText, Place]], line: Sequence[int]) -> int:
        """Return who leads: as written, else the seat of the first move unless a tile of given hands decides."""
        rules = variant.rules
        if line:
            return self._seat("to_move", rules.players)
        written = self._seat("leader", rules.players)
        by_tile = rules.first_lead not in ("lot_any", "seat0") and self._get("hands") is not None
        if written != state.NOBODY or by_tile:
            return written
        said = moves[0][0].seat if moves else None
        return said if said is not None and said < rules.players else 0

    def _texts(self, value: Value, key: str) -> list[tuple[str, Place]]:
        """Return the texts of a list, or of one text that separates them by commas or lines."""
        if isinstance(value, Seq):
            return [pair for item in value for pair in self._texts(item, key)]
        if isinstance(value, Scalar):
            parts = re.split(r"[,\n]+", value.text)
            return [(part.strip(), value.place) for part in parts if part.strip()]
        what = "moves such as [6-6, 6-3 on 6]" if key == "plays" else "tiles such as [6-6, 6-3]"
        self.faults.add(value.place, key, f"expects a list or a line of {what}, got {shown(value)}")
        return []

    def _moves(self, set_max: int) -> list[tuple[MoveText, Place]]:
        value = self._get("plays")
        moves = []
        for text, place in self._texts(value, "plays") if value is not None else []:
            try:
                moves.append((parse_move(text, set_max), place))
            except ValueError as error:
                self.faults.add(place, "plays", str(error))
        return moves

    def _tile_list(self, value: Value, key: str, set_max: int) -> list[int]:
        found = []
        for text, place in self._texts(value, key):
            for part in _GAP.split(text):
                try:
                    found.append(tiles.parse_tile(part, set_max))
                except tiles.TileError as error:
                    self.faults.add(place, key, str(error))
        return found

    def _tiles(self, key: str, set_max: int) -> list[int] | None:
        value = self._get(key)
        return None if value is None else self._tile_list(value, key, set_max)

    def _hands(self, variant: GameVariant, moves: Sequence[tuple[MoveText, Place]]) -> list[list[int]]:
        value = self._get("hands")
        rules = variant.rules
        if value is None:
            return self._hands_from_moves(variant, moves)
        if not isinstance(value, Seq) or len(value) != rules.players:
            count = len(value) if isinstance(value, Seq) else 1
            self.faults.add(value.place, "hands", f"{rules.players} players need {rules.players} hands; got {count}")
            return []
        return [self._tile_list(hand, f"hands[{seat}]", rules.set_max) for seat, hand in enumerate(value)]

    def _hands_from_moves(self, variant: GameVariant, moves: Sequence[tuple[MoveText, Place]]) -> list[list[int]]:
        """Deal every seat the tiles it plays, seats in turn, and fill up with the lowest tiles that nobody plays."""
        rules = variant.rules
        self._check_seats(variant, moves)
        hands: list[list[int]] = [[] for _ in range(rules.players)]
        seat = max(self._seat("leader", rules.players), 0)
        for move, _ in moves:
            seat = move.seat if move.seat is not None and move.seat < rules.players else seat
            if move.tile is not None:
                hands[seat].append(move.tile)
            if move.action != "draw":
                seat = (seat + 1) % rules.players
        rest = [tile for tile in tiles.tiles_in(rules.set_mask) if not any(tile in hand for hand in hands)]
        for hand in hands:
            while len(hand) < rules.hand_size and rest:
                hand.append(rest.pop(0))
        return hands

    def _check_seats(self, variant: GameVariant, moves: Sequence[tuple[MoveText, Place]]) -> None:
        """Ask for seats where the order of turns depends on hands that are not given."""
        if variant.rules.extra_turn == "none":
            return
        for (before, _), (move, place) in itertools.pairwise(moves):
            if move.seat is None and before.tile is not None and tiles.is_double(before.tile):
                message = "a double may give another turn; give the hands, or say whose move it is, such as 0: 6-3"
                self.faults.add(place, "plays", f"{move.text!r}: {message}")

    def _check_lead(self, variant: GameVariant, hands: Sequence[Sequence[int]], line: Sequence[int]) -> None:
        """Refuse hands in which tiles would be drawn for the lead: which, the moves do not tell."""
        rules, value = variant.rules, self._get("hands")
        if value is None or line:
            return
        held = {tile for hand in hands for tile in hand}
        doubles = any(tiles.is_double(tile) for tile in held)
        if rules.first_lead == "tile" and rules.no_double == "draw_until" and rules.first_tile not in held:
            what = tiles.format_tile(rules.first_tile)
        elif rules.first_lead.endswith("double") and rules.no_double == "draw_until" and not doubles:
            what = "a double"
        else:
            return
        message = f"nobody holds {what}, so that everybody would draw; give the hands as they are when somebody does"
        self.faults.add(value.place, "hands", message)

    def _boneyard(self, variant: GameVariant, hands: Sequence[Sequence[int]], line: Sequence[int]) -> list[int]:
        """Return the boneyard, refusing a tile that is in two places."""
        places: dict[int, str] = {}
        named: list[tuple[str, Sequence[int]]] = [(f"hands[{seat}]", hand) for seat, hand in enumerate(hands)]
        given = self._tiles("boneyard", variant.rules.set_max)
        for key, group in [*named, ("line", line), ("boneyard", given or [])]:
            value = self._get(key.partition("[")[0])
            for tile in group:
                if tile in places:
                    where = "twice in " + key if places[tile] == key else f"in {places[tile]} and in {key}"
                    self.faults.add(value.place if value else Place(), key, f"{tiles.format_tile(tile)} is {where}")
                places[tile] = key
        self._refuse_removed(variant, places)
        if given is not None:
            return given
        return [tile for tile in tiles.tiles_in(variant.rules.set_mask) if tile not in places]

    def _refuse_removed(self, variant: GameVariant, places: Mapping[int, str]) -> None:
        """Refuse tiles that are not in play."""
        for tile in variant.rules.removed_tiles:
            if tile in places:
                value = self._get(places[tile].partition("[")[0])
                message = f"{tiles.format_tile(tile)} is taken out of the set (removed_tiles)"
                self.faults.add(value.place if value else Place(), places[tile], message)

    def _laid(self, line: Sequence[int], variant: GameVariant) -> list[int]:
        """Return the moves that lay a line, from its first tile to its last."""
        if not line:
            return []
        value = self._get("line")
        assert value is not None
        rules = variant.rules
        if rules.spinner != "none" or rules.wild_blank != "none" or rules.match != "equal" or rules.ends == 1:
            self.faults.add(value.place, "line", f"{variant.game} does not lie in a line; give the plays instead")
            return []
        first = tiles.halves(line[0])
        open_pip = first[0]
        if len(line) > 1 and first[0] not in tiles.halves(line[1]):
            open_pip = first[1]
        elif len(line) > 1 and first[1] in tiles.halves(line[1]):
            open_pip = self._towards(first, line)
        codes = [line[0] << state.TILE_SHIFT | state.LEAD << state.PORT_SHIFT]
        differ = rules.play_score != "none"
        kind = state.DOUBLE if differ and tiles.is_double(line[0]) else state.END
        for tile in line[1:]:
            low, high = tiles.halves(tile)
            if open_pip not in (low, high):
                names = listed([tiles.format_tile(t) for t in line], "and")
                self.faults.add(
                    value.place, "line", f"{names} do not join: {tiles.format_tile(tile)} has no {open_pip}"
                )
                return []
            side = int(open_pip == high and low != high)
            codes.append(side << state.SIDE_SHIFT | tile << state.TILE_SHIFT | open_pip << state.PORT_SHIFT | kind)
            kind = state.DOUBLE if differ and low == high else state.END
            open_pip = low if side else high
        return codes

    def _towards(self, first: tuple[int, int], line: Sequence[int]) -> int:
        """Return the half of the first tile that the second touches, where it could be either."""
        for pip in first:
            rest = tiles.halves(line[1])
            other = rest[0] + rest[1] - pip if pip in rest else -1
            if len(line) < 3 or other in tiles.halves(line[2]):
                return pip
        return first[0]
