"""The policy for logs: each fault is forgiven, or reported with its consequences repaired.

A fault is forgiven, and not reported, if an earlier one explains it. Otherwise it is reported, and the handler of its
code may correct the position, so that the action goes on as if nothing were wrong.
"""

from collections.abc import Callable, Mapping
from typing import Final

from rules.arena.engine.policy import PlayedInstead, PlayIssue, Policy
from rules.arena.engine.state import Game
from rules.arena.engine.units import Unit
from rules.arena.laws.seats import DUEL
from rules.arena.log_actions import OF_A_UNIT
from rules.arena.recovery import block, casting, dice, flips, names, placing, position, stocks, survival, tokens, turn
from rules.arena.recovery.registry import Forgives, Hook, Refusals, Repairs, note
from rules.common.actions import Action
from rules.common.verdicts import Illegal

FORGIVES: Mapping[str, Forgives] = {
    **block.FORGIVES,
    **dice.FORGIVES,
    **flips.FORGIVES,
    **names.FORGIVES,
    **placing.FORGIVES,
    **position.FORGIVES,
    **stocks.FORGIVES,
    **tokens.FORGIVES,
    **turn.FORGIVES,
}
REPAIRS: Mapping[str, Repairs] = {
    **dice.REPAIRS,
    **flips.REPAIRS,
    **placing.REPAIRS,
    **position.REPAIRS,
    **stocks.REPAIRS,
    **turn.REPAIRS,
}
REFUSALS: Mapping[str, Refusals] = {**casting.REFUSALS, **flips.REFUSALS, **names.REFUSALS, **turn.REFUSALS}
BEFORE: Final[dict[str, Hook]] = {**flips.BEFORE, **names.BEFORE, **placing.BEFORE}
AFTER: Final[dict[str, Hook]] = {**names.AFTER, **position.AFTER}
# what can be told although a whole turn is missing: dice and cells, and of a duel whose turn it is
OF_DICE: Final = frozenset(
    {"tension-dice", "reroll-dice", "die-turned", "die-not-turned", "no-such-cell", "game-is-over"}
)
OF_TURNS: Final = frozenset({"not-your-unit", "not-a-krosmaster-of-yours", "turn-not-ended", "tension-missing"})
# Impossible actions are done as far as the pieces allow, if only because their dice were rolled.
ALL_THE_SAME: Mapping[str, Callable[[Game, PlayIssue], None]] = {
    "move": position.step_all_the_same,
    "cast": casting.cast_all_the_same,
}


def _hangs_on_a_missing_turn(game: Game, code: str) -> bool:
    """Among more than two players somebody may have gone out in it."""
    sure = OF_DICE | OF_TURNS if game.mode is DUEL else OF_DICE
    return game.uncertain.turn_missing and code not in sure and code != "game-is-over"


class Recovery(Policy):
    """Reads a log to its end, whatever is wrong with it."""

    strict = False

    def before(self, game: Game, action: Action, do: str) -> bool:
        if do in OF_A_UNIT:
            if game.uncertain.nobody_acts:
                return False  # already reported when the unit was activated
            if not game.begun:
                flips.before_a_unit_acts(game)
            return True
        handler = BEFORE.get(do)
        if handler is not None:
            handler(game, action)
        return True

    def fault(self, game: Game, fault: PlayIssue) -> bool:
        forgives, repairs = FORGIVES.get(fault.code), REPAIRS.get(fault.code)
        left = fault if forgives is None else forgives(game, fault)
        if left is None or position.move_instead(game, fault):
            return False
        if _hangs_on_a_missing_turn(game, fault.code):
            game.basis.unchecked.add(game.index)
        else:
            note(game, left)
        if fault.prevents is not None:
            ALL_THE_SAME[game.action["do"]](game, fault)
            raise PlayedInstead
        return repairs is None or not repairs(game, fault)

    def ask(self, _missing: Illegal) -> None:
        """A log cannot be asked: missing dice are reported as a wrong number of dice."""

    def refused(self, game: Game, _action: Action, refusal: Illegal) -> None:
        handler = REFUSALS.get(refusal.code)
        explained = handler is not None and handler(game, refusal)
        if not explained and not _hangs_on_a_missing_turn(game, refusal.code):
            raise refusal
        game.standby.clear()

    def lets_fall(self, game: Game, unit: Unit) -> bool:
        return not survival.keep_standing(game, unit)

    def makes_room(self, game: Game, summoner: Unit, summon: str) -> None:
        tokens.let_a_summon_fall(game, summoner, summon)

    def fallen(self, game: Game, unit: Unit, worth: int, receiver: str) -> None:
        survival.note_the_fall(game, unit, worth, receiver)

    def lets_win(self, game: Game, side: str) -> bool:
        return not survival.doubt_the_win(game, side)

    def after(self, game: Game, action: Action, do: str) -> None:
        AFTER[do](game, action)
