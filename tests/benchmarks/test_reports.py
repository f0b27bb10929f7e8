"""How long a page takes: measured, never asserted. Ten comparisons should take under three seconds with details."""

import reports
from tests.reports import rounds_made, samples

COMPARED = [
    {"game": game, "players": 2, "policy": policy, "baseline": "neutral", "against": "neutral"}
    for game in ("doubles", "block")
    for policy in ("hold", "early", "heaviest", "variety")
]


def test_page_of_ten_comparisons(benchmark):
    details = rounds_made.details(COMPARED)
    manifest = samples.manifest(games=samples.GAMES_TWO)
    page = benchmark.pedantic(lambda: reports.build(samples.ten(), manifest, details), rounds=5, warmup_rounds=1)
    benchmark.extra_info["kilobytes"] = len(page.encode()) // 1000


def test_page_without_details(benchmark):
    benchmark.pedantic(lambda: reports.build(samples.ten(), samples.manifest()), rounds=5, warmup_rounds=1)
