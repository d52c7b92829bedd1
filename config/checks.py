"""System checks that must pass before the site starts: run by config.prepare (so by `./run`) and `manage.py
migrate`.
"""

from typing import Any

from django.conf import settings
from django.core.checks import WARNING, CheckMessage, Error, Tags, register
from django.db import connections

from core.records import mail

NO_EMAIL = (
    "e-mails are only written to the log: nobody can confirm an address or set a new password",
    "Give EMAIL_URL (docs/operations.md).",
)
NO_ADDRESS = (
    "with ALLOWED_HOSTS=* anybody may name the site as they like, so no link can use the name it is reached by",
    "Give SITE_URL, or the names in ALLOWED_HOSTS (docs/operations.md).",
)
OWNS_TOO_MUCH = (
    "the role of DATABASE_URL is a superuser or a member of the role of MIGRATION_DATABASE_URL: it could switch off "
    "the triggers of the audit log"
)
EXPECTED_PRAGMAS = {"journal_mode": "wal", "synchronous": 1, "foreign_keys": 1}


@register()
def check_email_backend(**_kwargs: Any) -> list[CheckMessage]:
    silent = settings.PRODUCTION and not mail.can_be_sent()
    return [CheckMessage(WARNING, *NO_EMAIL, id="config.W001")] if silent else []


@register()
def check_site_url(**_kwargs: Any) -> list[CheckMessage]:
    unknown = "*" in settings.ALLOWED_HOSTS and not settings.SITE_URL
    return [CheckMessage(WARNING, *NO_ADDRESS, id="config.W002")] if unknown else []


@register(Tags.database)
def check_rights_of_the_site(databases: Any = None, **_kwargs: Any) -> list[CheckMessage]:
    """Asked by names, so that it may be asked as either role."""
    if not databases or not settings.MIGRATION_DATABASE:
        return []
    site, owner = settings.DATABASES["default"]["USER"], settings.MIGRATION_DATABASE["USER"]
    with connections["default"].cursor() as cursor:
        cursor.execute("SELECT pg_has_role(%s, %s, 'MEMBER')", [site, owner])  # of a superuser it is always true
        (has_owners_rights,) = cursor.fetchone()
    return [Error(OWNS_TOO_MUCH, id="config.E002")] if has_owners_rights else []


@register(Tags.database)
def check_sqlite_pragmas(databases: Any = None, **_kwargs: Any) -> list[CheckMessage]:
    """Without WAL and IMMEDIATE, concurrent reports fail because the database is locked."""
    return [
        message
        for alias in databases or []
        if connections[alias].vendor == "sqlite"
        for message in _wrong_pragmas(alias)
    ]


def _wrong_pragmas(alias: str) -> list[CheckMessage]:
    connection = connections[alias]
    expected = EXPECTED_PRAGMAS | ({"journal_mode": "memory"} if _in_memory(connection.settings_dict) else {})
    with connection.cursor() as cursor:
        found = {name: cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in expected}
    return [
        Error(f"SQLite has {name}={found[name]}, needs {value}", obj=alias, id="config.E001")
        for name, value in expected.items()
        if found[name] != value
    ]


def _in_memory(settings: dict[str, Any]) -> bool:
    return ":memory:" in str(settings["NAME"]) or "mode=memory" in str(settings["NAME"])
