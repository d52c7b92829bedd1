"""Finished events from files: the queue of the moderators, who agree or refuse."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from tournaments.base.views.access import EventRequest, signed_in
from tournaments.base.views.form_fields import form_text
from tournaments.events.services import imported as services
from tournaments.models import Event


@require_GET
@signed_in
def waiting(request: EventRequest) -> HttpResponse:
    if not services.may_decide(request.user):
        raise PermissionDenied(_("Only moderators may do this."))
    return render(request, "tournaments/events/imported.html", {"waiting": services.waiting_imports()})


@require_POST
@signed_in
def agree(request: EventRequest, slug: str) -> HttpResponse:
    event = services.agree_to_import(event_id=get_object_or_404(Event, slug=slug).pk, who=request.user)
    messages.success(request, _("“%(event)s” is public now.") % {"event": event})
    return redirect("tournaments:imported")


@require_POST
@signed_in
def refuse(request: EventRequest, slug: str) -> HttpResponse:
    event_id = get_object_or_404(Event, slug=slug).pk
    event = services.refuse_import(event_id=event_id, who=request.user, why=form_text(request, "why"))
    messages.success(request, _("“%(event)s” stays visible to its staff only.") % {"event": event})
    return redirect("tournaments:imported")
