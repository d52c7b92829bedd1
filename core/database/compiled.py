"""Queries that every reader runs: their SQL is compiled once per process, because compiling costs more than running it.

    event_called = Compiled(lambda slug: Event.objects.select_related("series").filter(slug=slug), TEXT)
    event = event_called.first("open")

After the function that makes the query set come samples of its arguments, of the same types as the real ones: they show
where the arguments are among the parameters. Rows are returned as the query set returns them: instances, with what
`select_related` names, or tuples of `values_list`.
"""

import re
from collections.abc import Callable
from datetime import date
from functools import cached_property
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import QuerySet
from django.db.models import query as queries
from django.db.models.query import ModelIterable

NUMBER = -987_654_301  # sample arguments that no row matches
TEXT = "\ue000sample\ue000"
HIGHEST = 2**63 - 1  # in an integer column
TIME = re.compile(r"\d{4}-\d\d-\d\d")


class Compiled:
    def __init__(self, make: Callable[..., QuerySet[Any, Any]], *samples: int | str) -> None:
        self.make = make
        self.samples = [sample + n if isinstance(sample, int) else f"{sample}{n}" for n, sample in enumerate(samples)]

    def first(self, *args: int | str) -> Any:
        return next(iter(self.all(*args)), None)

    def all(self, *args: int | str) -> list[Any]:
        return [] if any(map(_is_in_no_column, args)) else self._query.rows(args)

    @cached_property
    def _query(self) -> "_Query":
        return _Query(self.make(*self.samples), self.samples)


def _is_in_no_column(arg: int | str) -> bool:
    """Whether it is a number from a URL that is too large for any integer column."""
    return isinstance(arg, int) and not -HIGHEST <= arg <= HIGHEST


class _Query:
    def __init__(self, queryset: QuerySet[Any, Any], samples: list[Any]) -> None:
        self.compiler = queryset.query.get_compiler(DEFAULT_DB_ALIAS)
        self.sql, self.params = self.compiler.as_sql()
        self.places = [samples.index(param) if param in samples else None for param in self.params]
        assert set(range(len(samples))) <= set(self.places), "a sample is not among the parameters"
        _refuse_what_was_worked_out(self.params)
        self.converters = self.compiler.get_converters([column for column, *_ in self.compiler.select])
        self.instance = self._reader() if queryset._iterable_class is ModelIterable else None

    def rows(self, args: tuple[int | str, ...]) -> list[Any]:
        params = [
            param if place is None else args[place] for param, place in zip(self.params, self.places, strict=True)
        ]
        with connection.cursor() as cursor:
            cursor.execute(self.sql, params)
            rows = [tuple(row) for row in self.compiler.apply_converters(cursor.fetchall(), self.converters)]
        return [self.instance(row) for row in rows] if self.instance else rows

    def _reader(self) -> Callable[[tuple[Any, ...]], Any]:
        """The function by which Django's iterables turn a row into an instance."""
        about, select = self.compiler.klass_info, self.compiler.select
        model, first, last = about["model"], about["select_fields"][0], about["select_fields"][-1] + 1
        names = [column.target.attname for column, *_ in select[first:last]]
        populators_of: Any = queries.get_related_populators  # the type stubs describe a later version of Django
        related = populators_of(about, select, DEFAULT_DB_ALIAS)

        def instance(row: tuple[Any, ...]) -> Any:
            made = model.from_db(DEFAULT_DB_ALIAS, names, row[first:last])
            for populator in related:
                populator.populate(row, made)
            return made

        return instance


def _refuse_what_was_worked_out(params: tuple[Any, ...]) -> None:
    """A time in a query that is built once stays what it was then. SQLite takes times as texts."""
    for param in params:
        if isinstance(param, date) or (isinstance(param, str) and TIME.match(param)):
            raise ValueError(f"{param} was worked out when the query was built: give it as an argument.")
