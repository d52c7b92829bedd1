"""The registry of rulesets, and the only module that knows all games. A log names the ruleset it was played by."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from typing import cast

from rules.arena import ruleset as arena
from rules.arena.cards import Card, Catalogue
from rules.arena.copied_spells import CopiedSpell
from rules.arena.engine.state import Game as Position
from rules.arena.facts import GameFacts
from rules.arena.facts_document import Fact
from rules.arena.ledger.account import Account
from rules.arena.legality import Difference, Legality
from rules.arena.limited import Reachable
from rules.arena.log import Log
from rules.arena.printed import Text
from rules.arena.ruleset import CardFacts, Ruleset
from rules.arena.teamlist import TeamList
from rules.blast.ruleset import BLAST
from rules.common.facts import FORMAT as FORMAT_OF_FACTS
from rules.common.fields import MAX_ACTIONS, InvalidValue, check_fields, one_of
from rules.common.ruleset import MAX_BYTES, MAX_DEPTH, Option, Packs
from rules.common.strictjson import loads
from rules.common.verdicts import Issue, Malformed, Report, TeamVerdict, UnreadableListError
from rules.quest import ruleset as quest

__all__ = [
    "BLAST",
    "DEFAULT",
    "EVERY_ACTION",
    "FIRST_BOX",
    "MAX_BYTES",
    "MAX_DEPTH",
    "OF_ARENA",
    "ON_SITE",
    "QUEST",
    "RULESETS",
    "Account",
    "Card",
    "Catalogue",
    "CopiedSpell",
    "Difference",
    "Fact",
    "GameFacts",
    "Legality",
    "Log",
    "Option",
    "Packs",
    "Position",
    "Reachable",
    "Ruleset",
    "TeamList",
    "TeamVerdict",
    "Text",
    "UnreadableListError",
    "facts_of",
    "facts_of_game",
    "list_ruleset",
    "lists_of",
    "log_ruleset",
    "named_by",
    "of",
    "parse",
    "read",
    "replay",
    "ruleset_of",
    "title_of",
    "title_of_game",
]  # fmt: skip

DEFAULT = arena.RULESETS["arena-2.7"]  # for events and lists that name none
OF_ARENA: Mapping[str, Ruleset] = arena.RULESETS
FIRST_BOX = OF_ARENA["arena-2013"]
# All are typed as those of Arena, which have every part; what is read of every game goes by what all have.
QUEST = quest.ruleset(known=DEFAULT.figures)
RULESETS: Mapping[str, Ruleset] = {**arena.RULESETS, **{each.slug: cast(Ruleset, each) for each in (QUEST, BLAST)}}
ON_SITE: Mapping[str, Ruleset] = RULESETS  # whose logs the site validates
EVERY_ACTION = range(MAX_ACTIONS)  # as `corrections`: the whole log is a judge's copy


def of(document: object) -> Ruleset:
    """The ruleset that a decoded log or its header names: by its format the game, and of that game the ruleset.

    If it names none, the first of the game, and of no known game the default one: their readers report what is wrong.
    """
    named = document if isinstance(document, Mapping) else {}
    of_game = [ruleset for ruleset in RULESETS.values() if named.get("format") in ruleset.formats] or [DEFAULT]
    return next((ruleset for ruleset in of_game if ruleset.slug == named.get("ruleset")), of_game[0])


def ruleset_of(log: Log) -> Ruleset:
    return RULESETS[log.ruleset]


def title_of(slug: str) -> str:
    return RULESETS[slug].title if slug in RULESETS else slug


def named_by(data: bytes) -> Ruleset:
    """As `of`, of a log that is not decoded yet; of what is no JSON the default one."""
    try:
        return of(_decoded(data))
    except Malformed:
        return DEFAULT


def log_ruleset(data: bytes, usual: str) -> str:
    """The slug of the ruleset that a log names, or without one `usual`, if that is of its game; empty where it is no
    log, or of laws that nobody knows."""
    return _ruleset_named(data, lambda ruleset: ruleset.formats, usual)


def list_ruleset(data: bytes, usual: str) -> str:
    """The slug of the ruleset that a team list names, or without one `usual`, if that is of its game; empty where it is
    no list."""
    return _ruleset_named(data, lambda ruleset: (ruleset.lists.document_format,), usual)


def _ruleset_named(data: bytes, formats: Callable[[Ruleset], tuple[str, ...]], usual: str) -> str:
    try:
        document = _decoded(data)
    except Malformed:
        return ""
    if not isinstance(document, dict):
        return ""
    known = [each.slug for each in RULESETS.values() if document.get("format") in formats(each)]
    if "ruleset" in document:
        return next((slug for slug in known if slug == document["ruleset"]), "")
    return usual if usual in known else next(iter(known), "")


def read(document: object) -> Log:
    """Read a decoded document. Raises Malformed."""
    _require_known(document, "format", dict.fromkeys(each for ruleset in RULESETS.values() for each in ruleset.formats))
    return of(document).read(document)


def parse(data: bytes, facts: bytes | Packs = b"", *, corrections: Collection[int] = ()) -> Log:
    """Read a log to be checked against documents of facts; a single one is of its game. Raises Malformed.

    `corrections` are the actions that a judge inserted, according to the copy's record.
    """
    return _with_all(read(_decoded(data)), facts, corrections)


def replay(data: bytes, facts: bytes | Packs = b"", *, corrections: Collection[int] = ()) -> Report:
    """Replay a log from set-up to its end. The same bytes always give the same report, byte for byte."""
    ruleset = DEFAULT
    try:
        document = _decoded(data)
        ruleset = of(document)
        return ruleset.replay(_with_all(read(document), facts, corrections))
    except Malformed as error:
        return Report.of_malformed(error, ruleset.engine)


def lists_of(data: bytes) -> Ruleset:
    """The ruleset by which a team list is read: by its format the game, and of that game the ruleset, as of logs.

    Raises UnreadableListError for a format that no game has, or a ruleset that its game does not have.
    """
    try:
        document = loads(data, max_bytes=MAX_BYTES, max_depth=MAX_DEPTH)
    except Malformed:
        return DEFAULT
    named = document if isinstance(document, dict) else {}
    of_game = [each for each in RULESETS.values() if each.lists.document_format == named.get("format")]
    try:
        if not of_game:
            _require_known(named, "format", dict.fromkeys(each.lists.document_format for each in RULESETS.values()))
        _require_known(named, "ruleset", [each.slug for each in of_game or RULESETS.values()])
    except Malformed as wrong:
        raise UnreadableListError([Issue("error", wrong.code, wrong.message, wrong.pointer)]) from None
    of_game = of_game or [DEFAULT]
    return next((each for each in of_game if each.slug == named.get("ruleset")), of_game[0])


def facts_of(document: object) -> Ruleset:
    """The ruleset of the game that a document of facts names; the default one reports what is no object. Raises
    Malformed where format or game is missing, or one that nobody knows."""
    if not isinstance(document, dict):
        return DEFAULT
    games = dict.fromkeys(ruleset.game for ruleset in RULESETS.values())
    try:
        check_fields({**document}, {"format": (one_of(FORMAT_OF_FACTS), True), "game": (one_of(*games), True)})
    except InvalidValue as wrong:
        raise Malformed(wrong.pointer, wrong.code, wrong.message) from None
    return next(each for each in RULESETS.values() if each.game == document["game"])


def facts_of_game(game: str) -> CardFacts:
    return next(each.facts for each in RULESETS.values() if each.game == game)


def title_of_game(game: str) -> str:
    """What stands in the titles of its rulesets before a comma."""
    return next(each.title for each in RULESETS.values() if each.game == game).partition(",")[0]


def _require_known(document: object, name: str, choices: Iterable[str]) -> None:
    """Refuse a text under this name that is none of the choices of all games; what is no text a reader reports."""
    if isinstance(document, Mapping) and isinstance(document.get(name), str):
        try:
            one_of(*choices).check(document[name])
        except InvalidValue as wrong:
            raise Malformed(f"/{name}", wrong.code, wrong.message) from None


def _decoded(data: bytes) -> object:
    return loads(data, max_bytes=MAX_BYTES, max_depth=MAX_DEPTH)


def _with_all(log: Log, facts: bytes | Packs, corrections: Collection[int]) -> Log:
    if corrections:
        log = replace(log, corrections=corrections)
    ruleset = ruleset_of(log)
    return ruleset.with_facts(log, {ruleset.game: facts} if isinstance(facts, bytes) else facts)
