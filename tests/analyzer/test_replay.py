"""Hands replayed through the kernel: published hands and disputed rulings (cases DOM-*), and how moves are written."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

import analyzer
import reports
from analyzer.faults import ConfigError

CONFIGS = Path(__file__).parents[2] / "configs"
PARTNERS = CONFIGS / "hands" / "partnership-lock.yaml"
LOCK_ON_SIXES = "6-3 3-1 1-6 6-6 6-2 2-4 4-6 6-5 5-0 0-6"


def steps(**hand):
    return analyzer.replay(hand).steps


def counts_and_points(**hand):
    return [step.open_end_count for step in steps(**hand)], [step.points for step in steps(**hand)]


def partners_hand(**house_rules):
    hand = yaml.safe_load(PARTNERS.read_text("utf-8"))
    hand["game"] = {**hand["game"], **house_rules}
    return analyzer.replay(hand).result


@pytest.mark.exact
@pytest.mark.parametrize(
    ("house_rules", "team", "points"),
    [
        ({}, 0, 46),
        ({"blocked_score": "all"}, 0, 76),
        ({"blocked_score": "opp_minus_own"}, 0, 16),
        ({"blocked_winner": "single_hand"}, 1, 30),
        ({"blocked_winner": "blocker_vs_next"}, 0, 46),
    ],
)
def test_one_hand_separates_the_rules_of_a_block(house_rules, team, points):
    """Rule book 7.2.1: the same hand under five rules; the lowest single hand makes the other team the winner."""
    result = partners_hand(**house_rules)
    assert (result["reason"], result["team"], max(result["points"])) == ("blocked", team, points)
    assert result["pips_left"] == [15, 13, 15, 33]
    assert result["passes"] == 9  # five during the hand, four that close it


@pytest.mark.exact
def test_muggins_line_of_the_old_hoyle():
    """Rule book 7.2.2, case DOM-10."""
    plays = ["5-5", "5-0", "0-0 on 0", "5-6 on 5", "0-4 on 0-0"]
    counts, points = counts_and_points(game="muggins", plays=plays)
    assert (counts, points) == ([10, 10, 10, 6, 10], [10, 10, 10, 0, 10])


@pytest.mark.exact
@pytest.mark.parametrize(
    ("game", "counts", "points"),
    [("all-fives", [8, 14, 7, 10, 10], [0, 0, 0, 10, 10]), ("sniff", [8, 14, 15, 14, 10], [0, 0, 15, 0, 10])],
)
def test_spinner_counts_in_all_fives_and_in_sniff(game, counts, points):
    """Case DOM-11."""
    plays = ["4-4", "4-6", "1-4 on the other side", "3-4 on a tip", "0-4 on the other tip"]
    found = counts_and_points(game={"preset": game, "score_divisor": 1}, plays=plays)
    assert found == (counts, points)


@pytest.mark.exact
def test_the_third_play_of_all_fives_does_not_exist_in_muggins():
    """Case DOM-11."""
    hand = {"game": "muggins", "plays": ["4-4", "4-6", "1-4", "3-4"]}
    with pytest.raises(ConfigError, match=r"'3-4' is not legal.*seat 1 to move"):
        analyzer.replay(hand)


@pytest.mark.exact
@pytest.mark.parametrize(
    ("plays", "count", "points"),
    [
        (["5-5"], 10, 10),
        (["4-6"], 10, 10),
        (["0-5"], 5, 5),
        (["1-4"], 5, 5),
        (["2-3"], 5, 5),
        (["0-0"], 0, 0),
        (["2-4", "3-4"], 5, 5),
        (["2-4", "4-4"], 10, 10),
        (["3-5", "5-5"], 13, 0),
        (["3-5", "5-5", "5-1"], 4, 0),
        (["6-6", "6-3"], 15, 15),
    ],
)
def test_leads_and_short_lines(plays, count, points):
    """Case DOM-10."""
    last = steps(game="muggins", plays=plays)[-1]
    assert (last.open_end_count, last.points) == (count, points)


@pytest.mark.exact
def test_all_fives_with_both_sides_of_the_double_covered():
    """Rule book 7.2.3."""
    counts, points = counts_and_points(game="all-fives", plays=["6-6", "6-3", "6-2 on 6"])
    assert (counts, points) == ([12, 15, 5], [0, 15, 5])


@pytest.mark.exact
def test_bergen():
    """Rule book 7.2.6: the lead of a double and equal ends score 2, with the double 3."""
    plays = ["6-6", "6-2", "6-4", "4-2", "2-2"]
    found = steps(game={"preset": "bergen", "first_lead": "seat0", "lead_tile": "any"}, plays=plays)
    assert [step.points for step in found] == [2, 0, 0, 2, 3]


@pytest.mark.exact
def test_doubles_unlock_their_number():
    """Case DOM-08: 5-5 and 3-5 lie; 3 is locked until 3-3 lies, 5 is not."""
    held = "3-4 3-3 4-5 2-2 4-4 0-3"
    game = {"preset": "doubles", "hand_size": 6, "first_lead": "seat0", "lead_tile": "any"}
    hands = [f"{held}", "5-5 3-5 0-0 0-1 1-1 0-2"]
    hand = {"game": game, "players": 2, "hands": hands, "leader": 1, "boneyard": []}
    hand |= {"plays": ["5-5", "4-5"]}
    assert set(analyzer.replay({**hand, "plays": ["5-5"]}).legal) == {"5-4 on 5"}
    hands = ["5-5 3-5 0-0 0-1 1-1 0-2", "0-5 1-2", "3-4 3-3 4-5 2-2 4-4 0-3"]
    found = analyzer.replay({**hand, "players": 3, "hands": hands, "leader": 0, "plays": ["5-5", "0-5"]})
    assert set(found.legal) == {"5-4 on 5"}
    hands = ["5-5 0-0 0-1", "3-5 1-2", "3-4 3-3 4-5 2-2 4-4 0-3"]
    hand |= {"players": 3, "hands": hands, "leader": 0}
    assert set(analyzer.replay({**hand, "plays": ["5-5", "3-5"]}).legal) == {"3-3 on 3", "5-4 on 5"}
    hands = ["5-5 0-0 3-6", "3-5 1-2", "3-3 0-2", "3-4 4-5 2-2 4-4 0-3"]
    hand |= {"players": 4, "hands": hands}
    found = analyzer.replay({**hand, "plays": ["5-5", "3-5", "3-3"]})
    assert set(found.legal) == {"4-3 on 3", "3-0 on 3", "5-4 on 5"}


@pytest.mark.exact
def test_doubles_when_only_locked_numbers_are_open():
    """Rule book 7.2.7: four sixes on the 6-6; then only a double may be played."""
    game = {"preset": "doubles", "hand_size": 5, "draw": "none", "reserve": 0}
    hands = ["6-6 6-3 5-3 1-1 0-0", "6-5 6-4 3-3 4-1 2-1"]
    plays = ["6-6", "6-5", "6-3", "6-4"]
    found = analyzer.replay({"game": game, "players": 2, "hands": [*hands], "plays": plays})
    assert found.steps[3].open_ends == (3, 4, 5, 6)
    hands = ["6-6 6-2 5-3 3-3 0-0", "6-5 6-4 3-2 4-1 2-1", "6-3 1-1 0-1 0-2 0-3"]
    found = analyzer.replay({"game": game, "players": 3, "hands": hands, "plays": ["6-6", "6-5", "6-3", "6-2", "6-4"]})
    assert [step.move for step in found.steps[-2:]] == ["6-4 on 6", "pass"]
    assert found.legal == ("3-3 on 3",)


@pytest.mark.exact
def test_lowest_team_and_lowest_hand_name_different_winners():
    """Case DOM-18, with the moves by left and right."""
    game = {"preset": "block", "teams": "2v2", "hand_size": 7, "blocked_score": "opp"}
    hands = [
        "0-1 1-3 2-4 3-4 6-6 1-4 2-5",
        "0-0 0-5 1-5 4-4 3-6 4-6 2-6",
        "0-2 0-4 3-5 4-5 5-5 1-6 0-6",
        "1-1 1-2 2-2 2-3 3-3 0-3 5-6",
    ]
    plays = "0: 6-6, 1: 3-6 right, 2: 1-6 left, 3: 0-3 right, 0: 1-4 left, 1: 4-6 left, 2: 0-6 right, 3: 5-6 right"
    hand = {"players": 4, "hands": hands, "plays": f"{plays}, 0: 2-5 right, 1: 2-6 right"}
    for rules, team, points in [
        ({}, 1, 51),
        ({"blocked_score": "all"}, 1, 90),
        ({"blocked_score": "opp_minus_own"}, 1, 12),
        ({"blocked_winner": "single_hand"}, 0, 39),
    ]:
        found = analyzer.replay({**hand, "game": {**game, **rules}})
        assert found.result is not None
        assert found.result["pips_left"] == [18, 19, 33, 20]
        assert (found.result["team"], max(found.result["points"])) == (team, points)
        assert found.steps[9].open_ends == (6, 6)


@pytest.mark.exact
@pytest.mark.parametrize(("score", "points"), [("opp_pips", 8), ("all_other_pips", 19), ("opp_minus_partner", 0)])
def test_going_out_with_a_partner(score, points):
    """Case DOM-20; a negative award is nonsense and becomes 0."""
    hands = [
        "0-0 0-3 0-4 2-4 2-6 3-5 4-6",
        "1-1 1-6 2-3 2-5 3-3 3-4 4-5",
        "0-6 1-2 1-3 1-4 2-2 4-4 5-6",
        "0-1 0-2 0-5 1-5 3-6 5-5 6-6",
    ]
    plays = (
        "3: 6-6, 0: 4-6@6, 1: 4-5@4, 2: 5-6@5, 3: 3-6@6, 0: 2-6@6, 1: 2-5@2, 2: 1-3@3, 3: 5-5@5, 0: 3-5@5, 1: 1-6@1, "
        "2: 0-6@6, 3: 0-5@0, 0: 0-3@3, 1: pass, 2: pass, 3: 1-5@5, 0: 0-4@0, 1: 3-4@4, 2: 1-4@1, 3: pass, 0: 2-4@4, "
        "1: 3-3@3, 2: 2-2@2, 3: 0-2@2, 0: 0-0@0"
    )
    game = {"preset": "block", "teams": "2v2", "hand_size": 7, "domino_score": score}
    found = analyzer.replay({"game": game, "players": 4, "hands": hands, "plays": plays})
    assert found.result is not None
    assert found.result["reason"] == "domino"
    assert found.result["winner"] == 0
    assert found.result["points"] == [points, 0, points, 0]
    assert found.result["pips_left"] == [0, 7, 11, 1]
    assert (found.result["plays"], found.result["passes"]) == (23, 3)
    assert found.steps[-1].open_ends == (0, 3)


@pytest.mark.exact
@pytest.mark.parametrize(
    ("house_rules", "winner", "points", "pips", "draws"),
    [
        ({"reserve": 0, "early_block_detection": True}, 0, 1, [11, 12], 0),
        ({"reserve": 0}, 1, 66, [78, 12], 14),
        ({"reserve": 2}, 1, None, None, 12),
    ],
)
def test_a_lock_with_tiles_to_draw(house_rules, winner, points, pips, draws):
    """Case DOM-21: the draw rule decides who wins."""
    hand = {"game": {"preset": "draw", **house_rules}, "players": 2, "line": LOCK_ON_SIXES, "to_move": 0}
    result = analyzer.replay({**hand, "hands": ["0-4 2-5", "1-2 4-5"]}).result
    assert result is not None
    assert (result["reason"], result["winner"], result["draws"]) == ("blocked", winner, draws)
    if points is not None:
        assert (max(result["points"]), result["pips_left"]) == (points, pips)
    else:
        assert 60 <= result["pips_left"][0] <= 77


@pytest.mark.exact
def test_a_shut_out_of_69_points():
    """Case DOM-22."""
    hands = ["1-1 1-2 2-2 0-2 0-0 0-1 0-3", "6-6 5-6 5-5 4-6 4-5 3-6 4-4"]
    plays = ["1-1", "1-2", "2-2 on 2", "0-2 on 2-2", "0-0 on 0", "0-1 on the 1 end", "0-3 on 0"]
    hand = {"game": "block", "players": 2, "leader": 0, "hands": hands, "plays": plays, "boneyard": []}
    result = analyzer.replay(hand).result
    assert result is not None
    assert (result["winner"], result["points"], result["passes"]) == (0, [69, 0], 6)


@pytest.mark.exact
def test_highest_double_leads_whoever_holds_it():
    """Case DOM-04."""
    hands = ["0-1 0-2 1-3 2-4 3-5 4-5 1-6", "6-6 1-2 2-3 3-6 0-5 1-4 0-4"]
    found = analyzer.replay({"game": "draw", "players": 2, "hands": hands})
    assert found.to_move == 1
    assert found.legal == ("6-6",)
    after = analyzer.replay({"game": "draw", "players": 2, "hands": hands, "plays": ["6-6"]})
    assert after.to_move == 0


@pytest.mark.exact
def test_moves_are_distinct_by_tile_and_number():
    """Case DOM-06: seven leads; with both ends equal a tile is one move, not two."""
    hand = "1-1 1-3 2-6 3-4 0-4 1-4 6-6"
    block = {"preset": "block", "hand_size": 7}
    game = {"game": block, "players": 2, "hands": [hand, "0-0 0-1 0-2 0-3 0-5 0-6 2-2"], "leader": 0}
    assert len(analyzer.replay(game).legal) == 7
    equal_ends = {"game": block, "players": 2, "line": "3-1 1-2 2-3", "hands": ["3-4 3-3 0-1", "5-5 5-6 6-6"]}
    assert analyzer.replay(equal_ends).legal == ("3-3 on 3", "4-3 on 3")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"plays": ["6-6"]}, r"plays: '6-6' is not legal; legal is 1-1, 2-1 or 3-1 \(seat 0 to move\)"),
        ({"plays": ["1-1", "1: 2-2"]}, "'1: 2-2': seat 0 is to move, not 1; legal is 2-1 on 1 or 3-1 on 1"),
        ({"plays": ["1-1", "1-2 on 5"]}, "'1-2 on 5' is not legal; legal is 2-1 on 1 or 3-1 on 1"),
        ({"plays": ["nonsense"]}, "'nonsense' is not a move"),
        ({"plays": ["1-1 on the moon"]}, "'moon' is no place"),
        ({"plays": ["9-9"]}, "not in a double-6 set"),
        ({"hands": ["1-1 1-2", "1-1 2-2"]}, r"1-1 is in hands\[0\] and in hands\[1\]"),
        ({"hands": ["1-1 1-2"]}, "2 players need 2 hands; got 1"),
        ({"plys": []}, "unknown key.*did you mean plays"),
        ({"leader": 7}, "leader"),
        ({"game": "blok"}, "did you mean block"),
        ({"plays": ["1-1", "draw"]}, "nobody may draw now"),
    ],
)
def test_bad_hands_say_what_is_wrong(change, message):
    hand = {"game": "block", "players": 2, "leader": 0, "hands": ["1-1 1-2 1-3", "2-2 2-4 5-5"], "boneyard": []}
    with pytest.raises(ConfigError, match=message):
        analyzer.replay({**hand, **change})


def test_a_tile_that_fits_two_ends_with_different_outcomes_is_asked_about():
    hand = {"game": "block", "players": 2, "leader": 0, "boneyard": []}
    with pytest.raises(ConfigError, match="'1-2' may mean 2-1 on 1 or 2-1 on 2; say which"):
        analyzer.replay({**hand, "hands": ["1-5 1-2 3-3 6-6", "2-5 2-3 4-4 0-0"], "plays": ["1-5", "2-5", "1-2"]})


def test_wild_blanks_name_the_half_that_touches():
    hand = {"game": {"preset": "double-six"}, "players": 2, "boneyard": []}
    found = analyzer.replay({**hand, "hands": ["6-6 4-4", "6-0 5-1"], "plays": ["6-6"]})
    assert found.legal == tuple(f"6-0 on 6 (side of the double) by its {half}" for half in (0, 6))
    after = analyzer.replay({**hand, "hands": ["6-6 4-4", "6-0 5-1"], "plays": ["6-6", "6-0 on 6 by its 0"]})
    assert after.steps[1].open_ends == (6, 6, 6, 6)


@pytest.mark.parametrize("half", [0, 6])
def test_choices_that_are_offered_can_be_copied_back(half):
    hand = {"game": "double-six", "players": 2, "leader": 0, "boneyard": []}
    hand |= {"hands": ["6-6 4-4 6-5", "6-0 5-1 3-2"]}
    with pytest.raises(ConfigError) as refused:
        analyzer.replay({**hand, "plays": ["6-6", "6-0"]})
    offers = [f"6-0 on 6 (side of the double) by its {touching}" for touching in (0, 6)]
    assert f"'6-0' may mean {offers[0]} or {offers[1]}; say which" in str(refused.value)
    hints = (f"6-0 on 6 (side of the double) by its {half}", f"6-0 on 6 by its {half}", f"6-0 leaving {6 - half}")
    ends = {analyzer.replay({**hand, "plays": ["6-6", hint]}).steps[1].open_ends for hint in hints}
    assert len(ends) == 1
    assert ends != {analyzer.replay({**hand, "plays": ["6-6", f"6-0 by its {6 - half}"]}).steps[1].open_ends}


@pytest.mark.parametrize("game", ["muggins", "bergen", "fives-and-threes"])
def test_without_spinners_a_double_has_no_sides(game):
    hand = {"game": game, "players": 2, "leader": 0, "hands": ["6-6 4-4", "6-0 5-1"], "boneyard": []}
    old = analyzer.replay({**hand, "plays": ["6-6", "6-0 on 6 (side of the double)"]})
    new = analyzer.replay({**hand, "plays": ["6-6", "6-0 on 6 (at the double)"]})
    assert old.to_dict() == new.to_dict()
    assert new.steps[1].move == "6-0 on 6 (at the double)"
    assert new.round["moves"][1]["choices"] == ["6-0 on 6 (at the double)"]
    assert "plays 6-0 on 6 (at the double)" in reports.replay_page([new.round], "A hand")


def test_the_page_names_the_game_and_says_who_is_to_move():
    hand = {"game": "doubles", "players": 2, "leader": 0, "hands": ["6-6 6-4 1-1", "6-5 2-2 3-3"], "boneyard": []}
    found = analyzer.replay({**hand, "plays": ["6-6", "6-5"]})
    page = reports.replay_page([found.round], "A hand")
    assert '<p class="description">Doubles, two players</p>' in page
    assert found.text().splitlines()[-1] == f"Seat 0 to move; legal: {', '.join(found.legal)}."
    assert f'<p class="ending">{found.text().splitlines()[-1]}</p>' in page
    assumed = analyzer.replay({"game": "doubles", "players": 2, "plays": ["6-6", "6-5"]})
    assert "to move; legal" not in reports.replay_page([assumed.round], "A hand")  # of hands that were made up
    three = analyzer.replay({"game": "doubles", "players": 3, "plays": ["6-6"]})
    assert '<p class="description">Doubles</p>' in reports.replay_page([found.round, three.round], "Two hands")


def test_the_command_prints_and_writes_json(tmp_path):
    command = [sys.executable, "-m", "analyzer", "replay", str(PARTNERS)]
    shown = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True)
    assert "Blocked. Seat 2 (team 0) wins. Points by seat: 46, 0, 46, 0." in shown.stdout
    found = json.loads(subprocess.run([*command, "--json"], capture_output=True, check=True).stdout)
    assert found["result"]["points"] == [46, 0, 46, 0]
    assert found["steps"][0]["move"] == "1-1"
    bad = tmp_path / "bad.yaml"
    bad.write_text("game: block\nplayers: 2\nleader: 0\nhands: [1-1 1-2, 2-2 2-3]\nplays:\n  - 1-1\n  - 5-5\n", "utf-8")
    refused = subprocess.run([*command[:-1], str(bad)], capture_output=True, text=True, check=False)
    assert refused.returncode == 2
    assert f"{bad}:7:5: plays: '5-5' is not legal; legal is 2-1 on 1 (seat 0 to move)" in refused.stderr.replace(
        "\n", " "
    )
