"""What a row is called in a figure or a table: only what differs from its neighbours is said beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from reports.facts import Facts
from reports.formats import number_word
from reports.rows import COMPARISON, RULE_CHANGE, Row, shared, varying
from reports.vocabulary import policy_phrase, quoted, rules_phrase
from reports.words import reference_words

__all__ = ["Label", "label_of", "shared_words"]


class Label(NamedTuple):
    """A row's name and what else tells it from its neighbours."""

    main: str
    detail: str = ""


def label_of(row: Row, rows: Sequence[Row], facts: Facts) -> Label:
    """Name a row among its neighbours.

    Parameters
    ----------
    row : Row
        The row to name.
    rows : sequence of Row
        All rows of the figure or the table.
    facts : Facts
        The manifest, for the games' titles.
    """
    differ = varying(rows)
    if row.kind == COMPARISON:
        main = f"{row.policy} vs {row.baseline}"
        phrase = policy_phrase(row.policy, facts.written)
        said = _said(row, [name for name in differ if name not in ("policy", "baseline", "reference")], facts)
        said += [] if phrase.startswith(quoted(row.policy)) else [phrase]
    elif row.kind == RULE_CHANGE:
        main = row.house_rules or "the game’s own rules"
        phrase = rules_phrase(row.house_rules)
        said = _said(row, [name for name in differ if name not in ("house_rules", "baseline")], facts)
        said += [phrase] if phrase != row.house_rules else []
    else:
        seat = [f"seat {row.measure.rpartition('_')[2]}"] if "_seat_" in row.measure else []
        parts = seat + _said(row, [name for name in differ if name != "reference"], facts)
        main, said = (parts[0], parts[1:]) if parts else (row.policy or facts.game_title(row.game), [])
    return Label(main or "–", " · ".join(part for part in said if part))


def _said(row: Row, names: Sequence[str], facts: Facts) -> list[str]:
    """Say some fields of a row, the game first."""
    words = {
        "game": facts.game_title(row.game),
        "players": f"{number_word(row.players)} players" if row.players else "",
        "house_rules": row.house_rules or "own rules",
        "policy": row.policy if row.kind == COMPARISON else f"seats: {row.policy}",
        "against": f"opponents: {row.against}",
        "reference": f"reference: {row.reference}",
    }
    return [words[name] for name in words if name in names and words[name]]


def shared_words(rows: Sequence[Row], facts: Facts) -> str:
    """Say what all rows share: ``Doubles, two players, opponents: neutral``."""
    kind = rows[0].kind
    game, players, rules = (shared(rows, name) for name in ("game", "players", "house_rules"))
    against, policy, reference = (shared(rows, name) for name in ("against", "policy", "reference"))
    said = [
        facts.game_title(game) if game else "",
        f"{number_word(players)} players" if players else "",
        rules_phrase(rules) if rules and kind != RULE_CHANGE else "",
        f"opponents: {against}" if against else "",
        f"seats: {policy}" if policy and kind != COMPARISON else "",
        f"compared with {reference_words(reference)}" if reference and kind == RULE_CHANGE else "",
    ]
    text = ", ".join(part for part in said if part)
    return text[:1].upper() + text[1:]
