"""The ruleset of Krosmaster Quest as a record."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from rules.common.lists import LONGEST_NAME
from rules.common.names import slugify
from rules.common.ruleset import MAX_BYTES, LightLogs, Packs
from rules.common.ruleset import Ruleset as Record
from rules.common.table_facts import TableFacts
from rules.quest import facts, herolist
from rules.quest.heroes import Figures, Known
from rules.quest.ledger.game import Game
from rules.quest.ledger.recording import account, enter, result
from rules.quest.ledger.replay import ENGINE, explained, replay
from rules.quest.log import FORMAT, RULESET, Log, articles, read


class Lists:
    """What can be asked about hero lists (Q-3)."""

    document_format = herolist.FORMAT
    max_bytes = MAX_BYTES
    longest_name = LONGEST_NAME
    read = staticmethod(herolist.read)
    check = staticmethod(herolist.check)
    parse_json = staticmethod(herolist.parse_json)


FACTS = TableFacts(
    facts.READER,
    known_from=facts.known_from,
    built_in=facts.BUILT_IN_ENTRIES,
    kinds=("scenario", "dashboard", "mob", "item"),
    open_without={"scenario": ("repeatable",), "dashboard": ("prices", "slots")},
)


Ruleset = Record[Log, Figures, Lists, TableFacts, None, None, LightLogs[Log, Game], None]


def with_facts(known: Known, log: Log, packs: Packs) -> Log:
    """With a pack of Quest, and the figures of a pack of Arena among those that players can take."""
    return replace(log, facts=facts.known_from(packs.get(facts.GAME, b"")), figures=known(packs))


def named_in(log: Log) -> list[str]:
    """The keys of the facts that a log depends on, as far as it names them."""
    named = {f"scenario:{slugify(log.scenario)}"} if log.scenario else set()
    return sorted({*named, *_named_in_actions(log)})


def _named_in_actions(log: Log) -> Iterator[str]:
    for action in log.actions:
        for kind in ("mob", "item"):
            if kind in action:
                yield f"{kind}:{slugify(action[kind])}"


def summary(log: Log) -> dict[str, Any]:
    """What a log says of itself, to be compared with the event that it was played in. A team is one figure."""
    players = {
        letter: {"name": player.name, "team": {f"{letter.lower()}1": _slug(log, player.hero)}}
        for letter, player in log.players.items()
    }
    stated = log.result and {
        "winners": [*(log.result.winners or ())],
        "gg": log.result.gg and dict(log.result.gg),
        "ending": log.result.ending,
    }
    return {
        "mode": log.mode,
        "detail": log.detail,
        "order": [*log.order],
        "players": players,
        "result": stated,
    }


def _slug(log: Log, hero: str) -> str:
    figure = log.figures.find(hero)
    return figure.slug if figure else slugify(hero)


def ruleset(known: Known) -> Ruleset:
    """`known` is the catalogue of the figures that players can take, with those of packs."""
    return Record(
        slug=RULESET,
        game=facts.GAME,
        title="Krosmaster Quest",
        engine=ENGINE,
        formats=(FORMAT,),
        data=Path(__file__).parent / "data",
        articles=articles,
        catalogue=partial(known, {}),
        figures=known,
        lists=Lists(),
        facts=FACTS,
        read=lambda document: read(document, known({})),
        with_facts=partial(with_facts, known),
        replay=replay,
        explained=explained,
        named_in=named_in,
        summary=summary,
        frames=None,
        boards=None,
        positions=None,
        light_logs=LightLogs(None, account, enter, result),
        copied_spells=None,
    )
