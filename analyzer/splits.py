"""What a configuration asks for beyond comparisons: groups of deals, and luck."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer import groups
from analyzer.experiment import GameVariant, Luck, Play
from analyzer.faults import Faults
from analyzer.schema import ExperimentModel
from analyzer.seating import Seating
from analyzer.yaml_text import Map, Seq, path_at, place_at

__all__ = ["read_luck", "read_split"]


def read_split(
    model: ExperimentModel,
    broken: set[str],
    tree: Map,
    seating: Seating,
    variants: Sequence[GameVariant],
    faults: Faults,
) -> tuple[str, ...]:
    """Return the groups of deals that everything is shown by, each once; faults are added, not raised."""
    if "split" in broken or model.split is None:
        return ()
    place = place_at(tree, ["split"])
    if not model.split:
        faults.add(place, "split", f"is an empty list; groups go by {', '.join(groups.SPLITS)}")
    if seating.best:
        message = "does not go with best: on, which drops policies on the way; groups need the same deals for all"
        faults.add(place, "split", message)
    elif seating.comparisons and all(one.kind == "pair" for one in seating.comparisons):
        message = "does not go with all_pairs; groups are shown of compare: {baseline: ..., candidates: [...]}"
        faults.add(place, "split", message)
    play: Play = "matches" if model.play == "matches" else "rounds"
    rules = {variant.label: variant.rules for variant in variants}
    for index, name in enumerate(model.split):
        message = groups.misfit(name, play, seating.compares, rules) if "play" not in broken else ""
        if message:
            single = isinstance(tree["split"], Seq) and tree["split"].single
            path: list[str | int] = ["split"] if single else ["split", index]
            faults.add(place_at(tree, path), path_at(tree, path), f"{name} {message}")
    return tuple(dict.fromkeys(model.split))


def read_luck(model: ExperimentModel, broken: set[str], tree: Map, faults: Faults) -> Luck | None:
    """Return how luck is measured, None if it is not."""
    if model.luck is None or "luck" in broken:
        return None
    noise = model.luck.noise
    if noise is not None and not noise:
        faults.add(place_at(tree, ["luck", "noise"]), "luck.noise", "is an empty list")
    if noise is not None and len(set(noise)) < len(noise):
        faults.add(place_at(tree, ["luck", "noise"]), "luck.noise", "names a value twice")
    return Luck(plays=model.luck.plays or Luck().plays, noise=None if noise is None else tuple(noise))
