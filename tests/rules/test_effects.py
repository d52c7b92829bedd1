"""What effects reach, in which order, and for how long (4.18)."""

from dataclasses import replace

import pytest

from rules.arena.engine.placing import at_the_beginning_of_the_fight
from rules.arena.engine.units import Unit
from tests.rules.duels import MISS, apply, duel, endow, of_types, spell
from tests.rules.table import Table


@pytest.mark.article("4.18.3.b", "7.2.4.e")
def test_effects_of_a_spell_go_in_the_order_printed() -> None:
    push, attract = {"do": "push", "cells": 1}, {"do": "attract", "cells": 1}
    table = duel()
    apply(table, push, attract)
    assert table.at("K") == "B1"
    apply(table, attract, push)
    assert table.at("K") == "C1"


@pytest.mark.article("4.18.3.e")
def test_an_ally_may_be_chosen_whom_the_effect_cannot_move() -> None:
    table = Table("q k . . K", q="yugo", k="bill-tell", K="anna-tommy").activate("q")
    endow(table["k"], "unfazed")
    assert table.does("cast", spell="transfer-portal", target="C1", choices={"unit": "k"}) == []
    assert table.at("k") == "B1"


@pytest.mark.article("4.18.3.d")
def test_djaul_stays_without_a_level_even_without_his_powers() -> None:
    table = Table("q K", q="djaul", K="bill-tell")
    at_the_beginning_of_the_fight(table.game, table["q"])
    table["q"].profile = table["K"].profile
    table["q"].refresh()
    assert table["q"].level == 0


@pytest.mark.article("4.18.4.b")
def test_whom_an_effect_alters_is_settled_when_it_begins() -> None:
    table = Table("q k .\n. . K", q="queen-of-the-tofus", k="bill-tell", K="anna-tommy").activate("q")
    apply(table, {"do": "power", "powers": ["immune"]}, target="k")
    assert table.does("cast", spell="summon-tofu", target="A1") == []
    assert "immune" in table["k"].powers
    assert "immune" not in table["q/tofu-1"].powers


@pytest.mark.article("4.18.4.c", "4.18.4.d")
def test_an_effect_on_the_rules_reaches_who_comes_later() -> None:
    table = Table("q . K\n. . .", q="king-of-the-gobballs", K="anna-tommy").activate("q")
    endow(table["K"], "perfect-lock")
    assert table.does("cast", spell="summon-gobball", target="B2") == []
    table.activate("q/gobball-1")
    block = {"by": "K", "lock": MISS, "dodge": ["dodge"]}
    assert table.does("move", to="B1", blocks=[block]) == ["1.5.1"]


@pytest.mark.article("4.18.5")
@pytest.mark.article("4.18.5", breaks=True)
def test_a_recall_off_the_starting_cells_does_nothing() -> None:
    """Everything is a starting cell here but the third row."""

    def recalled(cell: str) -> tuple[list[str], str | None]:
        table = Table(". . K\n. . .\nq . .", q="oscar-kass", K="bill-tell").activate("q").give("q", "recall-potion")
        return table.does("reveal", reward="recall-potion", choices={"cell": cell}), table.at("q")

    assert recalled("C1") == ([], "C1")
    assert recalled("A3") == (["4.18.5"], "A1")


@pytest.mark.article("4.18.6", breaks=True)
def test_what_the_players_declare_reaches_only_pieces_in_play() -> None:
    table = Table("q . K", q="boo-ming", k="oscar-kass", K="bill-tell").activate("q")
    table["k"].fallen = True
    assert table.does("cast", spell="unseen", target="C1", declared={"injuries": {"k": 1}}) == ["4.18.6"]


@pytest.mark.parametrize(("types", "cell"), [((), "B1"), (("Villain",), "C1")])
def test_the_condition_of_an_effect_inside_a_coin_is_asked(types: tuple[str, ...], cell: str) -> None:
    table = duel()
    of_types(table["K"], *types)
    spell(table, effects=({"do": "coins", "count": 1, "heads": {"do": "push", "cells": 1, "revenge": 1}},))
    dice = {"coins": ["heads"], "critical": MISS, "armour": {"K": MISS}}
    assert table.does("cast", spell="con", target="B1", **dice) == []
    assert table.at("K") == cell


@pytest.mark.article("4.5.2")
@pytest.mark.parametrize(("lying", "most", "taken"), [(2, {}, 1), (1, {}, 1), (3, {"most": 2}, 2), (1, {"most": 2}, 1)])
def test_one_kama_is_taken_where_the_text_names_no_number(lying: int, most: dict[str, int], taken: int) -> None:
    table = duel()
    cell = table["K"].cell
    table.game.coins[cell] = lying
    apply(table, {"do": "take-kamas", **most})
    assert (table.game.kamas["A"], table.game.coins) == (taken, {cell: lying - taken} if lying > taken else {})


def gets(unit: Unit, *powers: str) -> None:
    """These powers and no others."""
    unit.profile = replace(unit.profile, powers=frozenset(powers))
    unit.refresh()


@pytest.mark.article("4.18.8", "7.2.4.b")
@pytest.mark.parametrize(
    ("choices", "powers", "copied", "faults"),
    [
        ({}, ("lock",), {"lock"}, []),
        ({"power": "lock"}, ("lock",), {"lock"}, []),
        ({"power": "dodge"}, ("lock",), set(), ["7.2.4.b"]),
        ({"power": "dodge"}, ("lock", "dodge"), {"dodge"}, []),
        ({}, ("lock", "dodge"), set(), ["7.2.4.b"]),
        ({}, (), set(), []),
    ],
)
def test_the_copied_power_is_named_where_there_are_several(
    choices: dict[str, str], powers: tuple[str, ...], copied: set[str], faults: list[str]
) -> None:
    table = duel()
    gets(table["K"], *powers)
    apply(table, {"do": "copy-power", "of": "target"}, choices=choices)
    assert ({*table["q"].granted}, [found.article for found in table.game.findings]) == (copied, faults)


@pytest.mark.article("4.18.8")
def test_nobody_copies_from_itself_or_from_allies_without_powers() -> None:
    for target, of, unit in (("q", "target", "q"), ("q", "ally", "q"), ("x", "ally", "x")):
        table = duel(mine=("armour",))
        gets(table["x"])
        apply(table, {"do": "copy-power", "of": of}, target=target, choices={"unit": unit})
        assert (table["q"].granted, table.game.findings) == (set(), [])
    gets(table["x"], "lock")
    apply(table, {"do": "copy-power", "of": "ally"}, choices={"unit": "q"})
    assert (table["q"].granted, [found.article for found in table.game.findings]) == (set(), ["7.2.4.b"])
    apply(table, {"do": "copy-power", "of": "ally"})
    assert table["q"].granted == {"lock"}
