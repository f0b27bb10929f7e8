"""The report outside its page: Markdown, figures as files, a piece of HTML for notebooks, data that programs read."""

import re
from html import unescape
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

import reports
from reports import markdown, pictures
from reports.embedded import embedded, read_embedded, shown_lines
from tests.reports import samples, samples_many
from tests.reports.test_headless import in_process
from tests.reports.test_page import PAGES

pytestmark = pytest.mark.exact

READ = MarkdownIt("commonmark").enable("table")
LABELS = [
    *("NA", "007", "戦略", "a|b", "*bold*", "_x_", "`code`", "<b>", "[l](u)", "1. one", "- dash", "+", "# h", "&amp;"),
    *("@all", "$x$", "a\\b", "~~s~~", "![i](u)", "==", "2)"),
]


class Cells(HTMLParser):
    """Texts of paragraphs, headings and cells of a table."""

    def __init__(self, text):
        super().__init__()
        self.texts, self.tags, self._inside = [], [], False
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        if tag in ("p", "li", "td", "th", "h1"):
            self.texts.append("")
            self._inside = True

    def handle_endtag(self, tag):
        if tag in ("p", "li", "td", "th", "h1"):
            self._inside = False

    def handle_data(self, data):
        if self._inside:
            self.texts[-1] += data


# --- Markdown --------------------------------------------------------------------------------------------------------


def shown(label):
    """Return what readers see of a label: in a paragraph, in a table."""
    written = markdown.escape(label)
    cells = Cells(READ.render(f"{written}\n\n| {written} |\n|--|\n| {written} |\n"))
    assert set(cells.tags) <= {"p", "table", "thead", "tbody", "tr", "th", "td"}, cells.tags
    return cells.texts


@pytest.mark.parametrize("label", LABELS)
def test_labels_are_shown_letter_by_letter(label):
    assert shown(label) == [label] * 3


@given(
    st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zs", "Zl", "Zp"]), min_size=1, max_size=30)
)
def test_any_label_is_shown_letter_by_letter(label):
    assert shown(label) == [label] * 3


def test_names_call_nobody_on_a_forum():
    assert "@" not in markdown.escape("@all and me@x.org")


@pytest.mark.parametrize("text", ["plain", "a ``` b", "````", "~~~\n```\n```````"])
def test_code_is_fenced_whatever_it_holds(text):
    html = READ.render(markdown.fenced(text, "yaml"))
    assert html.count("<pre>") == 1
    assert unescape(re.sub(r"<[^>]+>", "", html)).rstrip("\n") == text


@pytest.mark.parametrize("kind", PAGES)
def test_every_line_of_the_page_is_in_the_markdown(kind):
    table, manifest = PAGES[kind](), samples.manifest()
    cells = Cells(READ.render(reports.as_markdown(table, manifest)))
    text = " ".join(" ".join(cells.texts).split())
    for sentence in reports.answer(table, manifest):
        assert " ".join(sentence.split()) in text
    for name in samples.manifest()["policies"]:
        assert name in text
    assert cells.tags.count("h1") == 1


def test_markdown_of_odd_labels_keeps_every_row():
    html = READ.render(reports.as_markdown(samples.odd(), samples.manifest()))
    cells = Cells(html).texts
    for label in samples.odd_labels():
        wanted = " ".join(label.split())
        assert any(wanted in " ".join(cell.split()) for cell in cells), label
    rows = re.findall(r"<tr>(.*?)</tr>", html, re.DOTALL)
    assert len({row.count("<td") for row in rows if "<td" in row}) == 1


# --- figures ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [name for name in PAGES if name != "empty"])
def test_figures_stand_alone(kind):
    drawn = reports.as_pictures(PAGES[kind](), samples.manifest())
    assert drawn
    for one in drawn:
        assert one.figure is not None, one.failed
        svg = pictures.save_picture(one.figure, "svg").decode()
        for word in one.title.split():
            assert word.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;") in svg
        assert "var(--" not in svg
        assert svg == pictures.save_picture(one.figure, "svg").decode()


def test_no_text_leaves_the_paper():
    """Every text of a figure that stands alone is inside it, the last line of its caption too."""
    for table in (samples.comparisons(), samples_many.tips(), samples_many.sweep(), samples.ten()):
        for one in reports.as_pictures(table, samples.manifest()):
            assert one.figure is not None
            renderer = one.figure.canvas.get_renderer() if hasattr(one.figure.canvas, "get_renderer") else None
            width, height = one.figure.get_size_inches() * one.figure.dpi
            for text in one.figure.texts:
                box = text.get_window_extent(renderer)
                assert box.y0 >= -1
                assert box.y1 <= height + 1
                assert box.x0 >= -1
                assert box.x1 <= width + 1


def test_a_figure_that_cannot_be_drawn_says_why(monkeypatch):
    from reports import figures

    def broken(plot):
        raise RuntimeError("no\nink")

    monkeypatch.setattr(figures, "draw", broken)
    (one, *_) = reports.as_pictures(samples.comparisons(), samples.manifest())
    assert (one.figure, one.failed) == (None, "no\nink")


def test_all_figures_in_one_pdf():
    drawn = reports.as_pictures(samples.comparisons(), samples.manifest())
    data = pictures.save_all(one.figure for one in drawn)
    assert data.startswith(b"%PDF-")
    assert data.count(b"/Type /Page ") + data.count(b"/Type /Page\n") == len(drawn)
    assert b"CreationDate" not in data


FILES = """
import sys
import reports
from reports.pictures import FORMATS, save_picture
from tests.reports import samples
drawn = reports.as_pictures(samples.odd(), samples.manifest())
for form in FORMATS:
    assert len(save_picture(drawn[0].figure, form)) > 1000
assert "matplotlib.pyplot" not in sys.modules
"""


def test_files_of_figures_without_a_display():
    """Case OUT-03; names that no font has (OUT-06) give no warning."""
    for changes in ({}, {"MPLBACKEND": "TkAgg", "DISPLAY": "localhost:64.0"}, {"MPLBACKEND": "nonsense"}):
        assert in_process(FILES, **changes) == ""


# --- notebooks -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", PAGES)
def test_a_snippet_is_small_and_closed(kind):
    shown = reports.as_snippet(PAGES[kind](), samples.manifest(title="<Title> & more"))
    assert shown.startswith("<div")
    assert "&lt;Title&gt; &amp; more" in shown
    assert "<script" not in shown
    assert shown.count("<div") == shown.count("</div>")
    assert shown.count("<tr>") <= 40
    assert len(shown) < 250_000


# --- for programs ----------------------------------------------------------------------------------------------------


def test_a_page_carries_its_manifest():
    manifest = samples.manifest(title="</script><script>alert(1)</script> & <!-- 戦略 \u2028")
    page = reports.build(samples.comparisons(), manifest)
    assert page.count("<script") == 2  # the page's own, and the block
    assert reports.manifest_of_page(page) == manifest
    assert read_embedded(embedded(manifest)) == manifest


@pytest.mark.parametrize("page", ["", "<p>", '<script type="application/json" id="dominolab-manifest">{</script>',
                                  '<script type="application/json" id="dominolab-manifest">[1]</script>'])  # fmt: skip
def test_a_page_without_a_manifest_has_none(page):
    assert reports.manifest_of_page(page) is None


@pytest.mark.parametrize("kind", PAGES)
def test_the_lines_of_a_page_are_known_without_drawing_it(kind):
    table, manifest = PAGES[kind](), samples.manifest()
    page = reports.build(table, manifest)
    lines = reports.lines(table, manifest)
    assert set(lines) <= set(reports.page_lines(page))
    for sentence in reports.answer(table, manifest):
        assert any(" ".join(sentence.replace(" %", "\u00a0%").split()) in line for line in lines)


def test_lines_are_rows_and_sentences_of_the_answer():
    page = """<head><style>p</style></head><section id="answer"><p>One <b>two</b>\n three</p></section>
    <section><p>no</p><svg><text>no</text></svg>
    <table><tr><th>a</th><td>b<td>c</td></tr><tr><td>d &amp; e</td></tr></table></section>"""
    assert shown_lines(page) == ["One two three", "a b c", "d & e"]
