"""The step from the columns a and b to seats: nothing is lost, and rows that contradict themselves stop it."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture
def migrated(empty_database: str, tmp_path: Path) -> dict[str, Any]:
    ours = {"DJANGO_SETTINGS_MODULE": "config.settings", "DATABASE_URL": empty_database, "VAR_DIR": str(tmp_path)}
    command = [sys.executable, "-m", "tests.tournaments.before_seats"]
    done = subprocess.run(command, cwd=ROOT, env=os.environ | ours, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.thorough
def test_every_match_and_score_of_before_is_unchanged(migrated):
    assert migrated["after"] == migrated["before"]
    assert [len(migrated["after"][name]) for name in ("matches", "Result", "ResultReport")] == [12, 9, 4]
    assert migrated["kept"] == migrated["before"], "a refused migration changes nothing"
    matches = [int(text.split("match ")[1].split(":")[0]) for text in migrated["refused"]]
    assert matches == [1, 1, 5, 12, 5, 12]
    assert all(text.startswith("Difference: ") for text in migrated["refused"])
