"""What a site asks about the facts of games whose bodies are tables of fields."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from rules.common import facts
from rules.common.binding import Vocabulary
from rules.common.strictjson import loads
from rules.common.verdicts import Issue


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """How the boards of a game are drawn: the marks of cells, the number of columns and rows, and the usual ones."""

    marks: tuple[str, ...]
    fewest: int
    most: int
    usual: tuple[int, int]


def stored(reader: facts.FactReader, content: bytes) -> tuple[dict[str, dict[str, Any]], str]:
    """What a stored document says that can be read, by kind and slug, and its digest."""
    document: Any = loads(content, max_bytes=4 * facts.MAX_BYTES, max_depth=facts.MAX_DEPTH)
    found, _problems = reader.read_all(document)
    return reader.printed(found), document.get("digest", "") or facts.digest_of(document["facts"])


class TableFacts:
    """What a site asks about the facts of a game whose bodies are tables of fields. No fact of them needs another."""

    max_bytes = facts.MAX_BYTES
    max_depth = facts.MAX_DEPTH
    longest_slug = facts.LONGEST_SLUG
    longest_source = facts.LONGEST_SOURCE

    def __init__(
        self,
        reader: facts.FactReader,
        *,
        known_from: Callable[[bytes], Any],
        built_in: Iterable[Mapping[str, Any]],
        kinds: tuple[str, ...],
        open_without: Mapping[str, tuple[str, ...]],
        vocabulary: Vocabulary | None = None,
        drawing: Drawing | None = None,
    ) -> None:
        """`kinds` in the order of pages; `open_without` are the fields whose absence leaves something unknown."""
        self.kinds = kinds
        self.tables = reader.bodies
        self.once = frozenset(reader.once)
        self.open_without = open_without
        self.vocabulary = vocabulary
        self.drawing = drawing
        self.read_all = reader.read_all
        self.known_from = known_from
        self.document_of = partial(facts.document_of, game=reader.game)
        self.content_of = partial(facts.content_of, game=reader.game)
        self.digest_of = facts.digest_of
        self._read = reader.read
        self._built_in = tuple(built_in)

    def read_fact(self, entry: Any, _summons: Iterable[str] | None = None) -> facts.Fact:
        return self._read(entry)

    def read_kept(self, document: object, _summons: Iterable[str] = ()) -> tuple[list[facts.Fact], list[Issue]]:
        return self.read_all(document)

    def built_in(self) -> Any:
        return self.known_from(b"")

    def built_in_entries(self) -> Mapping[str, Mapping[str, Any]]:
        return {f"{entry['kind']}:{entry['slug']}": entry for entry in self._built_in}
