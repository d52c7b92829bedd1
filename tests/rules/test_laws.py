"""What differs between rulesets comes from the record of laws that the engine is given."""

from dataclasses import replace

import pytest

from rules.arena.laws.arena_2_7 import ARENA_2_7, block_loss
from tests.rules.shops import buy, shop


@pytest.mark.parametrize(("price", "found"), [(10, []), (11, ["4.5.3"])])
def test_what_a_gallon_of_glory_costs_is_for_the_laws_to_say(price, found):
    table = shop()
    table.game.laws, table.game.kamas["A"] = replace(ARENA_2_7, glory_price=price), 10
    assert table.does("buy-glory") == found


def test_what_a_reward_costs_is_for_the_laws_to_say():
    table = shop()
    table.game.laws = replace(ARENA_2_7, reward_prices={**ARENA_2_7.reward_prices, "jade": 5})
    assert table.does("buy-reward", **buy("jade")) == []
    assert table.game.kamas["A"] == 25


@pytest.mark.parametrize(
    ("locks", "dodges", "by_krosmaster", "loss"),
    [(2, 1, True, 3), (1, 1, True, 1), (0, 1, True, 0), (2, 1, False, 1), (1, 1, False, 1), (0, 1, False, 0)],
)
def test_a_block_locks_catches_or_lets_go(locks, dodges, by_krosmaster, loss):
    assert block_loss(locks, dodges, by_krosmaster) == loss
