"""The Python face: what ``import analyzer`` offers.

Everything here takes plain values - names, dicts, paths, numbers - and checks them before anything is played.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from analyzer import tables
from analyzer.experiment import MAX_DEALS, MAX_SEED, Experiment, GameVariant
from analyzer.parallel import Stop, chunk_ranges, in_order, workers
from analyzer.runner import Run, run_experiment

if TYPE_CHECKING:
    from analyzer.replay_hand import Replay
    from kernels.policies import Policy

__all__ = ["Game", "Seat", "ask", "compare", "replay", "run", "run_all", "simulate", "simulate_matches"]

MOST_ROWS = 100_000_000
"""Rows of one table of rounds or matches: some ten gigabytes."""

Game = str | Path | Mapping[str, Any] | GameVariant
"""A game's name, a game file, or a dict as under ``game:`` in a configuration."""

Seat = Any
"""A policy: its name, ``file.py:function``, a dict as under ``policies:`` of a configuration, a Policy, a function."""


# --- experiments ---------------------------------------------------------------------------------------------------


def run(
    config: str | Path | Mapping[str, Any],
    out: str | Path | None = None,
    jobs: int | None = None,
    *,
    save: bool = True,
    report: bool = True,
) -> Run:
    """Carry out the experiment of a configuration.

    Parameters
    ----------
    config : str, Path or dict
        A YAML file, or the same as a dict.
    out : str or Path, optional
        Folder for run folders, ``runs`` in the current folder by default.
    jobs : int, optional
        Number of workers, every core by default. The results do not depend on it.
    save : bool
        Write the results to ``<out>/<name>-<key>/``.
    report : bool
        Make the HTML page too, if results are saved.

    Returns
    -------
    Run
        With ``.table`` (DataFrame), ``.answer`` (sentences), ``.folder``, ``.report`` and ``.manifest``. After an
        interruption (Ctrl-C) ``.partial`` is true and every number stands for the deals that were counted.

    Raises
    ------
    ConfigError
        A ValueError: what is wrong with the configuration, all of it.
    OutputError
        An OSError: the results could not be written; found out before anything is played.
    """
    experiments = _load(config)
    if len(experiments) != 1:
        raise ValueError(f"the configuration holds {len(experiments)} experiments; use analyzer.run_all")
    return _run(experiments[0], out, jobs, save, report)


def run_all(
    config: str | Path | Mapping[str, Any],
    out: str | Path | None = None,
    jobs: int | None = None,
    *,
    save: bool = True,
    report: bool = True,
) -> list[Run]:
    """Carry out every experiment of a configuration with several documents; parameters as for `run`.

    Returns
    -------
    list of Run
        In the order of the file; ends with the first that was interrupted.
    """
    runs: list[Run] = []
    for experiment in _load(config):
        runs.append(_run(experiment, out, jobs, save, report))
        if runs[-1].partial:
            break
    return runs


def ask(
    name: str,
    games: str | Sequence[str] | None = None,
    players: int | Sequence[int] | None = None,
    half_width: float | str | None = None,
    against: Seat | None = None,
    out: str | Path | None = None,
    jobs: int | None = None,
    *,
    deals: int | None = None,
    seed: int | None = None,
    save: bool = True,
    report: bool = True,
) -> Run:
    """Answer a question that players ask, or all of them at once.

    Parameters
    ----------
    name : str
        Of a question (see ``dominolab questions``), or ``all``: every habit by every game.
    games : str or sequence of str, optional
        Other games than those of the question.
    players : int or sequence of int, optional
        Other numbers of players.
    half_width : float or str, optional
        Stop when the first measure is known so well: ``0.001`` or ``"0.1%"``.
    against : str or dict, optional
        How the others play: a policy as in a configuration.
    out, jobs, save, report
        As for `run`.
    deals : int, optional
        Stop after so many deals instead.
    seed : int, optional
        Other deals.

    Returns
    -------
    Run
        As from `run`; its manifest has the question.

    Raises
    ------
    ConfigError
        A ValueError: what is wrong with the question or what was asked of it.

    Examples
    --------
    >>> run = ask("doubles", games=["doubles", "draw"], half_width="0.1%")  # doctest: +SKIP
    """
    from analyzer import asking, matrix_config
    from analyzer.questions import MATRIX, find_question

    named = (games,) if isinstance(games, str) else tuple(games or ())
    texts = {"players": players, "half_width": half_width, "deals": deals, "against": against, "seed": seed}
    options = asking.Options(named, **{key: _option(value) for key, value in texts.items() if value is not None})
    if name != MATRIX:
        return _run(asking.experiment(find_question(name), options), out, jobs, save, report)
    from analyzer.matrix import run_matrix

    return _reported(run_matrix(matrix_config.experiments(options), out, jobs, save=save), report)


def compare(
    config: str | Path | Mapping[str, Any],
    out: str | Path | None = None,
    jobs: int | None = None,
    *,
    save: bool = True,
    report: bool = True,
) -> Run:
    """Set house rules side by side, and say what each of them changes.

    Parameters
    ----------
    config : str, Path or dict
        A YAML file, or the same as a dict: a game with ``vary`` (every combination) or ``variants`` (sets of house
        rules under names of their own). Whatever else it leaves open is filled in.
    out, jobs, save, report
        As for `run`.

    Returns
    -------
    Run
        As from `run`. Of every variant the table has each measure less that of the game as written (kind ``rule
        change``), what every policy gains (``comparison``), how much more than under the own rules (``interaction``),
        and every two policies (``pair``); ``.manifest["best"]`` has those that none is established to be better than.

    Raises
    ------
    ConfigError
        A ValueError: what is wrong with the configuration, all of it.

    Examples
    --------
    >>> run = compare({"game": "doubles", "vary": {"draw": ["one", "until"]}})  # doctest: +SKIP
    """
    from analyzer.comparing import load_compares

    (found, *more) = load_compares(dict(config) if isinstance(config, Mapping) else config)
    if more:
        raise ValueError(f"the configuration holds {1 + len(more)} experiments; compare takes them one by one")
    if not isinstance(found, Experiment):
        raise found
    return _run(found, out, jobs, save, report)


def _option(value: object) -> str:
    """Write a value as one would on the command line."""
    import json

    if isinstance(value, str):
        return value
    return json.dumps(list(value) if isinstance(value, tuple) else value)


def _load(config: str | Path | Mapping[str, Any]) -> list[Experiment]:
    from analyzer.config import load_experiments

    return load_experiments(dict(config) if isinstance(config, Mapping) else config)


def _run(experiment: Experiment, out: str | Path | None, jobs: int | None, save: bool, report: bool) -> Run:
    """Run and report; a report that cannot be made loses nothing."""
    return _reported(run_experiment(experiment, out, jobs, save=save), report)


def _reported(done: Run, report: bool) -> Run:
    """Make the report of a run."""
    import dataclasses

    if done.folder is None or not report:
        return done
    import reports

    try:
        return dataclasses.replace(done, report=reports.write(done.table, done.manifest, done.folder, done.details))
    except Exception as error:
        warnings.warn(f"the report could not be made ({error}); the results are in {done.folder}", stacklevel=3)
        return done


# --- rounds and matches --------------------------------------------------------------------------------------------


def simulate(
    game: Game = "doubles",
    players: int | None = None,
    policies: Sequence[Seat] = ("random",),
    deals: int = 100_000,
    seed: int = 1,
    first_deal: int = 0,
    *,
    jobs: int | None = None,
) -> pd.DataFrame:
    """Play rounds and return them, one row each.

    Deal `d` of a seed is the same shuffle whatever else is asked: a longer run starts with the shorter one, and
    different games, policies or numbers of workers see the same deals.

    Parameters
    ----------
    game : str, Path or dict
        A name (``"doubles"``), a game file, or a dict such as ``{"preset": "doubles", "draw": "until"}``.
    players : int, optional
        Number of players; as many as there are policies by default.
    policies : sequence
        One a seat: a name, ``"my_policy.py:choose"``, a dict such as ``{"prefer": ["doubles"]}``, a
        `kernels.policies.Policy`, or a function ``choose(view, moves, count, params, word)``. A single one sits in
        every seat.
    deals : int
        How many rounds. The table takes about 120 bytes a round for two players.
    seed : int
        0 to ``2**63 - 1``.
    first_deal : int
        Index of the first deal.
    jobs : int, optional
        Worker threads, every core by default.

    Returns
    -------
    DataFrame
        ``deal``; ``winner`` (seat) and ``team`` (side: the seat itself, or seat % 2 with partners), both -1 if nobody
        won; ``reason`` (``domino`` or ``blocked``); ``points_0`` ... (points of the seat's side in the round, those
        during play included) and ``play_points_0`` ... (scored during play by the seat); ``opener`` (seat); ``lead``
        (tile, larger half first); ``plays``, ``turns``, ``draws``, ``passes`` (turns without a play), ``redeals``;
        ``pips_left_0`` ..., ``tiles_left_0`` ..., ``doubles_dealt_0`` ..., ``pips_dealt_0`` ...; ``tied`` (blocked with
        equal lowest sides, before any tie-break).

    Raises
    ------
    ValueError
        If something asked does not exist or does not fit together; the message says what would.

    Examples
    --------
    >>> rounds = simulate("draw", policies=["heaviest", "random"], deals=1000)  # doctest: +SKIP
    >>> (rounds.winner == 0).mean()  # doctest: +SKIP
    """
    variant, seats = _table(game, players, policies)
    first, count = _count("first_deal", first_deal, 0), _rows("deals", deals)
    records = _play("play_rounds", variant, seats, _count("seed", seed, 0, MAX_SEED), first, count, jobs)
    return tables.round_table(records, variant.rules, first)


def simulate_matches(
    game: Game = "doubles",
    players: int | None = None,
    policies: Sequence[Seat] = ("random",),
    matches: int = 10_000,
    seed: int = 1,
    first_match: int = 0,
    *,
    jobs: int | None = None,
) -> pd.DataFrame:
    """Play matches to the game's target and return them, one row each.

    Parameters
    ----------
    game, players, policies, seed, jobs
        As for `simulate`.
    matches : int
        How many matches.
    first_match : int
        Index of the first match.

    Returns
    -------
    DataFrame
        ``match``, ``winner`` (side: the seat itself, or seat % 2 with partners), ``rounds``, ``score_0`` ... (by side),
        ``opener`` (seat that led the first round), ``plays`` (tiles played).

    Raises
    ------
    ValueError
        If something asked does not exist or does not fit together; the message says what would.
    """
    variant, seats = _table(game, players, policies)
    first, count = _count("first_match", first_match, 0), _rows("matches", matches)
    records = _play("play_matches", variant, seats, _count("seed", seed, 0, MAX_SEED), first, count, jobs)
    return tables.match_table(records, variant.rules, first)


def replay(hand: str | Path | Mapping[str, Any]) -> Replay:
    """Play a given deal and list of moves through the kernel; see `analyzer.replay_hand.replay`.

    Parameters
    ----------
    hand : str, Path or dict
        A YAML file, or the same as a dict.

    Raises
    ------
    ValueError
        If the hand cannot be read or a move is illegal; the message names the legal ones.
    """
    from analyzer.replay_hand import replay as play_again

    return play_again(dict(hand) if isinstance(hand, Mapping) else hand)


def _count(name: str, value: object, low: int, high: int = MAX_DEALS) -> int:
    """Return a whole number, also if written ``1e6``."""
    number = value.item() if isinstance(value, np.generic) else value
    if isinstance(number, float) and number.is_integer():
        number = int(number)
    if isinstance(number, bool) or not isinstance(number, int):
        raise ValueError(f"{name} is a whole number; got {value!r}")
    if not low <= number <= high:
        raise ValueError(f"{name} goes from {low} to {high:,}; got {number:,}")
    return number


def _rows(name: str, value: object) -> int:
    """Return the number of rows of a table that has one for every round or match."""
    number = _count(name, value, 1)
    if number > MOST_ROWS:
        raise ValueError(
            f"{name} goes up to {MOST_ROWS:,} in one table; got {number:,}; play it in parts, or use run, which adds up"
        )
    return number


def _table(game: Game, players: int | None, policies: Sequence[Seat]) -> tuple[GameVariant, list[Policy]]:
    """Find the game and seat the policies."""
    from analyzer.games import load_game

    single = isinstance(policies, (str, Mapping)) or not isinstance(policies, Sequence)
    listed = [policies] if single else list(policies)
    if players is None and isinstance(game, GameVariant):
        players = game.players
    if players is None:
        players = 2 if len(listed) == 1 else len(listed)
    count = _count("players", players, 2, 4)
    variant = game if isinstance(game, GameVariant) else load_game(game, count)
    if len(listed) == 1:
        listed *= count
    if len(listed) != count or variant.players != count:
        raise ValueError(
            f"policies names one for each of {variant.players} players, or one for all; got {len(listed)} policies"
        )
    return variant, [_policy(one, seat) for seat, one in enumerate(listed)]


def _policy(spec: Seat, place: int) -> Policy:
    """Make a policy from whatever names or describes one; `place` is its seat, for messages."""
    from analyzer.checking import check
    from analyzer.faults import Faults
    from analyzer.policy_specs import make_policy
    from analyzer.schema import PolicyModel
    from analyzer.shorthand import expand
    from analyzer.yaml_text import Map, from_plain
    from kernels.policies import Policy

    if isinstance(spec, Policy):
        return spec
    if callable(spec):
        from kernels.plugins import from_function

        return from_function(spec)
    label, faults = str(place), Faults()
    tree = from_plain({"policies": {label: spec}})
    assert isinstance(tree, Map)
    expand(tree)
    written = tree["policies"][label]
    model, broken = check(PolicyModel, written, faults, ("policies", label))
    policy = None if broken else make_policy(label, model, written, Path(), faults)
    faults.stop()
    assert policy is not None
    return policy


def _play(
    function: str, variant: GameVariant, seats: list[Policy], seed: int, first: int, count: int, jobs: int | None
) -> np.ndarray[Any, np.dtype[np.void]]:
    """Play in chunks on several threads; the chunks change nothing but the time."""
    from kernels import engine

    number = workers(jobs)
    engine.warm_up()
    call = getattr(engine, function)
    tasks = ((call, variant.rules, seats, seed, *one) for one in chunk_ranges(count, first))
    return np.concatenate(list(in_order(tasks, number, Stop())))
