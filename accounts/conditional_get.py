"""Early 304 responses: who asks for a page again, and the ETag of a page that names everything that it can show.

`cached_until_changed` is for the pages of the site that are the same for all readers, `shared_until_changed` for those
that are the same for most; the pages of an event have more in their ETag (tournaments/base/views/conditional_get.py).
The ETag covers the row of the reader, URL, language, time zone, theme and CSRF cookie. `NotModifiedMiddleware` answers
before the rest of the site runs.
"""

import hashlib
from collections.abc import Callable
from functools import cache, wraps
from http import HTTPStatus
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

from accounts.models import User
from accounts.security.devices import mark_of_use
from core.database.compiled import digest_of_row
from core.pages.etags import not_modified, same_version
from core.pages.links import site_url
from core.pages.locale import TIME_ZONE_COOKIE
from core.pages.requests import SiteRequest
from core.pages.shared_pages import holds_form_keys, shared_page

MADE_OF = ("accounts", "config", "core", "judging", "locale", "rules", "static", "teams", "templates", "tournaments")
COOKIES = ("theme", settings.LANGUAGE_COOKIE_NAME, TIME_ZONE_COOKIE, settings.CSRF_COOKIE_NAME)
MARK = "page-"  # begins the tag of a page
READS = {"GET", "HEAD"}

Shown = Callable[[], Any]
pages_of_the_site: dict[str, Shown] = {}


def cached_until_changed(path: str, shown: Shown = tuple) -> Callable[..., Callable[[SiteRequest], HttpResponse]]:
    """Around the page at this path: besides its code and its reader's name it may show only what `shown` returns."""

    def decorate(view: Callable[[SiteRequest], HttpResponse]) -> Callable[[SiteRequest], HttpResponse]:
        pages_of_the_site[path] = shown

        @wraps(view)
        def wrapped(request: SiteRequest) -> HttpResponse:
            return shared_until_changed(request, shown, lambda: view(request))

        return wrapped

    return decorate


def shared_until_changed(request: SiteRequest, shown: Shown, render: Callable[[], HttpResponse]) -> HttpResponse:
    """Return a page that is the same for all readers as long as what `shown` returns stays the same, or a 304."""
    if request.method not in READS or is_never_cached(request) or has_messages(request):
        return render()
    seen = shown()
    etag = page_tag(request, request.user, seen)
    if has_forms(request) and same_version(request, etag):
        return allow_private_caching(not_modified(etag))
    digest = hashlib.sha256(repr(seen).encode()).hexdigest()  # whole rows would stay in memory with the page
    response = shared_page(request, (*address_shown(request), *looks(request), digest), render)
    if has_forms(request) and response.status_code == HTTPStatus.OK and not holds_form_keys(request):
        response["ETag"] = etag
    return allow_private_caching(response)


def has_a_page(request: HttpRequest) -> bool:
    """Whether the browser names a page that it got, and would be answered here."""
    safe = request.is_secure() or not settings.SECURE_SSL_REDIRECT
    return request.method == "GET" and safe and MARK in request.META.get("HTTP_IF_NONE_MATCH", "")


def is_never_cached(request: HttpRequest) -> bool:
    return settings.DEBUG or "HTTP_HX_REQUEST" in request.META


def has_forms(request: HttpRequest) -> bool:
    """Whether the CSRF cookie is present. A reader who lost it needs the page, which sets it, rather than a 304."""
    return settings.CSRF_COOKIE_NAME in request.COOKIES


def has_messages(request: HttpRequest) -> bool:
    return CookieStorage.cookie_name in request.COOKIES or SessionStorage.session_key in request.session


def reader_of(session: Any) -> Any:
    """Return the user of the session, or None if more than reading is needed: an old key or password, or a use to
    record."""
    if SESSION_KEY not in session:
        return AnonymousUser()
    user = User.objects.to_read(int(session[SESSION_KEY]))
    if user is None:
        return None
    same = constant_time_compare(session.get(HASH_SESSION_KEY, ""), _session_hash(user))
    known = same and user.is_active and session.get(BACKEND_SESSION_KEY) in settings.AUTHENTICATION_BACKENDS
    return user if known and site_cache.get(mark_of_use(session.session_key)) else None


def _session_hash(user: User) -> str:
    """Return what sessions contain of the password. A user to read has it computed once, like `digest_of_row`."""
    known = vars(user)
    if "session_hash" not in known:
        known["session_hash"] = user.get_session_auth_hash()
    computed: str = known["session_hash"]
    return computed


def page_tag(request: HttpRequest, user: Any, seen: Any) -> str:
    """The ETag of a page that shows `seen`, which differs for everything that the page depends on."""
    shown = (
        *address_shown(request),
        seen,
        request.META.get("HTTP_ACCEPT_LANGUAGE"),
        digest_of_row(user) if user.is_authenticated else None,
        [request.COOKIES.get(name) for name in COOKIES],
    )
    return f'W/"{MARK}{hashlib.sha256(repr(shown).encode()).hexdigest()[:24]}"'


def address_shown(request: HttpRequest) -> tuple[str, ...]:
    return code_version(), site_url(request), request.get_full_path()


def looks(request: SiteRequest) -> tuple[str | None, ...]:
    return get_language(), str(request.zone), request.COOKIES.get("theme")


def allow_private_caching(response: HttpResponse) -> HttpResponse:
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
