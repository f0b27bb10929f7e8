"""Policies by name, by preference list, by weighted features, and from a user's own file.

A `Policy` only describes; `seats_record` turns the policies of a table into the numbers that compiled code reads. All
built-in policies and everything written in YAML are one of two kinds: uniform, or a whole-number score with ties broken
uniformly at random. Only a user's own function is plugged in.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kernels.plugins import PluginFunction

__all__ = [
    "BUILTIN",
    "FEATURES",
    "MAX_MARGIN",
    "PREFERENCES",
    "Policy",
    "PolicyError",
    "prefer",
    "weigh",
]

FEATURES: dict[str, str] = {
    "doubles": "1 for a double, 0 for any other tile",
    "pips": "pips on the tile, both halves",
    "larger-half": "pips on the tile's larger half",
    "match": "pip of the open end that is covered (0 for the lead)",
    "leave": "pip of the new open end (for the lead: the larger half)",
    "accompanied": "other tiles in hand that show the pip left open (for the lead: either half)",
    "variety": "different pips on the tiles that stay in hand",
    "points": "points the move scores now, in games that score open ends",
    "longest-suit": "tiles in hand that show the number held most of",
    "opponents-lack": "opponents known to hold no tile of the number left open",
    "next-lacks": "1 if the next player is an opponent known to hold no tile of the number left open",
    "partner-lacks": "1 if the partner is known to hold no tile of the number left open",
    "partner-suit": "tiles the partner has played that show the number left open",
    "opponents-suit": "tiles the opponents have played that show the number left open",
    "mobility": "tiles in hand that fit after the move",
    "strands-double": "1 if the move makes an unseen double unplayable, -1 if one in hand",
    "lock": "1 if the move locks the game with the lock_margin expected at least, -1 if it locks it with less",
    "reply": "most points that an unseen tile could score next",
}
"""Features of a move, in the order of the weights that compiled code reads."""

_ORDER = list(FEATURES)
LOOK_AHEAD = ("mobility", "strands-double", "lock", "reply")
"""Features that need the table as it would lie after the move; they cost most."""

PREFERENCES: dict[str, tuple[str, int, str]] = {
    "doubles": ("doubles", 1, "doubles before other tiles"),
    "non-doubles": ("doubles", -1, "other tiles before doubles"),
    "heaviest": ("pips", 1, "most pips first"),
    "lightest": ("pips", -1, "fewest pips first"),
    "larger-half": ("larger-half", 1, "larger half first"),
    "smaller-half": ("larger-half", -1, "smaller of the larger halves first"),
    "match-high": ("match", 1, "cover the highest open end"),
    "match-low": ("match", -1, "cover the lowest open end"),
    "leave-high": ("leave", 1, "leave the highest number open"),
    "leave-low": ("leave", -1, "leave the lowest number open"),
    "most-accompanied": ("accompanied", 1, "leave open the number that you hold most of"),
    "least-accompanied": ("accompanied", -1, "leave open the number that you hold least of"),
    "variety": ("variety", 1, "keep as many different numbers in hand as possible"),
    "points": ("points", 1, "score as many points as possible now"),
    "strong-suit": ("longest-suit", 1, "keep as many tiles of one number as possible"),
    "opponents-lack": ("opponents-lack", 1, "leave open a number that opponents are known to lack"),
    "next-lacks": ("next-lacks", 1, "leave open a number that the next player is known to lack"),
    "spare-partner": ("partner-lacks", -1, "leave open no number that the partner is known to lack"),
    "partner-suit": ("partner-suit", 1, "leave open a number that the partner has played"),
    "avoid-opponents-suit": ("opponents-suit", -1, "leave open no number that the opponents have played"),
    "keep-mobile": ("mobility", 1, "keep as many tiles playable as possible"),
    "strand-doubles": ("strands-double", 1, "make others' doubles unplayable"),
    "spare-doubles": ("strands-double", -1, "make nobody's double unplayable"),
    "lock": ("lock", 1, "lock the game when the margin allows it, and only then"),
    "no-lock": ("lock", -1, "never lock the game that the margin would allow"),
    "least-reply": ("reply", -1, "leave the smallest possible score to the next player"),
}
"""Preference words: feature, direction, meaning."""

MAX_PREFERENCES = 7  # powers of 512 in 63 bits; the largest feature is 396 points (22 open nines, five and three)
_STEP = 512
_DECIMALS = 6
_MOST_WEIGHT = 1_000_000.0
MAX_MARGIN = 500


class PolicyError(ValueError):
    """A policy that cannot be played; the message says why and what would do."""


@dataclass(frozen=True)
class Policy:
    """How a seat chooses among its legal moves.

    Attributes
    ----------
    kind : str
        ``uniform``, ``scored`` or ``plugin``.
    weights : tuple of int
        Scored: the whole-number weight of each of `FEATURES`, in order.
    noise : float
        Chance of a uniformly random legal move instead, 0 to 1.
    function : PluginFunction, optional
        Plugin: the user's function.
    params : tuple of float
        Plugin: numbers handed to the function.
    sentence : str
        The policy in words.
    lock_margin : int
        Scored: pips by which a lock must be expected to be won for the feature ``lock``.
    lead : Policy, optional
        Another policy that chooses the lead only.
    """

    kind: str
    weights: tuple[int, ...] = (0,) * len(_ORDER)
    noise: float = 0.0
    function: PluginFunction | None = None
    params: tuple[float, ...] = ()
    sentence: str = ""
    lock_margin: int = 0
    lead: Policy | None = None

    def with_lead(self, lead: Policy) -> Policy:
        """Return the same policy with the lead chosen by another one.

        Raises
        ------
        PolicyError
            If `lead` is a user's function or has a lead policy itself.
        """
        if lead.kind == "plugin" or lead.lead is not None:
            raise PolicyError("the lead is chosen by a built-in policy, a preference list or weights")
        return dataclasses.replace(self, lead=lead)

    def with_lock_margin(self, margin: int) -> Policy:
        """Return the same policy with another margin for the feature ``lock``.

        Raises
        ------
        PolicyError
            If `margin` is not a whole number from -500 to 500, or the policy does not weigh locks.
        """
        if isinstance(margin, bool) or not isinstance(margin, int) or abs(margin) > MAX_MARGIN:
            raise PolicyError(
                f"lock_margin is a whole number of pips from -{MAX_MARGIN} to {MAX_MARGIN}; got {margin!r}"
            )
        if self.weights[_ORDER.index("lock")] == 0:
            raise PolicyError("lock_margin needs a policy that prefers or weighs lock")
        sentence = f"{self.sentence} A lock must be expected to win by {margin} pips at least."
        return dataclasses.replace(self, lock_margin=margin, sentence=sentence)

    def with_noise(self, noise: float) -> Policy:
        """Return the same policy with another chance of a random move.

        Raises
        ------
        PolicyError
            If `noise` is not a number from 0 to 1.
        """
        if not (isinstance(noise, int | float) and not isinstance(noise, bool) and 0 <= noise <= 1):
            raise PolicyError(f"noise is a chance from 0 to 1; got {noise!r}")
        return dataclasses.replace(self, noise=float(noise))

    def describe(self) -> str:
        """Return the policy in one sentence, noise included."""
        noise = f" With chance {self.noise:g} any legal move instead." if self.noise else ""
        lead = f" The lead: {self.lead.describe()}" if self.lead else ""
        return f"{self.sentence}{noise}{lead}"


_TIES = "What is still equal, ends included, is chosen uniformly at random."


def prefer(items: Sequence[str], noise: float = 0.0) -> Policy:
    """Return the policy that follows a list of preferences, the first first; what is still equal is chosen at random.

    Parameters
    ----------
    items : sequence of str
        One to seven of `PREFERENCES`, no feature twice.
    noise : float
        Chance of a uniformly random legal move instead.

    Raises
    ------
    PolicyError
        On an unknown word, a feature named twice, an empty or too long list.
    """
    if not items:
        raise PolicyError(f"a preference list names at least one of {', '.join(PREFERENCES)}")
    if len(items) > MAX_PREFERENCES:
        raise PolicyError(f"a preference list has at most {MAX_PREFERENCES} entries; got {len(items)}")
    weights = [0] * len(_ORDER)
    for place, item in enumerate(items):
        if item not in PREFERENCES:
            raise PolicyError(f"{item!r} is not a preference; allowed are {', '.join(PREFERENCES)}")
        feature, direction, _ = PREFERENCES[item]
        position = _ORDER.index(feature)
        if weights[position]:
            raise PolicyError(f"{item!r} repeats an earlier preference about {feature}")
        weights[position] = direction * _STEP ** (len(items) - 1 - place)
    words = ", then ".join(PREFERENCES[item][2] for item in items)
    return Policy("scored", tuple(weights), sentence=f"{words.capitalize()}. {_TIES}").with_noise(noise)


def weigh(weights: Mapping[str, float], noise: float = 0.0) -> Policy:
    """Return the policy that plays the move with the highest weighted sum of features; ties are chosen at random.

    Parameters
    ----------
    weights : mapping of str to float
        Weight of each of `FEATURES`, rounded to six decimals so that equal sums are equal; at most a million.
    noise : float
        Chance of a uniformly random legal move instead.

    Raises
    ------
    PolicyError
        On an unknown feature or a weight that is not a finite number in range.
    """
    if not weights:
        raise PolicyError(f"weights name at least one of {', '.join(FEATURES)}")
    scaled = [0] * len(_ORDER)
    for feature, weight in weights.items():
        if feature not in FEATURES:
            raise PolicyError(f"{feature!r} is not a feature; allowed are {', '.join(FEATURES)}")
        if isinstance(weight, bool) or not isinstance(weight, int | float) or not math.isfinite(weight):
            raise PolicyError(f"the weight of {feature} is a number; got {weight!r}")
        if abs(weight) > _MOST_WEIGHT:
            raise PolicyError(f"the weight of {feature} is at most {_MOST_WEIGHT:g}; got {weight!r}")
        scaled[_ORDER.index(feature)] = round(weight * 10**_DECIMALS)
    words = ", ".join(f"{feature} {weight:+g}" for feature, weight in weights.items())
    return Policy("scored", tuple(scaled), sentence=f"Highest sum of {words}. {_TIES}").with_noise(noise)


def _named(sentence: str, policy: Policy) -> Policy:
    return dataclasses.replace(policy, sentence=f"{sentence} {_TIES}")


BUILTIN: dict[str, Policy] = {
    "random": Policy(
        "uniform",
        sentence="Any legal move with equal chance; moves differ by tile, number matched, and the kind of open end "
        "where it matters.",
    ),
    "heaviest": _named("The tile with most pips.", prefer(["heaviest"])),
    "lightest": _named("The tile with fewest pips.", prefer(["lightest"])),
    "doubles-first": _named("A double whenever one fits.", prefer(["doubles"])),
    "doubles-last": _named("A double only when nothing else fits.", prefer(["non-doubles"])),
    "most-accompanied": _named(
        "The tile that leaves open the number you hold most of (la más acompañada).", prefer(["most-accompanied"])
    ),
    "variety": _named("The tile that keeps most different numbers in hand.", prefer(["variety"])),
    "points-greedy": _named("The move that scores most points now.", prefer(["points"])),
}
"""Built-in policies by name."""
