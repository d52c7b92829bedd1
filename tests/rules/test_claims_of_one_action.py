"""What is declared on one action holds for that action, and a spell that goes on acting for the later ones (4.18.3)."""

from typing import Any

import pytest

from rules.arena.engine.units import Reward
from tests.rules.duels import MISS
from tests.rules.table import Table
from tests.rules.test_claimed_powers import shooter
from tests.rules.test_declarations_kept import unseen


@pytest.mark.article("4.18.1", "4.18.3.d")
@pytest.mark.article("4.18.1", breaks=True)
def test_a_cast_spell_acts_on_under_any_of_its_names() -> None:
    table = Table("q K", q="coa-gulary-eternal-1", K="bill-tell").activate("q")
    table.game.coins[table["q"].cell] = 2
    acts = {"declared": {"spell": "Punition", "kamas": {"A": 1}}}
    assert (table.does("collect", **acts), table.game.kamas["A"]) == (["4.18.1"], 1)
    assert table.does("cast", spell="punishment", target="B1", declared={"kamas": {"A": 1}}) == []
    assert (table.does("collect", **acts), table.game.kamas["A"]) == ([], 4)


@pytest.mark.article("4.18.1")
@pytest.mark.article("4.18.1", breaks=True)
@pytest.mark.parametrize(("named", "faults"), [("Punishment", []), ("punition", []), ("Curse", ["4.18.1"])])
def test_a_declaration_may_use_any_name_of_its_spell(named: str, faults: list[str]) -> None:
    table = Table("q K", q="coa-gulary-eternal-1", K="bill-tell").activate("q")
    assert table.does("cast", spell="punition", target="B1", declared={"spell": named}) == faults


def test_a_known_spell_does_nothing_that_is_declared_later() -> None:
    table = Table("q . . . K", q="bill-tell", K="anna-tommy").activate("q")
    assert table.does("cast", spell="long-shot", target="A1") == []
    table.game.coins[table["q"].cell] = 1
    found = table.says("collect", declared={"spell": "long-shot", "kamas": {"A": 1}})
    assert ([each.code for each in found], table.game.kamas["A"]) == (["declaration-not-needed"], 1)


@pytest.mark.article("4.9.15.a", breaks=True)
def test_an_unseen_cards_counter_answers_only_the_action_injuring_it() -> None:
    board = shooter("q . . P X Y")
    arrow = {"spell": "plaguing-arrow", "target": "D1", "critical": ["critical"], "armour": {"P": MISS}}
    assert board.does("cast", **arrow) == []
    counter = [{"effect": "counter", "by": "P"}]
    assert board.does("cast", spell="long-shot", target="A1", standby=counter) == ["4.9.15.a"]


@pytest.mark.article("7.5.18.a", breaks=True)
def test_an_unseen_spell_steals_no_health_after_the_next_action() -> None:
    table = unseen()
    text: Any = {"cost": {}, "damage": 0, "element": "neutral"}
    dice = {"critical": MISS, "armour": {"K": MISS}}
    assert table.does("cast", spell="blow", target="C3", declared=text, **dice) == []
    steals = [{"effect": "steals-health", "by": "q"}]
    assert table.does("cast", spell="punch", target="B3", critical=MISS, standby=steals) == ["7.2.9.a"]


@pytest.mark.article("4.18.1")
def test_a_cause_may_do_as_much_again_in_another_action() -> None:
    table = unseen()
    assert table.does("cast", spell="blow", target="C3", declared={"cost": {}, "healed": {"q": 9}}) == []
    again = [{"effect": "blow", "by": "q", "declared": {"healed": {"q": 9}}}]
    assert table.does("cast", spell="punch", target="B3", critical=MISS, standby=again) == []


@pytest.mark.article("7.1.4.c")
@pytest.mark.article("7.1.4.c", breaks=True)
@pytest.mark.parametrize(("cost", "faults"), [(2, []), (3, ["7.1.4.c"])])
def test_a_power_may_cost_all_injuries_its_owner_can_take(cost: int, faults: list[str]) -> None:
    table = unseen()
    table["q"].injuries = (table["q"].hp or 0) - 2
    blood = {"power": "blood price", "cost": {"injuries": cost}}
    assert table.does("cast", spell="punch", target="B3", critical=MISS, declared=blood) == faults


@pytest.mark.article("6.3.3")
def test_a_power_takes_the_ap_off_a_kamas_price() -> None:
    table = unseen()
    table.game.coins[table["q"].cell], table["q"].ap = 1, 1
    cheap = {"power": "discount", "cost_change": {"ap": -1}}
    assert table.does("collect", declared=cheap) == []
    assert (table["q"].ap, table.game.kamas["A"]) == (1, 1)


@pytest.mark.article("4.7.8", "4.18.1")
def test_tokens_of_one_name_are_not_added_up_across_actions() -> None:
    """Any known card gives two tokens at most."""
    table = Table("q . K", q="oscar-kass", K="bill-tell").activate("q")
    table["q"].rewards = tuple(Reward("granite-1", None) for _ in range(3))
    for given in ("glue", "confuse", "lightning"):
        table["q"].revealed = False
        choices = {"reward": given, "rank": "silver"}
        assert table.does("reveal", reward="granite-1", choices=choices, coins=["heads"]) == []
    assert [each.slug for each in table["q"].rewards if not each.face_up] == ["glue", "confuse", "lightning"]
