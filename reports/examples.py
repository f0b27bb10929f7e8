"""Example rounds, planned: for each comparison a few deals, played by both arms, to step through side by side.

Single rounds show how a difference comes about. They establish nothing, and the page says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reports.details import Details, Example
from reports.facts import Facts
from reports.formats import MINUS, count, number_word, plural
from reports.labels import label_of, shared_words
from reports.rows import COMPARISON, RULE_CHANGE, Row, group_by
from reports.sentences import capital, reference_words
from reports.viewer import Viewer, viewer_of
from reports.vocabulary import measure_named, policy_phrase, quoted, rules_phrase
from reports.words import seating

__all__ = ["ExampleGroup", "ExamplePart", "example_groups"]

MOST_EXAMPLES = 24
OWN = "the game's own rules"

_WHY = {
    "first difference": "The first deal that the two play differently",
    "median round": "A typical deal",
    "most extreme": "The largest difference",
}
_MEANING = {
    "first difference": "Up to here they played every deal alike.",
    "median round": "Of the deals that made a difference, half made more and half less.",
    "most extreme": "No other of them made as much of a difference.",
}
_UNITS = {"pips_left": "pip", "plays": "tile"} | dict.fromkeys(
    ("points", "margin", "play_points", "winner_points", "round_points"), "point"
)


@dataclass(frozen=True)
class ExamplePart:
    """A deal played twice: what it is, why it was chosen, and the rounds; `open` is shown without asking."""

    title: str
    difference: str
    text: str
    viewer: Viewer
    open: bool


@dataclass(frozen=True)
class ExampleGroup:
    """The examples of one comparison; `left` more were not asked for."""

    title: str
    context: str
    examples: tuple[ExamplePart, ...]
    left: int = 0


def example_groups(details: Details, rows: Sequence[Row], facts: Facts) -> tuple[ExampleGroup, ...]:
    """Plan the examples of each comparison; one that cannot be read is left out."""
    subjects = group_by(details.examples[:MOST_EXAMPLES], lambda example: example.row.subject)
    named = [examples[0].row for examples in subjects]
    groups = []
    for number, examples in enumerate(subjects):
        parts = []
        for place, example in enumerate(examples):
            try:
                parts.append(_part(example, f"example-{number + 1}-{place + 1}", facts, number == place == 0))
            except ValueError:
                continue
        if parts:
            left = max(0, len(details.examples) - MOST_EXAMPLES) if number == 0 else 0
            groups.append(ExampleGroup(*_heading(examples[0].row, named, facts), tuple(parts), left))
    return tuple(groups)


def _heading(row: Row, rows: Sequence[Row], facts: Facts) -> tuple[str, str]:
    """Name a comparison in words, and say where it was played: what the one says is not said by the other."""
    if row.kind == RULE_CHANGE:
        players = f"{number_word(row.players)} players" if row.players else ""
        seats = seating(row.policy, facts) if row.policy else ""
        context = ", ".join(part for part in (facts.game_title(row.game), players, seats) if part)
        return f"{capital(_changed(row, facts))}, compared with {reference_words(row.reference)}", capital(context)
    if row.kind == COMPARISON:
        phrase = policy_phrase(row.policy, facts.written)
        said = "" if phrase.startswith(quoted(row.policy)) else f", {phrase}"
        return f"{row.policy} vs {row.baseline}{said}", shared_words([row], facts)
    label = label_of(row, rows, facts)
    return f"{label.main}{f', {label.detail}' if label.detail else ''}", shared_words([row], facts)


def _changed(row: Row, facts: Facts) -> str:
    """Say a set of house rules: ``“keep drawing” (drawing until a tile fits)`` where it has a name."""
    rules = facts.changes_of(row.game, row.house_rules) if facts.comparing else row.house_rules
    name = row.rules_name or facts.rules_name_of(row.game, row.house_rules)
    phrase = rules_phrase(rules)
    if not name:
        return phrase or OWN
    return f"{quoted(name)} ({phrase})" if phrase else quoted(name)


def _part(example: Example, key: str, facts: Facts, shown: bool) -> ExamplePart:
    """Plan one example."""
    names = _arm_names(example.row, facts)
    seat = f"in seat {example.seat}" if example.row.kind != RULE_CHANGE else ""
    titles = [(name, " ".join(part for part in (long, seat) if part)) for name, long in names]
    marked = None if example.row.kind == RULE_CHANGE else example.seat
    viewer = viewer_of(key, example.rounds, titles, example.parts_at, marked)
    title = _WHY.get(example.why, capital(example.why) or "A deal")
    return ExamplePart(title, _difference(example), _text(example, names[0][0], names[1][0]), viewer, shown)


def _arm_names(row: Row, facts: Facts) -> tuple[tuple[str, str], tuple[str, str]]:
    """Name both arms, shortly and in words."""
    if row.kind == RULE_CHANGE:
        name = facts.rules_name_of(row.game, row.house_rules) or rules_phrase(row.house_rules) or "own rules"
        there = reference_words(row.reference)
        return (name, capital(_changed(row, facts))), ("own rules" if there == OWN else "reference", capital(there))
    pair = []
    for policy in (row.policy, row.baseline):
        phrase = policy_phrase(policy, facts.written)
        pair.append((policy, quoted(policy) if phrase.startswith(quoted(policy)) else f"{quoted(policy)}, {phrase},"))
    return pair[0], pair[1]


def _difference(example: Example) -> str:
    """Write the difference on the deal: ``+12 points``."""
    value = example.difference
    sign = MINUS if value < 0 else "+" if value > 0 else ""
    size = f"{abs(value):g}"
    unit = _UNITS.get(example.measure)
    if unit:
        return f"{sign}{size} {unit if size == '1' else unit + 's'}"
    return f"{sign}{size} by {measure_named(example.measure).name}" if example.measure else f"{sign}{size}"


def _text(example: Example, candidate: str, baseline: str) -> str:
    """Say which deal it is, and where its two rounds part."""
    deal = f"Deal {count(example.deal)}{f' of seed {example.seed}' if example.seed else ''}"
    among = f" among the first {plural(example.scanned, 'deal')}" if example.scanned > 1 else ""
    meaning = f" {_MEANING[example.why]}" if example.why in _MEANING and example.scanned > 1 and example.deal else ""
    if example.parts_at is None:
        parts = "Both rounds are the same, move by move."
    elif example.parts_at == 0:
        parts = "The two rounds differ from the lead on."
    else:
        parts = f"The first {plural(example.parts_at, 'move')} are the same; then the two part."
        parts = parts.replace("The first 1 move are", "The first move is")
    figure = f"difference {_difference(example)} ({candidate} less {baseline})"
    return f"{deal}{among}: {figure}.{meaning} {parts}"
