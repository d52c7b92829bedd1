"""An upgrade goes on while programs of the version before still run: they know nothing of a new column.

For the step to seats the site is stopped (docs/operations.md): this begins anew with what follows it.
"""

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations import AddField
from django.db.models import NOT_PROVIDED

OURS = ("accounts", "teams", "tournaments", "judging")
STOPPED = ("tournaments", "0020_seats_and_places")


@pytest.mark.django_db
def test_rows_of_the_former_version_get_defaults_for_new_columns():
    loader = MigrationLoader(connection, replace_migrations=False)
    before = set(loader.graph.forwards_plan(STOPPED))
    added = [
        (name, operation)
        for name, migration in loader.disk_migrations.items()
        for operation in migration.operations
        if name[0] in OURS and name not in before and not migration.initial and isinstance(operation, AddField)
    ]
    assert added
    for name, operation in added:
        field = operation.field
        assert field.null or field.many_to_many or field.db_default is not NOT_PROVIDED, (name, operation.name)
