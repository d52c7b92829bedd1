"""A log, krosmaster-blast/1: from a decoded document to a Log, or Malformed. The contract: docs/blast.md."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from rules.blast.actions import READERS, SCHEMA
from rules.blast.cards import BlastFacts
from rules.blast.words import MOST_CHALLENGES, PLAYERS
from rules.common.actions import Action
from rules.common.articles import RuleBook
from rules.common.fields import (
    Fields,
    InvalidValue,
    Shape,
    both,
    check_actions,
    check_fields,
    count,
    each_once,
    list_of,
    list_of_actions,
    nullable,
    object_with,
    one_of,
    table_of,
    text,
    truth,
)
from rules.common.grid import SIDES
from rules.common.messages import message as _
from rules.common.verdicts import Malformed

FORMAT: Final = "krosmaster-blast/1"
RULESET: Final = "blast-1"
# The sections of the Blast rules by our own numbers (data/articles.toml), and in French.
BOOK = RuleBook(RULESET, Path(__file__).parent / "data" / "articles.toml", r"B-[1-9]\d?(\.[1-9])?")
articles, sections = BOOK.articles, BOOK.sections
MOST_UNITS: Final = 50  # of a player; which number is right is for the rules to say


def _challenges(value: Any) -> None:
    each_once(list_of(text), _("each challenge once")).check(value)
    if len(value) > MOST_CHALLENGES:
        raise InvalidValue("out-of-bounds", _("at most {most} challenges", most=MOST_CHALLENGES))


_TEAM = Shape(table_of(text).check, {**table_of(text).schema, "maxProperties": MOST_UNITS})
_PLAYER = object_with(name=(text, False), team=(_TEAM, True)).named("player")
_SIDE = one_of(*PLAYERS)
_RESULT = object_with(winner=(nullable(_SIDE), False), glyphs=(nullable(both(count)), False))

HEADER: Fields = {
    "format": (one_of(FORMAT), True),
    "ruleset": (one_of(RULESET), True),
    "options": (object_with(advanced=(truth, False), superior=(truth, False)), False),
    "board": (text, True),
    "sides": (both(one_of(*SIDES)), True),
    "challenges": (
        Shape(_challenges, {**list_of(text).schema, "maxItems": MOST_CHALLENGES, "uniqueItems": True}),
        False,
    ),
    "players": (both(_PLAYER), True),
    "first_player": (_SIDE, True),
    "actions": (list_of_actions(items=SCHEMA), True),
    "result": (nullable(_RESULT), False),
}


@dataclass(frozen=True, slots=True)
class Player:
    name: str
    team: Mapping[str, str]  # names of units, and their cards


@dataclass(frozen=True, slots=True)
class Result:
    has_winner: bool  # whether it speaks of one at all
    winner: str | None
    glyphs: Mapping[str, int] | None


@dataclass(frozen=True, slots=True)
class Log:
    ruleset: str
    advanced: bool
    superior: bool
    board: str
    sides: Mapping[str, str]
    challenges: tuple[str, ...]
    players: Mapping[str, Player]
    first_player: str
    actions: tuple[Action, ...]
    result: Result | None
    unknown_fields: tuple[tuple[int | None, str], ...] = ()
    corrections: Collection[int] = ()  # the actions that a judge put in; never read from the document itself
    facts: BlastFacts = field(default_factory=BlastFacts)
    is_light: bool = False


def read(document: object, facts: BlastFacts) -> Log:
    """The log that a decoded document holds, or Malformed."""
    try:
        return _log(document, facts)
    except InvalidValue as wrong:
        raise Malformed(wrong.pointer, wrong.code, wrong.message) from None


def _log(document: object, facts: BlastFacts) -> Log:
    if not isinstance(document, dict):
        raise InvalidValue("wrong-type", _("a log is a JSON object"))
    in_header = check_fields(document, HEADER)
    _one_name_each(document["players"])
    options = document.get("options", {})
    advanced = options.get("advanced", True)
    result = document.get("result")
    return Log(
        ruleset=document["ruleset"],
        advanced=advanced,
        superior=advanced and options.get("superior", True),
        board=document["board"],
        sides=document["sides"],
        challenges=tuple(document.get("challenges", ())),
        players={side: Player(one.get("name", ""), one["team"]) for side, one in sorted(document["players"].items())},
        first_player=document["first_player"],
        unknown_fields=(*((None, name) for name in in_header), *check_actions(document["actions"], _check_action)),
        actions=tuple(document["actions"]),
        result=_result(result) if result is not None else None,
        facts=facts,
    )


def _one_name_each(players: Mapping[str, Any]) -> None:
    before: set[str] = set()
    for side in PLAYERS:
        for name in players[side]["team"]:
            place = f"/players/{side}/team/{name.replace('~', '~0').replace('/', '~1')}"
            if "/" in name:
                raise InvalidValue("name-of-a-summon", _("{unit} is named like a Minion", unit=name), place)
            if name in before:
                raise InvalidValue("name-twice", _("both sides have a unit {unit}", unit=name), place)
        if len(players[side]["team"]) > MOST_UNITS:
            message = _("at most {most} figures", most=MOST_UNITS)
            raise InvalidValue("too-many-units", message, f"/players/{side}/team")
        before.update(players[side]["team"])


def _check_action(action: Any) -> list[str]:
    if not isinstance(action, dict):
        raise InvalidValue("wrong-type", _("an action is an object"))
    if "do" not in action:
        raise InvalidValue("missing-field", _("`{field}` is missing", field="do"))
    do = action["do"]
    if type(do) is not str or do not in READERS:
        raise InvalidValue("unknown-action", _("`do` is one of {actions}", actions=sorted(READERS)), "/do")
    return READERS[do].check(action)


def _result(facts: Mapping[str, Any]) -> Result:
    return Result("winner" in facts, facts.get("winner"), facts.get("glyphs"))
