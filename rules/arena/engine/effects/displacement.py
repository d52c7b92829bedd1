"""Effects that move pieces: pushed, attracted, switched, teleported (7.5.9 to 7.5.17).

No Block comes with them.
"""

from typing import Literal

from rules.arena.cells import ARENA, NEIGHBOURS, STEP, facings
from rules.arena.engine import unknown
from rules.arena.engine.auras import WHOM, around
from rules.arena.engine.choosing import chosen_cell, chosen_option, note_asked
from rules.arena.engine.damage import change_places, step_onto
from rules.arena.engine.spells import Cast, taken_in
from rules.arena.engine.state import Game
from rules.arena.engine.units import Unit
from rules.arena.printed import Spell
from rules.common.messages import message as _
from rules.common.signatures import Count, Words
from rules.common.verdicts import ChoiceMissing

MOVES_PIECES = (
    "push", "attract", "retreat", "approach", "switch", "switch-two", "teleport", "move-group", "move-beside",
)  # fmt: skip
BACK = {"north": "south", "south": "north", "east": "west", "west": "east"}


def moves_pieces(spell: Spell) -> bool:
    return any(effect.do in MOVES_PIECES for effect in spell.effects)


def _may_be_moved(cast: Cast, unit: Unit) -> bool:
    """4.9.17: what is Unfazed is moved by nobody else."""
    if unit is not cast.caster:
        unknown.trust_powers(cast.game, unit)
    return unit.in_play and (unit is cast.caster or "unfazed" not in unit.powers)


def slide(game: Game, unit: Unit, direction: str, cells: int) -> None:
    """In a straight line, until an impassable cell or the edge (7.5.9.b); a trap counts only where the way ends."""
    crossed = _line(game, unit, direction, cells)
    if crossed:
        game.crossed |= {*crossed}
        step_onto(game, unit, crossed[-1], "displaced")


def _line(game: Game, unit: Unit, direction: str, cells: int) -> list[int]:
    """The cells over which it would go."""
    crossed, cell = [], unit.cell
    for _step in range(cells):
        onward = STEP[direction][cell]
        if onward is None or not game.is_free(onward):
            break
        crossed.append(onward)
        cell = onward
    return crossed


def _gap(way: str, start: int, end: int) -> int:
    """How many steps it is from one cell to the other along that line: nobody is moved closer than this."""
    (row, column), (other_row, other_column) = divmod(start, ARENA.columns), divmod(end, ARENA.columns)
    return abs(row - other_row) if way in ("north", "south") else abs(column - other_column)


Lines = dict[str, tuple[str, int]]  # for each way the caster may look: the direction of the move, and how many cells


def _move(cast: Cast, unit: Unit, lines: Lines) -> None:
    if lines:
        direction, cells = lines[_way(cast, unit, lines)]
        slide(cast.game, unit, direction, cells)


def _ways(cast: Cast, aim: int) -> tuple[str, ...]:
    """Where the caster looks: on an exact diagonal there are two straight lines, and the rules name neither."""
    return facings(cast.origin, aim) if cast.origin != aim else ()


def _way(cast: Cast, unit: Unit, lines: Lines) -> str:
    """7.2.4.b: the caster chooses. Where the log does not say, and it makes a difference, it may have been either.

    So it may for a piece on another diagonal than the one that the log names.
    """
    game, ways = cast.game, [*lines]
    chosen = cast.choices.get("facing")
    if chosen in ways:  # whatever the log has there, also what is no text
        return str(chosen)
    if len({tuple(_line(game, unit, *line)) for line in lines.values()}) == 1:
        return ways[0]
    if chosen is None and game.dealer is not None:
        chosen = ways[game.dealer.pick(len(ways))]
        cast.record["choices"] = {**cast.choices, "facing": chosen}
        return chosen
    if chosen is None:
        message = _("The caster has to choose the direction: {ways}.", ways=ways)
        game.policy.ask(ChoiceMissing("7.2.4.b", "facing-missing", message, expected={"facing": ways}))
    taken = game.facings.get(game.index)
    if taken not in lines:
        taken = ways[0]
        game.unsaid[game.index] = ways[1]
    return taken


def push(cast: Cast, *, cells: Count, from_: Literal["caster", "target"] = "caster", to: WHOM = "targets") -> None:
    """7.5.9.a: each target, or those named, go so many cells straight away from the caster, or from the cell aimed
    at."""
    start = cast.origin if from_ == "caster" else cast.target
    if to != "targets":  # seen from where the spell has brought it
        start = cast.caster.cell
    for unit in [unit for unit in taken_in(cast, to) if _may_be_moved(cast, unit)]:
        ways = facings(start, unit.cell) if start != unit.cell else ()
        _move(cast, unit, {way: (way, cells) for way in ways})


def attract(cast: Cast, *, cells: Count) -> None:
    """7.5.10.a: each target goes so many cells straight towards the caster, and never past it."""
    for unit in [unit for unit in cast.targets if _may_be_moved(cast, unit)]:
        ways = _ways(cast, unit.cell)
        lines = {way: (BACK[way], min(cells, _gap(way, cast.origin, unit.cell))) for way in ways}
        _move(cast, unit, lines)


def retreat(cast: Cast, *, cells: Count) -> None:
    """7.5.16.a: the caster goes so many cells straight away from the cell aimed at, even if it is empty."""
    if cast.caster.in_play:  # it looks where it aims, and goes the other way
        _move(cast, cast.caster, {way: (BACK[way], cells) for way in _ways(cast, cast.target)})


def approach(cast: Cast, *, cells: Count) -> None:
    """7.5.17.a: the caster goes so many cells straight towards the cell aimed at, and never past it."""
    if cast.caster.in_play:
        ways = _ways(cast, cast.target)
        lines = {way: (way, min(cells, _gap(way, cast.origin, cast.target))) for way in ways}
        _move(cast, cast.caster, lines)


def switch(cast: Cast, *, with_: Literal["ally", "character", "unit"]) -> None:
    """4.18.5: the caster and the main target change places: any unit of the side, any character, or any unit."""
    game, caster = cast.game, cast.caster
    others = [unit for unit in cast.main if unit is not caster and _may_be_moved(cast, unit)]
    if with_ == "ally":  # 4.4.3: any unit of the side, mechanisms too
        others = [unit for unit in others if unit.side == caster.side]
    elif with_ == "character":
        others = [unit for unit in others if unit.is_character]
    if not others or not caster.in_play:
        return
    other = others[0]
    game.record_event("switched", unit=caster.name, other=other.name)
    change_places(game, {caster.name: other.cell, other.name: caster.cell}, event=None)


def switch_two(cast: Cast) -> None:
    """4.18.5, 7.2.4.b: the character aimed at and another one among the targets, which the log names, change places."""
    game = cast.game
    for one in [unit for unit in cast.main if unit.is_character and _may_be_moved(cast, unit)]:
        others = [unit for unit in cast.targets if unit.is_character and unit is not one and _may_be_moved(cast, unit)]
        name = chosen_option(game, cast.record, "unit", [unit.name for unit in others])
        if name is not None:
            other = game.units[name]
            game.record_event("switched", unit=one.name, other=other.name)
            change_places(game, {one.name: other.cell, other.name: one.cell}, event=None)


WHO = Literal[
    "self",
    "adjacent-ally",
    "adjacent-allied-krosmaster",
    "adjacent-allied-summon",
    "adjacent-ally-no-boss",
    "adjacent-enemy",
    "adjacent-enemy-character",
    "self-or-adjacent-ally",
]


def teleport(cast: Cast, *, who: WHO, called: Words | None = None) -> None:
    """4.17.3: the caster, an ally beside it, one that is no Boss, a Krosmaster or a summon, one of that name, an enemy
    beside it or an enemy character is moved to the cell aimed at if that is free."""
    game = cast.game
    unit = _who_teleports(cast, who, called)
    if unit is not None and _may_be_moved(cast, unit) and game.is_free(cast.target):
        step_onto(game, unit, cast.target, "displaced")
        cast.moved = (unit,)


def move_group(cast: Cast) -> None:
    """4.17.3: the caster goes to the cell aimed at and the allied Krosmasters beside it to those that lie to that as
    they lay, each whose cell is free, all at once."""
    game, caster = cast.game, cast.caster
    group = [caster, *around(game, caster, "adjacent-allied-krosmasters")] if caster.in_play else []
    goals = {unit.name: _as_it_lay(cast, unit) for unit in group if _may_be_moved(cast, unit)}
    places = {name: to for name, to in goals.items() if to is not None and game.is_free(to)}
    left = {game.units[name].cell for name in places}
    if any(to in left for to in goals.values()):  # nobody says whether a cell that one of them leaves is free
        game.rest_on_belief()
    change_places(game, places)


def _as_it_lay(cast: Cast, unit: Unit) -> int | None:
    """The cell that lies to the cell aimed at as the unit lies to the caster."""
    way = next((way for way, step in STEP.items() if step[cast.origin] == unit.cell), None)
    return cast.target if way is None else STEP[way][cast.target]


def move_beside(
    cast: Cast, *, who: Literal["self", "target"], of: Literal["target", "itself", "who-moved"] = "target"
) -> None:
    """4.17.3: the caster or the main target is moved to a free cell beside the target, beside the one on which it
    stands, or beside who was moved before: the log says which."""
    game = cast.game
    if of == "who-moved" and not cast.moved:
        return
    for unit in [cast.caster] if who == "self" else [*cast.main][:1]:
        if _may_be_moved(cast, unit):
            centre = unit.cell if of == "itself" else cast.target
            cell = chosen_cell(game, cast.record, [near for near in NEIGHBOURS[centre] if game.is_free(near)])
            if cell is not None:
                step_onto(game, unit, cell, "displaced")


def who_may_teleport(cast: Cast, who: str, called: str | None = None) -> list[Unit]:
    caster = cast.caster
    if who == "self":
        return [caster]
    near = [unit for unit in cast.game.beside(caster.cell) if _may_be_chosen(cast, unit, who)] if caster.in_play else []
    if called is not None:
        near = [unit for unit in near if unit.profile.title == called]
    return [caster, *near] if who == "self-or-adjacent-ally" else near


def _who_teleports(cast: Cast, who: str, called: str | None) -> Unit | None:
    game, candidates = cast.game, who_may_teleport(cast, who, called)
    if who == "self":
        return cast.caster
    note_asked(game, cast.record, "unit")
    chosen = cast.choices.get("unit")
    named = [unit for unit in candidates if unit.name == chosen]
    if named:
        return named[0]
    if chosen is not None:
        message = _("{unit} cannot be moved by {spell}.", unit=chosen, spell=cast.spell.name)
        game.fault("7.1.7", "not-a-choice", message, logged={"unit": chosen})
        return None
    return candidates[0] if candidates else None


def _may_be_chosen(cast: Cast, unit: Unit, who: str) -> bool:
    if who.startswith("adjacent-enemy"):
        return unit.side != cast.caster.side and (who == "adjacent-enemy" or unit.is_character)
    if who in ("adjacent-allied-krosmaster", "adjacent-allied-summon"):
        return unit.side == cast.caster.side and unit.is_krosmaster == (who == "adjacent-allied-krosmaster")
    is_boss = who == "adjacent-ally-no-boss" and "Boss" in cast.game.types_of(unit)
    return unit.side == cast.caster.side and not is_boss
