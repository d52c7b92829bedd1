"""Lines of sight and areas, held against exact geometry done the slow way."""

import random
from fractions import Fraction

import pytest

from rules.arena.cells import (
    ARENA,
    CELLS,
    DISTANCE,
    NEIGHBOURS,
    SIDES,
    STEP,
    TERRITORY_OF,
    area,
    cell_index,
    cell_name,
    cells_of,
    facings,
    in_line,
    mask_of,
    sees,
)

HALF = Fraction(1, 2)
SIZE = ARENA.columns


def at(*names):
    return [cell_index(name) for name in names]


def names(cells) -> set[str]:
    return {cell_name(cell) for cell in cells}


def cuts_inside(a: int, b: int, cell: int) -> bool:
    """Whether the segment between the centres has a point strictly inside the cell: Liang-Barsky with fractions."""
    (x, y), (to_x, to_y) = (divmod(a, SIZE)[::-1], divmod(b, SIZE)[::-1])
    row, column = divmod(cell, SIZE)
    enter, leave = Fraction(0), Fraction(1)
    for origin, step, middle in ((x, to_x - x, column), (y, to_y - y, row)):
        low, high = middle - HALF - origin, middle + HALF - origin
        if step == 0:
            if not low < 0 < high:
                return False
            continue
        first, last = sorted((Fraction(low) / step, Fraction(high) / step))
        enter, leave = max(enter, first), min(leave, last)
    return enter < leave


def test_names_run_from_a1_in_the_south_west_to_l12():
    assert [cell_name(cell) for cell in (0, 11, 12, 143)] == ["A1", "L1", "A2", "L12"]
    assert all(cell_index(cell_name(cell)) == cell for cell in CELLS)


@pytest.mark.parametrize("name", ["", "A", "A0", "A13", "M1", "a1", "A01", "A1 ", "1A", "А1"])
def test_a_name_that_is_no_cell_has_no_index(name):
    assert cell_index(name) is None


def test_distance_counts_steps_from_side_to_side():
    for a in CELLS:
        steps, edge, seen = {a: 0}, [a], {a}
        while edge:
            edge = [n for cell in edge for n in NEIGHBOURS[cell] if steps.setdefault(n, steps[cell] + 1) > steps[cell]]
            edge = [n for n in dict.fromkeys(edge) if n not in seen]
            seen.update(edge)
        assert [steps[b] for b in CELLS] == list(DISTANCE[a])


@pytest.mark.check
def test_every_pair_of_cells_sees_as_exact_geometry_says():
    """For every pair each single blocker is tried, so every set of blockers is covered: sight is lost to any one."""
    cut = {}
    for width in range(SIZE):
        for height in range(SIZE):
            b = height * SIZE + width
            cut[width, height] = {(c % SIZE, c // SIZE) for c in CELLS if c not in (0, b) and cuts_inside(0, b, c)}
    for a in CELLS:
        for b in CELLS:
            columns, rows = b % SIZE - a % SIZE, b // SIZE - a // SIZE
            east, north = (1 if columns >= 0 else -1), (1 if rows >= 0 else -1)
            blocking = {a + east * x + north * y * SIZE for x, y in cut[abs(columns), abs(rows)]}
            assert {cell for cell in CELLS if not sees(a, b, 1 << cell)} == blocking, (cell_name(a), cell_name(b))


@pytest.mark.check
def test_sight_through_random_blockers_is_what_exact_geometry_says():
    rng = random.Random(4159)
    for _ in range(1500):
        a, b = rng.choice(CELLS), rng.choice(CELLS)
        blockers = rng.sample(CELLS, rng.randint(0, 30))
        blocked = any(cuts_inside(a, b, cell) for cell in blockers if cell not in (a, b))
        assert sees(a, b, mask_of(blockers)) != blocked, (cell_name(a), cell_name(b), names(blockers))


def test_a_corner_does_not_block_and_the_ends_never_do():
    a1, c3 = at("A1", "C3")
    assert sees(a1, c3, mask_of(at("A2", "B1", "A1", "C3", "B3", "C2")))
    assert not sees(a1, c3, mask_of(at("B2")))


def test_sight_is_the_same_both_ways():
    rng = random.Random(8)
    for _ in range(2000):
        a, b, blockers = rng.choice(CELLS), rng.choice(CELLS), mask_of(rng.sample(CELLS, 12))
        assert sees(a, b, blockers) == sees(b, a, blockers)


def test_a_line_is_a_row_or_a_column():
    a, same_row, same_column, diagonal = at("C4", "K4", "C1", "D5")
    assert in_line(a, same_row)
    assert in_line(a, same_column)
    assert not in_line(a, diagonal)


def test_the_territory_of_a_side_is_its_five_nearest_lines():
    assert names(cells_of(TERRITORY_OF["north"])) == {f"{c}{r}" for c in "ABCDEFGHIJKL" for r in range(8, 13)}
    assert names(cells_of(TERRITORY_OF["south"])) == {f"{c}{r}" for c in "ABCDEFGHIJKL" for r in range(1, 6)}
    assert names(cells_of(TERRITORY_OF["west"])) == {f"{c}{r}" for c in "ABCDE" for r in range(1, 13)}
    assert names(cells_of(TERRITORY_OF["east"])) == {f"{c}{r}" for c in "HIJKL" for r in range(1, 13)}


@pytest.mark.parametrize(
    ("caster", "target", "expected"),
    [
        ("E5", "E8", {"north"}),
        ("E5", "G8", {"north"}),
        ("E5", "H6", {"east"}),
        ("E5", "E4", {"south"}),
        ("E5", "A4", {"west"}),
        ("E5", "G7", {"north", "east"}),
        ("E5", "D4", {"south", "west"}),
        ("E5", "F4", {"south", "east"}),
        ("E5", "E5", set(SIDES)),
    ],
)
def test_areas_face_the_longer_axis_and_diagonals_allow_a_choice(caster, target, expected):
    assert set(facings(*at(caster, target))) == expected


# North is up; T is the main target and x what the area adds to it.
AREAS = {
    ("cross", "north"): ". . . . .|. . x . .|. x T x .|. . x . .|. . . . .",
    ("square", "north"): ". . . . .|. x x x .|. x T x .|. x x x .|. . . . .",
    ("hammer", "north"): ". . . . .|. . x . .|. x T x .|. . . . .|. . . . .",
    ("hammer", "east"): ". . . . .|. . x . .|. . T x .|. . x . .|. . . . .",
    ("staff", "south"): ". . . . .|. . . . .|. x T x .|. . . . .|. . . . .",
    ("staff", "west"): ". . . . .|. . x . .|. . T . .|. . x . .|. . . . .",
    ("shovel", "north"): ". . . . .|. . x . .|. . T . .|. . . . .|. . . . .",
    ("shovel", "west"): ". . . . .|. . . . .|. x T . .|. . . . .|. . . . .",
    ("hand", "south"): ". . . . .|. . . . .|. . T . .|. . x . .|. . x . .",
    ("hand", "east"): ". . . . .|. . . . .|. . T x x|. . . . .|. . . . .",
    ("breath", "north"): ". . . . .|. x x x .|. . T . .|. . . . .|. . . . .",
    ("breath", "south"): ". . . . .|. . . . .|. . T . .|. x x x .|. . . . .",
    ("breath", "west"): ". . . . .|. x . . .|. x T . .|. x . . .|. . . . .",
}


@pytest.mark.parametrize(("shape", "facing"), AREAS)
def test_an_area_takes_in_the_cells_of_its_drawing(shape, facing):
    rows = [row.split() for row in AREAS[shape, facing].split("|")]
    drawn = {cell_name((7 - y) * SIZE + 3 + x) for y, row in enumerate(rows) for x, m in enumerate(row) if m == "x"}
    assert names(area(shape, *at("F6"), facing)) == drawn


def test_an_area_ends_at_the_edge_of_the_board():
    assert names(area("square", *at("A1"))) == {"A2", "B1", "B2"}
    assert names(area("hand", *at("L12"), "north")) == set()
    assert names(area("breath", *at("A11"), "north")) == {"A12", "B12"}


def test_a_step_off_the_board_leads_nowhere():
    assert [STEP[side][at("A1")[0]] for side in SIDES] == [*at("A2", "B1"), None, None]
