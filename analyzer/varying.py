"""House rules that vary: grids of ``vary`` and the named sets of ``variants``, as variants of the games."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from analyzer import games
from analyzer.checking import check
from analyzer.experiment import GameVariant
from analyzer.faults import Faults, Place
from analyzer.games import GameSpec, Where
from analyzer.schema import SettingsModel, VaryModel
from analyzer.settings import SETTINGS
from analyzer.yaml_text import Map, place_at
from kernels.rules import Rules

__all__ = ["MAX_VARIANTS", "Axes", "Varying", "make_variants", "read_varying"]

MAX_VARIANTS = 500

Axes = dict[str, list[tuple[object, Place]]]


@dataclass(frozen=True)
class Varying:
    """What varies in an experiment.

    Attributes
    ----------
    axes : dict
        House rule to its values, each with its place: every combination is played.
    named : dict
        Name of a variant to its house rules.
    own_rules : bool
        Whether the game as written is played too where no combination of the axes gives it.
    """

    axes: Axes = field(default_factory=dict)
    named: dict[str, dict[str, object]] = field(default_factory=dict)
    own_rules: bool = False

    @property
    def count(self) -> int:
        """How many variants a game has."""
        combined = 1
        for values in self.axes.values():
            combined *= len(values)
        return combined + len(self.named)


def read_varying(tree: Map, own_rules: bool, faults: Faults) -> Varying:
    """Read ``vary`` and ``variants``; what is wrong with single values is said already."""
    if "vary" in tree and "variants" in tree:
        message = "write vary (every combination) or variants (the ones you name), not both"
        faults.add(tree.key_places["variants"], "variants", message)
    if own_rules and "vary" not in tree:
        faults.add(place_at(tree, ["own_rules"]), "own_rules", "goes with vary; variants are compared with them anyway")
    return Varying(_axes(tree, faults), _named(tree, faults), own_rules)


def _axes(tree: Map, faults: Faults) -> Axes:
    """Return the house rules that vary, each value with its place, in the order written."""
    written = tree.get("vary")
    if not isinstance(written, Map):
        return {}
    model, broken = check(VaryModel, written, Faults())
    axes: Axes = {}
    for name in written:
        if name in broken:
            continue
        values = getattr(model, name)
        if not values:
            faults.add(place_at(written, [name]), ("vary", name), "is an empty list")
            continue
        if any(value in values[:index] for index, value in enumerate(values)):
            faults.add(place_at(written, [name]), ("vary", name), "names a value twice")
        axes[name] = [(value, item.place) for value, item in zip(values, written[name], strict=True)]
    return axes


def _named(tree: Map, faults: Faults) -> dict[str, dict[str, object]]:
    """Return the named variants in the order written."""
    written = tree.get("variants")
    if not isinstance(written, Map):
        return {}
    if not written:
        faults.add(written.place, "variants", "is empty; name one, such as keep two back: {reserve: 2}")
    result: dict[str, dict[str, object]] = {}
    for label, rules in written.items():
        if not label.strip() or len(label) > 200 or any(ord(char) < 32 for char in label):
            faults.add(written.key_places[label], "variants", "a name has 1 to 200 characters, all on one line")
            continue
        if not isinstance(rules, Map):
            continue
        if not rules:
            faults.add(rules.place, ("variants", label), "changes no house rule; write one, such as {reserve: 2}")
        model, broken = check(SettingsModel, rules, Faults())
        result[label] = {name: getattr(model, name) for name in rules if name not in broken}
    return result


# --- variants --------------------------------------------------------------------------------------------------------


def make_variants(
    varying: Varying, tree: Map, specs: Sequence[GameSpec], players: Sequence[tuple[int, Place]], faults: Faults
) -> list[GameVariant]:
    """Return every game with everything that varies, for every number of players.

    Parameters
    ----------
    varying : Varying
        What varies.
    tree : Map
        The experiment, for places.
    specs : sequence of GameSpec
        The games.
    players : sequence of tuple
        Numbers of players with their places.
    faults : Faults
        Takes what is wrong.
    """
    key = "variants" if varying.named else "vary"
    total = len(specs) * len(players) * varying.count
    if total > MAX_VARIANTS:
        message = f"makes {total:,} games and combinations of house rules; at most {MAX_VARIANTS} fit one experiment"
        faults.add(place_at(tree, [key], key=True), key, message)
        return []
    result: list[GameVariant] = []
    for spec in specs:
        for number, place in players:
            make = _maker(spec, number, place, len(players) > 1, faults)
            result += _listed(make, tree, varying.named, faults) if varying.named else _grid(make, varying)
    _check_labels(result, tree, key if varying.axes or varying.named else "", faults)
    return result


def _check_labels(variants: Sequence[GameVariant], tree: Map, key: str, faults: Faults) -> None:
    """Refuse a game that is there twice."""
    seen: dict[str, str] = {}
    for variant in variants:
        if variant.label in seen:
            where = key if key and "games" not in tree else "games" if "games" in tree else "game"
            twice = f"{seen[variant.label]} and {variant.name} are both " if variant.name else ""
            message = f"gives the same game twice: {twice}{variant.label}"
            faults.add(place_at(tree, [where, variant.name], key=True), where, message)
        seen[variant.label] = variant.name


_Make = Callable[[Mapping[str, object], Mapping[str, Where], Faults | None], GameVariant | None]


def _maker(spec: GameSpec, number: int, place: Place, several: bool, faults: Faults) -> _Make:
    """Return what makes the variants of one game for one number of players, named in the label if there are several."""

    def make(changes: Mapping[str, object], places: Mapping[str, Where], into: Faults | None) -> GameVariant | None:
        variant = games.make_variant(spec, number, changes, faults if into is None else into, place, places)
        if variant is None or not several:
            return variant
        return dataclasses.replace(variant, label=f"{variant.label}, {number} players")

    return make


def _grid(make: _Make, varying: Varying) -> list[GameVariant]:
    """Return the variants of a grid; the reference is the game's own rules, or else the first."""
    axes, found = varying.axes, []
    for combination in itertools.product(*axes.values()):
        changes = {name: value for name, (value, _) in zip(axes, combination, strict=True)}
        places: dict[str, Where] = {
            name: (where, ("vary", name)) for name, (_, where) in zip(axes, combination, strict=True)
        }
        variant = make(changes, places, None)
        found += [variant] if variant else []
    own = make({}, {}, Faults())
    same = [variant for variant in found if own is not None and variant.rules == own.rules]
    if varying.own_rules and not same and own is not None:
        found, same = [own, *found], [own]
    return _referred(found, (same or found)[0]) if found else []


def _listed(make: _Make, tree: Map, named: Mapping[str, Mapping[str, object]], faults: Faults) -> list[GameVariant]:
    """Return the game's own rules and the named variants of them."""
    own = make({}, {}, None)
    if own is None:
        return []
    found = [own]
    for label, changes in named.items():
        written = tree["variants"][label]
        places: dict[str, Where] = {
            name: (written[name].place, ("variants", label, name)) for name in changes if name in written
        }
        variant = make(changes, places, None)
        if variant is not None and variant.rules == own.rules:
            message = f"changes nothing: these are the rules of {own.label} as it is"
            faults.add(place_at(tree, ["variants", label], key=True), ("variants", label), message)
        elif variant is not None:
            found.append(dataclasses.replace(variant, name=label))
    return _referred(found, own)


def _referred(found: Sequence[GameVariant], reference: GameVariant) -> list[GameVariant]:
    """Let every variant know its reference, and by which settings it differs from it."""
    return [
        variant
        if variant is reference
        else dataclasses.replace(
            variant, reference=reference.label, changes=dict(_changes(variant.rules, reference.rules))
        )
        for variant in found
    ]


def _changes(rules: Rules, reference: Rules) -> Iterator[tuple[str, object]]:
    """Yield the settings that differ, with their new values."""
    for name in SETTINGS:
        if getattr(rules, name) != getattr(reference, name):
            yield name, getattr(rules, name)
