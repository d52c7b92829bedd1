"""What a spell does, once it is paid for: steps 2 to 7 (7.2.3 to 7.2.8, 7.3, 7.4)."""

from rules.arena.engine import standby, unknown_spells
from rules.arena.engine.claims.declarations import of_spell
from rules.arena.engine.claims.spells import claimed_damage
from rules.arena.engine.damage import heal, knock_outs, place_injuries
from rules.arena.engine.powers import most_injuries
from rules.arena.engine.rewards.unknown_tokens import doubt_the_damage
from rules.arena.engine.rolls import armour_rolls, critical_roll, dice_for_armour, no_rolls
from rules.arena.engine.scenery import strike_scenery
from rules.arena.engine.spell_damage import bonuses_of, damage
from rules.arena.engine.spells import Cast, additional_effects_apply, apply_effects, determine_targets
from rules.arena.engine.standby import resolves
from rules.arena.engine.state import Game, Pending
from rules.arena.engine.triggers import happens
from rules.arena.engine.units import OFF, Unit
from rules.arena.printed import CLAIMED, ELEMENTS, PUNCH, Spell
from rules.common.actions import Action
from rules.common.messages import message as _
from rules.common.signatures import Effect


def resolve(casting: Cast) -> None:
    """Steps 2 to 7; effects on standby are left to the spell that came first (7.2.9.d)."""
    game, spell = casting.game, casting.spell
    determine_targets(casting)
    if game.explaining:
        _tell_who_is_aimed_at(casting)
    if any(unit.specials for unit in casting.targets):
        _return_flames(casting)
    effects = (*spell.effects, *_techniques(casting)) if spell is PUNCH and casting.caster.rewards else spell.effects
    effects += casting.caster.added.get(spell.slug, ())
    casting.spares_unfazed = game.laws.unfazed_ignores
    if effects and additional_effects_apply(casting):
        apply_effects(casting, effects)
        knock_outs(game, casting.caster)  # 7.2.4.d
    if spell.kind == "special":
        if "effects" not in spell.unknown:
            no_rolls(casting, "7.4.2")
        return
    criticals = critical_roll(casting)
    casting.has_criticals = criticals > 0
    if spell.kind == "healing":
        no_rolls(casting, "7.3.2.a", only="armour")
        _heal(casting, criticals)
    else:
        _strike(casting, criticals)
        knock_outs(game, casting.caster)  # 7.2.8.c
        if any(unit.fallen for unit in casting.main):
            for rise in casting.rising:
                rise(casting)


def _tell_who_is_aimed_at(casting: Cast) -> None:
    for unit in casting.main:
        if unit.side != casting.caster.side:
            happens(casting.game, "aims", casting.caster, unit, number=_opponents_aimed_at(casting))


def _opponents_aimed_at(casting: Cast) -> int:
    """Of a spell with a limit for each target: so many different ones in this turn, this one among them."""
    names = {mark for slug, mark in casting.caster.aimed_this_turn if slug == casting.spell.slug}
    return sum(unit.name in names and unit.side != casting.caster.side for unit in casting.game.pieces)


def _return_flames(casting: Cast) -> None:
    """Flame Return: its marker is taken off whom a spell targets, and who is active pays for it."""
    game = casting.game
    for unit in casting.targets:
        for name, owner in unit.specials.items():
            by = game.units[owner]
            if "flame-return" in by.powers and by.in_play:
                unit.specials = {other: whose for other, whose in unit.specials.items() if other != name}
                game.standby.append(Pending("flame-return", by, amount=2, target=game.active, power="flame-return"))


@resolves("flame-return")
def _flame_return(game: Game, pending: Pending, _entry: Action) -> None:
    if pending.target is not None:
        place_injuries(game, pending.target, pending.amount, pending.source)
        knock_outs(game, pending.source)


def _techniques(casting: Cast) -> tuple[Effect, ...]:
    """4.7.11.e: each revealed Technique adds its effect to Punch."""
    return tuple(
        effect for text in casting.caster.face_up() if text.equipment == "technique" for effect in text.effects
    )


def _strike(casting: Cast, criticals: int) -> None:
    """Steps 5 to 7 of an attack: armour for each target, damage for each, then all injuries."""
    game, caster = casting.game, casting.caster
    targets = [unit for unit in casting.targets if unit.cell != OFF]
    if caster.lent.pierce and not casting.pierce:
        casting.pierce = 1
    if game.scenery_breaks:
        strike_scenery(casting, criticals)
    armour = armour_rolls(casting, targets)
    damages: list[tuple[Unit, int]] = []
    for unit in targets:
        total = _damage_or_declared(casting, unit, criticals, armour.get(unit.name, 0))
        damages.append((unit, total))
    for unit, total in damages:
        amount = most_injuries(unit, total)
        _note_what_was_spared(casting, unit, criticals, armour.get(unit.name, 0), total)
        casting.placed[unit.name] = place_injuries(game, unit, amount, caster)
    if caster.rewards:
        doubt_the_damage(caster, targets)
    for unit in targets if game.explaining else ():
        if unit.side != caster.side:
            happens(game, "attacked", unit, caster, number=dice_for_armour(casting, unit)[1])
    if casting.steals_health or _sram_style(casting):
        stolen = Pending("steals-health", caster, amount=sum(casting.placed.values()))
        game.standby.append(stolen)
        if game.laws.at_once:
            standby.run_at_once(game, stolen)


def _note_what_was_spared(casting: Cast, unit: Unit, criticals: int, armour: int, total: int) -> None:
    """What only powers that the players tell of took off the damage (7.2.7.c)."""
    now = casting.game.claims.now
    if not (unit.rewards or unit.claimed or now.damage_change):
        return
    believed = unit.believed_powers
    changed = now.damage_change.get(unit.name, 0) < 0
    if not (believed or changed) or CLAIMED in casting.spell.unknown:
        return
    powers, changes = unit.powers, now.damage_change
    unit.powers, now.damage_change = powers - believed, {} if changed else changes
    try:
        more = damage(casting, unit, criticals, armour) - total
    finally:
        unit.powers, now.damage_change = powers, changes
    if more > 0:
        casting.game.rest_on_belief()
        casting.game.basis.note(casting.game.index, "spared", unit=unit.name, amount=more, hp=unit.sure_hp)


@resolves("steals-health")
def _steals_health(game: Game, pending: Pending, _entry: Action) -> None:
    """7.5.18: as many injuries as were really placed."""
    heal(game, pending.source, pending.amount)


def _damage_or_declared(casting: Cast, target: Unit, criticals: int, armour: int) -> int:
    """Where the element is not known and something depends on it, what the players declare is believed."""
    if CLAIMED in casting.spell.unknown:
        return claimed_damage(casting, target, damage(casting, target, criticals, armour))
    if casting.spell.element == "unknown" and _element_matters(casting, target, criticals, armour):
        stated = of_spell(casting.record).get("injuries") or {}
        if target.name in stated:
            return int(stated[target.name])
        message = _("The element of {spell} is unknown: no bonus or resistance is applied.", spell=casting.spell.name)
        casting.game.say("warning", "element-not-known", message)
    return damage(casting, target, criticals, armour)


def _element_matters(casting: Cast, target: Unit, criticals: int, armour: int) -> bool:
    by_element = unknown_spells.depends_on(casting, "element", lambda: damage(casting, target, criticals, armour))
    return len(set(by_element.values())) > 1


def _sram_style(casting: Cast) -> bool:
    if "sram-style" not in casting.caster.powers:
        return False
    unknown_spells.depends_on(casting, "element", lambda: _steals(casting.spell))
    return _steals(casting.spell)


def _steals(spell: Spell) -> bool:
    return spell.range == "close" and spell.element in ELEMENTS


def _heal(casting: Cast, criticals: int) -> None:
    """7.3.2: base, additional effects, the Heal power, and 1 for a critical hit."""
    bonus = ("heal" in casting.caster.powers) + casting.game.laws.healed_by_criticals(criticals)
    for unit in casting.targets:
        if unit.in_play and unit.hp is not None:
            extra = bonuses_of(casting, unit)
            heal(casting.game, unit, most_injuries(unit, casting.spell.amount + extra + bonus))
