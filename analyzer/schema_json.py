"""The JSON schema of a configuration, from the models of `analyzer.schema`."""

from __future__ import annotations

from typing import Any

from analyzer import settings
from analyzer.schema import AMOUNT, ExperimentModel, GameModel

__all__ = ["json_schema"]


def json_schema() -> dict[str, Any]:
    """Return the JSON schema of a configuration, for editors that complete and check while typing."""
    schema = ExperimentModel.model_json_schema()
    game = GameModel.model_json_schema(ref_template="#/$defs/{model}")
    definitions = {**game.pop("$defs"), **schema.pop("$defs"), "GameModel": game}
    schema["properties"]["game"] |= {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/GameModel"}]}
    game["properties"]["preset"] |= schema["properties"]["game"]
    schema["properties"]["games"] |= {"type": "array", "items": schema["properties"]["game"]}
    for model, keys in (
        (schema, ("players", "measure", "seats", "split")),
        (definitions["SweepModel"], ("values",)),
        (definitions["LuckModel"], ("noise",)),
        (definitions["CompareModel"], ("candidates", "all_pairs", "measure")),
        (definitions["GameModel"], ("players",)),
        (definitions["VaryModel"], [name for name in settings.SETTINGS if name not in settings.LISTS]),
    ):
        for key in keys:
            _also_single(model["properties"][key])
    policies = schema["properties"]["policies"]["anyOf"][0]
    policies["additionalProperties"] = {"anyOf": [{"type": "string"}, policies["additionalProperties"]]}
    schema["properties"]["policies"]["anyOf"].append({"type": "array", "items": {"type": "string"}})
    variants = schema["properties"]["variants"]["anyOf"]
    variants.append({"type": "array", "items": variants[0]})
    schema["properties"]["until"]["anyOf"] += [*AMOUNT["anyOf"], {"const": "decided"}]
    schema["properties"]["luck"]["anyOf"].append({"type": "boolean"})
    whole = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **_without_null(schema),
        "$defs": _without_null(definitions),
    }
    return {**whole, "title": "dominolab experiment"}


def _also_single(field: dict[str, Any]) -> None:
    """Allow one value where a list is expected."""
    field["anyOf"] += [option["items"] for option in field["anyOf"] if option.get("type") == "array"]


def _without_null(part: Any) -> Any:
    """Leave out what only says that a key may be missing, and titles that repeat the key."""
    if isinstance(part, list):
        return [_without_null(item) for item in part]
    if not isinstance(part, dict):
        return part
    result = {}
    for key, item in part.items():
        if key == "anyOf":
            item = [option for option in item if option != {"type": "null"}]
        if not ((key == "default" and item is None) or (key == "title" and isinstance(item, str))):
            result[key] = _without_null(item)
    return result
