"""Validate the query parameters of admin lists, which Django passes to the database unchecked."""

import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from core.pages.error_responses import error_response

LONGEST = 1000
MOST_WORDS = 20  # each word adds a condition on every searched column
DATE_PART = re.compile(r"__(year|month|day)$")
YEARS = range(1970, 2201)


class AdminQueryMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        in_the_admin = request.path.startswith(reverse("admin:index"))
        if in_the_admin and not all(_can_be_asked(name, text) for name, text in _given(request)):
            return error_response(request, 400, "bad-query", page="400.html")
        return self.get_response(request)


def _given(request: HttpRequest) -> list[tuple[str, str]]:
    return [("", request.path), *((name, text) for name, texts in request.GET.lists() for text in texts)]


def _can_be_asked(name: str, text: str) -> bool:
    if "\0" in name + text or len(text) > LONGEST or len(text.split()) > MOST_WORDS:
        return False
    part = DATE_PART.search(name)
    if part is None or not text:
        return True
    is_number = text.isascii() and text.isdigit() and len(text) < 5
    return is_number and (part[1] != "year" or int(text) in YEARS)
