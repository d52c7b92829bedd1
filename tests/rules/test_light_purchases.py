"""The Kamas of a light log and what they buy (4.5, 4.7, 6.3)."""

import json
from typing import Any

import pytest

from rules.arena.facts_document import content_of, known_from
from rules.arena.ledger.replay import account_after
from rules.common.verdicts import Report
from rules.games import parse, replay
from tests.rules.logs import Action, do
from tests.rules.test_light_glory import players, values
from tests.rules.test_light_log import TURN_A, TURN_B, faults, light, report

CRAFTERS = content_of([{"kind": "text", "slug": "anna-tommy", "body": {"powers": ["crafter"]}}])
TECHNIQUE = content_of(
    [
        {
            "kind": "reward",
            "slug": "new-trick",
            "body": {"name": "New Trick", "kind": "equipment", "equipment": "technique"},
        }
    ]
)


def kamas(**change: int) -> Action:
    return do("kamas", kamas=change)


def buy(reward: str | None = None, rank: str = "granite", **fields: Any) -> Action:
    return do("buy-reward", rank=rank, **({"reward": reward} if reward else {}), **fields)


def with_facts(facts: bytes, *actions: Action) -> Report:
    return replay(json.dumps(light(*actions, result=None)).encode(), facts)


def stocks(found: Report) -> Any:
    return (found.ledger or ())[-1]["kamas"]


@pytest.mark.article("4.5.3")
def test_all_kamas_may_be_spent_and_no_more() -> None:
    found = report(TURN_A, kamas(A=2), kamas(A=1), kamas(A=-3), result=None)
    assert (found.errors, stocks(found)) == ((), {"A": 0, "B": 0})
    assert stocks(report(TURN_A, kamas(A=2), kamas(A=3), result=None)) == {"A": 5, "B": 0}
    assert values(report(TURN_A, kamas(A=2), kamas(A=-3), result=None)) == [(2, 3)]


@pytest.mark.article("4.5.1", "5.4.1")
@pytest.mark.parametrize(
    ("actions", "believed"),
    [
        ([TURN_A, kamas(A=40)], 0),
        ([TURN_A, kamas(A=41)], 1),
        ([TURN_A, kamas(A=40), kamas(A=-1)], 0),
        ([TURN_A, TURN_B, kamas(B=43)], 0),
        ([TURN_A, TURN_B, kamas(B=44)], 1),
    ],
)
def test_kamas_beyond_the_arena_and_dice_refunds_are_believed(actions: list[Action], believed: int) -> None:
    """40 lie on The Pit; up to 3 come back for the dice of each turn after the first."""
    found = report(*actions, result=None)
    assert (found.errors, found.proof.by_card) == ((), {"kamas": 1} if believed else {})


@pytest.mark.article("6.3.3", breaks=True)
def test_no_card_gives_more_than_six_kamas_in_a_turn() -> None:
    assert faults(TURN_A, kamas(A=46), result=None) == []
    assert [each.code for each in report(TURN_A, kamas(A=47), result=None).errors] == ["too-many-kamas"]


@pytest.mark.article("1.2.1", breaks=True)
def test_nothing_lies_in_an_arena_that_nobody_knows() -> None:
    found = report(TURN_A, kamas(A=1), arena="nowhere", result=None)
    assert {"no-such-arena"} <= {each.code for each in found.errors}
    assert found.proof.believed == 1


@pytest.mark.article("1.3.7", breaks=True)
def test_two_piles_of_ten_lie_there_of_each_rank() -> None:
    bought = [TURN_A, kamas(A=46), TURN_B, TURN_A, kamas(A=17), *[buy()] * 20]
    assert faults(*bought, result=None) == []
    assert faults(*bought, buy(), result=None) == [(25, "1.3.7")]


@pytest.mark.article("8.1.2", breaks=True)
def test_the_first_box_has_no_silver_pile() -> None:
    assert (2, "8.1.2") in faults(TURN_A, kamas(A=40), buy(rank="silver"), rewards="original", result=None)


@pytest.mark.article("1.3.7")
@pytest.mark.article("1.3.7", breaks=True)
@pytest.mark.parametrize(
    ("purchases", "code"),
    [
        ([buy("glue"), buy("confuse"), buy()], None),
        ([buy("glue"), buy(), buy("glue")], "reward-already-given"),
        ([buy("water-boost"), buy("boost-deau")], "reward-already-given"),
        ([buy("nobody-knows-it"), buy("nobody-knows-it")], None),
        ([buy("unknown"), buy("unknown")], None),
        ([buy("enutrof-style", "jade")], None),
    ],
)
def test_each_token_is_there_once_and_in_its_pile(purchases: list[Action], code: str | None) -> None:
    found = report(TURN_A, kamas(A=40), *purchases, result=None)
    assert [(each.action, each.code) for each in found.errors] == ([(len(purchases) + 1, code)] if code else [])


THREE_WORN = [buy(slug, to="a1") for slug in ("hammer", "dofus-hp", "treach-set")]


@pytest.mark.article("4.7.9")
@pytest.mark.article("4.7.9", breaks=True)
@pytest.mark.parametrize(
    ("purchases", "code"),
    [
        (THREE_WORN, None),
        ([*THREE_WORN, buy("angel-bow", to="a2")], None),
        ([*THREE_WORN, buy("angel-bow")], None),
        ([*THREE_WORN, buy("angel-bow", to="a1")], "too-many-rewards"),
        ([*THREE_WORN[:2], buy("glue", to="a1"), buy("water-buff", to="a1"), buy(to="a1"), THREE_WORN[2]], None),
        ([*THREE_WORN[:2], buy("nobody-knows-it", to="a1"), THREE_WORN[2]], None),
        ([buy("hammer"), buy("angel-bow"), *THREE_WORN[1:], buy("dagueros", to="a1")], None),
    ],
)
def test_a_figure_carries_as_much_equipment_as_it_has_levels(purchases: list[Action], code: str | None) -> None:
    """What is used up is not held against it."""
    found = report(TURN_A, kamas(A=40), *purchases, result=None)
    assert [(each.action, each.code) for each in found.errors] == ([(len(purchases) + 1, code)] if code else [])


@pytest.mark.article("4.7.9")
def test_a_figure_of_level_1_carries_one() -> None:
    bought = [TURN_A, kamas(A=9), buy("hammer", to="a1")]
    assert all(
        each.code != "too-many-rewards"
        for each in report(*bought, players=players("quentin-flush"), result=None).errors
    )


@pytest.mark.article("4.7.11.d")
def test_a_technique_takes_no_place() -> None:
    bought = [TURN_A, kamas(A=40), buy("new-trick", to="a1"), *THREE_WORN]
    assert with_facts(TECHNIQUE, *bought).errors == ()


@pytest.mark.article("4.7.8", breaks=True)
def test_a_fallen_figure_carries_nothing() -> None:
    bought = [TURN_A, kamas(A=40), do("ko", unit="a1")]
    assert faults(*bought, buy("hammer", to="a2"), result=None) == []
    assert faults(*bought, buy("hammer", to="a1"), result=None) == [(3, "4.7.8")]


@pytest.mark.article("4.9.27.a")
def test_who_has_a_crafter_in_the_arena_pays_less() -> None:
    """Anna Tommy is one of B's."""
    jade = buy(rank="jade")
    found = with_facts(CRAFTERS, TURN_A, TURN_B, kamas(B=9), jade)
    assert (stocks(found), found.facts) == ({"A": 0, "B": 4}, known_from(CRAFTERS).digest)
    assert stocks(with_facts(CRAFTERS, TURN_A, kamas(A=9), jade)) == {"A": 3, "B": 0}
    fallen = with_facts(CRAFTERS, TURN_A, TURN_B, do("ko", unit="b1"), kamas(B=9), jade)
    assert stocks(fallen) == {"A": 0, "B": 3}
    assert stocks(report(TURN_A, TURN_B, kamas(B=9), jade, result=None)) == {"A": 0, "B": 3}


def test_a_logs_account_leaves_out_what_the_rules_refuse() -> None:
    log = parse(json.dumps(light(TURN_A, kamas(A=5), buy(), TURN_A, TURN_B)).encode())
    account = account_after(log)
    assert (account.turn, account.player, account.kamas) == (2, "B", {"A": 2, "B": 0})
