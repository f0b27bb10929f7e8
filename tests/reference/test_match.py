"""Matches of the twin: how the target is met, and who leads later rounds."""

import pytest

from kernels.rules import Rules
from tests.reference.choosers import at_random, weighing
from tests.reference.match import RoundLimitError, Scores, next_leader, play_match
from tests.reference.table import BLOCKED, DOMINO, TARGET, RoundResult

FREE = {"first_lead": "lot_any", "lead_tile": "any", "next_lead": "winner"}
BY_LOT = [0, 1, 2, 3]


def scores(start=(0, 0), **settings):
    found = Scores(Rules(**settings))
    found.score = list(start)
    return found


@pytest.mark.exact
@pytest.mark.parametrize(
    ("compare", "points", "score", "over"),
    [
        ("at_least", 9, 99, False),
        ("at_least", 10, 100, True),
        ("above", 10, 100, False),
        ("above", 11, 101, True),
        ("exact", 10, 100, True),
        ("exact", 11, 90, False),
        ("exact", 9, 99, False),
    ],
)
@pytest.mark.parametrize("check", ["end_of_round", "immediate"])
def test_meeting_the_target(compare, points, score, over, check):
    settled = scores((90, 0), compare=compare, check=check)
    assert settled.settle_points([points, 0], [points, 0]) is over
    assert (settled.score[0], settled.winner) == (score, 0 if over else -1)
    in_play = scores((90, 0), compare=compare, check=check)
    assert in_play.score_play(0, points) is (over and check == "immediate")
    assert in_play.score[0] == score


@pytest.mark.exact
def test_the_higher_of_two_wins_and_equals_play_on():
    """rules.md C10."""
    found = scores((95, 99))
    assert not found.score_play(0, 10)
    assert not found.score_play(1, 6)
    assert not found.settle_points([0, 0], [10, 6])  # 105 each
    assert found.settle_points([0, 1], [0, 1])
    assert found.winner == 1
    split = scores((99, 98), check="immediate")
    assert split.settle_points([2, 2], [2, 2])
    assert split.winner == 0
    assert not scores((99, 99), check="immediate").settle_points([2, 2], [2, 2])


@pytest.mark.exact
@pytest.mark.parametrize("check", ["end_of_round", "immediate"])
def test_level_on_an_exact_target_the_next_to_score_wins(check):
    level = scores((61, 60, 61), players=3, compare="exact", check=check, target=61)
    assert not level.settle_points([0, 27, 0], [0, 27, 0])
    assert level.settle_points([12, 0, 0], [12, 0, 0])
    assert (level.winner, level.score) == (0, [61, 60, 61])


def played(winner, reason=DOMINO, opener=1):
    return RoundResult(opener=opener, lead=0, redeals=0, winner=winner, reason=reason)


@pytest.mark.exact
@pytest.mark.parametrize(
    ("settings", "result", "leader"),
    [
        ({"next_lead": "same_as_first"}, played(2), None),
        ({"next_lead": "rotate"}, played(2, opener=3), [0]),
        ({"next_lead": "lot"}, played(2), BY_LOT),
        ({"next_lead": "winner"}, played(2), [2]),
        ({"next_lead": "winner"}, played(2, BLOCKED), [2]),
        ({"next_lead": "winner", "after_block": "lot"}, played(2, BLOCKED), BY_LOT),
        ({"next_lead": "winner", "after_block": "lot"}, played(2), [2]),
        ({"next_lead": "rotate", "after_block": "lot"}, played(2, BLOCKED), BY_LOT),
        ({"next_lead": "winner", "after_tie": "lot"}, played(-1, BLOCKED), BY_LOT),
        ({"next_lead": "winner", "after_tie": "same_leader"}, played(-1, BLOCKED), [1]),
        ({"next_lead": "winner", "after_tie": "rotate"}, played(-1, BLOCKED), [2]),
    ],
)
def test_who_leads_next(settings, result, leader):
    assert next_leader(Rules(players=4, **settings), result) == leader


STRAIGHT = Rules(
    draw="until",
    spinner="first_tile",
    play_score="multiples",
    round_to=5,
    target=250,
    check="immediate",
    after_block="lot",
    **FREE,
)


@pytest.mark.reference
@pytest.mark.parametrize("rules", [Rules(), STRAIGHT, Rules(players=3, hand_size=5, tie="split")])
def test_scores_add_up(rules):
    for number in range(20):
        match = play_match(rules, [at_random] * rules.players, 3, number)
        last = match.history[-1]
        assert match.rounds == len(match.history)
        assert match.plays == sum(result.plays for result in match.history)
        assert match.opener == match.history[0].opener
        for side in range(rules.sides):
            assert match.score[side] == sum(result.points[side] for result in match.history)
        assert match.score[match.winner] >= rules.target
        assert match.score[match.winner] == max(match.score)
        before = [match.score[side] - last.points[side] for side in range(rules.sides)]
        assert max(before) < rules.target


@pytest.mark.reference
def test_a_match_can_end_during_a_round():
    """rules.md B14."""
    greedy = weighing({"points": 1})
    ends = [play_match(STRAIGHT, [greedy] * 2, 3, number).history[-1] for number in range(20)]
    stopped = [result for result in ends if result.reason == TARGET]
    assert stopped
    assert all(result.trace[-1][4] and result.settled == [0, 0] for result in stopped)
    assert all(result.winner == result.trace[-1][0] for result in stopped)


@pytest.mark.reference
def test_leaders_follow_the_winner():
    for number in range(10):
        match = play_match(Rules(**FREE, after_tie="rotate"), [at_random] * 2, 3, number)
        for before, after in zip(match.history, match.history[1:], strict=False):
            assert after.opener == (before.winner if before.winner >= 0 else 1 - before.opener)


@pytest.mark.exact
def test_a_match_that_nobody_can_win_is_given_up():
    nothing = Rules(set_max=1, hand_size=1, domino_score="none", blocked_score="none", no_double="lot")
    with pytest.raises(RoundLimitError):
        play_match(nothing, [at_random] * 2, 1, 1)


@pytest.mark.statistical
def test_rounds_to_a_hundred():
    """rules.md 7.5: 15.8 rounds of Doubles for two, 13.9 of Block (standard error of 300 matches about 0.2)."""
    doubles = Rules(hand_size=8, spinner="all_doubles", unlock="suit", draw="one", reserve=2)
    for rules, expected in ((doubles, 15.8), (Rules(), 13.9)):
        rounds = [play_match(rules, [at_random] * 2, 5, number).rounds for number in range(150)]
        mean = sum(rounds) / len(rounds)
        spread = (sum((value - mean) ** 2 for value in rounds) / len(rounds)) ** 0.5
        assert abs(mean - expected) < 4 * spread / len(rounds) ** 0.5 + 0.1
