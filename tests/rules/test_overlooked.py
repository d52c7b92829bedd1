"""A push that a log overlooks is told where it shows, by the article of the push (7.2.4.b)."""

import pytest

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
