"""A page that is the same for all its readers but for their names is drawn once a version, and kept in memory.

It is drawn for nobody in particular: of its reader the page can ask no more than whether they have signed in, their
language and their time zone, which belong to the key, and their name and number, for which marks stand that nothing
else holds. Whatever else it asks about them is an error. The marks and the token of the forms are put in for each.
"""

import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.utils.html import escape

log = logging.getLogger(__name__)

MOST_PAGES = 200  # of this process: some 30 kB each
NUMBER, NAME, TOKEN = (secrets.token_hex(16) for _ in range(3))


class Personal(Exception):
    """A page that many share asked about its reader."""


class Reader:
    """Whoever reads the page, signed in."""

    is_authenticated, is_anonymous, is_active = True, False, True
    pk, shown_name = NUMBER, NAME

    def __init__(self, user: Any) -> None:
        self.locale, self.time_zone = user.locale, user.time_zone

    def __getattr__(self, name: str) -> Any:
        """Not an AttributeError, which a template would take for an empty value."""
        raise Personal(name)

    def values(self) -> tuple[str, str]:
        return self.locale, self.time_zone


class KeptPages:
    """Those that were asked for last."""

    def __init__(self) -> None:
        self._pages: OrderedDict[object, str] = OrderedDict()
        self._lock = Lock()

    def get(self, key: object) -> str | None:
        with self._lock:
            if key in self._pages:
                self._pages.move_to_end(key)
            return self._pages.get(key)

    def keep(self, key: object, page: str) -> None:
        with self._lock:
            self._pages[key] = page
            while len(self._pages) > MOST_PAGES:
                self._pages.popitem(last=False)

    def forget(self) -> None:
        with self._lock:
            self._pages.clear()


kept = KeptPages()


def token_of_forms(request: HttpRequest) -> dict[str, str]:
    """A context processor: in a page that many share a mark stands for the token."""
    return {"csrf_token": TOKEN} if getattr(request, "is_shared", False) else {}


def shared_page(
    request: Any, key: tuple[Any, ...], draw: Callable[[], HttpResponse], tells_the_time: Callable[[], bool]
) -> HttpResponse:
    """One with a running clock is drawn once a second; what is not simply a page is handed on and not kept."""
    user = request.user
    reader = Reader(user) if user.is_authenticated else user
    known = (*key, reader.values() if isinstance(reader, Reader) else None)
    within_this_second = (*known, this_second())
    page = kept.get(known) or kept.get(within_this_second)
    if page is None:
        response = _drawn_for(request, reader, draw)
        if response is None or response.status_code != 200 or set(response.headers) != {"Content-Type"}:
            return draw()
        page = response.content.decode()
        kept.keep(within_this_second if tells_the_time() else known, page)
    return HttpResponse(_filled(page, request, user))


def this_second() -> int:
    return int(time.time())


def _drawn_for(request: Any, reader: Any, draw: Callable[[], HttpResponse]) -> HttpResponse | None:
    """Nothing, and a line in the log, for a page that is not the same for all."""
    user, request.user, request.is_shared = request.user, reader, True
    try:
        return draw()
    except Personal as asked:
        log.error("%s is drawn for each reader: it asks for %s", request.path, asked)
        return None
    finally:
        request.user, request.is_shared = user, False


def _filled(page: str, request: HttpRequest, user: Any) -> str:
    """The name last: whatever it holds, nothing is looked for in it."""
    page = page.replace(TOKEN, get_token(request))
    if user.is_authenticated:
        page = page.replace(NUMBER, str(user.pk)).replace(NAME, escape(user.shown_name))
    return page
