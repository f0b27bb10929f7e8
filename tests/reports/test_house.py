"""House rules side by side: what is said, what is left unsaid, and what figures, tables and terminal show."""

from __future__ import annotations

import io
import re
from xml.etree import ElementTree

import pandas as pd
import pytest
from rich.console import Console

import reports
from reports.canvas import text_width
from reports.facts import read_manifest
from reports.heatmap import draw_matrix
from reports.house import read_house
from reports.plan import plan_page
from reports.rows import read_rows
from reports.vocabulary import VERDICTS
from tests.reports import samples_house as samples
from tests.reports.samples_house import CHANGES, facts, house

LUCK = {"luck_win": (-0.344, "lower")}


def answer(table: pd.DataFrame, **changes: object) -> list[str]:
    return reports.answer(table, facts(**changes))


def changed(**changes: tuple[float, str]) -> pd.DataFrame:
    """Return the results of one rule with some other figures."""
    return house(changes={"draw: until": CHANGES["draw: until"] | changes})


def printed(width: int = 110) -> str:
    """Return what a terminal of a width shows."""
    stream = io.StringIO()
    reports.print_table(house(), facts(), Console(file=stream, width=width, markup=False, highlight=False))
    return stream.getvalue()


# --- sentences -------------------------------------------------------------------------------------------------------


def test_the_first_sentence_says_which_rule_changes_most_and_which_nothing() -> None:
    assert answer(house())[0] == (
        "In Doubles with two players, every seat playing at random, on the same 200,000 deals, compared with the "
        "house's own rules: of three changes of rules, no locked numbers changes most: the deal fixes 34.4 percentage "
        "points less of who wins, 20.6 % instead of 55.0 % (95 % interval −34.7 to −34.1); “none back” (no tiles kept "
        "back) changes nothing that one would notice."
    )


def test_every_rule_has_a_paragraph_the_one_that_changes_most_first() -> None:
    _, unlock, until, reserve, *_ = answer(house())
    assert unlock == (
        "No locked numbers, besides that: 1.31 tiles fewer are played in a round, 16.59 instead of 17.90 (95 % "
        "interval −1.33 to −1.29); 0.40 percentage points more rounds end blocked, 1.87 % "
        "instead of 1.47 % (0.35 to 0.45). Holding doubles back "
        "gains 12.6 percentage points less than under the house's own rules, −8.7 instead of +3.9 (−12.7 to −12.5); "
        "playing the heaviest tile gains 2.0 percentage points less than under the house's own rules, −0.8 instead of "
        "+1.2 (−2.1 to −1.9). The best policy is playing at random; under the house's own rules it is holding doubles "
        "back."
    )
    assert until.startswith("Drawing until a tile fits: 0.24 tiles more are played in a round, 18.14 instead of 17.90")
    assert reserve == (
        "“none back” (no tiles kept back): all three measures stay practically the same, the farthest tiles "
        "played +0.06 (95 % interval 0.04 to 0.08), share of luck −0.2 percentage points "
        "(−0.5 to 0.1), blocked rounds +0.04 percentage points (−0.01 to 0.09)."
    )


def test_three_effects_are_spelled_out_and_the_table_has_the_rest() -> None:
    table = house("draw: until")
    change = table[(table.kind == "rule change") & (table.measure == "plays")]
    more = [change.assign(measure=name) for name in ("turns", "draws", "rounds")]
    said = answer(pd.concat([table, *more], ignore_index=True))
    assert len(re.findall(r"instead of", said[1].split(". ")[0])) == 3
    assert "; one more change in the table. " in said[1]


def test_nothing_is_said_of_what_is_not_established() -> None:
    until = next(text for text in answer(house()) if text.startswith("Drawing until a tile fits:"))
    assert "luck" not in until
    assert "Practically the same: blocked rounds −0.24 percentage points (−0.29 to −0.19)." in until
    unsure = {"blocked": (0.0004, "undecided"), "plays": (0.01, "undecided"), "luck_win": (0.001, "undecided")}
    said = answer(changed(**unsure))
    assert said[1].startswith("Drawing until a tile fits: no change is established by what was measured.")
    both = house(changes=dict.fromkeys(("draw: until", "reserve: 0"), unsure))
    assert answer(both)[0].endswith("none of two changes of rules is established to change anything.")


def test_a_rule_that_only_moves_the_policies_is_not_called_unnoticed() -> None:
    same = dict.fromkeys(CHANGES["draw: until"], (0.0001, "practically the same"))
    _, until, *_ = answer(changed(**same))
    assert until.startswith("Drawing until a tile fits: all three measures stay practically the same, the farthest ")
    assert "would notice" not in until
    assert "Holding doubles back gains 1.6 percentage points more" in until


def test_rules_that_may_change_as_much_share_the_first_place() -> None:
    close = {"unlock: none": CHANGES["unlock: none"], "draw: until": CHANGES["draw: until"] | LUCK}
    assert (
        "of two changes of rules, no locked numbers and drawing until a tile fits change most, none of them "
        "established to change more than another."
    ) in answer(house(changes=close))[0]


def test_combinations_are_told_by_what_they_are_more_than_their_parts() -> None:
    said = answer(house())
    assert not any(text.startswith("Drawing until a tile fits + no locked numbers") for text in said)
    assert (
        "Drawing until a tile fits and no locked numbers together change blocked rounds more than they add up to: "
        "+0.81 together, +0.16 added up, difference +0.65 percentage points (95 % interval 0.56 to 0.74; "
        "200,000 deals)."
    ) in said
    alone = answer(house("draw: until, unlock: none").query("kind != 'interaction' or baseline != ''"))
    assert alone[1].startswith("Drawing until a tile fits + no locked numbers: the deal fixes 34.3 percentage points")


def test_the_best_policy_is_named_under_every_rule_or_none_is() -> None:
    assert answer(house())[-1] == (
        "Best of three policies by rounds won, opponents playing at random: holding doubles back under the house's own "
        "rules, drawing until a tile fits and “none back” (no tiles kept back); playing at random under no locked "
        "numbers and drawing until a tile fits + no locked numbers."
    )
    table = house("reserve: 0")
    unsure = table.assign(verdict=table.verdict.mask(table.kind == "pair", "undecided"))
    assert answer(unsure)[-1] == (
        "Best of three policies by rounds won, opponents playing at random: none is established as the best under both "
        "sets of rules."
    )


def test_without_policies_or_luck_there_is_less_to_say() -> None:
    table = house("draw: until")
    bare = table[table.kind.isin(["arm", "rule change"]) & (table.measure != "luck_win")]
    assert len(answer(bare)) == 2
    assert len(plan_page(read_rows(bare), read_manifest(facts())).figures) == 1


def test_an_interrupted_run_says_so_first() -> None:
    assert answer(house(), partial=True)[0].startswith("Partial result: the run was interrupted")


def test_an_ordinary_run_of_the_same_rows_is_told_as_ever() -> None:
    said = answer(house(), question={})
    assert any("compared with the game's own rules" in text for text in said)
    assert any("together change blocked rounds more than they add up to" in text for text in said)
    assert any("“none back” (no tiles kept back) compared with the game's own rules" in text for text in said)
    assert read_house(read_rows(house()), read_manifest(facts(question={}))) is None


# --- figures, tables, terminal ---------------------------------------------------------------------------------------


def test_the_page_has_both_matrices_and_every_table() -> None:
    page = plan_page(read_rows(house()), read_manifest(facts()))
    changes, gains = (part.matrix for part in page.figures)
    assert changes is not None
    assert gains is not None
    assert [label.main for label in changes.columns] == ["Blocked rounds", "Tiles played", "Share of luck"]
    lines = ["Own rules", "No locked numbers", "Drawing until a tile fits", "none back"]
    assert [line.label.main for line in changes.lines][:4] == lines
    assert [cell.shown for cell in changes.lines[0].cells if cell] == ["1.47 %", "17.90", "55.0 %"]
    assert [cell.shown for cell in changes.lines[1].cells if cell] == ["+0.40", "−1.31", "−34.4"]
    assert [cell.shade for cell in changes.lines[1].cells if cell] == [1, 2, 4]
    assert [label.main for label in gains.columns] == ["heaviest", "doubles-last", "Best policy"]
    assert [line.cells[-1].shown for line in gains.lines if line.cells[-1]][:2] == ["doubles-last", "random"]
    assert [table.title for table in page.tables] == [
        "What each rule changes",
        "Rules together",
        "What each policy gains",
        "How much more it gains than under the house's own rules",
        "The best policy",
        "Luck",
    ]
    best = page.tables[4].groups[0].rows
    assert [cell.text for cell in best[0].cells][:4] == ["doubles-last", "+2.7", "+2.6 to +2.8", "heaviest"]
    together = page.tables[1].groups[0].rows[0]
    assert [cell.text for cell in together.cells][:5] == ["+0.65", "+0.56 to +0.74", "higher", "+0.81", "+0.16"]
    assert {"Margin", "Gain", "Rules together"} <= {pair.term for pair in page.reading}


def test_the_legend_of_the_matrix_has_every_sign_and_room_for_it() -> None:
    for part in plan_page(read_rows(house()), read_manifest(facts())).figures:
        assert part.matrix is not None
        root = ElementTree.fromstring(draw_matrix(part.matrix).wide)
        texts = {text.text: text for text in root.iter() if text.tag.endswith("}text")}
        for words in {cell.verdict.words for cell in part.matrix.cells} - {""}:
            assert float(texts[words].get("x", "")) + text_width(words, 11) < float(root.get("viewBox", "").split()[2])


def test_undecided_has_one_sign_everywhere() -> None:
    page = plan_page(read_rows(house()), read_manifest(facts()))
    sign = VERDICTS["undecided"].mark
    cells = [cell for part in page.figures if part.matrix for cell in part.matrix.cells]
    assert {cell.mark for cell in cells if cell.verdict.key == "undecided"} == {sign}
    assert any(f"Undecided {sign}:" in pair.text for pair in page.reading)
    assert f" {sign}" in printed()


def test_the_page_is_built_the_same_twice_and_escapes_names() -> None:
    table = house().assign(rules_name=lambda t: t.rules_name.replace("none back", "<b>none</b>"))
    first = reports.build(table, facts())
    assert first == reports.build(table, facts())
    assert "&lt;b&gt;none&lt;/b&gt;" in first
    assert "<b>none</b>" not in first
    assert "could not be drawn" not in first


def test_the_terminal_shows_rules_by_measures_and_by_policies() -> None:
    lines = printed().splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("unlock: none"))
    assert lines[at].split() == ["unlock:", "none", "+0.40", "▲", "−1.31", "▼", "−34.4", "▼"]
    assert any(line.startswith("none back ") for line in lines)
    assert (
        "What each policy gains: rounds won less those of the baseline “random”, opponents playing at random" in lines
    )
    assert any(line.rstrip().endswith("by 2.7") for line in lines)


@pytest.mark.parametrize("width", [40, 60, 80, 200])
def test_the_terminal_never_overflows(width: int) -> None:
    assert max(len(line.rstrip()) for line in printed(width).splitlines()) <= width


def test_samples_are_as_real_runs_are() -> None:
    """The same kinds, and the pairs are those of all policies."""
    table = samples.house()
    assert set(table.kind) == {"arm", "comparison", "pair", "rule change", "interaction", "luck"}
    assert len(table[table.kind == "pair"]) == 3 * 5


def test_rules_on_top_of_a_house_of_its_own_are_told_by_what_they_change() -> None:
    """The house draws until a tile fits; the variant is the ready game itself, whose house rules are empty."""
    table = house("unlock: none").assign(
        house_rules=lambda t: t.house_rules.map({"": "draw: until", "unlock: none": ""}),
        reference=lambda t: t.reference.replace("doubles", "doubles (draw: until)"),
    )
    games = {
        "doubles (draw: until)": {"title": "Doubles", "game": "doubles", "house_rules": "draw: until"},
        "doubles": {"title": "Doubles", "game": "doubles", "house_rules": "", "changes": "draw: one"},
    }
    said = answer(table, games=games)
    assert said[0].startswith("In Doubles (drawing until a tile fits) with two players, every seat playing at random")
    assert said[1].startswith("Drawing one tile: the deal fixes 34.4 percentage points less of who wins")
    page = plan_page(read_rows(table), read_manifest(facts(games=games)))
    assert page.tables[0].groups[0].rows[0].label == ("draw: one", "drawing one tile")
