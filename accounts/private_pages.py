"""Prevent browsers from storing account pages, so that the next person at the computer cannot go back to them."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

PRIVATE = ("/accounts/", "/me/")


class PrivatePagesMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        was_signed_in = request.user.is_authenticated
        response = self.get_response(request)
        if request.path.startswith(PRIVATE):
            response["Cache-Control"] = "no-store"
        if was_signed_in and request.method == "POST" and request.path == reverse("account_logout"):
            response["Clear-Site-Data"] = '"cache"'  # not "storage": it may hold a game that has not been sent yet
        return response
