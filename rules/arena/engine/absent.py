"""Why an effect that a log lists is not on standby: the article of what did not set it off."""

from rules.arena.cells import cell_name
from rules.arena.engine.state import Game
from rules.arena.engine.units import Unit
from rules.common.actions import Action
from rules.common.messages import Sentence
from rules.common.messages import sentence as _


def why_absent(game: Game, entry: Action) -> tuple[str, Sentence]:
    """The most specific article, and what is said of it; 7.2.9.a where nothing more is known of such an effect."""
    standing = [unit for unit in game.in_play() if entry.get("by") in (None, unit.name)]
    bombs, traps = ([unit for unit in standing if unit.kind == kind] for kind in ("bomb", "trap"))
    unit = game.units.get(entry.get("by", ""))
    if entry["effect"] == "counter" and unit is not None and "counter" not in unit.powers:
        return "4.9.15.a", _("{unit} has no Counter.", unit=unit.name)
    if entry["effect"] == "counter":
        who = entry.get("by", _("any unit"))
        return "4.9.15.a", _("No opposing unit has injured {unit} in its own player's turn.", unit=who)
    if entry["effect"] == "explosion" and bombs:
        return "4.19.5", _("{unit} is not KO'd, so it does not explode.", unit=bombs[0].name)
    if entry["effect"] == "click" and traps:
        return _why_it_does_not_click(game, traps)
    by = entry.get("by", _("any unit"))
    return "7.2.9.a", _("There is no {effect} of {unit} on standby.", effect=entry["effect"], unit=by)


def _why_it_does_not_click(game: Game, traps: list[Unit]) -> tuple[str, Sentence]:
    """4.19.7.d: somebody was moved across it, or a bomb came onto it; otherwise nobody came onto it (4.19.7.c)."""
    for trap in traps:
        facts = {"unit": trap.name, "cell": cell_name(trap.cell)}
        if trap.cell in game.bodies and not game.bodies[trap.cell].is_character:
            return "4.19.7.d", _("{unit} does not click: what stands on {cell} is no character.", **facts)
        if trap.cell in game.crossed:
            return "4.19.7.d", _("{unit} does not click: what was moved across {cell} did not end there.", **facts)
    return "4.19.7.c", _("No character came to stand on the cell of {unit}.", unit=traps[0].name)
