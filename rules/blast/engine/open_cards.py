"""What the cards in play leave open all the time, and not only where they are used."""

from collections.abc import Iterator

from rules.blast.cards import Favor, Fighter, Power, Spell, Threshold
from rules.blast.engine.arriving import passives
from rules.blast.engine.game import Game
from rules.blast.engine.use import OF_FAVORS, OF_POWERS, settles
from rules.blast.words import PLAYERS, UNKNOWN
from rules.common.proof import Fact


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
    return power.when == "always" and _is_part_open(power)


def _is_part_open(part: Power | Threshold | Favor) -> bool:
    """Whether only words say what it does, or effects that mean nothing there."""
    known = OF_FAVORS if isinstance(part, Favor) or part.when is None else OF_POWERS
    return bool(part.words) or not settles(part.effects, ("bonus",) if _lasts(part) else known)


def _lasts(part: Power | Threshold | Favor) -> bool:
    return not isinstance(part, Favor) and part.when == "always"


# -- all that is not known of what is in play, whether anything depends on it or not ----------------------------------


def parts(game: Game) -> Iterator[Fact]:
    for unit in game.units.values():
        if unit.card:
            yield from _of_card(unit.card)
    for slug in game.drawn:
        favor = game.facts.favors.get(slug)
        if favor and _is_part_open(favor):
            yield Fact(slug, "effects")
    for slug, challenge in game.challenges.items():
        for threshold in challenge.thresholds if challenge else ():
            if _is_part_open(threshold):
                yield Fact(slug, "effects" if threshold.when is None else "powers")


def _of_card(card: Fighter) -> Iterator[Fact]:
    for name in ("ap", "hp", "mp"):
        if getattr(card, name) is None:
            yield Fact(card.slug, name)
    if card.rarity == UNKNOWN and not card.is_minion:
        yield Fact(card.slug, "rarity")
    if "spells" in card.lacks:
        yield Fact(card.slug, "spell")
    if "powers" in card.lacks or any(map(_is_part_open, card.powers)):
        yield Fact(card.slug, "powers")
    for spell in card.spells:
        yield from _of_spell(card.slug, spell)


def _of_spell(card: str, spell: Spell) -> Iterator[Fact]:
    if spell.limit == UNKNOWN:
        yield Fact(card, "limit", spell.slug)
    if spell.sight is None:
        yield Fact(card, "sight", spell.slug)
    if spell.attack and spell.attack.element == UNKNOWN:
        yield Fact(card, "element", spell.slug)
    if spell.words:
        yield Fact(card, "effects", spell.slug)
