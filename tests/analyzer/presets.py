"""One row for every ready game: what the rule book's tables (section 5) say of it, by setting.

A new game is one file in ``analyzer/games/`` and one row here. `hands` are tiles by number of players, which also says
who may play; words and numbers are those of `Rules`, tiles are texts.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

__all__ = ["ROWS", "Row"]


@dataclass(frozen=True)
class Row:
    """What a game must be.

    Attributes
    ----------
    name : str
    hands : dict
        Tiles by number of players.
    rules : dict
        Settings that are the same for all.
    by_players : dict
        Number of players to settings of their own.
    """

    name: str
    hands: dict[int, int]
    rules: dict[str, Any]
    by_players: dict[int, dict[str, Any]] = field(default_factory=dict)


BLOCK_HANDS = {2: 7, 3: 5, 4: 5}
LATIN: dict[str, Any] = {"set_max": 6, "teams": "2v2", "draw": "none", "spinner": "none", "play_score": "none"}
SIXES: dict[str, Any] = {"first_lead": "tile", "first_tile": "6-6", "lead_tile": "forced"}
HIGHEST: dict[str, Any] = {"first_lead": "highest_double", "lead_tile": "forced"}
LOT: dict[str, Any] = {"first_lead": "lot_any", "lead_tile": "any"}
PIPS: dict[str, Any] = {"domino_score": "opp_pips", "blocked_winner": "team_pips", "blocked_score": "opp"}
LESS_OWN: dict[str, Any] = {**PIPS, "blocked_score": "opp_minus_own", "tie": "none"}
ALL_PIPS: dict[str, Any] = {"domino_score": "all_other_pips", "blocked_winner": "team_pips", "blocked_score": "all"}
FIVES: dict[str, Any] = {**LOT, **PIPS, "next_lead": "winner", "draw": "until", "reserve": 0, "play_score": "multiples"}
ONE_POINT: dict[str, Any] = {"domino_score": "fixed", "blocked_score": "fixed", "fixed_points": 1}
CROSS: dict[str, Any] = {**HIGHEST, "spinner": "opening_double", "fill_first": 4, "unlock": "none"}

# fmt: off
ROWS = [
    Row(
        "doubles",
        {2: 8, 3: 6, 4: 6},
        {**HIGHEST, **PIPS, "draw": "one", "reserve": 2, "unlock": "suit", "target": 100},
    ),
    Row(
        "doubles-kelley",
        {2: 7, 3: 7, 4: 7},
        {**HIGHEST, **PIPS, "draw": "until", "reserve": 0, "unlock": "suit", "spinner": "opening_double"},
    ),
    Row("block", BLOCK_HANDS, {**HIGHEST, **LESS_OWN, "draw": "none", "spinner": "none", "target": 100}),
    Row(
        "block-spinners",
        BLOCK_HANDS,
        {
            **HIGHEST, **LESS_OWN, "no_double": "draw_until", "draw": "none", "spinner": "first_double",
            "next_lead": "rotate",
        },
        {2: {"target": 101}, 3: {"target": 61}, 4: {"target": 61}},
    ),
    Row(
        "draw",
        BLOCK_HANDS,
        {**HIGHEST, **LESS_OWN, "draw": "until", "reserve": 2, "target": 100, "next_lead": "rotate"},
    ),
    Row("draw-kelley", BLOCK_HANDS, {**HIGHEST, **LESS_OWN, "draw": "until", "reserve": 0, "target": 100}),
    Row("cross", {2: 7, 3: 6, 4: 5}, {**CROSS, **PIPS, "draw": "until", "reserve": 2, "target": 100}),
    Row("cross-gamerules", BLOCK_HANDS, {**CROSS, **PIPS, "draw": "one", "reserve": 2, "target": 100}),
    Row("maltese-cross", BLOCK_HANDS, {**CROSS, **LESS_OWN, "arm_doubles": True, "draw": "one", "target": 60}),
    Row(
        "sebastopol",
        {4: 7},
        {
            **SIXES, **LESS_OWN, "spinner": "opening_double", "fill_first": 4, "draw": "none", "target": 60,
            "teams": "none",
        },
    ),
    Row(
        "cyprus",
        {4: 9},
        {
            **LESS_OWN, "set_max": 9, "first_lead": "tile", "first_tile": "9-9", "lead_tile": "forced", "reserve": 1,
            "no_double": "draw_until", "draw": "one", "spinner": "opening_double", "fill_first": 8, "target": 60,
        },
    ),
    Row(
        "matador",
        {2: 7, 3: 6, 4: 5},
        {**HIGHEST, **PIPS, "match": "sum", "match_sum": 7, "draw": "until", "reserve": 2, "target": 100},
    ),
    Row(
        "tiddle-a-wink",
        {2: 14, 3: 9, 4: 7},
        {
            **HIGHEST, "domino_score": "opp_pips", "extra_turn": "may", "ends": 2, "draw": "none",
            "next_lead": "same_as_first",
        },
    ),
    Row(
        "tiddly-wink",
        {4: 3},
        {
            **HIGHEST, "extra_turn": "may", "ends": 1, "draw": "none", "next_lead": "same_as_first",
            "domino_score": "fixed",
        },
    ),
    Row(
        "one-arm-joe",
        {2: 3, 3: 3, 4: 3},
        {**HIGHEST, **PIPS, "extra_turn": "may", "ends": 1, "draw": "until", "target": 100},
    ),
    Row(
        "straight",
        {2: 7, 3: 7, 4: 7},
        {**FIVES, "spinner": "first_tile", "flank": "either", "round_to": 5, "target": 250},
    ),
    Row("straight-texas", {2: 7, 3: 7, 4: 7}, {**FIVES, "spinner": "first_double", "round_to": 5, "target": 250}),
    Row(
        "double-six",
        {2: 7, 3: 7, 4: 7},
        {
            **HIGHEST, "wild_blank": "both", "spinner": "all_doubles", "score_divisor": 5, "compare": "above",
            "target": 250,
        },
    ),
    Row(
        "double-six-lawn",
        {2: 9, 3: 9},
        {**HIGHEST, "wild_blank": "none", "score_divisor": 1, "compare": "at_least"},
    ),
    Row("muggins", BLOCK_HANDS, {**FIVES, "spinner": "none", "round_to": 5}),
    Row("all-fives", {2: 9, 3: 7, 4: 5}, {**FIVES, "spinner": "first_double", "after_block": "lot", "round_to": 5}),
    Row(
        "five-up",
        {2: 5, 3: 5, 4: 5},
        {
            **FIVES, "spinner": "all_doubles", "spinner_count": "drop_after_2", "score_divisor": 5, "round_to": 5,
            "end_divisor": 5, "after_block": "lot", "target": 61,
        },
        {4: {"teams": "2v2"}},
    ),
    Row("sniff", {2: 7, 3: 6, 4: 5}, {**FIVES, "spinner": "first_double", "spinner_count": "until_covered"}),
    Row(
        "all-threes",
        BLOCK_HANDS,
        {**FIVES, "spinner": "none", "target": 200, "score_multiple": 3, "round_to": 3, "round_mode": "sum"},
    ),
    Row(
        "threes-and-fives",
        BLOCK_HANDS,
        {**FIVES, "spinner": "none", "play_score": "fives_threes_pips", "target": 200, "round_to": 1},
    ),
    Row(
        "fives-and-threes",
        BLOCK_HANDS,
        {
            **LOT, "draw": "none", "play_score": "fives_threes", "compare": "exact", "target": 61,
            "next_lead": "rotate",
        },
    ),
    Row(
        "merry-go-round",
        {2: 7, 3: 7, 4: 7},
        {
            **FIVES, "lead_tile": "draw_double", "next_lead_tile": "draw_double", "spinner": "opening_double",
            "fill_first": 4, "score_divisor": 5, "round_to": 5, "end_divisor": 5, "target": 61, "compare": "exact",
        },
        {4: {"teams": "2v2"}},
    ),
    Row(
        "bergen",
        {2: 6, 3: 6, 4: 5},
        {"play_score": "bergen", "first_lead": "lowest_double", "draw": "until", "reserve": 2},
    ),
    Row("partnership", {4: 7}, {**LATIN, **SIXES, **PIPS, "next_lead": "rotate", "tie": "none", "target": 100}),
    Row("latin-match", {4: 7}, {**LATIN, **LOT, **ONE_POINT, "match_by": "wins", "target": 10, "shutout_below": 5}),
    Row("spanish", {4: 7}, {**LATIN, **LOT, **ALL_PIPS, "next_lead": "rotate", "tie": "none", "target": 200}),
    Row(
        "puerto-rico-500",
        {4: 7},
        {
            **LATIN, **SIXES, **ALL_PIPS, "next_lead": "winner", "tie": "none", "target": 500,
            "early_round_points": (100, 75, 50, 25), "capicu_points": 100, "chuchazo_points": 100, "lock_points": 0,
        },
    ),
    Row(
        "san-juan",
        {4: 7},
        {**LATIN, **SIXES, **ALL_PIPS, "next_lead": "winner", "after_tie": "same_leader", "tie": "none"},
    ),
    Row(
        "dominican",
        {4: 7},
        {
            **LATIN, **SIXES, "blocked_winner": "blocker_vs_next", "tie": "blocker", "target": 200, "capicu_points": 25,
            "all_pass_points": 25, "lead_pass_double_points": 25, "lead_pass_tile_points": 50, "next_lead": "winner",
        },
    ),
    Row(
        "jamaican-partner",
        {4: 7},
        {
            **LATIN, **SIXES, **ONE_POINT, "next_lead": "winner_side", "after_tie": "as_first", "tie": "none",
            "blocked_winner": "single_hand", "match_by": "consecutive_wins", "target": 6,
        },
    ),
    Row(
        "jamaican-cut-throat",
        {2: 14, 3: 9, 4: 7},
        {**LATIN, **SIXES, **ONE_POINT, "teams": "none", "next_lead": "winner", "after_tie": "as_first", "target": 6},
        {2: {"removed_tiles": []}, 3: {"removed_tiles": ["0-0"]}, 4: {"removed_tiles": []}},
    ),
    Row(
        "cuban",
        {4: 10},
        {
            **LATIN, **LOT, **PIPS, "set_max": 9, "redeal_doubles": 5, "next_lead": "winner_side",
            "tie": "none", "target": 150,
        },
    ),
    Row(
        "brazilian",
        {4: 7},
        {
            **LATIN, **HIGHEST, "domino_score": "by_last_tile", "last_tile_points": (1, 2, 3, 4), "redeal_doubles": 4,
            "blocked_score": "fixed", "fixed_points": 1, "tie": "blocker_loses", "target": 7,
        },
    ),
    Row(
        "kozel",
        {4: 7},
        {
            **LATIN, **PIPS, "first_lead": "tile", "first_tile": "1-1", "next_lead": "winner",
            "entry_points": 13, "target": 101,
        },
    ),
]
# fmt: on
