"""What is added to a spell: Buffs, Boosts, kin beside or aimed at (4.7.5, 7.2.7), and how many dice (7.2.5, 7.2.6)."""

import pytest

from rules.arena.engine.effects.meant import is_kin
from tests.rules.duels import HIT, MISS, duel, of_types, spell, strike
from tests.rules.table import Table


def injuries_of_con(reward: str, **facts: object) -> int:
    """Of a spell like Con (1 damage) by somebody who has this Buff face up."""
    table = duel().give("q", reward, face_up=True)
    spell(table, effects=(), **facts)
    assert (
        strike(table, critical=2 if "critical-hit" in table["q"].powers and facts["element"] != "neutral" else 1) == []
    )
    return table["K"].injuries


@pytest.mark.article("4.7.5.b", "7.2.7.a")
@pytest.mark.parametrize("element", ["water", "air", "earth", "fire", "neutral"])
def test_an_element_buff_adds_only_to_spells_of_that_element(element: str) -> None:
    for buff in ("water", "air", "earth", "fire"):
        assert injuries_of_con(f"{buff}-buff", element=element) == 1 + (buff == element)
    assert injuries_of_con("stasis-crystal", element=element) == (1 if element == "neutral" else 3)


@pytest.mark.article("4.7.5.b", "4.15.2")
@pytest.mark.parametrize(("buff", "close", "afar"), [("iop-style", 3, 1), ("sram-style", 2, 1), ("cra-style", 2, 2)])
def test_some_buffs_add_to_close_combat_only(buff: str, close: int, afar: int) -> None:
    assert injuries_of_con(buff, element="earth") == close
    assert injuries_of_con(buff, element="earth", range="ranged", most=3) == afar
    assert injuries_of_con(buff, element="neutral") == 1


@pytest.mark.article("7.5.18.a")
@pytest.mark.parametrize(("facts", "healed"), [({}, 2), ({"range": "line", "most": 2}, 0), ({"element": "neutral"}, 0)])
def test_sram_style_steals_health_with_elemental_close_combat(facts: dict[str, object], healed: int) -> None:
    table = duel().give("q", "sram-style", face_up=True)
    spell(table, effects=(), **facts)
    table["q"].injuries = 5
    assert strike(table) == []
    assert table["q"].injuries == 5 - healed


@pytest.mark.article("7.5.18.a")
def test_a_spell_that_does_not_say_so_steals_nothing() -> None:
    table = duel()
    spell(table, effects=())
    table["q"].injuries = 5
    assert strike(table) == []
    assert table["q"].injuries == 5


@pytest.mark.article("4.7.5.a")
def test_sacrier_style_waits_for_an_elemental_spell() -> None:
    """A neutral one in between leaves it; with the turn it is lost."""

    def blows(*elements: str) -> int:
        table = duel().give("q", "sacrier-style")
        assert table.does("reveal", reward="sacrier-style") == []
        for element in elements:
            table["q"].ap = 6
            table["K"].injuries = 0
            spell(table, effects=(), element=element, limit="unlimited")
            assert strike(table) == []
        return table["K"].injuries

    assert blows("water") == 4
    assert blows("neutral") == 1
    assert blows("neutral", "fire") == 4
    assert blows("fire", "fire") == 1


@pytest.mark.article("7.5.7.a")
@pytest.mark.parametrize(("drawing", "injuries"), [("q K .\n. . h", 1), ("q K h\n. . .", 3)])
def test_gobbolob_without_a_gobball_beside_its_target(drawing: str, injuries: int) -> None:
    table = Table(drawing, q="king-of-the-gobballs", K="anna-tommy", h="gobball of q").activate("q")
    assert table.does("cast", spell="gobbolob", target="B2", critical=MISS, armour={"K": MISS}) == []
    assert table["K"].injuries == injuries


@pytest.mark.article("4.18.9")
@pytest.mark.parametrize(("ally", "left"), [("leaf-knight", 3), ("bill-tell", 4)])
def test_restauration_heals_a_knight_more(ally: str, left: int) -> None:
    table = Table("q a . K", q="drop-knight", a=ally, K="oscar-kass").activate("q")
    table["a"].injuries = 5
    assert table.does("cast", spell="restauration", target="B1", critical=MISS) == []
    assert table["a"].injuries == left


@pytest.mark.article("4.18.9")
def test_a_word_names_a_type_or_summons_but_no_card() -> None:
    table = Table("q t K", q="queen-of-the-tofus", t="tofu of q", K="drop-knight")
    assert is_kin(table["q/tofu-1"], "Tofu")
    assert is_kin(table["K"], "Knight")
    assert not is_kin(table["q/tofu-1"], "Gobball")
    assert not is_kin(table["q"], "Tofu")
    assert not is_kin(table["K"], "Drop Knight")


@pytest.mark.article("7.5.2.a")
@pytest.mark.parametrize(("legend", "markers"), [({"a": "drop-knight"}, -2), ({"A": "drop-knight"}, -1), ({}, -1)])
def test_toadaby_takes_more_with_another_knight_in_the_team(legend: dict[str, str], markers: int) -> None:
    table = Table("q . K\na A .", q="leaf-knight", K="bill-tell", **legend).activate("q")
    assert table.does("cast", spell="toadaby", target="C2", critical=MISS, armour={"K": MISS}) == []
    assert table["K"].mp_markers == markers


@pytest.mark.article("7.2.5.a")
def test_double_criticals_make_up_for_at_most_two_armour_dice() -> None:
    table = duel("armour")
    spell(table, effects=({"do": "double-criticals"},))
    assert table.does("cast", spell="con", target="B1", critical=HIT, armour={"K": ["armour", "armour"]}) == []
    assert table["K"].injuries == 1


@pytest.mark.article("7.5.11.a", "7.2.6.c")
@pytest.mark.article("7.2.6.a", "7.2.6.b", "7.2.6.c", breaks=True)
@pytest.mark.parametrize(
    ("powers", "pierce", "dice", "faults"),
    [
        ((), 0, 1, []),
        ((), 0, 2, ["7.2.6.a"]),
        ((), 1, 0, []),
        ((), 1, 1, ["7.2.6.c"]),
        (("armour",), 0, 1, ["7.2.6.b"]),
        (("armour",), 1, 1, []),
        (("armour",), 1, 2, ["7.2.6.c"]),
        (("armour",), 1, 3, ["7.2.6.b"]),
        (("armour", "strength"), 0, 3, []),
        (("armour", "strength"), 2, 1, []),
    ],
)
def test_how_many_dice_roll_for_armour(powers: tuple[str, ...], pierce: int, dice: int, faults: list[str]) -> None:
    table = duel(*powers)
    spell(table, element="earth", effects=({"do": "pierce"},) * pierce)
    assert strike(table, armour=dice) == faults


@pytest.mark.article("4.9.1", breaks=True)
def test_armour_from_the_card_and_from_a_set_counts_once() -> None:
    table = duel("armour").give("K", "set-ap-and-armour", face_up=True)
    assert strike(table, armour=3) == ["4.9.1"]
    table = duel("armour").give("K", "set-ap-and-armour", face_up=True)
    assert strike(table, armour=4) == ["7.2.6.b"]


@pytest.mark.article("7.2.5.a", "7.2.5.b", "4.10.3.b", breaks=True)
@pytest.mark.parametrize(
    ("element", "powers", "dice", "faults"),
    [
        ("neutral", ("critical-hit",), 1, []),
        ("neutral", ("critical-hit",), 2, ["4.10.3.b"]),
        ("neutral", (), 0, ["7.2.5.a"]),
        ("fire", ("critical-hit",), 0, ["7.2.5.a"]),
        ("fire", ("critical-hit",), 1, ["7.2.5.b"]),
        ("fire", ("critical-hit", "intelligence"), 3, []),
        ("fire", ("critical-hit", "intelligence"), 2, ["7.2.5.b"]),
    ],
)
def test_how_many_dice_roll_for_a_critical_hit(
    element: str, powers: tuple[str, ...], dice: int, faults: list[str]
) -> None:
    table = duel(mine=powers)
    spell(table, element=element)
    assert strike(table, critical=dice) == faults


@pytest.mark.article("4.9.1", breaks=True)
def test_critical_hit_from_card_and_buff_counts_once() -> None:
    for dice, article in ((3, "4.9.1"), (4, "7.2.5.b")):
        table = duel(mine=("critical-hit",)).give("q", "unikron-blood", face_up=True)
        assert strike(table, critical=dice) == [article]


@pytest.mark.article("4.9.7.a", "4.9.12.a")
def test_feca_style_takes_off_all_elemental_damage_and_no_other() -> None:
    for element, injuries in (("fire", 0), ("neutral", 1)):
        table = duel().give("K", "feca-style", face_up=True)

        spell(table, element=element)
        assert strike(table) == []
        assert table["K"].injuries == injuries


@pytest.mark.article("7.5.6.a", "4.18.9")
def test_a_bonus_per_named_summon_counts_those_without_the_type() -> None:
    table = Table("q K t", q="oscar-kass", K="bill-tell", t="tofu of q").activate("q")
    of_types(table["q/tofu-1"])
    spell(table, effects=({"do": "bonus", "damage": 2, "per": "Tofu"},))
    assert strike(table) == []
    assert table["K"].injuries == 3
