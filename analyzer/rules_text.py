"""The rules of a game in words, from its settings alone: what cannot matter, and bonuses of 0, are left out.

Most sentences stand beside the words of a setting, in `kernels.play_rules` and `kernels.score_rules`. Numbers, tiles,
and words whose sentence depends on other settings get theirs here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from analyzer.faults import listed
from analyzer.settings import SETTINGS, setting_text
from kernels import tiles
from kernels.rules import Rules

__all__ = ["GROUPS", "rules_in_words"]

GROUPS: dict[str, tuple[str, ...]] = {
    "The deal": ("set_max", "removed_tiles", "teams", "hand_size", "reserve", "redeal_doubles"),
    "The lead": (
        "first_lead",
        "first_tile",
        "lead_tile",
        "no_double",
        "next_lead",
        "next_lead_tile",
        "after_block",
        "after_tie",
    ),
    "Turns and drawing": ("draw", "voluntary_draw", "must_play_drawn", "early_block_detection", "extra_turn"),
    "The layout": (
        "match",
        "match_sum",
        "ends",
        "spinner",
        "flank",
        "fill_first",
        "arm_doubles",
        "unlock",
        "unlock_scope",
        "wild_blank",
    ),
    "Points during play": (
        "play_score",
        "score_multiple",
        "score_divisor",
        "opener_scores",
        "spinner_count",
        "lead_pass_double_points",
        "lead_pass_tile_points",
        "all_pass_points",
    ),
    "The end of a round": (
        "domino_score",
        "last_tile_points",
        "blocked_winner",
        "blocked_score",
        "tile_points",
        "fixed_points",
        "round_to",
        "round_mode",
        "end_divisor",
        "tie",
        "capicu_points",
        "chuchazo_points",
        "lock_points",
    ),
    "The match": ("match_by", "target", "compare", "check", "early_round_points", "entry_points", "shutout_below"),
}
"""House rules in the order of a game."""

_SET_NAMES = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def rules_in_words(by_players: Mapping[int, Rules]) -> dict[str, list[str]]:
    """Return the rules as sentences, by part of the game.

    Parameters
    ----------
    by_players : dict
        The rules for every number of players.
    """
    return {group: [line for name in names for line in _lines(name, by_players)] for group, names in GROUPS.items()}


def _lines(name: str, by_players: Mapping[int, Rules]) -> list[str]:
    """Return the sentence of a setting, or the sentences for different numbers of players."""
    said: dict[str, list[int]] = {}
    for number, rules in by_players.items():
        if sentence := _sentence(name, rules):
            said.setdefault(sentence, []).append(number)
    return [
        sentence if len(numbers) == len(by_players) else f"With {listed(numbers)} players: {sentence}"
        for sentence, numbers in said.items()
    ]


def _sentence(name: str, rules: Rules) -> str:
    """Return what a setting says under the others, nothing if it makes no difference."""
    if name in _SILENT or (name in _MATTERS and not _MATTERS[name](rules)):
        return ""
    if name in _OWN:
        return _OWN[name](rules)
    meta, value = SETTINGS[name], getattr(rules, name)
    if "words" in meta:
        return _filled(str(meta["words"][value]), rules)
    if "yes" in meta:
        return str(meta["yes"] if value else meta["no"])
    doc = str(meta["doc"]).partition(":")[0]
    return f"{doc[0].upper()}{doc[1:]}: {setting_text(name, value)}."


def _filled(sentence: str, rules: Rules) -> str:
    """Put the values of other settings into a sentence that refers to them."""

    def value(found: re.Match[str]) -> str:
        return setting_text(found[1], getattr(rules, found[1])) if found[1] in SETTINGS else found[1]

    return re.sub(r"`(\w+)`", value, sentence)


def _count(number: int, thing: str) -> str:
    """Write a number of things: ``1 point``, ``2 points``."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


# --- the deal and the lead --------------------------------------------------------------------------------------------


def _set(rules: Rules) -> str:
    removed = listed([tiles.format_tile(tile) for tile in rules.removed_tiles], "and")
    without = f" without {removed}" if rules.removed_tiles else ""
    return f"The set is double-{_SET_NAMES[rules.set_max]}{without}: {_count(rules.tile_count, 'tile')}."


def _left_over(rules: Rules) -> int:
    """Return how many tiles are not dealt."""
    return rules.tile_count - rules.players * rules.hand_size


def _hand(rules: Rules) -> str:
    left = _left_over(rules)
    use = ("are not used", "is not used") if rules.draw == "none" else ("are the boneyard", "is the boneyard")
    rest = f"{left} {use[left == 1]}" if left else "none is left over"
    return f"Everybody holds {_count(rules.hand_size, 'tile')}; {rest}."


def _reserve(rules: Rules) -> str:
    if rules.reserve == 0:
        return "The boneyard may be emptied."
    last = "The last tile of the boneyard is" if rules.reserve == 1 else f"The last {rules.reserve} tiles of it are"
    return f"{last} never drawn."


def _redeal(rules: Rules) -> str:
    return f"If a hand holds {rules.redeal_doubles} doubles or more, all tiles are dealt again."


def _draw(rules: Rules) -> str:
    return str(SETTINGS["draw"]["words"][rules.draw if _left_over(rules) else "none"])


def _first_lead(rules: Rules) -> str:
    sentence = _filled(str(SETTINGS["first_lead"]["words"][rules.first_lead]), rules)
    once = rules.next_lead != "same_as_first"
    return sentence.replace(" leads.", " leads the first round.") if once else sentence


def _lead_tile(rules: Rules) -> str:
    if rules.lead_tile == "forced":
        return "That tile must be led."
    return str(SETTINGS["lead_tile"]["words"][rules.lead_tile])


def _no_double(rules: Rules) -> str:
    leads = tiles.format_tile(rules.first_tile) if rules.first_lead == "tile" else "a double"
    sentence = str(SETTINGS["no_double"]["words"][rules.no_double])
    return sentence.replace("what leads", leads).replace("the tile that leads", leads)


def _next_lead(rules: Rules) -> str:
    if rules.next_lead == "winner":
        return "The winner of a round leads the next."
    return str(SETTINGS["next_lead"]["words"][rules.next_lead])


def _may_be_missing(rules: Rules) -> bool:
    """Say whether it can happen that nobody holds what leads."""
    if rules.first_lead == "tile":
        return _left_over(rules) > 0
    if rules.first_lead not in ("highest_double", "lowest_double"):
        return False
    plain = sum(not tiles.is_double(tile) for tile in tiles.tiles_in(rules.set_mask))
    return rules.players * rules.hand_size <= plain


# --- the layout -------------------------------------------------------------------------------------------------------


def _match(rules: Rules) -> str:
    every = [tile for tile in tiles.tiles_in(rules.set_mask) if tile == 0 or tiles.pips(tile) == rules.match_sum]
    names = listed([tiles.format_tile(tile) for tile in reversed(every)], "and")
    return (
        f"A half fits an open end if the two add up to {rules.match_sum}. The matadors - {names} - fit every end with "
        "either half."
    )


def _spinner(rules: Rules) -> str:
    sides = {4: "four", 6: "six", 8: "eight"}[max(4, rules.fill_first)]
    if rules.spinner == "opening_double":
        return f"A led double has {sides} sides to play on; later doubles have two."
    if rules.ends == 1:
        return "The layout is a line with one open end: everything is played on one side of the led tile."
    return str(SETTINGS["spinner"]["words"][rules.spinner])


def _fill(rules: Rules) -> str:
    sides = {4: "four", 6: "six", 8: "eight"}[rules.fill_first]
    return f"All {sides} sides of a led double are covered before anything else is played on."


# --- points -----------------------------------------------------------------------------------------------------------


def _play_score(rules: Rules) -> str:
    if rules.play_score == "multiples" and rules.score_divisor > 1:
        multiple, divisor = rules.score_multiple, rules.score_divisor
        return f"Open ends that total a multiple of {multiple} score the total divided by {divisor}."
    return _filled(str(SETTINGS["play_score"]["words"][rules.play_score]), rules)


def _lead_pass(rules: Rules) -> str:
    double, other = rules.lead_pass_double_points, rules.lead_pass_tile_points
    parts = [f"{_count(double, 'point')} after a led double"] * (double > 0)
    parts += [f"{_count(other, 'point')} after another tile"] * (other > 0)
    return f"If the player after the leader must pass at once, the leader's side scores {listed(parts, 'and')}."


def _all_pass(rules: Rules) -> str:
    return f"Whoever plays, sees everybody else pass and plays again scores {_count(rules.all_pass_points, 'point')}."


def _going_out(rules: Rules) -> str:
    if rules.domino_score == "fixed":
        return f"Going out scores {_count(rules.fixed_points, 'point')}."
    if rules.domino_score != "by_last_tile":
        return _filled(str(SETTINGS["domino_score"]["words"][rules.domino_score]), rules)
    plain, double, both, both_double = (*rules.last_tile_points, 0, 0, 0, 0)[:4]
    return (
        f"Going out scores {_count(plain, 'point')}, {double} with a double, {both} with a tile that fits every open "
        f"end, {both_double} with a double that does."
    )


def _blocked_winner(rules: Rules) -> str:
    if rules.teams == "none" and rules.blocked_winner in ("team_pips", "single_hand"):
        return "The hand with fewest pips wins a blocked round."
    return str(SETTINGS["blocked_winner"]["words"][rules.blocked_winner])


def _blocked_score(rules: Rules) -> str:
    if rules.blocked_score == "fixed":
        return f"A blocked round scores {_count(rules.fixed_points, 'point')}."
    return _filled(str(SETTINGS["blocked_score"]["words"][rules.blocked_score]), rules)


def _rounding(rules: Rules) -> str:
    divided = f" and divided by {rules.end_divisor}" if rules.end_divisor > 1 else ""
    return f"Pips at the end of a round are rounded to the nearest {rules.round_to}{divided}."


def _end_divisor(rules: Rules) -> str:
    return f"Pips at the end of a round are divided by {rules.end_divisor}, fractions dropped."


def _extra(points: int, what: str) -> str:
    return f"{what} scores {_count(points, 'point')} more."


# --- the match --------------------------------------------------------------------------------------------------------


def _target(rules: Rules) -> str:
    things = {
        "points": _count(rules.target, "point"),
        "wins": f"{_count(rules.target, 'round')} won",
        "consecutive_wins": f"{_count(rules.target, 'round')} won in a row",
    }[rules.match_by]
    verb = "wins" if rules.target == 1 else "win"
    if rules.compare == "exact":
        return f"Exactly {things} {verb} the match; what would go past that does not count."
    if rules.compare == "above":
        return f"More than {things} {verb} the match."
    return f"{things} {verb} the match."


def _early_rounds(rules: Rules) -> str:
    first, *rest = rules.early_round_points
    later = f"; the next ones {listed(rest, 'and')}" if rest else ""
    return f"The first round of a match earns its winner {_count(first, 'point')} more{later}."


def _entry(rules: Rules) -> str:
    return f"A side without points must score {rules.entry_points} or more at once for them to count."


def _shutout(rules: Rules) -> str:
    return f"The match is a tie unless every other side has fewer than {rules.shutout_below} at its end."


_SILENT = (
    "removed_tiles",
    "first_tile",
    "match_sum",
    "ends",
    "score_multiple",
    "score_divisor",
    "lead_pass_tile_points",
    "tile_points",
    "fixed_points",
    "last_tile_points",
    "compare",
)
"""Settings that the sentence of another one names."""

_OWN: dict[str, Callable[[Rules], str]] = {
    "set_max": _set,
    "hand_size": _hand,
    "reserve": _reserve,
    "redeal_doubles": _redeal,
    "draw": _draw,
    "first_lead": _first_lead,
    "lead_tile": _lead_tile,
    "no_double": _no_double,
    "next_lead": _next_lead,
    "match": _match,
    "spinner": _spinner,
    "fill_first": _fill,
    "play_score": _play_score,
    "lead_pass_double_points": _lead_pass,
    "all_pass_points": _all_pass,
    "domino_score": _going_out,
    "blocked_winner": _blocked_winner,
    "blocked_score": _blocked_score,
    "round_to": _rounding,
    "end_divisor": _end_divisor,
    "capicu_points": lambda rules: _extra(
        rules.capicu_points, "Going out with a tile, not a double, that fits every open end"
    ),
    "chuchazo_points": lambda rules: _extra(rules.chuchazo_points, "Going out with 0-0"),
    "lock_points": lambda rules: _extra(rules.lock_points, "Winning a blocked round"),
    "target": _target,
    "early_round_points": _early_rounds,
    "entry_points": _entry,
    "shutout_below": _shutout,
}
"""Settings whose sentence is made here."""

_BY_WINNER = ("winner", "winner_side")

_MATTERS: dict[str, Callable[[Rules], Any]] = {
    "reserve": lambda rules: rules.draw != "none" and _left_over(rules),
    "redeal_doubles": lambda rules: rules.redeal_doubles,
    "no_double": _may_be_missing,
    "next_lead_tile": lambda rules: rules.next_lead != "same_as_first",
    "after_block": lambda rules: rules.next_lead in (*_BY_WINNER, "rotate") and rules.after_block != "next_lead",
    "after_tie": lambda rules: rules.next_lead in _BY_WINNER and rules.tie in ("none", "split", "lightest_tile"),
    "voluntary_draw": lambda rules: rules.draw != "none" and _left_over(rules),
    "must_play_drawn": lambda rules: rules.draw != "none" and _left_over(rules),
    "early_block_detection": lambda rules: rules.draw != "none" and _left_over(rules),
    "extra_turn": lambda rules: rules.extra_turn != "none",
    "match": lambda rules: rules.match == "sum",
    "flank": lambda rules: rules.spinner == "first_tile",
    "fill_first": lambda rules: rules.fill_first,
    "arm_doubles": lambda rules: rules.arm_doubles,
    "unlock": lambda rules: rules.unlock != "none",
    "unlock_scope": lambda rules: rules.unlock != "none",
    "wild_blank": lambda rules: rules.wild_blank != "none",
    "play_score": lambda rules: rules.play_score != "none" or not rules.scores_in_play,
    "opener_scores": lambda rules: rules.play_score != "none",
    "spinner_count": lambda rules: rules.play_score != "none" and rules.spinner != "none",
    "lead_pass_double_points": lambda rules: rules.lead_pass_double_points or rules.lead_pass_tile_points,
    "all_pass_points": lambda rules: rules.all_pass_points,
    "round_to": lambda rules: rules.round_to > 1,
    "round_mode": lambda rules: rules.round_to > 1,
    "end_divisor": lambda rules: rules.end_divisor > 1 and rules.round_to == 1,
    "capicu_points": lambda rules: rules.capicu_points,
    "chuchazo_points": lambda rules: rules.chuchazo_points,
    "lock_points": lambda rules: rules.lock_points,
    "match_by": lambda rules: rules.match_by == "consecutive_wins",
    "check": lambda rules: rules.match_by == "points",
    "early_round_points": lambda rules: any(rules.early_round_points),
    "entry_points": lambda rules: rules.entry_points,
    "shutout_below": lambda rules: rules.shutout_below,
}
"""When a setting can make a difference under the others; those not named always do."""
