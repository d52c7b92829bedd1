"""The ruleset of Krosmaster Blast as a record."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from rules.blast import boards, facts, teamlist
from rules.blast.articles import articles
from rules.blast.cards import BlastFacts
from rules.blast.engine.effects import VOCABULARY
from rules.blast.frames import frames
from rules.blast.log import FORMAT, RULESET, Log, read
from rules.blast.log_summary import summary
from rules.blast.replay import ENGINE, explained, replay
from rules.blast.words import OPPOSITE
from rules.common.grid import SIDES
from rules.common.lists import LONGEST_NAME
from rules.common.ruleset import MAX_BYTES, Boards, Packs
from rules.common.ruleset import Ruleset as Record
from rules.common.table_facts import Drawing, TableFacts


class Lists:
    """What can be asked about team lists (B-1.1, B-11.2)."""

    document_format = teamlist.FORMAT
    max_bytes = MAX_BYTES
    longest_name = LONGEST_NAME
    parse_json = staticmethod(teamlist.parse_json)
    read = staticmethod(teamlist.read)
    check = staticmethod(teamlist.check)


FACTS = TableFacts(
    facts.READER,
    known_from=facts.known_from,
    built_in=facts.built_in_entries(),
    kinds=("board", "fighter", "minion", "favor", "challenge"),
    open_without={"fighter": ("rarity",)},
    vocabulary=VOCABULARY,
    drawing=Drawing(marks=boards.MARKS, fewest=boards.SMALLEST, most=boards.LARGEST, usual=boards.USUAL),
)


Ruleset = Record[Log, BlastFacts, Lists, TableFacts, Boards, None, None, None]


def figures(packs: Packs) -> BlastFacts:
    """What is known of boards and cards, with a pack of Blast."""
    return facts.known_from(packs.get(facts.GAME, b""))


def with_facts(log: Log, packs: Packs) -> Log:
    return replace(log, facts=figures(packs))


def named_in(log: Log) -> list[str]:
    """The keys of the facts that a log depends on, as far as it names them."""
    fighters = (f"fighter:{card}" for player in log.players.values() for card in player.team.values())
    challenges = (f"challenge:{slug}" for slug in log.challenges)
    return sorted({f"board:{log.board}", *fighters, *challenges, *_favors(log)})


def _favors(log: Log) -> Iterator[str]:
    return (f"favor:{action['card']}" for action in log.actions if action["do"] == "favor")


BLAST: Ruleset = Record(
    slug=RULESET,
    game=facts.GAME,
    title="Krosmaster Blast",
    engine=ENGINE,
    formats=(FORMAT,),
    data=Path(__file__).parent / "data",
    articles=articles,
    catalogue=facts.built_in,
    figures=figures,
    lists=Lists(),
    facts=FACTS,
    read=lambda document: read(document, facts.built_in()),
    with_facts=with_facts,
    replay=replay,
    explained=explained,
    named_in=named_in,
    summary=summary,
    frames=frames,
    boards=Boards((), lambda _slug: None, SIDES, OPPOSITE),
    positions=None,
    light_logs=None,
    copied_spells=None,
)
