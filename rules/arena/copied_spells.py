"""A spell that players copy from a card: read in the words of card texts, claimed by the log as `declared` has it.

A log never brings facts of its own, so each cast of such a spell claims its text, and the engine holds the game to one.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.arena.printed import Spell
from rules.arena.text_tables import SpellTable
from rules.common.binding import bind

WITHOUT_DISTANCE = ("close", "personal")


@dataclass(frozen=True, slots=True)
class CopiedSpell:
    """`does_more`: its players say at each cast what else it did."""

    card: str
    body: Mapping[str, Any]
    spell: Spell
    claim: Mapping[str, Any]
    does_more: bool

    @property
    def slug(self) -> str:
        return self.spell.slug


def read_copied(card: str, body: Mapping[str, Any]) -> CopiedSpell:
    """InvalidValue where it cannot be read."""
    spell = SpellTable(**bind(SpellTable, body)).printed()
    return CopiedSpell(card, body, spell, claim_of(spell), spell.kind != "attack" or "effects" in spell.unknown)


def claim_of(spell: Spell) -> dict[str, Any]:
    """What of it was seen."""
    claim: dict[str, Any] = {"cost": _cost(spell)}
    if spell.range != "unknown":
        claim["range"] = _range(spell)
    if spell.limit != "unknown":
        claim["limit"] = spell.limit
    if spell.kind == "attack":
        claim["damage"] = spell.amount
        if spell.element != "unknown":
            claim["element"] = spell.element
    return claim


def _cost(spell: Spell) -> dict[str, int]:
    """7.1.4; without AP the card shows a dash (4.8.2)."""
    seen = {"mp": spell.mp, "injuries": spell.injuries, "kamas": spell.kamas}
    paid = {name: amount for name, amount in seen.items() if amount}
    return paid if spell.ap is None else {"ap": spell.ap, **paid}


def _range(spell: Spell) -> dict[str, Any]:
    if spell.range in WITHOUT_DISTANCE:
        return {"kind": spell.range}
    reach = {"kind": spell.range, "min": spell.least, "max": spell.most}
    return reach if spell.alterable is None else {**reach, "alterable": spell.alterable}
