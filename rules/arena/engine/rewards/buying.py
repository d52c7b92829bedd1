"""Buying Demonic Rewards and allocating them (4.7.6 to 4.7.9)."""

from rules.arena.engine import unknown
from rules.arena.engine.acting import acting_krosmaster
from rules.arena.engine.kamas import pay_kamas
from rules.arena.engine.rewards.flips import pile_of, take_token
from rules.arena.engine.rewards.piles import Pile
from rules.arena.engine.rewards.tokens import count_rewards, draw, name_of, note_bearer
from rules.arena.engine.rewards.unknown_tokens import hear, token_of
from rules.arena.engine.shopping import must_be_on_demon_cell, spend_one_ap
from rules.arena.engine.state import Game
from rules.arena.engine.triggers import happens
from rules.arena.engine.units import Reward, has_room, held
from rules.common.actions import Action
from rules.common.messages import message as _

A_PURCHASE, BUYING = _("buy a Demonic Reward"), _("Buying a reward")


def buy_reward(game: Game, action: Action) -> None:
    """4.7.6 to 4.7.9: on a Demon cell, for 1 AP and the price of the rank."""
    unit = acting_krosmaster(game, "6.3.6", A_PURCHASE)
    rank, number, slug = action["rank"], action["pile"], name_of(game, action["reward"])
    pile = pile_of(game, rank, number)
    must_be_on_demon_cell(game, unit, "4.7.6")
    crafts = not unit.has_bought_a_reward and unknown.use_power(game, unit, "crafter")
    if not crafts:
        spend_one_ap(game, unit, "4.7.6", BUYING)
    prices = game.laws.crafter_prices if crafts else game.laws.reward_prices
    pay_kamas(game, unit.player, prices[rank], _("A {rank} reward", rank=rank))
    unit.has_bought_a_reward = True
    hear(game, action)
    token = Reward(slug, token_of(game, slug), believed=game.index in game.basis.resting, rank=rank)
    if action["face"] == "up":
        token.perhaps = pile.face
        _bought_face_up(game, pile, rank, number, slug)
    else:
        take_token(game, pile, rank)
        draw(game, slug, rank, bought=True)
    _allocate(game, action, token)
    game.record_event("bought-reward", unit=unit.name, rank=rank, face=action["face"], reward=slug, to=action["to"])
    if game.explaining:
        happens(game, "buys", unit)


def _bought_face_up(game: Game, pile: Pile, rank: str, number: int, slug: str) -> None:
    if game.turn == 1 and not game.flips.from_the_start:
        game.fault("4.7.4", "face-up-too-early", _("In the first turn, rewards can only be bought face down."))
    elif pile.face is None and not pile.unsure:
        game.fault("4.7.6", "nothing-face-up", _("The {rank} pile {pile} shows no token.", rank=rank, pile=number))
    elif pile.face is None:
        draw(game, slug, rank, bought=True)  # it was turned up in what the log leaves out
    elif slug not in (pile.face, pile.early):
        message = _("The {rank} pile {pile} shows {reward}.", rank=rank, pile=number, reward=pile.face)
        game.fault("4.7.6", "another-reward", message, expected={"reward": pile.face}, logged={"reward": slug})
    if pile.early is not None:
        pile.face, pile.early = pile.early if slug == pile.face else pile.face, None
        game.flips.replaced_early = rank, number
    elif pile.face is not None or pile.unsure:
        pile.face, pile.was_bought = None, True
        if pile.left and game.laws.replaces_at_once:
            game.flips.replacing = rank, number


def _allocate(game: Game, action: Action, token: Reward) -> None:
    """4.7.8, 4.7.9: to any Krosmaster of the team with room for it."""
    allies = [ally for ally in game.timelines[game.player] if ally.in_play]
    partners = [ally for ally in game.figures_of(game.seats.side_of[game.player]) if ally.in_play]
    if action["to"] is None:
        roomy = [ally.name for ally in allies if has_room(ally)]
        if roomy:
            message = _("{units} can still carry a reward.", units=roomy)
            game.fault("4.7.9.a", "reward-not-allocated", message, expected={"to": roomy}, logged={"to": None})
            game.uncertain.unallocated.append(token)
        return
    carrier = game.unit(action["to"])
    if carrier not in partners:
        message = _("{unit} is not one of the buyer's Krosmasters in the arena.", unit=carrier.name)
        article = "4.7.8" if carrier.is_krosmaster else game.laws.bears_no_reward
        game.fault(article, "cannot-carry", message)
        game.uncertain.unallocated.append(token)
        return
    if carrier not in allies:
        message = _("{unit} is a figure of the partner: rewards go to one's own Krosmasters.", unit=carrier.name)
        game.say("warning", "given-to-partner", message, "4.7.8")
    if not has_room(carrier):
        unknown.trust_numbers_in_play(game, carrier)
        facts = {"unit": carrier.name, "level": carrier.level, "rewards": held(carrier)}
        message = _("{unit} has level {level} and already carries {rewards} rewards.", **facts)
        game.fault("4.7.9", "too-many-rewards", message, expected={"rewards": carrier.level})
        game.uncertain.unallocated.append(token)
    carrier.rewards += (token,)
    note_bearer(game, token.slug, carrier)
    count_rewards(game, carrier)
