"""What may be believed of parts that nobody has seen: powers, dice, tokens and the spells that they give."""

from dataclasses import replace
from typing import Any

import pytest

from rules.arena.engine import unknown, unknown_spells
from rules.arena.engine.damage import knock_out
from rules.arena.engine.effects.primitives import EFFECTS
from rules.arena.engine.rewards.unknown_tokens import hear
from rules.arena.engine.spells import Cast
from rules.arena.engine.units import Reward
from rules.arena.printed import UNKNOWN_REWARD, RewardText
from tests.known_texts import reward_of
from tests.rules.duels import HIT, MISS, SAVE, apply, duel, endow, of_types, spell, strike
from tests.rules.table import Table
from tests.rules.test_claimed_powers import claims, shooter
from tests.rules.test_unknown_facts import beliefs, legal


def token(slug: str, **facts: Any) -> RewardText:
    """As the log tells of one that nobody has entered."""
    text = reward_of("hammer")
    assert text is not None
    return replace(text, slug=slug, spells={}, claimed=True, explained=True, **facts)


# -- which card or token ---------------------------------------------------------------------------------


@pytest.mark.article("4.7.5")
def test_a_tokens_spell_is_believed_of_the_token_giving_it() -> None:
    table = Table("q . K", q="oscar-kass", K="bill-tell").activate("q")
    for slug, spells in (("granite-1", ("other",)), ("granite-2", ("zap",))):
        table["q"].rewards += (Reward(slug, token(slug, claimed_spells=spells), face_up=True),)
    assert unknown.card_of(table["q"], "zap") == "granite-2"


@pytest.mark.article("4.9.17.a", "4.18.4.g")
def test_who_has_lost_its_powers_is_known_to_have_none() -> None:
    for powerless, found in ((False, {("percedal", "powers", None)}), (True, set())):
        table = Table("q K . . X", q="oscar-kass", K="percedal", X="bill-tell").activate("q")
        table["K"].powerless = powerless
        table["K"].refresh()
        apply(table, {"do": "push", "cells": 1})
        assert beliefs(table) == found


@pytest.mark.article("4.9.25.a", "2.2.2")
@pytest.mark.parametrize(
    ("by", "boss", "believed"),
    [
        ("P", "q", {"percedal"}),  # who strikes a Boss down may be wise
        ("P", None, set()),
        ("K", "q", set()),  # all its powers are known
        ("P/tofu-1", "q", set()),  # a summon is no Krosmaster
    ],
)
def test_unseen_wisdom_is_believed_missing_where_a_boss_falls(by: str, boss: str | None, believed: set[str]) -> None:
    table = Table("q P K t . x", q="oscar-kass", P="percedal", K="bill-tell", x="bill-tell", t="tofu of P")
    summon = table["P/tofu-1"]
    summon.profile = replace(summon.profile, lacks=frozenset({"powers"}))
    if boss:
        of_types(table[boss], "Cra", "Boss")
    knock_out(table.game, table["q"], table[by])
    assert {card for card, field, _spell in beliefs(table) if field == "powers"} == believed


def test_readings_of_a_spell_are_those_of_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Objects may be stored where another one was before."""
    table = Table("q K . X", q="anna-tommy", K="bill-tell", X="bill-tell").activate("q")
    endow(table["q"], "chance")
    assault = table["q"].profile.spells["assault"]
    other = replace(assault, element="earth")
    kept = (other, [("earth", other)])
    monkeypatch.setitem(unknown_spells._KEPT, (id(assault), "element"), kept)
    found = legal(table, "cast", spell="assault", target="B1", critical=MISS, armour={"K": MISS})
    assert found == {("anna-tommy", "element", "assault")}


@pytest.mark.article("4.15.7", "7.2.3.c")
@pytest.mark.parametrize(
    ("reach", "far", "believed"), [(0, False, False), (1, False, False), (1, True, True), (-1, False, True)]
)
def test_an_alterable_range_may_decide_whom_a_multiple_area_takes(reach: int, far: bool, believed: bool) -> None:
    """The spell reaches three cells, or one more or less; aimed at an empty cell two or three away."""
    table = Table("q . . . . .", q="oscar-kass")
    table.add("K", "bill-tell", [table.game.cell("E1" if far else "L11")])
    table.activate("q")
    facts = {"range": "ranged", "least": 1, "most": 3, "area": "multiple", "alterable": None}
    spell(table, kind="special", effects=(), unknown=frozenset({"alterable"}), **facts)
    table["q"].reach = reach
    found = legal(table, "cast", spell="con", target="D1")
    assert (("oscar-kass", "alterable", "con") in found) is believed


# -- dice ------------------------------------------------------------------------------------------------


def unseen(table: Table, name: str) -> Table:
    table[name].profile = replace(table[name].profile, lacks=frozenset({"powers"}))
    return table


@pytest.mark.article("7.2.5.a")
@pytest.mark.article("7.2.5.a", breaks=True)
@pytest.mark.parametrize(("dice", "faults"), [(1, []), (2, []), (3, []), (4, ["7.2.5.a"])])
def test_an_unseen_power_may_add_dice_and_no_more(dice: int, faults: list[str]) -> None:
    """Critical Hit, and the power of the element of an attack."""
    table = unseen(duel(), "q")
    spell(table, element="earth")
    assert strike(table, critical=dice) == faults
    expected = [found.expected for found in table.game.findings if found.code == "critical-dice"]
    assert expected == ([{"critical": [1, 3]}] if faults else [])


@pytest.mark.article("7.2.6.a", breaks=True)
def test_missing_armour_rolls_are_reported_with_the_fewest_possible_dice() -> None:
    """Whether Chance adds a die hangs on an element that nobody has seen."""
    table = duel("chance")
    spell(table, element="unknown")
    table.does("cast", spell="con", target="B1", critical=MISS)
    (found,) = [each for each in table.game.findings if each.code == "armour-dice"]
    assert (found.expected, found.logged) == ({"armour": {"K": 1}}, {"armour": {"K": 0}})


@pytest.mark.article("7.2.7.b")
@pytest.mark.parametrize(("criticals", "armour", "injuries"), [(1, 1, 2), (1, 2, 1), (2, 2, 2)])
def test_critical_hits_that_count_double_are_held_against_the_armour(
    criticals: int, armour: int, injuries: int
) -> None:
    table = duel("armour", mine=("critical-hit",))
    spell(table, element="earth", amount=1, effects=({"do": "double-criticals"},))
    dice = {"critical": HIT * criticals + MISS * (2 - criticals), "armour": {"K": SAVE * armour + MISS * (2 - armour)}}
    assert table.does("cast", spell="con", target="B1", **dice) == []
    assert table["K"].injuries == injuries


# -- what powers spared that only the players tell of ----------------------------------------------------


def spared(board: Table) -> list[int]:
    return [facts["amount"] for _index, event, facts in board.game.basis.events if event == "spared"]


def arrow(board: Table, armour: list[str], **fields: Any) -> list[str]:
    arrows = {"spell": "plaguing-arrow", "target": board.at("P"), "critical": MISS, "armour": {"P": armour}}
    return board.does("cast", **arrows, **fields)


@pytest.mark.article("7.2.7.c")
@pytest.mark.parametrize(("power", "amount"), [("resistance-water-air-earth-fire", [1]), ("dodge", [])])
def test_only_what_a_claimed_power_took_off_was_spared(power: str, amount: list[int]) -> None:
    board = shooter("q . . P X Y")
    claims(board, "P", power)
    board["q"].profile = elemental(board)
    assert arrow(board, MISS) == []
    assert (spared(board), 2 in board.game.basis.resting) == (amount, bool(amount))


def elemental(board: Table) -> Any:
    profile = board["q"].profile
    return replace(profile, spells={**profile.spells, "plaguing-arrow": fiery(board)})


def fiery(board: Table) -> Any:
    return replace(board["q"].profile.spells["plaguing-arrow"], element="fire", amount=3)


@pytest.mark.article("7.2.7.c")
def test_a_powers_other_additions_do_not_hide_what_was_spared() -> None:
    board = shooter("q . . P X Y")
    claims(board, "P", "resistance-water-air-earth-fire")
    board["q"].profile = elemental(board)
    assert arrow(board, MISS, declared={"power": "odd", "by": "P", "damage_change": {"P": 1}}) == []
    assert spared(board) == [1]


@pytest.mark.article("7.2.7.c", "2.5.2")
def test_nothing_is_spared_of_a_spell_only_the_log_describes() -> None:
    board = Table("b q . . P . Y", b="goultard", q="bill-tell", P="percedal", Y="oscar-kass").activate("q")
    board.game.index = 1
    claims(board, "P", "resistance-water-air-earth-fire")
    board.activate("b")
    blow = {"cost": {"ap": 1}, "range": {"kind": "unseen", "min": 1, "max": 12}, "element": "fire", "damage": 3}
    dice = {"critical": MISS, "armour": {"P": MISS}}
    assert board.does("cast", spell="blow", target="E1", declared=blow | {"injuries": {"P": 2}}, **dice) == []
    assert spared(board) == []


@pytest.mark.article("4.9.12.a")
def test_injuries_by_an_unseen_effect_are_of_no_element() -> None:
    table = duel("immune")
    spell(table, element="earth", amount=1, unknown=frozenset({"effects"}))
    dice = {"critical": MISS, "armour": {"K": MISS}}
    assert table.does("cast", spell="con", target="B1", declared={"injuries": {"K": 1}}, **dice) == []
    assert table["K"].injuries == 1


@pytest.mark.article("4.10.2")
def test_one_injury_of_a_summon_of_unseen_numbers_is_trusted() -> None:
    table = Table("q W . X", q="oscar-kass", X="bill-tell", W="wabbit of X").activate("q")
    spell(table, element="earth", amount=1)
    found = legal(table, "cast", spell="con", target="B1", critical=MISS)
    assert ("wabbit", "characteristics", None) in found


@pytest.mark.article("4.19.1.b")
def test_a_summon_without_room_is_none_of_those_that_came() -> None:
    table = Table("q K . X", q="oscar-kass", K="bill-tell", X="anna-tommy").activate("q")
    casting = Cast(table.game, spell(table, kind="attack"), table["q"], table["q"].cell, table["K"].cell, {})
    EFFECTS.read({"do": "summon", "summon": "tofu"})(casting)
    assert casting.summoned == ()


# -- tokens that are turned up ---------------------------------------------------------------------------


def reveals(*slugs: str) -> Table:
    """Oscar Kass with these tokens face down, of which nothing is in the data."""
    table = Table("q . K", q="oscar-kass", K="bill-tell").activate("q")
    table["q"].rewards = tuple(Reward(slug, None) for slug in slugs)
    return table


@pytest.mark.article("4.7.10", breaks=True)
def test_one_unknown_token_is_not_another() -> None:
    assert reveals("granite-2").does("reveal", reward="granite-1") == ["4.7.10"]
    table = reveals("granite-2", "granite-1")
    assert table.does("reveal", reward="granite-1") == []
    assert [(each.slug, each.face_up) for each in table["q"].rewards] == [("granite-2", False), ("granite-1", True)]


@pytest.mark.article("4.7.6", "4.7.10")
def test_a_misnamed_token_may_be_turned_up_under_its_name() -> None:
    table = Table("q . K", q="oscar-kass", K="bill-tell").give("q", "hammer").activate("q")
    table["q"].rewards[0].perhaps = "celestial-wand"
    assert table.does("reveal", reward="celestial-wand") == []
    assert [(each.slug, each.face_up, each.perhaps) for each in table["q"].rewards] == [("celestial-wand", True, None)]


@pytest.mark.article("4.7.5", "4.7.10")
def test_the_bearer_of_a_reported_token_acts_by_belief_thereafter() -> None:
    table = reveals("granite-1", "granite-2")
    gives = {"kind": "buff", "gives": {"ap": 1}}
    assert table.does("reveal", reward="granite-1", **gives) == []
    assert table["q"].believed.always
    table["q"].revealed = False
    assert table.does("reveal", reward="granite-2") == []
    assert table["q"].believed.always


@pytest.mark.article("4.7.5", "4.5.1")
def test_a_tokens_bearer_does_what_is_declared_of_it() -> None:
    table = reveals("granite-1")
    assert table.does("reveal", reward="granite-1", declared={"moved": {"q": "A2"}, "kamas": {"A": 1}}) == []
    assert (table.at("q"), table.game.kamas["A"]) == ("A2", 1)


def test_nothing_is_kept_of_tokens_only_their_player_has_seen() -> None:
    table = reveals("granite-1")
    for slug, kept in ((UNKNOWN_REWARD, False), ("granite-1", True)):
        hear(table.game, {"do": "reveal", "reward": slug, "kind": "boost"})
        assert (slug in table.game.claims.tokens) is kept


@pytest.mark.article("2.7.1", "4.9.11.a")
def test_any_card_may_have_a_power_the_rules_explain() -> None:
    board = shooter("q . . P X Y")
    claims(board, "P", "resistance-water-air-earth-fire")
    assert [each.code for each in board.game.findings] == []


@pytest.mark.article("4.7.5")
def test_injuries_by_two_tokens_of_a_name_may_differ() -> None:
    table = reveals("granite-1", "granite-1")
    for injuries in (1, 2):
        table["q"].revealed = False
        assert table.does("reveal", reward="granite-1", declared={"injuries": {"K": injuries}}) == []
    assert (table["K"].injuries, [each.code for each in table.game.findings]) == (3, [])


@pytest.mark.article("4.10.6.b", "4.6.2")
def test_a_figure_a_token_strikes_down_falls_by_its_bearer() -> None:
    table = Table("q K . x", q="oscar-kass", K="bill-tell", x="anna-tommy").activate("q")
    table.add("Y", "anna-tommy", [70])
    table["q"].rewards = (Reward("granite-1", None),)
    endow(table["q"], "prospecting")
    left = (table["K"].hp or 0) - 1
    table["K"].injuries = left
    assert table.does("reveal", reward="granite-1", declared={"injuries": {"K": 1}}) == []
    assert (table.at("K"), table.game.kamas["A"]) == (None, 1)
