"""Django's SQLite, with less work around each query: its placeholders are converted once, and the compiled queries
(core/compiled.py) are answered in one step."""

from _thread import get_ident
from asyncio import _get_running_loop
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.db.backends.sqlite3 import base

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

    def rows_of(self, query: str, params: Sequence[Any]) -> list[tuple[Any, ...]]:
        """What a cursor would fetch. Whatever Django's cursors would look at or refuse is left to them."""
        if self._needs_a_cursor():
            with self.cursor() as cursor:
                cursor.execute(query, params)
                return list(cursor.fetchall())
        try:
            rows: list[tuple[Any, ...]] = self.connection.execute(_converted(query), params).fetchall()
        except self.Database.Error:
            with self.wrap_database_errors:
                raise
        return rows

    def _needs_a_cursor(self) -> bool:
        """Whether somebody watches the queries, or this thread, an async context or the transaction forbids them."""
        return bool(
            self.connection is None
            or self.force_debug_cursor
            or settings.DEBUG
            or self.execute_wrappers
            or self.needs_rollback
            or self._thread_ident != get_ident()  # type: ignore[attr-defined]
            or _get_running_loop() is not None
        )
