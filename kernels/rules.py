"""The rules of a round and of a match as data: one frozen record of settings, checked before anything is played.

Every setting is a field of `Rules` whose metadata hold its allowed values and, for words, a sentence for a player.
The configuration loader, the published schema, error messages and ``dominolab games`` all read those metadata, and
`Rules.record` turns the settings into the integers the compiled code reads. Adding a setting is one field here.

The meaning of each setting follows the project's rule book (A1 ... C13 are its points); sources are named in the
game files.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

import numpy as np

from kernels import tables, tiles
from kernels.tiles import MAX_SET

__all__ = [
    "MAX_PLAYERS",
    "MAX_SET",
    "RULES_DTYPE",
    "Rules",
    "RulesError",
    "code",
]

MAX_PLAYERS = 4


class RulesError(ValueError):
    """Settings that cannot be played.

    Attributes
    ----------
    setting : str
        The setting to blame, as users write it.
    """

    def __init__(self, setting: str, message: str) -> None:
        super().__init__(message)
        self.setting = setting


def _words(default: str, words: dict[str, str], doc: str, off: str | None = None) -> Any:
    """Declare a setting that is one of some words; `off` is the word that ``off`` and ``no`` stand for."""
    return dataclasses.field(default=default, metadata={"words": words, "doc": doc, "off": off})


def _count(default: int, low: int, high: int, doc: str) -> Any:
    """Declare a setting that is a whole number from `low` to `high`."""
    return dataclasses.field(default=default, metadata={"low": low, "high": high, "doc": doc})


def _flag(default: bool, yes: str, no: str, doc: str) -> Any:
    """Declare a setting that is on or off, with a sentence for each."""
    return dataclasses.field(default=default, metadata={"yes": yes, "no": no, "doc": doc})


@dataclass(frozen=True, kw_only=True)
class Rules:
    """One game for one number of players.

    Construction checks every value and every combination.

    Raises
    ------
    RulesError
        On a value outside its range or a combination that cannot be played.
    """

    # --- who plays with what -----------------------------------------------------------------------------------
    set_max: int = _count(6, 1, MAX_SET, "highest number of the set: 6 is a double-six set of 28 tiles")
    players: int = _count(2, 2, MAX_PLAYERS, "number of players")
    teams: str = _words(
        "none",
        {"none": "Everybody plays alone.", "2v2": "Two partnerships, partners sit opposite each other."},
        "partnerships",
        off="none",
    )
    hand_size: int = _count(7, 1, 27, "tiles dealt to each player")
    reserve: int = _count(0, 0, 54, "tiles of the boneyard that are never drawn")

    # --- the lead ----------------------------------------------------------------------------------------------
    first_lead: str = _words(
        "highest_double",
        {
            "highest_double": "The holder of the highest double leads.",
            "lowest_double": "The holder of the lowest double leads.",
            "lot_any": "The first leader is drawn by lot.",
            "seat0": "Seat 0 leads.",
        },
        "who leads the first round",
    )
    lead_tile: str = _words(
        "forced",
        {
            "forced": "The tile that decides the lead must be led.",
            "any": "Any tile may be led.",
            "any_double": "A double must be led if the leader holds one, otherwise any tile.",
        },
        "what the leader may lead; `forced` needs a lead decided by a tile",
    )
    no_double: str = _words(
        "redeal",
        {
            "redeal": "If nobody holds a double, all tiles are shuffled and dealt again.",
            "highest_tile": "If nobody holds a double, the tile with the highest half leads (then the other half).",
            "heaviest_tile": "If nobody holds a double, the tile with most pips leads; equal tiles draw lots.",
            "lot": "If nobody holds a double, the leader is drawn by lot and leads any tile.",
        },
        "what happens when the lead is a double's and nobody holds one",
    )
    next_lead: str = _words(
        "same_as_first",
        {
            "same_as_first": "Later rounds are led as the first one.",
            "winner": "The winner of a round leads the next, any tile that `next_lead_tile` allows.",
            "rotate": "The lead passes to the next seat each round.",
            "lot": "The leader of every round is drawn by lot.",
        },
        "who leads later rounds of a match",
    )
    next_lead_tile: str = _words(
        "any",
        {
            "any": "A later leader may lead any tile.",
            "any_double": "A later leader must lead a double if holding one, otherwise any tile.",
        },
        "what a later leader may lead, unless later rounds are led as the first one",
    )
    after_block: str = _words(
        "next_lead",
        {
            "next_lead": "A blocked round changes nothing about the next lead.",
            "lot": "After a blocked round the leader is drawn by lot.",
        },
        "who leads after a blocked round that somebody won",
    )
    after_tie: str = _words(
        "lot",
        {
            "lot": "After a round without a winner the leader is drawn by lot.",
            "same_leader": "After a round without a winner the same seat leads again.",
            "rotate": "After a round without a winner the lead passes to the next seat.",
        },
        "who leads after a round without a winner, where `next_lead` is the winner",
    )

    # --- drawing -----------------------------------------------------------------------------------------------
    draw: str = _words(
        "none",
        {
            "none": "Nobody draws: a player who cannot play passes.",
            "one": "A player who cannot play draws one tile, and passes if it does not fit.",
            "until": "A player who cannot play draws until a tile fits or no more may be drawn, then passes.",
        },
        "drawing from the boneyard",
        off="none",
    )
    voluntary_draw: bool = _flag(
        False,
        "A player may draw although able to play.",
        "A player who can play must not draw.",
        "drawing by choice",
    )
    must_play_drawn: bool = _flag(
        True,
        "A drawn tile that fits must be played at once.",
        "A player may keep a drawn tile that fits and pass.",
        "whether a fitting drawn tile must be played",
    )
    early_block_detection: bool = _flag(
        False,
        "A lock is called at once: the round ends when no unplayed tile fits, even with tiles to draw.",
        "A round is blocked when everybody has passed in turn and nobody may draw.",
        "when a lock ends the round",
    )

    # --- the layout --------------------------------------------------------------------------------------------
    spinner: str = _words(
        "none",
        {
            "none": "No tile is a spinner: the layout is a line with two ends.",
            "first_double": "The first double is the spinner: tiles may be played on all four sides of it.",
            "opening_double": "The led tile is the spinner if it is a double.",
            "all_doubles": "Every double is a spinner: tiles may be played on all four sides of it.",
            "first_tile": "The led tile is the spinner, whatever it is.",
        },
        "which tiles have four sides",
        off="none",
    )
    flank: str = _words(
        "either",
        {
            "either": "The two flanks of a led non-double each match either half.",
            "split": "One flank of a led non-double matches its one half, the other flank the other half.",
            "after_ends": "The flanks of a led non-double open once both its ends are covered and match either half.",
            "double_only": "A led non-double has no flanks.",
        },
        "flanks of a led non-double where the led tile is the spinner",
    )
    unlock: str = _words(
        "none",
        {
            "none": "Any open end may be matched.",
            "suit": "A number is locked until its double lies; a double may always be played on its own number.",
        },
        "whether a number is locked until its double lies",
        off="none",
    )
    unlock_scope: str = _words(
        "suit",
        {
            "suit": "A double unlocks every open end of its number.",
            "double_sides_only": "A double unlocks only its own sides.",
        },
        "what a double unlocks",
    )
    wild_blank: str = _words(
        "none",
        {
            "none": "Blanks match blanks only.",
            "both": "A blank half fits any end and an open blank end accepts any half.",
            "played_only": "A blank half fits any end, but an open blank end accepts only blanks.",
        },
        "wild blanks",
        off="none",
    )

    # --- points during play ------------------------------------------------------------------------------------
    play_score: str = _words(
        "none",
        {
            "none": "Nothing is scored during play.",
            "multiples": "Open ends that total a multiple of `score_multiple` score the total.",
            "fives_threes": "Open ends score one point for every five and one for every three that divide the total.",
            "fives_threes_pips": "Open ends that five or three divides score the total, twice if both do.",
            "bergen": "Two equal ends score 2, or 3 if one of them is the double.",
        },
        "points for the open ends",
        off="none",
    )
    score_multiple: int = _count(5, 2, 30, "the number whose multiples score")
    score_divisor: int = _count(1, 1, 30, "points are the total divided by this")
    opener_scores: bool = _flag(True, "The lead can score.", "The lead never scores.", "whether the led tile scores")
    spinner_count: str = _words(
        "drop_after_2",
        {
            "drop_after_2": "A spinner stops counting when two of its sides are covered.",
            "until_covered": "A spinner goes on counting its exposed halves until all are covered.",
        },
        "how long a spinner counts in the open ends",
    )

    # --- the end of a round ------------------------------------------------------------------------------------
    domino_score: str = _words(
        "opp_pips",
        {
            "opp_pips": "Going out scores the pips in all opponents' hands.",
            "all_other_pips": "Going out scores the pips in all other hands, the partner's too.",
            "opp_minus_partner": "Going out scores the pips in the opponents' hands less the partner's.",
            "per_tile": "Going out scores `tile_points` for every tile in the opponents' hands.",
            "fixed": "Going out scores `fixed_points`.",
            "none": "Going out scores nothing by itself.",
        },
        "points for going out",
        off="none",
    )
    blocked_winner: str = _words(
        "team_pips",
        {
            "team_pips": "The lowest pip total wins a blocked round, partners' hands added together.",
            "single_hand": "The lowest single hand wins a blocked round for its side.",
            "tile_count": "The fewest tiles win a blocked round.",
            "blocker_vs_next": "A blocked round is decided between the last player to play and the next one: "
            "fewer pips win.",
        },
        "who wins a blocked round",
    )
    blocked_score: str = _words(
        "opp",
        {
            "opp": "A blocked round scores the opponents' pips.",
            "opp_minus_own": "A blocked round scores the opponents' pips less the winner's own.",
            "all": "A blocked round scores the pips in all hands.",
            "per_tile": "A blocked round scores `tile_points` for every tile in the opponents' hands.",
            "per_tile_difference": "A blocked round scores `tile_points` for every tile an opponent holds more.",
            "fixed": "A blocked round scores `fixed_points`.",
            "none": "A blocked round scores nothing.",
        },
        "points for a blocked round",
        off="none",
    )
    tile_points: int = _count(5, 1, 100, "points per tile where tiles are counted")
    fixed_points: int = _count(1, 1, 1000, "points where the end of a round scores a fixed number")
    round_to: int = _count(1, 1, 30, "pips at the end of a round are rounded to the nearest multiple of this")
    round_mode: str = _words(
        "sum",
        {"sum": "Pips are added first and rounded once.", "each_hand": "Each hand is rounded before adding."},
        "what is rounded",
    )
    tie: str = _words(
        "none",
        {
            "none": "A tied blocked round scores nothing.",
            "split": "Tied sides share the points of the other hands (whole points, the remainder is dropped).",
            "opener": "A tie goes to the opener, or the tied side that plays next after the opener.",
            "blocker": "A tie goes to the last player to play, or the tied side that plays next after that player.",
            "blocker_loses": "A tie goes to the tied side that plays next after the last player to play.",
            "lightest_tile": "A tie goes to the side with the lightest single tile; if equal, nobody scores.",
        },
        "a tie for the lowest in a blocked round",
        off="none",
    )

    # --- the match ---------------------------------------------------------------------------------------------
    target: int = _count(100, 1, 1_000_000, "points that win the match")
    compare: str = _words(
        "at_least",
        {
            "at_least": "Reaching the target wins.",
            "above": "The target must be exceeded.",
            "exact": "The target must be hit exactly: points that would go past it do not count.",
        },
        "how the target is met",
    )
    check: str = _words(
        "end_of_round",
        {
            "end_of_round": "The target is tested when a round has ended.",
            "immediate": "The match ends the moment the target is met, even during a round.",
        },
        "when the target is tested",
    )

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            _check_value(field, getattr(self, field.name))
        _check_combination(self)

    @property
    def tile_count(self) -> int:
        """Tiles in the set."""
        return tiles.set_size(self.set_max)

    @property
    def sides(self) -> int:
        """Number of sides that score: two partnerships or every player alone."""
        return 2 if self.teams == "2v2" else self.players

    def record(self) -> np.ndarray:
        """Return the settings as the record of integers that compiled code reads.

        Returns
        -------
        numpy.ndarray
            One record of `RULES_DTYPE`, shape ``(1,)``: words as their position, flags as 0 or 1, and what follows
            from the settings so that the play loop need not work it out.
        """
        record = np.zeros(1, RULES_DTYPE)
        for field in dataclasses.fields(self):
            value = getattr(self, field.name)
            record[0][field.name] = code(field.name, value) if "words" in field.metadata else int(value)
        sides_only = self.unlock == "suit" and self.unlock_scope == "double_sides_only"
        record[0]["tile_count"] = self.tile_count
        record[0]["sides"] = self.sides
        record[0]["sides_only"] = sides_only
        record[0]["ends_differ"] = self.play_score != "none" or sides_only
        record[0]["classes"] = 4 if self.spinner == "first_tile" else 1 + record[0]["ends_differ"]
        record[0]["plain"] = record[0]["classes"] == 1 and self.wild_blank == "none"
        record[0]["accept"] = [self._accept(pip) for pip in range(MAX_SET + 1)]
        return record

    def _accept(self, pip: int) -> int:
        """Return the tiles that an open end of a pip accepts once it is unlocked."""
        suit, blanks = tables.SUIT[pip], tables.SUIT[0]
        if self.wild_blank == "none":
            return int(suit)
        if self.wild_blank == "both" and pip == 0:
            return tiles.mask_of(range(tables.MAX_TILES))
        return int(suit | blanks)


RULES_DTYPE = np.dtype(
    [(field.name, np.int64) for field in dataclasses.fields(Rules)]
    + [
        ("tile_count", np.int64),  # tiles in the set
        ("sides", np.int64),  # seat % sides is a seat's side
        ("sides_only", np.int64),  # 1: a double unlocks only its own sides
        ("ends_differ", np.int64),  # 1: an ordinary end and a double's side of equal pip are different moves
        ("classes", np.int64),  # port classes in use: 1, 2 or 4
        ("plain", np.int64),  # 1: one port class and no wild blanks
        ("accept", np.uint64, (MAX_SET + 1,)),  # tiles that an unlocked open end accepts, by pip
    ],
    align=True,
)

_FIELDS = {field.name: field for field in dataclasses.fields(Rules)}


def code(setting: str, word: str) -> int:
    """Return the integer that compiled code reads for a word of a setting."""
    return list(_FIELDS[setting].metadata["words"]).index(word)


def _check_value(field: dataclasses.Field[Any], value: object) -> None:
    """Refuse a value that the setting's metadata do not allow."""
    allowed = field.metadata
    if "words" in allowed:
        if value not in allowed["words"]:
            raise RulesError(field.name, f"{field.name} is one of {', '.join(allowed['words'])}; got {value!r}")
    elif "low" in allowed:
        if isinstance(value, bool) or not isinstance(value, int):
            raise RulesError(field.name, f"{field.name} is a whole number; got {value!r}")
        if not allowed["low"] <= value <= allowed["high"]:
            raise RulesError(field.name, f"{field.name} goes from {allowed['low']} to {allowed['high']}; got {value}")
    elif not isinstance(value, bool):
        raise RulesError(field.name, f"{field.name} is on or off; got {value!r}")


def _check_combination(rules: Rules) -> None:
    """Refuse settings that contradict each other, naming the one to change."""
    dealt = rules.players * rules.hand_size
    boneyard = rules.tile_count - dealt
    if dealt > rules.tile_count:
        raise RulesError(
            "hand_size",
            f"{rules.players} hands of {rules.hand_size} need {dealt} tiles, "
            f"a double-{rules.set_max} set has {rules.tile_count}",
        )
    if rules.reserve > boneyard:
        raise RulesError("reserve", f"reserve {rules.reserve} is larger than the boneyard of {boneyard} tiles")
    if rules.teams == "2v2" and rules.players != 4:
        raise RulesError("teams", f"2v2 partners need four players; got {rules.players}")
    by_double = rules.first_lead in ("highest_double", "lowest_double")
    if rules.lead_tile == "forced" and not by_double:
        raise RulesError(
            "lead_tile", f"lead_tile cannot be forced when first_lead is {rules.first_lead}; use any or any_double"
        )
    if rules.draw == "none" and rules.voluntary_draw:
        raise RulesError("voluntary_draw", "voluntary_draw cannot be on when draw is none")
    if rules.play_score == "bergen" and rules.spinner != "none":
        raise RulesError("play_score", f"bergen compares the two ends of a line; spinner is {rules.spinner}")
    if rules.domino_score == "opp_minus_partner" and rules.teams == "none":
        raise RulesError("domino_score", "opp_minus_partner needs partners (teams: 2v2)")
