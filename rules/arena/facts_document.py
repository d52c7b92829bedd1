"""krosmaster-facts/1: the card texts and boards that people bring, read and checked. The contract: docs/facts.md.

A fact has a kind, the slug of what it is about, a body in the words of docs/card-texts.md, and the source it was read
from. What it says takes the place of what the data says about the same thing.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from typing import Any

from rules.arena.boards import Board, read_board
from rules.arena.card_table import CardTable
from rules.arena.cards import Card, catalogue
from rules.arena.facts import GameFacts
from rules.arena.log import Log
from rules.arena.printed import CardTexts, RewardText, SummonText, Text
from rules.arena.text_tables import FigureTable, RewardTable, SummonTable
from rules.arena.texts import FOLDER, REWARDS, SUMMONS, built_in, check_effects, tables_of
from rules.common import facts as envelope
from rules.common.binding import bind
from rules.common.diagrams import DiagramError
from rules.common.facts import LONGEST_SLUG, MAX_BYTES, MAX_DEPTH
from rules.common.fields import Fields, InvalidValue
from rules.common.messages import message as _
from rules.common.names import slugify
from rules.common.ruleset import Packs
from rules.common.signatures import Words
from rules.common.strictjson import loads
from rules.common.verdicts import Issue, Malformed

GAME = "arena"


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardTable:
    """1.2.1: an arena as docs/boards.md draws them: headers, an empty line, the letters of the columns, twelve rows."""

    diagram: Words

    def printed(self, slug: str) -> Board:
        try:
            return read_board(slug, self.diagram)
        except DiagramError as error:
            raise InvalidValue("not-a-board", _("not a board: {problem}", problem=error.message), "/diagram") from None


AnyTable = FigureTable | SummonTable | RewardTable | BoardTable | CardTable
KINDS: Mapping[str, type[AnyTable]] = {
    "text": FigureTable,
    "summon": SummonTable,
    "reward": RewardTable,
    "board": BoardTable,
    "card": CardTable,
}


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact as it was written, and as it is read."""

    kind: str
    slug: str
    body: Mapping[str, Any]
    source: str
    table: AnyTable
    printed: Text | SummonText | RewardText | Board | Card

    @property
    def key(self) -> str:
        return f"{self.kind}:{self.slug}"

    def as_dict(self) -> dict[str, Any]:
        return {"kind": self.kind, "slug": self.slug, "body": dict(self.body), "source": self.source}


def parse(data: bytes) -> list[Fact]:
    """Every fact of a document, or Malformed for the first thing that does not fit."""
    return read(loads(data, max_bytes=envelope.MAX_BYTES, max_depth=envelope.MAX_DEPTH))


def read(document: object) -> list[Fact]:
    facts, problems = read_all(document)
    for problem in problems:
        raise Malformed(problem.pointer or "", problem.code, problem.message)
    return facts


def read_all(
    document: object, known_summons: Iterable[str] = (), kinds: Collection[str] = tuple(KINDS)
) -> tuple[list[Fact], list[Issue]]:
    """The facts that can be read, and for each of the others why not; Malformed where it is no such document. Their
    spells may bring summons into play that are built in, in the document, or known beside it. Of other `kinds` than
    these the reader keeps none."""
    try:
        entries = envelope.entries_of(document, DOCUMENT)
    except InvalidValue as wrong:
        raise Malformed(wrong.pointer, wrong.code, wrong.message) from None
    summons = {*built_in().texts.summons, *known_summons, *_slugs(entries, "summon")}
    cards = _slugs(entries, "card") if "card" in kinds else set()
    facts: dict[str, Fact] = {}
    problems: list[Issue] = []
    for place, entry in enumerate(entries):
        try:
            fact = read_fact(entry, summons, cards)
            if fact.kind not in kinds:
                raise kind_not_kept()
            if fact.key in facts:
                raise InvalidValue("twice", _("{card} appears twice here", card=fact.slug), "/slug")
            facts[fact.key] = fact
        except InvalidValue as wrong:
            where = f"/facts/{place}{wrong.pointer}"
            problems.append(Issue("error", wrong.code, wrong.message, where, about=(envelope.said(entry, "slug"),)))
    return list(facts.values()), problems


def read_fact(entry: Any, summons: Iterable[str] | None = None, cards: Collection[str] = ()) -> Fact:
    """One fact, or InvalidValue with a pointer into it. `summons` are the slugs of those that its effects may name,
    `cards` those of figures that are brought with it."""
    envelope.check_entry(entry, FACT)
    kind, slug, body = entry["kind"], entry["slug"], entry["body"]
    try:
        table = KINDS[kind](**bind(KINDS[kind], body))
        printed = table.printed(slug)
        if not isinstance(table, BoardTable | CardTable):
            check_effects(table, built_in().texts.summons if summons is None else summons)
    except InvalidValue as wrong:
        wrong.pointer = f"/body{wrong.pointer}"
        raise
    if kind == "text" and slug not in cards and catalogue().get(slug) is None:
        raise InvalidValue("unknown-card", _("There is no card called {card}.", card=slug), "/slug")
    return Fact(kind, slug, body, entry.get("source", ""), table, printed)


@cache
def built_in_entries() -> Mapping[str, Mapping[str, Any]]:
    """The entries of what the data says of cards, summons and tokens, by kind and slug."""
    kinds = {SUMMONS: "summon", REWARDS: "reward"}
    found = (
        {"kind": kinds.get(file, "text"), "slug": slug, "body": body}
        for file, tables in tables_of(FOLDER).items()
        for slug, body in tables.items()
    )
    return {f"{entry['kind']}:{entry['slug']}": entry for entry in found}


def kind_not_kept() -> InvalidValue:
    return InvalidValue(
        "kind-not-kept", _("facts of this kind are read by commands only: a site does not keep them"), "/kind"
    )


def _slugs(entries: Iterable[Any], kind: str) -> set[str]:
    return {envelope.said(entry, "slug") for entry in entries if envelope.said(entry, "kind") == kind}


DOCUMENT: Fields = envelope.document_fields(GAME)
FACT: Fields = envelope.fact_fields(KINDS)
document_of = partial(envelope.document_of, game=GAME)
content_of = partial(envelope.content_of, game=GAME)


# What a game is held against: the data, with the facts of a document in the places of what it says itself.


def known_with(facts: Iterable[Fact], *, digest: str = "", left_out: tuple[str, ...] = ()) -> GameFacts:
    """The data with these facts in the place of what it says itself."""
    texts = built_in().texts
    figures, summons, rewards = dict(texts.figures), dict(texts.summons), dict(texts.rewards)
    boards: dict[str, Board] = {}
    cards: list[Card] = []
    printed: dict[str, Mapping[str, Any]] = {}
    for fact in facts:
        match fact.printed:
            case Text() as figure:
                figures[fact.slug] = figure
                if figure.front:
                    printed[fact.slug] = figure.front
            case SummonText() as summon:
                summons[fact.slug] = summon
            case RewardText() as reward:
                _put(rewards, fact, reward)
            case Board() as board:
                boards |= dict.fromkeys((board.slug, *board.also), board)
            case Card() as card:
                cards.append(card)
    known = catalogue().with_cards(cards) if cards else catalogue()
    if printed:
        known = known.with_printed(printed)
    return GameFacts(CardTexts(figures, summons, rewards), boards, digest, known, left_out)


def _put(rewards: dict[str, RewardText], fact: Fact, reward: RewardText) -> None:
    """A token whose text says what no primitive can is none that the engine could hold anybody to."""
    for name in [name for name, other in rewards.items() if other.slug == fact.slug]:
        del rewards[name]
    if isinstance(fact.table, RewardTable) and fact.table.words is None:
        others = [name for name in reward.also if name not in rewards]
        rewards |= dict.fromkeys((reward.slug, *others), reward)


@lru_cache(maxsize=8)
def known_from(content: bytes) -> GameFacts:
    """What a stored document adds to the data. Reading 500 facts takes a while, so the last ones are kept."""
    document = loads(content, max_bytes=4 * MAX_BYTES, max_depth=MAX_DEPTH)
    facts, problems = read_all(document)
    digest = document["digest"] if isinstance(document, dict) else ""
    return known_with(facts, digest=digest, left_out=tuple(sorted({problem.about[0] for problem in problems})))


def with_facts(log: Log, packs: Packs) -> Log:
    """The log, to be played with the facts of a document of Arena; without one, with the built-in data alone."""
    content = packs.get(GAME, b"")
    facts = known_from(content) if content else None
    return log if facts is log.facts else replace(log, facts=facts)


def named_in(log: Log) -> list[str]:
    """The keys of the facts that a log depends on, as far as it names them: its figures, its arena, its rewards."""
    found = (log.catalogue.find(name) for player in log.players.values() for name in player.team.values())
    cards = {card.slug for card in found if card is not None}
    named = {f"text:{slug}" for slug in cards} | {f"card:{slug}" for slug in cards if slug not in catalogue()}
    named.add(f"board:{log.arena}")
    for action in log.actions:
        named |= {f"reward:{slug}" for slug in _rewards_in(action)}
    return sorted(name for name in named if len(name) <= 2 * LONGEST_SLUG)


def _rewards_in(action: Mapping[str, Any]) -> Iterator[str]:
    for value in (action.get("reward"), (action.get("choices") or {}).get("reward")):
        if isinstance(value, str):
            yield slugify(value)
