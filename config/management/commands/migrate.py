"""Django's migrate as the owner of the tables, if the site has a role of its own, and one at a time."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import CommandError
from django.core.management.commands import migrate
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from core.database.errors import sqlite_has_no_room
from launch import FOLDER_OF_DATA, full, unwritable

LOCK = 4_517_262_311  # the key of an advisory lock; PostgreSQL keeps those of each database apart
INSUFFICIENT_PRIVILEGE = "42501"  # SQLSTATE of PostgreSQL
MAY_NOT_MIGRATE = (
    "The role of DATABASE_URL may not change the tables: migrate where MIGRATION_DATABASE_URL is given "
    "(docs/operations.md, Two roles in PostgreSQL)."
)
MAY_NOT_GRANT = (
    "The role of MIGRATION_DATABASE_URL cannot give the role of DATABASE_URL its rights ({reason}). Is it there, and "
    "do the tables belong to the former (docs/operations.md, Two roles in PostgreSQL)?"
)
TOO_OLD = (
    "This database is of an older version ({missing} is missing), and this one cannot migrate it: do that with the "
    "commit that docs/operations.md names (Upgrade), make a backup there, then come back."
)
GRANTS = (
    # for what this role makes from now on, in these migrations and in later ones
    "ALTER DEFAULT PRIVILEGES IN SCHEMA {schema} GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO {site}",
    "ALTER DEFAULT PRIVILEGES IN SCHEMA {schema} GRANT SELECT, USAGE, UPDATE ON SEQUENCES TO {site}",
    # for what is there already
    "GRANT USAGE ON SCHEMA {schema} TO {site}",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA {schema} TO {site}",
    "GRANT SELECT, USAGE, UPDATE ON ALL SEQUENCES IN SCHEMA {schema} TO {site}",
)


class Command(migrate.Command):
    def execute(self, *args: Any, **options: Any) -> str | None:
        try:
            with as_owner(), one_at_a_time():
                refuse_what_is_too_old()
                if settings.MIGRATION_DATABASE:
                    grant_rights(settings.DATABASES["default"]["USER"])
                return super().execute(*args, **options)
        except DatabaseError as error:
            if sqlite_has_no_room(error):
                raise CommandError(full(Path(connection.settings_dict["NAME"]).parent)) from error
            if sqlstate(error) == INSUFFICIENT_PRIVILEGE:
                raise CommandError(MAY_NOT_MIGRATE) from error
            raise


@contextmanager
def as_owner() -> Iterator[None]:
    """Connect with MIGRATION_DATABASE_URL, if it is given."""
    of_the_site = connection.settings_dict
    if settings.MIGRATION_DATABASE:
        connection.close()
        connection.settings_dict = {**of_the_site, **settings.MIGRATION_DATABASE}
    try:
        yield
    finally:
        if settings.MIGRATION_DATABASE:
            connection.close()
            connection.settings_dict = of_the_site


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Of several that start together the first migrates, and the others find it done."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = 0")
            cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK])
            cursor.execute("RESET lock_timeout")
        try:
            yield
        finally:
            if connection.is_usable():  # otherwise the lock has gone with the connection
                with connection.cursor() as cursor:
                    cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK])
    else:
        try:
            lock = (settings.VAR_DIR / "migrate.lock").open("w")
        except OSError as reason:
            raise CommandError(unwritable(settings.VAR_DIR, reason, FOLDER_OF_DATA)) from None
        with lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield


def refuse_what_is_too_old() -> None:
    """Of former migrations, whose files are gone, a database has all or none: Django would leave it between them."""
    loader = MigrationLoader(None, load=False)
    loader.load_disk()
    applied = MigrationRecorder(connection).applied_migrations().keys()
    for migration in loader.disk_migrations.values():
        former = set(migration.replaces) - loader.disk_migrations.keys()
        if former & applied and (missing := former - applied):
            raise CommandError(TOO_OLD.format(missing=".".join(min(missing))))


def grant_rights(role: str) -> None:
    """Let the site read and write rows, and no more: it can neither change nor empty a table, nor switch a trigger
    off."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_schema()")
        schema, site = map(connection.ops.quote_name, (*cursor.fetchone(), role))
        for statement in GRANTS:
            try:
                cursor.execute(statement.format(schema=schema, site=site))
            except DatabaseError as error:
                raise CommandError(MAY_NOT_GRANT.format(reason=str(error).splitlines()[0])) from error


def sqlstate(error: BaseException | None) -> str:
    """The code of PostgreSQL's own error below those that Django made of it."""
    while error and not getattr(error, "sqlstate", None):
        error = error.__cause__ or error.__context__
    return str(getattr(error, "sqlstate", ""))
