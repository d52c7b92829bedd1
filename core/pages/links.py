"""Absolute links: the one way to write a URL that is opened elsewhere (paper, e-mail, QR code, program)."""

from collections.abc import Callable
from functools import lru_cache
from urllib.parse import urljoin, urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.encoding import iri_to_uri

LOOPBACK_PREFIXES = ("localhost", "127.", "[::1]")


def absolute(path: str, request: HttpRequest | None = None) -> str:
    return iri_to_uri(urljoin(site_url(request), path)) or ""


def site_url(request: HttpRequest | None = None) -> str:
    """SITE_URL if it is set, otherwise the address at which the visitor reached the site, but never a host that the
    request made up.

    E-mails may be sent by a worker, where there is no request.
    """
    if settings.SITE_URL:
        return str(settings.SITE_URL)
    if request is None:
        return str(settings.OWN_URL)
    read = vars(request)  # once for a request, because a page asks several times
    if "site_url" not in read:
        host = request.get_host()
        read["site_url"] = f"{request.scheme}://{host}/" if _is_known(host) else str(settings.OWN_URL)
    return str(read["site_url"])


def opens_here_only(url: str) -> bool:
    """Whether only this computer can open the address: a phone that scans it looks for the site on itself."""
    return urlsplit(url).netloc.startswith(LOOPBACK_PREFIXES)


def _is_known(host: str) -> bool:
    """Whether phones in the hall can open this host. `get_host` has already checked it against ALLOWED_HOSTS; an
    address that only this computer can open does not count."""
    return "*" not in settings.ALLOWED_HOSTS and _can_be_opened(f"//{host}", settings.OWN_URL, bool(settings.HALL_URL))


@lru_cache(maxsize=100)
def _can_be_opened(asked: str, own: str, in_a_hall: bool) -> bool:
    if opens_here_only(asked) and not opens_here_only(own):
        return False
    return not in_a_hall or urlsplit(asked).port == urlsplit(own).port


class AbsoluteLinksMiddleware:
    """Make `request.build_absolute_uri`, which packages use, build the same links as `absolute`."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        def build_absolute_uri(location: str | None = None) -> str:
            return absolute(request.get_full_path() if location is None else location, request)

        vars(request)["build_absolute_uri"] = build_absolute_uri
        return self.get_response(request)
