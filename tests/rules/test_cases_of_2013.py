"""The examples of the book of 2013, from its tutorials and its questions, each as a position."""

import json

import pytest

from rules.arena.engine.damage import knock_outs
from rules.arena.engine.spells import in_sight
from rules.games import replay
from tests.rules.duels import HIT, MISS, SAVE, endow, spell
from tests.rules.first_box import BoxTable
from tests.rules.fours import FIGURES, OTHERS, PAIRS, ROUND, Four, four_players
from tests.rules.logs import do

QUEEN_KING = {"q": "queen-of-the-tofus", "K": "king-of-the-gobballs"}


def strike(table: BoxTable, name: str, target: str, victim: str, critical: list[str], armour: list[str]) -> list[str]:
    return table.does("cast", spell=name, target=target, critical=critical, armour={victim: armour})


@pytest.mark.article("p24.5", "p24.6", "p24.7", "p27.2")
def test_the_queen_against_the_king():
    table = BoxTable("q K", **QUEEN_KING).activate("q")
    assert strike(table, "dan-to-fu", "B1", "K", HIT * 2, MISS * 2) == []
    assert table["K"].injuries == 3


@pytest.mark.article("p25.8", "p25.3", "p30.14", "p27.9")
def test_spells_that_count_their_own_mobs():
    table = BoxTable(". t .\nt K t\n. q .", **QUEEN_KING)
    for cell in (13 - 1, 24 + 1, 12 + 2):
        table.add("t", "tofu of q", [cell])
    table.activate("q")
    assert strike(table, "dan-to-fu", "B2", "K", MISS * 2, MISS * 2) == []
    assert table["K"].injuries == 4
    table = BoxTable("k Q g", k="king-of-the-gobballs", Q="queen-of-the-tofus")
    table.add("g", "gobball of k", [2])
    table.activate("k")
    assert strike(table, "gobbolob", "B1", "Q", MISS, MISS) == []
    assert table["Q"].injuries == 3
    table = BoxTable("t K . q", **QUEEN_KING)
    table.add("t", "tofu of q", [0])
    table.activate("q/tofu-1")
    assert strike(table, "peck", "B1", "K", MISS, MISS * 2) == []
    assert table["K"].injuries == 0


@pytest.mark.article("p23.3", "p26.1", "p27.3")
def test_two_blocks_one_after_the_other():
    free = [
        {"by": "K", "lock": ["armour"] * 2, "dodge": MISS * 2},
        {"by": "K/gobball-1", "lock": MISS, "dodge": ["dodge"] * 2},
    ]
    table = BoxTable(". g .\n. q K\n. . .", **QUEEN_KING)
    table.add("g", "gobball of K", [25])
    table.activate("q")
    assert table.does("move", to="A2", blocks=free) == []
    assert (table.at("q"), table["q"].mp) == ("A2", 3)


@pytest.mark.article("p30.14", "p24.11")
def test_long_shot_is_of_the_figure_that_casts_it():
    table = BoxTable("x . . . . . . . . . . .\nt . . . . . . . . . . K", t="bill-tell", x="bill-tell", K="oscar-kass")
    table.activate("t")
    assert table.does("cast", spell="long-shot", target="A1") == []
    assert (table["t"].mp, strike(table, "plaguing-arrow", "L1", "K", MISS, MISS * 2)) == (0, [])
    table.activate("x")
    assert strike(table, "plaguing-arrow", "L1", "K", MISS, MISS * 2) == ["p24.2"]


@pytest.mark.article("p16.2", "p16.3", "p25.5")
def test_a_water_bomb_marks_all_around_it():
    table = BoxTable("K . X\n. w .\n. . b", b="bad-aboum", K="bill-tell", X="anna-tommy")
    table.add("w", "water-bomb of b", [13])
    bomb = table["b/water-bomb-1"]
    rolls = dict.fromkeys("KXb", SAVE)
    listed = [{"effect": "explosion", "by": bomb.name, "critical": MISS, "armour": rolls}]
    table.game.begun = False
    assert table.does("activate", unit="b", standby=listed) == []
    assert [(table[name].injuries, table[name].ap_markers) for name in "KX"] == [(0, -1), (0, -1)]
    table = BoxTable("b w K . x", b="bad-aboum", K="oscar-kass", x="bill-tell")
    table.add("w", "water-bomb of b", [1])
    table.activate("K")["b"].injuries = 9
    table.game.action = {}
    knock_outs(table.game, table["K"])
    assert (table["b/water-bomb-1"].fallen, table["K"].injuries) == (True, 0)


@pytest.mark.article("p25.6", "p24.7", "p20.5")
def test_con_gives_back_as_many_as_it_placed():
    table = BoxTable("o A", o="oscar-kass", A="anna-tommy").activate("o")
    table["o"].injuries, table["A"].injuries = 5, 10
    spell_of = {"critical": HIT, "armour": {"A": MISS}}
    assert table.does("cast", spell="con", target="B1", **spell_of) == []
    assert (table["A"].fallen, table["o"].injuries, table.game.glory["A"]) == (True, 3, 6 + table["A"].level)


@pytest.mark.article("p29.1", "p22.10", "p25.10")
def test_the_treach_set_after_the_last_step():
    table = BoxTable("q . K", **QUEEN_KING).give("q", "treach-set").activate("q")
    hp, ap = table["q"].hp, table["q"].ap
    table["q"].mp = 0
    assert table.does("reveal", reward="treach-set") == []
    assert (table["q"].mp, table["q"].ap, table["q"].hp) == (0, ap + 2, (hp or 0) + 5)
    table.activate("q")
    assert table["q"].mp == 4 - 1


@pytest.mark.article("p28.5", "p28.4", "p20.5")
def test_sacrier_style_knocks_out_before_the_spell():
    table = BoxTable("k . Q", k="king-of-the-gobballs", Q="bill-tell").give("k", "sacrier-style").activate("k")
    table["k"].injuries = 6
    assert table.does("reveal", reward="sacrier-style") == []
    assert table["k"].fallen


@pytest.mark.article("p24.13", "p24.3", "p20.5")
@pytest.mark.parametrize(("injuries", "found"), [(11, ["p24.13"]), (10, [])])
def test_injuries_as_a_cost_have_to_fit(injuries, found):
    table = BoxTable("q K x", q="oscar-kass", K="bill-tell", x="bill-tell").activate("q")
    table["q"].more_hp = 4
    table["q"].refresh()
    spell(table, injuries=4)
    table["q"].injuries = injuries
    assert strike(table, "con", "B1", "K", MISS, MISS) == found
    assert (table["q"].fallen, table["K"].injuries) == (True, 1)


@pytest.mark.article("p20.9")
def test_what_a_token_will_bring_does_not_pay_for_it():
    table = BoxTable("D . K", K="oscar-kass")
    table.add("q", "queen-of-the-tofus", [0])
    table.activate("q")
    table.game.kamas["A"] = 4
    bought = {"rank": "jade", "pile": 1, "face": "down", "reward": "enutrof-style", "to": "q"}
    assert table.does("buy-reward", **bought) == ["p20.9"]


@pytest.mark.article("p20.8", "p20.5")
def test_a_level_three_brings_the_wild_gg_and_two():
    table = BoxTable("o B", o="oscar-kass", B="bad-aboum").activate("o")
    table["B"].injuries = 8
    strike(table, "con", "B1", "B", HIT, MISS)
    level = table["B"].level
    assert (table.game.wild, table.game.glory) == (0, {"A": 6 + level, "B": 6 - level + 1})


@pytest.mark.article("p25.9", "p26.4", "p23.5")
def test_a_charge_stops_before_obstacles_and_ends_on_traps():
    def charge(drawing: str, trap: int) -> BoxTable:
        table = BoxTable(drawing, q="oscar-kass", K="bill-tell")
        table.add("t", "lethal-trap of K", [trap])
        table.activate("q")
        spell(table, range="ranged", least=1, most=9, effects=({"do": "approach", "cells": 3},))
        table.does("cast", spell="con", target="F1", critical=MISS, armour={"K": MISS})
        return table

    over = charge("q . t . . K", 2)
    assert (over.at("q"), over.at("K/lethal-trap-1")) == ("D1", "C1")
    onto = charge("q . . t . K", 3)
    assert (onto.at("q"), onto.at("K/lethal-trap-1")) == ("D1", None)
    stopped = BoxTable("q . B . . K", q="oscar-kass", K="bill-tell").activate("q")
    spell(stopped, range="ranged", least=1, most=9, effects=({"do": "approach", "cells": 3},))
    stopped.does("cast", spell="con", target="F1", critical=MISS, armour={"K": MISS})
    assert stopped.at("q") == "B1"


@pytest.mark.article("p27.1", "p25.7")
def test_armour_from_two_places_is_two_dice():
    table = BoxTable("o K", o="oscar-kass", K="king-of-the-gobballs").give("K", "set-ap-and-armour", face_up=True)
    table.activate("o")
    assert strike(table, "con", "B1", "K", MISS, MISS * 2) == []
    table = BoxTable("q K", q="oscar-kass", K="king-of-the-gobballs").give("K", "set-ap-and-armour", face_up=True)
    table.activate("q")
    spell(table, effects=({"do": "pierce"},))
    assert strike(table, "con", "B1", "K", MISS, MISS) == []


@pytest.mark.article("p23.7", "p20.9", "p20.8")
def test_two_gg_for_twenty_kamas_and_one_for_nineteen():
    found = []
    for kamas in (20, 19):
        table = BoxTable("D . K", K="oscar-kass")
        table.add("q", "queen-of-the-tofus", [0])
        table.activate("q")
        table.game.kamas["A"] = kamas
        found.append([table.does("buy-glory"), table.does("buy-glory")])
    assert found == [[[], []], [[], ["p20.9"]]]


@pytest.mark.article("p24.12", "p24.9")
def test_two_bad_aboums_have_two_bombs_each():
    table = BoxTable(". . . . .\nb . . c .\n. . . . K", b="bad-aboum", c="bad-aboum", K="bill-tell")
    for owner, cells in (("b", ("A3", "A1")), ("c", ("D3", "D1"))):
        table.activate(owner)
        table[owner].ap = 12
        assert [table.does("cast", spell="water-bomb-throw", target=cell) for cell in cells] == [[], []]
        assert table.does("cast", spell="water-bomb-throw", target="C2") == ["p24.12"]


@pytest.mark.article("p28.1", "p28.3")
def test_a_spell_of_a_boost_comes_later():
    table = BoxTable("q . K", **QUEEN_KING).give("q", "lightning").activate("q")
    table["q"].ap = 12
    assert table.does("reveal", reward="lightning") == []
    assert strike(table, "dan-to-fu", "C1", "K", MISS * 2, MISS * 2) == []
    assert strike(table, "lightning", "C1", "K", MISS, MISS * 2) == []


# -- the rest of the book ---------------------------------------------------------------------------------


@pytest.mark.article("p27.4", "p27.7", "p27.11", "p25.1", "p25.2", "p28.2", "p28.6", "p22.8")
def test_powers_and_tokens_in_damage():
    for powers, injuries in (((), 3), (("resistance-air",), 2), (("immune",), 0)):
        table = BoxTable("q K", **QUEEN_KING)
        endow(table["K"], *powers)
        table.activate("q")
        element = table["q"].profile.spells["dan-to-fu"].element
        if powers:
            endow(table["K"], powers[0].replace("air", str(element)))
        strike(table, "dan-to-fu", "B1", "K", HIT * 2, MISS * 2)
        assert table["K"].injuries == (injuries if element != "neutral" else 3)
    table = BoxTable("q . B K", **QUEEN_KING)
    assert in_sight(table.game, table["q"], 0, 3)
    table = BoxTable("q . T K", **QUEEN_KING)
    assert not in_sight(table.game, table["q"], 0, 3)
    table = BoxTable("C . . . K", K="oscar-kass")
    table.add("q", "queen-of-the-tofus", [0])
    table.activate("q")
    assert strike(table, "dan-to-fu", "E1", "K", MISS * 2, MISS * 2) == []
    table = BoxTable("q K", **QUEEN_KING).give("q", "unikron-blood", face_up=True)
    table.activate("q")
    assert table["q"].rewards == ()
    table = BoxTable("q K", **QUEEN_KING).activate("q")
    assert table.does("cast", spell="punch", target="B1", critical=HIT, armour={"K": MISS * 2}) == []
    assert table["K"].injuries == 2


@pytest.mark.article("p24.8", "p27.6", "p24.4", "p29.2", "p29.3", "p23.9")
def test_healing_and_equipment():
    table = BoxTable("h x K", h="lil-healey", x="bill-tell", K="oscar-kass")
    endow(table["h"], "heal")
    table.activate("h")["x"].injuries = 5
    assert table.does("cast", spell="healing-word", target="B1", critical=HIT) == []
    assert table["x"].injuries == 5 - 3
    table = BoxTable("q K", **QUEEN_KING).give("q", "dagueros").give("q", "dofus-ap").give("q", "masqueraider-style")
    table.activate("q")
    assert [table.does("reveal", reward=token) for token in ("dagueros", "dofus-ap")] == [[], []]
    assert table.does("reveal", reward="masqueraider-style", choices={"option": "ap"}) == []
    assert strike(table, "dagueros", "B1", "K", MISS * 2, MISS * 2) == []
    assert table.does("cast", spell="punch", target="B1", critical=MISS, armour={"K": MISS * 2}) == []


class FourOf2013(BoxTable, Four):
    """Four players by the book of 2013."""


@pytest.mark.article("p30.5", "p30.7", "p30.8")
def test_the_stocks_of_four():
    table = FourOf2013(ROUND, **{**FIGURES, **OTHERS})
    table.game.player, table.game.begun, table.game.tension = "A", False, None
    assert table.does("tension", dice=["lock", "lock"], doubles=["B", "C"]) == []
    assert table.game.glory == {"A": 3, "B": 2, "C": 2, "D": 3}
    table = FourOf2013(ROUND, **{**FIGURES, **OTHERS}).weak("b")
    table.strikes("a", "D2", "b")
    level = table["b"].level
    assert (table["b"].fallen, table.glory) == (True, (3 + level, 3, 3, 3, 3 - level))


@pytest.mark.article("p30.3", "p30.6", "p30.9", "p30.15", "p30.16", "p30.10", "p30.11", "p30.12", "p30.13")
def test_logs_of_four_that_follow_the_book():
    document = four_players(do("place", unit="a1", cell="E2"), ruleset="arena-2013")
    assert [each.code for each in replay(json.dumps(document).encode()).findings if each.article] == []
    pairs = {**document, "mode": "two-v-two", "crews": [*map(list, PAIRS)]}
    assert [each.code for each in replay(json.dumps(pairs).encode()).errors] == []
    alone = {"name": "A", "team": {"a1": "queen-of-the-tofus", "a2": "bill-tell"}, "timeline": ["a1", "a2"]}
    twin = {"name": "B", "team": {"b1": "queen-of-the-tofus", "b2": "bill-tell"}, "timeline": ["b1", "b2"]}
    tied = {**document, "toss": True, "players": {**document["players"], "A": alone, "B": twin}}
    assert [each.code for each in replay(json.dumps(tied).encode()).findings if each.article] == []
