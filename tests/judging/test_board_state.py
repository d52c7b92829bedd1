"""What the board component is told of a figure."""

from judging.board.board_state import markers
from rules.arena.public import frame
from tests.rules.table import Table


def test_frost_markers_stand_apart_from_the_others() -> None:
    table = Table("q . K", q="anna-tommy", K="bill-tell")
    unit = table["K"]
    unit.mp_markers, unit.frost_ap, unit.frost_mp = -1, -2, 1
    reported = frame(table.game, None)["units"][unit.name]
    assert list(markers(reported)) == ["−1 MP", "❄ −2 AP frost", "❄ +1 MP frost"]
