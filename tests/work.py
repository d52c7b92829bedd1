"""What a page does to be made: queries, translations and calls, as numbers that a change must not raise."""

import datetime as dt
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.translation import trans_real

from core.live import Topic
from tests.calls import Calls

LONG_AGO = dt.datetime(2020, 1, 1, tzinfo=dt.UTC)


@dataclass
class Work:
    queries: int = 0
    translations: int = 0


@contextmanager
def counted_translations(work: Work) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for name in ("gettext", "ngettext"):
            patch.setattr(trans_real.DjangoTranslation, name, _counted(name, work))
        yield


def _counted(name: str, work: Work) -> Callable[..., str]:
    translate = getattr(trans_real.DjangoTranslation, name)

    def counted(*args: Any) -> str:
        work.translations += 1
        text: str = translate(*args)
        return text

    return counted


def work_of(act: Callable[[], Any]) -> Work:
    """The second time: what is kept after the first is no work of the page."""
    let_changes_grow_old()
    act()
    return work_of_one(act)


def calls_of(act: Callable[[], Any]) -> int:
    """The Python calls of the second time."""
    let_changes_grow_old()
    act()
    with Calls() as calls:
        act()
    return calls.number


def let_changes_grow_old() -> None:
    """A page is drawn once more when the last change is a second old: that second must not end while one measures."""
    Topic.objects.update(changed=LONG_AGO)


def work_of_one(act: Callable[[], Any]) -> Work:
    work = Work()
    with counted_translations(work), CaptureQueriesContext(connection) as queries:
        act()
    work.queries = len(queries)
    return work
