"""What depends on a fact that is in no data is believed, and said; where the fact changes nothing, nothing is said."""

from dataclasses import replace
from typing import Any

import pytest

from rules.arena.cards import catalogue
from rules.arena.engine.effects.conditions import retribution
from rules.arena.engine.effects.primitives import EFFECTS
from rules.arena.engine.spells import Cast, apply_effects, determine_targets
from rules.arena.engine.units import Reward
from rules.arena.printed import PUNCH
from tests.rules.duels import HIT, MISS, endow, of_types, spell
from tests.rules.logs import PLACED, TEAM_A, TEAM_B, report
from tests.rules.table import Table

Beliefs = set[tuple[str, str, str | None]]


def beliefs(table: Table) -> Beliefs:
    return {(belief.card, belief.field, belief.spell) for belief in table.game.basis.beliefs()}


def legal(table: Table, do: str, **fields: Any) -> Beliefs:
    """What had to be believed for an action that breaks no rule."""
    assert table.does(do, **fields) == []
    return beliefs(table)


def strike(target: str, **armour: list[str]) -> dict[str, Any]:
    return {"target": target, "critical": MISS, "armour": armour}


def test_an_unknown_range_and_its_sight_past_trees_are_believed() -> None:
    leap = ("naz-rael", "range", "feline-leap")
    far = Table("K . . . . . . . . . . X\nq . . . . . . . . . . .", q="naz-rael", K="bill-tell", X="bill-tell")
    assert legal(far.activate("q"), "cast", spell="feline-leap", target="L1") == {leap}
    behind = Table("q T . X\n. . . .", q="naz-rael", X="bill-tell").activate("q")
    assert legal(behind, "cast", spell="feline-leap", target="C2") == {leap, ("naz-rael", "sight", "feline-leap")}


def test_a_known_range_is_proved() -> None:
    table = Table("q . . X", q="yugo", X="bill-tell").activate("q")
    assert legal(table, "cast", spell="transfer-portal", target="C1", choices={"unit": "q"}) == set()


@pytest.mark.parametrize(("ground", "target", "believed"), [("C", "G1", True), ("C", "F1", False), (".", "F1", False)])
def test_a_crates_reach_is_believed_where_it_may_not_count(ground: str, target: str, believed: bool) -> None:
    """Irritating Sting reaches 5 cells; whether it is alterable was never seen."""
    table = Table(f"{ground} . . . . . . . K X", K="oscar-kass", X="anna-tommy")
    table.add("q", "kassius-kaos", [0])
    table.activate("q")
    found = legal(table, "cast", spell="irritating-sting", target=target, critical=MISS * 2)
    assert found == ({("kassius-kaos", "alterable", "irritating-sting")} if believed else set())


def test_a_shorter_reach_is_believed_not_to_count() -> None:
    table = Table("q . . . . . K", q="kassius-kaos", K="oscar-kass").activate("q")
    table["q"].reach = -1
    assert legal(table, "cast", spell="irritating-sting", target="F1", critical=MISS * 2) == {
        ("kassius-kaos", "alterable", "irritating-sting")
    }


def test_only_repeated_casts_of_spells_without_known_limit_are_believed() -> None:
    table = Table("q . K . X", q="leaf-knight", K="oscar-kass", X="bill-tell").activate("q")
    toadaby = {"spell": "toadaby", **strike("C1", K=MISS * 2)}
    assert legal(table, "cast", **toadaby) == set()
    table.activate("q")
    assert legal(table, "cast", **toadaby) == {("leaf-knight", "limit", "toadaby")}


def test_an_unknown_element_is_believed_where_powers_make_it_count() -> None:
    for power, believed in (("chance", {("anna-tommy", "element", "assault")}), ("dodge", set())):
        table = Table("q K . X", q="anna-tommy", K="bill-tell", X="bill-tell").activate("q")
        endow(table["q"], power)
        assert legal(table, "cast", spell="assault", **strike("B1", K=MISS)) == believed


def test_an_unknown_element_is_believed_where_resistance_makes_it_count() -> None:
    believed = {("anna-tommy", "element", "assault")}
    for power, criticals, found in (
        ("resistance-water", HIT, believed),
        ("resistance-water-air-earth-fire", HIT, believed),
        ("unfazed", HIT, set()),
    ):
        table = Table("q K . X", q="anna-tommy", K="bill-tell", X="bill-tell").activate("q")
        endow(table["K"], power)
        assert legal(table, "cast", spell="assault", target="B1", critical=criticals, armour={"K": MISS}) == found


def test_a_bonus_awaiting_an_element_may_go_into_unknown_ones() -> None:
    for element, found in (("unknown", {("oscar-kass", "element", "con")}), ("earth", set())):
        table = Table("q K . X", q="oscar-kass", K="bill-tell", X="bill-tell").activate("q")
        spell(table, element=element)
        table.give("q", "sacrier-style")
        table.does("reveal", reward="sacrier-style")
        assert legal(table, "cast", spell="con", target="B1", critical=MISS, armour={"K": MISS}) == found


def test_pushing_a_card_of_unseen_powers_is_believed() -> None:
    for card, found in (("percedal", {("percedal", "powers", None)}), ("bill-tell", set())):
        table = Table("q K . . X", q="oscar-kass", K=card, X="bill-tell").activate("q")
        casting = Cast(table.game, PUNCH, table["q"], table["q"].cell, table["K"].cell, {})
        determine_targets(casting)
        apply_effects(casting, (EFFECTS.read({"do": "push", "cells": 1}),))
        assert beliefs(table) == found


def test_a_summon_whose_numbers_were_never_seen_moves_on_trust() -> None:
    for summon, found in (("wabbit", {("wabbit", "characteristics", None)}), ("tofu", set())):
        table = Table("q w . . K", q="queen-of-the-tofus", K="bill-tell", w=f"{summon} of q")
        table.activate(f"q/{summon}-1")
        assert legal(table, "move", to="C1") == found


def test_a_summon_of_unknown_hp_stands_by_belief_and_rolls() -> None:
    table = Table("q W . X", q="oscar-kass", X="bill-tell", W="wabbit of X").activate("q")
    con = {"spell": "con", "target": "B1", "critical": MISS, "armour": {"X/wabbit-1": MISS}}
    assert legal(table, "cast", **con) >= {("wabbit", "characteristics", None)}


def test_a_type_condition_is_believed_where_types_were_never_seen() -> None:
    for ally, found in (
        ("necrose", {("necrose", "types", None)}),
        ("bill-tell", set()),
        ("drop-knight", set()),
    ):
        table = Table("q . K . x X", q="leaf-knight", x=ally, K="oscar-kass", X="bill-tell").activate("q")
        assert legal(table, "cast", spell="toadaby", **strike("C1", K=MISS * 2)) == found


def test_a_tokens_spell_names_the_token_and_not_the_card() -> None:
    table = Table("C . . . . . K . X", K="oscar-kass", X="bill-tell")
    table.add("q", "bill-tell", [0])
    table.activate("q").give("q", "lightning")
    assert table.does("reveal", reward="lightning") == []
    (spell_,) = [each for boost in table["q"].boosts for each in boost.text.spells.values()]
    table["q"].ap = 10
    dice = {"critical": MISS, "armour": {"K": MISS * 2}} if spell_.kind == "attack" else {}
    assert ("lightning", "alterable", "lightning") in legal(table, "cast", spell="lightning", target="G1", **dice)


def test_the_unseen_token_is_unknown_and_not_its_bearer() -> None:
    table = Table("q . K . X", q="bill-tell", K="oscar-kass", X="bill-tell").activate("q")
    table["q"].rewards += (Reward("never-seen", None),)
    assert table.does("reveal", reward="never-seen") == []
    assert legal(table.activate("q"), "cast", spell="its-spell", target="C1", declared={"injuries": {"K": 1}}) == {
        ("never-seen", "effects", None),
        ("never-seen", "spell", "its-spell"),
    }


def test_wisdoms_glory_against_a_possible_boss_is_believed() -> None:
    for card, found in (("necrose", {("necrose", "types", None)}), ("bill-tell", set())):
        table = Table("q K . X", q="oscar-kass", K=card, X="bill-tell").activate("q")
        endow(table["q"], "wisdom")
        table["K"].injuries = (table["K"].hp or 0) - 1
        assert {
            each for each in legal(table, "cast", spell="punch", **strike("B1", K=MISS)) if each[1] == "types"
        } == found


def team(*figures: str) -> dict[str, Any]:
    return {"players": {"A": {"team": dict(zip(["a1", "a2", "a3", "a4"], figures, strict=False)), "timeline": []},
                        "B": {"team": TEAM_B, "timeline": list(TEAM_B)}}}  # fmt: skip


def test_two_copies_of_a_figure_of_unknown_lettering_are_believed() -> None:
    slug = next(card.slug for card in catalogue().cards if card.colour == "unknown" and card.level == 1)
    for figures, found in (([slug, slug], [(None, slug, "colour")]), ([slug, "bill-tell"], [])):
        reported = report(*PLACED, **team(*figures)).as_dict()["believed"]
        assert [(each["action"], each["card"], each["field"]) for each in reported if each["action"] is None] == found


def test_the_teams_of_the_first_box_rest_on_nothing() -> None:
    answer = report(*PLACED).as_dict()
    assert (answer["proof"]["proved"], answer["believed"], len(TEAM_A) + len(TEAM_B)) == (8, [], 8)


@pytest.mark.article("7.1.5", "4.15.2")
@pytest.mark.parametrize(
    ("least", "most", "target", "believed"),
    [
        (1, 1, "B1", True),  # the ends were not seen either: it may be a personal spell
        (1, 2, "B1", False),
        (2, 2, "C1", False),
        (2, 4, "E1", False),
        (2, 4, "B1", True),
        (2, 4, "F1", True),
        (1, 4, "B2", True),
        (1, 1, "B2", True),
    ],
)
def test_ranges_of_unseen_kind_are_believed_beyond_ends_and_lines(
    least: int, most: int, target: str, believed: bool
) -> None:
    table = Table(". . . . . . . .\nq . . . . . . K", q="oscar-kass", K="bill-tell").activate("q")
    spell(table, range="unknown", least=least, most=most, area=None, unknown=frozenset({"range"}))
    found = legal(table, "cast", spell="con", target=target, critical=MISS)
    assert (("oscar-kass", "range", "con") in found) is believed


def test_beside_an_unentered_token_a_cards_spell_names_the_card() -> None:
    table = Table("C . . . . . . K X", K="oscar-kass", X="anna-tommy")
    table.add("q", "kassius-kaos", [0])
    table.activate("q")
    table["q"].rewards += (Reward("granite-1", None, face_up=True),)
    found = legal(table, "cast", spell="irritating-sting", target="G1", critical=MISS * 2)
    assert ("kassius-kaos", "alterable", "irritating-sting") in found


def test_a_weapon_is_named_for_its_spells_unseen_parts() -> None:
    table = Table("C . x K", x="bill-tell", K="anna-tommy")
    table.add("q", "kassius-kaos", [0])
    table.give("q", "hammer", face_up=True).give("q", "celestial-wand", face_up=True).activate("q")
    table.game.put(table["x"], table.game.cell("D2"))
    found = legal(table, "cast", spell="celestial-wand", target="C2", critical=MISS * 2)
    assert found == {("celestial-wand", "alterable", "celestial-wand")}


@pytest.mark.article("4.9.19.a")
@pytest.mark.parametrize(
    ("needed", "avengers", "others", "unseen", "believed"),
    [(2, 0, 1, 1, False), (1, 1, 0, 1, False), (1, 0, 0, 1, True), (2, 1, 0, 1, True), (2, 0, 0, 1, False)],
)
def test_type_numbers_are_believed_only_if_unseen_types_reach_them(
    needed: int, avengers: int, others: int, unseen: int, believed: bool
) -> None:
    table = Table("q", q="bill-tell").activate("q")
    of_types(table["q"], "Cra")
    for number in range(avengers + others + unseen):
        table.add(f"k{number}", "bill-tell", [5 + number])
        of_types(table[f"k{number}"], "Avenger" if number < avengers else "Iop")
    for number in range(avengers + others, avengers + others + unseen):
        unit = table[f"k{number}"]
        unit.profile = replace(unit.profile, card="never-seen", types=frozenset(), types_known=False)
    casting = Cast(table.game, PUNCH, table["q"], 0, 1, {})
    assert retribution(casting, avengers=needed) is (avengers >= needed)
    assert beliefs(table) == ({("never-seen", "types", None)} if believed else set())


@pytest.mark.article("7.2.6.a", breaks=True)
def test_only_a_summon_of_unknown_hp_may_roll_or_not() -> None:
    for summon, rolls, faults in (("wabbit", {}, []), ("tofu", {}, ["7.2.6.a"]), ("tombstone", MISS, ["7.2.6.a"])):
        table = Table("q W . X", q="oscar-kass", X="bill-tell", W=f"{summon} of X").activate("q")
        armour: dict[str, Any] = {f"X/{summon}-1": rolls} if rolls else {}
        assert table.does("cast", spell="con", target="B1", critical=MISS, armour=armour) == faults, summon
