"""Spells of printed figures that mean some of their targets only, or count something for their damage."""

from dataclasses import replace
from typing import Any

import pytest

from tests.rules.duels import MISS, apply, duel, of_types
from tests.rules.logs import END, TEAM_A, TEAM_B, TENSION, TWO_TURNS, do, errors
from tests.rules.table import Table, believed_cards


def strike(table: Table, spell: str, target: str, *units: str) -> list[str]:
    """One die for each roll, which fails."""
    for name in ("q", *(units or ("K",))):
        table[name].profile = replace(table[name].profile, powers=frozenset(), explained={})
        table[name].refresh()
    dice = {"critical": MISS, "armour": dict.fromkeys(units or ("K",), MISS)}
    return table.does("cast", spell=spell, target=target, **dice)


def face_off(card: str, target: str, drawing: str = "q K . x X", **legend: str) -> Table:
    others = {"x": "bill-tell", "X": "oscar-kass"} | legend
    return Table(drawing, q=card, K=target, **{mark: others[mark] for mark in others if mark in drawing}).activate("q")


# -- whom an effect means ---------------------------------------------------------------------------------------------


@pytest.mark.article("4.18.9", "7.5.3.a")
@pytest.mark.parametrize(("ally", "markers"), [("trank", 3), ("bill-tell", 0)])
def test_ap_for_a_multiman_come_to_no_other(ally: str, markers: int) -> None:
    table = face_off("bellzebug", "anna-tommy", "q x . . K", x=ally)
    assert table.does("cast", spell="scoria", target="B1") == []
    assert table["x"].ap_markers == markers


@pytest.mark.article("4.18.9", "4.19.2.c", "7.5.3.a")
def test_ap_for_a_turret_come_to_no_krosmaster() -> None:
    for mark, name, markers in (("t", "q/tacturret-1", 2), ("K", "K", 0)):
        table = Table(f"q {mark} . . X", q="chrissy-entrinch", K="anna-tommy", X="oscar-kass", t="tacturret of q")
        table.activate("q")
        table[name].profile = replace(table[name].profile, ap=4)
        strike(table, "pilfer", "B1", name)
        assert table[name].ap_markers == markers


@pytest.mark.article("4.4.3", "7.5.6.a")
@pytest.mark.parametrize(("where", "injuries"), [("B1", 2), ("A2", 0)])
def test_more_damage_for_allies_hurts_no_enemy(where: str, injuries: int) -> None:
    table = Table("K .\nq x", q="clot-the-crapulous", x="bill-tell", K="oscar-kass").activate("q")
    target = "x" if where == "B1" else "K"
    assert strike(table, "bloodthirsty-madness", where, target) == []
    assert table[target].injuries == injuries


@pytest.mark.article("4.4.3", "7.5.10.a")
@pytest.mark.parametrize(("mark", "end"), [("x", "B2"), ("K", "C2")])
def test_an_attraction_of_allies_leaves_enemies(mark: str, end: str) -> None:
    table = Table(f"q . {mark} .\n. . . {'K' if mark == 'x' else 'x'}", q="amalia", x="bill-tell", K="oscar-kass")
    assert table.activate("q").does("cast", spell="attachment", target="C2") == []
    assert table.at(mark) == end


@pytest.mark.article("4.3.3", "7.5.2.a", "7.5.16.a")
def test_a_target_that_is_no_krosmaster_gets_no_marker() -> None:
    for mark, markers in (("K", -1), ("g", 0)):
        table = Table(f"q {mark} . . X", q="bakara", K="anna-tommy", X="king-of-the-gobballs", g="gobball of X")
        table.activate("q")
        name = "X/gobball-1" if mark == "g" else "K"
        strike(table, "hupperkut", "B1", name)
        assert table[name].mp_markers == markers


@pytest.mark.article("7.2.3.a", "7.2.3.b")
def test_the_main_target_alone_suffers_more() -> None:
    table = Table("q . K X", q="elogio", K="anna-tommy", X="oscar-kass").activate("q")
    assert strike(table, "crackstone-punch", "C1", "K", "X") == []
    assert (table["K"].injuries, table["X"].injuries) == (3, 1)


@pytest.mark.article("2.4.2", "7.5.8.a")
@pytest.mark.parametrize(("level", "injuries"), [(4, 0), (5, 5), (6, 5)])
def test_a_level_decides_over_more_damage(level: int, injuries: int) -> None:
    table = face_off("goultard", "anna-tommy")
    table["K"].level = level
    assert strike(table, "sword-of-the-just", "B1") == []
    assert table["K"].injuries == injuries


@pytest.mark.article("2.4.2", "4.19.1.c")
@pytest.mark.parametrize(("level", "injuries"), [(1, 4), (2, 4), (3, 2)])
def test_a_low_level_decides_but_a_summon_has_none(level: int, injuries: int) -> None:
    table = face_off("goultard-the-barbarian", "anna-tommy")
    table["K"].level = level
    assert strike(table, "direct-sword", "B1") == []
    assert table["K"].injuries == injuries
    table = Table("q X . K", q="goultard-the-barbarian", K="king-of-the-gobballs", X="gobball of K").activate("q")
    assert strike(table, "direct-sword", "B1", "K/gobball-1") == []
    assert table["K/gobball-1"].injuries == 2


@pytest.mark.article("4.11.5", "7.5.1.a")
@pytest.mark.parametrize(("before", "after"), [(0, 2), (-1, 1), (1, 1)])
def test_markers_for_who_has_none_come_once(before: int, after: int) -> None:
    table = face_off("ghett-outadier", "anna-tommy", "q x . . K")
    table["x"].mp_markers = before
    assert table.does("cast", spell="acceleration", target="B1") == []
    assert table["x"].mp_markers == after


@pytest.mark.article("4.10.4", "7.5.7.a")
@pytest.mark.parametrize(("before", "after"), [(0, 3), (1, 2)])
def test_more_damage_to_who_is_unhurt(before: int, after: int) -> None:
    table = face_off("kro-dur-le-blanc", "anna-tommy", "q . K . X")
    table["K"].injuries = before
    assert strike(table, "smithereens", "C1") == []
    assert table["K"].injuries == after


@pytest.mark.article("4.18.2.b", "7.5.8.a")
def test_the_second_blow_of_a_turn_hurts_more() -> None:
    table = face_off("katsu-mi", "anna-tommy")
    table["q"].ap = 9
    assert [strike(table, "sword-of-fate", "B1") or table["K"].injuries for _ in range(2)] == [1, 4]
    table.does("end-turn")
    table.activate("q")["q"].ap = 9
    assert strike(table, "sword-of-fate", "B1") == []
    assert table["K"].injuries == 5


@pytest.mark.article("4.18.2.b", "7.2.7.c")
def test_the_first_blow_of_a_turn_can_be_the_worse() -> None:
    table = face_off("nemesis-samurai", "anna-tommy")
    assert [strike(table, "fast-draw", "B1") or table["K"].injuries for _ in range(2)] == [2, 3]


@pytest.mark.article("4.18.2.b", "4.18.9", "7.5.2.a")
@pytest.mark.parametrize(("types", "markers"), [(("Bandit",), -1), (("Knight",), 0)])
def test_a_bandit_weakens_whom_a_bandit_has_hurt(types: tuple[str, ...], markers: int) -> None:
    table = face_off("amakna-riktus", "anna-tommy", "q K x . X")
    of_types(table["x"], *types)
    table.game.hurt = {("x", "K"): True}
    assert strike(table, "musculature", "B1") == []
    assert table["K"].mp_markers == markers
    assert believed_cards(table.game) == []


@pytest.mark.article("4.18.2.b")
def test_a_believed_injury_makes_the_next_effect_believed() -> None:
    for sure in (True, False):
        table = face_off("amakna-riktus", "anna-tommy", "q K x . X", x="elite-riktus")
        table.game.hurt = {("x", "K"): sure}
        assert strike(table, "musculature", "B1") == []
        assert table.game.is_believed() is not sure


@pytest.mark.article("7.5.9.b", "7.2.7.c")
@pytest.mark.parametrize(("drawing", "injuries"), [("q K . x X", 1), ("q K T x X", 4)])
def test_a_blow_that_pushes_nobody_hurts_more(drawing: str, injuries: int) -> None:
    table = face_off("joris-swashbuckler", "anna-tommy", drawing)
    assert strike(table, "draconian-crisis", "B1") == []
    assert table["K"].injuries == injuries


@pytest.mark.article("4.20.1", "7.5.2.a")
@pytest.mark.parametrize(("side", "markers"), [("south", 0), ("north", -1)])
def test_a_feint_weakens_in_the_opponents_territory(side: str, markers: int) -> None:
    table = face_off("amalius", "anna-tommy")
    table.game.sides = {"A": side, "B": {"south": "north", "north": "south"}[side]}
    assert strike(table, "feint", "B1") == []
    assert (table["K"].ap_markers, table["K"].mp_markers) == (markers, markers)


@pytest.mark.article("4.18.5", "4.3.3")
@pytest.mark.parametrize(("card", "spell", "mark", "moves"), [
    ("meulou", "all-the-better-to-hug-you-with", "K", True),
    ("meulou", "all-the-better-to-hug-you-with", "g", False),
    ("mopy-king", "the-hideous-tower", "g", True),
    ("mopy-king", "the-hideous-tower", "x", False),
])  # fmt: skip
def test_places_switch_with_whom_the_card_means(card: str, spell: str, mark: str, moves: bool) -> None:
    legend = {"K": "king-of-the-gobballs", "x": "bill-tell", "g": "gobball of K"}
    rest = " ".join(other for other in ("K", "x") if other != mark)
    table = Table(f"q {mark} . . {rest}", q=card, **legend).activate("q")
    strike(table, spell, "B1", "K/gobball-1" if mark == "g" else mark)
    assert (table.at("q") == "B1") is moves


@pytest.mark.article("7.5.21.a", "7.5.4.a")
@pytest.mark.parametrize(("drawing", "cell", "markers"), [("q . . K X", "D1", -2), (". . K\nq . X", "C2", 0)])
def test_a_keyword_rules_all_that_follows_it(drawing: str, cell: str, markers: int) -> None:
    table = face_off("milimilou", "anna-tommy", drawing)
    assert strike(table, "bestial-howling", cell) == []
    assert (table["K"].ap_markers, table["q"].ap_markers) == (markers, markers)


@pytest.mark.article("4.18.2.b", "7.5.4.a")
def test_a_marker_of_the_first_cast_comes_once_a_turn() -> None:
    table = face_off("captain-amakna", "anna-tommy")
    for _ in range(2):
        assert strike(table, "biceps", "B1") == []
    assert table["K"].ap_markers == -1


@pytest.mark.article("7.2.4.c")
def test_an_effect_that_means_nobody_works_on_nobody() -> None:
    table = duel()
    apply(table, {"do": "retreat", "cells": 1, "body": "mob"}, {"do": "markers", "ap": 1, "to": "self", "side": "ally"})
    assert (table.at("q"), table["q"].ap_markers) == ("A1", 0)


# -- what is counted ---------------------------------------------------------------------------------------------------


@pytest.mark.article("4.11.3", "7.5.8.a")
def test_what_is_left_in_the_gauges_becomes_damage() -> None:
    table = face_off("remington-smisse", "anna-tommy")
    table["q"].ap, table["q"].mp = 6, 3
    assert strike(table, "pulsar", "B1") == []
    assert table["K"].injuries == 4  # 3 AP and 1 MP after the cost
    assert (table["q"].ap, table["q"].mp) == (0, 0)


@pytest.mark.article("7.2.7.c", "7.2.7.d")
@pytest.mark.parametrize(("drawing", "cell", "injuries"), [("q . K X", "C1", 3), ("q . . . . K X", "F1", 0)])
def test_a_shot_loses_force_with_each_cell(drawing: str, cell: str, injuries: int) -> None:
    table = face_off("cleophee", "anna-tommy", drawing)
    assert strike(table, "impetuous-shot", cell) == []
    assert table["K"].injuries == injuries


@pytest.mark.article("7.5.5.a", "4.10.4")
@pytest.mark.parametrize(("before", "more"), [(9, 0), (10, 1)])
def test_own_injuries_count_by_tens(before: int, more: int) -> None:
    table = face_off("katar", "anna-tommy")
    table["q"].injuries = before - 1  # one more is the cost
    assert strike(table, "gut-sword", "B1") == []
    assert table["K"].injuries == 1 + more


@pytest.mark.article("7.5.8.a", "4.10.4")
@pytest.mark.parametrize(("before", "more"), [(2, 0), (3, 1)])
def test_injuries_of_the_target_count_by_threes(before: int, more: int) -> None:
    table = face_off("hemorragie", "queen-of-the-tofus")
    table["K"].injuries = before
    assert table.does("cast", spell="fatal-fatality", target="B1", critical=MISS, armour={"K": MISS}) == []
    assert table["K"].injuries == before + 1 + more


@pytest.mark.article("7.5.8.a", "4.11.5")
def test_plus_markers_of_the_target_count() -> None:
    table = face_off("missiz-burnzz", "anna-tommy", "q . K . X")
    table["K"].ap_markers, table["K"].mp_markers = 1, -1
    assert strike(table, "icarbonized", "C1") == []
    assert table["K"].injuries == 2


@pytest.mark.article("7.5.8.a", "7.2.3.c", "4.4.3")
def test_allied_targets_raise_the_damage_for_all() -> None:
    table = Table(". . x\nq . K", q="dark-vlad", x="bill-tell", K="anna-tommy").activate("q")
    assert strike(table, "flame-shock", "C1", "K", "x") == []
    assert (table["K"].injuries, table["x"].injuries) == (2, 2)


@pytest.mark.article("4.4.4", "4.18.9", "7.2.7.c")
@pytest.mark.parametrize(("types", "injuries"), [(("Eliatrope",), 1), (("Knight",), 0)])
def test_others_of_a_type_in_the_team_raise_the_damage(types: tuple[str, ...], injuries: int) -> None:
    table = face_off("yugo-young-king", "anna-tommy")
    of_types(table["x"], *types)
    assert strike(table, "spirit-bam", "B1") == []
    assert table["K"].injuries == injuries


# -- the same, in logs -------------------------------------------------------------------------------------------------


def faults(card: str, target: str, cast: dict[str, Any], *after: Any, **position: Any) -> list[str | None]:
    """The articles broken in a log in which a1 is this card and b1 that one, side by side as its third turn begins."""
    side_by_side = {"a1": {"cell": "E5"}, "b1": {"cell": "E6"}}
    units = {name: side_by_side.get(name, {}) | position.get(name, {}) for name in {**side_by_side, **position}}
    teams = {"A": {**TEAM_A, "a1": card}, "B": {**TEAM_B, "b1": target}}
    players = {side: {"name": side, "team": team, "timeline": [*team]} for side, team in teams.items()}
    laid = do("correct", set={"units": units}, reason="a position for this test")
    dice = {"critical": MISS, "armour": {"b1": MISS}}
    found = errors(*TWO_TURNS, TENSION, laid, do("activate", unit="a1"), dice | cast, *after, players=players)
    return [article for _action, article in found if article and not article.startswith("1.")]


def spell(name: str, target: str = "E6", **fields: Any) -> dict[str, Any]:
    return do("cast", spell=name, target=target, **fields)


LATER = [END, TENSION, do("activate", unit="b1")]


@pytest.mark.article("4.18.2.b")
@pytest.mark.article("4.10.2.b", breaks=True)
@pytest.mark.parametrize(("injuries", "broken"), [(7, []), (8, ["4.10.2.b"])])
def test_a_log_counts_the_second_blow_of_a_turn(injuries: int, broken: list[str]) -> None:
    blow, left = spell("sword-of-fate"), {"injuries": injuries}  # of 12: 1 and 3 more
    second = blow | {"critical": MISS, "armour": {"b1": MISS}}
    assert faults("katsu-mi", "anna-tommy", blow, second, *LATER, b1=left) == broken


@pytest.mark.article("4.18.5")
@pytest.mark.article("7.2.4.b", breaks=True)
@pytest.mark.parametrize(("to", "broken"), [("E8", []), ("D5", ["7.2.4.b"])])
def test_a_log_goes_on_from_the_switched_place(to: str, broken: list[str]) -> None:
    hug = spell("all-the-better-to-hug-you-with", "E7")
    assert faults("meulou", "anna-tommy", hug, do("move", to=to), b1={"cell": "E7"}) == broken


@pytest.mark.article("4.3.3", "7.5.2.a")
@pytest.mark.article("4.11.5.b", breaks=True)
@pytest.mark.parametrize(("steps", "broken"), [(["E7", "E8"], []), (["E7", "E8", "E9"], ["4.11.5.b"])])
def test_a_log_takes_mp_of_a_krosmaster_that_was_hit(steps: list[str], broken: list[str]) -> None:
    walk = [do("move", to=cell) for cell in steps]
    assert faults("bakara", "anna-tommy", spell("hupperkut", "E6"), *LATER, *walk, b1={"cell": "E6"}) == broken
