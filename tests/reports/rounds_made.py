"""Rounds and details as a run leaves them, made with the kernel's log; and rounds made up, for rarer layouts."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from analyzer.games import load_game
from analyzer.move_text import format_move, move_parts
from kernels import engine, policies, state, tiles
from kernels.rules import Rules
from reports.rounds import Move, Round
from tests.reference import opening

PORTS = {state.END: "end", state.DOUBLE: "double", state.FLANK: "flank", state.OPENING: "opening"}
REASONS = ("domino", "blocked", "target")
Seats = Sequence[tuple[str, policies.Policy]]

HOLD, RANDOM = ("hold", policies.BUILTIN["doubles-last"]), ("random", policies.BUILTIN["random"])


def round_of(
    rules: Rules, seats: Seats, seed: int, deal: int, game: str = "doubles", policy: str = ""
) -> dict[str, Any]:
    """Return a round as plain data, by the contract of `details.json`."""
    record, logged = engine.log_round(rules, [choice for _, choice in seats], seed, deal)
    dealt = opening.open_round(rules, seed, deal, 0, None)
    hands, boneyard = [set(hand) for hand in dealt.hands], list(dealt.boneyard)
    moves = []
    for move in logged:
        moves.append(_move(move, rules, boneyard))
        if move.move == state.DRAW:
            hands[move.seat].add(boneyard.pop(0))
        elif move.move != state.PASS:
            hands[move.seat].discard(move_parts(move.move)[0])
    row, players = record[0], rules.players
    return {
        "policy": policy or seats[0][0],
        "names": [name for name, _ in seats],
        "game": game,
        "players": players,
        "teams": rules.teams != "none",
        "set_max": rules.set_max,
        "hands": [_names(sorted(hand)) for hand in dealt.hands],
        "boneyard": _names(dealt.boneyard),
        "reserve": rules.reserve,
        "opener": int(row["opener"]),
        "moves": moves,
        "winner": int(row["winner"]) if row["winner"] >= 0 else None,
        "reason": REASONS[row["reason"]],
        "points": [int(number) for number in row["points"][:players]],
        "pips_left": [int(number) for number in row["pips_left"][:players]],
        "hands_left": [_names(sorted(hand)) for hand in hands],
    }


def _names(ids: Sequence[int]) -> list[str]:
    return [tiles.format_tile(tile) for tile in ids]


def _move(logged: Any, rules: Rules, boneyard: Sequence[int]) -> dict[str, Any]:
    scores = rules.play_score != "none"
    kind = {state.PASS: "pass", state.DRAW: "draw"}.get(logged.move, "play")
    move: dict[str, Any] = {"seat": logged.seat, "kind": kind, "tile": None, "on": None, "port": None, "left": None}
    if kind == "draw":
        move["tile"] = tiles.format_tile(boneyard[0])
    elif kind == "play":
        tile, port, half, port_class = move_parts(logged.move)
        lead = port == state.LEAD
        move |= {
            "tile": tiles.format_tile(tile),
            "on": None if lead else port,
            "port": "lead" if lead else PORTS[port_class],
            "left": None if lead else sum(tiles.halves(tile)) - half,
        }
    choices = [format_move(code, logged.legal) for code in logged.legal]
    move |= {"total": logged.total if scores else None, "points": logged.points, "choices": choices}
    return move | {"choice": list(logged.legal).index(logged.move)}


def made_up(draw: random.Random, *, set_max: int, arms: int, fill: int = 0, spinners: bool = False, wild: bool = False,
            flanks: bool = False, most: int = 55) -> Round:  # fmt: skip
    """Return a round played with one open hand: any set, any number of arms at the led double."""
    left = [(low, high) for low in range(set_max + 1) for high in range(low, set_max + 1)]
    draw.shuffle(left)
    lead = next(tile for tile in left if tile[0] != tile[1]) if flanks else (set_max, set_max)
    left.remove(lead)
    moves = [Move(0, "play", lead, port="lead")]
    ports: list[tuple[tuple[int, ...], str]] = [((lead[0],), "double")] * arms
    if flanks:
        ports = [((lead[0],), "end"), ((lead[1],), "end"), (lead, "flank"), (lead, "flank")]
    while len(moves) < most:
        usable = [port for port in ports if port == ((set_max,), "double")] if len(moves) <= fill else []
        found = list(_plays(left, usable, wild)) or list(_plays(left, ports, wild))
        if not found:
            break
        tile, port, pip, half = draw.choice(found)
        ports.remove(port)
        left.remove(tile)
        other = sum(tile) - half
        moves.append(Move(0, "play", tile, pip, other, port[1]))
        double = tile[0] == tile[1]
        ports += [((other,), "double" if double else "end")] * (3 if double and spinners else 1)
    return Round(moves=tuple(moves))


def _plays(left: Sequence[tuple[int, int]], ports: Sequence[tuple[tuple[int, ...], str]], wild: bool) -> Iterator[Any]:
    """Yield (tile, port, pip matched, half that touches)."""
    for tile in left:
        for port in ports:
            for pip in port[0]:
                for half in set(tile):
                    if half == pip or (wild and 0 in (half, pip)):
                        yield tile, port, pip, half


# --- details --------------------------------------------------------------------------------------------------------


def details(comparisons: Sequence[Mapping[str, Any]], seed: int = 7, deals: int = 300) -> dict[str, Any]:
    """Return details of comparisons given as game, players, policy, baseline and against."""
    return {
        "version": 1,
        "convergence": [settling(one) for one in comparisons],
        "distributions": [part for one in comparisons for part in spreads(one, seed, deals)],
        "examples": [part for one in comparisons for part in examples(one, seed)],
    }


def identity(one: Mapping[str, Any]) -> dict[str, Any]:
    given = {"kind": "comparison", "house_rules": "", "reference": "", "measure": "win", "unit": "probability"}
    names = ("kind", "game", "house_rules", "players", "policy", "baseline", "against", "reference", "measure", "unit")
    return {name: (given | dict(one))[name] for name in names}


def settling(one: Mapping[str, Any]) -> dict[str, Any]:
    """An estimate that settles; made up."""
    looks = [round(1000 * 1.12**step) for step in range(50)]
    final = float(one.get("estimate", 0.031))
    values = [final + 0.5 * math.sin(1.7 * step + final) / math.sqrt(n) for step, n in enumerate(looks)]
    halves = [0.75 / math.sqrt(n) for n in looks]
    return identity(one) | {
        "deals": looks,
        "estimate": values,
        "low": [value - half for value, half in zip(values, halves, strict=True)],
        "high": [value + half for value, half in zip(values, halves, strict=True)],
    }


def spreads(one: Mapping[str, Any], seed: int, deals: int) -> Iterator[dict[str, Any]]:
    """Distributions of candidate and baseline in seat 0, really played."""
    rules = load_game(one["game"], one["players"]).rules
    against = _policy(one["against"])
    for label in (one["policy"], one["baseline"]):
        records = engine.play_rounds(rules, [_policy(label), *[against] * (rules.players - 1)], seed, 0, deals)
        columns = {
            "plays": (records["plays"], "tiles"),
            "winner_points": (records["points"].max(axis=1), "points"),
            "pips_left": (records["pips_left"][:, 0], "pips"),
        }
        for measure, (column, unit) in columns.items():
            counted: dict[int, int] = {}
            for value in column.tolist():
                counted[value] = counted.get(value, 0) + 1
            values = sorted(counted)
            yield {
                "game": one["game"],
                "house_rules": "",
                "players": one["players"],
                "policy": label,
                "against": one["against"],
                "measure": measure,
                "unit": unit,
                "values": values,
                "counts": [counted[value] for value in values],
                "deals": deals,
            }


def _policy(label: str) -> policies.Policy:
    return {"hold": HOLD[1], "early": policies.BUILTIN["doubles-first"], "neutral": RANDOM[1]}.get(
        label
    ) or policies.BUILTIN.get(label, RANDOM[1])


def examples(one: Mapping[str, Any], seed: int, scanned: int = 60) -> Iterator[dict[str, Any]]:
    """Up to three deals in which candidate and baseline differ, from seat 0."""
    rules = load_game(one["game"], one["players"]).rules
    others = [(one["against"], _policy(one["against"]))] * (rules.players - 1)
    found = []
    for deal in range(scanned):
        pair = [
            round_of(rules, [(label, _policy(label)), *others], seed, deal, one["game"], label)
            for label in (one["policy"], one["baseline"])
        ]
        parts_at = parting(*pair)
        if parts_at is not None:
            found.append((pair[0]["points"][0] - pair[1]["points"][0], deal, parts_at, pair))
    ranked = sorted(found, key=lambda part: part[:2])
    chosen = {"first difference": found[:1], "median round": ranked[len(ranked) // 2 : len(ranked) // 2 + 1],
              "most extreme": sorted(ranked, key=lambda part: -abs(part[0]))[:1]}  # fmt: skip
    for why, parts in chosen.items():
        for difference, deal, parts_at, pair in parts:
            yield identity(one) | {
                "why": why,
                "deal": deal,
                "seed": seed,
                "seat": 0,
                "measure": "points",
                "difference": difference,
                "scanned": scanned,
                "parts_at": parts_at,
                "rounds": pair,
            }


def parting(one: Mapping[str, Any], other: Mapping[str, Any]) -> int | None:
    """Return the first move in which two rounds differ."""
    for number, (a, b) in enumerate(zip(one["moves"], other["moves"], strict=False)):
        if (a["tile"], a["on"], a["left"], a["kind"]) != (b["tile"], b["on"], b["left"], b["kind"]):
            return number
    return None if len(one["moves"]) == len(other["moves"]) else min(len(one["moves"]), len(other["moves"]))
