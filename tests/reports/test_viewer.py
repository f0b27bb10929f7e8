"""Rounds to step through, and what else lies behind the figures: planned data, words, labels, faults."""

import json
import re

import pytest

import reports
from reports import boards
from reports.details import read_details
from reports.examples import example_groups
from reports.facts import read_manifest
from reports.plan import plan_page
from reports.rows import read_rows
from reports.viewer import MOST_CHOICES, viewer_of
from tests.reports import rounds_made, samples
from tests.reports.test_page import COMPARED, Outline
from tests.reports.test_rounds import DATA

FACTS = read_manifest(samples.manifest())
ROWS = read_rows(samples.comparisons())


@pytest.fixture(scope="module")
def details():
    return rounds_made.details(COMPARED)


def shown(page):
    return " ".join("".join(Outline(page).text).split())


# --- the viewer -------------------------------------------------------------------------------------------------------


def test_moves_are_told_in_words():
    (part,) = viewer_of("v", [DATA]).rounds
    assert [step.text for step in part.steps] == [
        "Seat 0 (hold) leads 6-6",
        "Seat 1 (NA) draws 2-1",
        "Seat 1 (NA) passes",
        "Seat 0 (hold) plays 6-4 on 6",
    ]
    assert part.steps[3].more == "open ends total 16, scores 3 points"
    assert part.ending == (
        "Domino: seat 0 (hold) goes out. Seat 0 wins. Points by seat: 3 and 0. Pips left by seat: 0 and 18."
    )


def test_legal_moves_are_listed_with_the_one_that_was_made():
    choices = [f"{n}-0 on 0" for n in range(20)]
    move = {"seat": 0, "tile": "6-6", "choices": choices, "choice": 18, "port": "lead"}
    (step,) = viewer_of("v", [DATA | {"moves": [move]}]).rounds[0].steps
    assert len(step.choices) == MOST_CHOICES
    assert [choice.text for choice in step.choices if choice.taken] == ["18-0 on 0"]
    assert step.left_out == 6
    assert step.playable == " ".join(f"tile-0{n}" for n in range(10))


def test_tiles_are_seen_while_they_are_held():
    hand, other = viewer_of("v", [DATA]).rounds[0].hands
    assert [(piece.name, piece.since, piece.until) for piece in hand.pieces] == [("6-6", 0, 1), ("6-4", 0, 4)]
    assert [(piece.name, piece.since, piece.until) for piece in other.pieces][-1] == ("2-1", 2, None)


def test_a_round_that_cannot_be_laid_out_keeps_its_words():
    broken = DATA | {
        "moves": [DATA["moves"][0], {"seat": 1, "tile": "5-3", "on": 5, "left": 3, "choices": ["5-3 on 5"]}]
    }
    page = reports.replay_page([broken], "Broken")
    assert "The table could not be drawn (nothing on the table takes 5-3 on 5)." in shown(page)
    assert "plays 5-3 on 5" in shown(page)


def test_what_is_no_round_is_an_error():
    with pytest.raises(ValueError, match="a round cannot be read"):
        reports.replay_page([{"moves": [{}]}], "None")


@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_any_number_of_rounds_is_a_page(count):
    page = reports.replay_page([DATA] * count, "Rounds")
    assert page.count('class="viewer') == (1 if count == 2 else count)
    assert Outline(page).open == []


def test_two_rounds_stand_side_by_side_with_the_move_where_they_part(details):
    example = details["examples"][0]
    viewer = viewer_of("v", example["rounds"], parts_at=example["parts_at"])
    assert [step.parting for step in viewer.rounds[0].steps].index(True) == example["parts_at"]
    one, other = (part.board for part in viewer.rounds)
    assert one.box == other.box
    same = sum(tile.move <= example["parts_at"] for tile in one.tiles)
    assert one.tiles[:same] == other.tiles[:same]


# --- labels -----------------------------------------------------------------------------------------------------------


def test_labels_are_intact_and_escaped_everywhere(details):
    names = [*samples.odd_labels(), "</script><script>alert(3)</script>", "--><!--", "\x00\ud800"]
    odd = json.loads(json.dumps(details))
    for number, name in enumerate(names):
        example = odd["examples"][number % len(odd["examples"])]
        example["rounds"][0]["names"][0] = example["policy"] = name
        example["rounds"][0]["moves"][0]["choices"] = [name, name]
        odd["distributions"][number % len(odd["distributions"])]["policy"] = name
        odd["convergence"][number % 2]["policy"] = name
        page = reports.build(samples.odd(), samples.manifest(title=name), odd)
        assert (page.count("<script>"), page.count("</script>")) == (1, 2)  # ours, and the block of data
        assert "alert(3)</script>" not in page
        assert Outline(page).open == []
        if name.isprintable():
            assert f"Seat 0 ({name})" in "".join(Outline(page).text)


def test_the_same_details_give_the_same_bytes(details):
    given = (samples.comparisons(), samples.manifest())
    assert reports.build(*given, details) == reports.build(*given, json.loads(json.dumps(details)))


# --- what lies behind the figures -------------------------------------------------------------------------------------


def test_a_page_without_details_lacks_those_parts(details):
    titles = ("Round by round", "How the rounds came out", "How the estimates settled")
    without = shown(reports.build(samples.comparisons(), samples.manifest()))
    with_them = shown(reports.build(samples.comparisons(), samples.manifest(), details))
    assert not any(title in without for title in titles)
    assert all(title in with_them for title in titles)


@pytest.mark.parametrize(
    "broken",
    [
        [],
        "text",
        {"examples": [{}], "convergence": [{"deals": [1]}], "distributions": [{"values": [1]}]},
        {"examples": [None], "convergence": [None], "distributions": [None]},
        {"examples": [{"deal": 1, "rounds": [{"moves": [{}]}]}], "convergence": None, "distributions": 7},
        {"convergence": [{"deals": [5], "estimate": ["a"], "low": [0], "high": [1]}]},
        {"distributions": [{"values": [10**30], "counts": [1], "measure": "plays"}]},
        {"distributions": [{"values": [2, 1], "counts": [1, 1], "measure": "plays"}]},
        {"distributions": [{"values": [], "counts": [], "measure": "plays"}]},
    ],
)
def test_parts_that_cannot_be_read_cost_nothing_else(broken):
    page = shown(reports.build(samples.comparisons(), samples.manifest(), broken))
    assert re.search(r"\d parts? of the run’s details could not be read\.", page) or broken in ([], "text")
    assert "+3.12" in page or "+3.1" in page


def test_estimates_that_have_no_interval_yet_are_left_out():
    looks = {"deals": [5], "estimate": [None], "low": [None], "high": [None]}
    page = shown(reports.build(samples.comparisons(), samples.manifest(), {"convergence": [looks]}))
    assert "could not be read" not in page
    assert "settled" not in page


def test_a_figure_that_fails_leaves_its_numbers(details, monkeypatch):
    def broken(plot):
        raise RuntimeError("no ink")

    monkeypatch.setattr("reports.figures.draw", broken)
    page = shown(reports.build(samples.comparisons(), samples.manifest(), details))
    assert "This figure could not be drawn (no ink). The table below has its numbers." in page
    assert "Tiles played: 14 tiles" in page


def test_shares_are_exact_and_add_up(details):
    page = plan_page(ROWS, FACTS, read_details(details))
    (first, second) = page.spreads
    assert [panel.title for panel in first.plot.panels] == ["Tiles played", "Points to the winner", "Pips left"]
    for part in (first, second):
        for panel in part.plot.panels:
            for arm in (0, 1):
                assert sum(one.shares[arm] for one in panel.bins) == pytest.approx(100)
            assert len(panel.bins) <= 30
    assert first.title == "hold and neutral"
    assert "300 rounds each" in first.caption


def test_long_tails_are_one_bin():
    spread = {"game": "doubles", "players": 2, "policy": "hold", "measure": "winner_points", "values": [0, 3, 400],
              "counts": [500, 499, 1], "deals": 1000}  # fmt: skip
    page = plan_page(ROWS, FACTS, read_details({"distributions": [spread]}))
    bins = page.spreads[0].plot.panels[0].bins
    assert [(one.low, one.endless) for one in bins] == [(0, False), (1, False), (2, False), (3, True)]
    assert bins[-1].tip == "3 points or more: hold 50.00 %"


def test_settling_has_the_verdicts_of_the_table(details):
    settling = plan_page(ROWS, FACTS, read_details(details)).settling
    assert [trail.colour for trail in settling.plot.trails] == ["better", "worse"]
    assert settling.plot.trails[0].points[0].tip.startswith("1,000 deals: ")
    assert len(settling.data.rows) == 20
    assert "Why it ended: all 400,000 deals played." in settling.caption


def test_examples_say_which_deal_they_are_and_prove_nothing(details):
    page = shown(reports.build(samples.comparisons(), samples.manifest(), details))
    example = details["examples"][0]
    assert f"Deal {example['deal']} of seed 7 among the first 60 deals: difference" in page
    assert f"The first {example['parts_at']} moves are the same; then the two part." in page
    assert "They prove nothing by themselves: the intervals do." in page


def test_headings_of_examples_are_words_and_say_nothing_twice(details):
    example = details["examples"][0] | {"policy": "hold", "baseline": "random", "against": "random"}
    other = example | {"policy": "early", "against": "hold"}
    changed = example | {"kind": "rule change", "house_rules": "draw: until", "reference": "doubles"}
    changed |= {"baseline": "", "against": "", "policy": "random"}
    named = changed | {"house_rules": "draw: until, reserve: 0"}
    own = {"title": "Doubles", "game": "doubles"}
    games = {
        "doubles": own,
        "doubles (draw: until)": own | {"house_rules": "draw: until"},
        "keep drawing": own | {"house_rules": "draw: until, reserve: 0", "changes": "reserve: 0", "name": "<keep>"},
    }
    for question, words in (({"name": "compare"}, "no tiles kept back"), ({}, "drawing until a tile fits, no tiles ")):
        facts = read_manifest(samples.manifest(games=games, question=question))
        read = read_details({"examples": [example, other, changed, named]})
        groups = example_groups(read, read_rows(samples.comparisons()), facts)
        assert [group.title for group in groups[:3]] == [
            "hold vs random, holding doubles back",
            "early vs random, playing doubles first",
            "Drawing until a tile fits, compared with the game's own rules",
        ]
        assert groups[3].title.startswith(f"“<keep>” ({words}")
        assert groups[3].title.endswith("), compared with the game's own rules")
        assert groups[2].context == groups[3].context == "Doubles, two players, every seat playing at random"
        assert groups[0].context.count("opponents") == 1
        assert [part.title for part in groups[3].examples[0].viewer.rounds][1] == "The game's own rules"


def test_points_at_the_end_are_those_of_the_ending(details):
    played = details["examples"][0]["rounds"][0]
    whole = viewer_of("v", [played]).rounds[0]
    assert whole.final == " ".join(str(points) for points in played["points"])
    assert viewer_of("v", [played | {"reason": None}]).rounds[0].final == ""


def test_a_report_with_everything_stays_small(details):
    many = json.loads(json.dumps(details))
    many["examples"] = many["examples"] * 4
    page = reports.build(samples.ten(), samples.manifest(games=samples.GAMES_TWO), many)
    assert len(many["examples"]) == 24
    assert len(page.encode()) < 1_500_000


def test_the_table_of_a_round_is_one_picture_with_every_tile_once(details):
    played = details["examples"][0]["rounds"][0]
    page = reports.replay_page([played], "One")
    plays = sum(move["kind"] == "play" for move in played["moves"])
    (board,) = re.findall(r'<svg class="board".*?</svg>', page, re.DOTALL)
    assert board.count("<use ") == plays == len(boards.board_of(reports.rounds.read_round(played)).tiles)
