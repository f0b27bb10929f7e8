"""``dominolab verify``: what matches, what does not, and what cannot be checked here."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import analyzer
import reports
from analyzer import ledger, matrix, verifying
from analyzer.cli_verify import verify
from analyzer.config import load_experiments
from analyzer.run_parts import parts_of
from analyzer.runner import Run, run_experiment

pytestmark = pytest.mark.exact

CONFIG: dict[str, Any] = {
    "title": "Two habits",
    "game": "doubles",
    "policies": {"NA": "random", "007": {"prefer": ["non-doubles"]}, "戦略": {"prefer": ["doubles"], "noise": 0.05}},
    "compare": {"baseline": "NA", "candidates": ["007", "戦略"], "against": "NA"},
    "until": {"deals": 20_000},
    "seed": 11,
}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a run of 20 blocks, with its page."""
    (what,) = load_experiments(CONFIG)
    run = run_experiment(what, tmp_path_factory.mktemp("runs"), 2, chunk=1000)
    assert run.folder is not None
    reports.write(run.table, run.manifest, run.folder, run.details)
    return run.folder


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Path:
    """Return a copy of the run that may be spoiled."""
    return Path(shutil.copytree(made, tmp_path / made.name))


def check(capsys: pytest.CaptureFixture[str], named: object, share: str = "1%") -> tuple[int, str]:
    """Verify and return status and everything that was said, on one line."""
    status = verify(str(named), share, 1, as_json=False)
    said = capsys.readouterr()
    return status, " ".join((said.out + said.err).split())


def rewrite(folder: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Change the manifest of a run."""
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text("utf-8"))
    change(manifest)
    path.write_text(json.dumps(manifest), "utf-8")


# --- what matches ----------------------------------------------------------------------------------------------------


def test_a_run_and_its_page_match(made: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, said = check(capsys, made)
    assert status == 0, said
    assert "2,000 deals (10 %) were played again and gave the same sums." in said
    assert "The 4 rows of results.parquet, results.json, results.csv follow from the sums." in said
    assert "The page says what follows from the sums" in said
    assert said.rstrip().startswith("The sums of 20,000 deals belong together")
    assert f"{made}: match" in said
    status, said = check(capsys, made / "report.html", "100%")
    assert status == 0, said
    assert "20,000 deals (100 %) were played again" in said


def test_a_page_alone_can_be_checked_anywhere(
    made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(made / "report.html", tmp_path / "sent by mail.html")
    monkeypatch.chdir(tmp_path)
    assert check(capsys, "sent by mail.html")[0] == 0


def test_json_says_the_same(made: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verify(str(made), "1%", 2, as_json=True) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["matches"], found["deals"], found["replayed"], found["faults"]) == (True, 20_000, 2000, [])


def test_the_blocks_are_chosen_by_the_key(made: Path) -> None:
    manifest = json.loads((made / "manifest.json").read_text("utf-8"))
    (part,) = parts_of(manifest, [Path()])
    one, again = (verifying._chosen(part, 0.01) for _ in "ab")
    assert one == again
    assert len(one) == 2  # one by the key, and the one farthest from the rest
    assert len(verifying._chosen(part, 0.5)) in (10, 11)
    assert verifying._chosen(part, 1.0) == list(part.kept.blocks)


def test_a_chart_of_many_games_matches(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games = [load_experiments(CONFIG | {"game": name, "until": {"deals": 300}})[0] for name in ("doubles", "block")]
    run = matrix.run_matrix(games, tmp_path, 1)
    status, said = check(capsys, run.folder)
    assert status == 0, said
    assert run.folder is not None
    rewrite(run.folder, lambda manifest: manifest["parts"][1].update(sums=manifest["parts"][0]["sums"]))
    status, said = check(capsys, run.folder)
    assert status == 1
    assert "part 2" in said


def test_a_partial_run_matches(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import signal

    from tests.analyzer.test_runner import Signals

    (what,) = load_experiments(CONFIG | {"until": {"deals": 400_000}})
    run = run_experiment(what, tmp_path, 1, Signals(signal.SIGINT), chunk=1000)
    assert run.partial
    status, said = check(capsys, run.folder)
    assert status == 0, said


# --- what does not ---------------------------------------------------------------------------------------------------


def test_a_changed_estimate_is_found_in_every_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = pd.read_csv(folder / "results.csv", dtype=str, keep_default_na=False)
    table.loc[2, "estimate"] = "0.05"
    table.to_csv(folder / "results.csv", index=False)
    status, said = check(capsys, folder)
    assert status == 1
    assert "Mismatch: results.csv: row 3 (comparison, 戦略, NA, win, doubles): estimate is 0.05; the sums give" in said
    assert f"{folder}: MISMATCH" in said
    rows = json.loads((folder / "results.json").read_text("utf-8"))
    rows[0]["verdict"] = "worse"
    (folder / "results.json").write_text(json.dumps(rows[:3]), "utf-8")
    _, said = check(capsys, folder)
    assert "results.json: has 3 rows; the sums give 4" in said
    assert "verdict is worse; the sums give better" in said
    (folder / "results.parquet").write_bytes(b"not a table")
    assert "results.parquet cannot be read" in check(capsys, folder)[1]


def test_changed_words_of_the_page_are_found(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = (folder / "report.html").read_text("utf-8")
    changed = re.sub(r"(<td[^>]*>)\+\d\.\d", r"\1+9.9", page, count=1)
    (folder / "report.html").write_text(changed, "utf-8")
    for named in (folder, folder / "report.html"):
        status, said = check(capsys, named)
        assert status == 1
        assert "the page: lacks the line “007 vs NA" in said
        assert "it has “007 vs NA" in said
        assert "+9.9" in said


UNTRUE = "check numbers of the blocks do not add up"
SPOILED: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "sum": (
        lambda m: _add(m["sums"]["sums"], 0, r"\[20000,(-?\d+)"),
        "the slices of win of 007 vs NA in doubles",
    ),
    "squares": (lambda m: _add(m["sums"]["sums"], 0, r"\[20000,-?\d+,(\d+)"), UNTRUE),
    "slice": (lambda m: _add(m["sums"]["slices"], 3, r"\d+ (-?\d+)"), "the sum of all deals says"),
    "check number": (lambda m: _add(m["sums"]["blocks"], 3, r"\d+ (\d+)"), UNTRUE),
    "block": (lambda m: m["sums"]["blocks"].pop(), "slices and blocks do not make up 20,000 deals"),
    "configuration": (lambda m: m["config"]["policies"]["戦略"].update(noise=0.5), "the configuration has key"),
    "key": (lambda m: m.update(key="00000000"), "not 00000000: one of the two was changed"),
    "seed": (lambda m: m.update(seed=12), "the manifest says seed 12; its sums and configuration say 11"),
    "deals": (lambda m: m.update(deals=10**6), "the manifest says deals 1000000"),
}


def _add(lines: list[str], place: int, pattern: str) -> None:
    """Add one to a number of a line."""
    found = re.search(pattern, lines[place])
    assert found is not None
    start, end = found.span(1)
    lines[place] = f"{lines[place][:start]}{int(found[1]) + 1}{lines[place][end:]}"


@pytest.mark.parametrize("what", SPOILED)
def test_a_changed_number_is_found_without_luck(what: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change, message = SPOILED[what]
    rewrite(folder, change)
    status, said = check(capsys, folder)
    assert status == 1
    assert message in said


def test_sums_that_are_forged_to_agree_are_found_by_playing(made: Path) -> None:
    """One block is made so much better that the estimate doubles, and everything else is made to agree."""
    manifest = json.loads((made / "manifest.json").read_text("utf-8"))
    (part,) = parts_of(manifest, [Path()])
    gain = part.tally.sums[0][0].difference.total  # type: ignore[union-attr]
    block = next(one for one in part.kept.blocks if one not in verifying._chosen(part, 0.01))
    place = part.kept.blocks.index(block)
    forged = manifest["sums"]
    for lines, number, pattern in (
        (forged["sums"], 0, r"\[20000,(-?\d+)"),
        (forged["slices"], 4 * place, r"\d+ (-?\d+)"),
    ):
        found = re.search(pattern, lines[number])
        assert found is not None
        lines[number] = lines[number][: found.start(1)] + str(int(found[1]) + gain) + lines[number][found.end(1) :]
    factor = ledger._factor("0/0/difference/total")
    check_number = (block.check + gain * factor) % ledger.MODULUS
    forged["blocks"][place] = f"{block.deals} {check_number}"
    parts = parts_of(manifest, [Path()])
    assert list(verifying._adding_up(parts[0])) == []
    found_out = verifying.verify_sums(parts, manifest, 0.01, 1)
    assert any(f"deals {block.first:,} to" in fault for fault in found_out.faults)


# --- what cannot be checked ------------------------------------------------------------------------------------------


def test_what_cannot_be_checked_is_no_mismatch(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cases: list[tuple[Callable[[dict[str, Any]], object], str]] = [
        (lambda m: m["versions"].update(engine="1"), "was played by engine version 1; this is"),
        (lambda m: m.pop("sums"), "keeps no sums: it was made by an older dominolab"),
        (lambda m: m.update(sums={"version": 1}), "keeps sums that cannot be read"),
        (lambda m: m.update(config={"game": "doublez"}), "did you mean doubles?"),
        (lambda m: m.pop("config"), "holds no configuration"),
        (lambda m: m.update(parts=[]), "manifest that cannot be read"),
    ]
    original = (folder / "manifest.json").read_text("utf-8")
    for change, message in cases:
        (folder / "manifest.json").write_text(original, "utf-8")
        rewrite(folder, change)
        status, said = check(capsys, folder)
        assert (status, message in said) == (2, True), said
        assert said.startswith(str(folder))
    (folder / "manifest.json").write_text("{", "utf-8")
    assert check(capsys, folder)[0] == 2
    for named, message in [
        (tmp_path / "nowhere", "there is no such folder"),
        (tmp_path, "is a folder of runs; name one of them"),
        (folder / "results.csv", "is no JSON"),
    ]:
        status, said = check(capsys, named)
        assert (status, message in said) == (2, True), said
    (tmp_path / "other.html").write_text("<p>no report</p>", "utf-8")
    status, said = check(capsys, tmp_path / "other.html")
    assert (status, "carries no manifest" in said) == (2, True)


@pytest.mark.parametrize("share", ["0", "101%", "-1%", "much", ""])
def test_a_share_is_more_than_nothing_and_no_more_than_all(
    made: Path, share: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, said = check(capsys, made, share)
    assert status == 2
    assert "--share" in said


OWN = "def choose(view, moves, count, params, word):\n    return {}\n"


@pytest.fixture
def own(tmp_path: Path) -> Run:
    """Return a run with a policy of the user's own, in a file beside the configuration."""
    (tmp_path / "mine.py").write_text(OWN.format("0"), "utf-8")
    (tmp_path / "mine.yaml").write_text(
        "game: doubles\npolicies: {mine: 'mine.py:choose'}\n"
        "compare: {baseline: random, candidates: [mine]}\nuntil: {deals: 500}\n",
        "utf-8",
    )
    return analyzer.run(tmp_path / "mine.yaml", out=tmp_path / "runs", jobs=1)


def test_a_policy_file_is_found_beside_the_runs_and_must_not_have_changed(
    own: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check(capsys, own.folder)[0] == 0
    (tmp_path / "mine.py").write_text(OWN.format("count - 1"), "utf-8")
    status, said = check(capsys, own.folder)
    assert (status, "was played with another file of mine" in said) == (2, True)
    (tmp_path / "mine.py").unlink()
    status, said = check(capsys, own.folder)
    assert (status, "there is no file mine.py" in said) == (2, True)


def test_a_page_of_another_version_is_checked_by_its_sums(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = analyzer.load_run(folder)
    run.manifest["versions"]["dominolab"] = "0.0.9"
    page = folder.parent / "older.html"
    page.write_text(reports.build(run.table, run.manifest).replace("+", "-"), "utf-8")
    status, said = check(capsys, page)
    assert (status, "its words were not compared" in said) == (0, True)
