"""The words of the game: what a measure, a unit, a policy and a house rule are called in a sentence.

A measure that is not listed is still reported, by its own name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reports.formats import number_word

__all__ = [
    "MEASURES",
    "POLICY_PHRASES",
    "PREFERENCE_PHRASES",
    "RULE_PHRASES",
    "VERDICTS",
    "Measure",
    "Verdict",
    "measure_named",
    "policy_phrase",
    "quoted",
    "rules_phrase",
    "settings_of",
    "verdict_of",
    "with_players",
]


@dataclass(frozen=True)
class Measure:
    """How a measure is spoken of.

    Attributes
    ----------
    name : str
        Heading, such as ``rounds won``.
    meaning : str
        What is measured, one sentence without its full stop.
    clause : str
        The value in a clause, with ``{value}`` and, if a seat's, ``{who}``.
    change : str
        A difference in a clause, with ``{size}``, ``{more}`` and, if a seat's, ``{who}``.
    more, fewer : str
        The words for a positive and a negative difference.
    """

    name: str
    meaning: str
    clause: str
    change: str
    more: str = "more"
    fewer: str = "fewer"


MEASURES: Mapping[str, Measure] = {
    "win": Measure(
        "rounds won",
        "the share of rounds won, all seats taken in turn",
        "{who} wins {value} of rounds",
        "{who} wins {size} {more} rounds",
    ),
    "points": Measure(
        "points per round",
        "points scored in a round by the policy's side",
        "{who} scores {value} a round",
        "{who} scores {size} {more} a round",
    ),
    "margin": Measure(
        "margin per round",
        "points of the policy's side less the mean of the other sides' points",
        "{who} is {value} ahead of the other sides a round",
        "{who} gains {size} {more} on the other sides a round",
    ),
    "play_points": Measure(
        "points during play",
        "points scored for open ends during play, a round",
        "{who} scores {value} during play a round",
        "{who} scores {size} {more} during play a round",
    ),
    "domino": Measure(
        "rounds gone out",
        "the share of rounds in which the policy's seat plays its last tile",
        "{who} goes out in {value} of rounds",
        "{who} goes out in {size} {more} rounds",
    ),
    "pips_left": Measure(
        "pips left",
        "pips left in the hand when the round ends",
        "{who} is left with {value} a round",
        "{who} is left with {size} {more} a round",
    ),
    "match_win": Measure(
        "matches won",
        "the share of matches won, all seats taken in turn",
        "{who} wins {value} of matches",
        "{who} wins {size} {more} matches",
    ),
    "opener_wins": Measure(
        "rounds won by the opener",
        "the share of rounds won by the seat that leads",
        "the opener wins {value} of rounds",
        "the opener wins {size} {more} rounds",
    ),
    "blocked": Measure(
        "blocked rounds",
        "the share of rounds that end because nobody can play",
        "{value} of rounds end blocked",
        "{size} {more} rounds end blocked",
    ),
    "tied": Measure(
        "tied rounds",
        "the share of rounds that end blocked with equal lowest hands",
        "{value} of rounds end blocked with equal lowest hands",
        "{size} {more} rounds end blocked with equal lowest hands",
    ),
    "winner_points": Measure(
        "points to the winner",
        "points the winning side scores in a round",
        "the winner scores {value} a round",
        "the winner scores {size} {more} a round",
    ),
    "round_points": Measure(
        "points in a round",
        "points of all sides in a round together",
        "all sides together score {value} a round",
        "all sides together score {size} {more} a round",
    ),
    "plays": Measure(
        "tiles played",
        "tiles played in a round",
        "{value} are played in a round",
        "{size} {more} are played in a round",
    ),
    "turns": Measure(
        "turns per round",
        "turns in a round, passes included",
        "a round takes {value}",
        "a round takes {size} {more}",
    ),
    "draws": Measure(
        "tiles drawn",
        "tiles drawn from the boneyard in a round",
        "{value} are drawn in a round",
        "{size} {more} are drawn in a round",
    ),
    "passes": Measure(
        "passes per round",
        "turns without a play in a round",
        "a round has {value} without a play",
        "a round has {size} {more} without a play",
    ),
    "luck_win": Measure(
        "share of luck",
        "the share of the variance of who wins that the deal fixes",
        "the deal fixes {value} of who wins",
        "the deal fixes {size} {more} of who wins",
        "more",
        "less",
    ),
    "luck_points": Measure(
        "share of luck in the margin",
        "the share of the variance of the margin of points that the deal fixes",
        "the deal fixes {value} of the margin of a round",
        "the deal fixes {size} {more} of the margin of a round",
        "more",
        "less",
    ),
    "rounds": Measure(
        "rounds per match",
        "rounds played until a match is won",
        "a match takes {value}",
        "a match takes {size} {more}",
    ),
}

POLICY_PHRASES: Mapping[str, str] = {
    "random": "playing at random",
    "heaviest": "playing the heaviest tile",
    "lightest": "playing the lightest tile",
    "doubles-first": "playing doubles first",
    "doubles-last": "holding doubles back",
    "most-accompanied": "playing the best accompanied tile",
    "variety": "keeping many different numbers in hand",
    "points-greedy": "taking the most points now",
}

PREFERENCE_PHRASES: Mapping[str, str] = {
    "doubles": "playing doubles first",
    "non-doubles": "holding doubles back",
    "heaviest": "playing the heaviest tile",
    "lightest": "playing the lightest tile",
    "most-accompanied": "playing the best accompanied tile",
    "variety": "keeping many different numbers in hand",
    "points": "taking the most points now",
    "strong-suit": "keeping one strong suit",
    "keep-mobile": "staying mobile",
    "opponents-lack": "leaving open what opponents lack",
    "next-lacks": "leaving open what the next player lacks",
    "spare-partner": "sparing the partner’s missing numbers",
    "partner-suit": "playing for the partner’s suit",
    "avoid-opponents-suit": "avoiding the opponents’ suit",
    "strand-doubles": "stranding others’ doubles",
    "spare-doubles": "stranding no double",
    "least-reply": "leaving small replies",
}

RULE_PHRASES: Mapping[tuple[str, str], str] = {
    ("teams", "2v2"): "partnerships",
    ("teams", "none"): "everybody alone",
    ("first_lead", "highest_double"): "the first lead with the highest double",
    ("first_lead", "lowest_double"): "the first lead with the lowest double",
    ("first_lead", "tile"): "the first lead with a set tile",
    ("first_lead", "lot_any"): "the first lead by lot",
    ("first_lead", "seat0"): "the first lead for seat 0",
    ("first_tile", "none"): "no tile that leads",
    ("lead_tile", "forced"): "a lead with the tile that decides it",
    ("lead_tile", "any"): "any tile may lead",
    ("lead_tile", "any_double"): "a lead with a double if there is one",
    ("lead_tile", "draw_double"): "a lead with a double drawn if need be",
    ("no_double", "redeal"): "a new deal if nobody can lead",
    ("no_double", "highest_tile"): "a lead with the highest tile if nobody has the double",
    ("no_double", "heaviest_tile"): "a lead with the heaviest tile if nobody has the double",
    ("no_double", "lot"): "a lead by lot if nobody has the double",
    ("no_double", "draw_until"): "drawing for the lead if nobody has the double",
    ("no_double", "highest_double"): "a lead with the highest double if nobody has the tile",
    ("redeal_doubles", "0"): "no new deal for many doubles",
    ("next_lead", "same_as_first"): "later leads as the first",
    ("next_lead", "winner"): "a lead for the winner",
    ("next_lead", "winner_side"): "a lead for the winning side",
    ("next_lead", "rotate"): "a lead for each seat in turn",
    ("next_lead", "lot"): "every lead by lot",
    ("next_lead_tile", "any"): "any tile for a later lead",
    ("next_lead_tile", "any_double"): "a double for a later lead if there is one",
    ("next_lead_tile", "draw_double"): "a double for a later lead drawn if need be",
    ("after_block", "next_lead"): "a next lead as ever after a block",
    ("after_block", "lot"): "a next lead by lot after a block",
    ("after_block", "same_leader"): "the same leader again after a block",
    ("after_tie", "lot"): "a next lead by lot after a tie",
    ("after_tie", "same_leader"): "the same leader again after a tie",
    ("after_tie", "rotate"): "a next lead for the next seat after a tie",
    ("after_tie", "as_first"): "a next lead as the first after a tie",
    ("draw", "none"): "no drawing",
    ("draw", "one"): "drawing one tile",
    ("draw", "until"): "drawing until a tile fits",
    ("voluntary_draw", "on"): "drawing by choice",
    ("voluntary_draw", "off"): "no drawing by choice",
    ("must_play_drawn", "on"): "a drawn tile that fits must be played",
    ("must_play_drawn", "off"): "a drawn tile may be kept",
    ("early_block_detection", "on"): "a lock called at once",
    ("early_block_detection", "off"): "a block only when all have passed",
    ("extra_turn", "none"): "no second tile after a double",
    ("extra_turn", "may"): "a second tile after a double",
    ("extra_turn", "must"): "a second tile after a double if one fits",
    ("spinner", "none"): "no spinner",
    ("spinner", "first_double"): "the first double as spinner",
    ("spinner", "opening_double"): "a led double as spinner",
    ("spinner", "all_doubles"): "every double a spinner",
    ("spinner", "first_tile"): "the first tile as spinner",
    ("flank", "either"): "flanks that match either half",
    ("flank", "split"): "a flank for each half",
    ("flank", "after_ends"): "flanks once both ends are covered",
    ("flank", "double_only"): "flanks on doubles only",
    ("unlock", "none"): "no locked numbers",
    ("unlock", "suit"): "numbers locked until their double lies",
    ("unlock_scope", "suit"): "a double unlocks its whole number",
    ("unlock_scope", "double_sides_only"): "a double unlocks only its own sides",
    ("wild_blank", "none"): "blanks matching blanks only",
    ("wild_blank", "both"): "wild blanks",
    ("wild_blank", "played_only"): "blanks that fit anywhere but take blanks only",
    ("fill_first", "0"): "no sides of the led double to cover first",
    ("arm_doubles", "on"): "a double first on each arm",
    ("arm_doubles", "off"): "arms that need no double",
    ("match", "equal"): "halves that are equal",
    ("match", "sum"): "halves that add up",
    ("ends", "1"): "one open end",
    ("ends", "2"): "two open ends",
    ("play_score", "none"): "no points during play",
    ("play_score", "multiples"): "points for open ends that total a multiple",
    ("play_score", "fives_threes"): "points for fives and threes",
    ("play_score", "fives_threes_pips"): "the pips of open ends for fives and threes",
    ("play_score", "bergen"): "points for equal ends",
    ("score_divisor", "1"): "the whole total of the open ends",
    ("opener_scores", "on"): "a lead that can score",
    ("opener_scores", "off"): "a lead that never scores",
    ("spinner_count", "drop_after_2"): "a spinner that counts until two sides are covered",
    ("spinner_count", "until_covered"): "a spinner that counts until all sides are covered",
    ("lead_pass_double_points", "0"): "no points for a pass on a led double",
    ("lead_pass_tile_points", "0"): "no points for a pass on a led non-double",
    ("all_pass_points", "0"): "no points when all others pass",
    ("domino_score", "opp_pips"): "the opponents' pips for going out",
    ("domino_score", "all_other_pips"): "the pips of all others for going out",
    ("domino_score", "opp_minus_partner"): "the opponents' pips less the partner's for going out",
    ("domino_score", "per_tile"): "points by tile for going out",
    ("domino_score", "fixed"): "fixed points for going out",
    ("domino_score", "by_last_tile"): "points by the last tile for going out",
    ("domino_score", "none"): "no points for going out",
    ("blocked_winner", "team_pips"): "a block won by the lightest side",
    ("blocked_winner", "single_hand"): "a block won by the lightest hand",
    ("blocked_winner", "tile_count"): "a block won by the fewest tiles",
    ("blocked_winner", "blocker_vs_next"): "a block between its player and the next",
    ("blocked_score", "opp"): "the opponents' pips for a block",
    ("blocked_score", "opp_minus_own"): "the opponents' pips less one's own for a block",
    ("blocked_score", "difference"): "the difference in pips for a block",
    ("blocked_score", "all"): "the pips of all hands for a block",
    ("blocked_score", "per_tile"): "points by tile for a block",
    ("blocked_score", "per_tile_difference"): "points by tile more for a block",
    ("blocked_score", "fixed"): "fixed points for a block",
    ("blocked_score", "none"): "no points for a block",
    ("round_to", "1"): "pips not rounded",
    ("round_mode", "sum"): "pips rounded once",
    ("round_mode", "each_hand"): "pips rounded by hand",
    ("end_divisor", "1"): "pips not divided",
    ("tie", "none"): "ties score nothing",
    ("tie", "split"): "ties split",
    ("tie", "opener"): "ties to the opener",
    ("tie", "blocker"): "ties to the last to play",
    ("tie", "blocker_loses"): "ties against the last to play",
    ("tie", "lightest_tile"): "ties to the lightest tile",
    ("capicu_points", "0"): "no points for capicú",
    ("chuchazo_points", "0"): "no points for going out with 0-0",
    ("lock_points", "0"): "no extra points for a block",
    ("match_by", "points"): "matches for points",
    ("match_by", "wins"): "matches for rounds won",
    ("match_by", "consecutive_wins"): "matches for rounds won in a row",
    ("compare", "at_least"): "a target to be reached",
    ("compare", "above"): "a target to be exceeded",
    ("compare", "exact"): "a target to be hit exactly",
    ("check", "end_of_round"): "a target tested after each round",
    ("check", "immediate"): "a target that ends the match at once",
    ("entry_points", "0"): "no entry score",
    ("shutout_below", "0"): "no shutout",
}
"""House rules with words of their own, by setting and value."""

_COUNTED_RULES: Mapping[str, str] = {
    "players": "{n} players",
    "hand_size": "hands of {n} tiles",
    "reserve": "{n} tiles kept back",
    "redeal_doubles": "a new deal for {n} doubles in a hand",
    "fill_first": "{n} sides of the led double to cover first",
    "match_sum": "halves that add up to {n}",
    "score_multiple": "multiples of {n} score",
    "score_divisor": "the total of the open ends divided by {n}",
    "lead_pass_double_points": "{n} points for a pass on a led double",
    "lead_pass_tile_points": "{n} points for a pass on a led non-double",
    "all_pass_points": "{n} points when all others pass",
    "tile_points": "{n} points a tile",
    "fixed_points": "{n} points where they are fixed",
    "round_to": "pips rounded to multiples of {n}",
    "end_divisor": "pips divided by {n}",
    "capicu_points": "{n} points for capicú",
    "chuchazo_points": "{n} points for going out with 0-0",
    "lock_points": "{n} extra points for a block",
    "target": "a target of {n} points",
    "entry_points": "an entry score of {n} points",
    "shutout_below": "a shutout below {n} points",
}

_LISTED_RULES: Mapping[str, str] = {
    "last_tile_points": "{} points by the last tile",
    "early_round_points": "{} extra points for the first rounds",
}


@dataclass(frozen=True)
class Verdict:
    """A verdict as words and a mark, so that colour is never needed to tell it.

    Attributes
    ----------
    key : str
        ``better``, ``worse``, ``same``, ``undecided`` or ``none``: the name of its colour. Higher and lower share the
        colours of better and worse, which say up and down rather than good and bad.
    words : str
        The word shown.
    mark : str
        One character that repeats the word.
    """

    key: str
    words: str
    mark: str


VERDICTS: Mapping[str, Verdict] = {
    "better": Verdict("better", "better", "▲"),
    "worse": Verdict("worse", "worse", "▼"),
    "higher": Verdict("better", "higher", "▲"),
    "lower": Verdict("worse", "lower", "▼"),
    "larger": Verdict("better", "larger", "▲"),
    "smaller": Verdict("worse", "smaller", "▼"),
    "practically the same": Verdict("same", "practically the same", "≈"),
    "undecided": Verdict("undecided", "undecided", "○"),
    "too few deals": Verdict("none", "too few deals", ""),
    "": Verdict("none", "", ""),
}


def verdict_of(text: str, rule_change: bool = False, estimate: float = 0.0) -> Verdict:
    """Return the verdict for a text of the results table; an unknown text is shown as it is.

    A change of rules makes a measure higher or lower, not better or worse: there the estimate's sign decides the word.
    """
    if rule_change and text in ("better", "worse"):
        return VERDICTS["higher" if estimate > 0 else "lower"]
    return VERDICTS.get(text) or Verdict("none", text, "")


def measure_named(name: str) -> Measure:
    """Return how a measure is spoken of, by its name in the results table."""
    if name in MEASURES:
        return MEASURES[name]
    seat = re.fullmatch(r"(win|points)_seat_(\d+)", name)
    if seat:
        return _of_seat(seat[1], f"seat {seat[2]}")
    plain = name.replace("{", "(").replace("}", ")")
    return Measure(plain, plain, f"{plain} is {{value}}", f"{plain} is {{size}} {{more}}", "higher", "lower")


def _of_seat(what: str, who: str) -> Measure:
    """Return how a measure of one seat is spoken of."""
    if what == "points":
        return Measure(
            f"points of {who}",
            f"points scored in a round by the side of {who}",
            f"{who} scores {{value}} a round",
            f"{who} scores {{size}} {{more}} a round",
        )
    return Measure(
        f"rounds won by {who}",
        f"the share of rounds won by the side of {who}",
        f"{who} wins {{value}} of rounds",
        f"{who} wins {{size}} {{more}} rounds",
    )


def quoted(label: str) -> str:
    """Put a label in quotation marks."""
    return f"“{label}”"


def policy_phrase(label: str, policies: Mapping[str, Any] | None = None) -> str:
    """Say what a policy does, such as ``holding doubles back``, or only its label, such as ``“careful”``.

    Parameters
    ----------
    label : str
        The policy's name in the results table.
    policies : mapping, optional
        The config's policies as written; a label that is not among them is a built-in policy's name.
    """
    known = policies or {}
    phrase = _phrase_of(known.get(label, label))
    if phrase is None:
        return quoted(label)
    if phrase == POLICY_PHRASES.get(label):
        return phrase
    swept = {other.rpartition("[")[0] for other in known}  # a sweep's own policies are told by their values
    others = [other for other in known if other != label and "[" not in other and other not in swept]
    twins = [other for other in others if _phrase_of(known[other]) == phrase]
    return f"{phrase} ({quoted(label)})" if twins else phrase


def _phrase_of(written: object) -> str | None:
    """Say what a policy as written in a config does, if a short phrase says all of it."""
    if isinstance(written, str):
        return POLICY_PHRASES.get(written)
    if isinstance(written, Mapping) and not written.get("noise"):
        rest = set(written) - {"noise"}
        if rest == {"weights"} and isinstance(written["weights"], Mapping) and not any(written["weights"].values()):
            return POLICY_PHRASES["random"]
        if rest == {"policy"}:
            return POLICY_PHRASES.get(str(written["policy"]))
        weights = written.get("weights")
        if rest == {"weights"} and isinstance(weights, Mapping) and not any(weights.values()):
            return POLICY_PHRASES["random"]  # all moves are equal
        if rest == {"prefer"} and isinstance(written["prefer"], Sequence):
            prefer = [written["prefer"]] if isinstance(written["prefer"], str) else list(written["prefer"])
            phrases = [PREFERENCE_PHRASES.get(str(item)) for item in prefer]
            if 1 <= len(phrases) <= 2 and None not in phrases:
                return ", then ".join(str(phrase) for phrase in phrases)
    return None


def rules_phrase(house_rules: str) -> str:
    """Say house rules such as ``draw: until, reserve: 0`` in words, those without words as written."""
    return ", ".join(map(_rule_phrase, settings_of(house_rules)))


def settings_of(house_rules: str) -> tuple[str, ...]:
    """Return the settings of house rules as text, one by one: lists hold commas of their own."""
    return tuple(re.split(r", (?=\w+: )", house_rules)) if house_rules else ()


def _rule_phrase(part: str) -> str:
    setting, colon, word = part.partition(": ")
    if not colon or (setting, word) in RULE_PHRASES:
        return RULE_PHRASES.get((setting, word), part)
    if setting == "removed_tiles":
        return f"without {word.strip('[]')}" if word != "[]" else "the whole set"
    if setting == "first_tile":
        return f"the first lead with {word}"
    if setting == "set_max" and word.isdigit():
        return f"a double-{number_word(int(word))} set"
    if setting in _LISTED_RULES:
        return _LISTED_RULES[setting].format("/".join(word.strip("[]").split(", ")) if word != "[]" else "no")
    counted = _COUNTED_RULES.get(setting)
    if counted and word.isdigit():
        said = counted.format(n=number_word(int(word)))
        return said if word != "1" else re.sub(r"\b(one (?:extra )?(?:tile|point|player|double))s\b", r"\1", said)
    return part


def with_players(players: int) -> str:
    """Say ``with two players``, or nothing if the number is unknown."""
    return f"with {number_word(players)} players" if players else ""
