"""Pages to look at: every configuration of the repository, every game's table, and results made up to be awkward.

    python -m tests.gallery OUT [--deals 20000] [--pictures]

OUT gets one page each and an ``index.html``. With ``--pictures`` a browser takes each page's picture, light, dark and
on a phone, and prints it (``OUT/pictures``). Look at all of them after a change in `reports`. Nothing is committed.
"""

from __future__ import annotations

import argparse
import html
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import reports
from analyzer.games import game_names, load_game, load_preset
from kernels.policies import BUILTIN
from tests.reports import rounds_made, samples, samples_many

ROOT = Path(__file__).parents[1]
SEATS = ("heaviest", "random", "variety", "doubles-last")
COMPARED = {"game": "doubles", "players": 2, "baseline": "neutral", "against": "neutral"}


def configured(out: Path, deals: int) -> Iterator[tuple[str, str]]:
    """Carry out every configuration and yield the name and the page of every run."""
    for config in sorted((ROOT / "configs").glob("*.yaml")):
        runs = out / "runs" / config.stem
        command = [sys.executable, "-m", "analyzer", "run", str(config), "--out", str(runs), "--quiet"]
        subprocess.run([*command, "--set", f"until.deals={deals}"], check=True)
        for number, page in enumerate(sorted(runs.glob("*/report.html"))):
            yield f"{config.stem}{f'-{number + 1}' if number else ''}", page.read_text(encoding="utf-8")


def tables() -> Iterator[tuple[str, str]]:
    """Yield a page with two rounds of every game, for two players and for four."""
    for name in game_names():
        players = load_preset(name).players
        rounds = []
        for count in (players[0], players[-1]):
            seats = [(policy, BUILTIN[policy]) for policy in SEATS[:count]]
            rounds.append(rounds_made.round_of(load_game(name, count).rules, seats, 7, 3, name, f"{count} players"))
        yield f"game-{name}", reports.replay_page(rounds, f"{load_preset(name).title}: a round each")


def awkward() -> Iterator[tuple[str, str]]:
    """Yield pages of results made up: every kind of row, labels that other tools lose, details of every kind."""
    details = rounds_made.details([COMPARED | {"policy": "hold"}, COMPARED | {"policy": "early", "estimate": -0.0458}])
    yield "made-up", reports.build(samples.comparisons(), samples.manifest(), details)
    yield "odd-labels", reports.build(samples.odd(), samples.manifest())
    yield "ten", reports.build(samples.ten(), samples.manifest(games=samples.GAMES_TWO))
    for kind in samples_many.KINDS:
        yield f"made-up-{kind}", reports.build(getattr(samples_many, kind)(), samples_many.facts())


def pictures(out: Path, names: list[str]) -> None:
    """Take the picture of every page in a browser, and print it."""
    from playwright.sync_api import sync_playwright

    folder = out / "pictures"
    folder.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for name in names:
            address = (out / f"{name}.html").as_uri()
            for kind, width, scheme in (("light", 1280, "light"), ("dark", 1280, "dark"), ("phone", 390, "light")):
                page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
                page.goto(address)
                page.screenshot(path=folder / f"{name}-{kind}.png", full_page=True)
                if kind == "light":
                    page.pdf(path=folder / f"{name}.pdf", prefer_css_page_size=True)
                page.close()
        browser.close()


def readme_picture(page_file: Path, picture: Path) -> None:
    """Write the README's picture: the head of a report, and beside it a deal played twice."""
    import io

    from PIL import Image
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 980, "height": 1180}, device_scale_factor=1.5)
        page.goto(page_file.resolve().as_uri())
        head = page.screenshot()
        page.locator("summary").nth(2).click()
        example = page.locator("details.example").nth(2)
        for _ in range(2):
            example.get_by_role("button", name="One move back").click()
        page.add_style_tag(content=".controls { position: static !important; }")
        parts = [Image.open(io.BytesIO(shot)).convert("RGB") for shot in (head, example.screenshot())]
        browser.close()
    height = max(part.height for part in parts)
    whole = Image.new("RGB", (sum(part.width for part in parts) + 30, height), parts[0].getpixel((2, 2)))
    whole.paste(parts[0], (0, 0))
    whole.paste(parts[1], (parts[0].width + 20, 30))
    small = whole.resize((1360, round(1360 * height / whole.width)), Image.Resampling.LANCZOS)
    small.quantize(128, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(picture, optimize=True)


def index(names: list[str]) -> str:
    """Return a page that links all others."""
    links = "\n".join(f'<li><a href="{name}.html">{html.escape(name)}</a></li>' for name in names)
    return f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Gallery</title><ul>\n{links}\n</ul></html>\n'


def main() -> None:
    """Make the gallery."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--deals", type=int, default=20_000)
    parser.add_argument("--pictures", action="store_true")
    parser.add_argument(
        "--readme", type=Path, metavar="REPORT", help="only make OUT, the README's picture, of a report"
    )
    given = parser.parse_args()
    if given.readme:
        readme_picture(given.readme, given.out)
        return
    given.out.mkdir(parents=True, exist_ok=True)
    names = []
    for pages in (configured(given.out, given.deals), tables(), awkward()):
        for name, text in pages:
            (given.out / f"{name}.html").write_text(text, encoding="utf-8")
            names.append(name)
            print(name)
    (given.out / "index.html").write_text(index(names), encoding="utf-8")
    if given.pictures:
        pictures(given.out, names)


if __name__ == "__main__":
    main()
