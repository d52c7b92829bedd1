"""What players declare of cards that were never seen (4.18.6), in the examples of the rules that need such cards."""

from typing import Any

import pytest

from tests.rules.duels import MISS, endow
from tests.rules.table import Table, believed_cards


def goultard() -> Table:
    return Table("q . K\n. . .\nx . X", q="goultard", K="bill-tell", x="oscar-kass", X="anna-tommy").activate("q")


def declares(table: Table, **declared: Any) -> list[str]:
    return table.does("cast", spell="never-seen", target="C1", declared=declared)


@pytest.mark.article("4.18.1", "4.18.6")
def test_what_is_declared_happens() -> None:
    table = goultard()
    table["x"].injuries = 3
    table.game.kamas["B"] = 1
    faults = declares(
        table,
        injuries={"K": 2},
        healed={"x": 2},
        moved={"K": "D2"},
        markers={"K": {"ap": -1, "mp": -2, "range": 1}},
        summoned={"tofu": "B1", "gobball": ["A2", "B2"]},
        kamas={"A": 2, "B": -3},
        glory={"A": 1},
    )
    assert faults == []
    struck = table["K"]
    assert (table.at("K"), struck.injuries, table["x"].injuries) == ("D2", 2, 1)
    assert (struck.ap_markers, struck.mp_markers, struck.range_markers) == (-1, -2, 1)
    assert [table.at(name) for name in ("q/tofu-1", "q/gobball-1", "q/gobball-2")] == ["B1", "A2", "B2"]
    assert (table.game.kamas, table.game.glory, table.game.wild) == ({"A": 2, "B": 0}, {"A": 7, "B": 6}, 0)
    assert believed_cards(table.game) == ["goultard"]


@pytest.mark.article("4.10.2", "1.4.1")
def test_declared_injuries_knock_out_and_declared_glory_wins() -> None:
    table = goultard()
    assert declares(table, injuries={"K": 9}) == []
    assert (table.at("K"), table.game.glory["A"]) == (None, 9)
    table = goultard()
    table.game.wild, table.game.glory["B"] = 0, 1
    assert declares(table, glory={"B": -1}) == []
    assert (table.game.winner, table.game.won_by) == ("A", "glory")


@pytest.mark.article("4.17.4", "4.19.1.a", "4.18.6", breaks=True)
def test_laws_of_all_cards_hold_for_what_is_declared() -> None:
    assert declares(goultard(), moved={"K": "A3"}) == ["4.17.4"]
    assert declares(goultard(), summoned={"tofu": "A3"}) == ["4.19.1.a"]
    table = goultard()
    table["x"].fallen = True
    table.game.lift(table["x"])
    assert declares(table, moved={"x": "B2"}) == ["4.18.6"]
    assert declares(table, healed={"x": 1}) == ["4.18.6"]


@pytest.mark.article("7.2.4.a", "7.2.8.c", "4.19.7.c", "4.19.7.e")
@pytest.mark.parametrize(("gg", "winner", "hurt"), [(6, None, 2), (3, "A", 0)])
def test_bad_aboum_retreats_on_a_trap_of_fraktor_who_falls(gg: int, winner: str | None, hurt: int) -> None:
    """The trap is gone in step 3 and clicks in step 8, though Fraktor has left, unless his last GG have."""
    table = Table(". t q . F . . X", q="bad-aboum", F="fraktor", X="bill-tell", t="lethal-trap of F").activate("q")
    table.game.glory["B"], table["F"].injuries = gg, 11
    click = {"effect": "click", "by": "F/lethal-trap-1", "declared": {"injuries": {"q": 2}}}
    fields: dict[str, Any] = {"critical": MISS, "armour": {"F": MISS}} | ({} if winner else {"standby": [click]})
    assert table.does("cast", spell="retreat-shot", target="E1", **fields) == []
    assert (table.at("q"), table.at("F"), table.at("F/lethal-trap-1")) == ("B1", None, None)
    assert (table.game.winner, table["q"].injuries) == (winner, hurt)


@pytest.mark.article("7.2.9.a", "7.2.9.c", "7.2.9.d")
@pytest.mark.parametrize("order", ["acdb", "adcb", "abcd", "bcda"])
def test_bombs_set_off_together_reach_others_in_any_order(order: str) -> None:
    """Two Water Bombs fall to one spell; either of them reaches both Firebombs, which join the same list."""
    table = Table(
        "K . . X\n. c . .\na . b .\n. d . .\nq . . .",
        q="goultard", K="bad-aboum", X="bill-tell", L="bad-aboum", M="bad-aboum",
        a="water-bomb of K", b="water-bomb of K", c="firebomb of K", d="firebomb of K",
    )  # fmt: skip
    table.activate("q")
    names = {"a": "K/water-bomb-1", "b": "K/water-bomb-2", "c": "K/firebomb-1", "d": "K/firebomb-2"}
    reached = {"a": [], "b": [], "c": ["K"], "d": ["q"]} | {order[0]: [names["c"], names["d"]]}
    standby = [
        {"effect": "explosion", "by": names[bomb], "critical": MISS, "armour": dict.fromkeys(reached[bomb], MISS)}
        for bomb in order
    ]
    sword = {"spell": "celestial-sword", "target": "B3", "standby": standby}
    assert table.does("cast", **sword, declared={"injuries": {names["a"]: 1, names["b"]: 1}}) == []
    assert [table.at(name) for name in names.values()] == [None] * 4
    assert (table["q"].injuries, table["K"].injuries) == (2, 2)


@pytest.mark.article("4.7.8", "4.18.1")
@pytest.mark.article("4.18.1", breaks=True)
def test_two_tokens_of_one_cause_are_believed_and_no_third() -> None:
    table = goultard()
    token = {"rank": "granite", "reward": "water-buff"}
    assert declares(table, rewards={"q": token, "x": {"rank": "silver"}}) == []
    assert [table.rewards(name) for name in "qx"] == [1, 1]
    assert table.does("reveal", reward="water-buff") == []
    assert table["q"].believed.always
    table.add("y", "oscar-kass", [4])
    assert declares(table, rewards={name: {"rank": "silver"} for name in "qxy"})[0] == "4.18.1"


@pytest.mark.article("4.15.9")
def test_injuries_declared_of_distant_invisible_figures_are_cut_without_article() -> None:
    table = goultard()
    endow(table["K"], "invisibility")
    found = table.says("cast", spell="never-seen", target="C1", declared={"cost": {}, "injuries": {"K": 2}})
    assert [(each.code, each.article) for each in found] == [("declared-cut", None)]


@pytest.mark.article("4.15.7")
def test_range_is_believed_as_far_as_it_was_declared() -> None:
    table = goultard()
    for range_ in (1, 2):
        assert declares(table, gained={"q": {"range": 1}}) == []
        assert (table["q"].reach, table["q"].believed.reach) == (range_, range_)
    table = goultard()
    assert declares(table, gained={"q": {"ap": 1}}) == []
    assert (table["q"].reach, table["q"].believed.reach) == (0, 0)
