"""Powers whose trigger or frequency is known, but not their effects: declarations of them must fit (4.18.2, 4.18.3)."""

from typing import TYPE_CHECKING

from rules.common.messages import Message
from rules.common.messages import message as _

if TYPE_CHECKING:
    from rules.arena.engine.state import Game
    from rules.arena.engine.units import Unit

THIS_OR_THE_LAST = (0, 1)  # player's turn: an action that ends a turn is logged after the next one has begun


def why_not_due(game: "Game", owner: "Unit", power: str) -> tuple[str, Message] | None:
    """The article and message if nothing has triggered the power; None if it was, or if its trigger is unknown."""
    text = owner.explained.get(power)
    if text is None or text.when is None or text.words is None:
        return None
    if any((power, game.turn - back) in owner.triggered for back in THIS_OR_THE_LAST):
        return None
    facts = {"power": text.name, "unit": owner.name}
    if text.turn == "own" and game.player != owner.player:
        return "4.18.2.d", _("{power} of {unit} works in its own player's turn only.", **facts)
    return "4.18.3", _("Nothing has set off {power} of {unit}.", **facts)


def must_be_due(game: "Game", owner: "Unit", power: str) -> None:
    """It is a fault if the power was not triggered."""
    why_not = why_not_due(game, owner, power)
    if why_not is not None:
        game.fault(why_not[0], "not-set-off", why_not[1], logged={"power": power})


def report_used_up(game: "Game", owner: "Unit", power: str) -> bool:
    """4.18.2.a: whether a power that works once per fight was used in an earlier turn, which is a fault."""
    text = owner.explained.get(power)
    if text is None or text.once != "game" or text.words is None:
        return False
    if all(slug != power or turn == game.turn for slug, turn in owner.answered):
        return False
    message = _("{power} of {unit} works once in a fight.", power=text.name, unit=owner.name)
    game.fault("4.18.2.a", "once-in-a-fight", message, logged={"power": power})
    return True
