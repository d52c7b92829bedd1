"""A player's turn (chapter 5): whose unit acts, and what comes before the first unit and after the last."""

from rules.arena.engine import standby
from rules.arena.engine.activation import begin_activation, end_activation, slot_of
from rules.arena.engine.auras import settle
from rules.arena.engine.inspiration import lent_to, sell_dice, take_back_lent_dice
from rules.arena.engine.placing import begin_fight
from rules.arena.engine.rewards.flips import check_closing_flips, check_opening_flips, set_flips_due
from rules.arena.engine.slowed import line_of, may_act_late, may_wait_for, note_who_is_slowed
from rules.arena.engine.state import Game
from rules.arena.engine.triggers import happens
from rules.arena.engine.units import OFF, Unit
from rules.common.actions import Action
from rules.common.messages import message as _
from rules.common.verdicts import Illegal


def activate(game: Game, action: Action) -> None:
    """5.5: units act in timeline order; those left out act without doing anything."""
    unit = game.unit(action["unit"])
    if unit.cell == OFF:
        if unit.player in game.out and not was_knocked_out(game, unit):
            raise Illegal("1.4.3", "player-is-out", _("Player {player} is out of the game.", player=unit.player))
        raise Illegal(_why_not_in_play(unit), "not-in-play", _("{unit} is not in the arena.", unit=unit.name))
    in_turn = unit.player == game.player
    if not in_turn:
        game.fault("5.5.1", "not-your-unit", _("{unit} does not belong to the active player.", unit=unit.name))
    open_turn(game)
    note_who_is_slowed(game)
    if unit.player == game.player:
        ordered = unit.player not in game.uncertain.any_order
        in_turn = _must_not_be_late(game, unit, game.furthest if ordered else 0)
        if ordered:
            pass_over(game, action, unit)
    end_activation(game, action)
    begin_activation(game, unit, action, in_turn=in_turn)


def _must_not_be_late(game: Game, unit: Unit, furthest: int) -> bool:
    """It is a fault if the unit has acted in this turn, or one after it in the timeline. Answers whether it is none."""
    if unit.name not in game.acted and (slot_of(game, unit) >= furthest or may_act_late(game, unit)):
        return True
    article = "4.19.1.g" if unit.summoner else "5.5.1"
    message = _("{unit} can no longer act this turn: its place in the timeline has passed.", unit=unit.name)
    game.fault(article, "timeline-order", message)
    return False


def _why_not_in_play(unit: Unit) -> str:
    if not unit.fallen:
        return "1.3.9"
    return "4.10.2.b" if unit.is_krosmaster else "4.10.2.a"


def was_knocked_out(game: Game, unit: Unit) -> bool:
    return any(event == "knocked-out" and facts["unit"] == unit.name for _at, event, facts in game.basis.events)


def open_turn(game: Game) -> None:
    """What comes before the first unit acts: flips, the Roll for Tension, and the refund for unplaced dice."""
    if game.begun:
        return
    check_opening_flips(game)
    if game.tension is None and game.turn > 1:
        game.fault("5.2.1", "tension-missing", _("The turn must start with a Roll for Tension."))
    game.begun = True
    sell_dice(game)


def order_of(game: Game, player: str) -> list[Unit]:
    """The timeline with the summons after their summoners (4.19.1.g)."""
    line = [*line_of(game, player)]
    if not game.summons:
        return line
    for summon in reversed(game.summons):
        summoner = summon.summoner
        if summon.player == player and summoner in line:
            line.insert(line.index(summoner) + 1, summon)
    return line


def pass_over(game: Game, action: Action, before: Unit | None = None) -> None:
    """Units that the log leaves out have their turn without doing anything."""
    for unit in _up_to(game, before):
        if unit.cell != OFF and unit.name not in game.acted:
            end_activation(game, action)
            begin_activation(game, unit, {})


def _up_to(game: Game, before: Unit | None) -> list[Unit]:
    """The active player's timeline up to this unit, and not to those that share its place; all of it without one."""
    line = order_of(game, game.player)
    if before is None:
        return line
    earlier = line[: line.index(before)] if before.summoner is None else line[: line.index(before.summoner) + 1]
    return [unit for unit in earlier if not may_wait_for(game, unit, before)] if game.slowed else earlier


def end_turn(game: Game, action: Action) -> None:
    open_turn(game)
    close_turn(game, action)


def leave_turn(game: Game) -> None:
    """9.2.5: a player who has gone out in their own turn stops playing. Flips still due happen afterwards."""
    if game.turn and game.player in game.out:
        end_activation(game)
        standby.resolve(game, {})
        _next_turn(game)


def look_for_the_second_turn(game: Game, action: Action) -> None:
    """An action that opens the second turn shows that the first player conceded in the first turn, not before the
    fight."""
    flips = action["do"] == "flip" and not game.original_box  # its tokens may be face up before the fight (8.1.2)
    if game.conceded_first and not game.turn and (flips or action["do"] == "tension"):
        begin_fight(game)
        game.player = game.seats.first
        _next_turn(game)


def close_turn(game: Game, action: Action) -> None:
    """5.6: the rest of the timeline passes, and the next player becomes the active one."""
    pass_over(game, action)
    end_activation(game, action)
    _tell_of_the_end(game)
    check_closing_flips(game)
    standby.resolve(game, action)
    _next_turn(game)


def _tell_of_the_end(game: Game) -> None:
    for unit in [unit for unit in game.explaining if unit.player == game.player and unit.in_play]:
        happens(game, "player-turn-ends", unit)


def _end_what_stayed(game: Game) -> None:
    """5.6.1: powers that were given or taken until the end of the player's turn."""
    stayed = [unit for unit in game.pieces if unit.stays_granted or unit.stays_powerless or unit.stays_empowered]
    for unit in stayed:
        unit.end_of_players_turn_effects()
    if stayed:
        settle(game)


def _next_turn(game: Game) -> None:
    game.record_event("turn-ends", player=game.player, turn=game.turn)
    _end_what_stayed(game)
    game.turn += 1
    come = game.seats.up_to_the_next(game.player, game.out)
    game.player = come[-1]
    game.acted.clear()
    game.hurt = {}
    if game.scenery_hurt:
        game.scenery_hurt.clear()
    game.furthest = 0
    game.slowed = set()
    game.begun = game.glory_bought = False
    game.tension = None
    for unit in game.timelines[game.player]:
        if unit.dice:  # 5.3.3
            unit.dice = lent_to(game, unit)
            unit.refresh()
    take_back_lent_dice(game, come)  # including those of players who are out and passed over
    set_flips_due(game)
