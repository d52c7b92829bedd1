"""What the page that sets up a table draws: a small picture of each arena."""

from rules.arena.public import Board, cell_name, cells_of

ROWS = 12


def arena_sketch(board: Board) -> dict[str, str]:
    """Return a path of squares for each kind of scenery and for the demon cells; south is below."""
    kinds = {"tree": board.trees, "bush": board.bushes, "crate": board.crates, "demon": board.demons}
    return {kind: "".join(_square(cell_name(cell)) for cell in cells_of(mask)) for kind, mask in kinds.items()}


def _square(name: str) -> str:
    return f"M{ord(name[0]) - ord('A')} {ROWS - int(name[1:])}h1v1h-1z"
