"""Crews of two against two: everybody sees them, the staff form them (players: `partners`)."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from core.pages.error_responses import errors_on_form, form_status
from tournaments.base.views.access import EventRequest, event_page, page_of_people
from tournaments.base.views.form_fields import form_text
from tournaments.models import Event, Registration, Right
from tournaments.players.forms import CrewForm
from tournaments.players.models.crews import crews_of, without_partner
from tournaments.players.services import crews as services
from tournaments.players.views.partners import own_crew


@page_of_people
@require_GET
@event_page()
def crews(request: EventRequest, event: Event) -> HttpResponse:
    return _page(request, event)


def _page(request: EventRequest, event: Event, form: CrewForm | None = None) -> HttpResponse:
    """Show the page, with the form of a refused crew, if any."""
    manages = Right.MANAGE_PLAYERS in request.rights
    open_for_changes = event.is_for_crews and not event.is_over
    context = {
        "event": event,
        "crews": _shown_crews(request, event) if event.is_for_crews else [],
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
        chosen = [sent["first"].pk, sent["second"].pk]
        with errors_on_form(asked):
            services.form_crew(event_id=event.pk, who=request.user, players=chosen, name=sent["name"], key=key)
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
def disband(request: EventRequest, event: Event, crew_id: int) -> HttpResponse:
    services.disband_crew(event_id=event.pk, who=request.user, crew_id=crew_id)
    return redirect("tournaments:crews", event.slug)
