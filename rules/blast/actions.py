"""The actions of a log, and the shape of each."""

from collections.abc import Mapping
from typing import Any, Final

from rules.blast.boards import CELL
from rules.blast.words import FAVOR_SIDES, LARGEST_PILE, PLAYERS, TERRAIN
from rules.common.actions import Action
from rules.common.dice_fields import dice, die
from rules.common.fields import (
    Fields,
    InvalidValue,
    Reader,
    Shape,
    at_most,
    change,
    count,
    fields_schema,
    list_of,
    nullable,
    number,
    number_from,
    object_with,
    one_of,
    one_or_list_of,
    table_of,
    text,
)
from rules.common.grid import SIDES
from rules.common.messages import Message, gettext_noop
from rules.common.messages import message as _

MOST_CAUSES: Final = 16  # in one action
MOST_CELLS: Final = 30


def _cell(value: Any) -> None:
    text(value)
    if not CELL.fullmatch(value):
        raise InvalidValue("not-a-cell", _("a cell is expected, A1 to Z26"))


def _by_cell(entry: Shape) -> Shape:
    """An object in which names of cells stand."""
    table = table_of(entry)

    def check(value: Any) -> list[str] | None:
        below = table.check(value)
        for name in value:
            if not CELL.fullmatch(name):
                place = name.replace("~", "~0").replace("/", "~1")
                raise InvalidValue("not-a-cell", _("a cell is expected, A1 to Z26"), f"/{place}")
        return below

    return Shape(check, {**table.schema, "propertyNames": {"pattern": f"^{CELL.pattern}$"}})


_CELL = Shape(_cell, {"type": "string", "pattern": f"^{CELL.pattern}$"}).named("cell", "A1 to Z26; A1 is south-west")
_SEAT = one_of(*PLAYERS).named("side")
_GAUGES = object_with(ap=(change, False), mp=(change, False))
_OWNERS = _by_cell(nullable(_SEAT))
_TILES = _by_cell(nullable(one_of(*TERRAIN)))
_DECLARED = one_or_list_of(
    object_with(
        spell=(text, False),
        favor=(text, False),
        power=(text, False),
        challenge=(text, False),
        by=(text, False),
        injuries=(table_of(count), False),
        healed=(table_of(count), False),
        moved=(table_of(_CELL), False),
        markers=(table_of(_GAUGES), False),
        gained=(table_of(_GAUGES), False),
        summoned=(table_of(one_or_list_of(_CELL, MOST_CELLS)), False),
        knocked_out=(list_of(text), False),
        glyphs=(_OWNERS, False),
        terrain=(_TILES, False),
        dofus=(nullable(_SEAT), False),
    ).named("claim", "what one cause did"),
    MOST_CAUSES,
).named("declared")
_ANY: Fields = {
    "do": (text, True),
    "at": (number, False),
    "arrived": (number, False),
    "note": (text, False),
    "declared": (_DECLARED, False),
}
_CHOICES = object_with(facing=(one_of(*SIDES), False), cell=(_CELL, False)).named("choices")
_CHOSEN: Fields = {"choices": (_CHOICES, False), "removes": (_CELL, False)}
_FAVOR_SIDE = one_of(*FAVOR_SIDES)
_CORRECTED_UNIT = object_with(
    cell=(nullable(_CELL), False),
    injuries=(count, False),
    ap=(count, False),
    mp=(count, False),
    markers=(_GAUGES, False),
)
_CORRECTED = object_with(
    units=(table_of(_CORRECTED_UNIT), False),
    glyphs=(_OWNERS, False),
    dofus=(nullable(_SEAT), False),
    terrain=(_TILES, False),
    summoned=(list_of(object_with(minion=(text, True), by=(text, True), cell=(_CELL, True))), False),
    pile=(at_most(LARGEST_PILE), False),
    favors=(object_with(left=(nullable(text), False), right=(nullable(text), False)), False),
)

ACTIONS: Mapping[str, Fields] = {
    "place": {**_ANY, "unit": (text, True), "cell": (_CELL, True)},
    "favor": {**_ANY, "card": (text, True), "to": (_FAVOR_SIDE, True)},
    "activate": {**_ANY, "unit": (text, True)},
    "move": {**_ANY, "to": (_CELL, True), "dodge": (dice, False)},
    "cast": {**_ANY, "spell": (text, True), "target": (_CELL, True), "roll": (die, False), **_CHOSEN},
    "use-favor": {**_ANY, "side": (_FAVOR_SIDE, True), **_CHOSEN},
    "bonus": {**_ANY, "challenge": (text, True), "threshold": (number_from(1, 8), True), **_CHOSEN},
    "end-turn": _ANY,
    "concede": {**_ANY, "player": (_SEAT, True)},
    "time": _ANY,
    "correct": {**_ANY, "set": (_CORRECTED, True), "reason": (text, False)},
}
READERS: Mapping[str, Reader] = {do: Reader(fields, named_by="do") for do, fields in ACTIONS.items()}


def _of(do: str, fields: Fields) -> Shape:
    return Shape(lambda _action: None, fields_schema({**fields, "do": (one_of(do), True)})).named(do)


SCHEMA: Final = {"anyOf": [_of(do, fields) for do, fields in ACTIONS.items()]}


# What an action of a log does, in one sentence: of the game as it is told, and of what was wrong in it.
NOBODY: Final = "–"
SENTENCES: Final = {
    "place": gettext_noop("{unit} is placed on {cell}."),
    "favor": gettext_noop("{player} reveals the favor {card}."),
    "activate": gettext_noop("{unit} plays."),
    "move": gettext_noop("{unit} moves to {cell}."),
    "cast": gettext_noop("{unit} casts {spell} at {target}."),
    "use-favor": gettext_noop("{unit} uses the favor {card}."),
    "bonus": gettext_noop("{unit} uses the bonus of {card} for {glyphs} glyphs."),
    "end-turn": gettext_noop("{player} ends the turn."),
    "concede": gettext_noop("{player} concedes."),
    "time": gettext_noop("Time is up."),
    "correct": gettext_noop("A judge corrects the position."),
}


def describe(action: Action, active: str | None, player: str | None, favors: Mapping[str, str | None]) -> Message:
    """`active`, `player` and `favors` are those of the position before the action."""
    facts: dict[str, Any] = {
        "unit": action.get("unit") or active or NOBODY,
        "player": action.get("player") or player or NOBODY,
        "cell": action.get("cell") or action.get("to") or "",
        "target": action.get("target", ""),
        "spell": action.get("spell", ""),
        "card": _card_of(action, favors),
        "glyphs": action.get("threshold", ""),
    }
    text = SENTENCES[action["do"]]
    return Message(text, {name: fact for name, fact in facts.items() if f"{{{name}}}" in text})


def _card_of(action: Action, favors: Mapping[str, str | None]) -> str:
    if action["do"] == "use-favor":
        return favors[action["side"]] or NOBODY
    return str(action.get("card") or action.get("challenge") or "")
