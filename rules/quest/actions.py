"""The actions of a log, and the shape of each."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from rules.common.dice_fields import dice, die
from rules.common.fields import (
    Fields,
    InvalidValue,
    Reader,
    Shape,
    count,
    fields_schema,
    list_of,
    number,
    number_from,
    object_with,
    one_of,
    table_of,
    text,
    truth,
)
from rules.common.messages import message as _
from rules.quest.words import EVENTS, FAMILIES, KAMAS, KROSMASTER, LETTERS, LONGEST_PATH, RESOURCES


def _object_or_list(value: Any) -> None:
    if type(value) not in (dict, list):
        raise InvalidValue("wrong-type", _("an object is expected"))


_ANY: Fields = {
    "do": (text, True),
    "at": (number, False),
    "arrived": (number, False),
    "note": (text, False),
    "declared": (Shape(_object_or_list, {"type": ["object", "array"]}), False),
}
_VALUE = number_from(1, 3)
_RESOURCE = one_of(*RESOURCES).named("resource")
_NUMBERS = table_of(count)
_PRICE_CHANGE = Reader({"event": (text, True), "up": (_RESOURCE, True), "down": (_RESOURCE, True)})
_PLAIN_EVENT = Reader({"event": (one_of(*EVENTS), True)})


def fields_of(players: tuple[str, ...], demon: str) -> Mapping[str, Fields]:
    """The fields of each action at a table of these players. Some have others by what they tell: `variant_of`."""
    seat = one_of(*players)
    return {
        **_of_the_table(seat, players),
        "demon": _of_the_demon(seat, demon),
        **_of_quests(),
        **_of_kills(seat, players),
        **_of_fights(seat),
        **_of_the_economy(seat),
    }


def _of_the_table(seat: Shape, players: tuple[str, ...]) -> dict[str, Fields]:
    """Turns, and what ends them and the game."""
    return {
        "quests": {**_ANY, "player": (seat, True), "kept": (list_of(_VALUE), True)},
        "turn": {**_ANY, "player": (seat, True), "mode": (one_of("adventure", "combat"), True)},
        "rest": _ANY,
        "end-turn": _ANY,
        "concede": {**_ANY, "player": (seat, True)},
        "time": _ANY,
        "correct": {**_ANY, "set": (_corrected(players), True), "reason": (text, False)},
    }


def _of_the_demon(seat: Shape, demon: str) -> Fields:
    """Q-6: a Demon player has no letter."""
    return {
        **_ANY,
        **({"player": (seat, True)} if demon == "shared" else {}),
        "events": (list_of(_event(seat)), True),
        "mobs": (truth, True),
    }


def _of_quests() -> dict[str, Fields]:
    """Q-4: what brings GG."""
    either: Fields = {**_ANY, "kind": (one_of("personal", "path"), True)}
    return {
        "quest-personal": {**either, "value": (_VALUE, True), "next": (_VALUE, False), "wisdom": (die, False)},
        "quest-path": {**either, "place": (number_from(1, LONGEST_PATH), True), "value": (_VALUE, False)},
        "buy-gg": {**_ANY, "kamas": (count, True)},
    }


def _of_kills(seat: Shape, players: tuple[str, ...]) -> dict[str, Fields]:
    """Q-8.1: a kill, with who had marked it and what they took."""
    killed: Fields = {
        **_ANY,
        "mob": (text, True),
        "marked": (list_of(seat), False),
        "took": (object_with(**dict.fromkeys(players, (_RESOURCE, False))), False),
        "extra": (object_with(roll=(die, True), resource=(one_of(*RESOURCES, KAMAS), False)), False),
    }
    return {
        "kill-mob": {**killed, "boss": (truth, False)},
        "kill-krosmaster": {**killed, "player": (seat, False), "by_demon": (truth, False)},
    }


def _of_fights(seat: Shape) -> dict[str, Fields]:
    """Q-4.7, Q-5.5, Q-7, Q-10.1: KO, flight, dungeons, spells and locks."""
    family = one_of(*FAMILIES)
    return {
        "ko": {**_ANY, "player": (seat, True), "by": (text, False)},
        "flee": _ANY,
        "dungeon": {**_ANY, "group": (list_of(seat), True), "family": (family, False)},
        "dungeon-won": {**_ANY, "family": (family, True)},
        "cast": {
            **_ANY,
            "critical": (dice, False),
            "armour": (dice, False),
            "neutral": (truth, False),
            "damage": (count, False),
            "injuries": (count, False),
            "limit": (one_of("turn", "target", "combat"), False),
            "spell": (text, False),
            "at_target": (text, False),
        },
        "block": {**_ANY, "by": (text, False), "lock": (dice, True), "dodge": (dice, True), "moved": (truth, True)},
    }


def _of_the_economy(seat: Shape) -> dict[str, Fields]:
    """Q-5.3, Q-5.6, Q-9: covers, farming, craft, market, trade and equipment."""
    return {
        "uncover": {**_ANY, "what": (one_of("spell", "power", "story", "bag"), True), "kamas": (count, True)},
        "farm": {**_ANY, "what": (one_of("wood", "iron"), True), "roll": (die, False)},
        "pick-up": {**_ANY, "what": (one_of("dung", "egg"), True), "roll": (die, False)},
        "craft": {**_ANY, "item": (text, True), "spent": (_NUMBERS, True)},
        "market": {**_ANY, "sold": (_NUMBERS, False), "bought": (_NUMBERS, False)},
        "zaap": _ANY,
        "trade": {**_ANY, "with": (seat, True), "gives": (_NUMBERS, False), "takes": (_NUMBERS, False)},
        "discard": {**_ANY, "what": (_NUMBERS, True)},
        "equip": {**_ANY, "item": (text, True)},
        "use": {**_ANY, "item": (text, True)},
    }


def _corrected(players: tuple[str, ...]) -> Shape:
    each = dict.fromkeys(players, (count, False))
    bags = dict.fromkeys(players, (_NUMBERS, False))
    return object_with(
        gg=(object_with(**each), False), kamas=(object_with(**each), False), bag=(object_with(**bags), False)
    )


def _event(seat: Shape) -> Shape:
    """The name of a card, or what it changed: prices, or who won an auction."""
    named = one_of(*EVENTS)
    auction = Reader({"event": (text, True), "to": (seat, True), "kamas": (count, True), "item": (text, True)})
    by_event = {"price-change": _PRICE_CHANGE, "auction": auction}

    def check(value: Any) -> list[str] | None:
        if type(value) is not dict:
            return named.check(value)
        event = value.get("event")
        return (by_event.get(event, _PLAIN_EVENT) if type(event) is str else _PLAIN_EVENT).check(value)

    as_objects = [
        fields_schema({**_PRICE_CHANGE.fields, "event": (one_of("price-change"), True)}),
        fields_schema({**auction.fields, "event": (one_of("auction"), True)}),
        fields_schema({"event": (one_of(*(each for each in EVENTS if each not in by_event)), True)}),
    ]
    return Shape(check, {"anyOf": [named, *as_objects]}).named("event")


def variant_of(action: Mapping[str, Any]) -> Any:
    """The name under which the fields of an action stand in the table."""
    do = action["do"]
    if do == "quest":
        return "quest-path" if action.get("kind") == "path" else "quest-personal"
    if do == "kill":
        return "kill-krosmaster" if action.get("mob") == KROSMASTER else "kill-mob"
    return do


class Actions:
    """Reads the actions of a log."""

    def __init__(self, players: tuple[str, ...], demon: str) -> None:
        self.readers = {do: Reader(fields, named_by="do") for do, fields in fields_of(players, demon).items()}
        self.known = sorted({do.partition("-")[0] if do.startswith(("quest-", "kill-")) else do for do in self.readers})

    def check(self, action: Any) -> list[str]:
        if not isinstance(action, dict):
            raise InvalidValue("wrong-type", _("an action is an object"))
        do = action.get("do")
        if type(do) is not str or do not in self.known:
            raise InvalidValue("unknown-action", _("`do` is one of {actions}", actions=self.known), "/do")
        unknown = self.readers[variant_of(action)].check(action)
        if do == "kill" and action["mob"] == KROSMASTER and not ("player" in action or action.get("by_demon")):
            raise InvalidValue("missing-field", _("`{field}` is missing", field="player"))
        return unknown


@cache
def actions_of(players: tuple[str, ...], demon: str) -> Actions:
    return Actions(players, demon)


def schema_of_actions() -> Any:
    """Of a whole table: which players sit at it is for the reader."""
    of_table = fields_of(LETTERS, "shared")
    fixed = {"quest-personal": {"kind": (one_of("personal"), True)}, "quest-path": {"kind": (one_of("path"), True)}}
    return {"anyOf": [_named(name, {**fields, **fixed.get(name, {})}) for name, fields in of_table.items()]}


def _named(name: str, fields: Fields) -> Shape:
    do = name.partition("-")[0] if name.startswith(("quest-", "kill-")) else name
    fields = {**fields, "do": (one_of(do), True)}
    if name == "demon":
        fields["player"] = (fields["player"][0], False)
    if name == "kill-krosmaster":
        fields["mob"] = (one_of(KROSMASTER), True)
    return Shape(lambda _action: None, fields_schema(fields)).named(name)
