"""Block (4.14): enemies adjacent to a unit that moves away roll for Lock, the unit rolls for Dodge."""

from typing import Any

from rules.arena.cells import adjacent
from rules.arena.engine import unknown
from rules.arena.engine.claims.assumptions import claim_power
from rules.arena.engine.dice import RollByOutcome, dice_of, dice_shown, from_to, in_report, successes
from rules.arena.engine.powers import block_dice, blocks, counts_too, unseen_dice
from rules.arena.engine.state import Dealer, Game
from rules.arena.engine.triggers import happens
from rules.arena.engine.units import Unit
from rules.common.actions import Action
from rules.common.messages import message as _
from rules.common.verdicts import DiceMissing


def foes_beside(game: Game, unit: Unit) -> list[Unit]:
    beside = game.beside(unit.cell)
    return _foes_among(beside, unit.side) if beside else beside


def _foes_among(units: list[Unit], side: str) -> list[Unit]:
    return [unit for unit in units if unit.side != side]


def blockers(unit: Unit, foes: list[Unit]) -> list[Unit]:
    """4.14.1: of the opposing pieces beside the unit every character, unless one of them ignores the Block rules
    (4.14.7)."""
    if "never-locked" in unit.powers:
        return []
    return [foe for foe in foes if blocks(foe)] if blocks(unit) else []


def block(game: Game, unit: Unit, enemies: list[Unit], action: Action) -> None:
    """4.14.2.e: every enemy beside the unit rolls once, in the order that the log gives."""
    logged = _rolls(game, unit, enemies, action)
    waiting = {enemy.name: enemy for enemy in enemies}
    for entry in logged:
        enemy = waiting.pop(entry["by"], None)
        if enemy is not None:
            one_block(game, unit, enemy, entry)
        else:
            _report_cannot_block(game, unit, entry["by"], any(enemy.name == entry["by"] for enemy in enemies))
    for enemy in [enemy for enemy in waiting.values() if not enemy.profile.kind_known]:
        unknown.trust_characteristics(game, waiting.pop(enemy.name))  # 4.14.1: it may be no character
    if waiting and not unit.is_locked:
        article = "4.14.2.e" if logged else "4.14.1"
        message = _("{units}, adjacent to {unit}, did not roll for Lock.", units=[*waiting], unit=unit.name)
        game.fault(article, "block-missing", message, expected={"blocks": list(waiting)})


def _rolls(game: Game, unit: Unit, enemies: list[Unit], action: Action) -> list[Action]:
    """The rolls in the log, or those of the dealer."""
    if enemies and "blocks" not in action:
        if game.dealer is not None:
            action["blocks"] = [_dealt(game.dealer, wanted) for wanted in _rolls_wanted(unit, enemies)]
        else:
            game.policy.ask(DiceMissing("4.14.1", {"blocks": _rolls_wanted(unit, enemies)}))
    return action.get("blocks") or []


def _dealt(dealer: Dealer, wanted: dict[str, Any]) -> Action:
    return {"by": wanted["by"], "lock": dealer.dice(wanted["lock"]), "dodge": dealer.dice(wanted["dodge"])}


def _rolls_wanted(unit: Unit, enemies: list[Unit]) -> list[dict[str, Any]]:
    return [
        {"by": enemy.name, "lock": block_dice(enemy, "lock", unit), "dodge": block_dice(unit, "dodge", enemy)}
        for enemy in enemies
    ]


def _report_cannot_block(game: Game, unit: Unit, name: str, again: bool) -> None:
    """Report why this unit may not roll for Lock."""
    enemy = game.units.get(name)
    if again:
        article, why = "4.14.2.e", _("{by} cannot lock {unit} again: it has already rolled.", by=name, unit=unit.name)
    elif enemy is None or not enemy.in_play or enemy.side == unit.side or not adjacent(enemy.cell, unit.cell):
        article, why = "4.14.1", _("{by} cannot lock {unit}: they are not adjacent enemies.", by=name, unit=unit.name)
    elif "never-locked" in unit.powers:
        article, why = "4.14.1", _("{by} cannot lock {unit}: nobody can in this turn.", by=name, unit=unit.name)
    elif enemy.is_character:
        article, why = "4.14.7", _("{by} cannot lock {unit}: Itty-Bitty prevents it.", by=name, unit=unit.name)
    else:
        articles = {"bomb": "4.19.5.a", "turret": "4.19.6.a", "trap": "4.19.7.a", "tombstone": "4.19.8.a"}
        article = articles.get(enemy.kind, "4.14.1")
        why = _("{by} cannot lock {unit}: it is a mechanism.", by=name, unit=unit.name)
    game.fault(article, "cannot-block", why, logged={"by": name})


def one_block(game: Game, unit: Unit, enemy: Unit, entry: Action) -> None:
    """4.14.2.b to d: lock against dodge; the unit is locked, caught, or away."""
    locks = _rolled(game, (enemy, unit), entry, "lock", ("4.14.2.b", "4.14.5"))
    dodges = _rolled(game, (unit, enemy), entry, "dodge", ("4.14.2.c", "4.14.6"))
    loss = game.laws.block_loss(locks, dodges, enemy.is_krosmaster)
    lost_mp, lost_ap = min(loss, unit.mp), min(loss, unit.ap)
    unit.mp -= lost_mp
    unit.ap -= lost_ap
    unit.blocked_mp += lost_mp if unit.knows("mp") else loss  # of numbers that nobody knows nothing is taken
    unit.blocked_ap += lost_ap
    unit.is_locked |= loss > 0 and game.laws.lock_ends_turn
    game.record_event("blocked", unit=unit.name, by=enemy.name, lock=locks, dodge=dodges, lost=loss)
    happens(game, "lock-roll", enemy, unit, number=locks)


def _rolled(game: Game, who: tuple[Unit, Unit], entry: Action, power: str, articles: tuple[str, str]) -> int:
    unit, foe = who
    wanted = block_dice(unit, power, foe)
    dice = dice_of(entry[power], wanted, power)
    if not isinstance(dice, RollByOutcome) or dice_shown(dice, power) > wanted - (power in unit.believed_powers):
        _count(game, (unit, foe), power, articles, wanted, len(dice))
    return successes(game, dice, power, counts_too(unit, power))


def _count(game: Game, who: tuple[Unit, Unit], power: str, articles: tuple[str, str], wanted: int, given: int) -> None:
    unit, foe = who
    if unseen_dice(unit, power) or power in unit.believed_powers:
        unknown.trust_powers(game, unit)
        claim_power(game, unit, power, given - wanted)
    may_have_one_more = unknown.may_have_such_a_spell(game, unit, foe)
    if given == wanted or (may_have_one_more and given - wanted == 1):
        return
    if given - wanted not in range(unseen_dice(unit, power) + 1):
        article = articles[wanted > 1]
        most = wanted + unseen_dice(unit, power)
        facts = {"unit": unit.name, "wanted": from_to(wanted, most), "power": power, "given": given}
        message = _("{unit} rolled {given} dice for {power} instead of {wanted}.", **facts)
        game.fault(article, f"{power}-dice", message, expected={power: in_report(wanted, most)}, logged={power: given})
