"""Recent changes by others, shown when a step is refused that was still possible on an older page."""

import datetime as dt

from django.utils import timezone

from core.records.audit import AuditEntry, key
from tournaments.events.services.audit_log import AuditLine, describe_entries
from tournaments.models import Event, Match, Round

RECENT = dt.timedelta(minutes=30)
MOST = 3


def recent_changes(event: Event, subject: Match | Round | None, *, of_all: bool) -> list[AuditLine]:
    """Return the latest steps on the subject, or else on the whole event if the reader may see all of it (`of_all`)."""
    recent = AuditEntry.objects.filter(scope=key(event), at__gte=timezone.now() - RECENT).select_related("who")
    of_subject = list(recent.filter(subject=key(subject))[:MOST]) if subject else []
    return describe_entries(of_subject or (recent[:MOST] if of_all else []), closed_too=False)
