"""Limits on wrong passwords: django-axes counts them by account and network address, so nobody can lock somebody else
out.

Guesses at one account from many addresses have a separate limit. A password reset by e-mail lifts both.
"""

from contextlib import suppress
from typing import Any

from axes.handlers.database import AxesDatabaseHandler
from axes.helpers import get_client_username
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest
from django.utils import timezone

from accounts.security_log import log_event

A_DAY = 24 * 3600


class GuessHandler(AxesDatabaseHandler):
    def get_failures(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> int:
        from_here: int = super().get_failures(request, credentials)
        too_many = guesses_at(get_client_username(request, credentials)) >= settings.GUESSES_A_DAY
        return max(from_here, settings.AXES_FAILURE_LIMIT) if too_many else from_here

    def user_login_failed(
        self, sender: Any, credentials: dict[str, Any], request: HttpRequest | None = None, **kwargs: Any
    ) -> None:
        name = get_client_username(request, credentials)
        if name:
            count_guess(name)
        log_event("sign-in-failed", request, name=name or "")
        super().user_login_failed(sender, credentials, request, **kwargs)

    def user_logged_in(self, sender: Any, request: HttpRequest, user: Any, **kwargs: Any) -> None:
        log_event("signed-in", request, user=user)
        super().user_logged_in(sender, request, user, **kwargs)

    def user_logged_out(self, sender: Any, request: HttpRequest, user: Any, **kwargs: Any) -> None:
        log_event("signed-out", request, user=user)
        super().user_logged_out(sender, request, user, **kwargs)


def guesses_at(name: str | None) -> int:
    return cache.get(_key(name), 0) if name else 0


def count_guess(name: str) -> None:
    """Count without a gap between reading and writing, in which others would count the same number."""
    if not cache.add(_key(name), 1, timeout=A_DAY):
        with suppress(ValueError):  # the day ended in between
            cache.incr(_key(name))


def forget_guesses(name: str) -> None:
    cache.delete(_key(name))


def _key(name: str) -> str:
    return f"guesses:{timezone.now():%Y-%m-%d}:{name.encode().hex()}"[:200]
