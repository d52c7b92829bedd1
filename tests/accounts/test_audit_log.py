"""The audit log says who did what, and cannot be changed: not through a model, not through a query, not by hand."""

import pytest
from django.db import DatabaseError, connection, transaction

from accounts.models import User
from core import append_only
from core.audit import record
from core.models import AuditEntry

pytestmark = pytest.mark.django_db


@pytest.fixture
def entry() -> AuditEntry:
    ana = User.objects.create_user("ana", "ana@example.org")
    return record("event.opened", who=ana, subject=ana, before={"state": "draft"}, after={"state": "open"}, why="ready")


@pytest.fixture
def _guarded():
    """As every real database is; on SQLite the test run itself takes the guard of DELETE away."""
    if connection.vendor == "sqlite":
        connection.cursor().execute(append_only.SQLITE.format(verb="delete", table=append_only.TABLE))


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
