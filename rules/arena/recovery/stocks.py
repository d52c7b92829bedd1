"""Faults in payments: Kamas that a player may have received where the log left something out."""

from collections.abc import Mapping

from rules.arena.engine.policy import PlayIssue
from rules.arena.engine.state import Game
from rules.arena.recovery.registry import Forgives, Repairs


def _unless_owed(game: Game, fault: PlayIssue) -> PlayIssue | None:
    payer = fault.message.facts["player"]
    have, amount = (fault.expected or {})["kamas"], (fault.logged or {})["kamas"]
    if amount > have + game.uncertain.owed[payer]:
        return fault
    game.uncertain.owed[payer] = 0
    return None


def _may_have_one_more(game: Game, _fault: PlayIssue) -> bool:
    """The Kama may have been picked up elsewhere."""
    if game.active is not None:
        game.uncertain.owed[game.active.player] += 1
    return False


FORGIVES: Mapping[str, Forgives] = {"too-few-kamas": _unless_owed}
REPAIRS: Mapping[str, Repairs] = {"no-kama-here": _may_have_one_more}
