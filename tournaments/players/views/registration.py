"""Registering, withdrawing, coming back, and claiming a registration."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from core.pages.asking import asks_first
from core.pages.error_responses import errors_on_form, form_status
from core.pages.login_redirect import redirect_to_sign_in
from tournaments.base.views.access import (
    EventRequest,
    deny_access,
    event_page,
    forget_hidden_texts,
    page_of_people,
    with_refusal_pages,
)
from tournaments.models import Event, Registration, Right, rights_of
from tournaments.players.forms import ClaimForm, RegisterForm
from tournaments.players.models.players import UNDO_TIME
from tournaments.players.services import dropping, links
from tournaments.players.services import registration as services
from tournaments.players.services.places import free_for_new
from tournaments.results.services.forfeits import open_matches


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
    context = {"event": event, "form": form, "full": free_for_new(event) == 0}
    return render(request, "tournaments/players/register.html", context, status=form_status(form))


@require_http_methods(["GET", "POST"])
@event_page()
def withdraw(request: EventRequest, event: Event) -> HttpResponse:
    """Leave the event after a confirmation: a withdrawal before the event starts, a drop while it is played."""
    if not request.user.is_authenticated:
        return deny_access(request)
    me = get_object_or_404(event.registrations.named().select_related("event"), user=request.user)
    if request.method == "POST":
        dropping.leave(registration=me, who=request.user)
        return redirect(event)
    return render(request, "tournaments/players/leave.html", leaving_context(me) | {"back": event.get_absolute_url()})


def leaving_context(me: Registration) -> dict[str, Any]:
    """Return the consequences of leaving now."""
    event = me.event
    return {
        "event": event,
        "me": me,
        "may_leave": me.can_leave,
        "open_matches": open_matches(me) if event.is_playing else [],
        "waiting": event.registrations.waiting().count() if not event.has_started else 0,
        "minutes": int(UNDO_TIME.total_seconds() // 60),
    }


@require_POST
@event_page()
def undo_withdraw(request: EventRequest, event: Event) -> HttpResponse:
    if not request.user.is_authenticated:
        return deny_access(request)
    me = get_object_or_404(event.registrations, user=request.user)
    dropping.undo_leaving(registration=me, who=request.user)
    return redirect(event)


@page_of_people
@never_cache
@require_http_methods(["GET", "POST"])
@with_refusal_pages
def claim(request: EventRequest, token: str) -> HttpResponse:
    """Claim a registration. Visitors who are not signed in first see whose it is, and for which event."""
    player = get_object_or_404(Registration.objects.select_related("event"), claim_token=token, user__isnull=True)
    forget_hidden_texts(player.event, rights_of(player.event, request.user))
    context: dict[str, Any] = {"player": player, "event": player.event}
    if player.claim_link_has_expired:
        return render(request, "tournaments/players/claim.html", context, status=410)
    if request.method == "POST" and not request.user.is_authenticated:
        return redirect_to_sign_in(request)
    if not request.user.is_authenticated:
        return render(request, "tournaments/players/claim.html", context)
    given = request.POST if request.method == "POST" else None
    form = ClaimForm(given, needs_guardian=links.needs_guardian(player, request.user))
    if form.is_valid():
        links.claim(token=token, who=request.user, **form.cleaned_data)
        return redirect(player.event)
    context |= {"form": form, "me": request.user}
    return render(request, "tournaments/players/claim.html", context, status=form_status(form))


@require_POST
@event_page(Right.MANAGE_PLAYERS)
def renew_claim_link(request: EventRequest, event: Event, registration_id: int) -> HttpResponse:
    player = get_object_or_404(event.registrations, pk=registration_id)
    links.new_claim_link(registration=player, who=request.user)
    return redirect("tournaments:edit_player", event.slug, player.pk)


@require_POST
@event_page()
@asks_first
def renew_link(request: EventRequest, event: Event, registration_id: int) -> HttpResponse:
    player = get_object_or_404(event.registrations, pk=registration_id)
    if not request.user.is_authenticated:
        return deny_access(request)
    links.new_personal_link(registration=player, who=request.user)
    return redirect(player)
