"""What Demonic Rewards do at once when they are revealed (4.7.5).

The keyword arguments are what a token may say; docs/card-texts.md is written from them.
"""

from collections.abc import Callable, Mapping

from rules.arena.cells import cells_of
from rules.arena.engine import summons
from rules.arena.engine.choosing import chosen_cell, note_asked
from rules.arena.engine.damage import heal as remove_injuries
from rules.arena.engine.damage import place_injuries, step_onto
from rules.arena.engine.dice import settle_coins
from rules.arena.engine.effects.summon_names import SummonName
from rules.arena.engine.glory import look_for_a_winner, win_glory
from rules.arena.engine.kamas import note_payment, take_kamas
from rules.arena.engine.losing_glory import who_loses
from rules.arena.engine.markers import gain
from rules.arena.engine.rewards.given_tokens import give_token
from rules.arena.engine.state import Game
from rules.arena.engine.units import Unit
from rules.common.actions import Action
from rules.common.binding import Vocabulary
from rules.common.messages import message as _
from rules.common.signatures import Count, needs_one_of
from rules.common.verdicts import ChoiceMissing


def _mend(game: Game, unit: Unit, _action: Action, *, amount: Count) -> None:
    """4.10.5: the bearer loses so many injuries."""
    remove_injuries(game, unit, amount)


@needs_one_of("ap", "mp")
def _gain(game: Game, unit: Unit, _action: Action, *, ap: Count = 0, mp: Count = 0) -> None:
    """4.11.4: so many AP and MP into the bearer's gauges."""
    gain(game, unit, ap=ap, mp=mp)


def _kamas(game: Game, unit: Unit, _action: Action, *, amount: Count) -> None:
    """4.7.5.a: so many Kamas for the bearer's player."""
    take_kamas(game, unit.player, amount, why="reward")


def _glory(game: Game, unit: Unit, action: Action, *, amount: Count) -> None:
    """4.6.2: so many GG for the bearer's player."""
    win_glory(game, unit.player, amount, why="reward", loser=_loser(game, unit, amount, action))
    look_for_a_winner(game)


def _injure(game: Game, unit: Unit, _action: Action, *, amount: Count) -> None:
    """4.10.6: the bearer suffers so many injuries."""
    place_injuries(game, unit, amount, unit)


def _buy_glory(game: Game, unit: Unit, action: Action, *, kamas: Count) -> None:
    """4.6.2: the player may pay so many Kamas for one GG, and does unless the log says no."""
    if _option(game, action) in ("no", "keep", "none", "decline") or game.kamas[unit.player] < kamas:
        return
    note_payment(game, unit.player, kamas)
    game.kamas[unit.player] -= kamas
    win_glory(game, unit.player, 1, why="reward", loser=_loser(game, unit, 1, action))
    look_for_a_winner(game)


def _loser(game: Game, unit: Unit, amount: int, action: Action) -> str | None:
    """4.6.3: the opponent whom `choices` name, where there are several."""
    return who_loses(game, unit.player, amount, (action.get("choices") or {}).get("player"), action, "player")


def _choose(game: Game, unit: Unit, action: Action, *, ap: Count, mp: Count, heal: Count) -> None:
    """7.2.4.b: the player chooses between so many AP, so many MP and so many injuries healed."""
    option = {"injuries": "heal", "mend": "heal", "hp": "heal"}.get(_option(game, action), _option(game, action))
    if option not in ("ap", "mp", "heal"):
        message, expected = _("Choose AP, MP or healing."), {"option": ["ap", "mp", "heal"]}
        game.policy.ask(ChoiceMissing("7.2.4.b", "option-missing", message, expected=expected))
        game.fault("7.2.4.b", "option-missing", message, expected=expected)
    elif option == "heal":
        remove_injuries(game, unit, heal)
    else:
        gain(game, unit, **{option: ap if option == "ap" else mp})


def _option(game: Game, action: Action) -> str:
    note_asked(game, action, "option")
    return str((action.get("choices") or {}).get("option", ""))


def _recall(game: Game, unit: Unit, action: Action) -> None:
    """4.18.5: the bearer goes back to a free starting cell of its side."""
    free = [cell for cell in cells_of(game.starts_of(unit.player)) if game.is_free(cell)]
    cell = chosen_cell(game, action, free)
    if cell is not None:
        step_onto(game, unit, cell, "displaced")


def _summon_beside(game: Game, unit: Unit, action: Action, *, summon: SummonName) -> None:
    """4.19.1.a: a summon comes into play on a free cell beside the bearer; numbers never seen are taken on trust."""
    cell = chosen_cell(game, action, summons.rooms_beside(game, unit.cell, summon))
    if cell is not None:
        summoned = summons.summon(game, unit, summon, cell, control=None)
        if summoned is not None and not summoned.sure:
            game.trust(summoned.profile.card, "characteristics")


def _coin_for_reward(game: Game, unit: Unit, action: Action) -> None:
    """7.2.4.a: a coin is tossed, and heads gives the bearer a face-down token of the highest rank."""
    coins = settle_coins(game, action, 1)
    choices = action.get("choices") or {}
    note_asked(game, action, "pile")
    note_asked(game, action, "reward")
    if coins[:1] != ["heads"]:
        return
    give_token(game, unit, {name: choices[name] for name in ("reward", "pile") if name in choices})


PRIMITIVES: Mapping[str, Callable[..., None]] = {
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
AT_ONCE = Vocabulary("an effect at once", PRIMITIVES)
