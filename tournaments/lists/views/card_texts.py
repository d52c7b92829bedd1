"""Known and unknown cards of the submitted teams, and the card texts of the event."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from core.errors import Busy, Refused, Stale
from core.pages.requests import asks_for_part
from teams.cards.catalogue.open_facts import with_one_fact
from teams.cards.models import facts_url
from teams.models import FactRevision
from tournaments.base.views.access import EventRequest, event_page
from tournaments.lists.services.facts import (
    Choice,
    change_facts,
    confirmers_in_events,
    earlier_choices,
    has_card_texts,
    known_of_event,
    newer_choices,
)
from tournaments.lists.views.opening import opening_context
from tournaments.models import Event, FactsPin, Right

MAY_CHANGE = frozenset({Right.RULE, Right.EDIT_EVENT})


@require_http_methods(["GET", "POST"])
@event_page(Right.OPEN_LISTS)
def card_texts(request: EventRequest, event: Event) -> HttpResponse:
    if request.method == "GET":
        return _page(request, event, chosen=request.GET.getlist("revisions"), why=request.GET.get("why", ""))
    chosen = [each for each in request.POST.getlist("revisions") if isinstance(each, str)]
    why = request.POST.get("why", "")
    try:
        pin = change_facts(event_id=event.pk, who=request.user, chosen=chosen, why=why)
    except (Stale, Busy):
        raise
    except Refused as refusal:
        fields = refusal.details.get("fields", [""])
        errors = dict.fromkeys(fields, str(refusal.message))
        return _page(request, event, chosen=chosen, why=why, errors=errors, status=refusal.status)
    text = _("The event now uses %(cards)s. Logs that depend on it are checked again.")
    messages.success(request, text % {"cards": ", ".join(pin.titles)})
    return redirect("tournaments:card_texts", event.slug)


@require_GET
@login_required
def who_confirms(request: Any, pk: int) -> HttpResponse:
    """Show who may confirm a proposal in the events of the reader: a part of the page of the proposal."""
    row = get_object_or_404(FactRevision.objects.with_people(), pk=pk)
    if not asks_for_part(request):
        return redirect(row)
    context = {"row": row, "confirmers": confirmers_in_events(row, request.user)}
    return render(request, "tournaments/lists/parts/who_confirms.html", context)


def _page(request: EventRequest, event: Event, *, status: int = 200, **sent: Any) -> HttpResponse:
    known = known_of_event(event) if Right.READ_LISTS in request.rights and has_card_texts(event) else None
    open_facts = known.open_facts if known else ()
    one_fact = "one" in request.GET
    may_change = event.has_started and not request.rights.isdisjoint(MAY_CHANGE)
    context = {
        "event": event,
        "facts_url": facts_url(event.game),
        "known": known,
        "one_fact": one_fact,
        "lacking": with_one_fact(open_facts) if one_fact else open_facts,
        **opening_context(request),
        "may_change": may_change,
        "choices": _choices(event) if may_change else [],
        "pins": FactsPin.objects.filter(event=event).select_related("snapshot", "by").order_by("-pk"),
        "chosen": sent.get("chosen", []),
        "why": sent.get("why", ""),
        "errors": sent.get("errors", {}),
    }
    return render(request, "tournaments/lists/card_texts.html", context, status=status)


def _choices(event: Event) -> list[tuple[str, list[Choice]]]:
    """Return the texts that the event could use instead, under what each group is called."""
    groups = [
        (_("Proposed or confirmed since"), newer_choices(event)),
        (_("Go back to another text"), earlier_choices(event)),
    ]
    return [(title, choices) for title, choices in groups if choices]
