"""Leaving close combat (4.14)."""

import pytest

from tests.rules.table import Table

LOCK, DODGE, NOTHING = ["lock"], ["dodge"], ["armour"]


def facing(mover: str = "anna-tommy", enemy: str = "oscar-kass") -> Table:
    return Table("m E .", m=mover, E=enemy).activate("m")


def block(by: str = "E", lock: list[str] = NOTHING, dodge: list[str] = DODGE) -> dict[str, object]:
    return {"by": by, "lock": lock, "dodge": dodge}


@pytest.mark.article("4.14.1", "4.14.2.a", "4.14.2.b", "4.14.2.c", "4.14.2.f", "6.3.2")
def test_who_dodges_pays_one_mp_and_steps() -> None:
    table = facing()
    assert table.does("move", to="A2", blocks=[block(lock=LOCK, dodge=DODGE)]) == []
    assert (table.at("m"), table["m"].mp, table["m"].ap) == ("A2", 1, 5)  # caught: lock and dodge are equal


@pytest.mark.article("4.14.2.d")
def test_fewer_locks_than_dodges_take_nothing() -> None:
    table = facing()
    assert table.does("move", to="A2", blocks=[block(lock=NOTHING, dodge=DODGE)]) == []
    assert (table.at("m"), table["m"].mp, table["m"].ap) == ("A2", 2, 6)


@pytest.mark.article("4.14.2.d")
def test_equal_rolls_catch_even_with_no_success_at_all() -> None:
    table = facing()
    assert table.does("move", to="A2", blocks=[block(lock=NOTHING, dodge=NOTHING)]) == []
    assert (table.at("m"), table["m"].mp, table["m"].ap) == ("A2", 1, 5)


@pytest.mark.article("4.14.2.d", "4.14.2.f")
def test_who_is_locked_stays_and_loses_three_ap_and_mp() -> None:
    table = facing()
    assert table.does("move", to="A2", blocks=[block(lock=LOCK, dodge=NOTHING)]) == []
    assert (table.at("m"), table["m"].mp, table["m"].ap) == ("A1", 0, 3)


@pytest.mark.article("4.14.2.d", breaks=True)
def test_a_locked_unit_that_spends_the_ap_it_lost() -> None:
    table = facing()
    table.does("move", to="A2", blocks=[block(lock=LOCK, dodge=NOTHING)])
    dice = {"critical": NOTHING, "armour": {"E": ["lock", "lock"]}}
    assert table.does("cast", spell="assault", target="B1", **dice) == []
    findings = table.says("cast", spell="assault", target="A1", **dice)
    assert [(f.article, f.code, f.expected, f.logged) for f in findings] == [
        ("4.14.2.d", "locked-unit-kept-ap", {"ap": 0}, {"ap": 3})
    ]


@pytest.mark.article("4.14.2.d", breaks=True)
def test_a_locked_unit_that_moves_on_is_found_once() -> None:
    table = facing(mover="queen-of-the-tofus")
    assert table.does("move", to="A2", blocks=[block(lock=LOCK, dodge=["armour", "armour"])]) == []
    assert (table.at("m"), table["m"].mp) == ("A2", 0)
    assert table.does("move", to="A3") == ["4.14.2.d"]
    assert table.does("move", to="A4") == []


@pytest.mark.article("4.14.2.f", breaks=True)
def test_a_unit_that_acts_from_the_cell_it_never_reached() -> None:
    table = Table("m E . K", m="bad-aboum", E="lil-healey", K="oscar-kass").activate("m")
    assert table.does("move", to="A2", blocks=[block(lock=LOCK, dodge=["armour", "armour"])]) == []
    assert table.at("m") == "A1"
    assert table.does("cast", spell="retreat-shot", target="A5", critical=NOTHING) == ["4.14.2.f"]
    assert table.at("m") == "A1"  # believed on A2, then retreating from A5


@pytest.mark.article("4.14.3")
def test_a_summon_locks_no_harder_than_catching() -> None:
    table = Table("m G K", m="anna-tommy", K="king-of-the-gobballs", G="gobball of K").activate("m")
    assert table.does("move", to="A2", blocks=[block("K/gobball-1", lock=LOCK, dodge=NOTHING)]) == []
    assert (table.at("m"), table["m"].mp, table["m"].ap) == ("A2", 1, 5)


@pytest.mark.article("4.14.2.e")
def test_every_enemy_beside_the_mover_rolls_in_the_order_chosen() -> None:
    table = Table("E m F", m="anna-tommy", E="lil-healey", F="kassius-kaos").activate("m")
    rolls = [block("F", lock=NOTHING), block("E", lock=NOTHING)]
    assert table.does("move", to="B2", blocks=rolls) == []
    assert table.at("m") == "B2"


@pytest.mark.article("4.14.1", breaks=True)
def test_leaving_an_enemy_without_any_lock_roll() -> None:
    assert facing().does("move", to="A2") == ["4.14.1"]


@pytest.mark.article("4.14.2.e", breaks=True)
def test_the_second_enemy_does_not_roll() -> None:
    table = Table("E m F", m="anna-tommy", E="lil-healey", F="kassius-kaos").activate("m")
    assert table.does("move", to="B2", blocks=[block("F")]) == ["4.14.2.e"]


@pytest.mark.article("4.14.1")
def test_an_unknown_names_roll_is_that_of_the_remaining_enemy() -> None:
    table = facing()
    assert table.does("move", to="A2", blocks=[block(by="F", lock=LOCK, dodge=NOTHING)]) == ["4.14.1"]
    assert (table.at("m"), table["m"].mp, table["m"].ap) == ("A1", 0, 3)


@pytest.mark.article("4.14.1", breaks=True)
def test_somebody_who_is_not_beside_the_mover_rolls() -> None:
    table = Table("m . E", m="anna-tommy", E="lil-healey").activate("m")
    assert table.does("move", to="A2", blocks=[block("E")]) == ["4.14.1"]


@pytest.mark.article("4.14.1")
@pytest.mark.parametrize("displaced", ["m", "E", ""])
def test_who_stands_on_an_uncertain_cell_may_have_been_adjacent(displaced: str) -> None:
    table = Table("m . E", m="anna-tommy", E="lil-healey").activate("m")
    if displaced:
        table[displaced].misplaced = True
    assert table.does("move", to="A2", blocks=[block("E")]) == ([] if displaced else ["4.14.1"])


@pytest.mark.article("4.14.1", breaks=True)
def test_a_figure_of_the_own_side_rolls_nowhere() -> None:
    table = Table("m . x", m="anna-tommy", x="lil-healey").activate("m")
    table["x"].misplaced = True
    assert table.does("move", to="A2", blocks=[block("x")]) == ["4.14.1"]


@pytest.mark.article("4.14.5", "4.14.6", "4.9.5.a", "4.9.6.a")
def test_lock_and_dodge_powers_roll_two_dice() -> None:
    table = facing("bill-tell", "bad-aboum")
    rolls = [block(lock=["lock", "lock"], dodge=["dodge", "dodge"])]
    assert table.does("move", to="A2", blocks=rolls) == []


@pytest.mark.article("4.14.2.b", breaks=True)
def test_two_lock_dice_without_the_power() -> None:
    assert facing().does("move", to="A2", blocks=[block(lock=["lock", "armour"])]) == ["4.14.2.b"]


@pytest.mark.article("4.14.5", "4.9.5.a", breaks=True)
def test_one_lock_die_with_the_power() -> None:
    assert facing(enemy="bad-aboum").does("move", to="A2", blocks=[block(lock=LOCK)]) == ["4.14.5"]


@pytest.mark.article("4.14.2.c", breaks=True)
def test_two_dodge_dice_without_the_power() -> None:
    assert facing().does("move", to="A2", blocks=[block(dodge=["dodge", "dodge"])]) == ["4.14.2.c"]


@pytest.mark.article("4.14.6", "4.9.6.a", breaks=True)
def test_one_dodge_die_with_the_power() -> None:
    assert facing("bill-tell").does("move", to="A2", blocks=[block()]) == ["4.14.6"]


@pytest.mark.article("4.14.7", "4.9.13.a")
def test_the_itty_bitty_neither_lock_nor_are_locked() -> None:
    table = Table("q t E", q="queen-of-the-tofus", t="tofu of q", E="oscar-kass")
    table.activate("q/tofu-1")
    assert table.does("move", to="B2") == []
    table = Table("m t", m="anna-tommy", Q="queen-of-the-tofus", t="tofu of Q").activate("m")
    assert table.does("move", to="A2") == []


@pytest.mark.article("4.14.7", "4.9.13.a", breaks=True)
def test_a_tofu_that_rolls_for_lock() -> None:
    table = Table("m t", m="anna-tommy", Q="queen-of-the-tofus", t="tofu of Q").activate("m")
    assert table.does("move", to="A2", blocks=[block("Q/tofu-1")]) == ["4.14.7"]


MECHANISMS = [
    ("water-bomb", "4.19.5.a"),
    ("harpooner", "4.19.6.a"),
    ("lethal-trap", "4.19.7.a"),
    ("tombstone", "4.19.8.a"),
]


@pytest.mark.article("4.19.5.a", "4.19.6.a", "4.19.7.a", "4.19.8.a", breaks=True)
@pytest.mark.parametrize(("mechanism", "article"), MECHANISMS)
def test_a_mechanism_that_rolls_for_lock(mechanism: str, article: str) -> None:
    table = Table("m w", m="anna-tommy", Q="bad-aboum", w=f"{mechanism} of Q").activate("m")
    assert table.does("move", to="A2", blocks=[block(f"Q/{mechanism}-1")]) == [article]


@pytest.mark.article("4.19.5.a", "4.19.6.a", "4.19.7.a", "4.19.8.a")
@pytest.mark.parametrize("mechanism", [mechanism for mechanism, _ in MECHANISMS])
def test_a_mechanism_beside_the_mover_does_not_roll(mechanism: str) -> None:
    table = Table("m w", m="anna-tommy", Q="bad-aboum", w=f"{mechanism} of Q").activate("m")
    assert table.does("move", to="A2") == []


def test_moving_beside_an_ally_brings_no_block() -> None:
    table = Table("m a", m="anna-tommy", a="oscar-kass").activate("m")
    assert table.does("move", to="A2") == []


def test_a_step_that_stays_beside_an_enemy_is_blocked_too() -> None:
    table = Table(". E\nm .", m="anna-tommy", E="oscar-kass")
    table.game.put(table["m"], 0)
    table.activate("m")
    assert table.does("move", to="A2") == []  # A1 is not beside B2
    assert table.does("move", to="A3") == ["4.14.1"]


def between_two() -> Table:
    """Both lock the mover: it loses three of each, twice, as far as it has any."""
    table = Table("E m F", m="lil-healey", E="oscar-kass", F="kassius-kaos").activate("m")
    rolls = [block(by, lock=LOCK, dodge=NOTHING) for by in "EF"]
    assert table.does("move", to="B2", blocks=rolls) == []
    assert (table.at("m"), table["m"].mp, table["m"].ap) == ("B1", 0, 0)
    return table


@pytest.mark.article("4.14.2.d", breaks=True)
def test_what_two_enemies_locked_away_counts_together() -> None:
    assert between_two().does("move", to="B2", blocks=[block(by) for by in "EF"]) == ["4.14.2.d"]
    dice = {"critical": NOTHING, "armour": {"E": NOTHING}}
    findings = between_two().says("cast", spell="forbidden-word", target="B3", **dice)
    assert "locked-unit-kept-ap" in [finding.code for finding in findings]  # 4 AP of the 6 it lost


@pytest.mark.article("4.14.1", breaks=True)
def test_a_figure_of_the_own_side_beside_the_mover_rolls() -> None:
    table = Table("m f .", m="anna-tommy", f="oscar-kass").activate("m")
    findings = table.says("move", to="A2", blocks=[block("f")])
    assert [(f.article, f.code, f.logged) for f in findings] == [("4.14.1", "cannot-block", {"by": "f"})]


@pytest.mark.article("4.14.1")
def test_nobody_is_asked_for_block_dice_that_are_there() -> None:
    table = facing()
    table.game.be_strict()
    assert table.does("move", to="A2", blocks=[block(lock=NOTHING, dodge=DODGE)]) == []
    assert table.at("m") == "A2"
