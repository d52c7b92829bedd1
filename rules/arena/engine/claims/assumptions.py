"""What a game assumes about texts missing from the data, stored with the report: two games must not give a spell two
texts.

Each claim is a field with the possible values that the game leaves; two games contradict each other if they leave none
in common.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rules.arena.engine.powers import unseen_dice
from rules.arena.engine.state import Game
from rules.arena.engine.units import Unit
from rules.arena.printed import UNNAMED_SPELL, Spell


def claim_spell(game: Game, card: str, name: str, claim: Mapping[str, Any]) -> None:
    """Record the claim of an unknown spell before its declared effects apply. A spell without a name may be any."""
    if name == UNNAMED_SPELL:
        return
    cost = claim.get("cost")
    if cost:
        stated = ", ".join(f"{gauge} {amount}" for gauge, amount in sorted(cost.items()) if amount or gauge == "ap")
        game.basis.claim(card, name, "cost", [stated], narrows=False)
    if "element" in claim:
        game.basis.claim(card, name, "element", [claim["element"]], narrows=True)
    does = list(_effects(claim))
    if does:
        game.basis.claim(card, name, "effects", does, narrows=False)


def claim_damage(game: Game, card: str, name: str, printed: Iterable[int]) -> None:
    """Record the values that the injuries of a standing enemy leave for the damage of the spell."""
    game.basis.claim(card, name, "damage", map(str, printed), narrows=True)


def _effects(declared: Mapping[str, Any]) -> Iterator[str]:
    """What kind of effects it has; whether it also moves or marks a unit depends on the position."""
    for kind in ("injuries", "healed"):
        if any((declared.get(kind) or {}).values()):
            yield kind
    yield from (f"summons {slug}" for slug in declared.get("summoned") or {})


def claim_element(game: Game, card: str, spell: Spell, counts: Mapping[str, object], given: int) -> None:
    """The elements for which this number of dice is rolled."""
    possible = [element for element, count in counts.items() if count == given]
    if possible:
        game.basis.claim(card, spell.slug, "element", possible, narrows=True)


def claim_power(game: Game, unit: Unit, roll: str, more: int, spell: Spell | None = None) -> None:
    """A roll shows whether the unknown part of a card has a power that adds a die, unless another power may explain it.

    `more` is the number of dice beyond what is known.
    """
    most = unseen_dice(unit, roll, spell)
    if most and not game.quiet and more in (0, most):
        game.basis.claim(unit.profile.card, None, roll, ["yes" if more else "no"], narrows=False)
