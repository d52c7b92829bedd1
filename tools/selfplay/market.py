"""Mutators for Kamas, Glory and Demonic Rewards."""

from collections.abc import Iterator

from rules.arena.engine.state import Game
from rules.arena.engine.units import Unit, has_room
from rules.common.actions import Action
from tools.selfplay.mutator import Edit, Mutator, acting, but

COLLECT: Action = {"do": "collect"}
BUY_GLORY: Action = {"do": "buy-glory"}
GLORY_PRICE = 12


def _free_to_act(game: Game) -> Unit | None:
    unit = acting(game)
    return unit if unit is not None and unit.is_krosmaster else None


def _krosmaster(game: Game) -> Unit | None:
    """The active Krosmaster, if it has an AP to spend and nothing is on standby."""
    unit = _free_to_act(game)
    return unit if unit and unit.ap else None


def _on_demon_cell(game: Game, unit: Unit) -> bool:
    return bool(game.board.demons >> unit.cell & 1)


def nothing_to_collect(game: Game, action: Action) -> Iterator[Edit]:
    unit = _krosmaster(game)
    if unit and not game.coins.get(unit.cell):
        yield [COLLECT, action]


def collecting_mob(game: Game, action: Action) -> Iterator[Edit]:
    unit = acting(game)
    if unit and unit.kind == "mob":
        yield [COLLECT, action]


def glory_off_the_demon_cell(game: Game, action: Action) -> Iterator[Edit]:
    unit = _krosmaster(game)
    if unit and not _on_demon_cell(game, unit) and game.kamas[unit.player] >= GLORY_PRICE and not game.glory_bought:
        yield [BUY_GLORY, action]


def glory_on_credit(game: Game, action: Action) -> Iterator[Edit]:
    unit = _krosmaster(game)
    if unit and _on_demon_cell(game, unit) and game.kamas[unit.player] < GLORY_PRICE and not game.glory_bought:
        yield [BUY_GLORY, action]


def glory_twice_in_a_turn(game: Game, action: Action) -> Iterator[Edit]:
    unit = _krosmaster(game)
    if unit and _on_demon_cell(game, unit) and game.glory_bought:
        yield [BUY_GLORY, action]


def purchase(to: str, rank: str = "granite") -> Action:
    return {"do": "buy-reward", "rank": rank, "pile": 1, "face": "down", "reward": "bulbish-potion", "to": to}


def _roomy(game: Game, side: str) -> list[Unit]:
    return [unit for unit in game.timelines[side] if unit.in_play and has_room(unit)]


def reward_off_the_demon_cell(game: Game, action: Action) -> Iterator[Edit]:
    unit = _krosmaster(game)
    if unit and not _on_demon_cell(game, unit) and game.kamas[unit.player] >= game.laws.reward_prices["granite"]:
        yield from ([purchase(ally.name), action] for ally in _roomy(game, unit.player)[:1])


def reward_on_credit(game: Game, action: Action) -> Iterator[Edit]:
    unit = _krosmaster(game)
    if unit and _on_demon_cell(game, unit):
        for rank in game.ranks:
            if game.kamas[unit.player] < game.laws.reward_prices[rank]:
                yield from ([purchase(ally.name, rank), action] for ally in _roomy(game, unit.player)[:1])


def _buying(game: Game, action: Action) -> Unit | None:
    return game.active if action["do"] == "buy-reward" else None


def another_reward_than_shown(game: Game, action: Action) -> Iterator[Edit]:
    if _buying(game, action) and action["face"] == "up":
        yield [but(action, reward="unheard-of")]


def reward_for_an_enemy(game: Game, action: Action) -> Iterator[Edit]:
    unit = _buying(game, action)
    if unit:
        yield from ([but(action, to=enemy.name)] for foe in game.seats.foes(unit.player) for enemy in _roomy(game, foe))


def reward_for_the_fallen(game: Game, action: Action) -> Iterator[Edit]:
    unit = _buying(game, action)
    if unit:
        yield from ([{**action, "to": ally.name}] for ally in game.timelines[unit.player] if ally.fallen)


def reward_beyond_the_level(game: Game, action: Action) -> Iterator[Edit]:
    unit = _buying(game, action)
    if unit:
        full = (ally for ally in game.timelines[unit.player] if ally.in_play and not has_room(ally))
        yield from ([{**action, "to": ally.name}] for ally in full)


def reward_thrown_away(game: Game, action: Action) -> Iterator[Edit]:
    unit = _buying(game, action)
    if unit and _roomy(game, unit.player):
        yield [{**action, "to": None}]


def reveal_twice(game: Game, action: Action) -> Iterator[Edit]:
    unit = _free_to_act(game)
    if unit and unit.revealed:
        hidden = (reward for reward in unit.rewards if not reward.face_up)
        yield from ([{"do": "reveal", "reward": reward.slug}, action] for reward in hidden)


def reveal_what_it_has_not(game: Game, action: Action) -> Iterator[Edit]:
    unit = _free_to_act(game)
    if unit and not unit.revealed:
        yield [{"do": "reveal", "reward": "unheard-of"}, action]


MUTATORS = (
    Mutator("6.3.3", nothing_to_collect),
    Mutator("4.19.4.b", collecting_mob),
    Mutator("6.3.4", glory_off_the_demon_cell),
    Mutator("4.5.3", glory_on_credit),
    Mutator("6.3.4", glory_twice_in_a_turn),
    Mutator("4.7.6", reward_off_the_demon_cell),
    Mutator("4.5.3", reward_on_credit),
    Mutator("4.7.6", another_reward_than_shown),
    Mutator("4.7.8", reward_for_an_enemy),
    Mutator("4.7.8", reward_for_the_fallen),
    Mutator("4.7.9", reward_beyond_the_level),
    Mutator("4.7.9.a", reward_thrown_away),
    Mutator("4.7.10", reveal_twice),
    Mutator("4.7.10", reveal_what_it_has_not),
)
