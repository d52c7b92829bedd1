"""The database: SQLite in a file by default, or DATABASE_URL."""

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

WHEN_ITS_MACHINE_IS_GONE = {  # of TCP: half a minute at rest, and 15 s while it is asked something
    "keepalives": 1,
    "keepalives_idle": 15,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
}


def leave_out_unused_driver(engine: str) -> None:
    """Django REST framework imports Django's fields for PostgreSQL where it can, and with them the driver: 11 MB in a
    process. It does without them when they cannot be imported."""
    if engine.endswith("sqlite3"):
        sys.modules.setdefault("django.contrib.postgres", None)  # type: ignore[arg-type]


def databases(asked: dict[str, Any] | None, folder: Path) -> dict[str, dict[str, Any]]:
    database = asked or {"ENGINE": "django.db.backends.sqlite3", "NAME": folder / "site.sqlite3"}
    if database["ENGINE"].endswith("sqlite3"):
        options = {
            "timeout": 20,
            "transaction_mode": "IMMEDIATE",
            "detect_types": 0,  # Django's fields convert what they read; sqlite3 would look at every column as well
            "cached_statements": 1000,  # prepared once for each connection: Python keeps 128, which are too few
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;",
        }
        # Reopening the file means reading the schema again: 2 ms per page.
        return {"default": {**database, "CONN_MAX_AGE": 60, "OPTIONS": options}}
    of_the_url = database.get("OPTIONS", {})  # sslmode, sslrootcert
    options = {"options": "-c lock_timeout=3000", "connect_timeout": 3} | WHEN_ITS_MACHINE_IS_GONE | of_the_url
    there = {**database, "ENGINE": "config.postgresql", "OPTIONS": options}
    return {"default": {**there, "CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}}


def limit_waiting(engine: str, seconds: float) -> None:
    """In a process of the site: its threads give up a PostgreSQL that has fallen silent."""
    if engine == "config.postgresql":
        import_module("config.postgresql.base").Connection.longest_wait = seconds
