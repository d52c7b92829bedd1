"""Record in the security log what a signed-in person was refused, which shows attempts to reach other people's pages.

The URL is left out because it may hold a secret. Entries per person are limited, so that nobody can fill the table.
"""

from typing import Any

from django.http import HttpRequest

from accounts.security.models import log_event
from core.pages.throttle import seconds_to_wait

MOST = (20, 60)  # entries of one person per so many seconds


def log_refused_access(request: HttpRequest, person: Any) -> None:
    page = request.resolver_match.route.rstrip("$") if request.resolver_match else ""
    if not seconds_to_wait(f"refused:{person.pk}", *MOST):
        log_event("access-refused", request, user=person, name=f"{request.method} {page}")
