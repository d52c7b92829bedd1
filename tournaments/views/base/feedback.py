"""Feedback after an action of the staff: its description from the audit log, and how to undo it."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.models import AuditEntry
from core.request_id import current_request_id
from tournaments.services.events.audit_log import AuditLine, describe_entries

LONGEST = 200
UNDO = {
    "dropped": gettext_lazy("Reinstate"),
    "withdrawn": gettext_lazy("Reinstate"),
    "disqualified": gettext_lazy("Undo disqualification"),
    "staff-invited": gettext_lazy("Revoke invitation"),
    "kept-apart": gettext_lazy("Allow pairing"),
    "announced": gettext_lazy("Withdraw"),
    "round-drafted": gettext_lazy("Discard pairings"),
    "round-published": gettext_lazy("Unpublish round"),
    "result-settled": gettext_lazy("Correct result"),
    "result-corrected": gettext_lazy("Correct result"),
}


def add_feedback(request: HttpRequest, response: HttpResponse) -> None:
    """Add a message to the next page, unless the view has added one itself."""
    is_redirect = request.method == "POST" and 300 <= response.status_code < 400
    has_message = getattr(messages.get_messages(request), "added_new", False)
    if is_redirect and not has_message:
        for line in _lines(_entries_of(request)):
            messages.success(request, line)


def _entries_of(request: HttpRequest) -> QuerySet[AuditEntry]:
    return AuditEntry.objects.filter(
        request=current_request_id(),
        who=request.user.pk,
        at__gte=request.as_of,  # type: ignore[attr-defined]
    ).order_by("pk")


def _lines(written: Iterable[AuditEntry]) -> Iterator[str]:
    """One line for each kind of action: the first entry, and how many more."""
    for (action, _status), alike in groupby(describe_entries(written), key=_kind):
        first, *others = alike
        text = _short(first) + (f" (+{len(others)})" if others else "")
        undo = _("To undo this, use “%(button)s”.") % {"button": UNDO[action]} if action in UNDO else ""
        yield f"{text}. {undo}".strip()


def _kind(line: AuditLine) -> tuple[str, Any]:
    """Action and status, so that registered and waiting players are counted separately."""
    after = line.entry.after
    return line.entry.action, after.get("status") if isinstance(after, dict) else None


def _short(line: AuditLine) -> str:
    return str(line) if len(str(line)) <= LONGEST else line.sentence
