"""What an experiment is, once a configuration has been read and checked: plain frozen records.

`analyzer.config` makes them, `analyzer.runner` plays them. Everything here has been validated; nothing here knows
YAML, files or the command line.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from analyzer.settings import setting_text
from kernels.rules import Rules

if TYPE_CHECKING:
    from kernels.policies import Policy

__all__ = [
    "DEFAULT_DEALS",
    "DEFAULT_MAX_DEALS",
    "DEFAULT_NOISE",
    "LUCK_SHARES",
    "MAX_DEALS",
    "MAX_SEED",
    "MEASURES",
    "MOST_PAIRED",
    "Comparison",
    "Experiment",
    "GameVariant",
    "Luck",
    "Measure",
    "Play",
    "Until",
    "house_rules_text",
]

Play = Literal["rounds", "matches"]

MAX_DEALS = 10**12
"""Most deals of one run: sums of squares of round points stay exact in 64 bits up to here."""

MAX_SEED = 2**63 - 1
DEFAULT_DEALS = 200_000
DEFAULT_MAX_DEALS = 10_000_000

DEFAULT_NOISE = (0.0, 0.1, 0.3, 1.0)
"""Shares of random moves over which luck is measured, if none are named."""

MOST_PAIRED = 30
"""Most policies of a table of all pairs (435 of them): every one's rounds stay in memory while a chunk is summed up."""


@dataclass(frozen=True)
class Measure:
    """One thing that is counted.

    Attributes
    ----------
    subject : str
        ``seat`` - belongs to the candidate's seat, needs a comparison; ``table`` - belongs to the whole round;
        ``match`` - needs ``play: matches`` (``match_win`` also needs a comparison).
    unit : str
        ``probability`` (a fraction, 0 to 1), ``points``, ``pips``, ``tiles``, ``turns`` or ``rounds``.
    meaning : str
        A sentence for a reader.
    """

    subject: Literal["seat", "table", "match"]
    unit: str
    meaning: str


_SEAT = {
    "win": Measure("seat", "probability", "The candidate's side wins the round."),
    "points": Measure("seat", "points", "Points the candidate's side scores in a round."),
    "margin": Measure("seat", "points", "Points of the candidate's side less the mean of the other sides'."),
    "play_points": Measure("seat", "points", "Points the candidate scores while playing, before the settlement."),
    "domino": Measure("seat", "probability", "The candidate goes out."),
    "pips_left": Measure("seat", "pips", "Pips left in the candidate's hand at the end of a round."),
}
_TABLE = {
    "opener_wins": Measure("table", "probability", "The side that led wins the round."),
    "blocked": Measure("table", "probability", "The round ends blocked."),
    "tied": Measure("table", "probability", "The round ends blocked with equal lowest hands."),
    "winner_points": Measure("table", "points", "Points of the winning side, 0 in a round that nobody wins."),
    "round_points": Measure("table", "points", "Points of all sides together in a round."),
    "plays": Measure("table", "tiles", "Tiles played in a round."),
    "turns": Measure("table", "turns", "Turns in a round, passes included."),
    "draws": Measure("table", "tiles", "Tiles drawn from the boneyard in a round."),
    "passes": Measure("table", "turns", "Turns without a play in a round."),
    **{f"win_seat_{s}": Measure("table", "probability", f"The side of seat {s} wins the round.") for s in range(4)},
    **{f"points_seat_{s}": Measure("table", "points", f"Points of the side of seat {s} in a round.") for s in range(4)},
}
_MATCH = {
    "match_win": Measure("match", "probability", "The candidate's side wins the match."),
    "rounds": Measure("match", "rounds", "Rounds until the target is reached."),
}

MEASURES: dict[str, Measure] = {**_SEAT, **_TABLE, **_MATCH}
"""Every measure by name."""


LUCK_SHARES = ("luck_win", "luck_points")
"""Names of the shares of luck in the results table; a margin of ``same_within`` may be theirs too."""


def house_rules_text(house_rules: Mapping[str, object]) -> str:
    """Write house rules as ``draw: until, voluntary_draw: on``; the empty text if there are none."""
    return ", ".join(f"{name}: {setting_text(name, value)}" for name, value in house_rules.items())


@dataclass(frozen=True, kw_only=True)
class GameVariant:
    """One game under some house rules for one number of players.

    Attributes
    ----------
    label : str
        Unique within an experiment, such as ``doubles (draw: until)``; names the players where they vary.
    game : str
        Name of the preset, or of the user's own game.
    house_rules : dict
        Settings whose value differs from the game's own, by name, checked and in their usual spelling.
    rules : Rules
        The settings that are played.
    players : int
        Number of players.
    reference : str or None
        Label of the variant that this one is compared with as a rule change; None for a reference itself and where
        no rules vary.
    name : str
        What the configuration calls these house rules, empty if they have no name.
    changes : dict
        Settings that differ from those of the reference; empty for a reference.
    title, source : str
        For readers.
    """

    label: str
    game: str
    house_rules: dict[str, object]
    rules: Rules
    players: int
    reference: str | None = None
    name: str = ""
    changes: dict[str, object] = field(default_factory=dict)
    title: str = ""
    source: str = ""

    @property
    def house_rules_text(self) -> str:
        """The house rules as text, empty if there are none."""
        return house_rules_text(self.house_rules)


@dataclass(frozen=True)
class Comparison:
    """Candidate minus baseline, each in every seat in turn while all other seats play `against`: policy labels.

    `kind` is ``pair`` where the two stand side by side (a table of all pairs), else ``comparison``. `parameter` is the
    value that makes the candidate one of a sweep. `measures` are those that are counted, all of the experiment's if
    empty.
    """

    candidate: str
    baseline: str
    against: str
    kind: Literal["comparison", "pair"] = "comparison"
    parameter: float | None = None
    measures: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Luck:
    """How the share of luck is measured.

    Attributes
    ----------
    plays : int
        How often every deal is played, 2 to 100.
    noise : tuple of float or None
        Shares of random moves, one value each; None for `DEFAULT_NOISE`, or only 1 where all play at random anyway.
    """

    plays: int = 4
    noise: tuple[float, ...] | None = None


@dataclass(frozen=True, kw_only=True)
class Until:
    """When a run stops.

    Attributes
    ----------
    deals : int or None
        Number of deals; exactly one of `deals`, `half_width` and `decided` is given.
    half_width : dict or None
        Measure to the half-width that its intervals must reach, in the measure's unit (0.001 for 0.1 %).
    decided : tuple of str or None
        Measures by which every difference must be decided.
    confidence : float
        Confidence level of all intervals, such as 0.95.
    max_deals : int
        Never more deals than this.
    """

    deals: int | None = DEFAULT_DEALS
    half_width: dict[str, float] | None = None
    decided: tuple[str, ...] | None = None
    confidence: float = 0.95
    max_deals: int = DEFAULT_DEALS


@dataclass(frozen=True, kw_only=True)
class Experiment:
    """A checked experiment, ready to be played.

    Attributes
    ----------
    title, description : str
        For readers; the description is the comment-free text of the key ``description``, or empty.
    name : str
        Safe for a folder: lower-case ASCII letters, digits and dashes, at most 60 characters.
    variants : tuple of GameVariant
        Games x numbers of players x house rules, in the order written.
    policies : dict of str to Policy
        Every policy that takes part, by label (built-in ones under their own name).
    policy_specs : dict
        The same labels to the definition as written.
    comparisons : tuple of Comparison
        Empty where only the table is measured.
    best : tuple of str
        Policies of a search for the best one: those that turn out worse by the first measure are dropped on the way.
        Every two of them are one of the `comparisons`, of kind ``pair``. Empty where nothing is dropped.
    seats : tuple of str or None
        Labels by seat for an experiment without comparisons; a shorter tuple is filled up by repeating its last.
    measures : tuple of str
        Names in `MEASURES`.
    until : Until
        Stop rule.
    same_within : dict or None
        Measure to the size of a difference that counts as practically the same, in the measure's unit.
    split : tuple of str
        Words of `analyzer.groups.SPLITS`: every comparison and arm by these groups of deals too.
    luck : Luck or None
        Whether the share of luck is measured, and how.
    seed : int
        0 to `MAX_SEED`.
    play : str
        ``rounds`` or ``matches``.
    config : dict
        The whole configuration resolved, made of dicts, lists, texts, numbers and booleans only.
    question : dict
        The ready question that this answers, in words for readers; empty for a configuration of the user's own.
    """

    title: str
    name: str
    variants: tuple[GameVariant, ...]
    policies: dict[str, Policy]
    policy_specs: dict[str, object]
    comparisons: tuple[Comparison, ...] = ()
    best: tuple[str, ...] = ()
    seats: tuple[str, ...] | None = None
    measures: tuple[str, ...]
    until: Until
    same_within: dict[str, float] | None = None
    split: tuple[str, ...] = ()
    luck: Luck | None = None
    seed: int = 1
    play: Play = "rounds"
    description: str = ""
    config: dict[str, object] = field(default_factory=dict)
    question: dict[str, object] = field(default_factory=dict)

    @property
    def judged_by(self) -> str:
        """The measure by which one policy is better than another: the first that comparisons count."""
        return next((one.measures[0] for one in self.comparisons if one.measures), self.measures[0])
