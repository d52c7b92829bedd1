"""The position as a small text board, for the terminal."""

from rules.arena.cells import ARENA
from rules.arena.engine.state import Game

GROUND = {"tree": "T", "bush": "B", "crate": "C"}
WIDTH = 3


def diagram(game: Game) -> str:
    """North on top: units by number, scenery by letter, Kamas by digit; then a line for each unit."""
    units = [unit for unit in game.units.values() if unit.in_play]
    marks = {unit.cell: f"{unit.player.lower()}{number}" for number, unit in enumerate(units, start=1)}
    rows = ["   " + "".join(column.rjust(WIDTH) for column in ARENA.letters)]
    for row in reversed(range(ARENA.rows)):
        cells = ARENA.cells[row * ARENA.columns : (row + 1) * ARENA.columns]
        rows.append(f"{row + 1:>3}" + "".join(_mark(game, cell, marks).rjust(WIDTH) for cell in cells))
    for number, unit in enumerate(units, start=1):
        hp = "-" if unit.hp is None else f"{unit.hp - unit.injuries}/{unit.hp}"
        active = "  <- active" if unit is game.active else ""
        label = f"{unit.player.lower()}{number}"
        rows.append(f"  {label} {unit.name} ({unit.profile.title}): HP {hp}, AP {unit.ap}, MP {unit.mp}{active}")
    glory, kamas = (", ".join(f"{player} {left}" for player, left in of.items()) for of in (game.glory, game.kamas))
    rows.append(f"  turn {game.turn} of player {game.player}; GG {glory}, wild {game.wild}; Kamas {kamas}")
    return "\n".join(rows)


def _mark(game: Game, cell: int, marks: dict[int, str]) -> str:
    if cell in marks:
        return marks[cell]
    if cell in game.board.scenery:
        return GROUND[game.board.scenery[cell]]
    if game.board.demons >> cell & 1:
        return "D"
    return str(game.coins[cell]) if game.coins.get(cell) else "."
