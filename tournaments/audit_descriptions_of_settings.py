"""How the audit log stores a setting of the event, and describes it with label and value."""

import datetime as dt
from functools import partial
from typing import Any

from django.db import models
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from core.audit import JsonValue
from core.audit_descriptions import Fact, is_list_of_texts, plain
from tournaments.models import Event, PenaltyKind, TieBreak

# of the settings that are lists of codes
LABELS = {"tie_breaks": dict(TieBreak.choices), "penalty_ladder": dict(PenaltyKind.choices)}


def stored_value(value: Any) -> JsonValue:
    """Numbers, yes and no, and lists stay what they are; a date is kept as text, a series by its name."""
    if value is None or isinstance(value, bool | int | list | dict):
        return value
    return str(value)


def setting_in_words(field: "models.Field[Any, Any]", value: Any) -> str:
    """Entries of an older version kept every value as text."""
    if value is None or value == "None":
        return ""
    if isinstance(field, models.BooleanField):
        return _("yes") if value in (True, "True") else _("no")
    if isinstance(field, models.DateTimeField) and (moment := _moment(value)):
        return _on_the_clock(timezone.localtime(moment))
    labels = LABELS.get(field.name) or dict(field.flatchoices)
    if is_list_of_texts(value):
        return ", ".join(str(labels.get(each, each)) for each in value)
    return str(labels.get(value, value)) if isinstance(value, str) else plain(value)


def _moment(value: Any) -> dt.datetime | None:
    """None for what is no date with its zone."""
    try:
        moment = dt.datetime.fromisoformat(value)
    except (TypeError, ValueError):
        return None
    return moment if moment.tzinfo else None


def _on_the_clock(moment: dt.datetime) -> str:
    """As the pages write it. The audit log can be exported to a file, where nothing else names the time zone."""
    return f"{date_format(moment, 'j F Y, H:i')} ({moment.tzinfo})"


SETTINGS = {
    field.name: Fact(field.verbose_name, render=partial(setting_in_words, field))
    for field in Event._meta.concrete_fields
}
