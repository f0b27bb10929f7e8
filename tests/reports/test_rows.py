import math

import pandas as pd

from reports.facts import read_manifest
from reports.rows import read_rows, varying
from tests.reports import samples


def test_labels_survive_and_missing_cells_are_missing():
    rows = read_rows(samples.odd())
    assert [row.policy for row in rows] == samples.odd_labels()
    (row,) = read_rows(pd.DataFrame({"policy": [None], "estimate": [pd.NA], "deals": [math.nan], "unit": [pd.NaT]}))
    assert (row.policy, row.deals, row.unit) == ("", 0, "")
    assert not row.known


def test_control_characters_are_replaced():
    (row,) = read_rows(samples.table([samples.row(policy="a\x1b[2Jb\x00")]))
    assert row.policy == "a�[2Jb�"


def test_what_differs_among_rows():
    assert varying(read_rows(samples.ten())) == ("game", "policy")


def test_a_manifest_of_unexpected_kinds_is_read():
    facts = read_manifest({"config": None, "games": {"x": "Title"}, "policies": 3, "deals": "many", "seconds": None})
    assert (facts.games[0].title, facts.policies, facts.deals) == ("Title", (), 0)
    assert math.isnan(facts.seconds)


def test_games_are_named_by_their_titles():
    games = {"doubles (draw: until)": {"title": "Doubles", "house_rules": {"draw": "until", "voluntary_draw": True}}}
    facts = read_manifest({"games": games})
    assert facts.games[0].house_rules == "draw: until, voluntary_draw: on"
    assert (facts.game_title("doubles"), facts.game_title("block")) == ("Doubles", "block")


def test_the_config_is_written_as_yaml_in_its_own_order():
    config = {"title": "戦略", "game": "doubles", "until": {"deals": 10}}
    assert read_manifest({"config": config}).config == "title: 戦略\ngame: doubles\nuntil:\n  deals: 10\n"
    assert '"odd": "<object' in read_manifest({"config": {"odd": object()}}).config
