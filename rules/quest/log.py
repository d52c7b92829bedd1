"""A log, krosmaster-quest/1: from a decoded document to a Log, or Malformed. The contract: docs/quest.md."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from rules.common.actions import Action
from rules.common.articles import RuleBook
from rules.common.fields import (
    Fields,
    InvalidValue,
    Shape,
    check_actions,
    check_fields,
    count,
    each_once,
    list_of,
    list_of_actions,
    nullable,
    number_from,
    object_with,
    one_of,
    text,
)
from rules.common.messages import message as _
from rules.common.verdicts import Malformed
from rules.quest.actions import actions_of, schema_of_actions
from rules.quest.facts import BUILT_IN, QuestFacts
from rules.quest.heroes import Figures
from rules.quest.words import (
    FAMILIES,
    LETTERS,
    LONGEST_GEEGEE_PATH,
    LONGEST_PATH,
    QUESTS,
    SHORTEST_GEEGEE_PATH,
)

FORMAT: Final = "krosmaster-quest/1"
RULESET: Final = "quest-1"
# The sections of the Quest rules by our own numbers (data/articles.toml), and in French.
BOOK = RuleBook(RULESET, Path(__file__).parent / "data" / "articles.toml", r"Q-[1-9]\d?(\.[1-9])?")
articles, sections = BOOK.articles, BOOK.sections
ENDINGS: Final = ("path-filled", "adventure-path-full", "scenario", "time", "concession")
THE_DEMON: Final = "demon"  # among the winners of a cooperative game
SHARED: Final = "shared"
COOPERATIVE: Final = "cooperative"


def _families(value: Any) -> None:
    each_once(list_of(one_of(*FAMILIES)), _("each family once")).check(value)
    if not value:
        raise InvalidValue("out-of-bounds", _("at least one of {choices} is expected", choices=[*FAMILIES]))


def _players(value: Any) -> list[str] | None:
    if type(value) is not dict:
        raise InvalidValue("wrong-type", _("an object is expected"))
    for letter in value:
        if letter not in LETTERS:
            place = letter.replace("~", "~0").replace("/", "~1")
            raise InvalidValue("not-a-choice", _("one of {choices} is expected", choices=[*LETTERS]), f"/{place}")
    below = _SEATS.check(value)
    if not value or [*LETTERS[: len(value)]] != sorted(value):
        raise InvalidValue("not-the-players", _("one to five players, A, B and so on, without a gap"))
    return below


_PLAYER = object_with(name=(text, False), hero=(text, True)).named("player")
_SEATS = object_with(**dict.fromkeys(LETTERS, (_PLAYER, False)))
_SEAT = one_of(*LETTERS).named("seat")
_RESULT = object_with(
    winners=(list_of(one_of(*LETTERS, THE_DEMON)), False),
    gg=(object_with(**dict.fromkeys(LETTERS, (count, False))), False),
    ending=(nullable(one_of(*ENDINGS)), False),
)

HEADER: Fields = {
    "format": (one_of(FORMAT), True),
    "ruleset": (one_of(RULESET), True),
    "detail": (one_of("gg", "economy"), False),
    "mode": (one_of("free-for-all", COOPERATIVE), True),
    "demon": (one_of(SHARED, "player"), True),
    "demon_player": (object_with(name=(text, False)), False),
    "families": (
        Shape(_families, {"type": "array", "items": one_of(*FAMILIES), "minItems": 1, "uniqueItems": True}),
        True,
    ),
    "scenario": (nullable(text), True),
    "adventure_path": (number_from(5, LONGEST_PATH), False),
    "first_quest": (one_of(*QUESTS), False),
    "geegee_path": (number_from(SHORTEST_GEEGEE_PATH, LONGEST_GEEGEE_PATH), False),
    "players": (
        Shape(
            _players,
            {
                "type": "object",
                "properties": dict.fromkeys(LETTERS, _PLAYER),
                "minProperties": 1,
                "additionalProperties": False,
            },
        ),
        True,
    ),
    "order": (list_of(_SEAT), True),
    "actions": (list_of_actions(items=schema_of_actions()), True),
    "result": (nullable(_RESULT), False),
}


@dataclass(frozen=True, slots=True)
class Player:
    name: str
    hero: str


@dataclass(frozen=True, slots=True)
class Result:
    winners: tuple[str, ...] | None
    gg: Mapping[str, int] | None
    ending: str | None


@dataclass(frozen=True, slots=True)
class Log:
    ruleset: str
    detail: str
    mode: str
    demon: str
    families: tuple[str, ...]
    scenario: str | None
    adventure_path: int | None
    first_quest: str | None
    geegee_path: int | None
    players: Mapping[str, Player]
    order: tuple[str, ...]
    actions: tuple[Action, ...]
    result: Result | None
    figures: Figures
    unknown_fields: tuple[tuple[int | None, str], ...] = ()
    corrections: Collection[int] = ()  # the actions that a judge put in; never read from the document itself
    facts: QuestFacts = field(default_factory=lambda: BUILT_IN)

    @property
    def is_light(self) -> bool:
        """Whether it tells no step on a board: so it is with every log of Quest."""
        return True

    @property
    def with_economy(self) -> bool:
        return self.detail == "economy"

    @property
    def is_cooperative(self) -> bool:
        return self.mode == COOPERATIVE

    @property
    def is_shared(self) -> bool:
        return self.demon == SHARED


def read(document: object, figures: Figures) -> Log:
    """The log that a decoded document holds, or Malformed."""
    try:
        return _log(document, figures)
    except InvalidValue as wrong:
        raise Malformed(wrong.pointer, wrong.code, wrong.message) from None


def _log(document: object, figures: Figures) -> Log:
    if not isinstance(document, dict):
        raise InvalidValue("wrong-type", _("a log is a JSON object"))
    in_header = check_fields(document, HEADER)
    for name in _without_meaning(document):
        del document[name]
        in_header.append(name)
    players = tuple(sorted(document["players"]))
    _check_players(document, players)
    unknown = check_actions(document["actions"], actions_of(players, document["demon"]).check)
    result = document.get("result")
    return Log(
        ruleset=document["ruleset"],
        detail=document.get("detail", "gg"),
        mode=document["mode"],
        demon=document["demon"],
        families=tuple(document["families"]),
        scenario=document["scenario"],
        adventure_path=document.get("adventure_path"),
        first_quest=document.get("first_quest"),
        geegee_path=document.get("geegee_path"),
        players={letter: Player(facts.get("name", ""), facts["hero"]) for letter, facts in document["players"].items()},
        order=tuple(document["order"]),
        actions=tuple(document["actions"]),
        result=_result(result) if result is not None else None,
        figures=figures,
        unknown_fields=(*((None, name) for name in in_header), *unknown),
    )


def _without_meaning(document: Mapping[str, Any]) -> list[str]:
    """Fields that say something of another kind of game."""
    names = []
    if "demon_player" in document and document["demon"] == SHARED:
        names.append("demon_player")
    if "first_quest" in document and document["scenario"] is not None:
        names.append("first_quest")
    return names


def _check_players(document: Mapping[str, Any], players: tuple[str, ...]) -> None:
    """Everywhere the same players."""
    everyone = _("every player once: {players}", players=[*players])
    if sorted(document["order"]) != [*players]:
        raise InvalidValue("not-the-players", everyone, "/order")
    result = document.get("result") or {}
    for place, winner in enumerate(result.get("winners", ())):
        if winner not in (*players, THE_DEMON):
            message = _("one of {choices} is expected", choices=[*players])
            raise InvalidValue("not-the-players", message, f"/result/winners/{place}")
    if "gg" in result and sorted(result["gg"]) != [*players]:
        raise InvalidValue("not-the-players", everyone, "/result/gg")


def _result(facts: Mapping[str, Any]) -> Result:
    winners = facts.get("winners")
    return Result(tuple(dict.fromkeys(winners)) if winners is not None else None, facts.get("gg"), facts.get("ending"))
