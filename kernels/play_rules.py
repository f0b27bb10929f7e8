"""The settings of a game that say how it is played: set, deal, lead, turns and layout.

They are the first half of `kernels.rules.Rules`; each field has a sentence for a player (`kernels.setting_kinds`).

The meaning of each setting follows the project's rule book (A1 ... C13 are its points); sources are named in the
game files.
"""

from __future__ import annotations

from dataclasses import dataclass

from kernels.setting_kinds import choice, count, flag, one_tile, some_tiles, words
from kernels.tiles import MAX_SET

__all__ = ["MAX_PLAYERS", "PlayRules"]

MAX_PLAYERS = 4


@dataclass(frozen=True, kw_only=True)
class PlayRules:
    """How tiles are dealt, led, drawn and laid."""

    # --- who plays with what -----------------------------------------------------------------------------------
    set_max: int = count(6, 1, MAX_SET, "highest number of the set: 6 is a double-six set of 28 tiles")
    players: int = count(2, 2, MAX_PLAYERS, "number of players")
    teams: str = words(
        "none",
        {"none": "Everybody plays alone.", "2v2": "Two partnerships, partners sit opposite each other."},
        "partnerships",
        off="none",
    )
    removed_tiles: tuple[int, ...] = some_tiles("tiles that are taken out of the set before dealing")
    hand_size: int = count(7, 1, 27, "tiles dealt to each player")
    reserve: int = count(0, 0, 54, "tiles of the boneyard that are never drawn")

    # --- the lead ----------------------------------------------------------------------------------------------
    first_lead: str = words(
        "highest_double",
        {
            "highest_double": "The holder of the highest double leads.",
            "lowest_double": "The holder of the lowest double leads.",
            "tile": "The holder of `first_tile` leads.",
            "lot_any": "The first leader is drawn by lot.",
            "seat0": "Seat 0 leads.",
        },
        "who leads the first round",
    )
    first_tile: int = one_tile("the tile whose holder leads, where `first_lead` is a tile")
    lead_tile: str = words(
        "forced",
        {
            "forced": "The tile that decides the lead must be led.",
            "any": "Any tile may be led.",
            "any_double": "A double must be led if the leader holds one, otherwise any tile.",
            "draw_double": "A double must be led; a leader without one draws until there is one, and may lead any tile "
            "if no more may be drawn.",
        },
        "what the leader may lead; `forced` needs a lead decided by a tile",
    )
    no_double: str = words(
        "redeal",
        {
            "redeal": "If nobody holds what leads, all tiles are shuffled and dealt again.",
            "highest_tile": "If nobody holds what leads, the tile with the highest half leads (then the other half).",
            "heaviest_tile": "If nobody holds what leads, the tile with most pips leads; equal tiles draw lots.",
            "lot": "If nobody holds what leads, the leader is drawn by lot and leads any tile.",
            "draw_until": "If nobody holds what leads, everybody draws one tile in turn until somebody does; if the "
            "boneyard runs out first, all tiles are dealt again.",
            "highest_double": "If nobody holds the tile that leads, the highest double leads; without any double all "
            "tiles are dealt again.",
        },
        "what happens when nobody holds the double or the tile that leads",
    )
    redeal_doubles: int = count(
        0, 0, 28, "all tiles are dealt again if a hand holds at least so many doubles; 0 never does"
    )
    next_lead: str = words(
        "same_as_first",
        {
            "same_as_first": "Later rounds are led as the first one.",
            "winner": "The winner of a round leads the next, any tile that `next_lead_tile` allows.",
            "winner_side": "One of the side that won a round, drawn by lot, leads the next.",
            "rotate": "The lead passes to the next seat each round.",
            "lot": "The leader of every round is drawn by lot.",
        },
        "who leads later rounds of a match",
    )
    next_lead_tile: str = words(
        "any",
        {
            "any": "A later leader may lead any tile.",
            "any_double": "A later leader must lead a double if holding one, otherwise any tile.",
            "draw_double": "A later leader must lead a double; one without draws until there is one, and may lead any "
            "tile if no more may be drawn.",
        },
        "what a later leader may lead, unless later rounds are led as the first one",
    )
    after_block: str = words(
        "next_lead",
        {
            "next_lead": "A blocked round changes nothing about the next lead.",
            "lot": "After a blocked round the leader is drawn by lot.",
            "same_leader": "After a blocked round the same seat leads again.",
        },
        "who leads after a blocked round: one that somebody won, or any where the lead rotates",
    )
    after_tie: str = words(
        "lot",
        {
            "lot": "After a round without a winner the leader is drawn by lot.",
            "same_leader": "After a round without a winner the same seat leads again.",
            "rotate": "After a round without a winner the lead passes to the next seat.",
            "as_first": "After a round without a winner the next is led as the first one.",
        },
        "who leads after a round without a winner, where `next_lead` is the winner or the winning side",
    )

    # --- drawing -----------------------------------------------------------------------------------------------
    draw: str = words(
        "none",
        {
            "none": "Nobody draws: a player who cannot play passes.",
            "one": "A player who cannot play draws one tile, and passes if it does not fit.",
            "until": "A player who cannot play draws until a tile fits or no more may be drawn, then passes.",
        },
        "drawing from the boneyard",
        off="none",
    )
    voluntary_draw: bool = flag(
        False,
        "A player may draw although able to play.",
        "A player who can play must not draw.",
        "drawing by choice",
    )
    must_play_drawn: bool = flag(
        True,
        "A drawn tile that fits must be played at once.",
        "A player may keep a drawn tile that fits and pass.",
        "whether a fitting drawn tile must be played",
    )
    early_block_detection: bool = flag(
        False,
        "A lock is called at once: the round ends when no unplayed tile fits, even with tiles to draw.",
        "A round is blocked when everybody has passed in turn and nobody may draw.",
        "when a lock ends the round",
    )

    # --- turns -------------------------------------------------------------------------------------------------
    extra_turn: str = words(
        "none",
        {
            "none": "A turn ends with the tile played.",
            "may": "A player who has played a double may play again at once if a tile fits.",
            "must": "A player who has played a double must play again at once if a tile fits.",
        },
        "another turn after a double",
        off="none",
    )

    # --- the layout --------------------------------------------------------------------------------------------
    spinner: str = words(
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
    flank: str = words(
        "either",
        {
            "either": "The two flanks of a led non-double each match either half.",
            "split": "One flank of a led non-double matches its one half, the other flank the other half.",
            "after_ends": "The flanks of a led non-double open once both its ends are covered and match either half.",
            "double_only": "A led non-double has no flanks.",
        },
        "flanks of a led non-double where the led tile is the spinner",
    )
    unlock: str = words(
        "none",
        {
            "none": "Any open end may be matched.",
            "suit": "A number is locked until its double lies; a double may always be played on its own number.",
        },
        "whether a number is locked until its double lies",
        off="none",
    )
    unlock_scope: str = words(
        "suit",
        {
            "suit": "A double unlocks every open end of its number.",
            "double_sides_only": "A double unlocks only its own sides.",
        },
        "what a double unlocks",
    )
    wild_blank: str = words(
        "none",
        {
            "none": "Blanks match blanks only.",
            "both": "A blank half fits any end and an open blank end accepts any half.",
            "played_only": "A blank half fits any end, but an open blank end accepts only blanks.",
        },
        "wild blanks",
        off="none",
    )
    fill_first: int = choice(
        0,
        (0, 4, 6, 8),
        "sides of a led double that must be covered before anything else may be played on; 0 asks for none",
    )
    arm_doubles: bool = flag(
        False,
        "An arm of the led double goes on with the double of the number it shows, and freely after it.",
        "An arm of the led double goes on with any tile that fits.",
        "whether an arm of the led double needs a double next",
    )
    match: str = words(
        "equal",
        {
            "equal": "A half fits an open end of its own number.",
            "sum": "A half fits an open end if both add up to `match_sum`; tiles of that many pips, and 0-0, fit "
            "everywhere.",
        },
        "what fits an open end",
    )
    match_sum: int = count(7, 1, 18, "pips that two touching halves add up to, where `match` is a sum")
    ends: int = count(2, 1, 2, "open ends of the line: with one, everything is played on one side of the led tile")
