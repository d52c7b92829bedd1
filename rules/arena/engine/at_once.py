"""What Demonic Rewards do at once when they are revealed (4.7.5)."""

from collections.abc import Callable

from rules.arena.cells import NEIGHBOURS, cell_name
from rules.arena.engine import summons
from rules.arena.engine.damage import heal, place_injuries
from rules.arena.engine.dice import settle_coins
from rules.arena.engine.glory import look_for_a_winner, take_kamas, win_glory
from rules.arena.engine.markers import gain
from rules.arena.engine.movement import step_onto
from rules.arena.engine.piles import Pile
from rules.arena.engine.state import Game
from rules.arena.engine.units import Reward, Unit
from rules.arena.log import Action
from rules.arena.printed import UNKNOWN_REWARD, Effect
from rules.arena.texts import reward_of
from rules.common.messages import sentence as _

AtOnce = Callable[[Game, Unit, Effect, Action], None]


def _mend(game: Game, unit: Unit, effect: Effect, _action: Action) -> None:
    heal(game, unit, effect["amount"])


def _gain(game: Game, unit: Unit, effect: Effect, _action: Action) -> None:
    gain(game, unit, ap=effect.get("ap", 0), mp=effect.get("mp", 0))


def _kamas(game: Game, unit: Unit, effect: Effect, _action: Action) -> None:
    take_kamas(game, unit.side, effect["amount"], why="reward")


def _glory(game: Game, unit: Unit, effect: Effect, _action: Action) -> None:
    win_glory(game, unit.side, effect["amount"], why="reward")
    look_for_a_winner(game)


def _injure(game: Game, unit: Unit, effect: Effect, _action: Action) -> None:
    place_injuries(game, unit, effect["amount"], unit)


def _buy_glory(game: Game, unit: Unit, effect: Effect, action: Action) -> None:
    """Paying is left to the player; it is taken for granted unless he says no."""
    if _option(action) in ("no", "keep", "none", "decline") or game.kamas[unit.side] < effect["kamas"]:
        return
    game.kamas[unit.side] -= effect["kamas"]
    win_glory(game, unit.side, 1, why="reward")
    look_for_a_winner(game)


def _choose(game: Game, unit: Unit, effect: Effect, action: Action) -> None:
    option = {"injuries": "heal", "mend": "heal", "hp": "heal"}.get(_option(action), _option(action))
    if option not in ("ap", "mp", "heal"):
        said = _("One of ap, mp and heal is chosen.")
        game.fault("7.2.4.b", "option-missing", said, expected={"option": ["ap", "mp", "heal"]})
    elif option == "heal":
        heal(game, unit, effect["heal"])
    else:
        gain(game, unit, **{option: effect[option]})


def _option(action: Action) -> str:
    return str((action.get("choices") or {}).get("option", ""))


def _recall(game: Game, unit: Unit, _effect: Effect, action: Action) -> None:
    """Back to one of one's own starting cells; no Block."""
    free = [cell for cell in game.board.start_cells(game.sides[unit.side]) if game.is_free(cell)]
    cell = _chosen_cell(game, action, free)
    if cell is not None:
        step_onto(game, unit, cell, event="displaced")


def _summon_beside(game: Game, unit: Unit, effect: Effect, action: Action) -> None:
    """The figures of these tokens were never seen: they are taken on trust."""
    cell = _chosen_cell(game, action, [cell for cell in NEIGHBOURS[unit.cell] if game.is_free(cell)])
    if cell is not None:
        summoned = summons.summon(game, unit, effect["summon"], cell, control=None)
        if summoned is not None and not summoned.sure:
            game.trust(summoned.profile.card)


def _chosen_cell(game: Game, action: Action, possible: list[int]) -> int | None:
    """`choices: {"cell": ...}`, which has to be one of the possible cells."""
    if not possible:
        return None
    name = (action.get("choices") or {}).get("cell")
    if name is None and game.dealer is not None:
        name = cell_name(possible[game.dealer.pick(len(possible))])
        action["choices"] = {**(action.get("choices") or {}), "cell": name}
    cell = game.cell(str(name)) if name is not None else None
    if cell not in possible:
        allowed = [cell_name(each) for each in possible]
        said = _("One of the cells {cells} is chosen.", cells=allowed)
        game.fault("4.18.5", "cell-not-possible", said, expected={"cell": allowed}, logged={"cell": name})
        return None
    return cell


def _coin_for_reward(game: Game, unit: Unit, _effect: Effect, action: Action) -> None:
    """Ecaflip Style: heads takes a face-down token of the highest rank for this Krosmaster."""
    coins = settle_coins(game, action, 1)
    choices = action.get("choices") or {}
    if coins[:1] != ["heads"]:
        return
    pile = _chosen_pile(game, choices.get("pile", 1))
    if pile.left:
        pile.left -= 1
        slug = str(choices.get("reward", UNKNOWN_REWARD))
        unit.rewards.append(Reward(slug, reward_of(slug)))


def _chosen_pile(game: Game, number: object) -> Pile:
    """Of the highest rank: the first pile, or the second."""
    rank = game.ranks[-1]
    if number in (1, 2):
        return game.piles[rank, number]
    said = _("A token is taken from pile 1 or pile 2.")
    game.fault("1.3.7", "no-such-pile", said, expected={"pile": [1, 2]}, logged={"pile": number})
    return game.piles[rank, 1]


AT_ONCE: dict[str, AtOnce] = {
    "mend": _mend,
    "gain": _gain,
    "kamas": _kamas,
    "glory": _glory,
    "injure": _injure,
    "buy-glory": _buy_glory,
    "choose": _choose,
    "recall": _recall,
    "summon-beside": _summon_beside,
    "coin-for-reward": _coin_for_reward,
}
