"""The fields of an exported event, one for each exported column, for its reader and its JSON Schema."""

import datetime as dt
from collections.abc import Iterable, Mapping
from typing import Any

from django.db import models

from rules.common.fields import (
    Fields,
    InvalidValue,
    Shape,
    anything,
    at_most,
    each_once,
    list_of,
    nullable,
    number_from,
    object_with,
    one_of,
    reported_as,
    text,
    text_or_null,
    truth,
    whole,
)
from rules.common.messages import message as _
from rules.games import DEFAULT
from tournaments.core.bracket import MAX_PLAYERS, MIN_PLAYERS
from tournaments.core.exports.event_document import UNNAMED
from tournaments.core.scoring import SEATS
from tournaments.events.models.limits import A_WEEK, FIRST_YEAR, LAST_YEAR, MOST_POINTS
from tournaments.events.services.exporting import FORMAT, FORMAT_OF_TABLES, KEPT_OF_ROUND, LEFT_OUT
from tournaments.models import (
    Crew,
    DuelOutcome,
    Event,
    Match,
    PenaltyKind,
    Registration,
    Result,
    ResultReport,
    Round,
    Seat,
    TieBreak,
)


def _check_time(value: Any) -> None:
    text(value)
    try:
        year = dt.datetime.fromisoformat(value).year
    except ValueError:
        raise InvalidValue("wrong-type", _("a date and time is expected")) from None
    if not FIRST_YEAR <= year <= LAST_YEAR:
        raise InvalidValue(
            "out-of-bounds", _("a date from {first} to {last} is expected", first=FIRST_YEAR, last=LAST_YEAR)
        )


def _seeds() -> Shape:
    """Return the shape of the seeds: empty before the cut, then any valid size, because staff may have changed it
    since."""
    players = each_once(list_of(whole), _("a player can be seeded once"))

    def check(value: Any) -> None:
        players.check(value)
        if value and not MIN_PLAYERS <= len(value) <= MAX_PLAYERS:
            raise InvalidValue(
                "out-of-bounds", _("{least} to {most} players are expected", least=MIN_PLAYERS, most=MAX_PLAYERS)
            )

    return Shape(check, {**players.schema, "maxItems": MAX_PLAYERS})


def _points_by_place() -> Shape:
    points = list_of(number_from(0, MOST_POINTS))

    def check(value: Any) -> None:
        points.check(value)
        if len(value) != SEATS or value != sorted(value, reverse=True) or value[0] < 1:
            raise InvalidValue("out-of-bounds", _("four numbers are expected, falling from the first place on"))

    return Shape(check, {**points.schema, "minItems": SEATS, "maxItems": SEATS})


def _rows(row: Shape) -> Shape:
    """Return the shape of a list of rows with unique ids, because other rows refer to them."""
    entries = list_of(row)

    def check(value: Any) -> list[str] | None:
        below = entries.check(value)
        seen: set[int] = set()
        for index, found in enumerate(value):
            if found["id"] in seen:
                raise InvalidValue("twice", _("an earlier entry has this number"), f"/{index}/id")
            seen.add(found["id"])
        return below

    return Shape(check, entries.schema)


NO_PLAYER = _("no player of this file")
OTHER_BRACKET = _("the results of the top cut do not fit these seeds")
NO_DUELS = _("a file of this format has matches of two players; larger tables need krosmaster-event/2")
LONGEST_PAUSE = 366 * 24 * 60 * 60  # seconds; a pause between two seasons
TIME = Shape(_check_time, {"type": "string", "format": "date-time"})


OF_JSON: Mapping[str, Shape] = {  # the other columns are computed by this site
    "pinned_legality": object_with(**DEFAULT.lists.profile_fields),
    "arenas": list_of(text),
    "challenges": list_of(text),
    "tie_breaks": each_once(list_of(one_of(*TieBreak.values)), _("a tie-break can be chosen once")),
    "penalty_ladder": list_of(one_of(*PenaltyKind.values)),
    "cut_seeds": _seeds(),
    "figures": list_of(text),
    "pool": list_of(text),
    "points_by_place": _points_by_place(),
    "places": list_of(whole),
    "tallies": list_of(whole),
    "absent": list_of(whole),
    "heat": list_of(whole),
}


OF_SEATS = {"places", "tallies", "absent", "heat"}
LEFT_OUT_OF_DUELS = {
    Event: set(UNNAMED),
    Registration: {"crew", "crew_seat"},
    Match: {"bye", "demon", "demon_called"},
    ResultReport: OF_SEATS,
    Result: OF_SEATS,
}  # these are duels
SCORE: Fields = {"outcome": (one_of(*DuelOutcome.values), True), "glory_a": (whole, False), "glory_b": (whole, False)}
# what forms and the clock of a round can store; the columns allow more
CLOCK: Mapping[str, Shape] = {
    "minutes": number_from(1, 600),
    "paused_seconds": at_most(LONGEST_PAUSE),
    "extra_seconds": at_most(A_WEEK * 60),
}
WRITTEN: Mapping[type[models.Model], Fields] = {
    Registration: {"name": (text, True), "email": (text_or_null, False)},
    Round: {name: (nullable(anything), False) for name in KEPT_OF_ROUND},
}
OTHER_RULES = _(
    "a krosmaster-event/1 is played by {rules}; other rules need a krosmaster-event/2, whose matches have seats",
    rules=DEFAULT.slug,
)
# fields that the format of duels has in place of the columns
OF_DUELS: Mapping[type[models.Model], Fields] = {
    Event: {
        "game": (reported_as(one_of(DEFAULT.game), "other-game", OTHER_RULES), False),
        "ruleset": (reported_as(one_of(DEFAULT.slug), "other-game", OTHER_RULES), False),
    },
    Match: {"a": (whole, True), "b": (nullable(whole), False)},
    ResultReport: SCORE,
    Result: SCORE,
}


def event_fields(parts: Iterable[tuple[str, type[models.Model]]]) -> Fields:
    """Return the fields of `krosmaster-event/1`. Every part may be omitted except the event itself."""
    # matches have `a` and `b` instead of seats
    plain = [(name, model) for name, model in parts if model not in (Seat, Crew)]
    rows = {name: (_rows(object_with(**_columns(model))).named(name), False) for name, model in plain}
    return {
        "format": (one_of(FORMAT), True),
        "event": (object_with(**_columns(Event)), True),
        **rows,
        **FACTS,
        **SOURCE,
    }


def fields_of_tables(parts: Iterable[tuple[str, type[models.Model]]]) -> Fields:
    """Return the fields of `krosmaster-event/2`, which are the stored columns."""
    rows = {name: (_rows(object_with(**_columns_stored(model))).named(name), False) for name, model in parts}
    event = object_with(**_columns_stored(Event))
    return {"format": (one_of(FORMAT_OF_TABLES), True), "event": (event, True), **rows, **FACTS, **SOURCE}


FACTS: Fields = {
    "facts": (
        nullable(object_with(why=(text, False), document=(anything.described("A krosmaster-facts/1."), True))),
        False,
    ),
}


SOURCE: Fields = {
    "imported": (
        nullable(object_with(by=(text, False), at=(text, False), played_here=(truth, False))).described(
            "Where the rounds come from, as the site says that exported them. It is not imported."
        ),
        False,
    ),
}


def _columns(model: type[models.Model]) -> Fields:
    """Return the fields of a model in the format of duels."""
    fields = {
        name: field for name, field in _columns_stored(model).items() if name not in LEFT_OUT_OF_DUELS.get(model, set())
    }
    return fields | OF_DUELS.get(model, {})


def _columns_stored(model: type[models.Model]) -> Fields:
    left_out = LEFT_OUT.get(model, set())
    columns = [column for column in model._meta.concrete_fields if column.name not in left_out]
    fields = {column.name: (_shape_of(column), _is_required(column)) for column in columns}
    return fields | WRITTEN.get(model, {})


def _is_required(column: "models.Field[Any, Any]") -> bool:
    """Whether a row must have this column: its id, its name, and every column without a default."""
    is_set_here = getattr(column, "auto_now_add", False) or isinstance(column, models.CharField | models.TextField)
    return column.name in ("id", "name") or not (column.null or column.has_default() or is_set_here)


def _shape_of(column: "models.Field[Any, Any]") -> Shape:
    shape = OF_JSON.get(column.name, anything) if isinstance(column, models.JSONField) else _value_of(column)
    return nullable(shape) if column.null else shape


def _value_of(column: "models.Field[Any, Any]") -> Shape:
    if column.flatchoices and isinstance(column, models.CharField):
        nothing = [] if column.model is Event and not column.blank else [""]
        return one_of(*dict.fromkeys([*nothing, *(value for value, _label in column.flatchoices)]))
    if isinstance(column, models.CharField | models.TextField):
        return _text_of_at_most(column.max_length)
    if isinstance(column, models.BooleanField):
        return truth
    if isinstance(column, models.DateTimeField):
        return TIME
    return CLOCK.get(column.name, whole)


def _text_of_at_most(most: int | None) -> Shape:
    def check(value: Any) -> None:
        text(value)
        if most is not None and len(value) > most:
            raise InvalidValue("too-long", _("at most {most} characters", most=most))

    return Shape(check, {"type": "string"} if most is None else {"type": "string", "maxLength": most})
