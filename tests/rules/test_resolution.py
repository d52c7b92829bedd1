"""What spells do: the eight steps (7.2), additional effects (7.5), KO (4.10), with the examples of the rules."""

import pytest

from tests.rules.duels import HIT, MISS, SAVE, cast
from tests.rules.table import Table


@pytest.mark.article("7.2.7.b", "7.2.7.c", "7.2.7.d", "7.2.8.a", "7.2.8.b")
@pytest.mark.parametrize(
    ("critical", "armour", "injuries"),
    [(HIT, MISS, 2), (MISS, MISS, 1), (HIT, SAVE, 1), (MISS, SAVE, 0)],
)
def test_the_rolls_change_damage_by_one(critical: list[str], armour: list[str], injuries: int) -> None:
    table = Table("q K", q="oscar-kass", K="bill-tell").activate("q")
    assert cast(table, "con", "B1", critical, K=armour) == []
    assert table["K"].injuries == injuries


def test_two_successes_more_still_make_only_one_damage_more() -> None:
    table = Table("q K", q="kassius-kaos", K="bill-tell").activate("q")
    assert cast(table, "puff", "B1", HIT * 2, K=MISS) == []
    assert table["K"].injuries == 4


@pytest.mark.article("4.10.4", "7.5.18.a", "4.10.8", "4.10.1")
def test_con_steals_only_the_injuries_really_placed() -> None:
    """Oscar Kass with 2 injuries, Bill Tell with 5 of 6: one injury fits, one is healed."""
    table = Table("q K x", q="oscar-kass", K="bill-tell", x="anna-tommy", L="anna-tommy")
    table.game.put(table["L"], 100)
    table.activate("q")
    table["q"].injuries, table["K"].injuries = 2, 5
    assert cast(table, "con", "B1", HIT, K=MISS) == []
    assert (table.at("K"), table["q"].injuries) == (None, 1)


@pytest.mark.article("7.5.5.a", "7.5.6.a", "4.18.9")
def test_dan_to_fu_counts_every_tofu_beside_its_target() -> None:
    table = Table(
        "t K u\nq . .", q="queen-of-the-tofus", K="bill-tell", t="tofu of q", Q="queen-of-the-tofus", u="tofu of Q"
    )
    table.activate("q")
    assert cast(table, "dan-to-fu", "B2", MISS * 2, K=MISS) == []
    assert table["K"].injuries == 3


@pytest.mark.article("7.5.7.a")
def test_gobbolob_counts_gobballs_once() -> None:
    table = Table("q K g\n. h .", q="king-of-the-gobballs", K="anna-tommy", g="gobball of q", h="gobball of q")
    table.activate("q")
    assert cast(table, "gobbolob", "B2", MISS, K=MISS) == []
    assert table["K"].injuries == 3


@pytest.mark.article("7.5.9.a", "7.5.9.b")
@pytest.mark.parametrize(("drawing", "end"), [("q K . . . .", "E1"), ("q K . T . .", "C1"), ("q K x . . .", "B1")])
def test_puff_pushes_until_something_is_in_the_way(drawing: str, end: str) -> None:
    table = Table(drawing, q="kassius-kaos", K="anna-tommy", x="bill-tell").activate("q")
    assert cast(table, "puff", "B1", MISS * 2, K=MISS) == []
    assert table.at("K") == end


@pytest.mark.article("7.5.16.a")
@pytest.mark.parametrize(
    ("drawing", "target", "end"), [(". q K", "C1", "A1"), (". q .", "C1", "A1"), ("x q K", "C1", "B1")]
)
def test_retreat_shot_steps_back_even_from_an_empty_cell(drawing: str, target: str, end: str) -> None:
    table = Table(drawing, q="bad-aboum", K="bill-tell", x="oscar-kass").activate("q")
    armour = {"K": MISS} if "K" in drawing else {}
    assert cast(table, "retreat-shot", target, MISS, **armour) == []
    assert table.at("q") == end


def test_assault_switches_places_even_without_damage() -> None:
    table = Table("q . K", q="anna-tommy", K="bill-tell").activate("q")
    assert cast(table, "assault", "C1", MISS, K=SAVE) == []
    assert (table.at("q"), table.at("K"), table["K"].injuries) == ("C1", "A1", 0)


def test_transposition_takes_an_ally_and_no_enemy() -> None:
    table = Table("q . a", q="anna-tommy", a="bill-tell").activate("q")
    assert cast(table, "transposition", "C1") == []
    assert (table.at("q"), table.at("a")) == ("C1", "A1")
    table = Table("q . K", q="anna-tommy", K="bill-tell").activate("q")
    assert cast(table, "transposition", "C1") == []
    assert (table.at("q"), table.at("K")) == ("A1", "C1")


def test_a_switch_beside_an_enemy_brings_no_block() -> None:
    table = Table("q K .\na . .", q="anna-tommy", K="bill-tell", a="oscar-kass").activate("q")
    assert cast(table, "transposition", "A1") == []


@pytest.mark.article("4.9.16.a", "7.3.2.b", "7.3.2.c", "4.10.5")
def test_the_heal_power_and_a_critical_hit_heal_more() -> None:
    table = Table("q a", q="lil-healey", a="anna-tommy").give("q", "set-hp-and-heal", face_up=True).activate("q")
    table["a"].injuries = 9
    assert table.does("cast", spell="healing-word", target="B1", critical=HIT) == []
    assert table["a"].injuries == 6


@pytest.mark.article("7.3.2.b")
def test_healing_gains_a_die_by_critical_hit_not_by_chance() -> None:
    table = Table("q a", q="lil-healey", a="anna-tommy").activate("q")
    table["q"].granted |= {"chance", "critical-hit"}
    table["q"].refresh()
    assert table.does("cast", spell="healing-word", target="B1", critical=MISS * 2) == []
    assert table.does("cast", spell="healing-word", target="B1", critical=MISS * 3) == ["7.2.5.b"]


@pytest.mark.article("4.16.1", "4.16.2", "7.2.5.c", "7.2.7.e")
def test_an_area_rolls_one_critical_and_armour_for_each() -> None:
    table = Table(". K .\nL M .\nq . .", q="darkness-knight", K="bill-tell", L="lil-healey", M="oscar-kass").activate(
        "q"
    )
    assert cast(table, "devastation", "B2", HIT, K=MISS, L=SAVE, M=MISS * 2) == []
    assert (table["K"].injuries, table["L"].injuries, table["M"].injuries) == (3, 2, 3)


@pytest.mark.article("4.16.2", "7.2.5.c", breaks=True)
def test_a_target_of_an_area_that_does_not_roll() -> None:
    table = Table(". K .\n. M .\nq . .", q="darkness-knight", K="bill-tell", M="lil-healey").activate("q")
    assert cast(table, "devastation", "B2", HIT, M=MISS) == ["7.2.6.a"]


def test_djaul_exchanges_injuries_before_he_strikes() -> None:
    table = Table("q K", q="djaul", K="anna-tommy").activate("q")
    table["q"].injuries, table["K"].injuries = 7, 1
    assert cast(table, "black-humour", "B1", MISS, K=MISS) == []
    assert (table["q"].injuries, table["K"].injuries) == (1, 8)


def test_vile_age_counts_critical_successes_twice() -> None:
    table = Table("q K", q="darkness-knight", K="oscar-kass").activate("q")
    table["q"].ap = 6
    assert cast(table, "vile-age", "B1", HIT, K=SAVE + MISS) == []
    assert (table["K"].injuries, table["K"].ap_markers) == (3, -1)


def test_transfer_portal_takes_an_adjacent_ally_along() -> None:
    table = Table("q a . .", q="yugo", a="bill-tell", K="oscar-kass").activate("q")
    assert table.does("cast", spell="transfer-portal", target="A3", choices={"unit": "a"}) == []
    assert table.at("a") == "A3"
    assert table.does("cast", spell="transfer-portal", target="A2", choices={"unit": "K"}) == ["7.1.4.a"]
