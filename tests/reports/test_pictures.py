"""The pictures of matrices and curves, and the table that a matrix is on narrow screens."""

import re
from importlib import resources
from xml.etree import ElementTree

import pytest

import reports
from reports import curves, figures, heatmap
from reports.facts import read_manifest
from reports.labels import Label
from reports.plots import plots_of
from reports.rows import read_rows
from reports.vocabulary import VERDICTS
from tests.reports import samples, samples_many
from tests.reports.test_page import luminance

FACTS = read_manifest(samples_many.facts())


def drawn(name):
    (plan, *_), _ = plots_of(read_rows(getattr(samples_many, name)()), FACTS)
    return figures.draw(plan.plot)


def texts(picture):
    return [element.text for element in ElementTree.fromstring(picture).iter() if element.tag.endswith("}text")]


def test_a_heat_map_says_figures_and_intervals():
    written = texts(drawn("tips").wide)
    assert {"+9.0", "+8.8 to +9.3", "hold", "Doubles", "over 10 percentage points", "undecided"} <= set(written)
    assert written.count("–") == 3


def test_narrow_cells_have_shorter_intervals():
    cell = heatmap.MatrixCell("+10.0", "+9.7 to +10.3", "±0.3", VERDICTS["better"], 2)
    line = heatmap.MatrixLine(Label("tip"), (cell,) * 12)
    matrix = heatmap.Matrix(
        "k", "l", "points", tuple(Label(f"Game {n}") for n in range(12)), (line,), ("a", "b", "c", "d")
    )
    written = texts(figures.draw(matrix).wide)
    assert "±0.3" in written
    assert "+9.7 to +10.3" not in written


def test_curves_are_drawn_in_both_widths():
    drawing = drawn("sweep")
    for picture in (drawing.wide, drawing.narrow):
        assert {"Doubles", "Draw", "baseline: neutral", "weight on doubles", "+9.7", "−12.1"} <= set(texts(picture))


@pytest.mark.parametrize("name", samples_many.KINDS)
def test_colours_are_left_to_the_page_and_bytes_are_the_same(name):
    first = drawn(name)
    assert first == drawn(name)
    for picture in (first.wide, first.narrow):
        assert not re.findall(r"(?<!, )#[0-9a-f]{6}\b", picture)
        assert "font-family" not in picture


@pytest.mark.parametrize("count", [1, 3, 4])
def test_any_number_of_curves_and_points(count):
    points = tuple(curves.CurvePoint(float(x), 1.0, 0.0, 2.0) for x in range(count))
    plot = curves.CurvePlot("k", "l", "x", "y", (curves.Curve("a", points),) * count, zero="b")
    assert figures.draw(plot).wide


def test_nothing_to_draw_is_an_error():
    with pytest.raises(ValueError, match="no point"):
        figures.draw(curves.CurvePlot("k", "l", "x", "y", (curves.Curve("a", ()),)))
    with pytest.raises(ValueError, match="no cell"):
        figures.draw(heatmap.Matrix("k", "l", "points", (), (), ()))


def test_a_matrix_is_a_table_on_narrow_screens_and_where_it_cannot_be_drawn(monkeypatch):
    page = reports.build(samples_many.tips(), samples_many.facts())
    assert '<div class="narrow">\n<table class="cells">' in page
    row = re.search(r'<td class="figure worse shade4">.*?</td>\n<td>.*?</td>', page, re.DOTALL)[0]
    assert re.sub(r"<[^>]*>", "", row).split() == ["▼", "−14.2", "worse", "−14.4", "to", "−14.0"]

    def broken(plot):
        raise RuntimeError("no ink")

    monkeypatch.setattr("reports.figures.draw", broken)
    page = reports.build(samples_many.tips(), samples_many.facts())
    assert '<div>\n<table class="cells">' in page


def test_odd_names_are_intact_in_matrices_and_triangles():
    names = samples.odd_labels()
    tips = [samples_many.compared(name, 0.01, game=game) for name in names for game in ("a/b", "NA")]
    duels = [samples_many.compared(name, 0.01, baseline="NA", kind="pair") for name in names[1:]]
    page = reports.build(samples_many.table(tips + duels), samples_many.facts())
    assert "<script>alert" not in page
    assert page.count("&lt;script&gt;alert(1)&lt;/script&gt;") > 4


@pytest.mark.parametrize("theme", [0, 1, 2], ids=["light", "dark", "print"])
def test_text_on_the_strongest_tint_has_enough_contrast(theme):
    style = resources.files("reports").joinpath("style.css").read_text(encoding="utf-8")
    block = re.findall(r":root \{(.*?)\}", style, re.DOTALL)[theme]
    colours = {
        name: value if len(value) == 7 else "#" + "".join(2 * digit for digit in value[1:])
        for name, value in re.findall(r"--(\w+): (#[0-9a-f]{3,6});", block)
    }
    for key in ("better", "worse"):
        mixed = mix(colours[key], colours["paper"], heatmap.SHADES[-1])
        bright, dark = sorted((luminance(colours["ink"]), luminance(mixed)), reverse=True)
        assert (bright + 0.05) / (dark + 0.05) >= 4.5, (key, mixed)


def mix(colour, ground, opacity):
    parts = [[int(one[i : i + 2], 16) for i in (1, 3, 5)] for one in (colour, ground)]
    return "#" + "".join(f"{round(opacity * a + (1 - opacity) * b):02x}" for a, b in zip(*parts, strict=True))


def test_tints_of_the_table_are_those_of_the_picture():
    style = resources.files("reports").joinpath("style.css").read_text(encoding="utf-8")
    for number, opacity in enumerate(heatmap.SHADES, 1):
        for key in ("better", "worse"):
            assert f".{key}.shade{number} {{ background: color-mix(in srgb, var(--{key}) {100 * opacity:.0f}%" in style
