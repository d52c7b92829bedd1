"""A page of an event that did not change since its reader last had it is answered with 304, before any template.

Who asks, and what they may see, is found out as for every page. Its ETag then names everything that the page can show:
the rows of the reader and of the event, the numbers of all topics of the event and of people's names, address,
language, clock, colours, and the guard of its forms. The staff's pages hold keys that are good for one step, and a page
with a running clock holds the server's time: these are made anew each time.
"""

import hashlib
from collections.abc import Callable
from functools import cache, wraps
from typing import Any

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.session import SessionStorage
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language

from core.live import PEOPLE
from tournaments.models import Event
from tournaments.views.base.access import EventRequest
from tournaments.views.base.cached_fragment import not_modified, same_version

MADE_OF = ("accounts", "config", "core", "judging", "locale", "rules", "static", "teams", "templates", "tournaments")
TELLS_THE_TIME = "tournaments.tells_the_time"
COOKIES = ("theme", settings.CSRF_COOKIE_NAME)


def until_changed(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Inside `event_page`, which has found the event and the rights."""

    @wraps(view)
    def wrapped(request: EventRequest, event: Event, *args: Any, **kwargs: Any) -> HttpResponse:
        if _is_made_anew(request) or _has_messages(request):
            return view(request, event, *args, **kwargs)
        etag = page_etag(request, event)
        if same_version(request, etag):
            return _kept_by_its_reader(not_modified(etag))
        response = view(request, event, *args, **kwargs)
        if response.status_code == 200 and not tells_the_time(request):
            response["ETag"] = etag
            _kept_by_its_reader(response)
        return response

    return wrapped


def _is_made_anew(request: EventRequest) -> bool:
    """Without the cookie of its forms a page sets it: a reader who lost it needs the page and not a 304."""
    has_forms = settings.CSRF_COOKIE_NAME in request.COOKIES
    return settings.DEBUG or bool(request.rights) or "HX-Request" in request.headers or not has_forms


def telling_the_time(request: HttpRequest) -> None:
    """This page holds the server's clock."""
    request.META[TELLS_THE_TIME] = True


def tells_the_time(request: HttpRequest) -> bool:
    return TELLS_THE_TIME in request.META


def page_etag(request: EventRequest, event: Event) -> str:
    numbers = request.versions_shown.numbers([*event.topics(*event.THEMES), PEOPLE])
    shown = (
        code_version(),
        request.get_full_path(),
        get_language(),
        str(getattr(request, "zone", None)),
        sorted(numbers.items()),
        _values(event),
        _values(event.series) if event.series else None,
        _values(request.user) if request.user.is_authenticated else None,
        [request.COOKIES.get(name) for name in COOKIES],
    )
    return f'W/"{hashlib.sha256(repr(shown).encode()).hexdigest()[:24]}"'


def _values(row: Any) -> list[Any]:
    """As they were read, or as the page will show them where moderators hide them; the last sign-in is not shown."""
    names = (field.attname for field in row._meta.concrete_fields if field.attname != "last_login")
    return [getattr(row, name) for name in names]


def _has_messages(request: HttpRequest) -> bool:
    return CookieStorage.cookie_name in request.COOKIES or SessionStorage.session_key in request.session


def _kept_by_its_reader(response: HttpResponse) -> HttpResponse:
    response["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ["Cookie", "Accept-Language"])
    return response


@cache
def code_version() -> str:
    """Another for each version of the site that is installed, so that nobody keeps a page of the one before."""
    files = sorted(path for folder in MADE_OF for path in (settings.BASE_DIR / folder).rglob("*.*") if path.is_file())
    stamps = [(path.name, path.stat().st_mtime_ns, path.stat().st_size) for path in files if path.suffix != ".pyc"]
    return hashlib.sha256(repr(stamps).encode()).hexdigest()
