"""The fields of a log in which players say what no data says: `declared`, and what an unknown token is and gives."""

from typing import Any

from rules.arena.printed import ELEMENTS, RANKS
from rules.common.fields import (
    Fields,
    InvalidValue,
    Shape,
    change,
    count,
    list_of,
    nullable,
    object_with,
    one_of,
    one_or_list_of,
    table_of,
    text,
    truth,
)
from rules.common.messages import message as _

MOST_CAUSES = 16  # in one action: powers of several cards may answer to one spell
LONGEST_POWER = 60
GAUGE_MARKERS = ("ap", "mp", "range")


def _a_power(value: Any) -> None:
    text.check(value)
    if len(value) > LONGEST_POWER:
        raise InvalidValue("unknown-power", _("no power is called {power}", power=value[:LONGEST_POWER]))


def _all_or_some_powers(value: Any) -> list[str] | None:
    """`true` for all of them, or their names."""
    return None if value is True else _POWERS.check(value)


def _who_placed_it(value: Any) -> None:
    """Of a special marker: the unit that placed it, or null where it is taken away."""
    if type(value) not in (str, int) and value is not None:
        raise InvalidValue("wrong-type", _("a text is expected"))
    if type(value) is int:
        change.check(value)


_POWERS = list_of(text)
_MARKERS = table_of(
    Shape(_who_placed_it, {"anyOf": [text, change, {"type": "null"}]}).described(
        "of a special marker: who placed it; null takes it away"
    )
)


def _markers_set(value: Any) -> list[str] | None:
    unknown = _MARKERS.check(value)
    for name in GAUGE_MARKERS:
        if name in value and type(value[name]) is not int:
            raise InvalidValue("wrong-type", _("a whole number is expected"), f"/{name}")
    return unknown


_POWER = Shape(_a_power, {"type": "string", "maxLength": LONGEST_POWER}).named("power")
_ALL_OR_SOME = Shape(_all_or_some_powers, {"anyOf": [{"const": True}, _POWERS]})
_ELEMENT = one_of(*ELEMENTS, "neutral")
_COST = object_with(ap=(count, False), mp=(count, False), injuries=(count, False), kamas=(count, False))
_COST_CHANGE = object_with(ap=(change, False), mp=(change, False), kamas=(change, False))
_RANGE = object_with(
    kind=(one_of("close", "ranged", "line", "unseen", "personal"), True),
    min=(count, False),
    max=(count, False),
    alterable=(truth, False),
)
_GAINED = object_with(ap=(change, False), mp=(change, False), hp=(change, False), range=(change, False))
_TOKEN_GIVEN = object_with(reward=(text, False), rank=(one_of(*RANKS), False), pile=(one_of(1, 2), False))
_CELLS = one_or_list_of(text, 144)


def declared_of(players: str) -> Shape:
    """What one cause did, or several, in a game of these players."""
    stocks = object_with(**dict.fromkeys(players, (change, False)))
    return one_or_list_of(
        object_with(
            spell=(text, False),
            power=(text, False),
            by=(text, False),
            cost=(_COST, False),
            range=(_RANGE, False),
            element=(_ELEMENT, False),
            damage=(count, False),
            limit=(one_of("unlimited", "turn", "target", "game"), False),
            varies=(truth.described("what the text does depends on the position"), False),
            cost_change=(_COST_CHANGE, False),
            damage_change=(table_of(change), False),
            injuries=(table_of(count), False),
            healed=(table_of(count), False),
            moved=(table_of(text), False),
            markers=(table_of(table_of(change)), False),
            summoned=(table_of(_CELLS), False),
            lost_powers=(table_of(_ALL_OR_SOME), False),
            gained=(table_of(_GAINED), False),
            rewards=(table_of(_TOKEN_GIVEN), False),
            glory=(stocks, False),
            kamas=(stocks, False),
        ).named("claim", "what one cause did: docs/game-log.md"),
        MOST_CAUSES,
    ).named("declared")


_GIVES = object_with(
    ap=(change, False),
    mp=(change, False),
    hp=(change, False),
    range=(change, False),
    powers=(list_of(_POWER), False),
    damage=(
        object_with(amount=(count, True), elements=(list_of(one_of(*ELEMENTS)), False), close=(truth, False)),
        False,
    ),
    next=(object_with(damage=(count, True), elements=(list_of(one_of(*ELEMENTS)), False), wait=(truth, False)), False),
    spells=(list_of(text), False),
).named("gives", "what a token that the data does not know gives")
# What an action says of a token that the data does not know.
TOKEN: Fields = {
    "kind": (one_of("boost", "buff", "equipment"), False),
    "equipment": (one_of("weapon", "set", "pet", "dofus", "trophy", "technique"), False),
    "gives": (_GIVES, False),
}


def token_of(to_whom: Shape | None) -> Fields:
    """What an action says of a token. With more than two players its `gives` may also say to whom the GG of one's own
    fallen figures go (9.2.5), which are names alone; what a token gives never is."""
    if to_whom is None:
        return TOKEN

    def check(value: Any) -> list[str] | None:
        return to_whom.check(value) if names_players(value) else _GIVES.check(value)

    return {**TOKEN, "gives": (Shape(check, {"anyOf": [to_whom, _GIVES]}), False)}


def names_players(gives: Any) -> bool:
    return isinstance(gives, dict) and bool(gives) and all(isinstance(named, str) for named in gives.values())


CORRECTED_MARKERS = Shape(_markers_set, {**_MARKERS.schema, "properties": dict.fromkeys(GAUGE_MARKERS, change)})
CORRECTED_SUMMONS = list_of(
    object_with(summon=(text, True), by=(text, True), cell=(text, True)),
)
LOST_POWERS = nullable(_ALL_OR_SOME)
