"""A copy of the position, for trying an action without doing it.

What an effect changes in place is copied: pieces, tokens, piles, stocks. All else is shared: what is printed, and
whatever an effect replaces.
"""

from collections.abc import Callable
from dataclasses import fields
from types import UnionType
from typing import Any, Final, TypeVar, get_args, get_origin

from rules.arena.engine.basis import Basis
from rules.arena.engine.claims.declarations import Claims, Now
from rules.arena.engine.rewards.piles import Flips, Pile
from rules.arena.engine.state import Game
from rules.arena.engine.uncertain import Uncertain
from rules.arena.engine.units import Believed, Reward, Unit

Record = TypeVar("Record")
IN_PLACE: Final = (list, dict, set)  # what can be changed in place; a tuple, frozenset or Mapping is replaced


def copier(kind: type[Record]) -> Callable[[Record], Record]:
    """Write a function that copies a record: its fields, and the containers of those that are declared as one.

    Written as dataclasses write `__init__`: a loop over so many fields takes six times as long.
    """
    lines = [f"    twin.{each.name} = {_copied_field(each.name, each.type)}" for each in fields(kind)]  # type: ignore[arg-type]
    scope: dict[str, Any] = {"kind": kind, "new": object.__new__}
    exec("\n".join(["def copy(record):", "    twin = new(kind)", *lines, "    return twin"]), scope)  # noqa: S102
    copy: Callable[[Record], Record] = scope["copy"]
    return copy


def _copied_field(name: str, kind: object) -> str:
    declared = get_args(kind) if isinstance(kind, UnionType) else (kind,)
    if not any(get_origin(each) in IN_PLACE for each in declared):
        return f"record.{name}"
    return f"record.{name}.copy() if record.{name} is not None else None"


_game, _unit, _believed, _reward = copier(Game), copier(Unit), copier(Believed), copier(Reward)
_pile, _flips, _uncertain = copier(Pile), copier(Flips), copier(Uncertain)
_basis, _claims, _now = copier(Basis), copier(Claims), copier(Now)


def copied(game: Game) -> Game:
    after = _game(game)
    after.piles = {key: _pile(pile) for key, pile in game.piles.items()}
    after.flips = _flips(game.flips)
    after.basis, after.claims = _basis(game.basis), _claims(game.claims)
    after.basis.followed, after.claims.now = None, _now(game.claims.now)
    after.uncertain = _uncertain(game.uncertain)
    _copy_pieces(game, after)
    return after


def _copy_pieces(game: Game, after: Game) -> None:
    twins = {unit.name: _copied_unit(unit) for unit in game.pieces}
    after.units, after.pieces = twins, [*twins.values()]
    for summon in game.pieces:
        if summon.summoner is not None:
            twins[summon.name].summoner = twins[summon.summoner.name]
    after.summons = [twins[unit.name] for unit in game.summons]
    after.explaining = [twins[unit.name] for unit in game.explaining]
    after.timelines = {player: [twins[unit.name] for unit in line] for player, line in game.timelines.items()}
    after.bodies = {cell: twins[unit.name] for cell, unit in game.bodies.items()}
    after.underfoot = {cell: twins[unit.name] for cell, unit in game.underfoot.items()}
    after.active = twins[game.active.name] if game.active is not None else None
    refused = game.uncertain.refused.items()
    after.uncertain.refused = {name: (twins[unit.name], slug) for name, (unit, slug) in refused}


def _copied_unit(unit: Unit) -> Unit:
    twin = _unit(unit)
    twin.believed = _believed(unit.believed)
    if unit.rewards:
        twin.rewards = tuple(map(_reward, unit.rewards))
    return twin
