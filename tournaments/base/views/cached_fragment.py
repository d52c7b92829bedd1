"""Fragments that are the same for everyone: rendered once for each version, with an ETag."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils import translation

from core.pages import live
from core.pages.etags import not_modified, same_version
from core.pages.key_locks import KeyLocks

CACHE_SECONDS = 24 * 3600
rendering = KeyLocks()


@dataclass(frozen=True)
class CachedFragment:
    """A fragment of a page; `render` is called if one of the topics has changed since the last time.

    Versions that the page has already read are passed as `shown`.
    """

    name: str
    topics: list[str]
    render: Callable[[], str]
    shown: live.VersionsShown | None = None

    def etag(self) -> str:
        versions = (self.shown.numbers if self.shown else live.versions)([*self.topics, live.PEOPLE])
        stamp = f"{self.name}:{translation.get_language()}:" + ":".join(
            f"{topic}={versions[topic]}" for topic in sorted(versions)
        )
        return f'W/"{hashlib.sha256(stamp.encode()).hexdigest()[:24]}"'

    def text(self, etag: str = "") -> str:
        key = f"page:{etag or self.etag()}"
        cached: str | None = cache.get(key)
        return self._rendered_once(key) if cached is None else cached

    def _rendered_once(self, key: str) -> str:
        """Render under a lock, because after a result every open page requests the fragment at the same moment."""
        with rendering.locked(key):
            cached: str | None = cache.get(key)
            if cached is None:
                cached = self.render()
                cache.set(key, cached, CACHE_SECONDS)
            return cached


def fragment_response(request: HttpRequest, piece: CachedFragment) -> HttpResponse:
    """Return the fragment, or 304 if the browser has this version."""
    etag = piece.etag()
    response = not_modified(etag) if same_version(request, etag) else HttpResponse(piece.text(etag))
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    return response
