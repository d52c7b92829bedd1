"""A site that took every step of the migrations lost nothing, and has the same schema as a new one, which squashed
migrations made."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from tests.upgrades.schema import schema

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.mark.thorough
@pytest.mark.early
@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_an_old_site_keeps_its_rows_and_gets_todays_schema(empty_database, tmp_path):
    """One test for both, since all the steps take long."""
    ours = {"DJANGO_SETTINGS_MODULE": "config.settings", "DATABASE_URL": empty_database, "VAR_DIR": str(tmp_path)}
    command = [sys.executable, "-m", "tests.upgrades.every_step"]
    done = subprocess.run(command, cwd=ROOT, env=os.environ | ours, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    migrated = json.loads(done.stdout)
    nothing_is_lost_with_seats(migrated)
    by_every_step = set(migrated["schema"])
    assert len(by_every_step) > 400
    assert schema() ^ by_every_step == set()


def nothing_is_lost_with_seats(migrated: dict[str, Any]) -> None:
    """The step from the columns a and b to seats; rows that contradict themselves stop it."""
    assert migrated["after"] == migrated["before"]
    assert [len(migrated["after"][name]) for name in ("matches", "Result", "ResultReport")] == [12, 9, 4]
    assert migrated["kept"] == migrated["before"], "a refused migration changes nothing"
    matches = [int(text.split("match ")[1].split(":")[0]) for text in migrated["refused"]]
    assert matches == [1, 1, 5, 12, 5, 12]
    assert all(text.startswith("Difference: ") for text in migrated["refused"])


@pytest.mark.django_db
def test_a_new_database_takes_the_squashed_migrations():
    loader = MigrationLoader(connection)
    assert {app for app, _ in loader.replacements} >= {"teams", "tournaments", "judging"}
    assert loader.replacements.keys() <= loader.graph.nodes.keys()
