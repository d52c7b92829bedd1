"""Declared effects as they happen: into which gauges they go, what adds up, and what is left out and said."""

from dataclasses import replace
from typing import Any

import pytest

from rules.arena import bounds
from rules.arena.engine.claims.declared import apply_outcomes, change_gauges
from rules.arena.engine.claims.limits import Cause, together
from rules.arena.engine.damage import knock_outs
from tests.rules.table import Table

CAUSE = Cause("a power", "q")


@pytest.mark.article("4.11.4", "4.15.7")
def test_declared_gains_reach_only_the_gauges_they_name() -> None:
    table = Table("q K", q="oscar-kass", K="bill-tell").activate("q")
    oscar, bill = table["q"], table["K"]
    change_gauges(table.game, bill, {"mp": 1, "ap": 2}, CAUSE)
    assert (bill.ap, bill.mp) == (0, 0)  # the gauges of those whose turn it is not stay empty
    oscar.ap = oscar.mp = 0
    change_gauges(table.game, oscar, {"mp": 1}, CAUSE)
    change_gauges(table.game, oscar, {"ap": 2}, CAUSE)
    assert (oscar.ap, oscar.mp, oscar.reach, oscar.hp) == (2, 1, 0, 10)
    change_gauges(table.game, oscar, {"range": 1}, CAUSE)
    change_gauges(table.game, oscar, {"range": 2}, CAUSE)
    assert (oscar.ap, oscar.mp, oscar.reach, oscar.hp) == (2, 1, 3, 10)
    change_gauges(table.game, oscar, {"ap": -5}, CAUSE)
    assert oscar.ap == 0


@pytest.mark.article("4.10.2")
@pytest.mark.parametrize(("injuries", "left"), [(0, 1), (2, 3), (5, 6)])
def test_declared_hp_add_up_and_their_loss_never_knocks_out(injuries: int, left: int) -> None:
    table = Table("q K . X", q="oscar-kass", K="bill-tell", X="anna-tommy").activate("q")
    bill = table["K"]
    change_gauges(table.game, bill, {"hp": 2}, CAUSE)
    change_gauges(table.game, bill, {"hp": 1}, CAUSE)
    assert bill.hp == 9
    change_gauges(table.game, bill, {"hp": -3}, CAUSE)
    bill.injuries = injuries
    change_gauges(table.game, bill, {"hp": -8}, CAUSE)
    knock_outs(table.game)
    assert (bill.hp, bill.in_play) == (left, True)
    before, bill.hp = bill.more_hp, None
    change_gauges(table.game, bill, {"hp": 2}, CAUSE)
    assert (bill.more_hp, bill.hp) == (before, None)


@pytest.mark.article("4.12.1", "4.13.1")
def test_declared_markers_add_up_and_none_is_none() -> None:
    table = Table("q K", q="oscar-kass", K="bill-tell").activate("q")
    for markers, specials in (
        ({"range": 1}, {}),
        ({"range": 2, "bleeding": 0}, {}),
        ({"bleeding": 1}, {"bleeding": "q"}),
        ({"bleeding": 0}, {"bleeding": "q"}),
    ):
        claim: Any = {"markers": {"K": markers}}
        apply_outcomes(table.game, claim, table["q"], CAUSE)
        assert table["K"].specials == specials
    assert (table["K"].range_markers, table["K"].specials) == (3, {"bleeding": "q"})
    gone: Any = {"markers": {"K": {"bleeding": -1}}}
    apply_outcomes(table.game, gone, table["q"], CAUSE)
    assert table["K"].specials == {}


@pytest.mark.article("4.19.1.a", breaks=True)
def test_summons_after_one_on_a_taken_cell_still_come() -> None:
    table = Table("q K . .", q="queen-of-the-tofus", K="bill-tell").activate("q")
    claim: Any = {"summoned": {"tofu": ["B1", "C1"]}}
    apply_outcomes(table.game, claim, table["q"], CAUSE)
    assert [finding.article for finding in table.game.findings] == ["4.19.1.a"]
    assert table.at("q/tofu-1") == "C1"


@pytest.mark.article("4.9.31.a", "4.10.5", "4.18.6")
def test_what_could_not_be_done_is_said_with_its_article() -> None:
    table = Table("q K . X", q="oscar-kass", K="bill-tell", X="anna-tommy").activate("q")
    table["K"].profile = replace(table["K"].profile, powers=frozenset({"profanation"}))
    table["K"].refresh()
    for unit, article in (("K", "4.9.31.a"), ("X", "4.10.5")):
        claim: Any = {"healed": {unit: 2}}
        apply_outcomes(table.game, claim, table["q"], CAUSE)
        assert [finding.article for finding in table.game.findings] == [article]
        table.game.findings.clear()
    table.game.lift(table["X"])
    hit: Any = {"injuries": {"X": 2}}
    apply_outcomes(table.game, hit, table["q"], CAUSE)
    assert [finding.article for finding in table.game.findings] == ["4.18.6"]


@pytest.mark.article("4.6.2")
def test_a_declared_loss_of_glory_goes_to_the_opponent_once() -> None:
    table = Table("q K", q="oscar-kass", K="bill-tell").activate("q")
    claim: Any = {"glory": {"A": -1}}
    apply_outcomes(table.game, claim, table["q"], CAUSE)
    assert (table.game.glory, table.game.wild) == ({"A": 6, "B": 7}, 0)
    apply_outcomes(table.game, claim, table["q"], CAUSE)
    assert (table.game.glory, table.game.wild) == ({"A": 6, "B": 7}, 0)


@pytest.mark.article("4.13.1", "4.13.2", "4.10.2")
@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ({"markers": {"K": {"bleeding": 1}}}, []),
        ({"markers": {"K": {"bleeding": -1}}}, ["K, special markers of a name: -1 declared, at most 0 possible."]),
        ({"markers": {"X": {"theirs": -1}}}, ["X, special markers of a name: -1 declared, at most 0 possible."]),
        (
            {"markers": {"q/tofu-1": {"bleeding": 1}}},
            ["q/tofu-1, special markers of a name: 1 declared, at most 0 possible."],
        ),
        ({"kamas": {"B": -2}}, []),
        ({"kamas": {"B": -3}}, ["B, Kamas: -3 declared, at most -2 possible."]),
        ({"gained": {"K": {"hp": -2}}}, ["K, HP: -2 declared, at most -1 possible."]),
    ],
)
def test_what_was_left_out_of_a_declaration_is_said(claim: Any, said: list[str]) -> None:
    table = Table("q K w X", q="oscar-kass", K="bill-tell", w="tofu of q", X="anna-tommy").activate("q")
    table["K"].injuries = 4
    table["X"].specials = {"theirs": "K"}
    table.game.kamas["B"] = 2
    begun = len(table.game.findings)
    apply_outcomes(table.game, claim, table["q"], CAUSE)
    assert [str(each.message) for each in table.game.findings[begun:] if each.code == "declared-cut"] == said


@pytest.mark.article("4.18.1")
def test_a_powers_turn_gains_add_up_and_excess_is_reported() -> None:
    table = Table("q K", q="oscar-kass", K="bill-tell").activate("q")
    most, power, spell = bounds.most("effect", "kamas"), Cause("a power", "q", is_power=True), Cause("a spell", "q")

    def bring(cause: Cause, amount: int) -> list[str]:
        table.game.findings.clear()
        table.game.claims.now.done.clear()  # another action
        assert together(table.game, "kamas", amount, cause, "A") == amount
        return [finding.code for finding in table.game.findings]

    assert [bring(power, amount) for amount in (most - 1, 1, 1, 1)] == [[], [], ["often-in-one-turn"], []]
    assert [bring(spell, most) for _time in range(2)] == [[], []]
    table.game.turn += 1
    assert [bring(power, most) for _time in range(2)] == [[], ["often-in-one-turn"]]


@pytest.mark.article("4.18.1")
def test_a_causes_effects_in_one_action_add_up_per_direction() -> None:
    table = Table("q K", q="oscar-kass", K="bill-tell").activate("q")
    most = bounds.most("effect", "kamas")
    believed = [together(table.game, "kamas", amount, CAUSE, "A") for amount in (1, -1, most, -most)]
    assert believed == [1, -1, most - 1, 1 - most]
    assert [finding.code for finding in table.game.findings] == ["beyond-any-card"] * 2
