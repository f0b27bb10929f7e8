"""The test that any policy can be run through before its results are believed.

A policy conforms if it always returns a legal index, is a function of what it is given and nothing else, and leaves
what it is given as it was. Built-in policies conform by construction. A user's own function is called on prepared
positions before it plays, since one that writes into the view could keep the play loop from ending.

    >>> from kernels.conformance import check_policy
    >>> from kernels.policies import BUILTIN
    >>> report = check_policy(BUILTIN["heaviest"], rounds=100)
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kernels import state
from kernels.engine import EngineError, play_rounds
from kernels.policies import BUILTIN, Policy
from kernels.replays import Deal, play_script
from kernels.rules import Rules
from kernels.tiles import tiles_in

__all__ = ["GAMES", "ConformanceError", "Report", "check_policy"]

_FREE: dict[str, Any] = {"first_lead": "seat0", "lead_tile": "any"}
GAMES: dict[str, Rules] = {
    "Block": Rules(**_FREE),
    "Draw, three players": Rules(players=3, hand_size=5, draw="until", reserve=2, **_FREE),
    "Doubles": Rules(hand_size=8, spinner="all_doubles", unlock="suit", draw="one", reserve=2, **_FREE),
    "partners of four": Rules(players=4, teams="2v2", **_FREE),
    "drawing by choice": Rules(draw="until", voluntary_draw=True, must_play_drawn=False, **_FREE),
    "fives with one spinner": Rules(play_score="multiples", spinner="first_double", draw="until", **_FREE),
    "fives from the first tile": Rules(play_score="multiples", spinner="first_tile", players=3, hand_size=7, **_FREE),
    "wild blanks": Rules(play_score="fives_threes", spinner="all_doubles", wild_blank="both", draw="one", **_FREE),
    "four arms and their doubles": Rules(
        first_lead="seat0",
        lead_tile="any_double",
        spinner="opening_double",
        fill_first=4,
        arm_doubles=True,
        play_score="multiples",
        draw="until",
        extra_turn="must",
    ),
    "sums of seven on one end": Rules(match="sum", ends=1, draw="until", extra_turn="may", players=3, **_FREE),
    "double-nine, four players": Rules(set_max=9, players=4, hand_size=10, spinner="all_doubles", **_FREE),
}
"""The rules that a policy is tried on: lines and spinners, points, drawing and choice, partners, sums and one end."""

_SEED = 20_261_130
_POSITION_DEALS = 3  # deals a game for the prepared positions, about ten positions each
_WORDS = (0, 2**64 - 1, 2**32 - 1, 0x9E3779B97F4A7C15)


class ConformanceError(ValueError):
    """A policy that breaks a rule which every policy must keep; the message says which, and where."""


@dataclass(frozen=True)
class Report:
    """What a conforming policy was tried on.

    Attributes
    ----------
    rounds : int
        Rounds played with the policy in some seat.
    choices : int
        Calls of the user's function on prepared positions; 0 for a policy that is not a function.
    games : tuple of str
        Names of `GAMES`.
    """

    rounds: int
    choices: int
    games: tuple[str, ...]

    def __str__(self) -> str:
        """Return the report in a sentence."""
        calls = f", {self.choices:,} choices on prepared positions" if self.choices else ""
        return f"conforms: {self.rounds:,} rounds of {len(self.games)} games in every seat{calls}"


def check_policy(policy: Policy, rounds: int = 2000) -> Report:
    """Try a policy on a spread of games, in every seat.

    Parameters
    ----------
    policy : Policy
    rounds : int
        Rounds to play, shared out over games and seats; at least one each.

    Returns
    -------
    Report

    Raises
    ------
    ConformanceError
        If the policy returns an illegal index, raises, makes two choices in one situation, or changes what it is given.
    """
    choices = _check_function(policy) if policy.function is not None else 0
    share = max(1, rounds // sum(rules.players for rules in GAMES.values()))
    played = 0
    for game, rules in GAMES.items():
        for seat in range(rules.players):
            _check_seat(policy, game, rules, seat, share)
            played += share
        _check_independence(policy, game, rules, share)
    return Report(played, choices, tuple(GAMES))


# --- playing ---------------------------------------------------------------------------------------------------------


def _play(policy: Policy, game: str, rules: Rules, others: Policy, seat: int, first: int, deals: int) -> np.ndarray:
    """Play rounds with the policy in one seat and another policy in the rest."""
    seats = [others] * rules.players
    seats[seat] = policy
    try:
        return play_rounds(rules, seats, _SEED, first, deals)
    except EngineError as error:
        raise ConformanceError(f"{game}: {error}") from error


def _check_seat(policy: Policy, game: str, rules: Rules, seat: int, deals: int) -> None:
    """Check that a seat plays legally, and the same in one run, in a second one and in two parts."""
    whole = _play(policy, game, rules, BUILTIN["random"], seat, 0, deals)
    again = _play(policy, game, rules, BUILTIN["random"], seat, 0, deals)
    if whole.tobytes() != again.tobytes():
        deal = int(np.flatnonzero(whole != again)[0])
        raise ConformanceError(
            f"{game}: the same seed gives other rounds the second time [seed {_SEED}, deal {deal}, seat {seat}]; "
            "a policy takes its luck from `word` only, never from a random number generator of its own"
        )
    cut = deals // 2
    parts = [_play(policy, game, rules, BUILTIN["random"], seat, a, b - a) for a, b in ((0, cut), (cut, deals))]
    if np.concatenate(parts).tobytes() != whole.tobytes():
        raise ConformanceError(
            f"{game}: rounds depend on those played before [seed {_SEED}, seat {seat}]; a policy remembers nothing "
            "between calls"
        )


def _check_independence(policy: Policy, game: str, rules: Rules, deals: int) -> None:
    """Check that the first choice of seat 0, which has seen nothing of the others, is the same whoever they are."""
    first = _play(policy, game, rules, BUILTIN["random"], 0, 0, deals)
    for others in (BUILTIN["heaviest"], BUILTIN["doubles-last"].with_noise(0.5), policy):
        second = _play(policy, game, rules, others, 0, 0, deals)
        differ = np.flatnonzero(first["lead"] != second["lead"])
        if len(differ):
            raise ConformanceError(
                f"{game}: seat 0 leads another tile when its opponents play another policy "
                f"[seed {_SEED}, deal {differ[0]}]"
            )


# --- a user's function on prepared positions ----------------------------------------------------------------------


@dataclass(frozen=True)
class _Position:
    """A seat that has a choice: its view, shape (1,), and its legal moves, shape (count,)."""

    where: str
    view: np.ndarray
    moves: np.ndarray


def _positions(game: str, rules: Rules, deals: int) -> Iterator[_Position]:
    """Play given deals at random, move by move, and yield every position with a choice."""
    luck = random.Random(_SEED)
    for deal in range(deals):
        tiles = list(tiles_in(rules.set_mask))
        luck.shuffle(tiles)
        size = rules.hand_size
        hands = [sorted(tiles[seat * size : (seat + 1) * size]) for seat in range(rules.players)]
        given = Deal(hands, tiles[rules.players * size :])
        script: list[int] = []
        while (played := play_script(rules, given, script)).waiting is not None:
            legal = played.waiting.legal
            if len(legal) > 1:
                where = f"{game}, position {deal}.{len(script)}, seat {played.waiting.seat}"
                yield _Position(where, played.view.copy(), np.array(legal, np.int32))
            script.append(luck.choice(legal))


def _check_function(policy: Policy) -> int:
    """Call the user's function on prepared positions; return how often."""
    function = _bounds_checked(policy)
    params = np.zeros(state.MAX_PARAMS)
    params[: len(policy.params)] = policy.params
    calls = 0
    for game, rules in GAMES.items():
        for position in _positions(game, rules, _POSITION_DEALS):
            for word in _WORDS:
                _check_choice(function, position, params, word)
                calls += 2
    return calls


def _bounds_checked(policy: Policy) -> Callable[..., Any]:
    """Return the user's function compiled so that reading outside an array is an error."""
    import numba

    from kernels.compiling import JIT_OFF
    from kernels.plugins import compile_plugin

    assert policy.function is not None
    function: Callable[..., Any] = compile_plugin(policy.function)
    if JIT_OFF:
        return lambda view, *rest: function(view.view(np.recarray)[0], *rest)
    checked = numba.njit(boundscheck=True)(getattr(function, "py_func", function))
    return lambda view, *rest: checked(view[0], *rest)


def _check_choice(function: Callable[..., Any], position: _Position, params: np.ndarray, word: int) -> None:
    """Call the function twice on copies: the same legal index both times, and nothing written."""
    indices = [_choose(function, position, params, word) for _ in range(2)]
    count = len(position.moves)
    for index in indices:
        if not 0 <= index < count:
            raise ConformanceError(
                f"{position.where}: the policy returned {index}; with {count} legal moves an index goes from 0 to "
                f"{count - 1}"
            )
    if indices[0] != indices[1]:
        raise ConformanceError(
            f"{position.where}: the same view, moves and word gave {indices[0]} and then {indices[1]}; a policy takes "
            "its luck from `word` only and remembers nothing between calls"
        )


def _choose(function: Callable[..., Any], position: _Position, params: np.ndarray, word: int) -> int:
    """Call the function once on copies and check that they are as they were."""
    given = [position.view.copy(), position.moves.copy(), params.copy()]
    view, moves, numbers = given
    try:
        index = int(function(view, moves, len(moves), numbers, np.uint64(word)))
    except Exception as error:  # whatever a user's function raises
        raise ConformanceError(f"{position.where}: the policy raised {type(error).__name__}: {error}") from error
    kept: Sequence[np.ndarray] = (position.view, position.moves, params)
    for name, before, after in zip(("view", "moves", "params"), kept, given, strict=True):
        changed = _changed(name, before, after)
        if changed:
            raise ConformanceError(
                f"{position.where}: the policy wrote into {', '.join(changed)}; it may only read what it is given"
            )
    return index


def _changed(name: str, before: np.ndarray, after: np.ndarray) -> list[str]:
    """Name what differs: the fields of a record (the gaps between them are not copied), or a plain array."""
    fields = before.dtype.names
    if fields is None:
        return [] if before.tobytes() == after.tobytes() else [name]
    return [f"{name}.{field}" for field in fields if before[field].tobytes() != after[field].tobytes()]
