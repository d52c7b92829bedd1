"""Cancelling an event, with a page to confirm it, and undoing it on the same day."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from core.error_responses import form_status
from tournaments.forms.events import CancelForm
from tournaments.models import Event, EventState, Right
from tournaments.services.lifecycle.cancelling import NOTIFIED, undo_cancelling
from tournaments.services.lifecycle.transitions import change_event_state
from tournaments.views.base.access import EventRequest, event_page
from tournaments.views.base.form_fields import form_text


@require_http_methods(["GET", "POST"])
@event_page(Right.EDIT_EVENT)
def cancel(request: EventRequest, event: Event) -> HttpResponse:
    if request.method == "GET" and EventState.CANCELLED not in event.transitions:
        return redirect("tournaments:run", event.slug)
    form = CancelForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        why, key = form.cleaned_data["why"], form_text(request, "once")
        change_event_state(event_id=event.pk, who=request.user, to=EventState.CANCELLED, why=why, key=key)
        return redirect("tournaments:run", event.slug)
    context = {"event": event, "form": form, "players": event.registrations.filter(status__in=NOTIFIED).count()}
    return render(request, "tournaments/events/cancel.html", context, status=form_status(form))


@require_POST
@event_page(Right.EDIT_EVENT)
def undo_cancel(request: EventRequest, event: Event) -> HttpResponse:
    undo_cancelling(event_id=event.pk, who=request.user)
    messages.success(request, _("The event takes place after all. Everyone has been notified."))
    return redirect("tournaments:run", event.slug)
