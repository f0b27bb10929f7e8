"""Runs the models of `analyzer.schema` over a tree and says in plain words what is wrong, everything at once."""

from __future__ import annotations

import typing
from collections.abc import Sequence
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from analyzer.faults import Faults, suggest
from analyzer.scalars import shown
from analyzer.schema import CompareModel, ExperimentModel, PolicyModel, SettingsModel, UntilModel, VaryModel
from analyzer.settings import SETTINGS
from analyzer.yaml_text import Map, Scalar, Value, path_at, place_at

__all__ = ["check"]

Model = TypeVar("Model", bound=BaseModel)
Path = tuple[str | int, ...]

_MEANT = {
    "strategies": "policies",
    "strategy": "policies",
    "players_count": "players",
    "measures": "measure",
    "rules": "game",
    "rounds": "until: {deals: ...}",
    "n": "until: {deals: ...}",
    "stop": "until",
    "candidate": "candidates",
    "opponents": "against",
    "opponent": "against",
    "set": "set_max",
    "set_size": "set_max",
}


def check(model: type[Model], tree: Value, faults: Faults, path: Path = ()) -> tuple[Model, set[str]]:
    """Check a tree against a model.

    Parameters
    ----------
    model : type
        A model of `analyzer.schema`.
    tree : Map, Seq or Scalar
        What was written.
    faults : Faults
        Takes everything that is wrong.
    path : tuple
        Where the tree stands, for messages.

    Returns
    -------
    tuple
        The model without the keys that are wrong, and the names of those keys.
    """
    if not isinstance(tree, Map):
        message = f"expects a mapping (lines of key: value), got {shown(tree)}"
        faults.add(tree.place, path, message)
        return model.model_validate({}), set(model.model_fields)
    try:
        return model.model_validate(tree), set()
    except ValidationError as error:
        broken = set()
        for detail in error.errors(include_url=False):
            _add(model, tree, faults, path, detail)
            broken.add(str(detail["loc"][0]))
    rest = {key: value for key, value in tree.items() if key not in broken}
    return model.model_validate(rest), broken


def _add(model: type[BaseModel], tree: Map, faults: Faults, path: Path, detail: Any) -> None:
    """Add one of pydantic's errors in our words."""
    loc: Path = detail["loc"]
    kind = detail["type"]
    unknown = kind == "extra_forbidden"
    place = place_at(tree, loc, key=unknown)
    seen = path + path_at(tree, loc)
    faults.add(place, seen, _unknown_key(model, loc) if unknown else _message(kind, detail))


def _message(kind: str, detail: Any) -> str:
    if kind == "value_error":
        return str(detail["ctx"]["error"])
    got = detail["input"]
    nothing = isinstance(got, Scalar) and got.empty
    if kind in ("dict_type", "model_type", "model_attributes_type"):
        return "has no value; it expects a mapping" if nothing else f"expects a mapping (key: value), got {shown(got)}"
    if kind == "list_type":
        return "has no value; it expects a list" if nothing else f"expects a list such as [a, b], got {shown(got)}"
    if kind == "missing":
        return "is missing"
    return f"{shown(got)} is not allowed here"


def _unknown_key(model: type[BaseModel], loc: Path) -> str:
    """Say what may stand in the place of an unknown key."""
    key = str(loc[-1])
    parent = _model_at(model, loc[:-1])
    words = list(parent.model_fields)
    rule = _MEANT.get(key, key)
    if parent is ExperimentModel and rule in SETTINGS:
        meant = (
            "is a house rule of the game" if rule == key else f"unknown key; did you mean {rule}? It is a house rule"
        )
        return (
            f"{meant}; write game: {{preset: doubles, {rule}: ...}} "
            f"or, to compare several values, vary: {{{rule}: [...]}}"
        )
    if parent is ExperimentModel and key in ("preset", "settings", "settled"):
        return "belongs to a game; an experiment names its game, such as game: doubles or game: my_game.yaml"
    if parent is ExperimentModel:
        homes = (("until", UntilModel), ("compare", CompareModel), ("policies: {name", PolicyModel))
        home = next((name for name, inner in homes if key in inner.model_fields), None)
        if home:
            return f"unknown key at this level; it belongs under {home}: {{{key}: ...}}" + "}" * home.count("{")
    if key in _MEANT and _MEANT[key].split(":")[0] in words:
        return f"unknown key; did you mean {_MEANT[key]}?"
    rules = parent is VaryModel or issubclass(parent, SettingsModel)
    allowed = "`dominolab games NAME` lists the house rules" if rules else f"allowed here: {', '.join(words)}"
    return f"unknown key; {allowed}{suggest(key, words)}"


def _model_at(model: type[BaseModel], loc: Sequence[str | int]) -> type[BaseModel]:
    """Return the model whose key stands at a path."""
    for part in loc:
        if isinstance(part, str) and part in model.model_fields:
            model = _inner_model(model.model_fields[part].annotation) or model
    return model


def _inner_model(annotation: Any) -> type[BaseModel] | None:
    """Find the model inside ``dict[str, Model] | None`` and the like."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    found = (_inner_model(part) for part in typing.get_args(annotation))
    return next((inner for inner in found if inner is not None), None)
