"""Pages about one's account are kept by no browser: the next person at the laptop goes back to an empty page."""

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
            response["Clear-Site-Data"] = '"cache"'  # not the storage: it may hold a game that is not sent yet
        return response
