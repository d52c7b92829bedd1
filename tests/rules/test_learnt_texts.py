"""What is learnt of a text that nobody has entered: the values that it may print (2.5.2)."""

from typing import Any

import pytest

from tests.rules.duels import endow
from tests.rules.table import Table

NOBODY_KNOWS = {"q": "goultard", "x": "oscar-kass", "K": "bill-tell", "X": "anna-tommy", "G": "king-of-the-gobballs"}
ARENA = """
    . . . . . .
    . . X . . .
    . x q . K .
    . . . . . .
    . . . . G .
    . . . . . .
"""


@pytest.fixture
def table() -> Table:
    return Table(ARENA, **NOBODY_KNOWS).activate("q")


def blow(table: Table, at: str, **declared: Any) -> list[str]:
    """The codes of the faults of a blow of Goultard, whose card nobody has entered, at that unit."""
    text = {"spell": "Blow", "cost": {"ap": 0}, "range": {"kind": "unseen", "min": 0, "max": 12}}
    found = table.says("cast", spell="blow", target=table.at(at), declared={**text, **declared})
    return [each.code for each in found if each.severity == "error"]


@pytest.mark.article("2.5.2", "4.10.8")
def test_fewer_hp_left_than_injuries_printed(table: Table) -> None:
    table.add("tofu", "tofu of X", [table.game.cell("D1")])
    assert blow(table, "X/tofu-1", injuries={"X/tofu-1": 1}) == []
    assert blow(table, "G", injuries={"G": 4}) == []
    assert blow(table, "K", injuries={"K": 1}) == ["another-text"]


@pytest.mark.article("2.5.2", breaks=True)
@pytest.mark.parametrize(("other", "found"), [("anna-tommy", ["another-text"]), ("percedal", [])])
def test_what_names_no_cause_is_the_spells(other: str, found: list[str]) -> None:
    """1 injury and later 4, without dice: no printed value gives both, but a power that nobody has seen may."""
    table = Table(ARENA, **{**NOBODY_KNOWS, "X": other}).activate("q")
    for unit, amount, expected in (("K", 1, []), ("G", 4, found)):
        said = table.says("cast", spell="blow", target=table.at(unit), declared={"injuries": {unit: amount}})
        assert [each.code for each in said if each.severity == "error"] == expected


@pytest.mark.article("2.5.2", "4.10.5")
def test_fewer_injuries_than_healing_printed(table: Table) -> None:
    table["x"].injuries = 1
    assert blow(table, "x", healed={"x": 1}) == []
    table["x"].injuries = 6
    assert blow(table, "x", healed={"x": 4}) == []
    assert blow(table, "x", healed={"x": 1}) == ["another-text"]


@pytest.mark.article("2.5.2", "7.3.2")
def test_nobody_to_heal_at_first(table: Table) -> None:
    assert blow(table, "G", injuries={"G": 1}) == []
    table["q"].injuries = 2
    assert blow(table, "G", injuries={"G": 1}, healed={"q": 2}) == []


@pytest.mark.article("2.5.2", "7.5.18.a")
def test_stolen_health_is_as_much_as_was_placed(table: Table) -> None:
    table["q"].injuries = 6
    assert blow(table, "G", injuries={"G": 2, "K": 2}, healed={"q": 4}) == []
    assert blow(table, "G", injuries={"G": 2}, healed={"q": 2}) == []


@pytest.mark.article("2.5.2", "4.7.5.a")
def test_a_boost_adds_to_what_is_printed(table: Table) -> None:
    assert blow(table, "G", injuries={"G": 1}) == []
    table.give("q", "fire-boost")
    assert table.does("reveal", reward="fire-boost") == []
    assert blow(table, "G", injuries={"G": 5}) == []
    assert blow(table, "G", injuries={"G": 4}) == ["another-text"]


@pytest.mark.article("2.5.2", "4.9.7.a", "7.2.7.c")
def test_resistance_takes_off_what_is_printed(table: Table) -> None:
    endow(table["K"], "resistance-fire")
    assert blow(table, "K", injuries={"K": 1}) == []
    assert blow(table, "G", injuries={"G": 4}) == []
    assert blow(table, "K", injuries={"K": 5}, element="fire") == ["another-text"]


@pytest.mark.article("2.5.2", "4.9.12.a")
def test_what_an_immune_target_did_not_suffer_teaches_nothing(table: Table) -> None:
    endow(table["K"], "immune")
    assert blow(table, "K", element="fire", markers={"K": {"mp": -1}}) == []
    assert blow(table, "G", element="fire", markers={"G": {"mp": -1}}, injuries={"G": 4}) == []


@pytest.mark.article("2.5.2", "7.2.8.d")
def test_krowsome_lets_three_injuries_through(table: Table) -> None:
    endow(table["G"], "krowsome")
    assert blow(table, "G", injuries={"G": 3}) == []
    endow(table["G"])
    assert blow(table, "G", injuries={"G": 6}) == []


@pytest.mark.article("2.5.2", "7.5.10.a")
@pytest.mark.article("2.5.2", breaks=True)
@pytest.mark.parametrize(("obstacle", "found"), [(True, []), (False, ["another-text"])])
def test_a_pull_that_something_stopped_may_go_on_later(table: Table, obstacle: bool, found: list[str]) -> None:
    if obstacle:
        table = Table(ARENA.replace("q . K", "q B K"), **NOBODY_KNOWS).activate("q")
    assert blow(table, "K", markers={"K": {"mp": -1}}) == []
    assert blow(table, "X", markers={"X": {"mp": -1}}, moved={"X": "D6"}) == found


@pytest.mark.article("2.5.2", "4.6.2")
def test_the_same_gg_may_be_wild_or_stolen(table: Table) -> None:
    assert blow(table, "K", glory={"A": 1}) == []
    table.game.turn += 2
    assert blow(table, "K", glory={"A": 1, "B": -1}) == []
    table.game.turn += 2
    assert blow(table, "K", glory={"B": -1}) == []


@pytest.mark.article("2.5.2", "4.5.3")
def test_kamas_are_stolen_where_there_are_any(table: Table) -> None:
    table.game.kamas["B"] = 1
    assert blow(table, "K", kamas={"A": 1, "B": -1}) == []
    table.game.kamas["B"] = 3
    assert blow(table, "K", kamas={"A": 2, "B": -2}) == []
    assert blow(table, "K", kamas={"A": 1, "B": -1}) == []
    assert blow(table, "K", kamas={"A": 1}) == ["another-text"]


@pytest.mark.article("2.5.2", "4.11.8")
def test_markers_stop_at_the_characteristic(table: Table) -> None:
    most = table["K"].most_mp
    assert most is not None
    table["K"].mp_markers = 1 - most
    assert blow(table, "K", markers={"K": {"mp": -1}}) == []
    assert blow(table, "G", markers={"G": {"mp": -2}}) == []
    assert blow(table, "X", markers={"X": {"mp": -1}}) == ["another-text"]


@pytest.mark.article("2.5.2", "4.10.2")
def test_who_falls_gets_no_markers(table: Table) -> None:
    table["K"].injuries = (table["K"].hp or 0) - 1
    assert blow(table, "K", injuries={"K": 1}) == []
    assert blow(table, "G", injuries={"G": 2}, markers={"G": {"ap": -1}}) == []


@pytest.mark.article("2.5.2")
def test_a_spell_may_do_less_beside_its_target(table: Table) -> None:
    assert blow(table, "x", injuries={"K": 1}) == []
    assert blow(table, "G", injuries={"G": 4}) == []


@pytest.mark.article("2.7.1", "4.10.8")
def test_a_power_too_may_find_few_hp_or_injuries(table: Table) -> None:
    table["K"].injuries = (table["K"].hp or 0) - 1
    for place in (1, 2):
        declared = {"power": "Bloodlust", "by": "q", "injuries": {"KG"[place - 1]: place}}
        assert table.does("cast", spell="blow", target="A1", declared=[{"cost": {"ap": 0}}, declared]) == []
