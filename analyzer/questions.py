"""The questions that players ask, and the experiments that answer them."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path

from analyzer.yaml_text import Map, Seq, read_file

__all__ = ["Question", "load_questions"]


@dataclass(frozen=True)
class Question:
    """A question in a player's words.

    Attributes
    ----------
    name : str
        Short name.
    question, guides, measures : str
        What is asked, what published guides say, and what is measured.
    config : str
        The ready experiment, empty if it is planned.
    """

    name: str
    question: str
    guides: str
    measures: str
    config: str = ""

    @property
    def command(self) -> str:
        """What to type for an answer, or ``planned``."""
        return f"dominolab run {self.config}" if self.config else "planned"

    def to_dict(self) -> dict[str, str]:
        """Return the question as plain data."""
        return {**asdict(self), "command": self.command}


def load_questions() -> list[Question]:
    """Return all questions in the order in which people ask them."""
    (rows,) = read_file(Path(__file__).with_name("questions.yaml"))
    assert isinstance(rows, Seq)
    return [Question(**{key: value.text for key, value in row.items()}) for row in rows if isinstance(row, Map)]
