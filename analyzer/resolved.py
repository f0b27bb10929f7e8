"""A checked experiment written out again as a configuration: plain values, every default in place, ready to be run."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.experiment import Luck, Until
from analyzer.faults import Place
from analyzer.games import Game, GameSpec
from analyzer.schema import ExperimentModel
from analyzer.seating import Seating
from analyzer.settings import plain_setting, plain_settings
from analyzer.varying import Varying

__all__ = ["config"]


def config(
    title: str,
    model: ExperimentModel,
    specs: list[GameSpec],
    players: Sequence[tuple[int, Place]],
    varying: Varying,
    seating: Seating,
    measures: tuple[str, ...],
    until: Until,
    same_within: dict[str, float] | None,
    split: tuple[str, ...] = (),
    luck: Luck | None = None,
) -> dict[str, object]:
    """Return the resolved configuration; `analyzer.config.load_experiments` reads it back to the same experiment."""
    result: dict[str, object] = {"title": title}
    if model.description:
        result["description"] = model.description
    written = [_game(spec) for spec in specs]
    result |= {"game": written[0]} if len(written) == 1 else {"games": written}
    result["players"] = [number for number, _ in players]
    made = {one.candidate for one in seating.comparisons if one.parameter is not None}
    own = seating.sweep.policies if seating.sweep else {}
    result["policies"] = {**own, **{label: spec for label, spec in seating.specs.items() if label not in made}}
    if seating.comparisons:
        result["compare"] = _compare(seating)
    if seating.sweep is not None:
        result["sweep"] = seating.sweep.config()
    if seating.seats:
        result["seats"] = list(seating.seats)
    if varying.axes:
        result["vary"] = {
            name: [plain_setting(name, value) for value, _ in values] for name, values in varying.axes.items()
        }
    if varying.named:
        result["variants"] = {name: plain_settings(rules) for name, rules in varying.named.items()}
    if varying.own_rules:
        result["own_rules"] = True
    result["measure"] = list(measures)
    if split:
        result["split"] = list(split)
    if luck is not None:
        result["luck"] = {"plays": luck.plays} | ({"noise": list(luck.noise)} if luck.noise else {})
    result["until"] = _until(until)
    if same_within:
        result["same_within"] = dict(same_within)
    result["seed"] = 1 if model.seed is None else model.seed
    result["play"] = model.play or "rounds"
    return result


def _compare(seating: Seating) -> dict[str, object]:
    first = seating.comparisons[0]
    result: dict[str, object]
    if first.kind == "pair":
        names = dict.fromkeys(name for one in seating.comparisons for name in (one.candidate, one.baseline))
        result = {"all_pairs": list(names), "against": first.against}
    else:
        single = (one for one in seating.comparisons if one.kind == "comparison" and one.parameter is None)
        candidates = [one.candidate for one in single]
        named = {"candidates": candidates} if candidates else {}
        result = {"baseline": first.baseline, **named, "against": first.against}
    paired = first.kind != "pair" and not seating.best and any(one.kind == "pair" for one in seating.comparisons)
    result |= {"pairs": True} if paired else {}
    result |= {"measure": list(first.measures)} if first.measures else {}
    return result | ({"best": True} if seating.best else {})


def _until(until: Until) -> dict[str, object]:
    if until.decided is not None:
        return {"decided": list(until.decided), "confidence": until.confidence, "max_deals": until.max_deals}
    if until.half_width is None:
        return {"deals": until.deals, "confidence": until.confidence}
    return {"half_width": dict(until.half_width), "confidence": until.confidence, "max_deals": until.max_deals}


def _game(spec: GameSpec) -> object:
    """Write a game so that no file of the user's is needed."""
    start: object = spec.game.name if spec.game.ready else _own(spec.game)
    if not spec.house_rules:
        return start
    return {"preset": start, **plain_settings(spec.house_rules)}


def _own(game: Game) -> dict[str, object]:
    result: dict[str, object] = {"name": game.name, "title": game.title}
    result |= {key: getattr(game, key) for key in ("source", "summary") if getattr(game, key)}
    result |= {"players": list(game.players), "settings": plain_settings(game.settings)}
    if game.settled:
        result["settled"] = [{key: text for key, text in point.items() if text} for point in game.settled]
    return result
