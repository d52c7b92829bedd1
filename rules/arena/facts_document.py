"""krosmaster-facts/1: the card texts and boards that people bring, read and checked. The contract: docs/facts.md.

A fact has a kind, the slug of what it is about, a body in the words of docs/card-texts.md, and the source it was read
from. What it says takes the place of what the data says about the same thing.
"""

import hashlib
import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rules.arena.boards import Board, read_board
from rules.arena.card_table import CardTable
from rules.arena.cards import Card, catalogue
from rules.arena.printed import RewardText, SummonText, Text
from rules.arena.text_tables import FigureTable, RewardTable, SummonTable
from rules.arena.texts import built_in, check_effects
from rules.common.binding import bind
from rules.common.diagrams import DiagramError
from rules.common.fields import Fields, InvalidValue, Shape, check_fields, one_of, text
from rules.common.messages import message as _
from rules.common.names import HIDDEN, slugify
from rules.common.signatures import Words
from rules.common.strictjson import loads
from rules.common.verdicts import Issue, Malformed

FORMAT = "krosmaster-facts/1"
GAME = "arena"
MAX_BYTES = 2 * 1024 * 1024
MAX_DEPTH = 16
MOST_FACTS = 2_000
LONGEST_SLUG = 100
LONGEST_SOURCE = 500
LARGEST_FACT = 40_000  # characters of its body


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardTable:
    """1.2.1: an arena as docs/boards.md draws them: headers, an empty line, the letters of the columns, twelve rows."""

    diagram: Words

    def printed(self, slug: str) -> Board:
        try:
            return read_board(slug, self.diagram)
        except DiagramError as error:
            raise InvalidValue("not-a-board", _("not a board: {problem}", problem=str(error)), "/diagram") from None


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
    return read(loads(data, max_bytes=MAX_BYTES, max_depth=MAX_DEPTH))


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
        entries = _entries(document)
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
            problems.append(Issue("error", wrong.code, wrong.message, where, about=(_said(entry, "slug"),)))
    return list(facts.values()), problems


def _entries(document: object) -> list[Any]:
    if not isinstance(document, dict):
        raise InvalidValue("wrong-type", _("an object is expected"))
    _nothing_else(check_fields(document, DOCUMENT))
    entries: list[Any] = document["facts"]
    if len(entries) > MOST_FACTS:
        raise InvalidValue(
            "too-many-facts", _("{count} facts; the limit is {most}", count=len(entries), most=MOST_FACTS)
        )
    if "digest" in document and document["digest"] != digest_of(entries):
        message = _("the file was changed after it was exported; if that was meant, remove the digest from it")
        raise InvalidValue("wrong-digest", message, "/digest")
    return entries


def read_fact(entry: Any, summons: Iterable[str] | None = None, cards: Collection[str] = ()) -> Fact:
    """One fact, or InvalidValue with a pointer into it. `summons` are the slugs of those that its effects may name,
    `cards` those of figures that are brought with it."""
    _object(entry)
    _nothing_else(check_fields(entry, FACT))
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


def _said(entry: Any, name: str) -> str:
    value = entry.get(name) if isinstance(entry, dict) else None
    return value[:LONGEST_SLUG] if isinstance(value, str) else ""


def kind_not_kept() -> InvalidValue:
    return InvalidValue(
        "kind-not-kept", _("facts of this kind are read by commands only: a site does not keep them"), "/kind"
    )


def _slugs(entries: Iterable[Any], kind: str) -> set[str]:
    return {_said(entry, "slug") for entry in entries if _said(entry, "kind") == kind}


# -- what a field may hold ---------------------------------------------------------------------------------


def _nothing_else(names: list[str]) -> None:
    for name in names:
        raise InvalidValue("unknown-field", _("`{field}` is not known here", field=name[:80]), f"/{name[:80]}")


def _object(value: Any) -> None:
    if type(value) is not dict:
        raise InvalidValue("wrong-type", _("an object is expected"))


def _slug(value: Any) -> None:
    text(value)
    if not value or value != slugify(value) or len(value) > LONGEST_SLUG:
        raise InvalidValue("not-a-slug", _("lowercase letters, digits and hyphens are expected"))


def _source(value: Any) -> None:
    text(value)
    if len(value) > LONGEST_SOURCE:
        raise InvalidValue("too-long", _("at most {most} characters", most=LONGEST_SOURCE))
    _printable(value)


def _body(value: Any) -> None:
    _object(value)
    if sum(len(piece) for _pointer, piece in _texts("", value)) > LARGEST_FACT:
        raise InvalidValue("too-long", _("at most {most} characters", most=LARGEST_FACT))
    for pointer, piece in _texts("", value):
        try:
            _printable(piece)
        except InvalidValue as wrong:
            wrong.pointer = pointer
            raise


def _texts(pointer: str, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield pointer, value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield f"{pointer}/{name[:80]}", name
            yield from _texts(f"{pointer}/{name[:80]}", inner)
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from _texts(f"{pointer}/{place}", inner)


def _printable(value: str) -> None:
    if HIDDEN.search(value.replace("\n", "")):
        raise InvalidValue("bad-character", _("it contains an invisible character"))


def _list(value: Any) -> None:
    if type(value) is not list:
        raise InvalidValue("wrong-type", _("a list is expected"))


_VISIBLE = f"^({HIDDEN.pattern.replace('[', '[^', 1)}|\\n)*$"
SLUG = Shape(_slug, {"type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$", "maxLength": LONGEST_SLUG})
SOURCE = Shape(_source, {"type": "string", "maxLength": LONGEST_SOURCE, "pattern": _VISIBLE})
BODY = Shape(_body, {"type": "object"})
DOCUMENT: Fields = {
    "format": (one_of(FORMAT), True),
    "game": (one_of(GAME), True),
    "title": (SOURCE, False),
    "digest": (Shape(text.check, {"type": "string", "pattern": "^[0-9a-f]{64}$"}), False),
    "facts": (Shape(_list, {"type": "array", "maxItems": MOST_FACTS}), True),
}
FACT: Fields = {
    "kind": (one_of(*KINDS), True),
    "slug": (SLUG, True),
    "body": (BODY, True),
    "source": (SOURCE, False),
}


# -- the document of some facts ---------------------------------------------------------------------------------


def document_of(entries: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """The entries in one order, whatever order they came in, with their digest."""
    ordered = _ordered(entries)
    return {"format": FORMAT, "game": GAME, "digest": digest_of(ordered), "facts": ordered}


def content_of(entries: Iterable[Mapping[str, Any]]) -> bytes:
    """The bytes of the document: the same facts are the same bytes."""
    return json.dumps(document_of(entries), ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def digest_of(entries: Iterable[Any]) -> str:
    plain = json.dumps(_ordered(entries), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(plain.encode(errors="surrogatepass")).hexdigest()


def _ordered(entries: Iterable[Any]) -> list[Any]:
    return sorted(entries, key=lambda entry: (_said(entry, "kind"), _said(entry, "slug")))
