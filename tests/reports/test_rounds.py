import pytest

from analyzer.games import load_game
from kernels import policies
from reports.rounds import Holding, read_round
from tests.reports.rounds_made import round_of

DATA = {
    "policy": "hold",
    "names": ["hold", "NA"],
    "players": 2,
    "hands": [["6-6", "6-4"], ["4-1", "5-5"]],
    "boneyard": ["2-1", "3-0"],
    "reserve": 1,
    "moves": [
        {"seat": 0, "kind": "play", "tile": "6-6", "on": None, "port": "lead", "left": None, "choices": ["6-6"]},
        {"seat": 1, "kind": "draw", "tile": "2-1", "choices": ["draw"], "points": 0},
        {"seat": 1, "kind": "pass", "tile": None, "choices": ["pass"]},
        {"seat": 0, "kind": "play", "tile": "6-4", "on": 6, "port": "end", "left": 4, "total": 16, "points": 3},
    ],
    "winner": 0,
    "reason": "domino",
    "points": [3, 0],
    "pips_left": [0, 18],
}


def test_tiles_are_held_from_the_deal_or_the_draw_until_they_are_played():
    played = read_round(DATA)
    assert played.held(0) == (Holding((6, 6), 0, 1), Holding((4, 6), 0, 4))
    assert played.held(1) == (Holding((1, 4), 0), Holding((5, 5), 0), Holding((1, 2), 2))
    assert played.asleep() == (Holding((1, 2), 0, 2), Holding((0, 3), 0))


def test_points_are_added_up_by_seat():
    assert read_round(DATA).scores() == [(0, 0)] * 4 + [(3, 0)]


def test_tiles_that_lay_before_anybody_played_are_nobodys():
    laid = [{"seat": -1, "kind": "play", "tile": "5-5", "points": 0}, *DATA["moves"]]
    assert read_round(DATA | {"moves": laid}).scores()[-1] == (3, 0)


def test_whatever_is_missing_is_empty():
    played = read_round({})
    assert (played.players, played.hands, played.moves, played.winner, played.reason) == (0, (), (), None, "")
    assert read_round({"moves": [{"seat": 0}]}).moves[0].kind == "play"


@pytest.mark.parametrize(
    "change",
    [{"hands": [["6-x"]]}, {"moves": [{}]}, {"moves": ["play"]}, {"points": ["many"]}, {"boneyard": 7}],
)
def test_what_is_no_round_is_refused(change):
    with pytest.raises(ValueError, match=r"round|many"):
        read_round(DATA | change)


def test_every_tile_is_somewhere_at_every_moment():
    """Hands, boneyard and table together are the whole set in every state of a real round."""
    rules = load_game("draw", 3).rules
    seats = [(name, policies.BUILTIN[name]) for name in ("random", "heaviest", "variety")]
    for deal in range(20):
        played = read_round(round_of(rules, seats, 5, deal))
        held = [*(one for seat in range(3) for one in played.held(seat)), *played.asleep()]
        for state in range(len(played.moves) + 1):
            there = sum(one.since <= state < (one.until or 99) for one in held)
            laid = sum(move.kind == "play" for move in played.moves[:state])
            assert there + laid == 28
