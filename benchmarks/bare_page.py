"""The peer of `benchmarks.pages`: one page of a bare Django, with the middleware of a new project and a template.

It names its reader, as ours do: a page that asked nobody who they are would be compared with one that reads a session.
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.test import Client, override_settings
from django.test.client import ClientHandler
from django.urls import path

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
PAGE = "<!doctype html><title>Bare</title>{{ request.user }}{% for word in words %}<p>{{ word }}{% endfor %}"
TEMPLATE = engines["django"].from_string(PAGE)


class BareHandler(ClientHandler):
    """Loads the middleware of a new project once, so that the site's own settings stay as they are."""

    def load_middleware(self, is_async: bool = False) -> None:
        with override_settings(MIDDLEWARE=MIDDLEWARE):
            super().load_middleware(is_async)

    def get_response(self, request: HttpRequest) -> Any:
        request.urlconf = __name__
        return super().get_response(request)


def bare_client() -> Client:
    client = Client(HTTP_HOST="localhost")
    client.handler = BareHandler(enforce_csrf_checks=False)
    return client


def page(request: HttpRequest) -> HttpResponse:
    return HttpResponse(TEMPLATE.render({"words": ["one", "two", "three"]}, request))


urlpatterns = [path("bare/", page)]
