"""What signing up and in does differently here from django-allauth's defaults."""

import secrets
from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context as allauth_context
from axes.utils import reset
from django.http import HttpRequest

from accounts.links import site_url


class AccountAdapter(DefaultAccountAdapter):
    def populate_username(self, request: HttpRequest, user: Any) -> None:
        """A name drawn by lot: one made from the e-mail address would give the address away."""
        user.username = f"player-{secrets.token_hex(6)}"

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """The site is named as in the links beside it."""
        named = urlsplit(site_url(allauth_context.request)).netloc
        super().send_mail(template_prefix, email, {"current_site": {"name": named, "domain": named}} | context)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Wrong passwords are counted by axes, for name and address together: nobody is locked out from elsewhere.
        The limit of allauth's own, `login_failed`, is for the codes of a second factor alone."""

    def set_password(self, user: Any, password: str) -> None:
        """Who could set a new one has been let in by letter or by the old one: wrong tries no longer count."""
        super().set_password(user, password)
        for name in {user.username, user.email}:
            reset(username=name.casefold())


def name_tried(request: HttpRequest, credentials: dict[str, str] | None) -> str | None:
    """Whose password is being guessed, however the name was written."""
    given = credentials or request.POST.dict()
    name = given.get("email") or given.get("username") or given.get("login")
    return name.strip().casefold() if name else None
