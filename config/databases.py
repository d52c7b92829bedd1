"""The database: SQLite in a file by default, or DATABASE_URL."""

from pathlib import Path
from typing import Any


def databases(asked: dict[str, Any] | None, folder: Path) -> dict[str, dict[str, Any]]:
    database = asked or {"ENGINE": "django.db.backends.sqlite3", "NAME": folder / "site.sqlite3"}
    if database["ENGINE"].endswith("sqlite3"):
        options = {
            "timeout": 20,
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;",
        }
        # Reopening the file means reading the schema again: 2 ms per page.
        return {"default": {**database, "CONN_MAX_AGE": 60, "OPTIONS": options}}
    of_the_url = database.get("OPTIONS", {})  # sslmode, sslrootcert
    options = {"options": "-c lock_timeout=3000", "connect_timeout": 5} | of_the_url
    return {"default": {**database, "CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True, "OPTIONS": options}}
