"""What hangs on types that were never seen is believed whenever it happens, not only the first time."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from rules.arena.engine.reports.dependencies import Dependencies
from tests.made_up import made_up_cards
from tests.rules.duels import HIT, MISS
from tests.rules.table import Table


@pytest.fixture(autouse=True, scope="module")
def known() -> Iterator[None]:
    with made_up_cards():
        yield


def strikes(table: Table, spell: str, target: str, *, armour: int = 1) -> bool:
    """Whether the injuries that a unit places are believed to be what they are."""
    table.game.index = (table.game.index or 0) + 1
    table.activate(table.game.active.name if table.game.active else "")
    unit = table.game.bodies[table.game.cell(target)].name
    assert table.does("cast", spell=spell, target=target, critical=HIT, armour={unit: MISS * armour}) == []
    return any(belief.field == "types" for belief in table.game.basis.of(table.game.index))


@pytest.mark.article("4.18.4", "2.2.1")
@pytest.mark.parametrize("seen", [True, False])
def test_blows_are_believed_where_a_type_might_add_hp(*, seen: bool) -> None:
    """A Banner gives 2 HP to the Guards of its team; of Bill Tell it is then not known whether he is one."""
    table = Table("q . . x K\n. . . . y", q="standard-bearer", x="bill-tell", y="oscar-kass", K="anna-tommy")
    table["x"].profile = replace(table["x"].profile, types_known=seen)
    table.activate("K")
    assert [strikes(table, "punch", "D2") for _thrice in range(3)] == [not seen] * 3
    assert not strikes(table, "punch", "E1", armour=2)
    assert table.at("x") is None
    assert Dependencies(table.game).knock_outs.total() == (0 if seen else 1)


@pytest.mark.article("4.18.4", "2.2.1")
def test_who_grows_with_a_types_number_strikes_by_belief() -> None:
    for seen in (True, False):
        table = Table("q K . .\n. . . x", q="standard-bearer", x="bill-tell", K="anna-tommy")
        table["x"].profile = replace(table["x"].profile, types_known=seen)
        table.activate("q")
        assert [strikes(table, "pike", "B2") for _twice in range(2)] == [not seen, not seen]


@pytest.mark.article("4.18.3", "2.2.1")
def test_every_answer_that_hangs_on_a_type_is_believed() -> None:
    """Last rites are said for a Guard: of Anna Tommy it is not known whether she is one."""
    table = Table("q K", q="choir-monk", K="bill-tell")
    table.add("x", "anna-tommy", [table["q"].cell + 12])
    table["x"].profile = replace(table["x"].profile, types_known=False)
    for index in (1, 2):
        table.game.index = index
        assert not table.game.is_of_type(table["x"], "Guard")
    assert [len(table.game.basis.of(index)) for index in (1, 2)] == [1, 1]


@pytest.mark.article("4.18.2.a", "2.2.1")
@pytest.mark.parametrize("seen", [True, False])
def test_gg_of_a_fall_beside_lesser_fall_are_believed(*, seen: bool) -> None:
    """Darkli Moon makes the first Wild ally that falls count 2 levels less; of Bill Tell it is not known what he is."""
    table = Table("x K . q", q="darkli-moon", x="bill-tell", K="anna-tommy")
    table["x"].profile = replace(table["x"].profile, types_known=seen)
    table["x"].injuries = (table["x"].hp or 0) - 1
    table.activate("K")
    assert strikes(table, "punch", "A1") is not seen
    assert table.at("x") is None
