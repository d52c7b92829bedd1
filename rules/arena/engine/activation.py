"""A unit's turn (chapter 6): how it begins, and how it ends."""

from collections.abc import Callable, Mapping
from typing import Final

from rules.arena.engine import standby, unknown
from rules.arena.engine.auras import settle
from rules.arena.engine.believed_gauges import end_turn_of, note_filled_gauges, note_loss_by_markers
from rules.arena.engine.damage import run_out
from rules.arena.engine.kamas import take_kamas
from rules.arena.engine.powers import end_of_activation
from rules.arena.engine.rewards.unknown_tokens import renew_tokens
from rules.arena.engine.slowed import line_of
from rules.arena.engine.state import Game, Pending
from rules.arena.engine.triggers import happens
from rules.arena.engine.units import NO_POWERS, OFF, Unit
from rules.common.actions import Action


def begin_activation(game: Game, unit: Unit, action: Action, *, in_turn: bool = True) -> None:
    """6.2.1: discard Buffs, fill gauges, apply range markers, resolve what happens at the start of the turn.

    For a unit that acts out of turn, which was already reported, missing start-of-turn effects are not reported as
    well.
    """
    game.active = unit
    game.acted.add(unit.name)
    slot = slot_of(game, unit)
    game.furthest = slot if slot > game.furthest else game.furthest
    _forget_last_turn(unit)
    unit.began_beside = limited_by(game.beside(unit.cell), unit)
    for step in game.laws.preliminaries:
        PRELIMINARIES[step](game, unit, action, in_turn)


def _end_buffs(_game: Game, unit: Unit, _action: Action, _in_turn: bool) -> None:
    if unit.rewards:
        discard_buffs(unit)


def _end_buffs_if_they_were_gone(_game: Game, unit: Unit, action: Action, _in_turn: bool) -> None:
    """Where Buffs end after what is triggered, a log may say by its dice that they had ended before."""
    if any("armour" in text.powers for text in unit.face_up() if text.kind == "buff"):
        rolls = [(entry.get("armour") or {}).get(unit.name) for entry in standby.listed(action)]
        if any(isinstance(roll, list) and len(roll) == 1 for roll in rolls):
            discard_buffs(unit)


def _begin_with_full_gauges(game: Game, unit: Unit, action: Action, _in_turn: bool) -> None:
    fill_gauges(unit)
    if unit.believed.taken:
        note_loss_by_markers(game, unit)
    unit.reach, unit.range_markers = unit.range_markers, 0
    if action:
        game.record_event("activated", unit=unit.name, ap=unit.ap, mp=unit.mp)


def _resolve_what_it_triggers(game: Game, unit: Unit, action: Action, in_turn: bool) -> None:
    if game.laws.at_once:
        _run_out(game, unit, in_turn)
    start_of_turn(game, unit)
    if game.explaining:
        happens(game, "turn-begins", unit)
    if not in_turn:
        for pending in game.standby:
            pending.lapsed |= pending.rolls
    if action:
        standby.resolve(game, action)
    else:
        standby.resolve_passed_over(game)


PRELIMINARIES: Final[Mapping[str, Callable[[Game, Unit, Action, bool], None]]] = {
    "buffs": _end_buffs,
    "buffs-already": _end_buffs_if_they_were_gone,
    "gauges": _begin_with_full_gauges,
    "triggers": _resolve_what_it_triggers,
}


def slot_of(game: Game, unit: Unit) -> int:
    """The place in the timeline; summons of one summoner share a place, and their player chooses among them."""
    line = line_of(game, unit.player)
    return 2 * line.index(unit) if unit.summoner is None else 2 * line.index(unit.summoner) + 1


def discard_buffs(unit: Unit) -> None:
    """6.2.1.a: face-up Buffs leave at the start of their bearer's next turn, and Boosts of which nothing was said."""
    renew_tokens(unit)
    kept = [r for r in unit.rewards if not (r.face_up and r.text is not None and r.text.kind in ("buff", "boost"))]
    if len(kept) != len(unit.rewards):
        unit.rewards = tuple(kept)
        unit.refresh()


def start_of_turn(game: Game, unit: Unit) -> None:
    """6.2.1.d: the unit's bombs run out (4.19.5.c), its wearing summons suffer (4.9.30)."""
    for summon in game.summons:
        if summon.summoner is not unit:
            continue
        if summon.kind == "bomb" and not game.laws.at_once:
            game.standby.append(Pending("explosion", summon, cell=summon.cell, rolls=True, article="4.19.5.c"))
        elif "wear" in summon.powers:
            game.standby.append(Pending("wear", summon, power="wear"))


def _run_out(game: Game, unit: Unit, in_turn: bool) -> None:
    """4.19.5.c, where explosions wait for nothing: one bomb after the other, in the order in which they are listed."""
    listed = [entry.get("by") for entry in standby.listed(game.action)]
    bombs = [summon for summon in game.summons if summon.summoner is unit and summon.kind == "bomb"]
    for bomb in sorted(bombs, key=lambda bomb: listed.index(bomb.name) if bomb.name in listed else len(listed)):
        if bomb.in_play and (in_turn or bomb.name in listed):
            run_out(game, bomb)


def limited_by(beside: list[Unit], unit: Unit) -> frozenset[str]:
    """7.1.7: the enemies that may limit at whom a character aims, because it begins its turn beside them. Whether they
    have the power is asked when it casts: who took it away by standing there may have moved on."""
    if not beside or not unit.is_character:
        return NO_POWERS
    return frozenset([foe.name for foe in beside if foe.side != unit.side])


def _forget_last_turn(unit: Unit) -> None:
    if unit.cast_this_turn:
        unit.cast_this_turn, unit.aimed_this_turn = frozenset(), frozenset()
    unit.attacks, unit.next_spell, unit.added, unit.controls = 0, (), {}, {}
    unit.revealed = False
    unit.coins_taken, unit.has_bought_a_reward = 0, False
    unit.blocked_ap = unit.blocked_mp = unit.lost_ap = unit.lost_mp = 0
    unit.is_done = unit.is_locked = unit.lock_reported = False
    unit.held_from = OFF


def fill_gauges(unit: Unit) -> None:
    """4.11.2, 4.11.5: the characteristic and the markers; the markers are then discarded."""
    unit.ap = unit.most_ap or 0
    unit.mp = unit.most_mp or 0
    unit.markers_taken_ap = unit.markers_taken_mp = 0
    if unit.ap_markers or unit.mp_markers or unit.frost_ap or unit.frost_mp:
        _use_up_markers(unit)
    note_filled_gauges(unit)


def _use_up_markers(unit: Unit) -> None:
    ap, mp = unit.ap_markers + unit.frost_ap, unit.mp_markers + unit.frost_mp  # ordinary markers and frost markers
    unit.markers_taken_ap, unit.markers_taken_mp = max(0, -ap), max(0, -mp)
    unit.ap = 0 if unit.most_ap is None else max(0, unit.ap + ap)
    unit.mp = 0 if unit.most_mp is None else max(0, unit.mp + mp)
    unit.ap_markers = unit.mp_markers = unit.frost_ap = unit.frost_mp = 0


def end_activation(game: Game, action: Action | None = None) -> None:
    """6.4: what lasts this turn ends, and what is left in the gauges is lost (4.11.3)."""
    unit, game.active = game.active, None
    if unit is None:
        return
    kamas = end_of_activation(unit) if unit.coins_taken else 0
    if kamas:
        unknown.use_power(game, unit, "farmer")
        take_kamas(game, unit.player, kamas, why="farmer")
    if game.explaining:
        happens(game, "turn-ends", unit)
    if game.standby:
        standby.resolve_at_the_end(game, action or {})
    end_turn_of(unit)
    unit.ap = unit.mp = unit.reach = 0
    unit.pushed_from = OFF
    for boost in unit.boosts:
        unit.lose_boost(boost)
    if game.changed:
        game.changed = False
        for each in game.pieces:
            if each.is_changed:
                each.end_of_turn_effects()
    if game.explaining:
        settle(game)
