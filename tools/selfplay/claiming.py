"""Mutators for declarations about unknown cards and tokens that exceed what any card may do."""

from collections.abc import Callable, Iterator
from typing import Any

from rules.arena.cells import cell_name
from rules.arena.engine.state import Game
from rules.arena.engine.units import Unit
from rules.common.actions import Action
from tools.selfplay.mutator import Edit, Mutator, acting, but

Claim = dict[str, Any]
MOST_SPELLS = 4


def _unseen(game: Game, action: Action) -> Unit | None:
    """The active unit, if its spells are unknown and its turn is about to end."""
    unit = acting(game)
    ends = action["do"] in ("activate", "end-turn")
    return unit if unit and ends and "spells" in unit.profile.lacks and unit.is_krosmaster else None


def _claimed(name: str, target: Unit, claim: Claim) -> Action:
    return {"do": "cast", "spell": name, "target": cell_name(target.cell), "declared": claim}


def _claims(game: Game, action: Action, about: Callable[[Unit], Claim | None]) -> Iterator[Edit]:
    """A declared spell of an unknown card with this effect on a unit; none where `about` returns nothing."""
    unit = _unseen(game, action)
    for target in game.in_play() if unit else ():
        claim = about(target)
        if claim and target is not unit:
            yield [_claimed("thunder", target, claim), action]


def fifth_spell(game: Game, action: Action) -> Iterator[Edit]:
    unit = _unseen(game, action)
    if unit:
        casts = [_claimed(f"thunder-{number}", unit, {"cost": {"ap": 0}}) for number in range(MOST_SPELLS + 1)]
        yield [*casts, action]


def another_cost(game: Game, action: Action) -> Iterator[Edit]:
    unit = _unseen(game, action)
    if unit and unit.ap:
        yield [*(_claimed("thunder", unit, {"cost": {"ap": ap}}) for ap in (0, 1)), action]


def another_power(game: Game, action: Action) -> Iterator[Edit]:
    unit = _unseen(game, action)
    if unit:
        kamas = ({"power": "long-arm", "by": unit.name, "kamas": {unit.player: many}} for many in (1, 2))
        yield [{**_claimed("thunder", unit, {}), "declared": [{"cost": {"ap": 0}}, claim]} for claim in kamas] + [
            action
        ]


def healed_without_injuries(game: Game, action: Action) -> Iterator[Edit]:
    def about(target: Unit) -> Claim | None:
        return {"healed": {target.name: 1}} if not target.injuries and target.hp else None

    yield from _claims(game, action, about)


def more_injuries_than_hp(game: Game, action: Action) -> Iterator[Edit]:
    def about(target: Unit) -> Claim | None:
        left = (target.hp or 0) - target.injuries
        return {"injuries": {target.name: left + 1}} if 0 < left < MOST_SPELLS else None

    yield from _claims(game, action, about)


def more_than_any_card(game: Game, action: Action) -> Iterator[Edit]:
    yield from _claims(game, action, lambda target: {"injuries": {target.name: 40}})


def _with_power(game: Game, action: Action, power: str, claim: Callable[[Unit], Claim]) -> Iterator[Edit]:
    yield from _claims(game, action, lambda target: claim(target) if power in target.powers else None)


def fire_on_the_immune(game: Game, action: Action) -> Iterator[Edit]:
    def about(target: Unit) -> Claim:
        return {"element": "fire", "damage": 2, "injuries": {target.name: 2}}

    for cast, *rest in _with_power(game, action, "immune", about):
        struck = next(iter(cast["declared"]["injuries"]))
        dice = ["lock"] * (1 + ("armour" in game.units[struck].powers))
        yield [{**cast, "critical": ["lock"], "armour": {struck: dice}}, *rest]


def moved_though_unfazed(game: Game, action: Action) -> Iterator[Edit]:
    free = next(cell for cell in range(144) if game.is_free(cell))
    yield from _with_power(game, action, "unfazed", lambda target: {"moved": {target.name: cell_name(free)}})


def injured_tombstone(game: Game, action: Action) -> Iterator[Edit]:
    yield from _with_power(game, action, "profanation", lambda target: {"injuries": {target.name: 1}})


def king_struck_too_hard(game: Game, action: Action) -> Iterator[Edit]:
    yield from _with_power(game, action, "krowsome", lambda target: {"injuries": {target.name: 4}})


def aimed_at_the_fallen(game: Game, action: Action) -> Iterator[Edit]:
    unit = _unseen(game, action)
    if unit:
        fallen = (other for other in game.units.values() if other.fallen)
        yield from ([_claimed("thunder", unit, {"injuries": {other.name: 1}}), action] for other in fallen)


def token_that_contradicts_itself(_game: Game, action: Action) -> Iterator[Edit]:
    if action["do"] == "flip":
        yield [but(action, reward="a-lost-token", kind="boost", equipment="pet")]


def token_beyond_all_others(_game: Game, action: Action) -> Iterator[Edit]:
    if action["do"] == "flip":
        yield [but(action, reward="a-lost-token", kind="buff", gives={"ap": 30})]


MUTATORS = (
    Mutator("2.5.1", fifth_spell),
    Mutator("2.5.2", another_cost),
    Mutator("2.7.1", another_power),
    Mutator("4.7.5", token_beyond_all_others),
    Mutator("4.7.11", token_that_contradicts_itself),
    Mutator("4.9.12.a", fire_on_the_immune),
    Mutator("4.9.17.a", moved_though_unfazed),
    Mutator("4.9.31.a", injured_tombstone),
    Mutator("4.10.5", healed_without_injuries),
    Mutator("4.10.8", more_injuries_than_hp),
    Mutator("4.18.1", more_than_any_card),
    Mutator("4.18.6", aimed_at_the_fallen),
    Mutator("7.2.8.d", king_struck_too_hard),
)
