"""The rulesets of Krosmaster Arena, each as one record."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

from rules.arena import construction, facts_document, legality, limited, team, teamlist, texts
from rules.arena.articles import BOOKS
from rules.arena.boards import BOARDS, board
from rules.arena.cards import Catalogue, catalogue
from rules.arena.cells import OPPOSITE, SIDES
from rules.arena.copied_spells import read_copied
from rules.arena.engine.claims.copied_spells import require_believable, was_cast
from rules.arena.engine.glory import winners
from rules.arena.engine.legal import legal_actions, played
from rules.arena.engine.order import turn_order
from rules.arena.engine.reports.diagram import diagram
from rules.arena.engine.state import Game as Position
from rules.arena.facts_document import known_from, named_in, with_facts
from rules.arena.laws import LAWS, Laws
from rules.arena.laws.arena_2_7 import ARENA_2_7
from rules.arena.ledger.account import Account, enter
from rules.arena.ledger.replay import account_after
from rules.arena.log import FORMAT, TABLE_FORMAT, Log, read
from rules.arena.printed import UNKNOWN_REWARD
from rules.arena.replay import before, explained, frames, replay, start, step
from rules.common import facts
from rules.common.actions import Action
from rules.common.binding import Vocabulary
from rules.common.fields import Fields
from rules.common.ruleset import Boards, CopiedSpells, LightLogs, Packs, Positions
from rules.common.ruleset import Ruleset as Record
from rules.common.table_facts import Drawing
from rules.common.verdicts import Illegal


# What a log says of itself, to be compared with the event that it was played in.
def summary(log: Log) -> dict[str, Any]:
    players = {side: {"name": player.name, "team": dict(player.team)} for side, player in log.players.items()}
    settings: dict[str, Any] = {"team_format": log.team_format, "rewards": log.rewards, "arena": log.arena}
    settings["scenery"] = log.scenery
    if not log.is_duel:
        settings |= {"mode": log.mode, "team_level": log.team_level, "crews": _crews(log)}
    return {**settings, "players": players, "result": _result(log)}


def _crews(log: Log) -> list[list[str]]:
    """None in a free-for-all."""
    together = (list(log.seats.on(side)) for side in log.seats.sides)
    return [crew for crew in together if len(crew) > 1]


def _result(log: Log) -> dict[str, Any] | None:
    if log.result is None:
        return None
    who = {"winner": log.result.winner} if log.is_duel else {"winners": list(log.result.winners)}
    return {**who, "glory": log.result.glory}


class Lists:
    """What can be asked about team lists (1.1)."""

    def __init__(self, laws: Laws) -> None:
        self.formats = tuple(laws.team_rules)
        self.duel_formats = tuple(each for each in laws.team_rules if each != "four-player")
        self.check = partial(team.check, laws=laws)
        self.knows_bans = laws.knows_bans
        self.in_documents = None if laws is ARENA_2_7 else laws.slug  # lists of 2.7 name no ruleset
        self.team_sizes = laws.team_sizes
        self.box = laws.box

    document_format = teamlist.FORMAT
    pair_level = construction.PAIR_LEVEL
    pair_levels = construction.PAIR_LEVELS
    max_bytes = teamlist.MAX_BYTES
    longest_name = teamlist.LONGEST_TEAM_NAME
    read = staticmethod(teamlist.read)
    parse_json = staticmethod(teamlist.parse_json)
    parse_text = staticmethod(teamlist.parse_text)
    parse_document = staticmethod(teamlist.parse_document)
    starting_glory = staticmethod(team.starting_glory)
    highest = staticmethod(limited.highest)
    profile = staticmethod(legality.profile)
    profile_fields = legality.PROFILE
    profiles = staticmethod(legality.profiles)
    differences = staticmethod(legality.differences)


class CardFacts:
    """What is known about cards, tokens, summons and boards, and the documents in which people bring more of it."""

    max_bytes = facts.MAX_BYTES
    max_depth = facts.MAX_DEPTH
    longest_slug = facts.LONGEST_SLUG
    longest_source = facts.LONGEST_SOURCE
    unknown_reward = UNKNOWN_REWARD
    kinds = ("text", "summon", "reward", "board")  # that a site keeps; a card is for commands
    tables: Mapping[str, Fields] | None = None  # the fields of its bodies are signatures
    vocabulary: Vocabulary | None = None
    drawing: Drawing | None = None
    once: frozenset[str] = frozenset()
    open_without: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    read_fact = staticmethod(facts_document.read_fact)
    kind_not_kept = staticmethod(facts_document.kind_not_kept)
    read_all = staticmethod(facts_document.read_all)
    read_kept = staticmethod(partial(facts_document.read_all, kinds=kinds))
    document_of = staticmethod(facts_document.document_of)
    content_of = staticmethod(facts_document.content_of)
    digest_of = staticmethod(facts.digest_of)
    known_from = staticmethod(known_from)
    built_in = staticmethod(texts.built_in)
    built_in_entries = staticmethod(facts_document.built_in_entries)
    all_rewards = staticmethod(texts.all_rewards)
    read_copied_spell = staticmethod(read_copied)


Ruleset = Record[
    Log, Catalogue, Lists, CardFacts, Boards, Positions[Log, Position], LightLogs[Log, Account], CopiedSpells[Position]
]


def _figures(packs: Packs) -> Catalogue:
    content = packs.get(facts_document.GAME, b"")
    return known_from(content).cards if content else catalogue()


def _entered(account: Account, action: Action) -> None:
    """As `enter`, with the numbers of the account's rules."""
    try:
        enter(account, action)
    except Illegal as refusal:
        refusal.cited(account.laws.cites)
        raise


def _result_of_position(game: Position) -> dict[str, Any] | None:
    """Of a duel one winner, otherwise all who have won (9.3.2)."""
    if not game.over:
        return None
    who = {"winner": game.winner} if len(game.seats.order) == 2 else {"winners": list(winners(game))}
    return {**who, "glory": dict(game.glory)}


def _ruleset(laws: Laws) -> Ruleset:
    return Record(
        slug=laws.slug,
        game="arena",
        title=laws.title,
        engine=laws.engine,
        formats=(FORMAT, TABLE_FORMAT),
        data=Path(__file__).parent / "data",
        articles=BOOKS[laws.slug].articles,
        cites=laws.cites,
        catalogue=catalogue,
        figures=_figures,
        lists=Lists(laws),
        facts=CardFacts(),
        read=read,
        with_facts=with_facts,
        replay=replay,
        explained=explained,
        named_in=named_in,
        summary=summary,
        frames=frames,
        boards=Boards(BOARDS, board, SIDES, OPPOSITE),
        positions=Positions(
            start=start,
            step=step,
            before=before,
            result=_result_of_position,
            played=played,
            legal_actions=legal_actions,
            diagram=diagram,
            turn_order=turn_order,
        ),
        light_logs=LightLogs(laws.glory_price, account_after, _entered, lambda account: account.result),
        copied_spells=CopiedSpells(require_believable, was_cast),
    )


RULESETS = {slug: _ruleset(laws) for slug, laws in LAWS.items()}
