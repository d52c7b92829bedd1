"""What other card texts would make of the logs of an event, before they are used."""

from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET

from core.errors import Refused
from judging.logs.services.revalidation import verdicts_with
from tournaments.base.views.access import EventRequest, event_page
from tournaments.lists.services.facts import preview_facts
from tournaments.models import Event, Right


@require_GET
@event_page(Right.RULE, Right.EDIT_EVENT)
def facts_preview(request: EventRequest, event: Event) -> HttpResponse:
    chosen, why = request.GET.getlist("revisions"), request.GET.get("why", "")
    selection = urlencode({"revisions": chosen, "why": why}, doseq=True)
    back = f"{reverse('tournaments:card_texts', args=[event.slug])}?{selection}"
    try:
        content, pin = preview_facts(event=event, who=request.user, chosen=chosen, why=why)
    except Refused as refusal:
        messages.error(request, str(refusal.message))
        return redirect(back)
    changes, untried = verdicts_with(pin, content)
    context = {"event": event, "pin": pin, "changes": changes, "untried": untried, "chosen": chosen, "back": back}
    return render(request, "judging/facts_preview.html", context)
