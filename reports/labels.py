"""What a row is called in a figure or a table: only what differs from its neighbours is said beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from reports.facts import Facts
from reports.formats import number_word
from reports.luck import noise_words
from reports.rows import (
    ARM,
    COMPARISON,
    CROSSING,
    INTERACTION,
    LUCK,
    PAIR,
    RULE_CHANGE,
    SPLIT,
    SWEEP,
    Row,
    shared,
    varying,
)
from reports.sentences import capital, game_words, reference_words, rules_words, variant_words
from reports.splits import part_of
from reports.sweeps import dose_text
from reports.vocabulary import policy_phrase, quoted, rules_phrase, with_players

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
    if row.role == SPLIT:
        return Label(part_of(row).group)
    if row.role == SWEEP:
        return Label(dose_text(row.parameter))
    if row.kind == LUCK:
        return _luck_label(row, differ, facts)
    if row.role == CROSSING:
        rules = facts.changes_of(row.game, row.house_rules)
        return Label(row.rules_name or rules, rules_phrase(rules))
    if row.kind == INTERACTION and facts.comparing:  # always less the house's own rules
        return Label(f"{row.policy} vs {row.baseline}", rules_words(row) if "house_rules" in differ else "")
    if row.kind == INTERACTION:
        return _interaction_label(row, differ, facts)
    if row.kind in (COMPARISON, PAIR):
        main = f"{row.policy} vs {row.baseline}"
        phrase = policy_phrase(row.policy, facts.written)
        said = _said(row, [name for name in differ if name not in ("policy", "baseline", "reference")], facts)
        said += [] if row.kind == PAIR or phrase.startswith(quoted(row.policy)) else [phrase]
    elif row.kind == RULE_CHANGE:
        rules = facts.changes_of(row.game, row.house_rules) if facts.comparing else row.house_rules
        main, phrase = row.rules_name or rules or "the game’s own rules", rules_phrase(rules)
        said = _said(row, [name for name in differ if name not in ("house_rules", "baseline")], facts)
        said += [phrase] if phrase != main else []
    else:
        seat = [f"seat {row.measure.rpartition('_')[2]}"] if "_seat_" in row.measure else []
        parts = seat + _said(row, [name for name in differ if name != "reference"], facts)
        main, said = (parts[0], parts[1:]) if parts else (row.policy or facts.game_title(row.game), [])
    return Label(main or "–", " · ".join(part for part in said if part))


def _luck_label(row: Row, differ: Sequence[str], facts: Facts) -> Label:
    said = _said(row, [name for name in differ if name != "reference"], facts)
    parts = [*said, noise_words(row)]
    main = parts[0] if any(parts) else row.policy or facts.game_title(row.game)
    return Label(main or "–", " · ".join(part for part in parts[1:] if part))


def _interaction_label(row: Row, differ: Sequence[str], facts: Facts) -> Label:
    there, players_there = variant_words(row.reference, facts)
    here = f"{game_words(row, facts)} {with_players(row.players)}".strip() if players_there else game_words(row, facts)
    rules = f"{here} less {f'{there} {players_there}'.strip() or 'the reference'}"
    against = [f"opponents: {row.against}"] if "against" in differ else []
    return Label(rules, " · ".join([f"{row.policy} vs {row.baseline}", *against]))


def _said(row: Row, names: Sequence[str], facts: Facts) -> list[str]:
    """Say some fields of a row, the game first."""
    words = {
        "game": facts.game_title(row.game),
        "players": f"{number_word(row.players)} players" if row.players else "",
        "house_rules": row.rules_name or row.house_rules or "own rules",
        "policy": row.policy if row.kind == COMPARISON else f"seats: {row.policy}" if row.policy else "",
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
        facts.game_title(game) if game and kind != INTERACTION else "",
        f"{number_word(players)} players" if players else "",
        rules_phrase(rules) if rules and kind not in (RULE_CHANGE, INTERACTION) else "",
        f"opponents: {against}" if against else "",
        f"seats: {policy}" if policy and kind in (ARM, LUCK) else "",
        f"compared with {reference_words(reference)}" if reference and kind == RULE_CHANGE else "",
    ]
    return capital(", ".join(part for part in said if part))
