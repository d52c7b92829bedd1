"""A player registers, withdraws, takes over a registration, and opens the personal link."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from core.error_responses import errors_on_form, form_status
from core.links import absolute
from tournaments.forms.players import RegisterForm
from tournaments.models import Event, EventState, Match, Registration
from tournaments.services.players import dropping
from tournaments.services.players import registration as services
from tournaments.services.standings.pairing_input import records_of
from tournaments.views.base.access import EventRequest, deny_access, event_page, signed_in, with_refusal_pages
from tournaments.views.printing.qr import qr


@require_http_methods(["GET", "POST"])
@event_page()
def register(request: EventRequest, event: Event) -> HttpResponse:
    if not request.user.is_authenticated:
        return deny_access(request)
    form = RegisterForm(request.POST or None, event=event)
    if form.is_valid():
        with errors_on_form(form, guardian_missing="guardian"):
            services.register(event_id=event.pk, who=request.user, about=form.cleaned_data)
            return redirect(event)
    context = {"event": event, "form": form, "full": services.places_left(event) <= 0}
    return render(request, "tournaments/players/register.html", context, status=form_status(form))


@require_POST
@event_page()
def withdraw(request: EventRequest, event: Event) -> HttpResponse:
    """Before the event; while it is played this is a drop."""
    if not request.user.is_authenticated:
        return deny_access(request)
    me = get_object_or_404(event.registrations, user=request.user)
    if event.is_playing:
        dropping.drop(registration=me, who=request.user)
    else:
        services.withdraw(registration=me, who=request.user)
    return redirect(event)


@require_http_methods(["GET", "POST"])
@signed_in
def claim(request: EventRequest, token: str) -> HttpResponse:
    player = get_object_or_404(Registration.objects.select_related("event"), claim_token=token, user__isnull=True)
    if request.method == "POST":
        services.claim(token=token, who=request.user)
        return redirect(player.event)
    return render(request, "tournaments/players/claim.html", {"player": player, "event": player.event})


@require_GET
@with_refusal_pages
def personal(request: EventRequest, token: str) -> HttpResponse:
    """The read-only page behind a player's QR code: my table, my points; no sign-in, no list, no form."""
    return _personal(request, token, "tournaments/players/personal.html")


@require_GET
@with_refusal_pages
def personal_now(request: EventRequest, token: str) -> HttpResponse:
    """The live fragment: whoever has the link gets it, as the page."""
    return _personal(request, token, "tournaments/players/parts/personal.html")


def _personal(request: EventRequest, token: str, template: str) -> HttpResponse:
    player = get_object_or_404(Registration.objects.named().select_related("event"), link_token=token)
    current = Match.objects.of(player).public().named().order_by("-round__number").first()
    record = records_of(player.event).get(player.pk)
    points = record.points if record else 0
    context: dict[str, Any] = {
        "player": player,
        "event": player.event,
        "match": current,
        "points": points,
        "pairings_topic": f"{player.event.topic}:pairings",
        "results_topic": f"{player.event.topic}:results",
        "state_topic": f"{player.event.topic}:state",
        "timer_topic": f"{player.event.topic}:timer",
    }
    if player.event.state == EventState.CHECK_IN and not player.is_checked_in:
        address = reverse("tournaments:check_in_code", args=[player.event.slug, token])
        context["check_in_code"] = qr(absolute(address, request))
    with timezone.override(player.event.zone_for(request.user)):
        response = render(request, template, context)
    response["Referrer-Policy"] = "no-referrer"
    response["Cache-Control"] = "private, no-store"
    return response


@require_POST
@event_page()
def renew_link(request: EventRequest, event: Event, registration_id: int) -> HttpResponse:
    player = get_object_or_404(event.registrations, pk=registration_id)
    if not request.user.is_authenticated:
        return deny_access(request)
    services.new_personal_link(registration=player, who=request.user)
    return redirect(player)
