"""How far a spell reaches is told cell by cell by what casting it asks (7.1)."""

from typing import Any

import pytest

from rules.arena.cells import cell_name
from rules.arena.engine.reach import aims
from tests.rules.duels import MISS, spell
from tests.rules.table import Table


def answers(table: Table, unit: str, spell: str) -> dict[str, tuple[str, str]]:
    caster = table[unit]
    return {
        cell_name(cell): reported for cell, reported in aims(table.game, caster, caster.profile.spells[spell]).items()
    }


def test_7_1_6_unseen_cells_are_not_out_of_range() -> None:
    table = Table("q . T . .", q="queen-of-the-tofus").activate("q")
    reported = answers(table, "q", "dan-to-fu")
    assert reported["D1"] == ("unseen", "7.1.6")
    assert reported["L12"][0] == "far"
    assert reported["A3"] == ("open", "")


def test_4_19_1_a_other_rules_can_close_reachable_cells() -> None:
    table = Table("q K", q="queen-of-the-tofus", K="oscar-kass").activate("q")
    assert answers(table, "q", "summon-tofu")["B1"] == ("barred", "4.19.1.a")


def test_7_1_4_costs_close_no_cell() -> None:
    table = Table("q .", q="queen-of-the-tofus").activate("q")
    table["q"].ap = 0
    assert answers(table, "q", "summon-tofu")["B1"] == ("open", "")


def test_what_is_open_is_what_casting_takes() -> None:
    table = Table("q . T . K", q="queen-of-the-tofus", K="oscar-kass").activate("q")
    reported = answers(table, "q", "dan-to-fu")
    for cell, (kind, article) in reported.items():
        faults = (
            Table("q . T . K", q="queen-of-the-tofus", K="oscar-kass")
            .activate("q")
            .says("cast", spell="dan-to-fu", target=cell)
        )
        first = next((each.article for each in faults if (each.article or "").startswith(("7.1.", "4.15."))), "")
        assert (first == "") == (kind == "open"), (cell, faults)
        assert first == article


def test_what_was_cast_limits_the_aim_only_in_this_turn() -> None:
    for limit, article in (("turn", "7.1.3.a"), ("target", "7.1.3.b")):
        table = Table("q . K", q="oscar-kass", K="bill-tell").activate("q")
        spell(table, range="ranged", least=1, most=3, limit=limit)
        assert table.does("cast", spell="con", target="C1", critical=MISS, armour={"K": MISS}) == []
        assert answers(table, "q", "con")["C1"] == ("barred", article)
        table.activate("K")
        assert answers(table, "q", "con")["C1"] == ("open", "")


@pytest.mark.article("4.15.7")
@pytest.mark.parametrize(
    ("given", "facts", "rests"),
    [
        (1, {"most": 1, "alterable": True}, True),  # it would not reach so far without
        (1, {"most": 2, "alterable": True}, False),
        (1, {"most": 2, "alterable": False}, False),
        (1, {"most": 2, "alterable": True, "area": "multiple"}, True),  # the range says whom it takes in
        (0, {"most": 2, "alterable": True, "area": "multiple"}, False),
    ],
)
def test_a_cast_rests_on_a_believed_range_that_it_needs(given: int, facts: dict[str, Any], rests: bool) -> None:
    table = Table("q . K", q="oscar-kass", K="bill-tell").activate("q")
    spell(table, range="ranged", least=1, **facts)
    table["q"].reach, table["q"].believed.reach = given + (given > 0 and facts["most"] > 1), given
    assert table.does("cast", spell="con", target="C1", critical=MISS, armour={"K": MISS}) == []
    assert (table.game.index in table.game.basis.resting) == rests
    assert table["q"].reach == given + (given > 0 and facts["most"] > 1)
