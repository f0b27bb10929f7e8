import re
from xml.etree import ElementTree

import matplotlib
import pytest

from reports import figures, fonts, svg
from reports.facts import read_manifest
from reports.plots import plots_of
from reports.rows import read_rows
from tests.reports import samples

DOT = figures.Dot("hold", 3.1, 3.0, 3.2, "+3.1", "+3.0 to +3.2", colour="better", verdict="▲ better")


def plot(*dots, **changes):
    given = {"key": "figure-1", "label": "A plot", "axis": "points", "dots": dots or (DOT,)}
    return figures.DotPlot(**(given | changes))


def texts(picture):
    return [element.text for element in ElementTree.fromstring(picture).iter() if element.tag.endswith("}text")]


def test_a_picture_says_its_numbers_in_both_widths():
    drawing = figures.draw(plot())
    assert {"hold", "+3.1", "+3.0 to +3.2", "▲ better"} <= set(texts(drawing.wide))
    assert {"hold", "+3.1 (+3.0 to +3.2)", "▲ better"} <= set(texts(drawing.narrow))


def test_the_same_plot_gives_the_same_bytes():
    assert figures.draw(plot()) == figures.draw(plot())


def test_ids_are_unique_in_the_page_and_references_hold():
    drawing = figures.draw(plot())
    both = drawing.wide + drawing.narrow
    ids = re.findall(r' id="([^"]+)"', both)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', both)) <= {(i, "") for i in ids} | {("", i) for i in ids}


def test_colours_and_fonts_are_left_to_the_page():
    wide = figures.draw(plot()).wide
    assert "font-family" not in wide
    assert "<style" not in wide
    assert "<metadata" not in wide
    bare = set(re.findall(r"(?<!, )#[0-9a-f]{6}\b", wide))
    assert bare == set()


def test_markup_and_dollar_signs_are_literal():
    labels = ["$x_1$", "<b>&", "[red]", "戦略", "x" * 200]
    written = texts(figures.draw(plot(*(figures.Dot(name, 1, 0, 2, "1", "0 to 2") for name in labels))).wide)
    assert set(labels[:4]) <= set(written)
    assert any(text.startswith("xxx") and "…" in text and len(text) < 60 for text in written)


def test_names_that_no_font_draws_are_told(monkeypatch):
    monkeypatch.setattr(fonts, "_FAMILIES", ())
    assert fonts.choose_fonts(["plain", "戦略", "ok"]) == (["DejaVu Sans"], ["戦略"])


def test_a_font_that_is_not_installed_has_no_glyphs():
    assert fonts._glyphs("No Such Font At All", "a") == frozenset()


def test_settings_and_backend_of_the_caller_stay(monkeypatch):
    monkeypatch.setitem(matplotlib.rcParams, "font.size", 31)
    monkeypatch.setitem(matplotlib.rcParams, "svg.hashsalt", "theirs")
    backend = matplotlib.rcParams._get("backend")
    first = figures.draw(plot())
    assert matplotlib.rcParams["font.size"] == 31
    assert matplotlib.rcParams["svg.hashsalt"] == "theirs"
    assert matplotlib.rcParams._get("backend") == backend
    monkeypatch.undo()
    assert figures.draw(plot()) == first


def test_nothing_to_draw_is_an_error():
    with pytest.raises(ValueError, match="no row"):
        figures.draw(figures.DotPlot("k", "l", "a", ()))


@pytest.mark.parametrize(("value", "low", "high"), [(0, 0, 0), (5, 5, 5), (-1e-9, -2e-9, 0), (1e9, 0, 2e9)])
def test_odd_ranges_are_drawn(value, low, high):
    assert figures.draw(plot(figures.Dot("a", value, low, high, "v", "i"), zero=False)).wide


def test_one_plot_a_measure_for_comparisons():
    planned, note = plots_of(read_rows(samples.comparisons()), read_manifest(samples.manifest()))
    assert [plot.title for plot in planned] == [
        "Rounds won, difference from the baseline",
        "Points per round, difference from the baseline",
    ]
    assert [dot.colour for dot in planned[1].plot.dots] == ["better", "undecided"]
    assert planned[0].plot.axis == "fewer  ←  percentage points  →  more"
    assert "hollow dot" in planned[1].caption
    assert note == ""


def test_arms_have_an_equal_share_to_compare_with():
    planned, _ = plots_of(read_rows(samples.arms()), read_manifest(samples.manifest()))
    assert [round(dot.mark, 1) for dot in planned[0].plot.dots] == [50.0, 33.3, 25.0]
    assert [dot.label for dot in planned[0].plot.dots] == ["two players", "three players", "four players"]
    assert not planned[0].plot.zero


def test_seats_share_a_figure_and_too_many_measures_are_left_to_the_tables():
    seats = [samples.row("arm", measure=f"win_seat_{s}", unit="probability", estimate=0.25) for s in range(4)]
    planned, _ = plots_of(read_rows(samples.table(seats)), read_manifest({}))
    assert [dot.label for dot in planned[0].plot.dots] == ["seat 0", "seat 1", "seat 2", "seat 3"]
    many = [samples.row("arm", measure=f"m{i}") for i in range(9)]
    planned, note = plots_of(read_rows(samples.table(many)), read_manifest({}))
    assert (len(planned), note) == (6, "3 more measures without a picture: see the tables.")


def test_colours_of_the_figures_are_those_of_the_light_page():
    from importlib import resources

    style = resources.files("reports").joinpath("style.css").read_text(encoding="utf-8")
    for role, colour in svg.COLOURS.items():
        assert f"--{role}: {colour};" in style
