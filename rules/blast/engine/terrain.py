"""B-10.1, B-10.2: tiles of terrain, as effects place them."""

from rules.blast.engine.use import Use
from rules.blast.words import MOST_TILES
from rules.common.messages import message as _


def require_room(use: Use, kind: str) -> None:
    game, cell = use.game, use.cell
    if cell is None:
        game.fault("B-10.1", "no-cell", _("A cell of the board is expected for the tile."))
    elif game.board.is_known and not _is_free(use, cell):
        _refuse(use, cell)
    is_full = sum(each == kind for each in game.terrain.values()) >= MOST_TILES
    if is_full and (use.removes is None or game.terrain.get(use.removes) != kind):
        message = _("{most} tiles of this kind lie already: one of them is taken off first.", most=MOST_TILES)
        game.fault("B-10.2", "too-many-tiles", message, logged={"kind": kind})
    elif not is_full and use.removes is not None:
        game.fault("B-10.2", "tile-taken-off", _("No tile is taken off while fewer than {most} lie.", most=MOST_TILES))


def _refuse(use: Use, cell: int) -> None:
    name = use.game.cell_name(cell)
    use.game.fault("B-10.1", "no-room", _("No tile can be placed on {cell}.", cell=name), logged={"cell": name})


def _is_free(use: Use, cell: int) -> bool:
    """B-10.1: after the one that is taken off."""
    game = use.game
    return not game.is_blocked(cell) and not game.is_glyph(cell) and (cell not in game.terrain or cell == use.removes)


def lay_tile(use: Use, kind: str) -> None:
    game, cell = use.game, use.cell
    if use.removes is not None and game.terrain.get(use.removes) == kind:
        del game.terrain[use.removes]
    if cell is not None and _is_free(use, cell):
        game.terrain[cell] = kind
    elif cell is not None and game.board.is_known:  # what came before it in the same cast lies or stands there
        _refuse(use, cell)
