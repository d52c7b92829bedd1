"""Queries that run on nearly every page: their SQL is compiled once per process, because compiling costs more than
running it.

    event_named = Compiled(lambda slug: Event.objects.select_related("series").filter(slug=slug), "slug")
    found = event_named("open").first

The second and later arguments are samples of the parameters and must have the same types as the real values. The query
compiled with the samples shows where in its parameters they appear. Rows are returned as the query set would return
them: instances, with what `select_related` names, or tuples of `values_list`.
"""

import re
from collections.abc import Callable, Iterable
from copy import copy, deepcopy
from datetime import date, datetime
from functools import cache, cached_property, lru_cache
from hashlib import sha256
from itertools import chain
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import JSONField, QuerySet
from django.db.models import query as queries
from django.db.models.base import ModelState
from django.db.models.query import ModelIterable

NUMBER = -987_654_301  # sample parameters that no row matches
HIGHEST = 2**63 - 1
MOST_VALUES = 4000  # remembered for one column
MOST_SHARED = 200  # rows of one query for `first_to_read` and `all_to_read`
PLAIN = {int, str, bool}  # what nobody can change in a copy of a list
MOST_KEYS = 256  # in one query of `CompiledForKeys`
TEXT = "\ue000sample\ue000"
TIME = re.compile(r"\d{4}-\d\d-\d\d")


class Compiled:
    def __init__(self, make: Callable[..., QuerySet[Any, Any]], *samples: int | str) -> None:
        self.make = make
        self.samples = [sample + n if isinstance(sample, int) else f"{sample}{n}" for n, sample in enumerate(samples)]

    def all(self, *given: int | str) -> list[Any]:
        return [] if _no_column_holds(given) else self._query.rows(given)

    def stored(self, *given: int | str) -> list[tuple[Any, ...]]:
        """Return the rows as the database returns them: what is made of them can be kept under them as keys."""
        return [] if _no_column_holds(given) else self._query.stored(given)

    def converted(self, rows: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
        """Return stored rows with the values that their columns have."""
        return self._query.converted(rows)

    def count(self, *given: int | str) -> int:
        return 0 if _no_column_holds(given) else self._query.count(given)

    def first(self, *given: int | str) -> Any:
        return next(iter(self.all(*given)), None)

    def first_to_read(self, *given: int | str) -> Any:
        """Return the first row without making it again while it is as it was. Many readers share it: never change it,
        and show no page with it."""
        found = None if _no_column_holds(given) else next(iter(self._query.stored(given)), None)
        return None if found is None else self._made(found)

    def all_to_read(self, *given: int | str) -> list[Any]:
        """Return all rows like `first_to_read`: those that are as they were are not made again."""
        return [] if _no_column_holds(given) else [self._made(row) for row in self._query.stored(given)]

    def first_copied(self, *given: int | str) -> Any:
        """Return the first row as `first` does, as a copy of an instance that is kept while the row is as it was."""
        found = None if _no_column_holds(given) else next(iter(self._query.stored(given)), None)
        return None if found is None else self._model_of_copies(found).copy()

    @cached_property
    def _model_of_copies(self) -> Callable[[tuple[Any, ...]], "Original"]:
        return lru_cache(maxsize=MOST_SHARED)(lambda row: Original(self._query.made(row)))

    @cached_property
    def _made(self) -> Callable[[tuple[Any, ...]], Any]:
        return lru_cache(maxsize=MOST_SHARED)(self._query.made)

    @cached_property
    def _query(self) -> "_Query":
        return _Query(self.make(*self.samples), self.samples)


class Original:
    """An instance as it was loaded, of which copies are made. No copy shares anything that can be changed."""

    def __init__(self, made: Any) -> None:
        if hasattr(made, "as_read"):
            digest_of_row(made)
        self.model: Any = type(made)
        self.values = dict(vars(made))
        related = made._state.fields_cache
        self.related = {name: None if each is None else Original(each) for name, each in related.items()}
        self.changeable = [name for name, value in self.values.items() if isinstance(value, (list, dict))]

    def copy(self) -> Any:
        made = self.model.__new__(self.model)
        state = ModelState()
        state.adding, state.db = False, DEFAULT_DB_ALIAS
        state.fields_cache = {name: None if each is None else each.copy() for name, each in self.related.items()}
        vars(made).update(self.values, _state=state)
        vars(made).update({name: _own(self.values[name]) for name in self.changeable})
        return made


def _own(value: Any) -> Any:
    is_plain = type(value) is list and {type(each) for each in value} <= PLAIN
    return [*value] if is_plain else deepcopy(value)


class CompiledForKeys:
    """A query for the rows of any number of keys, compiled once for each power of two: the last key fills the rest.

    players_of = CompiledForKeys(lambda pks: Registration.objects.filter(pk__in=pks))
    """

    def __init__(self, make: Callable[[tuple[Any, ...]], QuerySet[Any, Any]], sample: int | str = NUMBER) -> None:
        self._of_length = cache(lambda length: Compiled(lambda *keys: make(keys), *[sample] * length))

    def all(self, keys: Iterable[int | str]) -> list[Any]:
        wanted = list(keys)
        parts = [wanted[start : start + MOST_KEYS] for start in range(0, len(wanted), MOST_KEYS)]
        return list(chain.from_iterable(map(self._rows, parts)))

    def _rows(self, keys: list[int | str]) -> list[Any]:
        length = 1 << (len(keys) - 1).bit_length()
        found: list[Any] = self._of_length(length).all(*keys, *keys[-1:] * (length - len(keys)))
        return found


def digest_of_row(made: Any) -> str:
    """Of the row that a compiled query loaded for this instance: the same as long as nothing in the row changed.
    Instances to read keep it from one request to the next."""
    known = vars(made)
    if "digest_of_row" not in known:
        known["digest_of_row"] = sha256(repr(made.as_read).encode()).hexdigest()
    digest: str = known["digest_of_row"]
    return digest


def _no_column_holds(given: tuple[int | str, ...]) -> bool:
    """Whether a number from a URL is too large for any integer column."""
    return bool([value for value in given if isinstance(value, int) and not -HIGHEST <= value <= HIGHEST])


def _refuse_what_was_worked_out(params: Iterable[Any]) -> None:
    """A time in a query that is built once stays what it was then. SQLite takes times as texts."""
    for param in params:
        if isinstance(param, date) or (isinstance(param, str) and TIME.match(param)):
            raise ValueError(f"{param} was worked out when the query was built: give it as an argument.")


def _converter(convert: Any, column: Any) -> Callable[[Iterable[Any]], list[Any]]:
    """Return the function that converts a whole column."""
    if convert == getattr(connection.ops, "convert_booleanfield_value", None):  # of SQLite, which has only numbers
        return _booleans
    if getattr(convert, "__func__", None) is JSONField.from_db_value:
        return _EachList(convert, column)
    is_time = convert == getattr(connection.ops, "convert_datetimefield_value", None)
    return (_EachOnce if is_time else _Each)(convert, column)


class _Each:
    """Converts the values of a column as its field does."""

    def __init__(self, convert: Callable[..., Any], column: Any) -> None:
        self.convert, self.column = convert, column

    def __call__(self, stored: Iterable[Any]) -> list[Any]:
        return [self.convert(value, self.column, connection) for value in stored]


class _EachOnce(_Each):
    """Converts a value only once while it is known: pages read the same times and short lists again and again."""

    def __init__(self, convert: Callable[..., Any], column: Any) -> None:
        super().__init__(convert, column)
        self.known: dict[Any, Any] = {}

    def __call__(self, stored: Iterable[Any]) -> list[Any]:
        known = self.known
        return [known[value] if value in known else self._read(value) for value in stored]

    def _read(self, stored: Any) -> Any:
        value = self.convert(stored, self.column, connection)
        if len(self.known) >= MOST_VALUES:
            self.known = {}  # not cleared: other threads read from it
        if self._may_be_shared(value):
            self.known[stored] = copy(value)  # this row may change its own
        return value

    def _may_be_shared(self, value: Any) -> bool:
        return value is None or isinstance(value, datetime)


class _EachList(_EachOnce):
    """Converts JSON. A list of plain values is read once, and each row gets a copy of its own."""

    def __call__(self, stored: Iterable[Any]) -> list[Any]:
        known = self.known
        return [[*known[value]] if value in known else self._read(value) for value in stored]

    def _may_be_shared(self, value: Any) -> bool:
        return type(value) is list and {type(each) for each in value} <= PLAIN


def _booleans(stored: Iterable[Any]) -> list[Any]:
    return [bool(value) if value in {0, 1} else value for value in stored]


class _Query:
    def __init__(self, asked: QuerySet[Any, Any], samples: list[Any]) -> None:
        compiler = asked.query.get_compiler(DEFAULT_DB_ALIAS)
        self.sql, self.params = compiler.as_sql()
        self.places = [samples.index(param) if param in samples else None for param in self.params]
        assert set(range(len(samples))) <= set(self.places), "a sample is not among the parameters"
        _refuse_what_was_worked_out(self.params)
        columns = compiler.get_converters([column for column, *_ in compiler.select[: compiler.col_count]])
        self.converters = [
            (place, _converter(one, column)) for place, (each, column) in columns.items() for one in each
        ]
        self.instance = self._reader(compiler) if asked._iterable_class is ModelIterable else None

    def rows(self, given: tuple[Any, ...]) -> list[Any]:
        rows = self.converted(self.stored(given))
        return [self.instance(row) for row in rows] if self.instance else rows

    def stored(self, given: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        return self._answer(self.sql, given)

    def made(self, row: tuple[Any, ...]) -> Any:
        (converted,) = self.converted([row])
        return self.instance(converted) if self.instance else converted

    def count(self, given: tuple[Any, ...]) -> int:
        return int(self._answer(f"SELECT COUNT(*) FROM ({self.sql}) counted", given)[0][0])  # noqa: S608 (of Django)

    def _answer(self, sql: str, given: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        params = [
            param if place is None else given[place] for param, place in zip(self.params, self.places, strict=True)
        ]
        with connection.cursor() as cursor:
            cursor.execute(sql, params)
            return list(cursor.fetchall())

    def converted(self, rows: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
        """Convert column by column, because a list has many rows and few columns to convert."""
        if not rows or not self.converters:
            return rows
        columns: list[Iterable[Any]] = list(zip(*rows, strict=True))
        for place, convert in self.converters:
            columns[place] = convert(columns[place])
        return list(zip(*columns, strict=True))

    def _reader(self, compiler: Any) -> Callable[[tuple[Any, ...]], Any]:
        """The function by which Django's iterables turn a row into what the query set returns."""
        about = compiler.klass_info
        fields, model = about["select_fields"], about["model"]
        first, last = fields[0], fields[-1] + 1
        names = [column.target.attname for column, *_ in compiler.select[first:last]]
        populators_of: Any = queries.get_related_populators  # the type stubs describe a later version of Django
        related = populators_of(about, compiler.select, DEFAULT_DB_ALIAS)
        annotations = list((compiler.annotation_col_map or {}).items())

        def instance(row: tuple[Any, ...]) -> Any:
            made = model.from_db(DEFAULT_DB_ALIAS, names, row[first:last])
            made.as_read = row
            for populator in related:
                populator.populate(row, made)
            for name, place in annotations:
                setattr(made, name, row[place])
            return made

        return instance
