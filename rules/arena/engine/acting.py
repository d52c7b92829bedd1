"""Who acts: the unit whose turn it is (6.1.1)."""

from rules.arena.engine.state import Game
from rules.arena.engine.units import OFF, Unit
from rules.common.messages import Message
from rules.common.messages import message as _
from rules.common.verdicts import Illegal


def acting(game: Game) -> Unit:
    """The active unit, which has to be in the arena."""
    unit = game.active
    if unit is None:
        raise Illegal("6.1.1", "nobody-active", _("No unit has been activated."))
    if unit.cell == OFF:
        raise Illegal("4.10.2.a", "not-in-play", _("{unit} is not in the arena.", unit=unit.name))
    check_turn_goes_on(unit)
    return unit


def check_turn_goes_on(unit: Unit) -> None:
    """7.2.4.b: a spell of its own may have ended its turn."""
    if unit.is_done:
        raise Illegal("7.2.4.b", "turn-ended", _("A spell of {unit} has ended its turn.", unit=unit.name))


def acting_krosmaster(game: Game, article: str, what: Message) -> Unit:
    """Some actions are for Krosmasters only; a Mob has an article of its own that says so (4.19.4.b)."""
    unit = acting(game)
    if not unit.is_krosmaster:
        article = game.laws.mobs_may_not(article) if unit.kind == "mob" else article
        message = _("{unit} is a summon and cannot {what}.", unit=unit.name, what=what)
        raise Illegal(article, "not-a-krosmaster", message)
    return unit
