"""A spell that players copy from a card before it is cast: which cards may have one, and what it then is (2.5)."""

from typing import Any

import pytest

from rules.arena.engine.claims.copied_spells import may_be_copied_from, require_believable, spell_of_claim, was_cast
from rules.common.verdicts import Illegal
from tests.rules.test_declarations_kept import unseen

TEXT: dict[str, Any] = {"cost": {"ap": 1}, "range": {"kind": "ranged", "min": 1, "max": 4}, "limit": "turn"}
ATTACK = {**TEXT, "damage": 2, "element": "earth"}


@pytest.mark.article("2.5.1")
def test_a_spell_may_be_copied_from_a_partly_seen_krosmaster() -> None:
    table = unseen()
    table.add("t", "tofu of q", [3])
    assert [may_be_copied_from(table[name]) for name in ("q", "K", "q/tofu-1")] == [True, False, False]


@pytest.mark.article("2.5.1")
@pytest.mark.parametrize(
    ("unit", "spell", "code"), [("K", "Blow", "known-card"), ("q", "Charge", "known-spell"), ("q", "Blow", None)]
)
def test_what_the_site_knows_is_not_copied(unit: str, spell: str, code: str | None) -> None:
    table = unseen()
    try:
        require_believable(table.game, unit, spell, ATTACK)
    except Illegal as refusal:
        assert (refusal.code, "{unit}" in str(refusal.message)) == (code, False)
        assert str(refusal.message).startswith("The site ")
    else:
        assert code is None
    assert table.game.claims.statements == {}


@pytest.mark.article("4.8.6")
def test_a_copied_spell_with_damage_is_an_attack() -> None:
    attack, other = spell_of_claim("Blow", ATTACK), spell_of_claim("Curse", TEXT)
    assert (attack.kind, attack.amount, attack.element, attack.ap) == ("attack", 2, "earth", 1)
    assert (other.kind, other.amount, other.limit) == ("special", 0, "turn")


@pytest.mark.article("2.5.2")
def test_a_copied_spell_keeps_the_text_of_its_first_cast() -> None:
    table = unseen()
    assert not was_cast(table.game, "goultard", "blow")
    assert table.does("cast", spell="blow", target="B3", declared=TEXT) == []
    assert was_cast(table.game, "goultard", "blow")
