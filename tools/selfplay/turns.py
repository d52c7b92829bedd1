"""Mutators for set-up, tension, inspiration, the order of turns, and the end of the game."""

from collections.abc import Iterator

from rules.arena.cells import CELLS, cell_name, cells_of
from rules.arena.engine.state import Game
from rules.common.actions import Action
from rules.common.faces import PLAIN
from tools.selfplay.mutator import Edit, Mutator, but


def figure_off_the_starting_cells(game: Game, action: Action) -> Iterator[Edit]:
    if action["do"] == "place":
        starts = game.starts_of(game.units[action["unit"]].player)
        outside = (cell for cell in CELLS if not starts >> cell & 1 and game.is_free(cell))
        yield from ([but(action, cell=cell_name(cell))] for cell in outside)


def figure_on_a_taken_cell(game: Game, action: Action) -> Iterator[Edit]:
    if action["do"] == "place":
        player = game.units[action["unit"]].player
        here = (cell for cell, unit in game.bodies.items() if unit.player == player)
        yield from ([but(action, cell=cell_name(cell))] for cell in here)


def second_player_places_first(game: Game, action: Action) -> Iterator[Edit]:
    if action["do"] == "place" and not game.bodies:
        unit = game.timelines[game.seats.order[1]][0]
        cell = cells_of(game.starts_of(unit.player))[0]
        yield [{"do": "place", "unit": unit.name, "cell": cell_name(cell)}, action]


def pile_shown_twice(game: Game, action: Action) -> Iterator[Edit]:
    other = 3 - action.get("pile", 1)
    if action["do"] == "flip" and not game.flips.replacing and game.piles[action["rank"], other].face:
        yield [but(action, pile=other)]


def another_pile_replaced(game: Game, action: Action) -> Iterator[Edit]:
    other = 3 - action.get("pile", 1)
    if action["do"] == "flip" and game.flips.replacing:
        yield [but(action, pile=other)]


def opening_flip_forgotten(game: Game, action: Action) -> Iterator[Edit]:
    if action["do"] == "flip" and len(game.flips.opening) == 1:
        yield []


def closing_flip_forgotten(game: Game, action: Action) -> Iterator[Edit]:
    if action["do"] == "flip" and not game.flips.opening and len(game.flips.closing) == 1 and not game.flips.replacing:
        yield []


def flip_out_of_season(game: Game, action: Action) -> Iterator[Edit]:
    if game.turn == 1 and action["do"] == "activate":
        yield [{"do": "flip", "rank": "granite", "pile": 1, "reward": "lightning"}, action]


def bought_reward_not_replaced(game: Game, action: Action) -> Iterator[Edit]:
    if action["do"] == "flip" and game.flips.replacing:
        yield []


def roll_in_the_first_turn(game: Game, action: Action) -> Iterator[Edit]:
    if game.turn < 2 and not game.begun and action["do"] == "activate":
        yield [{"do": "tension", "dice": ["lock", "armour"]}, action]


def no_roll_for_tension(game: Game, action: Action) -> Iterator[Edit]:
    """It counts as missing as soon as a die is placed or a unit acts."""
    if action["do"] == "tension" and min(game.glory.values()) > 1:
        yield []


def three_tension_dice(_game: Game, action: Action) -> Iterator[Edit]:
    if action["do"] == "tension":
        yield [but(action, dice=[*action["dice"], "lock"])]


def one_tension_die(_game: Game, action: Action) -> Iterator[Edit]:
    if action["do"] == "tension" and "reroll" in action:
        yield [but(action, dice=action["dice"][:1])]


def two_dice_rerolled(_game: Game, action: Action) -> Iterator[Edit]:
    if action["do"] == "tension" and "reroll" in action:
        yield [but(action, reroll=[action["reroll"], "lock"])]


def _turned(action: Action, rolled: str, turns: tuple[str, ...]) -> Iterator[Edit]:
    """Replace the first die of a roll by this face, turned or not."""
    if action["do"] == "tension" and "reroll" not in action:
        for turned in turns:
            yield [but(action, dice=[f"{rolled}>{turned}" if turned else rolled, *action["dice"][1:]])]


def dofus_not_turned(_game: Game, action: Action) -> Iterator[Edit]:
    yield from _turned(action, "dofus", ("", "dofus", "critical/dodge"))


def critical_dodge_turned_wrong(_game: Game, action: Action) -> Iterator[Edit]:
    yield from _turned(action, "critical/dodge", ("", "lock", "armour", "dofus"))


def plain_die_turned(_game: Game, action: Action) -> Iterator[Edit]:
    for rolled in PLAIN:
        yield from _turned(action, rolled, ("critical" if rolled == "dodge" else "dodge",))


def enemy_inspired(game: Game, action: Action) -> Iterator[Edit]:
    if action["do"] == "inspire":
        enemies = (unit for foe in game.seats.foes(game.player) for unit in game.timelines[foe] if unit.in_play)
        yield from ([but(action, unit=unit.name)] for unit in enemies)


def die_placed_twice(game: Game, action: Action) -> Iterator[Edit]:
    if action["do"] == "inspire":
        yield from ([but(action, die=die)] for die, face in enumerate(game.tension or ()) if face is None)


def enemy_activated(game: Game, action: Action) -> Iterator[Edit]:
    if action["do"] == "activate":
        enemies = (unit for foe in game.seats.foes(game.player) for unit in game.timelines[foe] if unit.in_play)
        yield from ([{"do": "activate", "unit": unit.name}, action] for unit in enemies)


def unit_acts_again(game: Game, action: Action) -> Iterator[Edit]:
    if action["do"] == "activate":
        earlier = (unit for unit in game.timelines[game.player] if unit.name in game.acted and unit.in_play)
        yield from ([{"do": "activate", "unit": unit.name}, action] for unit in earlier)


def fallen_unit_activated(game: Game, action: Action) -> Iterator[Edit]:
    if action["do"] == "activate":
        fallen = (unit for unit in game.timelines[game.player] if unit.fallen)
        yield from ([{"do": "activate", "unit": unit.name}, action] for unit in fallen)


def nobody_activated(game: Game, action: Action) -> Iterator[Edit]:
    if action["do"] == "activate" and game.active is None:
        yield [{"do": "collect"}, action]


PLACING = (
    Mutator("1.3.9", figure_off_the_starting_cells),
    Mutator("1.3.9", figure_on_a_taken_cell),
    Mutator("1.3.9", second_player_places_first),
)
MUTATORS = (
    *PLACING,
    Mutator("4.7.4", opening_flip_forgotten),
    Mutator("4.7.4", closing_flip_forgotten),
    Mutator("4.7.4", pile_shown_twice),
    Mutator("4.7.4", flip_out_of_season),
    Mutator("4.7.7", another_pile_replaced),
    Mutator("4.7.7", bought_reward_not_replaced),
    Mutator("5.2.4", roll_in_the_first_turn),
    Mutator("5.2.1", no_roll_for_tension),
    Mutator("5.2.1", three_tension_dice),
    Mutator("5.2.1", one_tension_die),
    Mutator("5.2.2", two_dice_rerolled),
    Mutator("1.6.2.c", dofus_not_turned),
    Mutator("1.6.2.b", critical_dodge_turned_wrong),
    Mutator("1.6.2.a", plain_die_turned),
    Mutator("5.3.1", enemy_inspired),
    Mutator("5.3.2", die_placed_twice),
    Mutator("5.5.1", enemy_activated),
    Mutator("5.5.1", unit_acts_again),
    Mutator("4.10.2.b", fallen_unit_activated),
    Mutator("6.1.1", nobody_activated),
)
