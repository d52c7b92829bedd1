"""What people are shown where allauth raises an exception."""

from collections.abc import Callable

import requests
from allauth.core.exceptions import ReauthenticationRequired
from allauth.socialaccount.helpers import render_authentication_error
from django.http import HttpRequest, HttpResponse

from accounts.sign_in.fresh_sign_in import to_sign_in_again


class AllauthErrorMiddleware:
    """Answer where a sign-in is too old, and where another service is away or sends an invalid answer.

    A middleware, because the exceptions also come from views of allauth, and of its decorator around our own.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, ReauthenticationRequired):
            return to_sign_in_again(request)
        if isinstance(exception, requests.RequestException):
            page: HttpResponse = render_authentication_error(request, None, exception=exception)
            return page
        return None
