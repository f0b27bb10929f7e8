"""House rules that contradict each other: refused before anything is played, at a key that the user wrote."""

from __future__ import annotations

from pathlib import Path

import pytest

from kernels import engine, state
from tests.analyzer.configs import faults

SILENT = "game: {preset: draw, domino_score: none, blocked_score: none}\n"


def test_matches_that_cannot_end(tmp_path: Path) -> None:
    (fault,) = faults(tmp_path, SILENT + "play: matches\n")
    assert fault.startswith("x.yaml:2:7: play: a match would never end")
    assert all(word in fault for word in ("domino_score", "blocked_score", "play_score", "target"))
    assert faults(tmp_path, SILENT + "play: rounds\n") == []
    assert faults(tmp_path, "game: draw\nplay: matches\n") == []


def test_a_match_that_does_not_end_names_settings() -> None:
    assert all(word in engine._MEANING[state.ROUND_LIMIT] for word in ("target", "match_by", "entry_points", "compare"))


ALL_DOUBLES = "[0-0, 1-1, 2-2, 3-3, 4-4, 5-5, 6-6]"


def test_a_lead_by_doubles_without_doubles(tmp_path: Path) -> None:
    settings = f"  first_lead: highest_double\n  no_double: redeal\n  removed_tiles: {ALL_DOUBLES}\n"
    (fault,) = faults(tmp_path, f"game:\n  preset: block\n{settings}")
    assert fault.startswith("x.yaml:4:3: game.no_double: ")
    (fault,) = faults(tmp_path, f"game:\n  preset: double-six\n  no_double: redeal\n  removed_tiles: {ALL_DOUBLES}\n")
    assert fault.startswith("x.yaml:3:3: game.no_double: ")


@pytest.mark.parametrize(
    ("rules", "place", "says"),
    [
        ("name: mine\n  players: [4]\n  hand_size: 7\n  removed_tiles: [0-0]", "4:3: game.hand_size", "28 tiles"),
        ("name: mine\n  players: [4]\n  removed_tiles: [0-0]", "4:3: game.removed_tiles", "need 28 tiles"),
        ("preset: doubles\n  hand_size: 14", "3:3: game.hand_size", "reserve 2 is larger than the boneyard of 0"),
        ("preset: doubles\n  set_max: 4", "3:3: game.set_max", "2 hands of 8 need 16 tiles"),
        ("preset: doubles\n  removed_tiles: [0-0]", "3:3: game.removed_tiles", "lock the number 0 for ever"),
    ],
)
def test_the_fault_is_at_a_key_that_was_written(tmp_path: Path, rules: str, place: str, says: str) -> None:
    (fault,) = faults(tmp_path, f"game:\n  {rules}\n")
    assert fault.startswith(f"x.yaml:{place}: ")
    assert says in fault
