"""What a judge sets down in an amended copy: it sets nothing off."""

from collections.abc import Mapping
from typing import Any

from rules.blast.engine import harm
from rules.blast.engine.effects import bring
from rules.blast.engine.game import Game, Unit
from rules.common.actions import Action
from rules.common.messages import message as _


def correct(game: Game, action: Action) -> None:
    if game.index is None or game.index not in game.log.corrections:
        game.fault("", "correct-not-allowed", _("Only a judge can correct a log, in a copy of their own."))
        return
    game.note("note", "corrected", _("Corrected by a judge: {reason}", reason=action.get("reason", "")))
    what = action["set"]
    for name, values in what.get("units", {}).items():
        unit = game.units.get(name)
        if unit is None:
            harm.unknown_unit(game, name)
        else:
            _unit(game, unit, values)
    _table(game, what)
    for summoned in what.get("summoned", ()):
        summoner, cell = game.units.get(summoned["by"]), game.cell(summoned["cell"])
        if summoner is None:
            harm.unknown_unit(game, summoned["by"])
        elif cell is not None:
            bring(game, summoner, summoned["minion"], cell)


def _unit(game: Game, unit: Unit, values: Mapping[str, Any]) -> None:
    if "cell" in values:
        unit.cell = None if values["cell"] is None else game.cell(values["cell"])
        unit.is_out, unit.is_unsure = unit.cell is None, False
        game.placed.add(unit.name)
    if "injuries" in values:
        unit.injuries, unit.doubtful = values["injuries"], 0
    unit.ap, unit.mp = values.get("ap", unit.ap), values.get("mp", unit.mp)
    markers = values.get("markers", {})
    unit.marker_ap, unit.marker_mp = markers.get("ap", unit.marker_ap), markers.get("mp", unit.marker_mp)
    if unit.hp is not None and "injuries" in values:
        unit.is_out = unit.injuries >= unit.hp
        unit.cell = None if unit.is_out else unit.cell


def _table(game: Game, what: Mapping[str, Any]) -> None:
    for pieces, of_cells in ((game.glyphs, what.get("glyphs", {})), (game.terrain, what.get("terrain", {}))):
        for place, piece in of_cells.items():
            cell = game.cell(place)
            if cell is not None:
                pieces.pop(cell, None)
                if piece is not None:
                    pieces[cell] = piece
    if "dofus" in what:
        game.dofus, game.is_dofus_believed = what["dofus"], False
    game.pile = what.get("pile", game.pile)
    game.favors.update(what.get("favors", {}))
