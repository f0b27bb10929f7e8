"""Structure: files, keys, everything wrong at once (case CFG-05), other encodings (case CFG-07)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from analyzer.config import ConfigError, load_batch, load_experiments
from tests.analyzer.configs import GAME, faults, load

pytestmark = pytest.mark.exact


def test_the_same_key_twice_names_both_lines(tmp_path: Path) -> None:
    assert faults(tmp_path, "game: doubles\nseed: 1\nseed: 2\n") == [
        "x.yaml:3:1: seed: the key seed is written twice, in lines 2 and 3"
    ]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "x.yaml: is empty"),
        ("# nothing\n---\n", "x.yaml: is empty"),
        ("- a\n", "x.yaml:1:1: expects a mapping"),
        ("just words\n", "x.yaml:1:1: expects a mapping"),
        ("game: doubles\n\tplayers: 2\n", "x.yaml:2:1: a tab; YAML is indented with spaces only"),
        ('title: "a\\eb"\ngame: doubles\n', "x.yaml:1:8: title: holds a control character"),
        ("game: [a\n", "x.yaml:2:1: is not valid YAML: while parsing a flow sequence (begun in line 1)"),
        ("game: a: b\n", "x.yaml:1:8: is not valid YAML"),
        ("game: doubles\ntitle: a\x01b\n", "x.yaml:2:9: character U+0001 is not allowed in YAML"),
        (b"game: doubles\ntitle: \xff\n", "x.yaml:2:8: is not UTF-8 text (byte 0xff)"),
        ("game: doubles\n".encode("utf-16"), "x.yaml:1:1: is not UTF-8 text"),
        ("game: !!python/object:os.system x\n", "the tag !!python/object:os.system is not used here"),
        ("? [a]\n: 3\n", "a key must be a word"),
        ("a: &a [*a]\n", "nested too deeply, or an alias contains itself"),
        ("[" * 5000, "is nested too deeply"),
        ("players: 2\n", "x.yaml:1:1: game: is missing; ready games are doubles, straight"),
        ("game:\n", "x.yaml:1:6: game: expects the name of a game"),
        ("game: {draw: until}\n", "game: says not which game; add preset: NAME"),
        ("game: doubles\ngames: [draw]\n", "x.yaml:2:1: games: write game or games, not both"),
        ("games: []\n", "games: expects a list of games"),
        ("game: missing.yaml\n", "game: there is no game file"),
        ("game: Doubles\n", "x.yaml:1:7: game: Doubles is no ready game"),
        ("game: doubles\nplayers: 5\n", "x.yaml:2:10: players: 5 is too large; it expects a whole number from 2 to 4"),
        ("game: double-six-lawn\nplayers: 4\n", "x.yaml:2:10: players: double-six-lawn is played by 2 or 3; got 4"),
        ("game: doubles\nplayers: [2, 2]\n", "players: names a number twice"),
        ("game: doubles\nvary: {draw: []}\n", "vary.draw: is an empty list"),
        ("game: doubles\nvary: {draw: [one, one]}\n", "vary.draw: names a value twice"),
        ("game: doubles\nvary: {players: [2, 3]}\n", "vary.players: unknown key"),
        ("games: [doubles, doubles]\n", "games: gives the same game twice: doubles"),
        (
            "game: doubles\nvary: {draw: [none, one], voluntary_draw: [on]}\n",
            "voluntary_draw cannot be on when draw is none",
        ),
        ("game: doubles\nvary: {hand_size: [7, 8, 20]}\n", "x.yaml:2:26: vary.hand_size: 2 hands of 20 need 40 tiles"),
        ("game: doubles\nmeasure: win\n", "win belongs to a candidate; add compare"),
        ("game: doubles\nmeasure: win_seat_2\n", "seats of 2 players are numbered 0 to 1"),
        ("game: doubles\nmeasure: rounds\n", "rounds is measured over matches; add play: matches"),
        ("game: doubles\nplay: matches\nmeasure: blocked\n", "blocked is measured over rounds"),
        ("game: doubles\nmeasure: blockt\n", "did you mean blocked?"),
        ("game: doubles\nplay: match\n", "did you mean matches?"),
        ("game: doubles\nseats: [random, random, random]\n", "seats: names 3 policies for 2 players"),
        ("game: doubles\nplayers: 3\nseats: [random, heaviest]\n", "names 2 policies for 3 players; name one for each"),
        ("game: doubles\nseats: [randon]\n", "seats[0]: randon is not defined under policies"),
        ("game: doubles\npolicies: {a: random, b: heaviest}\n", "compare: is missing; say what to compare, such as"),
        ("game: doubles\ncompare: {candidates: [random]}\n", "compare.baseline: is missing"),
        ("game: doubles\ncompare: {baseline: random}\n", "compare.candidates: is missing"),
        ("game: doubles\ncompare: {baseline: random, candidates: random}\n", "random is the baseline itself"),
        ("game: doubles\ncompare: random\n", "compare: expects a mapping (key: value), got random"),
        ("game: doubles\ncompare: {baseline: random, candidates: heavyest}\n", "did you mean heaviest?"),
    ],
)
def test_what_is_said(tmp_path: Path, text: str | bytes, says: str) -> None:
    found = faults(tmp_path, text)
    assert any(says in fault for fault in found), found


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("draw: until", "draw: is a house rule of the game; write game: {preset: doubles, draw: ...}"),
        ("deals: 5", "deals: unknown key at this level; it belongs under until: {deals: ...}"),
        ("baseline: x", "it belongs under compare: {baseline: ...}"),
        ("noise: 1%", "it belongs under policies: {name: {noise: ...}}"),
        ("mesure: blocked", "did you mean measure?"),
        ("preset: doubles", "preset: belongs to a game; an experiment names its game, such as game: doubles"),
        ("on: 1", "x.yaml:2:1: on: unknown key; allowed here: title, description, game"),
    ],
)
def test_misplaced_keys_are_sent_home(tmp_path: Path, line: str, says: str) -> None:
    found = faults(tmp_path, f"{GAME}{line}\n")
    assert len(found) == 1
    assert says in found[0]


def test_everything_at_once_in_the_order_of_the_text(tmp_path: Path) -> None:
    text = """\
game: {preset: doubles, draw: untl, reservee: 3}
players: 7
policies:
  a: {prefer: [dubles, heaviest]}
  b: {weights: {pip: 1}}
  c: {policy: heavest}
  d: {}
  e: nowhere.py:choose
  f: {prefer: [doubles], weights: {pips: 1}}
  g: {policy: heaviest, params: [1]}
  h: {prefer: []}
  i: [random]
  j:
compare: {baseline: a, candidates: [zz, off], against: b}
vary: {reserv: [1], unlock: []}
measure: [wim, match_win]
until: {deals: 2.5, confidence: 95}
seed: -1
"""
    found = faults(tmp_path, text)
    lines = [int(fault.split(":")[1]) for fault in found]
    assert lines == sorted(lines)
    assert lines == [1, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 14, 15, 15, 16, 16, 17, 17, 18], found
    assert all(re.match(r"x\.yaml:\d+:\d+: [\w.\[\]]+: ", fault) for fault in found)
    assert not any(word in "".join(found) for word in ("Input should", "type=", "pydantic", "Traceback"))


def test_faults_carry_their_parts(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        load(tmp_path, f"{GAME}until: {{deals: 2.5}}")
    (fault,) = caught.value.faults
    assert Path(fault.file).name == "x.yaml"
    assert (fault.line, fault.column, fault.path) == (2, 16, "until.deals")
    assert fault.message.startswith("2.5 is not whole")


def test_missing_file_and_folder(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"nothing.yaml: no such file"):
        load_experiments(tmp_path / "nothing.yaml")
    with pytest.raises(ConfigError, match="this is a folder"):
        load_experiments(tmp_path)


def test_an_alias_bomb_is_refused_quickly(tmp_path: Path) -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, 12)]
    (fault,) = faults(tmp_path, "\n".join(lines))
    assert "values (aliases counted in full)" in fault


def test_aliases_and_merge_keys_work(tmp_path: Path) -> None:
    text = """\
game: doubles
policies:
  a: &base {prefer: [doubles], noise: 5%}
  b: {<<: *base, noise: 1%}
  c: *base
compare: {baseline: random}
"""
    policies = load(tmp_path, text).policies
    assert [policies[name].noise for name in "abc"] == [0.05, 0.01, 0.05]


def test_utf8_with_and_without_mark(tmp_path: Path) -> None:
    for mark in (b"", b"\xef\xbb\xbf"):
        text = mark + 'title: Strategie "Größte zuerst" / 戦略\ngame: doubles\n'.encode()
        assert load(tmp_path, text).title == 'Strategie "Größte zuerst" / 戦略'


def test_several_documents(tmp_path: Path) -> None:
    text = "game: doubles\n---\ngame: strait\n---\ntitle: third\ngame: draw\nplayers: 3\n"
    path = tmp_path / "batch.yaml"
    path.write_text(text, encoding="utf-8")
    first, second, third = load_batch(path)
    assert isinstance(second, ConfigError)
    assert str(second).startswith(f"{path}:3:7: game: strait is no ready game")
    assert not isinstance(first, ConfigError)
    assert not isinstance(third, ConfigError)
    assert (first.name, third.name, third.title) == ("batch-1", "batch-3", "third")
    with pytest.raises(ConfigError):
        load_experiments(path)


def test_dicts_are_checked_the_same_way() -> None:
    experiment = load_experiments({"game": {"preset": "doubles", "hand_size": {2: 7}}, "until": {"deals": 1e6}})[0]
    assert experiment.variants[0].rules.hand_size == 7
    assert experiment.until.deals == 1_000_000
    with pytest.raises(ConfigError) as caught:
        load_experiments({"game": "strait", "until": {"deals": 2.5}, "seats": [True], "title": object()})
    assert str(caught.value).startswith("a value of the type object cannot stand in a configuration")
    with pytest.raises(ConfigError) as caught:
        load_experiments({"game": "strait", "until": {"deals": 2.5}, "seats": [True]})
    assert [fault.path for fault in caught.value.faults] == ["seats[0]", "until.deals", "game"]
    endless: dict[str, object] = {}
    endless["game"] = endless
    with pytest.raises(ConfigError, match="contains itself"):
        load_experiments(endless)
