"""What counts in a match: rounds won, rounds won in a row, points only from an entry, shut-outs, the first rounds.

The scores are added up once more, in plain Python, from the records of the rounds.
"""

import numpy as np
import pytest

from kernels.rules import Rules
from tests.kernels.matches import many
from tests.kernels.sampling import RANDOM

FREE = {"first_lead": "lot_any", "lead_tile": "any"}
pytestmark = pytest.mark.exact


def settled(rules, played):
    """Return what a round's settlement gave each side."""
    points = [int(played["points"][side]) for side in range(rules.sides)]
    for seat in range(rules.players):
        points[seat % rules.sides] -= int(played["play_points"][seat])
    return points


def test_rounds_won():
    rules = Rules(match_by="wins", target=5, players=3, hand_size=5, play_score="multiples", **FREE)
    for match, rounds in many(rules, RANDOM, 40):
        wins = [int((rounds["team"] == side).sum()) for side in range(3)]
        assert list(match["score"][:3]) == wins
        assert wins[match["winner"]] == 5
        assert rounds[-1]["team"] == match["winner"]
        assert (rounds["reason"] < 2).all()


def test_rounds_won_above_a_target():
    rules = Rules(match_by="wins", target=2, compare="above", **FREE)
    assert all(max(match["score"]) == 3 for match, _ in many(rules, RANDOM, 20))


def test_rounds_won_in_a_row():
    rules = Rules(match_by="consecutive_wins", target=3, players=4, teams="2v2", **FREE)
    ties = 0
    for match, rounds in many(rules, RANDOM, 60):
        row = [0, 0]
        for team in rounds["team"]:
            ties += team < 0
            if team >= 0:
                row = [row[side] + 1 if side == team else 0 for side in range(2)]
        assert list(match["score"][:2]) == row
        assert (row[match["winner"]], row[1 - match["winner"]]) == (3, 0)
    assert ties > 0


@pytest.mark.parametrize("check", ["end_of_round", "immediate"])
def test_points_from_an_entry_on(check):
    """Until a side has points, an event of fewer than the entry is lost to the match, though not to the round."""
    rules = Rules(entry_points=15, target=100, check=check, **FREE)
    lost = 0
    for match, rounds in many(rules, RANDOM, 60):
        scores = [0, 0]
        for played in rounds:
            for side, points in enumerate(settled(rules, played)):
                entered = scores[side] > 0 or points >= 15
                lost += points > 0 and not entered
                scores[side] += points if entered else 0
        assert list(match["score"][:2]) == scores
        assert max(scores) >= 100
    assert lost > 20


def test_in_play_points_enter_too():
    """Every event is looked at by itself: two fives are no ten."""
    rules = Rules(entry_points=10, target=60, play_score="multiples", draw="until", **FREE)
    lost = 0
    for match, rounds in many(rules, RANDOM, 60):
        whole = [sum(int(played["points"][side]) for played in rounds) for side in range(2)]
        for side in range(2):
            assert match["score"][side] == 0 or 10 <= match["score"][side] <= whole[side]
            lost += match["score"][side] < whole[side]
    assert lost > 20


@pytest.mark.parametrize("settings", [{}, {"check": "immediate", "play_score": "multiples"}, {"match_by": "wins"}])
def test_shut_outs(settings):
    """The same matches without the setting: a winner stays one only if all others were below."""
    counts = {"target": 4} if settings.get("match_by") else {"target": 80}
    below = 2 if settings.get("match_by") else 40
    plain = Rules(players=3, hand_size=5, **FREE | counts | settings)
    strict = Rules(players=3, hand_size=5, shutout_below=below, **FREE | counts | settings)
    kinds = set()
    for (match, rounds), (same, again) in zip(many(plain, RANDOM, 60), many(strict, RANDOM, 60), strict=True):
        others = [int(match["score"][side]) for side in range(3) if side != match["winner"]]
        shut = max(others) < below
        assert same["winner"] == (match["winner"] if shut else -1)
        assert (rounds == again).all()
        for name in ("opener", "rounds", "plays", "score"):
            assert np.array_equal(match[name], same[name])
        kinds.add(shut)
    assert kinds == {False, True}


def test_the_first_rounds_are_worth_more():
    extra = (100, 75, 50, 25)
    plain, more = (Rules(early_round_points=early, target=400, **FREE) for early in ((), extra))
    for (_, rounds), (_, again) in zip(many(plain, RANDOM, 20), many(more, RANDOM, 20), strict=True):
        assert len(again) <= len(rounds)
        for number, (before, after) in enumerate(zip(rounds, again, strict=False)):
            bonus = extra[number] if number < 4 and after["winner"] >= 0 else 0
            expected = [int(before["points"][seat]) + (bonus if seat == after["winner"] else 0) for seat in range(2)]
            assert list(after["points"][:2]) == expected


def test_an_immediate_target_met_by_a_pass_ends_the_match():
    """The leader scores for the pass of the next seat; the round ends there and the leader has won."""
    rules = Rules(lead_pass_tile_points=50, lead_pass_double_points=50, target=50, check="immediate", players=3,
                  hand_size=5, blocked_score="none", domino_score="none", **FREE)  # fmt: skip
    for match, rounds in many(rules, RANDOM, 40):
        last = rounds[-1]
        assert (last["reason"], last["plays"], last["passes"], last["turns"]) == (2, 1, 1, 2)
        assert last["winner"] == last["opener"] == match["winner"]
        assert match["score"][match["winner"]] == 50
        assert last["play_points"][last["opener"]] == last["points"][last["opener"]] == 50
        assert (rounds[:-1]["reason"] < 2).all()


def test_an_immediate_target_met_by_everybodys_pass_takes_no_more_points():
    """The tile is laid, but what its open ends would have scored is not counted any more."""
    rules = Rules(
        all_pass_points=500, target=500, check="immediate", play_score="multiples", players=3, hand_size=7, **FREE
    )
    ends = 0
    for match, rounds in many(rules, RANDOM, 40):
        last = rounds[-1]
        if last["reason"] == 2 and match["score"][match["winner"]] >= 500:
            before = sum(int(played["points"][match["winner"]]) for played in rounds[:-1])
            in_play = int(last["play_points"][match["winner"]])
            assert match["score"][match["winner"]] == before + in_play
            ends += last["play_points"][match["winner"]] >= 500
    assert ends > 20


def test_wins_of_a_match_leave_the_points_of_the_rounds():
    rules = Rules(match_by="wins", target=3, early_round_points=(7,), domino_score="none", blocked_score="none", **FREE)
    for _, rounds in many(rules, RANDOM, 10):
        assert rounds[0]["points"].max() == (7 if rounds[0]["winner"] >= 0 else 0)
        assert (rounds[1:]["points"] == 0).all()
