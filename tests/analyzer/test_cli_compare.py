"""``dominolab compare`` as a user has it: a process with a status, two streams and a folder."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

from analyzer.results import read_results
from tests.analyzer.test_cli_run import dominolab

pytestmark = pytest.mark.exact

RULES = """\
game: doubles
variants: {keep none: {reserve: 0}, until: {draw: until}}
policies: [random, doubles-last]
until: 3000
"""


def test_a_comparison_answers_and_leaves_its_files(tmp_path: Path) -> None:
    (tmp_path / "rules.yaml").write_text(RULES, encoding="utf-8")
    done = dominolab(tmp_path, "compare", "rules.yaml", "--jobs", 1)
    assert done.returncode == 0, done.stderr
    assert "What do these house rules change in Doubles?" in done.stdout
    assert "“until” (drawing until a tile fits)" in done.stdout
    assert "What each rule changes" in done.stdout
    (folder,) = (tmp_path / "runs").iterdir()
    assert folder.name.startswith("compare-rules-")
    table = read_results(folder)
    assert set(table.rules_name) == {"", "keep none", "until"}
    assert set(table.kind) == {"arm", "comparison", "pair", "rule change", "interaction", "luck"}
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["question"]["name"] == "compare"
    assert manifest["games"]["doubles (reserve: 0)"]["name"] == "keep none"
    assert manifest["games"]["doubles (reserve: 0)"]["changes"] == "reserve: 0"
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert "The best policy" in page
    assert "keep none" in page


def test_what_would_be_played_can_be_kept_and_gives_the_same_numbers(tmp_path: Path) -> None:
    (tmp_path / "rules.yaml").write_text(RULES, encoding="utf-8")
    shown = dominolab(tmp_path, "compare", "rules.yaml", "--show", "--set", "until.deals=400")
    assert shown.returncode == 0, shown.stderr
    (tmp_path / "whole.yaml").write_text(shown.stdout, encoding="utf-8")
    assert yaml.safe_load(shown.stdout)["until"]["deals"] == 400
    first, second = (
        json.loads(dominolab(tmp_path, command, "whole.yaml", "--json", "--jobs", 1).stdout)["runs"][0]["results"]
        for command in ("compare", "run")
    )
    assert first == second


def test_a_plan_of_a_comparison(tmp_path: Path) -> None:
    (tmp_path / "rules.yaml").write_text(RULES, encoding="utf-8")
    done = dominolab(tmp_path, "plan", "--compare", "rules.yaml", "--jobs", 1)
    assert done.returncode == 0, done.stderr
    assert "Deals:  3,000" in done.stdout
    assert "rule change, luck_win: " in done.stdout
    assert dominolab(tmp_path, "plan", "--compare", "--ask", "doubles").returncode == 2


def test_faults_end_it_before_any_game(tmp_path: Path) -> None:
    (tmp_path / "none.yaml").write_text("title: x\ngame: doubles\n", encoding="utf-8")
    (tmp_path / "bad.yaml").write_text(RULES.replace("reserve: 0", "reserv: 0"), encoding="utf-8")
    done = dominolab(tmp_path, "compare", "none.yaml", "bad.yaml", "missing.yaml")
    assert (done.returncode, done.stdout) == (2, "")
    first, second, third = done.stderr.splitlines()
    assert first.startswith("none.yaml:1:1: vary: is missing: say which house rules to compare")
    assert "such as vary: {draw: [one, until]}" in first
    assert second.startswith("bad.yaml:2:24: variants.keep none.reserv: unknown key")
    assert second.endswith("did you mean reserve?")
    assert third == "missing.yaml: no such file"
    assert not (tmp_path / "runs").exists()
    shown = dominolab(tmp_path, "compare", "bad.yaml", "--show")
    assert (shown.returncode, shown.stdout) == (2, "")
