"""Figures as they are printed: what their powers and spells do (the fronts are named in the data)."""

from dataclasses import replace

import pytest

from rules.arena.engine.damage import knock_outs
from rules.arena.engine.markers import place_special
from rules.arena.engine.spells import ap_cost, in_sight
from rules.arena.engine.standby import resolve
from rules.arena.texts import figures
from tests.rules.duels import HIT, MISS, SAVE, apply, cast, duel, endow
from tests.rules.table import Table, believed_cards


@pytest.mark.article("4.18.2.a", "7.5.1.a", "7.5.2.a")
def test_the_first_krosmaster_that_a_monk_fells_strengthens_the_team() -> None:
    table = Table("q K . X\nx . . Y", q="friar-tubs", x="bill-tell", K="anna-tommy", X="oscar-kass", Y="anna-tommy")
    table.activate("q")
    for fallen in ("K", "X"):
        table[fallen].injuries = table[fallen].hp or 0
        knock_outs(table.game, table["q"])
        resolve(table.game, {})
    assert [(table[unit].ap_markers, table[unit].mp_markers) for unit in "qx"] == [(1, 1), (1, 1)]
    assert believed_cards(table.game) == []


@pytest.mark.article("4.14.2.b", "4.10.6")
def test_naz_raels_claws_hurt_whom_he_tries_to_lock() -> None:
    table = Table("q K X\n. . .", q="bill-tell", K="naz-rael", X="anna-tommy").activate("q")
    block = {"by": "K", "lock": MISS, "dodge": ["dodge", "armour"]}
    assert table.does("move", to="A1", blocks=[block]) == []
    assert (table.at("q"), table["q"].injuries) == ("A1", 1)


@pytest.mark.article("7.2.4.b", "4.18.3")
@pytest.mark.parametrize(("option", "gauges"), [("ap", (8, 4)), ("mp", (4, 6))])
def test_otomai_begins_with_more_ap_or_more_mp(option: str, gauges: tuple[int, int]) -> None:
    table = Table("q . . K", q="otomai", K="bill-tell")
    choice = {"effect": "potion-bag", "by": "q", "choices": {"option": option}}
    assert table.does("activate", unit="q", standby=[choice]) == []
    assert (table["q"].ap, table["q"].mp) == gauges


@pytest.mark.article("4.18.9", "7.3.2")
@pytest.mark.parametrize(("other", "left"), [("leaf-knight", 2), ("bill-tell", 3)])
def test_the_drop_knight_heals_more_with_another_knight(other: str, left: int) -> None:
    table = Table("q x y K", q="drop-knight", x="anna-tommy", y=other, K="oscar-kass").activate("q")
    table["x"].injuries = 4
    assert table.does("cast", spell="restoration", target="B1", critical=MISS) == []
    assert table["x"].injuries == left


@pytest.mark.article("7.1.3.a", breaks=True)
def test_the_drop_knight_restores_once_a_turn() -> None:
    table = Table("q x . K", q="drop-knight", x="anna-tommy", K="oscar-kass").activate("q")
    table["q"].ap = 10
    assert table.does("cast", spell="restoration", target="B1", critical=MISS) == []
    assert table.does("cast", spell="restoration", target="B1", critical=MISS) == ["7.1.3.a"]


@pytest.mark.article("7.1.4.a", breaks=True)
def test_punishment_costs_five_ap_and_an_injury() -> None:
    table = Table("q K . X", q="coa-gulary", K="anna-tommy", X="oscar-kass").activate("q")
    strike = {"spell": "punishment", "target": "B1", "critical": MISS, "armour": {"K": MISS}}
    assert table.does("cast", **strike) == []
    assert (table["q"].ap, table["q"].injuries, table["K"].injuries) == (0, 1, 3)
    table["q"].ap = 4
    assert table.does("cast", **strike) == ["7.1.4.a"]


@pytest.mark.article("4.15.5")
def test_the_revised_deviousness_needs_no_line_of_sight() -> None:
    table = Table("q x . K", q="oscar-kass-eternal-1", x="bill-tell", K="anna-tommy").activate("q")
    devious = {"spell": "deviousness", "target": "D1", "critical": MISS, "armour": {"K": MISS}}
    assert table.does("cast", **devious) == []


@pytest.mark.article("4.11.4", "7.2.4.a")
@pytest.mark.parametrize(("side", "left"), [("heads", (5, 4)), ("tails", (0, 0))])
def test_dani_oshun_gains_ap_or_loses_all(side: str, left: tuple[int, int]) -> None:
    table = Table("q K . X", q="dani-oshun", K="anna-tommy", X="oscar-kass").activate("q")
    strike = {"spell": "double-or-quits", "target": "B1", "critical": MISS, "armour": {"K": MISS}, "coins": [side]}
    assert table.does("cast", **strike) == []
    assert (table["q"].ap, table["q"].mp) == left


@pytest.mark.article("4.11.4")
def test_ap_are_lost_in_part_or_all_at_once() -> None:
    table = duel()
    apply(table, {"do": "lose", "ap": 4, "mp": 1})
    assert (table["q"].ap, table["q"].mp) == (2, 2)
    apply(table, {"do": "lose", "ap": "all", "mp": "all"})
    assert (table["q"].ap, table["q"].mp) == (0, 0)


@pytest.mark.article("4.10.6.b")
@pytest.mark.parametrize(("card", "injuries"), [("bill-tell", (2, 1)), ("harpooner of K", (0, 3))])
def test_feline_friends_hurt_opposing_characters_only(card: str, injuries: tuple[int, int]) -> None:
    table = Table("q . . Y . K", q="grampy", K="anna-tommy", Y=card).activate("q")
    target = table["K/harpooner-1"] if "harpooner" in card else table["Y"]
    target.profile = replace(target.profile, hp=3)
    target.refresh()
    table["q"].injuries = 3
    assert table.does("cast", spell="feline-friends", target="D1") == []
    assert (target.injuries, table["q"].injuries) == injuries


@pytest.mark.parametrize("card", ["darkness-knight", "darkness-knight-eternal-1"])
def test_both_vile_ages_count_critical_hits_twice(card: str) -> None:
    table = Table("q K . X", q=card, K="oscar-kass", X="anna-tommy").activate("q")
    assert cast(table, "vile-age", "B1", HIT, K=SAVE + MISS) == []
    assert (table["K"].injuries, table["K"].ap_markers) == (3, -1)
    assert believed_cards(table.game) == []


@pytest.mark.parametrize(("card", "left"), [("merkator", 2), ("anna-tommy", 0)])
def test_krowsome_lets_no_spell_heal_more_than_three(card: str, left: int) -> None:
    table = Table("q . a . K", q="clot-the-crapulous", a=card, K="oscar-kass").activate("q")
    endow(table["q"], "heal")
    table["a"].injuries = 5
    assert table.does("cast", spell="life-transfer", target="C1", critical=HIT) == []
    assert table["a"].injuries == left


def test_of_many_figures_nothing_is_unknown() -> None:
    whole = [
        slug
        for slug, text in figures().items()
        if not text.lacks and not any(spell.unknown for spell in text.spells.values())
    ]
    assert len(figures()) == 276
    assert len(whole) >= 76


@pytest.mark.article("7.2.7.c")
@pytest.mark.parametrize("card", ["emma-sacre", "qilby-traitor", "percedal-percylax"])
def test_powers_with_the_sign_of_elements_leave_neutral_damage_alone(card: str) -> None:
    table = Table("q K x", q=card, K="anna-tommy", x="yugo").activate("q")
    assert table.does("cast", spell="punch", target="B1", critical=MISS, armour={"K": MISS}) == []
    assert table["K"].injuries == 1


@pytest.mark.article("4.8.1", "4.18.6")
@pytest.mark.parametrize("card", ["yugo", "yugo-eternal-1"])
def test_yugo_casts_for_less_until_his_companion_has_left(card: str) -> None:
    table = Table("q x K", q=card, x="percedal", K="anna-tommy").activate("q")
    burst = table["q"].profile.spells["burst-of-wakfu"]
    assert ap_cost(table.game, table["q"], burst) == 2
    table.game.lift(table["x"])
    assert ap_cost(table.game, table["q"], burst) == 3


@pytest.mark.article("4.10.7")
@pytest.mark.parametrize(("bleeds", "injuries"), [("", (0, 5)), ("q", (4, 1)), ("K", (4, 1))])
def test_injuries_of_who_bleeds_are_not_exchanged(bleeds: str, injuries: tuple[int, int]) -> None:
    table = Table("q K x X", q="djaul", x="puny-vampire", K="anna-tommy", X="puny-vampire").activate("q")
    table["q"].injuries = 4
    if bleeds:
        place_special(table.game, table["X" if bleeds == "q" else "x"], table[bleeds], "Bleeding")
    assert cast(table, "black-humour", "B1", MISS, K=MISS) == []
    assert (table["q"].injuries, table["K"].injuries) == injuries


@pytest.mark.article("7.2.7.c")
@pytest.mark.parametrize(("card", "injuries"), [("tacturret of K", 3), ("oscar-kass", 4)])
def test_cribbling_looks_at_spells_of_characters_only(card: str, injuries: int) -> None:
    table = Table("q . . X . K", q="anathar", K="oscar-kass", X=card).activate("q")
    target = table["K/tacturret-1"] if "turret" in card else table["X"]
    target.profile = replace(target.profile, hp=9, powers=frozenset(), spells=table["K"].profile.spells)
    target.refresh()
    assert cast(table, "demanic-promise", "D1", MISS * 2, **{target.name: MISS}) == []
    assert target.injuries == injuries


@pytest.mark.article("4.18.4.g")
def test_stain_takes_no_powers_from_tombstones() -> None:
    table = Table("S q X\n. . K", q="malee-buhrum", K="the-nun", X="oscar-kass", S="tombstone of K").activate("q")
    assert table["K/tombstone-1"].powers == {"profanation"}
    assert table["X"].powers == set()


@pytest.mark.article("4.17.3", "4.3.4.b")
@pytest.mark.article("7.1.7", breaks=True)
@pytest.mark.parametrize(("moved", "faults"), [("K/water-bomb-1", ["7.1.7"]), ("X", [])])
def test_chamrak_moves_no_mechanisms(moved: str, faults: list[str]) -> None:
    table = Table("q X K\nb . .", q="malee-buhrum", K="bad-aboum", X="bill-tell", b="water-bomb of K").activate("q")
    assert table.does("cast", spell="chamrak", target="A3", choices={"unit": moved}) == faults
    assert (table.at(moved) == "A3") == (not faults)


@pytest.mark.article("4.5.1", "4.3.3")
def test_deviousness_steals_from_the_player_of_a_summon_too() -> None:
    table = Table("q . . t K", q="oscar-kass-eternal-1", K="queen-of-the-tofus", t="tofu of K").activate("q")
    table.game.kamas = {"A": 0, "B": 2}
    assert cast(table, "deviousness", "D1", MISS, **{"K/tofu-1": MISS}) == []
    assert table.game.kamas == {"A": 1, "B": 1}


@pytest.mark.article("7.5.8.a", "4.3.4.b")
@pytest.mark.parametrize(
    ("card", "spell", "distance"), [("missiz-burnzz", "icarbonized", 2), ("hemorragie", "fatal-fatality", 1)]
)
def test_two_spells_count_nothing_on_mechanisms(card: str, spell: str, distance: int) -> None:
    drawing = "q" + " ." * (distance - 1) + " t . . K"
    table = Table(drawing, q=card, K="steamy-wonder", t="tacturret of K").activate("q")
    turret = table["K/tacturret-1"]
    turret.profile = replace(turret.profile, hp=9, powers=frozenset())
    turret.refresh()
    turret.injuries, turret.ap_markers = 3, 1
    assert cast(table, spell, table.at(turret.name) or "", MISS, **{turret.name: MISS}) == []
    assert turret.injuries == 4


@pytest.mark.article("4.10.2.a", "4.18.2.a")
@pytest.mark.parametrize(("card", "left"), [("goultard", [4, 1]), ("goultard-eternal-1", [3, 3])])
def test_goultard_heals_when_he_fells_an_ally_too(card: str, left: list[int]) -> None:
    table = Table("q x K . X", q=card, x="anna-tommy", K="bill-tell", X="oscar-kass").activate("q")
    table["q"].injuries = 7
    found = []
    for fallen in "xK":
        table[fallen].injuries = table[fallen].hp or 0
        knock_outs(table.game, table["q"])
        resolve(table.game, {})
        found.append(table["q"].injuries)
    assert found == left


@pytest.mark.article("4.8.1")
def test_alex_drugos_and_arnaud_each_slow_who_is_beside_both() -> None:
    table = Table("K q X", q="oscar-kass", K="arnaud-keuls", X="shak-shaka").activate("q")
    assert ap_cost(table.game, table["q"], table["q"].profile.spells["con"]) == 5


@pytest.mark.article("4.15.9.a")
@pytest.mark.parametrize(("caster", "sees"), [("x", True), ("x/tacturret-1", False)])
def test_turrets_do_not_see_past_srammy(caster: str, sees: bool) -> None:
    table = Table(
        "x . . S . K\nt . . . . .", x="steamy-wonder", t="tacturret of x", S="srammy-eternal-1", K="bill-tell"
    )
    table.game.put(table[caster], 0)
    assert in_sight(table.game, table[caster], 0, table["K"].cell) is sees


@pytest.mark.article("7.5.11.a")
@pytest.mark.article("7.2.6.a", breaks=True)
@pytest.mark.parametrize(("armour", "faults"), [(1, []), (0, ["7.2.6.a"])])
def test_wakforce_pierces_no_bombs(armour: int, faults: list[str]) -> None:
    table = Table("q b . K", q="yugo-unleashed", K="bad-aboum", b="water-bomb of K").activate("q")
    table["K/water-bomb-1"].hp = 9
    assert cast(table, "punch", "B1", MISS, **{"K/water-bomb-1": MISS * armour}) == faults


@pytest.mark.article("4.18.4.g", "5.6.1")
def test_fraud_lasts_until_the_end_of_the_players_turn() -> None:
    table = Table("q K x X", q="kriss-krass", x="bill-tell", K="oscar-kass", X="anna-tommy").activate("q")
    assert cast(table, "fraud", "B1", MISS, K=MISS) == []
    assert table.does("activate", unit="x") == []
    assert cast(table, "punch", "B1", MISS, K=MISS) == []
    table.does("end-turn")
    assert table["K"].powers == {"armour"}


@pytest.mark.article("4.18.4.b", "5.6.1")
def test_turt_hell_lasts_until_the_end_of_the_players_turn() -> None:
    table = Table("q x y . K", q="buck-anear", x="katsu-mi", y="bill-tell", K="anna-tommy").activate("q")
    assert cast(table, "turt-hell", "A1") == []
    assert table.does("activate", unit="x") == []
    assert cast(table, "sword-of-fate", "C1", MISS, y=MISS) == []
    assert table["y"].injuries == 0
    table.does("end-turn")
    assert table["y"].powers == {"dodge"}


@pytest.mark.parametrize("spelt", ["extended-warranty", "extended-warrenty"])
def test_grampys_warranty_is_known_under_both_spellings(spelt: str) -> None:
    assert figures()["grampy-shopkeeper"].spells[spelt].name == "Extended Warranty"


@pytest.mark.article("4.13.1", "4.18.9")
@pytest.mark.parametrize(("figure", "spell"), [("missiz-freezz", "ice-chest"), ("missiz-burnzz", "fire-guardian")])
@pytest.mark.parametrize(("ally", "marker"), [("bill-tell", True), ("count-frigost", False)])
def test_a_marker_for_allies_lies_on_no_boss(figure: str, spell: str, ally: str, marker: bool) -> None:
    table = Table("q . x . X", q=figure, x=ally, X="anna-tommy").activate("q")
    assert table.does("cast", spell=spell, target="C1") == []
    assert bool(table["x"].specials) is marker


@pytest.mark.article("4.18.8", "4.18.4.g")
@pytest.mark.parametrize("card", ["darkness-knight", "darkness-knight-eternal-1"])
def test_master_knight_has_no_power_that_the_other_lost(card: str) -> None:
    table = Table("q K x y X", q="kriss-krass", K="leaf-knight", x="bill-tell", y="anna-tommy", X=card)
    table.activate("q")
    assert "resistance-earth" in table["X"].powers
    assert cast(table, "fraud", "B1", MISS, K=MISS) == []
    assert table["X"].powers == {"armour", "master-knight"}
    table.does("end-turn")
    assert "resistance-earth" in table["X"].powers


@pytest.mark.article("4.18.8", "4.18.4.g")
def test_master_knight_has_no_power_that_stain_took_away() -> None:
    table = Table("x K q . X", q="malee-buhrum", x="bill-tell", K="leaf-knight", X="darkness-knight").activate("q")
    assert table["K"].powers == set()
    assert table["X"].powers == {"armour", "master-knight"}
