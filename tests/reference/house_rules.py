"""Settings drawn at random, of those that can be played: every word, choice and flag, and numbers worth comparing.

Independent draws would hardly ever agree on what goes together, so the shape of the layout and the way to win a match
are drawn first, and `Rules` refuses the rest.
"""

from __future__ import annotations

import dataclasses
import random
from typing import Any

from kernels import tiles
from kernels.rules import Rules, RulesError

Values = dict[str, Any]

LINE_OF_SUMS: Values = {"match": "sum", "spinner": "none", "unlock": "none", "wild_blank": "none"}
ONE_END: Values = {"ends": 1, "spinner": "none", "play_score": "none"}
BONUSES = (
    "lead_pass_double_points",
    "lead_pass_tile_points",
    "all_pass_points",
    "capicu_points",
    "chuchazo_points",
    "lock_points",
)


def random_rules(draw: random.Random) -> Rules:
    """Return settings drawn at random, of those that can be played."""
    while True:
        values = {field.name: _any_value(draw, field) for field in dataclasses.fields(Rules)}
        for some in (_sizes, _lead, _layout, _points, _match):
            values |= some(draw, values)
        try:
            return Rules(**values)
        except RulesError:
            continue


def rules_with_draws_by_choice(draw: random.Random) -> Rules:
    """Return settings drawn at random of those where a seat may draw although a tile fits."""
    while True:
        rules = random_rules(draw)
        if rules.draw != "none":
            return dataclasses.replace(rules, voluntary_draw=True)


def _any_value(draw: random.Random, field: dataclasses.Field[Any]) -> Any:
    """Return any word or state of a setting; one with numbers or tiles stays as it is for now."""
    if "words" in field.metadata:
        return draw.choice(list(field.metadata["words"]))
    return draw.random() < 0.5 if "yes" in field.metadata else field.default


def _sizes(draw: random.Random, values: Values) -> Values:
    """Draw the set and the hands."""
    set_max = draw.choice([1, 2, 3, 4, 6, 6, 6, 9])
    removed = draw.sample(range(tiles.set_size(set_max)), draw.choice([0, 0, 0, 1, 1, 2]))
    return {
        "set_max": set_max,
        "removed_tiles": tuple(sorted(removed)),
        "players": draw.choice([2, 3, 4]),
        "hand_size": draw.randint(1, 9),
        "reserve": draw.randint(0, 3),
    }


def _lead(draw: random.Random, values: Values) -> Values:
    """Draw the tile that leads, and when tiles are dealt again."""
    in_play = [tile for tile in range(tiles.set_size(values["set_max"])) if tile not in values["removed_tiles"]]
    by_tile = values["first_lead"] == "tile" and in_play
    return {
        "first_tile": draw.choice(in_play) if by_tile else -1,
        "redeal_doubles": draw.choice([0, 0, 0, 3, 4]),
    }


def _layout(draw: random.Random, values: Values) -> Values:
    """Draw the shape of the layout."""
    plain = {"match": "equal", "fill_first": 0, "arm_doubles": False}
    shape = draw.choice((*["any"] * 5, "filled", "crossed", "sums", "one end", "sums on one end"))
    if shape in ("filled", "crossed"):
        fill = draw.choice([4, 4, 6, 8])
        arms = {"arm_doubles": True, "unlock": "none"} if shape == "crossed" else {}
        silent = {"play_score": "none"} if fill > 4 else {}
        return plain | {"spinner": "opening_double", "fill_first": fill} | arms | silent
    changed = (LINE_OF_SUMS if "sums" in shape else {}) | (ONE_END if "one end" in shape else {})
    often_seven = draw.choice([7, draw.randint(1, min(18, 2 * values["set_max"]))])
    return plain | changed | {"match_sum": min(often_seven, 2 * values["set_max"])}


def _points(draw: random.Random, values: Values) -> Values:
    """Draw points and what they are divided by."""
    bonuses = {name: draw.choice([0, 0, draw.randint(1, 30)]) for name in BONUSES}
    if values["players"] == 2:
        bonuses["all_pass_points"] = 0
    return bonuses | {
        "score_multiple": draw.choice([2, 3, 5]),
        "score_divisor": draw.choice([1, 5]),
        "fixed_points": draw.choice([1, 7]),
        "round_to": draw.choice([1, 3, 5, 10]),
        "end_divisor": draw.choice([1, 1, 2, 5]),
        "last_tile_points": draw.choice([(1, 2, 3, 4), (5, 0, 9), (), (2, 30, 4, 5)]),
        "early_round_points": draw.choice([(), (), (11, 7, 5, 3), (0, 20), tuple(range(9, 1, -1))]),
    }


def _match(draw: random.Random, values: Values) -> Values:
    """Draw what wins a match."""
    if draw.random() < 0.4 or values["match_by"] == "points":
        return {
            "match_by": "points",
            "target": draw.choice([20, 61, 100]),
            "entry_points": draw.choice([0, 0, 4, 13]),
            "shutout_below": draw.choice([0, 0, 5, 40]),
        }
    most = 5 if values["match_by"] == "wins" else 3
    target = draw.randint(1, most)
    return {"target": target, "shutout_below": draw.choice([0, 0, 1, 2]), "check": "end_of_round"}
