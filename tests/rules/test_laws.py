"""What differs between rulesets comes from the record of laws that the engine is given."""

from dataclasses import replace

import pytest

from rules.arena.engine.legal import legal_actions, played
from rules.arena.laws import LAWS
from rules.arena.laws.arena_2_7 import ARENA_2_7, block_loss
from rules.common.verdicts import Illegal
from rules.games import replay
from tests.rules.logs import TWO_TURNS, do, encoded
from tests.rules.shops import buy, shop


@pytest.mark.parametrize(("price", "found"), [(10, []), (11, ["4.5.3"])])
def test_the_laws_set_the_price_of_a_gallon_of_glory(price, found):
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


def numbered_anew(article: str, _code: str = "") -> str:
    return f"p{article}"


ANEW = replace(ARENA_2_7, cites=numbered_anew)


def test_findings_cite_the_numbers_of_the_ruleset(monkeypatch):
    log = encoded(
        *TWO_TURNS, do("move", to="A1"), do("end-turn"), do("move", to="A1"), sides={"A": "north", "B": "north"}
    )
    before = [each.article for each in replay(log).findings if each.article]
    monkeypatch.setitem(LAWS, ARENA_2_7.slug, ANEW)
    assert [each.article for each in replay(log).findings if each.article] == [*map(numbered_anew, before)]
    assert len(set(before)) > 2


def test_errors_cite_the_numbers_of_the_ruleset():
    table = shop()
    table.game.be_strict()
    table.game.laws, table.game.kamas["A"] = ANEW, 0
    with pytest.raises(Illegal) as refused:
        played(table.game, {"do": "buy-glory"})
    assert refused.value.article == "p4.5.3"
    assert {each.refusal.article[0] for each in legal_actions(table.game) if each.refusal} == {"p"}
