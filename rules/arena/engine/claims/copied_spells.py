"""A spell that players have copied from a card that nobody has entered: what it is before it is cast."""

from collections.abc import Collection, Mapping
from typing import Any

from rules.arena.engine.claims.declarations import Statement, facts_in
from rules.arena.engine.claims.spells import as_claimed, claimed_spell
from rules.arena.engine.copying import copied
from rules.arena.engine.spells import spell_of
from rules.arena.engine.state import Game
from rules.arena.engine.units import Unit
from rules.arena.printed import Spell
from rules.common.messages import message as _
from rules.common.names import slugify
from rules.common.verdicts import Illegal


def may_be_copied_from(unit: Unit) -> bool:
    """2.5.1: the figure's card was not seen whole."""
    return unit.is_krosmaster and "spells" in unit.profile.lacks


def spell_of_claim(name: str, claim: Mapping[str, Any]) -> Spell:
    """As the engine knows it once it is cast with this claim."""
    return as_claimed(name, facts_in(dict(claim)), attack="damage" in claim)


def require_believable(
    game: Game, unit_name: str, name: str, claim: Mapping[str, Any], besides: Collection[str] = ()
) -> None:
    """Illegal where the unit's card cannot have such a spell, or the game has told another text of it. `besides` are
    the others that were copied from the card."""
    tried = copied(game)
    tried.be_strict()
    unit = tried.units[unit_name]
    if not may_be_copied_from(unit):
        message = _("The site knows all spells of {unit}.", unit=unit.name)
        raise Illegal("2.5.1", "known-card", message)
    if spell_of(unit, slugify(name))[0] is not None:
        raise Illegal(
            "2.5.1", "known-spell", _("The site already knows {spell} of {unit}.", unit=unit.name, spell=name)
        )
    for other in besides:
        tried.claims.statements.setdefault((unit.profile.card, "spell", other), Statement({}, {}))
    try:
        claimed_spell(tried, unit, {"do": "cast", "spell": name, "declared": dict(claim), "critical": []})
    except Illegal as refusal:
        refusal.cited(game.laws.cites)
        raise


def was_cast(game: Game, card: str, slug: str) -> bool:
    """From then on its text is the one that was claimed."""
    return (card, "spell", slug) in game.claims.statements
