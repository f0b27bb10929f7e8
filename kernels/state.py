"""The records of a running round: what a seat may see, what is hidden, what a round and a match leave.

`VIEW_DTYPE` is all a policy gets. The hands of others and the order of the boneyard live in `HIDDEN_DTYPE`, which
policies are never given. Port classes, move codes and sentinels are defined here once.
"""

from __future__ import annotations

import numpy as np

from kernels.rules import MAX_PLAYERS, MAX_SET
from kernels.tables import MAX_TILES

__all__ = [
    "ALL_ENDS",
    "ARM",
    "BLANK_TILE",
    "BLOCKED",
    "CLASSES",
    "DOMINO",
    "DOUBLE",
    "DOUBLE_TILE",
    "DRAW",
    "END",
    "FLANK",
    "HIDDEN_DTYPE",
    "ILLEGAL_CHOICE",
    "LEAD",
    "LOG_FULL",
    "LOG_OFF",
    "LOG_SIZE",
    "MATCH_DTYPE",
    "MAX_MOVES",
    "MAX_PARAMS",
    "MAX_SEATS",
    "NOBODY",
    "NOTHING",
    "OK",
    "OPENING",
    "PASS",
    "PIP_SLOTS",
    "PLUGIN",
    "PORT_SHIFT",
    "REDEAL_LIMIT",
    "ROUND_DTYPE",
    "ROUND_LIMIT",
    "ROWS",
    "SCORED",
    "SCRIPTED",
    "SCRIPT_END",
    "SCRIPT_ILLEGAL",
    "SCRIPT_SIZE",
    "SEATS_DTYPE",
    "SIDE_SHIFT",
    "TARGET",
    "TILE_SHIFT",
    "UNIFORM",
    "VIEW_DTYPE",
    "WEIGHTS",
    "WORK_DTYPE",
]

PIP_SLOTS = MAX_SET + 1

# Port classes: what an open place belongs to (the order is part of the canonical order of moves).
END = 0  # an ordinary end of an arm
DOUBLE = 1  # an open side of a double
FLANK = 2  # a flank of a led non-double
OPENING = 3  # an end of the led non-double itself, told apart only while its flanks wait for it
ARM = 3  # the end of an arm of the opening double that needs a double next; never in one game with OPENING
CLASSES = 4

# A move is side << 12 | tile << 6 | port << 2 | class. Side 0: the smaller half touches the open end (also doubles and
# leads), 1: the larger half. Port: the pip of the open end. The fields are read with the shifts below.
SIDE_SHIFT = 12
TILE_SHIFT = 6
PORT_SHIFT = 2
LEAD = 15  # the "port" of a led tile
DRAW = 1 << 13  # draw by choice, or because nothing fits
PASS = DRAW + 1

MAX_MOVES = 4096  # above 54 tiles x 10 pips x 3 classes x 2 halves

NOBODY = -1  # a seat or side that does not exist
NOTHING = -1  # a pip or tile that does not exist

# How a round ends.
DOMINO = 0
BLOCKED = 1
TARGET = 2  # a match target met during the round

# What the tile that went out was, bits of HIDDEN_DTYPE last_grade.
DOUBLE_TILE = 1
ALL_ENDS = 2  # it fitted every open end
BLANK_TILE = 4  # it was 0-0

# Status codes of entry points.
OK = 0
REDEAL_LIMIT = 1
ILLEGAL_CHOICE = 2
ROUND_LIMIT = 3
LOG_FULL = 4
SCRIPT_END = 5  # a scripted round waits for its next move
SCRIPT_ILLEGAL = 6  # the next scripted move is not legal

# Kinds of policy.
UNIFORM = 0
SCORED = 1
PLUGIN = 2
SCRIPTED = 3  # moves come from WORK_DTYPE script, for replays

MAX_SEATS = MAX_PLAYERS
MAX_PARAMS = 16  # numbers a plugged-in policy may be given
LOG_SIZE = 65_536
SCRIPT_SIZE = 256
LOG_OFF = -1

WEIGHTS = 18  # one for each of kernels.policies.FEATURES
ROWS = 2 * MAX_PLAYERS  # rows of SEATS_DTYPE: how seat s follows, and in row MAX_PLAYERS + s how it leads

VIEW_DTYPE = np.dtype(
    [
        ("hand", np.uint64),  # tiles of the seat that chooses
        ("table", np.uint64),  # tiles that lie
        ("fits", np.uint64),  # tiles that fit somewhere now, whoever holds them
        ("low_fits", np.uint64),  # those whose smaller half fits; kept only in games whose rules are `plain`
        ("high_fits", np.uint64),  # the same for the larger half of non-doubles
        ("fit", np.uint64, (CLASSES * PIP_SLOTS,)),  # tiles that fit a port, by class * 10 + pip; kept in other games
        ("open", np.int8, (CLASSES * PIP_SLOTS,)),  # open ports, by class * 10 + pip, 0..20; also those that must wait
        ("covered", np.int8, (PIP_SLOTS,)),  # covered sides of a double, 0..8, -1: does not lie
        ("spinner", np.int8),  # pip of the one spinner, -1: none yet
        ("flank_low", np.int8),  # halves of a led non-double with flanks, -1: no such tile
        ("flank_high", np.int8),
        ("to_fill", np.int8),  # sides of the opening double to cover before anything else fits, 0..8, 0: none
        ("total", np.int32),  # open-end total, kept only in games that score it, 0..
        ("seat", np.uint8),  # the seat that chooses, 0..players-1
        ("opener", np.uint8),  # the seat that led
        ("players", np.uint8),
        ("sides", np.uint8),  # seat % sides is a seat's side
        ("hand_counts", np.int8, (MAX_PLAYERS,)),  # tiles in each hand
        ("boneyard", np.int8),  # tiles in the boneyard, the reserve included
        ("last_player", np.int8),  # the seat that played last, -1 before the lead
        ("lacks", np.uint64, (MAX_PLAYERS,)),  # tiles that a seat is known not to hold: they fitted and it did not play
        ("played", np.uint64, (MAX_PLAYERS,)),  # tiles that each seat has laid
        ("turn", np.int16),  # turns taken in this round
        ("scores", np.int32, (MAX_PLAYERS,)),  # match score of each side
    ],
    align=True,
)
"""What a policy may see, 700 bytes or so: one record per running round."""

HIDDEN_DTYPE = np.dtype(
    [
        ("hands", np.uint64, (MAX_PLAYERS,)),
        ("word", np.uint64, (MAX_PLAYERS,)),  # the block of a seat's stream that the next word is taken from
        ("spare", np.uint64, (MAX_PLAYERS,)),
        ("asked", np.int64, (MAX_PLAYERS,)),  # times a seat has been asked in this round
        ("order", np.uint8, (MAX_TILES,)),  # the shuffled set; the boneyard is its tail
        ("next", np.int64),  # position in order of the next tile to draw
        ("end", np.int64),  # position in order after the last tile of the boneyard
        ("given", np.int64),  # 1: hands and boneyard are given, nothing is shuffled
        ("leader", np.int64),  # who leads, NOBODY: decided by the rules; of a given deal
        ("play_points", np.int32, (MAX_PLAYERS,)),  # in-play points of each seat
        ("seed", np.uint64),
        ("deal", np.uint64),
        ("round_number", np.uint64),  # of a match, 0 outside matches
        ("replicate", np.uint64),  # another set of choice streams for the same deals
        ("in_match", np.int64),  # 1: the round belongs to a match
        ("for_points", np.int64),  # 1: points count towards the target of a match
        ("extra", np.int64),  # options of another turn of the same seat, 0: there is none
        ("passes_in_row", np.int64),  # turns without a play since the last tile was laid; kept where bonuses need it
        ("last_grade", np.int64),  # of the tile that went out: DOUBLE_TILE, ALL_ENDS and BLANK_TILE; kept likewise
    ],
    align=True,
)
"""What no policy sees: hands, boneyard and choice streams."""

SEATS_DTYPE = np.dtype(
    [
        ("kind", np.int64, (ROWS,)),  # UNIFORM, SCORED, PLUGIN or SCRIPTED
        ("noise", np.uint64, (ROWS,)),  # 0..2**32: chance of a uniformly random move, times 2**32
        ("weights", np.int64, (ROWS, WEIGHTS)),
        ("dynamic", np.int64, (ROWS,)),  # 1: some weight beyond the tile's own features is not 0
        ("looks_ahead", np.int64, (ROWS,)),  # 1: some weight needs the table as it would lie after the move
        ("lock_margin", np.int64, (ROWS,)),  # pips by which a lock must be expected to be won
        ("tile_score", np.int64, (ROWS, MAX_TILES)),  # weights of the tile's own features, added up
        ("params", np.float64, (MAX_PLAYERS, MAX_PARAMS)),  # handed to plugged-in functions
    ],
    align=True,
)
"""How the seats choose; seat s's plugged-in function is the s-th of the function tuple."""

WORK_DTYPE = np.dtype(
    [
        ("moves", np.int32, (MAX_MOVES,)),  # the legal moves of the seat that chooses
        ("scores", np.int64, (MAX_MOVES,)),  # their scores
        ("after", VIEW_DTYPE),  # the table as it would lie after a move
        ("replies", np.int32, (MAX_MOVES,)),  # legal moves on that table
        ("failed_deal", np.uint64),  # on a status other than OK: the deal (or match)
        ("failed_seat", np.int64),  # and the seat
        ("script", np.int32, (SCRIPT_SIZE,)),  # moves to be made, see kernels.replays
        ("script_laid", np.int64),  # the first of them, which lie on the table before anybody plays
        ("script_next", np.int64),  # position of the next
        ("script_length", np.int64),
        ("log_length", np.int64),  # entries used; LOG_OFF: no log; above LOG_SIZE: it was too small
        ("log_last", np.int64),  # where the last move's entries start
        ("log", np.int32, (LOG_SIZE,)),  # moves of a round, see kernels.log
    ],
    align=True,
)
"""Scratch space of a call, so that the play loop allocates nothing."""

ROUND_DTYPE = np.dtype(
    [
        ("winner", np.int8),  # seat, -1 nobody
        ("team", np.int8),  # side of the winner, -1 nobody
        ("reason", np.uint8),  # DOMINO, BLOCKED, TARGET
        ("tied", np.uint8),  # 1: blocked with equal lowest sides, before any tie-break
        ("opener", np.int8),
        ("lead", np.uint8),  # tile id
        ("redeals", np.uint16),
        ("plays", np.uint16),
        ("turns", np.uint16),
        ("draws", np.uint16),
        ("passes", np.uint16),
        ("points", np.int32, (MAX_PLAYERS,)),  # the seat's side, in-play points included
        ("play_points", np.int32, (MAX_PLAYERS,)),  # in-play points of the seat itself
        ("pips_left", np.int16, (MAX_PLAYERS,)),
        ("tiles_left", np.uint8, (MAX_PLAYERS,)),
        ("doubles_dealt", np.uint8, (MAX_PLAYERS,)),
        ("pips_dealt", np.int16, (MAX_PLAYERS,)),
    ],
    align=True,
)
"""What one round leaves."""

MATCH_DTYPE = np.dtype(
    [
        ("winner", np.int8),  # side, -1: the match is tied
        ("opener", np.int8),  # leader of the first round
        ("rounds", np.uint16),
        ("plays", np.uint32),
        ("score", np.int32, (MAX_PLAYERS,)),  # by side
    ],
    align=True,
)
"""What one match leaves."""
