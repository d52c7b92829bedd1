"""Limits on wrong passwords: django-axes counts them by account and network address, so nobody can lock somebody else
out.

Guesses at one account from many addresses have a separate limit, which stops an account without a second factor and
slows one with it. A device on which its owner signed in before is counted apart from both, so that others cannot lock
them out. A password reset by e-mail lifts all of it.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from allauth.account.utils import filter_users_by_email
from axes.handlers.database import AxesDatabaseHandler
from axes.helpers import get_client_username
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest
from django.utils import timezone

from accounts.security import devices
from accounts.security.models import log_event
from accounts.sign_in.second_factor import has_second_factor
from core.pages.requests import client_address

UNDER_WAY = "guess_under_way"  # attribute of a request
A_DAY = 24 * 3600
COOL_OFF = 15 * 60  # of a known device, as AXES_COOLOFF_TIME of an address
A_MINUTE = 60  # in which a try ends
SLOWED = 2  # wrong passwords from one address, once an account with a second factor has had its guesses of the day


class GuessHandler(AxesDatabaseHandler):
    def get_failures(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> int:
        name = get_client_username(request, credentials)
        others = tries_under_way(request) - 1
        if device := known_device(request, name):
            return device_failures(device) + others
        from_here: int = super().get_failures(request, credentials) + others
        if guesses_at(name) < settings.GUESSES_A_DAY:
            return from_here
        is_stopped = from_here >= SLOWED or not has_second_factor(account_of(name))
        return max(from_here, settings.AXES_FAILURE_LIMIT) if is_stopped else from_here

    def user_login_failed(self, sender: Any, credentials: dict[str, Any], request: Any = None, **kwargs: Any) -> None:
        name = get_client_username(request, credentials)
        log_event("sign-in-failed", request, name=name or "")
        was_tried = not getattr(request, "axes_locked_out", False)  # otherwise nobody looked at the password
        if was_tried and (device := known_device(request, name)):
            count_failure(device)
            request.axes_locked_out = device_failures(device) >= settings.AXES_FAILURE_LIMIT
            request.axes_credentials = credentials
            return
        if was_tried and name:
            count_guess(name)
        super().user_login_failed(sender, credentials, request, **kwargs)

    def user_logged_in(self, sender: Any, request: HttpRequest, user: Any, **kwargs: Any) -> None:
        log_event("signed-in", request, user=user)
        forget_failures(known_device(request, user.email))
        super().user_logged_in(sender, request, user, **kwargs)

    def user_logged_out(self, sender: Any, request: HttpRequest, user: Any, **kwargs: Any) -> None:
        log_event("signed-out", request, user=user)
        super().user_logged_out(sender, request, user, **kwargs)


@contextmanager
def under_way(request: HttpRequest, name: str) -> Iterator[None]:
    """While a password is looked at, other tries from here count as failures: six at once would all stay within the
    limit."""
    window = int(time.time()) // A_MINUTE
    key = f"guesses:now:{window}:{name.encode().hex()[:100]}:{client_address(request)}"
    _count(key, 2 * A_MINUTE)
    setattr(request, UNDER_WAY, key)
    try:
        yield
    finally:
        with suppress(ValueError):
            cache.decr(key)


def tries_under_way(request: Any) -> int:
    key = getattr(request, UNDER_WAY, "")
    return max(int(cache.get(key, 1)), 1) if key else 1


def account_of(name: str | None) -> Any:
    return next(iter(filter_users_by_email(name, is_active=True)), None) if name else None


def known_device(request: HttpRequest | None, name: str | None) -> str:
    """Return the mark of this device if the owner of the account signed in on it before."""
    if request is None or not devices.has_marks(request):
        return ""
    user = account_of(name)
    return devices.mark_of(request, user) if user else ""


def device_failures(device: str) -> int:
    failures = int(cache.get(_key_of_device(device), 0))
    return max(failures, settings.AXES_FAILURE_LIMIT) if guesses_at(device) >= settings.GUESSES_A_DAY else failures


def count_failure(device: str) -> None:
    _count(_key_of_device(device), COOL_OFF)
    count_guess(device)


def forget_failures(device: str) -> None:
    cache.delete(_key_of_device(device))


def guesses_at(name: str | None) -> int:
    return int(cache.get(_key(name), 0)) if name else 0


def count_guess(name: str) -> None:
    _count(_key(name), A_DAY)


def forget_guesses(name: str) -> None:
    cache.delete(_key(name))


def _count(key: str, seconds: int) -> None:
    """Count without a gap between reading and writing, in which others would count the same number."""
    if not cache.add(key, 1, timeout=seconds):
        with suppress(ValueError):  # the time ended in between
            cache.incr(key)


def _key(name: str) -> str:
    return f"guesses:{timezone.now():%Y-%m-%d}:{name.encode().hex()}"[:200]


def _key_of_device(device: str) -> str:
    """The time is part of it, because the counters of a site without Redis stay for a day."""
    return f"guesses:device:{int(time.time()) // COOL_OFF}:{device}"
