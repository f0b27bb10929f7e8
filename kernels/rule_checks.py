"""Which settings cannot be combined: each refusal names the setting to change.

Some combinations would contradict each other, some could never end, and some have no agreed meaning.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernels import tiles
from kernels.setting_kinds import RulesError

if TYPE_CHECKING:
    from kernels.rules import Rules

__all__ = ["check_combination", "check_match_ends"]


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
                message = f"{name}: {tiles.format_tile(tile)} is not in a double-{rules.set_max} set"
                raise RulesError(name, message, "set_max")
    dealt = rules.players * rules.hand_size
    boneyard = rules.tile_count - dealt
    if boneyard < 0:
        without = f" without the {len(rules.removed_tiles)} removed" if rules.removed_tiles else ""
        raise RulesError(
            "hand_size",
            f"{rules.players} hands of {rules.hand_size} need {dealt} tiles, "
            f"a double-{rules.set_max} set has {rules.tile_count}{without}",
            "removed_tiles",
            "set_max",
        )
    if rules.reserve > boneyard:
        message = f"reserve {rules.reserve} is larger than the boneyard of {boneyard} tiles"
        raise RulesError("reserve", message, "hand_size", "removed_tiles", "set_max")
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
        message = f"redeal_doubles {rules.redeal_doubles} would deal for ever, or nearly; use more, or 0"
        raise RulesError("redeal_doubles", message, "hand_size", "removed_tiles", "set_max")


def _check_lead(rules: Rules) -> None:
    """Check who leads what, and drawing."""
    by_tile = rules.first_lead == "tile"
    if by_tile and rules.first_tile < 0:
        raise RulesError("first_tile", "first_lead tile needs first_tile, the tile whose holder leads")
    if not by_tile and rules.first_tile >= 0:
        raise RulesError("first_tile", f"first_tile is for first_lead tile; first_lead is {rules.first_lead}")
    if by_tile and rules.first_tile in rules.removed_tiles:
        raise RulesError("first_tile", f"first_tile {tiles.format_tile(rules.first_tile)} is among removed_tiles")
    _check_doubles(rules)
    if rules.no_double == "highest_double" and not by_tile:
        raise RulesError("no_double", "highest_double needs first_lead tile")
    if rules.lead_tile == "forced" and rules.first_lead in ("lot_any", "seat0"):
        raise RulesError(
            "lead_tile", f"lead_tile cannot be forced when first_lead is {rules.first_lead}; use any or any_double"
        )
    if rules.draw == "none" and rules.voluntary_draw:
        raise RulesError("voluntary_draw", "voluntary_draw cannot be on when draw is none")


def _check_doubles(rules: Rules) -> None:
    """Refuse to take out the doubles that a lead, or a locked number, waits for."""
    doubles = [tiles.double(pip) for pip in range(rules.set_max + 1)]
    removed = [tile for tile in doubles if tile in rules.removed_tiles]
    by_double = rules.first_lead in ("highest_double", "lowest_double")
    if by_double and removed == doubles and rules.no_double in ("redeal", "draw_until"):
        message = (
            f"no_double {rules.no_double} would deal for ever: removed_tiles takes out every double, "
            f"and first_lead is {rules.first_lead}"
        )
        raise RulesError("no_double", message)
    if rules.unlock == "suit" and removed:
        message = (
            f"removed_tiles takes out {tiles.format_tile(removed[0])}, "
            f"so that unlock suit would lock the number {tiles.halves(removed[0])[0]} for ever"
        )
        raise RulesError("removed_tiles", message)


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
            "set_max",
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
            "set_max",
            "match",
        )


def _check_points(rules: Rules) -> None:
    """Check what scores."""
    if rules.play_score == "bergen" and rules.spinner != "none":
        raise RulesError("play_score", f"bergen compares the two ends of a line; spinner is {rules.spinner}")
    if rules.domino_score == "opp_minus_partner" and rules.teams == "none":
        raise RulesError("domino_score", "opp_minus_partner needs partners (teams: 2v2)", "teams")
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


def check_match_ends(rules: Rules) -> None:
    """Refuse to play matches for points that nobody can score; single rounds of such rules are fine.

    Raises
    ------
    RulesError
        Naming what could score.
    """
    if rules.match_by != "points" or rules.scores_in_play:
        return
    going_out = rules.domino_score
    if going_out == "by_last_tile":
        going_out = "by_last_tile" if any(rules.last_tile_points) else "none"
    extra = rules.capicu_points or rules.chuchazo_points or rules.lock_points
    if going_out != "none" or rules.blocked_score != "none" or extra:
        return
    first_rounds = sum(rules.early_round_points)
    if first_rounds < rules.target:
        most = f"more than {first_rounds} points" if first_rounds else "a point"
        raise RulesError(
            "domino_score",
            f"a match would never end: with domino_score {rules.domino_score}, blocked_score none and play_score none "
            f"nobody ever scores {most}, and target is {rules.target}",
            "blocked_score",
            "play_score",
            "target",
        )
