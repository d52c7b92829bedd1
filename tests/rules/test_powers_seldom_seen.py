"""Powers that only single sources show: a choice as the turn begins, other damage suffered, spells for cells beside."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.made_up import made_up_cards
from tests.rules.duels import MISS
from tests.rules.table import Table


@pytest.fixture(autouse=True, scope="module")
def known() -> Iterator[None]:
    with made_up_cards():
        yield


def begun(option: str | None) -> tuple[Table, list[str]]:
    table = Table("q . . K X", q="odd-doctor", K="anna-tommy", X="bill-tell")
    entry: dict[str, Any] = {"effect": "either-way", "by": "q", "choices": {"option": option}}
    faults = table.does("activate", unit="q", **({"standby": [entry]} if option else {}))
    return table, faults


@pytest.mark.article("7.2.4.b", "4.11.4")
@pytest.mark.parametrize(("option", "gauges"), [("ap", (10, 3)), ("mp", (6, 5))])
def test_its_player_chooses_ap_or_mp_as_the_turn_begins(option: str, gauges: tuple[int, int]) -> None:
    table, faults = begun(option)
    assert faults == []
    assert (table["q"].ap, table["q"].mp) == gauges


@pytest.mark.article("7.2.4.b", breaks=True)
@pytest.mark.parametrize("option", [None, "hp"])
def test_a_choice_that_nobody_says_is_reported(option: str | None) -> None:
    table, faults = begun(option)
    assert faults
    assert (table["q"].ap, table["q"].mp) == (6, 3)


@pytest.mark.article("7.2.7.b")
@pytest.mark.parametrize(("struck", "injuries"), [("iron-hide", 0), ("paper-skin", 3), ("anna-tommy", 2)])
def test_a_power_changes_all_damage_that_is_suffered(struck: str, injuries: int) -> None:
    table = Table("q K . X", q="paper-skin", K=struck, X="bill-tell").activate("q")
    assert table.does("cast", spell="paper-dart", target="B1", critical=MISS, armour={"K": MISS}) == []
    assert table["K"].injuries == injuries


@pytest.mark.article("7.1.5")
@pytest.mark.article("7.1.5", breaks=True)
@pytest.mark.parametrize(("spell", "target", "faults"), [("paper-dart", "C1", ["7.1.5"]), ("paper-hat", "A1", [])])
def test_spells_for_cells_beside_reach_no_further(spell: str, target: str, faults: list[str]) -> None:
    table = Table("q . K X", q="paper-skin", K="anna-tommy", X="bill-tell").activate("q")
    dice = {"armour": {"K": MISS}} if spell == "paper-dart" else {}
    assert table.does("cast", spell=spell, target=target, critical=MISS, **dice) == faults


@pytest.mark.article("7.1.5")
def test_tokens_reach_no_further_for_spells_of_cells_beside() -> None:
    table = Table("q . K X", q="paper-skin", K="anna-tommy", X="bill-tell").activate("q")
    table.give("q", "cra-style")
    assert table.does("cast", spell="paper-dart", target="C1", critical=MISS, armour={"K": MISS}) == ["7.1.5"]
