"""Rounds to a target (rules.md A11, A14, B14-B16, C10-C11; PROTOCOL.md, Matches)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from kernels.rules import Rules
from tests.reference.choosers import Chooser
from tests.reference.engine import BLOCKED, SEATS, TARGET, RoundResult, play_round
from tests.reference.opening import BY_LOT

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
    """The scores of a match by side, and the rule of how and when the target is met."""

    __slots__ = ("rules", "score", "winner")

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.score = [0] * rules.sides
        self.winner = -1

    def add(self, side: int, points: int) -> None:
        """Count a scoring event; under `exact` one that would pass the target counts nothing."""
        if self.rules.compare != "exact" or self.score[side] + points <= self.rules.target:
            self.score[side] += points

    def met(self, side: int) -> bool:
        """Say whether a side has met the target."""
        score, target = self.score[side], self.rules.target
        if self.rules.compare == "above":
            return score > target
        return score == target if self.rules.compare == "exact" else score >= target

    def score_play(self, side: int, points: int) -> bool:
        """Count in-play points; return whether they end the match (rules.md B14)."""
        self.add(side, points)
        if self.rules.check == "immediate" and self.met(side):
            self.winner = side
        return self.winner >= 0

    def settle(self, points: Sequence[int], whole_round: Sequence[int]) -> bool:
        """Count what the end of a round scored; return whether the match is over.

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
            self.winner = highest[0]
        return self.winner >= 0


def play_match(rules: Rules, choosers: Sequence[Chooser], seed: int, number: int, replicate: int = 0) -> MatchResult:
    """Play match `number`: round r uses deal = number and round = r in the random numbers.

    Matches with the same number and another `replicate` have the same deals and other choices.

    Raises
    ------
    RoundLimitError
        If nobody has won after 1,000 rounds.
    """
    result, scores = MatchResult(), Scores(rules)
    leader: int | None = None
    for round_ in range(MAX_ROUNDS):
        played = play_round(rules, choosers, seed, number, round_, scores, leader, replicate)
        result.history.append(played)
        result.plays += played.plays
        if played.reason == TARGET or scores.settle(played.settled, played.points):
            result.winner, result.rounds = scores.winner, round_ + 1
            result.score[: rules.sides] = scores.score
            result.opener = result.history[0].opener
            return result
        leader = next_leader(rules, played)
    raise RoundLimitError(f"seed {seed}, match {number}: no winner after {MAX_ROUNDS} rounds")


def next_leader(rules: Rules, played: RoundResult) -> int | None:
    """Return who leads after a round: None as in a first round, `BY_LOT`, or a seat."""
    after = (played.opener + 1) % rules.players
    if rules.next_lead == "same_as_first":
        return None
    if rules.next_lead == "rotate":
        return after
    if rules.next_lead == "lot":
        return BY_LOT
    if played.winner < 0:
        return {"lot": BY_LOT, "same_leader": played.opener, "rotate": after}[rules.after_tie]
    if played.reason == BLOCKED and rules.after_block == "lot":
        return BY_LOT
    return played.winner
