"""Continuous effects of powers that their cards explain (4.18.4), worked out anew whenever a piece comes or goes.

Losses of powers come first (4.18.4.g). Whose powers are lost is asked of all at once, so two pieces that silence one
another are both without powers.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rules.arena.engine.units import NOTHING_LENT, Lent, Unit
from rules.arena.engine.whom import around
from rules.arena.printed import Characteristics, PowerText

if TYPE_CHECKING:
    from rules.arena.engine.state import Game

GAUGES = ("ap", "mp", "hp", "range")
Source = tuple[Unit, PowerText]


def settle(game: "Game") -> None:
    """4.18.4.e: at once, when the conditions are met and when they no longer are."""
    if not game.explains:
        return
    for unit in game.units.values():
        lose_for_good(unit)
    sources = [source for unit in game.in_play() for source in _lasting(unit)]
    silenced = {unit.name for unit, text in sources if text.lose_powers for unit in _meant(game, unit, text)}
    given: dict[str, Lent] = {}
    for unit, text in sources:
        if unit.name not in silenced or text.lose_powers:
            for other in _meant(game, unit, text):
                given[other.name] = _added(given.get(other.name, NOTHING_LENT), text, _times(game, unit, text))
    for unit in game.units.values():
        lent = given.get(unit.name, NOTHING_LENT)
        if lent != unit.lent:
            unit.lent = lent
            unit.refresh()


def lose_for_good(unit: Unit) -> None:
    """4.18.3.c: a power that lasts until its owner has suffered so many injuries."""
    gone = {
        slug for slug, text in unit.profile.explained.items() if text.lost_after and unit.injuries >= text.lost_after
    }
    if gone - unit.gone:
        unit.gone |= gone
        unit.refresh()


def _lasting(unit: Unit) -> Iterator[Source]:
    """Its own powers that are no answers; not those that it has lost by an effect."""
    for slug, text in unit.explained.items():
        has = slug in unit.profile.powers or slug in unit.granted
        if text.when is None and has and not unit.powerless and slug not in unit.lost | unit.gone:
            yield unit, text


def _meant(game: "Game", unit: Unit, text: PowerText) -> list[Unit]:
    if text.of == "marked":  # 4.13.4
        others = [other for other in game.in_play() if unit.name in other.specials.values()]
    else:
        others = around(game, unit, text.of)
    return [other for other in others if text.kind is None or game.is_of_type(other, text.kind)]


def _times(game: "Game", unit: Unit, text: PowerText) -> int:
    if text.per is None:
        return 1
    return sum(game.is_of_type(ally, text.per) for ally in game.in_play(unit.side))


def _added(lent: Lent, text: PowerText, times: int) -> Lent:
    bonus = Characteristics(**{name: getattr(lent.bonus, name) + times * getattr(text.bonus, name) for name in GAUGES})
    return Lent(
        lent.powers | set(text.powers),
        bonus,
        lent.powerless or text.lose_powers,
        lent.no_healing or text.no_healing,
        lent.suffers + times * text.suffers,
        lent.only_beside or text.only_beside,
    )
