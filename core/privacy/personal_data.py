"""Personal data of all apps: exported as one document, listed on one page, or erased in one transaction."""

import datetime as dt
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django.contrib.sessions.models import Session
from django.db import OperationalError, connection, transaction
from django.db.models import Model
from django.utils.functional import Promise

from core.pages.live import PEOPLE, notify
from core.privacy import erasures
from core.records import audit


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
    return model._base_manager.filter(**{column: user}).count()


LONGEST_WAIT = 500  # milliseconds for the readers of SQLite to finish


class ErasureRefused(Exception):
    """The person has to settle something before they can be erased; the message says what."""


@dataclass(frozen=True)
class PersonalData:
    """One app's export and erasure of personal data."""

    export: Callable[[Any], dict[str, Any]]
    erase: Callable[[Any], None]
    stored: Callable[[Any], list[StoredData]]


_personal_data: dict[str, PersonalData] = {}
_checks: list[Callable[[Any], None]] = []


def register(
    app: str,
    *,
    export: Callable[[Any], dict[str, Any]],
    erase: Callable[[Any], None],
    stored: Callable[[Any], list[StoredData]],
) -> None:
    """Register an app's personal data. Call in `AppConfig.ready`, so the order is that of INSTALLED_APPS."""
    _personal_data[app] = PersonalData(export, erase, stored)


def check_before_erasure(check: Callable[[Any], None]) -> None:
    """Register a check that raises `ErasureRefused`. Call in `AppConfig.ready`."""
    if check not in _checks:
        _checks.append(check)


def my_data(user: Any) -> dict[str, Any]:
    return {app: personal_data.export(user) for app, personal_data in _personal_data.items()}


def stored_about(user: Any) -> list[StoredData]:
    """The lines of the page on stored data, app by app."""
    return [line for personal_data in _personal_data.values() for line in personal_data.stored(user)]


@transaction.atomic
def erase(user: Any, *, unasked: bool = False) -> None:
    """Erase a person; results stay under a pseudonym. Higher apps go first, because they may need the name to find
    their rows."""
    if not unasked:
        for check in _checks:
            check(user)
    register_row = erasures.begin(user)
    if register_row.done_at:  # they pressed twice
        return
    for personal_data in reversed(_personal_data.values()):
        personal_data.erase(user)
    notify(PEOPLE)
    for session in Session.objects.iterator():
        if session.get_decoded().get("_auth_user_id") == str(user.pk):
            session.delete()
    erasures.end(register_row)
    audit.record("account-erased", who=user, subject=user)
    transaction.on_commit(erasures.write_file, robust=True)
    transaction.on_commit(empty_write_ahead_log, robust=True)


def empty_write_ahead_log() -> None:
    """SQLite keeps in this file what was erased until it folds it into the database. A long reader, such as a backup,
    would keep writers waiting meanwhile: then it is left to SQLite."""
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        (usual,) = cursor.execute("PRAGMA busy_timeout").fetchone()
        cursor.execute(f"PRAGMA busy_timeout = {LONGEST_WAIT}")
        try:
            with suppress(OperationalError):
                cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {usual}")


def erase_again(keys: set[str], people: Any) -> int:
    """Repeat all erasures that an old backup does not contain, after it was restored. Open tasks of these people do not
    prevent it."""
    found = erasures.erased_since_backup(keys, people)
    for person in found:
        erase(person, unasked=True)
    return len(found)
