"""krosmaster-facts/1, the envelope of facts for every game: entries with kind, slug, body and source, and the digest.

What the bodies of each kind hold is for the game to say. The contract: docs/facts.md.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rules.common.fields import Fields, InvalidValue, Shape, check_fields, one_of, text
from rules.common.messages import Message
from rules.common.messages import message as _
from rules.common.names import HIDDEN, slugify
from rules.common.verdicts import Issue, Malformed

FORMAT = "krosmaster-facts/1"
MAX_BYTES = 2 * 1024 * 1024
MAX_DEPTH = 16
MOST_FACTS = 2_000
LONGEST_SLUG = 100
LONGEST_SOURCE = 500
LARGEST_FACT = 40_000  # characters of its body


def entries_of(document: Any, fields: Fields) -> list[Any]:
    """The entries of a document with these fields (`document_fields`). Raises InvalidValue."""
    if not isinstance(document, dict):
        raise InvalidValue("wrong-type", _("an object is expected"))
    nothing_else(check_fields(document, fields))
    entries: list[Any] = document["facts"]
    if len(entries) > MOST_FACTS:
        raise InvalidValue(
            "too-many-facts", _("{count} facts; the limit is {most}", count=len(entries), most=MOST_FACTS)
        )
    if "digest" in document and document["digest"] != digest_of(entries):
        message = _("the file was changed after it was exported; if that was meant, remove the digest from it")
        raise InvalidValue("wrong-digest", message, "/digest")
    return entries


def check_entry(entry: Any, fields: Fields) -> None:
    """One entry with these fields (`fact_fields`), apart from what its body means. Raises InvalidValue."""
    _object(entry)
    nothing_else(check_fields(entry, fields))


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact as it was written, and as its game reads it."""

    kind: str
    slug: str
    body: Mapping[str, Any]
    source: str
    printed: Any

    @property
    def key(self) -> str:
        return f"{self.kind}:{self.slug}"

    def as_dict(self) -> dict[str, Any]:
        return {"kind": self.kind, "slug": self.slug, "body": dict(self.body), "source": self.source}


@dataclass(frozen=True, slots=True)
class FactReader:
    """How a game reads facts: the fields of each kind, what is made of slug and body, and what a file holds once."""

    game: str
    bodies: Mapping[str, Fields]
    made_of: Mapping[str, Callable[[str, Mapping[str, Any]], Any]]
    once: Mapping[str, Message]

    def read_all(self, document: object) -> tuple[list[Fact], list[Issue]]:
        """The facts that can be read, and for each of the others why not; Malformed where it is no such document."""
        try:
            entries = entries_of(document, document_fields(self.game))
        except InvalidValue as wrong:
            raise Malformed(wrong.pointer, wrong.code, wrong.message) from None
        facts: dict[str, Fact] = {}
        problems: list[Issue] = []
        for place, entry in enumerate(entries):
            try:
                fact = self.read(entry)
                self._require_another(fact, facts)
                facts[fact.key] = fact
            except InvalidValue as wrong:
                where = f"/facts/{place}{wrong.pointer}"
                problems.append(Issue("error", wrong.code, wrong.message, where, about=(said(entry, "slug"),)))
        return list(facts.values()), problems

    def printed(self, facts: Iterable[Fact]) -> dict[str, dict[str, Any]]:
        """What was made of them, by kind and slug."""
        found: dict[str, dict[str, Any]] = {kind: {} for kind in self.bodies}
        for fact in facts:
            found[fact.kind][fact.slug] = fact.printed
        return found

    def read(self, entry: Any) -> Fact:
        """One fact, or InvalidValue with a pointer into it."""
        check_entry(entry, fact_fields(sorted(self.bodies)))
        kind, slug, body = entry["kind"], entry["slug"], entry["body"]
        try:
            nothing_else(check_fields(body, self.bodies[kind]))
            printed = self.made_of[kind](slug, body)
        except InvalidValue as wrong:
            wrong.pointer = f"/body{wrong.pointer}"
            raise
        return Fact(kind, slug, body, entry.get("source", ""), printed)

    def _require_another(self, fact: Fact, before: Mapping[str, Fact]) -> None:
        if fact.key in before:
            raise InvalidValue("twice", _("{card} appears twice here", card=fact.slug), "/slug")
        if fact.kind in self.once and any(each.kind == fact.kind for each in before.values()):
            raise InvalidValue("twice", self.once[fact.kind], "/kind")


def said(entry: Any, name: str) -> str:
    value = entry.get(name) if isinstance(entry, dict) else None
    return value[:LONGEST_SLUG] if isinstance(value, str) else ""


# -- what a field may hold ---------------------------------------------------------------------------------


def nothing_else(names: list[str]) -> None:
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


def document_fields(game: str) -> Fields:
    return {
        "format": (one_of(FORMAT), True),
        "game": (one_of(game), True),
        "title": (SOURCE, False),
        "digest": (Shape(text.check, {"type": "string", "pattern": "^[0-9a-f]{64}$"}), False),
        "facts": (Shape(_list, {"type": "array", "maxItems": MOST_FACTS}), True),
    }


def fact_fields(kinds: Iterable[str]) -> Fields:
    return {"kind": (one_of(*kinds), True), "slug": (SLUG, True), "body": (BODY, True), "source": (SOURCE, False)}


# -- the document of some facts ---------------------------------------------------------------------------------


def document_of(entries: Iterable[Mapping[str, Any]], game: str) -> dict[str, Any]:
    """The entries in one order, whatever order they came in, with their digest."""
    ordered = _ordered(entries)
    return {"format": FORMAT, "game": game, "digest": digest_of(ordered), "facts": ordered}


def content_of(entries: Iterable[Mapping[str, Any]], game: str) -> bytes:
    """The bytes of the document: the same facts are the same bytes."""
    return json.dumps(document_of(entries, game), ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def digest_of(entries: Iterable[Any]) -> str:
    plain = json.dumps(_ordered(entries), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(plain.encode(errors="surrogatepass")).hexdigest()


def _ordered(entries: Iterable[Any]) -> list[Any]:
    return sorted(entries, key=lambda entry: (said(entry, "kind"), said(entry, "slug")))
