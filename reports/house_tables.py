"""The tables of house rules side by side: what each rule changes, what policies gain, and which one is best."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from reports.facts import Facts
from reports.formats import count, factor, number_word, scale, unit_word
from reports.house import House, Variant
from reports.labels import shared_words
from reports.rows import COMPARISON, CROSSING, INTERACTION, LUCK, PAIR, RULE_CHANGE, Row, with_role
from reports.sentences import capital, established, interval_names, uncapital
from reports.tables import Cell, Group, Head, Table, TableRow, basis_of, head_of, sorted_by, table_of
from reports.vocabulary import measure_named

__all__ = ["tables_of"]

_TITLES = {
    RULE_CHANGE: "What each rule changes",
    CROSSING: "Rules together",
    COMPARISON: "What each policy gains",
    INTERACTION: "How much more it gains than under the house's own rules",
    PAIR: "The best policy",
    LUCK: "Luck",
}
"""Titles of the tables by role, in their order."""


def tables_of(house: House, rows: Sequence[Row], facts: Facts) -> tuple[Table, ...]:
    """Return the tables of a run of house rules side by side.

    Of all pairs of policies only the best policies are shown, and no arms: the changes give their values.
    """
    found = []
    for role, title in _TITLES.items():
        some = with_role(rows, role)
        if some:
            make = _best_table if role == PAIR else _by_rules if role in (COMPARISON, INTERACTION) else _plain
            found.append(replace(make(house, some, facts), title=title))
    return tuple(found)


def _plain(house: House, rows: Sequence[Row], facts: Facts) -> Table:
    return table_of(rows, facts)


def _by_rules(house: House, rows: Sequence[Row], facts: Facts) -> Table:
    """Plan a table whose groups are sets of rules, so that a row need only name the policy."""
    groups = []
    for variant in house.every:
        mine = [row for row in rows if row.variant == variant.key]
        for group in table_of(mine, facts).groups if mine else ():
            groups.append(replace(group, heading=f"{capital(variant.name)}: {uncapital(group.heading)}", meaning=""))
    return replace(table_of(rows, facts), groups=tuple(groups))


def _best_table(house: House, rows: Sequence[Row], facts: Facts) -> Table:
    """Plan a row for every set of rules: the best policy, and how far it is ahead of the next."""
    first, name = rows[0], interval_names(rows)
    heads = ("Ahead of the next", capital(name), "Next", "Pairs told apart", "VRF", "Deals")
    words = (Head("House rules"), Head("Best policy", "main words"), *(head_of(head) for head in heads))
    measure = measure_named(first.measure)
    heading = f"{capital(measure.name)} ({unit_word(first.unit, difference=True)})"
    group = Group(heading, measure.meaning, tuple(_best_row(variant) for variant in house.every))
    return Table("table-best", "", shared_words(rows, facts), words, (group,), PAIR, basis_of(rows))


def _best_row(variant: Variant) -> TableRow:
    """Plan the row of one set of rules."""
    lead, best = variant.lead, variant.standing.best
    told = sum(established(row) for row in variant.pairs)
    cells = [Cell(best or "none is established")]
    if lead is None:
        cells += [Cell("–")] * 3
    else:
        shown = scale(lead.estimate, lead.low, lead.high, lead.unit, signed=True)
        cells += [Cell(shown.value, sort=sorted_by(lead.estimate)), Cell(shown.interval, sort=sorted_by(lead.low))]
        cells.append(Cell(lead.baseline))
    cells.append(Cell(f"{number_word(told)} of {number_word(len(variant.pairs))}"))
    deals, reduction = variant.pairs[0].deals, lead.variance_reduction if lead else None
    cells += [Cell(factor(reduction), sort=sorted_by(reduction or math.nan)), Cell(count(deals), sort=str(deals))]
    return TableRow(variant.label, tuple(cells))
