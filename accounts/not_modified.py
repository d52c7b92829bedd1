"""Early 304 responses: a page of the page cache (core/pages/page_cache.py) that its reader has is not asked for again.

What the page shows now is read as the page would read it; reader and rights are determined as for every page. What
takes more than reading goes the whole way: an old password, a waiting message, a use of the session to record.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache as site_cache
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve
from django.utils.crypto import constant_time_compare

from accounts.models import User
from accounts.security.devices import mark_of_use
from core.pages.page_cache import (
    MARK,
    VERSION_BEFORE_VIEW,
    has_forms,
    is_personal,
    not_modified,
    page_tag,
    same_version,
)


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
        if not _names_a_page(request) or not has_forms(request):
            return None
        etag = self._tag_now(request)
        return not_modified(etag) if etag and same_version(request, etag) else None

    def _tag_now(self, request: Any) -> str | None:
        """Return the ETag that the page would have now, or None if more than reading is needed."""
        try:
            match = resolve(request.path_info)
        except Resolver404:
            return None
        version = getattr(match.func, VERSION_BEFORE_VIEW, None)
        if version is None:
            return None
        request.session = self.sessions(request.COOKIES.get(settings.SESSION_COOKIE_NAME))
        user = None if is_personal(request) else reader_of(request.session)
        shown = None if user is None else version(request, user, *match.args, **match.kwargs)
        return None if shown is None else page_tag(request, user, shown)


def _names_a_page(request: HttpRequest) -> bool:
    """Whether the browser names a page that it got, and would be answered here."""
    safe = request.is_secure() or not settings.SECURE_SSL_REDIRECT
    named = MARK in request.META.get("HTTP_IF_NONE_MATCH", "")
    return named and safe and request.method == "GET" and not settings.DEBUG


def reader_of(session: Any) -> Any:
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
