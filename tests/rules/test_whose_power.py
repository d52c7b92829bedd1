"""Which powers an unseen card may be said to have, and when one acts: in play, and in the fight."""

from pathlib import Path
from typing import Any

import pytest

from tests.rules.logs import END, TENSION, Action, do
from tests.rules.validated import THREE_TURNS, Answer, errors, said, validated

STRANGER = [("2.7.1", "power-of-another-card")]
FIRST_TURN = [*THREE_TURNS[:8], do("activate", unit="a1")]


def declaring(folder: Path, *powers: str, **claimed: Any) -> Answer:
    """Of Evangelyne, who was never seen, as she is placed."""
    placing, *others = FIRST_TURN
    declared = [{"power": power, "by": "a1", **claimed} for power in powers]
    return validated(folder, {**placing, "declared": declared}, *others)


@pytest.mark.article("2.7.1", breaks=True)
@pytest.mark.parametrize(
    "power",
    ["descendre-prank", "krowsome", "profanation", "wear", "feca-style", "perfect-lock"],
)
def test_a_power_of_another_card_summon_or_token_is_faulty(tmp_path: Path, power: str) -> None:
    assert errors(declaring(tmp_path, power)) == STRANGER


@pytest.mark.article("2.7.1", breaks=True)
def test_another_cards_spell_is_no_power(tmp_path: Path) -> None:
    assert errors(declaring(tmp_path, "Plaguing Arrow", kamas={"A": 1})) == STRANGER


@pytest.mark.article("2.7.1")
@pytest.mark.parametrize("power", ["immune", "unfazed", "counter", "interior-fire", "loot-6", "Head Start"])
def test_powers_of_all_cards_or_of_unseen_ones_are_believed(tmp_path: Path, power: str) -> None:
    answer = declaring(tmp_path, power)
    assert (errors(answer), said(answer), answer["unverified_cards"]) == ([], [], ["evangelyne"])


@pytest.mark.article("2.7.1")
@pytest.mark.parametrize("power", ["invisibility", "slowing-presence", "silencing-presence"])
def test_a_power_seen_on_another_card_is_believed_and_said(tmp_path: Path, power: str) -> None:
    """A card that nobody has entered may print it too: Invisible Chafer may well have Invisibility."""
    answer = declaring(tmp_path, power)
    assert (answer["verdict"], errors(answer), said(answer)) == ("unverified", [], ["power-seen-elsewhere"])
    assert answer["unverified_cards"] == ["evangelyne"]


@pytest.mark.article("4.18.1", breaks=True)
def test_no_loot_goes_beyond_what_anything_brings(tmp_path: Path) -> None:
    assert errors(declaring(tmp_path, "loot-7")) == [("4.18.1", "beyond-any-card")]


@pytest.mark.article("4.7.5", "4.7.5.b", breaks=True)
@pytest.mark.parametrize(
    ("gives", "found"),
    [
        ({"powers": ["armour", "lock", "dodge", "counter", "heal"]}, []),
        ({"powers": ["armour", "lock", "dodge", "counter", "heal", "immune"]}, [("4.7.5", "beyond-any-token")]),
        ({"powers": ["loot-7"]}, [("4.7.5", "beyond-any-token")]),
        ({"powers": ["perfect-lock"]}, []),
        ({"powers": ["profanation"]}, [("4.7.5.b", "power-of-another-card")]),
        ({"powers": ["descendre-prank"]}, [("4.7.5.b", "power-of-another-card")]),
        ({"spells": ["one", "two", "three"]}, [("4.7.5", "beyond-any-token")]),
    ],
)
def test_an_unknown_token_has_no_more_powers_than_any_known(
    tmp_path: Path, gives: dict[str, Any], found: list[tuple[str, str]]
) -> None:
    turns = [*THREE_TURNS[:-2]]
    flips = [index for index, action in enumerate(turns) if action["do"] == "flip"]
    turns[flips[0]] = {**turns[flips[0]], "reward": "wonder", "kind": "equipment", "gives": gives}
    assert errors(validated(tmp_path, *turns)) == found


BOOM = {"power": "boom", "by": "a1", "injuries": {"b2": 1}}


def after(folder: Path, *actions: Action) -> Answer:
    return validated(folder, *FIRST_TURN, *actions)


@pytest.mark.article("4.18.6", breaks=True)
def test_a_power_of_a_fallen_figure_acts_no_more(tmp_path: Path) -> None:
    """Evangelyne has 8 HP; what answers to her fall is logged as she falls."""
    pays = do("cast", spell="last-blow", target="K2", declared=[{"cost": {"ap": 1, "injuries": 8}}, BOOM])
    assert errors(after(tmp_path, pays)) == []
    later = do("activate", unit="a2", declared=BOOM)
    assert errors(after(tmp_path, pays, later)) == [("4.18.6", "not-in-play")]
    assert errors(after(tmp_path, later)) == []


@pytest.mark.article("4.18.6", "1.3.10", breaks=True)
def test_nobody_is_injured_or_acts_by_power_before_being_placed(tmp_path: Path) -> None:
    first, second, *others = FIRST_TURN
    early = {**second, "declared": {"power": "cheer", "by": "a3", "kamas": {"A": 1}}}
    assert errors(validated(tmp_path, first, early, *others)) == [("4.18.6", "not-in-play")]
    hurt = {**second, "declared": {"power": "boom", "by": "a1", "injuries": {"a1": 1}}}
    assert errors(validated(tmp_path, first, hurt, *others)) == [("1.3.10", "fight-not-begun")]
    cheer = {**second, "declared": {"power": "cheer", "by": "a1", "kamas": {"A": 1}}}
    assert errors(validated(tmp_path, first, cheer, *others)) == []


@pytest.mark.article("7.2.9.a", breaks=True)
def test_nothing_of_a_fallen_figure_comes_on_standby_later(tmp_path: Path) -> None:
    flame = [{"effect": "ember-return", "by": "b2", "declared": {"injuries": {"a2": 1}}}]
    strike = {"cost": {"ap": 1}, "injuries": {"b2": 10}}
    fells = do("cast", spell="blow", target="B12", declared=strike, standby=flame)
    assert errors(after(tmp_path, fells)) == []
    late = [{**fells, "standby": []}, END, *THREE_TURNS[9:12], TENSION, do("activate", unit="b1", standby=flame)]
    assert errors(after(tmp_path, *late))[-1:] == [("7.2.9.a", "no-such-effect")]
