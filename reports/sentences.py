"""What sentences are made of: figures with their interval and level, who plays what against whom, and lists."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from reports.facts import Facts
from reports.formats import MINUS, factor, level, number_word, plural, scale, unit_word
from reports.rows import INTERACTION, RULE_CHANGE, Row
from reports.vocabulary import VERDICTS, Verdict, policy_phrase, quoted, rules_phrase, verdict_of, with_players

__all__ = [
    "Sentence",
    "basis",
    "capital",
    "colour_of",
    "context",
    "counted",
    "established",
    "game_words",
    "interval_name",
    "interval_names",
    "interval_words",
    "listed",
    "opponents_words",
    "reference_words",
    "row_verdict",
    "row_words",
    "rules_words",
    "shown_size",
    "signed_words",
    "uncapital",
    "value_words",
    "variant_words",
]


_ESTABLISHED = ("better", "worse", "higher", "lower", "larger", "smaller")


@dataclass(frozen=True)
class Sentence:
    """A sentence or short paragraph of the answer, with the verdict it gives (an empty one if it gives none)."""

    text: str
    verdict: Verdict = VERDICTS[""]


def established(row: Row) -> bool:
    """Say whether a difference is established: by its verdict, or without one by an interval that excludes zero."""
    if not row.known:
        return False
    return row.verdict in _ESTABLISHED or (not row.verdict and (row.low > 0 or row.high < 0))


def row_verdict(row: Row) -> Verdict:
    """Return the verdict of a row."""
    return verdict_of(row.verdict, row.kind in (RULE_CHANGE, INTERACTION), row.estimate)


def colour_of(row: Row) -> str:
    """Return the colour of a row: that of its verdict, or of its sign where more is neither better nor worse."""
    if not row.difference:
        return "accent"
    if not established(row):
        return "same" if row.verdict == "practically the same" else "undecided"
    key = row_verdict(row).key
    if row.kind in (RULE_CHANGE, INTERACTION) or key not in ("better", "worse"):
        return "better" if row.estimate > 0 else "worse"
    return key


def interval_name(row: Row) -> str:
    """Return what kind of interval a row has, by how it was made: after an early stop it is a confidence sequence."""
    method = row.method.lower()
    if "sequence" in method or "anytime" in method:
        return "confidence sequence"
    if "simultaneous" in method or "max-t" in method or "band" in method:
        return "simultaneous interval"
    return "interval"


def interval_names(rows: Iterable[Row]) -> str:
    """Return what the intervals of some rows are called together; rows that are exact have none of their own."""
    names = {interval_name(row) for row in rows if row.known and row.low != row.high}
    return names.pop() if len(names) == 1 else "interval"


def interval_words(row: Row, named: bool = True) -> str:
    """Write a row's interval, such as ``95 % interval 3.0 to 3.2``; only its ends if it need not be named again."""
    ends = scale(row.estimate, row.low, row.high, row.unit).interval
    return f"{level(row.confidence)} {interval_name(row)} {ends}" if named else ends


def basis(row: Row, facts: Facts) -> str:
    """Say on how many deals, and against whom."""
    deals = plural(row.deals, "deal")
    return f"{deals}, {opponents_words(row.against, facts)}" if row.against else deals


def opponents_words(against: str, facts: Facts) -> str:
    """Say whom it was played against: ``opponents playing at random``."""
    phrase = policy_phrase(against, facts.written)
    return f"opponents: {phrase}" if phrase.startswith(quoted(against)) else f"opponents {phrase}"


def shown_size(row: Row) -> str:
    """Write the size of a difference without its sign: ``3.1 percentage points``."""
    shown = scale(row.estimate, row.low, row.high, row.unit).value.lstrip(MINUS)
    return f"{shown} {unit_word(row.unit, shown, difference=True)}"


def signed_words(row: Row, unit: bool = True) -> str:
    """Write a difference with its sign: ``+3.1 percentage points``."""
    shown = scale(row.estimate, row.low, row.high, row.unit, signed=True).value
    return f"{shown} {unit_word(row.unit, shown, difference=True)}" if unit else shown


def row_words(row: Row) -> str:
    """Write all that a row has on one line: figure and unit, interval with its level, verdict, deals, VRF."""
    if not row.known:
        return f"too few deals for an interval ({plural(row.deals, 'deal')})"
    shown = scale(row.estimate, row.low, row.high, row.unit, signed=row.difference)
    said = [
        f"{shown.value} {unit_word(row.unit, shown.value, difference=row.difference)}",
        f"{level(row.confidence)} {interval_name(row)} {shown.interval}",
        row_verdict(row).words,
        plural(row.deals, "deal") if row.deals else "",
        f"VRF {factor(row.variance_reduction)}" if math.isfinite(row.variance_reduction) else "",
    ]
    return "; ".join(part for part in said if part)


def value_words(row: Row) -> str:
    """Write a value that is no difference: ``56.8 %``, ``3.8 tiles``."""
    shown = scale(row.estimate, row.low, row.high, row.unit).value
    return f"{shown} {unit_word(row.unit, shown)}"


def game_words(row: Row, facts: Facts) -> str:
    """Name the game and its house rules: ``Draw (one tile kept back)``."""
    rules = f" ({rules_phrase(row.house_rules)})" if row.house_rules else ""
    return f"{facts.game_title(row.game)}{rules}"


def context(row: Row, facts: Facts) -> str:
    """Name the game, its house rules and the players: ``In Doubles with two players``."""
    name = facts.game_title(row.game) if row.kind == RULE_CHANGE else game_words(row, facts)
    players = with_players(row.players)
    return f"In {name}{' ' + players if players else ''}" if row.game else ""


def reference_words(reference: str) -> str:
    """Say what a change of rules is compared with: a variant's label, or the game's own rules."""
    return quoted(reference) if "(" in reference else "the game's own rules"


def rules_words(row: Row) -> str:
    """Say the house rules of a row: ``“keep two” (two tiles kept back)`` where they have a name."""
    phrase = rules_phrase(row.house_rules)
    if not row.rules_name:
        return phrase or "the game's own rules"
    return f"{quoted(row.rules_name)}{f' ({phrase})' if phrase else ''}"


def variant_words(label: str, facts: Facts) -> tuple[str, str]:
    """Read a variant's label such as ``draw (reserve: 0), 2 players``: the rules in words, and ``with two players``."""
    match = re.fullmatch(r"(?s)(.*?)(?: \((.*)\))?(?:, (\d+) players)?", label)
    game, rules, players = match.groups() if match else (label, None, None)
    words = f"{facts.game_title(game)} ({rules_phrase(rules)})" if rules else facts.game_title(game)
    return words, with_players(int(players)) if players else ""


def listed(parts: Sequence[str]) -> str:
    """Write a list: ``a, b and c``."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def counted(words: Sequence[str], order: Sequence[str] = ()) -> str:
    """Count words: ``three better and one undecided``, those of `order` first."""
    names = [word for word in dict.fromkeys((*order, *words)) if word in words]
    counts = {word: list(words).count(word) for word in names}
    return listed([f"{'all' if n == len(words) else number_word(n)} {word}" for word, n in counts.items()])


def capital(text: str) -> str:
    """Write the first letter large, and leave the others as they are."""
    return text[:1].upper() + text[1:]


def uncapital(text: str) -> str:
    """Write the first letter small, and leave the others as they are."""
    return text[:1].lower() + text[1:]
