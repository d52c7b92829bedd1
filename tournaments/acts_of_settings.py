"""How the journal tells a setting of the event: its label, and its value, which was kept as text."""

import datetime as dt
from functools import partial
from typing import Any

from django.db import models
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.acts import Fact
from tournaments.models import Event


def told(field: "models.Field[Any, Any]", value: str) -> str:
    if value == "None":
        return ""
    if isinstance(field, models.BooleanField):
        return _("yes") if value == "True" else _("no")
    if isinstance(field, models.DateTimeField):
        return _on_the_clock(timezone.localtime(dt.datetime.fromisoformat(value)))
    return str(dict(field.flatchoices).get(value, value))


def _on_the_clock(moment: dt.datetime) -> str:
    """As the pages write it. A line of the journal is read in a file too, where nothing else names the zone."""
    return f"{date_format(moment, 'j F Y, H:i')} ({moment.tzinfo})"


SETTINGS = {field.name: Fact(field.verbose_name, told=partial(told, field)) for field in Event._meta.concrete_fields}
