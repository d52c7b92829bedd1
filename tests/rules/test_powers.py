"""Powers (4.9) and continuous effects (4.18), one by one."""

from dataclasses import replace

import pytest

from rules.arena.engine.effects.primitives import EFFECTS
from rules.arena.engine.powers import armour_dice, critical_dice, unseen_dice, value_of
from rules.arena.engine.spells import Cast, ap_cost, apply_effects, determine_targets
from rules.arena.printed import PUNCH
from tests.rules.duels import MISS, apply, duel, endow, of_types, spell, strike
from tests.rules.table import Table


@pytest.mark.article("4.9.17.a")
def test_the_unfazed_are_moved_by_nobody_else() -> None:
    table = duel("unfazed")
    apply(table, {"do": "push", "cells": 1})
    assert table.at("K") == "B1"
    endow(table["q"], "unfazed")
    table.game.put(table["q"], 12)
    apply(table, {"do": "teleport", "who": "self"}, target="q")
    assert table.at("q") == "A2"


@pytest.mark.article("4.9.25.a", "2.2.2")
@pytest.mark.parametrize(
    ("wise", "boss", "won"), [("q", "K", 4), ("K", "q", 4), ("q", "q", 3), ("K", "K", 3), ("q", "x", 3), ("x", "K", 3)]
)
def test_wisdom_wins_one_more_when_wise_and_boss_meet(wise: str, boss: str, won: int) -> None:
    """`won` for a Krosmaster of level 3."""
    table = duel()
    endow(table[wise], "wisdom")
    of_types(table[boss], "Cra", "Boss")
    table["K"].injuries = 5
    assert strike(table) == []
    assert table.game.glory == {"A": 6 + won, "B": 7 - won}


@pytest.mark.article("4.18.4.g", "4.9.25.a", "4.9.29.a")
@pytest.mark.parametrize(("takes", "won", "kamas"), [(False, 4, 2), (True, 3, 0)])
def test_who_has_lost_its_powers_brings_neither_loot_nor_wisdom(takes: bool, won: int, kamas: int) -> None:
    table = duel("loot-2", "wisdom")
    of_types(table["q"], "Cra", "Boss")
    table["K"].injuries = 5
    if takes:
        apply(table, {"do": "lose-powers"})
    assert strike(table) == []
    assert (table.game.glory, table.game.kamas["A"]) == ({"A": 6 + won, "B": 7 - won}, kamas)


@pytest.mark.article("4.9.26.a", "4.9.29.a")
def test_prospecting_and_loot_bring_kamas() -> None:
    table = duel("loot-2", mine=("prospecting",))
    table["K"].injuries = 5
    assert strike(table) == []
    assert table.game.kamas["A"] == 3
    assert value_of({"loot-2", "lock"}, "loot") == 2


@pytest.mark.article("4.9.26.a", "4.9.29.a")
@pytest.mark.parametrize(
    ("fallen", "kamas"), [("gobball of X", 2), ("gobball of x", 0)], ids=["an opposing summon", "one of one's own"]
)
def test_prospecting_is_for_opposing_krosmasters_and_loot_for_opposing_pieces(fallen: str, kamas: int) -> None:
    table = Table("q g . X x", q="oscar-kass", X="anna-tommy", x="anna-tommy", g=fallen).activate("q")
    endow(table["q"], "prospecting")
    gobball = table.game.bodies[1]
    endow(gobball, "loot-2")
    gobball.injuries = 2
    dice = {"critical": MISS, "armour": {gobball.name: MISS}}
    assert table.does("cast", spell="con", target="B1", **dice) == []
    assert (gobball.in_play, table.game.kamas["A"]) == (False, kamas)


@pytest.mark.article("4.9.26.a")
def test_every_prospecting_ally_brings_a_kama_but_no_opponent_does() -> None:
    table = duel(mine=("prospecting",))
    for name in ("x", "X"):
        endow(table[name], "prospecting")
    table["K"].injuries = 5
    assert strike(table) == []
    assert table.game.kamas == {"A": 2, "B": 0}


@pytest.mark.article("4.9.28.a", "6.4.1")
def test_a_farmer_who_picked_up_a_kama_ends_with_another() -> None:
    table = duel(mine=("farmer",))
    table.game.coins[0] = 2
    assert table.does("collect") == []
    assert table.does("end-turn") == []
    assert table.game.kamas["A"] == 2


@pytest.mark.article("4.9.19.a", "4.9.20.a")
@pytest.mark.parametrize(("keyword", "kind"), [("retribution", "Avenger"), ("revenge", "Villain")])
def test_retribution_and_revenge_count_their_kind_in_the_arena(keyword: str, kind: str) -> None:
    for count, markers in ((1, 0), (2, -1)):
        table = duel()
        for name in ("X", "x")[:count]:
            table[name].profile = replace(table[name].profile, types=frozenset({kind}))
        apply(table, {"do": "markers", "ap": -1, keyword: 2})
        assert table["K"].ap_markers == markers


@pytest.mark.parametrize(("mate", "markers"), [("x", -1), ("q", 0), ("X", 0)])
def test_effects_may_need_another_of_a_type_in_the_team(mate: str, markers: int) -> None:
    table = duel()
    of_types(table[mate], "Knight")
    apply(table, {"do": "markers", "ap": -1, "team-has": "Knight"})
    assert table["K"].ap_markers == markers


@pytest.mark.article("7.5.10.a", "7.5.10.b", "7.5.17.a")
def test_attract_and_move_closer_stop_before_an_obstacle() -> None:
    table = Table("q . . K", q="oscar-kass", K="bill-tell").activate("q")
    apply(table, {"do": "attract", "cells": 1})
    assert table.at("K") == "C1"
    apply(table, {"do": "approach", "cells": 5})
    assert table.at("q") == "B1"


@pytest.mark.article("4.18.3.c", "4.18.4.g", "4.18.4.e", "4.18.4.f")
def test_a_lost_power_does_not_answer_and_none_is_gained() -> None:
    table = duel("counter")
    apply(table, {"do": "lose-powers"}, {"do": "power", "powers": ["armour"]})
    assert table["K"].powers == frozenset()
    assert strike(table) == []
    assert table["q"].injuries == 0
    table.does("end-turn")
    assert "counter" in table["K"].powers


@pytest.mark.article("4.8.1", "4.9.2")
def test_own_units_neither_slow_down_nor_hold() -> None:
    table = Table("q x . K", q="oscar-kass", x="bill-tell", K="anna-tommy").activate("q")
    endow(table["x"], "slowing-presence", "perfect-lock")
    assert ap_cost(table.game, table["q"], table["q"].profile.spells["con"]) == 3
    assert table.does("move", to="A2") == []


@pytest.mark.article("4.8.1")
def test_inspiration_needs_its_power_and_offsets_a_slowing_presence() -> None:
    table = duel()
    of_types(table["x"], "Brotherhood of the Tofu")
    con = table["q"].profile.spells["con"]
    assert ap_cost(table.game, table["q"], con) == 3
    endow(table["q"], "heroic-inspiration")
    assert ap_cost(table.game, table["q"], con) == 2
    endow(table["K"], "slowing-presence")
    assert ap_cost(table.game, table["q"], con) == 3


@pytest.mark.article("4.9.3.a", "4.9.4.a", "4.9.21.a")
@pytest.mark.parametrize(("power", "most"), [("chance", 2), ("dodge", 1)])
def test_any_elements_power_may_add_dice_for_an_unknown_element(power: str, most: int) -> None:
    table = duel(power, mine=(power,))
    blow = spell(table, element="unknown")
    assert critical_dice(table["q"], blow) == armour_dice(table["K"], blow, 0) == (1, most)


@pytest.mark.article("4.9.3.a", "4.9.21.a")
@pytest.mark.parametrize(
    ("power", "element", "more"), [("chance", "fire", 2), ("chance", "water", 1), ("chance", "unknown", 1)]
)
def test_a_known_powers_die_is_not_unseen(power: str, element: str, more: int) -> None:
    table = duel(mine=(power,))
    table["q"].profile = replace(table["q"].profile, lacks=frozenset({"powers"}))
    assert unseen_dice(table["q"], "critical-hit", spell(table, element=element)) == more


@pytest.mark.article("4.9.28.a")
@pytest.mark.parametrize(("powers", "picked", "kamas"), [((), 1, 1), (("farmer",), 0, 0), (("farmer",), 2, 3)])
def test_only_a_farmer_who_picked_one_up_gets_a_kama(powers: tuple[str, ...], picked: int, kamas: int) -> None:
    table = duel(mine=powers)
    table.game.coins[0] = 2
    for _ in range(picked):
        assert table.does("collect") == []
    assert table.does("end-turn") == []
    assert table.game.kamas["A"] == kamas


@pytest.mark.article("4.18.4", "6.4.1")
def test_what_the_caster_gets_is_its_own_for_this_turn() -> None:
    table = duel()
    apply(table, {"do": "power", "powers": ["immune"], "to": "self"}, {"do": "markers", "ap": 1, "to": "self"})
    assert ("immune" in table["q"].powers, "immune" in table["K"].powers) == (True, False)
    assert (table["q"].ap_markers, table["K"].ap_markers) == (1, 0)
    table.does("end-turn")
    assert "immune" not in table["q"].powers


@pytest.mark.article("7.5.20.a", "4.10.7")
def test_exchanged_injuries_are_not_placed() -> None:
    table = duel("krowsome", "counter")
    table["q"].injuries = 5
    apply(table, {"do": "exchange-injuries"})
    assert (table["q"].injuries, table["K"].injuries, table.game.standby) == (0, 5, [])


@pytest.mark.article("7.2.3.b", "7.2.3.c", "4.16.3")
def test_multiple_targets_include_every_cell_that_could_be_aimed_at() -> None:
    table = Table("q K .\n. . X", q="oscar-kass", K="bill-tell", X="anna-tommy").activate("q")
    changed = spell(table, area="multiple")
    casting = Cast(table.game, changed, table["q"], table["q"].cell, table["K"].cell, {})
    determine_targets(casting)
    assert set(casting.cells) == {0, 13, 24}


@pytest.mark.article("4.16.3")
@pytest.mark.article("4.16.3", breaks=True)
def test_on_a_diagonal_the_caster_chooses_where_an_area_looks() -> None:
    table = Table(". . X\n. K .\nq . .", q="oscar-kass", K="bill-tell", X="anna-tommy").activate("q")
    staff = spell(table, area="shovel", range="ranged", least=1, most=3)
    for facing, cell in (("north", 25), ("east", 14)):
        casting = Cast(table.game, staff, table["q"], 0, 13, {"choices": {"facing": facing}})
        determine_targets(casting)
        assert casting.cells == (13, cell)
    table.game.be_strict()
    with pytest.raises(Exception, match=r"4\.16\.3"):
        determine_targets(Cast(table.game, staff, table["q"], 0, 13, {}))


@pytest.mark.article("4.10.7")
def test_injuries_are_exchanged_only_between_pieces_with_hp() -> None:
    table = duel()
    table["q"].injuries = 4
    table["K"].hp = None
    apply(table, {"do": "exchange-injuries"})
    assert (table["q"].injuries, table["K"].injuries) == (4, 0)
    table = Table("q . .\nK L .", q="oscar-kass", K="bill-tell", L="anna-tommy").activate("q")
    table["q"].injuries, table["K"].hp = 4, None
    casting = Cast(table.game, PUNCH, table["q"], 12, 0, {})
    casting.main = [table["q"], table["K"], table["L"]]
    apply_effects(casting, (EFFECTS.read({"do": "exchange-injuries"}),))
    assert [table[name].injuries for name in "qKL"] == [0, 0, 4]


@pytest.mark.article("4.16.3")
@pytest.mark.parametrize(("rolls", "faults"), [("X", []), ("Y", [])])
def test_an_undirected_area_looks_where_the_armour_dice_were_rolled(rolls: str, faults: list[str]) -> None:
    table = Table(". X .\n. K Y\nq . .", q="oscar-kass", K="bill-tell", X="anna-tommy", Y="anna-tommy").activate("q")
    spell(table, area="shovel", range="ranged", least=1, most=3)
    armour = {"K": MISS, rolls: MISS}
    assert table.does("cast", spell="con", target="B2", critical=MISS, armour=armour) == faults
    assert [table[name].injuries > 0 for name in "XY"] == [rolls == "X", rolls == "Y"]
