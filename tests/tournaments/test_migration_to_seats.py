"""The step from the columns a and b to seats: nothing is lost, and rows that contradict themselves stop it."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

ROOT = Path(__file__).resolve().parent.parent.parent
NAME = "before_seats"

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture
def empty_database(tmp_path: Path) -> Iterator[str]:
    """Of the same kind as that of the tests; its address."""
    if connection.vendor == "sqlite":
        yield f"sqlite:///{tmp_path}/site.sqlite3"
        return
    name = f"{connection.settings_dict['NAME']}_{NAME}"
    server = {key: connection.settings_dict[key] for key in ("USER", "PASSWORD", "HOST", "PORT")}
    with connection.cursor() as cursor:
        cursor.execute(f'CREATE DATABASE "{name}"')
    yield "postgres://{USER}:{PASSWORD}@{HOST}:{PORT}/".format(**server) + name
    with connection.cursor() as cursor:
        cursor.execute(f'DROP DATABASE "{name}"')


@pytest.fixture
def told(empty_database: str, tmp_path: Path) -> dict[str, Any]:
    ours = {"DJANGO_SETTINGS_MODULE": "config.settings", "DATABASE_URL": empty_database, "VAR_DIR": str(tmp_path)}
    command = [sys.executable, "-m", "tests.tournaments.before_seats"]
    done = subprocess.run(command, cwd=ROOT, env=os.environ | ours, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_every_match_and_score_of_before_is_told_the_same(told):
    assert told["after"] == told["before"]
    assert [len(told["after"][name]) for name in ("matches", "Result", "ResultReport")] == [12, 9, 4]
    assert told["kept"] == told["before"], "a refused migration changes nothing"
    matches = [int(text.split("match ")[1].split(":")[0]) for text in told["refused"]]
    assert matches == [1, 1, 5, 12, 5, 12]
    assert all(text.startswith("Difference: ") for text in told["refused"])
