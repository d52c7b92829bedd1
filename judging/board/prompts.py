"""The prompt: one line that always says who does what next."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from judging.board.taps import actor, next_to_place
from rules.arena.public import Game, Unit

Names = Mapping[str, str]


def prompt(game: Game, names: Names) -> str:
    if game.over:
        return _("The game is over.")
    if not game.turn and (waiting := next_to_place(game)):
        return _prompt_for(names, waiting.side, _("place {unit} on a starting cell"), unit=waiting)
    return _prompt_for(names, game.player, *_next_step(game))


def panel(game: Game) -> str | None:
    """Return which panel has priority: rewards to turn up, the Roll for Tension, or its dice."""
    flips = game.flips
    if game.over or not game.turn:
        return None
    if flips.replacing is not None or flips.closed_at is not None or (game.turn == 2 and flips.opening):
        return "flips"
    if game.turn > 1 and game.tension is None:
        return "tension"
    return "inspire" if _dice_to_give(game) else None


def _dice_to_give(game: Game) -> int:
    return 0 if game.begun else sum(face is not None for face in game.tension or ())


def _prompt_for(names: Names, side: str, what: str, unit: Unit | None = None) -> str:
    prompt = what.format(unit=names.get(unit.name, unit.name)) if unit else what
    return _("{player}: {what}").format(player=names.get(side, side), what=prompt)


def _next_step(game: Game) -> tuple[str, Unit | None]:
    flips = game.flips
    if flips.replacing is not None:
        return _("turn up the next reward of the pile"), None
    if game.turn == 2 and flips.opening and game.tension is None:
        return _("turn up one reward of each rank"), None
    if flips.closed_at is not None and flips.closing:
        return _("turn up the second reward of each rank"), None
    if game.turn > 1 and game.tension is None:
        return _("roll for Tension"), None
    if dice := _dice_to_give(game):
        what = ngettext(
            "give the Inspiration die to a figure, or play on", "give the Inspiration dice, or play on", dice
        )
        return what, None
    who = actor(game)
    if game.active is None:
        return (_("{unit} is next: tap a cell or an enemy"), who.unit) if who else (_("end the turn"), None)
    return _("{unit} is active: tap a cell or an enemy"), game.active
