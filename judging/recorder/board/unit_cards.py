"""Cards of figures, shown on a long press."""

from typing import Any

from judging.board.reach import cost_of
from judging.board.unit_names import printed_name
from rules.arena.public import Game, Spell, Unit, spells_of
from teams.cards.editor.words import power_label
from teams.wording import RANGES

Json = dict[str, Any]


def unit_cards(game: Game) -> dict[str, Json]:
    """Return the cards by unit, without figures of which the site knows only the name."""
    return {unit.name: _card(unit) for unit in game.units.values() if not unit.profile.incomplete or spells_of(unit)}


def _card(unit: Unit) -> Json:
    profile = unit.profile
    return {
        "mp": profile.mp,
        "ap": profile.ap,
        "initiative": profile.initiative,
        "powers": [_power_shown(unit, power) for power in sorted(profile.powers)],
        "spells": [spell_shown(spell) for spell in spells_of(unit)],
    }


def _power_shown(unit: Unit, power: str) -> str:
    own = unit.profile.explained.get(power)
    return printed_name(own) if own else power_label(power)


def spell_shown(spell: Spell) -> Json:
    reach = str(RANGES.get(spell.range, spell.range))
    far = f"{spell.least}–{spell.most}" if spell.most > 1 else ""
    return {"name": printed_name(spell), "cost": cost_of(spell), "reach": f"{reach} {far}".strip()}
