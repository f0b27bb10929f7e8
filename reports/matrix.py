"""Tips by games: many comparisons seen at once, as a matrix of differences and as a sentence a tip."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from reports.facts import Facts
from reports.formats import count, decimals_for, factor, number, number_word, plural, scale, unit_word
from reports.heatmap import Matrix, MatrixCell, MatrixLine
from reports.labels import Label
from reports.rows import Row, group_by, shared
from reports.sentences import (
    Sentence,
    capital,
    counted,
    established,
    game_words,
    interval_words,
    listed,
    opponents_words,
    row_verdict,
    row_words,
    signed_words,
)
from reports.vocabulary import VERDICTS, measure_named, policy_phrase, quoted, rules_phrase, with_players
from reports.words import VERDICT_ORDER, sign_words

__all__ = ["LEAST_CELLS", "cell_of", "is_matrix", "sentences", "steps_of", "tips_matrix"]

LEAST_CELLS = 6  # fewer comparisons are clearer as dots with intervals
MOST_COLUMNS = 12
MOST_LINES = 30
MOST_TIPS = 6  # tips that get a sentence; the matrix has all

_VERBS = {"better": "helps", "worse": "hurts", "higher": "raises {name}", "lower": "lowers {name}"}


def is_matrix(rows: Sequence[Row]) -> bool:
    """Say whether comparisons of one measure are tips by games: two or more of both, and enough cells to fill it."""
    tips, games = (len({key(row) for row in rows}) for key in (_tip, _variant))
    return tips > 1 and games > 1 and len(rows) >= LEAST_CELLS and any(row.known for row in rows)


def tips_matrix(rows: Sequence[Row], facts: Facts, key: str, whole: bool = False) -> Matrix:
    """Plan the matrix of the comparisons of one measure: a line a tip, a column a game.

    Parameters
    ----------
    rows : sequence of Row
        Comparisons of one measure, at most one of a tip in a game.
    facts : Facts
        The manifest.
    key : str
        The figure's key.
    whole : bool
        Keep everything as it is, however many columns there are.
    """
    tips, games = group_by(rows, _tip), group_by(rows, _variant)
    steps = steps_of(rows)
    found = {(_tip(row), _variant(row)): cell_of(row, steps) for row in reversed(rows)}
    lines = tuple(
        MatrixLine(_tip_label(tip[0], rows, facts), tuple(found.get((_tip(tip[0]), _variant(g[0]))) for g in games))
        for tip in tips
    )
    columns = tuple(_game_label(game[0], rows, facts) for game in games)
    name = measure_named(rows[0].measure).name
    matrix = Matrix(
        key=key,
        label=f"Heat map, tips by games: {name}. The tables below have the same figures.",
        unit=unit_word(rows[0].unit, difference=True),
        columns=columns,
        lines=lines,
        steps=step_words(rows[0], steps),
        names=tuple(dict.fromkeys(text for label in (*columns, *(line.label for line in lines)) for text in label)),
        first_head="Tip",
    )
    if whole:
        return matrix
    return _cut(_turned(matrix) if len(columns) > MOST_COLUMNS and len(lines) < len(columns) else matrix)


def _tip(row: Row) -> tuple[str, ...]:
    return (row.question, row.policy, row.baseline, row.against)


def _variant(row: Row) -> tuple[str, str, int]:
    return row.variant


def _turned(matrix: Matrix) -> Matrix:
    """Swap lines and columns."""
    lines = tuple(
        MatrixLine(label, tuple(line.cells[number] for line in matrix.lines))
        for number, label in enumerate(matrix.columns)
    )
    return replace(matrix, columns=tuple(line.label for line in matrix.lines), lines=lines, first_head="Game")


def _cut(matrix: Matrix) -> Matrix:
    """Leave out what would make the picture unreadable; the tables have it."""
    lines = tuple(replace(line, cells=line.cells[:MOST_COLUMNS]) for line in matrix.lines[:MOST_LINES])
    return replace(matrix, columns=matrix.columns[:MOST_COLUMNS], lines=lines)


def _tip_label(row: Row, rows: Sequence[Row], facts: Facts) -> Label:
    """Name a tip: what is done, and in small print the policies' own names."""
    phrase = policy_phrase(row.policy, facts.written)
    plain = phrase.startswith(quoted(row.policy))
    only = shared(rows, "baseline")  # the caption names it
    said = [row.policy] if only and not plain else [] if only else [f"{row.policy} vs {row.baseline}"]
    said += [f"opponents: {row.against}"] if shared(rows, "against") is None and row.against else []
    if row.question and shared(rows, "question") is None and row.question != row.policy:
        said.insert(0, row.question)
    return Label(row.policy if plain else capital(phrase), ", ".join(said))


def _game_label(row: Row, rows: Sequence[Row], facts: Facts) -> Label:
    """Name a game, its house rules and players where they differ."""
    said = [rules_phrase(row.house_rules)] if row.house_rules else []
    if shared(rows, "players") is None and row.players:
        said.append(f"{number_word(row.players)} players")
    return Label(facts.game_title(row.game) or "–", ", ".join(said))


# --- cells -----------------------------------------------------------------------------------------------------------


def steps_of(rows: Sequence[Row]) -> tuple[float, ...]:
    """Return the sizes at which the tint gets stronger: three of 1, 3, 10, 30 ... below the largest difference."""
    largest = max((_times(row) * abs(row.estimate) for row in rows if established(row) and row.estimate), default=1.0)
    exponent = math.floor(math.log10(largest))
    ladder = [part * 10.0**power for power in range(exponent - 2, exponent + 1) for part in (1, 3)]
    return tuple([step for step in ladder if step < largest][-3:])


def _times(row: Row) -> float:
    return 100.0 if row.unit == "probability" else 1.0


def step_words(row: Row, steps: Sequence[float]) -> tuple[str, ...]:
    """Say what the tints stand for."""
    low, middle, high = (f"{step:g}" for step in steps)
    unit = unit_word(row.unit, high, difference=True)
    return (f"under {low}", f"{low} to {middle}", f"{middle} to {high}", f"over {high} {unit}")


def cell_of(row: Row, steps: Sequence[float]) -> MatrixCell:
    """Plan the cell of a difference."""
    if not row.known:
        return MatrixCell("–", "too few deals", "too few", VERDICTS["undecided"], 0, factor(row.variance_reduction))
    shown = scale(row.estimate, row.low, row.high, row.unit, signed=True)
    times = _times(row)
    half = times * (row.high - row.low) / 2
    digits = decimals_for(0, -half, half)  # fewer than in the tables: the marks say which intervals leave out zero
    verdict = row_verdict(row)
    if not row.verdict:
        verdict = VERDICTS[sign_words(row)]
    shade = 1 + sum(times * abs(row.estimate) >= step for step in steps) if established(row) else 0
    return MatrixCell(
        number(times * row.estimate, digits, signed=True),
        shown.interval,
        f"±{number(half, digits)}",
        verdict,
        shade,
        factor(row.variance_reduction),
        row_words(row),
    )


# --- sentences -------------------------------------------------------------------------------------------------------


def sentences(rows: Sequence[Row], facts: Facts) -> list[Sentence]:
    """Say of each tip where it helps and where it hurts; nothing if the comparisons are not tips by games.

    The first measure counts. Tips whose answer turns round from game to game come first.
    """
    firsts = [row for row in rows if row.measure == rows[0].measure]
    if not is_matrix(firsts):
        return []
    tips = sorted(group_by(firsts, _tip), key=lambda tip: -_opposite(tip))
    told = [_tip_sentence(tip, firsts, facts) for tip in tips[:MOST_TIPS]]
    opposite = "One tip, opposite answers: " if _opposite(tips[0]) else ""
    lead = replace(told[0], text=f"{opposite}{told[0].text} {_setting(firsts, facts)}")
    said = [replace(one, text=capital(one.text)) for one in (lead, Sentence(_summed_up(firsts)), *told[1:])]
    if len(tips) > MOST_TIPS:
        said.append(Sentence(f"{plural(len(tips) - MOST_TIPS, 'more tip').capitalize()} in the matrix."))
    return said


def _opposite(tip: Sequence[Row]) -> float:
    """Return how far a tip's answer turns round: the smaller of its largest differences up and down."""
    sure = [row.estimate for row in tip if established(row)]
    return max(0.0, min(max(sure), -min(sure))) if sure else 0.0


def _setting(rows: Sequence[Row], facts: Facts) -> str:
    """Say what all comparisons share: ``Compared with playing at random, with two players, opponents ...``."""
    baseline, against, players, deals = (shared(rows, name) for name in ("baseline", "against", "players", "deals"))
    said = [
        f"compared with {policy_phrase(baseline, facts.written)}" if baseline else "",
        with_players(players) if players else "",
        opponents_words(against, facts) if against else "",
        f"{plural(deals, 'deal')} each" if deals else _range_of_deals(rows),
    ]
    text = ", ".join(part for part in (f"by {measure_named(rows[0].measure).name}", *said) if part)
    return f"{capital(text)}."


def _range_of_deals(rows: Sequence[Row]) -> str:
    fewest, most = min(row.deals for row in rows), max(row.deals for row in rows)
    return f"{count(fewest)} to {plural(most, 'deal')} each"


def _summed_up(rows: Sequence[Row]) -> str:
    """Count the verdicts of all cells."""
    verdicts = [row_verdict(row).words or sign_words(row) for row in rows]
    tips, games = (len({key(row) for row in rows}) for key in (_tip, _variant))
    size = f"Of {count(len(rows))} comparisons ({number_word(tips)} tips, {number_word(games)} {_columns(rows)})"
    return f"{size}, by {measure_named(rows[0].measure).name}: {counted(verdicts, VERDICT_ORDER)}."


def _word(row: Row) -> str:
    return (row_verdict(row).words or sign_words(row)) if row.known else "undecided"


def _tip_sentence(tip: Sequence[Row], rows: Sequence[Row], facts: Facts) -> Sentence:
    """Say where a tip helps, where it hurts, and where nothing is established."""
    who = policy_phrase(tip[0].policy, facts.written)
    if shared(rows, "baseline") is None:
        who += f", compared with {policy_phrase(tip[0].baseline, facts.written)},"
    words = dict.fromkeys((*VERDICT_ORDER, *map(_word, tip)))
    groups = {word: found for word in words if (found := [row for row in tip if _word(row) == word])}
    named = next((word for word in groups if word in _VERBS), "")
    parts = [_where(word, found, tip, rows, facts, word == named) for word, found in groups.items()]
    return Sentence(f"{who} {listed(parts)}.", row_verdict(tip[0]) if len(groups) == 1 else VERDICTS[""])


def _where(word: str, found: Sequence[Row], tip: Sequence[Row], rows: Sequence[Row], facts: Facts, named: bool) -> str:
    """Say in which games one verdict holds, with the figures of the largest difference, or of both of two."""
    largest = sorted(found, key=lambda row: -abs(row.estimate)) if word in _VERBS else found
    games = [_game(row, rows, facts) for row in largest]
    columns = _columns(rows)
    every = f"both {columns}" if len(tip) == 2 else f"all {number_word(len(tip))} {columns}"
    all_of = every if 1 < len(found) == len(tip) else ""
    many = all_of or f"{number_word(len(found))} of {number_word(len(tip))} {columns}"
    if word not in _VERBS:
        verb = "makes practically no difference" if word == "practically the same" else f"is {word}"
        return f"{verb} in {listed(games) if len(games) <= 3 and not all_of else many}"
    verb = _VERBS[word].format(name=measure_named(found[0].measure).name)
    first = f"{games[0]} ({_figures(largest[0], named)})"
    last = f"{games[-1]} ({_figures(largest[-1], False)})"
    if len(found) <= 2:
        return f"{verb} in {first if len(found) == 1 else f'{first} and {last}'}"
    return f"{verb} in {many}, most in {first}, least in {last}"


def _columns(rows: Sequence[Row]) -> str:
    """Name what the columns stand for: games, or tables where a game is played by several numbers of players."""
    return "games" if shared(rows, "players") is not None else "tables"


def _game(row: Row, rows: Sequence[Row], facts: Facts) -> str:
    players = f" {with_players(row.players)}" if shared(rows, "players") is None and row.players else ""
    return game_words(row, facts) + players


def _figures(row: Row, named: bool) -> str:
    """Write a difference with its interval; unit and level are named at the first of a sentence."""
    return f"{signed_words(row, unit=named)}, {interval_words(row, named)}"
