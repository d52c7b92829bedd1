"""Effects on gauges, ranges and powers (7.5.12, 7.5.13)."""

from dataclasses import replace
from typing import Literal

from rules.arena.engine.auras import WHOM, settle
from rules.arena.engine.believed_gauges import note_markers
from rules.arena.engine.choosing import chosen_option
from rules.arena.engine.markers import add_markers, freezes
from rules.arena.engine.markers import gain as gain_at_once
from rules.arena.engine.spells import Cast, range_of, taken_in
from rules.arena.engine.triggers import happens
from rules.arena.engine.units import Unit
from rules.arena.engine.unknown import trust_characteristics
from rules.arena.power_names import Power
from rules.arena.printed import Element, NextSpell, SpellDamage
from rules.common.signatures import Change, Count, needs_one_of


@needs_one_of("ap", "mp", "range")
def markers(
    cast: Cast, *, ap: Change = 0, mp: Change = 0, range_: Change = 0, frost: bool = False, to: WHOM = "targets"
) -> None:
    """7.5.1.a to 7.5.4.a: so many +1 or -1 tokens on each target, or on others; with `frost`, frost tokens."""
    for unit in taken_in(cast, to):
        for gauge, count in (("ap", ap), ("mp", mp)):
            frozen = frost or freezes(cast.caster, gauge, count)
            placed = add_markers(cast.game, unit, gauge, count, frost=frozen) if count else 0
            if placed:
                _note_placed(cast, unit, gauge, placed)
                cast.game.record_event("markers", unit=unit.name, gauge=gauge, amount=placed)
        if range_:
            unit.range_markers += range_
            note_markers(cast.game, unit, "range", range_)
            cast.game.record_event("markers", unit=unit.name, gauge="range", amount=range_)


def _note_placed(cast: Cast, unit: Unit, gauge: str, placed: int) -> None:
    note_markers(cast.game, unit, gauge, placed)
    if gauge == "ap" and placed > 0:
        happens(cast.game, "ap-marked", unit, cast.caster)


@needs_one_of("ap", "mp")
def steal(cast: Cast, *, ap: Count | None = None, mp: Count | None = None, to: WHOM = "targets") -> None:
    """7.5.12.a, 7.5.13.a: so many -1 tokens on each target, or on others, and a +1 token on the caster for each that
    was placed."""
    for unit in taken_in(cast, to):
        for gauge, count in (("ap", ap), ("mp", mp)):
            placed = add_markers(cast.game, unit, gauge, -count) if count else 0
            if placed:
                note_markers(cast.game, unit, gauge, placed)
            elif count and not unit.knows(gauge):  # nobody knows how many it has: believed, as many as the spell says
                trust_characteristics(cast.game, unit)
                placed = -count
            stolen = count if count and cast.game.laws.steals_always else -placed
            if stolen:
                _note_placed(cast, cast.caster, gauge, add_markers(cast.game, cast.caster, gauge, stolen))
                cast.game.record_event("stolen", unit=unit.name, by=cast.caster.name, gauge=gauge, amount=stolen)


@needs_one_of("ap", "mp")
def gain(cast: Cast, *, ap: Count = 0, mp: Count = 0) -> None:
    """7.5.14.a, 7.5.15.a: so many AP and MP into the caster's gauges at once."""
    gain_at_once(cast.game, cast.caster, ap=ap, mp=mp)


def choose_gain(cast: Cast, *, ap: Count, mp: Count) -> None:
    """7.2.4.b: the caster's player chooses between so many AP and so many MP into its gauge: the log says which."""
    chosen = chosen_option(cast.game, cast.record, "option", ("ap", "mp"))
    if chosen is not None:
        gain_at_once(cast.game, cast.caster, **{chosen: ap if chosen == "ap" else mp})


@needs_one_of("ap", "mp")
def lose(cast: Cast, *, ap: Count | Literal["all"] | None = None, mp: Count | Literal["all"] | None = None) -> None:
    """4.11.4: so many AP and MP, or all that are left, out of the caster's gauges at once."""
    caster = cast.caster
    lost_ap, lost_mp = (left if loss == "all" else loss or 0 for loss, left in ((ap, caster.ap), (mp, caster.mp)))
    gain_at_once(cast.game, caster, ap=-lost_ap, mp=-lost_mp)


def reach(cast: Cast, *, cells: Count) -> None:
    """4.15.7: the caster's alterable ranges end so many cells further away until the end of this turn."""
    cast.caster.reach += cells
    if cast.game.is_believed():
        cast.caster.believed.reach += cells


def reach_markers(cast: Cast) -> None:
    """7.5.4.a: as many +1 range tokens on the caster as cells this spell reaches now."""
    _least, most = range_of(cast.game, cast.caster, cast.spell, cast.origin)
    markers(cast, range_=most, to="self")


def next_spell(cast: Cast, *, damage: Count, elements: tuple[Element, ...]) -> None:
    """4.18.4: the next spell that the caster casts in this turn deals so much more damage if it is of these
    elements."""
    cast.caster.next_spell = (*cast.caster.next_spell, NextSpell(damage=damage, elements=elements))


def spell_bonus(
    cast: Cast,
    *,
    damage: Count,
    elements: tuple[Element, ...],
    to: WHOM = "self",
    until: Literal["turn", "player-turn"] = "turn",
) -> None:
    """4.18.4: later spells of these elements that the caster, or those named, cast until the end of this turn or of the
    player's deal so much more damage."""
    for unit in taken_in(cast, to):
        unit.empower(SpellDamage(amount=damage, elements=elements), stays=until == "player-turn")
        cast.game.changed = True


def end_turn(cast: Cast) -> None:
    """6.4.2: once the spell is resolved, the caster does nothing more in this turn."""
    cast.caster.is_done = True


def clear_markers(cast: Cast) -> None:
    """4.11.5, 4.12.1: the AP, MP and range markers on each target are taken away."""
    for unit in cast.targets:
        for gauge, count in (("ap", unit.ap_markers), ("mp", unit.mp_markers), ("range", unit.range_markers)):
            if count:
                setattr(unit, f"{gauge}_markers", 0)
                note_markers(cast.game, unit, gauge, -count)
                cast.game.record_event("markers", unit=unit.name, gauge=gauge, amount=-count)


def invert_markers(cast: Cast) -> None:
    """4.11.6 to 4.11.8: +1 AP and MP markers on each target become -1 markers, and -1 markers become +1 markers."""
    _change_markers(cast, -2)


def double_markers(cast: Cast) -> None:
    """4.11.6 to 4.11.8: each target gets as many AP and MP markers as it has."""
    _change_markers(cast, 1)


def _change_markers(cast: Cast, times: int) -> None:
    """Of each kind so many times what is there; frost markers stay frost markers."""
    for unit in cast.targets:
        for gauge in ("ap", "mp"):
            for frost, name in ((False, f"{gauge}_markers"), (True, f"frost_{gauge}")):
                there = getattr(unit, name)
                placed = add_markers(cast.game, unit, gauge, times * there, frost=frost) if there else 0
                if placed:
                    _note_placed(cast, unit, gauge, placed)
                    cast.game.record_event("markers", unit=unit.name, gauge=gauge, amount=placed)


def power(
    cast: Cast,
    *,
    powers: tuple[Power, ...],
    to: WHOM = "targets",
    until: Literal["turn", "player-turn", "game"] = "turn",
) -> None:
    """4.18.4.b: each target, or others in play at this moment, have these powers until the end of this turn, of the
    player's or of the game."""
    for unit in taken_in(cast, to):
        if until == "game":
            unit.profile = replace(unit.profile, powers=unit.profile.powers.union(powers))
            unit.refresh()
            continue
        unit.grant(powers, stays=until == "player-turn")
        cast.game.changed = True
    settle(cast.game)


def lose_powers(cast: Cast, *, to: WHOM = "targets", until: Literal["turn", "player-turn"] = "turn") -> None:
    """4.18.4.g: the main target, or those named, lose all their powers until the end of this turn or of the
    player's."""
    for unit in cast.main if to == "targets" else taken_in(cast, to):
        unit.lose_powers(True, stays=until == "player-turn")
        cast.game.changed = True
    settle(cast.game)


def copy_power(cast: Cast, *, of: Literal["target", "ally"] = "target") -> None:
    """4.18.8: until the end of this turn the caster has a power of the main target or an ally: the log says which."""
    owner = _owner(cast, of)
    powers = sorted(owner.powers) if owner is not None else []
    power = chosen_option(cast.game, cast.record, "power", powers)
    if owner is None or power is None or not cast.caster.in_play:
        return
    if power in owner.explained:
        cast.caster.copied = {**cast.caster.copied, power: owner.explained[power]}
        cast.game.explaining = [unit for unit in cast.game.pieces if unit.profile.explained or unit.copied]
    cast.caster.grant([power])
    cast.game.changed = True
    settle(cast.game)
    name = owner.explained[power].name if power in owner.explained else power
    cast.game.record_event("copied", unit=cast.caster.name, other=owner.name, power=name)


def _owner(cast: Cast, of: str) -> Unit | None:
    if of == "target":
        return next((unit for unit in cast.main if unit is not cast.caster), None)
    allies = [unit for unit in cast.game.in_play(cast.caster.side) if unit is not cast.caster and unit.powers]
    named = chosen_option(cast.game, cast.record, "unit", [ally.name for ally in allies])
    return next((ally for ally in allies if ally.name == named), None)
