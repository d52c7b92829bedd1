"""What else a judge may set: special markers by name (4.13), summons, and powers that are lost this turn (4.18.4.g)."""

from collections.abc import Iterable, Mapping
from typing import Any

from rules.arena.engine import summons
from rules.arena.engine.special_markers import place_special
from rules.arena.engine.state import Game
from rules.arena.engine.units import Unit
from rules.arena.log_claims import GAUGE_MARKERS


def set_specials(game: Game, unit: Unit, markers: Mapping[str, Any]) -> None:
    """A name stands for the unit that placed the marker; null or 0 takes it away."""
    for name, owner in markers.items():
        if name in GAUGE_MARKERS:
            continue
        if isinstance(owner, str):
            place_special(game, game.unit(owner), unit, name)
        else:
            unit.specials.pop(name, None)


def bring_summons(game: Game, wanted: Iterable[Mapping[str, Any]]) -> None:
    """Summons that were forgotten, without a control value; where they cannot stand is a fault (4.19.1)."""
    for each in wanted:
        summoner, cell = game.unit(each["by"]), game.cell(each["cell"])
        if summons.finds_room(game, cell, each["summon"]):
            summons.summon(game, summoner, each["summon"], cell, control=None)


def lose_powers(unit: Unit, powers: Any) -> None:
    if powers is True:
        unit.powerless = True
    else:
        unit.lost.update(powers)
    unit.refresh()
