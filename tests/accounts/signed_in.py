"""People who came in through the page to sign in, and what time does to them."""

from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qs, urlsplit

from allauth.account.authentication import AUTHENTICATION_METHODS_SESSION_KEY
from allauth.account.internal.flows.login import record_authentication
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.test import Client
from django.urls import reverse

from accounts.models import User

PASSWORD = "a long sentence of words"
AGAIN = reverse("account_reauthenticate")


def a_person(name: str = "ana") -> User:
    person = User.objects.create_user(name, f"{name}@example.org", PASSWORD, public_name=name.title())
    EmailAddress.objects.create(user=person, email=person.email, verified=True, primary=True)
    return person


def sign_in(person: User, password: str = PASSWORD, **headers: Any) -> Client:
    client = Client(**headers)
    client.post(reverse("account_login"), {"login": person.email, "password": password})
    return client


def come_in(client: Client, person: User) -> None:
    """Just now, without the page to sign in and its password."""
    client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    request: Any = SimpleNamespace(session=client.session)
    record_authentication(request, person, method="password")
    request.session.save()


def is_in(client: Client) -> bool:
    return client.get(reverse("accounts:me")).status_code == 200


def an_hour_later(client: Client) -> Client:
    """What the session knows about signing in is an hour older."""
    session = client.session
    for record in session[AUTHENTICATION_METHODS_SESSION_KEY]:
        record["at"] -= 3600
    session.save()
    return client


def sign_in_again(client: Client, answer: Any, password: str = PASSWORD) -> Any:
    """Follows the way that `answer` shows, with the password."""
    return client.post(answer.url, {"password": password, "next": _next_of(answer.url)})


def _next_of(url: str) -> str:
    return parse_qs(urlsplit(url).query)["next"][0]


def code_now(secret: str) -> str:
    return format_hotp_value(hotp_value(secret, next(yield_hotp_counters_from_time())))


def fields_of(page: Any) -> dict[str, str]:
    return dict(page.context["kept"]["fields"])
