"""The admin requires a second factor, and a recent sign-in for changes, like the account pages. It checks the query
parameters of its lists, which Django passes to the database unchecked."""

import re
from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.decorators import reauthentication_required
from django.conf import settings
from django.contrib import messages
from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts.sign_in.second_factor import has_second_factor
from core.pages.error_responses import error_response

View = Callable[..., HttpResponse]

LONGEST = 1000
MOST_WORDS = 20  # each word adds a condition on every searched column
DATE_PART = re.compile(r"__(year|month|day)$")
YEARS = range(1970, 2201)


class Site(AdminSite):
    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        """The admin can change other people's addresses, second factors and groups. Reading needs no fresh sign-in."""
        fresh = reauthentication_required(view, allow_get=True)  # type: ignore[no-untyped-call]
        return super().admin_view(second_factor_required(query_checked(fresh)), cacheable)


def second_factor_required(view: View) -> View:
    @wraps(view)
    def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if settings.ADMIN_SECOND_FACTOR and not has_second_factor(request.user):
            messages.info(request, _("The administration needs a second factor. Set one up first."))
            return redirect("mfa_index")
        return view(request, *args, **kwargs)

    return checked


def query_checked(view: View) -> View:
    @wraps(view)
    def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not all(_can_be_asked(name, text) for name, text in _given(request)):
            return error_response(request, 400, "bad-query")
        return view(request, *args, **kwargs)

    return checked


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
