"""Where and how many summons come into play (4.19.1, 4.19.9)."""

import pytest

from tests.rules.duels import queen
from tests.rules.table import Table


@pytest.mark.article("4.19.1.a", breaks=True)
def test_summoning_where_somebody_stands() -> None:
    table = queen("q K")
    assert table.does("cast", spell="summon-tofu", target="B1") == ["4.19.1.a"]


@pytest.mark.article("4.19.1.b", breaks=True)
def test_summoning_on_a_tombstone() -> None:
    table = queen("q t K", t="tombstone of q")
    assert table.does("cast", spell="summon-tofu", target="B1") == ["4.19.1.b"]


@pytest.mark.article("4.19.9.c", "4.19.1.a", "4.19.1.b")
@pytest.mark.article("4.19.9.c", breaks=True)
def test_the_control_value_counts_all_allied_summons() -> None:
    table = Table("q . g x", q="bad-aboum", x="king-of-the-gobballs", g="gobball of x").activate("q")
    assert table.does("cast", spell="water-bomb-throw", target="A2") == []
    assert table.does("cast", spell="water-bomb-throw", target="A3") == ["4.19.9.c"]
    assert "q/water-bomb-2" not in table.game.units


@pytest.mark.article("4.8.5", breaks=True)
def test_a_summon_has_no_punch() -> None:
    table = Table("q t K", q="queen-of-the-tofus", K="bill-tell", t="tofu of q").activate("q/tofu-1")
    assert table.does("cast", spell="punch", target="C1", critical=["lock"], armour={"K": ["lock"]}) == ["4.8.5"]
