"""What follows from a refusal, by a view of ours or of a package: a sign-in, a page, an entry of the security log."""

from collections.abc import Callable

import requests
from allauth.core.exceptions import ReauthenticationRequired
from allauth.socialaccount.helpers import render_authentication_error
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed

from accounts.security.models import log_refused_access
from accounts.sign_in.fresh_sign_in import to_sign_in_again
from core.pages.error_responses import error_response
from core.pages.login_redirect import is_to_sign_in, redirect_to_sign_in


class RefusalMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if isinstance(response, HttpResponseNotAllowed):
            return wrong_method(request, response)
        if is_to_sign_in(request, response):
            return redirect_to_sign_in(request)
        if response.status_code == 403 and request.user.is_authenticated:
            log_refused_access(request, request.user)
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer where a sign-in is too old, and where another service is away or sends an invalid answer: allauth
        raises both, in its views and in its decorator around ours."""
        if isinstance(exception, ReauthenticationRequired):
            return to_sign_in_again(request)
        if isinstance(exception, requests.RequestException):
            page: HttpResponse = render_authentication_error(request, None, exception=exception)
            return page
        return None


def wrong_method(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The page for who opens an address that only takes forms; Django has no handler for it, and an empty page."""
    page = error_response(request, 405, "method-not-allowed")
    page["Allow"] = response["Allow"]
    return page
