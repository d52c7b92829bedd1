"""What may stand in a `krosmaster-event/1`: a field for each exported column, for its reader and its JSON Schema."""

import datetime as dt
from collections.abc import Iterable, Mapping
from typing import Any

from django.db import models

from rules.common.fields import (
    Fields,
    Shape,
    Wrong,
    anything,
    list_of,
    nullable,
    object_with,
    one_of,
    text,
    text_or_null,
    truth,
    whole,
)
from rules.common.messages import sentence as _
from rules.games import DEFAULT
from tournaments.models import Event, Match, Outcome, Registration, Result, ResultReport, Seat
from tournaments.services.events.exporting import FORMAT, LEFT_OUT


def _check_time(value: Any) -> None:
    text(value)
    try:
        dt.datetime.fromisoformat(value)
    except ValueError:
        raise Wrong("wrong-type", _("a date and time is expected")) from None


Row = dict[str, tuple[Shape, bool]]
TIME = Shape(_check_time, {"type": "string", "format": "date-time"})


OF_JSON: Mapping[str, Shape] = {  # the other columns hold what this site has worked out
    "pinned_legality": object_with(**DEFAULT.lists.profile_fields),
    "arenas": list_of(text),
    "tie_breaks": list_of(text),
    "cut_seeds": list_of(whole),
    "figures": list_of(text),
    "pool": list_of(text),
}


NOT_TOLD = {Match: {"bye"}, ResultReport: {"places", "tallies"}, Result: {"places", "tallies"}}  # but as duels
SCORE: Row = {"outcome": (one_of(*Outcome.values), True), "glory_a": (whole, False), "glory_b": (whole, False)}
# what a format of duels says whatever the columns are
WRITTEN: Mapping[type[models.Model], Row] = {
    Registration: {"name": (text, True), "email": (text_or_null, False)},
    Match: {"a": (whole, True), "b": (nullable(whole), False)},
    ResultReport: SCORE,
    Result: SCORE,
}


def event_fields(parts: Iterable[tuple[str, type[models.Model]]]) -> Fields:
    """Every part may be left out but the event itself."""
    told = [(name, model) for name, model in parts if model is not Seat]  # seats are `a` and `b` of a match
    rows = {name: (list_of(object_with(**_columns(model))).named(name), False) for name, model in told}
    facts = object_with(why=(text, False), document=(anything.described("A krosmaster-facts/1."), True))
    return {
        "format": (one_of(FORMAT), True),
        "event": (object_with(**_columns(Event)), True),
        **rows,
        "facts": (nullable(facts), False),
    }


def _columns(model: type[models.Model]) -> Row:
    left_out = LEFT_OUT.get(model, set()) | NOT_TOLD.get(model, set())
    columns = [column for column in model._meta.concrete_fields if column.name not in left_out]
    fields = {column.name: (_shape_of(column), _is_required(column)) for column in columns}
    return fields | WRITTEN.get(model, {})


def _is_required(column: "models.Field[Any, Any]") -> bool:
    """The others have a default. A list names its rows, so that other rows can point at them."""
    is_set_here = getattr(column, "auto_now_add", False) or isinstance(column, models.CharField | models.TextField)
    return column.name in ("id", "name") or not (column.null or column.has_default() or is_set_here)


def _shape_of(column: "models.Field[Any, Any]") -> Shape:
    shape = OF_JSON.get(column.name, anything) if isinstance(column, models.JSONField) else _value_of(column)
    return nullable(shape) if column.null else shape


def _value_of(column: "models.Field[Any, Any]") -> Shape:
    if column.flatchoices and isinstance(column, models.CharField):
        return one_of(*dict.fromkeys(["", *(value for value, _label in column.flatchoices)]))
    if isinstance(column, models.CharField | models.TextField):
        return _text_of_at_most(column.max_length)
    if isinstance(column, models.BooleanField):
        return truth
    if isinstance(column, models.DateTimeField):
        return TIME
    return whole


def _text_of_at_most(most: int | None) -> Shape:
    def check(value: Any) -> None:
        text(value)
        if most is not None and len(value) > most:
            raise Wrong("too-long", _("at most {most} characters", most=most))

    return Shape(check, {"type": "string"} if most is None else {"type": "string", "maxLength": most})
