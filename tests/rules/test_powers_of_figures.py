"""Powers that printed cards explain, each in a legal and in an illegal action (the fronts are named in the data)."""

import json
from dataclasses import replace

import pytest

from rules.arena.cells import cell_index
from rules.arena.engine.activation import end_activation
from rules.arena.engine.damage import heal, knock_outs, place_injuries
from rules.arena.engine.legal import legal_actions
from rules.arena.engine.markers import place_special
from rules.arena.engine.placing import begin_fight
from rules.arena.engine.spells import cost_change
from rules.arena.engine.standby import resolve
from rules.games import replay
from tests.rules.duels import MISS, apply
from tests.rules.logs import do, document
from tests.rules.shops import buy, shop
from tests.rules.table import Table, believed_cards
from tests.rules.test_light_glory import players
from tests.rules.test_light_log import TURN_A, report
from tests.rules.test_light_purchases import THREE_WORN, kamas
from tools.selfplay.game import random_game


def strike(table: Table, spell: str, target: str, unit: str = "K", dice: tuple[int, int] = (1, 1)) -> list[str]:
    critical, armour = dice
    rolls = {"critical": MISS * critical, "armour": {unit: MISS * armour}}
    return table.does("cast", spell=spell, target=target, **rolls)


def move(table: Table, unit: str, to: str) -> None:
    cell = cell_index(to)
    assert cell is not None
    table.game.put(table[unit], cell)


# -- while another of a type is there ---------------------------------------------------------------------------------


@pytest.mark.article("4.18.9")
@pytest.mark.article("7.2.5.b", breaks=True)
@pytest.mark.parametrize(("other", "dice", "faults"), [("yugo", 2, []), ("yugo", 1, ["7.2.5.b"]), ("bill-tell", 1, [])])
def test_percedal_hits_harder_beside_his_brotherhood(other: str, dice: int, faults: list[str]) -> None:
    table = Table("q K . x", q="percedal", x=other, K="anna-tommy").activate("q")
    assert strike(table, next(iter(table["q"].profile.spells)), "B1", dice=(dice, 1)) == faults
    assert believed_cards(table.game) == []


@pytest.mark.article("4.18.4.e", "4.15.7")
@pytest.mark.article("7.1.5", breaks=True)
def test_evangelyne_shoots_farther_as_long_as_a_companion_stands() -> None:
    for there, faults in ((True, []), (False, ["7.1.5"])):
        table = Table("q . . . . . . K x", q="evangelyne", x="yugo", K="anna-tommy").activate("q")
        spell = table["q"].profile.spells["magic-arrow"]
        move(table, "K", f"{'ABCDEFGHIJKL'[spell.most + 1]}1")
        if not there:
            table.game.lift(table["x"])
        assert strike(table, "magic-arrow", table.at("K") or "") == faults


@pytest.mark.article("7.5.11.a")
@pytest.mark.article("7.2.6.c", breaks=True)
def test_a_minotor_pierces_armour_beside_another() -> None:
    for other, armour, faults in (("minotoror", 0, []), ("minotoror", 1, ["7.2.6.c"]), ("bill-tell", 1, [])):
        table = Table("x . . .\nq . . K", q="deminoball", x=other, K="anna-tommy").activate("q")
        assert strike(table, "dummy-packet", "D1", dice=(1, armour)) == faults, other


@pytest.mark.article("4.18.4", "2.2.1")
def test_a_companion_of_types_never_seen_is_believed_in() -> None:
    table = Table("q K . x", q="percedal", x="necrose", K="anna-tommy").activate("q")
    assert strike(table, next(iter(table["q"].profile.spells)), "B1") == []
    assert believed_cards(table.game) == ["necrose"]


# -- while enough Avengers are there ----------------------------------------------------------------------------------


@pytest.mark.article("4.9.19.a")
@pytest.mark.parametrize(("avengers", "ap"), [(3, 3), (2, 0)])
def test_krobax_has_more_ap_with_four_avengers(avengers: int, ap: int) -> None:
    names = "xYZ"[:avengers]
    table = Table("q . x Y Z", q="krobax", **dict.fromkeys(names, "skale"))
    assert (table["q"].most_ap or 0) - (table["q"].profile.ap or 0) == ap


@pytest.mark.article("4.9.19.a", "7.2.7.c")
@pytest.mark.parametrize(("avengers", "injuries"), [("skale", 3), ("bill-tell", 2)])
def test_skale_deals_more_with_five_avengers(avengers: str, injuries: int) -> None:
    table = Table("q K . x y Z X", q="skale", K="anna-tommy", x=avengers, y=avengers, Z=avengers, X=avengers)
    table.activate("q")
    assert strike(table, "thalasso", "B1") == []
    assert table["K"].injuries == injuries + 1


# -- in the opponent's territory, and by injuries ----------------------------------------------------------------------


@pytest.mark.article("7.5.22.a", "4.18.4.e")
def test_invaders_have_more_in_the_opponents_territory() -> None:
    table = Table("q w . K", q="mulou", w="groarg-gamel", K="anna-tommy")
    for cells, given in (("A1 B1", False), ("A12 B12", True)):
        for unit, cell in zip("qw", cells.split(), strict=True):
            move(table, unit, cell)
        assert ("lock" in table["q"].powers, (table["q"].hp or 0) - (table["q"].profile.hp or 0)) == (given, 2 * given)
        assert bool(table["w"].lent.damage) is given


@pytest.mark.article("4.18.4.e", "4.10.5")
def test_madness_comes_with_seven_injuries_and_goes_with_healing() -> None:
    table = Table("q . K", q="clot-the-crapulous", K="bill-tell").activate("K")
    for change, mad in ((6, False), (1, True), (-1, False)):
        if change > 0:
            place_injuries(table.game, table["q"], change, table["K"])
        else:
            heal(table.game, table["q"], -change)
        assert {"critical-hit", "lock"} <= table["q"].powers if mad else "lock" not in table["q"].powers


@pytest.mark.article("4.18.3.c", "4.18.4.e")
def test_the_young_king_loses_counter_with_six_injuries() -> None:
    table = Table("q . K", q="yugo-young-king", K="bill-tell").activate("K")
    assert ("counter" in table["q"].powers, table["q"].most_mp) == (True, (table["q"].profile.mp or 0) + 1)
    place_injuries(table.game, table["q"], 6, table["K"])
    assert ("counter" in table["q"].powers, table["q"].most_mp) == (False, table["q"].profile.mp)


@pytest.mark.article("4.15.7", "4.18.4")
@pytest.mark.parametrize(("injuries", "reach"), [(4, 0), (5, 1), (11, 2)])
def test_every_five_injuries_lengthen_a_demonic_range(injuries: int, reach: int) -> None:
    table = Table("q . K", q="goultard-the-barbarian", K="bill-tell").activate("K")
    place_injuries(table.game, table["q"], injuries, table["K"])
    assert table["q"].reach_bonus == reach


@pytest.mark.article("4.4.3", "4.18.4")
@pytest.mark.parametrize(("wild", "reach"), [(("bill-tell", "bill-tell"), 0), (("kanniball-jav", "bill-tell"), 1)])
def test_every_second_wild_ally_lengthens_a_range(wild: tuple[str, str], reach: int) -> None:
    table = Table("q x y K", q="kanniball-archer", x=wild[0], y=wild[1], K="kanniball-jav")
    assert table["q"].reach_bonus == reach


@pytest.mark.article("4.10.2.b", "4.18.4")
def test_each_fallen_ally_gives_the_elite_chafer_ap() -> None:
    table = Table("q x y K", q="elite-chafer", x="anna-tommy", y="bill-tell", K="bill-tell")
    table["x"].fallen = True
    table.game.lift(table["x"])
    assert (table["q"].most_ap or 0) - (table["q"].profile.ap or 0) == 1


@pytest.mark.article("4.7.9", "4.18.4.e")
def test_eskal_ybur_has_any_number_and_grows_with_each() -> None:
    table = shop("eskal-ybur")
    assert (table["q"].most_ap, table["q"].hp, table["q"].ap) == (5, 5, 5)
    for reward in ("glue", "confuse", "lightning"):
        assert table.does("buy-reward", **buy(reward=reward)) == []
    assert table.rewards("q") == 3
    assert (table["q"].most_ap, table["q"].hp, table["q"].ap) == (8, 8, 5)


@pytest.mark.article("4.7.9")
@pytest.mark.article("4.7.9", breaks=True)
@pytest.mark.parametrize(("figure", "refused"), [("eskal-ybur", False), ("quentin-flush", True)])
def test_a_light_log_knows_who_may_have_any_number(figure: str, refused: bool) -> None:
    found = report(TURN_A, kamas(A=40), *THREE_WORN, players=players(figure), result=None)
    assert ("too-many-rewards" in {each.code for each in found.errors}) == refused


# -- beside it ---------------------------------------------------------------------------------------------------------


@pytest.mark.article("4.18.4.e", "4.9.4.a")
@pytest.mark.article("7.2.6.b", breaks=True)
@pytest.mark.parametrize(("cell", "armour", "faults"), [("B1", 2, []), ("B1", 1, ["7.2.6.b"]), ("D1", 1, [])])
def test_allied_krosmasters_beside_wally_have_armour(cell: str, armour: int, faults: list[str]) -> None:
    table = Table("w x . . . K", w="wally-sumwerels", x="bill-tell", K="bill-tell").activate("K")
    move(table, "x", cell)
    move(table, "K", f"{cell[0]}2")
    assert strike(table, "punch", cell, "x", (1, armour)) == faults


@pytest.mark.article("4.9.17.a", "4.18.4.e")
def test_arty_and_those_beside_stand_firm_in_opposing_turns() -> None:
    table = Table("q x . K", q="arty", x="bill-tell", K="bill-tell")
    for active, unfazed in (("q", False), ("K", True)):
        table.activate(active)
        table.says("collect")
        assert ["unfazed" in table[unit].powers for unit in "qxK"] == [unfazed, unfazed, False]


@pytest.mark.article("4.4.4", "4.18.4")
def test_other_allies_of_the_brotherhood_gain_by_adamai() -> None:
    table = Table("q x y K", q="adamai", x="yugo", y="bill-tell", K="percedal")
    assert [(table[unit].hp or 0) - (table[unit].profile.hp or 0) for unit in "qxyK"] == [0, 2, 0, 0]


@pytest.mark.article("4.18.4.d")
def test_allied_mobs_are_armoured_by_harry_sah() -> None:
    table = Table(
        "q x m K M", q="harry-sah", x="queen-of-the-tofus", m="tofu of x", K="queen-of-the-tofus", M="tofu of K"
    )
    assert [("armour" in table[unit].powers) for unit in ("x/tofu-1", "K/tofu-1")] == [True, False]


@pytest.mark.article("4.18.4.d", "4.18.8", "4.18.9")
@pytest.mark.parametrize(
    ("king", "powers"), [("royal-tofu", {"critical-hit", "dodge"}), ("royal-gobball", {"armour", "lock"})]
)
def test_a_royal_monster_lends_to_allied_krosmasters_of_its_type(king: str, powers: set[str]) -> None:
    table = Table("q x y K", q=king, x="grougaloragran-old", y="bill-tell", K="grougaloragran-old")
    own = table["y"].profile.powers
    assert [table[unit].powers & powers >= powers for unit in "xK"] == [True, False]
    assert table["y"].powers == own


# -- as the fight begins -----------------------------------------------------------------------------------------------


def fight(**legend: str) -> Table:
    table = Table("q x . K X", **legend)
    table.game.turn = 0
    begin_fight(table.game)
    return table


@pytest.mark.article("1.3.10", "4.10.6")
@pytest.mark.parametrize(("vlad", "injuries"), [("dark-vlad", 2), ("dark-vlad-karnated", 3)])
def test_vlad_hurts_his_own_team_as_the_fight_begins(vlad: str, injuries: int) -> None:
    table = fight(q=vlad, x="bill-tell", K="bill-tell", X="anna-tommy")
    assert [table[unit].injuries for unit in "qxKX"] == [injuries, injuries, 0, 0]


@pytest.mark.article("1.3.10", "4.11.5.a")
@pytest.mark.article("7.1.4.a", breaks=True)
@pytest.mark.parametrize(("cheater", "more"), [("kriss-krass", (3, 1)), ("katar", (4, 0))])
def test_more_ap_from_the_beginning_are_there_in_one_turn(cheater: str, more: tuple[int, int]) -> None:
    table = fight(q=cheater, x="bill-tell", K="bill-tell", X="anna-tommy")
    unit, found = table["q"], []
    for _turn in range(2):
        table.activate("q")
        found.append((unit.ap - (unit.profile.ap or 0), unit.mp - (unit.profile.mp or 0)))
    assert found == [more, (0, 0)]
    unit.ap = 4
    move(table, "K", "A2")
    assert strike(table, "punch", "A2") == ["7.1.4.a"]


# -- as a turn begins or ends ------------------------------------------------------------------------------------------


@pytest.mark.article("6.4.1", "7.5.1.a", "7.5.2.a")
@pytest.mark.parametrize(("card", "ap", "mp"), [("ally-mczeal", 1, 0), ("victor-don-voom", 0, 1)])
def test_allied_krosmasters_beside_gain_as_the_turn_ends(card: str, ap: int, mp: int) -> None:
    table = Table("q x . y K", q=card, x="bill-tell", y="bill-tell", K="anna-tommy").activate("q")
    table.game.acted = {"q"}
    assert table.does("activate", unit="y") == []
    assert [(table[unit].ap_markers, table[unit].mp_markers) for unit in "qxK"] == [(0, 0), (0, 0), (0, 0)]
    gained = (table["x"].ap - (table["x"].profile.ap or 0), table["x"].mp - (table["x"].profile.mp or 0))
    assert gained in ((ap, mp), (-(table["x"].profile.ap or 0), -(table["x"].profile.mp or 0)))


@pytest.mark.article("7.5.12.a", "7.5.13.a", "6.4.1")
def test_ush_steals_from_opposing_krosmasters_beside_him() -> None:
    table = Table("q K . X x", q="ush", K="bill-tell", X="anna-tommy", x="anna-tommy").activate("q")
    end_activation(table.game, {"do": "end-turn"})
    assert [(table[unit].ap_markers, table[unit].mp_markers) for unit in "qKX"] == [(2, 1), (-2, -1), (0, 0)]


@pytest.mark.article("6.2.1.d", "7.2.4.a")
@pytest.mark.article("7.2.9.a", breaks=True)
@pytest.mark.parametrize(("side", "markers"), [("heads", (2, 0)), ("tails", (0, 2))])
def test_a_coin_strengthens_grampys_next_turn(side: str, markers: tuple[int, int]) -> None:
    for tossed, faults in (([{"effect": "kerubs-bazaar", "by": "q", "coins": [side]}], []), (None, ["7.2.9.a"])):
        table = Table("q . K", q="grampy", K="bill-tell")
        table.game.acted, table.game.begun = set(), True
        fields = {"standby": tossed} if tossed else {}
        assert table.does("activate", unit="q", **fields) == faults
        if tossed:
            assert (table["q"].ap_markers, table["q"].mp_markers) == markers


# -- injuries, aims and markers ----------------------------------------------------------------------------------------


@pytest.mark.article("4.10.6.b", "7.5.1.a")
def test_whom_nox_injures_loses_ap() -> None:
    table = Table("q . . K", q="nox", K="bill-tell").activate("q")
    assert strike(table, "hand-sword", "D1") == []
    assert table["K"].ap_markers == -1


def test_nox_takes_no_ap_from_mechanisms() -> None:
    table = Table("q . t K", q="nox", K="bill-tell", t="harpooner of K").activate("q")
    turret = table["K/harpooner-1"]
    turret.profile = replace(turret.profile, hp=3, ap=3)
    turret.refresh()
    place_injuries(table.game, turret, 1, table["q"])
    resolve(table.game, {})
    assert (turret.injuries, turret.ap_markers) == (1, 0)


@pytest.mark.article("4.10.6.b", "4.18.2.d")
@pytest.mark.parametrize(
    ("card", "by", "markers"),
    [
        ("count-frigost", "bill-tell", (1, -1)),
        ("count-frigost", "tofu of X", (0, 0)),
        ("joris-master", "bill-tell", (-1, 1)),
        ("vampyro", "tofu of X", (-3, -3)),
        ("vampyro", "tofu of q", (-3, -3)),
        ("vampyro", "bill-tell", (0, 0)),
    ],
)
def test_figures_answer_to_injuries_by_some_kinds_of_units(card: str, by: str, markers: tuple[int, int]) -> None:
    table = Table("q K . X", q=card, X="queen-of-the-tofus", K=by).activate("X")
    source = next(unit for unit in table.game.pieces if unit.cell == 1)
    place_injuries(table.game, table["q"], 1, source)
    resolve(table.game, {})
    assert (table["q"].ap_markers, table["q"].mp_markers) == markers


@pytest.mark.article("4.9.19.a", "7.5.15.a")
@pytest.mark.parametrize(("struck", "avengers", "gained"), [("skale", 6, 1), ("skale", 5, 0), ("bill-tell", 7, 0)])
def test_shadow_gains_ap_when_he_injures_an_avenger(struck: str, avengers: int, gained: int) -> None:
    names = "rstuvwy"[:avengers]
    table = Table("q K r s t u v w y", q="shadow-eternal-1", K=struck, **dict.fromkeys(names, "skale")).activate("q")
    before = table["q"].ap
    place_injuries(table.game, table["K"], 1, table["q"])
    resolve(table.game, {})
    assert table["q"].ap - before == gained


@pytest.mark.article("4.10.6.a", "4.18.2.c")
def test_adrenaline_takes_ap_from_enemies_beside_him() -> None:
    table = Table("q K . X", q="jason-hic", K="bill-tell", X="anna-tommy").activate("q")
    place_injuries(table.game, table["q"], 1, table["q"])
    resolve(table.game, {})
    assert [table[unit].ap_markers for unit in "qKX"] == [0, -1, 0]


@pytest.mark.article("4.10.6.a", "4.4.4")
def test_le_chouque_is_paid_for_injuries_of_other_allies() -> None:
    table = Table("q x . K", q="le-chouque", x="bill-tell", K="anna-tommy").activate("K")
    for unit in "qxK":
        place_injuries(table.game, table[unit], 1, table["K"])
        resolve(table.game, {})
    assert table["q"].ap_markers == 1


@pytest.mark.article("4.18.9", "4.10.6.b", "7.5.14.a")
@pytest.mark.parametrize(("other", "gained"), [("yugo", 1), ("bill-tell", 0)])
def test_cleophee_gains_mp_at_once_beside_a_companion(other: str, gained: int) -> None:
    table = Table("q K . x", q="cleophee", K="bill-tell", x=other).activate("q")
    left = table["q"].mp
    place_injuries(table.game, table["K"], 1, table["q"])
    resolve(table.game, {})
    assert (table["q"].mp - left, table["q"].mp_markers) == (gained, 0)


@pytest.mark.article("7.2.3.a", "4.10.5")
@pytest.mark.parametrize(("aimed", "injuries"), [("K", 4), ("x", 5)])
def test_theo_heals_when_he_aims_at_an_opposing_krosmaster(aimed: str, injuries: int) -> None:
    table = Table("q . K x", q="theo", K="bill-tell", x="bill-tell").activate("q")
    table["q"].injuries = 5
    move(table, aimed, "B1")
    assert strike(table, "punch", "B1", aimed) == []
    assert table["q"].injuries == injuries


@pytest.mark.article("7.5.1.a", "4.4.4")
def test_gobbowlers_answer_to_ap_tokens_of_other_allies() -> None:
    markers = {"do": "markers", "ap": 1, "to": "team"}
    table = Table("q x y K", q="bill-tell", x="steevie-olens", y="amalius", K="anna-tommy").activate("y")
    apply(table, markers, target="K")
    resolve(table.game, {})
    assert table["x"].mp_markers == 2
    assert table["y"].ap - (table["y"].profile.ap or 0) == 2


@pytest.mark.article("7.5.1.a", "4.18.3")
@pytest.mark.parametrize(("ap", "answers"), [(2, True), (-2, False)])
def test_look_at_me_answers_ap_of_an_unseen_spell(ap: int, *, answers: bool) -> None:
    table = Table("q s . . . K", q="toxine", s="steevie-olens", K="bill-tell").activate("q")
    claim = {"cost": {"ap": 3}, "range": {"kind": "personal"}, "markers": {"q": {"ap": ap}}}
    answer = [{"effect": "look-at-me", "by": "s"}]
    faults = table.does("cast", spell="stab", target="A1", declared=claim, standby=answer)
    assert (faults == [], table["s"].mp_markers) == (answers, int(answers))


@pytest.mark.article("6.1.1")
@pytest.mark.article("7.2.9.a", breaks=True)
@pytest.mark.parametrize(("active", "to", "breaks"), [("y", "B2", []), ("w", "C2", ["7.2.9.a"])])
def test_the_captain_answers_in_his_own_turn_alone(active: str, to: str, breaks: list[str]) -> None:
    table = Table("q y w", q="bill-tell", y="amalius", w="anna-tommy").activate(active)
    apply(table, {"do": "markers", "ap": 1, "to": "team"}, target="q")
    paid = [{"effect": "captains-energy", "by": "y"}]
    assert table.does("move", to=to, standby=paid) == breaks


# -- dice --------------------------------------------------------------------------------------------------------------


@pytest.mark.article("4.18.10")
@pytest.mark.article("7.2.6.b", breaks=True)
@pytest.mark.parametrize(("armour", "dice", "faults"), [(True, 3, []), (True, 2, ["7.2.6.b"]), (False, 1, [])])
def test_the_dragon_pig_rolls_three_dice_for_two(armour: bool, dice: int, faults: list[str]) -> None:
    table = Table("q K . X", K="dragon-pig", q="bill-tell", X="anna-tommy").activate("q")
    if armour:
        table["K"].grant(["armour"])
    assert strike(table, "punch", "B1", dice=(1, dice)) == faults


@pytest.mark.article("4.18.10", "7.2.6.c")
def test_pierced_armour_leaves_the_dragon_pig_one_die() -> None:
    table = Table("x . . .\nq . . K", K="dragon-pig", q="deminoball", x="minotoror").activate("q")
    table["K"].grant(["armour"])
    assert strike(table, "dummy-packet", "D1") == []


@pytest.mark.article("7.2.6.a", "4.14.2.b")
@pytest.mark.parametrize(("face", "injuries"), [("dodge", 1), ("lock", 2)])
def test_atcham_saves_himself_with_the_face_for_dodge(face: str, injuries: int) -> None:
    table = Table("q K . X", K="atcham", q="bill-tell", X="anna-tommy").activate("q")
    dice = {"critical": ["critical"], "armour": {"K": [face]}}
    assert table.does("cast", spell="punch", target="B1", **dice) == []
    assert table["K"].injuries == injuries


@pytest.mark.article("4.13.4", "4.9.17.a")
@pytest.mark.article("7.2.6.a", breaks=True)
@pytest.mark.parametrize(("marked", "armour", "faults"), [(True, 0, []), (True, 1, ["7.2.6.a"]), (False, 1, [])])
def test_the_hunted_roll_one_die_less(marked: bool, armour: int, faults: list[str]) -> None:
    table = Table("q K . X", q="medor-thraki", K="bill-tell", X="anna-tommy").activate("q")
    table["K"].grant(["unfazed"])
    if marked:
        place_special(table.game, table["q"], table["K"], "Hunted")
    assert ("unfazed" in table["K"].powers) is not marked
    assert strike(table, "punch", "B1", dice=(1, armour)) == faults


@pytest.mark.article("4.13.1", "4.4.3")
@pytest.mark.parametrize(
    ("figure", "spell", "target", "side"),
    [
        ("medor-thraki", "tally-ho", "D1", "enemy"),
        ("meulou", "all-the-better-to-see-you-with", "C1", "enemy"),
        ("puny-vampire", "certain-death", "C1", "enemy"),
        ("missiz-freezz", "ice-chest", "C1", "ally"),
        ("missiz-burnzz", "fire-guardian", "C1", "ally"),
    ],
)
@pytest.mark.parametrize("aimed", ["x", "K"])
def test_a_special_marker_lies_on_the_side_of_the_card(
    figure: str, spell: str, target: str, side: str, aimed: str
) -> None:
    table = Table("q . . . X", q=figure, x="bill-tell", K="bill-tell", X="anna-tommy").activate("q")
    move(table, aimed, target)
    assert table.does("cast", spell=spell, target=target) == []
    assert bool(table[aimed].specials) is (side == ("ally" if aimed == "x" else "enemy"))


@pytest.mark.article("4.18.4.g", "4.4.3")
@pytest.mark.parametrize(("aimed", "dice", "keeps"), [("K", 1, False), ("x", 2, True)])
def test_fraud_takes_powers_from_opposing_krosmasters_only(aimed: str, dice: int, keeps: bool) -> None:
    table = Table("x q K X", q="kriss-krass", K="oscar-kass", x="oscar-kass", X="anna-tommy").activate("q")
    assert strike(table, "fraud", table.at(aimed) or "", aimed, (1, dice)) == []
    assert ("armour" in table[aimed].powers) is keeps


@pytest.mark.article("4.10.7", "4.4.3")
@pytest.mark.parametrize(("aimed", "injuries"), [("K", (0, 5)), ("x", (4, 1))])
def test_djaul_exchanges_injuries_with_opposing_characters_only(aimed: str, injuries: tuple[int, int]) -> None:
    table = Table("x q K X", q="djaul", x="bill-tell", K="bill-tell", X="anna-tommy").activate("q")
    table["q"].injuries = 4
    assert strike(table, "black-humour", table.at(aimed) or "", aimed) == []
    assert (table["q"].injuries, table[aimed].injuries) == injuries


# -- who may be aimed at -----------------------------------------------------------------------------------------------


@pytest.mark.article("7.1.7")
@pytest.mark.article("7.1.7", breaks=True)
@pytest.mark.parametrize(
    ("foe", "beside", "aimed", "faults"),
    [
        ("lou", True, "K", ["7.1.7"]),
        ("lou", True, "X", []),
        ("lou", False, "K", []),
        ("phaeris-devastated", True, "X", ["7.1.7"]),
        ("phaeris-devastated", True, "K", []),
        ("phaeris-devastated", False, "X", []),
    ],
)
def test_who_begins_beside_them_aims_as_they_say(foe: str, beside: bool, aimed: str, faults: list[str]) -> None:
    table = Table("q . . X K", q="bill-tell", K=foe, X="bill-tell")
    move(table, "K", "A2" if beside else "F6")
    move(table, "X", "B1")
    table.activate("q")
    move(table, "K", "A2")
    cell = table.at(aimed) or ""
    options = [each.action for each in legal_actions(table.game) if each.is_legal]
    assert ({"do": "cast", "spell": "punch", "target": cell} in options) is (not faults)
    assert strike(table, "punch", cell, aimed, (1, 1 + ("armour" in table[aimed].powers))) == faults


@pytest.mark.article("7.1.7", "4.13.1")
@pytest.mark.article("7.1.7", breaks=True)
@pytest.mark.parametrize(("marked", "faults"), [(True, ["7.1.7"]), (False, [])])
def test_a_servant_aims_no_spell_at_the_master_vampire(marked: bool, faults: list[str]) -> None:
    table = Table("q K . X", K="master-vampire", q="bill-tell", X="anna-tommy").activate("q")
    if marked:
        place_special(table.game, table["K"], table["q"], "Servant")
    assert strike(table, "punch", "B1") == faults


# -- powers after a KO, and of others ----------------------------------------------------------------------------------


@pytest.mark.article("4.10.2.b", "4.18.4")
@pytest.mark.parametrize(
    ("heritage", "gives"),
    [("chafer-archer", (1, 0, 0)), ("chafer-lancer", (0, 2, 0)), ("invisible-chafer", (0, 0, 1))],
)
def test_the_next_of_the_timeline_inherits_from_a_fallen_chafer(heritage: str, gives: tuple[int, int, int]) -> None:
    def heirs() -> list[tuple[int, int, int]]:
        units = [table[name] for name in "abcd"]
        return [
            (unit.reach_bonus, (unit.hp or 0) - (unit.profile.hp or 0), (unit.most_mp or 0) - (unit.profile.mp or 0))
            for unit in units
        ]

    nothing = (0, 0, 0)
    table = Table("a q b c d . K", a="bill-tell", q=heritage, b="moon", c="bill-tell", d="bill-tell", K="anna-tommy")
    table.game.timelines["A"] = [table[name] for name in "aqbcd"]
    assert heirs() == [nothing] * 4
    table["q"].injuries = table["q"].hp or 0
    knock_outs(table.game, table["K"])
    assert heirs() == [nothing, nothing, gives, nothing]
    table["c"].injuries = table["c"].hp or 0
    knock_outs(table.game, table["K"])
    assert heirs()[3] == gives


@pytest.mark.article("4.18.8", "4.18.4.e")
def test_the_darkness_knight_has_the_powers_of_other_knights() -> None:
    table = Table("q x y K", q="darkness-knight", x="leaf-knight", y="black-crow", K="drop-knight")
    assert {"resistance-earth", "prospecting", "the-black-crows-laugh"} <= table["q"].powers
    assert "resistance-water" not in table["q"].powers
    table.game.lift(table["x"])
    assert "resistance-earth" not in table["q"].powers


@pytest.mark.article("4.18.2.a", "4.6.2")
def test_the_first_wild_ally_to_fall_counts_two_levels_less() -> None:
    table = Table("q x y z K", q="darkli-moon", x="kanniball-jav", y="kanniball-jav", z="kanniball-jav", K="anna-tommy")
    level, lost = table["x"].level, []
    for name in "xy":
        before = table.game.glory["B"]
        table[name].injuries = table[name].hp or 0
        knock_outs(table.game, table["K"])
        lost.append(table.game.glory["B"] - before)
    assert lost == [max(1, level - 2), level]


@pytest.mark.article("4.10.2.a", "4.6.2")
def test_moon_pays_for_his_ko_and_stays() -> None:
    table = Table("q . K", q="moon", K="bill-tell")
    table["q"].ap_markers = -1
    before = table.game.glory["B"]
    table["q"].injuries = table["q"].hp or 0
    knock_outs(table.game, table["K"])
    assert table.game.glory["B"] - before == table["q"].level
    assert (table.at("q"), table["q"].injuries, table["q"].ap_markers, table["q"].fallen) == ("A1", 0, 0, False)


@pytest.mark.article("4.10.6.b", "4.18.2.c")
def test_naz_rael_claws_at_who_leaves_a_cell_beside_him() -> None:
    table = Table("q K . X", q="bill-tell", K="naz-rael-eternal-1", X="anna-tommy").activate("q")
    block = {"by": "K", "lock": ["armour"], "dodge": ["dodge", "lock"]}
    assert table.does("move", to="A2", blocks=[block]) == []
    assert table["q"].injuries == 2
    assert table.does("move", to="A3") == []
    assert table["q"].injuries == 2


@pytest.mark.article("4.10.6.b")
def test_who_jumps_around_naz_rael_leaves_a_cell_beside_him() -> None:
    table = Table(". . X\nq K", q="master-vampire", K="naz-rael-eternal-1", X="anna-tommy").activate("q")
    dice = {"critical": ["lock"], "armour": {"K": ["lock"]}}
    assert table.does("cast", spell="fangtastic", target="B1", choices={"cell": "B2"}, **dice) == []
    assert (table.at("q"), table["q"].injuries) == ("B2", 2)


# -- whom an answer means, and single cards ---------------------------------------------------------------------------


@pytest.mark.article("4.10.6.a", "4.18.9")
@pytest.mark.parametrize(("suffered", "left"), [(2, [3, 4, 4]), (1, [4, 4, 4])])
def test_piwates_heal_when_one_of_them_suffers_two_injuries(suffered: int, left: list[int]) -> None:
    table = Table("q x y Z K", q="boomba", x="hazwonarm", y="anna-tommy", Z="hazwonarm", K="bill-tell").activate("K")
    for name in "xyZ":
        table[name].injuries = 4
    place_injuries(table.game, table["q"], suffered, table["K"])
    resolve(table.game, {})
    assert [table[name].injuries for name in "xyZ"] == left


@pytest.mark.article("1.3.10", "4.12.1")
def test_the_black_crows_laugh_weakens_high_levels_more() -> None:
    table = fight(q="black-crow", x="nox", K="bill-tell", X="nox")
    markers = [(table[unit].ap_markers, table[unit].mp_markers, table[unit].range_markers) for unit in "qxKX"]
    assert markers == [(0, 0, 0), (0, 0, 0), (-1, 0, 0), (-1, -1, -1)]


@pytest.mark.article("4.18.2.b", "6.4.1")
@pytest.mark.parametrize(("struck", "left"), [(True, 2), (False, 4)])
def test_remington_heals_only_after_a_turn_of_injuries(struck: bool, left: int) -> None:
    table = Table("q K . X", q="remington-smisse", K="bill-tell", X="anna-tommy").activate("q")
    table["q"].injuries = 3
    if struck:
        assert strike(table, "punch", "B1") == []
    end_activation(table.game, {"do": "end-turn"})
    assert table["q"].injuries == left


@pytest.mark.article("4.18.2.b")
def test_ogrest_heals_after_a_peaceful_turn() -> None:
    table = Table("q . K", q="ogrest-child", K="bill-tell").activate("q")
    table["q"].injuries = 5
    end_activation(table.game, {"do": "end-turn"})
    assert table["q"].injuries == 0


@pytest.mark.article("4.9.17.a", "7.5.1.a")
@pytest.mark.parametrize(("unfazed", "markers"), [(False, (0, -1)), (True, (1, 0))])
def test_nox_is_paid_by_unfazed_victims(unfazed: bool, markers: tuple[int, int]) -> None:
    table = Table("q K . X", q="nox-eternal-1", K="bill-tell", X="anna-tommy").activate("q")
    table["K"].grant(["unfazed"] if unfazed else [])
    place_injuries(table.game, table["K"], 1, table["q"])
    resolve(table.game, {})
    assert (table["q"].ap_markers, table["K"].ap_markers) == markers


@pytest.mark.article("6.1.1")
def test_nox_of_the_eternal_cards_takes_nothing_in_allies_turns() -> None:
    table = Table("q K . x", q="nox-eternal-1", K="bill-tell", x="anna-tommy").activate("x")
    place_injuries(table.game, table["K"], 1, table["q"])
    resolve(table.game, {})
    assert table["K"].ap_markers == 0


@pytest.mark.article("4.10.6")
@pytest.mark.parametrize(("cell", "injuries"), [("B1", 1), ("D1", 0)])
def test_haziness_lets_no_injuries_through_from_afar(cell: str, injuries: int) -> None:
    table = Table("q . . . K", q="invisible-chafer", K="bill-tell").activate("K")
    move(table, "K", cell)
    place_injuries(table.game, table["q"], 1, table["K"])
    assert table["q"].injuries == injuries


@pytest.mark.article("7.2.7.c", "4.18.9")
@pytest.mark.parametrize(
    ("target", "other", "friend", "injuries"),
    [("nox", "bill-tell", "yugo", 2), ("bill-tell", "nox", "yugo", 1), ("nox", "bill-tell", "lou", 1)],
)
def test_percylax_hunts_the_highest_level(target: str, other: str, friend: str, injuries: int) -> None:
    table = Table("q K X x", q="percedal-percylax", K=target, X=other, x=friend).activate("q")
    assert strike(table, "slap", "B1", dice=(2, 1 + ("armour" in table["K"].powers))) == []
    assert table["K"].injuries == injuries


@pytest.mark.article("7.2.7.c")
@pytest.mark.parametrize(("target", "injuries"), [("katsu-mi", 3), ("skale", 2)])
def test_anathar_deals_more_to_casters_of_his_element(target: str, injuries: int) -> None:
    table = Table("q K", q="anathar", K=target).activate("q")
    demonic = table["q"].profile.spells["demonic-maw"]
    move(table, "K", f"{'ABCDEFGHIJKL'[max(1, demonic.least)]}1")
    armour = 1 + ("armour" in table["K"].powers) + ("agility" in table["K"].powers)
    assert strike(table, "demonic-maw", table.at("K") or "", dice=(2, armour)) == []
    assert table["K"].injuries == demonic.amount + (injuries - 2)


@pytest.mark.article("7.2.7.c", "4.4.4")
def test_each_other_ally_weakens_a_false_friend() -> None:
    table = Table("q K x y", q="qilby-traitor", K="anna-tommy", x="bill-tell", y="bill-tell").activate("q")
    assert strike(table, "wakfu-blast", "B1") == []
    assert table["K"].injuries == 4 - 2


@pytest.mark.article("4.9.4.a", "4.9.3.a")
@pytest.mark.article("7.2.6.b", breaks=True)
@pytest.mark.parametrize(
    ("active", "foe", "dice", "faults"),
    [
        ("K", "bill-tell", (1, 1), []),
        ("K", "skale", (1, 2), []),
        ("K", "skale", (1, 1), ["7.2.6.b"]),
        ("q", "skale", (1, 1), []),
    ],
)
def test_percimol_is_armoured_against_casters_of_water(
    active: str, foe: str, dice: tuple[int, int], faults: list[str]
) -> None:
    table = Table("q K . X", q="percimol", K=foe, X="anna-tommy").activate(active)
    aimed = "A1" if active == "K" else "B1"
    assert strike(table, "punch", aimed, "q" if active == "K" else "K", dice) == faults


@pytest.mark.article("4.9.3.a")
@pytest.mark.article("7.2.5.b", breaks=True)
@pytest.mark.parametrize(
    ("foe", "critical", "faults", "trusted"),
    [
        ("skale", 2, [], []),
        ("skale", 1, ["7.2.5.b"], []),
        ("bill-tell", 1, [], []),
        ("necrose", 2, [], ["necrose"]),
        ("necrose", 1, [], ["necrose"]),
    ],
)
def test_percimol_hits_casters_of_water_harder(foe: str, critical: int, faults: list[str], trusted: list[str]) -> None:
    table = Table("q K . . X", q="percimol", K=foe, X="anna-tommy").activate("q")
    move(table, "K", "C1")
    assert strike(table, "stopator", "C1", dice=(critical, 1)) == faults
    assert believed_cards(table.game) == trusted


@pytest.mark.article("4.9.5.a", "4.9.6.a")
@pytest.mark.article("4.14.6", breaks=True)
@pytest.mark.parametrize(("dodge", "faults"), [(2, []), (1, ["4.14.6"])])
def test_percimol_dodges_casters_of_water_with_two_dice(dodge: int, faults: list[str]) -> None:
    table = Table("q K . X", q="percimol", K="skale", X="anna-tommy").activate("q")
    block = {"by": "K", "lock": ["armour"], "dodge": ["dodge"] * dodge}
    assert table.does("move", to="A2", blocks=[block]) == faults


@pytest.mark.article("4.9.4.a", "4.9.6.a")
def test_either_number_of_dice_rests_on_spells_never_seen() -> None:
    """Nobody knows whether Necrose casts water: with one die as with two that is believed."""
    for dice in (1, 2):
        table = Table("q K . X", q="percimol", K="necrose", X="anna-tommy").activate("K")
        assert strike(table, "punch", "A1", "q", (1, dice)) == []
        assert "necrose" in believed_cards(table.game)
        table = Table("q K . X", q="percimol", K="necrose", X="anna-tommy").activate("q")
        block = {"by": "K", "lock": ["armour"], "dodge": ["dodge"] * dice}
        assert table.does("move", to="A2", blocks=[block]) == []
        assert believed_cards(table.game) == ["necrose"]


@pytest.mark.article("7.5.11.a")
@pytest.mark.article("7.2.6.a", breaks=True)
@pytest.mark.parametrize(
    ("by", "armour", "faults"), [("q", 0, []), ("q", 1, ["7.2.6.a"]), ("x", 0, []), ("x", 1, []), ("y", 1, [])]
)
def test_wakforce_pierces_for_yugo_and_perhaps_for_others(by: str, armour: int, faults: list[str]) -> None:
    table = Table("q K x . y Z", q="yugo-unleashed", K="anna-tommy", x="bill-tell", y="bill-tell", Z="anna-tommy")
    table.activate(by)
    aimed, unit = ("F1", "Z") if by == "y" else ("B1", "K")
    assert strike(table, "punch", aimed, unit, (1, armour)) == faults


@pytest.mark.article("7.1.6", "4.13.1")
@pytest.mark.article("7.1.6", breaks=True)
@pytest.mark.parametrize(("marked", "faults"), [(True, []), (False, ["7.1.6"])])
def test_the_moowolf_sees_who_bears_his_marker(marked: bool, faults: list[str]) -> None:
    table = Table("q T K . X", q="meulou", K="bill-tell", X="anna-tommy").activate("q")
    spell = next(each for each in table["q"].profile.spells.values() if each.most >= 2 and each.kind == "attack")
    if marked:
        place_special(table.game, table["q"], table["K"], "Riding Hood")
    found = table.does("cast", spell=spell.slug, target="C1", critical=MISS, armour={"K": MISS})
    assert [each for each in found if each == "7.1.6"] == faults


@pytest.mark.article("7.2.4.b", "4.4.3")
@pytest.mark.article("7.2.4.b", breaks=True)
@pytest.mark.parametrize(("named", "faults"), [("x", []), ("q", []), ("y", ["7.2.4.b"])])
def test_amalia_heals_an_ally_of_the_brotherhood(named: str, faults: list[str]) -> None:
    table = Table("q x y K", q="amalia", x="yugo", y="bill-tell", K="anna-tommy")
    table.game.acted, table.game.begun = set(), True
    for name in "qxy":
        table[name].injuries = 3
    blessing = {"effect": "sadidas-blessing", "by": "q", "choices": {"unit": named}}
    assert table.does("activate", unit="q", standby=[blessing]) == faults
    assert [table[name].injuries for name in "qxy"] == [3 - 2 * (named == name and not faults) for name in "qxy"]


@pytest.mark.article("4.8.1", "7.5.22.a")
@pytest.mark.article("4.8.1", breaks=True)
@pytest.mark.parametrize(("row", "faults"), [("12", ["4.8.1"]), ("1", [])])
def test_spells_beside_an_invading_arnaud_cost_more(row: str, faults: list[str]) -> None:
    table = Table("K q . X", K="arnaud-keuls", q="bill-tell", X="anna-tommy")
    table.game.sides = {"A": "north", "B": "south"}
    move(table, "K", f"A{row}")
    move(table, "q", f"B{row}")
    table.activate("q")
    table["q"].ap = 5
    assert strike(table, "punch", f"A{row}") == faults


@pytest.mark.article("4.10.5", "4.10.6")
def test_at_most_two_injuries_at_a_time_come_or_go() -> None:
    table = Table("q . K", q="merkator-eternal-1", K="bill-tell").activate("K")
    assert place_injuries(table.game, table["q"], 5, table["K"]) == 2
    place_injuries(table.game, table["q"], 2, table["K"])
    assert (heal(table.game, table["q"], 3), table["q"].injuries) == (2, 2)


@pytest.mark.ci
@pytest.mark.parametrize(
    "teams",
    [
        ("kanniball-jav nox-eternal-1 skale chafer-archer", "chafer-archer meulou remington-smisse"),
        ("percedal-percylax dragon-pig kanniball-jav chafer-archer", "atcham moon invisible-chafer dark-vlad"),
        ("elite-chafer atcham deminoball joris-master", "nox mulou ally-mczeal"),
        ("arty theo kriss-krass cleophee", "theo phaeris-devastated cleophee amalius"),
    ],
)
def test_whole_games_of_such_figures_are_legal(teams: tuple[str, str]) -> None:
    mine, yours = (team.split() for team in teams)
    for number in range(3):
        report = replay(json.dumps(random_game(f"powers/{number}", (mine, yours))).encode())
        assert [(finding.action, finding.code) for finding in report.errors] == []


def test_a_fight_that_is_over_as_it_begins_is_read() -> None:
    """Vlad fells Joris, while nobody of the other side has been placed."""
    teams = {"A": ["poochan", "krobax-eternal-1"], "B": ["joris", "dark-vlad"]}
    players = {
        side: {"name": side, "team": dict(zip(names, cards, strict=True)), "timeline": names}
        for side, cards in teams.items()
        for names in [[f"{side.lower()}1", f"{side.lower()}2"]]
    }
    placed = [do("place", unit="b1", cell="L12"), do("place", unit="b2", cell="K3")]
    log = document(*placed, do("collect"), players=players, arena="fog", first_player="B")
    report = replay(json.dumps(log).encode())
    assert report.verdict == "invalid"
    assert {finding.code for finding in report.errors} >= {"not-placed"}


@pytest.mark.article("4.8.1", "7.1.7")
def test_what_holds_characters_holds_no_turret() -> None:
    drawn = "K t P\n. . x"
    table = Table(drawn, x="bill-tell", K="shak-shaka-eternal-1", P="phaeris-devastated", t="tacturret of x")
    turret = table["x/tacturret-1"]
    table.activate("x/tacturret-1")
    assert (cost_change(table.game, turret), turret.began_beside) == (0, frozenset())
    table = Table("K x P", x="bill-tell", K="shak-shaka-eternal-1", P="phaeris-devastated").activate("x")
    assert (cost_change(table.game, table["x"]), table["x"].began_beside) == (1, frozenset("KP"))


# -- the first time or never ------------------------------------------------------------------------------------------


def a_turn_begins(table: Table, option: str | None) -> list[str]:
    """The Maskemane's next turn, with the form that it takes as it begins."""
    table.game.active, table.game.acted = None, set()
    entry = {"effect": "masquerade", "by": "q", "choices": {"option": option}}
    return table.does("activate", unit="q", **({"standby": [entry]} if option else {}))


@pytest.mark.article("4.18.2.a", "7.5.19.a")
@pytest.mark.article("7.2.9.a", breaks=True)
def test_a_maskemane_changes_masks_in_its_first_turn_only() -> None:
    used, kept = (Table("q . K X", q="maskemane-classic", K="anna-tommy", X="bill-tell") for _ in "ab")
    assert a_turn_begins(used, "maskemane-coward") == []
    assert used["q"].profile.card == "maskemane-coward"
    assert a_turn_begins(used, "maskemane-classic") == ["7.2.9.a"]
    assert a_turn_begins(kept, None) == []
    assert a_turn_begins(kept, "maskemane-coward") == ["7.2.9.a"]
    assert kept["q"].profile.card == "maskemane-classic"


@pytest.mark.article("7.1.7", breaks=True)
@pytest.mark.parametrize(("cell", "faults"), [("A1", []), ("D1", ["7.1.7"])])
def test_a_power_back_in_force_limits_who_began_beside_it(cell: str, faults: list[str]) -> None:
    """Stain takes the power away for as long as its owner stands beside Phaeris (4.18.4.e)."""
    table = Table("q P . . K X", q="malee-buhrum", P="phaeris-devastated", K="anna-tommy", X="bill-tell").activate("q")
    move(table, "q", cell)
    aim = "B1" if cell == "A1" else "E1"
    assert table.does("cast", spell="bamboo-milk", target=aim) == faults
    if cell == "A1":
        move(table, "K", "A3")
        assert table.does("cast", spell="bamboo-milk", target="A3") == []
