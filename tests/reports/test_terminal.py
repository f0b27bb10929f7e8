import io
import re

import pytest
from rich.console import Console

import reports
from reports.terminal import fit_encoding
from tests.reports import samples, samples_many

TABLES = [samples.comparisons, samples.arms, samples.rule_changes, samples.ten, samples.odd]
TABLES += [getattr(samples_many, name) for name in samples_many.KINDS]


def printed(results, width=80, encoding=None, **options):
    raw = io.BytesIO()
    file = io.TextIOWrapper(raw, encoding=encoding or "utf-8", newline="")
    reports.print_table(results, samples.manifest(), Console(file=file, width=width, **options))
    file.flush()
    return raw.getvalue().decode(encoding or "utf-8")


@pytest.mark.parametrize("width", [20, 40, 63, 64, 80, 200])
@pytest.mark.parametrize("results", TABLES, ids=lambda results: results.__name__)
def test_every_line_fits(results, width):
    assert all(len(line) <= width for line in printed(results(), width).splitlines())


def test_figures_are_not_folded_at_eighty_columns():
    text = printed(samples.rule_changes())
    for part in ("+4.1", "+3.9 to +4.3", "higher", "undecided", "200,000 deals, 95 % intervals"):
        assert part in text


def test_no_control_codes_without_a_terminal():
    assert "\x1b" not in printed(samples.comparisons())
    assert "\x1b" in printed(samples.comparisons(), force_terminal=True, color_system="standard")


@pytest.mark.parametrize("width", [50, 100])
def test_labels_are_literal(width):
    text = printed(samples.odd(), width)
    for label in ("NA", "None", "007", "a/b", "戦略", "[red]", "$x_1$", "<script>alert(1)</script>"):
        assert f"{label} vs NA" in text


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1", "shift_jis"])
@pytest.mark.parametrize("width", [40, 80])
def test_what_the_encoding_lacks_is_replaced(encoding, width):
    text = printed(samples.odd(), width, encoding)
    assert "0.1 to +0.1" in text
    assert "[red] vs NA" in text


def test_escape_sequences_in_labels_do_nothing():
    text = printed(samples.table([samples.row(policy="\x1b[31mred")]))
    assert "\x1b" not in text
    assert "[31mred vs neutral" in text


def test_plain_signs_stand_in():
    assert fit_encoding("−3.1 “a” ≈ 戦", "ascii") == '-3.1 "a" ~ ?'
    assert fit_encoding("−3.1", "utf-8") == "−3.1"
    assert fit_encoding("é−", "no such encoding") == "?-"


def test_arms_are_left_to_the_report_where_there_are_differences():
    text = printed(samples.table([samples.row(), samples.row("arm", measure="opener_wins")]))
    assert "Rounds won by the opener" not in text
    assert "The report has the values of the arms as well." in text


def test_an_empty_table_says_so():
    assert "No results." in printed(samples.table([]))


def test_the_factor_stands_beside_every_comparison():
    text = printed(samples.comparisons())
    assert "VRF" in text
    assert "2.4×" in text
    assert "VRF 2.4×" in printed(samples.comparisons(), 50)


def test_many_tips_by_games_are_a_matrix_with_factors():
    text = printed(samples_many.tips())
    assert "Tips by games, rounds won: Two players, opponents: neutral" in text
    assert re.search(r"hold +\+9.0 ▲ +−14.2 ▼ +−4.1 ▼", text)
    assert re.search(r"±0.2 5.0× +±0.2 6.7× +±0.2 3.4×", text)
    assert "Candidate vs baseline" not in text


def test_parts_are_indented_below_what_they_are_parts_of():
    lines = printed(samples_many.parts()).splitlines()
    start = lines.index("Rounds won (percentage points): hold vs neutral, by doubles dealt")
    assert lines[start + 3].startswith("  0 ")
    assert "too few deals" in lines[start + 9]


def test_a_sweep_has_a_line_a_value():
    lines = printed(samples_many.sweep()).splitlines()
    assert sum(line.startswith(("  −", "  0", "  1", "  2", "  3")) for line in lines) == 26
