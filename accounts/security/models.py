"""The security log: sign-ins and failed ones, second factors, passwords, addresses, tokens and refused requests, kept
for 30 days.

Changes of rights (event staff, suspensions, moderators' decisions) are in the audit log, actions in /admin/ in Django's
own log; `exported` reads all three as one.
"""

import heapq
import json
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.db import models
from django.http import HttpRequest

from core.pages.requests import client_address
from core.pages.throttle import seconds_to_wait
from core.records.audit import AuditEntry

LONGEST_DEVICE, LONGEST_NAME = 200, 255
RIGHTS = (  # of the audit log
    *("account-suspended", "account-restored", "account-erased", "second-factor-removed"),
    *("staff-invited", "invitation-revoked", "staff-joined", "staff-left"),
    *("content-reported", "moderation-decided", "moderation-appealed", "moderation-appeal-decided"),
)


class SecurityEvent(models.Model):
    """One event. `name` is the name tried at a failed sign-in, or the refused page; `user` is the account concerned, if
    there is one."""

    at = models.DateTimeField(auto_now_add=True, db_index=True)
    action = models.CharField(max_length=60)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=LONGEST_NAME, blank=True)
    address = models.GenericIPAddressField(null=True)
    device = models.CharField(max_length=LONGEST_DEVICE, blank=True)

    class Meta:
        ordering = ["-at", "-pk"]
        permissions = [("read_security_log", "Can read the security log")]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.action}"


def log_event(action: str, request: HttpRequest | None, *, user: Any = None, name: str = "") -> None:
    SecurityEvent.objects.create(
        action=action[:60],
        user=user if user is not None and user.pk else None,
        name=name.replace("\0", "")[:LONGEST_NAME],
        address=(client_address(request) or None) if request else None,
        device=request.headers.get("User-Agent", "").replace("\0", "")[:LONGEST_DEVICE] if request else "",
    )


def exported(since: datetime) -> Iterator[str]:
    """One JSON object per line, oldest first, with only a few rows in memory at a time."""
    parts: tuple[Iterable[dict[str, Any]], ...] = (_events(since), _rights(since), _administration(since))
    for line in heapq.merge(*parts, key=lambda line: line["at"]):
        yield json.dumps(line | {"at": line["at"].isoformat()}, ensure_ascii=False) + "\n"


def _events(since: datetime) -> Iterator[dict[str, Any]]:
    for row in SecurityEvent.objects.filter(at__gte=since).order_by("at", "pk").iterator():
        about = {"user": row.user_id, "name": row.name, "address": row.address, "device": row.device}
        yield {"at": row.at, "log": "security", "action": row.action, **{k: v for k, v in about.items() if v}}


def _rights(since: datetime) -> Iterator[dict[str, Any]]:
    rows = AuditEntry.objects.filter(at__gte=since, action__in=RIGHTS).order_by("at", "pk")
    for row in rows.iterator():
        about = {"by": row.who_id, "subject": row.subject, "scope": row.scope, "before": row.before}
        about |= {"after": row.after, "why": row.why, "request": row.request}
        yield {"at": row.at, "log": "audit", "action": row.action, **{k: v for k, v in about.items() if v}}


def _administration(since: datetime) -> Iterator[dict[str, Any]]:
    rows = LogEntry.objects.filter(action_time__gte=since).order_by("action_time", "pk")
    for row in rows.select_related("content_type").iterator():
        kind = row.content_type.model if row.content_type else ""
        what = {"by": row.user_id, "subject": f"{kind}:{row.object_id}", "change": row.get_change_message()}
        yield {"at": row.action_time, "log": "admin", "action": row.get_action_flag_display(), **what}


# Record in the security log what a signed-in person was refused, which shows attempts to reach other people's pages.
#
# The URL is left out because it may hold a secret. Entries per person are limited, so that nobody can fill the table.
MOST = (20, 60)  # entries of one person per so many seconds


def log_refused_access(request: HttpRequest, person: Any) -> None:
    page = request.resolver_match.route.rstrip("$") if request.resolver_match else ""
    if not seconds_to_wait(f"refused:{person.pk}", *MOST):
        log_event("access-refused", request, user=person, name=f"{request.method} {page}")
