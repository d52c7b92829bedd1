"""A judge's correction, in a copy of a log that the judge amended: sets what it names, and is reported as a note."""

from collections.abc import Iterable, Mapping
from typing import Any

from rules.arena.cells import cell_name
from rules.arena.engine import summons
from rules.arena.engine.damage import knock_outs
from rules.arena.engine.glory import look_for_a_winner
from rules.arena.engine.markers import place_special
from rules.arena.engine.possible_glory import forget_other_stocks
from rules.arena.engine.state import Game
from rules.arena.engine.units import OFF, Believed, Unit
from rules.arena.log_claims import GAUGE_MARKERS
from rules.common.actions import Action
from rules.common.messages import message as _
from rules.common.verdicts import Illegal

NO_ARTICLE = ""  # the rules of the game know no corrections: it is the contract of logs that forbids them


def correct(game: Game, action: Action) -> None:
    """Only what a judge put into a copy of the log counts: a player who writes it down corrects nothing."""
    if not is_a_judges(game):
        raise Illegal(NO_ARTICLE, "correct-not-allowed", _("Only a judge can correct a log, in a copy of their own."))
    game.basis.unchecked.add(game.index)
    game.say("note", "corrected", _("Corrected by a judge: {reason}", reason=action["reason"]))
    game.over, game.winner, game.won_by = False, None, None
    facts = action["set"]
    units = [(game.unit(name), values) for name, values in (facts.get("units") or {}).items()]
    _set_down(game, [(unit, _wanted_cell(game, values)) for unit, values in units if "cell" in values])
    for unit, values in units:
        _set_unit(game, unit, values)
        _set_specials(game, unit, values.get("markers") or {})
    _bring_summons(game, facts.get("summoned") or ())
    if "glory" in facts:
        game.glory.update(facts["glory"])
        forget_other_stocks(game)
    game.kamas.update(facts.get("kamas") or {})
    game.given_kamas.update(dict.fromkeys(facts.get("kamas") or {}, 0))
    game.wild = facts.get("wild", game.wild)
    game.record_event("corrected", reason=action["reason"])
    _set_who_is_out(game)
    if game.turn:
        knock_outs(game)
        look_for_a_winner(game)


def _set_who_is_out(game: Game) -> None:
    """By the pieces that the judge has set."""
    gone = [player for player in game.seats.players if not game.has_krosmasters(player)]
    game.out = {player: game.out.get(player, game.index) for player in gone}


def is_a_judges(game: Game) -> bool:
    """The action at which the log is was put in by a judge: the record of the copy says so."""
    return game.index in game.corrections


def _wanted_cell(game: Game, values: dict[str, Any]) -> int:
    return OFF if values["cell"] is None else game.cell(values["cell"])


def _set_down(game: Game, moves: list[tuple[Unit, int]]) -> None:
    """All pieces are lifted before one is set down, so that two can change places; no two end on one cell."""
    before = {unit.name: unit.cell for unit, _cell in moves}
    for unit, _cell in moves:
        if unit.in_play:
            game.lift(unit)
    for unit, cell in moves:
        if cell == OFF:
            unit.fallen = True
        elif game.is_free(cell) or not unit.is_obstacle:
            unit.fallen = False
            game.put(unit, cell)
        else:
            there = cell_name(cell)
            game.fault("4.17.4", "cell-impassable", _("{cell} is not free.", cell=there), logged={"cell": there})
            _set_back(game, unit, before[unit.name])


def _set_back(game: Game, unit: Unit, cell: int) -> None:
    if cell != OFF and game.is_free(cell):
        game.put(unit, cell)
    else:
        unit.fallen = True


def _set_unit(game: Game, unit: Unit, values: dict[str, Any]) -> None:
    unit.ap, unit.mp = values.get("ap", unit.ap), values.get("mp", unit.mp)
    unit.injuries = min(values.get("injuries", unit.injuries), unit.hp or 0) if unit.in_play else 0
    if values.get("lost_powers"):
        unit.lose_powers(values["lost_powers"])
        game.changed = True
    markers = values.get("markers") or {}
    unit.ap_markers, unit.mp_markers = markers.get("ap", unit.ap_markers), markers.get("mp", unit.mp_markers)
    unit.range_markers = markers.get("range", unit.range_markers)
    unit.believed = Believed()  # the judge knows
    unit.held_from = OFF


def _set_specials(game: Game, unit: Unit, markers: Mapping[str, Any]) -> None:
    """A name stands for the unit that placed the marker; null or 0 takes it away."""
    for name, owner in markers.items():
        if name in GAUGE_MARKERS:
            continue
        if isinstance(owner, str):
            place_special(game, game.unit(owner), unit, name)
        else:
            unit.specials = {marker: by for marker, by in unit.specials.items() if marker != name}


def _bring_summons(game: Game, wanted: Iterable[Mapping[str, Any]]) -> None:
    """Summons that were forgotten, without a control value; where they cannot stand is a fault (4.19.1)."""
    for each in wanted:
        summoner, cell = game.unit(each["by"]), game.cell(each["cell"])
        if summons.check_room(game, cell, each["summon"]):
            summons.summon(game, summoner, each["summon"], cell, control=None)
