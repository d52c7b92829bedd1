"""Momia: a Krosmaster with an opponent's marker has less initiative, and plays so much later (1.3.8, 2.4.1)."""

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rules.arena.engine.state import Game
    from rules.arena.engine.units import Unit

LOST: Final = 5


def initiative(game: "Game", figure: "Unit") -> int:
    return figure.profile.initiative - LOST * _is_slowed(game, figure)


def _is_slowed(game: "Game", figure: "Unit") -> bool:
    return bool(figure.specials) and any(
        game.units[owner].side != figure.side and "momia" in game.units[owner].powers
        for owner in figure.specials.values()
    )


def line_of(game: "Game", player: str) -> "list[Unit]":
    """The timeline as it is now: among equals the slowed one comes first, unless its player has it wait."""
    line = game.timelines[player]
    if any(_is_slowed(game, figure) for figure in line):
        return sorted(line, key=lambda figure: -initiative(game, figure))
    return line


def note_who_is_slowed(game: "Game") -> None:
    """In the turn of its player: whoever is freed of the marker in it, may play as late as before."""
    game.slowed |= {figure.name for figure in game.timelines[game.player] if _is_slowed(game, figure)}


def may_wait_for(game: "Game", unit: "Unit", other: "Unit") -> bool:
    """2.4.3: whether its player may have it act after that one: an equal, or, freed of the marker in this turn, anyone:
    nobody says when it acts then."""
    figure, than = unit.summoner or unit, other.summoner or other
    if figure.name not in game.slowed or figure is than:
        return False
    return not _is_slowed(game, figure) or initiative(game, figure) == initiative(game, than)


def may_act_late(game: "Game", unit: "Unit") -> bool:
    """Whether all that have acted in this turn are such."""
    own = unit.summoner or unit
    line = line_of(game, unit.player)
    later = [figure for figure in line[line.index(own) + 1 :] if figure.name in game.acted]
    waits = bool(later) and all(may_wait_for(game, unit, figure) for figure in later)
    if waits and not _is_slowed(game, own):
        game.rest_on_belief()
    return waits
