"""Redirects to the sign-in page and back to the page where the person was, never to a URL that only accepts POST."""

from collections.abc import Callable
from urllib.parse import urlsplit

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.utils.http import url_has_allowed_host_and_scheme
from django_htmx.http import HttpResponseClientRedirect

from core.pages.error_responses import error_response, wants_json
from core.pages.throttle import SAFE_METHODS

View = Callable[..., HttpResponse]


def is_to_sign_in(request: HttpRequest, response: HttpResponse) -> bool:
    """Whether Django's `login_required` has answered, which would lead back to the requested address whatever it is."""
    return response.status_code == 302 and response["Location"] == redirect_to_login(request.get_full_path()).url


def redirect_to_sign_in(request: HttpRequest, there: str = "") -> HttpResponse:
    """Redirect the whole page even if a fragment was requested; otherwise the sign-in form would appear inside it. A
    script that asks for JSON is told."""
    if wants_json(request):
        return error_response(request, 401, "sign-in-first")
    answer = redirect_to_login(there or current_page(request))
    return HttpResponseClientRedirect(answer.url) if "HX-Request" in request.headers else answer


def current_page(request: HttpRequest) -> str:
    """The page that the person sees: the requested one, or the one that sent a form or fetched a fragment."""
    if request.method in SAFE_METHODS and "HTTP_HX_REQUEST" not in request.META:  # `headers` reads all of them
        return request.get_full_path()
    came_from = urlsplit(safe_next(request, request.headers.get("Referer", "")))
    return came_from._replace(scheme="", netloc="", fragment="").geturl()


def page_shown(request: HttpRequest) -> dict[str, str]:
    """The context processor for forms that lead back: the answer to a form has a URL that may accept nothing else."""
    try:
        return {"page_shown": current_page(request)}
    except DisallowedHost:  # on the page that says so
        return {"page_shown": "/"}


def safe_next(request: HttpRequest, there: str, otherwise: str = "/") -> str:
    """The target if it is a page of this site (a full URL or an absolute path), otherwise the default."""
    return there if is_page_of_ours(request, there) else otherwise


def is_page_of_ours(request: HttpRequest, there: str) -> bool:
    here = url_has_allowed_host_and_scheme(there, {request.get_host()}, require_https=request.is_secure())
    return here and there.isprintable() and urlsplit(there).path.startswith("/")
