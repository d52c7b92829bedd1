"""4.19: what summons are, when they come and go, and what bombs, turrets, traps and tombstones do not do."""

from dataclasses import replace
from typing import Any

import pytest

from rules.arena.engine.damage import step_onto
from rules.arena.engine.summons import summon
from tests.rules.duels import MISS
from tests.rules.table import Table


def explosion(number: int, owner: str = "q", **armour: list[str]) -> dict[str, Any]:
    entry = {"effect": "explosion", "by": f"{owner}/water-bomb-{number}", "critical": MISS}
    return entry | ({"armour": armour} if armour else {})


def thrower(drawing: str, **legend: str) -> Table:
    table = Table(drawing, q="bad-aboum", x="anna-tommy", K="bill-tell", w="water-bomb of q", **legend)
    table.game.player, table.game.begun = "A", True
    return table


SIDE_BY_SIDE = ". w w . .\n. . . . .\n. . . . .\nq . x . K"
WITH_ARMOUR = explosion(1) | {"armour": {"q/water-bomb-2": MISS}}


@pytest.mark.article("6.2.1.d")
@pytest.mark.parametrize(
    "standby",
    [[WITH_ARMOUR, explosion(2)], [explosion(1), explosion(2)], [explosion(2), explosion(1)]],
    ids=["the first reaches the second", "both run out together", "together, the other way round"],
)
def test_adjacent_bombs_go_off_as_the_active_player_orders(standby: list[dict[str, Any]]) -> None:
    table = thrower(SIDE_BY_SIDE)
    assert table.does("activate", unit="q", standby=standby) == []
    assert table.at("q/water-bomb-1") is table.at("q/water-bomb-2") is None


@pytest.mark.article("4.4.3")
def test_an_ally_that_changes_places_may_be_a_bomb() -> None:
    table = thrower("x . w\n. . .\nq . K").activate("x")
    assert table.does("cast", spell="transposition", target="C3") == []
    assert (table.at("x"), table.at("q/water-bomb-1")) == ("C3", "A3")


@pytest.mark.article("4.19.1.g")
@pytest.mark.article("4.19.1.g", breaks=True)
def test_a_summon_acts_right_after_its_summoner_and_not_later() -> None:
    def summoned() -> Table:
        table = Table("q . .\n. x K", q="queen-of-the-tofus", x="oscar-kass", K="bill-tell")
        table.game.begun = True
        assert table.does("activate", unit="q") == []
        assert table.does("cast", spell="summon-tofu", target="B2") == []
        return table

    table = summoned()
    assert table.does("activate", unit="q/tofu-1") == []
    assert table.does("move", to="C2") == []
    assert table.does("activate", unit="x") == []
    table = summoned()
    assert table.does("activate", unit="x") == []
    assert table.does("activate", unit="q/tofu-1") == ["4.19.1.g"]


@pytest.mark.article("4.10.2.a", breaks=True)
def test_a_summon_that_has_left_does_not_act() -> None:
    table = thrower("w . K\n. . .\n. . .\nq . x")
    assert table.does("activate", unit="q", standby=[explosion(1)]) == []
    assert table.does("activate", unit="q/water-bomb-1") == ["4.10.2.a"]


@pytest.mark.article("4.19.1.c")
def test_the_ko_of_a_summon_brings_no_glory() -> None:
    table = Table("q W . K", q="oscar-kass", K="queen-of-the-tofus", W="tofu of K").activate("q")
    assert table.does("cast", spell="con", target="B1", critical=MISS, armour={"K/tofu-1": MISS}) == []
    assert table.at("K/tofu-1") is None
    assert (table.game.glory, table.game.wild) == ({"A": 6, "B": 6}, 1)


@pytest.mark.article("4.19.9.b")
def test_a_spell_brings_its_texts_number_whatever_stands_in_brackets() -> None:
    table = Table("q . .\n. . K", q="queen-of-the-tofus", K="bill-tell").activate("q")
    assert table["q"].profile.spells["summon-tofu"].control == 3
    assert table.does("cast", spell="summon-tofu", target="B2") == []
    assert [unit.name for unit in table.game.in_play("A")] == ["q", "q/tofu-1"]


@pytest.mark.article("4.19.1.b", "4.19.9.c")
def test_an_attack_that_summons_brings_nothing_where_something_lies() -> None:
    table = Table("q t .\n. . K", q="queen-of-the-tofus", K="bill-tell", t="tombstone of K").activate("q")
    swoop = replace(table["q"].profile.spells["summon-tofu"], kind="attack", element="air")
    table["q"].profile = replace(table["q"].profile, spells={"summon-tofu": swoop})
    assert table.does("cast", spell="summon-tofu", target="B2", critical=MISS * 2) == []
    assert [unit.name for unit in table.game.in_play("A")] == ["q"]


@pytest.mark.article("4.19.9.d")
def test_what_has_left_may_be_summoned_again() -> None:
    table = Table("q . .\n. . K", q="king-of-the-gobballs", K="bill-tell").activate("q")
    assert table.does("cast", spell="summon-gobball", target="B2") == []
    assert len(table.game.in_play("A")) == 2
    first = table["q/gobball-1"]
    first.injuries = 2
    table.activate("K")
    table["K"].ap = 5
    table.game.put(table["K"], table.game.cell("C2"))
    assert table.does("cast", spell="punch", target="B2", critical=MISS, armour={"q/gobball-1": MISS}) == []
    table.activate("q")
    assert table.does("cast", spell="summon-gobball", target="A1") == []
    assert (table.at("q/gobball-1"), table.at("q/gobball-2")) == (None, "A1")


@pytest.mark.article("1.7.1", "7.2.9.b")
def test_the_order_of_what_waits_changes_what_comes_of_it() -> None:
    """Oscar Kass strikes a bomb beside him: healing before the explosion heals nothing."""

    def struck(*order: str) -> int:
        table = Table("q w . . W", q="oscar-kass", W="bad-aboum", w="water-bomb of W").activate("q")
        effects = {"explosion": explosion(1, "W", q=MISS * 2), "steals-health": {"effect": "steals-health"}}
        dice = {"critical": MISS, "armour": {"W/water-bomb-1": MISS}}
        standby = [effects[name] for name in order]
        assert table.does("cast", spell="con", target="B1", standby=standby, **dice) == []
        return table["q"].injuries

    assert struck("steals-health", "explosion") == 1
    assert struck("explosion", "steals-health") == 0


@pytest.mark.article("7.2.9.b")
def test_who_is_gone_steals_no_health() -> None:
    table = Table("q w . x W", q="oscar-kass", x="anna-tommy", W="bad-aboum", w="water-bomb of W").activate("q")
    table["q"].injuries = 9
    standby = [explosion(1, "W", q=MISS * 2), {"effect": "steals-health"}]
    dice = {"critical": MISS, "armour": {"W/water-bomb-1": MISS}}
    assert table.does("cast", spell="con", target="B1", standby=standby, **dice) == []
    assert table.at("q") is None


@pytest.mark.article("4.19.7.c", "4.19.7.e")
def test_a_mob_summoned_on_a_trap_sets_it_off() -> None:
    table = Table("q t . K F", q="queen-of-the-tofus", K="bill-tell", F="oscar-kass", t="lethal-trap of F").activate(
        "q"
    )
    click = {"effect": "click", "by": "F/lethal-trap-1", "declared": {"injuries": {"q/tofu-1": 1}}}
    assert table.does("cast", spell="summon-tofu", target="B1", standby=[click]) == []
    assert (table.at("q/tofu-1"), table.at("F/lethal-trap-1")) == (None, None)


@pytest.mark.article("4.19.7.d")
def test_bombs_thrown_or_moved_on_traps_set_none_off() -> None:
    table = Table("q . t . K F", q="bad-aboum", K="bill-tell", F="oscar-kass", t="lethal-trap of F").activate("q")
    assert table.does("cast", spell="water-bomb-throw", target="C1") == []
    assert (table.at("q/water-bomb-1"), table.at("F/lethal-trap-1")) == ("C1", "C1")
    table = Table("x w t . K", q="bad-aboum", x="oscar-kass", K="bill-tell", w="water-bomb of q", t="lethal-trap of K")
    step_onto(table.game, table["q/water-bomb-1"], table.game.cell("C1"), None)
    assert (table.at("K/lethal-trap-1"), table.game.standby) == ("C1", [])


@pytest.mark.article("4.9.31.a", "4.19.8.c")
def test_a_tombstone_counts_krosmasters_and_no_summons() -> None:
    table = Table("g t K", q="anna-tommy", K="bill-tell", g="gobball of q", t="tombstone of q").activate("q/gobball-1")
    assert table.does("move", to="B1") == []
    assert table["q/tombstone-1"].injuries == 0


@pytest.mark.article("4.19.1.b")
def test_neither_trap_nor_tombstone_is_placed_on_another() -> None:
    for below in ("lethal-trap", "tombstone"):
        table = Table("q t K", q="queen-of-the-tofus", K="bill-tell", t=f"{below} of q").activate("q")
        for slug in ("lethal-trap", "tombstone"):
            assert summon(table.game, table["q"], slug, table.game.cell("B1"), control=None) is None


@pytest.mark.article("4.19.5")
@pytest.mark.article("4.19.5", breaks=True)
def test_a_bomb_explodes_by_events_and_never_in_its_turn() -> None:
    table = Table("q . K\nx w .", q="bad-aboum", x="anna-tommy", K="bill-tell", w="water-bomb of q").activate("q")
    assert table.does("activate", unit="q/water-bomb-1") == []
    assert table.does("cast", spell="explosion", target="B1", critical=MISS, armour={}) == ["4.19.5"]
    assert table.does("cast", spell="punch", target="B2", critical=MISS, armour={}) == ["4.8.5"]
    assert table.at("q/water-bomb-1") == "B1"


@pytest.mark.article("4.19.7")
@pytest.mark.article("4.19.7", breaks=True)
def test_a_trap_clicks_by_steps_and_never_in_its_turn() -> None:
    table = Table("q . K\nx t .", q="bad-aboum", x="anna-tommy", K="bill-tell", t="lethal-trap of q").activate("q")
    table.activate("q/lethal-trap-1")
    assert table.does("cast", spell="click", target="B1") == ["4.19.7"]
    table.activate("K")
    assert table.does("move", to="C1") == []
    dice = {"critical": MISS, "armour": {"K": MISS}, "declared": {"injuries": {"K": 1}}}
    click = {"effect": "click", "by": "q/lethal-trap-1", **dice}
    assert table.does("move", to="B1", standby=[click]) == []
    assert table["K"].injuries == 1


@pytest.mark.article("1.7.1", "4.19.5")
@pytest.mark.parametrize("listed", [True, False])
def test_bombs_falling_with_their_summoner_end_as_the_log_says(listed: bool) -> None:
    table = Table(
        "q W K\n. . .\nx . Y", q="oscar-kass", K="bad-aboum", x="anna-tommy", Y="bill-tell", W="water-bomb of K"
    ).activate("q")
    table["K"].injuries = 8
    blow = replace(table["q"].profile.spells["con"], area="square", effects=())
    table["q"].profile = replace(table["q"].profile, spells={"con": blow})
    armour = {"q": MISS * 2, "K": MISS, "K/water-bomb-1": MISS}
    standby = [explosion(1, "K", q=MISS * 2)] if listed else []
    assert table.does("cast", spell="con", target="B3", critical=MISS, armour=armour, standby=standby) == []
    assert table.at("K") is table.at("K/water-bomb-1") is None
    assert table["q"].injuries == 1 + listed


@pytest.mark.article("7.2.5.a", "7.2.6.a", breaks=True)
def test_a_bomb_listed_without_dice_strikes_the_bomb_beside_it() -> None:
    table = thrower(SIDE_BY_SIDE)
    bare = {"effect": "explosion", "by": "q/water-bomb-1"}
    assert table.does("activate", unit="q", standby=[bare, explosion(2)]) == ["7.2.5.a", "7.2.6.a"]
