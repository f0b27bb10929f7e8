"""Counts, shares and seeds, however people write them (case CFG-01)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.analyzer.configs import GAME, faults, load

pytestmark = pytest.mark.exact


@pytest.mark.parametrize("text", ["1e6", "1.0e6", "1e+6", "1.0e+6", "1_000_000", "1000000", '"1e6"', "10.0e5"])
def test_whole_numbers_in_any_spelling(tmp_path: Path, text: str) -> None:
    assert load(tmp_path, f"{GAME}until: {{deals: {text}}}").until.deals == 1_000_000
    assert load(tmp_path, GAME, f"until.deals={text}").until.deals == 1_000_000


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("1,000,000", "1,000,000 has commas; write 1000000 or 1_000_000"),
        ("2.5", "2.5 is not whole"),
        ("-5", "-5 is negative"),
        ("0", "0 is too small"),
        ("1e13", "1e13 is too large"),
        ("1e400", "1e400 is too large"),
        ("1e999999", "1e999999 is too large"),
        (".inf", "got .inf"),
        (".nan", "got .nan"),
        ("0x10", "got 0x10"),
        ("12:30", "got 12:30"),
        ("off", "got off"),
        ("many", "got many"),
        ("~", "has no value"),
        ("", "has no value"),
        ("[1]", "got a list"),
        ("{a: 1}", "got a mapping"),
    ],
)
def test_what_is_no_count_is_refused_with_file_line_key_and_value(tmp_path: Path, text: str, says: str) -> None:
    (fault,) = faults(tmp_path, f"{GAME}until:\n  deals: {text}\n")
    assert fault.startswith("x.yaml:3:"), fault
    assert " until.deals: " in fault
    assert says in fault


def test_counts_beyond_32_bits_stay_what_they_are(tmp_path: Path) -> None:
    assert load(tmp_path, f"{GAME}until: {{deals: 3000000000}}").until.deals == 3_000_000_000


def test_a_number_with_commas_inside_braces_is_explained(tmp_path: Path) -> None:
    (fault,) = faults(tmp_path, f"{GAME}until: {{deals: 1,000,000}}")
    assert "number with commas" in fault


def test_games_is_no_count_here_and_the_message_says_where_it_goes(tmp_path: Path) -> None:
    (fault,) = faults(tmp_path, "games: 1e6")
    assert fault == (
        "x.yaml:1:8: games: expects a list of games, got 1e6; the number of deals is written until: {deals: 1e6}"
    )


@pytest.mark.parametrize(("text", "value"), [("0.1%", 0.001), ("0.1 %", 0.001), ("0.001", 0.001), ("1e-3", 0.001)])
def test_half_widths(tmp_path: Path, text: str, value: float) -> None:
    until = load(tmp_path, f"{GAME}until: {{half_width: {text}, confidence: 99%}}").until
    assert until.half_width == pytest.approx({"opener_wins": value})
    assert until.confidence == pytest.approx(0.99)
    assert until.deals is None
    assert until.max_deals == 10_000_000


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("confidence: 95", "until.confidence: 95 is outside: it must be more than 0.5 and less than 1"),
        ("confidence: 1.0", "until.confidence: 1.0 is outside"),
        ("half_width: 0%", "until.half_width: 0% is outside"),
        ("half_width: -1%", "until.half_width: -1% is outside"),
        ("half_width: 5", "5 is too wide for opener_wins, a probability; write 0.1% or 0.001"),
        ("half_width: {plays: 1%}", "plays is not measured here"),
        ("half_width: {playz: 1%}", "playz is no measure"),
        ("half_width: 0.1%, deals: 5", "write deals or half_width, not both"),
        ("max_deals: 5", "goes with half_width"),
        ("half: 1", "until.half: unknown key; allowed here: deals, half_width, decided, confidence, max_deals;"),
    ],
)
def test_stop_rules_that_make_no_sense(tmp_path: Path, text: str, says: str) -> None:
    assert any(says in fault for fault in faults(tmp_path, f"{GAME}until: {{{text}}}"))


def test_percent_of_points_is_refused(tmp_path: Path) -> None:
    (fault,) = faults(tmp_path, f"{GAME}measure: [round_points, blocked]\nuntil: 0.1%")
    assert (
        fault == "x.yaml:3:8: until: round_points is counted in points, not in percent; name the measure: {win: 0.1%}"
    )


def test_short_forms_of_until(tmp_path: Path) -> None:
    assert load(tmp_path, f"{GAME}until: 5_000").until.deals == 5_000
    assert load(tmp_path, f"{GAME}until: 0.5%").until.half_width == {"opener_wins": 0.005}
    until = load(tmp_path, GAME).until
    assert until.deals == until.max_deals == 200_000


@pytest.mark.parametrize(
    ("text", "seed"), [("0", 0), ("20261130", 20261130), (str(2**63 - 1), 2**63 - 1), ("1e3", 1000)]
)
def test_seeds(tmp_path: Path, text: str, seed: int) -> None:
    assert load(tmp_path, f"{GAME}seed: {text}").seed == seed


@pytest.mark.parametrize("text", ["-1", str(2**63), str(2**64), "1.5", "now"])
def test_seeds_that_do_not_fit_64_bits(tmp_path: Path, text: str) -> None:
    (fault,) = faults(tmp_path, f"{GAME}seed: {text}")
    assert fault.startswith("x.yaml:2:7: seed: ")
    assert "from 0 to 9223372036854775807" in fault


@pytest.mark.parametrize(("text", "value"), [("5%", 0.05), ("0.05", 0.05), ("0", 0.0), ("1", 1.0), ("100%", 1.0)])
def test_noise(tmp_path: Path, text: str, value: float) -> None:
    one = load(tmp_path, f"{GAME}policies: {{a: {{policy: heaviest, noise: {text}}}}}").policies["a"]
    assert one.noise == pytest.approx(value)


def test_noise_outside(tmp_path: Path) -> None:
    (fault,) = faults(tmp_path, f"{GAME}policies: {{a: {{policy: heaviest, noise: 5}}}}")
    assert "policies.a.noise: 5 is outside; it expects a share from 0 to 1, such as 5% or 0.05" in fault
