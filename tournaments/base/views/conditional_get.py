"""Early 304 responses for pages of an event that have not changed since the reader last got them.

The ETag covers everything that the page can show: what accounts/conditional_get.py puts into the ETag of every page,
the row of the event and the versions of all its topics and of people's names; for the front page of an event also the
minute, because the time of day opens and closes what it offers. `NotModifiedMiddleware` reads these before anything
else; it determines the reader and their rights like every page. For the staff the ETag also covers their rights, the
number of entries in the audit log, and the minute. A running clock is in the page as the time at which it ends: scripts
count down to it by the server's clock (static/js/ui/server-time.js). A page with a form that is processed once contains
a key of its own, and gets no ETag.
"""

import re
import time
from collections.abc import Callable
from functools import cache, wraps
from importlib import import_module
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts.conditional_get import (
    address_shown,
    allow_private_caching,
    has_a_page,
    has_forms,
    has_messages,
    is_never_cached,
    looks,
    page_tag,
    pages_of_the_site,
    reader_of,
)
from core.database.compiled import TEXT, Compiled, digest_of_row
from core.pages.etags import not_modified, same_version
from core.pages.live import PEOPLE, versions
from core.pages.shared_pages import holds_form_keys, shared_page
from core.records.audit import AuditEntry, key
from tournaments.base.views.access import EventRequest, event_called
from tournaments.events.models.unchanged_by_results import versions_but_results
from tournaments.models import Event, Right, rights_of

OF_AN_EVENT = re.compile(r"/events/([-\w]+)/")
FRONT_PAGE = re.compile(r"/events/[-\w]+/")
_entries = Compiled(lambda scope: AuditEntry.objects.filter(scope=scope).order_by().values_list("pk"), TEXT)


class NotModifiedMiddleware:
    """Answers requests for unchanged pages. It is near the top of the middleware list, to skip the others and the
    view."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.sessions = import_module(settings.SESSION_ENGINE).SessionStore

    def __call__(self, request: Any) -> HttpResponse:
        return self._unchanged(request) or self.get_response(request)

    def _unchanged(self, request: Any) -> HttpResponse | None:
        """Return a 304 response, or None to process the request as usual."""
        if not _may_be_unchanged(request.path) or not has_a_page(request):
            return None
        if is_never_cached(request) or not has_forms(request):
            return None
        request.session = self.sessions(request.COOKIES.get(settings.SESSION_COOKIE_NAME))
        user = None if has_messages(request) else reader_of(request.session)
        etag = None if user is None else _tag_now(request, user)
        return allow_private_caching(not_modified(etag)) if etag and same_version(request, etag) else None


def _may_be_unchanged(path: str) -> bool:
    return path in pages_of_the_site or OF_AN_EVENT.match(path) is not None


def _tag_now(request: HttpRequest, user: Any) -> str | None:
    """Return the ETag that the page would have now, or None if more than reading is needed."""
    if request.path in pages_of_the_site:
        return page_tag(request, user, pages_of_the_site[request.path]())
    address = OF_AN_EVENT.match(request.path)
    event = event_called.first_to_read(address[1]) if address else None
    if event is None or asks_second_factor(event):
        return None
    return _page_tag(request, event, user, rights_of(event, user), versions(_topics(event)))


def asks_second_factor(event: Event) -> bool:
    """Whether staff without a second factor are sent to set one up (`leads_to_second_factor`)."""
    return bool(settings.STAFF_SECOND_FACTOR or event.staff_second_factor)


def conditional_get(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Answer 304 if the page is unchanged. Used inside `event_page`, which provides the event and the rights."""

    @wraps(view)
    def wrapped(request: EventRequest, event: Event, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method != "GET" or is_never_cached(request) or has_messages(request) or not has_forms(request):
            return view(request, event, *args, **kwargs)
        numbers = request.versions_shown.numbers(_topics(event))
        etag = _page_tag(request, event, request.user, request.rights, numbers)
        if same_version(request, etag):
            return allow_private_caching(not_modified(etag))
        request.tag_of_page = etag
        response = view(request, event, *args, **kwargs)
        if response.status_code == 200 and not holds_form_keys(request):
            response["ETag"] = etag
            allow_private_caching(response)
        return response

    return wrapped


def cached_for_all(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Inside `conditional_get`, around a page on which nothing depends on its reader but their rights."""

    @wraps(view)
    def wrapped(request: EventRequest, event: Event, *args: Any, **kwargs: Any) -> HttpResponse:
        def render() -> HttpResponse:
            event.versions_but_results = versions_but_results(event, request.versions_shown)
            return view(request, event, *args, **kwargs)

        if request.method != "GET" or is_never_cached(request) or has_messages(request):
            return view(request, event, *args, **kwargs)
        return shared_page(request, _same_for_all(request, event), render)

    return wrapped


def _page_tag(request: Any, event: Event, user: Any, rights: frozenset[Right], numbers: dict[str, int]) -> str:
    staff = _shown_to_staff(request, event, rights)
    return page_tag(request, user, (_minute(request), staff, sorted(numbers.items()), digest_of_row(event)))


def _shown_to_staff(request: Any, event: Event, rights: frozenset[Right]) -> tuple[Any, ...]:
    if not rights:
        return ()
    if not hasattr(request, "audit_entries"):
        request.audit_entries = _entries.count(key(event))
    return (*_names(rights), request.audit_entries, minute_now())


@cache
def _names(rights: frozenset[Right]) -> list[str]:
    return sorted([right.name for right in rights])


def _same_for_all(request: EventRequest, event: Event) -> tuple[Any, ...]:
    topics = _topics(event)
    numbers, shown = request.versions_shown.numbers(topics), request.versions_shown.of(topics)
    staff = _shown_to_staff(request, event, request.rights)
    return (
        *address_shown(request),
        _minute(request),
        *looks(request),
        staff,
        digest_of_row(event),
        tuple(numbers.items()),
        tuple(shown.items()),
    )


def _minute(request: HttpRequest) -> int | None:
    """Return the minute for the front page of an event, which says what can be done now, and names a series and a ban
    list."""
    return minute_now() if FRONT_PAGE.fullmatch(request.path) else None


def minute_now() -> int:
    return int(time.time() // 60)


def _topics(event: Event) -> list[str]:
    return sorted([*event.topics(*event.THEMES), PEOPLE])
