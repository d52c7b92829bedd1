"""Accounts of other services: joined to an account here only by an address that both have confirmed."""

from collections.abc import Callable
from typing import Any

import requests
from allauth.account.models import EmailAddress
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.helpers import render_authentication_error
from django.http import HttpRequest, HttpResponse


class ElsewhereAdapter(DefaultSocialAccountAdapter):
    def can_authenticate_by_email(self, login: Any, email: str) -> bool:
        """The other service must say that it has confirmed the address, and it must be confirmed here too: otherwise
        the person who typed it in first, here or there, would share the account. A second factor is still asked for."""
        said = any(each.verified and each.email.casefold() == email.casefold() for each in login.email_addresses)
        return said and EmailAddress.objects.filter(email__iexact=email, verified=True).exists()

    def get_requests_session(self) -> requests.Session:
        """The service's address is a setting: where it sends requests on to is not."""
        session: requests.Session = super().get_requests_session()
        session.max_redirects = 0
        return session

    def populate_user(self, request: Any, sociallogin: Any, data: dict[str, Any]) -> Any:
        """Only the address is taken over: the public name is asked for on the next page."""
        return super().populate_user(request, sociallogin, {"email": data.get("email")})


class ServiceAwayMiddleware:
    """A service that cannot be reached, or answers what no service should, is no fault of this site."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, requests.RequestException):
            return None
        page: HttpResponse = render_authentication_error(request, None, exception=exception)
        return page
