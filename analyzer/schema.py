"""The shape of a configuration: pydantic models, strict, unknown keys refused.

The models check structure and single values; `analyzer.checking` runs them and says in plain words what is wrong;
`analyzer.schema_json` publishes them.
What depends on several values together is checked in `analyzer.config` and `analyzer.games`.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Collection
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema, create_model

from analyzer import scalars, settings, yaml_text
from analyzer.experiment import LUCK_SHARES, MAX_DEALS, MAX_SEED, MEASURES
from analyzer.families import FAMILIES
from analyzer.faults import suggest
from analyzer.groups import SPLITS
from analyzer.settings import PLAYER_NUMBERS, SETTINGS
from kernels.policies import MAX_MARGIN

__all__ = [
    "AMOUNT",
    "CompareModel",
    "ExperimentModel",
    "GameModel",
    "LuckModel",
    "PolicyModel",
    "SweepModel",
    "UntilModel",
    "VaryModel",
]

MOST_STEPS = 101
MOST_PLAYS = 100


def _setting_type(name: str, varied: bool = False) -> Any:
    """Return the field type of one house rule, or of one of the values of it that are to be tried."""
    read = functools.partial(settings.read_varied if varied else settings.read_setting, name)
    return Annotated[Any, BeforeValidator(read), WithJsonSchema(settings.setting_schema(name))]


def _read_policy_name(value: object) -> str:
    return scalars.read_label(value, "the name of a policy")


def _read_deals(value: object) -> int:
    return scalars.read_count(value, 1, MAX_DEALS)


def _read_seed(value: object) -> int:
    return scalars.read_count(value, 0, MAX_SEED)


def _read_players(value: object) -> int:
    return scalars.read_count(value, PLAYER_NUMBERS[0], PLAYER_NUMBERS[-1])


def _read_confidence(value: object) -> float:
    return scalars.read_amount(value, 0.5, 1, "95% or 0.95")


def _read_half_width(value: object) -> object:
    """Read one half-width, or a dict from measure to half-width."""
    return _read_amounts(value, MEASURES)


def _read_margins(value: object) -> object:
    """Read one margin, or a dict from measure to margin; shares of luck may have one too."""
    return _read_amounts(value, [*MEASURES, *LUCK_SHARES])


def _read_amounts(value: object, names: Collection[str]) -> object:
    example = "0.1% or 0.001"
    if not isinstance(value, dict):
        return scalars.read_amount(value, 0, math.inf, example)
    result = {}
    for name, item in value.items():
        if name not in names:
            raise ValueError(f"{name} is no measure; known are {', '.join(names)}")
        try:
            result[name] = scalars.read_amount(item, 0, math.inf, example)
        except ValueError as error:
            raise ValueError(f"for {name}: {error}") from None
    if not result:
        raise ValueError("has no value")
    return result


def _read_decided(value: object) -> bool | list[str]:
    """Read on or off, or the measures that must be decided."""
    if isinstance(value, yaml_text.Seq):
        if not value:
            raise ValueError("is an empty list; write decided: on or name measures")
        return [_read_measure(item) for item in value]
    if isinstance(value, yaml_text.Scalar) and value.text in MEASURES:
        return [value.text]
    try:
        return scalars.read_flag(value)
    except ValueError:
        raise ValueError(
            f"expects on, or the measures that must be decided, such as [win]; got {scalars.shown(value)}"
        ) from None


def _read_measure(value: object) -> str:
    return scalars.read_word(value, MEASURES, None, {})


def _read_split(value: object) -> str:
    return scalars.read_word(value, SPLITS, None, {name.replace("_", "-"): name for name in SPLITS})


def _read_level(value: object) -> float:
    """Read a value of a sweep: a number, or a share with a percent sign."""
    percent = isinstance(value, yaml_text.Scalar) and value.text.rstrip().endswith("%")
    return scalars.read_share(value) if percent else scalars.read_number(value)


def _read_luck(value: object) -> object:
    """Read ``off`` as nothing; ``on`` is a mapping already."""
    if isinstance(value, yaml_text.Scalar) and value.text in ("off", "no", "false"):
        return None
    return _mapping(value, "on, off or a mapping such as {plays: 10}")


def _read_until(value: object) -> object:
    """Refuse what is no mapping; numbers, widths and ``decided`` are mappings already."""
    return _mapping(value, "a number of deals such as 1e6, a width such as 0.1%, decided, or a mapping", ["decided"])


def _mapping(value: object, wanted: str, words: Collection[str] = ()) -> object:
    if isinstance(value, yaml_text.Map):
        return value
    if isinstance(value, yaml_text.Scalar) and value.empty:
        raise ValueError(f"has no value; it expects {wanted}")
    hint = suggest(value.text, words) if isinstance(value, yaml_text.Scalar) else ""
    raise ValueError(f"expects {wanted}; got {scalars.shown(value)}{hint}")


def _read_family(value: object) -> str:
    return scalars.read_word(value, FAMILIES, None, {})


def _read_play(value: object) -> str:
    return scalars.read_word(value, {"rounds": "", "matches": ""}, None, {})


_COUNT = {"anyOf": [{"type": "integer"}, {"type": "number"}, {"type": "string", "pattern": r"^[0-9_.eE+-]+$"}]}
AMOUNT = {"anyOf": [{"type": "number"}, {"type": "string", "pattern": r"^[0-9_.eE+-]+ ?%?$"}]}
_TEXT = WithJsonSchema({"type": "string"})

Text = Annotated[str, BeforeValidator(scalars.read_text), _TEXT]
PolicyName = Annotated[str, BeforeValidator(_read_policy_name), _TEXT]
Deals = Annotated[int, BeforeValidator(_read_deals), WithJsonSchema(_COUNT)]
Seed = Annotated[int, BeforeValidator(_read_seed), WithJsonSchema(_COUNT)]
Players = Annotated[
    int, BeforeValidator(_read_players), WithJsonSchema({"type": "integer", "enum": list(PLAYER_NUMBERS)})
]
Confidence = Annotated[Any, BeforeValidator(_read_confidence), WithJsonSchema(AMOUNT)]
HalfWidth = Annotated[
    Any,
    BeforeValidator(_read_half_width),
    WithJsonSchema({"anyOf": [*AMOUNT["anyOf"], {"type": "object", "additionalProperties": AMOUNT}]}),
]
Margins = Annotated[
    Any,
    BeforeValidator(_read_margins),
    WithJsonSchema({"anyOf": [*AMOUNT["anyOf"], {"type": "object", "additionalProperties": AMOUNT}]}),
]
Flag = Annotated[bool, BeforeValidator(scalars.read_flag), WithJsonSchema({"type": "boolean"})]
Decided = Annotated[
    Any,
    BeforeValidator(_read_decided),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "boolean"},
                {"enum": list(MEASURES)},
                {"type": "array", "items": {"enum": list(MEASURES)}, "minItems": 1},
            ]
        }
    ),
]
Noise = Annotated[float, BeforeValidator(scalars.read_share), WithJsonSchema(AMOUNT)]
Weight = Annotated[float, BeforeValidator(scalars.read_number), WithJsonSchema({"type": "number"})]
Margin = Annotated[
    int,
    BeforeValidator(functools.partial(scalars.read_count, low=-MAX_MARGIN, high=MAX_MARGIN)),
    WithJsonSchema({"type": "integer", "minimum": -MAX_MARGIN, "maximum": MAX_MARGIN}),
]
Level = Annotated[float, BeforeValidator(_read_level), WithJsonSchema(AMOUNT)]
SplitWord = Annotated[str, BeforeValidator(_read_split), WithJsonSchema({"enum": list(SPLITS)})]
Steps = Annotated[
    int,
    BeforeValidator(functools.partial(scalars.read_count, low=2, high=MOST_STEPS)),
    WithJsonSchema({"type": "integer", "minimum": 2, "maximum": MOST_STEPS}),
]
Plays = Annotated[
    int,
    BeforeValidator(functools.partial(scalars.read_count, low=2, high=MOST_PLAYS)),
    WithJsonSchema({"type": "integer", "minimum": 2, "maximum": MOST_PLAYS}),
]
Family = Annotated[str, BeforeValidator(_read_family), WithJsonSchema({"enum": list(FAMILIES)})]
MeasureName = Annotated[str, BeforeValidator(_read_measure), WithJsonSchema({"enum": list(MEASURES)})]
PlayWord = Annotated[str, BeforeValidator(_read_play), WithJsonSchema({"enum": ["rounds", "matches"]})]


class _Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class PolicyModel(_Strict):
    """How a seat chooses: the name of a built-in policy, or a mapping."""

    policy: PolicyName | None = Field(None, description="a built-in policy, to add noise to it")
    prefer: list[PolicyName] | None = Field(None, description="preferences, the most important first")
    weights: dict[str, Weight] | None = Field(None, description="features and their weights")
    file: Text | None = Field(None, description="your own function: my_policy.py:choose")
    params: list[Weight] | None = Field(None, description="numbers handed to your own function")
    noise: Noise | None = Field(None, description="share of moves chosen at random, such as 5%")
    lock_margin: Margin | None = Field(None, description="pips by which a lock must be expected to win, for lock")
    lead: PolicyModel | None = Field(None, description="another policy that chooses the lead only")


class CompareModel(_Strict):
    """Candidates against a baseline, or all pairs of some policies."""

    baseline: PolicyName | None = Field(None, description="the policy that every candidate is compared with")
    candidates: list[PolicyName] | None = Field(None, description="the policies to judge")
    all_pairs: list[PolicyName] | None = Field(
        None, description="policies that are all compared with each other, in place of baseline and candidates"
    )
    against: PolicyName | None = Field(None, description="the policy of all other seats; the baseline if left out")
    best: Flag | None = Field(
        None, description="search for the best one: policies that turn out worse by the first measure are dropped"
    )
    pairs: Flag | None = Field(
        None, description="compare every two of baseline and candidates as well, to tell which one is the best"
    )
    measure: list[MeasureName] | None = Field(
        None, description="what to count where policies are compared; all of the experiment's measures if left out"
    )


class UntilModel(_Strict):
    """When to stop: after a number of deals, when the intervals are narrow enough, or when all is decided."""

    deals: Deals | None = Field(None, description="number of deals, such as 1e6")
    half_width: HalfWidth | None = Field(
        None, description="half the width of the interval to reach, such as 0.1%; or a mapping from measure to it"
    )
    decided: Decided | None = Field(
        None, description="stop when every difference is decided by the first measure (on), or by those named"
    )
    confidence: Confidence | None = Field(None, description="confidence level, such as 95%")
    max_deals: Deals | None = Field(None, description="with half_width or decided: never more deals than this")


class _SweepModel(_Strict):
    """A policy whose weight on one feature, or whose noise, takes several values, each compared with the baseline."""

    policy: PolicyName | None = Field(None, description="the policy to vary: one with weights, or random")
    weight: Text | None = Field(None, description="the feature whose weight varies, such as doubles")
    noise: Flag | None = Field(None, description="on: the share of random moves varies, in place of a weight")


_GRID: dict[str, Any] = {  # "from" is no name that a class could spell
    "from": (Level | None, Field(None, description="the first value, such as -3")),
    "to": (Level | None, Field(None, description="the last value, such as 3")),
    "steps": (Steps | None, Field(None, description="how many values, evenly spaced")),
    "values": (list[Level] | None, Field(None, description="the values themselves, in place of from, to, steps")),
}
SweepModel: Any = create_model("SweepModel", __base__=_SweepModel, __doc__=_SweepModel.__doc__, **_GRID)


class LuckModel(_Strict):
    """The share of an outcome that the deal fixes: every deal is played several times."""

    plays: Plays | None = Field(None, description="how often every deal is played")
    noise: list[Noise] | None = Field(None, description="shares of random moves of all players, one value for each")


_TYPES: dict[str, Any] = {name: _setting_type(name) for name in SETTINGS}
_VARIED: dict[str, Any] = {name: _setting_type(name, varied=True) for name in SETTINGS}
_ONE: dict[str, Any] = {name: (kind | None, None) for name, kind in _TYPES.items()}
_SEVERAL: dict[str, Any] = {name: (list[kind] | None, None) for name, kind in _VARIED.items()}  # type: ignore[valid-type]

SettingsModel: Any = create_model(
    "SettingsModel",
    __base__=_Strict,
    __doc__="House rules: settings of a game; a mapping from number of players to value is allowed everywhere.",
    **_ONE,
)
VaryModel: Any = create_model(
    "VaryModel",
    __base__=_Strict,
    __doc__="House rules and the values to try, in every combination.",
    **_SEVERAL,
)


class SettledModel(_Strict):
    """An open point of a rule text and how it was settled."""

    id: Text
    how: Text
    why: Text | None = None


class GameModel(SettingsModel):  # type: ignore[misc]
    """A game: the name of a ready one, a ready one with house rules, or one of your own with its settings."""

    preset: Any = Field(None, description="the game to start from: a ready one, a file of your own, or a mapping")
    name: Text | None = Field(None, description="short name of a game of your own")
    title: Text | None = None
    source: Text | None = None
    summary: Text | None = None
    family: Family | None = Field(None, description="the group of games that it is listed with")
    players: list[Players] | None = Field(None, description="numbers of players that the game allows")
    settings: SettingsModel | None = None
    settled: list[SettledModel] | None = Field(None, description="open points of the rule text, how settled and why")


class ExperimentModel(_Strict):
    """One experiment of dominolab; a file holds one, or several separated by lines of three dashes."""

    title: Text | None = Field(None, description="for the report")
    description: Text | None = Field(None, description="for the report")
    game: Any = Field(None, description="a ready game, a file of your own, or a mapping")
    games: Any = Field(None, description="several games, in a list")
    players: list[Players] | None = Field(None, description="number of players, or several numbers in a list")
    policies: dict[str, PolicyModel] | None = Field(None, description="your names for policies")
    compare: CompareModel | None = None
    seats: list[PolicyName] | None = Field(None, description="policies by seat, where nothing is compared")
    vary: VaryModel | None = None
    variants: dict[str, SettingsModel] | None = Field(
        None, description="your names for sets of house rules, each compared with the game as written"
    )
    own_rules: Flag | None = Field(
        None, description="with vary: compare with the game as written, also where no combination gives it"
    )
    measure: list[MeasureName] | None = Field(None, description="what to count")
    split: list[SplitWord] | None = Field(None, description="groups of deals that everything is shown by too")
    sweep: SweepModel | None = Field(None, description="one weight, or the noise, of a policy over several values")
    luck: Annotated[LuckModel | None, BeforeValidator(_read_luck)] = Field(
        None, description="on: measure the share of the outcome that the deal fixes"
    )
    until: Annotated[UntilModel | None, BeforeValidator(_read_until)] = None
    same_within: Margins | None = Field(
        None, description="differences smaller than this count as practically the same, such as 0.2%"
    )
    seed: Seed | None = Field(None, description="a whole number; the same seed gives the same deals")
    play: PlayWord | None = Field(None, description="single rounds, or whole matches to the target")
