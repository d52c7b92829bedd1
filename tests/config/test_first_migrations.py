"""One first migration an app makes a new database; a site that took the former ones goes on, and only a whole one."""

import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

ROOT = Path(__file__).resolve().parent.parent.parent


def replacing() -> dict[tuple[str, str], Sequence[tuple[str, str]]]:
    loader = MigrationLoader(None)
    ours = {"core", "accounts", "teams", "tournaments", "judging"}
    return {name: migration.replaces for name, migration in loader.replacements.items() if name[0] in ours}


@pytest.mark.django_db
def test_a_site_with_all_former_migrations_has_nothing_to_do(capsys):
    recorder = MigrationRecorder(connection)
    for app, name in replacing():
        recorder.record_unapplied(app, name)
    call_command("migrate", plan=True)
    assert "No planned migration operations." in capsys.readouterr().out
    call_command("migrate", verbosity=0)
    assert replacing().keys() <= recorder.applied_migrations().keys()


@pytest.mark.django_db
@pytest.mark.parametrize("app", ["core", "accounts", "teams", "tournaments", "judging"])
def test_a_database_between_former_migrations_is_refused(app):
    (former,) = (former for (of, _name), former in replacing().items() if of == app)
    MigrationRecorder(connection).record_unapplied(*former[-1])
    with pytest.raises(CommandError, match=f"{re.escape('.'.join(former[-1]))} .* docs/operations"):
        call_command("migrate", verbosity=0)


@pytest.mark.check
@pytest.mark.skipif(connection.vendor != "sqlite", reason="the same on every database")
def test_the_preparation_refuses_such_a_database_in_one_sentence(other_site):
    """The last step of the app on which no other depends: Django would say nothing."""
    with closing(sqlite3.connect(other_site / "site.sqlite3")) as database, database:
        database.execute("DELETE FROM django_migrations WHERE app = 'judging' AND name LIKE '0027%'")
    environment = {"PATH": os.environ["PATH"], "VAR_DIR": str(other_site)}
    command = [sys.executable, "-m", "config.prepare"]
    refused = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (refused.returncode, refused.stdout, len(refused.stderr.splitlines())) == (1, "", 1)
    assert "docs/operations.md" in refused.stderr


def test_no_later_migration_has_the_name_of_a_former_one():
    """A site that took the former one would pass it over."""
    former = {name for names in replacing().values() for name in names}
    assert len(former) > 80
    assert former & MigrationLoader(None).disk_migrations.keys() == set()
