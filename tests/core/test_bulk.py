"""Many rows inserted at once are stored as Django would store each."""

import pytest

from accounts.models import User
from core.audit import AuditEntry
from core.bulk import NewRows, insert_rows
from tournaments.models import Introduction

pytestmark = pytest.mark.django_db


def test_values_that_python_considers_equal_are_stored_as_they_are():
    who = User.objects.create(username="ana")
    values = [1, True, 0, False, "1", None, [1, True], {"one": 1}]
    insert_rows([AuditEntry(who=who, action="tried", subject="event:1", after=value) for value in values])
    stored = list(AuditEntry.objects.order_by("pk").values_list("after", "who", "before"))
    assert [(type(after), after) for after, *_rest in stored] == [(type(value), value) for value in values]
    assert {(by, before) for _after, by, before in stored} == {(who.pk, None)}
    assert all(AuditEntry.objects.values_list("at", flat=True))


def test_of_rows_whose_keys_are_there_the_first_stay():
    for batch in ("first", "second"):
        rows = NewRows(Introduction)
        for key in ("a", "b" if batch == "first" else "c"):
            rows.add(Introduction(key=key, batch=batch))
        rows.insert(unless_there=True)
    assert dict(Introduction.objects.values_list("key", "batch")) == {"a": "first", "b": "first", "c": "second"}
