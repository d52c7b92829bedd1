"""Crews of two against two: everybody sees them, the staff form them, players choose a partner."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from core.login_redirect import login_required
from tournaments.forms.crews import ChoosePartnerForm, CrewForm
from tournaments.models import Event, Registration, Right
from tournaments.models.crews import crews_of, without_partner
from tournaments.services.players import crews as services
from tournaments.views.base.access import EventRequest, event_page
from tournaments.views.base.form_fields import form_text, valid


@require_GET
@event_page()
def crews(request: EventRequest, event: Event) -> HttpResponse:
    manages = Right.MANAGE_PLAYERS in request.rights
    open_for_changes = event.is_for_crews and not event.is_over
    context = {
        "event": event,
        "crews": crews_of(event) if event.is_for_crews else [],
        "manages": manages and open_for_changes,
        "alone": without_partner(event) if manages else [],
        "form": CrewForm(event=event) if manages and open_for_changes else None,
        "last_draw": services.last_draw(event) if manages else [],
        **_own_part(event, event.registrations.of(request.user).first() if open_for_changes else None),
    }
    return render(request, "tournaments/players/crews.html", context)


def _own_part(event: Event, me: Registration | None) -> dict[str, object]:
    """Of the signed-in player: the crew, or whom to choose and who asks."""
    if me is None or me.status not in services.COMING:
        return {}
    mine = next((crew for crew in crews_of(event) if me.pk in {crew.pk, crew.partner and crew.partner.pk}), None)
    free = services.can_be_chosen(event, me)
    return {
        "me": me,
        "mine": mine,
        "may_leave": mine is not None and not me.seats.exists(),
        "choose": ChoosePartnerForm(event=event, me=me) if free and mine is None and not me.seats.exists() else None,
        "asked_by": [one for one in free if one.wished_partner_id == me.pk] if mine is None else [],
        "asked": me.wished_partner,
    }


@require_POST
@event_page(Right.MANAGE_PLAYERS)
def form(request: EventRequest, event: Event) -> HttpResponse:
    sent = valid(CrewForm(request.POST, event=event)).cleaned_data
    chosen = [sent["first"].pk, sent["second"].pk]
    key = form_text(request, "once")
    services.form_crew(event_id=event.pk, who=request.user, players=chosen, name=sent["name"], key=key)
    return redirect("tournaments:crews", event.slug)


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
def disband(request: EventRequest, event: Event, crew_id: int) -> HttpResponse:
    services.disband_crew(event_id=event.pk, who=request.user, crew_id=crew_id)
    return redirect("tournaments:crews", event.slug)


@login_required
@require_POST
@event_page()
def choose(request: EventRequest, event: Event) -> HttpResponse:
    me = _me(request, event)
    partner = valid(ChoosePartnerForm(request.POST, event=event, me=me)).cleaned_data["partner"]
    number = partner.pk if partner else None
    if services.choose_partner(registration=me, who=request.user, partner=number):
        messages.success(request, _("You play together with %(name)s.") % {"name": partner.shown_name})
    return redirect("tournaments:crews", event.slug)


@login_required
@require_POST
@event_page()
def leave(request: EventRequest, event: Event) -> HttpResponse:
    services.leave_crew(registration=_me(request, event), who=request.user)
    return redirect("tournaments:crews", event.slug)


def _me(request: EventRequest, event: Event) -> Registration:
    return get_object_or_404(event.registrations.of(request.user).select_related("event"))
