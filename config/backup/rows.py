"""Tables as lines of JSON, the same from SQLite and PostgreSQL."""

import base64
import datetime
import json
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any

from django.apps import apps
from django.core.management.color import no_style
from django.db import connection, models

LEFT_OUT = {"sessions.Session", "usersessions.UserSession"}  # people sign in again after a restore
MADE_BY_MIGRATE = ["auth.Permission", "contenttypes.ContentType"]
BATCH = 200


def kept_models() -> list[type[models.Model]]:
    every = apps.get_models(include_auto_created=True)
    return sorted((model for model in every if model._meta.label not in LEFT_OUT), key=lambda model: model._meta.label)


@contextmanager
def snapshot() -> Iterator[None]:
    """One consistent snapshot of all tables, without blocking writers."""
    if connection.in_atomic_block:
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("BEGIN ISOLATION LEVEL REPEATABLE READ" if connection.vendor == "postgresql" else "BEGIN")
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")


def columns_of(model: type[models.Model]) -> list[Any]:
    """By their names: the order of the classes changes when code moves."""
    return sorted(model._meta.concrete_fields, key=lambda field: field.attname)


def lines_of(model: type[models.Model]) -> Iterator[str]:
    names = [field.attname for field in columns_of(model)]
    for row in model._base_manager.order_by("pk").values_list(*names).iterator(chunk_size=2000):
        yield json.dumps([_plain(value) for value in row], ensure_ascii=False, sort_keys=True)


def _plain(value: Any) -> Any:
    if isinstance(value, datetime.datetime):
        return value.astimezone(datetime.UTC).isoformat()
    if isinstance(value, bytes | memoryview):
        return base64.b64encode(value).decode()
    if value is None or isinstance(value, bool | int | float | str | list | dict):
        return value
    return str(value)


def load(model: type[models.Model], lines: Iterator[str]) -> None:
    """Insert rows exactly as stored: no default, no "now" and no Python hook changes them."""
    fields = columns_of(model)
    names = [field.attname for field in fields]
    while some := list(islice(lines, BATCH)):
        values = [map(_read, fields, json.loads(line)) for line in some]
        rows = [model(**dict(zip(names, row, strict=True))) for row in values]
        model._base_manager.all()._insert(rows, fields=fields, using="default", raw=True)  # type: ignore[attr-defined]


def _read(field: Any, value: Any) -> Any:
    return field.to_python(value)


def delete_rows_of_migrate() -> None:
    for label in MADE_BY_MIGRATE:
        apps.get_model(label)._base_manager.all().delete()


def first_table_with_rows() -> str:
    """The first table with rows of its own, or ""."""
    for model in kept_models():
        if model._meta.label not in MADE_BY_MIGRATE and model._base_manager.exists():
            return model._meta.label
    return ""


def advance_sequences() -> None:
    """Advance PostgreSQL's sequences, which are separate from the rows: the next row would otherwise reuse a key."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), kept_models()):
            cursor.execute(statement)
