"""Record in the security log what a signed-in person was refused, which shows attempts to reach other people's pages.

The URL is left out because it may hold a secret. Entries per person are limited, so that nobody can fill the table.
"""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse

from accounts.security.models import log_event
from core.pages.throttle import seconds_to_wait

MOST = (20, 60)  # entries of one person per so many seconds


def log_refused_access(request: HttpRequest, person: Any) -> None:
    page = request.resolver_match.route.rstrip("$") if request.resolver_match else ""
    if not seconds_to_wait(f"refused:{person.pk}", *MOST):
        log_event("access-refused", request, user=person, name=f"{request.method} {page}")


class RefusedAccessMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code == 403 and request.user.is_authenticated:
            log_refused_access(request, request.user)
        return response
