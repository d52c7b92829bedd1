"""What a test leaves that commits: tests/database.py."""

import pytest
from django.contrib.auth.models import Permission

from accounts.models import User
from core.models import AuditEntry
from core.records.audit import record
from tests.database import empty_written_tables


@pytest.mark.django_db(transaction=True)
def test_every_row_goes_but_those_that_migrate_makes():
    permissions = set(Permission.objects.values_list("pk", "codename"))
    ana = User.objects.create_user("ana", "ana@example.org")
    record("event.opened", who=ana, subject=ana, before={"state": "draft"}, after={"state": "open"})
    empty_written_tables()
    assert not User.objects.exists()
    assert not AuditEntry.objects.exists()
    assert set(Permission.objects.values_list("pk", "codename")) == permissions != set()
