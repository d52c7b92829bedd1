"""Q-5.3, Q-5.6, Q-5.8, Q-9: covers, and with every detail farming, market, craft, trade and equipment."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from rules.common.messages import message as _
from rules.common.names import slugify
from rules.quest.facts import ARMOUR, CONSUMABLE, WEAPONS
from rules.quest.ledger.game import Game, Seat, Turn, acting
from rules.quest.ledger.purse import are_dealt_in, give_away, has_room, leaves_what_has_no_room, pay, receive, spend
from rules.quest.words import KAMAS, RESOURCES

BAG_COVERS = (3, 5, 8)  # their prices
AP = {"farm": 3, "pick-up": 1, "craft": 3, "market": 3}
MOST_WEAPONS = 2


def uncover(game: Game, action: Mapping[str, Any]) -> None:
    """Q-5.6: each cover once, for its printed price; the story gives one more turn."""
    seat, _turn = acting(game)
    what, kamas = action["what"], action["kamas"]
    if what == "bag":
        if kamas not in BAG_COVERS or kamas in seat.covers:
            message = _("The covers of the bag cost 3, 5 and 8 Kamas, each once.")
            game.fault("Q-5.6", "no-such-cover", message, logged={"kamas": kamas})
        else:
            seat.covers.add(kamas)
    elif what == "story":
        if seat.is_text_off:
            game.fault("Q-5.6", "story-twice", _("The cover of the story goes once."))
        else:
            seat.is_text_off, game.extra = True, seat.letter
    pay(game, seat, kamas, "Q-5.6")


def farm(game: Game, action: Mapping[str, Any]) -> None:
    """Q-5.3: farming and picking up; the dofus brings a Farmer one more."""
    seat, turn = acting(game)
    if not game.log.with_economy:
        return
    _outside(game, seat)
    are_dealt_in(game, [action["what"]])
    spend(game, seat, turn, AP[action["do"]])
    receive(seat, {action["what"]: 1})
    if game.believe_a_power(seat, action.get("roll", "")):
        receive(seat, {action["what"]: 1})
    has_room(game, seat)


def craft(game: Game, action: Mapping[str, Any]) -> None:
    """Q-9.2: the resources of the recipe, one less with Crafter, at least one. Recipe and piece are one token."""
    seat, turn = acting(game)
    if not game.log.with_economy:
        return
    _outside(game, seat)
    spent, name = action["spent"], _called(action["item"])
    known = game.facts.item(name)
    if known is None:
        game.believe(name, "item")
    elif not _pays_for(spent, known.recipe):
        message = _("{item} is made of other resources.", item=known.name)
        game.fault("Q-9.2", "wrong-recipe", message, expected=dict(known.recipe or {}), logged=dict(spent))
    give_away(game, seat, spent, "Q-9.2")
    spend(game, seat, turn, AP["craft"])
    if not seat.bag[name]:
        receive(seat, {name: 1})
    leaves_what_has_no_room(game, seat)


def _pays_for(spent: Mapping[str, int], recipe: Mapping[str, int] | None) -> bool:
    if not recipe:
        return False
    paid, asked = Counter({n: number for n, number in spent.items() if number}), Counter(recipe)
    left = asked - paid
    return not paid - asked and left.total() <= 1 and paid.total() >= 1


def market(game: Game, action: Mapping[str, Any]) -> None:
    """Q-9.1: sell, then buy, one price for both."""
    seat, turn = acting(game)
    if not game.log.with_economy:
        return
    sold, bought = action.get("sold", {}), action.get("bought", {})
    _outside(game, seat)
    are_dealt_in(game, [*sold, *bought])
    give_away(game, seat, sold, "Q-9.1")
    seat.kamas += _worth(game, seat, sold, is_sale=True)
    pay(game, seat, _worth(game, seat, bought, is_sale=False), "Q-9.1")
    receive(seat, bought)
    spend(game, seat, turn, AP["market"])
    has_room(game, seat)


def _worth(game: Game, seat: Seat, goods: Mapping[str, int], *, is_sale: bool) -> int:
    """At today's price; of an item at its printed one. Where nobody knows it, it is believed."""
    total = 0
    for name, number in goods.items():
        item = game.facts.item(name)
        price = game.prices.get(name) if name in RESOURCES else item.price if item else None
        if price is None or (name in RESOURCES and not game.are_prices_known):
            belief = ("marketplace", "prices") if name in RESOURCES else (_called(name), "item")
            game.believe(*belief)
            seat.unknown_gain = seat.unknown_gain or (belief if is_sale else None)
        total += number * (price or 0)
    return total


def zaap(game: Game, _action: Mapping[str, Any]) -> None:
    """Q-5.3: 1 Kama; its MP are not in the ledger."""
    seat, _turn = acting(game)
    if game.log.with_economy:
        _outside(game, seat)
        pay(game, seat, 1, "Q-5.3")


def trade(game: Game, action: Mapping[str, Any]) -> None:
    """Q-5.4: in adventure mode. Q-5.8: with another one, what both have."""
    seat, turn = acting(game)
    if not game.log.with_economy:
        return
    _in_adventure(game, turn)
    other = game.seats[action["with"]]
    if other is seat or other.conceded:
        game.fault("Q-5.8", "nobody-to-trade-with", _("A trade is with another Krosmaster in play."))
    gives, takes = action.get("gives", {}), action.get("takes", {})
    give_away(game, seat, gives, "Q-5.8")
    give_away(game, other, takes, "Q-5.8")
    receive(other, gives)
    receive(seat, takes)
    has_room(game, seat)
    has_room(game, other)


def discard(game: Game, action: Mapping[str, Any]) -> None:
    """Q-2.2: only what is there."""
    seat, _turn = acting(game, is_action=False)
    if game.log.with_economy:
        give_away(game, seat, action["what"], "Q-2.2")


def equip(game: Game, action: Mapping[str, Any]) -> None:
    """Q-5.4: in adventure mode. Q-9.3: one of each armour type, two one-handed weapons or one two-handed."""
    seat, turn = acting(game)
    if not game.log.with_economy:
        return
    _in_adventure(game, turn)
    name = _called(action["item"])
    item = game.facts.item(name)
    if item is None:
        game.believe(name, "item")
    else:
        _fits(game, seat, item.kind)
    if seat.bag[name]:
        give_away(game, seat, {name: 1}, "Q-9.3")
        seat.out_of_the_bag[name] += 1
    seat.worn.append(name)


def _fits(game: Game, seat: Seat, kind: str) -> None:
    worn = [item.kind for item in map(game.facts.item, seat.worn) if item]
    weapons = [each for each in worn if each in WEAPONS]
    is_one_too_many = kind in ARMOUR and kind in worn
    if kind in WEAPONS:
        is_one_too_many = len(weapons) >= MOST_WEAPONS or bool(weapons and "two-handed" in (kind, *weapons))
    if is_one_too_many:
        message = _("Nothing more of this type can be worn: {kind}.", kind=kind)
        game.fault("Q-9.3", "no-slot", message, logged={"type": kind})


def use(game: Game, action: Mapping[str, Any]) -> None:
    """Q-9.4: a consumable from its slot, once."""
    seat, _turn = acting(game)
    if not game.log.with_economy:
        return
    name = _called(action["item"])
    item = game.facts.item(name)
    if item is None:
        game.believe(name, "item")
    if name not in seat.worn or (item is not None and item.kind != CONSUMABLE):
        game.fault("Q-9.4", "not-in-its-slot", _("A consumable is used from its slot, once: {item}.", item=name))
        return
    seat.worn.remove(name)
    seat.out_of_the_bag[name] = min(seat.out_of_the_bag[name], seat.worn.count(name))


def _outside(game: Game, seat: Seat) -> None:
    if seat.inside:
        game.fault("Q-10.1", "not-in-a-dungeon", _("There is nothing of this in a dungeon."))


def _in_adventure(game: Game, turn: Turn) -> None:
    if turn.mode == "combat":
        game.fault_once("Q-5.4", "not-in-combat", _("This is done in adventure mode."))


def _called(name: str) -> str:
    return name if name == KAMAS else slugify(name) or name
