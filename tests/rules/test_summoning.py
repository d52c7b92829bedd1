"""Where and how many summons come into play (4.19.1, 4.19.9)."""

import pytest

from rules.arena.engine import summons
from rules.arena.engine.summons import check_control
from rules.arena.engine.turn import order_of
from rules.common.verdicts import Illegal
from tests.rules.duels import queen, spell
from tests.rules.fours import FIGURES, OTHERS, ROUND, Pairs
from tests.rules.table import Table


@pytest.mark.article("4.19.1.a", breaks=True)
def test_summoning_where_somebody_stands() -> None:
    table = queen("q K")
    assert table.does("cast", spell="summon-tofu", target="B1") == ["4.19.1.a"]


@pytest.mark.article("4.19.1.b", breaks=True)
def test_summoning_on_a_tombstone() -> None:
    table = queen("q t K", t="tombstone of q")
    assert table.does("cast", spell="summon-tofu", target="B1") == ["4.19.1.b"]


@pytest.mark.article("4.19.1.b", breaks=True)
def test_a_trap_is_not_set_on_another_trap() -> None:
    table = Table("q t . K", q="oscar-kass", K="bill-tell", t="lethal-trap of q").activate("q")
    spell(table, kind="special", element=None, control=3, effects=({"do": "summon", "summon": "tricky-trap"},))
    assert table.does("cast", spell="con", target="B1") == ["4.19.1.b"]
    assert "q/tricky-trap-1" not in table.game.units


@pytest.mark.article("4.19.9.c")
def test_a_spell_that_does_more_than_summon_needs_no_room() -> None:
    table = Table("q K", q="oscar-kass", K="bill-tell").activate("q")
    effects = ({"do": "markers", "ap": -1}, {"do": "summon", "summon": "tofu"})
    spell(table, kind="special", element=None, control=3, effects=effects)
    assert table.does("cast", spell="con", target="B1") == []
    assert (table["K"].ap_markers, "q/tofu-1" in table.game.units) == (-1, False)


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


@pytest.mark.article("4.19.9.c")
@pytest.mark.parametrize(("control", "coming", "allowed"), [(None, 3, 3), (3, 2, 2), (3, 3, 2), (1, 1, 0), (0, 1, 0)])
def test_as_many_come_as_the_control_value_still_allows(control: int | None, coming: int, allowed: int) -> None:
    table = Table("q t K", q="queen-of-the-tofus", K="bill-tell", t="tofu of q").activate("q")
    assert check_control(table.game, table["q"], "a spell", control, coming) == allowed
    found = [finding.code for finding in table.game.findings]
    assert found == ([] if allowed == coming else ["control-value-reached"])


def test_the_recorder_takes_as_many_as_the_control_value_allows() -> None:
    """A log is forgiven what may have left unseen; the recorder refuses at once."""
    table = Table("q t K", q="queen-of-the-tofus", K="bill-tell", t="tofu of q").activate("q")
    table.game.be_strict()
    assert check_control(table.game, table["q"], "a spell", 3, 2) == 2
    with pytest.raises(Illegal):
        check_control(table.game, table["q"], "a spell", 3, 3)


@pytest.mark.article("4.19.1.g")
def test_a_summon_in_play_follows_its_summoner_in_the_timeline() -> None:
    table = Table("q t x K", q="queen-of-the-tofus", x="anna-tommy", K="bill-tell", t="tofu of q").activate("q")
    table.game.timelines["A"] = [table["q"], table["x"]]
    assert [unit.name for unit in order_of(table.game, "A")] == ["q", "q/tofu-1", "x"]
    table.game.lift(table["q/tofu-1"])
    assert [unit.name for unit in order_of(table.game, "A")] == ["q", "x"]


@pytest.mark.article("4.19.1")
def test_a_summon_has_neither_level_nor_initiative() -> None:
    """A bonus by the level of the target adds nothing to it."""
    table = Table("q T t", q="bill-tell", t="tofu of q")
    tofu = table["q/tofu-1"]
    assert (tofu.level, tofu.profile.initiative, tofu.side) == (0, 0, table["q"].side)


@pytest.mark.article("9.3.1", "4.4.1")
def test_a_summon_is_on_the_side_of_its_summoner() -> None:
    table = Pairs(ROUND, **FIGURES, **OTHERS)
    table.add("t", "tofu of a", [0])
    assert (table["a/tofu-1"].player, table["a/tofu-1"].side) == ("A", table["c"].side)


@pytest.mark.article("4.19.9.c")
def test_a_control_value_that_is_just_reached_is_no_fault() -> None:
    table = Table("q t", q="bill-tell", t="tofu of q")
    assert check_control(table.game, table["q"], "a spell", 3, 2) == 2
    assert table.game.findings == []


def test_no_table_has_more_units_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    for most, comes in ((2, False), (3, True)):
        table = Table("q . K", q="bill-tell", K="anna-tommy")
        monkeypatch.setattr(summons, "MOST_UNITS", most)
        came = summons.summon(table.game, table["q"], "tofu", table["q"].cell + 1, control=None)
        assert (came is not None) is comes


@pytest.mark.article("4.19.7.c")
def test_a_summon_arriving_on_a_trap_removes_it() -> None:
    table = Table("q t K", q="bill-tell", K="anna-tommy", t="lethal-trap of K")
    table.add("x", "tofu of q", [table["q"].cell + 1])
    trap = table["K/lethal-trap-1"]
    assert (trap.in_play, trap.fallen) == (False, True)
