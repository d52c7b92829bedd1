"""Cards of figures, shown on a long press."""

from typing import Any

from judging.board.reach import cost_of
from rules.arena.public import Game, Spell, Unit, spells_of
from teams.wording import NO_NAMES, RANGES, named

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
        "powers": [str(named(power, NO_NAMES)) for power in sorted(profile.powers)],
        "spells": [spell_shown(spell) for spell in spells_of(unit)],
    }


def spell_shown(spell: Spell) -> Json:
    reach = str(RANGES.get(spell.range, spell.range))
    far = f"{spell.least}–{spell.most}" if spell.most > 1 else ""
    return {"name": spell.name, "cost": cost_of(spell), "reach": f"{reach} {far}".strip()}
