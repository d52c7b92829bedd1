"""Buying Demonic Rewards and allocating them (4.7.6, 4.7.8, 4.7.9, 6.3.6)."""

from dataclasses import replace

import pytest

from rules.arena.engine.rewards.piles import Pile
from rules.arena.laws.arena_2_7 import ARENA_2_7
from tests.rules.shops import buy, shop
from tests.rules.table import Table


@pytest.mark.article("4.7.6", "6.3.6", "4.7.8", "4.7.8.b", "4.7.9")
@pytest.mark.parametrize(("rank", "price"), [("granite", 3), ("jade", 6), ("silver", 9)])
def test_a_reward_costs_one_ap_and_its_ranks_price(rank: str, price: int) -> None:
    table = shop()
    assert table.does("buy-reward", **buy(rank, to="x")) == []
    assert (table.game.kamas["A"], table["q"].ap, table.game.piles[rank, 1].left) == (30 - price, 5, 9)


@pytest.mark.article("4.7.6", breaks=True)
def test_a_reward_bought_away_from_the_demon_or_without_ap() -> None:
    table = shop()
    table.game.put(table["q"], 1)
    assert table.does("buy-reward", **buy()) == ["4.7.6"]
    table = shop()
    table["q"].ap = 0
    assert table.does("buy-reward", **buy()) == ["4.7.6"]


@pytest.mark.article("4.7.6", breaks=True)
def test_another_reward_than_the_one_that_lies_there() -> None:
    table = shop()
    assert table.does("buy-reward", **buy(face="up")) == ["4.7.6"]
    table = shop()
    table.game.piles["jade", 1].face = "confuse"
    assert table.does("buy-reward", **buy(face="up")) == ["4.7.6"]


@pytest.mark.article("4.7.4", breaks=True)
def test_only_blind_purchases_in_the_first_turn() -> None:
    table = shop()
    table.game.turn, table.game.piles["jade", 1].face = 1, "glue"
    assert table.does("buy-reward", **buy(face="up")) == ["4.7.4"]


@pytest.mark.article("4.7.8", breaks=True)
def test_a_reward_for_an_opponent() -> None:
    assert shop().does("buy-reward", **buy(to="K")) == ["4.7.8"]


@pytest.mark.article("4.7.9", breaks=True)
def test_more_rewards_than_levels() -> None:
    table = shop()
    for reward in ("glue", "confuse", "lightning"):
        table.give("q", reward)
    assert table.does("buy-reward", **buy(reward="xelor-style")) == ["4.7.9"]


@pytest.mark.article("4.7.9.a")
@pytest.mark.article("4.7.9.a", breaks=True)
def test_a_reward_is_discarded_only_when_nobody_can_carry_it() -> None:
    table = shop()
    assert table.does("buy-reward", **buy(to=None)) == ["4.7.9.a"]
    for name in ("q", "x"):
        for reward in ("glue", "confuse", "lightning"):
            table.give(name, reward)
    assert table.does("buy-reward", **buy(to=None, reward="xelor-style")) == []


@pytest.mark.article("4.9.27.a")
def test_a_crafter_buys_the_first_cheaper_and_without_ap() -> None:
    table = shop()
    table["q"].granted |= {"crafter"}
    table["q"].refresh()
    assert table.does("buy-reward", **buy("silver")) == []
    assert (table.game.kamas["A"], table["q"].ap) == (23, 6)
    assert table.does("buy-reward", **buy("silver", reward="confuse")) == []
    assert (table.game.kamas["A"], table["q"].ap) == (14, 5)


@pytest.mark.article("4.9.27.a")
@pytest.mark.parametrize(("rank", "price"), [("granite", 3), ("jade", 5), ("silver", 7), ("gold", 10)])
def test_what_the_first_reward_of_a_crafters_turn_costs(rank: str, price: int) -> None:
    for have, faults in ((price, []), (price - 1, ["4.5.3"])):
        table = first_box(kamas=have)
        table["q"].granted |= {"crafter"}
        table["q"].refresh()
        table["q"].ap = 0
        assert table.does("buy-reward", **buy(rank)) == faults
    assert table.game.kamas["A"] == 0


@pytest.mark.article("4.9.27.a")
def test_a_crafter_saves_once_in_each_of_its_turns() -> None:
    table = shop()
    table["q"].profile = replace(table["q"].profile, powers=frozenset({"crafter"}))
    table["q"].refresh()
    for kamas in (25, 20):
        table.activate("q")
        assert table.does("buy-reward", **buy("jade", reward=f"token-{kamas}")) == []
        assert (table.game.kamas["A"], table["q"].ap) == (kamas, 6)
    assert table.does("buy-reward", **buy("jade", reward="one-more")) == []
    assert (table.game.kamas["A"], table["q"].ap) == (20 - ARENA_2_7.reward_prices["jade"], 5)


@pytest.mark.article("8.1.3")
@pytest.mark.parametrize(("kamas", "faults"), [(12, []), (11, ["4.5.3"])])
def test_a_gold_reward_costs_twelve_kamas(kamas: int, faults: list[str]) -> None:
    table = first_box(kamas)
    assert table.does("buy-reward", **buy("gold")) == faults
    assert table.game.kamas["A"] == 0


def first_box(kamas: int) -> Table:
    """The shop with the piles of the original box."""
    table = shop()
    table.game.original_box, table.game.ranks = True, ("granite", "jade", "gold")
    table.game.piles |= {("gold", number): Pile() for number in (1, 2)}
    table.game.kamas["A"] = kamas
    return table


@pytest.mark.article("4.7.6", breaks=True)
def test_an_unsure_pile_does_not_sell_a_token_lying_elsewhere() -> None:
    table = shop()
    table.game.piles["jade", 1].unsure, table.game.piles["jade", 2].face = True, "confuse"
    table.game.tokens["confuse"] = "jade"
    assert table.does("buy-reward", **buy(face="up", reward="confuse")) == ["4.7.6"]


@pytest.mark.article("4.7.6", breaks=True)
def test_what_lay_face_up_is_gone_once_it_is_bought() -> None:
    table = shop()
    table.game.piles["jade", 1] = Pile(0, "glue")
    assert table.does("buy-reward", **buy(face="up")) == []
    found = table.says("buy-reward", **buy(face="up", to="x"))
    assert "nothing-face-up" in [each.code for each in found]


@pytest.mark.article("4.14.2.d", breaks=True)
def test_buying_with_ap_a_block_took_is_reported_once() -> None:
    table = Table("1 . K", q="oscar-kass", K="bill-tell")
    table.game.put(table["q"], 0)
    table.activate("q")
    table["q"].ap, table["q"].blocked_ap = 0, 1
    assert table.does("collect") == ["4.14.2.d"]
