"""The editor of games whose bodies are tables of fields: each shape is a kind of field, drawn and read back.

What cannot be read stays "unknown" where the table has that word: the field is left empty.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.common.fields import Fields, Shape, fields_inside
from rules.common.names import slugify
from rules.common.table_facts import Drawing
from rules.games import facts_of_game
from teams.cards.editor.fields import (
    MOST_ROWS,
    Form,
    Input,
    Post,
    effect_input,
    effect_sent,
    number_sent,
    places_sent,
    text_sent,
)
from teams.cards.editor.table_words import DRAWING, LONG, MARKS, table_choice, table_label

EFFECT = "effect"  # the name of the shape of an effect, whose words are a vocabulary
UNKNOWN = "unknown"
MINION = "minion"  # a field that names another fact


@dataclass(frozen=True, slots=True)
class Table:
    """The fields of one kind of fact of a game."""

    game: str
    kind: str
    form: Form = field(default_factory=lambda: Form({}, {}))

    @property
    def fields(self) -> Fields:
        tables = facts_of_game(self.game).tables or {}
        return tables[self.kind]

    def inputs(self, body: Mapping[str, Any]) -> dict[str, Input]:
        return self._inputs(self.fields, "", body)

    def body(self, post: Post, *, empty_rows: bool = False) -> dict[str, Any]:
        return self._body(post, self.fields, "", empty_rows)

    # -- as a template draws it ----------------------------------------------------------------------------------

    def _inputs(self, fields: Fields, path: str, body: Mapping[str, Any]) -> dict[str, Input]:
        return {
            name: self._input(name, f"{path}{name}", shape, body.get(name), required)
            for name, (shape, required) in fields.items()
        }

    def _input(self, name: str, path: str, shape: Shape, value: Any, required: bool) -> Input:
        made = Input(name, path, "text", table_label(self.kind, name), required=required)
        made.errors = self.form.errors.get(path, [])
        inner, may_be_unknown = _opened(shape)
        made.value = "" if value is None or (may_be_unknown and value == UNKNOWN) else value
        schema = inner.schema
        if inner_fields := fields_inside(inner):
            made.kind, made.value = "group", ""
            made.fields = self._inputs(inner_fields, f"{path}-", value if isinstance(value, dict) else {})
        elif schema.get("type") == "array":
            self._list(made, schema, value)
        elif "enum" in schema:
            made.kind = "select"
            made.choices = [(word, table_choice(name, word)) for word in schema["enum"]]
        elif schema.get("type") == "boolean":
            made.kind = "yes-no" if may_be_unknown else "check"
            made.value = True if value is None and may_be_unknown else made.value
        elif schema.get("type") == "integer":
            made.kind, made.least, made.most = "number", schema["minimum"], schema["maximum"]
        elif name in LONG:
            made.kind = "area"
            if name == "diagram" and (drawing := facts_of_game(self.game).drawing):
                made.drawing, made.value = drawing_facts(drawing), made.value or blank_board(drawing)
        return made

    def _list(self, made: Input, schema: Mapping[str, Any], value: Any) -> None:
        item, values = schema["items"], list(value) if isinstance(value, list) else []
        if "enum" in item.schema:
            made.kind, made.value = "checks", values
            made.choices = [(word, table_choice(made.name, word)) for word in item.schema["enum"]]
        elif item.name == EFFECT or fields_inside(item):
            made.kind, made.value = "rows", ""
            self._rows(made, item, values, min(schema.get("maxItems", MOST_ROWS), MOST_ROWS))
        else:
            made.value = ", ".join(map(str, values))
            made.errors = [*made.errors, *_errors_inside(made.path, len(values), self.form)]

    def _rows(self, made: Input, item: Shape, values: list[Any], most: int) -> None:
        made.rows = [self._row(made, place, value, item) for place, value in enumerate(values[:MOST_ROWS])]
        made.focus = made.path == self.form.removed_from
        if self.form.add == made.path and len(made.rows) < most:
            made.rows.append(self._row(made, len(made.rows), {}, item))
            next(iter(made.rows[-1].fields.values())).focus = self.form.was is not None
        made.is_full = len(made.rows) >= most

    def _row(self, made: Input, place: int, value: Any, item: Shape) -> Input:
        body = value if isinstance(value, dict) else {}
        row = Input(made.name, f"{made.path}-{place}", "group", made.label, body)
        row.errors = self.form.errors.get(row.path, [])
        vocabulary = facts_of_game(self.game).vocabulary
        if item.name == EFFECT and vocabulary is not None:
            effect_input(row, vocabulary, self.form)
        else:
            row.fields, row.value = self._inputs(fields_inside(item), f"{row.path}-", body), ""
        return row

    # -- what was sent -------------------------------------------------------------------------------------------

    def _body(self, post: Post, fields: Fields, path: str, empty_rows: bool) -> dict[str, Any]:
        found = {}
        for name, (shape, required) in fields.items():
            value = self._value(post, shape, f"{path}{name}", empty_rows)
            if value is None and required and fields_inside(shape):
                value = {}  # a table of counts that has none
            if value is not None:
                found[name] = value
        return found

    def _value(self, post: Post, shape: Shape, path: str, empty_rows: bool) -> Any:
        """Return what was sent for a field; None if nothing was."""
        inner, may_be_unknown = _opened(shape)
        schema = inner.schema
        if inner_fields := fields_inside(inner):
            return self._body(post, inner_fields, f"{path}-", empty_rows) or None
        if schema.get("type") == "array":
            return self._list_sent(post, schema["items"], path, empty_rows) or None
        text = text_sent(post, path)
        if may_be_unknown and not text:
            return UNKNOWN if path in post else None
        if schema.get("type") == "boolean":
            return {"yes": True, "on": True, "no": False}.get(text)
        if schema.get("type") == "integer" and text:
            return number_sent(text)
        return text or None

    def _list_sent(self, post: Post, item: Shape, path: str, empty_rows: bool) -> list[Any]:
        if "enum" in item.schema:
            return list(dict.fromkeys(value for value in post.get(path, []) if value))
        if item.name != EFFECT and not fields_inside(item):
            return [number_sent(part) for part in map(str.strip, text_sent(post, path).split(",")) if part]
        rows = (self._row_sent(post, item, f"{path}-{place}", empty_rows) for place in places_sent(post, path))
        return [row for row in rows if row or empty_rows]

    def _row_sent(self, post: Post, item: Shape, path: str, empty_rows: bool) -> dict[str, Any]:
        vocabulary = facts_of_game(self.game).vocabulary
        if item.name == EFFECT and vocabulary is not None:
            effect = effect_sent(post, vocabulary, path, empty_rows)
            return effect | {name: slugify(str(effect[name])) for name in (MINION,) if name in effect}
        return self._body(post, fields_inside(item), f"{path}-", empty_rows) if _was_filled(post, path) else {}


def _was_filled(post: Post, path: str) -> bool:
    """Whether anything was typed or chosen in a row; a choice that stands there from the start counts as nothing."""
    fields = (name for name in post if name.startswith(f"{path}-") and not name.endswith("-sight"))
    return any(text_sent(post, name) for name in fields)


def _opened(shape: Shape) -> tuple[Shape, bool]:
    """Return the shape of a value that may also be unknown, and whether it may."""
    choices = shape.schema.get("anyOf", ())
    return (choices[0], True) if {"const": UNKNOWN} in choices else (shape, False)


def _errors_inside(path: str, values: int, form: Form) -> Iterator[str]:
    for place in range(values):
        yield from form.errors.get(f"{path}-{place}", ())


def blank_board(drawing: Drawing) -> str:
    """Return a board of the usual size without a mark, with which drawing begins."""
    columns, rows = drawing.usual
    letters = " ".join(chr(ord("A") + column) for column in range(columns))
    drawn = [f"{row:2} {' '.join(drawing.marks[0] * columns)}" for row in range(rows, 0, -1)]
    return "\n".join(["name: ", "source: ", "", f"   {letters}", *drawn, ""])


def drawing_facts(drawing: Drawing) -> str:
    """Return what the script of a drawing needs, as JSON."""
    marks = [(mark, str(MARKS[mark])) for mark in drawing.marks]
    words = {name: str(label) for name, label in DRAWING.items()}
    return json.dumps({"marks": marks, "fewest": drawing.fewest, "most": drawing.most, "words": words})
