"""Remove one person's names and addresses from texts that are kept because others rely on them."""

import html
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db import models

NOBODY = "former player"
# shorter or plainer names may be values that programs read, such as "open" or "A"
CODE_WORD = re.compile(r"[a-z0-9_.:-]*|.{1,2}")
TEXT_KEYS = frozenset({"name", "text", "why", "note", "description", "house_rules", "prizes", "place", "title"})


@dataclass(frozen=True)
class Identity:
    """A person's names, matched as whole words, and addresses, matched in any case."""

    names: tuple[str, ...]
    addresses: tuple[str, ...] = ()

    @cached_property
    def _texts(self) -> re.Pattern[str]:
        return _pattern([name for name in self.names if len(name) > 1], self.addresses)

    @cached_property
    def _values(self) -> re.Pattern[str]:
        return _pattern([name for name in self.names if not CODE_WORD.fullmatch(name)], self.addresses)

    def out_of(self, text: str) -> str:
        return self._texts.sub(NOBODY, text)

    def out_of_json(self, value: Any, key: str = "") -> Any:
        """Remove the identity from a JSON value. Keys and code words stay, so a game in which someone is called "A"
        still proves its result."""
        if isinstance(value, dict):
            return {name: self.out_of_json(inner, name) for name, inner in value.items()}
        if isinstance(value, list):
            return [self.out_of_json(inner, key) for inner in value]
        if not isinstance(value, str):
            return value
        if key == "name" and value in self.names:
            return NOBODY
        return (self._texts if key in TEXT_KEYS else self._values).sub(NOBODY, value)

    def out_of_bytes(self, content: bytes) -> bytes:
        """Remove the identity from a document that may be malformed: names as JSON writes them, with or without
        escapes."""
        for name in sorted(self.names, key=len, reverse=True):
            for written in {json.dumps(name), json.dumps(name, ensure_ascii=False)}:
                if CODE_WORD.fullmatch(name):
                    named = re.compile(rb'("name"\s*:\s*)' + re.escape(written.encode()))
                    content = named.sub(lambda found: found[1] + json.dumps(NOBODY).encode(), content)
                else:
                    inner = re.escape(written[1:-1].encode())
                    content = re.sub(rb"(?<![\w\x80-\xff])" + inner + rb"(?![\w\x80-\xff])", NOBODY.encode(), content)
        for address in self.addresses:
            content = re.sub(re.escape(address.encode()), NOBODY.encode(), content, flags=re.IGNORECASE)
        return content


def _pattern(names: Iterable[str], addresses: Iterable[str]) -> re.Pattern[str]:
    """The pattern of all names, also as HTML escapes them. Longest first, because a name may start another."""
    words = {form for word in (*names, *addresses) if word for form in (word, html.escape(word))}
    if not words:
        return re.compile(r"(?!)")
    some = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{some})(?!\w)", re.IGNORECASE)


def scrub(rows: models.QuerySet[Any], identity: Identity, *fields: str) -> None:
    """Clean these columns row by row, saving only rows that change. Text that no longer fits its column is cut."""
    model = rows.model
    columns = [model._meta.get_field(name) for name in fields]
    for number, *values in rows.order_by().values_list("pk", *fields):
        changed = {}
        for column, value in zip(columns, values, strict=True):
            new = _without(identity, column, value)
            if new != value:
                changed[column.name] = new
        if changed:
            model._base_manager.filter(pk=number).update(**changed)


def _without(identity: Identity, column: Any, value: Any) -> Any:
    if isinstance(column, models.JSONField):
        return identity.out_of_json(value)
    return identity.out_of(value)[: column.max_length] if isinstance(value, str) else value


def documents(rows: models.QuerySet[Any], *without: str) -> list[dict[str, Any]]:
    """Whole rows for a person's own copy, so that a new column is included without being named."""
    names = [field.attname for field in rows.model._meta.concrete_fields if field.attname not in without]
    return [{name: _readable(value) for name, value in row.items()} for row in rows.values(*names)]


def _readable(value: Any) -> Any:
    return bytes(value).decode(errors="replace") if isinstance(value, bytes | memoryview) else value
