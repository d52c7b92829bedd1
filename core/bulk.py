"""Many rows at once, in little time under the lock of SQLite."""

from typing import Any

from django.db import connection, models


def create_in_order(model: type[models.Model], rows: list[models.Model]) -> None:
    """Create the rows in bulk; a row that refers to another of them is created after it."""
    chains = [field.name for field in model._meta.concrete_fields if field.related_model is model]
    while rows:
        ready = [row for row in rows if all(is_saved(getattr(row, name)) for name in chains)]
        model._default_manager.bulk_create(ready or rows)
        rows = [row for row in rows if row.pk is None]


def is_saved(row: models.Model | None) -> bool:
    return row is None or row.pk is not None


def set_column(model: type[models.Model], field: Any, values: list[tuple[int, Any]]) -> None:
    """Set the column to another value in each row. Many times as fast as `bulk_update`, under the lock of SQLite."""
    quoted = connection.ops.quote_name
    table, column, key = quoted(model._meta.db_table), quoted(field.column), quoted("id")
    with connection.cursor() as cursor:
        cursor.executemany(
            f"UPDATE {table} SET {column} = %s WHERE {key} = %s",  # noqa: S608 (names of the site's own tables)
            [(field.get_db_prep_save(value, connection), pk) for pk, value in values],
        )
