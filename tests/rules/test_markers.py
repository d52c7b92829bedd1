"""Markers, gains at once and ranges (4.11 to 4.13, 7.5.1 to 7.5.4, 7.5.12, 7.5.13)."""

import pytest

from rules.arena.engine.effects.primitives import EFFECTS
from rules.arena.engine.markers import place_special, remove_special
from rules.arena.engine.spells import Cast, apply_effects, determine_targets
from rules.arena.printed import PUNCH
from tests.rules.duels import MISS, SAVE, apply, cast, duel, strike
from tests.rules.table import Table


@pytest.mark.article("4.11.7", "4.11.8", "7.5.4.a")
def test_markers_cancel_and_never_pass_the_characteristic() -> None:
    table = Table("q K", q="drop-knight", K="bill-tell").activate("q")
    table["K"].ap_markers = 1
    assert cast(table, "sluggish", "B1", MISS, K=MISS) == []
    assert table["K"].ap_markers == 0
    for _ in range(8):
        table["q"].ap, table["K"].injuries = 5, 0
        cast(table, "sluggish", "B1", MISS, K=SAVE)
    assert table["K"].ap_markers == -6


@pytest.mark.article("4.11.4", "4.11.5.a", "6.2.1.b")
def test_markers_count_when_the_unit_is_next_activated() -> None:
    table = Table("q K", q="drop-knight", K="bill-tell").activate("q")
    assert cast(table, "sluggish", "B1", MISS, K=MISS) == []
    table.activate("K")
    assert (table["K"].ap, table["K"].ap_markers) == (5, 0)


def test_long_shot_lengthens_arrows_this_turn_and_takes_the_mp() -> None:
    table = Table("q" + " ." * 10 + " K", q="bill-tell", K="oscar-kass").activate("q")
    assert cast(table, "plaguing-arrow", "L1", MISS, K=MISS * 2) == ["7.1.5"]
    table = Table("q" + " ." * 10 + " K", q="bill-tell", K="oscar-kass").activate("q")
    assert cast(table, "long-shot", "A1") == []
    assert cast(table, "plaguing-arrow", "L1", MISS, K=MISS * 2) == []
    assert table["q"].mp == 0
    table.does("end-turn")
    table.activate("q")
    assert table["q"].reach == 0


@pytest.mark.article("7.5.1.a", "7.5.2.a", "7.5.3.a", "4.11.6", "4.11.2")
def test_markers_of_both_gauges_and_none_without_a_gauge() -> None:
    table = Table("q K w", q="oscar-kass", K="bill-tell", w="water-bomb of q").activate("q")
    apply(table, {"do": "markers", "ap": 2, "mp": -1})
    assert (table["K"].ap_markers, table["K"].mp_markers) == (2, -1)
    table.activate("K")
    assert (table["K"].ap, table["K"].mp) == (8, 2)
    apply(table, {"do": "markers", "ap": -1, "mp": -1}, target="q/water-bomb-1")
    assert (table["q/water-bomb-1"].ap_markers, table["q/water-bomb-1"].mp_markers) == (0, 0)


@pytest.mark.article("4.12.1", "6.2.1.c")
def test_range_markers_count_for_one_turn() -> None:
    table = duel()
    apply(table, {"do": "markers", "range": 2})
    table.activate("K")
    assert (table["K"].reach, table["K"].range_markers) == (2, 0)
    table.does("end-turn")
    assert table["K"].reach == 0


@pytest.mark.article("7.5.3.a", "7.5.4.a")
@pytest.mark.parametrize(("power", "mp", "frost"), [("splicing", 1, 1), ("splicing", -1, 0), ("desplicing", 1, 0)])
def test_splicing_concerns_given_mp_and_desplicing_those_taken(power: str, mp: int, frost: int) -> None:
    table = duel(mine=(power,))
    apply(table, {"do": "markers", "mp": mp})
    assert (table["K"].frost_mp, table["K"].mp_markers) == (frost, mp - frost)


@pytest.mark.article("7.5.12.a", "7.5.13.a")
def test_stealing_gives_what_was_really_placed() -> None:
    table = duel()
    table["K"].mp_markers = -2
    apply(table, {"do": "steal", "ap": 1, "mp": 2})
    assert (table["K"].ap_markers, table["K"].mp_markers) == (-1, -3)
    assert (table["q"].ap_markers, table["q"].mp_markers) == (1, 1)


@pytest.mark.article("7.5.14.a", "7.5.15.a", "4.11.4", "4.11.1.b")
def test_gains_at_once_are_for_the_active_unit() -> None:
    table = duel()
    apply(table, {"do": "gain", "ap": 1, "mp": 2})
    assert (table["q"].ap, table["q"].mp) == (7, 5)
    table.activate("K")
    apply(table, {"do": "gain", "ap": 1})
    assert table["q"].ap == 7


@pytest.mark.article("4.13.1", "4.13.2")
def test_a_special_marker_lies_on_one_krosmaster_at_a_time() -> None:
    table = duel()
    bleeding, servant = ({"do": "special-marker", "name": name} for name in ("Bleeding", "Servant"))
    apply(table, bleeding)
    apply(table, bleeding, target="X")
    assert (table["K"].specials, table["X"].specials) == ({}, {"Bleeding": "q"})
    apply(table, servant)
    assert (table["K"].specials, table["X"].specials) == ({"Servant": "q"}, {})


@pytest.mark.article("4.13.2", "4.13.3")
def test_nobody_takes_away_a_marker_that_the_opponent_placed() -> None:
    table = duel()
    table["x"].specials = {"Bleeding": "K", "Servant": "X"}
    apply(table, {"do": "special-marker", "name": "Bleeding"})
    assert (table["x"].specials, table["K"].specials) == ({"Bleeding": "K", "Servant": "X"}, {"Bleeding": "q"})
    table["K"].injuries = 5
    assert strike(table) == []
    assert table["x"].specials == {"Servant": "X"}


@pytest.mark.article("7.5.19.a")
def test_what_is_replaced_keeps_its_markers() -> None:
    table = Table("q g", q="oscar-kass", g="gobball of q").activate("q")
    table["q/gobball-1"].injuries = 2
    apply(table, {"do": "replace", "by": "tofu"}, target="q/gobball-1")
    assert (table["q/gobball-1"].profile.card, table["q/gobball-1"].injuries) == ("tofu", 2)


@pytest.mark.article("4.13.1")
def test_a_name_is_in_play_once_for_each_team() -> None:
    """Two Krosmasters of one team put markers of the same name: the second takes the place of the first."""
    table = Table("q x K X Y", q="oscar-kass", x="bill-tell", K="anna-tommy", X="lil-healey", Y="bad-aboum")
    table.game.player = "A"
    bleeding = [EFFECTS.read({"do": "special-marker", "name": "Bleeding"})]
    for who, on in (("q", "K"), ("x", "X"), ("K", "q")):
        casting = Cast(table.game, PUNCH, table[who], table[who].cell, table[on].cell, {})
        determine_targets(casting)
        apply_effects(casting, tuple(bleeding))
    assert [table[name].specials for name in ("K", "X", "q")] == [{}, {"Bleeding": "x"}, {"Bleeding": "K"}]


@pytest.mark.article("4.13.1")
def test_neither_summons_nor_absent_figures_get_a_special_marker() -> None:
    table = Table("q g K", q="oscar-kass", K="bill-tell", g="gobball of q").activate("q")
    place_special(table.game, table["q"], table["q/gobball-1"], "Bleeding")
    assert table["q/gobball-1"].specials == {}
    table.game.lift(table["K"])
    place_special(table.game, table["q"], table["K"], "Bleeding")
    assert table["K"].specials == {}


@pytest.mark.article("4.13.2")
def test_only_markers_of_the_own_side_are_taken_away() -> None:
    table = duel()
    table["K"].specials = {"Bleeding": "q", "Servant": "X", "Foot Note": "nobody"}
    for name in ("Bleeding", "Servant", "Foot Note", "Unheard Of"):
        remove_special(table.game, table["x"], table["K"], name)
    assert table["K"].specials == {"Servant": "X"}


@pytest.mark.article("4.11.4", "4.15.7")
def test_gained_range_adds_up_and_mp_can_be_partly_lost() -> None:
    table = duel()
    apply(table, {"do": "reach", "cells": 1})
    apply(table, {"do": "reach", "cells": 2})
    apply(table, {"do": "lose", "mp": 1})
    assert (table["q"].reach, table["q"].mp) == (3, 2)
    apply(table, {"do": "lose", "mp": "all"})
    assert table["q"].mp == 0


@pytest.mark.article("4.15.7")
def test_believed_gains_of_range_add_up_as_well() -> None:
    table = duel()
    table.game.basis.rest(table.game.index)
    for cells in (1, 2):
        apply(table, {"do": "reach", "cells": cells})
    assert (table["q"].reach, table["q"].believed.reach) == (3, 3)


@pytest.mark.article("7.5.19.a", "4.17.3")
def test_a_trap_replaced_by_a_bomb_fills_its_cell() -> None:
    table = Table("q t g", q="bad-aboum", g="oscar-kass", t="lethal-trap of g").activate("q")
    trap = table["g/lethal-trap-1"]
    assert table.game.is_free(trap.cell)
    apply(table, {"do": "replace", "by": "firebomb"}, target=trap.name)
    assert not table.game.is_free(trap.cell)
