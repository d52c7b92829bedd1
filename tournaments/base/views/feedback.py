"""Feedback after an action of the staff: its description from the audit log, and how to undo it."""

import datetime as dt
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any, NamedTuple

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.models import AuditEntry
from core.pages.requests import SiteRequest
from core.records.audit_descriptions import Feedback, actions
from core.records.request_id import current_request_id
from tournaments.events.services.audit_log import AuditLine, describe_entries
from tournaments.models import EventState, Right, Status

LONGEST = 200
LEFT = {Status.WITHDRAWN, Status.DROPPED}  # undone by one press, which takes the consequences back too
MAY_REINSTATE = {Right.MANAGE_PLAYERS, Right.RULE, Right.DISQUALIFY}
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
            text = _with_button(request, said, response["Location"]) if said.left else said.text
            (messages.success if said.is_welcome else messages.warning)(request, text)


def _with_button(request: SiteRequest, said: "Said", then: str) -> str:
    """Return the sentence with the button that gives a player who left their place back."""
    event = getattr(request, "event", None)
    if event is None or MAY_REINSTATE.isdisjoint(getattr(request, "rights", ())):
        return said.text
    return format_html(
        '<form method="post" action="{}"><input type="hidden" name="csrfmiddlewaretoken" value="{}">'
        '<input type="hidden" name="next" value="{}">{} '
        '<button class="button button-small" name="do" value="reinstate">{}</button></form>',
        reverse("tournaments:decide", args=[event.slug, said.left]),
        get_token(request),
        then,
        said.text,
        _("Reinstate"),
    )


def _entries_of(request: SiteRequest, began: dt.datetime) -> QuerySet[AuditEntry]:
    """Return the entries written by this request."""
    written = AuditEntry.objects.filter(request=current_request_id(), who=request.user.pk, at__gte=began)
    return written.order_by("pk")


class Said(NamedTuple):
    text: str
    is_welcome: bool
    left: int = 0  # number of the player whose leaving the sentence says, if of one


def _lines(written: Iterable[AuditEntry]) -> Iterator[Said]:
    """Yield one sentence for each kind of action. Repetitions are only counted."""
    lines = describe_entries(written)
    is_step = any(line.entry.action == "event-moved" for line in lines)
    shown = [line for line in lines if not (is_step and _feedback_of(line).is_implied)]
    some_left = any(line.entry.action in LEFT for line in shown)
    for _of_a_kind, alike in groupby(shown, key=_kind):
        first, *others = alike
        feedback = _feedback_of(first)
        text = _sentence(first)
        if others:
            text = _("%(done)s, and %(number)s more") % {"done": text, "number": len(others)}
        has_left = first.entry.action in LEFT
        if has_left and not others:
            yield Said(f"{text}.", feedback.is_welcome, left=int(first.entry.subject.partition(":")[2]))
            continue
        is_said = feedback.undo and (has_left or not some_left)  # one undo, that of the leaving
        undo = _("To undo this, use “%(button)s”.") % {"button": feedback.undo} if is_said else ""
        yield Said(f"{text}. {undo}".strip(), feedback.is_welcome)


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
