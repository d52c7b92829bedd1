"""Spells of cards that nobody has entered, in logs: they pay what they claim and keep one text (2.5.2)."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.rules.logs import END, Action, do
from tests.rules.table import Table
from tests.rules.validated import PLAYERS, THREE_TURNS, Answer, errors, said, validated

BLOW: dict[str, Any] = {
    "cost": {"ap": 3},
    "range": {"kind": "unseen", "min": 1, "max": 12},
    "element": "fire",
    "damage": 1,
    "limit": "unlimited",
    "injuries": {"b4": 1},
}


def blow(spell: str = "blow", target: str = "H11", **declared: Any) -> Action:
    return do("cast", spell=spell, target=target, declared=declared)


def after_three_turns(folder: Path, *actions: Action, **changes: Any) -> Answer:
    return validated(folder, *THREE_TURNS, *actions, **changes)


@pytest.mark.article("2.5.2", "7.1.4.a")
def test_a_claimed_spell_is_believed_and_its_card_listed(tmp_path: Path) -> None:
    answer = after_three_turns(tmp_path, blow(**BLOW), blow(**BLOW))
    assert (answer["verdict"], errors(answer), answer["unverified_cards"]) == ("unverified", [], ["evangelyne"])


@pytest.mark.article("7.1.4.a", breaks=True)
def test_a_claimed_spell_is_paid_for(tmp_path: Path) -> None:
    answer = after_three_turns(tmp_path, blow(**BLOW), blow(**BLOW), blow(**BLOW))
    assert errors(answer) == [("7.1.4.a", "too-few-ap")]
    answer = after_three_turns(tmp_path, blow(**BLOW), blow(), blow())
    assert errors(answer) == [("7.1.4.a", "too-few-ap")], "the cost that was claimed first holds when it is left out"


@pytest.mark.article("7.1.4.b", "4.5.3", breaks=True)
@pytest.mark.parametrize(
    ("cost", "article"),
    [({"mp": 4}, "7.1.4.b"), ({"injuries": 8}, None), ({"injuries": 9}, "2.5.2"), ({"kamas": 6}, "4.5.3")],
)
def test_mp_injuries_and_kamas_are_paid_too(tmp_path: Path, cost: dict[str, int], article: str | None) -> None:
    """Evangelyne has 3 MP and 8 HP; Ana has the 3 Kamas of two dice."""
    answer = after_three_turns(tmp_path, blow(cost=cost))
    assert [broken for broken, _code in errors(answer)] == ([article] if article else [])
    if cost == {"injuries": 8}:
        assert answer["glory"] == {"A": 4, "B": 9}


@pytest.mark.article("2.5.2", breaks=True)
@pytest.mark.parametrize(
    "other",
    [
        {"cost": {"ap": 2}},
        {"cost": {"ap": 3, "mp": 1}},
        {"range": {"kind": "line", "min": 1, "max": 12}},
        {"range": {"kind": "unseen", "min": 1, "max": 11}},
        {"element": "water"},
        {"damage": 2},
        {"limit": "turn"},
        {"injuries": {"b4": 4}},
        {"markers": {"b4": {"ap": -1}}},
    ],
)
def test_a_spell_has_one_text_for_the_game(tmp_path: Path, other: dict[str, Any]) -> None:
    answer = after_three_turns(tmp_path, blow(**BLOW), blow(**{**BLOW, **other}))
    assert errors(answer) == [("2.5.2", "another-text")]


@pytest.mark.article("2.5.2")
def test_that_a_text_varies_is_said_when_it_first_does(tmp_path: Path) -> None:
    first, then = BLOW | {"varies": True}, BLOW | {"markers": {"b4": {"ap": -1}}, "injuries": {"b4": 4}}
    assert errors(after_three_turns(tmp_path, blow(**first), blow(**then))) == []
    later = after_three_turns(tmp_path, blow(**BLOW), blow(**then, varies=True))
    assert (errors(later), said(later)) == ([], ["text-varies"])
    assert errors(after_three_turns(tmp_path, blow(**BLOW), blow(**then))) == [("2.5.2", "another-text")]


@pytest.mark.article("2.5.2", "7.2.7.b", breaks=True)
@pytest.mark.parametrize(("injuries", "found"), [((1, 3, 3), []), ((3, 1, 2), []), ((3, 1, 5), ["another-text"])])
def test_all_injuries_are_of_one_printed_damage(tmp_path: Path, injuries: tuple[int, ...], found: list[str]) -> None:
    """King of the Gobballs has 11 HP."""
    blows = [blow(target="F11", cost={"ap": 1}, injuries={"b3": amount}) for amount in injuries]
    assert [code for _article, code in errors(after_three_turns(tmp_path, *blows))] == found


@pytest.mark.article("2.5.2", breaks=True)
def test_another_name_of_a_spell_gives_it_no_second_text() -> None:
    table = Table("q K", q="merkator", K="bill-tell").activate("q")
    known = replace(table["q"].profile.spells["button-snap"], limit="unlimited")
    spells = {"button-snap": known, "claque-bouton": known}
    table["q"].profile = replace(table["q"].profile, spells=spells)
    declared = {"cost": {"ap": 1}, "range": {"kind": "close"}, "injuries": {"K": 1}}
    assert table.does("cast", spell="button-snap", target="B1", declared=declared) == []
    assert table.does("cast", spell="claque-bouton", target="B1", declared={**declared, "cost": {"ap": 2}}) == ["2.5.2"]
    assert table.does("cast", spell="claque-bouton", target="B1", declared=declared) == []


@pytest.mark.article("7.1.5", "7.1.3.a", "7.1.6", breaks=True)
@pytest.mark.parametrize(
    ("claimed", "article"),
    [
        ({"range": {"kind": "close"}}, "7.1.5"),
        ({"range": {"kind": "unseen", "max": 11}}, "7.1.5"),
        ({"range": {"kind": "ranged", "max": 12}}, "7.1.6"),
        ({"range": {"kind": "line", "max": 12}}, "4.15.4"),
        ({"limit": "turn"}, "7.1.3.a"),
        ({"limit": "game"}, "7.1.3.c"),
        ({"limit": "target"}, "7.1.3.b"),
        ({"range": {"kind": "unseen", "max": 12}}, None),
    ],
)
def test_the_claimed_text_binds_the_spell(tmp_path: Path, claimed: dict[str, Any], article: str | None) -> None:
    twice = [blow(**{**BLOW, **claimed})] * (2 if "limit" in claimed else 1)
    assert [broken for broken, _code in errors(after_three_turns(tmp_path, *twice))] == ([article] if article else [])


@pytest.mark.article("7.2.7.b", "4.10.3.b")
def test_the_claimed_damage_and_the_dice_say_the_injuries(tmp_path: Path) -> None:
    dice = {"critical": ["critical"], "armour": {"b4": ["lock"]}}
    text = {name: value for name, value in BLOW.items() if name != "injuries"}
    struck = [{**blow(**text), **dice}] * 2
    answer = after_three_turns(tmp_path, *struck, END, do("tension", dice=["lock", "dodge"]), do("activate", unit="b4"))
    assert errors(answer) == []
    neutral = {**blow(**{**text, "element": "neutral"}), **dice, "critical": ["lock"] * 2}
    assert errors(after_three_turns(tmp_path, neutral)) == [("4.10.3.b", "critical-dice")]


@pytest.mark.article("6.3.5", breaks=True)
@pytest.mark.parametrize("spell", ["Lightning", "peck", "Click"])
def test_a_spell_of_tokens_and_summons_is_theirs(tmp_path: Path, spell: str) -> None:
    assert errors(after_three_turns(tmp_path, blow(spell))) == [("6.3.5", "spell-of-another-card")]


@pytest.mark.article("6.3.5")
@pytest.mark.parametrize("spell", ["plaguing-arrow", "summon-tofu"])
def test_two_krosmasters_may_have_a_spell_of_one_name(tmp_path: Path, spell: str) -> None:
    answer = after_three_turns(tmp_path, blow(spell, cost={"ap": 1}))
    assert (errors(answer), said(answer)) == ([], ["spell-seen-elsewhere"])


@pytest.mark.article("6.3.5", breaks=True)
def test_a_card_whose_spells_are_known_has_no_other(tmp_path: Path) -> None:
    """Of the Darkness Knight the text of a power is missing."""
    team = {"a1": "darkness-knight", "a2": "bill-tell", "a3": "oscar-kass"}
    players = {**PLAYERS, "A": {"team": team, "timeline": list(team)}}
    cells = {"a1": "B1", "a2": "D1", "a3": "E2", "b1": "B12", "b2": "D12", "b3": "F11", "b4": "H11"}
    started = [*(do("place", unit=unit, cell=cell) for unit, cell in cells.items()), do("activate", unit="a1")]
    answer = validated(tmp_path, *started, blow(target="B12"), players=players)
    assert errors(answer) == [("6.3.5", "no-such-spell")]


@pytest.mark.article("2.5.1")
def test_four_claimed_spells_fit_on_a_card(tmp_path: Path) -> None:
    casts = [blow(f"blow-{number}", cost={"ap": 1}) for number in range(4)]
    assert errors(after_three_turns(tmp_path, *casts, casts[0])) == []


@pytest.mark.article("2.5.1", breaks=True)
def test_a_fifth_spell_is_one_too_many(tmp_path: Path) -> None:
    casts = [blow(f"blow-{number}", cost={"ap": 1}) for number in range(5)]
    assert errors(after_three_turns(tmp_path, *casts)) == [("2.5.1", "too-many-spells")]


@pytest.mark.article("2.5.1", breaks=True)
def test_unnamed_spells_that_contradict_one_another_are_different_spells(tmp_path: Path) -> None:
    """Four elements are four spells, and as many as a card has; a text said before is the same spell again."""
    elements = ["fire", "water", "air", "earth", "neutral"]
    casts = [blow("unseen", cost={"ap": 1}, element=element) for element in elements]
    assert errors(after_three_turns(tmp_path, *casts[:4], casts[0])) == []
    assert errors(after_three_turns(tmp_path, *casts)) == [("2.5.1", "too-many-spells")]
    named = [blow("blow", cost={"ap": 1}, element="fire"), *casts[1:]]
    assert errors(after_three_turns(tmp_path, *named)) == [("2.5.1", "too-many-spells")]
    assert errors(after_three_turns(tmp_path, *named[:4], blow("unseen", cost={"ap": 1}))) == []
    last = blow("blow", cost={"ap": 1}, element="neutral")
    assert errors(after_three_turns(tmp_path, *casts[:4], last)) == [("2.5.1", "too-many-spells")]
    assert errors(after_three_turns(tmp_path, *casts[:3], last, last)) == []


def test_a_spell_without_a_cost_gets_one_warning(tmp_path: Path) -> None:
    answer = after_three_turns(tmp_path, blow(injuries={"b4": 1}), blow(injuries={"b4": 1}))
    assert (answer["verdict"], said(answer)) == ("unverified", ["cost-not-declared"])


@pytest.mark.article("2.5.2", breaks=True)
def test_what_is_known_of_a_spell_is_held_against_claims(tmp_path: Path) -> None:
    arrow = do("cast", spell="plaguing-arrow", target="A4", critical=["lock"], declared={"cost": {"ap": 1}})
    turn = [*THREE_TURNS, do("activate", unit="a2")]
    assert errors(validated(tmp_path, *turn, arrow)) == [("2.5.2", "another-text")]
    arrow["declared"] = {"element": "fire"}
    assert errors(validated(tmp_path, *turn, arrow)) == [("2.5.2", "another-text")]
    arrow["declared"] = {"cost": {"ap": 3}, "element": "air", "limit": "unlimited"}
    answer = validated(tmp_path, *turn, arrow)
    assert (answer["verdict"], answer["findings"]) == ("valid", [])
