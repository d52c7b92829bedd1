"""One line of the page that tells people what is stored about them and until when."""

import datetime as dt
from dataclasses import dataclass
from typing import Any

from django.db.models import Model
from django.utils.functional import Promise


@dataclass(frozen=True)
class StoredData:
    """What is stored and until when, in words. `ends_on` is the day on which the last of it is deleted
    automatically."""

    what: "str | Promise"
    held: str
    until: "str | Promise"
    ends_on: dt.datetime | None = None


def ending(last: dt.datetime | None, after: dt.timedelta) -> dt.datetime | None:
    return last + after if last else None


def number_held(model: type[Model], column: str, user: Any) -> str:
    """Return how many rows name the person in this column; empty if none."""
    return str(rows_held(model, column, user) or "")


def rows_held(model: type[Model], column: str, user: Any) -> int:
    return model._default_manager.filter(**{column: user}).count()
