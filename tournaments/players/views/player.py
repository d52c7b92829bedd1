"""The page of one player."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET

from core.errors import Invalid
from core.pages.links import absolute
from core.pages.live import render_part
from core.pages.qr import qr
from tournaments.base.views.access import EventRequest, event_page, page_of_people
from tournaments.base.views.form_fields import form_text
from tournaments.events.services.ending import has_won
from tournaments.lists.services.reading import reader_of
from tournaments.lists.views.opening import links_context
from tournaments.models import Event, Registration, Right
from tournaments.players.models.crews import crew_of
from tournaments.players.models.players import PARTICIPANT_STATUSES
from tournaments.players.services.dropping import BY_RULING, can_be_disqualified, disqualified_by_ruling
from tournaments.standings.services.player_record import games_of

PENALISE = {Right.RULE, Right.DISQUALIFY}
SEE_PENALTIES = {Right.RULE, Right.MANAGE_PLAYERS}


@page_of_people
@require_GET
@event_page()
def player(request: EventRequest, event: Event, registration_id: int) -> HttpResponse:
    return page_of(request, event, _found(request, event, registration_id))


@page_of_people
@require_GET
@event_page()
def player_now(request: EventRequest, event: Event, registration_id: int) -> HttpResponse:
    """Render the live fragment, which does not include forms, so that typed text stays."""
    return render_part(
        request, "tournaments/players/player.html", _run(request, event, _found(request, event, registration_id))
    )


def _found(request: EventRequest, event: Event, registration_id: int) -> Registration:
    """Return the player. Who waits, was not admitted or has withdrawn has a page for themselves and the staff only."""
    found = event.registrations.named().filter(pk=registration_id).first()
    if found is None:
        raise Http404
    if not found.takes_part and not request.rights and not found.belongs_to(request.user):
        raise Http404
    found.event = event
    return found


def _run(request: EventRequest, event: Event, shown: Registration) -> dict[str, Any]:
    sees_penalties = shown.belongs_to(request.user) or not request.rights.isdisjoint(SEE_PENALTIES)
    return {
        "event": event,
        "player": shown,
        "games": games_of(shown),
        "crew": crew_of(shown),
        "won": has_won(shown),
        "has_list": shown.lists.current().filter(locked_at__isnull=False).exists(),
        "reader": reader_of(shown) if shown.user_id else None,
        "penalties": shown.penalties.current() if sees_penalties else [],
    }


def page_of(request: EventRequest, event: Event, shown: Registration, refusal: Invalid | None = None) -> HttpResponse:
    """Show the page. `refusal` is what was wrong with the reason for a step, or with the note."""
    is_me = shown.belongs_to(request.user)
    manages, links = Right.MANAGE_PLAYERS in request.rights, {}
    if manages and shown.user_id is None:
        links = links_context(request, event)
        manages = bool(links["may_have_links"])
    link = absolute(reverse("tournaments:personal", args=[shown.link_token]), request)
    context = {
        **_run(request, event, shown),
        **links,
        "link": link if is_me or manages else "",
        "code": qr(link) if is_me or manages else "",
        "may_disqualify": Right.DISQUALIFY in request.rights and not is_me,
        "may_open_case": not request.rights.isdisjoint(PENALISE) and shown.status in PARTICIPANT_STATUSES and not is_me,
        "sees_note": not (request.rights.isdisjoint(SEE_PENALTIES) or is_me),
        "sees_audit_log": Right.SEE_AUDIT_LOG in request.rights,
        "note": form_text(request, "note") if request.method == "POST" else shown.note,
        "ruled_out": BY_RULING if disqualified_by_ruling(shown) else "",
        "can_be_disqualified": can_be_disqualified(event, shown),
        "refusal": refusal,
    }
    return render(request, "tournaments/players/player.html", context, status=refusal.status if refusal else 200)
