"""Mutators for movement and Block."""

from collections.abc import Iterator

from rules.arena.cells import CELLS, DISTANCE, NEIGHBOURS, cell_name
from rules.arena.engine.state import Game
from rules.arena.engine.units import Unit
from rules.common.actions import Action
from tools.selfplay.mutator import Edit, Mutator, acting, but

FILLER = "armour"


def _mover(game: Game, action: Action) -> Unit | None:
    return game.active if action["do"] == "move" else None


def step_too_far(game: Game, action: Action) -> Iterator[Edit]:
    unit = _mover(game, action)
    if unit:
        far = (cell for cell in CELLS if DISTANCE[unit.cell][cell] > 1 and game.is_free(cell))
        yield from ([but(action, to=cell_name(cell))] for cell in far)


def step_onto_an_obstacle(game: Game, action: Action) -> Iterator[Edit]:
    unit = _mover(game, action)
    if unit:
        full = (cell for cell in NEIGHBOURS[unit.cell] if not game.is_free(cell))
        yield from ([but(action, to=cell_name(cell))] for cell in full)


def step_without_mp(game: Game, action: Action) -> Iterator[Edit]:
    """Only where all MP were spent by walking and no enemy is adjacent."""
    unit = acting(game)
    if unit is None or unit.mp or action["do"] not in ("activate", "end-turn"):
        return
    if unit.profile.mp and not unit.blocked_mp and not unit.markers_taken_mp and not _enemies(game, unit):
        free = (cell for cell in NEIGHBOURS[unit.cell] if game.is_free(cell))
        yield from ([{"do": "move", "to": cell_name(cell)}, action] for cell in free)


def _enemies(game: Game, unit: Unit) -> list[Unit]:
    return [near for near in game.beside(unit.cell) if near.side != unit.side]


def enemy_not_rolling(game: Game, action: Action) -> Iterator[Edit]:
    if _mover(game, action) and action.get("blocks"):
        yield [but(action, blocks=None)]


def second_enemy_not_rolling(game: Game, action: Action) -> Iterator[Edit]:
    if _mover(game, action) and len(action.get("blocks") or ()) > 1:
        yield [but(action, blocks=action["blocks"][:1])]


def enemy_rolling_twice(game: Game, action: Action) -> Iterator[Edit]:
    if _mover(game, action) and action.get("blocks"):
        yield [but(action, blocks=[*action["blocks"], action["blocks"][0]])]


def _with_first_block(action: Action, roll: str, dice: list[str]) -> Edit:
    first, *others = action["blocks"]
    return [but(action, blocks=[{**first, roll: dice}, *others])]


def _first_roll(game: Game, action: Action, roll: str) -> list[str]:
    dice: list[str] = action["blocks"][0][roll] if _mover(game, action) and action.get("blocks") else []
    return dice


def lock_die_too_many(game: Game, action: Action) -> Iterator[Edit]:
    dice = _first_roll(game, action, "lock")
    if len(dice) == 1 and not game.units[action["blocks"][0]["by"]].profile.incomplete:
        yield _with_first_block(action, "lock", [*dice, FILLER])


def lock_die_forgotten(game: Game, action: Action) -> Iterator[Edit]:
    dice = _first_roll(game, action, "lock")
    if len(dice) == 2:
        yield _with_first_block(action, "lock", dice[:1])


def dodge_die_too_many(game: Game, action: Action) -> Iterator[Edit]:
    dice = _first_roll(game, action, "dodge")
    if len(dice) == 1 and game.active and not game.active.profile.incomplete:
        yield _with_first_block(action, "dodge", [*dice, FILLER])


def dodge_die_forgotten(game: Game, action: Action) -> Iterator[Edit]:
    dice = _first_roll(game, action, "dodge")
    if len(dice) == 2:
        yield _with_first_block(action, "dodge", dice[:1])


def _also_blocked_by(action: Action, by: Iterator[Unit]) -> Iterator[Edit]:
    for unit in by:
        entry = {"by": unit.name, "lock": [FILLER], "dodge": [FILLER]}
        yield [but(action, blocks=[*(action.get("blocks") or ()), entry])]


def blocked_from_afar(game: Game, action: Action) -> Iterator[Edit]:
    unit = _mover(game, action)
    if unit:
        away = (e for e in game.in_play() if e.side != unit.side and DISTANCE[e.cell][unit.cell] > 1)
        yield from _also_blocked_by(action, away)


def blocked_by_an_ally(game: Game, action: Action) -> Iterator[Edit]:
    unit = _mover(game, action)
    if unit:
        yield from _also_blocked_by(action, (e for e in game.beside(unit.cell) if e.side == unit.side))


def blocked_by_a_bomb(game: Game, action: Action) -> Iterator[Edit]:
    unit = _mover(game, action)
    if unit and "itty-bitty" not in unit.powers:
        yield from _also_blocked_by(action, (e for e in _enemies(game, unit) if e.kind == "bomb"))


def blocked_by_the_itty_bitty(game: Game, action: Action) -> Iterator[Edit]:
    unit = _mover(game, action)
    if unit:
        surely = (e for e in _enemies(game, unit) if "itty-bitty" in e.powers - e.believed_powers)
        yield from _also_blocked_by(action, surely)


def effect_that_never_was(game: Game, action: Action) -> Iterator[Edit]:
    if _mover(game, action) and "standby" not in action:
        yield [but(action, standby=[{"effect": "earthquake"}])]


MUTATORS = (
    Mutator("4.17.2", step_too_far),
    Mutator("4.17.4", step_onto_an_obstacle),
    Mutator("6.3.2", step_without_mp),
    Mutator("4.14.1", enemy_not_rolling),
    Mutator("4.14.2.e", second_enemy_not_rolling),
    Mutator("4.14.2.e", enemy_rolling_twice),
    Mutator("4.14.2.b", lock_die_too_many),
    Mutator("4.14.5", lock_die_forgotten),
    Mutator("4.14.2.c", dodge_die_too_many),
    Mutator("4.14.6", dodge_die_forgotten),
    Mutator("4.14.1", blocked_from_afar),
    Mutator("4.14.1", blocked_by_an_ally),
    Mutator("4.19.5.a", blocked_by_a_bomb),
    Mutator("4.14.7", blocked_by_the_itty_bitty),
    Mutator("7.2.9.a", effect_that_never_was),
)
