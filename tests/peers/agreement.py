"""Do other people's programs play the same domino games? An optional job that needs packages of its own.

    pip install -e ".[peers]"
    python -m tests.peers.agreement [DEALS] [PEER ...]       100,000 deals by default; peers as in `PEERS`

Three programs know games that ours knows, too:

- ``dominoes`` (abw333, from the package index): partners, all 28 tiles dealt, 6-6 or a given seat leads;
- ``block-dominoes``, ``team-dominoes`` (OpenSpiel): two players with seven tiles, seat 0 leads; partners, seat 0 leads.

Each is given the hands of our deal and is led along our round, all moves at random. Before every move its legal moves
must be ours, at the end it must see the end, and its result must be ours. Two differences are known and allowed for:

- none of the three asks a player who cannot play: forced passes are skipped;
- OpenSpiel's partners score by the pips that both sides hold, also when somebody went out; a side may so lose by going
  out. Ours and the others let the side win that goes out, so there the pips that are left are compared.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from kernels import state, tiles
from kernels.codes import move_port, move_tile
from kernels.engine import log_round
from kernels.log import LoggedMove
from kernels.policies import BUILTIN
from kernels.rules import Rules
from tests.reference import philox

__all__ = ["PEERS", "compare"]

SEED = 20_261_130
Hands = list[list[tuple[int, int]]]
Place = tuple[tuple[int, int], int | None]
"""A tile, smaller half first, and the pip it is played on; None for the lead."""


class Disagreement(AssertionError):
    """A peer sees a deal differently."""


def hands_of(rules: Rules, deal: int) -> Hands:
    """Deal as the twin does: the hands of a deal, by seat."""
    order = philox.shuffle(philox.Words(SEED, deal, philox.SHUFFLE), rules.tile_count)
    size = rules.hand_size
    return [[tiles.halves(tile) for tile in order[s * size : (s + 1) * size]] for s in range(rules.players)]


def place(code: int) -> Place:
    """Return a move of ours as tile and pip."""
    low, high = sorted(tiles.halves(move_tile(code)))
    return (low, high), None if move_port(code) == state.LEAD else int(move_port(code))


def check(same: bool, what: str, ours: object, theirs: object) -> None:
    """Raise if a peer disagrees."""
    if not same:
        raise Disagreement(f"{what}: ours {ours}, theirs {theirs}")


# --- the package ``dominoes`` --------------------------------------------------------------------------------------


def _package_moves(game: Any) -> set[Place]:
    """Return the legal moves of a running game of the package ``dominoes``."""
    moves = set()
    for tile, left in game.valid_moves:
        pip = None if not len(game.board) else game.board.left_end() if left else game.board.right_end()
        moves.add(((min(tile.first, tile.second), max(tile.first, tile.second)), pip))
    return moves


def package(rules: Rules, hands: Hands, moves: Sequence[LoggedMove], out: Any) -> None:
    """Lead the package ``dominoes`` along a round."""
    import dominoes

    theirs = [dominoes.Hand([dominoes.Domino(*tile) for tile in hand]) for hand in hands]
    opener = int(out["opener"])
    lead = place(moves[0].move)[0]
    first = [dominoes.Domino(*lead)] if rules.lead_tile == "forced" else list(theirs[opener])
    game = dominoes.Game(dominoes.SkinnyBoard(), theirs, [], opener, tuple((d, True) for d in first), opener, None)
    for move in moves:
        if move.move == state.PASS:
            continue
        check(game.result is None and game.turn == move.seat, "who moves", move.seat, game.turn)
        legal = {place(code) for code in move.legal}
        check(_package_moves(game) == legal, "legal moves", legal, _package_moves(game))
        tile, pip = place(move.move)
        game.make_move(dominoes.Domino(*tile), pip is None or game.board.left_end() == pip)
    check(game.result is not None, "the end", "over", "not over")
    points = int(out["points"][0]) - int(out["points"][1])
    check(game.result.won == (out["reason"] == state.DOMINO), "how it ended", out["reason"], game.result.won)
    check(game.result.points == points, "points", points, game.result.points)


# --- OpenSpiel -----------------------------------------------------------------------------------------------------


def _spiel_moves(playing: Any) -> dict[Place, int]:
    """Return the legal moves of a running game of OpenSpiel, with its numbers for them."""
    moves = {}
    for number in playing.legal_actions():
        text = playing.action_to_string(number)  # "p0 tile:(3.0, 5.0) pip:3.0"
        tile, pip = text.split("tile:")[1].split(" pip:")
        low, high = (int(float(half)) for half in tile.strip("()").split(","))
        moves[(low, high), None if pip == "None" else int(float(pip))] = number
    return moves


def _spiel(name: str, rules: Rules, hands: Hands, moves: Sequence[LoggedMove]) -> Any:
    """Lead a game of OpenSpiel along a round; returns it at its end."""
    import pyspiel
    from open_spiel.python.games import block_dominoes, team_dominoes  # registers both

    deck = [tuple(int(half) for half in tile) for tile in (block_dominoes, team_dominoes)[rules.players == 4]._DECK]
    playing = _games(pyspiel, name).new_initial_state()
    in_turn = rules.players == 4  # its partners are dealt one tile each in turn, its two players a hand each
    dealt = zip(*hands, strict=True) if in_turn else hands
    for tile in (tile for some in dealt for tile in some):
        playing.apply_action(deck.index((min(tile), max(tile))))
    for move in moves:
        if move.move == state.PASS:
            continue
        check(playing.current_player() == move.seat, "who moves", move.seat, playing.current_player())
        legal, theirs = {place(code) for code in move.legal}, _spiel_moves(playing)
        check(set(theirs) == legal, "legal moves", legal, set(theirs))
        playing.apply_action(theirs[place(move.move)])
    check(playing.is_terminal(), "the end", "over", "not over")
    return playing


_loaded: dict[str, Any] = {}


def _games(pyspiel: Any, name: str) -> Any:
    if name not in _loaded:
        _loaded[name] = pyspiel.load_game(name)
    return _loaded[name]


def block(rules: Rules, hands: Hands, moves: Sequence[LoggedMove], out: Any) -> None:
    """Lead OpenSpiel's Block along a round: the winner is paid the other's pips."""
    playing = _spiel("python_block_dominoes", rules, hands, moves)
    points = int(out["points"][0]) - int(out["points"][1])
    check(playing.returns() == [points, -points], "points", points, playing.returns())


def team(rules: Rules, hands: Hands, moves: Sequence[LoggedMove], out: Any) -> None:
    """Lead OpenSpiel's partners along a round: the side that holds fewer pips is paid those of the other."""
    playing = _spiel("python_team_dominoes", rules, hands, moves)
    left = [int(out["pips_left"][side] + out["pips_left"][side + 2]) for side in (0, 1)]
    if out["reason"] == state.BLOCKED:
        check(out["points"][0] - out["points"][1] == _paid(left), "points", out["points"], _paid(left))
    check(playing.returns()[:2] == [_paid(left), -_paid(left)], "points", _paid(left), playing.returns())


def _paid(left: Sequence[int]) -> int:
    return 0 if left[0] == left[1] else left[1] if left[0] < left[1] else -left[0]


# --- all of them ---------------------------------------------------------------------------------------------------

_FREE: dict[str, Any] = {"first_lead": "seat0", "lead_tile": "any", "draw": "none"}
_TEAMS: dict[str, Any] = {"players": 4, "teams": "2v2", "hand_size": 7, "draw": "none"}
_ALL: dict[str, Any] = {"domino_score": "all_other_pips", "blocked_score": "all"}
Peer = tuple[Rules, Callable[[Rules, Hands, Sequence[LoggedMove], Any], None]]
PEERS: dict[str, Peer] = {
    "dominoes": (Rules(**_TEAMS, **_ALL, first_lead="highest_double", lead_tile="forced"), package),
    "dominoes-any-lead": (Rules(**{**_TEAMS, **_FREE}, **_ALL), package),
    "block-dominoes": (Rules(**_FREE, hand_size=7), block),
    "team-dominoes": (Rules(**{**_TEAMS, **_FREE}), team),
}
"""The rules of ours that a peer plays, and how it is led along a round."""


def compare(name: str, deals: int, first: int = 0) -> None:
    """Compare a peer on some deals.

    Raises
    ------
    Disagreement
        At the first difference; the message names the deal.
    """
    rules, follow = PEERS[name]
    for deal in range(first, first + deals):
        rounds, moves = log_round(rules, [BUILTIN["random"]] * rules.players, SEED, deal)
        try:
            follow(rules, hands_of(rules, deal), moves, rounds[0])
        except Disagreement as error:
            raise Disagreement(f"{name}, deal {deal} of seed {SEED}: {error}") from None


def main(arguments: Sequence[str]) -> None:
    """Compare all peers, or those named."""
    numbers = [one for one in arguments if one.isdigit()]
    names = [one for one in arguments if not one.isdigit()] or list(PEERS)
    deals = int(numbers[0]) if numbers else 100_000
    for name in names:
        clock = time.perf_counter()
        compare(name, deals)
        print(f"{name}: {deals:,} deals agree ({time.perf_counter() - clock:.0f} s)", flush=True)


if __name__ == "__main__":
    with np.errstate(all="raise"):
        main(sys.argv[1:])
