"""Logs that once were found valid though they are not, or the other way round, and their honest twins."""

from typing import Any

from rules.arena.boards import board
from rules.arena.cells import cell_name
from tests.rules.logs import CLOSING, END, OPENING, PLACED, TEAM_B, TENSION, do, document

THEIRS = [do("activate", unit=unit) for unit in TEAM_B]
SECOND_TURN = [*OPENING, TENSION, *THEIRS, *CLOSING, END]
HONEST = [*PLACED, END, *SECOND_TURN, TENSION]
START = len(PLACED) + 1


# Twice each, which their white lettering allows, and twelve levels; no text of theirs is known.
EIGHT = ["srammy", "srammy", "persee-phore", "persee-phore", "kanniball-sarbak", "kanniball-sarbak", *["moe-lawr"] * 2]
REVISED_HERO = ["srammy", "srammy", "persee-phore", "persee-phore", "moe-lawr", "leaf-knight-eternal-1"]


def doubled(*figures: str, spell: str) -> dict[str, Any]:
    """The first player's figures all cast a spell right beside them: the last of them that one."""
    mine = {f"a{number}": figure for number, figure in enumerate(figures, start=1)}
    arena = board("the-pit")
    assert arena is not None
    cells = [cell_name(cell) for cell in arena.start_cells("south")]
    placed = [do("place", unit=unit, cell=cell) for unit, cell in zip(mine, cells, strict=False)]
    spells = [*["never-seen"] * (len(mine) - 1), spell]
    casts = [do("cast", spell=name, target="A3") for name in spells]
    turn = [step for unit, cast in zip(mine, casts, strict=True) for step in (do("activate", unit=unit), cast)]
    players = {"A": {"team": mine, "timeline": list(mine)}, "B": {"team": TEAM_B, "timeline": list(TEAM_B)}}
    return document(*placed, *PLACED[4:], *turn, END, players=players)
