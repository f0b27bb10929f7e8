"""From a YAML file or a dict to checked experiments; everything that is wrong is reported at once.

The way of a configuration: text to tree (`analyzer.yaml_text`), short forms written out (`analyzer.shorthand`),
overrides (`analyzer.overrides`), shape and single values (`analyzer.checking`), and here what belongs together.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from analyzer import games, resolved
from analyzer.checking import check
from analyzer.experiment import Experiment, GameVariant
from analyzer.faults import ConfigError, Fault, Faults, Place
from analyzer.games import GameSpec
from analyzer.games.catalogue import some_games
from analyzer.overrides import Override, apply_override, parse_overrides
from analyzer.policy_specs import load_files
from analyzer.schema import ExperimentModel
from analyzer.seating import read_seating
from analyzer.shorthand import expand
from analyzer.splits import read_luck, read_split
from analyzer.stopping import check_best, read_compared, read_measures, read_same_within, read_until
from analyzer.varying import make_variants, read_varying
from analyzer.yaml_text import Map, Seq, Value, from_plain, place_at, read_file
from kernels.rule_checks import check_match_ends
from kernels.setting_kinds import RulesError

__all__ = ["ConfigError", "Fault", "Fill", "Place", "load_batch", "load_experiments", "load_tree"]

Fill = Callable[[Map, Path, Faults], None]


def load_experiments(source: Path | str | Mapping[str, Any], overrides: Sequence[str] = ()) -> list[Experiment]:
    """Read and check a configuration.

    Parameters
    ----------
    source : Path, str or dict
        A YAML file (one or several documents), or the same as a dict.
    overrides : sequence of str
        ``key.path=value`` texts, applied to every experiment; a later one wins.

    Returns
    -------
    list of Experiment
        At least one.

    Raises
    ------
    ConfigError
        Holding all faults, each with file, line, column, path and message.
    """
    faults = Faults()
    result: list[Experiment] = []
    for one in load_batch(source, overrides):
        if isinstance(one, ConfigError):
            faults.extend(one)
        else:
            result.append(one)
    faults.stop()
    return result


def load_batch(
    source: Path | str | Mapping[str, Any], overrides: Sequence[str] = (), fill: Fill | None = None
) -> list[Experiment | ConfigError]:
    """Read a configuration whose faulty experiments do not spoil the good ones.

    Parameters
    ----------
    source, overrides
        As for `load_experiments`.
    fill : callable, optional
        ``fill(tree, folder, faults)`` adds to the tree of every experiment, overrides included, what it leaves open.

    Returns
    -------
    list of Experiment or ConfigError
        One for every document, in order.

    Raises
    ------
    ConfigError
        If the file itself, or an override, cannot be read.
    """
    changes = parse_overrides(overrides)
    if isinstance(source, Mapping):
        trees, folder, stem = [from_plain(source)], Path(), ""
    else:
        trees, folder, stem = read_file(Path(source), str(source)), Path(source).parent, Path(source).stem
    names = [stem if len(trees) == 1 else f"{stem}-{number}" for number in range(1, len(trees) + 1)]
    return [load_tree(tree, changes, folder, name, fill) for tree, name in zip(trees, names, strict=True)]


def load_tree(
    tree: Value, changes: Sequence[Override], folder: Path, name: str, fill: Fill | None = None
) -> Experiment | ConfigError:
    """Check one experiment, given as the tree of a text; `folder` is where its files are looked for."""
    if not isinstance(tree, Map):
        message = "expects a mapping (lines of key: value), such as game: doubles"
        return ConfigError([Fault(tree.place, "", message)])
    try:
        return _Builder(tree, changes, folder, name, fill).build()
    except ConfigError as error:
        return error


class _Builder:
    """Builds one experiment, collecting the faults on the way."""

    def __init__(
        self, tree: Map, changes: Sequence[Override], folder: Path, name: str, fill: Fill | None = None
    ) -> None:
        self.tree = tree
        self.folder = folder
        self.name = name
        self.faults = Faults()
        expand(tree)
        for change in changes:
            try:
                apply_override(tree, change)
            except ConfigError as error:
                self.faults.extend(error)
            expand(tree)
        if fill is not None:
            fill(tree, folder, self.faults)
            expand(tree)

    def build(self) -> Experiment:
        """Return the experiment.

        Raises
        ------
        ConfigError
            If there are faults.
        """
        model, broken = check(ExperimentModel, self.tree, self.faults)
        specs = self._games()
        players = self._players(model, broken, specs)
        varying = read_varying(self.tree, bool(model.own_rules), self.faults)
        told = not {"vary", "variants"} & broken
        variants = make_variants(varying, self.tree, specs, players, self.faults) if told else []
        if model.play == "matches":
            self._check_matches(variants)
        seating = read_seating(model, broken, self.tree, self.folder, players, self.faults)
        play = model.play or "rounds"
        measures = read_measures(model, broken, self.tree, seating.compares, players, self.faults)
        seating.measure(read_compared(model, broken, self.tree, measures, self.faults))
        until = read_until(model, broken, self.tree, measures, self.faults)
        check_best(seating.best, self.tree, measures, self.faults)
        same_within = read_same_within(model, broken, self.tree, measures, self.faults)
        split = read_split(model, broken, self.tree, seating, variants, self.faults)
        luck = read_luck(model, broken, self.tree, self.faults)
        self.faults.stop()
        load_files(seating.policies, self.tree, self.folder, self.faults)
        self.faults.stop()
        title = " ".join((model.title or self.name or "experiment").split())
        return Experiment(
            title=title,
            name=_slug(self.name or title),
            description=model.description or "",
            variants=tuple(variants),
            policies=seating.policies,
            policy_specs=seating.specs,
            comparisons=seating.comparisons,
            best=seating.best,
            seats=seating.seats,
            measures=measures,
            until=until,
            same_within=same_within,
            split=split,
            luck=luck,
            seed=1 if model.seed is None else model.seed,
            play="matches" if play == "matches" else "rounds",
            config=resolved.config(
                title, model, specs, players, varying, seating, measures, until, same_within, split, luck
            ),
        )

    def _games(self) -> list[GameSpec]:
        """Read the games."""
        tree, faults = self.tree, self.faults
        if "game" in tree and "games" in tree:
            faults.add(tree.key_places["games"], "games", "write game or games, not both")
        elif "game" not in tree and "games" not in tree:
            faults.add(tree.place, "game", f"is missing; ready games are {some_games()}")
        written: list[tuple[tuple[str | int, ...], Value]] = [(("game",), tree["game"])] if "game" in tree else []
        several = tree.get("games")
        if isinstance(several, Seq) and several.single and re.match(r"[\d.+-]", several[0].text):
            number = several[0].text
            message = (
                f"expects a list of games, got {number}; the number of deals is written until: {{deals: {number}}}"
            )
            faults.add(several.place, "games", message)
            return []
        if "games" in tree and (not isinstance(several, Seq) or not several):
            faults.add(place_at(tree, ["games"]), "games", "expects a list of games, such as [doubles, draw]")
        elif isinstance(several, Seq):
            written += [(("games",) if several.single else ("games", i), game) for i, game in enumerate(several)]
        found = [games.read_game(game, self.folder, faults, path) for path, game in written]
        return [spec for spec in found if spec is not None]

    def _check_matches(self, variants: Sequence[GameVariant]) -> None:
        """Refuse matches that could never end."""
        for variant in variants:
            try:
                check_match_ends(variant.rules)
            except RulesError as error:
                message = f"{error} ({variant.label}); play rounds, or let something score"
                self.faults.add(place_at(self.tree, ["play"]), "play", message)

    def _players(self, model: ExperimentModel, broken: set[str], specs: list[GameSpec]) -> list[tuple[int, Place]]:
        """Return the numbers of players and where they stand."""
        if "players" in broken:
            return []
        if model.players is not None:
            places = [item.place for item in self.tree["players"]]
            if not model.players:
                self.faults.add(place_at(self.tree, ["players"]), "players", "is an empty list")
            if len(set(model.players)) < len(model.players):
                self.faults.add(place_at(self.tree, ["players"]), "players", "names a number twice")
            return list(zip(model.players, places, strict=True))
        allowed = [set(spec.game.players) for spec in specs]
        shared = set.intersection(*allowed) if allowed else {2}
        if not shared:
            message = "is missing, and no number of players fits all of the games"
            self.faults.add(self.tree.place, "players", message)
            return []
        return [(min(shared), self.tree.place)]


def _slug(text: str) -> str:
    """Return a safe name for a folder: lower-case ASCII letters, digits and dashes, at most 60 characters."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii").lower()
    return re.sub(r"[^a-z0-9]+", "-", plain)[:60].strip("-") or "experiment"
