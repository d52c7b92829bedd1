"""Early 304 responses for pages of an event that have not changed since the reader last got them.

The ETag covers everything that the page can show: the rows of the reader and of the event, the versions of all topics
of the event and of people's names, URL, language, time zone, theme, and the CSRF cookie; for the front page of an event
also the minute, because the time of day opens and closes what it offers. `UnchangedMiddleware` reads these before
anything else; it determines the reader and their rights like every page. For the staff the ETag also covers their
rights, the number of entries in the audit log, and the minute. A page with a running clock contains the server's time,
and one with a form that is processed once contains a key of its own: these get no ETag.
"""

import hashlib
import re
import time
from collections.abc import Callable
from functools import cache, wraps
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.session import SessionStorage
from django.core.cache import cache as site_cache
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.crypto import constant_time_compare
from django.utils.translation import get_language

from accounts.devices import mark_of_use
from accounts.models import User
from core.audit import AuditEntry, key
from core.compiled import TEXT, Compiled, row_as_read
from core.links import site_url
from core.live import PEOPLE, versions
from core.locale import TIME_ZONE_COOKIE
from tournaments.models import Event, Right, rights_of
from tournaments.views.base.access import EventRequest, event_called
from tournaments.views.base.cached_fragment import not_modified, same_version
from tournaments.views.base.shared_pages import holds_form_keys, shared_page, tells_the_time

MADE_OF = ("accounts", "config", "core", "judging", "locale", "rules", "static", "teams", "templates", "tournaments")
LOOKS = ("theme", settings.LANGUAGE_COOKIE_NAME, TIME_ZONE_COOKIE)  # cookies
COOKIES = (*LOOKS, settings.CSRF_COOKIE_NAME)
OF_AN_EVENT = re.compile(r"/events/([-\w]+)/")
FRONT_PAGE = re.compile(r"/events/[-\w]+/")
MARK = "page-"  # begins the tag of a page
_entries = Compiled(lambda scope: AuditEntry.objects.filter(scope=scope).order_by().values_list("pk"), TEXT)


class UnchangedMiddleware:
    """Answers requests for unchanged pages. It is near the top of the middleware list, to skip the others and the
    view."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.sessions = import_module(settings.SESSION_ENGINE).SessionStore

    def __call__(self, request: Any) -> HttpResponse:
        return self._unchanged(request) or self.get_response(request)

    def _unchanged(self, request: Any) -> HttpResponse | None:
        """Return a 304 response, or None to process the request as usual."""
        address = OF_AN_EVENT.match(request.path)
        if not address or not _has_a_page(request) or _is_made_anew(request) or not _has_forms(request):
            return None
        request.session = self.sessions(request.COOKIES.get(settings.SESSION_COOKIE_NAME))
        user = None if _has_messages(request) else _reader(request.session)
        event = event_called.first(address[1]) if user else None
        if user is None or event is None or asks_second_factor(event):
            return None
        etag = page_etag(request, event, user, rights_of(event, user), versions(_topics(event)))
        return _kept_by_its_reader(not_modified(etag)) if same_version(request, etag) else None


def _has_a_page(request: HttpRequest) -> bool:
    safe = request.is_secure() or not settings.SECURE_SSL_REDIRECT
    return request.method == "GET" and safe and MARK in request.META.get("HTTP_IF_NONE_MATCH", "")


def _reader(session: Any) -> Any:
    """Return the user of the session, or None if more than reading is needed: an old key or password, or a use to
    record."""
    if SESSION_KEY not in session:
        return AnonymousUser()
    try:
        user = User.objects.get(pk=int(session[SESSION_KEY]))
    except User.DoesNotExist:
        return None
    same = constant_time_compare(session.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash())
    known = same and user.is_active and session.get(BACKEND_SESSION_KEY) in settings.AUTHENTICATION_BACKENDS
    return user if known and site_cache.get(mark_of_use(session.session_key)) else None


def asks_second_factor(event: Event) -> bool:
    """Whether staff without a second factor are sent to set one up (`leads_to_second_factor`)."""
    return bool(settings.STAFF_SECOND_FACTOR or event.staff_second_factor)


def until_changed(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Answer 304 if the page is unchanged. Used inside `event_page`, which provides the event and the rights."""

    @wraps(view)
    def wrapped(request: EventRequest, event: Event, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method != "GET" or _is_made_anew(request) or _has_messages(request) or not _has_forms(request):
            return view(request, event, *args, **kwargs)
        numbers = request.versions_shown.numbers(_topics(event))
        etag = page_etag(request, event, request.user, request.rights, numbers)
        if same_version(request, etag):
            return _kept_by_its_reader(not_modified(etag))
        response = view(request, event, *args, **kwargs)
        if response.status_code == 200 and not tells_the_time(request) and not holds_form_keys(request):
            response["ETag"] = etag
            _kept_by_its_reader(response)
        return response

    return wrapped


def drawn_for_all(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Inside `until_changed`, around a page on which nothing depends on its reader but their rights."""

    @wraps(view)
    def wrapped(request: EventRequest, event: Event, *args: Any, **kwargs: Any) -> HttpResponse:
        def draw() -> HttpResponse:
            return view(request, event, *args, **kwargs)

        if request.method != "GET" or _is_made_anew(request) or _has_messages(request):
            return draw()
        return shared_page(request, _same_for_all(request, event), draw)

    return wrapped


def _is_made_anew(request: HttpRequest) -> bool:
    return settings.DEBUG or "HX-Request" in request.headers


def _has_forms(request: HttpRequest) -> bool:
    """Whether the CSRF cookie is present. A reader who lost it needs the page, which sets it, rather than a 304."""
    return settings.CSRF_COOKIE_NAME in request.COOKIES


def page_etag(request: HttpRequest, event: Event, user: Any, rights: frozenset[Right], numbers: dict[str, int]) -> str:
    shown = (
        *_address(request),
        _shown_to_staff(request, event, rights),
        request.META.get("HTTP_ACCEPT_LANGUAGE"),
        sorted(numbers.items()),
        row_as_read(event),
        row_as_read(user) if user.is_authenticated else None,
        [request.COOKIES.get(name) for name in COOKIES],
    )
    return f'W/"{MARK}{hashlib.sha256(repr(shown).encode()).hexdigest()[:24]}"'


def _shown_to_staff(request: Any, event: Event, rights: frozenset[Right]) -> tuple[Any, ...]:
    if not rights:
        return ()
    if not hasattr(request, "audit_entries"):
        request.audit_entries = _entries.count(key(event))
    return (*sorted([right.name for right in rights]), request.audit_entries, _minute_now())


def _same_for_all(request: EventRequest, event: Event) -> tuple[Any, ...]:
    numbers, shown = request.versions_shown.numbers(_topics(event)), request.versions_shown.of(_topics(event))
    looks = (get_language(), str(request.zone), request.COOKIES.get("theme"))
    staff = _shown_to_staff(request, event, request.rights)
    return (*_address(request), *looks, staff, repr(row_as_read(event)), tuple(numbers.items()), tuple(shown.items()))


def _address(request: HttpRequest) -> tuple[Any, ...]:
    return code_version(), site_url(request), request.get_full_path(), _minute(request)


def _minute(request: HttpRequest) -> int | None:
    """Return the minute for the front page of an event, which says what can be done now, and names a series and a ban
    list."""
    return _minute_now() if FRONT_PAGE.fullmatch(request.path) else None


def _minute_now() -> int:
    return int(time.time() // 60)


def _topics(event: Event) -> list[str]:
    return sorted([*event.topics(*event.THEMES), PEOPLE])


def _has_messages(request: HttpRequest) -> bool:
    return CookieStorage.cookie_name in request.COOKIES or SessionStorage.session_key in request.session


def _kept_by_its_reader(response: HttpResponse) -> HttpResponse:
    response["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ["Cookie", "Accept-Language"])
    return response


@cache
def code_version() -> str:
    """Return a key that differs for each installed version of the site, so that no page of an older version is
    reused."""
    files = sorted(path for folder in MADE_OF for path in (settings.BASE_DIR / folder).rglob("*.*") if path.is_file())
    stamps = [(path.name, path.stat().st_mtime_ns, path.stat().st_size) for path in files if path.suffix != ".pyc"]
    return hashlib.sha256(repr(stamps).encode()).hexdigest()
