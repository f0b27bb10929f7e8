"""Words: settings, names, and what YAML makes of yes, no, on and off (cases CFG-03 and OUT-01)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.analyzer.configs import GAME, faults, load

pytestmark = pytest.mark.exact


@pytest.mark.parametrize("text", ["off", "no", "none", '"no"', "No", "false", "OFF"])
def test_off_in_any_spelling_is_no_spinner(tmp_path: Path, text: str) -> None:
    variant = load(tmp_path, f"game: {{preset: straight, spinner: {text}}}").variants[0]
    assert variant.rules.spinner == "none"
    assert variant.house_rules == {"spinner": "none"}


@pytest.mark.parametrize("setting", ["draw", "unlock", "teams", "wild_blank", "play_score", "domino_score", "tie"])
def test_every_setting_that_can_be_off_takes_off(tmp_path: Path, setting: str) -> None:
    rules = load(tmp_path, f"game: {{preset: doubles, {setting}: off}}").variants[0].rules
    assert getattr(rules, setting) == "none"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("spinner: yes", "x.yaml:3:12: game.spinner: expects one of none, first_double"),
        ("spinner: ~", "x.yaml:3:12: game.spinner: has no value"),
        ("first_lead: off", "got off, which YAML reads as yes or no"),
        ("draw: Until", "Until is not known; it expects one of none, one, until; did you mean until?"),
        ("draw: untill", "did you mean until?"),
        ("spinner: all-doubles", "did you mean all_doubles?"),
        ("voluntary_draw: maybe", "expects on or off, got maybe"),
        ("on: 1", "x.yaml:3:3: game.on: unknown key"),
        ("reservee: 1", "did you mean reserve?"),
        ("hand_size: {5: 7}", "5 is no number of players"),
        ("hand_size: {2: x}", "for 2 players: expects a whole number from 1 to 27, got x"),
        ("hand_size: {3: 6}", "hand_size has no value for 2 players, only for 3"),
        ("hand_size: 20", "x.yaml:3:3: game.hand_size: 2 hands of 20 need 40 tiles"),
        ("reserve: 30", "x.yaml:3:3: game.reserve: reserve 30 is larger than the boneyard of 12 tiles"),
        ("teams: 2v2", "x.yaml:3:3: game.teams: 2v2 partners need four players; got 2"),
        ("first_lead: lot_any", "x.yaml:3:3: game.first_lead: lead_tile cannot be forced when first_lead is lot_any"),
        ("compare: >=", "put > and >= in quotes"),
        ("players: 3", "x.yaml:3:12: game.players: expects a list such as [a, b], got 3"),
    ],
)
def test_faulty_house_rules_name_the_line_to_change(tmp_path: Path, line: str, says: str) -> None:
    found = faults(tmp_path, f"game:\n  preset: doubles\n  {line}\n")
    assert any(says in fault for fault in found), found


def test_other_words_for_the_same(tmp_path: Path) -> None:
    def rules(text: str) -> dict[str, object]:
        return load(tmp_path, f"game: {{preset: doubles, {text}}}").variants[0].house_rules

    assert rules("first_lead: lot, lead_tile: any") == {"first_lead": "lot_any", "lead_tile": "any"}
    assert rules('compare: ">"') == {"compare": "above"}
    assert rules('compare: ">="') == {}
    assert rules("first_lead: double_else_lexicographic") == {"no_double": "highest_tile"}
    assert rules("first_lead: double_else_lexicographic, no_double: lot") == {"no_double": "lot"}
    assert rules("blocked_winner: player_pips") == {}
    assert rules("must_play_drawn: no, voluntary_draw: on") == {"voluntary_draw": True, "must_play_drawn": False}


def test_lowest_player_is_refused_with_partners(tmp_path: Path) -> None:
    (fault,) = faults(tmp_path, "game: {preset: doubles, teams: 2v2, blocked_winner: player_pips}\nplayers: 4\n")
    assert "with partners write team_pips or single_hand" in fault


def test_names_of_policies_are_never_booleans(tmp_path: Path) -> None:
    found = faults(tmp_path, f"{GAME}policies: [random, off, heavy]\nseats: [random]\n")
    assert found[0] == (
        "x.yaml:2:20: policies.off: expects the name of a policy, but YAML reads off as yes or no; "
        'if it is a name, quote it: "off"'
    )
    assert "heavy is no built-in policy" in found[1]
    assert found[1].endswith("did you mean heaviest?")
    (fault,) = faults(tmp_path, f"{GAME}compare: {{baseline: random, candidates: [heaviest, no]}}")
    assert "compare.candidates[1]: expects the name of a policy, but YAML reads no as yes or no" in fault
    assert "strategies: unknown key; did you mean policies?" in faults(tmp_path, f"{GAME}strategies: [random]")[0]


def test_labels_stay_as_written(tmp_path: Path) -> None:
    names = ["None", "NA", "nan", "null", "n/a", "N/A", "heavy", "-x", "007", "010", "1e6", "~", "off", "戦略", "a: b"]
    lines = "".join(f"  {name}: heaviest\n" for name in names).replace("a: b:", '"a: b":')
    experiment = load(tmp_path, f"{GAME}policies:\n{lines}compare: {{baseline: random}}\nuntil: 10\n")
    assert [comparison.candidate for comparison in experiment.comparisons] == names
    assert list(experiment.policies) == ["random", *names]
    chosen = load(
        tmp_path, f"{GAME}policies:\n{lines}compare: {{baseline: null, candidates: [007, 1e6, NA], against: None}}\n"
    )
    assert [(c.candidate, c.baseline, c.against) for c in chosen.comparisons] == [
        (name, "null", "None") for name in ("007", "1e6", "NA")
    ]


def test_the_same_label_in_two_spellings_is_a_duplicate(tmp_path: Path) -> None:
    (fault,) = faults(tmp_path, f'{GAME}policies:\n  null: random\n  "null": heaviest\n')
    assert "the key null is written twice, in lines 3 and 4" in fault


def test_a_built_in_name_keeps_its_meaning(tmp_path: Path) -> None:
    assert faults(tmp_path, f"{GAME}policies: {{random: random}}") == []
    (fault,) = faults(tmp_path, f"{GAME}policies: {{random: heaviest}}")
    assert "random is a built-in policy; choose another name" in fault
