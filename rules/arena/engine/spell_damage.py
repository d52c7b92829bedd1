"""The damage of a spell to one target (7.2.7)."""

from rules.arena.engine import unknown
from rules.arena.engine.auras import around, has_companion
from rules.arena.engine.powers import resisted
from rules.arena.engine.spells import Cast
from rules.arena.engine.units import Unit, spells_of
from rules.arena.printed import ELEMENTS


def damage(casting: Cast, target: Unit, criticals: int, armour: int) -> int:
    """7.2.7: base, additional effects, rewards, the modifier of the rolls, less what the target's powers take off."""
    spell, caster = casting.spell, casting.caster
    total = spell.amount
    if casting.bonuses:
        total += bonuses_of(casting, target)
    if caster.rewards or caster.lent.damage:
        total += lasting_bonus(caster, spell.element, close=spell.range == "close")
    if casting.empowered:
        total += sum([bonus.amount for bonus in casting.empowered if spell.element in bonus.elements])
    if casting.following:
        total += _following(casting)
    if spell.element in ELEMENTS:
        total += _by_own_powers(casting, target)
    total += casting.game.laws.modifier(criticals, armour)
    total += casting.game.claims.now.damage_change.get(target.name, 0)
    total = resisted(target, spell.element, total)
    return total if total > 0 else 0


def _by_own_powers(casting: Cast, target: Unit) -> int:
    """7.2.7.c: what powers of single cards add to their attack spells of an element, or take off."""
    game, caster, more = casting.game, casting.caster, 0
    more += casting.first_attack and "compulsion" in caster.powers
    hunts = casting.spell.element == "earth" and "big-game-hunter" in caster.powers
    if hunts and has_companion(game, caster, "Brotherhood of the Tofu"):
        foes = [unit for unit in around(game, caster, "opposing-krosmasters") if unit is not target]
        more += target.side != caster.side and all(target.level > foe.level for foe in foes)
    if "cribbling" in caster.powers:
        more += _some_have_such_a_spell(casting)
    if "false-friend" in caster.powers:
        more -= sum(ally is not caster for ally in around(game, caster, "team"))
    return more


def _some_have_such_a_spell(casting: Cast) -> bool:
    """7.2.7.c: of the characters among the targets, whether one has a spell of the same element."""
    element, targets = casting.spell.element, [unit for unit in casting.targets if unit.is_character]
    found = any(spell.element == element for unit in targets for spell in spells_of(unit))
    if not found:
        unknown.trust_elements(casting.game, targets)
    return found


def bonuses_of(casting: Cast, target: Unit) -> int:
    return sum([bonus(casting, target) for bonus in casting.bonuses])


def _following(casting: Cast) -> int:
    """4.7.5.a: what Boosts add to the next spell."""
    return sum([bonus.damage for bonus in casting.following if casting.spell.element in bonus.elements])


def lasting_bonus(caster: Unit, element: str | None, *, close: bool) -> int:
    """What powers, face-up Buffs and Equipment add to spells of these elements."""
    bonuses = [*caster.lent.damage, *(bonus for text in caster.face_up() for bonus in text.damage)]
    return sum(bonus.amount for bonus in bonuses if element in bonus.elements and (close or not bonus.close))
