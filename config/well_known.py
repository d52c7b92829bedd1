"""Well-known URLs that programs look for on every site."""

import datetime as dt

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_GET

from core.pages.links import absolute

NOT_FOR_SEARCH = (
    *("/accounts/", "/admin/", "/api/", "/me/", "/live"),
    *("/events/claim/", "/events/join/", "/events/mail/", "/events/me/"),  # personal links
)
SECURITY_TEXT_LASTS = dt.timedelta(days=180)


@require_GET
def robots(_request: HttpRequest) -> HttpResponse:
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in NOT_FOR_SEARCH)]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@require_GET
def security_text(request: HttpRequest) -> HttpResponse:
    """RFC 9116: where to report a vulnerability of this site."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    until = (timezone.now() + SECURITY_TEXT_LASTS).replace(microsecond=0)
    lines = [
        f"Contact: {settings.SECURITY_CONTACT}",
        f"Expires: {until.isoformat()}",
        "Preferred-Languages: en, fr",
        f"Canonical: {absolute(request.path, request)}",
    ]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")
