"""A taste of the optional job, where its packages are installed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.peers import agreement

NEEDS = {name: "dominoes" if name.startswith("dominoes") else "pyspiel" for name in agreement.PEERS}


@pytest.mark.parametrize("name", agreement.PEERS)
def test_other_programs_play_the_same(name: str) -> None:
    pytest.importorskip(NEEDS[name], reason="an optional job: pip install -e '.[peers]'")
    agreement.compare(name, 100)


def test_a_wrong_rule_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("dominoes", reason="an optional job: pip install -e '.[peers]'")
    rules, follow = agreement.PEERS["dominoes"]
    monkeypatch.setitem(agreement.PEERS, "dominoes", (replace(rules, domino_score="opp_pips"), follow))
    with pytest.raises(agreement.Disagreement, match="dominoes, deal 0 of seed 20261130: points"):
        agreement.compare("dominoes", 20)


def test_the_hands_are_those_of_the_deal() -> None:
    rules, _ = agreement.PEERS["dominoes"]
    hands = agreement.hands_of(rules, 3)
    assert sorted(tile for hand in hands for tile in hand) == sorted((a, b) for b in range(7) for a in range(b + 1))
