"""After a step of the staff one line says what was done, as the audit log describes it, and what undoes it."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core.models import AuditEntry
from core.request_id import current_request_id
from tournaments.models import EventState, Status
from tournaments.services.events.audit_log import Told, in_words

LONGEST = 200
LISTS_CHANGES = {"event-edited", "player-edited", "round-swapped", "tables-redrawn"}
WITHOUT_A_PLACE = {Status.WAITING, Status.PENDING}
NEW_STATE = {
    EventState.DRAFT: gettext_lazy("The event is a draft again"),
    EventState.ANNOUNCED: gettext_lazy("The event is announced"),
    EventState.REGISTRATION: gettext_lazy("Registration is open"),
    EventState.CHECK_IN: gettext_lazy("Check-in is open"),
    EventState.RUNNING: gettext_lazy("The Swiss rounds have started"),
    EventState.CUT: gettext_lazy("The top cut has started"),
    EventState.FINISHED: gettext_lazy("The event is finished"),
    EventState.CANCELLED: gettext_lazy("The event is cancelled"),
    EventState.ARCHIVED: gettext_lazy("The event is archived"),
}
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


def say_what_was_done(request: HttpRequest, response: HttpResponse) -> None:
    """On the page that follows; a view that has said more itself is left its word."""
    leads_on = request.method == "POST" and 300 <= response.status_code < 400
    has_spoken = getattr(messages.get_messages(request), "added_new", False)
    if leads_on and not has_spoken:
        for line in _lines(_done_by(request)):
            messages.success(request, line)


def _done_by(request: HttpRequest) -> QuerySet[AuditEntry]:
    return AuditEntry.objects.filter(
        request=current_request_id(),
        who=request.user.pk,
        at__gte=request.as_of,  # type: ignore[attr-defined]
    ).order_by("pk")


def _lines(written: Iterable[AuditEntry]) -> Iterator[str]:
    """One sentence for each kind of action: of many alike the first, and how many more."""
    told = in_words(written)
    imported = [each for each in told if each.entry.action == "players-imported"]
    for (action, _status), alike in groupby(imported or told, key=_kind):
        first, *others = alike
        done = _sentence(first)
        if others:
            done = _("%(done)s, and %(number)s more") % {"done": done, "number": len(others)}
        undo = _("To undo this, use “%(button)s”.") % {"button": UNDO[action]} if action in UNDO else ""
        yield f"{done}. {undo}".strip()


def _kind(told: Told) -> tuple[str, Any]:
    """Who got a place and who waits for one are not alike."""
    after = told.entry.after
    return told.entry.action, after.get("status") if isinstance(after, dict) else None


def _sentence(told: Told) -> str:
    """What was changed is listed only where the sentence does not say it."""
    after = told.entry.after
    if told.entry.action == "event-moved" and isinstance(after, dict) and after.get("value") in NEW_STATE:
        return str(NEW_STATE[after["value"]])
    if told.entry.action == "players-imported" and isinstance(after, dict):
        return _imported(after.get("players", 0), after.get("waiting", 0))
    if isinstance(after, dict) and after.get("status") in WITHOUT_A_PLACE:
        return f"{told.sentence} ({Status(after['status']).label})"
    return str(told) if told.entry.action in LISTS_CHANGES and len(str(told)) <= LONGEST else told.sentence


def _imported(number: int, waiting: int) -> str:
    done = ngettext("%(number)s player imported", "%(number)s players imported", number) % {"number": number}
    if not waiting:
        return done
    return _("%(done)s, %(waiting)s of them on the waiting list") % {"done": done, "waiting": waiting}
