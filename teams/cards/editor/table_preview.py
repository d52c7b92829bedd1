"""What a fact of a table says, as lines in the reader's language, and what is not known of it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from rules.common.fields import Fields, fields_inside
from rules.games import facts_of_game
from teams.cards.editor.preview import CardRead, RowShown, effect_words
from teams.cards.editor.table_words import table_choice, table_label
from teams.cards.editor.tables import EFFECT, UNKNOWN

NAMES = ("name", "french")
Body = Mapping[str, Any]


def table_read(game: str, kind: str, body: Body) -> CardRead:
    shown = _Shown(game, kind)
    fields = _tables(game)[kind]
    return CardRead(
        (),
        tuple(shown.lines(fields, body)),
        (),
        ", ".join(not_known(game, kind, body)),
        body.get("words", ""),
        body.get("diagram", ""),
        rows=tuple(shown.rows(fields, body)),
        name=" / ".join(str(body[name]) for name in NAMES if name in body),
    )


def _tables(game: str) -> Mapping[str, Fields]:
    return facts_of_game(game).tables or {}


@dataclass(frozen=True, slots=True)
class _Shown:
    game: str
    kind: str

    def lines(self, fields: Fields, body: Body) -> Iterator[str]:
        """Yield the fields that are no rows, no texts of their own and not unknown: "MP: 3"."""
        for name, (shape, _required) in fields.items():
            value = body.get(name)
            if name in (*NAMES, "diagram", "words", "lacks") or value in (None, UNKNOWN, [], {}):
                continue
            if name == "range":
                yield self._said(name, self._cells(value))
            elif inner := fields_inside(shape):
                yield self._said(name, ", ".join(self.lines(inner, value)))
            elif not self._are_rows(shape):
                yield self._said(name, self._value(name, value))

    def rows(self, fields: Fields, body: Body) -> Iterator[RowShown]:
        for name, (shape, _required) in fields.items():
            items = shape.schema.get("items")
            if items is not None and items.name == EFFECT and body.get(name):
                yield RowShown(table_label(self.kind, name), (), tuple(self._effects(body[name])), "")
            elif items is not None and (inner := fields_inside(items)):
                for each in body.get(name, ()):
                    yield self._row(inner, each)

    def _row(self, fields: Fields, body: Body) -> RowShown:
        title = " / ".join(str(body[name]) for name in NAMES if name in body)
        effects = tuple(self._effects(body.get("effects", ())))
        return RowShown(title, tuple(self.lines(fields, body)), effects, str(body.get("words", "")))

    def _effects(self, effects: Any) -> Iterator[str]:
        vocabulary = facts_of_game(self.game).vocabulary
        for each in effects:
            yield effect_words(vocabulary.read(each)) if vocabulary else ""

    def _are_rows(self, shape: Any) -> bool:
        items = shape.schema.get("items")
        return items is not None and (items.name == EFFECT or bool(fields_inside(items)))

    def _said(self, name: str, value: str) -> str:
        return _("%(name)s: %(value)s") % {"name": table_label(self.kind, name), "value": value}

    def _cells(self, value: Body) -> str:
        return str(value["min"]) if value["min"] == value["max"] else f"{value['min']}–{value['max']}"

    def _value(self, name: str, value: Any) -> str:
        match value:
            case bool():
                return _("yes") if value else _("no")
            case list():
                return ", ".join(self._value(name, each) for each in value)
            case str():
                return table_choice(name, value)
            case _:
                return str(value)


def not_known(game: str, kind: str, body: Body) -> list[str]:
    """Return what is not known of a card, or rests on words that nothing here reads."""
    absent = (name for name in facts_of_game(game).open_without.get(kind, ()) if name not in body)
    return [
        *(table_label(kind, name) for name in absent),
        *(_("some of its %(part)s") % {"part": table_choice("lacks", part)} for part in body.get("lacks", ())),
        *_unknown_in(kind, _tables(game)[kind], body, ""),
    ]


def _unknown_in(kind: str, fields: Fields, body: Body, of: str) -> Iterator[str]:
    for name, (shape, _required) in fields.items():
        value, items = body.get(name), shape.schema.get("items")
        if value == UNKNOWN:
            yield _of(of, table_label(kind, name))
        elif name == "words" and value:
            yield _of(of, _("what its words say"))
        elif isinstance(value, dict):
            yield from _unknown_in(kind, fields_inside(shape), value, of)
        elif items is not None and isinstance(value, list) and fields_inside(items):
            for each in value:
                yield from _unknown_in(kind, fields_inside(items), each, str(each.get("name", "")))


def _of(of: str, what: str) -> str:
    return _("%(name)s: %(value)s") % {"name": of, "value": what} if of else what


def differing_fields(game: str, kind: str, one: Body, other: Body) -> list[str]:
    """Return the fields, spells and powers in which two bodies differ: "MP", "Bolt"."""
    found = []
    for name, (shape, _required) in _tables(game)[kind].items():
        items = shape.schema.get("items")
        if one.get(name) == other.get(name):
            continue
        if items is not None and fields_inside(items):
            rows = [{str(each.get("name", "")): each for each in body.get(name, ())} for body in (one, other)]
            found += [each for each in dict.fromkeys([*rows[0], *rows[1]]) if rows[0].get(each) != rows[1].get(each)]
        else:
            found.append(table_label(kind, name))
    return found
