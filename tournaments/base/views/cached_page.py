"""Pages of an event in the page cache (core/pages/page_cache.py).

Their version covers everything that they can show: the row of the event and the numbers of all its topics and of
people's names; for the front page of an event also the minute, because the time of day opens and closes what it offers.
For the staff it also covers their rights, the number of entries in the audit log, and the minute. A running clock is in
the page as the time at which it ends: scripts count down to it by the server's clock (static/js/ui/server-time.js).
"""

import time
from collections.abc import Callable
from typing import Any

from core.pages.page_cache import View, cached_page, row_values
from core.records.audit import AuditEntry, key
from tournaments.base.views.access import EventRequest
from tournaments.models import Event


def cached_event_page(
    *, each_minute: bool = False, own_part: Callable[..., str] | None = None, is_fragment: bool = False
) -> Callable[[View], View]:
    """Inside `event_page`, which provides the event and the rights, around a page on which nothing depends on its
    reader but these rights and `own_part`."""

    def version(request: EventRequest, event: Event, *_args: Any, **_kwargs: Any) -> tuple[object, ...]:
        numbers, rights = sorted(request.versions.items()), request.rights
        rows = [row_values(row) for row in (event, event.series) if row]
        staff = (
            (*sorted(right.name for right in rights), AuditEntry.objects.filter(scope=key(event)).count())
            if rights
            else ()
        )
        minute = minute_now() if rights or each_minute else None
        return numbers, rows, staff, minute

    return cached_page(version, own_part=own_part, is_fragment=is_fragment)


def minute_now() -> int:
    return int(time.time() // 60)
