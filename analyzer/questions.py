"""The questions that players ask, and the experiments that answer them: from ``questions.yaml`` to configurations."""

from __future__ import annotations

import copy
import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from analyzer.faults import ConfigError, Fault, Place, suggest
from kernels.rules import Rules

__all__ = ["MATRIX", "NEEDS", "Need", "Question", "find_question", "load_questions"]

MATRIX = "all"
"""The name that asks every question at once."""


@dataclass(frozen=True)
class Need:
    """What the rules must offer for a question to make sense.

    Attributes
    ----------
    met : callable
        Whether some rules offer it.
    reason : str
        What is the matter with rules that do not.
    """

    met: Callable[[Rules], bool]
    reason: str


def _free_layout(rules: Rules) -> bool:
    """Whether other spinners could be tried: no cross to fill, no sum to match, and two ends."""
    return rules.fill_first == 0 and rules.match == "equal" and rules.ends == 2


NEEDS: dict[str, Need] = {
    "free-lead": Need(
        lambda rules: rules.first_lead == "lot_any" and rules.lead_tile == "any",
        "its first lead is not free: who leads it, or with which tile, is fixed",
    ),
    "partners": Need(lambda rules: rules.teams == "2v2", "nobody has a partner in it (four players, teams: 2v2)"),
    "points": Need(lambda rules: rules.play_score != "none", "no points are scored in it before a round ends"),
    "spinner": Need(
        lambda rules: rules.play_score != "bergen" and _free_layout(rules),
        "its layout goes with one kind of spinner only",
    ),
    "stranding": Need(
        lambda rules: rules.unlock == "none" and rules.match == "equal",
        "its numbers stay locked until their double lies, or halves that touch add up, so nobody can make a double "
        "unplayable",
    ),
}
"""What a question may need, by the word that ``questions.yaml`` uses."""


@dataclass(frozen=True)
class Question:
    """A question in a player's words, and the experiment that answers it.

    Attributes
    ----------
    name : str
        Short name.
    question, guides, measures, baseline : str
        What is asked, what published guides say, what is measured, and whom it is measured against.
    experiment : dict
        The configuration that answers it, as plain data.
    needs : tuple of str
        Words in `NEEDS`.
    by_game : dict
        Game to further keys of the configuration; the question then takes one game at a time.
    tips : dict
        Rows of the tip x game chart: a habit in words, and how it is played.
    """

    name: str
    question: str
    guides: str
    measures: str
    baseline: str
    experiment: dict[str, Any]
    needs: tuple[str, ...] = ()
    by_game: dict[str, dict[str, Any]] = field(default_factory=dict)
    tips: dict[str, Any] = field(default_factory=dict)

    @property
    def command(self) -> str:
        """What to type for an answer."""
        return f"dominolab ask {self.name}"

    @property
    def config(self) -> dict[str, Any]:
        """The configuration, a copy that may be changed."""
        return copy.deepcopy(self.experiment)

    def unmet(self, rules: Rules) -> str:
        """Say why the question does not apply under some rules, nothing if it does."""
        return "; ".join(NEEDS[need].reason for need in self.needs if not NEEDS[need].met(rules))

    def to_dict(self) -> dict[str, Any]:
        """Return the question as plain data."""
        words = {key: getattr(self, key) for key in ("name", "question", "guides", "measures", "baseline", "command")}
        return {**words, "needs": list(self.needs), "experiment": self.config, "tips": dict(self.tips)}


@functools.cache
def load_questions() -> tuple[Question, ...]:
    """Return all questions in the order in which people ask them."""
    rows = yaml.safe_load(Path(__file__).with_name("questions.yaml").read_text(encoding="utf-8"))
    return tuple(_question(row) for row in rows)


def _question(row: Mapping[str, Any]) -> Question:
    return Question(**{**row, "needs": tuple(row.get("needs", ()))})


def find_question(name: str) -> Question:
    """Return a question by its name.

    Raises
    ------
    ConfigError
        If there is none of that name; the message lists all and names the nearest.
    """
    names = [one.name for one in load_questions()]
    plain = name.strip().lower().replace("_", "-")
    if plain not in names:
        message = f"{name} is no question; known are {', '.join(names)}{suggest(name, [*names, MATRIX])}"
        raise ConfigError([Fault(Place(), "", message)])
    return load_questions()[names.index(plain)]
