"""Feedback after an action of the staff: its description from the audit log, and how to undo it."""

import datetime as dt
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.models import AuditEntry
from core.pages.requests import SiteRequest
from core.pages.undo import with_button, with_link
from core.records.audit_descriptions import Feedback, actions
from core.records.request_id import current_request_id
from tournaments.base.views.undoing import undo_of
from tournaments.events.services.audit_log import AuditLine, describe_entries
from tournaments.models import Event, EventState, Status

LONGEST = 200
LEFT = {Status.WITHDRAWN, Status.DROPPED}  # undone by one press, which takes the consequences back too
WITHOUT_A_PLACE = {Status.WAITING, Status.PENDING}
NEW_STATE = {
    EventState.DRAFT: gettext_lazy("The event is unpublished again"),
    EventState.ANNOUNCED: gettext_lazy("The event is announced"),
    EventState.REGISTRATION: gettext_lazy("Registration is open"),
    EventState.CHECK_IN: gettext_lazy("Check-in is open"),
    EventState.RUNNING: gettext_lazy("The Swiss rounds have started"),
    EventState.CUT: gettext_lazy("The top cut has started"),
    EventState.FINISHED: gettext_lazy("The event is finished"),
    EventState.CANCELLED: gettext_lazy("The event is cancelled"),
    EventState.ARCHIVED: gettext_lazy("The event is archived"),
}


def add_feedback(request: SiteRequest, response: HttpResponse, began: dt.datetime) -> None:
    """Add a message to the next page, unless the view has added one itself."""
    is_redirect = request.method == "POST" and 300 <= response.status_code < 400
    has_message = getattr(messages.get_messages(request), "added_new", False)
    if is_redirect and not has_message:
        for said in _lines(_entries_of(request, began)):
            text = _with_undo(request, said, response["Location"])
            (messages.success if said.is_welcome else messages.warning)(request, text)


def _with_undo(request: SiteRequest, said: "Said", then: str) -> str:
    """Return the sentence with the button that undoes it, if there is one."""
    event: Event | None = getattr(request, "event", None)
    if event is None or not said.undo:
        return said.text
    undo = undo_of(event, getattr(request, "rights", frozenset()), said.entries, then)
    if undo is None:
        return said.text
    if undo.fields is None:
        return with_link(said.text, said.undo, undo.address)
    return with_button(request, said.text, said.undo, undo.address, undo.fields)


def _entries_of(request: SiteRequest, began: dt.datetime) -> QuerySet[AuditEntry]:
    """Return the entries written by this request."""
    written = AuditEntry.objects.filter(request=current_request_id(), who=request.user.pk, at__gte=began)
    return written.order_by("pk")


class Said(NamedTuple):
    text: str
    is_welcome: bool
    entries: list[AuditEntry]  # that the sentence says
    undo: str = ""  # the button that undoes them


def _lines(written: Iterable[AuditEntry]) -> Iterator[Said]:
    """Yield one sentence for each kind of action. Repetitions are only counted."""
    lines = describe_entries(written)
    is_step = any(line.entry.action == "event-moved" for line in lines)
    shown = [line for line in lines if not (is_step and _feedback_of(line).is_implied)]
    moved = [line for line in shown if line.entry.action == "event-moved"]
    shown = [line for line in shown if line not in moved[:-1]]  # one press can open an event and its check-in
    some_left = any(line.entry.action in LEFT for line in shown)
    of_kinds: dict[tuple[str, Any], list[AuditLine]] = {}
    for line in shown:
        of_kinds.setdefault(_kind(line), []).append(line)
    for first, *others in of_kinds.values():
        feedback = _feedback_of(first)
        text = _sentence(first)
        if others:
            text = _("%(done)s, and %(number)s more") % {"done": text, "number": len(others)}
        is_offered = feedback.undo and (first.entry.action in LEFT or not some_left)  # one undo, that of the leaving
        entries = [line.entry for line in (first, *others)]
        yield Said(f"{text}.", feedback.is_welcome, entries, str(feedback.undo) if is_offered else "")


def _feedback_of(line: AuditLine) -> Feedback:
    described = actions().get(line.entry.action)
    return described.feedback if described else Feedback()


def _kind(line: AuditLine) -> tuple[str, Any]:
    """Return action and status, so that registered and waiting players are counted separately."""
    after = line.entry.after
    return line.entry.action, after.get("status") if isinstance(after, dict) else None


def _sentence(line: AuditLine) -> str:
    """Return the sentence, with the changes unless it says them."""
    after = line.entry.after
    if line.entry.action == "event-moved":
        state = after.get("value") if isinstance(after, dict) else after
        return str(NEW_STATE[EventState(state)]) if state in NEW_STATE else line.sentence
    if isinstance(after, dict) and after.get("status") in WITHOUT_A_PLACE:
        return f"{line.sentence} ({Status(after['status']).label})"
    return str(line) if _feedback_of(line).lists_changes and len(str(line)) <= LONGEST else line.sentence
