"""A log, krosmaster-log/1 or /2: from a decoded document to a Log, or Malformed with the place.

The contract: docs/game-log.md. One record serves both: a duel is a table with two seats.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

from rules.arena.cards import Catalogue, catalogue
from rules.arena.facts import GameFacts
from rules.arena.laws import LAWS, Laws
from rules.arena.laws.seats import DUEL, Seats
from rules.arena.log_actions import ACTIONS, SIDE
from rules.arena.log_headers import (
    BY_DETAIL,
    FORMAT,
    FOUR_PLAYER,
    HEADERS,
    MAX_UNITS,
    SHAPES,
    TABLE_FORMAT,
    TABLE_HEADERS,
    TABLE_SHAPES,
    alike,
    by_ruleset,
    check_table,
    of_ruleset,
)
from rules.arena.printed import UNKNOWN_REWARD
from rules.common.actions import Action
from rules.common.fields import Fields, InvalidValue, Reader, check_fields
from rules.common.messages import message as _
from rules.common.names import slugify
from rules.common.verdicts import Malformed

__all__ = [
    "ACTIONS", "BY_DETAIL", "FORMAT", "HEADERS", "SHAPES", "SIDE", "TABLE_FORMAT",
    "TABLE_HEADERS", "Log", "Player", "Result", "alike", "by_ruleset", "read",
]  # fmt: skip


class ActionReader(Reader):
    """Of one kind of action."""

    def __init__(self, fields: Fields) -> None:
        super().__init__(fields, named_by="do")
        self.names_a_token = not {"rank", "reward"}.isdisjoint(fields)


Readers = dict[str, ActionReader]  # by the kind of action
READERS: Final[dict[str, Readers]] = {
    kind: {do: ActionReader(fields) for do, fields in shapes.items()}
    for kind, shapes in {**SHAPES, **TABLE_SHAPES}.items()
}


@dataclass(frozen=True, slots=True)
class Player:
    name: str
    team: Mapping[str, str]
    timeline: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Result:
    winner: str | None  # of a duel, and where one player alone has won
    glory: Mapping[str, int] | None
    winners: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Log:
    ruleset: str
    team_format: str
    rewards: str
    arena: str
    sides: Mapping[str, str]
    players: Mapping[str, Player]
    seats: Seats
    toss: bool
    actions: tuple[Action, ...]
    result: Result | None
    unknown_fields: tuple[tuple[int | None, str], ...] = ()
    corrections: Collection[int] = ()  # the actions that a judge put in; never read from the document itself
    detail: str = "full"
    facts: GameFacts | None = None  # what it is held against beside the built-in data; a log never brings its own
    mode: str = DUEL.slug
    scenery: str = "fixed"  # or breakable, where the ruleset has a rule for it
    team_level: int | None = None  # of two figures, where the event sets another (9.1.2)

    @property
    def first_player(self) -> str:
        return self.seats.first

    @property
    def shown_order(self) -> tuple[str, ...]:
        """The players as pages list them: in the order of their turns, those of a duel by their letters."""
        return self.seats.players if self.is_duel else self.seats.order

    @property
    def is_light(self) -> bool:
        return self.detail == "ledger"

    @property
    def is_duel(self) -> bool:
        return self.mode == DUEL.slug

    @property
    def catalogue(self) -> Catalogue:
        """With the figures of the facts that it is held against."""
        return self.facts.cards if self.facts else catalogue()


def read(document: object) -> Log:
    """The log that a decoded document holds, or Malformed."""
    try:
        return _log(document)
    except InvalidValue as wrong:
        raise Malformed(wrong.pointer, wrong.code, wrong.message) from None


def _log(document: object) -> Log:
    if not isinstance(document, dict):
        raise InvalidValue("wrong-type", _("a log is a JSON object"))
    return _table(document) if document.get("format") == TABLE_FORMAT else _duel(document)


def _duel(document: dict[str, Any]) -> Log:
    in_header = check_fields(document, of_ruleset(HEADERS, document))
    _one_name_each(document["players"])
    detail, result = document.get("detail", "full"), document.get("result")
    other = "B" if document["first_player"] == "A" else "A"
    winner = (result or {}).get("winner")
    return _of_both(
        document,
        in_header,
        READERS[detail],
        team_format=document.get("team_format", "constructed"),
        seats=Seats.of((document["first_player"], other)),
        result=Result(winner, result.get("glory"), (winner,) if winner else ()) if result else None,
        detail=detail,
    )


def _table(document: dict[str, Any]) -> Log:
    in_header = check_fields(document, of_ruleset(TABLE_HEADERS, document))
    check_table(document)
    _one_name_each(document["players"])
    result = document.get("result")
    winners = tuple(dict.fromkeys((result or {}).get("winners") or ()))
    alone = winners[0] if len(winners) == 1 else None
    return _of_both(
        document,
        in_header,
        READERS["".join(sorted(document["players"]))],
        team_format=document.get("team_format", FOUR_PLAYER),
        seats=Seats.of(document["order"], document.get("crews") or ()),
        result=Result(alone, result.get("glory"), winners) if result else None,
        mode=document["mode"],
        team_level=document.get("team_level"),
    )


def _of_both(document: dict[str, Any], in_header: list[str], readers: Readers, **more: Any) -> Log:
    unknown = _actions(document["actions"], readers, LAWS[document["ruleset"]])
    return Log(
        ruleset=document["ruleset"],
        rewards=document.get("rewards", next(iter(LAWS[document["ruleset"]].ranks))),
        scenery=document.get("scenery", "fixed"),
        arena=document["arena"],
        sides=document["sides"],
        players={player: _player(facts) for player, facts in document["players"].items()},
        toss=document.get("toss", False),
        actions=tuple(document["actions"]),
        unknown_fields=(*((None, name) for name in in_header), *unknown),
        **more,
    )


def _one_name_each(players: dict[str, Any]) -> None:
    for side, facts in players.items():
        if len(facts["team"]) > MAX_UNITS:
            raise InvalidValue("too-many-units", _("at most {most} figures", most=MAX_UNITS), f"/players/{side}/team")
    everybody = {name for facts in players.values() for name in facts["team"]}
    for side, name in ((side, name) for side, facts in players.items() for name in facts["team"]):
        if "/" in name and name.rpartition("/")[0] in everybody:
            place = name.replace("~", "~0").replace("/", "~1")
            message = _("{unit} is named like a summon of another unit", unit=name)
            raise InvalidValue("name-of-a-summon", message, f"/players/{side}/team/{place}")
    before: set[str] = set()
    for side in sorted(players):
        shared = before & set(players[side]["team"])
        if shared:
            message = _("both sides have a unit {unit}", unit=min(shared))
            if len(players) > 2:
                message = _("two players have a unit {unit}", unit=min(shared))
            raise InvalidValue("name-twice", message, f"/players/{side}/team")
        before.update(players[side]["team"])


def _player(facts: dict[str, Any]) -> Player:
    return Player(facts.get("name", ""), facts["team"], tuple(facts["timeline"]))


def _actions(actions: list[Any], readers: Readers, laws: Laws) -> tuple[tuple[int, str], ...]:
    """Check all of them; answers the names of fields that mean nothing in their action."""
    unknown: list[tuple[int, str]] = []
    index = 0
    try:
        for index, action in enumerate(actions):
            try:
                reader = readers[action["do"]]
            except (KeyError, TypeError):
                raise _no_action(action, readers) from None
            strangers = reader.check(action)
            if strangers:
                unknown.extend((index, name) for name in strangers)
            if reader.names_a_token:
                _spell_the_token_alike(action)
    except InvalidValue as wrong:
        if (
            wrong.pointer == "/rank" and wrong.code == "not-a-choice"
        ):  # of another box it is read, and breaks an article
            ranks = dict.fromkeys(rank for box in laws.ranks.values() for rank in box)
            wrong.message = _("one of {choices} is expected", choices=[*ranks])
        wrong.pointer = f"/actions/{index}{wrong.pointer}"
        raise
    return tuple(unknown)


def _no_action(action: Any, readers: Readers) -> InvalidValue:
    if not isinstance(action, dict):
        return InvalidValue("wrong-type", _("an action is an object"))
    return InvalidValue("unknown-action", _("`do` is one of {actions}", actions=[*readers]), "/do")


def _spell_the_token_alike(action: Action) -> None:
    """However people write its name and rank."""
    if "rank" in action:
        action["rank"] = action["rank"].lower()
    if action.get("reward") is not None:
        action["reward"] = slugify(action["reward"]) or UNKNOWN_REWARD
