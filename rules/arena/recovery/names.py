"""Faults in who acts: unknown names, summons that found no room, units out of play."""

from collections.abc import Mapping

from rules.arena.cells import CELLS, NEIGHBOURS
from rules.arena.engine.policy import PlayIssue
from rules.arena.engine.state import Game
from rules.arena.engine.summons import profile_of
from rules.arena.engine.units import Unit
from rules.arena.recovery.registry import Forgives, Hook, Refusals
from rules.common.actions import Action
from rules.common.verdicts import Illegal


def before_an_activation(game: Game, action: Action) -> None:
    game.uncertain.nobody_acts = False
    game.uncertain.activated_at = game.index or 0
    if game.uncertain.refused:
        _summon_that_was_refused(game, action["unit"])


def _summon_that_was_refused(game: Game, name: str) -> None:
    """The log goes on as if the summon were in play: put it where there is room."""
    summoner, slug = game.uncertain.refused.pop(name, (None, ""))
    if summoner is None or not summoner.in_play:
        return
    room = next((cell for cell in (*NEIGHBOURS[summoner.cell], *CELLS) if game.is_free(cell)), None)
    if room is not None:
        unit = Unit(name, summoner.player, profile_of(game, slug), summoner=summoner, misplaced=True)
        game.add_piece(unit)
        game.put(unit, room)


def after_the_turn(game: Game, _action: Action) -> None:
    game.uncertain.nobody_acts = False


def _nobody_of_that_name(game: Game, refusal: Illegal) -> bool:
    """Report an unknown name once; what it does and suffers is then skipped."""
    name = (refusal.logged or {})["unit"]
    if game.action.get("do") == "activate" and game.action["unit"] == name:
        game.uncertain.nobody_acts = True
    if game.uncertain.is_unheard_of(name):
        return True
    game.uncertain.strangers.add(name)
    return False


def _unless_it_was_refused(game: Game, fault: PlayIssue) -> PlayIssue | None:
    """Not reported for an effect of a summon that could not enter play."""
    return None if str(fault.message.facts["unit"]) in game.uncertain.refused else fault


def _nobody_acts(game: Game, _refusal: Illegal) -> bool:
    game.uncertain.nobody_acts = True
    return False


BEFORE: Mapping[str, Hook] = {"activate": before_an_activation}
AFTER: Mapping[str, Hook] = {"end-turn": after_the_turn}
FORGIVES: Mapping[str, Forgives] = {"no-such-effect": _unless_it_was_refused}
REFUSALS: Mapping[str, Refusals] = {
    "no-such-unit": _nobody_of_that_name,
    "nobody-active": _nobody_acts,
    "not-in-play": _nobody_acts,
}
