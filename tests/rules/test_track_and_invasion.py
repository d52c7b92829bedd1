"""Additional effects that depend on where the caster is: Track (7.5.21) and Invasion (7.5.22)."""

import pytest

from tests.rules.duels import MISS, spell
from tests.rules.table import Table

PUSH = ({"do": "push", "cells": 1},)


def shot(table: Table, target: str) -> tuple[list[str], int, str | None]:
    """What is said of the cast, what it injures and where its target then stands."""
    faults = table.does("cast", spell="con", target=target, critical=MISS, armour={"K": MISS})
    return faults, table["K"].injuries, table.at("K")


@pytest.mark.article("7.5.21.a", "7.5.21.b")
@pytest.mark.parametrize(
    ("drawing", "target", "end"),
    [
        ("q . K .", "C1", "D1"),
        (". . .\nK . .\nq . .", "A2", "A3"),
        (". . . .\n. . K .\nq . . .", "C2", "C2"),
        (". . .\n. K .\nq . .", "B2", "B2"),
    ],
)
def test_track_moves_its_target_only_in_line_and_strikes_anyway(drawing: str, target: str, end: str) -> None:
    table = Table(drawing, q="oscar-kass", K="bill-tell").activate("q")
    spell(table, range="ranged", least=1, most=5, track=True, effects=PUSH)
    assert shot(table, target) == ([], 1, end)


@pytest.mark.article("7.5.22.a", "7.5.22.b", "4.20.1")
@pytest.mark.parametrize("side", ["south", "north", "west", "east"])
@pytest.mark.parametrize(("row", "inside"), [(1, True), (5, True), (6, False), (12, False)])
def test_invasion_works_in_the_five_rows_of_the_opponent(side: str, row: int, inside: bool) -> None:
    """`row` counts from the opponent's side of the board."""
    line = {"south": row, "west": row, "north": 13 - row, "east": 13 - row}[side]
    columns = "ABCDEFGHIJKL"
    caster, target, pushed = (
        (f"{column}{line}" if side in ("south", "north") else f"{columns[line - 1]}{place}")
        for column, place in (("D", 4), ("E", 5), ("F", 6))
    )
    table = Table(". .", q="oscar-kass", K="bill-tell")
    opposite = {"south": "north", "north": "south", "west": "east", "east": "west"}
    table.game.sides = {"A": opposite[side], "B": side}
    for unit, cell in (("q", caster), ("K", target)):
        table.game.put(table[unit], table.game.cell(cell))
    table.activate("q")
    spell(table, invasion=True, effects=PUSH)
    assert shot(table, target) == ([], 1, pushed if inside else target)
