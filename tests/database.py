"""The database of the tests: its schema made once a change, and worlds that several tests share.

The schema: for SQLite it is kept as a file in pytest's cache, under a name made from everything it follows from, and
each process begins with a copy. PostgreSQL is always migrated: that the migrations run there is to be proved.

A world: what the tests of a module stand on is built once a process, inside a transaction; each test runs in a
savepoint of it, and leaves it as it was. A module that shares a world has no test with `transaction=True`.
"""

import fcntl
import hashlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import django
import pytest
from django.apps import apps
from django.conf import settings
from django.db import connection, transaction

from core.database import append_only

Built = TypeVar("Built")

MADE_BY_MIGRATE = {"django_content_type", "auth_permission"}  # the same before and after every test


def kept_schema(cache: pytest.Cache) -> Path:
    """Of the processes side by side one builds it, the others wait and find it built."""
    kept = cache.mkdir("schemas") / f"{_what_it_follows_from()}.sqlite3"
    with kept.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            _migrate(kept.with_suffix(".new"))
            kept.with_suffix(".new").rename(kept)
    return kept


def _what_it_follows_from() -> str:
    """The migrations of every app, ours and the packages', and Django itself."""
    seen = hashlib.sha256(django.get_version().encode())
    for app in apps.get_app_configs():
        for file in sorted(Path(app.path, "migrations").glob("*.py")):
            seen.update(f"{app.label}/{file.name}".encode() + file.read_bytes())
    seen.update(Path(append_only.__file__).read_bytes())
    return seen.hexdigest()[:20]


def _migrate(new: Path) -> None:
    new.unlink(missing_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        ours = {"DJANGO_SETTINGS_MODULE": "config.settings", "DATABASE_URL": f"sqlite:///{new}", "VAR_DIR": folder}
        command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
        subprocess.run(command, cwd=settings.BASE_DIR, env=os.environ | ours, check=True)


@contextmanager
def standing(build: Callable[[], Built], blocker: Any) -> Iterator[Built]:
    """What `build` makes, for as long as this lasts: for a fixture with the scope of a module."""
    with blocker.unblock(), transaction.atomic():
        built = build()
        with blocker.block():
            yield built
        transaction.set_rollback(True)


def empty_written_tables() -> None:
    """What `flush` does after a test that commits, for the few tables that have rows: to empty all hundred, and to make
    content types and permissions again, takes longer than many a test."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_which_have_rows())
        written = {name for (name,) in cursor.fetchall()}
        guarded = written & {append_only.TABLE, append_only.ERASURES}
        if connection.vendor == "postgresql" and guarded:
            cursor.execute("SET LOCAL session_replication_role = replica")  # no triggers, which refuse even this
            cursor.execute(f"TRUNCATE {', '.join(guarded)}")
            cursor.execute("SET LOCAL session_replication_role = origin")
            written -= guarded
        for name in sorted(written):
            cursor.execute(f"DELETE FROM {name}")  # foreign keys are checked at the end of the transaction


@cache
def _which_have_rows() -> str:
    names = connection.introspection.django_table_names(only_existing=True, include_views=False)
    asked = (f"SELECT '{name}' WHERE EXISTS (SELECT 1 FROM {name})" for name in sorted({*names} - MADE_BY_MIGRATE))
    return " UNION ALL ".join(asked)
