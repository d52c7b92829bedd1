"""Powers that answer an attack: resistances, elements, Counter, Profanation (4.9)."""

import pytest

from rules.arena.engine.damage import heal, place_injuries
from tests.rules.duels import HIT, MISS, apply, cast, duel, endow, spell, strike
from tests.rules.table import Table, believed_cards

ELEMENTS = ("water", "air", "earth", "fire")
OWN_POWERS = [("water", "chance"), ("air", "agility"), ("earth", "strength"), ("fire", "intelligence")]


@pytest.mark.article("4.9.7.a", "4.9.8.a", "4.9.9.a", "4.9.10.a")
@pytest.mark.parametrize("element", ELEMENTS)
def test_a_resistance_takes_one_off_its_own_element(element: str) -> None:
    for power, injuries in ((f"resistance-{element}", 1), ("resistance-none", 2)):
        table = duel(power)
        spell(table, element=element, amount=2)
        assert strike(table) == []
        assert table["K"].injuries == injuries


@pytest.mark.article("4.9.11.a")
@pytest.mark.parametrize("element", ELEMENTS)
def test_the_four_resistances_in_one(element: str) -> None:
    table = duel("resistance-water-air-earth-fire")
    spell(table, element=element, amount=2)
    assert strike(table) == []
    assert table["K"].injuries == 1


@pytest.mark.article("4.9.21.a", "4.9.22.a", "4.9.23.a", "4.9.24.a", "7.2.5.b", "7.2.6.b")
@pytest.mark.parametrize(("element", "power"), OWN_POWERS)
def test_an_elemental_power_rolls_one_more_for_its_element_only(element: str, power: str) -> None:
    table = duel(power, mine=(power,))
    spell(table, element=element)
    assert strike(table, 2, 2) == []
    table = duel(power, mine=(power,))
    spell(table, element="water" if element != "water" else "fire")
    assert strike(table) == []


@pytest.mark.article("4.9.21.a", "4.9.22.a", "4.9.23.a", "4.9.24.a", breaks=True)
@pytest.mark.parametrize(("element", "power"), OWN_POWERS)
def test_an_elemental_power_that_was_forgotten(element: str, power: str) -> None:
    table = duel(power, mine=(power,))
    spell(table, element=element)
    assert strike(table) == ["7.2.5.b", "7.2.6.b"]


@pytest.mark.article("4.9.7.a")
def test_resistance_takes_one_off_its_element() -> None:
    table = Table("q K", q="oscar-kass", K="drop-knight").activate("q")
    assert cast(table, "con", "B1", HIT, K=MISS) == []
    assert table["K"].injuries == 1


@pytest.mark.article("4.9.12.a")
def test_immune_takes_nothing_elemental() -> None:
    table = Table("q K", q="oscar-kass", K="bill-tell").activate("q")
    table["K"].granted |= {"immune"}
    table["K"].refresh()
    assert cast(table, "con", "B1", HIT, K=MISS) == []
    table["q"].ap = 5
    assert cast(table, "punch", "B1", MISS, K=MISS) == []
    assert table["K"].injuries == 1


@pytest.mark.article("4.9.15.a")
def test_counter_answers_an_opponent_in_their_turn_once_a_spell() -> None:
    """Both effects are on standby, and the active player chooses which comes first."""
    for first, second, left in (("steals-health", "counter", 1), ("counter", "steals-health", 0)):
        table = Table("q K", q="oscar-kass", K="bill-tell").give("K", "prespic-set", face_up=True).activate("q")
        order = [{"effect": first}, {"effect": second}]
        fields = {"critical": HIT, "armour": {"K": MISS}, "standby": order}
        assert table.does("cast", spell="con", target="B1", **fields) == []
        assert (table["K"].injuries, table["q"].injuries) == (2, left)


@pytest.mark.article("4.9.15.a")
def test_counter_is_silent_in_its_turn_and_towards_allies() -> None:
    for player, target in (("B", "K"), ("A", "x")):
        table = duel("counter")
        endow(table["x"], "counter")
        table.game.player = player
        apply(table, {"do": "injure", "amount": 1}, target=target)
        assert (table[target].injuries, table.game.standby) == (1, [])


@pytest.mark.article("4.9.15.a", "4.18.3.b")
def test_each_unit_with_counter_answers_a_spell_only_once() -> None:
    table = Table(". L .\nq K .\n. . M", q="oscar-kass", K="bill-tell", L="anna-tommy", M="anna-tommy").activate("q")
    for name in ("K", "L", "M"):
        endow(table[name], "counter")
    spell(table, area="cross", effects=({"do": "injure", "amount": 1},), range="ranged", least=1, most=2)
    table.game.put(table["q"], table.game.cell("A1"))
    dice = {"critical": MISS, "armour": {"K": MISS, "L": MISS}}
    assert table.does("cast", spell="con", target="B2", **dice) == []
    assert (table["K"].injuries, table["L"].injuries, table["q"].injuries) == (2, 2, 2)


@pytest.mark.article("4.9.31.a")
def test_what_profanes_is_neither_hurt_nor_healed_by_anything_else() -> None:
    table = duel("profanation")
    assert strike(table) == []
    assert table["K"].injuries == 0
    table["K"].injuries = 2
    assert heal(table.game, table["K"], 1) == 0


@pytest.mark.article("7.2.8.d")
def test_krowsome_lets_no_spell_place_more_than_three() -> None:
    table = duel("krowsome")
    spell(table, amount=5)
    assert strike(table) == []
    assert table["K"].injuries == 3


@pytest.mark.article("4.9.31.a", "4.10.6")
def test_where_no_injuries_can_be_placed_their_number_is_zero() -> None:
    table = duel("profanation")
    assert place_injuries(table.game, table["K"], 2, table["q"]) == 0
    table = Table("q W . t X", q="oscar-kass", X="bill-tell", W="wabbit of X", t="tombstone of X").activate("q")
    wabbit = table["X/wabbit-1"]
    assert place_injuries(table.game, wabbit, 0, table["q"]) == 0
    table.game.lift(wabbit)
    assert place_injuries(table.game, wabbit, 1, table["q"]) == 0
    assert believed_cards(table.game) == []


@pytest.mark.article("4.9.15.a", "4.18.3.b")
def test_counter_answers_two_injuries_of_one_spell_once() -> None:
    table = duel("counter")
    spell(table, effects=({"do": "injure", "amount": 1},))
    assert strike(table) == []
    assert (table["K"].injuries, table["q"].injuries) == (2, 1)
