"""The registry of rulesets, and the only module that knows all games. A log names the ruleset it was played by."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import cast

from rules.arena import ruleset as arena
from rules.arena.cards import Card, Catalogue, catalogue
from rules.arena.copied_spells import CopiedSpell
from rules.arena.engine.state import Game as Position
from rules.arena.facts import GameFacts
from rules.arena.facts_document import Fact
from rules.arena.ledger.account import Account
from rules.arena.legality import Difference, Legality
from rules.arena.limited import Reachable
from rules.arena.log import Log
from rules.arena.printed import Text
from rules.arena.ruleset import Ruleset
from rules.arena.team import TeamVerdict
from rules.arena.teamlist import TeamList, UnreadableListError
from rules.arena.with_facts import known_from
from rules.blast.ruleset import BLAST
from rules.common.fields import MAX_ACTIONS
from rules.common.ruleset import MAX_BYTES, MAX_DEPTH, Option, Packs
from rules.common.strictjson import loads
from rules.common.verdicts import Malformed, Report
from rules.quest import ruleset as quest

__all__ = [
    "BLAST",
    "DEFAULT",
    "EVERY_ACTION",
    "MAX_BYTES",
    "MAX_DEPTH",
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
    "lists_of",
    "of",
    "parse",
    "read",
    "replay",
    "ruleset_of",
]  # fmt: skip

QUEST = quest.ruleset(known=lambda content: known_from(content).cards if content else catalogue())
ON_SITE: Mapping[str, Ruleset] = arena.RULESETS  # of which the site has events, lists and pages
# All are typed as those of Arena, which have every part; what the commands alone read goes by what all have.
RULESETS: Mapping[str, Ruleset] = {**ON_SITE, **{each.slug: cast(Ruleset, each) for each in (QUEST, BLAST)}}
DEFAULT = RULESETS["arena-2.7"]  # for events and lists that name none
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


def read(document: object) -> Log:
    """Read a decoded document. Raises Malformed."""
    return of(document).read(document)


def parse(data: bytes, facts: bytes | Packs = b"", *, corrections: Collection[int] = ()) -> Log:
    """Read a log to be checked against documents of facts; a single one is of Arena. Raises Malformed.

    `corrections` are the actions that a judge inserted, according to the copy's record.
    """
    return _with_all(read(_decoded(data)), facts, corrections)


def replay(data: bytes, facts: bytes | Packs = b"", *, corrections: Collection[int] = ()) -> Report:
    """Replay a log from set-up to its end. The same bytes always give the same report, byte for byte."""
    ruleset = DEFAULT
    try:
        document = _decoded(data)
        ruleset = of(document)
        return ruleset.replay(_with_all(ruleset.read(document), facts, corrections))
    except Malformed as error:
        return Report.of_malformed(error, ruleset.engine)


def lists_of(data: bytes) -> Ruleset:
    """The ruleset of the game whose team lists have the format that this one names; the default one reports any
    other."""
    try:
        document = loads(data, max_bytes=MAX_BYTES, max_depth=MAX_DEPTH)
    except Malformed:
        return DEFAULT
    named = document.get("format") if isinstance(document, dict) else None
    return next((each for each in RULESETS.values() if each.lists.document_format == named), DEFAULT)


def facts_of(document: object) -> Ruleset:
    """The ruleset of the game that a document of facts names; the default one reports any other."""
    named = document.get("game") if isinstance(document, Mapping) else None
    return next((each for each in RULESETS.values() if each.game == named), DEFAULT)


def _decoded(data: bytes) -> object:
    return loads(data, max_bytes=MAX_BYTES, max_depth=MAX_DEPTH)


def _with_all(log: Log, facts: bytes | Packs, corrections: Collection[int]) -> Log:
    if corrections:
        log = replace(log, corrections=corrections)
    return ruleset_of(log).with_facts(log, {DEFAULT.game: facts} if isinstance(facts, bytes) else facts)
