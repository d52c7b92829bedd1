"""The registry of rulesets, and the only module that knows all games. A log names the ruleset it was played by."""

from collections.abc import Collection, Mapping
from dataclasses import replace

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
from rules.arena.ruleset import Ruleset
from rules.arena.team import TeamVerdict
from rules.arena.teamlist import TeamList, UnreadableListError
from rules.common.fields import MAX_ACTIONS
from rules.common.ruleset import MAX_BYTES, MAX_DEPTH, Option
from rules.common.strictjson import loads
from rules.common.verdicts import Malformed, Report

__all__ = [
    "DEFAULT", "EVERY_ACTION", "MAX_BYTES", "MAX_DEPTH", "RULESETS", "Account", "Card", "Catalogue", "CopiedSpell",
    "Difference", "Fact", "GameFacts", "Legality", "Log", "Option", "Position", "Reachable", "Ruleset", "TeamList",
    "TeamVerdict", "Text", "UnreadableListError", "of", "parse", "read", "replay", "ruleset_of",
]  # fmt: skip

RULESETS: Mapping[str, Ruleset] = {**arena.RULESETS}
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


def parse(data: bytes, facts: bytes = b"", *, corrections: Collection[int] = ()) -> Log:
    """Read a log to be checked against a document of facts. Raises Malformed.

    `corrections` are the actions that a judge inserted, according to the copy's record.
    """
    log = read(loads(data, max_bytes=MAX_BYTES, max_depth=MAX_DEPTH))
    if corrections:
        log = replace(log, corrections=corrections)
    return ruleset_of(log).with_facts(log, facts)


def replay(data: bytes, facts: bytes = b"", *, corrections: Collection[int] = ()) -> Report:
    """Replay a log from set-up to its end. The same bytes always give the same report, byte for byte."""
    try:
        log = parse(data, facts, corrections=corrections)
    except Malformed as error:
        return Report.of_malformed(error, DEFAULT.engine)
    return ruleset_of(log).replay(log)
