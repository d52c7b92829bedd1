"""1.2.1: the arenas and the diagrams they are read from."""

import pytest

from rules.arena.boards import BOARDS, FOLDER, board, read_board
from rules.arena.cells import CELLS, cell_index, cell_name, cells_of
from rules.common.diagrams import DiagramError

DIAGRAM = (FOLDER / "the-pit.txt").read_text("utf-8")


def turned(mask: int) -> int:
    return sum(1 << (len(CELLS) - 1 - cell) for cell in cells_of(mask))


@pytest.mark.parametrize("slug", BOARDS)
def test_every_board_is_the_same_after_half_a_turn(slug):
    here = board(slug)
    for mask in (here.trees, here.bushes, here.crates, here.demons):
        assert turned(mask) == mask
    assert {143 - cell: coins for cell, coins in here.kamas.items()} == here.kamas
    assert turned(here.starts["north"]) == here.starts["south"]
    assert turned(here.starts["east"]) == here.starts["west"]


@pytest.mark.parametrize("slug", BOARDS)
def test_each_sides_two_nearest_lines_have_ten_free_starting_cells(slug):
    here = board(slug)
    for mask in here.starts.values():
        assert mask.bit_count() == 10
        assert not mask & here.obstacles


def test_the_pit_holds_the_pieces_of_the_box():
    pit = board("the-pit")
    counts = (pit.trees.bit_count(), pit.bushes.bit_count(), pit.crates.bit_count(), pit.demons.bit_count())
    assert counts == (8, 8, 4, 8)
    assert sum(pit.kamas.values()) == 40
    assert " ".join(map(cell_name, pit.start_cells("south"))) == "B1 D1 I1 K1 A2 B2 E2 G2 K2 L2"
    assert pit.scenery[cell_index("G12")] == "tree"
    assert [pit.kamas[cell_index(name)] for name in ("H12", "G11", "C11")] == [1, 2, 1]


# Coins in set-up (icons, and one a Demon cell) and pieces, as counted on the pictures of the boards.
COUNTED = {
    "the-pit": (40, 8, 8, 4, 8),
    "bonta-1": (36, 6, 8, 4, 6),
    "bonta-2": (40, 6, 6, 4, 6),
    "frigost-1": (40, 6, 6, 0, 6),
    "frigost-2": (40, 6, 6, 0, 8),
    "fog": (34, 4, 8, 2, 6),
    "piwate-island-1": (40, 6, 12, 0, 6),
    "piwate-island-2": (34, 6, 12, 0, 6),
}


def test_demon_cells_match_the_pictures_and_start_with_one_coin():
    assert set(COUNTED) == set(BOARDS)
    for slug, (coins, *pieces) in COUNTED.items():
        here = board(slug)
        masks = (here.trees, here.bushes, here.crates, here.demons)
        assert (sum(here.kamas.values()), *(mask.bit_count() for mask in masks)) == (coins, *pieces), slug
        assert all(here.kamas[cell] == 1 for cell in cells_of(here.demons))


def test_boards_answer_to_other_spellings_that_no_two_boards_share():
    spellings = [name for slug in BOARDS for name in (slug, *board(slug).also)]
    assert len(spellings) == len(set(spellings))
    assert board("bonta-i") is board("bonta-1") is board("bonta1")
    assert board("the moon") is None


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ("12 . s", "12 . ?", "cell B12"),
        ("12 . s", "12 . s s", "row 12"),
        ("11 s s", "10 s s", "row 11"),
        ("   A B C", "   A C B", "A to L"),
        ("name: The Pit", "nom: The Pit", "line 1"),
        ("name: The Pit\n", "", "'name'"),
        ("11 s s D . . s 2 s T . s s", "11 . . D . . . 2 . T . . .", "north"),
    ],
)
def test_a_bad_diagram_is_refused_with_its_file_and_place(old, new, where):
    assert old in DIAGRAM
    with pytest.raises(DiagramError, match=where) as refusal:
        read_board("the-pit", DIAGRAM.replace(old, new))
    assert "the-pit.txt" in str(refusal.value)


def test_eight_starting_cells_are_enough_and_too_few_are_named():
    row = "11 s s D . . s 2 s T . s s"
    assert len(read_board("the-pit", DIAGRAM.replace(row, "11 s s D . . . 2 . T . s s")).start_cells("north")) == 8
    with pytest.raises(DiagramError, match=r"team of 8: (?!none)[A-L]1[12] [A-L]1[12]"):
        read_board("the-pit", DIAGRAM.replace(row, "11 s s D . . . 2 . T . s ."))


def test_a_board_names_its_pieces_and_keeps_its_note():
    with_note = read_board("the-pit", DIAGRAM)
    without = read_board("the-pit", "".join(line for line in DIAGRAM.splitlines(True) if not line.startswith("note:")))
    assert with_note.pieces == {"tree": "tree", "bush": "bush", "crate": "crate"}
    assert (with_note.note[:15], without.note) == ("every cell read", "")


def test_a_diagram_that_ends_early_is_refused():
    with pytest.raises(DiagramError, match="12 rows"):
        read_board("the-pit", DIAGRAM[:-30])


def test_an_empty_file_is_refused():
    with pytest.raises(DiagramError, match="'name'"):
        read_board("nowhere", "")
