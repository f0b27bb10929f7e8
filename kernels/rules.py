"""The rules of a round and of a match as data: one frozen record of settings, checked before anything is played.

Every setting is a field of `Rules` whose metadata hold its allowed values and, for words, a sentence for a player.
The configuration loader, the published schema, error messages and ``dominolab games`` all read those metadata, and
`Rules.record` turns the settings into the integers the compiled code reads. Adding a setting is one field in
`kernels.play_rules` or `kernels.score_rules`, and a line in `kernels.rule_checks` if it cannot be combined with others.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

import numpy as np

from kernels import tables, tiles
from kernels.play_rules import MAX_PLAYERS, PlayRules
from kernels.rule_checks import check_combination
from kernels.score_rules import ScoreRules
from kernels.setting_kinds import RulesError, check_value
from kernels.tiles import MAX_SET

__all__ = [
    "MAX_PLAYERS",
    "MAX_SET",
    "RULES_DTYPE",
    "Rules",
    "RulesError",
    "code",
]


@dataclass(frozen=True, kw_only=True)
class Rules(ScoreRules, PlayRules):
    """One game for one number of players: the settings of `PlayRules` and `ScoreRules`, in this order.

    Construction checks every value and every combination.

    Raises
    ------
    RulesError
        On a value outside its range or a combination that cannot be played.
    """

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            check_value(field, getattr(self, field.name))
        check_combination(self)

    @property
    def set_mask(self) -> int:
        """Tiles in play, as a mask: the set without what is removed."""
        return (1 << tiles.set_size(self.set_max)) - 1 & ~tiles.mask_of(self.removed_tiles)

    @property
    def tile_count(self) -> int:
        """Tiles in play."""
        return self.set_mask.bit_count()

    @property
    def sides(self) -> int:
        """Number of sides that score: two partnerships or every player alone."""
        return 2 if self.teams == "2v2" else self.players

    @property
    def scores_in_play(self) -> bool:
        """Whether points may be scored before a round has ended."""
        bonus = self.lead_pass_double_points or self.lead_pass_tile_points or self.all_pass_points
        return self.play_score != "none" or bonus > 0

    def record(self) -> np.ndarray:
        """Return the settings as the record of integers that compiled code reads.

        Returns
        -------
        numpy.ndarray
            One record of `RULES_DTYPE`, shape ``(1,)``: words as their position, flags as 0 or 1, tiles as their ids,
            lists filled up with 0, and what follows from the settings so that the play loop need not work it out.
        """
        record = np.zeros(1, RULES_DTYPE)
        row = record[0]
        for name in RULES_FIELDS:
            value = getattr(self, name)
            metadata = _FIELDS[name].metadata
            if "length" in metadata:
                row[name][: len(value)] = value
            else:
                row[name] = code(name, value) if "words" in metadata else int(value)
        sides_only = self.unlock == "suit" and self.unlock_scope == "double_sides_only"
        row["set_mask"] = self.set_mask
        row["tile_count"] = self.tile_count
        row["sides"] = self.sides
        row["sides_only"] = sides_only
        row["ends_differ"] = self.play_score != "none" or sides_only or self.fill_first > 0
        row["classes"] = 4 if self.spinner == "first_tile" or self.arm_doubles else 1 + row["ends_differ"]
        row["spinner_sides"] = max(4, self.fill_first)
        row["number"] = [self._number(pip) for pip in range(MAX_SET + 1)]
        row["accept"] = [self._accept(pip) for pip in range(MAX_SET + 1)]
        equal_only = self.wild_blank == "none" and self.match == "equal"
        row["plain"] = row["classes"] == 1 and equal_only and self.ends == 2
        row["scores_in_play"] = self.scores_in_play
        bonus = self.lead_pass_double_points or self.lead_pass_tile_points or self.all_pass_points
        last_tile = self.domino_score == "by_last_tile" or self.capicu_points or self.chuchazo_points
        row["watched"] = bool(bonus or last_tile)
        row["end_bonus"] = bool(
            self.capicu_points or self.chuchazo_points or self.lock_points or any(self.early_round_points)
        )
        return record

    def _number(self, pip: int) -> int:
        """Return the tiles meant by "tiles of the number left open": its suit, or what adds up with it."""
        if self.match == "equal":
            return int(tables.SUIT[pip])
        partner = self.match_sum - pip
        suit = int(tables.SUIT[partner]) if 0 <= partner <= MAX_SET else 0
        return suit | tiles.mask_of(_matadors(self.match_sum))

    def _accept(self, pip: int) -> int:
        """Return the tiles that an open end of a pip accepts once it is unlocked."""
        if self.match == "sum" or self.wild_blank == "none":
            return self._number(pip)
        if self.wild_blank == "both" and pip == 0:
            return tiles.mask_of(range(tables.MAX_TILES))
        return int(tables.SUIT[pip] | tables.SUIT[0])


def _matadors(match_sum: int) -> list[int]:
    """Return the tiles that fit every open end where two touching halves add up to `match_sum`."""
    return [tile for tile in range(tables.MAX_TILES) if tile == 0 or tiles.pips(tile) == match_sum]


def _column(field: dataclasses.Field[Any]) -> tuple[Any, ...]:
    """Return the field of RULES_DTYPE of a setting."""
    length = field.metadata.get("length")
    return (field.name, np.int64, (length,)) if length else (field.name, np.int64)


_FIELDS = {field.name: field for field in dataclasses.fields(Rules)}
RULES_FIELDS = [name for name, field in _FIELDS.items() if "tiles" not in field.metadata]
"""Settings that compiled code reads as they are; a set of tiles goes into `set_mask`."""

RULES_DTYPE = np.dtype(
    [_column(_FIELDS[name]) for name in RULES_FIELDS]
    + [
        ("set_mask", np.uint64),  # tiles in play
        ("tile_count", np.int64),  # how many there are
        ("sides", np.int64),  # seat % sides is a seat's side
        ("sides_only", np.int64),  # 1: a double unlocks only its own sides
        ("ends_differ", np.int64),  # 1: an ordinary end and a double's side of equal pip are different moves
        ("classes", np.int64),  # port classes in use: 1, 2 or 4
        ("spinner_sides", np.int64),  # sides of a spinner, 4, 6 or 8
        ("plain", np.int64),  # 1: one port class, two ends, and a half fits its own number only
        ("scores_in_play", np.int64),  # 1: points may be scored before the round has ended
        ("watched", np.int64),  # 1: points depend on passes or on where the last tile was played
        ("end_bonus", np.int64),  # 1: there are extra points at the end of a round
        ("accept", np.uint64, (MAX_SET + 1,)),  # tiles that an unlocked open end accepts, by pip
        ("number", np.uint64, (MAX_SET + 1,)),  # tiles meant by "the number p", by pip: wild blanks do not matter
    ],
    align=True,
)


def code(setting: str, word: str) -> int:
    """Return the integer that compiled code reads for a word of a setting."""
    return list(_FIELDS[setting].metadata["words"]).index(word)
