"""The audit log says who did what, and cannot be changed: not through a model, not through a query, not by hand."""

import pytest
from django.db import DatabaseError, connection, transaction

from accounts.models import User
from core.database import append_only
from core.models import AuditEntry, Erasure
from core.records.audit import record

pytestmark = pytest.mark.django_db


@pytest.fixture
def entry() -> AuditEntry:
    ana = User.objects.create_user("ana", "ana@example.org")
    return record("event.opened", who=ana, subject=ana, before={"state": "draft"}, after={"state": "open"}, why="ready")


@pytest.fixture
def _guarded():
    """As every real database is; on SQLite the test run itself takes guards away that refuse DELETE."""
    if connection.vendor == "sqlite":
        for name in ("journal_never_delete", "erasure_never_delete"):
            connection.cursor().execute(append_only.SQLITE[name])


def test_an_entry_holds_who_what_before_after_and_why(entry):
    kept = AuditEntry.objects.get()
    assert (kept.action, kept.subject) == ("event.opened", f"user:{kept.who_id}")
    assert (kept.before, kept.after, kept.why) == ({"state": "draft"}, {"state": "open"}, "ready")


def test_an_entry_cannot_be_changed_or_deleted_through_its_model(entry):
    with pytest.raises(TypeError):
        entry.save()
    with pytest.raises(TypeError):
        entry.delete()


@pytest.mark.usefixtures("_guarded")
@pytest.mark.parametrize(
    "meddle",
    [
        lambda: AuditEntry.objects.update(why="never mind"),
        lambda: AuditEntry.objects.all()._raw_delete("default"),
        lambda: connection.cursor().execute("UPDATE core_auditentry SET action = 'x'"),
        lambda: connection.cursor().execute("DELETE FROM core_auditentry"),
        pytest.param(
            lambda: connection.cursor().execute("SET CONSTRAINTS ALL IMMEDIATE; TRUNCATE core_auditentry"),
            marks=pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has no TRUNCATE"),
        ),
    ],
)
def test_the_database_itself_refuses_to_change_an_entry(entry, meddle):
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        meddle()
    assert AuditEntry.objects.get().why == "ready"


BY_HAND = [
    "INSERT INTO core_erasure (key, at) VALUES ('mine', CURRENT_TIMESTAMP)",
    "UPDATE core_auditentry SET why = 'rewritten', after = null",
    "UPDATE core_erasure SET done_at = CURRENT_TIMESTAMP",
]


@pytest.mark.usefixtures("_guarded")
@pytest.mark.parametrize(
    "cover_up",
    [
        "DELETE FROM core_erasure",
        "UPDATE core_erasure SET key = 'another'",
        "UPDATE core_erasure SET at = '2020-01-01 00:00:00+00'",
        "UPDATE core_erasure SET id = 7",
        pytest.param(
            "TRUNCATE core_erasure", marks=pytest.mark.skipif(connection.vendor == "sqlite", reason="has no TRUNCATE")
        ),
    ],
)
@pytest.mark.parametrize("ended", [False, True])
def test_an_erasure_written_by_hand_stays_in_the_register(entry, cover_up, ended):
    with connection.cursor() as cursor:
        for statement in BY_HAND[: 3 if ended else 2]:
            cursor.execute(statement)
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            cursor.execute(cover_up)
    assert Erasure.objects.get().key == "mine"


@pytest.mark.usefixtures("_guarded")
def test_an_erasure_that_has_ended_never_runs_again(entry):
    with connection.cursor() as cursor:
        for statement in BY_HAND:
            cursor.execute(statement)
        for meddle in (BY_HAND[1], "UPDATE core_erasure SET done_at = NULL"):
            with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
                cursor.execute(meddle)
