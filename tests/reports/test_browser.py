"""Pages in a real browser: opened from a file without any network, by mouse and keyboard, on phones and on paper.

Needs Chromium, Chrome or Edge on the machine, or Playwright's own (``playwright install chromium``); skipped only where
there is none of them.
"""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

import reports
from tests.reports import rounds_made, samples, samples_house, samples_many
from tests.reports.test_page import COMPARED, contrast

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge", "msedge")
WIDTHS = (360, 390, 420)


@pytest.fixture(scope="module")
def browser():
    with sync_playwright() as playwright:
        found = next(filter(None, map(shutil.which, NAMES)), None)
        own = Path(playwright.chromium.executable_path)
        if found is None and not own.exists():
            pytest.skip("no Chromium, Chrome or Edge was found: install one, or run playwright install chromium")
        as_root = ["--no-sandbox"] if getattr(os, "geteuid", lambda: 1)() == 0 else []
        opened = playwright.chromium.launch(executable_path=found, args=as_root)
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def details():
    return rounds_made.details(COMPARED)


@pytest.fixture(scope="module")
def pages(tmp_path_factory, details):
    """Pages of every kind as files."""
    folder = tmp_path_factory.mktemp("pages")
    built = {
        "report": reports.build(samples.comparisons(), samples.manifest(), details),
        "rules": reports.build(samples.rule_changes(), samples.manifest()),
        "tips": reports.build(samples_many.tips(), samples_many.facts()),
        "parts": reports.build(samples_many.parts(), samples_many.facts()),
        "pairs": reports.build(samples_many.pairs(), samples_many.facts()),
        "house": reports.build(samples_house.house(), samples_house.facts()),
        "odd": reports.build(samples.odd(), samples.manifest(title="x" * 90)),
        "replay": reports.replay_page(details["examples"][2]["rounds"][:1], "A round"),
    }
    for name, text in built.items():
        (folder / f"{name}.html").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def visit(browser, pages):
    """Open a page; whatever it says to the console, or asks for, fails the test."""
    contexts, complaints = [], []

    def opening(name, width=1280, **options):
        context = browser.new_context(viewport={"width": width, "height": 900}, offline=True, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        address = (pages / f"{name}.html").as_uri()
        page.on("request", lambda request: request.url.split("#")[0] == address or complaints.append(request.url))
        page.goto(address)
        return page

    yield opening
    for context in contexts:
        context.close()
    assert complaints == []


def state(page, place=0):
    """How many tiles of a round are seen: on the table, in hands and boneyard together."""
    return page.evaluate(
        """(place) => {
            const round = document.querySelectorAll(".round")[place];
            const all = (selector) => [...round.querySelectorAll(selector)];
            const seen = (selector) => all(selector).filter((one) => one.getClientRects().length);
            return [seen(".board use").length, seen(".t").length];
        }""",
        place,
    )


@pytest.mark.parametrize("name", ["report", "rules", "tips", "parts", "pairs", "house", "odd", "replay"])
def test_a_page_opens_offline_without_a_word(visit, name):
    page = visit(name)
    assert page.locator("h1").is_visible()
    assert page.evaluate("document.documentElement.classList.contains('js')")
    page.wait_for_timeout(50)


# --- tables -----------------------------------------------------------------------------------------------------------


def column(page, number):
    rows = page.locator("table.results >> nth=0").locator("tbody >> nth=0").locator("tr:not(.group)")
    return [row.locator("th, td").nth(number).inner_text().split("\n")[0] for row in rows.all() if row.is_visible()]


def test_tables_are_sorted_by_any_column(visit):
    page = visit("rules")
    before = column(page, 0)
    head = page.locator("table.results >> nth=0").locator("thead th").nth(1)
    head.locator("button").click()
    assert head.get_attribute("aria-sort") == "descending"
    figures = [float(text.replace("−", "-")) for text in column(page, 1)]
    assert figures == sorted(figures, reverse=True)
    head.locator("button").focus()
    page.keyboard.press("Enter")
    assert head.get_attribute("aria-sort") == "ascending"
    assert [float(text.replace("−", "-")) for text in column(page, 1)] == sorted(figures)
    page.keyboard.press("Space")
    assert head.get_attribute("aria-sort") is None
    assert column(page, 0) == before


def test_words_are_sorted_as_words_and_groups_stay_together(visit):
    page = visit("rules")
    page.locator("table.results >> nth=0").locator("thead th button >> nth=0").click()
    names = column(page, 0)
    assert names == sorted(names)
    assert page.locator("tbody >> nth=0").locator("tr >> nth=0").get_attribute("class") == "group"


def test_tables_with_many_rows_are_filtered(visit):
    page = visit("rules")
    field = page.get_by_label("Filter")
    field.fill("DRAW until")
    assert column(page, 0) == ["draw: until", "draw: until, unlock: none"]
    assert page.locator(".filter output").inner_text() == "4 of 16 rows"
    field.fill("blocked nothing")
    assert page.locator("table.results tbody:visible").count() == 0
    field.fill("")
    assert page.locator("table.results tbody tr:visible").count() == 18


def test_small_tables_have_no_filter(visit):
    assert visit("report").get_by_label("Filter").count() == 0


# --- tips -------------------------------------------------------------------------------------------------------------


def test_tips_open_by_mouse_and_by_keyboard(visit):
    page = visit("report")
    tip = page.locator("#tip")
    assert tip.is_hidden()
    page.locator("figure svg:visible rect.tip").first.hover()
    assert tip.inner_text().startswith("hold vs neutral: +3.1")
    page.mouse.move(0, 0)
    assert tip.is_hidden()
    page.get_by_role("button", name="VRF").focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    assert tip.inner_text().startswith("Variance-reduction factor")
    assert "Variance" in page.get_by_role("button", name="VRF").get_attribute("aria-description")
    page.keyboard.press("Escape")
    assert tip.is_hidden()


# --- rounds -----------------------------------------------------------------------------------------------------------


def test_rounds_are_stepped_through(visit, details):
    """By buttons, keys, slider, the list of moves and the tiles; both rounds together."""
    page = visit("report")
    example = details["examples"][0]
    viewer = page.locator(".viewer").first
    last = int(viewer.get_attribute("data-last"))
    counts = [
        [sum(move["kind"] == "play" for move in one["moves"][:k]) for k in range(last + 1)] for one in example["rounds"]
    ]

    def at(number):
        assert viewer.locator("output").inner_text() == (f"Move {number} of {last}" if number else "Start")
        for place in (0, 1):
            assert state(page, place) == [counts[place][number], 28 - counts[place][number]]

    at(last)
    viewer.get_by_role("button", name="To the start").click()
    at(0)
    viewer.get_by_role("button", name="One move on").click()
    at(1)
    page.keyboard.press("ArrowRight")
    at(2)
    page.keyboard.press("ArrowLeft")
    at(1)
    page.keyboard.press("End")
    at(last)
    page.keyboard.press("Home")
    at(0)
    viewer.locator("input").fill("5")
    at(5)
    viewer.locator("input").focus()
    page.keyboard.press("ArrowRight")
    at(6)
    assert all(text.endswith("in play") for text in viewer.locator(".score").all_inner_texts() if text)
    viewer.locator(".moves").first.locator("li").nth(3).click()
    at(4)
    viewer.locator(".board").first.locator("use").nth(1).click(force=True)
    at(next(k for k, n in enumerate(counts[0]) if n == 2))


def test_where_two_rounds_part_is_marked(visit, details):
    page = visit("report")
    example = details["examples"][0]
    viewer = page.locator(".viewer").first
    viewer.get_by_role("button", name="Where they part").click()
    assert viewer.locator("output").inner_text().startswith(f"Move {example['parts_at']} of ")
    for place, played in enumerate(example["rounds"]):
        move = played["moves"][example["parts_at"]]
        coming = viewer.locator(".next").nth(place)
        assert "Here the two part" in coming.inner_text()
        assert coming.locator(".c").all_inner_texts() == move["choices"]
        assert coming.locator(".taken").inner_text() == move["choices"][move["choice"]]
        hand = viewer.locator(".round").nth(place).locator(".hand.turn")
        assert hand.get_attribute("data-seat") == str(move["seat"])
        playable = {choice.split()[0] for choice in move["choices"]}
        assert set(hand.locator(".t.can:visible").evaluate_all("all => all.map(one => one.ariaLabel)")) == playable
    assert viewer.locator(".moves li[aria-current]").count() == 2
    assert state(page, 0) == state(page, 1)


def test_hands_may_lie_face_down(visit):
    page = visit("replay")
    page.get_by_role("button", name="To the start").click()
    faces = page.get_by_role("button", name="Hands face up")
    assert page.locator(".hand .t use:visible").count() == 28
    faces.click()
    assert faces.get_attribute("aria-pressed") == "false"
    shown = page.locator(".hand .t use:visible").count()
    assert shown == page.locator(".hand.turn .t:visible").count() < 28


def test_without_scripts_the_rounds_are_still_told(visit, details):
    page = visit("report", java_script_enabled=False)
    example = details["examples"][0]
    assert page.locator(".controls:visible, .switch:visible, .now:visible, #tip").count() == 0
    assert page.locator(".round:visible").count() == 2
    for place, played in enumerate(example["rounds"]):
        part = page.locator(".round").nth(place)
        assert part.locator(".board use:visible").count() == sum(move["kind"] == "play" for move in played["moves"])
        assert part.locator(".moves li:visible").count() == len(played["moves"])
        left = part.locator(".hand:not(.yard) .t:visible").evaluate_all(
            "all => all.map(one => one.getAttribute('aria-label'))"
        )
        assert sorted(left) == sorted(tile for hand in played["hands_left"] for tile in hand)
    page.locator("summary").nth(1).click()
    assert page.locator(".round:visible").count() == 4


# --- phones, dark rooms, paper, keyboards -----------------------------------------------------------------------------


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
@pytest.mark.parametrize("name", ["report", "rules", "tips", "parts", "pairs", "house", "odd", "replay"])
def test_a_phone_shows_all_without_scrolling_sideways(visit, name, scripts):
    page = visit(name, width=WIDTHS[0], java_script_enabled=scripts)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        cut = page.evaluate(
            """() => [...document.querySelectorAll(".scroll, .results th, .results td")]
                .filter((one) => one.clientWidth && one.scrollWidth > one.clientWidth + 1)
                .map((one) => one.textContent)"""
        )
        assert cut == [], "everything in the tables is seen whole"


def test_a_phone_shows_one_of_two_rounds_at_a_time(visit):
    page = visit("report", width=390)
    viewer = page.locator(".viewer").first
    assert viewer.locator(".round:visible").count() == 1
    assert viewer.locator(".round:visible h5").inner_text().startswith("“hold”")
    viewer.locator(".switch").get_by_role("button", name="neutral").click()
    assert viewer.locator(".round:visible h5").inner_text().startswith("“neutral”")


def test_a_phone_breaks_no_move_number(visit):
    page = visit("replay", width=390)
    output = page.locator(".controls output").first
    assert re.fullmatch(r"Move \d+ of \d+", output.inner_text())
    height, line = output.evaluate(
        "one => [one.clientHeight || one.getBoundingClientRect().height, parseFloat(getComputedStyle(one).fontSize)]"
    )
    assert height < 2.2 * line
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def colour(page, selector, name="color"):
    rgb = page.locator(selector).first.evaluate(f"one => getComputedStyle(one).{name}")
    return "#" + "".join(f"{int(part):02x}" for part in re.findall(r"\d+", rgb)[:3])


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_figures_follow_the_theme(visit, scheme):
    page = visit("report", color_scheme=scheme)
    ground = colour(page, "body", "backgroundColor")
    assert (ground < "#800000") == (scheme == "dark")
    for text in ("figure svg text", "td.better", "td.undecided", ".small", "nav a", ".moves .legal"):
        assert contrast(colour(page, text, "fill" if "svg" in text else "color"), ground) >= 4.5, text


def test_paper_has_everything_and_no_controls(visit):
    page = visit("report")
    page.emulate_media(media="print")
    assert page.locator(".controls:visible, .switch:visible, nav:visible, .filter:visible, .now:visible").count() == 0
    pdf = page.pdf(prefer_css_page_size=True)
    sizes = {
        tuple(round(float(number)) for number in box.split()) for box in re.findall(rb"/MediaBox \[([^\]]*)\]", pdf)
    }
    assert {size[2:] for size in sizes} <= {(595, 842), (596, 842)}, "A4"
    assert page.locator("details[open]").count() == 1, "as it was before"
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator("details:not([open])").count() == 0
    assert page.locator(".round:visible").count() == 2 * page.locator(".viewer").count()
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator("details[open]").count() == 1


def test_paper_without_scripts_has_everything(visit):
    page = visit("report", java_script_enabled=False)
    page.emulate_media(media="print")
    hidden = [box for box in page.locator("details .board").all() if not box.bounding_box()]
    assert hidden == []


def test_the_keyboard_reaches_everything_and_shows_where_it_is(visit):
    page = visit("report")
    page.keyboard.press("Tab")
    skip = page.locator(".skip")
    assert skip.evaluate("one => one === document.activeElement")
    assert skip.bounding_box()["x"] >= 0
    reached = set()
    for _ in range(60):
        page.keyboard.press("Tab")
        kind, outline, style = page.evaluate(
            """() => {
                const one = document.activeElement, look = getComputedStyle(one);
                return [one.dataset.go ?? one.className ?? one.tagName, look.outlineWidth, look.outlineStyle];
            }"""
        )
        assert (outline, style) != ("0px", "none"), kind
        reached.add(kind)
    assert {"first", "back", "on", "last", "parts", "faces", "moves", "scroll"} <= reached


def test_the_skip_link_leads_to_the_answer(visit):
    page = visit("report")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.url.endswith("#answer")


def test_a_script_in_the_page_that_is_not_ours_does_not_run(browser, pages, tmp_path):
    """The page's policy holds in the browser, too."""
    text = (pages / "report.html").read_text(encoding="utf-8")
    path = tmp_path / "attacked.html"
    path.write_text(
        text.replace(
            "<main", "<script>document.title = 'run'</script><img src='x' onerror='document.title = 1'><main", 1
        )
    )
    page = browser.new_page()
    page.goto(path.as_uri())
    assert page.title().startswith("How much does holding doubles help")
    page.close()
