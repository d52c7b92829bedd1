"""Examples that the tournament rules work out, with the figures they name, as far as their cards are known."""

from pathlib import Path
from typing import Any

import pytest

from tests.rules.duels import HIT, MISS, endow, spell
from tests.rules.logs import do
from tests.rules.table import Table
from tests.rules.test_partly_seen_cards import answer, of_play
from tests.rules.validated import THREE_TURNS, validated

COST: dict[str, Any] = {"cost": {"ap": 2}}
UNFAZED = {"power": "unfazed", "by": "a3"}


def beside_evangelyne(folder: Path, card: str, spell: str, target: str, *declared: Any) -> list[tuple[str | None, str]]:
    """A log in which a1 is this card, and its ally a3 is Evangelyne, who may have powers that nobody has entered."""
    team_a = {"a1": card, "a2": "bill-tell", "a3": "evangelyne", "a4": "bad-aboum"}
    team_b = {"b1": "anna-tommy", "b2": "percedal", "b3": "king-of-the-gobballs", "b4": "lil-healey"}
    teams = {"A": ("Ana", team_a), "B": ("Bo", team_b)}
    players = {side: {"name": name, "team": team, "timeline": list(team)} for side, (name, team) in teams.items()}
    cast = do("cast", spell=spell, target=target, declared=list(declared))
    return of_play(validated(folder, *THREE_TURNS, cast, players=players))


@pytest.mark.article("4.18.3.e", "4.19.8.b")
@pytest.mark.article("4.9.17.a", breaks=True)
def test_fatebook_sets_its_tombstone_and_moves_no_unfazed_ally(tmp_path: Path) -> None:
    declared = {**COST, "summoned": {"tombstone": "J2"}}
    moved = {**declared, "moved": {"a3": "J2"}}
    assert beside_evangelyne(tmp_path, "the-nun", "fatebook", "J2", moved) == []
    assert beside_evangelyne(tmp_path, "the-nun", "fatebook", "J2", declared, UNFAZED) == []
    assert beside_evangelyne(tmp_path, "the-nun", "fatebook", "J2", moved, UNFAZED) == [("4.9.17.a", "unfazed-moved")]


@pytest.mark.article("4.9.17.a", breaks=True)
def test_group_transfer_leaves_an_unfazed_ally_behind(tmp_path: Path) -> None:
    moved = {**COST, "moved": {"a3": "K3"}}
    assert beside_evangelyne(tmp_path, "theo", "group-transfer", "L2", moved) == []
    assert beside_evangelyne(tmp_path, "theo", "group-transfer", "L2", COST, UNFAZED) == []
    faults = beside_evangelyne(tmp_path, "theo", "group-transfer", "L2", moved, UNFAZED)
    assert faults == [("4.9.17.a", "unfazed-moved")]


@pytest.mark.article("4.18.5", "7.2.4.b")
@pytest.mark.parametrize(("drawing", "end"), [("q K . .", "D1"), ("q K . T", "C1"), ("q K T .", "B1")])
def test_repelling_arrow_pushes_as_far_as_it_can(drawing: str, end: str) -> None:
    table = Table(drawing, q="luk-ylook", K="bill-tell").activate("q")
    dice = {"critical": MISS, "armour": {"K": MISS}}
    declared = {**COST, "range": {"kind": "line", "max": 4}, "damage": 1, "element": "air"}
    assert table.does("cast", spell="repelling-arrow", target="B1", declared=declared, **dice) == []
    assert table.at("K") == end


@pytest.mark.article("7.2.4.a", "4.19.7.c", "7.2.9.a")
def test_a_trap_reached_by_repelling_arrow_waits_for_the_end() -> None:
    table = Table("q K . t F", q="luk-ylook", K="bill-tell", F="fraktor", t="lethal-trap of q").activate("q")
    dice = {"critical": MISS, "armour": {"K": MISS}}
    declared = {**COST, "range": {"kind": "line", "max": 4}, "damage": 1, "element": "air"}
    click = {"effect": "click", "by": "q/lethal-trap-1", "declared": {"injuries": {"K": 2}}}
    assert table.does("cast", spell="repelling-arrow", target="B1", declared=declared, standby=[click], **dice) == []
    assert (table.at("K"), table["K"].injuries, table.at("q/lethal-trap-1")) == ("D1", 3, None)


@pytest.mark.article("4.19.9.c", breaks=True)
def test_elogio_has_reached_two_where_black_crow_may_have_another() -> None:
    table = Table("q c . . r w K", q="elogio", r="black-crow", K="bill-tell", c="crackstone of q", w="crobak of r")
    table.activate("q")
    declared = {**COST, "summoned": {"crackstone": "C1"}}
    assert table.does("cast", spell="crackstone", target="C1", declared=declared) == ["4.19.9.c"]
    table = Table("q c . . r w K", q="elogio", r="black-crow", K="bill-tell", c="crackstone of q", w="crobak of r")
    table.activate("r")
    declared = {**COST, "summoned": {"crobak": "D1"}, "injuries": {"K": 1}}
    assert table.does("cast", spell="crobak-nosedive", target="G1", declared=declared) == []
    declared = {**COST, "injuries": {"K": 1}}
    assert table.does("cast", spell="crobak-nosedive", target="G1", declared=declared) == []
    assert table["K"].injuries == 2


@pytest.mark.article("7.2.4.c", "4.19.1.a")
@pytest.mark.article("4.19.1.a", breaks=True)
@pytest.mark.parametrize(("cell", "faults"), [("J2", []), ("E2", [("4.19.1.a", "cell-not-free")])])
def test_degobillage_brings_its_summon_onto_a_free_cell(
    tmp_path: Path, cell: str, faults: list[tuple[str, str]]
) -> None:
    declared = {**COST, "summoned": {"katar-s-offspring": cell}}
    assert of_play(answer(tmp_path, "katar", do("cast", spell="degobillage", target=cell, declared=declared))) == faults


@pytest.mark.article("4.15.6")
@pytest.mark.parametrize(("target", "faults"), [("K2", []), ("K3", ["7.1.5"])])
def test_foggone_conclusion_has_its_casters_cell_for_target(tmp_path: Path, target: str, faults: list[str]) -> None:
    found = answer(tmp_path, "merkator", do("cast", spell="foggone-conclusion", target=target, critical=MISS))
    assert [article for article, _code in of_play(found)] == faults


@pytest.mark.article("4.15.5")
def test_oscillation_needs_no_line_of_sight() -> None:
    table = Table("q X K", q="count-harebourg", X="anna-tommy", K="bill-tell").activate("q")
    declared = {**COST, "range": {"kind": "unseen", "min": 1, "max": 4}, "injuries": {"K": 1}}
    assert table.does("cast", spell="oscillation", target="C1", declared=declared) == []


@pytest.mark.article("4.15.4", breaks=True)
@pytest.mark.parametrize(("drawing", "target", "faults"), [("q . K", "C1", []), (". K\nq .", "B2", ["4.15.4"])])
def test_assault_goes_along_a_row(drawing: str, target: str, faults: list[str]) -> None:
    table = Table(drawing, q="anna-tommy", K="bill-tell").activate("q")
    dice = {"critical": MISS, "armour": {"K": MISS}}
    assert table.does("cast", spell="assault", target=target, **dice) == faults


@pytest.mark.article("4.15.3")
@pytest.mark.parametrize(
    ("drawing", "target", "faults"),
    [
        ("q K", "B1", ["7.1.5"]),
        ("q . K", "C1", []),
        ("q . . K", "D1", []),
        ("q . . . K", "E1", ["7.1.5"]),
    ],
)
def test_deviousness_reaches_from_two_to_three_cells(drawing: str, target: str, faults: list[str]) -> None:
    table = Table(drawing, q="oscar-kass", K="bill-tell").activate("q")
    assert table.does("cast", spell="deviousness", target=target, critical=MISS, armour={"K": []}) == faults


@pytest.mark.article("4.18.3.d", "2.5.2")
def test_backlash_does_one_more_the_second_time(tmp_path: Path) -> None:
    once = {**COST, "element": "fire", "damage": 1, "injuries": {"b4": 1}, "varies": True}
    twice = [do("cast", spell="backlash", target="H11", declared={**once, "injuries": {"b4": more}}) for more in (1, 2)]
    assert of_play(answer(tmp_path, "doo-rex", *twice)) == []


@pytest.mark.article("4.18.4.g")
@pytest.mark.article("4.18.4.g", "4.18.3.c", breaks=True)
def test_feca_shield_gives_nothing_to_whom_fraud_took_all_powers() -> None:
    """Percedal stands beside Doo Rex, and is struck by Kriss Krass in the turn of the Fraud."""
    fraud = {"spell": "fraud", "target": "B1", "declared": {"cost": {"ap": 1}, "lost_powers": {"K": True}}}
    shield = {"power": "feca-shield", "by": "X", "damage_change": {"K": -1}}
    blow = {"spell": "punch", "target": "B1", "critical": HIT, "armour": {"K": MISS}}

    def after(*casts: dict[str, Any]) -> tuple[list[str], int]:
        table = Table("q K X", q="kriss-krass", K="percedal", X="doo-rex").activate("q")
        table["q"].ap = 6
        return [article for cast in casts for article in table.does("cast", **cast)], table["K"].injuries

    assert after({**blow, "declared": shield}) == ([], 1)
    assert after(fraud, blow) == ([], 2)
    assert after(fraud, {**blow, "declared": shield}) == (["4.18.4.g"], 2)
    counter = [{"effect": "counter", "by": "K"}]
    assert after({**blow, "standby": counter}) == ([], 2)
    assert after(fraud, {**blow, "standby": counter}) == (["4.18.3.c"], 2)


@pytest.mark.article("4.10.4", "7.5.18.a")
def test_con_takes_no_more_from_oscar_than_it_placed() -> None:
    """Oscar has 2 injuries, Bill 5 of 6: two damage are dealt, one injury is placed, one is taken off."""
    table = Table("q K . X", q="oscar-kass", K="bill-tell", X="anna-tommy").activate("q")
    table["q"].injuries, table["K"].injuries = 2, 5
    steal = {"effect": "steals-health", "by": "q"}
    found = table.does("cast", spell="con", target="B1", critical=HIT, armour={"K": MISS}, standby=[steal])
    assert (found, table["q"].injuries, table["K"].in_play) == ([], 1, False)


@pytest.mark.article("7.2.8.d", "7.5.18.a")
def test_con_heals_three_of_what_krowsome_let_through() -> None:
    table = Table("q K . X", q="oscar-kass", K="bill-tell", X="anna-tommy").activate("q")
    endow(table["K"], "krowsome")
    spell(table, amount=5)
    table["q"].injuries = 5
    steal = {"effect": "steals-health", "by": "q"}
    found = table.does("cast", spell="con", target="B1", critical=MISS, armour={"K": MISS}, standby=[steal])
    assert (found, table["K"].injuries, table["q"].injuries) == ([], 3, 2)


@pytest.mark.article("7.2.8.a", "7.2.9.a", "7.2.9.c", "7.2.9.d")
@pytest.mark.parametrize("order", [("fire-1", "water-2", "fire-2"), ("water-2", "fire-2", "fire-1")])
def test_bombs_that_celestial_sword_catches_explode_in_any_order(order: tuple[str, ...]) -> None:
    table = Table(
        ". v v .\n. w w .\n. . . .\nq . . A", q="goultard", A="bad-aboum", w="water-bomb of A", v="firebomb of A"
    )
    table.activate("q")
    bombs = {
        "water-1": "A/water-bomb-1",
        "water-2": "A/water-bomb-2",
        "fire-1": "A/firebomb-1",
        "fire-2": "A/firebomb-2",
    }
    caught = {bombs["fire-1"]: MISS, bombs["fire-2"]: MISS}
    standby = [{"effect": "explosion", "by": bombs["water-1"], "critical": MISS, "armour": caught}]
    standby += [{"effect": "explosion", "by": bombs[bomb], "critical": MISS, "armour": {}} for bomb in order]
    declared = {**COST, "injuries": {bombs["water-1"]: 1, bombs["water-2"]: 1}}
    assert table.does("cast", spell="celestial-sword", target="B3", declared=declared, standby=standby) == []
    assert [table.at(bomb) for bomb in bombs.values()] == [None] * 4


@pytest.mark.article("7.2.4.a", "7.2.8.c", "7.2.9.a")
def test_retreat_shot_ends_before_the_trap_it_fired_onto() -> None:
    table = Table(". t q F . X", q="bad-aboum", F="fraktor", X="anna-tommy", t="lethal-trap of F").activate("q")
    table["F"].injuries = table["F"].hp - 1 if table["F"].hp else 0
    glory = table.game.glory["A"]
    click = {"effect": "click", "by": "F/lethal-trap-1", "declared": {"injuries": {"q": 2}}}
    dice = {"critical": MISS, "armour": {"F": MISS}}
    assert table.does("cast", spell="retreat-shot", target="D1", standby=[click], **dice) == []
    assert (table.at("F"), table.at("q"), table["q"].injuries) == (None, "B1", 2)
    assert table.game.glory["A"] == glory + 4


@pytest.mark.article("7.2.8.a", "7.2.9.a", "7.5.18.a")
@pytest.mark.parametrize(("first", "injuries", "stands"), [("steals-health", 9, True), ("explosion", 0, False)])
def test_con_on_a_firebomb_leaves_explosion_and_healing_on_standby(first: str, injuries: int, stands: bool) -> None:
    """Who heals first survives the two of the explosion with 8 injuries of 10 HP."""
    table = Table("q v . X o", q="oscar-kass", X="bad-aboum", v="firebomb of X", o="bill-tell").activate("q")
    spell(table, amount=3)
    table["q"].injuries = 8
    standby: list[dict[str, Any]] = [
        {"effect": "steals-health", "by": "q"},
        {"effect": "explosion", "by": "X/firebomb-1", "critical": MISS, "armour": {"q": MISS * 2}},
    ]
    standby.sort(key=lambda entry: entry["effect"] != first)
    dice = {"critical": MISS, "armour": {"X/firebomb-1": MISS}}
    assert table.does("cast", spell="con", target="B1", standby=standby, **dice) == []
    assert table.at("X/firebomb-1") is None
    assert (table["q"].injuries, table["q"].in_play) == (injuries, stands)


@pytest.mark.article("4.8.1")
@pytest.mark.parametrize(("drawing", "paid"), [("q K X", 0), ("q X .", 1)])
def test_stowage_costs_an_unprinted_ap_beside_shak_shaka(drawing: str, paid: int) -> None:
    table = Table(drawing, q="arthur-bine", X="shak-shaka", K="bill-tell").activate("q")
    ap, mp = table["q"].ap, table["q"].mp
    assert table.does("cast", spell="stowage", target="B1", declared={"injuries": {}}) == []
    assert (ap - table["q"].ap, mp - table["q"].mp) == (paid, 2)
