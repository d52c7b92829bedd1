"""Mutators for the rolls of spells: missing or additional dice (7.2.5, 7.2.6, 7.3.2, 7.4.2)."""

from collections.abc import Iterator

from rules.arena.engine.state import Game
from rules.arena.printed import Spell
from rules.common.actions import Action
from tools.selfplay.casting import caster_of, spell_cast
from tools.selfplay.mutator import Edit, Mutator, but

FILLER = "lock"


def _attack(game: Game, action: Action) -> Spell | None:
    """The spell of an attack with a roll."""
    spell = spell_cast(game, action) if action.get("critical") else None
    return spell if spell and spell.kind == "attack" and spell.element != "unknown" else None


def critical_roll_forgotten(game: Game, action: Action) -> Iterator[Edit]:
    if _attack(game, action):
        yield [but(action, critical=None)]


def critical_die_too_many(game: Game, action: Action) -> Iterator[Edit]:
    spell = _attack(game, action)
    known = spell and spell.element != "neutral" and not caster_of(game).profile.incomplete
    if known and action["critical"] and len(action["critical"]) == 1:
        yield [but(action, critical=[*action["critical"], FILLER])]


def critical_power_forgotten(game: Game, action: Action) -> Iterator[Edit]:
    if _attack(game, action) and len(action["critical"]) == 2:
        yield [but(action, critical=action["critical"][:1])]


def neutral_spell_with_two_dice(game: Game, action: Action) -> Iterator[Edit]:
    spell = _attack(game, action)
    if spell and spell.element == "neutral":
        yield [but(action, critical=[*action["critical"], FILLER])]


def _armour_of(game: Game, action: Action, *, pierced: bool) -> Iterator[tuple[str, list[str]]]:
    spell = _attack(game, action)
    if spell and any(effect.do == "pierce" for effect in spell.effects) == pierced:
        yield from (action.get("armour") or {}).items()


def armour_roll_forgotten(game: Game, action: Action) -> Iterator[Edit]:
    for name, _ in _armour_of(game, action, pierced=False):
        others = {other: dice for other, dice in action["armour"].items() if other != name}
        yield [but(action, armour=others)]


def armour_power_forgotten(game: Game, action: Action) -> Iterator[Edit]:
    for name, dice in _armour_of(game, action, pierced=False):
        if len(dice) == 2:
            yield [but(action, armour={**action["armour"], name: dice[:1]})]


def armour_die_too_many(game: Game, action: Action) -> Iterator[Edit]:
    for name, dice in _armour_of(game, action, pierced=False):
        target = game.units[name]
        if len(dice) == 1 and "armour" not in target.powers and not target.profile.incomplete:
            yield [but(action, armour={**action["armour"], name: [*dice, FILLER]})]


def armour_not_pierced(game: Game, action: Action) -> Iterator[Edit]:
    for name, dice in _armour_of(game, action, pierced=True):
        if not game.units[name].profile.incomplete:
            yield [but(action, armour={**action["armour"], name: [*dice, FILLER]})]


def armour_of_a_bystander(game: Game, action: Action) -> Iterator[Edit]:
    if _attack(game, action):
        rolled = action.get("armour") or {}
        aim = game.cell(action["target"])
        away = (unit for unit in game.in_play() if unit.name not in rolled and unit.cell != aim)
        yield from ([but(action, armour={**rolled, unit.name: [FILLER]})] for unit in away)


def armour_against_healing(game: Game, action: Action) -> Iterator[Edit]:
    spell = spell_cast(game, action)
    if spell and spell.kind == "healing":
        yield [but(action, armour={caster_of(game).name: [FILLER]})]


def dice_for_a_special_spell(game: Game, action: Action) -> Iterator[Edit]:
    spell = spell_cast(game, action)
    if spell and spell.kind == "special" and "effects" not in spell.unknown:
        yield [but(action, critical=[FILLER])]


MUTATORS = (
    Mutator("7.2.5.a", critical_roll_forgotten),
    Mutator("7.2.5.a", critical_die_too_many),
    Mutator("7.2.5.b", critical_power_forgotten),
    Mutator("4.10.3.b", neutral_spell_with_two_dice),
    Mutator("7.2.6.a", armour_roll_forgotten),
    Mutator("7.2.6.b", armour_power_forgotten),
    Mutator("7.2.6.a", armour_die_too_many),
    Mutator("7.2.6.c", armour_not_pierced),
    Mutator("7.2.6.a", armour_of_a_bystander),
    Mutator("7.3.2.a", armour_against_healing),
    Mutator("7.4.2", dice_for_a_special_spell),
)
