"""What effects reach, in which order, and for how long (4.18)."""

import pytest

from rules.arena.engine.placing import at_the_beginning_of_the_fight
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
def test_djaul_stays_without_a_level_even_when_he_has_lost_his_powers() -> None:
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
def test_a_recall_to_a_cell_that_is_no_start_does_nothing() -> None:
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
