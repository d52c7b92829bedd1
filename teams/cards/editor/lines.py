"""The lines of a card editor's form: each spell and each explained power has one, and so has a summon and a token."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, get_args

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.arena.public import KINDS, VOCABULARIES
from rules.common.binding import fields_of
from rules.common.signatures import Function
from teams.cards.editor.fields import KEPT, Form, Input, Post, inputs_of, rows_sent, sent_as, text_sent
from teams.cards.editor.line_reading import ROWS, Token, read_line
from teams.cards.editor.line_writing import line_of
from teams.cards.editor.words import effect_label

WITH_LINES = ("spells", "own-powers")
OF_THE_CARD = ("summon", "reward")  # kinds with a line for all but their spells
LABELS = {
    "spells": gettext_lazy("The spell in one line"),
    "own-powers": gettext_lazy("The power in one line"),
    "summon": gettext_lazy("The summon in one line"),
    "reward": gettext_lazy("The Demonic Reward in one line"),
}


@dataclass(frozen=True, slots=True)
class LinesSent:
    post: Post  # with the fields of each line that was typed
    typed: Mapping[str, str]  # by path: the lines that count
    errors: dict[str, list[str]]


NO_LINES = LinesSent({}, {}, {})


def read_lines(kind: str, post: Post, *, empty_rows: bool) -> LinesSent:
    """Read each line that was changed into its fields. An unchanged line yields to what its fields say."""
    typed: dict[str, str] = {}
    errors: dict[str, list[str]] = {}
    shown = _places_shown(kind, post, empty_rows=empty_rows)
    for path, table in _paths(kind, post):
        line = text_sent(post, _joined(path, "line"))
        if not line or line == text_sent(post, _joined(path, "line-was")):
            continue
        read, place = read_line(line, table), shown.get(path, path)
        post = _with_fields(post, path, table, read.body)
        typed[place] = line
        if read.unread:
            errors[_joined(place, "line")] = [not_understood(read.unread)]
    return LinesSent(post, typed, errors)


def not_understood(word: Token) -> str:
    return _("“%(word)s” is not understood (character %(place)s).") % {"word": word.value, "place": word.place}


def _joined(path: str, name: str) -> str:
    return f"{path}-{name}" if path else name


def _paths(kind: str, post: Post) -> Iterator[tuple[str, Function]]:
    if kind in OF_THE_CARD:
        yield "", KINDS[kind]
    for name, row in _rows_with_lines(kind):
        yield from ((path, row) for path in rows_sent(post, KINDS[kind], name, empty_rows=True))


def _rows_with_lines(kind: str) -> Iterator[tuple[str, Function]]:
    table: Function = KINDS[kind]
    fields = fields_of(table)
    yield from ((name, get_args(fields[name].annotation)[0]) for name in WITH_LINES if name in fields)


def _with_fields(post: Post, path: str, table: Function, body: Mapping[str, Any]) -> Post:
    """Replace the fields of a table by those of its line."""
    names = [_joined(path, name) for name in fields_of(table) if name not in (*ROWS, *KEPT)]
    rest = {field: sent for field, sent in post.items() if not any(_belongs(field, name) for name in names)}
    start = f"{path}-" if path else ""
    read = sent_as(
        inputs_of(table, start, {name: each for name, each in body.items() if name not in ROWS}, Form({}, {}))
    )
    return rest | {field: sent for field, sent in read.items() if any(_belongs(field, name) for name in names)}


def _belongs(field: str, name: str) -> bool:
    return field == name or field.startswith(f"{name}-")


def _places_shown(kind: str, post: Post, *, empty_rows: bool) -> dict[str, str]:
    """Return the path at which each row is shown again: empty rows are left out."""
    return {
        path: f"{name}-{place}"
        for name, _row in _rows_with_lines(kind)
        for place, path in enumerate(rows_sent(post, KINDS[kind], name, empty_rows=empty_rows))
    }


def show_lines(kind: str, inputs: Mapping[str, Input], body: Mapping[str, Any], lines: LinesSent) -> None:
    """Give each row its line, as it was typed or as its fields say."""
    for name, table in _rows_with_lines(kind):
        for row, value in zip(inputs[name].rows, [*body.get(name, []), {}], strict=False):
            row.line = _shown(row.path, str(LABELS[name]), _line(table, value), lines)


def line_of_card(kind: str, body: Mapping[str, Any], lines: LinesSent) -> Input | None:
    """Return the line for all of a summon or a token but its spells."""
    return _shown("", str(LABELS[kind]), _line(KINDS[kind], body), lines) if kind in OF_THE_CARD else None


def _shown(path: str, label: str, line: str, lines: LinesSent) -> Input:
    typed = lines.typed.get(path, "")
    place = _joined(path, "line")
    shown = Input("line", place, "line", label, typed or line, understood=line if typed and typed != line else "")
    shown.errors = lines.errors.get(place, [])
    shown.was = line if shown.errors else shown.value  # a line that was not understood counts again
    return shown


def _line(table: Function, value: Any) -> str:
    """Return the line; empty where the form holds what no line can say."""
    try:
        return line_of(table, value)
    except (AttributeError, TypeError):
        return ""


@dataclass(frozen=True, slots=True)
class EffectWord:
    word: str
    fields: str
    label: str


def words_of_effects() -> list[EffectWord]:
    """Return each effect that a line can name, with its fields, as the signatures of the primitives have them."""
    primitives = {word: each for vocabulary in VOCABULARIES.values() for word, each in vocabulary.primitives.items()}
    return [EffectWord(word, ", ".join(fields_of(each)), effect_label(word)) for word, each in primitives.items()]
