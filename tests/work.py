"""What a page asks of the database, and whether it is rendered."""

from collections.abc import Callable
from typing import Any

from django.db import connection
from django.test.signals import template_rendered
from django.test.utils import CaptureQueriesContext


def queries_of(act: Callable[[], Any]) -> int:
    """The queries of the second time: what is kept after the first is no work of the page."""
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
