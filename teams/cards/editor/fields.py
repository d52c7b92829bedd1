"""A form generated from signatures: each annotation is a kind of field, and submitted values become a table again.

The name of a field is its path: `spells-0-cost-ap`. Errors have the same path (`/spells/0/cost/ap`).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, is_dataclass
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from rules.arena.public import VOCABULARIES
from rules.common.binding import Field, Vocabulary, fields_of, without_none
from rules.common.signatures import Function, ValueKind
from teams.cards.editor.words import all_powers, choice_label, effect_label, field_label, power_label


def kind_of(annotation: Any) -> ValueKind | None:
    if get_origin(annotation) is not Annotated:
        return None
    return next(each for each in get_args(annotation)[1:] if isinstance(each, ValueKind))


def vocabulary_of(annotation: Any) -> Vocabulary | None:
    kind = kind_of(annotation)
    return VOCABULARIES.get(kind.words) if kind else None


def words_of(annotation: Any) -> tuple[str, ...]:
    """Return the possible words if the annotation allows only fixed words."""
    if get_origin(annotation) is Literal:
        return get_args(annotation)
    kind = kind_of(annotation)
    return tuple(kind.choices) if kind else ()


def is_list(annotation: Any) -> bool:
    return get_origin(annotation) is tuple


def takes_numbers(annotation: Any) -> bool:
    if get_origin(annotation) in (Union, UnionType):
        return any(takes_numbers(each) for each in get_args(annotation))
    kind = kind_of(annotation)
    return annotation is int or (kind is not None and kind.schema.get("type") == "integer")


LONG_TEXTS = {"words", "missing", "diagram"}
MOST_ROWS = 12  # more spells, or effects of one spell, than any card has
LONGEST_TEXT = 2_000
UNSEEN = "unknown"  # field of a spell in which the form only asks for "effects"; the rest follows from the other fields
KEPT = {"inferred"}  # written by hand in a pack; the editor preserves it
SAID = {"figures"}  # the form shows this word of an existing card when it is left out
DASH = "–"  # stands in place of the AP (4.8.2)
NO_AP = "none"  # what a correction says where the card shows no AP
Post = Mapping[str, list[str]]


NOTHING = object()  # marks a field without a value


@dataclass(slots=True)
class Input:
    """One form field as a template draws it; `rows` and `fields` are nested fields."""

    name: str
    path: str
    kind: str
    label: str
    value: Any = ""
    required: bool = False
    choices: list[tuple[str, str]] = field(default_factory=list)
    fields: dict[str, "Input"] = field(default_factory=dict)
    conditions: dict[str, "Input"] = field(default_factory=dict)
    rows: list["Input"] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    least: int | None = None
    most: int | None = None
    was: str = ""  # of a row: its name before this form, even if it was renamed
    focus: bool = False
    line: "Input | None" = None  # of a row: all of it in one line
    understood: str = ""  # of a line that was typed: what was read
    drawing: str = ""  # of a board: how it is drawn, for the script
    is_full: bool = False  # of rows: no more of them fit

    @property
    def takes_dash(self) -> bool:
        return self.path.endswith("-cost-ap")

    @property
    def is_used(self) -> bool:
        """Whether the field, or a field inside it, has a value."""
        inner = [*self.fields.values(), *self.conditions.values()]
        return bool(self.value) or self.value == 0 or bool(self.rows) or any(each.is_used for each in inner)

    @property
    def has_conditions(self) -> bool:
        return any(each.is_used or each.has_errors for each in self.conditions.values())

    @property
    def has_errors(self) -> bool:
        """Whether the field, or a field inside it, was refused."""
        inner = [*self.fields.values(), *self.conditions.values(), *self.rows, *filter(None, [self.line])]
        return bool(self.errors) or any(each.has_errors for each in inner)


@dataclass(frozen=True, slots=True)
class Form:
    """The data of a form that its fields need besides their annotations."""

    summons: Mapping[str, str]
    errors: Mapping[str, list[str]]  # by the path of the field
    add: str = ""  # path of the list that gets one more row
    removed_from: str = ""  # path of the list from which a row was removed
    was: Mapping[str, str] | None = None  # by the path of the row; None while nothing was submitted


def inputs_of(function: Function, path: str, body: Mapping[str, Any], form: Form) -> dict[str, Input]:
    found = {}
    for each in fields_of(function).values():
        if each.name not in KEPT:
            left_out = each.default if body and each.name in SAID else NOTHING
            found[each.name] = _input(each, f"{path}{each.name}", body.get(each.name, left_out), form)
    if "cost" in found and _shows_dash(body):
        found["cost"].fields["ap"].value = DASH
    if body.get("ap") == NO_AP:
        found["ap"].value = DASH
    return found


def _shows_dash(body: Mapping[str, Any]) -> bool:
    cost = body.get("cost")
    return isinstance(cost, dict) and "ap" not in cost and "cost" not in body.get("unknown", ())


def _input(each: Field, path: str, value: Any, form: Form) -> Input:
    made = Input(each.name, path, "text", field_label(each.name), required=each.required)
    made.errors = form.errors.get(path, [])
    made.value = "" if value is NOTHING else value
    if each.name == UNSEEN:
        made.kind, made.value = "check", "effects" in made.value
    else:
        _shape(made, each.annotation, form)
    return made


def _shape(made: Input, annotation: Any, form: Form) -> None:
    """Set the kind of field for this annotation, with its choices or inner fields."""
    annotation = without_none(annotation)
    vocabulary = vocabulary_of(annotation)
    item = get_args(annotation)[0] if get_origin(annotation) is tuple else None
    if vocabulary is not None:
        effect_input(made, vocabulary, form)
    elif annotation is bool:
        made.kind = "yes-no" if made.name == "alterable" else "check"
    elif is_dataclass(annotation) and isinstance(annotation, type):
        made.kind = "group"
        body = made.value if isinstance(made.value, dict) else {}
        made.fields = inputs_of(annotation, f"{made.path}-", body, form)
        made.value = ""
    elif item is not None:
        _list(made, item, form)
    else:
        _single(made, annotation, form)


def _single(made: Input, annotation: Any, form: Form) -> None:
    kind, words = kind_of(annotation), words_of(annotation)
    if kind is not None and kind.words == "the slug of a summon":
        made.kind, made.choices = "select", [*form.summons.items()]
    elif words:
        made.kind = "swatches" if made.name == "limit" else "select"
        made.choices = [(word, choice_label(table_of_labels(made.name, words), word)) for word in words]
        if table_of_labels(made.name, words) == "range":
            made.label = field_label("range")
    elif kind is not None and kind.schema.get("type") == "integer":
        made.kind, made.least, made.most = "number", kind.schema["minimum"], kind.schema["maximum"]
    elif made.name in LONG_TEXTS:
        made.kind = "area"


def table_of_labels(name: str, words: tuple[str, ...]) -> str:
    """Return which labels the words of a field have, because both ranges and summons have a `kind`."""
    if name != "kind":
        return name
    return "range" if "ranged" in words else "bodies"


def _list(made: Input, item: Any, form: Form) -> None:
    kind, vocabulary = kind_of(item), vocabulary_of(item)
    values = list(made.value) if isinstance(made.value, list | tuple) else []
    if vocabulary is None and not is_dataclass(item):  # a single field for the whole list, which shows all its errors
        made.errors = [*made.errors, *_errors_inside(made.path, len(values), form)]
    if kind is not None and kind.words == "a power":
        made.kind, made.value = "checks", values
        made.choices = sorted(((word, power_label(word)) for word in {*all_powers(), *map(str, values)}), key=_by_label)
    elif get_origin(item) is Literal:
        made.kind, made.value = "checks", values
        made.choices = [(word, choice_label(made.name, word)) for word in get_args(item)]
    elif vocabulary is not None or is_dataclass(item):
        made.kind, made.value = "rows", ""
        made.rows = [_row(made, place, value, item, form) for place, value in enumerate(values[:MOST_ROWS])]
        made.focus = made.path == form.removed_from
        if form.add == made.path and len(made.rows) < MOST_ROWS:
            made.rows.append(_row(made, len(made.rows), {}, item, form))
            next(iter(made.rows[-1].fields.values())).focus = form.was is not None
    else:
        made.value = ", ".join(map(str, values))


def _errors_inside(path: str, values: int, form: Form) -> Iterator[str]:
    for place in range(values):
        yield from form.errors.get(f"{path}-{place}", ())


def _row(made: Input, place: int, value: Any, item: Any, form: Form) -> Input:
    row = Input(made.name, f"{made.path}-{place}", "group", made.label, value if isinstance(value, dict) else {})
    row.errors = form.errors.get(row.path, [])
    row.was = str(row.value.get("name", "")) if form.was is None else form.was.get(row.path, "")
    _shape(row, item, form)
    return row


def _by_label(choice: tuple[str, str]) -> str:
    return choice[1].casefold()


def effect_input(made: Input, vocabulary: Vocabulary, form: Form) -> None:
    """Set up the choice of an effect, the fields of its arguments and its conditions."""
    body = made.value if isinstance(made.value, dict) else {}
    made.kind, made.value = "effect", ""
    do = body.get("do", "")
    words = [(word, effect_label(word)) for word in vocabulary.primitives]
    path = f"{made.path}-do"
    made.fields = {"do": Input("do", path, "select", field_label("do"), do, True, words)}
    made.fields["do"].errors = form.errors.get(path, [])
    if isinstance(do, str) and do in vocabulary.primitives:
        made.fields |= inputs_of(vocabulary.primitives[do], f"{made.path}-", body, form)
        for name, function in vocabulary.conditions.items():
            (only,) = fields_of(function).values()
            condition = Field(name, only.parameter, only.annotation, only.read, False, None)
            made.conditions[name] = _input(condition, f"{made.path}-{name}", body.get(name, NOTHING), form)


def focus_first_error(inputs: Mapping[str, Input]) -> None:
    """Let the page begin at the first field that was refused, or at the first one of a refused group."""
    refused = next((each for each in inputs.values() if each.has_errors), None)
    while refused is not None:
        inner = [*filter(None, [refused.line]), *refused.fields.values(), *refused.conditions.values(), *refused.rows]
        if not inner:
            refused.focus = True
            return
        refused = next((each for each in inner if each.has_errors), inner[0])


# -- what was sent --------------------------------------------------------------------------------------------


def body_from(post: Post, function: Function, path: str = "", *, empty_rows: bool = False) -> dict[str, Any]:
    """Return the table of a submitted form. Empty fields are omitted, and so are empty rows unless `empty_rows`."""
    found = {}
    for each in fields_of(function).values():
        if each.name not in KEPT:
            value = _value(post, each.annotation, f"{path}{each.name}", each.name, empty_rows)
            if value is not NOTHING:
                found[each.name] = value
    if found or not path:  # a required list may be empty
        needed = [each.name for each in fields_of(function).values() if each.required and is_list(each.annotation)]
        found = {**{name: [] for name in needed}, **found}
    return found


def _value(post: Post, annotation: Any, path: str, name: str, empty_rows: bool) -> Any:
    annotation = without_none(annotation)
    vocabulary = vocabulary_of(annotation)
    if name == UNSEEN:
        return ["effects"] if text_sent(post, path) else NOTHING
    if vocabulary is not None:
        return effect_sent(post, vocabulary, path, empty_rows) or NOTHING
    if is_dataclass(annotation) and isinstance(annotation, type):
        return body_from(post, annotation, f"{path}-", empty_rows=empty_rows) or NOTHING
    if get_origin(annotation) is tuple:
        return _sent_list(post, get_args(annotation)[0], path, name, empty_rows) or NOTHING
    text = text_sent(post, path)
    if annotation is bool:
        return {"yes": True, "on": True, "no": False}.get(text, NOTHING)
    if not text:
        return NOTHING
    return number_sent(text) if takes_numbers(annotation) else text


def number_sent(text: str) -> Any:
    digits = text.replace("\u2212", "-").removeprefix("+")
    plain = digits.removeprefix("-")
    return int(digits) if plain.isascii() and plain.isdecimal() and len(plain) < 10 else text


def _sent_list(post: Post, item: Any, path: str, name: str, empty_rows: bool) -> list[Any]:
    kind = kind_of(item)
    if get_origin(item) is Literal or (kind is not None and kind.words == "a power"):
        return list(dict.fromkeys(value for value in post.get(path, []) if value))
    if vocabulary_of(item) is None and not is_dataclass(item):
        return [part for part in map(str.strip, text_sent(post, path).split(",")) if part]
    return [row for _place, row in _sent_rows(post, item, path, name, empty_rows)]


def _sent_rows(post: Post, item: Any, path: str, name: str, empty_rows: bool) -> Iterator[tuple[int, Any]]:
    for place in places_sent(post, path):
        row = _value(post, item, f"{path}-{place}", name, empty_rows)
        if row is not NOTHING or empty_rows:
            yield place, {} if row is NOTHING else row


def rows_sent(post: Post, function: Function, name: str, *, empty_rows: bool = False) -> list[str]:
    """Return the prefixes of the fields of a list's rows, in the same order as `body_from`."""
    item = get_args(fields_of(function)[name].annotation)[0]
    return [f"{name}-{place}" for place, _row in _sent_rows(post, item, name, name, empty_rows)]


def places_sent(post: Post, path: str) -> Iterator[int]:
    """Yield the numbers of the submitted rows of a list, in order, without removed ones."""
    removed = set(post.get("remove", []))
    for place in range(MOST_ROWS):
        start = f"{path}-{place}"
        if start not in removed and any(name.startswith(f"{start}-") for name in post):
            yield place


def effect_sent(post: Post, vocabulary: Vocabulary, path: str, empty_rows: bool) -> dict[str, Any]:
    do = text_sent(post, f"{path}-do")
    if not do:
        return {}
    function = vocabulary.primitives.get(do)
    if function is None:
        return {"do": do}
    conditions = {}
    for name, condition in vocabulary.conditions.items():
        (only,) = fields_of(condition).values()
        value = _value(post, only.annotation, f"{path}-{name}", name, empty_rows)
        if value is not NOTHING:
            conditions[name] = value
    return {"do": do, **body_from(post, function, f"{path}-", empty_rows=empty_rows), **conditions}


def text_sent(post: Post, path: str) -> str:
    values = post.get(path, [])
    return values[-1].replace("\r\n", "\n").strip()[: 4 * LONGEST_TEXT] if values else ""


def sent_as(inputs: Mapping[str, Input]) -> dict[str, list[str]]:
    """Return the fields of a form as a browser would send them."""
    sent: dict[str, list[str]] = {}

    def visit(each: Input) -> None:
        if each.kind == "checks":
            sent[each.path] = [str(value) for value in each.value]
        elif each.kind in ("check", "yes-no"):
            words = {True: "yes", False: "no"} if each.kind == "yes-no" else {True: "on"}
            sent[each.path] = [words[each.value]] if each.value in words and each.value != "" else []
        elif each.kind not in ("group", "rows", "effect"):
            sent[each.path] = [str(each.value)]

    walk(inputs.values(), visit)
    return sent


def walk(inputs: Iterable[Input], visit: Callable[[Input], None]) -> None:
    for each in inputs:
        visit(each)
        walk([*each.fields.values(), *each.conditions.values(), *each.rows], visit)
