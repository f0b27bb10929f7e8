"""``dominolab report``: pages, Markdown, tables and figures of runs, whatever users call things (cases OUT-*)."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import analyzer
import reports
from analyzer import cli_report
from analyzer.cli import main
from analyzer.config import load_experiments
from analyzer.run_files import RunError, find_run, load_run
from analyzer.runner import Run, run_experiment

pytestmark = pytest.mark.exact

Capture = pytest.CaptureFixture[str]

LONG = "x" * 199
SCRIPT = "<script>alert(1)</script>"
LABELS = ["NA", "None", "007", "戦略", "a/b", "a|b", "..", "*?<>|", SCRIPT, "@all", f"{LONG}y", f"{LONG}z"]
PNG, PDF = b"\x89PNG\r\n", b"%PDF-"


def made(folder: Path, **changes: Any) -> Run:
    config = {
        "title": "Größte zuerst | 戦略?",
        "game": "doubles",
        "policies": {label: {"prefer": ["heaviest"], "noise": number / 100} for number, label in enumerate(LABELS)},
        "compare": {"baseline": "random", "candidates": LABELS, "against": "random"},
        "measure": ["win"],
        "until": {"deals": 200},
    }
    (what,) = load_experiments(config | changes)
    run = run_experiment(what, folder, 2, compared=1)
    assert run.folder is not None
    return run


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs")
    made(folder)
    made(folder, title="Second", compare={"baseline": "random", "candidates": ["NA"], "against": "random"})
    return folder


@pytest.fixture
def run(runs: Path) -> Run:
    return load_run(next(path for path in runs.iterdir() if "gro" in path.name))


def report(
    capsys: Capture, *named: object, form: str = "html", out: object = None, table: str = ""
) -> tuple[int, list[str], str]:
    """Return status, the lines on standard output, and what was said besides."""
    status = cli_report.report([str(one) for one in named], form, None if out is None else Path(str(out)), table)
    said = capsys.readouterr()
    return status, said.out.splitlines(), said.err


# --- pages and texts -------------------------------------------------------------------------------------------------


def test_a_page_is_remade_in_place(run: Run, capsys: Capture) -> None:
    assert run.folder is not None
    path = run.folder / "report.html"
    status, lines, _ = report(capsys, run.folder)
    assert (status, lines) == (0, [str(path)])
    assert path.read_text("utf-8") == reports.build(run.table, run.manifest, run.details)
    assert load_run(run.folder).report == path
    path.unlink()


def test_several_runs_go_into_a_folder_each(runs: Path, tmp_path: Path, capsys: Capture) -> None:
    folders = sorted(runs.iterdir())
    status, lines, _ = report(capsys, *folders, form="md", out=tmp_path / "out")
    assert status == 0
    assert lines == [str(tmp_path / "out" / folder.name / "report.md") for folder in folders]
    status, _, said = report(capsys, *folders, form="md", out=tmp_path / "one.md")
    assert (status, "2 runs go into a folder" in said) == (2, True)


def test_markdown_shows_every_label_letter_by_letter(run: Run, tmp_path: Path, capsys: Capture) -> None:
    status, lines, _ = report(capsys, run.folder, form="md", out=tmp_path / "x.md")
    assert (status, lines) == (0, [str(tmp_path / "x.md")])
    text = (tmp_path / "x.md").read_text("utf-8")
    assert text.startswith("# Größte zuerst \\| 戦略?\n")
    rows = [line for line in text.splitlines() if line.startswith("| ") and " vs random" in line]
    assert len(rows) == len(LABELS)
    columns = {len(line.replace("\\|", "").split("|")) for line in rows}
    assert len(columns) == 1, "a bar in a label made a column"
    for written in (
        "| NA vs",
        "| 007 vs",
        "| 戦略 vs",
        "| a/b vs",
        "| a\\|b vs",
        "| \\*?\\<\\>\\| vs",
        "| &#64;all vs",
    ):
        assert any(row.startswith(written) for row in rows), written
    assert "<script>" not in text.replace("\\<script\\>", "").split("```")[0]
    assert "```yaml\ntitle: " in text


def test_markdown_can_be_piped(run: Run, capsys: Capture) -> None:
    status, lines, _ = report(capsys, run.folder, form="md", out="-")
    assert status == 0
    assert "\n".join(lines) + "\n" == reports.as_markdown(run.table, run.manifest)


# --- tables ----------------------------------------------------------------------------------------------------------


def test_tables_keep_labels_and_numbers(run: Run, tmp_path: Path, capsys: Capture) -> None:
    for form in ("csv", "parquet"):
        status, lines, _ = report(capsys, run.folder, form=form, out=tmp_path / form)
        assert status == 0
        names = [Path(line).stem for line in lines]
        assert names == ["results", "comparisons", "convergence", "distributions"]
    text = pd.read_csv(tmp_path / "csv" / "comparisons.csv", dtype=str, keep_default_na=False)
    kept = pd.read_parquet(tmp_path / "parquet" / "comparisons.parquet")
    assert text.policy.tolist() == kept.policy.tolist() == LABELS
    assert [float(number) for number in text.estimate] == kept.estimate.tolist() == run.comparisons.estimate.tolist()
    counted = pd.read_csv(tmp_path / "csv" / "distributions.csv", dtype=str, keep_default_na=False)
    assert run.details is not None
    one = run.details["distributions"][0]
    same = counted[(counted.policy == one["policy"]) & (counted.measure == one["measure"])]
    assert [int(value) for value in same["value"]] == one["values"]
    assert [int(value) for value in same["count"]] == one["counts"]
    course = pd.read_parquet(tmp_path / "parquet" / "convergence.parquet")
    assert course[course.policy == "NA"].estimate.tolist() == run.details["convergence"][0]["estimate"]


def test_one_table_alone(run: Run, tmp_path: Path, capsys: Capture) -> None:
    status, lines, _ = report(capsys, run.folder, form="csv", table="comparisons", out="-")
    assert status == 0
    text = io.StringIO("\n".join(lines))
    assert pd.read_csv(text, dtype=str, keep_default_na=False).policy.tolist() == LABELS
    status, lines, _ = report(capsys, run.folder, form="csv", table="comparisons", out=tmp_path / "mine.csv")
    assert (status, lines) == (0, [str(tmp_path / "mine.csv")])
    status, _, said = report(capsys, run.folder, form="csv", table="comparison")
    assert (status, "did you mean comparisons?" in said) == (2, True)
    status, _, said = report(capsys, run.folder, form="md", table="comparisons")
    assert (status, "--table goes with" in said) == (2, True)


def test_tables_by_kind(tmp_path: Path) -> None:
    run = made(
        tmp_path,
        policies={"NA": "heaviest"},
        compare={"baseline": "random", "candidates": ["NA"]},
        seats=["random"],
        vary={"draw": ["one", "until"]},
        split=["opener"],
        luck={"plays": 2},
        measure=["win", "plays"],
    )
    tables = run.tables
    assert list(tables) == [
        *("results", "comparisons", "rule-changes", "interactions", "luck", "arms"),
        *("by-the-deal", "convergence", "distributions"),
    ]
    parts = ("comparisons", "rule-changes", "interactions", "luck", "arms", "by-the-deal")
    assert sum(len(tables[name]) for name in parts) == len(run.table)
    assert set(tables["rule-changes"].kind) == {"rule change"}
    pd.testing.assert_frame_equal(run.comparisons, tables["comparisons"])


# --- figures ---------------------------------------------------------------------------------------------------------


def test_figures_as_files_with_safe_names(run: Run, tmp_path: Path, capsys: Capture) -> None:
    for form, start in (("png", PNG), ("svg", b"<?xml"), ("pdf", PDF)):
        status, lines, said = report(capsys, run.folder, form=form, out=tmp_path / form)
        assert status == 0, said
        assert lines
        for line in lines:
            path = Path(line)
            assert path.parent == tmp_path / form
            assert path.name.isascii()
            assert len(path.name) < 90
            assert path.read_bytes().startswith(start)
        again = [Path(line).read_bytes() for line in lines]
        report(capsys, run.folder, form=form, out=tmp_path / form)
        assert [Path(line).read_bytes() for line in lines] == again, "the same figure, the same bytes"


def test_figures_lie_in_the_run_by_default_and_one_may_be_named(run: Run, tmp_path: Path, capsys: Capture) -> None:
    assert run.folder is not None
    _, lines, _ = report(capsys, run.folder, form="svg")
    assert {Path(line).parent for line in lines} == {run.folder / "figures"}
    status, lines, _ = report(capsys, run.folder, form="png", out=tmp_path / "deep" / "one.png")
    assert (status, lines) == (0, [str(tmp_path / "deep" / "one.png")])
    assert (tmp_path / "deep" / "one.png").read_bytes().startswith(PNG)


def test_a_figure_that_cannot_be_drawn_is_said(
    run: Run, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    from reports import figures

    def broken(plot: object) -> None:
        raise ValueError("no ink")

    monkeypatch.setattr(figures, "draw", broken)
    status, lines, said = report(capsys, run.folder, form="png", out=tmp_path)
    assert (status, lines) == (1, [])
    assert "could not be drawn (no ink)" in said
    assert "there is no figure to write" in said


def test_the_names_of_figures_are_safe_and_differ() -> None:
    names = list(cli_report._picture_names(["Win: 戦略", "a/b", "../..", "戦略", "CON", *["x" * 300] * 5]))
    assert len(set(names)) == 10
    assert names[:5] == ["figure-01-win", "figure-02-a-b", "figure-03", "figure-04", "figure-05-con"]
    assert all(name.replace("-", "").isalnum() and len(name) < 80 for name in names)


# --- in a notebook ---------------------------------------------------------------------------------------------------


def test_a_run_shows_itself_in_a_notebook(run: Run) -> None:
    shown = run._repr_html_()
    assert shown.startswith("<div")
    assert run.manifest["title"] in shown
    assert "<svg" in shown
    assert "<script" not in shown
    assert "&lt;script&gt;alert(1)&lt;/script&gt; vs random" in shown
    assert len(shown) < 100_000


def test_figures_are_those_of_matplotlib(runs: Path) -> None:
    from matplotlib.figure import Figure

    run = load_run(next(path for path in runs.iterdir() if path.name.startswith("second")))
    drawn = run.figures()
    assert list(drawn) == [one.title for one in reports.as_pictures(run.table, run.manifest, run.details)]
    assert all(isinstance(figure, Figure) for figure in drawn.values())
    text = io.BytesIO()
    next(iter(drawn.values())).savefig(text, format="svg")
    assert b"<svg" in text.getvalue()


# --- finding runs ----------------------------------------------------------------------------------------------------


def test_a_run_is_found_by_folder_file_or_name(runs: Path, run: Run) -> None:
    assert run.folder is not None
    assert find_run(run.folder) == run.folder
    assert find_run(run.folder / "results.csv") == run.folder
    assert find_run(run.folder.name, runs) == run.folder
    assert find_run(run.folder.name.rpartition("-")[0], runs) == run.folder
    assert analyzer.load_run(run.folder).table.equals(run.table)


def test_what_is_no_run_is_refused_with_the_nearest(
    runs: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run.folder is not None
    cases = [
        (run.folder.name.replace("gro", "gor"), f"did you mean {run.folder}"),
        (str(runs), "is a folder of runs; name one of them: "),
        (str(tmp_path), "the folder holds no manifest.json"),
        (str(runs / "zzz"), "there is no such folder; known are "),
        ("", "is a folder of runs|is no run|there is no such folder|holds no manifest"),
    ]
    monkeypatch.chdir(tmp_path)
    for named, message in cases:
        with pytest.raises(RunError, match=message):
            find_run(named, runs)
    (tmp_path / "note.txt").write_text("x", "utf-8")
    with pytest.raises(RunError, match="is no file of a run"):
        find_run(tmp_path / "note.txt", runs)


def test_names_that_begin_two_runs_are_asked_about(tmp_path: Path) -> None:
    for name in ("mine-1a2b3c4d", "mine-5e6f7081"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "manifest.json").write_text("{}", "utf-8")
    with pytest.raises(RunError, match=r"may be .*mine-1a2b3c4d or .*mine-5e6f7081; write more"):
        find_run("mine", tmp_path)


def test_bad_input_has_status_2(run: Run, tmp_path: Path, capsys: Capture) -> None:
    status, _, said = report(capsys, run.folder, form="pgn")
    assert (status, "did you mean png?" in said) == (2, True)
    status, _, said = report(capsys, tmp_path / "nowhere")
    assert (status, "is no run" in said) == (2, True)
    (tmp_path / "manifest.json").write_text("{", "utf-8")
    status, _, said = report(capsys, tmp_path)
    assert (status, "is no JSON" in said) == (2, True)
    (tmp_path / "manifest.json").write_text(json.dumps(run.manifest), "utf-8")
    status, _, said = report(capsys, tmp_path)
    assert (status, "no results" in said) == (2, True)


def test_an_older_run_without_details_is_reported_too(run: Run, tmp_path: Path, capsys: Capture) -> None:
    assert run.folder is not None
    older = tmp_path / "older"
    older.mkdir()
    manifest = {key: value for key, value in run.manifest.items() if key != "sums"}
    (older / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    (older / "results.csv").write_bytes((run.folder / "results.csv").read_bytes())
    loaded = load_run(older)
    assert (loaded.details, loaded.report) == (None, None)
    pd.testing.assert_frame_equal(loaded.table, run.table)
    assert report(capsys, older)[0] == 0
    assert report(capsys, older, form="md")[0] == 0
    assert report(capsys, older, form="csv")[0] == 0


# --- the commands ----------------------------------------------------------------------------------------------------


def command(monkeypatch: pytest.MonkeyPatch, *arguments: object) -> int:
    """Run the command line in this process; return its status."""
    monkeypatch.setattr("sys.argv", ["dominolab", *map(str, arguments)])
    with pytest.raises(SystemExit) as left:
        main()
    return int(left.value.code or 0)


def test_the_commands_take_what_they_promise(
    runs: Path, run: Run, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = next(path for path in runs.iterdir() if path.name.startswith("second"))
    monkeypatch.chdir(runs.parent)
    assert command(monkeypatch, "report", run.folder, other, "--format", "md", "--out", tmp_path / "both") == 0
    assert len(capsys.readouterr().out.splitlines()) == 2
    assert command(monkeypatch, "verify", other, "--share", "100%", "--jobs", 1) == 0
    assert f"{other}: match" in capsys.readouterr().out
    assert command(monkeypatch, "diff", run.folder, other, "--json") == 0
    assert json.loads(capsys.readouterr().out)["changes"][0].startswith("policies.None is gone")
    assert command(monkeypatch, "verify", tmp_path / "nothing.html") == 2
    assert "is no run" in capsys.readouterr().err


def test_a_replayed_hand_becomes_a_page(tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    hand = {"title": "Two & two", "game": "draw", "line": ["6-3", "3-1"], "to_move": 0, "plays": ["5-1"]}
    (tmp_path / "hand.yaml").write_text(json.dumps(hand | {"hands": ["5-1 2-2", "6-6 4-4"]}), "utf-8")
    monkeypatch.chdir(tmp_path)
    assert command(monkeypatch, "replay", "hand.yaml", "--html") == 0
    assert capsys.readouterr().out == "hand.html\n"
    page = (tmp_path / "hand.html").read_text("utf-8")
    assert "Two &amp; two" in page
    assert "5-1 on 1" in page
    assert command(monkeypatch, "replay", "hand.yaml", "--html", "--out", "deep/page.html") == 0
    assert (tmp_path / "deep" / "page.html").read_text("utf-8").split("Two &amp; two")[0]
    capsys.readouterr()
    assert command(monkeypatch, "replay", "hand.yaml", "--out", "x.html") == 2
    assert "--out goes with --html" in capsys.readouterr().err
