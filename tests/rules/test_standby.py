"""Bombs, tombstones and whatever waits on standby (4.19.5, 4.19.8, 7.2.9)."""

import pytest

from tests.rules.duels import HIT, MISS, SAVE, endow
from tests.rules.table import Table


@pytest.mark.article("4.19.5", "4.19.5.c", "4.19.5.d", "7.2.9.a")
def test_a_bomb_explodes_as_its_summoners_turn_begins() -> None:
    table = Table("w K .\n. q .", q="bad-aboum", K="bill-tell", w="water-bomb of q")
    table.game.player, table.game.begun = "A", True
    explosion = {"effect": "explosion", "by": "q/water-bomb-1", "critical": HIT, "armour": {"K": MISS, "q": MISS}}
    assert table.does("activate", unit="q", standby=[explosion]) == []
    assert (table["K"].injuries, table["q"].injuries, table["K"].ap_markers) == (2, 2, -1)
    assert table.at("q/water-bomb-1") is None


@pytest.mark.article("4.19.5.c", breaks=True)
def test_a_bomb_that_does_not_explode() -> None:
    table = Table("w K .\n. q .", q="bad-aboum", K="bill-tell", w="water-bomb of q")
    table.game.player, table.game.begun = "A", True
    assert table.does("activate", unit="q") == ["4.19.5.c"]


@pytest.mark.article("7.2.9.a", "7.2.9.c", "7.2.9.d", "7.2.8.a", "7.2.1.c", "1.7.1", "4.18.3.b")
def test_explosions_set_each_other_off_in_the_order_chosen() -> None:
    """One bomb falls to the spell; the log has its explosion reach the other, which stands: 4.19.5."""
    table = Table(
        ". . . .\nw . v .\n. K . .\nq . . .",
        q="darkness-knight",
        K="anna-tommy",
        A="bad-aboum",
        w="water-bomb of A",
        v="firebomb of A",
    )
    table.activate("q")
    table["q"].ap = 5
    bomb, fire = "A/water-bomb-1", "A/firebomb-1"
    standby = [
        {"effect": "explosion", "by": bomb, "critical": MISS, "armour": {"K": MISS}},
        {"effect": "explosion", "by": fire, "critical": MISS, "armour": {"K": SAVE}},
    ]
    fields = {"critical": HIT, "armour": {bomb: MISS}}
    assert table.does("cast", spell="devastation", target="A3", standby=standby, **fields) == ["4.19.5"]
    assert table.at(bomb) is None
    assert table.at(fire) == "C3"
    assert table["K"].injuries == 1


@pytest.mark.article("4.19.5", breaks=True)
def test_an_explosion_without_its_dice() -> None:
    table = Table("q w . . W", q="oscar-kass", W="bad-aboum", w="water-bomb of W").activate("q")
    armour = {"W/water-bomb-1": MISS}
    assert table.does("cast", spell="con", target="B1", critical=MISS, armour=armour) == ["4.19.5"]


@pytest.mark.article("7.2.9.a", breaks=True)
def test_an_effect_that_is_not_on_standby() -> None:
    table = Table("q K", q="oscar-kass", K="bill-tell").activate("q")
    fields = {"critical": MISS, "armour": {"K": MISS}, "standby": [{"effect": "explosion"}]}
    assert table.does("cast", spell="con", target="B1", **fields) == ["7.2.9.a"]


@pytest.mark.article("4.19.5.a", "4.16.3")
def test_an_explosion_takes_in_the_eight_cells_around_it() -> None:
    table = Table(
        ". . . .\nK . . .\n. w L .\n. . . .\nq . . .", q="bad-aboum", K="bill-tell", L="oscar-kass", w="water-bomb of q"
    )
    table.game.player, table.game.begun = "A", True
    explosion = {"effect": "explosion", "by": "q/water-bomb-1", "critical": MISS, "armour": {"K": MISS, "L": MISS * 2}}
    assert table.does("activate", unit="q", standby=[explosion]) == []


@pytest.mark.article("4.9.30.a")
def test_wear_takes_an_injury_as_the_summoners_turn_begins() -> None:
    table = Table("q g", q="king-of-the-gobballs", g="gobball of q")
    table["q/gobball-1"].granted |= {"wear"}
    table["q/gobball-1"].refresh()
    table.activate("q")
    assert table["q/gobball-1"].injuries == 1


@pytest.mark.article("4.9.31.a", "4.19.8.c")
def test_a_tombstone_counts_krosmasters_that_come_to_stand_on_it() -> None:
    table = Table("q t .", q="anna-tommy", t="tombstone of q").activate("q")
    assert table.does("move", to="B1") == []
    assert table["q/tombstone-1"].injuries == 1


@pytest.mark.article("7.2.9.a", breaks=True)
def test_effects_named_wrongly_or_out_of_order_are_one_error() -> None:
    """The second bomb is only set off by the first one's explosion."""
    for listed in (("v", "w"), ("w", "nobody")):
        table = Table(". v .\nq w . W", q="oscar-kass", W="bad-aboum", w="water-bomb of W")
        table.add("v", "water-bomb of W", [13])
        table.activate("q")
        names = {"w": "W/water-bomb-1", "v": "W/water-bomb-2"}
        rolls = {"w": {"q": MISS * 2, names["v"]: MISS}, "v": {"q": MISS * 2}}
        standby = [
            {
                "effect": "explosion",
                "by": names.get(letter, letter),
                "critical": MISS,
                "armour": rolls.get(letter, rolls["v"]),
            }
            for letter in listed
        ]
        fields = {"critical": MISS, "armour": {names["w"]: MISS}}
        assert table.does("cast", spell="con", target="B1", standby=standby, **fields) == ["7.2.9.a"]
        assert table.at(names["v"]) is None
        assert table["q"].ap_markers == -2


@pytest.mark.article("4.10.2.a", "4.19.5.c", "4.18.6")
def test_a_bomb_that_left_with_its_summoner_need_not_explode() -> None:
    """Its summoner falls to the explosion of the first one."""
    table = Table(". . . v\nw . K .\n. q . x", q="bad-aboum", K="bill-tell", x="bill-tell", w="water-bomb of q")
    table.add("v", "water-bomb of q", [27])
    table.game.player, table.game.begun = "A", True
    table["q"].injuries = 8
    explosion = {"effect": "explosion", "by": "q/water-bomb-1", "critical": MISS, "armour": {"q": MISS}}
    assert table.does("activate", unit="q", standby=[explosion]) == []
    assert (table.at("q"), table.at("q/water-bomb-2"), table["K"].injuries) == (None, None, 0)


@pytest.mark.article("4.9.15.a", breaks=True)
@pytest.mark.parametrize(
    ("powers", "said"),
    [((), "K has no Counter."), (("counter",), "No opposing unit has injured K in its own player's turn.")],
)
def test_why_nothing_counters(powers: tuple[str, ...], said: str) -> None:
    table = Table("q . . K", q="oscar-kass", K="bill-tell").activate("q")
    endow(table["K"], *powers)
    found = table.says("move", to="A2", standby=[{"effect": "counter", "by": "K"}])
    assert [(each.article, str(each.message)) for each in found] == [("4.9.15.a", said)]


@pytest.mark.article("4.9.15.a", breaks=True)
def test_nobody_is_named_for_a_counter_that_does_not_wait() -> None:
    table = Table("q . . K", q="oscar-kass", K="bill-tell").activate("q")
    found = table.says("move", to="A2", standby=[{"effect": "counter"}])
    assert [each.article for each in found] == ["4.9.15.a"]


@pytest.mark.article("4.18.1", breaks=True)
def test_what_a_trap_does_is_not_declared_of_another_cause() -> None:
    table = Table("q t . K F", q="anna-tommy", K="bill-tell", F="oscar-kass", t="lethal-trap of F").activate("q")
    declared = {"power": "thorns", "injuries": {"q": 1}}
    click = {"effect": "click", "by": "F/lethal-trap-1", "declared": declared}
    found = table.says("move", to="B1", standby=[click])
    assert "another-cause" in [each.code for each in found]


@pytest.mark.article("5.5.1", breaks=True)
def test_acting_out_of_turn_is_not_also_a_missed_explosion() -> None:
    table = Table("w K .\n. q .", q="bad-aboum", K="bill-tell", w="water-bomb of q")
    table.game.player, table.game.begun, table.game.acted = "A", True, {"q"}
    assert table.does("activate", unit="q") == ["5.5.1"]
