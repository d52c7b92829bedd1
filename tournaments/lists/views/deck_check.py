"""Deck checks: the figures on the table compared with the current list."""

from collections import Counter
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from core.errors import Refused
from core.pages.error_responses import form_status
from rules.games import DEFAULT
from teams.wording import card_title, figures_with_counts, violations
from tournaments.base.views.access import EventRequest, event_page
from tournaments.lists.forms import DeckCheckForm
from tournaments.lists.services.deck_check import check_deck
from tournaments.lists.services.legality import current_verdict, profile_of
from tournaments.lists.services.visibility import may_see_level, reads_list
from tournaments.lists.views.opening import closed_page
from tournaments.models import DeckCheck, Event, Registration, Right, SubmittedList


@require_http_methods(["GET", "POST"])
@event_page(Right.OPEN_LISTS)
def deck_check(request: EventRequest, event: Event, registration_id: int) -> HttpResponse:
    """Record a deck check: tick the figures on the table, note differences, choose the result."""
    player = get_object_or_404(event.registrations.named().select_related("pool"), pk=registration_id)
    current = player.lists.current().first()
    if current is None:
        raise Http404
    if request.method == "GET" and not reads_list(player, request.user, request.rights):
        return closed_page(request, event, player)
    form = DeckCheckForm(request.POST or None)
    status, refusal = form_status(form), None
    if form.is_valid():
        try:
            seen = request.POST.getlist("seen")
            check_deck(submitted=_checked_list(request, player), who=request.user, seen=seen, **form.cleaned_data)
            return redirect("tournaments:lists", event.slug)
        except Refused as refused:
            status, refusal = refused.status, refused
            current = player.lists.current().get()
    context = {"event": event, "player": player, "submitted": current, "form": form, "refusal": refusal}
    context |= _shown(request, event, player, current)
    return render(request, "tournaments/lists/deck_check.html", context, status=status)


def _checked_list(request: HttpRequest, player: Registration) -> SubmittedList:
    """Return the list for which the form was filled in."""
    pk = request.POST.get("list", "")
    if not (pk.isascii() and pk.isdigit() and len(pk) < 19):
        raise Http404
    return get_object_or_404(player.lists, pk=pk)


def _shown(request: EventRequest, event: Event, player: Registration, current: SubmittedList) -> dict[str, Any]:
    sees_level = may_see_level(event, request.rights)
    checks = DeckCheck.objects.filter(submitted__registration=player).select_related("by", "submitted")
    return {
        "figures": _checkboxes(current, request.POST.getlist("seen")),
        "faults": violations(current_verdict(event, current, profile_of(event)), for_judges=sees_level),
        "reachable": player.pool.reachable() if player.pool and sees_level else None,
        "checks": [(check, figures_with_counts(check.seen), figures_with_counts(check.not_seen())) for check in checks],
    }


def _checkboxes(current: SubmittedList, seen: list[str]) -> list[dict[str, Any]]:
    """Return one checkbox per copy, with earlier ticks."""
    ticked = Counter(seen)
    boxes = []
    for slug in current.figures:
        card = DEFAULT.catalogue().get(slug)
        ticked[slug] -= 1
        is_seen = ticked[slug] >= 0
        boxes.append({"slug": slug, "name": card_title(slug), "card": card, "is_seen": is_seen})
    return boxes
