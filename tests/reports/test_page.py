import base64
import hashlib
import itertools
import re
from html.parser import HTMLParser
from importlib import resources

import pytest

import reports
from reports import dominoes, page
from reports.facts import read_manifest
from reports.plan import plan_page
from reports.rows import read_rows
from reports.tables import tables_of
from tests.reports import rounds_made, samples, samples_many

VOID = {"meta", "link", "br", "path", "circle", "use", "input"}


class Outline(HTMLParser):
    """Tags, attributes and text of a page; complains of tags that are not closed."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.text = [], [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)

    def count(self, tag):
        return sum(name == tag for name, _ in self.tags)


PAGES = {
    "comparisons": samples.comparisons,
    "arms": samples.arms,
    "rule changes": samples.rule_changes,
    "ten": samples.ten,
    "odd": samples.odd,
    "empty": lambda: samples.table([]),
} | {name: getattr(samples_many, name) for name in samples_many.KINDS}

COMPARED = [
    {"game": "doubles", "players": 2, "policy": policy, "baseline": "neutral", "against": "neutral", "estimate": effect}
    for policy, effect in (("hold", 0.0312), ("early", -0.0458))
]


@pytest.fixture(scope="module")
def details():
    return rounds_made.details(COMPARED)


@pytest.fixture(scope="module", params=[*PAGES, "details", "replay"])
def built(request, details):
    if request.param == "replay":
        return reports.replay_page(details["examples"][0]["rounds"][:1], "A round")
    if request.param == "details":
        return reports.build(samples.comparisons(), samples.manifest(), details)
    return reports.build(PAGES[request.param](), samples.manifest())


def test_the_page_is_well_formed_and_semantic(built):
    outline = Outline(built)
    assert outline.open == []
    assert outline.count("h1") == outline.count("main") == 1
    named = [attributes for tag, attributes in outline.tags if tag == "table" and attributes.get("class") != "plain"]
    assert len(named) == outline.count("caption")
    assert all("scope" in attributes for tag, attributes in outline.tags if tag == "th")
    ids = [attributes["id"] for _, attributes in outline.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    assert all(
        "aria-label" in attributes or "aria-labelledby" in attributes
        for tag, attributes in outline.tags
        if tag == "section"
    )
    targets = {
        attributes[name] for _, attributes in outline.tags for name in ("href", "xlink:href") if name in attributes
    }
    assert {target.removeprefix("#") for target in targets - {"data:,"}} <= set(ids)


def test_headings_are_in_order(built):
    levels = [int(tag[1]) for tag, _ in Outline(built).tags if re.fullmatch(r"h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels))


def test_the_page_asks_nothing_of_the_network(built):
    without_namespaces = re.sub(r'xmlns(:\w+)?="[^"]*"', "", built)
    assert not re.search(r"https?://|@import|url\((?!#)|<link(?! rel=\"icon\" href=\"data:,\")", without_namespaces)
    assert "default-src 'none'" in built
    assert len(built.encode()) < 3_000_000


def test_only_our_script_may_run(built):
    """The policy allows one script by its hash, and names the hash of the one that is there, byte for byte."""
    (script,) = re.findall(r"<script>(.*?)</script>", built, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}';" in built
    assert not re.search(r"\son\w+=|javascript:", built.replace(script, ""))
    assert not re.search(r"innerHTML|insertAdjacentHTML|document\.write|eval\(|fetch\(|XMLHttp|import\(", script)


def test_the_same_results_give_the_same_bytes():
    assert reports.build(samples.ten(), samples.manifest()) == reports.build(samples.ten(), samples.manifest())


def test_the_answer_comes_first_and_word_for_word():
    text = reports.build(samples.comparisons(), samples.manifest())
    sentence = reports.answer(samples.comparisons(), samples.manifest())[0]
    assert text.index(page.tied(sentence)) < text.index("<figure") < text.index("<table")


def test_provenance_is_there():
    text = reports.build(samples.comparisons(), samples.manifest())
    for part in ("1a2b3c4d5e6f7081", "20261130", "numba 0.68.1", "all 400,000 deals played", "2026-11-30T09:00:03Z"):
        assert part in text
    assert "dominolab run configs/holding-doubles.yaml" in text
    assert "Source: GameRules, Doubles." in text
    assert "Prefers non-doubles" in text


def test_odd_labels_are_intact_and_escaped():
    text = reports.build(samples.odd(), samples.manifest(title="<script>alert(2)</script> & co"))
    assert text.count("<script>") == 1
    assert "<script>alert" not in text
    shown = "".join(Outline(text).text)
    for label in samples.odd_labels():
        assert f"{label} vs NA" in shown
    assert "<script>alert(2)</script> & co" in shown


def test_a_partial_run_says_so():
    text = reports.build(samples.comparisons(), samples.manifest(partial=True, deals=7, config={}))
    assert text.count("Partial result: the run was interrupted after 7 deals.") == 1
    assert "the first 7 deals come out the same" in text


def test_a_figure_that_fails_never_costs_the_page(monkeypatch):
    def broken(plot):
        raise RuntimeError("no <ink>")

    monkeypatch.setattr("reports.figures.draw", broken)
    text = reports.build(samples.comparisons(), samples.manifest())
    assert text.count("This figure could not be drawn (no &lt;ink&gt;)") == 2
    assert "+0.50 to +0.54" in text


def test_names_without_a_font_are_told(monkeypatch):
    monkeypatch.setattr("reports.fonts._FAMILIES", ())
    text = reports.build(samples.odd(), samples.manifest())
    assert "No font was found here for “戦略”:" in text


def test_tables_hold_every_number_with_its_interval_and_deals():
    (table,) = tables_of(read_rows(samples.comparisons()), read_manifest(samples.manifest()))
    assert [head.text for head in table.heads] == [
        *("Candidate vs baseline", "Difference", "95 % interval", "Verdict", "Candidate", "Baseline", "VRF"),
        *("Deals", "Rounds"),
    ]
    assert [group.heading for group in table.groups] == ["Rounds won (percentage points)", "Points per round (points)"]
    assert [cell.text for cell in table.groups[0].rows[1].cells] == [
        *("−4.6", "−4.7 to −4.5", "worse", "45.4 %", "50.0 %", "3.1×", "400,000", "1,600,000"),
    ]


def test_levels_and_stops_that_differ_get_their_place():
    rows = [samples.row(), samples.row(policy="early", confidence=0.99, stopped="interrupted")]
    (table,) = tables_of(read_rows(samples.table(rows)), read_manifest(samples.manifest()))
    assert [table.heads[2].text, table.heads[-1].text] == ["Interval (level)", "Stopped"]
    assert table.groups[0].rows[1].cells[1].text == "+3.0 to +3.2 (99 %)"


def test_how_to_read_quotes_its_figures_and_leaves_out_what_is_not_there():
    rows = read_rows(samples.comparisons())
    reading = {pair.term: pair.text for pair in plan_page(rows, read_manifest(samples.manifest())).reading}
    assert "Here up to 3.1×" in reading["VRF"]
    assert "being 4 differences" in reading["Many at once"]
    assert "Practically the same" not in reading["Verdict"]
    arms = {pair.term for pair in plan_page(read_rows(samples.arms()), read_manifest({})).reading}
    assert arms == {"Interval", "Deal"}


def test_the_runs_own_notes_replace_ours():
    facts = read_manifest(samples.manifest(notes=["Holm's adjustment."]))
    reading = {pair.term: pair.text for pair in plan_page(read_rows(samples.comparisons()), facts).reading}
    assert reading["Level"] == "Holm's adjustment."
    assert "Many at once" not in reading


def test_the_file_is_written_whole_in_utf8(tmp_path):
    path = reports.write(samples.odd(), samples.manifest(), tmp_path / "new" / "folder")
    assert path.name == "report.html"
    assert path.read_text(encoding="utf-8") == reports.build(samples.odd(), samples.manifest())
    assert [entry.name for entry in path.parent.iterdir()] == ["report.html"]


def test_a_failed_write_leaves_the_old_file_and_no_other(tmp_path, monkeypatch):
    (tmp_path / "report.html").write_text("old", encoding="utf-8")

    def no_disk(*_):
        raise OSError("disk full")

    monkeypatch.setattr("reports.page.os.fsync", no_disk)
    with pytest.raises(OSError, match="disk full"):
        reports.write(samples.comparisons(), samples.manifest(), tmp_path)
    assert [(entry.name, entry.read_text(encoding="utf-8")) for entry in tmp_path.iterdir()] == [("report.html", "old")]


def luminance(colour):
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("theme", [0, 1, 2], ids=["light", "dark", "print"])
def test_contrast_is_aa(theme):
    style = resources.files("reports").joinpath("style.css").read_text(encoding="utf-8")
    block = re.findall(r":root \{(.*?)\}", style, re.DOTALL)[theme]
    colours = {
        name: value if len(value) == 7 else "#" + "".join(2 * digit for digit in value[1:])
        for name, value in re.findall(r"--([\w-]+): (#[0-9a-f]{3,6});", block)
    }
    for ground in ("paper", "ground"):
        for name in ("ink", "muted", "accent", "better", "worse", "same", "undecided", "own"):
            assert contrast(colours[name], colours[ground]) >= 4.5, (name, ground)
        for name in ("line", "accent"):  # edges of controls, and what has the focus
            assert contrast(colours[name], colours[ground]) >= 3, (name, ground)
    assert contrast(colours["pip"], colours["face"]) >= 7
    assert contrast(colours["accent"], colours["felt"]) >= 3, "the tile that was just laid stands out"
    assert contrast(colours["own-pin"], colours["face"]) >= 3
    assert contrast(colours["paper"], colours["ink"]) >= 7, "tips"


def contrast(one, other):
    bright, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("key", ["", "1a2b3c", "戦略", "another", "x"])
def test_the_line_of_dominoes_is_legal(key):
    chain = dominoes.chain_of(key)
    assert chain == dominoes.chain_of(key)
    names = chain.name.split()
    assert 1 <= len(names) <= 7
    assert len(names) == len(set(names))
    ends = {int(part) for part in names[0].split("-")}
    for name in names[1:]:
        a, b = (int(part) for part in name.split("-"))
        assert {a, b} & ends
        ends = {b} if a in ends and b not in ends else {a} if b in ends and a not in ends else {a, b}


def test_doubles_lie_crosswise_and_pips_inside():
    chain = dominoes.lay([(6, 4), (4, 4), (4, 0)])
    assert [(tile.width, tile.height) for tile in chain.tiles] == [(2.0, 1.0), (1.0, 2.0), (2.0, 1.0)]
    assert [len(tile.pips) for tile in chain.tiles] == [10, 8, 4]
    for tile in chain.tiles:
        assert all(0 < pip.x - tile.x < tile.width and 0 < pip.y - tile.y < tile.height for pip in tile.pips)
