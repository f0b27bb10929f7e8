"""The table as it lies: nothing overlaps, everything touches what it is played on."""

import dataclasses
import itertools
import math
import random

import pytest

from kernels import engine, policies
from reports import poses
from reports.boards import board_of, lay_tree
from reports.placing import place
from reports.rounds import Move, Round, read_round
from tests.reference.agreement import preset_rules, random_rules
from tests.reports.rounds_made import made_up, round_of

SEED = 20_261_130
KINDS = {
    "line": {"arms": 2},
    "spinner": {"arms": 4},
    "all doubles spin": {"arms": 4, "spinners": True},
    "cross": {"arms": 4, "fill": 4, "spinners": True},
    "six arms": {"arms": 6, "fill": 6},
    "eight arms": {"arms": 8, "fill": 8},
    "eight arms, all doubles spin": {"arms": 8, "fill": 8, "spinners": True, "most": 36},
    "flanks": {"arms": 0, "flanks": True, "spinners": True},
    "wild blanks": {"arms": 4, "spinners": True, "wild": True, "most": 28},
}


def corners(tile):
    """The corners of a tile as the page draws it: a rectangle of 2 by 1, turned about its centre."""
    angle = math.radians(tile.angle)
    cos, sin = math.cos(angle), math.sin(angle)
    return [
        (tile.x + x * cos - y * sin, tile.y + x * sin + y * cos)
        for x, y in ((-1, -0.5), (1, -0.5), (1, 0.5), (-1, 0.5))
    ]


def apart(one, other):
    """How far two rectangles are apart along the best of their four axes; below 0 they overlap."""
    best = -math.inf
    for (ax, ay), (bx, by) in [side for shape in (one, other) for side in itertools.pairwise(shape)]:
        length = math.hypot(bx - ax, by - ay)
        axis = ((by - ay) / length, (ax - bx) / length)
        spans = [[x * axis[0] + y * axis[1] for x, y in shape] for shape in (one, other)]
        best = max(best, min(spans[0]) - max(spans[1]), min(spans[1]) - max(spans[0]))
    return best


def check(played):
    """Nothing overlaps or leaves the table; each tile lies on one whose half it matches. Returns the tiles apart."""
    board = board_of(played)
    shapes = [corners(tile) for tile in board.tiles]
    for (one, a), (other, b) in itertools.combinations(zip(board.tiles, shapes, strict=True), 2):
        if abs(one.x - other.x) < 2.4 and abs(one.y - other.y) < 2.4:
            assert apart(a, b) > 0.01, (one, other)
    left, top, right, bottom = board.edges
    assert all(left < x < right and top < y < bottom for shape in shapes for x, y in shape)
    plays = [move for move in played.moves if move.kind == "play"]
    assert [tile.tile for tile in board.tiles] == [move.tile for move in plays]
    nodes = lay_tree(plays)
    for node, tile, shape, move in zip(nodes, board.tiles, shapes, plays, strict=True):
        if node.parent >= 0 and tile.link is None:
            assert apart(shape, shapes[node.parent]) < (0.95 if node.side == poses.STAR else 0.45)
        if node.parent >= 0:
            assert move.on in board.tiles[node.parent].tile
    return sum(tile.link is not None for tile in board.tiles)


def real_rounds(count):
    """Rounds of all games for all numbers of players, partners and random house rules, under all policies."""
    draw = random.Random(SEED)
    presets = list(preset_rules())
    built_in = list(policies.BUILTIN.items())
    for deal in range(count):
        rules = random_rules(draw) if deal % 3 == 2 else presets[deal % len(presets)][1]
        seats = [draw.choice(built_in) for _ in range(rules.players)]
        try:
            yield read_round(round_of(rules, seats, SEED, deal))
        except engine.EngineError:
            continue  # hands without doubles in every deal


def test_no_tile_of_thousands_of_rounds_overlaps_another():
    """2,400 rounds of every game, number of players and house rule."""
    linked = [check(played) for played in real_rounds(2400)]
    assert len(linked) > 2200
    assert sum(map(bool, linked)) < 0.02 * len(linked), "tiles lie apart only where doubles are played on doubles"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("set_max", [6, 9])
def test_no_tile_of_made_up_rounds_overlaps_another(kind, set_max):
    for number in range(40):
        given = {"set_max": set_max} | KINDS[kind]
        check(made_up(random.Random(f"{kind}{number}"), **given))


def plays(text):
    """Moves as ``6-6 6-4:6 4-4:4``: tile, pip matched, and port class if it is not an end."""
    moves = []
    for part in text.split():
        name, _, where = part.partition(":")
        tile = tuple(sorted(int(half) for half in name.split("-")))
        on, _, port = where.partition("/")
        left = None if not on else sum(tile) - int(on)
        moves.append(Move(0, "play", tile, int(on) if on else None, left, port or ("end" if on else "lead")))
    return Round(moves=tuple(moves))


def shape(text):
    return [(tile.x, tile.y, tile.angle) for tile in board_of(plays(text)).tiles]


def test_a_line_runs_both_ways_and_doubles_lie_across_it():
    assert shape("6-4 4-4:4 4-1:4 6-3:6 3-3:3") == [
        *((0, 0, 0), (-1.58, 0, 90), (-3.16, 0, 0)),  # to the left: 4-1 shows its 4 to the double
        *((2.08, 0, 180), (3.66, 0, 90)),  # to the right: 6-3 turned, for its 6 is the larger half
    ]


def test_a_spinner_has_four_arms():
    tiles = board_of(plays("6-6 6-1:6 6-2:6 6-3:6 6-4:6")).tiles
    assert [(tile.x, tile.y) for tile in tiles] == [(0, 0), (1.58, 0), (-1.58, 0), (0, -2.08), (0, 2.08)]


def test_eight_arms_make_a_star():
    tiles = board_of(plays("9-9 " + " ".join(f"9-{n}:9/double" for n in range(8)))).tiles
    assert sorted(tile.angle % 90 for tile in tiles) == [0] * 5 + [45] * 4
    assert len({(tile.x > 0.1, tile.x < -0.1, tile.y > 0.1, tile.y < -0.1) for tile in tiles}) == 9


def test_flanks_lie_in_the_middle_of_the_long_sides():
    tiles = board_of(plays("6-4 6-1:6/flank 4-4:4/flank 6-6:6 4-2:4")).tiles
    assert [(tile.x, tile.y) for tile in tiles[1:3]] == [(0, -1.58), (0, 1.08)]
    assert (tiles[3].x, tiles[4].x) == (1.58, -2.08)


def test_in_games_of_one_end_every_tile_lies_on_the_one_before():
    nodes = lay_tree(plays("6-6 6-1:6 1-6:1 6-4:6 4-4:4 4-1:4").moves)
    assert [node.parent for node in nodes] == [-1, 0, 1, 2, 3, 4]
    two_ends = lay_tree(plays("6-6 6-1:6 6-4:6 1-4:1 4-4:4").moves)
    assert [node.parent for node in two_ends] == [-1, 0, 0, 1, 2]


def test_arms_that_wait_for_their_doubles_are_told_from_other_ends():
    moves = plays("6-6 6-4:6/double 6-3:6/double 4-4:4/opening 4-3:4/double 3-3:3/opening 3-1:3/end").moves
    assert [node.parent for node in lay_tree(moves)] == [-1, 0, 0, 1, 3, 2, 4]


def test_a_long_line_turns_at_the_edge():
    rising = " ".join(f"{n}-{n + 1}:{n}" for n in range(9))
    line = f"0-0 {rising} 9-7:9 7-5:7 5-3:5 3-1:3 1-4:1 4-7:4"
    board = board_of(plays(line))
    left, top, right, bottom = board.edges
    assert right - left < 22
    assert bottom - top > 8
    assert {tile.angle % 180 for tile in board.tiles[1:]} == {0, 90}


def test_the_end_that_is_left_open_points_outwards():
    """The half that matches is next to the tile it is played on, for every tile of a real round."""
    for played in real_rounds(60):
        moves = [move for move in played.moves if move.kind == "play"]
        board, nodes = board_of(played), lay_tree(moves)
        for node, tile, move in zip(nodes, board.tiles, moves, strict=True):
            low, high = tile.tile
            if node.parent < 0 or low == high or tile.link:
                continue
            angle = math.radians(tile.angle)
            halves = {
                low: (-0.5 * math.cos(angle), -0.5 * math.sin(angle)),
                high: (0.5 * math.cos(angle), 0.5 * math.sin(angle)),
            }
            parent = corners(board.tiles[node.parent])

            def reach(half, tile=tile, halves=halves, parent=parent):
                x, y = tile.x + halves[half][0], tile.y + halves[half][1]
                edges = zip(parent, parent[1:] + parent[:1], strict=True)
                return min(distance_to((x, y), a, b) for a, b in edges)

            outer = move.left
            assert reach(low + high - outer) <= reach(outer)


def distance_to(point, a, b):
    (x, y), (ax, ay), (bx, by) = point, a, b
    share = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)
    share = min(max(share, 0), 1)
    return math.hypot(x - ax - share * (bx - ax), y - ay - share * (by - ay))


def test_two_rounds_that_begin_alike_lie_alike():
    one = plays("6-6 6-4:6 4-1:4 1-1:1 6-2:6 2-3:2")
    other = plays("6-6 6-4:6 4-1:4 1-3:1 3-3:3 6-5:6")
    first = board_of(one)
    second = board_of(other, first, 3)
    assert second.tiles[:3] == first.tiles[:3]
    assert second.beside(first).edges == first.beside(second).edges


def test_the_same_round_always_lies_the_same_way():
    rounds = list(real_rounds(30))
    assert [board_of(one) for one in rounds] == [board_of(dataclasses.replace(one)) for one in rounds]


def test_a_move_that_fits_nowhere_is_an_error():
    with pytest.raises(ValueError, match="nothing on the table takes 5-3"):
        board_of(plays("6-6 5-3:5"))


def test_an_empty_round_is_an_empty_table():
    board = board_of(Round())
    assert board.tiles == ()
    assert board.box == "-6.5 -4 13 8"


def test_a_table_without_any_room_is_still_laid():
    """Doubles beside doubles, deeper than any game allows: tiles lie apart, and none covers another."""
    nodes = [poses.Node(True)]
    for parent in range(40):
        nodes += [poses.Node(True, parent, side) for side in (poses.FAR, poses.TIP, poses.TIP)][: 61 - len(nodes)]
    found = place(nodes)
    assert not any(poses.overlap(a, b) for a, b in itertools.combinations(found, 2))
