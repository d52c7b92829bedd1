"""A Demonic Reward that an effect gives (4.7.8): face down, from the top of a pile, as far as one is left."""

from collections.abc import Mapping
from typing import Any

from rules.arena.engine.rewards.piles import Pile
from rules.arena.engine.rewards.tokens import count_rewards, draw, name_of, note_bearer
from rules.arena.engine.rewards.unknown_tokens import token_of
from rules.arena.engine.state import Game
from rules.arena.engine.units import Reward, Unit
from rules.arena.printed import UNKNOWN_REWARD
from rules.common.actions import Action
from rules.common.messages import message as _
from rules.common.names import slugify


def give_token(game: Game, unit: Unit, stated: Mapping[str, Any], *, believed: bool = False) -> None:
    """`stated` may name the token, its rank (the highest where it is not said) and the pile."""
    rank = str(stated.get("rank", game.ranks[-1])).lower()
    pile = _chosen_pile(game, rank, stated.get("pile", 1))
    if not pile.left:
        return
    pile.left -= 1
    slug = name_of(game, slugify(str(stated.get("reward", UNKNOWN_REWARD))) or UNKNOWN_REWARD)
    draw(game, slug, rank)
    note_bearer(game, slug, unit)
    unit.rewards += (Reward(slug, token_of(game, slug), believed=believed, rank=rank),)
    count_rewards(game, unit)


def _chosen_pile(game: Game, rank: str, number: object) -> Pile:
    """The first pile of the rank, or the second."""
    if rank in game.ranks and type(number) is int and number in (1, 2):
        return game.piles[rank, number]
    message = _("Take a token from pile 1 or pile 2.")
    game.fault("1.3.7", "no-such-pile", message, expected={"pile": [1, 2]}, logged={"pile": number})
    return game.piles[rank if rank in game.ranks else game.ranks[-1], 1]


def given_beside(action: Action, unit: Unit) -> dict[str, Any]:
    """Of a token of which nobody entered that it gives another one, `choices` may say so, as of one that does."""
    choices, coins = action.get("choices") or {}, action.get("coins") or ["heads"]
    if "reward" not in choices or coins[0] != "heads":
        return {}
    return {"rewards": {unit.name: {name: choices[name] for name in ("reward", "rank", "pile") if name in choices}}}
