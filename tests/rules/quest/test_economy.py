"""Kamas, bag, AP and equipment in logs with every detail."""

from functools import partial

import pytest

from tests.rules.quest import logs
from tests.rules.quest.logs import FACTS, demon, do, last_row, pack, turn

A, B, C = turn("A"), turn("B"), turn("C")
ADVENTURE = turn("A", "adventure")
FARM = do("farm", what="wood")
CHIEF = do("kill", mob="war-chief")
faults = partial(logs.faults, detail="economy")
row = partial(last_row, detail="economy")


def event(**fields: object) -> list[dict[str, object]]:
    return [A, B, demon("C", {"event": fields.pop("event"), **fields}, "trees"), C]


def test_farming_fills_the_bag_and_the_dofus_brings_one_more():
    assert row(A, FARM, do("pick-up", what="egg", roll="dofus"))["bag"]["A"] == {"wood": 1, "egg": 2}
    assert row(A, do("pick-up", what="egg", roll="dofus>lock"))["bag"]["A"] == {"egg": 2}
    assert row(A, do("pick-up", what="egg", roll="critical"))["bag"]["A"] == {"egg": 1}


@pytest.mark.article("Q-9.1", breaks=True)
def test_a_market_sells_then_buys_at_one_price():
    sold = do("market", sold={"wood": 1}, bought={"iron": 2})
    after = row(A, FARM, sold)
    assert (after["kamas"]["A"], after["bag"]["A"]) == (2, {"iron": 2})
    assert faults(A, do("market", bought={"wood": 2})) == [(1, "Q-9.1")]
    assert faults(A, do("market", sold={"wood": 1})) == [(1, "Q-9.1")]
    assert faults(A, do("market", bought={"egg": 1}), families=["gobball"]) == [(1, "Q-9.1")]


@pytest.mark.article("Q-9.1", breaks=True)
def test_events_change_prices():
    changed = event(event="price-change", up="wood", down="iron")
    assert row(*changed, do("market", bought={"wood": 1}))["kamas"]["C"] == 1
    assert row(*changed, do("market", bought={"iron": 1}))["kamas"]["C"] == 3
    assert faults(*event(event="price-change", up="wood", down="wood")) == [(2, "Q-9.1")]
    header = {"families": ["gobball"]}
    assert faults(*event(event="price-change", up="wood", down="egg"), **header) == [(2, "Q-9.1")]


@pytest.mark.article("Q-9.1", breaks=True)
def test_an_auction_is_paid():
    bid = event(event="auction", to="B", kamas=5, item="Made-up boots")
    after = row(*bid)
    assert (after["kamas"]["B"], after["bag"]["B"]) == (0, {"made-up-boots": 1})
    assert faults(*event(event="auction", to="B", kamas=6, item="hat")) == [(2, "Q-9.1")]


def test_an_unknown_price_is_believed():
    answer = logs.report(
        A, B, demon("C", "price-change", "trees"), C, do("market", bought={"wood": 1}), detail="economy"
    )
    assert ("marketplace", "prices") in {(each.card, each.field) for each in answer.proof.beliefs}


@pytest.mark.article("Q-9.2", breaks=True)
@pytest.mark.article("Q-9.2")
def test_craft_takes_the_recipe_or_one_less():
    made = [A, CHIEF, do("farm", what="iron")]
    for spent in ({"wool": 1, "iron": 1}, {"wool": 1}, {"iron": 1, "wool": 0}):
        assert faults(*made, do("craft", item="Made-up boots", spent=spent), facts=pack()) == []
    for spent in ({}, {"horn": 1}, {"wool": 1, "iron": 1, "horn": 1}):
        assert faults(*made, do("craft", item="Made-up boots", spent=spent), facts=pack()) == [(3, "Q-9.2")]
    assert faults(A, do("craft", item="hat", spent={"wool": 1})) == [(1, "Q-9.2")]
    after = row(*made, do("craft", item="Made-up boots", spent={"wool": 1}), facts=pack())
    assert after["bag"]["A"] == {"horn": 2, "iron": 1, "made-up-boots": 1}


@pytest.mark.article("Q-5.4", "Q-5.8", breaks=True)
@pytest.mark.article("Q-5.4", "Q-5.8")
def test_trade_is_of_what_both_have_in_adventure_mode():
    trade = do("trade", **{"with": "B"}, gives={"wood": 1, "kamas": 2}, takes={"kamas": 5})
    assert faults(ADVENTURE, FARM, trade) == []
    assert faults(A, FARM, trade) == [(2, "Q-5.4")]
    assert faults(ADVENTURE, trade) == [(1, "Q-5.8")]
    assert faults(ADVENTURE, FARM, {**trade, "takes": {"kamas": 6}}) == [(2, "Q-5.8")]
    assert faults(ADVENTURE, do("trade", **{"with": "A"})) == [(1, "Q-5.8")]
    after = row(ADVENTURE, FARM, trade)
    assert (after["kamas"], after["bag"]["B"]) == ({"A": 8, "B": 2, "C": 5}, {"wood": 1})


@pytest.mark.article("Q-2.2", breaks=True)
@pytest.mark.article("Q-2.2")
def test_only_what_is_there_is_discarded():
    assert faults(A, FARM, do("discard", what={"wood": 1})) == []
    assert faults(A, do("discard", what={"wood": 1})) == [(1, "Q-2.2")]
    assert faults(A, do("discard", what={"kamas": 6})) == [(1, "Q-2.2")]


@pytest.mark.article("Q-5.4", "Q-9.3", breaks=True)
@pytest.mark.article("Q-5.4", "Q-9.3")
@pytest.mark.parametrize(
    ("worn", "found"),
    [
        (("made-up-weapon", "made-up-weapon"), []),
        (("made-up-weapon", "made-up-weapon", "made-up-weapon"), [(3, "Q-9.3")]),
        (("made-up-two-handed", "made-up-weapon"), [(2, "Q-9.3")]),
        (("made-up-weapon", "made-up-two-handed"), [(2, "Q-9.3")]),
        (("hat", "hat", "hat"), []),
    ],
)
def test_hands_hold_two_weapons_or_a_large_one(worn, found):
    assert faults(ADVENTURE, *[do("equip", item=item) for item in worn], facts=pack()) == found
    assert faults(A, do("equip", item="hat")) == [(1, "Q-5.4")]


@pytest.mark.article("Q-5.3", breaks=True)
@pytest.mark.article("Q-5.3")
def test_equipment_may_give_ap():
    farmed = [FARM, FARM, FARM]
    assert faults(ADVENTURE, do("equip", item="hat"), *farmed) == []
    assert faults(ADVENTURE, *farmed) == [(3, "Q-5.3")]


@pytest.mark.article("Q-9.1", breaks=True)
@pytest.mark.article("Q-9.1")
def test_what_is_worn_can_be_sold():
    bought = [ADVENTURE, do("market", bought={"made-up-boots": 1}), do("equip", item="made-up-boots")]
    sold = do("market", sold={"made-up-boots": 1})
    assert faults(*bought, sold, facts=pack([*FACTS[1:]])) == []
    assert row(*bought, sold, facts=pack())["kamas"]["A"] == 5
    assert faults(ADVENTURE, bought[-1], sold, facts=pack()) == [(2, "Q-9.1")]


@pytest.mark.article("Q-2.2", breaks=True)
@pytest.mark.article("Q-2.2")
def test_a_bag_holds_as_many_slots_as_the_dashboard_says():
    slots = {"facts": pack(), "families": ["tofu"]}
    eggs = [do("pick-up", what="egg", roll="dofus")] * 2
    assert faults(A, *eggs, do("pick-up", what="egg"), **slots) == [(3, "Q-2.2")]
    assert faults(A, *eggs, do("uncover", what="bag", kamas=3), do("pick-up", what="egg"), **slots) == []
    assert faults(A, *eggs, do("pick-up", what="egg"), families=["tofu"]) == []


@pytest.mark.article("Q-5.6", breaks=True)
@pytest.mark.article("Q-5.6")
def test_covers_of_the_bag_go_once_for_their_price():
    def cover(kamas: int) -> dict[str, object]:
        return do("uncover", what="bag", kamas=kamas)

    assert faults(A, cover(5)) == []
    assert faults(A, cover(4)) == [(1, "Q-5.6")]
    assert faults(A, cover(8)) == [(1, "Q-5.6")]
    assert logs.faults(A, cover(8), cover(8)) == [(2, "Q-5.6")]
    assert logs.faults(A, cover(8), cover(5), cover(3)) == []


def test_loot_of_an_unknown_mob_is_believed():
    unknown = do("kill", mob="nobody-knows")
    paid = [A, unknown, do("market", sold={"egg": 9}, bought={"wood": 9})]
    assert faults(*paid) == []
    answer = logs.report(*paid, detail="economy")
    assert ("nobody-knows", "mob") in {(each.card, each.field) for each in answer.proof.beliefs}


@pytest.mark.article("Q-4.8", breaks=True)
@pytest.mark.article("Q-4.8")
def test_a_quest_asks_for_twelve_kamas():
    rich = {"players": "A", "first_quest": "bling-bling"}
    quest = do("quest", kind="path", place=1)
    begun = [demon("A", "trees"), A]
    assert faults(*begun, quest, **rich) == [(2, "Q-4.8")]
    assert faults(*begun, CHIEF, CHIEF, quest, **rich) == []


def test_without_every_detail_purse_and_bag_are_not_held():
    spent = [FARM, do("market", bought={"wood": 99}), do("trade", **{"with": "A"}), do("use", item="hat"), FARM, FARM]
    assert logs.faults(A, *spent, do("buy-gg", kamas=99)) == []


@pytest.mark.article("Q-5.3", "Q-9.1", breaks=True)
def test_what_is_missing_is_reported_where_it_was_paid():
    paid = [A, do("uncover", what="bag", kamas=5), do("zaap"), do("market", bought={"wood": 1}), FARM]
    assert faults(*paid) == [(2, "Q-5.3"), (3, "Q-9.1")]


@pytest.mark.parametrize("gathered", [do("farm", what="wood"), do("pick-up", what="egg")])
def test_the_dofus_of_a_farmer_is_believed(gathered):
    proof = logs.report(A, {**gathered, "roll": "dofus"}, detail="economy").proof
    assert [each.field for each in proof.beliefs if each.action] == ["powers"]
    assert logs.report(A, {**gathered, "roll": "lock"}, detail="economy").proof.believed == 0
