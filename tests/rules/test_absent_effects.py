"""What a log lists on standby that is not there: each kind by the article of what did not set it off."""

from typing import Any

import pytest

from rules.arena.engine.standby import listed
from tests.rules.duels import duel
from tests.rules.table import Table

MISS, HIT, SAVE = ["lock"], ["critical"], ["armour"]


def con(table: Table, *standby: dict[str, Any], armour: list[str] = MISS) -> list[str]:
    return table.does("cast", spell="con", target="B1", critical=MISS, armour={"K": armour}, standby=list(standby))


@pytest.mark.article("4.19.5", breaks=True)
@pytest.mark.parametrize("by", [{}, {"by": "W/water-bomb-1"}])
def test_a_bomb_that_stands_does_not_explode(by: dict[str, str]) -> None:
    table = Table("q K . . W w", q="oscar-kass", K="bill-tell", W="bad-aboum", w="water-bomb of W").activate("q")
    assert con(table, {"effect": "explosion", **by, "critical": MISS}) == ["4.19.5"]
    assert table["W/water-bomb-1"].in_play


@pytest.mark.article("7.2.9.a", breaks=True)
@pytest.mark.parametrize("effect", ["explosion", "click", "wear", "earthquake"])
def test_what_no_piece_in_play_does_is_not_on_standby(effect: str) -> None:
    table = Table("q K", q="oscar-kass", K="bill-tell").activate("q")
    assert con(table, {"effect": effect}) == ["7.2.9.a"]


@pytest.mark.article("4.9.15.a", breaks=True)
@pytest.mark.parametrize(("armour", "broken"), [(SAVE, ["4.9.15.a"]), (MISS, [])])
def test_a_counter_answers_an_injury_only(armour: list[str], broken: list[str]) -> None:
    table = Table("q K", q="oscar-kass", K="bill-tell")
    table["K"].granted |= {"counter"}
    table["K"].refresh()
    table.activate("q")
    assert con(table, {"effect": "counter", "by": "K"}, armour=armour) == broken


def puffed(drawing: str) -> Table:
    """Kassius Kaos blows Anna Tommy eastward, three cells or up to what is in the way."""
    legend = {"q": "kassius-kaos", "K": "anna-tommy", "F": "oscar-kass", "t": "lethal-trap of F"}
    return Table(drawing, **legend).activate("q")


CLICK = {"effect": "click", "by": "F/lethal-trap-1"}


@pytest.mark.article("4.19.7.d", breaks=True)
def test_a_trap_over_which_somebody_was_pushed_does_not_click() -> None:
    table = puffed("q K . t . . F")
    fields = {"spell": "puff", "target": "B1", "critical": MISS * 2, "armour": {"K": MISS}}
    assert table.does("cast", standby=[CLICK], **fields) == ["4.19.7.d"]
    table = puffed("q K . . t . F")
    assert table.does("cast", standby=[{**CLICK, "declared": {"injuries": {"K": 1}}}], **fields) == []


@pytest.mark.article("4.19.7.d", breaks=True)
def test_a_bomb_thrown_on_a_trap_lets_it_lie() -> None:
    table = Table("q . t . K F", q="bad-aboum", K="bill-tell", F="oscar-kass", t="lethal-trap of F").activate("q")
    assert table.does("cast", spell="water-bomb-throw", target="C1", standby=[CLICK]) == ["4.19.7.d"]


@pytest.mark.article("4.19.7.c", breaks=True)
def test_a_trap_onto_which_nobody_came_does_not_click() -> None:
    table = Table("q . t . K F", q="bad-aboum", K="bill-tell", F="oscar-kass", t="lethal-trap of F").activate("q")
    assert table.does("move", to="B1", standby=[CLICK]) == ["4.19.7.c"]
    assert table.does("move", to="C1", standby=[{**CLICK, "declared": {"injuries": {"q": 1}}}]) == []


@pytest.mark.article("4.19.7.c")
def test_all_that_is_declared_of_a_click_happens() -> None:
    table = Table("q . t . K F", q="bad-aboum", K="bill-tell", F="oscar-kass", t="lethal-trap of F").activate("q")
    declared = [{"injuries": {"q": 1}}, {"markers": {"q": {"ap": -1}}}]
    assert table.does("move", to="B1") == []
    assert table.does("move", to="C1", standby=[{**CLICK, "declared": declared}]) == []
    assert (table["q"].injuries, table["q"].ap_markers) == (1, -1)


@pytest.mark.article("4.9.15.a", breaks=True)
def test_the_report_says_whether_the_unit_has_a_counter() -> None:
    listed = {"effect": "counter", "by": "K"}
    for powers, said in (((), "K has no Counter."), (("counter",), "No opposing unit has injured K")):
        table = duel(*powers)
        table.says("cast", spell="con", target="B1", critical=MISS, armour={"K": SAVE}, standby=[listed])
        assert str(table.game.findings[-1].message).startswith(said)


def test_standby_listed_at_an_action_without_any_is_not_read() -> None:
    assert listed({"do": "activate", "standby": [{"effect": "counter"}]}) == [{"effect": "counter"}]
    assert listed({"do": "place", "standby": [{"effect": "counter"}]}) == ()
