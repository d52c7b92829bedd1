"""krosmaster-facts/1: the card texts and boards that people bring, read and checked. The contract: docs/facts.md.

A fact has a kind, the slug of what it is about, a body in the words of docs/card-texts.md, and the source it was read
from. What it says takes the place of what the data says about the same thing.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from rules.arena.boards import Board, read_board
from rules.arena.card_table import CardTable
from rules.arena.cards import Card, catalogue
from rules.arena.printed import RewardText, SummonText, Text
from rules.arena.text_tables import FigureTable, RewardTable, SummonTable
from rules.arena.texts import FOLDER, REWARDS, SUMMONS, built_in, check_effects, tables_of
from rules.common import facts as envelope
from rules.common.binding import bind
from rules.common.diagrams import DiagramError
from rules.common.fields import Fields, InvalidValue
from rules.common.messages import message as _
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
