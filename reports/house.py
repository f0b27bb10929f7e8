"""House rules side by side: the rows of such a run sorted by variant, ready for words, figures and tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reports.facts import Facts
from reports.labels import Label
from reports.pairs import Standing, standing_of
from reports.rows import ARM, COMPARISON, CROSSING, INTERACTION, LUCK, PAIR, RULE_CHANGE, Row, with_role
from reports.sentences import capital, established
from reports.vocabulary import quoted, rules_phrase, settings_of

__all__ = ["LUCK_SHARE", "OWN_RULES", "House", "Variant", "margin_of", "read_house", "size_of"]

LUCK_SHARE = "luck_win"
"""The share of luck that is shown among the other measures; the tables have that of the margin too."""

OWN_RULES = "the house's own rules"

_OWN_LABEL = "Own rules"

_USUAL = {"probability": 0.005}  # margins where the configuration gives none, as in the analyzer
_MARGIN = 0.2


@dataclass(frozen=True)
class Variant:
    """One set of house rules, or the house's own rules.

    Attributes
    ----------
    key : tuple
        Game, house rules and players, as `reports.rows.Row.variant`.
    name : str
        In words: ``no locked numbers``, ``“keep two” (two tiles kept back)``, or `OWN_RULES`.
    label : Label
        For figures: in words, and what else there is to say.
    short : str
        For narrow tables: the name given to the rules, or the settings as written.
    parts : tuple of str
        The settings that it changes, as written: ``draw: until``.
    changes : tuple of Row
        Its differences from the house's own rules, one a measure; none of the own rules themselves.
    values : tuple of Row
        Its own values: arms, and the share of luck.
    gains, shifts : tuple of Row
        What each policy gains on the baseline, and how much more that is than under the own rules.
    pairs : tuple of Row
        Every two policies.
    """

    key: tuple[str, str, int]
    name: str
    label: Label
    short: str
    parts: tuple[str, ...]
    changes: tuple[Row, ...]
    values: tuple[Row, ...]
    gains: tuple[Row, ...]
    shifts: tuple[Row, ...]
    pairs: tuple[Row, ...]

    @property
    def standing(self) -> Standing:
        """The policies in order, and whether one is established as the best."""
        return standing_of(self.pairs)

    @property
    def lead(self) -> Row | None:
        """How far the best policy is ahead of the next; None where none is established as the best."""
        standing = self.standing
        others = [standing.difference(standing.best, other) for other in standing.policies if standing.best]
        return min((row for row in others if row and row.known), key=lambda row: row.estimate, default=None)

    @property
    def same(self) -> bool:
        """Whether every measure is practically the same as under the own rules, and no policy gains more or less."""
        shifted = any(established(row) for row in self.shifts)
        return bool(self.changes) and not shifted and all(_is_same(row) for row in self.changes)

    @property
    def kept(self) -> tuple[Row, ...]:
        """The measures that are practically the same."""
        return tuple(row for row in self.changes if _is_same(row))

    @property
    def sure(self) -> tuple[Row, ...]:
        """The changes that are established."""
        return tuple(row for row in self.changes if established(row))


@dataclass(frozen=True)
class House:
    """All that a run of house rules side by side has found.

    Attributes
    ----------
    own : Variant
        The game's own rules.
    variants : tuple of Variant
        Everything that is compared with them, single changes before combinations, else in the order played.
    crossings : tuple of Row
        What rules change together less what they change alone.
    """

    own: Variant
    variants: tuple[Variant, ...]
    crossings: tuple[Row, ...]

    @property
    def single(self) -> tuple[Variant, ...]:
        """The variants that have something to say of their own: not the combinations of others that are there too."""
        crossed = {row.variant for row in self.crossings}
        return tuple(variant for variant in self.variants if variant.key not in crossed)

    @property
    def every(self) -> tuple[Variant, ...]:
        """The own rules and all variants, in the order of figures and tables."""
        return (self.own, *self.variants)

    @property
    def policies(self) -> int:
        """How many policies there are to choose from."""
        return len({name for row in self.own.pairs for name in (row.policy, row.baseline)})


def read_house(rows: Sequence[Row], facts: Facts) -> House | None:
    """Sort the rows of a run by variant; None if it has no house rules side by side, or nothing to compare."""
    changed = with_role(rows, RULE_CHANGE)
    if not facts.comparing or not changed:
        return None
    keys = dict.fromkeys(row.variant for row in rows)
    own = next((key for key in keys if key not in {row.variant for row in changed}), None)
    if own is None:
        return None
    found = sorted((_variant(key, rows, facts) for key in keys if key != own), key=lambda variant: len(variant.parts))
    return House(_variant(own, rows, facts), tuple(found), tuple(with_role(rows, CROSSING)))


def _variant(key: tuple[str, str, int], rows: Sequence[Row], facts: Facts) -> Variant:
    mine = [row for row in rows if row.variant == key]
    changes = _one_luck(with_role(mine, RULE_CHANGE))
    gains = with_role(mine, COMPARISON)
    shifts = with_role(mine, INTERACTION)
    pairs = with_role(mine, PAIR)
    text = facts.changes_of(key[0], key[1]) if changes else ""
    parts = settings_of(text)
    phrase = " + ".join(rules_phrase(part) for part in parts)
    name = next((row.rules_name for row in changes if row.rules_name), "")
    label = Label(name, phrase) if name else Label(capital(phrase), text)
    if not name and len(parts) > 2:  # too long for a figure in words
        label = Label(text)
    return Variant(
        key=key,
        name=(f"{quoted(name)} ({phrase})" if name else phrase) if changes else OWN_RULES,
        label=label if changes else Label(_OWN_LABEL),
        short=name or text if changes else _OWN_LABEL,
        parts=parts,
        changes=tuple(changes),
        values=(*with_role(mine, ARM), *_one_luck(with_role(mine, LUCK))),
        gains=tuple(row for row in gains if row.measure == gains[0].measure),
        shifts=tuple(row for row in shifts if row.measure == shifts[0].measure),
        pairs=tuple(row for row in pairs if row.measure == pairs[0].measure),
    )


def _one_luck(rows: Sequence[Row]) -> list[Row]:
    """Leave out all shares of luck but that of who wins, among the least noisy players that were measured."""
    shares = [row for row in rows if row.measure == LUCK_SHARE]
    least = min(shares, key=lambda row: row.parameter) if shares else None
    return [row for row in rows if not row.measure.startswith("luck_")] + ([least] if least else [])


def _is_same(row: Row) -> bool:
    return row.verdict == "practically the same"


def margin_of(row: Row, facts: Facts) -> float:
    """Return the margin inside of which a difference counts as practically the same, a usual one if none is given."""
    return facts.margins.get(row.measure) or _USUAL.get(row.unit, _MARGIN)


def size_of(row: Row, facts: Facts) -> float:
    """Return the size of a difference as a multiple of its margin."""
    return abs(row.estimate) / margin_of(row, facts) if row.known else 0.0
