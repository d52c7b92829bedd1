"""Summons whose HP, AP and MP nobody has entered: what follows from injuries that they bear, and where they stand."""

from typing import Any

import pytest

from rules.arena.engine.units import Unit
from tests.rules.duels import endow, spell
from tests.rules.table import Table, believed_cards

NOW = 3  # the action that a log may mean in either way


def crow_beside(caster: str, *, otherwise: bool = False) -> Table:
    """A Crobak between who casts and its summoner."""
    table = Table("q c . K", q=caster, K="black-crow", c="crobak of K").activate("q")
    table.game.index = NOW
    table.game.claims.otherwise = frozenset({NOW} if otherwise else ())
    return table


def crow(table: Table) -> Unit:
    return table["K/crobak-1"]


def hits(table: Table, name: str, **fields: Any) -> list[str]:
    dice = {"critical": {"successes": 0}, "armour": {"K/crobak-1": {"successes": 0}}}
    return table.does("cast", spell=name, target="B1", **dice, **fields)


@pytest.mark.article("7.5.18.a")
@pytest.mark.parametrize(("borne", "left"), [(None, 1), (1, 2), (2, 1), (0, 3)])
def test_health_is_stolen_from_a_summon_of_unknown_hp(borne: int | None, left: int) -> None:
    """As much as it is said to have borne, or all of it; that says nothing against the text."""
    table = crow_beside("oscar-kass")
    table["q"].injuries = 3
    declared = {} if borne is None else {"declared": {"injuries": {"K/crobak-1": borne}}}
    spell(table, amount=2, effects=[{"do": "steal-health"}])
    assert hits(table, "con", standby=[{"effect": "steals-health", "by": "q"}], **declared) == []
    assert (table["q"].injuries, believed_cards(table.game)) == (left, ["crobak"])
    assert not {finding.code for finding in table.game.findings} & {"declaration-not-needed"}


@pytest.mark.article("4.10.8")
def test_no_more_injuries_are_borne_than_the_damage() -> None:
    table = crow_beside("oscar-kass")
    spell(table, amount=1, effects=[])
    assert hits(table, "con", declared={"injuries": {"K/crobak-1": 2}}) == ["2.5.2"]


@pytest.mark.article("4.18.3")
def test_powers_answer_the_injuries_of_such_a_summon() -> None:
    table = Table("q . c . K", q="nox", K="black-crow", c="crobak of K").activate("q")
    dice = {"critical": {"successes": 0}, "armour": {"K/crobak-1": {"successes": 0}}}
    answer = [{"effect": "eliacube-master", "by": "q"}]
    assert table.does("cast", spell="hand-sword", target="C1", **dice, standby=answer) == []


@pytest.mark.article("4.10.7")
@pytest.mark.parametrize(("dealt", "left"), [(0, 0), (2, 2), (99, -1)])
def test_injuries_are_exchanged_with_such_a_summon(dealt: int, left: int) -> None:
    """Those that it was dealt; who casts does not fall by that alone."""
    table = crow_beside("oscar-kass")
    table["q"].injuries, crow(table).unsure = 1, dealt
    spell(table, amount=0, effects=[{"do": "exchange-injuries"}])
    assert hits(table, "con") == []
    assert table["q"].injuries == (left if left >= 0 else (table["q"].hp or 0) - 1)
    assert (table["q"].in_play, believed_cards(table.game)) == (True, ["crobak"])


@pytest.mark.article("7.5.13.a")
def test_mp_are_stolen_from_such_a_summon() -> None:
    table = crow_beside("oscar-kass")
    spell(table, amount=0, effects=[{"do": "steal", "mp": 1}])
    assert hits(table, "con") == []
    assert (table["q"].mp_markers, crow(table).mp_markers, believed_cards(table.game)) == (1, 0, ["crobak"])


@pytest.mark.article("4.10.2")
@pytest.mark.parametrize("otherwise", [True, False])
def test_such_a_summon_falls_where_the_log_is_read_so(*, otherwise: bool) -> None:
    table = crow_beside("oscar-kass", otherwise=otherwise)
    assert hits(table, "con") == []
    assert (crow(table).fallen, table.game.claims.either_way) == (otherwise, [NOW])
    assert (crow(table).injuries, table.game.wild) == (0, table.game.wild)


@pytest.mark.article("4.14.2.f")
@pytest.mark.parametrize(
    ("dodges", "otherwise", "stands"),
    [("dodge", True, "A1"), ("dodge", False, "A2"), ("armour", True, "A1"), ("armour", False, "A2")],
)
def test_a_block_holds_such_a_summon_if_read_so(dodges: str, stands: str, *, otherwise: bool) -> None:
    """If it took any MP."""
    table = Table("c K q . .", q="king-of-the-gobballs", K="bill-tell", c="crobak of q").activate("q/crobak-1")
    table.game.index = NOW
    table.game.claims.otherwise = frozenset({NOW} if otherwise else ())
    away = dodges == "dodge"
    rolls = {"by": "K", "lock": ["dofus>armour" if away else "lock"], "dodge": [dodges]}
    assert table.does("move", to="A2", blocks=[rolls]) == []
    assert table.at("q/crobak-1") == ("A2" if away else stands)
    assert table.game.claims.either_way == ([] if away else [NOW])


@pytest.mark.article("7.2.6.c")
def test_an_attack_never_seen_may_pierce_armour() -> None:
    """Nobody rolled for it, though one of the targets had a die more."""
    table = Table("q K", q="roissingue", K="bill-tell").activate("q")
    text = {"cost": {"ap": 3}, "range": {"kind": "close"}, "element": "air", "damage": 2}
    claim = {**text, "injuries": {"K": 2}}
    assert table.does("cast", spell="stab", target="B1", critical=["lock"], declared=claim) == []
    assert table["K"].injuries == 2
    armoured = Table("q K", q="roissingue", K="bill-tell").activate("q")
    endow(armoured["K"], "armour")
    assert armoured.does("cast", spell="stab", target="B1", critical=["lock"], declared=claim) == ["7.2.6.a"]


@pytest.mark.article("7.2.4.e", "4.19.5")
@pytest.mark.parametrize(("to", "burnt"), [("D1", ["X"]), ("C1", [])])
def test_a_bomb_is_pushed_before_an_unseen_attack(to: str, burnt: list[str]) -> None:
    """It explodes where it then stood."""
    table = Table("q b . . X . K", q="roissingue", X="bad-aboum", K="bill-tell", b="water-bomb of X").activate("q")
    bomb = "X/water-bomb-1"
    claim = {"cost": {"ap": 3}, "range": {"kind": "close"}, "element": "air", "damage": 1, "moved": {bomb: to}}
    dice = {"critical": {"successes": 0}, "armour": {bomb: {"successes": 0}}}
    roll = {"critical": {"successes": 0}, "armour": {name: {"successes": 0} for name in burnt}}
    explosion = [{"effect": "explosion", "by": bomb, **roll}]
    assert table.does("cast", spell="stab", target="B1", **dice, declared=claim, standby=explosion) == []
    assert (table[bomb].fallen, table["X"].injuries > 0, table["q"].injuries) == (True, bool(burnt), 0)


@pytest.mark.article("2.5.2", breaks=True)
@pytest.mark.parametrize(("of_the_power", "faults"), [(True, []), (False, ["2.5.2"])])
def test_what_an_unseen_power_brought_is_none_of_the_spells(faults: list[str], *, of_the_power: bool) -> None:
    """A Kama that came only with the KO: Prospecting, or a spell that does something else than before."""
    table = Table("q K . .", q="roissingue", K="bill-tell").activate("q")
    claim = {"cost": {"ap": 1}, "range": {"kind": "close"}, "limit": "unlimited", "element": "air", "damage": 1}
    dice = {"critical": {"successes": 0}, "armour": {"K": {"successes": 0}}}
    stab = {"spell": "stab", "target": "B1", **dice}
    assert table.does("cast", **stab, declared=[{**claim, "injuries": {"K": 1}}]) == []
    table["K"].injuries, before = (table["K"].hp or 0) - 1, table.game.kamas["A"]
    said = [claim, {"power": "prospecting", "by": "q"}] if of_the_power else [{**claim, "kamas": {"A": 1}}]
    assert table.does("cast", **stab, declared=said) == faults
    assert (table["K"].fallen, table.game.kamas["A"]) == (True, before + of_the_power)
