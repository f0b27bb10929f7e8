"""The layout as counts: open ports by class and pip, which doubles lie, the open-end total.

Two open ends of equal pip are interchangeable wherever legality and points depend on pips alone, so counts are an exact
reduction of the layout (rule book 6.3). Games that score open ends also tell an ordinary end from a double's side.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kernels import rules as settings
from kernels.codes import high_half, low_half, move_class, move_left, move_port, move_tile
from kernels.compiling import compiled, inlined
from kernels.state import ARM, CLASSES, DOUBLE, END, FLANK, LEAD, NOTHING, OPENING, PIP_SLOTS
from kernels.tables import DOUBLE_BIT, HIGH_SUIT, LOW_SUIT

__all__ = ["clear", "fits_all_ends", "open_total", "place", "play_points"]

_FIRST_DOUBLE = settings.code("spinner", "first_double")
_OPENING_DOUBLE = settings.code("spinner", "opening_double")
_ALL_DOUBLES = settings.code("spinner", "all_doubles")
_FIRST_TILE = settings.code("spinner", "first_tile")
_SPLIT = settings.code("flank", "split")
_AFTER_ENDS = settings.code("flank", "after_ends")
_DOUBLE_ONLY = settings.code("flank", "double_only")
_UNLOCK_NONE = settings.code("unlock", "none")
_UNTIL_COVERED = settings.code("spinner_count", "until_covered")
_NO_PLAY_SCORE = settings.code("play_score", "none")
_MULTIPLES = settings.code("play_score", "multiples")
_FIVES_THREES = settings.code("play_score", "fives_threes")
_FIVES_THREES_PIPS = settings.code("play_score", "fives_threes_pips")


@compiled
def clear(view: Any) -> None:
    """Empty the table."""
    view.table = np.uint64(0)
    view.fits = np.uint64(0)
    view.low_fits = np.uint64(0)
    view.high_fits = np.uint64(0)
    for port in range(CLASSES * PIP_SLOTS):
        view.fit[port] = np.uint64(0)
        view.open[port] = 0
    for pip in range(PIP_SLOTS):
        view.covered[pip] = NOTHING
    view.spinner = NOTHING
    view.flank_low = NOTHING
    view.flank_high = NOTHING
    view.to_fill = 0
    view.total = 0


@inlined
def _accepted(view: Any, rules: Any, pip: Any) -> Any:
    """Return the tiles that an ordinary open end of a pip accepts now."""
    locked = rules.unlock != _UNLOCK_NONE and (rules.sides_only or not view.table & DOUBLE_BIT[pip])
    return DOUBLE_BIT[pip] if locked else rules.accept[pip]


@inlined
def _refresh_plain(view: Any, rules: Any, pip: Any) -> None:
    """Work out again which tiles fit one pip, in games with one port class and no wild blanks.

    Every tile has one smaller half, so the pips' shares of `low_fits` do not overlap and one can be replaced without
    looking at the others; likewise for the larger halves.
    """
    tiles = _accepted(view, rules, pip) if view.open[pip] > 0 else np.uint64(0)
    view.low_fits = (view.low_fits & ~LOW_SUIT[pip]) | (tiles & LOW_SUIT[pip])
    view.high_fits = (view.high_fits & ~HIGH_SUIT[pip]) | (tiles & HIGH_SUIT[pip])


@compiled
def _refresh_fit(view: Any, rules: Any, pip: Any) -> None:
    """Work out again which tiles fit the open ports of one pip."""
    at_end = _accepted(view, rules, pip)
    for kind in range(rules.classes):
        port = kind * PIP_SLOTS + pip
        tiles = rules.accept[pip] if kind == DOUBLE else at_end
        view.fit[port] = tiles if view.open[port] > 0 else np.uint64(0)


@inlined
def _refresh_fits(view: Any, rules: Any) -> None:
    """Work out again which tiles fit anywhere."""
    fits = np.uint64(0)
    for port in range(rules.classes * PIP_SLOTS):
        fits |= view.fit[port]
    view.fits = fits


@compiled
def _double_count(view: Any, rules: Any, pip: Any, covered: Any) -> Any:
    """Return what a double with some covered sides counts in the open-end total."""
    if covered <= 1:
        return 2 * pip
    spins = rules.spinner == _ALL_DOUBLES or view.spinner == pip
    if spins and rules.spinner_count == _UNTIL_COVERED:
        return pip * (4 - covered) if covered > 2 else 2 * pip
    return 0 * pip


@compiled
def open_total(view: Any, rules: Any, move: Any) -> Any:
    """Return the open-end total after a move that is not yet made (games that score open ends only)."""
    tile = move_tile(move)
    kind = move_class(move)
    port = move_port(move)
    total = np.int64(view.total)
    if port == LEAD:
        return low_half(tile) + high_half(tile)
    if kind == DOUBLE:
        covered = view.covered[port]
        total += _double_count(view, rules, port, covered + 1) - _double_count(view, rules, port, covered)
    elif kind != FLANK:
        total -= port
    return total + (2 * low_half(tile) if low_half(tile) == high_half(tile) else move_left(move))


@compiled
def _bergen_points(view: Any, move: Any) -> Any:
    """Return the points of a move in Bergen: 2 for equal ends, 3 if one of them is the double (a line of two ends)."""
    tile = move_tile(move)
    port = move_port(move)
    lies_across = low_half(tile) == high_half(tile)
    if port == LEAD:
        return np.int64(2 if lies_across else 0)
    new = move_left(move)
    used = port + PIP_SLOTS * move_class(move)
    at_double = view.open[PIP_SLOTS + new] - (1 if used == PIP_SLOTS + new else 0)
    at_end = view.open[new] - (1 if used == new else 0)
    if at_double + at_end <= 0:
        return np.int64(0)
    return np.int64(3 if lies_across or at_double > 0 else 2)


@compiled
def play_points(view: Any, rules: Any, move: Any, total: Any) -> Any:
    """Return the points of a move that would make the open ends total `total`."""
    if rules.play_score == _NO_PLAY_SCORE or (move_port(move) == LEAD and not rules.opener_scores):
        return np.int64(0)
    if rules.play_score == _MULTIPLES:
        return total // rules.score_divisor if total % rules.score_multiple == 0 else np.int64(0)
    fives = total % 5 == 0
    threes = total % 3 == 0
    if rules.play_score == _FIVES_THREES:
        return (total // 5 if fives else np.int64(0)) + (total // 3 if threes else np.int64(0))
    if rules.play_score == _FIVES_THREES_PIPS:
        return (total if fives else np.int64(0)) + (total if threes else np.int64(0))
    return _bergen_points(view, move)


@compiled
def _cover(view: Any, rules: Any, port: Any, kind: Any) -> None:
    """Close the port that a tile is played on."""
    view.open[kind * PIP_SLOTS + port] -= 1
    if kind == DOUBLE:
        view.covered[port] += 1
    elif kind == FLANK and rules.flank != _SPLIT:
        other = (
            np.int64(view.flank_low) + view.flank_high - port
        )  # the flanks match either half: both count down together
        view.open[FLANK * PIP_SLOTS + other] -= 1
        _refresh_fit(view, rules, other)
    elif kind == OPENING and view.flank_low != NOTHING:  # not an ARM, which shares its number
        low = view.flank_low
        high = view.flank_high
        if view.open[OPENING * PIP_SLOTS + low] + view.open[OPENING * PIP_SLOTS + high] == 0:
            view.open[FLANK * PIP_SLOTS + low] = 2
            view.open[FLANK * PIP_SLOTS + high] = 2
            _refresh_fit(view, rules, low)
            _refresh_fit(view, rules, high)
    _refresh_fit(view, rules, port)


@inlined
def _double_sides(view: Any, rules: Any, pip: Any, leads: Any) -> Any:
    """Return the sides of a double that is being laid, noting it if it is the one spinner."""
    spins = (
        rules.spinner == _ALL_DOUBLES
        or (rules.spinner == _FIRST_DOUBLE and view.spinner == NOTHING)
        or ((rules.spinner == _OPENING_DOUBLE or rules.spinner == _FIRST_TILE) and leads)
    )
    if spins and rules.spinner != _ALL_DOUBLES:
        view.spinner = pip
    return rules.spinner_sides if spins else 2


@compiled
def _lay_double(view: Any, rules: Any, pip: Any, leads: Any) -> None:
    """Open the sides of a double that has just been laid, in games that tell them from ends."""
    covered = 0 if leads else 1
    view.covered[pip] = covered
    view.open[DOUBLE * PIP_SLOTS + pip] = _double_sides(view, rules, pip, leads) - covered
    _refresh_fit(view, rules, pip)


@compiled
def _lead_plain(view: Any, rules: Any, low: Any, high: Any) -> None:
    """Open the ends, and the flanks if it has any, of a led non-double."""
    kind = END
    if rules.spinner == _FIRST_TILE and rules.flank != _DOUBLE_ONLY:
        view.flank_low = low
        view.flank_high = high
        if rules.flank == _AFTER_ENDS:
            kind = OPENING
        else:
            flanks = 1 if rules.flank == _SPLIT else 2
            view.open[FLANK * PIP_SLOTS + low] = flanks
            view.open[FLANK * PIP_SLOTS + high] = flanks
    view.open[kind * PIP_SLOTS + low] = 1
    view.open[kind * PIP_SLOTS + high] = 1
    _refresh_fit(view, rules, low)
    _refresh_fit(view, rules, high)


@inlined
def _place_plain(view: Any, rules: Any, move: Any) -> None:
    """Lay a tile in games with one port class and no wild blanks, where a double's sides are ends like others."""
    tile = move_tile(move)
    port = move_port(move)
    leads = port == LEAD
    new = move_left(move)
    if not leads:
        view.open[port] -= 1
        _refresh_plain(view, rules, port)
    elif low_half(tile) != high_half(tile):
        view.open[low_half(tile)] = 1
        _refresh_plain(view, rules, low_half(tile))
    if low_half(tile) == high_half(tile):
        view.open[new] += _double_sides(view, rules, new, leads) - (0 if leads else 1)
    else:
        view.open[new] += 1
    _refresh_plain(view, rules, new)
    view.fits = view.low_fits | view.high_fits


@inlined
def place(view: Any, rules: Any, move: Any) -> None:
    """Lay the tile of a legal move; the open-end total is not touched."""
    view.table |= np.uint64(1) << np.uint64(move_tile(move))
    if rules.plain:
        _place_plain(view, rules, move)
    else:
        _place_apart(view, rules, move)


@compiled
def _place_apart(view: Any, rules: Any, move: Any) -> None:
    """Lay a tile in games with several port classes, one end, or other than equal halves touching."""
    tile = move_tile(move)
    port = move_port(move)
    low = low_half(tile)
    high = high_half(tile)
    leads = port == LEAD
    if not leads:
        _cover(view, rules, port, move_class(move))
    if leads and rules.ends == 1:
        _lead_one_end(view, rules, move)
    elif low == high and rules.ends_differ:
        _lay_double(view, rules, low, leads)
    elif low == high:
        view.open[END * PIP_SLOTS + low] += _double_sides(view, rules, low, leads) - (0 if leads else 1)
        _refresh_fit(view, rules, low)
    elif leads:
        _lead_plain(view, rules, low, high)
    else:
        new = move_left(move)
        view.open[END * PIP_SLOTS + new] += 1
        _refresh_fit(view, rules, new)
    if rules.fill_first > 0:
        _fill(view, rules, move)
    _refresh_fits(view, rules)


@compiled
def _lead_one_end(view: Any, rules: Any, move: Any) -> None:
    """Open the only end of a led tile; a led double has a single side."""
    tile = move_tile(move)
    kind = END
    if low_half(tile) == high_half(tile) and rules.ends_differ:
        kind = DOUBLE
        view.covered[low_half(tile)] = 0
    view.open[kind * PIP_SLOTS + move_left(move)] = 1
    _refresh_fit(view, rules, move_left(move))


@compiled
def _fill(view: Any, rules: Any, move: Any) -> None:
    """Let nothing fit but the opening double while sides of it must be covered, and its arms take what they may.

    Every side of it must be covered, so that no other count is needed: it is filled when none of them is open.
    """
    if view.spinner == NOTHING:
        return
    at_double = DOUBLE * PIP_SLOTS + np.int64(view.spinner)
    on_it = move_class(move) == DOUBLE and move_port(move) == view.spinner
    if rules.arm_doubles and on_it and not _is_double(move):
        view.open[END * PIP_SLOTS + move_left(move)] -= 1
        view.open[ARM * PIP_SLOTS + move_left(move)] += 1
    view.to_fill = view.open[at_double]
    for port in range(rules.classes * PIP_SLOTS):
        kind = port // PIP_SLOTS
        pip = port - kind * PIP_SLOTS
        tiles = rules.accept[pip] if kind == DOUBLE else _accepted(view, rules, pip)
        if kind == ARM and rules.arm_doubles:
            tiles = DOUBLE_BIT[pip]
        waits = view.to_fill > 0 and port != at_double
        view.fit[port] = tiles if view.open[port] > 0 and not waits else np.uint64(0)


@inlined
def _is_double(move: Any) -> Any:
    """Say whether a move lays a double."""
    tile = move_tile(move)
    return low_half(tile) == high_half(tile)


@compiled
def fits_all_ends(view: Any, rules: Any, tile: Any) -> Any:
    """Say whether there is an open port and a tile fits every one; ports that are locked or must wait count too.

    A flank that takes two numbers is open once for each: it is enough that one of them fits.
    """
    bit = np.uint64(1) << np.uint64(tile)
    found = False
    for kind in range(rules.classes):
        for pip in range(PIP_SLOTS):
            port = kind * PIP_SLOTS + pip
            if view.open[port] > 0:
                fitting = _accepted(view, rules, pip) if rules.plain else view.fit[port]
                if kind == FLANK and rules.flank != _SPLIT:
                    fitting = view.fit[FLANK * PIP_SLOTS + view.flank_low]
                    fitting |= view.fit[FLANK * PIP_SLOTS + view.flank_high]
                if not fitting & bit:
                    return False
                found = True
    return found
