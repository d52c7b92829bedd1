"""Django's SQLite, with less work around each query: its placeholders are converted once, and the compiled queries
(core/compiled.py) are answered in one step."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from django.db.backends.sqlite3 import base
from django.utils.asyncio import async_unsafe

MOST_QUERIES = 500
LONGEST = 10_000  # in characters; inserts of many rows are longer


class Cursor(base.SQLiteCursorWrapper):
    def convert_query(self, query: str, *, param_names: list[str] | None = None) -> str:
        if param_names is None and len(query) <= LONGEST:
            return _converted(query)
        converted: str = super().convert_query(query, param_names=param_names)
        return converted


@lru_cache(MOST_QUERIES)
def _converted(query: str) -> str:
    return base.FORMAT_QMARK_REGEX.sub("?", query).replace("%%", "%")


class DatabaseWrapper(base.DatabaseWrapper):
    def create_cursor(self, name: Any = None) -> Cursor:
        return self.connection.cursor(factory=Cursor)

    @async_unsafe
    def rows_of(self, query: str, params: Sequence[Any]) -> list[tuple[Any, ...]]:
        """What a cursor would fetch, with the checks of Django's cursors made once instead of at each step."""
        if self.connection is None or self.queries_logged or self.execute_wrappers:
            with self.cursor() as cursor:
                cursor.execute(query, params)
                return list(cursor.fetchall())
        self.validate_thread_sharing()
        self.validate_no_broken_transaction()
        with self.wrap_database_errors:
            rows: list[tuple[Any, ...]] = self.connection.execute(_converted(query), params).fetchall()
        return rows
