"""A spell, a power, a summon or a Demonic Reward typed in one line: "Shove: 3 AP, blue, close, air 1, push 2".

The words are the fields and primitives of the signatures, and their labels in the reader's language, so that a new
primitive can be typed without more code. Commas stand between the parts, `+` between the members of a list.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, is_dataclass, replace
from functools import lru_cache
from types import UnionType
from typing import Any, Union, get_args, get_origin

from django.utils.translation import get_language

from rules.common.binding import Field, Vocabulary, fields_of, without_none
from rules.common.fields import InvalidValue
from rules.common.names import slugify
from rules.common.signatures import Function
from teams.cards.editor.fields import (
    DASH,
    KEPT,
    LONGEST_TEXT,
    UNSEEN,
    is_list,
    kind_of,
    table_of_labels,
    takes_numbers,
    vocabulary_of,
    words_of,
)
from teams.cards.editor.words import all_powers, choice_label, effect_label, field_label, power_label

DASHES = (DASH, "-", "—", "\u2212")
NOT = ("not", "no")
ROWS = ("spells",)  # have lines of their own
TOKEN = re.compile(
    r"""\s*(?:"(?P<text>(?:[^"\\]|\\.)*)"?|(?P<span>\d+\s*[-\u2013]\s*\d+)|(?P<number>[-+\u2212]?\d+)"""
    r"""|(?P<word>\w[\w'’.-]*)|(?P<sign>\S))"""
)
NAME = re.compile(r'\s*(?:"((?:[^"\\]|\\.)*)"|([^:/"]*))\s*(?:/\s*(?:"((?:[^"\\]|\\.)*)"|([^:"]*)))?\s*(:|$)')


@dataclass(frozen=True, slots=True)
class Token:
    kind: str
    value: str
    place: int  # of its first character, from 1

    @property
    def folded(self) -> str:
        return self.value.casefold()


@dataclass(frozen=True, slots=True)
class LineRead:
    body: dict[str, Any]
    unread: Token | None  # the first word that was not understood


def read_line(line: str, function: Function) -> LineRead:
    """Read a line as a table of this signature, up to the first word that is not understood."""
    line = line[: 4 * LONGEST_TEXT]
    head = NAME.match(line)
    if head is None:
        return LineRead({"name": line.partition(":")[0].strip()}, next(iter(_tokens(line)), None))
    quoted, plain, french_quoted, french = head.groups()[:4]
    body = {"name": _unquoted(quoted) or (plain or "").strip()}
    if "french" in fields_of(function):
        body["french"] = _unquoted(french_quoted) or (french or "").strip()
    body = {name: value for name, value in body.items() if value}
    return _Reader(_tokens(line, head.end())).whole(function, body)


def _tokens(line: str, start: int = 0) -> list[Token]:
    found = []
    for match in TOKEN.finditer(line, start):
        kind = str(match.lastgroup)
        value = match[kind]
        place = match.start(kind) + (0 if kind == "text" else 1)
        found.append(Token(kind, _unquoted(value) if kind == "text" else value, place))
    return found


def _unquoted(text: str | None) -> str:
    return re.sub(r"\\(.)", r"\1", text or "").strip()


Phrases = Mapping[tuple[str, ...], str]


def _phrases(named: Iterable[tuple[str, str]]) -> Phrases:
    """Return the words for each name: its label, or itself in singular or plural."""
    names = list(named)
    labels = {_phrase(label): name for name, label in reversed(names)}
    exact = {(form,): name for name, _label in names for form in (name.removesuffix("s"), name, _singular(name))}
    return {phrase: name for phrase, name in (labels | exact).items() if phrase and "," not in phrase}


def _singular(name: str) -> str:
    return f"{name.removesuffix('ies')}y" if name.endswith("ies") else name


def _phrase(label: str) -> tuple[str, ...]:
    return tuple(token.folded for token in _tokens(label))


@lru_cache(maxsize=512)
def _field_phrases(names: tuple[str, ...], _language: str | None) -> Phrases:
    return _phrases((name, field_label(name)) for name in names)


@lru_cache(maxsize=8)
def _effect_phrases(vocabulary: Vocabulary, _language: str | None) -> Phrases:
    return _phrases((word, effect_label(word)) for word in vocabulary.primitives)


@lru_cache(maxsize=512)
def _choice_phrases(name: str, annotation: Any, _language: str | None) -> Phrases:
    return _phrases(_choices(name, annotation))


def _choices(name: str, annotation: Any) -> Iterator[tuple[str, str]]:
    """Yield the fixed words of a field with their labels; the colour of a limit is one of its words."""
    if get_origin(annotation) in (Union, UnionType):
        for each in get_args(annotation):
            yield from _choices(name, each)
    kind = kind_of(annotation)
    if kind is not None and kind.words == "a power":
        yield from ((power, power_label(power)) for power in all_powers())
    words = words_of(annotation)
    for word in words:
        yield word, choice_label(table_of_labels(name, words), word).partition(":")[0].strip()


class _Reader:
    """Reads tokens from left to right; what does not fit is left, and the furthest place that was looked at noted."""

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.at = 0
        self.furthest = 0

    def whole(self, function: Function, body: dict[str, Any]) -> LineRead:
        fields = {name: each for name, each in fields_of(function).items() if name not in (*ROWS, *KEPT)}
        while self.at < len(self.tokens):
            if not self._sign(",") and not self._item(body, fields, counts=False):
                break
        if "cost" in fields and "ap" not in body.setdefault("cost", {}):
            body[UNSEEN] = ["cost", *body.get(UNSEEN, [])]  # as an empty field
        return LineRead(body, None if self.at == len(self.tokens) else self._unread())

    def _unread(self) -> Token:
        """The word that did not fit; a number with what it counts."""
        place = max(self.at, min(self.furthest, len(self.tokens) - 1))
        token, counted = self.tokens[place], self.tokens[place + 1 : place + 2]
        if token.kind == "number" and counted and counted[0].kind == "word":
            return replace(token, value=f"{token.value} {counted[0].value}")
        return token

    def _peek(self, ahead: int = 0) -> Token | None:
        place = self.at + ahead
        self.furthest = max(self.furthest, self.at)
        return self.tokens[place] if place < len(self.tokens) else None

    def _sign(self, *signs: str) -> bool:
        token = self._peek()
        is_one = token is not None and token.kind == "sign" and token.value in signs
        self.at += is_one
        return is_one

    def _named(self, phrases: Phrases, ahead: int = 0) -> tuple[str, int] | None:
        """Return what the next words name, and how many they are: the longest phrase that fits."""
        start = self.at + ahead
        words = [token.folded for token in self.tokens[start : start + 8] if token.kind != "text"]
        for length in range(len(words), 0, -1):
            name = phrases.get(tuple(words[:length]))
            if name is not None:
                return name, length
        return None

    def _choice(self, name: str, annotation: Any) -> tuple[str, int] | None:
        return self._named(_choice_phrases(name, annotation, get_language()))

    def _tried(self, read: Callable[[], bool]) -> bool:
        start = self.at
        if read():
            return True
        self.at = start
        return False

    # -- the items of a table -------------------------------------------------------------------------------

    def _item(self, found: dict[str, Any], fields: Mapping[str, Field], *, counts: bool) -> bool:
        """Read one item into the table. `counts`: a number alone stands for the field that needs one."""
        ways = (
            lambda: self._number_and_name(found, fields),
            lambda: self._name_and_value(found, fields),
            lambda: self._unseen(found, fields),
            lambda: counts and self._number_alone(found, fields),
            lambda: self._word_alone(found, fields),
            lambda: self._inner(found, fields),
        )
        return any(self._tried(way) for way in ways)

    def _items(self, found: dict[str, Any], fields: Mapping[str, Field]) -> None:
        while self._item(found, fields, counts=True):
            pass

    def _number_and_name(self, found: dict[str, Any], fields: Mapping[str, Field]) -> bool:
        """ "3 AP", and "– AP" where the card shows a dash."""
        token = self._peek()
        named = self._named(_numbers(fields), ahead=1)
        if token is None or named is None:
            return False
        if token.kind != "number" and not (token.value in DASHES and named[0] == "ap"):
            return False
        after = self.tokens[self.at + 1 + named[1] :][:1]
        if after and after[0].value == "=":
            return False
        found[named[0]] = DASH if token.kind == "sign" else _whole(token)
        self.at += 1 + named[1]
        return True

    def _name_and_value(self, found: dict[str, Any], fields: Mapping[str, Field]) -> bool:
        token = self._peek()
        is_not = token is not None and token.folded in NOT
        named = self._named(_field_phrases((*fields,), get_language()), ahead=int(is_not))
        if named is None:
            return False
        name, annotation = named[0], without_none(fields[named[0]].annotation)
        self.at += named[1] + is_not
        if is_not or annotation is bool:
            found[name] = not is_not
            return annotation is bool
        self._sign("=")
        return self._value(found, name, annotation)

    def _unseen(self, found: dict[str, Any], fields: Mapping[str, Field]) -> bool:
        """ "?": it does more, which cannot be read."""
        if UNSEEN not in fields or not self._sign("?"):
            return False
        found[UNSEEN] = ["effects"]
        return True

    def _number_alone(self, found: dict[str, Any], fields: Mapping[str, Field]) -> bool:
        token = self._peek()
        if token is None:
            return False
        if token.kind == "span" and {"min", "max"} <= fields.keys():
            found["min"], found["max"] = (int(end) for end in re.findall(r"\d+", token.value))
        elif token.kind == "number":
            needed = (name for name in _numbers_of(fields) if fields[name].required and name not in found)
            name = next(needed, None)
            if name is None:
                return False
            found[name] = _whole(token)
        else:
            return False
        self.at += 1
        return True

    def _word_alone(self, found: dict[str, Any], fields: Mapping[str, Field]) -> bool:
        """A word that only one field can have: a limit, an area, a power, an effect."""
        for name, each in fields.items():
            annotation = without_none(each.annotation)
            item = get_args(annotation)[0] if is_list(annotation) else annotation
            is_free = is_list(annotation) or name not in found
            if is_free and (vocabulary_of(item) or self._choice(name, item)):
                start = self.at
                if self._value(found, name, annotation):
                    return True
                self.at = start
        return False

    def _inner(self, found: dict[str, Any], fields: Mapping[str, Field]) -> bool:
        """The fields of a table inside: a cost, a range, an attack."""
        for name, each in fields.items():
            annotation = without_none(each.annotation)
            if is_dataclass(annotation) and isinstance(annotation, type):
                inner = dict(found.get(name, {}))
                if self._item(inner, fields_of(annotation), counts=False):
                    self._items(inner, fields_of(annotation))
                    found[name] = inner
                    return True
        return False

    # -- values -------------------------------------------------------------------------------------------------

    def _value(self, found: dict[str, Any], name: str, annotation: Any) -> bool:
        if is_list(annotation):
            return self._list(found, name, get_args(annotation)[0])
        value = self._single(name, annotation)
        if value is None:
            return False
        found[name] = value
        return True

    def _list(self, found: dict[str, Any], name: str, item: Any) -> bool:
        values: list[Any] = []
        while (value := self._single(name, item)) is not None:
            values.append(value)
            if not self._sign("+"):
                break
        if values:
            found[name] = [*found.get(name, []), *values]
        return bool(values)

    def _single(self, name: str, annotation: Any) -> Any:
        """Return the next value, or None if it does not fit."""
        vocabulary = vocabulary_of(annotation)
        if vocabulary is not None:
            return self._bracketed(lambda: self._effect(vocabulary))
        if is_dataclass(annotation) and isinstance(annotation, type):
            return self._bracketed(lambda: self._table(annotation))
        token = self._peek()
        if token is None:
            return None
        named = self._choice(name, annotation)
        if named is not None:
            self.at += named[1]
            return named[0]
        value = _plain_value(token, annotation)
        self.at += value is not None
        return value

    def _bracketed(self, read: Callable[[], dict[str, Any] | None]) -> dict[str, Any] | None:
        is_open = self._sign("(")
        table = read()
        if is_open and table is not None and not self._sign(")") and self._peek() is not None:
            return None
        return table

    def _table(self, table: Function) -> dict[str, Any] | None:
        found: dict[str, Any] = {}
        self._items(found, fields_of(table))
        return found or None

    def _effect(self, vocabulary: Vocabulary) -> dict[str, Any] | None:
        named = self._named(_effect_phrases(vocabulary, get_language()))
        if named is None:
            return None
        self.at += named[1]
        found: dict[str, Any] = {"do": named[0]}
        own = fields_of(vocabulary.primitives[named[0]])
        conditions = {name: _only_field(name, each) for name, each in vocabulary.conditions.items()}
        while self._item(found, own, counts=True) or self._tried(lambda: self._condition(found, conditions)):
            pass
        return found

    def _condition(self, found: dict[str, Any], conditions: Mapping[str, Field]) -> bool:
        return self._number_and_name(found, conditions) or self._name_and_value(found, conditions)


def _only_field(name: str, condition: Function) -> Field:
    (only,) = fields_of(condition).values()
    return Field(name, only.parameter, only.annotation, only.read, False, None)


def _numbers_of(fields: Mapping[str, Field]) -> list[str]:
    return [name for name, each in fields.items() if takes_numbers(without_none(each.annotation))]


def _numbers(fields: Mapping[str, Field]) -> Phrases:
    return _field_phrases((*_numbers_of(fields),), get_language())


def _whole(token: Token) -> int:
    return int(token.value.replace("\u2212", "-")[:9])


def _plain_value(token: Token, annotation: Any) -> Any:
    """Return a number, or a text: "?" stands for a word that cannot be seen."""
    if token.value == "?" and "unknown" in words_of(annotation):
        return "unknown"
    if takes_numbers(annotation):
        return _whole(token) if token.kind == "number" else None
    if words_of(annotation) or token.kind not in ("text", "word") or not token.value:
        return None
    kind = kind_of(annotation)
    if kind is not None and kind.words == "the slug of a summon":
        return slugify(token.value) or None
    if kind is not None and kind.words == "a power":
        return _power(token, kind.read)
    return token.value


def _power(token: Token, read: Any) -> str | None:
    try:
        return str(read(token.folded))
    except InvalidValue:
        return None
