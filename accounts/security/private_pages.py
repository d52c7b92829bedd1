"""Prevent browsers from storing private pages, so that the next person at the computer cannot go back to them, and
programs and what lies between from storing what a token may see.
"""

import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.cache import patch_vary_headers

# accounts; and lists of names, keys and invitations
PRIVATE = re.compile(r"^/(accounts|me)/|^/events/[^/]+/(print|staff)/")


class PrivatePagesMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        was_signed_in = request.user.is_authenticated
        response = self.get_response(request)
        is_download = response.get("Content-Disposition", "").startswith("attachment")
        if request.path.startswith("/api/"):
            patch_vary_headers(response, ["Authorization"])
        if PRIVATE.match(request.path) or "Authorization" in request.headers:
            response["Cache-Control"] = "no-store"
        elif was_signed_in and not response.has_header("Cache-Control"):
            response["Cache-Control"] = "private, no-store" if is_download else "private, no-cache"
        if was_signed_in and request.method == "POST" and request.path == reverse("account_logout"):
            response["Clear-Site-Data"] = '"cache"'  # not "storage": it may hold a game that has not been sent yet
        return response
