"""Many rows that refer to each other, created at once: SQLite lets nobody else write meanwhile."""

from collections.abc import Sequence
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection, connections, models
from django.db.models.expressions import DatabaseDefault

SIMPLE = {str, int, bool}


class NewRows:
    """New rows of a model. Their values are made ready when they are added, and little is left to do under the lock:
    `bulk_create`, which works them out while it inserts, holds it four times as long."""

    def __init__(self, model: type[models.Model]) -> None:
        self.model = model
        self.rows: list[models.Model] = []
        fields = model._meta.concrete_fields
        self._ids = [(place, field) for place, field in enumerate(fields) if _is_id(field)]
        self._columns = [None if _is_id(field) else _Column(field) for field in fields]
        self._values: list[list[Any]] = []

    def add(self, row: models.Model) -> None:
        self.rows.append(row)
        self._values.append([column and column.value_of(row) for column in self._columns])

    def number(self) -> None:
        """Give each row its id. Number all that refer to each other before one of them is inserted."""
        for row, pk in zip(self.rows, free_ids(self.model, len(self.rows)), strict=True):
            row.pk = pk

    def insert(self, *, unless_there: bool = False) -> None:
        """Insert the rows, or with `unless_there` those whose keys are new."""
        for row, values in zip(self.rows, self._values, strict=True):
            for place, field in self._ids:
                values[place] = _id_in(row, field)
        _insert(self.model, self._values, "ON CONFLICT DO NOTHING" if unless_there else "")
        for row in self.rows:
            row._state.adding, row._state.db = False, connection.alias


def insert_rows(rows: Sequence[models.Model]) -> None:
    """Insert rows of one model that refer only to rows that are there already."""
    if rows:
        new = NewRows(type(rows[0]))
        for row in rows:
            new.add(row)
        new.number()
        new.insert()


def free_ids(model: type[models.Model], count: int) -> Sequence[int]:
    table = model._meta.db_table
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            asked = "SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)"
            cursor.execute(asked, [table, count])
            return [pk for (pk,) in cursor.fetchall()]
        cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])  # the largest id ever given
        [last] = cursor.fetchone() or [0]
    return range(last + 1, last + 1 + count)


class _Column:
    """Makes the values of a field ready for the database. Rows share most of their values: each is made ready once."""

    def __init__(self, field: Any) -> None:
        self.field, self.name = field, field.attname
        self.database = connections[DEFAULT_DB_ALIAS]  # found once: the proxy looks for it at every use
        self.is_set_on_creation = getattr(field, "auto_now", False) or getattr(field, "auto_now_add", False)
        self.known: dict[tuple[type, Any], Any] = {}

    def value_of(self, row: models.Model) -> Any:
        value = vars(row)[self.name]
        if value is None and not self.is_set_on_creation:
            return None
        if type(value) not in SIMPLE:
            return self._ready(row, value)
        key = type(value), value  # as JSON, 1 and True differ
        if key not in self.known:
            self.known[key] = self._ready(row, value)
        return self.known[key]

    def _ready(self, row: models.Model, value: Any) -> Any:
        """The value for the database; a time that is set on creation stays if it is known."""
        if isinstance(value, DatabaseDefault):
            value = self.field.db_default
        elif value is None:
            value = self.field.pre_save(row, add=True)
        return None if value is None else self.field.get_db_prep_save(value, self.database)


def _is_id(field: Any) -> bool:
    return bool(field.primary_key or field.is_relation)


def _id_in(row: models.Model, field: Any) -> Any:
    """The row's own id, or the id of the row that it refers to."""
    other = getattr(row, field.name) if field.is_relation and field.is_cached(row) else None
    return other.pk if other else getattr(row, field.attname)


def _insert(model: type[models.Model], values: list[list[Any]], conflicts: str) -> None:
    quoted = connection.ops.quote_name
    columns = [quoted(str(field.column)) for field in model._meta.concrete_fields]
    names, marks = ", ".join(columns), ", ".join(["%s"] * len(columns))
    statement = f"INSERT INTO {quoted(model._meta.db_table)} ({names}) VALUES ({marks}) {conflicts}"  # noqa: S608 (our own names)
    with connection.cursor() as cursor:
        cursor.executemany(statement, values)
