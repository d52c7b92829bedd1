"""What each Demonic Reward does as it is turned face up (4.7.5, 4.7.10)."""

import pytest

from rules.arena.engine import summons
from rules.arena.engine.rewards.at_once import AT_ONCE
from rules.arena.engine.units import Reward, Unit
from tests.rules.table import Table, believed_cards


def bearer(*rewards: str, drawing: str = "q . . K x") -> Table:
    """Oscar Kass (6 AP, 3 MP, 10 HP) with 8 injuries and these tokens face down; 5 Kamas on each side."""
    table = Table(drawing, q="oscar-kass", K="bill-tell", x="anna-tommy").activate("q")
    table["q"].injuries = 8
    table.game.kamas = {"A": 5, "B": 5}
    for reward in rewards:
        table.give("q", reward)
    return table


def gauges(unit: Unit) -> tuple[int, int, int]:
    return unit.ap, unit.mp, unit.injuries


@pytest.mark.article("4.7.5.a", "4.7.5.c", "4.7.10")
@pytest.mark.parametrize(
    ("reward", "choices", "ap_mp_injuries"),
    [
        ("masqueraider-style", {"option": "ap"}, (9, 3, 8)),
        ("masqueraider-style", {"option": "mp"}, (6, 5, 8)),
        ("masqueraider-style", {"option": "heal"}, (6, 3, 4)),
        ("masqueraider-style", {"option": "injuries"}, (6, 3, 4)),
        ("demon-spirit", {}, (6, 3, 5)),
        ("wakfu-spout", {}, (9, 5, 4)),
        ("set-ap-and-armour", {}, (7, 3, 8)),
        ("set-mp-and-dodge", {}, (6, 4, 8)),
        ("set-mp-hp-ap", {}, (7, 4, 8)),
        ("cra-style", {}, (6, 3, 8)),
    ],
)
def test_what_a_token_gives_counts_at_once(
    reward: str, choices: dict[str, str], ap_mp_injuries: tuple[int, int, int]
) -> None:
    table = bearer(reward)
    assert table.does("reveal", reward=reward, choices=choices) == []
    assert gauges(table["q"]) == ap_mp_injuries


@pytest.mark.article("4.7.5.c")
def test_a_set_adds_to_what_is_left_in_the_gauges() -> None:
    table = bearer("set-mp-and-dodge")
    assert table.does("move", to="A2") == []
    assert table.does("reveal", reward="set-mp-and-dodge") == []
    assert (table["q"].mp, table["q"].most_mp) == (3, 4)
    table.activate("q")
    assert table["q"].mp == 4


@pytest.mark.article("4.6.2", "4.7.10")
def test_demon_spirit_brings_glory_and_kamas_and_may_win() -> None:
    table = bearer("demon-spirit")
    assert table.does("reveal", reward="demon-spirit") == []
    assert (table.game.glory, table.game.wild, table.game.kamas["A"]) == ({"A": 7, "B": 6}, 0, 8)
    table = bearer("demon-spirit")
    table.game.wild, table.game.glory["B"] = 0, 1
    assert table.does("reveal", reward="demon-spirit") == []
    assert (table.game.winner, table.game.won_by) == ("A", "glory")


@pytest.mark.article("4.6.2", "4.7.10")
@pytest.mark.parametrize(
    ("kamas", "choices", "glory", "left"), [(5, {}, 7, 3), (5, {"option": "no"}, 6, 5), (2, {}, 7, 0), (1, {}, 6, 1)]
)
def test_rogue_style_buys_a_gg_for_two_kamas_unless_declined(
    kamas: int, choices: dict[str, str], glory: int, left: int
) -> None:
    table = bearer("rogue-style")
    table.game.kamas["A"] = kamas
    assert table.does("reveal", reward="rogue-style", choices=choices) == []
    assert (table.game.glory["A"], table.game.kamas["A"]) == (glory, left)


@pytest.mark.article("1.4.1", "4.6.3")
def test_the_last_gg_may_be_bought() -> None:
    table = bearer("rogue-style")
    table.game.wild, table.game.glory["B"] = 0, 1
    assert table.does("reveal", reward="rogue-style") == []
    assert (table.game.winner, table.game.won_by) == ("A", "glory")
    table = Table("D . K x", K="bill-tell", x="oscar-kass")
    table.add("q", "queen-of-the-tofus", [0])
    table.activate("q")
    table.game.wild, table.game.glory["B"], table.game.kamas["A"] = 0, 1, 12
    assert table.does("buy-glory") == []
    assert (table.game.winner, table.game.won_by) == ("A", "glory")


@pytest.mark.article("4.7.9", "4.7.10")
@pytest.mark.parametrize(("coin", "held", "left"), [("heads", 1, 9), ("tails", 0, 10)])
def test_ecaflip_style_takes_a_highest_rank_token_on_heads(coin: str, held: int, left: int) -> None:
    table = bearer("ecaflip-style")
    choices = {"reward": "hammer", "pile": 2}
    assert table.does("reveal", reward="ecaflip-style", coins=[coin], choices=choices) == []
    assert (table.rewards("q"), table.game.piles["silver", 2].left) == (held, left)
    table.activate("q")
    assert table.does("reveal", reward="hammer") == ([] if coin == "heads" else ["4.7.10"])


@pytest.mark.article("1.3.7", breaks=True)
@pytest.mark.parametrize("pile", ["x", "2", 3, -1])
def test_ecaflip_style_takes_its_token_from_pile_1_or_2(pile: str | int) -> None:
    table = bearer("ecaflip-style")
    choices = {"reward": "hammer", "pile": pile}
    assert table.does("reveal", reward="ecaflip-style", coins=["heads"], choices=choices) == ["1.3.7"]
    assert table.rewards("q") == 1


@pytest.mark.article("4.19.1.a", "4.18.5")
@pytest.mark.parametrize(("reward", "summon"), [("osamodas-style", "wabbit"), ("sadida-style", "lost-doll")])
def test_a_figure_arriving_beside_the_bearer_is_taken_on_trust(reward: str, summon: str) -> None:
    table = bearer(reward)
    assert table.does("reveal", reward=reward, choices={"cell": "B1"}) == []
    assert (table.at(f"q/{summon}-1"), believed_cards(table.game)) == ("B1", [summon])
    assert bearer(reward).does("reveal", reward=reward, choices={"cell": "C1"}) == ["4.18.5"]
    assert bearer(reward, drawing="T . .\nq K x").does("reveal", reward=reward, choices={"cell": "B1"}) == []


@pytest.mark.article("4.18.5")
@pytest.mark.article("4.18.5", breaks=True)
def test_recall_potion_leads_to_a_free_starting_cell_or_nowhere() -> None:
    for cell, faults, end in (
        ("D1", ["4.18.5"], "A1"),
        ("C3", ["4.18.5"], "A1"),
        ("B2", [], "B2"),
        (None, ["4.18.5"], "A1"),
    ):
        table = bearer("recall-potion")
        assert table.does("reveal", reward="recall-potion", choices={"cell": cell} if cell else {}) == faults
        assert table.at("q") == end


@pytest.mark.article("4.7.10")
@pytest.mark.article("4.7.10", breaks=True)
def test_a_token_already_face_up_is_not_revealed_again() -> None:
    table = Table("q . K", q="oscar-kass", K="bill-tell").give("q", "hammer", face_up=True).activate("q")
    assert table.does("reveal", reward="hammer") == ["4.7.10"]


@pytest.mark.article("1.4.2", "5.2.3")
def test_both_without_glory_after_doubles_is_for_a_judge() -> None:
    table = Table("q . K", q="oscar-kass", K="bill-tell")
    table.game.glory, table.game.tension = {"A": 1, "B": 1}, None
    assert table.does("tension", dice=["lock", "lock"]) == []
    assert (table.game.winner, table.game.won_by) == (None, "judge")
    assert [finding.severity for finding in table.game.findings] == ["warning"]


@pytest.mark.article("4.7.10", "1.3.7")
def test_a_token_won_on_heads_has_its_pile_and_rank() -> None:
    table = bearer("ecaflip-style")
    assert table.does("reveal", reward="ecaflip-style", coins=["heads"], choices={"reward": "hammer"}) == []
    assert [table.game.piles["silver", number].left for number in (1, 2)] == [9, 10]
    assert table.game.tokens["hammer"] == "silver"
    table = bearer("ecaflip-style")
    found = table.says("reveal", reward="ecaflip-style", coins=["heads"], choices={"reward": "hammer", "pile": 3})
    assert [(each.article, each.expected) for each in found] == [("1.3.7", {"pile": [1, 2]})]
    assert [table.game.piles["silver", number].left for number in (1, 2)] == [9, 10]


@pytest.mark.article("7.2.4.a", breaks=True)
def test_two_coins_for_one_are_faulty_and_the_first_counts() -> None:
    table = bearer("ecaflip-style")
    choices = {"reward": "hammer"}
    assert table.does("reveal", reward="ecaflip-style", coins=["heads", "tails"], choices=choices) == ["7.2.4.a"]
    assert table.rewards("q") == 1


@pytest.mark.article("4.19.1.a", "4.19.1.b")
@pytest.mark.article("4.18.5", breaks=True)
def test_a_summon_comes_beside_the_bearer_where_no_unit_lies(monkeypatch: pytest.MonkeyPatch) -> None:
    style = AT_ONCE.read({"do": "summon-beside", "summon": "tofu"})
    for cell, faults in (("B1", []), ("A2", ["4.18.5"])):
        table = Table("t . .\nq . K", q="oscar-kass", K="bill-tell", t="tombstone of K").activate("q")
        style(table.game, table["q"], {"choices": {"cell": cell}})
        assert [finding.article for finding in table.game.findings] == faults
        assert ("q/tofu-1" in table.game.units, believed_cards(table.game)) == (not faults, [])
    monkeypatch.setattr(summons, "MOST_UNITS", 0)
    table = bearer("osamodas-style")
    assert table.does("reveal", reward="osamodas-style", choices={"cell": "B1"}) == []
    assert table.game.on(1) == []


@pytest.mark.article("4.7.5.a", "4.11.4")
@pytest.mark.parametrize(("gives", "ap_mp"), [({"ap": 2}, (8, 3)), ({"mp": 1}, (6, 4)), ({}, (6, 3))])
def test_a_declared_boost_gives_what_is_declared_and_nothing_else(
    gives: dict[str, int], ap_mp: tuple[int, int]
) -> None:
    table = bearer()
    table["q"].rewards += (Reward("granite-1", None),)
    assert table.does("reveal", reward="granite-1", kind="boost", gives=gives) == []
    assert gauges(table["q"])[:2] == ap_mp


@pytest.mark.article("4.7.5", "4.11.4")
@pytest.mark.parametrize(("left", "after"), [(3, 2), (1, 0), (0, 0)])
def test_what_a_declared_token_takes_leaves_no_gauge_below_none(left: int, after: int) -> None:
    for gauge in ("ap", "mp"):
        table = bearer()
        table["q"].rewards += (Reward("granite-1", None),)
        setattr(table["q"], gauge, left)
        assert table.does("reveal", reward="granite-1", kind="buff", gives={gauge: -1}) == []
        assert getattr(table["q"], gauge) == after
