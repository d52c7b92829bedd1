"""The order in which a spell and its effects resolve (4.18, 7.2), with cards of the catalogue."""

from typing import Any

import pytest

from rules.arena.engine.spells import ap_cost
from tests.rules.duels import HIT, MISS, apply, duel, endow, spell, strike
from tests.rules.table import Table


@pytest.mark.article("4.8.2")
def test_a_dash_in_place_of_ap_is_never_changed() -> None:
    table = Table("w K q", q="bad-aboum", K="bill-tell", w="water-bomb of q")
    endow(table["K"], "slowing-presence")
    bomb = table["q/water-bomb-1"]
    assert ap_cost(table.game, bomb, bomb.profile.spells["explosion"]) == 0
    assert ap_cost(table.game, table["q"], table["q"].profile.spells["retreat-shot"]) == 4


@pytest.mark.article("4.10.1", "4.10.8")
def test_a_unit_never_bears_more_injuries_than_hp() -> None:
    table = duel()
    spell(table, amount=9)
    seen: list[int] = []
    table.game.event_log = []
    assert strike(table) == []
    seen += [event["amount"] for event in table.game.event_log if event["event"] == "injured"]
    assert seen == [6]


@pytest.mark.article("4.10.5", "7.3.2.c")
def test_healing_takes_away_no_more_than_there_is() -> None:
    table = Table("q k . K", q="lil-healey", k="bill-tell", K="anna-tommy").activate("q")
    table["k"].injuries = 1
    assert table.does("cast", spell="healing-word", target="B1", critical=HIT) == []
    assert table["k"].injuries == 0


@pytest.mark.article("4.11.1.a")
def test_what_has_no_mp_takes_no_mp_markers() -> None:
    table = Table("q W . K", q="oscar-kass", K="bad-aboum", W="water-bomb of K").activate("q")
    apply(table, {"do": "markers", "mp": -1, "ap": -1}, target="K/water-bomb-1")
    assert (table["K/water-bomb-1"].mp_markers, table["K/water-bomb-1"].ap_markers) == (0, 0)


@pytest.mark.article("4.11.3")
def test_what_is_not_spent_is_lost_with_the_turn() -> None:
    table = Table("q x . . K", q="oscar-kass", x="anna-tommy", K="bill-tell")
    table.game.begun = True
    assert table.does("activate", unit="q") == []
    assert table.does("activate", unit="x") == []
    assert (table["q"].ap, table["q"].mp) == (0, 0)


@pytest.mark.article("7.1.7")
@pytest.mark.article("7.1.7", breaks=True)
def test_only_whom_the_card_names_can_be_chosen() -> None:
    def portal(who: str) -> list[str]:
        table = Table("q k . x K", q="yugo", k="bill-tell", x="oscar-kass", K="anna-tommy").activate("q")
        return table.does("cast", spell="transfer-portal", target="C1", choices={"unit": who})

    assert portal("k") == portal("q") == []
    assert portal("x") == ["7.1.7"]


@pytest.mark.article("7.2.1.a")
def test_a_spell_is_done_before_the_unit_does_anything_else() -> None:
    table = duel("counter")
    table.game.player = "A"
    assert strike(table) == []
    assert table.game.standby == []


@pytest.mark.article("7.2.1.c")
def test_what_a_spell_sets_off_waits_even_for_the_fallen() -> None:
    """Set off in step 3 it would end the caster before the spell struck; in step 7 it would hurt him first."""
    table = duel("counter")
    spell(table, effects=({"do": "injure", "amount": 1},))
    table["q"].injuries, table["K"].injuries, table.game.event_log = 9, 4, []
    assert strike(table) == []
    seen = [
        (event["event"], event["unit"])
        for event in table.game.event_log
        if event["event"] in ("injured", "knocked-out")
    ]
    assert seen == [("injured", "K"), ("injured", "K"), ("knocked-out", "K"), ("injured", "q"), ("knocked-out", "q")]


def lottery(coins: list[str], injuries: int = 0) -> tuple[list[str], Table]:
    table = Table("q K . X x", q="quentin-flush", K="anna-tommy", X="bill-tell", x="oscar-kass").activate("q")
    table["q"].injuries = injuries
    dice: dict[str, Any] = {"critical": MISS, "armour": {"K": MISS}, "coins": coins}
    return table.does("cast", spell="lottery", target="B1", **dice), table


@pytest.mark.article("7.2.4.a", "7.2.4.b")
@pytest.mark.article("7.2.4.a", breaks=True)
def test_a_lottery_tosses_three_coins_in_step_3() -> None:
    faults, table = lottery(["heads", "tails", "heads"])
    assert faults == []
    assert (table["K"].injuries, table["q"].injuries) == (3, 1)
    assert lottery(["heads", "heads"])[0] == ["7.2.4.a"]


@pytest.mark.article("7.2.4.d")
def test_a_spell_continues_after_its_caster_falls_in_step_3() -> None:
    hp = Table("q", q="quentin-flush")["q"].hp
    assert hp is not None
    faults, table = lottery(["heads", "tails", "tails"], injuries=hp - 1)
    assert faults == []
    assert table.at("q") is None
    assert table["K"].injuries == 2
    assert table.game.wild == 0


@pytest.mark.article("7.2.4.d")
def test_who_falls_in_step_3_is_moved_without_armour_rolls() -> None:
    table = duel()
    spell(table, effects=({"do": "injure", "amount": 6}, {"do": "push", "cells": 1}))
    table.game.event_log = []
    assert table.does("cast", spell="con", target="B1", critical=MISS, armour={}) == []
    assert [event["event"] for event in table.game.event_log if event.get("unit") == "K"] == [
        "injured",
        "displaced",
        "knocked-out",
    ]
    assert table.game.glory == {"A": 9, "B": 4}


@pytest.mark.article("7.2.4.d")
def test_a_deciding_fall_in_step_3_ends_the_spell() -> None:
    hp = Table("q", q="quentin-flush")["q"].hp
    assert hp is not None
    table = Table("q K", q="quentin-flush", K="anna-tommy").activate("q")
    table["q"].injuries = hp - 1
    assert table.does("cast", spell="lottery", target="B1", coins=["heads", "tails", "tails"]) == []
    assert (table.game.winner, table.game.won_by, table["K"].injuries) == ("B", "last-standing", 0)


@pytest.mark.article("7.2.4.c")
def test_an_effect_reaches_every_target_of_the_area() -> None:
    table = Table(". X .\nq K .\n. . x", q="oscar-kass", K="bill-tell", X="anna-tommy", x="lil-healey").activate("q")
    spell(table, area="cross", effects=({"do": "markers", "ap": -1},))
    dice = {"critical": MISS, "armour": {"K": MISS, "X": MISS, "q": MISS * 2}}
    assert table.does("cast", spell="con", target="B2", **dice) == []
    assert [table[name].ap_markers for name in ("K", "X", "q", "x")] == [-1, -1, -1, 0]


@pytest.mark.article("7.5.8.a")
def test_more_fire_is_added_in_step_6() -> None:
    table = duel("resistance-fire")
    spell(table, element="fire", effects=({"do": "bonus", "damage": 2},))
    assert strike(table) == []
    assert table["K"].injuries == 2


@pytest.mark.article("4.8.3", "7.1.3.c")
def test_a_red_spell_is_used_up_even_without_a_hit() -> None:
    table = Table("q . . K", q="kassius-kaos", K="bill-tell").activate("q")
    assert table.does("cast", spell="puff", target="C1", critical=MISS * 2) == []
    assert table.does("cast", spell="puff", target="D1", critical=MISS * 2, armour={"K": MISS}) == ["7.1.3.c"]


@pytest.mark.article("4.12.1")
def test_a_range_marker_lengthens_the_spells_of_one_turn() -> None:
    """The example of a +1 Range marker at the beginning of a turn."""
    table = Table("q . . . K", q="queen-of-the-tofus", K="anna-tommy")
    table["q"].range_markers = 1
    table.activate("q")
    assert table.does("cast", spell="dan-to-fu", target="E1", critical=MISS * 2, armour={"K": MISS}) == []
    table.activate("q")
    assert table.does("cast", spell="dan-to-fu", target="E1", critical=MISS * 2, armour={"K": MISS}) == ["7.1.5"]


@pytest.mark.article("7.2.2.b")
def test_a_caster_whose_price_ends_the_game_casts_nothing() -> None:
    """The example of Coa Gulary: her last injury is the opponent's last point."""
    table = Table("q K . x", q="coa-gulary", K="bill-tell", x="oscar-kass").activate("q")
    table["q"].injuries, table.game.wild, table.game.glory = 6, 0, {"A": 1, "B": 11}
    dice = {"critical": MISS, "armour": {"K": MISS}}
    assert table.does("cast", spell="punishment", target="B1", **dice) == []
    assert (table.game.winner, table["K"].injuries) == ("B", 0)


@pytest.mark.article("7.2.8.c")
@pytest.mark.article("7.2.8.c", breaks=True)
def test_step_8_is_skipped_once_step_7_decides_the_game() -> None:
    def last_blow(**fields: Any) -> list[str]:
        table = duel()
        table.game.wild, table.game.glory, table["K"].injuries = 0, {"A": 9, "B": 3}, 5
        return table.does("cast", spell="con", target="B1", critical=MISS, armour={"K": MISS}, **fields)

    assert last_blow() == []
    assert last_blow(standby=[{"effect": "steals-health"}]) == ["7.2.8.c"]


@pytest.mark.article("7.2.4.a", breaks=True)
def test_a_lottery_without_coins_is_faulty_but_the_spell_continues() -> None:
    table = Table("q K . X x", q="quentin-flush", K="anna-tommy", X="bill-tell", x="oscar-kass").activate("q")
    assert table.does("cast", spell="lottery", target="B1", critical=MISS, armour={"K": MISS}) == ["7.2.4.a"]
    assert table["K"].injuries == 1
