"""Cards of which something was never seen: what they may have is not held against them; what is known counts."""

from pathlib import Path

import pytest

from tests.rules.duels import MISS, spell
from tests.rules.logs import do
from tests.rules.table import Table, believed_cards
from tests.rules.validated import THREE_TURNS, believed, errors, validated


def target(card: str) -> Table:
    return Table("q K . X", q="oscar-kass", K=card, X="bill-tell").activate("q")


@pytest.mark.article("7.2.6.b")
@pytest.mark.parametrize(("card", "faults"), [("goultard", []), ("bill-tell", ["7.2.6.a"])])
def test_an_unseen_card_may_have_powers_that_add_to_armour(card: str, faults: list[str]) -> None:
    """Con is a water spell: Armour and Chance may both be there."""
    for dice in (2, 3):
        table = target(card)
        assert table.does("cast", spell="con", target="B1", critical=MISS, armour={"K": MISS * dice}) == faults
        assert (card in believed_cards(table.game)) is not bool(faults)
    for unseen, trusted in (("goultard", ["goultard"]), ("bill-tell", [])):
        table = target(unseen)
        assert table.does("cast", spell="con", target="B1", critical=MISS, armour={"K": MISS}) == []
        assert believed_cards(table.game) == trusted
    assert target(card).does("cast", spell="con", target="B1", critical=MISS, armour={"K": MISS * 4}) == ["7.2.6.a"]


@pytest.mark.article("7.2.6.b", breaks=True)
def test_no_power_adds_a_second_armour_die_against_neutral_spells() -> None:
    for dice, faults in ((2, []), (3, ["7.2.6.a"])):
        table = target("goultard")
        spell(table, element="neutral")
        assert table.does("cast", spell="con", target="B1", critical=MISS, armour={"K": MISS * dice}) == faults


@pytest.mark.article("4.10.3.b", breaks=True)
def test_an_unseen_cards_neutral_spell_has_one_critical_die() -> None:
    table = Table("q K", q="goultard", K="bill-tell").activate("q")
    assert table.does("cast", spell="punch", target="B1", critical=MISS * 2, armour={"K": MISS}) == ["4.10.3.b"]


@pytest.mark.article("4.14.5", "4.14.6")
@pytest.mark.parametrize(
    ("lock", "dodge", "faults"), [(2, 2, []), (1, 1, []), (3, 1, ["4.14.2.b"]), (1, 3, ["4.14.2.c"])]
)
def test_unseen_cards_may_have_lock_and_dodge(lock: int, dodge: int, faults: list[str]) -> None:
    table = Table("q K\n. .", q="goultard", K="percedal").activate("q")
    block = {"by": "K", "lock": ["armour"] * lock, "dodge": ["dodge"] + ["armour"] * (dodge - 1)}
    assert table.does("move", to="A1", blocks=[block]) == faults


@pytest.mark.article("4.8.1", breaks=True)
def test_beside_shak_shaka_every_opposing_spell_costs_one_more() -> None:
    dice = {"critical": MISS, "armour": {"K": MISS}}
    table = target("shak-shaka")
    assert table.does("cast", spell="con", target="B1", **dice) == []
    assert table["q"].ap == 2
    table["q"].ap = 3
    assert table.does("cast", spell="con", target="B1", **dice) == ["4.8.1"]


@pytest.mark.article("7.2.8.d", "7.5.18.a")
def test_merkator_takes_at_most_three_injuries_per_spell_even_stolen() -> None:
    """Oscar Kass's Con made stronger by a Boost and a Buff: 1 and 2 and 2, and a critical hit."""
    table = target("merkator").give("q", "stasis-crystal", face_up=True).give("q", "water-boost")
    table["q"].injuries = 8
    assert table.does("reveal", reward="water-boost") == []
    dice = {"critical": ["critical", "lock"], "armour": {"K": MISS}}
    assert table.does("cast", spell="con", target="B1", **dice) == []
    assert (table["K"].injuries, table["q"].injuries) == (3, 5)


@pytest.mark.article("4.9.8.a", "4.9.4.a")
def test_known_powers_of_cards_otherwise_unknown() -> None:
    table = target("cloud-knight")
    spell(table, element="air", amount=2)
    assert table.does("cast", spell="con", target="B1", critical=MISS, armour={"K": MISS}) == []
    assert table["K"].injuries == 1
    assert target("otomai").does("cast", spell="con", target="B1", critical=MISS, armour={"K": MISS}) == ["7.2.6.b"]


@pytest.mark.article("4.14.5")
def test_lock_dice_are_believed_for_unseen_cards_and_proved_otherwise() -> None:
    for card, dice, trusted in (("percedal", 2, ["percedal"]), ("percedal", 1, ["percedal"]), ("oscar-kass", 1, [])):
        table = Table("q K\n. .", q="bill-tell", K=card).activate("q")
        block = {"by": "K", "lock": ["armour"] * dice, "dodge": ["dodge", "armour"]}
        assert table.does("move", to="A1", blocks=[block]) == []
        assert believed_cards(table.game) == trusted


@pytest.mark.article("4.19.1.a", "6.3.2")
def test_a_summon_that_nobody_has_entered_acts_on_trust(tmp_path: Path) -> None:
    summons = do("cast", spell="call", target="K3", declared={"cost": {"ap": 1}, "summoned": {"critter": "K3"}})
    steps = [do("activate", unit="a1/critter-1"), *(do("move", to=cell) for cell in ("L3", "L4", "L5"))]
    answer = validated(tmp_path, *THREE_TURNS, summons, *steps)
    assert (answer["verdict"], errors(answer)) == ("unverified", [])
    assert {"card": "critter", "field": "characteristics"} in believed(answer)
