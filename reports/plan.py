"""What a page will show, as frozen data: every text is final, so that templates only place things.

`plan_page` decides; `reports.page` draws the figures and renders.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from reports import house_tables, tables
from reports.answers import answer_from, partial_notice
from reports.behind import DataTable, PlannedData, settling_plot, spread_plots
from reports.details import Details
from reports.dominoes import Chain, Symbol, chain_of
from reports.examples import ExampleGroup, example_groups
from reports.facts import Facts
from reports.figures import Plot
from reports.formats import clean, count, duration, level, number_word, plural
from reports.heatmap import Matrix
from reports.house import read_house
from reports.plots import plots_of
from reports.reading import how_to_read
from reports.rounds import Round, read_round
from reports.rows import Row, shared
from reports.sentences import Sentence, capital
from reports.tables import Table
from reports.viewer import Viewer, symbols_of, viewer_of
from reports.vocabulary import policy_phrase, quoted, rules_phrase

__all__ = ["FigurePart", "Page", "Pair", "Replay", "plan_page", "plan_replay"]


@dataclass(frozen=True)
class Pair:
    """A term and what is said about it; `more` is small print."""

    term: str
    text: str
    more: str = ""


@dataclass(frozen=True)
class FigurePart:
    """A figure with its caption: planned as a plot, drawn as SVG, or a note why it could not be drawn.

    Figures whose numbers no other table has bring them as `data`.
    """

    plot: Plot
    title: str
    caption: str
    wide: str = ""
    narrow: str = ""
    note: str = ""
    data: DataTable | None = None

    @property
    def matrix(self) -> Matrix | None:
        """The figure as a matrix: one that is listed as a table on narrow screens."""
        return self.plot if isinstance(self.plot, Matrix) else None

    def drawn(self, wide: str, narrow: str, note: str) -> FigurePart:
        """Return the figure with its pictures."""
        return replace(self, wide=wide, narrow=narrow, note=note)

    def failed(self, note: str) -> FigurePart:
        """Return the figure with a note instead of its pictures."""
        return replace(self, note=note)


@dataclass(frozen=True)
class Page:
    """Everything on the page, top to bottom."""

    title: str
    description: str
    chain: Chain
    partial: str
    answer: tuple[Sentence, ...]
    key_figures: tuple[Pair, ...]
    figures: tuple[FigurePart, ...]
    figures_note: str
    examples: tuple[ExampleGroup, ...]
    symbols: tuple[Symbol, ...]
    spreads: tuple[FigurePart, ...]
    settling: FigurePart | None
    tables: tuple[Table, ...]
    reading: tuple[Pair, ...]
    games: tuple[Pair, ...]
    policies: tuple[Pair, ...]
    provenance: tuple[Pair, ...]
    reproduce: str
    command: str
    config: str
    version: str
    details_note: str = ""

    @property
    def contents(self) -> tuple[Pair, ...]:
        """The sections there are, by id."""
        sections = (
            ("answer", "The answer", self.answer),
            ("pictures", "In a picture", self.figures),
            ("rounds", "Round by round", self.examples),
            ("figures", "In figures", self.tables),
            ("spread", "How the rounds came out", self.spreads),
            ("settled", "How the estimates settled", self.settling),
            ("reading", "How to read this", self.reading),
            ("played", "What was played", self.games or self.policies),
            ("provenance", "Where the numbers come from", self.provenance or self.reproduce),
        )
        return tuple(Pair(key, title) for key, title, there in sections if there)


def plan_page(rows: Sequence[Row], facts: Facts, details: Details | None = None) -> Page:
    """Decide what the page of a run shows.

    Parameters
    ----------
    rows : sequence of Row
        The results.
    facts : Facts
        The manifest.
    details : Details, optional
        What the run keeps besides: how estimates settled, distributions, example rounds.
    """
    details = details or Details()
    settling = settling_plot(details, rows, facts)
    examples = example_groups(details, rows, facts)
    partial = partial_notice(facts)
    planned, note = plots_of(rows, facts)
    house = read_house(rows, facts)
    return Page(
        title=facts.title,
        description=facts.description or (f"What guides say: {facts.guides}" if facts.guides else ""),
        chain=chain_of(facts.key or facts.title),
        partial=partial,
        answer=tuple(sentence for sentence in answer_from(rows, facts) if sentence.text != partial),
        key_figures=_key_figures(rows, facts),
        figures=tuple(FigurePart(plot.plot, plot.title, plot.caption) for plot in planned),
        figures_note=note,
        examples=examples,
        symbols=symbols_of(example.viewer for group in examples for example in group.examples),
        spreads=tuple(_data_part(plot) for plot in spread_plots(details, rows, facts)),
        settling=_data_part(settling) if settling else None,
        tables=house_tables.tables_of(house, rows, facts) if house else tables.tables_of(rows, facts),
        reading=tuple(Pair(term, text) for term, text in how_to_read(rows, facts)),
        games=_games(facts),
        policies=_policies(facts),
        provenance=_provenance(rows, facts),
        reproduce=_reproduce(facts),
        command=facts.command,
        config=facts.config,
        version=dict(facts.versions).get("dominolab", ""),
        details_note=_unread(details, examples),
    )


@dataclass(frozen=True)
class Replay:
    """A page to step through rounds: one viewer for each, or for two side by side."""

    title: str
    chain: Chain
    viewers: tuple[Viewer, ...]
    symbols: tuple[Symbol, ...]
    subtitle: str = ""


def plan_replay(rounds: Sequence[Mapping[str, Any]], title: str) -> Replay:
    """Decide what the page of replayed rounds shows.

    Raises
    ------
    ValueError
        If a round cannot be read.
    """
    groups = [rounds] if len(rounds) == 2 else [[one] for one in rounds]
    viewers = tuple(viewer_of(f"round-{number}", group) for number, group in enumerate(groups, 1))
    shown = clean(title) or "A round of dominoes"
    return Replay(shown, chain_of(shown), viewers, symbols_of(viewers), _subtitle([read_round(one) for one in rounds]))


def _subtitle(rounds: Sequence[Round]) -> str:
    """Name the game and the number of players, as far as all rounds have them in common."""
    games, players = {one.game for one in rounds}, {one.players for one in rounds}
    if len(games) != 1 or not (game := games.pop()):
        return ""
    return f"{capital(game)}, {number_word(players.pop())} players" if len(players) == 1 else capital(game)


def _data_part(planned: PlannedData) -> FigurePart:
    return FigurePart(planned.plot, planned.title, planned.caption, data=planned.data)


def _unread(details: Details, examples: Sequence[ExampleGroup]) -> str:
    """Say that parts of the details could not be shown, nothing if all could."""
    lost = details.unread + len(details.examples) - sum(len(group.examples) + group.left for group in examples)
    return f"{plural(lost, 'part')} of the run’s details could not be read." if lost else ""


def _key_figures(rows: Sequence[Row], facts: Facts) -> tuple[Pair, ...]:
    """Return the few figures beside the answer."""
    confidence = shared(rows, "confidence") if rows else None
    pairs = [
        Pair("deals", count(facts.deals)) if facts.deals else None,
        Pair("rounds played", count(facts.rounds_played)) if facts.rounds_played else None,
        Pair("level of the intervals", level(confidence)) if confidence else None,
        Pair("time", duration(facts.seconds)) if facts.seconds == facts.seconds else None,
    ]
    return tuple(pair for pair in pairs if pair)


def _games(facts: Facts) -> tuple[Pair, ...]:
    """Say what was played: title, house rules, source."""
    pairs = []
    for game in facts.games:
        rules = f"House rules: {rules_phrase(game.house_rules)}." if game.house_rules else ""
        source = f"Source: {game.source.rstrip('.')}." if game.source else ""
        title = f"{game.title}. " if game.title and game.title != game.label else ""
        pairs.append(Pair(game.label, " ".join(f"{title}{game.summary} {rules}".split()), source))
    return tuple(pairs)


def _policies(facts: Facts) -> tuple[Pair, ...]:
    """Say what each policy does."""
    pairs = []
    for label, sentence in facts.policies:
        phrase = policy_phrase(label, facts.written)
        more = "" if phrase == quoted(label) else f"In short: {phrase}."
        pairs.append(Pair(label, sentence, more))
    return tuple(pairs)


def _provenance(rows: Sequence[Row], facts: Facts) -> tuple[Pair, ...]:
    """Say where the numbers come from."""
    stopped = facts.stopped or (shared(rows, "stopped") if rows else "") or ""
    versions = ", ".join(f"{name} {version}" for name, version in facts.versions)
    when = " to ".join(time for time in (facts.started, facts.finished) if time)
    pairs = [
        Pair("Experiment", facts.name),
        Pair("Key", facts.key, "a hash of everything that can change a game, engine version included"),
        Pair("Seed", facts.seed),
        Pair("Deals", count(facts.deals) if facts.deals else ""),
        Pair("Why it stopped", stopped),
        Pair("Intervals made by", ", ".join(dict.fromkeys(row.method for row in rows if row.method))),
        Pair("Played (UTC)", when),
        Pair("Versions", versions),
    ]
    return tuple(pair for pair in pairs if pair.text)


def _reproduce(facts: Facts) -> str:
    """Say what is needed to get the same numbers again."""
    version = dict(facts.versions).get("dominolab", "")
    with_version = f"dominolab {version}" if version else "the same version of dominolab"
    seed = f" and seed {facts.seed}" if facts.seed else ""
    what = f"the first {plural(facts.deals, 'deal')} come" if facts.partial else "every number on this page comes"
    return (
        f"With {with_version}, this configuration{seed}, {what} out the same, to the last digit, on any machine and "
        "with any number of workers."
    )
