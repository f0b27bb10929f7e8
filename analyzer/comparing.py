"""House rules side by side: an ordinary configuration filled up to what `dominolab compare` plays.

The file says which rules vary. What it leaves open - policies, measures, margins, luck, when to stop - is filled in, in
its own format, and then read like any other configuration: everybody plays the baseline policy under every variant, so
that the rules alone differ; every other policy takes every seat in turn, so that what it gains can be set against what
it gains under the game's own rules; every two policies are compared, so that the best one can be told; and every deal
is played several times, for the share of luck.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from analyzer import games
from analyzer.config import load_batch
from analyzer.experiment import LUCK_SHARES, MEASURES, Experiment
from analyzer.faults import ConfigError, Fault, Faults, Place
from analyzer.games import GameSpec
from analyzer.yaml_text import Map, Scalar, Seq, from_plain, place_at
from kernels.policies import BUILTIN
from kernels.rules import Rules

__all__ = ["NAME", "POLICIES", "load_compares"]

NAME = "compare"
"""What the manifest calls this kind of run, where the name of a ready question would stand."""

POLICIES = ("random", "heaviest", "most-accompanied", "doubles-first", "doubles-last")
"""Policies where a file names none, the first the baseline; ``points-greedy`` too in games that score during play."""

DEALS = 100_000

_TABLE = {
    "rounds": ("opener_wins", "blocked", "winner_points", "plays", "draws", "passes"),
    "matches": ("rounds",),
}
_SEAT = {"rounds": ("win",), "matches": ("match_win",)}

_MARGINS = {"probability": 0.005, "rounds": 0.1}
_MARGIN = 0.2  # of points, tiles and turns
_LUCK_MARGIN = 0.01

_NOT_TAKEN = {
    "sweep": "moves one policy; dominolab run takes it",
    "split": "divides one answer by the deal; dominolab run takes it",
}


def load_compares(
    source: Path | str | Mapping[str, Any], overrides: Sequence[str] = ()
) -> list[Experiment | ConfigError]:
    """Read a configuration whose house rules are to stand side by side.

    Parameters
    ----------
    source : Path, str or dict
        A YAML file (one or several documents), or the same as a dict: a game with ``vary`` or ``variants``.
    overrides : sequence of str
        ``key.path=value`` texts.

    Returns
    -------
    list of Experiment or ConfigError
        One for every document, in order.

    Raises
    ------
    ConfigError
        If the file itself, or an override, cannot be read.
    """
    return [_about(one, source) for one in load_batch(source, overrides, _fill)]


def _about(found: Experiment | ConfigError, source: Path | str | Mapping[str, Any]) -> Experiment | ConfigError:
    """Name an experiment, and refuse one without a difference."""
    if isinstance(found, ConfigError):
        return found
    if all(variant.reference is None for variant in found.variants):
        place = Place("" if isinstance(source, Mapping) else str(source))
        return ConfigError([Fault(place, "vary", "gives nothing but the game's own rules; add other values")])
    about: dict[str, object] = {"name": NAME, "question": found.title}
    return dataclasses.replace(found, name=f"{NAME}-{found.name}"[:60].strip("-"), question=about)


# --- what a file leaves open -----------------------------------------------------------------------------------------


def _fill(tree: Map, folder: Path, faults: Faults) -> None:
    """Add everything that a file leaves open, in place."""
    _refuse(tree, faults)
    spec = _game(tree, folder)
    rules = _own_rules(tree, spec)
    if "title" not in tree and spec is not None:
        _put(tree, "title", f"What do these house rules change in {spec.game.title or spec.game.name}?")
    if "vary" in tree and "own_rules" not in tree:
        _put(tree, "own_rules", True)
    baseline, candidates = _who(tree, rules)
    table, seat = _measures(tree, rules, bool(candidates))
    if candidates:
        _compare(tree, baseline, candidates, seat)
    if "seats" not in tree:
        _put(tree, "seats", [baseline])
    _fill_luck(tree, baseline)
    if set(table) <= set(MEASURES):  # else what follows would only repeat the fault
        _fill_margins(tree, [*table, *seat])
    _put_measures(tree, [*table, *seat])
    if "until" not in tree:
        _put(tree, "until", {"deals": DEALS})


def _put(tree: Map, key: str, value: Any) -> None:
    """Set a key to plain data; where something was written its place is kept, for messages."""
    place = place_at(tree, [key])
    tree.put(key, from_plain(value, place), place)


def _put_measures(tree: Map, names: Sequence[str]) -> None:
    """Set the measures; those that were written keep their places."""
    place = place_at(tree, ["measure"])
    written = {item.text: item for item in _scalars(tree.get("measure"))}
    tree.put("measure", Seq(place, [written.get(name, Scalar(name, place)) for name in names]), place)


def _refuse(tree: Map, faults: Faults) -> None:
    """Say what a comparison of rules cannot do without, and what it does not take."""
    if not {"vary", "variants"} & set(tree):
        message = (
            "is missing: say which house rules to compare, each with the values to try, such as vary: {draw: [one, "
            "until]}, or sets of them by name, such as variants: {keep none back: {reserve: 0}}; `dominolab games "
            "NAME` lists the house rules of a game"
        )
        faults.add(tree.place, "vary", message)
    for key, why in _NOT_TAKEN.items():
        if key in tree:
            faults.add(tree.key_places[key], key, f"does not go with compare: it {why}")
            del tree[key]
    for key in ("games", "players"):
        several = tree.get(key)
        if isinstance(several, Seq) and len(several) > 1:
            what = "game" if key == "games" else "number of players"
            faults.add(place_at(tree, [key]), key, f"names {len(several)}; compare takes one {what} at a time")
    written = tree.get("compare")
    for key in ("all_pairs", "best"):
        if isinstance(written, Map) and key in written:
            message = "does not go with compare, which tells the best policy anyway; write baseline and candidates"
            faults.add(written.key_places[key], ("compare", key), message)
            del written[key]


def _game(tree: Map, folder: Path) -> GameSpec | None:
    """Read the game; None where it is faulty, which is said later."""
    several = tree.get("games")
    written = tree.get("game") or (several[0] if isinstance(several, Seq) and several else None)
    return None if written is None else games.read_game(written, folder, Faults(), ("game",))


def _own_rules(tree: Map, spec: GameSpec | None) -> Rules | None:
    """Return the rules of the game as written; None where something is faulty."""
    if spec is None:
        return None
    players = tree.get("players")
    text = players[0].text if isinstance(players, Seq) and players and isinstance(players[0], Scalar) else ""
    number = int(text) if text.isdigit() else spec.game.players[0]
    variant = games.make_variant(spec, number, {}, Faults(), Place())
    return variant.rules if variant else None


# --- policies --------------------------------------------------------------------------------------------------------


def _who(tree: Map, rules: Rules | None) -> tuple[str, list[str]]:
    """Return the baseline and the policies that are set against it, from what is written or else the usual ones."""
    defined = list(tree["policies"]) if isinstance(tree.get("policies"), Map) else []
    scoring = rules is not None and rules.play_score != "none"
    usual = [*POLICIES, *(["points-greedy"] if scoring else [])]
    seats = {item.text for item in _scalars(tree.get("seats"))}
    own = [label for label in seats if label in defined or label in BUILTIN]
    baseline = own[0] if len(seats) == 1 and own else next(iter(defined or usual))
    written = tree.get("compare")
    if isinstance(written, Map):
        baseline = next((item.text for item in _scalars(written.get("baseline"))), baseline)
        named = [item.text for item in _scalars(written.get("candidates"))]
        if named:
            return baseline, named
    return baseline, [label for label in defined or usual if label != baseline]


def _scalars(value: object) -> list[Scalar]:
    """Return the words of a list, or a single one."""
    items: Iterable[object] = value if isinstance(value, Seq) else [value]
    return [item for item in items if isinstance(item, Scalar)]


def _compare(tree: Map, baseline: str, candidates: Sequence[str], seat: Sequence[str]) -> None:
    """Add to ``compare`` whatever it does not say."""
    if "compare" not in tree:
        _put(tree, "compare", {})
    written = tree["compare"]
    if not isinstance(written, Map):
        return
    usual = {"baseline": baseline, "candidates": list(candidates), "pairs": True, "measure": list(seat)}
    for key, value in usual.items():
        if key not in written:
            _put(written, key, value)


# --- measures, margins, luck -----------------------------------------------------------------------------------------


def _measures(tree: Map, rules: Rules | None, compares: bool) -> tuple[list[str], list[str]]:
    """Return what is measured of the table and of policies: as written, the usual ones where nothing is."""
    play = "matches" if any(item.text == "matches" for item in _scalars(tree.get("play"))) else "rounds"
    written = [item.text for item in _scalars(tree.get("measure"))]
    seat = [name for name in written if _of_policies(name)]
    table = [name for name in written if name not in seat]
    usual = list(_TABLE[play])
    if play == "rounds" and rules is not None:
        changed = {name for part in _varied(tree) for name in part}
        if rules.draw == "none" and "draw" not in changed:
            usual.remove("draws")
        if rules.play_score != "none" or "play_score" in changed:
            usual.insert(3, "round_points")
    compare = tree.get("compare")
    own = [item.text for item in _scalars(compare.get("measure") if isinstance(compare, Map) else None)]
    return table or usual, (list(dict.fromkeys([*seat, *own])) or list(_SEAT[play])) if compares else seat


def _of_policies(name: str) -> bool:
    return name in MEASURES and (MEASURES[name].subject == "seat" or name == "match_win")


def _varied(tree: Map) -> list[Map]:
    """Return the mappings whose keys are house rules that vary."""
    named = tree.get("variants")
    found = [tree.get("vary"), *(named.values() if isinstance(named, Map) else ())]
    return [part for part in found if isinstance(part, Map)]


def _fill_margins(tree: Map, measured: Sequence[str]) -> None:
    """Give every measure a margin inside of which a difference counts as practically the same."""
    written = tree.get("same_within")
    if written is None or isinstance(written, Scalar):
        margins = Map(place_at(tree, ["same_within"]))
        if isinstance(written, Scalar) and not written.empty:  # one amount alone is the first measure's
            margins.put(measured[0], written, written.place)
        tree.put("same_within", margins, margins.place)
    margins = tree["same_within"]
    if not isinstance(margins, Map):
        return
    for name in measured:
        if name in MEASURES and name not in margins:
            _put(margins, name, _MARGINS.get(MEASURES[name].unit, _MARGIN))
    for name in LUCK_SHARES if _has_luck(tree) else ():
        if name not in margins:
            _put(margins, name, _LUCK_MARGIN)


def _has_luck(tree: Map) -> bool:
    return isinstance(tree.get("luck"), Map)


def _fill_luck(tree: Map, baseline: str) -> None:
    """Measure luck unless it is switched off, among players as noisy as the baseline is."""
    if "luck" not in tree:
        _put(tree, "luck", {})
    luck = tree["luck"]
    policies = tree.get("policies")
    spec = policies.get(baseline) if isinstance(policies, Map) else None
    noise = spec.get("noise") if isinstance(spec, Map) else None
    names = [item.text for item in _scalars(spec.get("policy"))] if isinstance(spec, Map) else [baseline]
    if isinstance(luck, Map) and "noise" not in luck and (noise is not None or names != ["random"]):
        place = noise.place if isinstance(noise, Scalar) else luck.place
        luck.put("noise", Seq(place, [noise if noise is not None else Scalar("0", place)]), place)
