"""The published JSON schema."""

from __future__ import annotations

from typing import Any

import pytest

from analyzer.schema import ExperimentModel
from analyzer.schema_json import json_schema
from analyzer.settings import SETTINGS

pytestmark = pytest.mark.exact


def _references(part: Any) -> set[str]:
    if isinstance(part, list):
        return set().union(*map(_references, part))
    if not isinstance(part, dict):
        return set()
    own = {part["$ref"]} if "$ref" in part else set()
    return own.union(*map(_references, part.values()))


def test_it_is_closed_and_complete() -> None:
    schema = json_schema()
    assert set(schema["properties"]) == set(ExperimentModel.model_fields)
    assert schema["additionalProperties"] is False
    assert {ref.removeprefix("#/$defs/") for ref in _references(schema)} <= set(schema["$defs"])
    game = schema["$defs"]["GameModel"]["properties"]
    assert set(SETTINGS) < set(game)
    assert "drawing from the boneyard" in str(game["draw"])
    assert "until" in str(game["draw"])


def test_single_values_and_short_forms_are_allowed() -> None:
    properties = json_schema()["properties"]
    assert {"enum": [2, 3, 4], "type": "integer"} in properties["players"]["anyOf"]
    assert {"type": "string"} in properties["game"]["anyOf"]
    assert {"type": "number"} in properties["until"]["anyOf"]
    assert {"type": "null"} not in properties["until"]["anyOf"]
