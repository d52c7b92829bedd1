"""The security log for administrators: the latest entries, and all of them as a file."""

import datetime as dt
from typing import Any

from allauth.account.decorators import reauthentication_required
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from accounts.profile.privacy import SIGN_IN_RETENTION
from accounts.security.models import SecurityEvent, exported
from accounts.sign_in.second_factor import has_second_factor

MOST_SHOWN = 200
READ = "accounts.read_security_log"


def refuse_others(request: HttpRequest) -> None:
    if not request.user.has_perm(READ):  # type: ignore[union-attr]  # after reauthentication_required
        raise PermissionDenied(_("Only administrators may see this."))
    if settings.ADMIN_SECOND_FACTOR and not has_second_factor(request.user):
        raise PermissionDenied(_("The administration needs a second factor. Set one up first."))


@require_GET
@reauthentication_required
@never_cache
def security_log(request: HttpRequest) -> HttpResponse:
    refuse_others(request)
    rows = SecurityEvent.objects.select_related("user")[:MOST_SHOWN]
    return render(request, "accounts/security_log.html", {"rows": rows, "days": SIGN_IN_RETENTION.days})


@require_GET
@reauthentication_required
@never_cache
def security_log_file(request: HttpRequest) -> Any:
    refuse_others(request)
    answer = StreamingHttpResponse(exported(a_retention_ago()), content_type="application/x-ndjson")
    answer["Content-Disposition"] = 'attachment; filename="security-log.jsonl"'
    return answer


def a_retention_ago() -> dt.datetime:
    return timezone.now() - SIGN_IN_RETENTION
