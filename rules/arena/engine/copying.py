"""A copy of the position, for trying an action without doing it. What is printed is shared, never copied."""

import copy
from dataclasses import fields
from operator import attrgetter

from rules.arena.engine.rewards.piles import Flips
from rules.arena.engine.state import Game
from rules.arena.engine.uncertain import Uncertain
from rules.arena.engine.units import Boost, Unit


def copied(game: Game) -> Game:
    twins = {unit.name: _unit(unit) for unit in game.units.values()}
    for twin in twins.values():
        if twin.summoner is not None:
            twin.summoner = twins[twin.summoner.name]
    after = copy.copy(game)
    after.units, after.pieces = twins, [*twins.values()]
    after.summons = [twins[unit.name] for unit in game.summons]
    after.explaining = [twins[unit.name] for unit in game.explaining]
    after.timelines = {side: [twins[unit.name] for unit in units] for side, units in game.timelines.items()}
    after.bodies = {cell: twins[unit.name] for cell, unit in game.bodies.items()}
    after.underfoot = {cell: twins[unit.name] for cell, unit in game.underfoot.items()}
    after.active = twins[game.active.name] if game.active else None
    after.piles = {key: copy.copy(pile) for key, pile in game.piles.items()}
    after.flips = _flips(game.flips)
    after.uncertain = _uncertain(game.uncertain, twins)
    after.basis = game.basis.copied()
    after.claims = game.claims.copied()
    for name in _LISTS:
        setattr(after, name, copy.copy(getattr(game, name)))
    return after


def _unit(unit: Unit) -> Unit:
    twin = Unit(unit.name, unit.player, unit.profile, unit.summoner)
    for name, value in zip(_OF_A_UNIT, _values_of(unit), strict=True):
        setattr(twin, name, value)
    twin.rewards = [copy.copy(reward) for reward in unit.rewards]
    twin.given = unit.given.copied()
    twin.boosts = [Boost(boost.text) for boost in unit.boosts]
    for name in _CONTAINERS:
        setattr(twin, name, getattr(unit, name).copy())
    return twin


_OF_A_UNIT = tuple(each.name for each in fields(Unit))
_values_of = attrgetter(*_OF_A_UNIT)
_LISTS = (
    *("glory", "kamas", "given_kamas", "coins", "acted", "tension", "standby", "findings", "event_log"),
    *("tokens", "bearers", "settled", "passed", "unsaid"),
    *("out", "lent_dice"),
)
_UNCERTAIN_LISTS = (
    "strangers",
    "any_order",
    "unplaced",
    "nameless",
    "doubtful",
    "owed",
    "doubted_glory",
    "unallocated",
    "other_orders",
    "last_ones",
)
_CONTAINERS = (
    *("specials", "dice", "granted", "cast_this_turn", "aimed_this_turn", "cast_this_game"),
    *("summoned", "boosts_gone", "claimed", "lost", "gone", "copied", "answered", "set_off"),
)


def _flips(flips: Flips) -> Flips:
    twin = copy.copy(flips)
    twin.opening, twin.closing = set(flips.opening), set(flips.closing)
    return twin


def _uncertain(uncertain: Uncertain, twins: dict[str, Unit]) -> Uncertain:
    twin = copy.copy(uncertain)
    twin.refused = {name: (twins[unit.name], slug) for name, (unit, slug) in uncertain.refused.items()}
    for name in _UNCERTAIN_LISTS:
        setattr(twin, name, getattr(uncertain, name).copy())
    return twin
