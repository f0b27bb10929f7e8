"""``--set key=value``: the same checks, the same words, named as what they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.analyzer.configs import GAME, faults, load

pytestmark = pytest.mark.exact

FULL = """\
game: doubles
players: 2
policies:
  neutral: random
  hold: {prefer: [non-doubles]}
compare: {baseline: neutral, candidates: [hold]}
until: {half_width: 0.1%, max_deals: 1e6}
"""


def test_values_are_read_like_the_file(tmp_path: Path) -> None:
    experiment = load(
        tmp_path,
        FULL,
        "until.deals=1e5",
        "game.draw=until",
        "players=3",
        "policies.hold.noise=0.1",
        "policies.neutral.noise=1%",
        "seed=7",
        "vary.unlock=[suit, none]",
        'title="Größte: zuerst"',
    )
    assert experiment.until.deals == 100_000
    assert experiment.until.half_width is None
    assert [variant.label for variant in experiment.variants] == [
        "doubles (draw: until)",
        "doubles (draw: until, unlock: none)",
    ]
    assert {variant.players for variant in experiment.variants} == {3}
    assert experiment.policies["hold"].noise == 0.1
    assert experiment.policies["neutral"].noise == 0.01
    assert experiment.policy_specs["neutral"] == {"policy": "random", "noise": 0.01}
    assert experiment.seed == 7
    assert experiment.title == "Größte: zuerst"


def test_a_stop_rule_replaces_the_other(tmp_path: Path) -> None:
    until = load(tmp_path, f"{GAME}until: {{deals: 5}}", "until.half_width=1%").until
    assert (until.deals, until.half_width) == (None, {"opener_wins": 0.01})
    assert load(tmp_path, f"{GAME}until: 1e4", "until.max_deals=9", "until.half_width=1%").until.max_deals == 9


def test_later_ones_win_and_games_replace_game(tmp_path: Path) -> None:
    assert load(tmp_path, GAME, "seed=1", "seed=2").seed == 2
    labels = [variant.game for variant in load(tmp_path, GAME, "games=[draw, block]").variants]
    assert labels == ["draw", "block"]
    assert load(tmp_path, "games: [draw, block]", "game=straight").variants[0].game == "straight"


@pytest.mark.parametrize(
    ("override", "says"),
    [
        ("until.deals", "--set until.deals: is not KEY=VALUE"),
        ("=5", "--set =5: is not KEY=VALUE"),
        ("until..deals=5", "is not KEY=VALUE"),
        ("until.deals=2.5", "--set until.deals=2.5: until.deals: 2.5 is not whole"),
        ("until.deals=1,000,000", "--set until.deals=1,000,000: until.deals: 1,000,000 has commas"),
        ("seed=-1", "--set seed=-1: seed: -1 is negative"),
        ("seed=", "--set seed=: seed: "),
        ("mesure=win", "--set mesure=win: mesure: unknown key"),
        ("game.draw=untl", "--set game.draw=untl: game.draw: untl is not known"),
        ("game.reserve=30", "--set game.reserve=30: game.reserve: reserve 30 is larger"),
        ("players=5", "--set players=5: players: 5 is too large"),
        ("players=[2,", "cannot be read as a value"),
        ("policies.x.noise=1%", "expects exactly one of policy, prefer, weights and file; got none"),
        ("measure.x=1", "measure is a list; set the whole list"),
        ("title=a\n---\nb", "holds more than one value"),
    ],
)
def test_faults_name_the_override(tmp_path: Path, override: str, says: str) -> None:
    found = faults(tmp_path, f"{GAME}measure: [blocked]\n", override)
    assert any(says in fault for fault in found), found


def test_all_unreadable_overrides_are_named_at_once(tmp_path: Path) -> None:
    assert len(faults(tmp_path, GAME, "a", "b", "seed=[")) == 3
