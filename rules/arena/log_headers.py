"""The header of a log: its fields, and what they say together, of a duel (/1) and of a table of three or four (/2)."""

from collections.abc import Iterator, Mapping
from typing import Any

from rules.arena.cells import SIDES
from rules.arena.construction import PAIR_LEVELS
from rules.arena.laws import LAWS
from rules.arena.laws.arena_2_7 import ARENA_2_7
from rules.arena.laws.arena_2013 import ARENA_2013
from rules.arena.laws.seats import FREE_FOR_ALL, TWO_V_TWO
from rules.arena.ledger.actions import ACTIONS as LIGHT_ACTIONS
from rules.arena.log_actions import ACTIONS, MOST_PLAYERS, SEAT, SIDE, actions_of
from rules.common.fields import (
    Fields,
    InvalidValue,
    Schema,
    Shape,
    both,
    count,
    fields_schema,
    list_of,
    list_of_actions,
    nullable,
    object_with,
    one_of,
    table_of,
    text,
    truth,
)
from rules.common.messages import message as _

FORMAT, TABLE_FORMAT = "krosmaster-log/1", "krosmaster-log/2"
MAX_UNITS = 50
FOUR_PLAYER = "four-player"
SHAPES: Mapping[str, dict[str, Fields]] = {"full": ACTIONS, "ledger": LIGHT_ACTIONS}
TABLE_SHAPES = {players: actions_of(players) for players in (MOST_PLAYERS[:3], MOST_PLAYERS)}


def _of_three_or_four(entry: Shape) -> Shape:
    return object_with(**{player: (entry, player in MOST_PLAYERS[:3]) for player in MOST_PLAYERS})


def _action_shape(do: str, fields: Fields) -> Shape:
    return Shape(lambda _action: None, fields_schema({**fields, "do": (one_of(do), True)})).named(do)


def _any_of(shapes: dict[str, Fields], prefix: str = "") -> Schema:
    """A light log has actions of its own, some of the same name."""
    return {"anyOf": [_action_shape(do, fields).named(prefix + do) for do, fields in shapes.items()]}


def _of_detail(shapes: dict[str, Fields], prefix: str = "") -> Schema:
    return {"properties": {"actions": {"items": _any_of(shapes, prefix)}}}


_TEAM = Shape(table_of(text).check, {**table_of(text).schema, "maxProperties": MAX_UNITS})
_PLAYER = object_with(name=(text, False), team=(_TEAM, True), timeline=(list_of(text), True)).named("player")
_RESULT = object_with(winner=(nullable(SIDE), False), glory=(nullable(both(count)), False))
_TABLE_RESULT = object_with(winners=(list_of(SEAT), False), glory=(nullable(_of_three_or_four(count)), False))
_ACTIONS = list_of_actions()
_TABLE_ACTIONS = list_of_actions(items=_any_of(TABLE_SHAPES[MOST_PLAYERS]))
_REWARDS = one_of(*ARENA_2_7.ranks)
# the optional rule of 2013 that scenery can be broken, where the players agree
_SCENERY = one_of("fixed", "breakable")

HEADER: Fields = {
    "format": (one_of(FORMAT), True),
    "ruleset": (one_of(*LAWS), True),
    "detail": (one_of(*SHAPES), False),
    "team_format": (one_of("constructed", "limited"), False),
    "rewards": (_REWARDS, False),
    "arena": (text, True),
    "sides": (both(one_of(*SIDES)), True),
    "players": (both(_PLAYER), True),
    "first_player": (SIDE, True),
    "toss": (truth, False),
    "actions": (_ACTIONS, True),
    "result": (nullable(_RESULT), False),
}
TABLE_HEADER: Fields = {
    "format": (one_of(TABLE_FORMAT), True),
    "ruleset": (one_of(*LAWS), True),
    "mode": (one_of(FREE_FOR_ALL.slug, TWO_V_TWO.slug), True),
    "crews": (list_of(list_of(SEAT)).described("who plays together, two and two"), False),
    "detail": (one_of("full"), False),
    "team_format": (one_of(FOUR_PLAYER), False),
    "team_level": (
        one_of(*PAIR_LEVELS).described("of two figures together, where the event sets it; otherwise 6"),
        False,
    ),
    "rewards": (_REWARDS, False),
    "arena": (text, True),
    "order": (list_of(SEAT).described("the players in the order of their turns"), True),
    "sides": (_of_three_or_four(one_of(*SIDES)), True),
    "players": (_of_three_or_four(_PLAYER), True),
    "toss": (truth, False),
    "actions": (_TABLE_ACTIONS, True),
    "result": (nullable(_TABLE_RESULT), False),
}
OF_2013: Fields = {"rewards": (one_of(*ARENA_2013.ranks), False), "scenery": (_SCENERY, False)}
HEADERS = {
    ARENA_2_7.slug: HEADER,
    ARENA_2013.slug: {**HEADER, "team_format": (one_of("constructed", "box"), False), **OF_2013},
}
TABLE_HEADERS = {ARENA_2_7.slug: TABLE_HEADER, ARENA_2013.slug: {**TABLE_HEADER, **OF_2013}}


def of_ruleset(headers: Mapping[str, Fields], document: Mapping[str, Any]) -> Fields:
    """Those of the ruleset that the document names; where it names none of them, the first say so."""
    named = document.get("ruleset")
    return headers[named if isinstance(named, str) and named in headers else ARENA_2_7.slug]


def check_table(document: Mapping[str, Any]) -> None:
    """What the fields of a /2 header say together: everywhere the same players."""
    players = sorted(document["players"])
    if sorted(document["order"]) != players:
        raise InvalidValue("not-the-players", _("every player once: {players}", players=players), "/order")
    for place, named in _tables(document):
        if sorted(named) != players:
            raise InvalidValue("not-the-players", _("every player once: {players}", players=players), place)
    for number, winner in enumerate((document.get("result") or {}).get("winners") or ()):
        if winner not in players:
            raise InvalidValue(
                "not-the-players", _("one of {choices} is expected", choices=players), f"/result/winners/{number}"
            )
    _check_crews(document, players)


def _tables(document: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    yield "/sides", document["sides"]
    glory = (document.get("result") or {}).get("glory")
    if glory is not None:
        yield "/result/glory", glory


def _check_crews(document: Mapping[str, Any], players: list[str]) -> None:
    crews = document.get("crews")
    if document["mode"] == FREE_FOR_ALL.slug:
        if crews is not None:
            raise InvalidValue("crews-not-expected", _("in a free-for-all everybody plays alone"), "/crews")
    elif crews is None or [len(crew) for crew in crews] != [2, 2] or sorted(crews[0] + crews[1]) != players:
        raise InvalidValue("crews-wrong", _("`crews` names two pairs, and every one of four players once"), "/crews")


def alike(headers: Mapping[str, Fields]) -> Fields:
    """The fields that every ruleset reads alike."""
    first, *others = headers.values()
    return {name: field for name, field in first.items() if all(other.get(name) == field for other in others)}


def by_ruleset(headers: Mapping[str, Fields]) -> list[Schema]:
    """What each ruleset asks of the others; the first also of a document that names none."""
    same = alike(headers)
    own = {
        slug: fields_schema({name: field for name, field in fields.items() if name not in same})
        for slug, fields in headers.items()
    }
    first, *others = own
    return [
        {
            "if": {"required": ["ruleset"], "properties": {"ruleset": {"const": other}}},
            "then": own[other],
            "else": own[first],
        }
        for other in others
    ]


BY_DETAIL: Schema = {
    "if": {"required": ["detail"], "properties": {"detail": {"const": "ledger"}}},
    "then": _of_detail(LIGHT_ACTIONS, "ledger-"),
    "else": _of_detail(ACTIONS),
}
