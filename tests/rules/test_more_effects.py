"""Costs in Kamas, bonuses, conditions and targets that made-up cards print (tests/made_up/texts/answers.toml)."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from judging.recorder.services.rolls import questions
from rules.arena.engine.legal import played
from rules.arena.printed import PUNCH
from rules.common.verdicts import Illegal
from tests.made_up import made_up_cards
from tests.rules.duels import MISS
from tests.rules.table import Table


@pytest.fixture(autouse=True, scope="module")
def known() -> Iterator[None]:
    with made_up_cards():
        yield


def hunter(drawing: str, **legend: str) -> Table:
    return Table(drawing, q="big-hunter", **legend).activate("q")


def shot(table: Table, spell: str, target: str, unit: str = "K") -> list[str]:
    return table.does("cast", spell=spell, target=target, critical=MISS, armour={unit: MISS})


# -- costs -------------------------------------------------------------------------------------------------------


@pytest.mark.article("4.5.3", "7.1.4")
@pytest.mark.article("4.5.3", breaks=True)
@pytest.mark.parametrize(("kamas", "faults", "left"), [(3, [], 0), (5, [], 2), (2, ["4.5.3"], 0)])
def test_a_spell_that_costs_kamas_needs_them(kamas: int, faults: list[str], left: int) -> None:
    table = Table("q . K", q="coin-diver", K="bill-tell").activate("q")
    table.game.kamas["A"] = kamas
    assert shot(table, "golden-shot", "C1") == faults
    assert table.game.kamas["A"] == left


@pytest.mark.article("4.5.2")
@pytest.mark.parametrize(("lying", "taken", "left"), [(1, 1, 0), (2, 2, 0), (5, 2, 3), (0, 0, 0)])
def test_a_spell_takes_kamas_from_afar(lying: int, taken: int, left: int) -> None:
    table = Table(f"q . {lying or '.'}", q="coin-diver").activate("q")
    table.game.kamas["A"] = 0
    assert table.does("cast", spell="dive", target="C1") == []
    assert table.game.kamas["A"] == taken
    assert table.game.coins.get(table.game.cell("C1"), 0) == left


@pytest.mark.article("4.5.1")
def test_a_spell_brings_kamas() -> None:
    table = Table("q", q="coin-diver").activate("q")
    table.game.kamas["A"] = 1
    assert table.does("cast", spell="tithe", target="A1") == []
    assert table.game.kamas["A"] == 2


# -- bonuses -------------------------------------------------------------------------------------------------------


@pytest.mark.article("7.5.5.a", "2.1.2")
@pytest.mark.parametrize(("beside", "injuries"), [("bill-tell", 1), ("bill-tell-eternal-1", 1), ("oscar-kass", 0)])
def test_a_bonus_counts_a_named_krosmaster_beside_the_target(beside: str, injuries: int) -> None:
    table = hunter("q . K X", K="anna-tommy", X=beside)
    assert shot(table, "weak-spot", "C1") == []
    assert table["K"].injuries == injuries


@pytest.mark.article("7.5.5.a", "4.19.4")
def test_a_bonus_counts_against_mobs_only() -> None:
    table = hunter("q . g\n. . K", K="king-of-the-gobballs", g="gobball of K")
    assert shot(table, "weak-spot", "C2", "K/gobball-1") == []
    assert table["K/gobball-1"].injuries == 2
    assert shot(table, "weak-spot", "C1") == ["7.2.6.b"]  # the King has Armour
    assert table["K"].injuries == 0


@pytest.mark.article("7.5.5.a", "4.11.5")
@pytest.mark.parametrize(("field", "count"), [("ap_markers", -1), ("mp_markers", 1), ("frost_mp", -1)])
def test_a_bonus_counts_against_who_has_markers(field: str, count: int) -> None:
    table = hunter("q . K", K="anna-tommy")
    setattr(table["K"], field, count)
    assert shot(table, "weak-spot", "C1") == []
    assert table["K"].injuries == 1


@pytest.mark.article("7.5.5.a", "4.18.3.d")
@pytest.mark.parametrize(("card", "injuries"), [("anna-tommy", 3), ("coa-gulary", 1), ("djaul", 0)])
def test_a_bonus_grows_with_the_level_of_the_target(card: str, injuries: int) -> None:
    table = hunter("q K", K=card)
    table["K"].level = injuries
    assert shot(table, "giant-slayer", "B1") == []
    assert table["K"].injuries == injuries


@pytest.mark.article("4.18.2.b")
def test_later_casts_and_a_turns_first_attack_do_more() -> None:
    table = hunter(". . . .\nq . . .\n. . K .", K="anna-tommy")
    assert shot(table, "aimed-shot", "C1") == []
    assert table["K"].injuries == 3  # 1, and 2 as the first attack
    assert shot(table, "aimed-shot", "C1") == []
    assert table["K"].injuries == 5  # 1, and 1 as a later cast
    table.activate("q")
    assert shot(table, "aimed-shot", "C1") == []
    assert table["K"].injuries == 8


@pytest.mark.article("7.5.21.a", "7.5.22.a")
def test_track_and_invasion_can_belong_to_one_effect() -> None:
    table = hunter("q . K .", K="anna-tommy")
    assert shot(table, "aimed-shot", "C1") == []
    assert (table["K"].injuries, table.at("K")) == (3, "D1")
    table = hunter("q .\n. K", K="anna-tommy")
    assert shot(table, "aimed-shot", "B1") == []
    assert table.at("K") == "B1"
    table = hunter("q . K", K="anna-tommy")
    table.game.sides = {"A": "north", "B": "south"}
    assert shot(table, "aimed-shot", "C1") == []
    assert table["K"].injuries == 6


@pytest.mark.article("4.18.2.b")
def test_compulsion_adds_to_the_first_attack_of_each_turn() -> None:
    table = Table("q . K", q="night-watch", K="anna-tommy").activate("q")
    assert [shot(table, "dark-dart", "C1") or table["K"].injuries for _ in range(2)] == [2, 3]
    table.activate("q")
    assert shot(table, "dark-dart", "C1") == []
    assert table["K"].injuries == 5


# -- whom it takes in -------------------------------------------------------------------------------------------------


@pytest.mark.article("4.18.4.b", "4.18.4.g")
def test_only_allied_summons_already_in_play_get_a_power() -> None:
    table = Table("q d x", q="pack-leader", x="doll-maker", d="rag-doll of q").activate("q")
    assert table.does("cast", spell="rally", target="A1") == []
    assert table.does("cast", spell="call-the-dogs", target="A1", choices={"cell": "A2"}) == []
    assert "immune" in table["q/rag-doll-1"].powers
    assert "immune" not in table["q/rag-doll-2"].powers
    assert "immune" not in table["q"].powers


@pytest.mark.article("4.18.2.c", "4.18.2.d", "7.5.2.a")
def test_effects_reach_the_caster_and_the_allies_beside_it() -> None:
    allies = {"x": "bill-tell", "y": "oscar-kass", "z": "anna-tommy"}
    table = Table("q x y . z\nK . . . .", q="pack-leader", K="lil-healey", **allies).activate("q")
    table["x"].injuries = table["y"].injuries = 2
    assert table.does("cast", spell="circle", target="A2") == []
    assert [table[name].ap_markers for name in "qxyzK"] == [1, 1, 0, 0, 0]
    assert [table[name].mp_markers for name in "qxyzK"] == [1, 1, 1, 1, 0]
    assert [table[name].injuries for name in "xy"] == [1, 2]


@pytest.mark.article("4.19.9", "4.19.9.c", "4.18.5")
@pytest.mark.article("4.18.5", breaks=True)
@pytest.mark.parametrize(("cell", "faults", "stands"), [("D1", [], "D1"), ("B1", [], "B1"), ("E1", ["4.18.5"], None)])
def test_an_attack_summons_beside_its_target(cell: str, faults: list[str], stands: str | None) -> None:
    table = Table("q . K . .", q="pack-leader", K="anna-tommy").activate("q")
    dice = {"critical": MISS, "armour": {"K": MISS}, "choices": {"cell": cell}}
    assert table.does("cast", spell="set-the-dogs", target="C1", **dice) == faults
    assert table["K"].injuries == 1
    assert (table.at("q/rag-doll-1") if "q/rag-doll-1" in table.game.units else None) == stands


@pytest.mark.article("4.18.5")
def test_the_recorder_asks_for_the_cell_of_a_summon() -> None:
    table = Table("q . K . .", q="pack-leader", K="anna-tommy").activate("q")
    action = {"do": "cast", "spell": "call-the-dogs", "target": "A1"}
    table.game.be_strict()
    with pytest.raises(Illegal) as asked:
        played(table.game, action)
    assert (asked.value.code, asked.value.expected) == ("cell-missing", {"cell": ["A2", "B1"]})
    assert [each["path"] for each in questions(action, asked.value, "q")] == [["choices", "cell"]]
    waiting = {**action, "standby": [{"effect": "reflection"}]}
    assert [each["path"] for each in questions(waiting, asked.value, "q")] == [["standby", 0, "choices", "cell"]]


@pytest.mark.article("4.19.9.c")
def test_an_attack_strikes_when_its_summons_are_all_in_play() -> None:
    table = Table("q d K . .\nd . . . .", q="pack-leader", K="anna-tommy", d="rag-doll of q").activate("q")
    assert shot(table, "set-the-dogs", "C2") == []
    assert table["K"].injuries == 1


# -- copies, types, sight, frost ---------------------------------------------------------------------------------


@pytest.mark.article("4.18.8")
@pytest.mark.article("7.2.4.b", breaks=True)
def test_a_copied_power_lasts_until_the_end_of_the_turn() -> None:
    table = Table("q . K", q="mirror-knight", K="queen-of-the-tofus").activate("q")
    assert table.does("cast", spell="borrow", target="C1") == ["7.2.4.b"]
    table.activate("q")
    assert table.does("cast", spell="borrow", target="C1", choices={"power": "dodge"}) == []
    assert "dodge" in table["q"].powers
    table.activate("q")
    assert table.does("end-turn", standby=[]) == []
    assert "dodge" not in table["q"].powers


@pytest.mark.article("4.18.8", "4.18.9")
def test_a_piece_of_all_types_counts_as_each() -> None:
    for ally, markers in (("oscar-kass", -1), ("coin-diver", -2)):
        table = Table("q . K x", q="leaf-knight", K="bill-tell", x=ally).activate("q")
        assert table.does("cast", spell="toadaby", target="C1", critical=MISS, armour={"K": MISS}) == []
        assert table["K"].mp_markers == markers


@pytest.mark.article("4.15.9")
@pytest.mark.article("7.1.6", breaks=True)
def test_invisibility_hides_from_who_is_not_beside() -> None:
    table = Table("q . N K", q="night-watch", N="night-watch", K="anna-tommy").activate("q")
    assert shot(table, "dark-dart", "D1") == []
    table = Table("q N . K", q="night-watch", N="night-watch", K="anna-tommy").activate("q")
    assert shot(table, "dark-dart", "D1") == ["7.1.6"]


@pytest.mark.article("4.10.6")
def test_invisibility_takes_no_injuries_from_afar() -> None:
    for drawing, target, injuries in (("q . N", "C1", 0), ("q N", "B1", 2)):
        table = Table(drawing, q="night-watch", N="night-watch").activate("q")
        assert shot(table, "dark-dart", target, "N") == []
        assert table["N"].injuries == injuries


@pytest.mark.article("4.11.5", "4.11.7")
def test_frost_markers_are_a_kind_of_their_own() -> None:
    table = Table("q . K\n. X .", q="frost-smith", K="anna-tommy", X="frost-smith").activate("q")
    assert table.does("cast", spell="rime", target="C2") == []
    assert table.does("cast", spell="frostbite", target="C2") == []
    assert table.does("cast", spell="rime", target="B1") == []
    assert (table["K"].frost_mp, table["K"].frost_ap, table["K"].mp_markers) == (-1, -1, 0)
    assert table["X"].frost_mp == 0  # Interior Fire
    table.activate("K")
    assert (table["K"].mp, table["K"].ap) == (2, 5)
    assert (table["K"].frost_mp, table["K"].frost_ap) == (0, 0)


@pytest.mark.article("4.18.2.b")
def test_a_spell_without_attack_makes_no_later_attack_the_first() -> None:
    table = Table("q . K", q="night-watch", K="anna-tommy").activate("q")
    assert shot(table, "dark-dart", "C1") == []
    spells = table["q"].profile.spells
    table["q"].profile = replace(
        table["q"].profile, spells={**spells, "odd": replace(PUNCH, slug="odd", kind="special")}
    )
    table["q"].ap = 9
    assert table.does("cast", spell="odd", target="B1") == []
    assert shot(table, "dark-dart", "C1") == []
    assert table["K"].injuries == 3
