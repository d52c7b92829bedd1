"""A site whose role in PostgreSQL does not own its tables: deploy/postgres-roles.sh and manage.py migrate set it up."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection

from config import checks
from config.backup import archive
from config.management.commands import migrate
from core.models import AuditEntry, Erasure
from core.privacy import erasures
from core.records.audit import record
from tests.judging import people

ROOT = Path(__file__).resolve().parent.parent.parent
SITE, OWNER = "krosmaster", "krosmaster_owner"
LONG = 120  # seconds, after which a test fails rather than hangs
WAITING = """
SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = database
WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted
"""
pytestmark = [
    pytest.mark.skipif(connection.vendor != "postgresql", reason="about roles of PostgreSQL"),
    pytest.mark.django_db(transaction=True),
]


def as_superuser(*statements: str) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def server() -> dict[str, str]:
    """The environment by which the programs of PostgreSQL reach the server of these tests."""
    given = connection.settings_dict
    found = {"PGHOST": given["HOST"], "PGPORT": str(given["PORT"]), "PGPASSWORD": given["PASSWORD"]}
    return os.environ | {name: value for name, value in found.items() if value}


@pytest.fixture
def _two_roles() -> Iterator[None]:
    gone = (f"DROP DATABASE IF EXISTS {SITE}", f"DROP ROLE IF EXISTS {SITE}", f"DROP ROLE IF EXISTS {OWNER}")
    as_superuser(*gone)
    superuser = {"POSTGRES_USER": connection.settings_dict["USER"]}
    ours = server() | superuser | {"OWNER_PASSWORD": "it's", "SITE_PASSWORD": "another"}
    subprocess.run([ROOT / "deploy/postgres-roles.sh"], env=ours, check=True)
    yield
    as_superuser(*gone)


def fill_as_owner() -> None:
    """With the tables of the tests, which are empty but for what migrate writes."""
    given = connection.settings_dict
    copy = ["pg_dump", "--no-owner", "--no-acl", "--username", given["USER"], given["NAME"]]
    dumped = subprocess.run(copy, env=server(), capture_output=True, check=True).stdout
    into = ["psql", "--no-psqlrc", "--quiet", "--set", "ON_ERROR_STOP=1", "--username", OWNER, SITE]
    owner = server() | {"PGPASSWORD": "it's"}
    subprocess.run(into, env=owner, input=dumped, stdout=subprocess.DEVNULL, check=True)


@contextmanager
def site_of_two_roles(settings, monkeypatch) -> Iterator[None]:
    """This process becomes that site."""
    of_the_tests = connection.settings_dict
    both = {**of_the_tests, "NAME": SITE, "OPTIONS": {"options": "-c lock_timeout=3000"}}
    site, owner = {**both, "USER": SITE, "PASSWORD": "another"}, {**both, "USER": OWNER, "PASSWORD": "it's"}
    connection.close()
    connection.settings_dict = site
    monkeypatch.setitem(settings.DATABASES, "default", site)
    settings.MIGRATION_DATABASE = owner
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict = of_the_tests


MEDDLING = [
    "TRUNCATE core_auditentry",
    "ALTER TABLE core_auditentry DISABLE TRIGGER ALL",
    "DROP TRIGGER journal_never_delete ON core_auditentry",
    "DROP TABLE core_auditentry CASCADE",
    "SET session_replication_role = replica",
    "CREATE OR REPLACE FUNCTION journal_is_append_only() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN OLD; END'",
    "CREATE TABLE public.mine ()",
    "CREATE TEMPORARY TABLE core_erasure ()",
    f"SET ROLE {OWNER}",
    "UPDATE core_auditentry SET action = 'x'",
    "DELETE FROM core_auditentry",
]


@pytest.mark.usefixtures("_two_roles")
def test_the_sites_role_does_all_but_meddle_with_tables(settings, tmp_path, monkeypatch):
    """One test for all, since the two roles are those of the whole server."""
    settings.VAR_DIR, settings.MEDIA_ROOT = tmp_path, tmp_path / "media"
    fill_as_owner()
    people.a_hall()
    ana = people.user("ana")
    record("event.opened", who=ana, subject=ana, why="Ana came late")
    archive.write(tmp_path / "backup")
    (tmp_path / "register").write_text(erasures.key_of(ana))
    with site_of_two_roles(settings, monkeypatch):
        only_the_owner_grants_rights(settings)
        call_command("migrate", verbosity=0)
        call_command("check", databases=["default"], stdout=StringIO())
        call_command("restore", tmp_path / "backup", erased=tmp_path / "register", stdout=StringIO())
        assert AuditEntry.objects.filter(action="account-erased").count() == 1
        assert not AuditEntry.objects.filter(why__contains="Ana").exists()
        record("event.closed", who=None, subject=people.table_1())
        archive.write(tmp_path / "another backup")
        tables_of_later_migrations_are_the_sites_too()
        the_database_refuses_to_meddle()
        what_rewrites_an_entry_stays_visible()


def only_the_owner_grants_rights(settings) -> None:
    owner, settings.MIGRATION_DATABASE = settings.MIGRATION_DATABASE, None
    with pytest.raises(CommandError, match="MIGRATION_DATABASE_URL"):
        call_command("migrate", verbosity=0)
    settings.MIGRATION_DATABASE = owner


def tables_of_later_migrations_are_the_sites_too() -> None:
    with migrate.as_owner(), connection.cursor() as cursor:
        cursor.execute("CREATE TABLE later (id bigserial PRIMARY KEY)")
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO later DEFAULT VALUES RETURNING id")
        assert cursor.fetchone() == (1,)


def the_database_refuses_to_meddle() -> None:
    before = AuditEntry.objects.count()
    for statement in MEDDLING:
        with pytest.raises(DatabaseError), connection.cursor() as cursor:
            cursor.execute(statement)
    assert AuditEntry.objects.count() == before


def what_rewrites_an_entry_stays_visible() -> None:
    """As docs/operations.md says: by a pretended erasure, whose row can neither go nor pass for another."""
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO core_erasure (key, at) VALUES ('mine', now())")
        cursor.execute("UPDATE core_auditentry SET why = 'rewritten', before = '{\"a\": 1}', after = null")
    for statement in (
        "DELETE FROM core_erasure",
        "TRUNCATE core_erasure",
        "UPDATE core_erasure SET key = 'x', at = now()",
    ):
        with pytest.raises(DatabaseError), connection.cursor() as cursor:
            cursor.execute(statement)
    assert Erasure.objects.filter(key="mine").exists()


def test_a_role_with_the_owners_rights_is_refused(settings, monkeypatch):
    """Of a superuser it is as true as of a member."""
    as_superuser(f"CREATE ROLE {OWNER}", f"CREATE ROLE {SITE}")
    try:
        settings.MIGRATION_DATABASE = {"USER": OWNER}
        assert [found.id for found in checks.check_rights_of_the_site(["default"])] == ["config.E002"]
        monkeypatch.setitem(settings.DATABASES, "default", {"USER": SITE})
        assert checks.check_rights_of_the_site(["default"]) == []
        as_superuser(f"GRANT {OWNER} TO {SITE}")
        assert [found.id for found in checks.check_rights_of_the_site(["default"])] == ["config.E002"]
    finally:
        as_superuser(f"DROP ROLE {OWNER}", f"DROP ROLE {SITE}")


@contextmanager
def migrating(database: str) -> Iterator[Any]:
    """As another machine that is at it, which has made nothing yet."""
    other = connection.copy()
    other.settings_dict = {**connection.settings_dict, "NAME": database}
    try:
        with other.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s)", [migrate.LOCK])
            yield cursor
    finally:
        other.close()


def test_of_two_that_start_at_once_one_waits(empty_database, tmp_path):
    """On an empty database, with the first of all apps: whoever begins makes the table of migrations."""
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0", "contenttypes"]
    ours = {"DJANGO_SETTINGS_MODULE": "config.settings", "DATABASE_URL": empty_database, "VAR_DIR": str(tmp_path)}
    with migrating(empty_database.rpartition("/")[2]) as cursor:
        both = [subprocess.Popen(command, cwd=ROOT, env=os.environ | ours, stderr=subprocess.PIPE) for _ in range(2)]
        waiting, deadline = 0, time.monotonic() + LONG
        while waiting < 2:
            assert [process.poll() for process in both] == [None, None]
            assert time.monotonic() < deadline
            time.sleep(0.05)
            cursor.execute(WAITING)
            (waiting,) = cursor.fetchone()
    assert [(process.communicate()[1], process.returncode) for process in both] == [(b"", 0)] * 2
