"""What the cards in play leave open all the time, and not only where they are used."""

from rules.blast.cards import Power, Threshold
from rules.blast.engine.arriving import passives
from rules.blast.engine.game import Game
from rules.blast.engine.use import settles
from rules.blast.words import PLAYERS


def believe(game: Game) -> None:
    """Powers that were not seen, or of which only words are known, may have counted in what was just done."""
    if not game.has_begun:
        return
    for unit in game.standing():
        if unit.card and ("powers" in unit.card.lacks or any(_is_open(power) for power in unit.card.powers)):
            game.believe(unit.slug, "powers")
    held = max(map(game.held, PLAYERS))
    for slug, threshold in passives(game, held):
        if _is_open(threshold):
            game.believe(slug, "powers")


def _is_open(power: Power | Threshold) -> bool:
    return power.when == "always" and (bool(power.words) or not settles(power.effects, ("bonus",)))
