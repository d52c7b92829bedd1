"""Crews of two against two: everybody sees them, the staff form them (players: `partners`)."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from core.pages.asking import asks_first
from core.pages.error_responses import errors_on_form, form_status
from core.pages.links import absolute
from tournaments.base.views.access import EventRequest, event_page, page_of_people
from tournaments.base.views.form_fields import form_text, valid, whole_number
from tournaments.models import Event, Guest, PartnerLink, Registration, Right
from tournaments.players.forms import ChoosePartnerForm, CrewForm
from tournaments.players.models.crews import crew_of, crews_of, partners_of, without_partner
from tournaments.players.services import crews as services

LEFT = "left_crew"  # session key for undoing that a player has left a crew


def own_crew(request: EventRequest, me: Registration | None) -> dict[str, Any]:
    """Return the player's crew, or possible partners and requests."""
    if me is None or me.status not in services.COMING:
        return {}
    event, is_paired, crew = me.event, me.seats.exists(), crew_of(me)
    mine = crew if crew and (is_paired or services.all_come(crew)) else None
    free = services.can_be_chosen(event, me) if mine is None and not is_paired else []
    link = PartnerLink.objects.filter(player=me).first()
    return {
        "me": me,
        "my_crew": mine,
        "partner_gone": next((one for one in partners_of(me) if one.status not in services.COMING), None),
        "is_paired": is_paired,
        "choose": ChoosePartnerForm(event=event, me=me) if free else None,
        "asked_by": [one for one in free if one.wished_partner_id == me.pk],
        "asked": next((one for one in free if one.pk == me.wished_partner_id), None),
        "has_room": mine is not None and services.has_room(me),
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
    services.decline_partner(registration=me, who=request.user, asking=asking or 0)


def _leave(request: EventRequest, me: Registration) -> None:
    request.session[LEFT] = services.leave_with_way_back(registration=me, who=request.user)


def _come_back(request: EventRequest, me: Registration) -> None:
    services.return_to_crew(registration=me, who=request.user, key=request.session.pop(LEFT, ""))


def _make_link(request: EventRequest, me: Registration) -> None:
    services.make_link(registration=me, who=request.user)


def _withdraw_link(request: EventRequest, me: Registration) -> None:
    services.withdraw_link(registration=me, who=request.user)


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
    is_shown = found is not None and event.format.is_for_crews
    if found is None or not is_shown or found.player.event_id != event.pk or found.has_expired:
        return render(request, "tournaments/players/partner_link.html", {"event": event}, status=410)
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
        services.decline_link(registration=me, who=request.user, token=token)
    else:
        _say_together(request, services.accept_link(registration=me, who=request.user, token=token))
    return redirect("tournaments:crews", event.slug)


def _say_together(request: EventRequest, partner: Registration) -> None:
    messages.success(request, _("You play together with %(name)s.") % {"name": partner.shown_name})


def _me(request: EventRequest, event: Event) -> Registration:
    return get_object_or_404(event.registrations.of(request.user).select_related("event"))


@page_of_people
@require_GET
@event_page()
def crews(request: EventRequest, event: Event) -> HttpResponse:
    return _page(request, event)


def _page(request: EventRequest, event: Event, form: CrewForm | None = None) -> HttpResponse:
    """Show the page, with the form of a refused crew, if any."""
    manages = Right.MANAGE_PLAYERS in request.rights
    open_for_changes = services.is_open_for_crews(event)
    context = {
        "event": event,
        "about_crews": str(event.format.words.about_crews) % {"most": event.format.players_a_seat},
        "crews": _shown_crews(request, event),
        "manages": manages and open_for_changes,
        "alone": without_partner(event) if manages else [],
        "form": form or (CrewForm(event=event) if manages and open_for_changes else None),
        "last_draw": services.last_draw(event) if manages else [],
        **own_crew(request, event.registrations.of(request.user).first() if open_for_changes else None),
    }
    return render(request, "tournaments/players/crews.html", context, status=form_status(form) if form else 200)


def _shown_crews(request: EventRequest, event: Event) -> list[Registration]:
    """Return the crews whose players take part; the staff also see the others, and players their own."""
    return [crew for crew in crews_of(event) if request.rights or crew.takes_part or crew.belongs_to(request.user)]


@require_POST
@event_page(Right.MANAGE_PLAYERS)
def form(request: EventRequest, event: Event) -> HttpResponse:
    asked = CrewForm(request.POST, event=event)
    if asked.is_valid():
        sent, key = asked.cleaned_data, form_text(request, "once")
        with errors_on_form(asked):
            who, players = request.user, asked.players()
            services.form_crew(event_id=event.pk, who=who, players=players, name=sent["name"], key=key)
            return redirect("tournaments:crews", event.slug)
    return _page(request, event, asked)


@require_POST
@event_page(Right.MANAGE_PLAYERS)
def draw(request: EventRequest, event: Event) -> HttpResponse:
    formed = services.draw_crews(event_id=event.pk, who=request.user, key=form_text(request, "once"))
    if formed:
        messages.success(request, ngettext("%(n)s crew formed.", "%(n)s crews formed.", formed) % {"n": formed})
    return redirect("tournaments:crews", event.slug)


@require_POST
@event_page(Right.MANAGE_PLAYERS)
def undo_draw(request: EventRequest, event: Event) -> HttpResponse:
    services.undo_draw(event_id=event.pk, who=request.user)
    return redirect("tournaments:crews", event.slug)


@require_POST
@event_page(Right.MANAGE_PLAYERS)
@asks_first
def disband(request: EventRequest, event: Event, crew_id: int) -> HttpResponse:
    services.disband_crew(event_id=event.pk, who=request.user, crew_id=crew_id)
    return redirect("tournaments:crews", event.slug)
