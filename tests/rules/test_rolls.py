"""As many dice as the rules roll, no more and no fewer (1.6.2, 7.2.5, 7.2.6)."""

import pytest

from rules.arena.engine.dice import successes
from tests.rules.duels import HIT, MISS, dan_to_fu, queen
from tests.rules.table import Table


@pytest.mark.article("1.6.2")
@pytest.mark.parametrize(
    ("face", "dice", "count", "faults"),
    [
        ("critical", ["critical", "critical", "lock"], 2, []),
        ("armour", ["armour", "critical/dodge", "critical/dodge>armour"], 2, ["1.6.2.b"] * 2),
        ("critical", ["critical/dodge", "critical/dodge>critical", "critical/dodge>dodge"], 2, ["1.6.2.b"]),
        ("lock", ["dofus", "dofus>lock", "dofus>dodge"], 2, ["1.6.2.c"]),
    ],
)
def test_an_unturned_die_counts_as_its_owner_would_have_wished(
    face: str, dice: list[str], count: int, faults: list[str]
) -> None:
    game = Table("q K", q="oscar-kass", K="bill-tell").game
    assert successes(game, dice, face) == count
    assert [finding.article for finding in game.findings] == faults


@pytest.mark.article("7.2.5.a", "7.2.6.a")
def test_one_die_each_without_powers() -> None:
    table = Table("q K", q="oscar-kass", K="bill-tell").activate("q")
    assert table.does("cast", spell="con", target="B1", critical=MISS, armour={"K": MISS}) == []


@pytest.mark.article("7.2.5.a", breaks=True)
@pytest.mark.parametrize("dice", [0, 2])
def test_another_number_of_critical_dice(dice: int) -> None:
    table = Table("q K", q="oscar-kass", K="bill-tell").activate("q")
    assert table.does("cast", spell="con", target="B1", critical=MISS * dice, armour={"K": MISS}) == ["7.2.5.a"]


@pytest.mark.article("7.2.5.b", "4.9.3.a", breaks=True)
@pytest.mark.parametrize("dice", [1, 3])
def test_another_number_of_critical_dice_with_the_power(dice: int) -> None:
    assert queen().does("cast", **dan_to_fu(critical=dice)) == ["7.2.5.b"]


@pytest.mark.article("4.10.3.b")
@pytest.mark.article("4.10.3.b", breaks=True)
def test_a_neutral_spell_never_rolls_two() -> None:
    table = queen("q K")
    assert table.does("cast", spell="punch", target="B1", critical=MISS, armour={"K": MISS * 2}) == []
    table = queen("q K")
    assert table.does("cast", spell="punch", target="B1", critical=MISS * 2, armour={"K": MISS * 2}) == ["4.10.3.b"]


def test_an_element_that_is_not_known_allows_either_number() -> None:
    for dice in (1, 2):
        table = Table("q K", q="anna-tommy", K="bill-tell")
        table["q"].dice += ("critical-hit",)
        table["q"].refresh()
        table.activate("q")
        assert table.does("cast", spell="assault", target="B1", critical=MISS * dice, armour={"K": MISS}) == []


@pytest.mark.article("4.9.1")
@pytest.mark.article("4.9.1", breaks=True)
def test_the_same_power_twice_counts_once() -> None:
    table = queen()
    table["q"].dice += ("critical-hit",)
    table["q"].refresh()
    assert table.does("cast", **dan_to_fu()) == []
    assert table.does("cast", **dan_to_fu(critical=3)) == ["4.9.1"]


@pytest.mark.article("7.2.6.b", "4.9.4.a", breaks=True)
@pytest.mark.parametrize("dice", [1, 3])
def test_another_number_of_armour_dice_with_the_power(dice: int) -> None:
    assert queen().does("cast", **dan_to_fu(armour=dice)) == ["7.2.6.b"]


@pytest.mark.article("7.2.6.a", breaks=True)
def test_no_armour_roll_at_all() -> None:
    spell = dan_to_fu()
    del spell["armour"]
    assert queen().does("cast", **spell) == ["7.2.6.a"]


@pytest.mark.article("7.2.6.a", breaks=True)
def test_somebody_rolls_who_is_not_hit() -> None:
    table = queen("q . K X", X="bill-tell")
    spell = dan_to_fu()
    spell["armour"] = {"K": MISS * 2, "X": MISS}
    assert table.does("cast", **spell) == ["7.2.6.a"]


@pytest.mark.article("7.2.6.c", "7.5.11.a")
@pytest.mark.article("7.2.6.c", "7.5.11.a", breaks=True)
def test_pierce_armour_takes_one_die() -> None:
    for armour, found in ((1, []), (2, ["7.2.6.c"])):
        table = Table("q . K", q="oscar-kass", K="oscar-kass").activate("q")
        dice = {"critical": HIT, "armour": {"K": MISS * armour}}
        assert table.does("cast", spell="deviousness", target="C1", **dice) == found
        assert table["K"].injuries == 1


def test_pierce_armour_leaves_no_die_to_who_has_one() -> None:
    table = Table("q . K", q="oscar-kass", K="bill-tell").activate("q")
    assert table.does("cast", spell="deviousness", target="C1", critical=MISS) == []


@pytest.mark.article("7.3.2.a")
@pytest.mark.article("7.3.2.a", breaks=True)
def test_healing_rolls_no_armour() -> None:
    table = Table("q a", q="lil-healey", a="bill-tell").activate("q")
    table["a"].injuries = 4
    assert table.does("cast", spell="healing-word", target="B1", critical=HIT) == []
    assert table["a"].injuries == 2
    dice = {"critical": MISS, "armour": {"a": MISS}}
    assert table.does("cast", spell="healing-word", target="B1", **dice) == ["7.3.2.a"]


@pytest.mark.article("7.4.2")
@pytest.mark.article("7.4.2", breaks=True)
def test_special_spells_roll_nothing() -> None:
    table = queen()
    assert table.does("cast", spell="summon-tofu", target="B1") == []
    assert table.does("cast", spell="summon-tofu", target="A2", critical=MISS) == ["7.4.2"]


@pytest.mark.article("1.6.2.a", "1.6.2.b", "1.6.2.c")
def test_dice_are_turned_as_the_rules_allow() -> None:
    table = queen()
    spell = dan_to_fu() | {
        "critical": ["critical/dodge>critical", "dofus>critical"],
        "armour": {"K": ["armour", "dofus>armour"]},
    }
    assert table.does("cast", **spell) == []
    assert table["K"].injuries == 1


@pytest.mark.article("1.6.2.a", "1.6.2.b", "1.6.2.c", breaks=True)
@pytest.mark.parametrize(
    ("die", "article"),
    [
        ("lock>critical", "1.6.2.a"),
        ("critical/dodge", "1.6.2.b"),
        ("critical/dodge>armour", "1.6.2.b"),
        ("dofus", "1.6.2.c"),
        ("dofus>critical/dodge", "1.6.2.c"),
    ],
)
def test_dice_that_are_not_turned_or_turned_wrongly(die: str, article: str) -> None:
    spell = dan_to_fu() | {"critical": [die, "lock"]}
    assert queen().does("cast", **spell) == [article]


@pytest.mark.article("7.2.6.a", breaks=True)
def test_targets_that_did_not_roll_for_armour_are_one_error() -> None:
    table = Table(
        ". x . \nK L M\n. . .\n. q .", q="darkness-knight", K="bill-tell", L="bill-tell", M="bill-tell", x="anna-tommy"
    )
    table.activate("q")
    assert table.does("cast", spell="devastation", target="B3", critical=MISS, armour={}) == ["7.2.6.a"]
    table.activate("q")
    assert table.does("cast", spell="devastation", target="B3", critical=MISS, armour={"x": MISS, "q": MISS}) == [
        "7.2.6.a"
    ]
