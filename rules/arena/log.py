"""krosmaster-log/1: from a decoded document to a Log, or Malformed with the place. The contract: docs/game-log.md."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from rules.arena.cards import Catalogue, catalogue
from rules.arena.cells import SIDES
from rules.arena.facts import Facts
from rules.arena.laws import LAWS
from rules.arena.ledger.actions import ACTIONS as LIGHT_ACTIONS
from rules.arena.log_claims import CORRECTED_MARKERS, CORRECTED_SUMMONS, DECLARED, LOST_POWERS, TOKEN
from rules.arena.printed import RANKS, UNKNOWN_REWARD
from rules.common.actions import Action
from rules.common.dice_fields import dice, die_or_dice, roll
from rules.common.fields import (
    MAX_ACTIONS,
    Fields,
    Schema,
    Shape,
    Wrong,
    both,
    check_fields,
    count,
    either,
    fields_schema,
    list_of,
    nullable,
    number,
    object_with,
    one_of,
    table_of,
    text,
    text_or_null,
    truth,
    whole,
)
from rules.common.messages import sentence as _
from rules.common.names import slugify
from rules.common.verdicts import Malformed

FORMAT = "krosmaster-log/1"
MAX_UNITS = 50


@dataclass(frozen=True, slots=True)
class Player:
    name: str
    team: Mapping[str, str]
    timeline: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Result:
    winner: str | None
    glory: Mapping[str, int] | None


@dataclass(frozen=True, slots=True)
class Log:
    ruleset: str
    team_format: str
    rewards: str
    arena: str
    sides: Mapping[str, str]
    players: Mapping[str, Player]
    first_player: str
    toss: bool
    actions: tuple[Action, ...]
    result: Result | None
    unknown_fields: tuple[tuple[int | None, str], ...] = ()
    corrections: Collection[int] = ()  # the actions that a judge put in; never read from the document itself
    detail: str = "full"
    facts: Facts | None = None  # what it is held against beside the built-in data; a log never brings its own

    @property
    def is_light(self) -> bool:
        return self.detail == "ledger"

    @property
    def catalogue(self) -> Catalogue:
        """With the figures of the facts that it is held against."""
        return self.facts.cards if self.facts else catalogue()


def read(document: object) -> Log:
    """The log that a decoded document holds, or Malformed."""
    try:
        return _log(document)
    except Wrong as wrong:
        raise Malformed(wrong.pointer, wrong.code, wrong.said) from None


def _log(document: object) -> Log:
    if not isinstance(document, dict):
        raise Wrong("wrong-type", _("a log is a JSON object"))
    in_header: list[tuple[int | None, str]] = [(None, name) for name in check_fields(document, HEADER)]
    _one_name_each(document["players"])
    actions = document["actions"]
    detail = document.get("detail", "full")
    unknown = _actions(actions, SHAPES[detail])
    result = document.get("result")
    return Log(
        ruleset=document["ruleset"],
        team_format=document.get("team_format", "constructed"),
        rewards=document.get("rewards", "second"),
        arena=document["arena"],
        sides=document["sides"],
        players={side: _player(facts) for side, facts in document["players"].items()},
        first_player=document["first_player"],
        toss=document.get("toss", False),
        actions=tuple(actions),
        result=Result(result.get("winner"), result.get("glory")) if result else None,
        unknown_fields=(*in_header, *unknown),
        detail=detail,
    )


def _one_name_each(players: dict[str, Any]) -> None:
    for side, facts in players.items():
        if len(facts["team"]) > MAX_UNITS:
            raise Wrong("too-many-units", _("at most {most} figures", most=MAX_UNITS), f"/players/{side}/team")
    everybody = {*players["A"]["team"], *players["B"]["team"]}
    for side, name in ((side, name) for side, facts in players.items() for name in facts["team"]):
        if "/" in name and name.rpartition("/")[0] in everybody:
            place = name.replace("~", "~0").replace("/", "~1")
            said = _("{unit} is named like a summon of another unit", unit=name)
            raise Wrong("name-of-a-summon", said, f"/players/{side}/team/{place}")
    shared = set(players["A"]["team"]) & set(players["B"]["team"])
    if shared:
        raise Wrong("name-twice", _("both sides have a unit {unit}", unit=min(shared)), "/players/B/team")


def _player(facts: dict[str, Any]) -> Player:
    return Player(facts.get("name", ""), facts["team"], tuple(facts["timeline"]))


def _actions(actions: list[Any], shapes: Mapping[str, Fields]) -> tuple[tuple[int, str], ...]:
    unknown: list[tuple[int, str]] = []
    for index, action in enumerate(actions):
        try:
            unknown.extend((index, name) for name in _action(action, shapes))
        except Wrong as wrong:
            wrong.pointer = f"/actions/{index}{wrong.pointer}"
            raise
    return tuple(unknown)


def _action(action: Any, shapes: Mapping[str, Fields]) -> list[str]:
    """Check one action; answers the names of fields that mean nothing in it."""
    if not isinstance(action, dict):
        raise Wrong("wrong-type", _("an action is an object"))
    shape = shapes.get(action["do"]) if isinstance(action.get("do"), str) else None
    if shape is None:
        raise Wrong("unknown-action", _("`do` is one of {actions}", actions=[*shapes]), "/do")
    unknown = check_fields(action, shape)
    if "rank" in action and "rank" in shape:
        action["rank"] = action["rank"].lower()
    if "reward" in shape and action.get("reward") is not None:
        action["reward"] = slugify(action["reward"]) or UNKNOWN_REWARD  # one token, however people write its name
    return unknown


def _a_choice(value: Any) -> list[str] | None:
    return None if type(value) in (str, int, bool) else list_of(text).check(value)


def _list_of_actions(value: Any) -> None:
    if type(value) is not list:
        raise Wrong("wrong-type", _("a list of actions is expected"))
    if len(value) > MAX_ACTIONS:
        raise Wrong("too-many-actions", _("{count} actions; the limit is {most}", count=len(value), most=MAX_ACTIONS))


_CELL = text.described("a cell, A1 to L12")
_CHOICES = table_of(Shape(_a_choice, {"anyOf": [text, whole, truth, list_of(text)]})).named("choices")
_ROLLS = {
    "critical": (roll, False),
    "armour": (table_of(roll), False),
    "coins": (list_of(one_of("heads", "tails")), False),
    "choices": (_CHOICES, False),
}
_STANDBY = list_of(object_with(effect=(text, True), by=(text, False), declared=(DECLARED, False), **_ROLLS)).named(
    "standby"
)
_CORRECTED_UNIT = object_with(
    ap=(count, False),
    mp=(count, False),
    injuries=(count, False),
    cell=(nullable(_CELL), False),
    markers=(CORRECTED_MARKERS, False),
    lost_powers=(LOST_POWERS, False),
)
_SET = object_with(
    units=(table_of(_CORRECTED_UNIT), False),
    glory=(either(count), False),
    kamas=(either(count), False),
    wild=(count, False),
    summoned=(CORRECTED_SUMMONS, False),
)
_BLOCK = object_with(by=(text, True), lock=(roll, True), dodge=(roll, True))
_RANK = (one_of(*RANKS, *(rank.upper() for rank in RANKS)).named("rank"), True)  # the rules print them in capitals
_PILE = (one_of(1, 2), True)
_ANY: dict[str, tuple[Shape, bool]] = {
    "do": (text, True),
    "at": (number.described("seconds from the start"), False),
    "note": (text, False),
    "declared": (DECLARED, False),
}
SIDE = one_of("A", "B").named("side")

ACTIONS: Mapping[str, dict[str, tuple[Shape, bool]]] = {
    "place": {**_ANY, "unit": (text, True), "cell": (_CELL, True)},
    "flip": {**_ANY, "rank": _RANK, "pile": _PILE, "reward": (text, True), **TOKEN},
    "tension": {**_ANY, "dice": (dice, True), "reroll": (die_or_dice, False)},
    "inspire": {**_ANY, "die": (whole, True), "unit": (text, True)},
    "activate": {**_ANY, "unit": (text, True), "standby": (_STANDBY, False)},
    "move": {**_ANY, "to": (_CELL, True), "blocks": (list_of(_BLOCK), False), "standby": (_STANDBY, False)},
    "collect": _ANY,
    "buy-glory": _ANY,
    "buy-reward": {
        **_ANY,
        "rank": _RANK,
        "pile": _PILE,
        "face": (one_of("up", "down"), True),
        "reward": (text, True),
        "to": (text_or_null, True),
        **TOKEN,
    },
    "reveal": {
        **_ANY,
        "reward": (text, True),
        "rank": (_RANK[0], False),
        **TOKEN,
        "standby": (_STANDBY, False),
        **_ROLLS,
    },
    "cast": {
        **_ANY,
        "spell": (text, True),
        "target": (_CELL, True),
        "standby": (_STANDBY, False),
        **_ROLLS,
    },
    "end-turn": {**_ANY, "standby": (_STANDBY, False)},
    "concede": {**_ANY, "player": (SIDE, True)},
    "time": _ANY,
    "correct": {**_ANY, "set": (_SET, True), "reason": (text, True)},
}
SHAPES: Mapping[str, Mapping[str, Fields]] = {"full": ACTIONS, "ledger": LIGHT_ACTIONS}
LISTS_STANDBY = frozenset(do for do, fields in ACTIONS.items() if "standby" in fields)
_TEAM = Shape(table_of(text).check, {**table_of(text).schema, "maxProperties": MAX_UNITS})
_PLAYER = object_with(name=(text, False), team=(_TEAM, True), timeline=(list_of(text), True)).named("player")
_RESULT = object_with(winner=(nullable(SIDE), False), glory=(nullable(both(count)), False))


def _action_shape(do: str, fields: Fields) -> Shape:
    return Shape(lambda _action: None, fields_schema({**fields, "do": (one_of(do), True)})).named(do)


def _actions_of(detail: str) -> Schema:
    """A light log has actions of its own, some of the same name."""
    prefix = "" if detail == "full" else f"{detail}-"
    of_detail = [_action_shape(do, fields).named(prefix + do) for do, fields in SHAPES[detail].items()]
    return {"properties": {"actions": {"items": {"anyOf": of_detail}}}}


_ACTIONS = Shape(_list_of_actions, {"type": "array", "maxItems": MAX_ACTIONS})
BY_DETAIL: Schema = {
    "if": {"required": ["detail"], "properties": {"detail": {"const": "ledger"}}},
    "then": _actions_of("ledger"),
    "else": _actions_of("full"),
}
HEADER: Fields = {
    "format": (one_of(FORMAT), True),
    "ruleset": (one_of(*LAWS), True),
    "detail": (one_of(*SHAPES), False),
    "team_format": (one_of("constructed", "limited"), False),
    "rewards": (one_of("second", "original"), False),
    "arena": (text, True),
    "sides": (both(one_of(*SIDES)), True),
    "players": (both(_PLAYER), True),
    "first_player": (SIDE, True),
    "toss": (truth, False),
    "actions": (_ACTIONS, True),
    "result": (nullable(_RESULT), False),
}
