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
        return date_format(timezone.localtime(dt.datetime.fromisoformat(value)), "DATETIME_FORMAT")
    return str(dict(field.flatchoices).get(value, value))


SETTINGS = {field.name: Fact(field.verbose_name, told=partial(told, field)) for field in Event._meta.concrete_fields}
