"""A new database is made by squashed migrations: it is the same as that of a site that took every step."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from tests.config.schema import schema

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_squashed_migrations_make_the_schema_of_the_whole_chain(empty_database, tmp_path):
    ours = {"DJANGO_SETTINGS_MODULE": "config.settings", "DATABASE_URL": empty_database, "VAR_DIR": str(tmp_path)}
    command = [sys.executable, "-m", "tests.config.schema"]
    done = subprocess.run(command, cwd=ROOT, env=os.environ | ours, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    by_every_step = set(json.loads(done.stdout))
    assert len(by_every_step) > 400
    assert schema() ^ by_every_step == set()


@pytest.mark.django_db
def test_a_new_database_takes_the_squashed_migrations():
    loader = MigrationLoader(connection)
    assert {app for app, _ in loader.replacements} >= {"teams", "tournaments", "judging"}
    assert loader.replacements.keys() <= loader.graph.nodes.keys()
