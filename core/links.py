"""The one way to write an address that is opened elsewhere: on paper, in an e-mail, in a QR code, by a program."""

from collections.abc import Callable
from urllib.parse import urljoin, urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.encoding import iri_to_uri

LOOPBACK_PREFIXES = ("localhost", "127.", "[::1]")


def absolute(path: str, request: HttpRequest | None = None) -> str:
    return iri_to_uri(urljoin(site_url(request), path)) or ""


def site_url(request: HttpRequest | None = None) -> str:
    """SITE_URL, where it was given; else where the visitor has reached the site, but never a host that the request
    made up. An e-mail may be sent by a worker, whom nobody asked."""
    if settings.SITE_URL:
        return str(settings.SITE_URL)
    if request is None or not _is_known(request):
        return str(settings.OWN_URL)
    return f"{request.scheme}://{request.get_host()}/"


def _is_known(request: HttpRequest) -> bool:
    """`get_host` has held the name against ALLOWED_HOSTS. In a hall there is one port, and what only this computer can
    open is of no use to a phone."""
    if "*" in settings.ALLOWED_HOSTS:
        return False
    asked, own = urlsplit(f"//{request.get_host()}"), urlsplit(settings.OWN_URL)
    if asked.netloc.startswith(LOOPBACK_PREFIXES) and not own.netloc.startswith(LOOPBACK_PREFIXES):
        return False
    return not settings.HALL_URL or asked.port == own.port


class AbsoluteLinksMiddleware:
    """What packages build by `request.build_absolute_uri` is built by `absolute` too."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        def build_absolute_uri(location: str | None = None) -> str:
            return absolute(request.get_full_path() if location is None else location, request)

        vars(request)["build_absolute_uri"] = build_absolute_uri
        return self.get_response(request)
