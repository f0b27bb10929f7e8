"""Known hands under the ready games: the same deal, and what each game makes of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

import analyzer
from analyzer.faults import ConfigError

pytestmark = pytest.mark.exact

LOCK = yaml.safe_load(
    (Path(__file__).parents[2] / "configs" / "hands" / "partnership-lock.yaml").read_text(encoding="utf-8")
)
"""Rule book 7.2.1: seat 1 leads 1-1; a lock; pips 15, 13, 15, 33."""

SIXES: dict[str, Any] = {
    "players": 4,
    "hands": [
        "0-1 1-3 2-4 3-4 6-6 1-4 2-5",
        "0-0 0-5 1-5 4-4 3-6 4-6 2-6",
        "0-2 0-4 3-5 4-5 5-5 1-6 0-6",
        "1-1 1-2 2-2 2-3 3-3 0-3 5-6",
    ],
    "plays": "0: 6-6, 1: 3-6 right, 2: 1-6 left, 3: 0-3 right, 0: 1-4 left, 1: 4-6 left, 2: 0-6 right, 3: 5-6 right, "
    "0: 2-5 right, 1: 2-6 right",
}
"""Case DOM-18: seat 0 leads 6-6; a lock by seat 1; pips 18, 19, 33, 20."""

OUT: dict[str, Any] = {
    "players": 4,
    "hands": [
        "0-0 0-3 0-4 2-4 2-6 3-5 4-6",
        "1-1 1-6 2-3 2-5 3-3 3-4 4-5",
        "0-6 1-2 1-3 1-4 2-2 4-4 5-6",
        "0-1 0-2 0-5 1-5 3-6 5-5 6-6",
    ],
    "plays": "3: 6-6, 0: 4-6@6, 1: 4-5@4, 2: 5-6@5, 3: 3-6@6, 0: 2-6@6, 1: 2-5@2, 2: 1-3@3, 3: 5-5@5, 0: 3-5@5, "
    "1: 1-6@1, 2: 0-6@6, 3: 0-5@0, 0: 0-3@3, 1: pass, 2: pass, 3: 1-5@5, 0: 0-4@0, 1: 3-4@4, 2: 1-4@1, 3: pass, "
    "0: 2-4@4, 1: 3-3@3, 2: 2-2@2, 3: 0-2@2, 0: 0-0@0",
}
"""Case DOM-20: seat 3 leads 6-6; seat 0 goes out with 0-0; pips 0, 7, 11, 1."""


def result(hand: dict[str, Any], game: object, **more: object) -> dict[str, Any]:
    """Return the settlement of a hand under a game."""
    found = analyzer.replay({**hand, "game": game, **more}).result
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("game", "team", "points"),
    [
        ("partnership", 1, 51),
        ("spanish", 1, 90),
        ("puerto-rico-500", 1, 90),
        ("san-juan", 1, 90),
        ("dominican", 1, 51),
        ("jamaican-partner", 0, 1),
        ("latin-match", 0, 1),
        ("brazilian", 1, 1),
        ({"preset": "kozel", "first_tile": "6-6"}, 1, 51),
        ({"preset": "puerto-rico-500", "lock_points": 100}, 1, 190),
        ({"preset": "dominican", "blocked_winner": "single_hand"}, 0, 39),
    ],
)
def test_a_lock_under_the_partnership_games(game: object, team: int, points: int) -> None:
    """Case DOM-18: team totals 51 and 39, the lowest single hand is seat 0's; the blocker has 19, the next seat 33."""
    found = result(SIXES, game, leader=0)
    assert (found["reason"], found["team"], max(found["points"])) == ("blocked", team, points)
    assert found["pips_left"] == [18, 19, 33, 20]


@pytest.mark.parametrize(("game", "team", "points"), [("kozel", 0, 46), ({"preset": "spanish"}, 0, 76)])
def test_the_lock_that_begins_with_1_1(game: object, team: int, points: int) -> None:
    """Rule book 7.2.1; 1-1 leads in Kozel by itself."""
    hand = {key: LOCK[key] for key in ("players", "hands", "plays")}
    found = result(hand, game, **({} if game == "kozel" else {"leader": 1}))
    assert (found["reason"], found["team"], max(found["points"])) == ("blocked", team, points)
    assert found["opener"] == 1


@pytest.mark.parametrize(
    ("game", "points"),
    [
        ("partnership", 8),
        ("spanish", 19),
        ("puerto-rico-500", 119),
        ("san-juan", 19),
        ("dominican", 8),
        ("jamaican-partner", 1),
        ("latin-match", 1),
        ("brazilian", 2),
        ({"preset": "kozel", "first_tile": "6-6"}, 8),
    ],
)
def test_going_out_with_the_double_blank(game: object, points: int) -> None:
    """Case DOM-20; 0-0 is a chuchazo in Puerto Rico and a double in Brazil, and fits only one of the ends 0 and 3."""
    found = result(OUT, game, leader=3)
    assert (found["reason"], found["winner"], found["team"]) == ("domino", 0, 0)
    assert found["points"] == [points, 0, points, 0]


@pytest.mark.parametrize(("game", "points"), [("puerto-rico-500", 124), ("dominican", 39), ("brazilian", 3)])
def test_a_last_tile_that_fits_both_ends(game: str, points: int) -> None:
    """Seat 0 goes out with 6-1 on a line with the ends 6 and 1; others hold 9, 10 and 5 pips."""
    hand = {
        "hands": ["6-6 6-1", "6-5 5-4", "5-1 5-5", "3-2"],
        "plays": ["6-6", "6-5", "5-1", "pass", "6-1"],
        "boneyard": [],
    }
    found = result(hand, game, leader=0)
    assert found["points"][0] == points
    assert found["pips_left"] == [0, 9, 10, 5]


def test_passes_that_score_in_the_dominican_game() -> None:
    """25 for a pass right after a led double, 25 for three passes before the same seat plays again, 25 for capicúa."""
    hands = ["6-6 6-1", "5-4 4-4", "3-2 2-2", "4-3 5-3"]
    hand: dict[str, Any] = {"hands": hands, "boneyard": [], "plays": ["6-6", "pass", "pass", "pass", "6-1"]}
    found = result(hand, "dominican")
    assert found["play_points"][0] == 50
    assert found["points"][0] == 50 + 17 + 15 + 25
    free = {"preset": "dominican", "first_lead": "lot_any", "first_tile": "none", "lead_tile": "any"}
    hand = {"hands": ["6-1 2-0", "5-4 4-4", "3-2 6-2", "4-3 5-3"], "boneyard": [], "plays": ["6-1", "6-2", "2-0"]}
    told = analyzer.replay({**hand, "game": free, "leader": 0})
    assert told.result is not None
    assert told.result["play_points"] == [50, 0, 0, 0]
    assert [step.leader_points for step in told.steps] == [0, 50, 0, 0, 0]
    assert "seat 1: pass; the leader scores 50;" in told.text()


def test_matadors_fit_everywhere() -> None:
    """Halves that touch add up to seven; 6-1, 5-2, 4-3 and 0-0 fit every end, and nothing else follows a blank."""
    hand: dict[str, Any] = {"game": "matador", "boneyard": [], "plays": ["6-6"]}
    found = analyzer.replay({**hand, "hands": ["6-6 0-0 3-3", "1-0 6-5 5-2 2-1"]})
    assert set(found.legal) == {"1-0 on 6", "5-2 on 6 by its 2", "5-2 on 6 by its 5", "2-1 on 6"}
    hands = ["6-6 3-0 4-4", "1-0 2-2", "4-3 6-3 0-0"]
    after = analyzer.replay({**hand, "hands": hands, "plays": ["6-6", "1-0"]})
    assert after.steps[-1].open_ends == (0, 6)
    assert {move.split(" by")[0] for move in after.legal} == {"4-3 on 0", "4-3 on 6", "0-0 on 0", "0-0 on 6"}


def test_one_open_end_and_another_tile_after_a_double() -> None:
    hand: dict[str, Any] = {"game": "tiddly-wink", "boneyard": []}
    hands = ["6-6 6-5 1-0", "5-4 6-2 0-0", "4-1 2-2 3-3", "1-1 3-2 4-0"]
    led = analyzer.replay({**hand, "hands": hands, "plays": ["6-6"]})
    assert (led.to_move, led.legal, led.steps[0].open_ends) == (0, ("6-5 on 6", "pass"), (6,))
    more = analyzer.replay({**hand, "hands": hands, "plays": ["6-6", "0: 6-5"]})
    assert (more.to_move, more.legal, more.steps[-1].open_ends) == (1, ("5-4 on 5",), (5,))
    declined = analyzer.replay({**hand, "hands": hands, "plays": ["6-6", "0: pass"]})
    assert (declined.to_move, declined.legal) == (1, ("6-2 on 6",))
    with pytest.raises(ConfigError, match="a double may give another turn; give the hands, or say whose move it is"):
        analyzer.replay({"game": "tiddly-wink", "plays": ["6-6", "6-5"]})


def test_which_half_of_a_led_tile_is_open() -> None:
    game = {"preset": "one-arm-joe", "first_lead": "seat0", "lead_tile": "any"}
    hand: dict[str, Any] = {"game": game, "hands": ["6-3 1-0", "6-2 3-1"], "boneyard": []}
    assert set(analyzer.replay({**hand, "plays": []}).legal) == {
        "6-3 leaving 6", "6-3 leaving 3", "1-0 leaving 1", "1-0 leaving 0",
    }  # fmt: skip
    assert analyzer.replay({**hand, "plays": ["6-3 leaving 3"]}).legal == ("3-1 on 3",)
    assert analyzer.replay({**hand, "plays": ["6-3 leaving 6"]}).legal == ("6-2 on 6",)
    with pytest.raises(ConfigError, match="6-3 cannot leave 5 open"):
        analyzer.replay({**hand, "plays": ["6-3 leaving 5"]})


def test_a_cross_is_filled_first() -> None:
    """Four sixes on the 6-6 before a three may follow a three; in Maltese Cross the 3-3 must come next."""
    hands = ["6-6 3-2 3-3 0-0 1-0", "6-3 3-1 2-2 4-0", "6-4 2-1 1-1", "6-5 5-0 4-1"]
    hand: dict[str, Any] = {"hands": hands, "boneyard": ["6-2", "6-1"]}
    game = {"preset": "cross", "reserve": 0, "draw": "none", "hand_size": 5}
    three = analyzer.replay({**hand, "game": game, "plays": ["6-6", "6-3", "6-4", "6-5", "pass", "pass", "pass"]})
    assert three.result is not None  # nobody holds a fourth six, and the three, four and five wait for it
    assert three.result["reason"] == "blocked"
    hands = ["6-6 3-2 3-3 0-0 1-0", "6-3 3-1 2-2 4-0", "6-4 2-1 1-1", "6-5 6-2 4-1"]
    plays = ["6-6", "6-3", "6-4", "6-5", "pass", "pass", "pass", "6-2"]
    filled = analyzer.replay({"hands": hands, "boneyard": [], "game": game, "plays": plays})
    assert set(filled.legal) == {"3-2 on 2", "3-2 on 3", "3-3 on 3"}
    maltese = analyzer.replay(
        {"hands": hands, "boneyard": [], "game": {**game, "preset": "maltese-cross"}, "plays": plays}
    )
    assert set(maltese.legal) == {"3-3 on 3"}


def test_a_tile_that_is_taken_out_cannot_be_dealt() -> None:
    hand: dict[str, Any] = {"game": "jamaican-cut-throat", "players": 3, "plays": ["6-6"]}
    assert "0-0" not in str(analyzer.replay({**hand}).to_dict()["steps"])
    with pytest.raises(ConfigError, match=r"hands\[0\]: 0-0 is taken out of the set"):
        analyzer.replay({**hand, "hands": ["0-0 6-6", "1-1", "2-2"]})


def test_hands_that_would_draw_for_the_lead_are_refused() -> None:
    with pytest.raises(ConfigError, match="nobody holds 9-9, so that everybody would draw"):
        analyzer.replay({"game": "cyprus", "hands": ["9-8", "9-7", "9-6", "9-5"], "plays": []})
    with pytest.raises(ConfigError, match="nobody holds a double, so that everybody would draw"):
        analyzer.replay({"game": "block-spinners", "hands": ["6-5", "6-4"], "plays": []})
