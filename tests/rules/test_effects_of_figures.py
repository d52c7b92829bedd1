"""What spells of printed figures move, bring into play, give and take."""

from dataclasses import replace

import pytest

from rules.arena.engine.activation import end_activation
from rules.arena.engine.legal import legal_actions
from tests.rules.duels import MISS, endow
from tests.rules.logs import do
from tests.rules.table import Table, believed_cards
from tests.rules.test_meant_targets import faults, spell, strike


def plain(table: Table) -> Table:
    """Whose figures have no powers, so that every roll has one die."""
    for unit in table.game.pieces:
        unit.profile = replace(unit.profile, powers=frozenset(), explained={})
        unit.refresh()
    return table


@pytest.mark.article("4.17.3", "4.18.5")
@pytest.mark.article("4.18.5", breaks=True)
@pytest.mark.parametrize(("cell", "broken", "end"), [("C1", [], "C1"), ("D1", ["4.18.5"], "A1")])
def test_cleophee_tumbles_beside_whom_she_hits(cell: str, broken: list[str], end: str) -> None:
    table = plain(Table("q K . . X", q="cleophee", K="anna-tommy", X="oscar-kass").activate("q"))
    dice = {"critical": MISS, "armour": {"K": MISS}}
    assert table.does("cast", spell="tumble", target="B1", choices={"cell": cell}, **dice) == broken
    assert table.at("q") == end


@pytest.mark.article("4.17.3", "4.3.4.a")
@pytest.mark.article("4.18.5", breaks=True)
@pytest.mark.parametrize(("cell", "broken"), [("C2", []), ("A2", ["4.18.5"])])
def test_wanderlust_moves_an_ally_by_one_cell(cell: str, broken: list[str]) -> None:
    table = Table("q . x . K", q="grim-preacher", x="bill-tell", K="anna-tommy").activate("q")
    assert table.does("cast", spell="wanderlust", target="C1", choices={"cell": cell}) == broken
    assert table["x"].ap_markers == 0  # no summon
    assert (table.at("x") == cell) is not broken or broken


@pytest.mark.article("4.17.3", "4.10.6")
@pytest.mark.article("7.1.7", breaks=True)
@pytest.mark.parametrize(("unit", "broken", "injuries"), [("x", [], 1), ("y", ["7.1.7"], 0)])
def test_karcham_throws_an_ally_that_is_no_boss(unit: str, broken: list[str], injuries: int) -> None:
    table = Table("x . .\nq . K\ny . .", q="poochan", x="bill-tell", y="master-vampire", K="anna-tommy").activate("q")
    assert table.does("cast", spell="karcham", target="B2", choices={"unit": unit}) == broken
    assert table[unit].injuries == injuries
    assert (table.at(unit) == "B2") is (not broken)


@pytest.mark.article("7.5.17.a", "7.2.4.c")
@pytest.mark.parametrize(("card", "spell", "near", "far", "end"), [
    ("skidmonk", "here-we-go", "q . . . K", "q . . . . K", "D1"),
    ("jahash", "titanic-leap", "q . . . K", "q . . . . K", "D1"),
    ("goultard", "charge", "q . . K", "q . . . K", "C1"), ("pandalida", "hangover", "q K", "q . K", "B1"),
])  # fmt: skip
def test_some_charge_at_pieces_and_not_at_empty_cells(card: str, spell: str, near: str, far: str, end: str) -> None:
    for drawing, armour, place in ((near, {"K": MISS}, end), (far, {}, "A1")):
        table = plain(Table(drawing, q=card, K="anna-tommy").activate("q"))
        target = "ABCDE"[near.split().index("K")] + "1"
        assert table.does("cast", spell=spell, target=target, critical=MISS, armour=armour) == []
        assert table.at("q") == place, drawing


@pytest.mark.article("7.5.17.a")
def test_the_royal_gobball_charges_at_an_empty_cell() -> None:
    table = plain(Table("q . . . K", q="royal-gobball", K="anna-tommy").activate("q"))
    assert table.does("cast", spell="royal-charge", target="D1", critical=MISS) == []
    assert table.at("q") == "C1"


@pytest.mark.article("4.19.9.c", "7.2.4.c")
@pytest.mark.parametrize(("drawing", "armour", "tofus"), [("q K", {"K": MISS}, ["B1"]), ("q . K", {}, [])])
def test_a_thrown_tofu_needs_a_character_that_leaves(
    drawing: str, armour: dict[str, list[str]], tofus: list[str]
) -> None:
    table = plain(Table(drawing, q="minotoror", K="anna-tommy").activate("q"))
    assert table.does("cast", spell="tofu-throwing", target="B1", critical=MISS, armour=armour) == []
    assert [table.at(unit.name) for unit in table.game.summons] == tofus


@pytest.mark.article("4.11.5", "4.12.1")
def test_bamboo_milk_takes_every_marker() -> None:
    table = Table("q . K . X", q="malee-buhrum", K="anna-tommy", X="oscar-kass").activate("q")
    table["K"].ap_markers, table["K"].mp_markers, table["K"].range_markers = 2, -1, -2
    assert table.does("cast", spell="bamboo-milk", target="C1") == []
    assert (table["K"].ap_markers, table["K"].mp_markers, table["K"].range_markers) == (0, 0, 0)


@pytest.mark.article("4.10.5", "4.3.4.a")
def test_bontao_heals_every_other_character() -> None:
    table = Table("q x . g . K", q="jahash", x="bill-tell", K="king-of-the-gobballs", g="gobball of K").activate("q")
    for name in ("q", "x", "K", "K/gobball-1"):
        table[name].injuries = 2
    table["q"].injuries = 3
    assert table.does("cast", spell="bontao", target="A1") == []
    assert [table[name].injuries for name in ("q", "x", "K", "K/gobball-1")] == [3, 0, 0, 0]


@pytest.mark.article("4.18.2.c", "4.10.5")
def test_disembowelment_heals_allies_beside_the_target() -> None:
    table = plain(Table("q . K x . y", q="le-chouque", x="bill-tell", y="oscar-kass", K="anna-tommy").activate("q"))
    table["x"].injuries = table["y"].injuries = 2
    assert table.does("cast", spell="disembowelment", target="C1", critical=MISS, armour={"K": MISS}) == []
    assert (table["x"].injuries, table["y"].injuries, table["K"].injuries) == (1, 2, 1)


@pytest.mark.article("4.18.4.b", "4.9.12.a")
def test_turt_hell_makes_allied_characters_immune() -> None:
    table = Table("q x . K", q="buck-anear", x="bill-tell", K="anna-tommy").activate("q")
    slug = "turt-hell"
    target = "A1" if table["q"].profile.spells[slug].range == "personal" else "B1"
    assert table.does("cast", spell=slug, target=target) == []
    assert [("immune" in table[name].powers) for name in "qxK"] == [True, True, False]
    table.does("end-turn")
    assert "immune" not in table["x"].powers


@pytest.mark.article("4.18.4.b", "4.18.4.g", "7.2.7.c")
def test_dinner_strengthens_allied_kanniballs_until_their_player_ends() -> None:
    table = Table("q x w y . K", q="kanniball-andchain", x="kanniball-jav", w="moon", y="bill-tell", K="anna-tommy")
    table.activate("q")
    assert table.does("cast", spell="dinners-readdddy", target="A1") == []
    assert [table[name].is_powerless for name in "qxwyK"] == [True, True, False, False, False]
    end_activation(table.game)
    table.activate("x")
    assert [len(table[name].empowered) for name in "qxwyK"] == [1, 1, 0, 0, 0]
    table["y"].empower(table["x"].empowered[0], stays=True)  # who has lost no power
    table.does("end-turn")
    assert not any(table[name].is_powerless or table[name].empowered for name in "qxwyK")


@pytest.mark.article("4.17.3", "4.9.17.a", "7.2.4.b")
@pytest.mark.parametrize(("drawing", "target", "cells", "believed"), [
    ("x . . .\nq y . . .", "D1", "D1 D2 E1", False), (". . . .\nq y . . x", "D1", "D1 E1 B1", False),
    ("x . . z\nq y . . .", "D1", "D1 A2 E1", False), ("x y . .\nq . . . .", "D1", "D1 D2 B2", False),
    ("y . . .\nx q . . .", "C1", "C1 A1 A2", True),
])  # fmt: skip
def test_group_transfer_keeps_who_is_beside_in_place(drawing: str, target: str, cells: str, believed: bool) -> None:
    table = plain(Table(f"{drawing} . . . K", q="theo", x="bill-tell", y="oscar-kass", z="lou", K="anna-tommy"))
    table.activate("q")
    assert table.does("cast", spell="group-transfer", target=target) == []
    assert " ".join(str(table.at(name)) for name in "qxy") == cells
    assert table.game.is_believed() is believed


@pytest.mark.article("4.17.3", "4.9.17.a", "4.3.3")
def test_group_transfer_leaves_the_unfazed_and_summons_behind() -> None:
    table = plain(Table("x .\nq g . . . . K", q="theo", x="bill-tell", g="gobball of q", K="anna-tommy").activate("q"))
    endow(table["x"], "unfazed")
    endow(table["q"], "unfazed")
    assert table.does("cast", spell="group-transfer", target="D1") == []
    assert [table.at(name) for name in ("q", "x", "q/gobball-1")] == ["D1", "A2", "B1"]


@pytest.mark.article("4.18.4.b", "4.9.3.a")
def test_chakra_impulse_lasts_until_the_end_of_the_game() -> None:
    table = Table("q . . K", q="gein", K="anna-tommy").activate("q")
    assert table.does("cast", spell="chakra-impulse", target="A1") == []
    table.does("end-turn")
    assert "critical-hit" in table["q"].powers


@pytest.mark.article("4.18.4", "7.2.7.c")
def test_backlash_strengthens_later_earth_spells_of_the_turn() -> None:
    table = plain(Table("q K . X", q="doo-rex", K="anna-tommy", X="oscar-kass").activate("q"))
    table["q"].ap = 9
    assert [strike(table, "backlash", "B1") or table["K"].injuries for _ in range(3)] == [1, 3, 6]
    table.does("end-turn")
    table.activate("q")
    assert strike(table, "backlash", "B1") == []
    assert table["K"].injuries == 7


@pytest.mark.article("4.5.1", "4.5.3")
@pytest.mark.parametrize(("theirs", "mine"), [(2, 1), (0, 0)])
def test_deviousness_steals_what_there_is(theirs: int, mine: int) -> None:
    table = plain(Table("q . . K X", q="oscar-kass-eternal-1", K="anna-tommy", X="oscar-kass").activate("q"))
    table.game.kamas = {"A": 0, "B": theirs}
    assert strike(table, "deviousness", "D1") == []
    assert table.game.kamas == {"A": mine, "B": theirs - mine}


@pytest.mark.article("4.5.3")
def test_bankruptcy_takes_at_most_all_kamas() -> None:
    for stock, left in ((6, 2), (3, 0)):
        table = plain(Table("q . K X", q="queen-of-thieves", K="anna-tommy", X="oscar-kass").activate("q"))
        table.game.kamas["B"] = stock
        assert strike(table, "bankruptcy", "C1") == []
        assert table.game.kamas["B"] == left


@pytest.mark.article("7.2.4.b")
@pytest.mark.article("7.2.4.b", breaks=True)
def test_after_sanctification_the_monk_does_nothing_more() -> None:
    table = plain(Table(". . . .\nq K . X", q="felonious-monk", K="anna-tommy", X="oscar-kass").activate("q"))
    assert table.does("cast", spell="sanctification", target="B1", critical=MISS, armour={"K": MISS, "X": MISS}) == []
    assert table.does("move", to="A2", blocks=[{"by": "K", "lock": MISS, "dodge": MISS}]) == ["7.2.4.b"]
    assert [each.action["do"] for each in legal_actions(table.game) if each.is_legal] == ["end-turn"]
    table.activate("q")
    assert table.does("move", to="A2", blocks=[{"by": "K", "lock": ["armour"], "dodge": MISS}]) == []


@pytest.mark.article("4.10.4", "7.5.8.a")
@pytest.mark.parametrize(("before", "more"), [(4, 0), (5, 2)])
def test_wakfuria_grows_with_six_injuries(before: int, more: int) -> None:
    table = plain(Table("q K . X", q="yugo-young-king", K="anna-tommy", X="oscar-kass").activate("q"))
    table["q"].injuries = before
    base = table["q"].profile.spells["wakfuria"].amount
    assert strike(table, "wakfuria", "B1") == []
    assert table["K"].injuries == base + more


# -- summons whose numbers were never seen -----------------------------------------------------------------------------


@pytest.mark.article("4.19.9.c", "7.2.4.c")
@pytest.mark.parametrize(("card", "name", "summon"), [
    ("makum-bah", "sacrificial-seed", "sacrificial-doll"), ("harry-sah", "summon-pink-dragoone", "pink-dragoone"),
])  # fmt: skip
def test_an_unseen_summon_comes_into_play(card: str, name: str, summon: str) -> None:
    table = Table("q . . K", q=card, K="anna-tommy").activate("q")
    table["q"].ap = 12
    assert table.does("cast", spell=name, target="B1") == []
    assert table.at(f"q/{summon}-1") == "B1"
    assert believed_cards(table.game) == []


@pytest.mark.article("4.14.1")
@pytest.mark.parametrize("rolls", [[], [{"by": "q/madoll-1", "lock": MISS, "dodge": MISS}]])
def test_a_summon_of_unseen_kind_may_roll_for_lock(rolls: list[dict[str, object]]) -> None:
    table = Table("q d K\n. . .", q="klor-ofil", d="madoll of q", K="anna-tommy").activate("K")
    assert table.does("move", to="C1", blocks=rolls) == []
    assert believed_cards(table.game) == ["madoll"]


@pytest.mark.article("4.19.1.e", "7.5.17.a")
@pytest.mark.parametrize(("drawing", "at"), [("q . K", "A1"), ("q K .", None)])
def test_a_dreggon_lays_where_it_stood(drawing: str, at: str | None) -> None:
    table = Table(drawing, q="crocabulia", K="anna-tommy").activate("q")
    table["q"].cell, aim = table["q"].cell, "B1"
    assert table.does("cast", spell="lay-royal-immature-dreggon", target=aim) == []
    laid = table.game.units.get("q/immature-dreggon-1")
    assert (table.at("q/immature-dreggon-1") if laid else None) == at


@pytest.mark.article("4.19.9.c", "4.16.3")
def test_a_tournament_fills_each_free_cell_of_its_area() -> None:
    table = Table(". . .\nq . .\n. K .", q="count-frigost", K="anna-tommy").activate("q")
    table["q"].ap = 12
    assert table.does("cast", spell="bubotron-tournament", target="B2") == []
    summoned = [unit for unit in table.game.summons if unit.profile.card == "bubotron"]
    assert sorted(table.at(unit.name) or "" for unit in summoned) == ["B2", "B3", "C2"]


@pytest.mark.article("4.19.9.c", "4.4.3")
@pytest.mark.parametrize(("mark", "at"), [("K", "C1"), ("x", None)])
def test_a_nosedive_brings_a_crobak_beside_an_enemy(mark: str, at: str | None) -> None:
    other = "x" if mark == "K" else "K"
    table = plain(Table(f"q {mark} . {other}", q="black-crow", K="anna-tommy", x="bill-tell").activate("q"))
    dice = {"critical": MISS, "armour": {mark: MISS}, "choices": {"cell": "C1"}}
    assert table.does("cast", spell="crobak-nosedive", target="B1", **dice) == []
    assert (table.at("q/crobak-1") if "q/crobak-1" in table.game.units else None) == at


# -- the same, in logs -------------------------------------------------------------------------------------------------


@pytest.mark.article("4.17.3")
@pytest.mark.article("4.17.2", breaks=True)
@pytest.mark.parametrize(("to", "broken"), [("E9", []), ("D5", ["7.2.4.b"]), ("A1", ["4.17.2"])])
def test_a_log_goes_on_from_where_she_tumbled(to: str, broken: list[str]) -> None:
    tumble = spell("tumble", choices={"cell": "E7"})
    away = [do("move", to="E8", blocks=[{"by": "b1", "lock": MISS, "dodge": ["dodge", "lock"]}]), do("move", to="E9")]
    steps = away if to == "E9" else [do("move", to=to)]
    assert faults("cleophee", "anna-tommy", tumble, *steps) == broken


@pytest.mark.article("6.4.2")
@pytest.mark.article("7.2.4.b", breaks=True)
@pytest.mark.parametrize("broken", [[], ["7.2.4.b"]])
def test_a_log_ends_the_turn_of_the_monk(broken: list[str]) -> None:
    sanctified = spell("sanctification", critical=MISS * 2, armour={"b1": MISS})
    after = [do("cast", spell="amenek", target="E8", critical=MISS * 2)] if broken else [do("activate", unit="a2")]
    assert faults("felonious-monk", "anna-tommy", sanctified, *after) == broken


@pytest.mark.article("4.5.2")
def test_a_gray_drheller_picks_up_a_kama_of_its_cell() -> None:
    table = Table("q g . K X", q="arpagone-jeune", g="gray-drheller of q", K="anna-tommy", X="bill-tell")
    piece = table["q/gray-drheller-1"]
    table.game.coins, table.game.kamas = {piece.cell: 2}, {"A": 0, "B": 0}
    table.activate(piece.name)
    assert table.does("cast", spell="procura", target="B1") == []
    assert (table.game.kamas["A"], table.game.coins, believed_cards(table.game)) == (1, {piece.cell: 1}, [])
