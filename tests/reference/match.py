"""Rounds to a target (rules.md A11, A14, B14-B16, C10-C11; PROTOCOL.md, Matches)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from kernels.rules import Rules
from tests.reference.choosers import Chooser
from tests.reference.engine import play_round
from tests.reference.settlement import side_of
from tests.reference.table import BLOCKED, SEATS, TARGET, RoundResult

MAX_ROUNDS = 1000


class RoundLimitError(RuntimeError):
    """A match did not end in as many rounds as are tried."""


@dataclass(slots=True)
class MatchResult:
    """What happened in a match; `history` holds its rounds."""

    winner: int = -1
    rounds: int = 0
    score: list[int] = field(default_factory=lambda: [0] * SEATS)
    opener: int = -1
    plays: int = 0
    history: list[RoundResult] = field(default_factory=list)


class Scores:
    """The scores of a match by side, and the rule of how and when the target is met.

    A match that is `over` has a `winner`, or -1 for nobody where a shutout was needed and missed.
    """

    __slots__ = ("over", "rules", "score", "winner")

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.score = [0] * rules.sides
        self.over = False
        self.winner = -1

    def add(self, side: int, points: int) -> None:
        """Count a scoring event.

        One of too few points for a side that has none, and under `exact` one that would pass the target, count nothing.
        """
        if self.score[side] == 0 and points < self.rules.entry_points:
            return
        if self.rules.compare != "exact" or self.score[side] + points <= self.rules.target:
            self.score[side] += points

    def end(self, side: int) -> None:
        """End the match, won by a side unless another has too many points for a shutout."""
        others = [score for other, score in enumerate(self.score) if other != side]
        missed = self.rules.shutout_below > 0 and max(others) >= self.rules.shutout_below
        self.over, self.winner = True, -1 if missed else side

    def met(self, side: int) -> bool:
        """Say whether a side has met the target."""
        score, target = self.score[side], self.rules.target
        if self.rules.compare == "above":
            return score > target
        return score == target if self.rules.compare == "exact" else score >= target

    def score_play(self, side: int, points: int) -> bool:
        """Count in-play points; return whether they end the match (rules.md B14)."""
        if self.rules.match_by != "points":
            return False
        self.add(side, points)
        if self.rules.check == "immediate" and self.met(side):
            self.end(side)
        return self.over

    def settle(self, played: RoundResult) -> bool:
        """Count what the end of a round scored, in points or as a round won; return whether the match is over."""
        if self.rules.match_by == "points":
            return self.settle_points(played.settled, played.points)
        if played.team >= 0:
            if self.rules.match_by == "consecutive_wins":
                self.score = [score if side == played.team else 0 for side, score in enumerate(self.score)]
            self.score[played.team] += 1
            if self.met(played.team):
                self.end(played.team)
        return self.over

    def settle_points(self, points: Sequence[int], whole_round: Sequence[int]) -> bool:
        """Count the points of a settlement by side; return whether the match is over.

        Of several sides that have met the target the highest score wins; equal ones play on (rules.md C10). Level on
        an exact target nobody can rise any more: then the one of them that scored in this round wins.
        """
        scoring = [side for side in range(self.rules.sides) if points[side]]
        for side in scoring:
            self.add(side, points[side])
        tested = scoring if self.rules.check == "immediate" and len(scoring) < 2 else range(self.rules.sides)
        met = [side for side in tested if self.met(side)]
        highest = [side for side in met if self.score[side] == max(self.score[other] for other in met)]
        if len(highest) > 1 and self.rules.compare == "exact":
            highest = [side for side in highest if whole_round[side]] or highest
        if len(highest) == 1:
            self.end(highest[0])
        return self.over


def play_match(rules: Rules, choosers: Sequence[Chooser], seed: int, number: int, replicate: int = 0) -> MatchResult:
    """Play match `number`: round r uses deal = number and round = r in the random numbers.

    Matches with the same number and another `replicate` have the same deals and other choices.

    Raises
    ------
    RoundLimitError
        If nobody has won after 1,000 rounds.
    """
    result, scores = MatchResult(), Scores(rules)
    among: list[int] | None = None
    for round_ in range(MAX_ROUNDS):
        played = play_round(rules, choosers, seed, number, round_, scores, among, replicate)
        result.history.append(played)
        result.plays += played.plays
        if played.reason == TARGET or scores.settle(played):
            result.winner, result.rounds = scores.winner, round_ + 1
            result.score[: rules.sides] = scores.score
            result.opener = result.history[0].opener
            return result
        among = next_leader(rules, played)
    raise RoundLimitError(f"seed {seed}, match {number}: no winner after {MAX_ROUNDS} rounds")


def next_leader(rules: Rules, played: RoundResult) -> list[int] | None:
    """Return the seats of which one leads after a round, by lot if there are several; None as in a first round."""
    everybody = list(range(rules.players))
    to_the_winner = rules.next_lead in ("winner", "winner_side")
    if to_the_winner and played.winner < 0:
        return _named(rules.after_tie, played, everybody)
    if played.reason == BLOCKED and rules.after_block != "next_lead" and (to_the_winner or rules.next_lead == "rotate"):
        return _named(rules.after_block, played, everybody)
    if rules.next_lead == "winner_side":
        return [seat for seat in everybody if side_of(rules, seat) == played.team]
    return _named(rules.next_lead, played, everybody)


def _named(word: str, played: RoundResult, everybody: list[int]) -> list[int] | None:
    """Return the seats that a word names."""
    return {
        "same_as_first": None,
        "as_first": None,
        "lot": everybody,
        "winner": [played.winner],
        "same_leader": [played.opener],
        "rotate": [(played.opener + 1) % len(everybody)],
    }[word]
