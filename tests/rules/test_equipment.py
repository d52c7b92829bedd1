"""What Demonic Rewards do for their bearer once they are revealed (4.7.5, 4.7.10 to 4.7.12)."""

from dataclasses import replace

import pytest

from rules.arena.engine.effects.primitives import EFFECTS
from rules.arena.engine.units import Reward, spells_of
from tests.known_texts import reward_of
from tests.rules.duels import MISS
from tests.rules.shops import shop
from tests.rules.table import Table


@pytest.mark.article("4.7.10", "6.3.7", "4.7.10.a", "4.7.8.b")
@pytest.mark.article("4.7.10", breaks=True)
def test_one_reward_is_revealed_a_turn_and_only_ones_own() -> None:
    table = shop().give("q", "xelor-style").give("q", "ghetto-rade")
    assert table.does("reveal", reward="xelor-style") == []
    assert table["q"].ap == 10
    assert table.does("reveal", reward="ghetto-rade") == ["4.7.10"]
    assert table.does("reveal", reward="glue") == ["4.7.10"]


@pytest.mark.article("4.7.5.c", "4.7.11.a", "4.7.12")
def test_equipment_counts_at_once_and_stays() -> None:
    table = shop().give("q", "treach-set")
    table["q"].mp = 0
    assert table.does("reveal", reward="treach-set") == []
    assert (table["q"].mp, table["q"].ap, table["q"].hp) == (0, 8, 13)
    table.activate("q")
    assert (table["q"].mp, table["q"].ap) == (3, 8)


@pytest.mark.article("4.7.11.b", "4.7.11.a")
@pytest.mark.article("4.7.11.b", "4.7.11.a", breaks=True)
def test_one_equipment_of_a_type() -> None:
    table = shop().give("q", "treach-set", face_up=True).give("q", "prespic-set")
    assert table.does("reveal", reward="prespic-set") == ["4.7.11.b"]
    table = shop().give("q", "treach-set", face_up=True).give("q", "dofus-mp")
    assert table.does("reveal", reward="dofus-mp") == []


@pytest.mark.article("4.7.11.c")
@pytest.mark.article("4.7.11.c", breaks=True)
def test_a_dofus_or_a_trophy() -> None:
    dofus = reward_of("dofus-mp")
    assert dofus is not None
    table = shop().give("q", "dofus-ap")
    assert table.does("reveal", reward="dofus-ap") == []
    table = shop().give("q", "dofus-ap")
    table["q"].rewards += (Reward("trophy", replace(dofus, slug="trophy", equipment="trophy"), face_up=True),)
    assert table.does("reveal", reward="dofus-ap") == ["4.7.11.c"]


@pytest.mark.article("4.7.11.d", "4.7.11.e", "4.7.11.f")
def test_techniques_are_left_out_of_the_count_and_change_punch() -> None:
    glue = reward_of("glue")
    assert glue is not None
    technique = replace(
        glue,
        slug="technique",
        kind="equipment",
        equipment="technique",
        spells={},
        effects=(EFFECTS.read({"do": "push", "cells": 1}),),
    )
    table = Table("q K . x", q="queen-of-the-tofus", K="bill-tell", x="oscar-kass").activate("q")
    table["q"].rewards = (Reward("technique", technique, face_up=True), Reward("technique", technique, face_up=True))
    assert table.rewards("q") == 0
    assert table.does("cast", spell="punch", target="B1", critical=MISS, armour={"K": MISS}) == []
    assert (table["q"].ap, table.at("K")) == (3, "C1")


@pytest.mark.article("4.7.11.d", "4.7.11.e", "4.7.11.f")
def test_techniques_change_punch_alone_and_count_until_they_are_revealed() -> None:
    glue = reward_of("glue")
    assert glue is not None
    technique = replace(
        glue, kind="equipment", equipment="technique", spells={}, effects=(EFFECTS.read({"do": "push", "cells": 1}),)
    )
    table = Table("q K . x", q="oscar-kass", K="bill-tell", x="oscar-kass").activate("q")
    table["q"].rewards = (Reward("technique", technique, face_up=True), Reward("other", technique))
    assert table.rewards("q") == 1
    table.give("q", "hammer", face_up=True)
    assert table.rewards("q") == 2
    table["q"].ap = 8
    assert table.does("cast", spell="con", target="B1", critical=MISS, armour={"K": MISS}) == []
    assert (table["q"].ap, table.at("K")) == (5, "B1")
    assert table.does("cast", spell="punch", target="B1", critical=MISS, armour={"K": MISS}) == []
    assert (table["q"].ap, table.at("K")) == (1, "C1")


@pytest.mark.article("4.7.5.c", "6.3.5")
@pytest.mark.parametrize(("face_up", "faults"), [(True, []), (False, ["4.7.8.b"])])
def test_a_face_up_weapons_spell_is_its_bearers_own(face_up: bool, faults: list[str]) -> None:
    table = Table("q . K x", q="oscar-kass", K="bill-tell", x="oscar-kass").activate("q")
    table.give("q", "angel-bow", face_up=face_up)
    dice = {"critical": MISS, "armour": {"K": MISS}}
    assert table.does("cast", spell="angel-bow", target="C1", **dice) == faults
    assert table["K"].injuries == (2 if face_up else 0)
    assert "angel-bow" in [spell.slug for spell in spells_of(table["q"])] or not face_up


@pytest.mark.article("4.7.5.b", "6.2.1.a")
def test_a_buff_lasts_until_its_bearers_next_turn() -> None:
    table = Table("q . K", q="queen-of-the-tofus", K="bill-tell").give("q", "cra-style").activate("q")
    assert table.does("reveal", reward="cra-style") == []
    assert table["q"].reach_bonus == 2
    table.activate("K")
    assert table["q"].reach_bonus == 2
    table.activate("q")
    assert (table["q"].reach_bonus, table["q"].rewards) == (0, ())


@pytest.mark.article("4.7.8.b", breaks=True)
def test_the_spell_of_a_reward_that_lies_face_down() -> None:
    table = Table("q . K", q="queen-of-the-tofus", K="bill-tell").give("q", "glue").activate("q")
    assert table.does("cast", spell="glue", target="C1") == ["4.7.8.b"]


@pytest.mark.article("4.7.11.f")
@pytest.mark.parametrize(("techniques", "ap"), [(0, 5), (1, 4), (4, 1), (5, 0), (7, 0)])
def test_each_technique_takes_one_ap_off_punch_down_to_none(techniques: int, ap: int) -> None:
    glue = reward_of("glue")
    assert glue is not None
    technique = replace(glue, kind="equipment", equipment="technique", spells={}, effects=())
    punch = {"spell": "punch", "target": "B1", "critical": MISS, "armour": {"K": MISS}}
    for have, faults in ((ap, []), (ap - 1, ["7.1.4.a"]))[: 1 + (ap > 0)]:
        table = Table("q K . x", q="oscar-kass", K="bill-tell", x="oscar-kass").activate("q")
        table["q"].rewards = tuple(Reward("technique", technique, face_up=True) for _ in range(techniques))
        table["q"].ap = have
        assert table.does("cast", **punch) == faults
        assert table["q"].ap == 0
