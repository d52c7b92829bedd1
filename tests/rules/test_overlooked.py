"""A push that a log overlooks is told where it shows, by the article of the push (7.2.4.b)."""

import pytest

from tests.rules.duels import duel, strike
from tests.rules.first_box import BoxTable
from tests.rules.table import Table

MISS = ["lock"]


def pushed() -> Table:
    """Kassius Kaos has blown Anna Tommy from B1 to E1, and it is her turn."""
    table = Table(". . . . . .\nq K . . . .", q="kassius-kaos", K="anna-tommy").activate("q")
    fields = {"spell": "puff", "target": "B1", "critical": MISS * 2, "armour": {"K": MISS}}
    assert table.does("cast", **fields) == []
    assert table.at("K") == "E1"
    return table.activate("K")


@pytest.mark.article("7.2.4.b", breaks=True)
def test_who_goes_on_from_before_a_push_overlooked_it() -> None:
    table = pushed()
    (found,) = table.says("move", to="B2", blocks=[{"by": "q", "lock": MISS, "dodge": ["dodge"]}])
    assert (found.article, found.code, found.expected, found.logged) == (
        "7.2.4.b",
        "push-overlooked",
        {"cell": "E1"},
        {"cell": "B1"},
    )
    assert table.at("K") == "B2"


@pytest.mark.article("7.2.4.b", "7.5.9.a")
def test_who_goes_on_from_where_a_push_ended_breaks_nothing() -> None:
    table = pushed()
    assert table.does("move", to="E2") == []
    assert table.does("move", to="A2") == ["4.17.2"]


@pytest.mark.article("4.14.2.f", "6.3.3", breaks=True)
@pytest.mark.parametrize(("held_from", "faults"), [("C1", ["4.14.2.f"]), ("B1", ["6.3.3"]), ("D1", ["6.3.3"])])
def test_who_collects_beyond_a_holding_block_overlooked_it(held_from: str, faults: list[str]) -> None:
    """A Kama lies on C1 and under Bill Tell on D1."""
    table = Table("q . 1 K", q="queen-of-the-tofus", K="bill-tell").activate("q")
    table.game.coins[table["K"].cell] = 1
    table["q"].held_from = table.game.cell(held_from)
    assert table.does("collect") == faults


@pytest.mark.article("4.14.2.d", "4.11.5.a", "7.1.4.a", breaks=True)
@pytest.mark.parametrize(
    ("taken_by", "ap", "faults"),
    [
        ("blocked_ap", 2, ["7.1.4.a"]),
        ("blocked_ap", 3, ["4.14.2.d"]),
        ("markers_taken_ap", 2, ["7.1.4.a"]),
        ("markers_taken_ap", 3, ["4.11.5.a"]),
    ],
)
def test_lost_ap_were_overlooked_only_where_they_would_have_paid(taken_by: str, ap: int, faults: list[str]) -> None:
    """Con costs 3 AP."""
    table = duel()
    table["q"].ap = 0
    setattr(table["q"], taken_by, ap)
    assert strike(table) == faults


@pytest.mark.article("7.2.4.b", breaks=True)
def test_who_goes_on_from_before_changing_places_overlooked_it() -> None:
    """Anna Tommy's Assault has exchanged her with Kassius Kaos: she on E1, and he on C1."""
    table = Table("q . K . .\n. . . . .", q="anna-tommy", K="kassius-kaos").activate("q")
    start, other = str(table.at("q")), str(table.at("K"))
    assert table.does("cast", spell="assault", target=other, critical=MISS, armour={"K": MISS}) == []
    assert (table.at("q"), table.at("K")) == (other, start)
    (found,) = table.says("move", to=f"{start[0]}{int(start[1:]) + 1}")
    assert (found.article, found.code, found.logged) == ("7.2.4.b", "push-overlooked", {"cell": start})
    assert table.at("K") == other


@pytest.mark.article("7.2.4.b", breaks=True)
def test_who_goes_on_from_before_a_recall_overlooked_it() -> None:
    """Recall Potion has brought Oscar Kass from A2 to C1."""
    table = Table("q . . K\n. . . .", q="oscar-kass", K="bill-tell").give("q", "recall-potion").activate("q")
    assert table.does("reveal", reward="recall-potion", choices={"cell": "C1"}) == []
    (found,) = table.says("move", to="A1")
    assert (found.article, found.code, found.logged) == ("7.2.4.b", "push-overlooked", {"cell": "A2"})
    assert (table.at("q"), table.does("move", to="B1")) == ("A1", [])


@pytest.mark.article("7.2.4.b", "6.3.2", breaks=True)
@pytest.mark.parametrize(("steps", "faults"), [(3, ["7.2.4.b"]), (4, ["7.2.4.b", "6.3.2"])])
def test_mp_lost_by_an_effect_were_overlooked_once(steps: int, faults: list[str]) -> None:
    """Long Shot costs Bill Tell, who has 3 MP, all that are left."""
    table = Table("q . . . . K", q="bill-tell", K="oscar-kass").activate("q")
    assert (table["q"].mp, table.does("cast", spell="long-shot", target="A1")) == (3, [])
    walked = [table.does("move", to=cell) for cell in ("B1", "C1", "D1", "E1")[:steps]]
    assert [article for found in walked for article in found] == faults


@pytest.mark.article("4.10.2.a", breaks=True)
@pytest.mark.article("p16.3", breaks=True)
@pytest.mark.parametrize(("kind", "article"), [(Table, "4.10.2.a"), (BoxTable, "p16.3")])
def test_a_bomb_that_left_with_its_summoner_does_not_explode(kind: type[Table], article: str) -> None:
    table = kind("K b w . x", b="bad-aboum", K="oscar-kass", x="bill-tell")
    table.add("w", "water-bomb of b", [2])
    table.activate("K")["b"].injuries = (table["b"].hp or 0) - 1
    explosion = [{"effect": "explosion", "by": "b/water-bomb-1", "critical": MISS, "armour": {}}]
    dice = {"critical": MISS, "armour": {"b": MISS}}
    assert table.does("cast", spell="con", target="B1", **dice, standby=explosion) == [article]
