"""A spell being cast: which spell, at what cost, how far it reaches, whom it takes in."""

from collections.abc import Callable, Sequence
from typing import Final

from rules.arena.cells import (
    BETWEEN,
    BIT,
    DISTANCE,
    adjacent,
    area,
    cells_of,
    facings,
    in_line,
)
from rules.arena.engine import auras
from rules.arena.engine.choosing import chosen_option
from rules.arena.engine.state import Game
from rules.arena.engine.units import CASTS_BY_ITSELF, NOTHING_LENT, OFF, Boost, Unit
from rules.arena.printed import PUNCH, NextSpell, Spell
from rules.common.actions import Action
from rules.common.messages import message as _
from rules.common.signatures import Effect
from rules.common.verdicts import ChoiceMissing

BROTHERHOOD: Final = "Brotherhood of the Tofu"
FARTHEST: Final = max(map(max, DISTANCE))
IN_STEP_6: Final = ("bonus", "bonus-each", "bonus-team")
ONE_OF_THEM: Final = ("one-ally", "one-other-ally", "one-two-cells-from-target")  # the log says who
ALSO_ON_UNFAZED: Final = (*IN_STEP_6, "double-criticals", "injure", "coins")  # damage, injuries, and what brings them


class Cast:
    """One casting of one spell, from its costs to its last effect on standby."""

    def __init__(
        self,
        game: Game,
        spell: Spell,
        caster: Unit,
        origin: int,
        target: int,
        record: Action,
        boost: Boost | None = None,
    ) -> None:
        self.game, self.record = game, record
        self.spell, self.boost = spell, boost
        self.caster, self.origin, self.target = caster, origin, target
        self.following: tuple[NextSpell, ...] = ()  # bonuses of Boosts to this spell (4.7.5.a)
        self.cells: tuple[int, ...] = ()  # those of its area
        self.main: Sequence[Unit] = ()
        self.targets: Sequence[Unit] = ()
        self.pierce = 0
        self.bonuses: tuple[Callable[[Cast, Unit], int], ...] = ()  # what each adds for a target (7.2.7)
        self.only: tuple[Callable[[Cast, Unit], bool], ...] = ()  # which of the targets the effect now applied means
        self.has_criticals = False  # its roll for a critical hit succeeded
        self.steals_health = self.criticals_count_double = self.spares_unfazed = False
        self.placed: dict[str, int] = {}
        self.kamas = 0  # what its known effects brought the caster's player
        self.summoned: tuple[Unit, ...] = ()
        self.moved: tuple[Unit, ...] = ()  # who was teleported by it
        self.inflicted = 0  # injuries that its effects have placed on opposing Krosmasters
        self.chosen: tuple[Unit, ...] = ()  # whom the log has named for it
        self.coins: tuple[str, ...] = ()  # what the coins showed that it has tossed
        self.rising: tuple[Callable[[Cast], None], ...] = ()  # what comes where it knocks its main target out
        self.empowered = caster.empowered  # not by this spell itself, only by those before it
        self.again = False  # the caster has cast this spell before in this turn
        self.first_attack = False  # the caster's first attack spell of this turn

    @property
    def choices(self) -> dict[str, object]:
        chosen: dict[str, object] = self.record.get("choices") or {}
        return chosen


def control_of(cast: Cast) -> int | None:
    """4.19.9.c: what the card shows, or what was paid for it in this turn."""
    return cast.caster.controls.get(cast.spell.slug, cast.spell.control)


def spell_of(unit: Unit, slug: str) -> tuple[Spell | None, Boost | None]:
    """6.3.5: the unit's own spells, Punch, those of its Weapons, and what a Boost has just given it."""
    for boost in unit.boosts:
        if slug in boost.text.spells:
            return boost.text.spells[slug], boost
    if slug in unit.profile.spells and unit.kind not in CASTS_BY_ITSELF:
        return unit.profile.spells[slug], None
    for text in unit.face_up():
        if slug in text.spells:
            return text.spells[slug], None
    if slug == PUNCH.slug and unit.is_krosmaster:
        return PUNCH, None
    return None, None


def ap_cost(game: Game, caster: Unit, spell: Spell) -> int:
    """The AP to pay, after what changes it (4.8.1); a dash is never changed (4.8.2)."""
    if spell.ap is None:
        return 0
    techniques = 0
    if spell is PUNCH and caster.rewards:  # 4.7.11.f
        techniques = sum([text.equipment == "technique" for text in caster.face_up()])
    claimed = game.claims.now.cost_change.get("ap", 0)
    cost = spell.ap - techniques + cost_change(game, caster) + claimed
    return cost if cost > 0 else 0


def cost_change(game: Game, caster: Unit) -> int:
    """4.8.1: what powers add to or take off the AP cost of a unit's spells."""
    change = 0
    if "heroic-inspiration" in caster.powers and auras.has_companion(game, caster, BROTHERHOOD):
        change -= 1
    for enemy in game.beside(caster.cell) if caster.is_character and caster.cell != OFF else ():
        if "slowing-presence" in enemy.powers and enemy.side != caster.side:
            change += 1
    return change


def reach_bonus(game: Game, caster: Unit, origin: int) -> int:
    """What is added to the maximum range of alterable spells: crate, range markers, rewards, powers."""
    crate = game.laws.crate_reach if game.board.crates >> origin & 1 else 0
    return crate + caster.reach + caster.reach_bonus


def reaches(game: Game, caster: Unit, spell: Spell, origin: int, target: int) -> bool:
    """7.1.5: within range, and in line for a line spell."""
    least, most = range_of(game, caster, spell, origin)
    return least <= DISTANCE[origin][target] <= most and (spell.range != "line" or in_line(origin, target))


def range_of(game: Game, caster: Unit, spell: Spell, origin: int) -> tuple[int, int]:
    """The least and the greatest distance. What is not known is not held against anybody."""
    least, most = spell.least, spell.most
    if spell.range == "unknown":
        least, most = 0, FARTHEST
    elif spell.alterable is not False:
        bonus = reach_bonus(game, caster, origin)
        most += bonus if spell.alterable else max(0, bonus)
    lent = caster.lent
    if lent is not NOTHING_LENT and lent.only_beside and spell.range != "personal":
        return max(1, least), min(1, most)
    return least, most


def cells_in_reach(game: Game, caster: Unit, spell: Spell, origin: int) -> list[int]:
    """7.1.5, 7.1.6: every cell in range and in sight."""
    least, most = range_of(game, caster, spell, origin)
    in_range = [cell for cell, distance in enumerate(DISTANCE[origin]) if least <= distance <= most]
    if spell.range == "line":
        in_range = [cell for cell in in_range if in_line(origin, cell)]
    return [cell for cell in in_range if seen(game, caster, spell, origin, cell)]


def seen(game: Game, caster: Unit, spell: Spell, origin: int, target: int) -> bool:
    """7.1.6: a line of sight, which spells without line of sight do not need (4.15.5), nor Big Bad Moowolf to who
    bears its marker."""
    if spell.range in ("unseen", "unknown") or in_sight(game, caster, origin, target):
        return True
    if spell.slug == "disparo-satelite" and "bloqueo" in caster.powers:
        return any(unit.side != caster.side and min(unit.mp_markers, unit.frost_mp) < 0 for unit in game.on(target))
    return "big-bad-moowolf" in caster.powers and any(
        unit.side != caster.side and caster.name in unit.specials.values() for unit in game.on(target)
    )


def in_sight(game: Game, caster: Unit, origin: int, target: int) -> bool:
    """4.15.9. Only an obstacle can be in the way, and not every one is."""
    obstacles = BETWEEN[origin][target] & game.impassable
    return not obstacles or (not obstacles & game.board.trees and not in_the_way(game, caster, origin, target))


def in_the_way(game: Game, caster: Unit, origin: int, target: int) -> list[int]:
    """4.15.9: the cells between the two with a tree or a piece that blocks the caster's line of sight."""
    obstacles = BETWEEN[origin][target] & game.impassable
    found: list[int] = []
    if not obstacles:
        return found
    for cell in cells_of(obstacles):
        unit = game.bodies.get(cell)
        if game.board.trees & BIT[cell] or (unit is not None and blocks_sight(game, unit, caster, origin)):
            found.append(cell)
    return found


def blocks_sight(game: Game, unit: Unit, caster: Unit, origin: int) -> bool:
    """4.15.9: Krosmasters and Obstructive summons; Itty-Bitty characters never, nor for characters that are not beside
    it a piece with Invisibility."""
    if unit.side == caster.side and "wakute-vision" in caster.powers and game.is_of_type(unit, BROTHERHOOD):
        return False
    if unit.profile.title == "Lemon Jelly" and adjacent(origin, unit.cell) and _has_zest(game, unit):
        return True
    if "invisibility" in unit.powers and caster.is_character and not adjacent(origin, unit.cell):
        return False
    stands_tall = unit.is_krosmaster or (unit.is_character and game.laws.summons_block_sight)
    return "obstructive" in unit.powers or (stands_tall and "itty-bitty" not in unit.powers)


def _has_zest(game: Game, unit: Unit) -> bool:
    return any("nice-zest" in ally.powers for ally in game.in_play(unit.side))


def determine_targets(cast: Cast) -> None:
    """7.2.3: the cell aimed at and who stands there, then the cells of the area."""
    cast.main = cast.targets = cast.game.on(cast.target)
    shape = area_of(cast)
    if shape:
        _determine_area(cast, shape)


def area_of(cast: Cast) -> str | None:
    """7.2.3.b: of some spells only with so many Avengers or Villains in the arena (4.9.19, 4.9.20), or in line
    (7.5.21)."""
    needs = cast.spell.area_needs
    return cast.spell.area if all(condition(cast) for condition in needs) else None


def _determine_area(cast: Cast, shape: str) -> None:
    if shape == "multiple":
        others = tuple([cell for cell in _could_be_aimed_at(cast) if cell != cast.target])
        if cast.spell.range == "unknown":
            others = tuple([cell for cell in others if _rolled_there(cast, cell)])
    else:
        others = area(shape, cast.target, _facing(cast))
    cast.cells = (cast.target, *others)
    cast.targets = [unit for cell in cast.cells for unit in cast.game.on(cell)]


def _rolled_there(cast: Cast, cell: int) -> bool:
    """Whom it takes in follows from the range: where that is not known, from the Armour rolls of the log. Of others
    nothing is supposed, so that what they do later is not held against them."""
    return any(unit.name in (cast.record.get("armour") or {}) for unit in cast.game.on(cell))


def may_take_in(cast: Cast) -> list[list[Unit]]:
    """7.1.2: whom the spell would take in, for each way in which its area may look."""
    game, shape = cast.game, area_of(cast)
    if shape is None:
        return [game.on(cast.target)]
    if shape == "multiple":
        areas = [tuple(_could_be_aimed_at(cast))]
    else:
        areas = [area(shape, cast.target, way) for way in facings(cast.origin, cast.target)]
    return [[unit for cell in (cast.target, *cells) for unit in game.on(cell)] for cells in areas]


def taken_in(cast: Cast, whom: str) -> list[Unit]:
    """Those that an effect works on: the targets, if the text does not name others; of several, those it means."""
    if whom == "targets":
        return list(cast.targets)
    if whom == "moved":
        return [unit for unit in cast.moved if unit.in_play]
    if whom == "one-two-cells-from-target":
        far = [unit for unit in cast.game.in_play() if cast.main and DISTANCE[cast.target][unit.cell] == 2]
        return _chosen(cast, [unit for unit in far if all(is_meant(cast, unit) for is_meant in cast.only)])
    if whom in ("allies-beside-target", "enemies-beside-target", "enemies-beside-moved"):  # of a target that it means
        centres = cast.moved if whom == "enemies-beside-moved" else cast.main
        near = [near for unit in centres if unit.in_play for near in cast.game.beside(unit.cell)]
        return [unit for unit in near if (unit.side == cast.caster.side) == (whom == "allies-beside-target")]
    others = [*cast.chosen] if whom == "chosen" else auras.around(cast.game, cast.caster, whom)
    if whom == "self":
        return others
    meant = [unit for unit in others if all(is_meant(cast, unit) for is_meant in cast.only)]
    return _chosen(cast, meant) if whom in ONE_OF_THEM else meant


def _chosen(cast: Cast, units: list[Unit]) -> list[Unit]:
    """7.2.4.b: the one that the log names."""
    name = chosen_option(cast.game, cast.record, "unit", [unit.name for unit in units])
    cast.chosen = tuple(unit for unit in units if unit.name == name)
    return [*cast.chosen]


def _could_be_aimed_at(cast: Cast) -> list[int]:
    """7.2.3.c."""
    return cells_in_reach(cast.game, cast.caster, cast.spell, cast.origin)


def _facing(cast: Cast) -> str:
    """Where an area looks; on an exact diagonal the caster chooses (4.16.3)."""
    ways = facings(cast.origin, cast.target)
    chosen = cast.choices.get("facing")
    if chosen in ways:
        return str(chosen)
    if len(ways) == 1 or cast.spell.area in ("cross", "square"):
        return ways[0]
    message = _("The caster has to choose the direction of the area: {ways}.", ways=[*ways])
    cast.game.policy.ask(ChoiceMissing("4.16.3", "facing-missing", message, expected={"facing": list(ways)}))
    return max(ways, key=lambda way: _rolled_in(cast, way))


def _rolled_in(cast: Cast, way: str) -> int:
    """How many of the units in that area the log has armour rolls for."""
    armour = cast.record.get("armour") or {}
    cells = area(cast.spell.area or "", cast.target, way)
    return sum(unit.name in armour for cell in cells for unit in cast.game.on(cell))


def additional_effects_apply(cast: Cast) -> bool:
    """Track (7.5.21) and Invasion (7.5.22) leave the additional effects out when their condition does not hold."""
    return (not cast.spell.track or is_aligned(cast)) and (not cast.spell.invasion or has_invaded(cast))


def is_aligned(cast: Cast) -> bool:
    """7.5.21.a: the cell aimed at is in the caster's row or column."""
    return in_line(cast.origin, cast.target)


def has_invaded(cast: Cast) -> bool:
    """7.5.22.a: the caster stands in an opponent's territory."""
    return auras.has_invaded(cast.game, cast.caster.player, cast.origin)


def apply_effects(cast: Cast, effects: tuple[Effect, ...]) -> None:
    """7.2.4: mandatory, in the order printed, as much of each as can be done."""
    for effect in effects:
        if cast.spares_unfazed and effect.do not in ALSO_ON_UNFAZED:
            _apply_to_others(cast, effect)
        elif effect.conditions:
            _apply_under_conditions(cast, effect)
        else:
            effect(cast)


def _apply_to_others(cast: Cast, effect: Effect) -> None:
    """4.9.17: the Unfazed ignore it, where the ruleset says so; the caster does what its own spell says."""
    main, targets, only = cast.main, cast.targets, cast.only
    cast.main = [unit for unit in main if not ignores_effects(cast, unit)]
    cast.targets = [unit for unit in targets if not ignores_effects(cast, unit)]
    cast.only = (*only, lambda cast, unit: not ignores_effects(cast, unit))
    _apply_under_conditions(cast, effect)
    cast.main, cast.targets, cast.only = main, targets, only


def ignores_effects(cast: Cast, unit: Unit) -> bool:
    """Traps are Unfazed whatever their token says."""
    return cast.spares_unfazed and unit is not cast.caster and ("unfazed" in unit.powers or unit.kind == "trap")


def _apply_under_conditions(cast: Cast, effect: Effect) -> None:
    """7.2.4.c: on the targets that its text means; more damage waits for step 6 to know whom it means (7.5.5.a)."""
    main, targets, only = cast.main, cast.targets, cast.only
    names_others = effect.arguments.get("to", "targets") not in ("targets", "self")
    if all(condition(cast) for condition in effect.conditions) and (
        cast.targets or cast.only is only or effect.do in IN_STEP_6 or names_others
    ):
        effect(cast)
    cast.main, cast.targets, cast.only = main, targets, only
