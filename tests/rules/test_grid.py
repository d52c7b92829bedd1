"""Grids of any size: what holds on the board of Arena holds on smaller and longer ones."""

from fractions import Fraction

import pytest

from rules.arena.cells import ARENA
from rules.common.grid import SIDES, Grid

SMALL = Grid(5, 8)


def test_names_run_row_by_row_from_the_south_west():
    assert [SMALL.cell_name(cell) for cell in (0, 4, 5, 39)] == ["A1", "E1", "A2", "E8"]
    assert all(SMALL.cell_index(SMALL.cell_name(cell)) == cell for cell in SMALL.cells)
    assert [SMALL.cell_index(name) for name in ("F1", "A9", "")] == [None, None, None]


@pytest.mark.parametrize(("columns", "rows"), [(0, 4), (4, 0), (27, 4)])
def test_a_board_without_cells_or_letters_is_refused(columns, rows):
    with pytest.raises(ValueError, match="no board"):
        Grid(columns, rows)


@pytest.mark.parametrize(("columns", "rows", "last"), [(1, 1, "A1"), (26, 1, "Z1"), (1, 30, "A30")])
def test_the_smallest_and_the_widest_boards(columns, rows, last):
    assert Grid(columns, rows).names[-1] == last


def test_steps_stop_at_the_edges():
    corner, middle = SMALL.cell_index("E8"), SMALL.cell_index("C4")
    assert {SMALL.cell_name(near) for near in SMALL.neighbours[corner]} == {"D8", "E7"}
    assert {SMALL.cell_name(near) for near in SMALL.neighbours[middle]} == {"C5", "D4", "C3", "B4"}
    assert [SMALL.step[side][corner] for side in ("north", "east")] == [None, None]


def test_lines_are_counted_from_each_side_of_the_board():
    counts = {side: SMALL.lines_from(side, 2).bit_count() for side in SIDES}
    assert counts == {"north": 10, "east": 16, "south": 10, "west": 16}
    assert SMALL.cell_index("A8") in SMALL.cells_of(SMALL.lines_from("north", 1))


def test_a_board_cut_from_the_arena_measures_and_sees_alike():
    there = [ARENA.cell_index(SMALL.cell_name(cell)) for cell in SMALL.cells]
    for a in SMALL.cells:
        for b in SMALL.cells:
            assert SMALL.distances[a][b] == ARENA.distances[there[a]][there[b]]
            assert SMALL.in_line(a, b) == ARENA.in_line(there[a], there[b])
            assert SMALL.facings(a, b) == ARENA.facings(there[a], there[b])
            between = {there[cell] for cell in SMALL.cells_of(SMALL.between[a][b])}
            assert between == set(ARENA.cells_of(ARENA.between[there[a]][there[b]]))


def test_an_area_ends_at_the_edge_of_its_board():
    corner = SMALL.cell_index("E1")
    assert {SMALL.cell_name(cell) for cell in SMALL.area("square", corner)} == {"D1", "D2", "E2"}


def test_an_area_is_listed_from_the_casters_left_to_right():
    board = Grid(5, 5)
    there = board.cell_index("C3")
    listed = {facing: [board.cell_name(cell) for cell in board.area("staff", there, facing)] for facing in SIDES}
    assert listed == {"north": ["B3", "D3"], "east": ["C4", "C2"], "south": ["D3", "B3"], "west": ["C2", "C4"]}


def is_crossed(cell, start, way):
    """Whether the segment from the middle of `start` has a point inside the cell: for each axis the part of the way
    on which it is between the edges."""
    enters, leaves = Fraction(0), Fraction(1)
    for at, since, step in zip(cell, start, way, strict=True):
        edges = [Fraction(2 * (at - since) + side, 2) for side in (-1, 1)]
        if step == 0:
            if not edges[0] < 0 < edges[1]:
                return False
            continue
        first, last = sorted(edge / step for edge in edges)
        enters, leaves = max(enters, first), min(leaves, last)
    return enters < leaves


def test_a_line_of_sight_crosses_cells_it_has_points_inside():
    board = Grid(4, 4)
    place = [(cell % 4, cell // 4) for cell in board.cells]
    for a in board.cells:
        for b in board.cells:
            way = tuple(end - start for start, end in zip(place[a], place[b], strict=True))
            crossed = {cell for cell in board.cells if cell not in (a, b) and is_crossed(place[cell], place[a], way)}
            assert set(board.cells_of(board.between[a][b])) == crossed, (board.cell_name(a), board.cell_name(b))
