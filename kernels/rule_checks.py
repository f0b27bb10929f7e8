"""Which settings cannot be combined: each refusal names the setting to change.

Some combinations would contradict each other, some could never end, and some have no agreed meaning.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernels import tiles
from kernels.setting_kinds import RulesError

if TYPE_CHECKING:
    from kernels.rules import Rules

__all__ = ["check_combination"]


def check_combination(rules: Rules) -> None:
    """Refuse settings that contradict each other.

    Raises
    ------
    RulesError
        Naming the setting to change.
    """
    _check_set(rules)
    _check_lead(rules)
    _check_layout(rules)
    _check_points(rules)
    _check_match(rules)


def _check_set(rules: Rules) -> None:
    """Check that the tiles go round."""
    for name, named in (("removed_tiles", rules.removed_tiles), ("first_tile", (rules.first_tile,))):
        for tile in named:
            if tile >= tiles.set_size(rules.set_max):
                raise RulesError(name, f"{name}: {tiles.format_tile(tile)} is not in a double-{rules.set_max} set")
    dealt = rules.players * rules.hand_size
    boneyard = rules.tile_count - dealt
    if boneyard < 0:
        without = f" without the {len(rules.removed_tiles)} removed" if rules.removed_tiles else ""
        raise RulesError(
            "hand_size",
            f"{rules.players} hands of {rules.hand_size} need {dealt} tiles, "
            f"a double-{rules.set_max} set has {rules.tile_count}{without}",
        )
    if rules.reserve > boneyard:
        raise RulesError("reserve", f"reserve {rules.reserve} is larger than the boneyard of {boneyard} tiles")
    if rules.teams == "2v2" and rules.players != 4:
        raise RulesError("teams", f"2v2 partners need four players; got {rules.players}")
    _check_redeals(rules, boneyard)


def _check_redeals(rules: Rules, boneyard: int) -> None:
    """Refuse a `redeal_doubles` that every deal, or nearly every one, would meet."""
    if rules.redeal_doubles == 0:
        return
    doubles = sum(tiles.is_double(tile) for tile in tiles.tiles_in(rules.set_mask))
    fewest = -(-max(0, doubles - boneyard) // rules.players)  # in the hand with most, if the boneyard has all it can
    if rules.redeal_doubles <= max(2, fewest):
        raise RulesError(
            "redeal_doubles", f"redeal_doubles {rules.redeal_doubles} would deal for ever, or nearly; use more, or 0"
        )


def _check_lead(rules: Rules) -> None:
    """Check who leads what, and drawing."""
    by_tile = rules.first_lead == "tile"
    if by_tile and rules.first_tile < 0:
        raise RulesError("first_tile", "first_lead tile needs first_tile, the tile whose holder leads")
    if not by_tile and rules.first_tile >= 0:
        raise RulesError("first_tile", f"first_tile is for first_lead tile; first_lead is {rules.first_lead}")
    if by_tile and rules.first_tile in rules.removed_tiles:
        raise RulesError("first_tile", f"first_tile {tiles.format_tile(rules.first_tile)} is among removed_tiles")
    if rules.no_double == "highest_double" and not by_tile:
        raise RulesError("no_double", "highest_double needs first_lead tile")
    if rules.lead_tile == "forced" and rules.first_lead in ("lot_any", "seat0"):
        raise RulesError(
            "lead_tile", f"lead_tile cannot be forced when first_lead is {rules.first_lead}; use any or any_double"
        )
    if rules.draw == "none" and rules.voluntary_draw:
        raise RulesError("voluntary_draw", "voluntary_draw cannot be on when draw is none")


def _check_layout(rules: Rules) -> None:
    """Check what may lie where."""
    if rules.fill_first:
        _check_fill(rules)
    if rules.arm_doubles and not rules.fill_first:
        raise RulesError("arm_doubles", "arm_doubles needs fill_first: it is about the arms of the opening double")
    if rules.arm_doubles and rules.unlock != "none":
        raise RulesError("arm_doubles", f"arm_doubles cannot be on when unlock is {rules.unlock}")
    if rules.match == "sum":
        _check_sum(rules)
    if rules.ends == 1 and rules.spinner != "none":
        raise RulesError("ends", f"ends 1 is for a line; spinner is {rules.spinner}")
    if rules.ends == 1 and rules.play_score != "none":
        raise RulesError("ends", f"ends 1 is for games without points for open ends; play_score is {rules.play_score}")


def _check_fill(rules: Rules) -> None:
    if rules.spinner != "opening_double":
        raise RulesError("fill_first", f"fill_first needs spinner opening_double; spinner is {rules.spinner}")
    if rules.fill_first > rules.set_max:
        raise RulesError(
            "fill_first",
            f"fill_first is {rules.fill_first}; only {rules.set_max} tiles show a number of a double-{rules.set_max} "
            "set beside its double",
        )
    if rules.fill_first > 4 and rules.play_score != "none":
        raise RulesError(
            "fill_first", f"fill_first {rules.fill_first} has no open-end total; play_score is {rules.play_score}"
        )


def _check_sum(rules: Rules) -> None:
    for name, allowed in (("wild_blank", "none"), ("unlock", "none"), ("spinner", "none")):
        if getattr(rules, name) != allowed:
            raise RulesError("match", f"match sum cannot be combined with {name} {getattr(rules, name)}")
    if rules.play_score == "bergen":
        raise RulesError("match", "match sum cannot be combined with play_score bergen")
    if rules.match_sum > 2 * rules.set_max:
        raise RulesError(
            "match_sum",
            f"match_sum is {rules.match_sum}; two halves of a double-{rules.set_max} set add up to "
            f"{2 * rules.set_max} at most",
        )


def _check_points(rules: Rules) -> None:
    """Check what scores."""
    if rules.play_score == "bergen" and rules.spinner != "none":
        raise RulesError("play_score", f"bergen compares the two ends of a line; spinner is {rules.spinner}")
    if rules.domino_score == "opp_minus_partner" and rules.teams == "none":
        raise RulesError("domino_score", "opp_minus_partner needs partners (teams: 2v2)")
    if rules.all_pass_points and rules.players == 2:
        raise RulesError("all_pass_points", "all_pass_points needs three players or more: with two it is every pass")


def _check_match(rules: Rules) -> None:
    """Check what a match counts."""
    if rules.match_by == "points":
        return
    if rules.entry_points:
        raise RulesError("match_by", f"match_by {rules.match_by} counts no points; entry_points needs them")
    if rules.check == "immediate":
        raise RulesError("match_by", f"match_by {rules.match_by} changes only between rounds; check is immediate")
