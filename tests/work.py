"""What a page asks of the database, and whether it is rendered."""

import datetime as dt
from collections.abc import Callable
from typing import Any

from django.db import connection
from django.test.signals import template_rendered
from django.test.utils import CaptureQueriesContext

from core.pages.live import Topic

LONG_AGO = dt.datetime(2020, 1, 1, tzinfo=dt.UTC)


def queries_of(act: Callable[[], Any]) -> int:
    """The queries of the second time: what is kept after the first is no work of the page."""
    let_changes_grow_old()
    act()
    with CaptureQueriesContext(connection) as queries:
        act()
    return len(queries)


def is_rendered(act: Callable[[], Any]) -> bool:
    """Whether a template is rendered for it."""
    seen = []

    def note(*_args: Any, template: Any, **_kwargs: Any) -> None:
        seen.append(template)

    template_rendered.connect(note)
    try:
        act()
    finally:
        template_rendered.disconnect(note)
    return bool(seen)


def let_changes_grow_old() -> None:
    """A page is drawn once more when the last change is a second old: that second must not end while one measures."""
    Topic.objects.update(changed=LONG_AGO)
