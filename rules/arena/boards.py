"""The arenas, read from the text diagrams in data/boards (1.2.1)."""

from dataclasses import dataclass, field
from pathlib import Path

from rules.arena.cells import ARENA, SIDES, STARTING_LINES, cell_name, cells_of, lines_from
from rules.common.diagrams import DiagramError, read_diagram
from rules.common.messages import message as _

FOLDER = Path(__file__).parent / "data" / "boards"
HEADERS = ("name", "french", "also", "T", "B", "C", "source", "note")
SCENERY = {"T": "tree", "B": "bush", "C": "crate"}
COINS = {"D": 1, "1": 1, "2": 2, "3": 3}
MARKS = {".", "s", *SCENERY, *COINS}


@dataclass(frozen=True, slots=True)
class Board:
    slug: str
    name: str
    french: str  # what a French copy of it says, where known
    also: tuple[str, ...]
    pieces: dict[str, str]
    source: str
    note: str
    trees: int
    bushes: int
    crates: int
    demons: int
    kamas: dict[int, int]
    starts: dict[str, int]
    obstacles: int = field(init=False)  # cells that nothing can enter (4.17.4)

    def __post_init__(self) -> None:
        object.__setattr__(self, "obstacles", self.trees | self.bushes)

    @property
    def scenery(self) -> dict[int, str]:
        kinds = (("tree", self.trees), ("bush", self.bushes), ("crate", self.crates))
        return {cell: kind for kind, mask in kinds for cell in cells_of(mask)}

    def start_cells(self, side: str) -> tuple[int, ...]:
        return cells_of(self.starts[side])


def read_board(slug: str, text: str) -> Board:
    drawn = read_diagram(slug, text, ARENA, headers=HEADERS, needed=("name", "source"), marks=MARKS)
    headers, paws = drawn.headers, drawn.mask("s")
    return Board(
        slug=slug,
        name=headers["name"],
        french=headers.get("french", ""),
        also=tuple(filter(None, headers.get("also", "").split(", "))),
        pieces={kind: headers[mark] for mark, kind in SCENERY.items() if mark in headers},
        source=headers["source"],
        note=headers.get("note", ""),
        trees=drawn.mask("T"),
        bushes=drawn.mask("B"),
        crates=drawn.mask("C"),
        demons=drawn.mask("D"),
        kamas={cell: COINS[mark] for cell, mark in enumerate(drawn.marks) if mark in COINS},
        starts={side: _starts(slug, side, paws) for side in SIDES},
    )


def _starts(slug: str, side: str, paws: int) -> int:
    """1.3.9: the starting cells of a side are those in its two nearest rows; a corner serves two sides."""
    starts = paws & lines_from(side, STARTING_LINES)
    if starts.bit_count() < 8:
        names = " ".join(map(cell_name, cells_of(starts))) or "none"
        facts = {"board": slug, "side": side, "cells": names}
        raise DiagramError(
            _("{board}.txt: the {side} side has too few starting cells for a team of 8: {cells}", **facts)
        )
    return starts


_ALL = {path.stem: read_board(path.stem, path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.txt"))}
_BY_NAME = {name: board for board in _ALL.values() for name in (board.slug, *board.also)}
BOARDS: tuple[str, ...] = tuple(_ALL)


def board(slug: str) -> Board | None:
    """The board of that slug, or of one of the other spellings in use for it (`also` in its file)."""
    return _BY_NAME.get(slug)
