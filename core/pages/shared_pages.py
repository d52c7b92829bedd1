"""Pages that are the same for all readers except for their names: rendered once per version and cached in memory.

Such a page is rendered for a stand-in. It may only use whether the reader is signed in, their language and time zone,
which are part of the key, and their name and number, for which it gets placeholders; anything else is an error. The
placeholders, the CSRF token and the keys of forms that are processed once are filled in for each reader.
"""

import logging
import secrets
import uuid
from collections import OrderedDict
from collections.abc import Callable
from itertools import chain
from threading import Lock
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.utils.html import escape

from core.pages.key_locks import KeyLocks

log = logging.getLogger(__name__)

HOLDS_FORM_KEYS = "core.holds_form_keys"
MOST_PAGES = 200  # of this process
MOST_BYTES = 24_000_000  # of all of them: the round of a large event has half a million
START = secrets.token_hex(15)
NUMBER, NAME, TOKEN, KEY = PLACEHOLDERS = [f"{START}0{n}" for n in range(4)]
OF_NUMBER, OF_NAME, OF_TOKEN, OF_KEY = [placeholder.removeprefix(START).encode() for placeholder in PLACEHOLDERS]

Parts = list[bytes]  # of a page: every second one says which placeholder stood there


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
rendering = KeyLocks()


def token_of_forms(request: HttpRequest) -> dict[str, str]:
    """Context processor that puts a placeholder for the CSRF token into shared pages."""
    return {"csrf_token": TOKEN} if getattr(request, "is_shared", False) else {}


def key_of_form(request: Any) -> str:
    """Return a new key, or in a shared page the placeholder for one."""
    if request is None:
        return new_key()
    request.META[HOLDS_FORM_KEYS] = True
    return KEY if getattr(request, "is_shared", False) else new_key()


def holds_form_keys(request: HttpRequest) -> bool:
    """Whether the page has a form that is processed once: two tabs with the same copy of it would count as one."""
    return HOLDS_FORM_KEYS in request.META


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
        with rendering.locked(known):  # those who waited for it find it cached
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
    return response.status_code == 200 and set(response.headers) == {"Content-Type"} and not response.cookies


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
    own = {OF_TOKEN: get_token(request)}
    if user.is_authenticated:
        own |= {OF_NUMBER: str(user.pk), OF_NAME: escape(user.shown_name)}
    if OF_KEY in places:
        request.META[HOLDS_FORM_KEYS] = True
    filled = list(page)
    filled[1::2] = [(new_key() if place == OF_KEY else own[place]).encode() for place in places]
    return b"".join(filled)
