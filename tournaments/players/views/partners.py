"""Finding a partner in two against two, on the page of the crews or on the personal page."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from core.pages.links import absolute
from core.pages.login_redirect import login_required
from tournaments.base.views.access import EventRequest, event_page, page_of_people
from tournaments.base.views.form_fields import form_text, valid, whole_number
from tournaments.models import Event, Guest, PartnerLink, Registration
from tournaments.players.forms import ChoosePartnerForm
from tournaments.players.models.crews import crew_of, partner_of
from tournaments.players.services import crews as services
from tournaments.players.services import partners

LEFT = "left_crew"  # session key for undoing that a player has left a crew


def own_crew(request: EventRequest, me: Registration | None) -> dict[str, Any]:
    """Return the player's crew, or possible partners and requests."""
    if me is None or me.status not in services.COMING:
        return {}
    event, is_paired, crew = me.event, me.seats.exists(), crew_of(me)
    mine = crew if crew and (is_paired or services.both_come(crew)) else None
    free = services.can_be_chosen(event, me) if mine is None and not is_paired else []
    link = PartnerLink.objects.filter(player=me).first()
    return {
        "me": me,
        "mine": mine,
        "partner_gone": partner_of(me) if crew and not services.both_come(crew) else None,
        "is_paired": is_paired,
        "choose": ChoosePartnerForm(event=event, me=me) if free else None,
        "asked_by": [one for one in free if one.wished_partner_id == me.pk],
        "asked": next((one for one in free if one.pk == me.wished_partner_id), None),
        "link": link and absolute(reverse("tournaments:partner_link", args=[event.slug, link.token]), request),
        "link_until": link and link.valid_until,
        "link_has_expired": link and link.has_expired,
        "way_back": request.session.get(LEFT, "") if mine is None else "",
        "steps": _addresses(request, me),
    }


def _addresses(request: EventRequest, me: Registration) -> dict[str, str]:
    if isinstance(request.user, Guest):
        return {step: reverse("tournaments:personal_crew", args=[me.link_token, step]) for step in STEPS}
    return {step: reverse("tournaments:partner_step", args=[me.event.slug, step]) for step in STEPS}


@login_required
@require_POST
@event_page()
def step(request: EventRequest, event: Event, step: str) -> HttpResponse:
    take_step(request, _me(request, event), step)
    return redirect("tournaments:crews", event.slug)


def take_step(request: EventRequest, me: Registration, step: str) -> None:
    STEPS[step](request, me)


def _choose(request: EventRequest, me: Registration) -> None:
    partner = valid(ChoosePartnerForm(request.POST, event=me.event, me=me)).cleaned_data["partner"]
    number = partner.pk if partner else None
    if services.choose_partner(registration=me, who=request.user, partner=number):
        _say_together(request, partner)


def _decline(request: EventRequest, me: Registration) -> None:
    asking = whole_number(request.POST.get("player", ""))
    partners.decline_partner(registration=me, who=request.user, asking=asking or 0)


def _leave(request: EventRequest, me: Registration) -> None:
    request.session[LEFT] = partners.leave_with_way_back(registration=me, who=request.user)


def _come_back(request: EventRequest, me: Registration) -> None:
    partners.return_to_crew(registration=me, who=request.user, key=request.session.pop(LEFT, ""))


def _make_link(request: EventRequest, me: Registration) -> None:
    partners.make_link(registration=me, who=request.user)


def _withdraw_link(request: EventRequest, me: Registration) -> None:
    partners.withdraw_link(registration=me, who=request.user)


STEPS = {
    "choose": _choose,
    "decline": _decline,
    "leave": _leave,
    "undo": _come_back,
    "link": _make_link,
    "withdraw": _withdraw_link,
}


@page_of_people
@require_GET
@event_page()
def link(request: EventRequest, event: Event, token: str) -> HttpResponse:
    """Show whose partner link this is, and what the visitor must do before accepting."""
    found = PartnerLink.objects.select_related("player__user", "player__event").filter(token=token).first()
    if found is None or found.player.event_id != event.pk or found.has_expired or not event.is_for_crews:
        return render(request, "tournaments/players/partner_link_gone.html", {"event": event}, status=410)
    me = event.registrations.of(request.user).first()
    context = {
        "event": event,
        "inviting": found.player,
        "token": token,
        "me": me if me and me.status in services.COMING else None,
        "is_own": me == found.player,
        "mine": crew_of(me) if me else None,
    }
    return render(request, "tournaments/players/partner_link.html", context)


@login_required
@require_POST
@event_page()
def answer(request: EventRequest, event: Event, token: str) -> HttpResponse:
    me = _me(request, event)
    if form_text(request, "do") == "decline":
        partners.decline_link(registration=me, who=request.user, token=token)
    else:
        _say_together(request, partners.accept_link(registration=me, who=request.user, token=token))
    return redirect("tournaments:crews", event.slug)


def _say_together(request: EventRequest, partner: Registration) -> None:
    messages.success(request, _("You play together with %(name)s.") % {"name": partner.shown_name})


def _me(request: EventRequest, event: Event) -> Registration:
    return get_object_or_404(event.registrations.of(request.user).select_related("event"))
