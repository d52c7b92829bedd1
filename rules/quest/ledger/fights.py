"""Q-4.3, Q-4.7, Q-5.4, Q-5.5, Q-7, Q-8.1: kills, KOs, flight, spells and locks, without the tiles."""

from collections.abc import Mapping
from typing import Any

from rules.common.faces import TURNS
from rules.common.messages import message as _
from rules.common.names import slugify
from rules.quest.facts import Mob
from rules.quest.ledger.game import NOBODY, Game, Seat, Turn, Undone, acting, rolled
from rules.quest.ledger.purse import leaves_what_has_no_room, receive
from rules.quest.ledger.quests import UNKNOWN_MOB
from rules.quest.words import KAMAS, KROSMASTER

MOST_DICE_OF_A_SPELL = 3
MOST_DICE_OF_A_LOCK = 2


# -- kills -----------------------------------------------------------------------------------------------------------


def kill(game: Game, action: Mapping[str, Any]) -> None:
    seat, turn = acting(game)
    if action["mob"] == KROSMASTER:
        _of_a_krosmaster(game, seat, turn, action)
    else:
        _of_a_mob(game, seat, turn, action)


def _of_a_krosmaster(game: Game, seat: Seat, turn: Turn, action: Mapping[str, Any]) -> None:
    """One of a player is that player's KO too."""
    fallen = action.get("player")
    if fallen == seat.letter:
        game.fault("Q-4.7", "killed-themselves", _("Who falls by their own hand is KO'd, and kills nobody."))
        raise Undone
    turn.killed.add(KROSMASTER)
    if fallen is not None:
        _falls(game, game.seats[fallen])
    _loot(game, seat, action, None if action.get("by_demon") else {})


def _of_a_mob(game: Game, seat: Seat, turn: Turn, action: Mapping[str, Any]) -> None:
    mob = game.facts.mob(action["mob"])
    if mob is None:
        game.believe(slugify(action["mob"]) or action["mob"], "mob")
    turn.killed.add(mob.family if mob else UNKNOWN_MOB)
    _boss(game, seat, action, mob)
    _loot(game, seat, action, mob.loot if mob else None)
    if game.log.with_economy:
        _fill_bags(game, seat, action, mob)


def _boss(game: Game, seat: Seat, action: Mapping[str, Any], mob: Mob | None) -> None:
    """Q-4.3: outside the dungeon 1 GG at once; inside when the dungeon is won."""
    is_boss = mob.kind == "boss" if mob else action.get("boss", False)
    if action.get("boss") and not is_boss:
        game.fault("Q-4.3", "no-boss", _("{mob} is no boss.", mob=action["mob"]))
    if is_boss and not seat.inside:
        game.gain(seat, 1, "boss")


def _loot(game: Game, seat: Seat, action: Mapping[str, Any], loot: Mapping[str, int] | None) -> None:
    """Q-8.1: who marked it and did not kill it takes one of its resources; the die of Prospecting another one.

    `loot` is None where nobody knows it.
    """
    marked = {*action.get("marked", ())} - {seat.letter}
    for letter, resource in action.get("took", {}).items():
        if letter not in marked:
            game.fault("Q-8.1", "no-mark", _("Player {player} gets nothing of this mob.", player=letter))
        elif loot is not None and not loot.get(resource):
            message = _("{resource} is no loot of this mob.", resource=resource)
            game.fault("Q-8.1", "no-such-loot", message, logged={"resource": resource})
    extra = action.get("extra") or {}
    if "resource" in extra:
        if not game.believe_a_power(seat, extra["roll"]):
            game.fault("Q-8.1", "no-extra-loot", _("Only the dofus brings one more."))
        elif loot is not None and extra["resource"] != KAMAS and not loot.get(extra["resource"]):
            message = _("{resource} is no loot of this mob.", resource=extra["resource"])
            game.fault("Q-8.1", "no-such-loot", message, logged={"resource": extra["resource"]})


def _fill_bags(game: Game, seat: Seat, action: Mapping[str, Any], mob: Mob | None) -> None:
    """Q-8.1: the killer gets the resources of the card and 1 Kama a HP, the others 1 Kama and a resource."""
    if mob is None:
        seat.unknown_gain = (slugify(action["mob"]) or action["mob"], "mob")
    else:
        receive(seat, {**mob.loot, KAMAS: mob.hp})
    extra = action.get("extra") or {}
    if "resource" in extra and rolled(extra["roll"]) == "dofus":
        receive(seat, {extra["resource"]: 1})
    took = action.get("took", {})
    for letter in sorted({*action.get("marked", ())} - {seat.letter}):
        receive(game.seats[letter], {KAMAS: 1, **({took[letter]: 1} if letter in took else {})})
    for each in game.seats.values():
        leaves_what_has_no_room(game, each)


# -- KO and flight ---------------------------------------------------------------------------------------------------


def ko(game: Game, action: Mapping[str, Any]) -> None:
    """Q-4.7: at any time once a turn has begun, by whatever it was."""
    game.about = action["player"]
    if game.turn is None and not game.demon.played:
        game.is_turn_missing = True
        game.fault_once(NOBODY, "no-turn-yet", _("No turn has begun yet."))
    _falls(game, game.seats[action["player"]])


def _falls(game: Game, seat: Seat) -> None:
    """Q-4.7: 1 GG less, and out of the dungeon."""
    game.lose(seat, "ko")
    seat.inside, seat.dungeon = False, None


def flee(game: Game, _action: Mapping[str, Any]) -> None:
    """Q-5.4: in combat mode. Q-5.7: as the first action, and the turn is over. Q-4.7: 1 GG less."""
    had_acted = game.turn is not None and game.turn.acted
    seat, turn = acting(game)
    if turn.mode == "adventure":
        game.fault_once("Q-5.4", "not-in-adventure", _("Who flees is in combat mode."))
    if seat.inside:
        game.fault("Q-10.1", "no-flight", _("A dungeon is left by winning or by KO alone."))
    if had_acted:
        game.fault("Q-5.7", "not-the-first-action", _("Flight is the first action of the turn."))
    game.lose(seat, "flight")
    seat.inside, seat.dungeon = False, None
    turn.over = turn.over or "Q-5.7"


# -- spells and locks ------------------------------------------------------------------------------------------------


def cast(game: Game, action: Mapping[str, Any]) -> None:
    """Q-5.4: in combat mode. Then its limit, its dice, and its injuries."""
    seat, turn = acting(game)
    if turn.mode == "adventure":
        game.fault_once("Q-5.4", "not-in-adventure", _("Spells are cast in combat mode."))
    _limit(game, seat, turn, action)
    critical, armour = action.get("critical"), action.get("armour")
    _are_turned(game, *(critical or ()), *(armour or ()))
    most = 1 if action.get("neutral") else MOST_DICE_OF_A_SPELL
    if len(critical or ()) > most or len(armour or ()) > MOST_DICE_OF_A_SPELL:
        game.fault("Q-7.2", "too-many-dice", _("At most {most} dice are rolled here.", most=most))
    if "damage" in action and "injuries" in action:
        _injuries(game, action)


def _limit(game: Game, seat: Seat, turn: Turn, action: Mapping[str, Any]) -> None:
    """Q-7.3: red spells once a combat. Q-7.5: blue ones once a turn, purple ones once a turn and target."""
    spell, limit = slugify(action.get("spell", "")), action.get("limit")
    if not spell or limit is None or (limit == "target" and "at_target" not in action):
        return
    if limit == "combat":
        if spell in seat.once_a_combat:
            game.fault("Q-7.3", "once-a-combat", _("{spell} was cast in this combat.", spell=spell))
        seat.once_a_combat.add(spell)
        return
    use = (spell, slugify(action["at_target"]) or action["at_target"]) if limit == "target" else (spell,)
    if use in turn.cast:
        game.fault("Q-7.5", "once-a-turn", _("{spell} was cast in this turn.", spell=spell))
    turn.cast.add(use)


def _injuries(game: Game, action: Mapping[str, Any]) -> None:
    """Q-7.1: 1 more where criticals outnumber armours, 1 less the other way, not below 0. Without dice either."""
    criticals, armours = _count(action.get("critical"), "critical"), _count(action.get("armour"), "armour")
    change = (criticals > armours) - (criticals < armours)
    damage, injuries = action["damage"], action["injuries"]
    possible = {max(0, damage + change)}
    if "critical" not in action and "armour" not in action:
        possible = {max(0, damage - 1), damage, damage + 1}
    if injuries not in possible:
        expected, logged = {"injuries": max(0, damage + change)}, {"injuries": injuries}
        message = _("The spell inflicts {injuries} injuries.", injuries=max(0, damage + change))
        game.fault("Q-7.1", "wrong-injuries", message, expected=expected, logged=logged)


def block(game: Game, action: Mapping[str, Any]) -> None:
    """Q-5.5: fewer dodges than locks: it did not move, and the turn is over."""
    _seat, turn = acting(game)
    lock, dodge = action["lock"], action["dodge"]
    _are_turned(game, *lock, *dodge)
    if max(len(lock), len(dodge)) > MOST_DICE_OF_A_LOCK:
        game.fault("Q-5.5", "too-many-dice", _("At most {most} dice are rolled here.", most=MOST_DICE_OF_A_LOCK))
    if game.silent or _count(dodge, "dodge") >= _count(lock, "lock"):
        return
    if action["moved"]:
        game.fault("Q-5.5", "locked", _("Fewer dodges than locks: the Krosmaster does not move."))
    else:
        turn.over = turn.over or "Q-5.5"


def _are_turned(game: Game, *dice: str) -> None:
    """Q-2.1: a double face and a dofus are turned to one that they can be."""
    for die in dice:
        face, _mark, turned = die.partition(">")
        if turned not in TURNS.get(face, ("", face)):
            message = _("The die {die} is not turned as it has to be.", die=die)
            game.fault("Q-2.1", "die-not-turned", message, logged={"die": die})


def _count(dice: list[str] | None, face: str) -> int:
    return sum((die.partition(">")[2] or die) == face for die in dice or ())
