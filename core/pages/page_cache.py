"""The page cache: pages and fragments that are the same for all readers, rendered once per version.

    @cached_page(events_shown)
    def start(request): ...

`events_shown(request)` returns all that the page shows besides its code, address and reader: rows, numbers of
topics, rights. It is the key of the page and of its ETag, together with language, time zone and theme, so nothing has
to be deleted: what changed has another key. None means that the page is this reader's own, and is not cached.

A cached page is rendered for a stand-in. It may only use whether the reader is signed in, their language and time zone,
which are part of the key, and their name, number and menu, for which it gets placeholders; anything else is an error.
The placeholders, the CSRF token and the keys of forms that are processed once are filled in for each reader.

The ETag covers the reader too: who has the page already gets a 304.
"""

import hashlib
import logging
import secrets
import uuid
from collections import OrderedDict
from collections.abc import Callable
from functools import cache, partial, wraps
from itertools import chain
from threading import Lock
from typing import Any

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.session import SessionStorage
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.middleware.csrf import get_token
from django.utils.cache import patch_vary_headers
from django.utils.html import escape
from django.utils.http import parse_etags
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from core.pages.links import site_url
from core.pages.locale import TIME_ZONE_COOKIE

log = logging.getLogger(__name__)

MADE_OF = ("accounts", "config", "core", "judging", "locale", "rules", "static", "teams", "templates", "tournaments")
COOKIES = ("theme", settings.LANGUAGE_COOKIE_NAME, TIME_ZONE_COOKIE, settings.CSRF_COOKIE_NAME)
OF_A_PAGE = {"Content-Type": "text/html; charset=utf-8"}
HOLDS_FORM_KEYS = "core.holds_form_keys"
MOST_PAGES = 200  # of this process
MOST_BYTES = 24_000_000  # of all of them: the round of a large event has half a million
START = secrets.token_hex(15)
NUMBER, NAME, TOKEN, KEY, MENU = PLACEHOLDERS = [f"{START}0{n}" for n in range(5)]
OF_NUMBER, OF_NAME, OF_TOKEN, OF_KEY, OF_MENU = [place.removeprefix(START).encode() for place in PLACEHOLDERS]

Parts = list[bytes]  # of a page: every second one says which placeholder stood there
View = Callable[..., HttpResponse]
Version = Callable[..., object]  # of a page, from the arguments of its view


def cached_page(
    version: Version, *, own_part: Callable[..., str] | None = None, is_fragment: bool = False
) -> Callable[[View], View]:
    """Around a view of which all readers with the same `version` get the same page.

    `own_part(page, request, ...)` puts into the page what is its reader's alone. A fragment shows no messages.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def wrapped(request: Any, *args: Any, **kwargs: Any) -> HttpResponse:
            def render() -> HttpResponse:
                return view(request, *args, **kwargs)

            def own(response: HttpResponse) -> HttpResponse:
                if own_part and response.status_code == 200:
                    response.content = own_part(response.content.decode(), request, *args, **kwargs)
                return response

            is_shared = request.method == "GET" and (is_fragment or not is_personal(request)) and not settings.DEBUG
            shown = version(request, *args, **kwargs) if is_shared else None
            if shown is None:
                return own(render())
            framed = shown if is_fragment else (shown, menu_of(request))
            etag = page_tag(request, framed) if is_fragment or has_forms(request) else ""
            if etag and same_version(request, etag):
                return not_modified(etag)
            response = own(shared_page(request, page_key(request, shown), render))
            return _to_be_asked_again(request, response, etag)

        return wrapped

    return decorate


def _to_be_asked_again(request: HttpRequest, response: HttpResponse, etag: str) -> HttpResponse:
    """Give the page its ETag. One with a form that is processed once has a key of its own, and gets none: two tabs with
    the same copy of it would count as one."""
    if response.status_code == 200 and HOLDS_FORM_KEYS not in request.META:
        if etag:
            response["ETag"] = etag
        allow_private_caching(response)
    return response


def is_personal(request: Any) -> bool:
    """Whether what is answered depends on more than the page: messages for its reader, or a part for a script."""
    waits = CookieStorage.cookie_name in request.COOKIES or SessionStorage.session_key in request.session
    return waits or "HTTP_HX_REQUEST" in request.META


def has_forms(request: HttpRequest) -> bool:
    """Whether the CSRF cookie is present. A reader who lost it needs the page, which sets it, rather than a 304."""
    return settings.CSRF_COOKIE_NAME in request.COOKIES


def page_key(request: Any, shown: object) -> tuple[object, ...]:
    """The key of a page in the cache."""
    looks = get_language(), str(request.zone), request.COOKIES.get("theme")
    return _digest(*_address(request), shown), *looks


def page_tag(request: HttpRequest, shown: object) -> str:
    """The ETag of a page, which differs for everything that the page depends on."""
    reader = row_values(request.user) if request.user.is_authenticated else None
    cookies = [request.COOKIES.get(name) for name in COOKIES]
    digest = _digest(*_address(request), shown, reader, request.META.get("HTTP_ACCEPT_LANGUAGE"), cookies)
    return f'W/"{digest[:24]}"'


def row_values(row: Any) -> list[Any]:
    """What a version says of a row that a page shows: all its columns."""
    return [getattr(row, field.attname) for field in row._meta.concrete_fields]


def _address(request: HttpRequest) -> tuple[str, ...]:
    return code_version(), site_url(request), request.get_full_path()


def _digest(*values: object) -> str:
    return hashlib.sha256(repr(values).encode()).hexdigest()


def same_version(request: HttpRequest, etag: str) -> bool:
    """Whether the browser has this version, by weak comparison: proxies that compress an answer weaken its ETag."""
    return etag.removeprefix("W/") in {
        known.removeprefix("W/") for known in parse_etags(request.META.get("HTTP_IF_NONE_MATCH", ""))
    }


def not_modified(etag: str) -> HttpResponse:
    response: HttpResponse = HttpResponseNotModified()
    response["ETag"] = etag
    return allow_private_caching(response)


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


class Personal(Exception):
    """A shared page accessed personal data of its reader."""


class Reader:
    """A stand-in for the signed-in reader of a shared page."""

    is_authenticated, is_anonymous, is_active = True, False, True
    pk, shown_name = NUMBER, NAME

    def __init__(self, user: Any) -> None:
        self.locale, self.time_zone = user.locale, user.time_zone
        self.asked: list[str] = []

    def __getattr__(self, name: str) -> Any:
        """Raise Personal, because templates treat an AttributeError as an empty value.

        The name is also recorded, because `{% if … and … %}` catches every error.
        """
        self.asked.append(name)
        raise Personal(name)

    def __eq__(self, other: object) -> bool:
        """Record comparisons, because whether a row belongs to the reader depends on who they are."""
        if other is not self:
            self.asked.append("equality")
        return other is self

    __hash__ = object.__hash__

    def values(self) -> tuple[str, str]:
        return self.locale, self.time_zone


class PageCache:
    """A cache of the pages that were requested last."""

    def __init__(self) -> None:
        self._pages: OrderedDict[object, Parts] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    def get(self, key: object) -> Parts | None:
        with self._lock:
            if key in self._pages:
                self._pages.move_to_end(key)
            return self._pages.get(key)

    def set(self, key: object, page: Parts) -> None:
        with self._lock:
            self._bytes += _length(page) - _length(self._pages.pop(key, []))
            self._pages[key] = page
            while len(self._pages) > MOST_PAGES or self._bytes > MOST_BYTES:
                self._bytes -= _length(self._pages.popitem(last=False)[1])

    def clear(self) -> None:
        with self._lock:
            self._pages.clear()
            self._bytes = 0


def _length(page: Parts) -> int:
    return sum(map(len, page))


page_cache = PageCache()
rendering = [Lock() for _ in range(64)]  # a page is rendered under that of its key


def token_of_forms(request: HttpRequest) -> dict[str, str]:
    """Context processor that puts a placeholder for the CSRF token into shared pages."""
    return {"csrf_token": TOKEN} if getattr(request, "is_shared", False) else {}


_menus: list[Callable[[Any], str]] = []


def add_to_menu(entries: Callable[[Any], str]) -> None:
    """Register what renders the entries of the menu that only this reader has. Call in `AppConfig.ready`."""
    _menus.append(entries)


def menu_of(request: Any) -> SafeString:
    """The entries that only this reader has in the menu, rendered once a request."""
    if not hasattr(request, "menu"):
        request.menu = SafeString("".join(entries(request) for entries in _menus))
    return SafeString(request.menu)


def own_menu(request: HttpRequest) -> dict[str, Any]:
    """Context processor that puts a placeholder for the reader's own part of the menu into shared pages."""
    return {"own_menu": MENU if getattr(request, "is_shared", False) else partial(menu_of, request)}


def key_of_form(request: Any) -> str:
    """Return a new key, or in a shared page the placeholder for one."""
    if request is None:
        return new_key()
    request.META[HOLDS_FORM_KEYS] = True
    return KEY if getattr(request, "is_shared", False) else new_key()


def new_key() -> str:
    return uuid.uuid4().hex


def shared_page(request: Any, key: tuple[Any, ...], render: Callable[[], HttpResponse]) -> HttpResponse:
    """Return the page, rendered at most once per version.

    A response that is not simply a page is returned without caching it.
    """
    user = request.user
    reader = Reader(user) if user.is_authenticated else user
    known = (*key, reader.values() if isinstance(reader, Reader) else None)
    page = page_cache.get(known)
    if page is None:
        with rendering[hash(known) % len(rendering)]:  # those who waited for it find it cached
            page = page_cache.get(known) or _render(request, reader, known, render)
    return render() if page is None else HttpResponse(_filled(page, request, user))


def _render(request: Any, reader: Any, known: tuple[Any, ...], render: Callable[[], HttpResponse]) -> Parts | None:
    response = _render_for(request, reader, render)
    if response is None or not _is_only_a_page(response):
        return None
    page = _parts(response.content)
    page_cache.set(known, page)
    return page


def _is_only_a_page(response: HttpResponse) -> bool:
    return response.status_code == 200 and dict(response.headers) == OF_A_PAGE and not response.cookies


def _render_for(request: Any, reader: Any, render: Callable[[], HttpResponse]) -> HttpResponse | None:
    """Render the page for the stand-in; return None and log it if the page depends on its reader."""
    user, request.user, request.is_shared = request.user, reader, True
    response: HttpResponse | None = None
    try:
        response = render()
    except Personal:
        pass  # what it asked for is noted
    finally:
        request.user, request.is_shared = user, False
    if asked := getattr(reader, "asked", []):
        log.error("%s is rendered for each reader: it asks for %s", request.path, ", ".join(asked))
        return None
    return response


def _parts(content: bytes) -> Parts:
    first, *others = content.split(START.encode())
    return [first, *chain.from_iterable((other[: len(OF_KEY)], other[len(OF_KEY) :]) for other in others)]


def _filled(page: Parts, request: HttpRequest, user: Any) -> bytes:
    """Put what is the reader's own in the places of the placeholders."""
    places = page[1::2]
    own = {OF_TOKEN: get_token(request)} if OF_TOKEN in places else {}
    if user.is_authenticated:
        own |= {OF_NUMBER: str(user.pk), OF_NAME: escape(user.shown_name), OF_MENU: menu_of(request)}
    if OF_KEY in places:
        request.META[HOLDS_FORM_KEYS] = True
    filled = list(page)
    filled[1::2] = [(new_key() if place == OF_KEY else own[place]).encode() for place in places]
    return b"".join(filled)
