"""What the recorder's board asks for and what a tap on it means: which figure is activated, where it walks, what it
can cast."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from judging.board.reach import cost_of
from judging.board.unit_names import printed_name
from judging.recorder.board.copied import action_of, castable, copied_casts
from judging.recorder.board.forecast import forecast
from rules.arena.public import (
    CopiedSpell,
    Game,
    Path,
    Spell,
    Unit,
    casts_of,
    cell_name,
    copied,
    order_of,
    paths,
    played,
    spells_of,
)
from rules.common.actions import Action
from rules.common.verdicts import ChoiceMissing, DiceMissing, Illegal
from teams.wording import render_message

Json = dict[str, Any]
Names = Mapping[str, str]
MISSING = (DiceMissing, ChoiceMissing)  # no refusals: the recorder asks


@dataclass(frozen=True, slots=True)
class Actor:
    """The figure that acts on a tap: the active one, or the next one, whose turn then begins."""

    unit: Unit
    game: Game
    first: tuple[Json, ...]


def taps(game: Game, copied: Iterable[CopiedSpell] = ()) -> Json:
    """Return by cell: `activate` (a figure's name), `walks` (paths, cheapest first), `casts` (spells with their
    dice). `gauges` is what the actor has once its turn has begun."""
    if game.over:
        return {"actor": None, "gauges": {}, "first": [], "activate": {}, "walks": {}, "casts": {}}
    who = actor(game)
    return {
        "actor": who.unit.name if who else None,
        "gauges": {"mp": who.unit.mp, "ap": who.unit.ap} if who else {},
        "first": list(who.first) if who else [],
        "activate": activations(game),
        "walks": walks(who.game, who.unit) if who else {},
        "casts": casts(who.game, who.unit, copied) if who else {},
    }


def is_set_up(game: Game) -> bool:
    """Whether every figure is placed (1.3.10), so that the fight can begin."""
    return bool(game.turn) or all(unit.in_play for units in game.timelines.values() for unit in units)


def strict(game: Game) -> Game:
    asked = copied(game)
    asked.be_strict()
    asked.dealer = asked.event_log = None
    return asked


def actor(game: Game) -> Actor | None:
    asked = strict(game)
    if asked.active is not None:
        return Actor(asked.active, asked, ()) if asked.active.in_play and asked.flips.let_units_act else None
    for unit in order_of(asked, asked.player) if is_set_up(asked) else ():
        activation = {"do": "activate", "unit": unit.name}
        if unit.in_play and unit.name not in asked.acted and (after := game_after(asked, activation)):
            return Actor(after.units[unit.name], after, (activation,))
    return None


def game_after(game: Game, action: Json) -> Game | None:
    """Return the position after an action; None where it is forbidden, or rolls or chooses first: the board asks."""
    try:
        return played(game, action)
    except Illegal:
        return None


def activations(game: Game) -> dict[str, str]:
    """Return the cells of the figures whose turn can begin now."""
    if not is_set_up(game):
        return {}
    asked = strict(game)
    waiting = [unit for unit in order_of(asked, asked.player) if unit.in_play and unit.name not in asked.acted]
    return {cell_name(unit.cell): unit.name for unit in waiting if _may_begin(asked, unit)}


def _may_begin(game: Game, unit: Unit) -> bool:
    try:
        played(game, {"do": "activate", "unit": unit.name})
    except Illegal as reason:
        return isinstance(reason, MISSING)  # it may, and rolls or chooses first
    return True


def walks(game: Game, unit: Unit) -> dict[str, list[Json]]:
    return {cell_name(cell): [_path(path) for path in ways] for cell, ways in paths(game, unit).items()}


def _path(path: Path) -> Json:
    """Return a path. `free` is the number of cells before somebody rolls for Lock."""
    cells = [cell_name(cell) for cell in path.cells]
    free = path.cells.index(path.left[0]) + 1 if path.left and path.left[0] in path.cells else 0
    return {"cells": cells, "blocks": path.blocks, "traps": path.traps, "free": free if path.left else len(cells)}


def casts(game: Game, unit: Unit, copied: Iterable[CopiedSpell] = ()) -> dict[str, list[Json]]:
    """Return by target cell the spells that can be cast there now, strongest first; `copied` are those from cards."""
    found: dict[str, list[Json]] = {}
    for spell in spells_of(unit):
        for option in casts_of(game, unit, spell):
            if option.is_legal:
                found.setdefault(option.action["target"], []).append(_cast(game, spell, option.action))
    for cell, cast in copied_casts(game, unit, copied):
        found.setdefault(cell, []).append(cast)
    return {cell: sorted(there, key=_weakness) for cell, there in found.items()}


def _cast(game: Game, spell: Spell, action: Action) -> Json:
    cast: Json = {"spell": spell.slug, "label": printed_name(spell), "cost": cost_of(spell)}
    if spell.unknown & {"effects", "attack", "cost"}:
        return cast | {"declare": True}
    return cast | ({"forecast": forecast(game, action)} if _is_taken(game, action["target"]) else {})


def cast_of(game: Game, actions: Sequence[Json], possible: Json) -> Json | None:
    """Return the cast that ends these actions as the board shows it, once what comes before it is done; it may be among
    the taps that are possible now.

    None where nothing is cast, and where something before it rolls or asks first.
    """
    *before, last = actions
    if last["do"] != "cast":
        return None
    if before == possible["first"]:
        return next(cast for cast in possible["casts"][last["target"]] if cast["spell"] == last["spell"])
    asked = strict(game)
    try:
        for action in before:
            asked = played(asked, action)
    except Illegal:
        return None
    assert asked.active is not None
    spell = next(spell for spell in spells_of(asked.active) if spell.slug == last["spell"])
    return _cast(asked, spell, last)


def _is_taken(game: Game, cell: str) -> bool:
    return any(unit.in_play and cell_name(unit.cell) == cell for unit in game.units.values())


def _weakness(cast: Json) -> int:
    outcomes = (cast.get("forecast") or {}).get("outcomes") or ()
    return -max((harm or 0 for _critical, _armour, harm, _ko in outcomes), default=0)


# -- who does what next ------------------------------------------------------------------------------------------------


def prompt(game: Game, names: Names) -> str:
    """Return the line that always says who does what next."""
    if game.over:
        return _("The game is over.")
    if not game.turn and (waiting := next_to_place(game)):
        return _prompt_for(names, waiting.side, _("place {unit} on a starting cell"), unit=waiting)
    return _prompt_for(names, game.player, *_next_step(game))


def panel(game: Game) -> str | None:
    """Return which panel has priority: rewards to turn up, the Roll for Tension, or its dice."""
    flips = game.flips
    if flips_before_the_fight(game):
        return "flips"
    if game.over or not game.turn:
        return None
    if flips.replacing is not None or flips.closed_at is not None or (game.turn == 2 and flips.opening):
        return "flips"
    if game.turn > 1 and game.tension is None:
        return "tension"
    return "inspire" if _dice_to_give(game) else None


def flips_before_the_fight(game: Game) -> bool:
    """Whether all stand and a pile has still to show its first token, where the rules open all of them (p21.7)."""
    if game.turn or game.over or not game.laws.open_from_the_start or next_to_place(game):
        return False
    return any(pile.face is None for pile in game.piles.values())


def _dice_to_give(game: Game) -> int:
    return 0 if game.begun else sum(face is not None for face in game.tension or ())


def _prompt_for(names: Names, side: str, what: str, unit: Unit | None = None) -> str:
    prompt = what.format(unit=names.get(unit.name, unit.name)) if unit else what
    return _("{player}: {what}").format(player=names.get(side, side), what=prompt)


def _next_step(game: Game) -> tuple[str, Unit | None]:
    if flip := _next_flip(game):
        return flip, None
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


def _next_flip(game: Game) -> str:
    """Which rewards are to be turned up before anything else; empty if none."""
    flips = game.flips
    if flips_before_the_fight(game):
        return _("turn up one reward of each pile")
    if flips.replacing is not None:
        return _("turn up the next reward of the pile")
    if game.turn == 2 and flips.opening and game.tension is None:
        return _("turn up one reward of each rank")
    if flips.closed_at is not None and flips.closing:
        return _("turn up the second reward of each rank")
    return ""


# -- why not ----------------------------------------------------------------------------------------------------------


def why_not(game: Game, cell: int, names: Names, copied: Iterable[CopiedSpell] = ()) -> str:
    """Return in one sentence why a tap on that cell does nothing."""
    if game.over:
        return _("The game is over.")
    if not game.turn and (waiting := next_to_place(game)):
        return _why_not_placed(game, waiting, cell, names)
    who = actor(game)
    body = next(iter(game.on(cell)), None)
    if body is not None and body.side == game.player and (who is None or body.name != who.unit.name):
        return _why_not_active(game, body, names)
    if who is None:
        return _("No figure can act now.")
    if body is not None:
        return _why_not_struck(who, cell, names, copied)
    return _why_not_walked(who, cell, names)


def next_to_place(game: Game) -> Unit | None:
    return next((unit for side in game.seats.order for unit in game.timelines[side] if not unit.in_play), None)


def _why_not_placed(game: Game, unit: Unit, cell: int, names: Names) -> str:
    try:
        played(strict(game), {"do": "place", "unit": unit.name, "cell": cell_name(cell)})
    except Illegal as reason:
        return render_message(reason.message, names)
    return _("{unit} can be placed here.").format(unit=names.get(unit.name, unit.name))


def _why_not_active(game: Game, unit: Unit, names: Names) -> str:
    try:
        played(strict(game), {"do": "activate", "unit": unit.name})
    except Illegal as reason:
        return render_message(reason.message, names)
    return _("{unit} can act now.").format(unit=names.get(unit.name, unit.name))


def _why_not_struck(who: Actor, cell: int, names: Names, copied: Iterable[CopiedSpell]) -> str:
    target = cell_name(cell)
    casts = [action_of(each, target) for each, _spell, _options in castable(who.game, who.unit, copied)]
    casts += [{"do": "cast", "spell": spell.slug, "target": target} for spell in spells_of(who.unit)]
    reasons = [_refused(who.game, cast) for cast in casts]
    reason = next((reason for reason in reasons if reason is not None), None)
    if reason is None:
        return _("{unit} has no spell to cast.").format(unit=names.get(who.unit.name, who.unit.name))
    return f"{render_message(reason.message, names)} ({reason.article})"


def _refused(game: Game, cast: Json) -> Illegal | None:
    try:
        played(game, cast)
    except Illegal as reason:
        return None if isinstance(reason, MISSING) else reason
    return None


def _why_not_walked(who: Actor, cell: int, names: Names) -> str:
    facts = {"unit": names.get(who.unit.name, who.unit.name), "cell": cell_name(cell), "mp": who.unit.mp}
    if not who.game.is_free(cell):
        return _("{cell} is not free: no figure can stand there.").format(**facts)
    if not who.unit.mp:
        return _("{unit} has no MP left.").format(**facts)
    return _("{unit} cannot walk to {cell} with {mp} MP.").format(**facts)
