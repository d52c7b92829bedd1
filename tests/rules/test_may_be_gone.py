"""Who may have fallen to a token that nobody has entered takes no place and hides nobody, where the log says so."""

import pytest

from rules.arena.engine.damage import place_injuries
from rules.arena.recovery.tokens import let_fall_after_all
from tests.rules.table import Table, believed_cards


def may_be_gone(table: Table, name: str, *, doubt: bool) -> None:
    """Bill Tell's token may have struck it down."""
    table.game.claims.open_tokens = [("B", "granite-1")]
    table[name].injuries = (table[name].hp or 0) - 1
    table[name].unsure = int(doubt)


@pytest.mark.article("4.19.9.c")
@pytest.mark.parametrize("doubt", [True, False])
def test_a_summon_that_may_have_fallen_leaves_room_for_another(*, doubt: bool) -> None:
    """Summon Gobball allows one summon in play."""
    table = Table("q t . . . K\n. . . . . .", q="king-of-the-gobballs", K="bill-tell", t="gobball of q").activate("q")
    may_be_gone(table, "q/gobball-1", doubt=doubt)
    assert table.does("cast", spell="summon-gobball", target="A1") == ([] if doubt else ["4.19.9.c"])
    assert (table["q/gobball-1"].fallen, believed_cards(table.game)) == (doubt, ["granite-1"] * doubt)


@pytest.mark.article("7.1.6")
@pytest.mark.parametrize(
    ("doubt", "board"), [(True, "q x . . K X"), (False, "q x . . K X"), (True, "q x T . K X"), (True, "q x . y K X")]
)
def test_a_figure_that_may_have_fallen_blocks_no_shot(board: str, *, doubt: bool) -> None:
    table = Table(board, q="bill-tell", x="oscar-kass", y="bad-aboum", K="anna-tommy", X="lil-healey")
    table.activate("q")
    may_be_gone(table, "x", doubt=doubt)
    shot = {"spell": "plaguing-arrow", "target": "E1", "critical": ["lock"], "armour": {"K": ["lock", "lock"]}}
    hits = doubt and not {"T", "y"} & {*board}
    assert ("7.1.6" in table.does("cast", **shot)) is not hits
    assert table["x"].fallen is hits


@pytest.mark.article("4.19.9.c")
@pytest.mark.parametrize("hits", [0, 1])
def test_a_summon_of_unknown_hp_may_have_fallen(hits: int) -> None:
    """Once it was injured."""
    table = Table("q c . K", q="king-of-the-gobballs", K="bill-tell", c="crobak of q").activate("K")
    crow = table["q/crobak-1"]
    for _ in range(hits):
        place_injuries(table.game, crow, 1, table["K"])
    assert let_fall_after_all(table.game, crow) is bool(hits)
    assert (crow.fallen, believed_cards(table.game)) == (bool(hits), ["crobak"] * hits)


@pytest.mark.article("4.14.2.f")
@pytest.mark.parametrize(("dodges", "faults"), [(["armour"], []), (["dodge"], ["7.2.6.a"])])
def test_a_summon_of_unknown_mp_may_have_been_held(dodges: list[str], faults: list[str]) -> None:
    """If the Block took any: it may be struck where it stood before."""
    table = Table("c K q . .", q="king-of-the-gobballs", K="bill-tell", c="crobak of q")
    crow = table.activate("q/crobak-1")["q/crobak-1"]
    table.does("move", to="A2", blocks=[{"by": "K", "lock": ["armour"], "dodge": dodges}])
    table.activate("K")
    struck = {"spell": "punch", "target": "A1", "critical": ["lock"], "armour": {crow.name: ["lock"]}}
    assert table.does("cast", **struck) == faults


@pytest.mark.article("4.18.5")
@pytest.mark.parametrize("hits", [0, 1])
def test_a_summon_that_may_have_fallen_is_in_nobodys_way(hits: int) -> None:
    """Where players declare that somebody was moved there."""
    table = Table("q . c K", q="king-of-the-gobballs", K="roissingue", c="crobak of q").activate("K")
    for _ in range(hits):
        place_injuries(table.game, table["q/crobak-1"], 1, table["K"])
    moved = {"cost": {"ap": 1}, "moved": {"K": "C1"}}
    assert table.does("cast", spell="leap", target="C1", declared=moved) == ([] if hits else ["4.17.4"])
